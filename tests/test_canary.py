"""Watch the Qt binding: some versions lose references of None and abort the process in the end."""

from __future__ import annotations

import sys

import PySide6
import pytest

CALLS = 1000


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_void_qt_methods_keep_the_reference_count_of_none(qapp):
    from PySide6.QtCore import QObject

    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        thing.setObjectName("canary")
    # Pytest and Qt hold a few references of their own; a loss or leak per call would be a thousand.
    assert abs(sys.getrefcount(None) - before) < CALLS // 20


def test_the_binding_is_older_than_the_unsound_versions():
    assert tuple(int(part) for part in PySide6.__version__.split(".")[:2]) < (6, 12)
