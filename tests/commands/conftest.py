"""Files of cases, one that passes and one that fails."""

from __future__ import annotations

import pytest

from tests.commands.line import BAD, GOOD


@pytest.fixture
def good(tmp_path):
    file = tmp_path / "good.yaml"
    file.write_text(GOOD, encoding="utf-8")
    return file


@pytest.fixture
def bad(tmp_path):
    file = tmp_path / "bad.yaml"
    file.write_text(BAD, encoding="utf-8")
    return file
