"""Run the proofs and list what falls short: `python3 packaging/dev.py prove [NAME …]`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.prove.rules import prove
from wolfling_gui.files.cases import case_files, read_cases
from wolfling_gui.files.reader import Reader
from wolfling_gui.files.strict_yaml import load_file

FOLDER = Path(__file__).resolve().parent
CASES = FOLDER.parent / "cases"
EXCEPTIONS = FOLDER / "exceptions.yaml"


def excepted(part: str) -> dict[str, str]:
    """Return what is excepted from a proof, each with its reason."""
    reader = Reader(load_file(EXCEPTIONS))
    reader.mapping((), ("format", "toothless", "unread"))
    found = {name: item.text() for name, item in reader.entries(part, optional=True)}
    reader.finish()
    return found


def rules() -> list[str]:
    """Prove that each rule's absence or change makes a case fail, and that each parameter is read."""
    cases = [case for file in case_files([CASES]) for case in read_cases(file)]
    proof = prove(cases)
    print(f"{len(cases)} cases, {len(proof.rules)} rules consulted.")
    found = [f"The case “{name}” fails as it is." for name in proof.failing]
    for part, listed, said in (
        ("toothless", proof.toothless, "no case fails when the rule is off or a number of it is moved"),
        ("unread", proof.unread, "no case reads the parameter"),
    ):
        reasons = excepted(part)
        found += [f"{name}: {said}." for name in listed if name not in reasons]
        found += [
            f"{name}: the exception under “{part}” is not needed." for name in reasons if name not in listed
        ]
    return found


PROOFS: Mapping[str, Callable[[], list[str]]] = {"rules": rules}
"""The proofs by name; each returns what falls short, one sentence each."""


def main(names: list[str]) -> int:
    """Run the proofs named, or all, and return 1 when something falls short."""
    unknown = [name for name in names if name not in PROOFS]
    if unknown:
        print(f"There is no proof {', '.join(unknown)}; expected {', '.join(PROOFS)}.", file=sys.stderr)
        return 2
    short = [text for name in names or PROOFS for text in PROOFS[name]()]
    for text in short:
        print(text)
    print(f"{len(short)} things fall short." if short else "Everything is proven.")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
