"""Put together what a proof found: what falls short, by area, and in plain data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tests.prove.exceptions import Exceptions, Judged, judge
from tests.prove.rules import Proof, Seen
from tests.prove.world import World

LATER: tuple[str, ...] = ()
"""The checks that are still to be made; a whole proof does not succeed without them."""


@dataclass(frozen=True)
class Chosen:
    """Say which rules are looked at: all, an area such as CL-MOVE, or a single rule."""

    area: str = ""
    rule: str = ""

    @property
    def everything(self) -> bool:
        """Tell whether nothing is left out."""
        return not self.area and not self.rule

    def labels(self, world: World) -> tuple[str, ...]:
        """Return the labels of the rules that are looked at."""
        return tuple(
            label
            for label, entry in world.entries.items()
            if (not self.area or entry.area == self.area) and (not self.rule or entry.rule.id == self.rule)
        )


@dataclass(frozen=True)
class Findings:
    """Hold what falls short: rules without proof or case, parameters never read, bound shots."""

    world: World
    labels: tuple[str, ...]
    seen: tuple[Seen, ...]
    proofs: dict[str, Proof]
    rules: Judged
    parameters: Judged
    shots: Judged
    unconsulted: frozenset[str]
    failing: tuple[Seen, ...]
    later: tuple[str, ...]
    windows: tuple[str, ...]
    blunt: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Tell whether nothing falls short."""
        judged = (self.rules, self.parameters, self.shots)
        beyond = self.failing or self.later or self.windows
        return not beyond and not any(j.short or j.needless for j in judged)

    def table(self) -> list[str]:
        """Return the summary by area."""
        rows: list[tuple[str, ...]] = [
            ("area", "rules", "proven", "not proven", "no case", "excused", "parameters", "unread")
        ]
        total: Counter[str] = Counter()
        areas: dict[str, Counter[str]] = {}
        for label in self.labels:
            entry = self.world.entries[label]
            count = areas.setdefault(entry.area, Counter())
            count["rules"] += 1
            count["parameters"] += len(entry.rule.parameters)
            if label in self.rules.excused:
                count["excused"] += 1
            elif label in self.unconsulted:
                count["no case"] += 1
            else:
                count["proven" if self.proofs[label].proven else "not proven"] += 1
        for name in self.parameters.short:
            areas[self.world.entries[name.rpartition(".")[0]].area]["unread"] += 1
        for area, count in areas.items():
            rows.append((area, *(str(count[key]) for key in rows[0][1:])))
            total += count
        rows.append(("all", *(str(total[key]) for key in rows[0][1:])))
        wide = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
        return [
            "  ".join(
                [row[0].ljust(wide[0]), *(cell.rjust(wide[n]) for n, cell in enumerate(row[1:], 1))]
            ).rstrip()
            for row in rows
        ]

    def short(self) -> list[str]:
        """Return line by line what falls short."""
        lines = [f"case fails as it is: {one.name} ({one.place}): {one.failures[0]}" for one in self.failing]
        for label in self.rules.short:
            rule = self.world.entries[label].rule
            where = f"{rule.origin.file}:{rule.origin.line}"
            if label in self.unconsulted:
                lines.append(f"no case: {label} {rule.title} ({where})")
            else:
                cases = self.proofs[label].cases
                lines.append(
                    f"not proven: {label} {rule.title} ({where}): {cases} cases ask for it, "
                    "none notices when it is changed"
                )
        lines += [f"never read: {name}" for name in self.parameters.short]
        by_name = {one.name: one for one in self.seen}
        for name in self.shots.short:
            one = by_name[name]
            lines += [f"shot needs positions: {name} ({one.place}): {text}" for text in one.bound]
        for judged, kind in ((self.rules, "rule"), (self.parameters, "parameter"), (self.shots, "shot")):
            lines += [f"exception no longer needed: {kind} {name}" for name in judged.needless]
        return [*lines, *self.windows, *(f"not checked yet: {text}" for text in self.later)]

    def plain(self) -> dict[str, object]:
        """Return everything as plain data."""
        return {
            "holds": self.holds,
            "rules": {
                label: {
                    "proven": self.proofs[label].proven,
                    "change": self.proofs[label].change,
                    "case": self.proofs[label].case,
                    "cases": self.proofs[label].cases,
                }
                for label in self.labels
            },
            "not proven": [label for label in self.rules.short if label not in self.unconsulted],
            "no case": [label for label in self.rules.short if label in self.unconsulted],
            "never read": list(self.parameters.short),
            "blunt parameters": list(self.blunt),
            "shots that need positions": {
                one.name: list(one.bound) for one in self.seen if one.name in self.shots.short
            },
            "failing cases": [one.name for one in self.failing],
            "needless exceptions": [
                *self.rules.needless, *self.parameters.needless, *self.shots.needless,
            ],
            "windows": list(self.windows),
            "not checked yet": list(self.later),
        }  # fmt: skip


def put_together(
    world: World,
    chosen: Chosen,
    seen: tuple[Seen, ...],
    proofs: dict[str, Proof],
    reasons: Exceptions,
    windows: tuple[str, ...] = (),
) -> Findings:
    """Return what falls short, after the exceptions; a choice of rules judges only their cases and shots.

    `windows` are lines about what falls short in the windows.
    """
    labels = chosen.labels(world)
    wanted = set(labels)
    looked = tuple(one for one in seen if chosen.everything or one.rules & wanted)
    worked = {la for la in labels if world.entries[la].rule.is_sequence}
    consulted = frozenset(label for one in seen for label in (one.rules | (one.named & worked)))
    read = {pair for one in seen for pair in one.parameters}
    names = [(label, name) for label in labels for name in world.entries[label].rule.parameters]
    firing = [one.name for one in looked if one.shots]
    blunt = [f"{label}.{name}" for label in labels for name in proofs[label].blunt or ()]
    unknown = (
        {*reasons.rules} - {*world.entries}
        | {*reasons.parameters} - {f"{la}.{n}" for la, e in world.entries.items() for n in e.rule.parameters}
        | {*reasons.shots} - {one.name for one in seen if one.shots}
        if chosen.everything
        else set()
    )
    return Findings(
        world,
        labels,
        looked,
        proofs,
        judge([la for la in labels if not proofs[la].proven], wanted | unknown, reasons.rules),
        judge(
            [f"{label}.{name}" for label, name in names if (label, name) not in read],
            {f"{label}.{name}" for label, name in names} | unknown,
            reasons.parameters,
        ),
        judge([one.name for one in looked if one.bound], {*firing} | unknown, reasons.shots),
        frozenset(wanted - consulted),
        tuple(one for one in looked if one.failures),
        LATER if chosen.everything else (),
        windows,
        tuple(blunt),
    )
