"""dev.py, the one script that works before anything is installed."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import subprocess
import sys
import threading

import pytest


@pytest.fixture
def dev(root, tmp_path):
    """Load dev.py anew with a checkout of its own: an empty folder with a copy of the small lock files."""
    spec = importlib.util.spec_from_file_location("wolfling_dev", root / "packaging" / "dev.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.ROOT = tmp_path
    module.PACKAGING = tmp_path / "packaging"
    module.PACKAGING.mkdir()
    for lock in (module.RUNTIME, module.TESTS, module.BUNDLE):
        text = f"# {lock}\nthing==1 \\\n    --hash=sha256:00\n"
        (module.PACKAGING / lock).write_text(text, encoding="utf-8")
    return module


@pytest.fixture
def fakes(dev, monkeypatch):
    """Replace what takes a network or minutes, and count how often it is asked for."""
    calls = []

    def make(folder):
        calls.append("make")
        (folder / "bin").mkdir(parents=True)

    monkeypatch.setattr(dev, "prepare_system", lambda window, fresh, extra=(): calls.append("system"))
    monkeypatch.setattr(dev, "is_sound", lambda folder: folder.exists())
    monkeypatch.setattr(dev, "make", make)
    monkeypatch.setattr(dev, "install", lambda folder, lock: calls.append(f"install {lock}"))
    monkeypatch.setattr(dev, "check_qt", lambda python, window: calls.append("qt"))
    monkeypatch.setattr(dev, "missing_libraries", lambda window: [])
    return calls


def script(root, *arguments):
    command = [sys.executable, str(root / "packaging" / "dev.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=50)


def test_only_the_standard_library_is_imported(root):
    tree = ast.parse((root / "packaging" / "dev.py").read_text(encoding="utf-8"), feature_version=(3, 7))
    found = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    found |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in found} <= sys.stdlib_module_names


@pytest.mark.parametrize(("arguments", "got"), [(["tset"], "'tset'"), ([], "nothing")])
def test_a_wrong_verb_lists_the_right_ones_in_one_line(root, arguments, got):
    done = script(root, *arguments)
    assert done.returncode == 2
    assert done.stderr.strip() == f"dev.py: expected one of run, test, bench, bundle, prove; got {got}"


def test_a_missing_file_is_named_in_one_line(root, tmp_path):
    done = script(root, "run", str(tmp_path / "none.yaml"))
    assert done.returncode == 2
    assert "there is no file" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_an_old_python_is_refused_in_one_line(dev, monkeypatch, capsys):
    monkeypatch.setattr(dev.sys, "version_info", (3, 9, 2))
    assert dev.main(["test"]) == 2
    assert "needs Python 3.11 or newer, this is 3.9.2" in capsys.readouterr().err


def test_packages_are_installed_only_when_the_lock_changed(dev, fakes):
    dev.environment(dev.RUNTIME)
    assert fakes == ["system", "make", "install requirements.txt", "qt"]
    fakes.clear()
    dev.environment(dev.RUNTIME)
    assert fakes == ["system"]
    (dev.PACKAGING / dev.RUNTIME).write_text("thing==2\n", encoding="utf-8")
    fakes.clear()
    dev.environment(dev.RUNTIME)
    assert fakes == ["system", "install requirements.txt", "qt"]


def test_the_packages_of_the_tests_contain_those_of_the_app(dev, fakes):
    dev.environment(dev.TESTS)
    fakes.clear()
    dev.environment(dev.RUNTIME)
    assert fakes == ["system"]


def test_line_ends_do_not_change_the_digest(dev):
    before = dev.digest(dev.RUNTIME)
    path = dev.PACKAGING / dev.RUNTIME
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert dev.digest(dev.RUNTIME) == before


@pytest.mark.timeout(120)
def test_broken_environments_are_made_anew(dev, capsys):
    folder = dev.ROOT / ".venv"
    dev.make(folder)
    assert dev.is_sound(folder)
    (folder / dev.INSTALLING).touch()
    assert not dev.is_sound(folder)
    dev.make(folder)
    assert dev.is_sound(folder)
    dev.python_of(folder).unlink()
    assert not dev.is_sound(folder)
    assert "broken or half made" in capsys.readouterr().out


def test_a_damaged_stamp_counts_as_none(dev):
    folder = dev.ROOT / ".venv"
    folder.mkdir()
    for text in ("{", "[]", ""):
        (folder / dev.STAMP).write_text(text, encoding="utf-8")
        assert dev.read_stamp(folder) == {}


def test_two_runs_do_not_make_the_same_environment(dev):
    entered, order = threading.Event(), []

    def second():
        entered.wait(10)
        with dev.only_one():
            order.append("second")

    thread = threading.Thread(target=second)
    thread.start()
    with dev.only_one():
        entered.set()
        thread.join(0.3)
        order.append("first")
    thread.join(10)
    assert order == ["first", "second"]


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("Failed: Temporary failure in name resolution", "no network"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "the packages could not be installed"),
    ],
)
def test_a_failed_installation_says_why(dev, monkeypatch, output, message):
    (dev.ROOT / ".venv").mkdir()
    monkeypatch.setattr(dev, "captured", lambda command, **changes: (1, output))
    with pytest.raises(dev.Trouble, match=message):
        dev.install(dev.ROOT / ".venv", dev.RUNTIME)
    assert not (dev.ROOT / ".venv" / dev.INSTALLING).exists()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about Debian")
def test_without_root_the_one_command_is_told(dev, monkeypatch):
    monkeypatch.setattr(dev, "loads", lambda library: library != "libEGL.so.1")
    monkeypatch.setattr(dev, "has_venv", lambda: False)
    monkeypatch.setattr(dev, "has_font", lambda: True)
    monkeypatch.setattr(dev.shutil, "which", lambda name: "apt-get")
    monkeypatch.setattr(dev.os, "geteuid", lambda: 1000)
    with pytest.raises(dev.Trouble) as caught:
        dev.prepare_system(window=False, fresh=True)
    venv = "python{}.{}-venv".format(*sys.version_info[:2])
    assert f"sudo apt-get update && sudo apt-get install -y libegl1 {venv}" in str(caught.value)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about Debian")
def test_root_installs_only_what_is_missing(dev, monkeypatch):
    ran = []
    monkeypatch.setattr(dev, "loads", lambda library: library not in ("libEGL.so.1", "libxcb-cursor.so.0"))
    monkeypatch.setattr(dev, "has_venv", lambda: True)
    monkeypatch.setattr(dev, "has_font", lambda: True)
    monkeypatch.setattr(dev.shutil, "which", lambda name: "apt-get")
    monkeypatch.setattr(dev.os, "geteuid", lambda: 0)
    monkeypatch.setattr(dev, "captured", lambda command, **changes: ran.append(command) or (0, ""))
    dev.prepare_system(window=False, fresh=True)
    assert ran[-1][-1] == "libegl1"
    assert "libxcb-cursor0" not in ran[-1]
    dev.prepare_system(window=True, fresh=True)
    assert ran[-1][-2:] == ["libegl1", "libxcb-cursor0"]


def test_a_finished_environment_needs_no_venv_module(dev, monkeypatch):
    monkeypatch.setattr(dev, "missing_packages", lambda window: [])
    monkeypatch.setattr(dev, "has_venv", lambda: False)
    monkeypatch.setattr(dev, "captured", lambda command, **changes: pytest.fail("ran a command"))
    dev.prepare_system(window=False, fresh=False)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
@pytest.mark.parametrize(
    ("variables", "shown"),
    [
        ({}, False),
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, False),
        ({"QT_QPA_PLATFORM": "vnc"}, True),
    ],
)
def test_a_display_is_recognised(dev, monkeypatch, variables, shown):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert dev.has_display() is shown


def test_without_a_display_the_demonstration_is_played(dev, monkeypatch, capsys):
    ran = []

    def call(command, **changes):
        ran.append(([str(part) for part in command[1:]], changes))
        (dev.ROOT / "build" / "demo").mkdir(parents=True)
        (dev.ROOT / "build" / "demo" / "log.txt").touch()
        return 0

    monkeypatch.setattr(dev, "has_display", lambda: False)
    monkeypatch.setattr(dev, "environment", lambda lock, window: "python")
    monkeypatch.setattr(dev, "call", call)
    assert dev.main(["run"]) == 0
    out = str(dev.ROOT / "build" / "demo")
    assert ran == [(["-m", "wolfling_gui", "demo", "--out", out], {"QT_QPA_PLATFORM": "offscreen"})]
    assert f"Written: {os.path.join('build', 'demo', 'log.txt')}" in capsys.readouterr().out


def test_pytest_arguments_are_passed_on_and_its_code_returned(dev, monkeypatch):
    ran = []
    monkeypatch.setattr(dev, "environment", lambda lock: "python")
    monkeypatch.setattr(dev, "call", lambda command, **changes: ran.append(command) or 5)
    assert dev.main(["test", "--long", "-k", "sight"]) == 5
    assert ran[0][:3] == ["python", "-m", "pytest"]
    assert ran[0][-3:] == ["--long", "-k", "sight"]
    assert "-n" in ran[0]
    dev.main(["test", "-n", "0"])
    assert ran[1] == ["python", "-m", "pytest", "-n", "0"]


def test_bench_prints_ratio_goal_and_whether_it_is_met(dev, monkeypatch, capsys):
    def call(command, **changes):
        entries = [
            {"extra_info": {"work": "sight", "ratio": 25.0, "goal": ">= 20"}},
            {"extra_info": {"work": "repaint", "ratio": 0.5, "goal": "<= 0.25"}},
            {"extra_info": {}},
        ]
        (dev.ROOT / "build" / "bench.json").write_text(json.dumps({"benchmarks": entries}), encoding="utf-8")
        return 0

    (dev.ROOT / "tests" / "benchmarks").mkdir(parents=True)
    monkeypatch.setattr(dev, "environment", lambda lock: "python")
    monkeypatch.setattr(dev, "call", call)
    assert dev.main(["bench"]) == 0
    lines = capsys.readouterr().out.strip().splitlines()
    assert lines[1].split() == ["sight", "25", ">=", "20", "yes"]
    assert lines[2].split() == ["repaint", "0.5", "<=", "0.25", "NO"]
    assert lines[3] == "1 of 2 goals met"


@pytest.mark.parametrize("verb", ["prove", "bench"])
def test_a_checkout_without_the_verbs_tests_says_so(dev, verb, capsys):
    assert dev.main([verb]) == 2
    assert "is missing" in capsys.readouterr().err
