"""Rewrite the locked requirements from pyproject.toml: python packaging/lock.py (needs the dev extra).

Three files come out, each with the hashes of every published wheel, so that one lock serves
Linux, Windows and macOS. A resolver sees only the system it runs on; what other systems need
beyond that is named here.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
HEADER = "# Locked by packaging/lock.py from pyproject.toml; do not edit by hand.\n"
BUNDLE = ["pyinstaller>=6.5", "pefile", "pywin32-ctypes", "macholib"]
SYSTEM_ONLY = {
    "colorama": 'sys_platform == "win32"',
    "pefile": 'sys_platform == "win32"',
    "pywin32-ctypes": 'sys_platform == "win32"',
    "macholib": 'sys_platform == "darwin"',
}
# Qt wheels for 64-bit ARM Linux after 6.8.0 need a C library newer than that of Debian 12.
OLD_ARM = 'sys_platform == "linux" and platform_machine == "aarch64" and python_version < "3.14"'
NOT_OLD_ARM = 'sys_platform != "linux" or platform_machine != "aarch64" or python_version >= "3.14"'
OLD_ARM_QT = "PySide6-Essentials==6.8.0.2"
QT = ("pyside6-essentials", "shiboken6")


def resolve(wanted: list[str], constraints: list[Path]) -> str:
    """Return the locked lines, with hashes, of the wanted packages and all they need."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / "wanted.in", Path(folder) / "out.txt"
        lines = [f"-c {path.as_posix()}" for path in constraints]
        source.write_text("\n".join(lines + wanted) + "\n", encoding="utf-8")
        environment = {**os.environ, "PIP_CONFIG_FILE": os.devnull}
        environment.pop("PIP_FIND_LINKS", None)
        command = [sys.executable, "-m", "piptools", "compile", "--generate-hashes", "--allow-unsafe"]
        command += ["--strip-extras", "--no-header", "--no-annotate", "--no-emit-index-url", "--quiet"]
        command += ["--no-emit-find-links", "--no-emit-trusted-host", "--output-file", str(out), str(source)]
        subprocess.run(command, check=True, env=environment)
        text = out.read_text(encoding="utf-8")
    kept = [line for line in text.splitlines() if line and not line.startswith(("#", "--"))]
    return "\n".join(kept) + "\n"


def mark(text: str, package: str, marker: str) -> str:
    """Add an environment marker to the line that pins the package."""
    return re.sub(rf"^({package}==\S+) \\$", rf"\1 ; {marker} \\", text, flags=re.MULTILINE)


def write(name: str, text: str, old_arm: str) -> None:
    """Write one lock file: shared pins, pins for one system, and Qt for older ARM Linux."""
    for package, marker in SYSTEM_ONLY.items():
        text = mark(text, package, marker)
    for package in QT:
        text = mark(text, package, NOT_OLD_ARM)
        old_arm = mark(old_arm, package, OLD_ARM)
    (HERE / name).write_text(HEADER + text + old_arm, encoding="utf-8", newline="\n")


def main() -> None:
    """Write requirements.txt, requirements-dev.txt and requirements-bundle.txt."""
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    runtime, tests = project["dependencies"], project["optional-dependencies"]["test"]
    old_arm = resolve([OLD_ARM_QT], [])
    plain = resolve(runtime, [])
    with tempfile.TemporaryDirectory() as folder:
        pins = Path(folder) / "pins.txt"
        pins.write_text(re.sub(r" \\\n(\s+--hash\S+( \\)?\n)+", "\n", plain), encoding="utf-8")
        dev = resolve([*runtime, *tests, "colorama"], [pins])
        pins.write_text(re.sub(r" \\\n(\s+--hash\S+( \\)?\n)+", "\n", dev), encoding="utf-8")
        bundle = resolve([*runtime, *BUNDLE], [pins])
    write("requirements.txt", plain, old_arm)
    write("requirements-dev.txt", dev, old_arm)
    write("requirements-bundle.txt", bundle, old_arm)


if __name__ == "__main__":
    main()
