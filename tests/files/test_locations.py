"""The program finds its data in a checkout, in an installed wheel and in a bundle."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from wolfling_gui.files import locations

SHOW = """
import sys
from wolfling_gui.files import locations
print(locations.__file__)
print(locations.rulesets_dir())
print(locations.resources_dir())
"""


def test_a_checkout_uses_its_own_folders(root):
    assert locations.rulesets_dir() == root / "rulesets"
    assert locations.resources_dir() == root / "resources"


def test_data_inside_the_package_comes_first(tmp_path, monkeypatch):
    (tmp_path / "resources").mkdir()
    (tmp_path / "wolfling_gui" / "_data" / "resources").mkdir(parents=True)
    monkeypatch.setattr(locations, "PACKAGE", tmp_path / "wolfling_gui")
    assert locations.resources_dir() == tmp_path / "wolfling_gui" / "_data" / "resources"


def test_missing_data_says_where_it_was_expected(tmp_path, monkeypatch):
    monkeypatch.setattr(locations, "PACKAGE", tmp_path / "wolfling_gui")
    with pytest.raises(FileNotFoundError, match=r"“rulesets” is missing: expected .* Install Wolfling again"):
        locations.rulesets_dir()


def test_wolfling_home_holds_everything_of_the_player(tmp_path, monkeypatch):
    monkeypatch.setenv("WOLFLING_HOME", str(tmp_path))
    assert locations.user_data_dir() == tmp_path / "data"
    assert locations.user_config_dir() == tmp_path / "config"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have folders of their own")
def test_without_it_the_folders_of_the_system_are_used(own_home, monkeypatch):
    monkeypatch.delenv("WOLFLING_HOME")
    assert locations.user_data_dir() == own_home / "xdg_data_home" / "wolfling"
    assert locations.user_config_dir() == own_home / "xdg_config_home" / "wolfling"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """Build the wheel with the installed back end, without network."""
    root = Path(__file__).resolve().parent.parent.parent
    target = tmp_path_factory.mktemp("wheel")
    build = f"from hatchling.build import build_wheel; print(build_wheel({str(target)!r}))"
    command = [sys.executable, "-c", build]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(target.glob("wolfling-*.whl"))


@pytest.mark.timeout(120)
def test_the_wheel_holds_every_data_file(wheel, root):
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("rulesets", "resources"):
        files = [path for path in (root / folder).rglob("*") if path.is_file()]
        shipped = [path for path in files if not path.name.startswith(".") and path.suffix != ".pyc"]
        assert shipped
        missing = {f"wolfling_gui/_data/{path.relative_to(root).as_posix()}" for path in shipped} - names
        assert not missing
    assert not [name for name in names if name.startswith(("tests/", "packaging/"))]


@pytest.mark.timeout(120)
def test_an_installed_wheel_finds_its_data(wheel, tmp_path):
    target = tmp_path / "installed"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*command, "--target", str(target), str(wheel)], check=True, timeout=100)
    path = os.pathsep.join([str(target), sysconfig.get_paths()["purelib"]])
    done = subprocess.run(
        [sys.executable, "-c", SHOW],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    module, rulesets, resources = (Path(line) for line in done.stdout.split("\n")[:3])
    assert target in module.parents
    data = target / "wolfling_gui" / "_data"
    assert rulesets == data / "rulesets"
    assert resources == data / "resources"
    assert (resources / "fonts" / "Inter-Regular.otf").is_file()
