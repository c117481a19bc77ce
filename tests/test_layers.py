"""Hold the layers: the import contracts of pyproject.toml are kept, and they bite."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

CHECK = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"

pytestmark = pytest.mark.timeout(240)


def lint(folder):
    command = [sys.executable, "-c", CHECK]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=200)


def test_the_package_keeps_its_contracts(root):
    done = lint(root)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("core", "import wolfling_gui.geometry", "Layers import only downwards"),
        ("geometry", "import wolfling_gui.rules", "Layers import only downwards"),
        ("rules", "import wolfling_gui.files", "Layers import only downwards"),
        ("files", "import wolfling_gui.session", "Layers import only downwards"),
        ("session", "import wolfling_gui.ui", "Layers import only downwards"),
        ("session", "from PySide6 import QtCore", "Qt is used only in ui"),
        ("core", "import numpy", "core uses only the standard library and msgspec"),
        ("rules", "import yaml", "geometry and rules read no files"),
    ],
)
def test_a_planted_violation_is_found(root, tmp_path, module, line, contract):
    for name in ("core", "geometry", "rules", "files", "session", "ui"):
        (tmp_path / "wolfling_gui" / name).mkdir(parents=True)
        (tmp_path / "wolfling_gui" / name / "__init__.py").touch()
    (tmp_path / "wolfling_gui" / "__init__.py").touch()
    (tmp_path / "wolfling_gui" / module / "planted.py").write_text(line + "\n", encoding="utf-8")
    shutil.copy(root / "pyproject.toml", tmp_path)
    done = lint(tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"{contract} BROKEN" in done.stdout
