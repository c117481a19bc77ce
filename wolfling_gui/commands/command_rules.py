"""`wolfling rules`: list the rules, and with cases which of them are consulted."""

from __future__ import annotations

import argparse
from collections import Counter

from wolfling_gui.commands.trouble import CommandError, existing, telling, write_json


def describe(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("--ruleset", metavar="NAME", help="only the rules that are written in this ruleset")
    parser.add_argument("--cases", metavar="DIR", help="run the cases of a folder or file")
    parser.add_argument(
        "--json", action="store_true", help="write a list of id, ruleset, title, kind, implemented, cases"
    )
    parser.epilog = (
        "“Implemented” means: the rule or a parameter of it was consulted while a case ran; “cases” counts "
        "the cases that did. A worked sequence is implemented when the cases that name it pass. Without "
        "--cases nothing runs: implemented is false and cases 0 for every rule."
    )


def run(arguments: argparse.Namespace) -> int:
    """List the rules; raises CommandError for an unknown ruleset."""
    from wolfling_gui.files.rulesets import load_catalogue, ruleset_info, ruleset_names

    with telling():
        names = ruleset_names()
        if arguments.ruleset is not None and arguments.ruleset not in names:
            raise CommandError(
                f"There is no ruleset “{arguments.ruleset}”. Expected one of {', '.join(names)}.", 2
            )
        counts = _counts(arguments.cases)
        listed: list[dict[str, object]] = []
        for name in names:
            if arguments.ruleset not in (None, name):
                continue
            core = ruleset_info(name).core
            below = load_catalogue(core) if core else None
            for rule in load_catalogue(name).rules.values():
                if below is not None and rule.id in below and below.rule(rule.id) is rule:
                    continue
                listed.append(
                    {
                        "id": rule.id,
                        "ruleset": name,
                        "title": rule.title,
                        "kind": rule.kind,
                        "implemented": counts[rule.id] > 0,
                        "cases": counts[rule.id],
                    }
                )
    if arguments.json:
        write_json(listed)
        return 0
    for entry in listed:
        tail = f"  {entry['cases']} cases" if arguments.cases else ""
        mark = "" if not arguments.cases else ("* " if entry["implemented"] else "  ")
        print(f"{mark}{entry['id']:<12} {entry['title']}{tail}")
    done = sum(1 for entry in listed if entry["implemented"])
    print(f"{len(listed)} rules" + (f", {done} implemented (*)." if arguments.cases else "."))
    return 0


def _counts(cases: str | None) -> Counter[str]:
    """Return how many cases consulted each rule, by itself or by a parameter.

    Nothing consults a worked sequence: the cases that name it count, if all of them pass.
    """
    from wolfling_gui.files.cases import case_files, read_cases
    from wolfling_gui.files.rulesets import load_catalogue
    from wolfling_gui.session.cases import run_case

    counts: Counter[str] = Counter()
    failed: set[str] = set()
    if cases is None:
        return counts
    for file in case_files([existing(cases)]):
        for case in read_cases(file):
            result = run_case(case)
            catalogue = load_catalogue(case.ruleset)
            worked = [rule for rule in case.rules if catalogue.rule(rule).is_sequence]
            counts.update(worked if result.passed else ())
            failed.update(() if result.passed else worked)
            counts.update(result.rules | {rule for rule, _ in result.parameters})
    return Counter({rule: count for rule, count in counts.items() if rule not in failed})
