"""Run, test, measure and bundle Wolfling from a checkout, on a bare machine.

    python3 packaging/dev.py run [FILE]       open the app, or play the demonstration without a display
    python3 packaging/dev.py test [--long]    run all tests; further arguments go to pytest
    python3 packaging/dev.py bench            measure speed against naive references
    python3 packaging/dev.py bundle           make a stand-alone program in dist/
    python3 packaging/dev.py prove            check that rules, windows and keys hold what they promise

Only the standard library is used, and the syntax stays readable for older Pythons, so that they
can say what is missing. The packages live in .venv; .venv.bundle holds those for `bundle`.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "packaging"
OLDEST = (3, 11)
STAMP, INSTALLING = "wolfling-stamp.json", "wolfling-installing"
RUNTIME, TESTS, BUNDLE = "requirements.txt", "requirements-dev.txt", "requirements-bundle.txt"
CONTAINS = {TESTS: (TESTS, RUNTIME), RUNTIME: (RUNTIME,), BUNDLE: (BUNDLE, RUNTIME)}

# Shared library -> Debian package. The first table lets Qt start at all, the second shows a window.
LIBRARIES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
}
WINDOW_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
FONT_PACKAGE = "fonts-dejavu-core"
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
OFFLINE_SIGNS = (
    "name resolution",
    "getaddrinfo",
    "NewConnectionError",
    "Connection refused",
    "Network is unreachable",
    "ConnectTimeout",
    "Max retries exceeded",
)
PROBE = "from PySide6 import QtWidgets; QtWidgets.QApplication([])"


class Trouble(Exception):
    """Something the person at the keyboard can put right; its text is one line."""


def say(text):
    """Print a line at once, ahead of what child processes print."""
    print(text, flush=True)


def call(command, **changes):
    """Run a command in the checkout and return its exit code; Ctrl-C reaches the command too."""
    environment = {**os.environ, "PYTHONNOUSERSITE": "1", **changes}
    environment.pop("PYTHONHOME", None)
    environment.pop("PYTHONPATH", None)
    child = subprocess.Popen([str(part) for part in command], cwd=str(ROOT), env=environment)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            continue


def captured(command, **changes):
    """Run a command quietly and return its exit code and all it printed."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=str(ROOT),
        env={**os.environ, "PYTHONNOUSERSITE": "1", **changes},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8", "replace")


# --- what the system must provide ---------------------------------------------------------------


def has_display():
    """Tell whether a window can be opened."""
    if os.environ.get("QT_QPA_PLATFORM"):
        return os.environ["QT_QPA_PLATFORM"] not in ("offscreen", "minimal")
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def loads(library):
    """Tell whether a shared library can be loaded."""
    import ctypes

    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def has_font():
    """Tell whether any font is installed; Qt draws boxes without one."""
    folders = (Path(folder).expanduser() for folder in FONT_FOLDERS)
    return any(next(folder.rglob(end), None) for folder in folders for end in ("*.ttf", "*.otf"))


def has_venv():
    """Tell whether this Python can make an environment; Debian's own may not."""
    code, _ = captured([sys.executable, "-c", "import venv, ensurepip"])
    return code == 0


def missing_libraries(window):
    """List the shared libraries that Qt needs and this Linux does not have."""
    if not sys.platform.startswith("linux"):
        return []
    wanted = {**LIBRARIES, **(WINDOW_LIBRARIES if window else {})}
    return [library for library in wanted if not loads(library)]


def missing_packages(window):
    """List the Debian packages that would supply what is missing."""
    wanted = {**LIBRARIES, **WINDOW_LIBRARIES}
    packages = [wanted[library] for library in missing_libraries(window)]
    if sys.platform.startswith("linux") and not has_font():
        packages.append(FONT_PACKAGE)
    return packages


def apt_command(packages):
    """Return the one command that installs Debian packages."""
    return "sudo apt-get update && sudo apt-get install -y " + " ".join(packages)


def prepare_system(window, fresh, extra=()):
    """As root on Debian or Ubuntu install what is missing; elsewhere say the one command if it must be.

    A fresh environment is going to be made, which Debian's own Python may need a package for.
    """
    packages = missing_packages(window) + list(extra)
    if fresh and not has_venv():
        packages.append(f"python{sys.version_info[0]}.{sys.version_info[1]}-venv")
    if not packages:
        return
    apt = shutil.which("apt-get")
    if apt and hasattr(os, "geteuid") and os.geteuid() == 0:
        say("Installing system packages: " + " ".join(packages))
        changes = {"DEBIAN_FRONTEND": "noninteractive"}
        captured([apt, "update", "-qq"], **changes)
        install = [apt, "install", "-y", "-qq", "--no-install-recommends", *packages]
        code, output = captured(install, **changes)
        if code:
            say(output.strip()[-2000:])
            say("Some system packages could not be installed; going on without them.")
    if fresh and not has_venv():
        if apt:
            raise Trouble("this Python cannot make an environment; run: " + apt_command(packages))
        raise Trouble("this Python lacks the modules venv and ensurepip; install them or another Python")


