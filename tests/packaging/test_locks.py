"""The locked requirements: complete, hashed, and the same for everybody."""

from __future__ import annotations

import re
import tomllib

import pytest
from packaging.requirements import Requirement

LOCKS = ["requirements.txt", "requirements-dev.txt", "requirements-bundle.txt"]


def pins(text):
    """Return each pin as a requirement with the number of its hashes."""
    joined = re.sub(r"\\\n\s*", "", text)
    lines = [line for line in joined.splitlines() if line and not line.startswith("#")]
    return [(Requirement(line.split("--hash")[0]), line.count("--hash=sha256:")) for line in lines]


@pytest.fixture(params=LOCKS)
def lock(request, root):
    return (root / "packaging" / request.param).read_text(encoding="utf-8")


def test_every_package_is_pinned_and_hashed(lock):
    for requirement, hashes in pins(lock):
        assert re.fullmatch(r"==[^*]+", str(requirement.specifier)), requirement
        assert hashes > 0, requirement


def test_no_line_chooses_where_packages_come_from(lock):
    assert not re.search(r"^\s*(-i|-f|--index|--extra|--find|--trusted)|://", lock, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("system", "machine", "python"),
    [
        ("linux", "x86_64", "3.11"),
        ("linux", "aarch64", "3.11"),
        ("linux", "aarch64", "3.14"),
        ("win32", "AMD64", "3.13"),
        ("darwin", "arm64", "3.12"),
    ],
)
def test_each_system_gets_exactly_one_allowed_version_of_everything(root, lock, system, machine, python):
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    there = {"sys_platform": system, "platform_machine": machine, "python_version": python}
    chosen = [pin for pin, _ in pins(lock) if pin.marker is None or pin.marker.evaluate(there)]
    names = [pin.name.lower() for pin in chosen]
    assert len(names) == len(set(names))
    versions = {pin.name.lower(): next(iter(pin.specifier)).version for pin in chosen}
    for wanted in map(Requirement, project["dependencies"]):
        assert versions[wanted.name.lower()] in wanted.specifier


def test_the_locks_agree_with_each_other(root):
    seen = {}
    for name in LOCKS:
        for pin, _ in pins((root / "packaging" / name).read_text(encoding="utf-8")):
            key = (pin.name, str(pin.marker))
            assert seen.setdefault(key, str(pin.specifier)) == str(pin.specifier), (name, key)


def test_the_lock_of_the_tests_holds_every_test_tool(root):
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (root / "packaging" / "requirements-dev.txt").read_text(encoding="utf-8")
    locked = {pin.name.lower() for pin, _ in pins(text)}
    wanted = {Requirement(line).name.lower() for line in project["optional-dependencies"]["test"]}
    assert wanted <= locked
