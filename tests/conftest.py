"""Shared settings: no screen is needed, nobody's files are touched, chance is repeatable."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import hypothesis
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_profile = hypothesis.settings.register_profile
_profile("default", max_examples=40, deadline=None, derandomize=True, database=None)
_profile("long", max_examples=1000, deadline=None, print_blob=True)

LONG_TEST_SECONDS = 1800
USER_FOLDERS = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
_numbers = itertools.count()


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="also run the tests that take minutes")


def pytest_configure(config):
    if not config.getoption("--hypothesis-profile", None):
        hypothesis.settings.load_profile("long" if config.getoption("--long") else "default")


def pytest_collection_modifyitems(config, items):
    asked = config.getoption("--long")
    for item in items:
        if item.get_closest_marker("long") is None:
            continue
        if not asked:
            item.add_marker(pytest.mark.skip(reason="takes minutes; runs with --long"))
        elif item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(LONG_TEST_SECONDS))


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the top folder of the checkout."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def _homes(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def own_home(_homes, monkeypatch) -> Path:
    """Give every test empty user folders of its own."""
    home = _homes / str(next(_numbers))
    monkeypatch.setenv("WOLFLING_HOME", str(home / "wolfling"))
    for name in USER_FOLDERS:
        monkeypatch.setenv(name, str(home / name.lower()))
    return home