def check_qt(python, window):
    """Start Qt once in a child process; raise Trouble naming what the system lacks."""
    shown = {} if window else {"QT_QPA_PLATFORM": "offscreen"}
    code, output = captured([python, "-c", PROBE], **shown)
    if code == 0:
        return
    if not sys.platform.startswith("linux"):
        raise Trouble("Qt does not start: " + last_line(output))
    packages = missing_packages(window)
    if packages and shutil.which("apt-get"):
        raise Trouble("Qt does not start without some system packages; run: " + apt_command(packages))
    lacking = missing_libraries(window)
    if lacking:
        raise Trouble("Qt does not start; install the system libraries " + " ".join(lacking))
    raise Trouble("Qt does not start: " + last_line(output))


def last_line(text):
    """Return the last line that says something."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason given"


# --- the environment ----------------------------------------------------------------------------


@contextmanager
def only_one():
    """Let one run at a time make or fill environments; the lock goes when its process ends."""
    with open(str(ROOT / ".venv.lock"), "a+", encoding="utf-8") as handle:
        if os.name == "nt":
            import msvcrt
            import time

            told = False
            while True:
                try:
                    handle.seek(0)
                    msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
                    break
                except OSError:
                    if not told:
                        say("Another run is preparing the environment; waiting for it.")
                    told = True
                    time.sleep(0.5)
        else:
            import fcntl

            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                say("Another run is preparing the environment; waiting for it.")
                fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def python_of(folder):
    """Return the Python of an environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def is_sound(folder):
    """Tell whether an environment was finished, still runs, and is new enough."""
    python = python_of(folder)
    if not python.exists() or (folder / INSTALLING).exists():
        return False
    wanted = f"import sys; sys.exit(sys.version_info < {OLDEST})"
    return captured([python, "-c", wanted])[0] == 0 and captured([python, "-m", "pip", "--version"])[0] == 0


