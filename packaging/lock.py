"""Rewrite the locked requirements from pyproject.toml: python packaging/lock.py (needs the dev extra).

Three files come out, each with the hashes of every published wheel, so that one lock serves
Linux, Windows and macOS. Packages that only one system needs are locked by hand in SYSTEM_ONLY:
a resolver running on another system would leave them out.
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
SYSTEM_ONLY = {
    "colorama": 'sys_platform == "win32"',
    "pefile": 'sys_platform == "win32"',
    "pywin32-ctypes": 'sys_platform == "win32"',
    "macholib": 'sys_platform == "darwin"',
}
BUNDLE = ["pyinstaller>=6.5", "pefile", "pywin32-ctypes", "macholib"]
HEADER = "# Locked by packaging/lock.py from pyproject.toml; do not edit by hand.\n"


def compile_lock(name: str, wanted: list[str], constraints: list[Path]) -> Path:
    """Resolve the wanted packages into packaging/NAME with hashes and return its path."""
    target = HERE / name
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "wanted.in"
        lines = [f"-c {path.as_posix()}" for path in constraints]
        source.write_text("\n".join(lines + wanted) + "\n", encoding="utf-8")
        out = Path(folder) / "out.txt"
        environment = {**os.environ, "PIP_CONFIG_FILE": os.devnull}
        environment.pop("PIP_FIND_LINKS", None)
        command = [sys.executable, "-m", "piptools", "compile", "--generate-hashes", "--allow-unsafe"]
        command += ["--strip-extras", "--no-header", "--no-annotate", "--no-emit-index-url", "--quiet"]
        command += ["--no-emit-find-links", "--no-emit-trusted-host", "--output-file", str(out), str(source)]
        subprocess.run(command, check=True, env=environment)
        text = out.read_text(encoding="utf-8")
    for package, marker in SYSTEM_ONLY.items():
        text = re.sub(rf"^({package}==\S+) \\$", rf"\1 ; {marker} \\", text, flags=re.MULTILINE)
    kept = [line for line in text.splitlines() if not line.startswith(("#", "--"))]
    target.write_text(HEADER + "\n".join(kept).strip() + "\n", encoding="utf-8", newline="\n")
    return target


def main() -> None:
    """Write requirements.txt, requirements-dev.txt and requirements-bundle.txt."""
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    runtime, tests = project["dependencies"], project["optional-dependencies"]["test"]
    locked = compile_lock("requirements.txt", runtime, [])
    locked_dev = compile_lock("requirements-dev.txt", [*runtime, *tests, "colorama"], [locked])
    compile_lock("requirements-bundle.txt", [*runtime, *BUNDLE], [locked, locked_dev])


if __name__ == "__main__":
    main()