def read_stamp(folder):
    """Return what was installed into an environment: lock name -> digest."""
    try:
        stamp = json.loads((folder / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def digest(lock):
    """Return the digest of a lock file."""
    return hashlib.sha256((PACKAGING / lock).read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def make(folder):
    """Make a fresh environment, in place of a broken one if need be."""
    if folder.exists() or folder.is_symlink():
        say(f"The environment {folder.name} is broken or half made; making it anew.")
        if folder.is_dir() and not folder.is_symlink():
            shutil.rmtree(str(folder))
        else:
            folder.unlink()
    say(f"Making {folder.name} with Python {sys.version_info[0]}.{sys.version_info[1]}.")
    code, output = captured([sys.executable, "-m", "venv", folder])
    if code:
        raise Trouble("the environment could not be made: " + last_line(output))


def install(folder, lock):
    """Install the locked packages, every file checked against its hash."""
    count = sum("==" in line for line in (PACKAGING / lock).read_text(encoding="utf-8").splitlines())
    say(f"Installing up to {count} locked packages into {folder.name} (only when the lock changed).")
    (folder / INSTALLING).touch()
    command = [python_of(folder), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--no-input", "--retries", "2", "--require-hashes", "-r", PACKAGING / lock]
    code, output = captured(command)
    (folder / INSTALLING).unlink()
    if code == 0:
        return
    if any(sign in output for sign in OFFLINE_SIGNS):
        raise Trouble("no network: the packages could not be fetched; connect and run the same command again")
    say(output.strip()[-3000:])
    raise Trouble("the packages could not be installed; the reason is above")


def environment(lock, name=".venv", window=False):
    """Return the Python of an environment that holds what the lock lists, making it where needed."""
    folder = ROOT / name
    with only_one():
        sound = is_sound(folder)
        # A bundle carries the libraries of a window, whether or not it is made beside one.
        prepare_system(window or lock == BUNDLE, not sound, binutils() if lock == BUNDLE else ())
        if not sound:
            make(folder)
        stamp = read_stamp(folder)
        if stamp.get(lock) != digest(lock):
            install(folder, lock)
            stamp = {**stamp, **{part: digest(part) for part in CONTAINS[lock]}, "qt": False}
            write_stamp(folder, stamp)
        if not stamp.get("qt") or missing_libraries(window):
            check_qt(python_of(folder), window)
            write_stamp(folder, {**stamp, "qt": True})
    return python_of(folder)


def write_stamp(folder, stamp):
    """Keep what was installed."""
    (folder / STAMP).write_text(json.dumps(stamp, indent=1), encoding="utf-8")


def binutils():
    """Return the Debian package that the bundler needs on Linux and does not find."""
    return ["binutils"] if sys.platform.startswith("linux") and not shutil.which("objdump") else []


# --- the verbs ----------------------------------------------------------------------------------


def run(arguments):
    """Open the app, or without a display play the demonstration or draw the file."""
    files = [argument for argument in arguments if not argument.startswith("-")]
    if len(files) != len(arguments) or len(files) > 1:
        raise Trouble("run takes at most one file: python3 packaging/dev.py run [FILE]")
    paths = [Path(name).resolve() for name in files]
    for path in paths:
        if not path.exists():
            raise Trouble(f"there is no file {path}")
    window = has_display()
    python = environment(RUNTIME, window=window)
    if window:
        return call([python, "-m", "wolfling_gui", *paths])
    offscreen = {"QT_QPA_PLATFORM": "offscreen"}
    if paths:
        target = ROOT / "build" / "shots" / (paths[0].stem + ".png")
        target.parent.mkdir(parents=True, exist_ok=True)
        say("There is no display; drawing the file instead.")
        code = call([python, "-m", "wolfling_gui", "screenshot", paths[0], "-o", target], **offscreen)
        made = [target]
    else:
        target = ROOT / "build" / "demo"
        say("There is no display; playing the demonstration battle instead.")
        code = call([python, "-m", "wolfling_gui", "demo", "--out", target], **offscreen)
        made = sorted(target.iterdir()) if target.is_dir() else []
    if code == 0:
        for path in made:
            say(f"Written: {path.relative_to(ROOT)}")
    return code


def test(arguments):
    """Run the tests; the last line is pytest's own."""
    python = environment(TESTS)
    alone = ("-n", "-s", "--pdb", "--numprocesses", "--capture=no", "--collect-only", "--co")
    spread = []
    if not any(argument.split("=")[0] in alone or argument in alone for argument in arguments):
        spread = ["-n", str(max(1, min(4, os.cpu_count() or 1))), "--dist", "worksteal"]
    return call([python, "-m", "pytest", *spread, *arguments], QT_QPA_PLATFORM="offscreen")


def bench(arguments):
    """Run the benchmarks and print ratio, goal and whether it is met."""
    if not (ROOT / "tests" / "benchmarks").is_dir():
        raise Trouble("there are no benchmarks: tests/benchmarks is missing")
    python = environment(TESTS)
    target = ROOT / "build" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    if target.exists():
        target.unlink()
    command = [python, "-m", "pytest", "tests/benchmarks", "-q", "-p", "no:xdist", "--benchmark-enable"]
    command += ["--benchmark-quiet", "--benchmark-json", target, *arguments]
    code = call(command, QT_QPA_PLATFORM="offscreen")
    if target.exists():
        print_ratios(json.loads(target.read_text(encoding="utf-8")).get("benchmarks", []))
    return code


def print_ratios(benchmarks):
    """Print the table of all benchmarks that name their work, ratio and goal in extra_info."""
    rows = [entry.get("extra_info", {}) for entry in benchmarks]
    rows = [row for row in rows if {"work", "ratio", "goal"} <= row.keys()]
    if not rows:
        say("No benchmark reported a ratio.")
        return
    wide = max(len(row["work"]) for row in rows)
    say(f"\n{'work':<{wide}}  {'ratio':>10}  {'goal':>10}  met?")
    met = 0
    for row in rows:
        work, ratio, goal = row["work"], row["ratio"], row["goal"]
        good = is_met(ratio, goal)
        met += good
        say(f"{work:<{wide}}  {ratio:>10.4g}  {goal:>10}  {'yes' if good else 'NO'}")
    say(f"{met} of {len(rows)} goals met")


def is_met(ratio, goal):
    """Compare a ratio with a goal such as "<= 0.25" or ">= 20"."""
    sign, number = goal.split()
    return ratio <= float(number) if sign == "<=" else ratio >= float(number)


def bundle(arguments):
    """Make a stand-alone program with PyInstaller."""
    python = environment(BUNDLE, ".venv.bundle")
    command = [python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", "--distpath", ROOT / "dist"]
    command += ["--workpath", ROOT / "build" / "pyinstaller", *arguments, PACKAGING / "wolfling.spec"]
    code = call(command)
    if code == 0:
        say("Made: dist/wolfling")
    return code


def prove(arguments):
    """Check that every rule is proven by its cases."""
    tests = ROOT / "tests"
    if not (tests / "prove.py").exists() and not (tests / "prove" / "__main__.py").exists():
        raise Trouble("there is nothing to prove with: tests/prove is missing in this checkout")
    python = environment(TESTS)
    return call([python, "-m", "tests.prove", *arguments], QT_QPA_PLATFORM="offscreen")


VERBS = {"run": run, "test": test, "bench": bench, "bundle": bundle, "prove": prove}


def main(arguments):
    """Do what the first argument says and return the exit code."""
    if arguments[:1] in (["-h"], ["--help"], ["help"]):
        say(__doc__.strip())
        return 0
    try:
        if sys.version_info < OLDEST:
            have = ".".join(str(part) for part in sys.version_info[:3])
            raise Trouble(f"Wolfling needs Python 3.11 or newer, this is {have}; start it with a newer one")
        if not arguments or arguments[0] not in VERBS:
            got = "nothing" if not arguments else repr(arguments[0])
            raise Trouble(f"expected one of {', '.join(VERBS)}; got {got}")
        return VERBS[arguments[0]](arguments[1:])
    except Trouble as trouble:
        sys.stdout.flush()
        print(f"dev.py: {trouble}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("dev.py: stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
