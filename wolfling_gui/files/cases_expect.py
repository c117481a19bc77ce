"""Read what must come out of a rule case: findings, answers with their numbers, results and measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from wolfling_gui.core.forces import ConditionKind
from wolfling_gui.files.cases_actions import ActionReader
from wolfling_gui.files.cases_position import place_in
from wolfling_gui.files.cases_values import (
    AfterCheck,
    AnswerStep,
    Because,
    FindingCheck,
    Measure,
    NumberCheck,
)
from wolfling_gui.files.problems import did_you_mean, shown
from wolfling_gui.files.reader import Reader, Step
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.rules.special_rules import as_rule

FINDING_KEYS = ("rule", "effect", "says", "about", "value", "limit", "margin", "facts")
EFFECTS = ("forbids", "warns", "permits", "asks")
NUMBER_KEYS = ("needs", "reroll", "because", "dropped")
RESULTS = ("hits", "wounds", "saved", "unsaved")
ANSWER_KEYS = (*NUMBER_KEYS, *RESULTS, "dice because", "rule", "side", "about", "fits")
THEN_KEYS = (
    "casualties", "lost", "left", "conditions", "places", "score", "won by", "clock", "doors", "walls",
    "zones", "reserve", "owners", "mission", "log", "not logged",
)  # fmt: skip
PAIRS = (
    "gap", "contact", "overlap", "sight", "to hit", "to wound", "save", "shots", "cover", "shared zone",
    "contact places", "floor contact", "assault distance", "may assault",
)  # fmt: skip
SINGLES = (
    "coherent", "limit", "zones", "toughness", "holder", "kill points", "below half", "lost a quarter",
    "structure", "place", "may go to ground", "fleet", "large", "seems", "profile", "weapons",
    "assault move", "fall back", "usual terrain", "usual base", "usual door", "morale", "flight", "fights as",
)  # fmt: skip
OTHERS = ("within", "d3", "standings", "force", "map", "marker")
UNIT_MEASURES = (
    "coherent", "limit", "toughness", "below half", "lost a quarter", "may go to ground", "fleet",
    "assault move", "fall back", "morale", "flight", "fights as",
)  # fmt: skip
MEASURES = (*PAIRS, *SINGLES, *OTHERS)
MEASURE_KEYS = ("is", "because", "dropped", "reroll")
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "sight": ("by", "rule", "hidden"),
    "limit": ("mode",),
    "place": ("at", "by"),
    "force": ("by",),
    "map": ("by",),
    "may go to ground": ("by",),
    "fleet": ("by", "to"),
    "coherent": ("by", "margin"),
    "zones": ("at",),
    "profile": ("by",),
    "weapons": ("by",),
    "contact places": ("by",),
    "may assault": ("by",),
    "assault move": ("dice",),
    "fall back": ("rule",),
    "morale": ("lost by",),
    "flight": ("inches", "through"),
    "marker": ("size", "level"),
    **dict.fromkeys(
        ("to hit", "to wound", "save", "shots", "cover"), ("weapon", "weapons", "facts", "model", "silent")
    ),
}


class ExpectReader:
    """Read expectations for one case: its models and units, and the rules of its set."""

    def __init__(self, actions: ActionReader, catalogue: Catalogue) -> None:
        """Begin with the reader of the case's actions and the rules that can be named."""
        self.actions = actions
        self.catalogue = catalogue

    # ------------------------------------------------------------------ rule ids

    def rule(self, part: Reader, step: Step = ()) -> str:
        """Read a rule id."""
        name = part.text(step)
        self.known_rule(part, step, name)
        return name

    def known_rule(self, part: Reader, step: Step, name: str, *, key: bool = False) -> None:
        """Note a problem for an id that no rule bears."""
        if name and name not in self.catalogue:
            hint = did_you_mean(name, self.catalogue.rules)
            part.problem(step, f"There is no rule {shown(name)}", hint=hint, key=key)

    def rules(self, part: Reader, step: str) -> tuple[str, ...]:
        """Read a list of rule ids, or a single one."""
        if isinstance(part.value(step), str):
            return (self.rule(part, step),)
        return tuple(self.rule(item) for item in part.sequence(step, ()))

    # ------------------------------------------------------------------ verdicts

    def finding(self, part: Reader) -> FindingCheck:
        """Read what one finding must say."""
        part.mapping((), FINDING_KEYS, ("rule",))
        about = part.value("about")
        names = (part.text("about"),) if isinstance(about, str) else part.texts("about", ())
        return FindingCheck(
            part.place(),
            self.rule(part, "rule"),
            part.choice("effect", EFFECTS) if part.has("effect") else "",
            part.text("says", ""),
            tuple(self.name(name) for name in names),
            part.number("value") if part.has("value") else None,
            part.number("limit") if part.has("limit") else None,
            part.number("margin") if part.has("margin") else None,
            {name: item.value() for name, item in part.entries("facts", optional=True)},
        )

    def name(self, name: str) -> str:
        """Return the id that a name means: a unit of one stands for its model only where one is meant."""
        return name

    # ------------------------------------------------------------------ numbers and answers

    def number(self, part: Reader) -> NumberCheck:
        """Read what an explained number must be."""
        return NumberCheck(
            self._needed(part, "needs"),
            part.integer("reroll") if part.has("reroll") else None,
            self._because(part) if part.has("because") else None,
            self._dropped(part) if part.has("dropped") else None,
        )

    def _needed(self, part: Reader, step: str) -> int | None:
        value = part.value(step)
        if value is None:
            return None
        plain = _plain(value)
        return plain if isinstance(value, str) and isinstance(plain, int) else part.integer(step)

    def _because(self, part: Reader, key: str = "because") -> Because:
        found: list[tuple[str, int | float | None]] = []
        for item in part.sequence(key):
            value = item.value()
            if isinstance(value, dict) and len(value) == 1:
                (name,) = value
                self.known_rule(item, (name,), str(name), key=True)
                found.append((str(name), item.number(name)))
            else:
                found.append((self.rule(item), None))
        return tuple(found)

    def _dropped(self, part: Reader) -> tuple[tuple[str, str], ...]:
        found = []
        for name, item in part.entries("dropped"):
            self.known_rule(item, (), name, key=True)
            found.append((name, self.rule(item)))
        return tuple(found)

    def answer(self, part: Reader) -> AnswerStep:
        """Read one answer: dice by the name of their roll, or a choice, an allocation, a yes or no."""
        value = part.value()
        if not isinstance(value, dict):
            part.problem(
                (), f"Found {shown(value)}", "an answer, such as “to hit: [3, 4]” or “choose: first”"
            )
            return AnswerStep(part.place(), "", None)
        asked = [str(key) for key in value if key not in ANSWER_KEYS]
        if len(asked) != 1:
            expected = "one roll by its name, such as “to hit”, or one of choose, allocate, put, confirm"
            part.problem((), f"The answer names {', '.join(asked) or 'nothing'}", expected)
            return AnswerStep(part.place(), "", None)
        name = asked[0]
        results = {key: part.integer(key, at_least=0) for key in RESULTS if part.has(key)}
        about = part.value("about")
        return AnswerStep(
            part.place(name, key=True),
            name,
            self._answer(part, name),
            self.number(part),
            self.rule(part, "rule") if part.has("rule") else "",
            part.text("side", ""),
            (part.text("about"),) if isinstance(about, str) else part.texts("about", ()),
            results,
            part.boolean("fits", True),
            self._because(part, "dice because") if part.has("dice because") else None,
        )

    def _answer(self, part: Reader, name: str) -> object:
        match name:
            case "choose":
                return part.text(name)
            case "confirm":
                return part.boolean(name)
            case "allocate":
                units = self.actions.battle.units
                return {
                    one if one in units else self.actions.model_named(item, (), one, key=True): item.integer(
                        at_least=0
                    )
                    for one, item in part.entries(name)
                }
            case "put":
                return {
                    self.actions.model_named(item, (), model, key=True): place_in(item)
                    for model, item in part.entries(name)
                }
        if isinstance(part.value(name), dict):
            return self._spin(part.at(name))
        return self._faces(part, name)

    def _spin(self, part: Reader) -> dict[str, object]:
        """Read the scatter die: {hit: true}, or where the arrow points, or the face of a D6 with it."""
        keys = part.mapping((), ("hit", "face", "degrees"))
        return {key: part.boolean(key) if key == "hit" else part.integer(key) for key in keys}

    def _faces(self, part: Reader, name: str) -> list[int]:
        """Read dice: a list of faces, a single face, or a whole pool as typed: 2335661."""
        value = part.value(name)
        if isinstance(value, list):
            return [item.integer(at_least=1, at_most=6) for item in part.sequence(name)]
        digits = str(value).replace(" ", "") if isinstance(value, int | str) else ""
        if digits and all(digit in "123456" for digit in digits):
            return [int(digit) for digit in digits]
        part.problem(name, f"“{name}” is {shown(value)}", "dice such as [3, 4] or 34, each face from 1 to 6")
        return []

    # ------------------------------------------------------------------ results

    def then(self, part: Reader) -> tuple[AfterCheck, ...]:
        """Read what must be true afterwards."""
        found: list[AfterCheck] = []
        for key in part.mapping((), THEN_KEYS):
            item = part.at(key)
            if key == "casualties":
                found.append(AfterCheck(item.place(), key, "", self._casualties(item)))
            elif key in ("log", "not logged"):
                found += [AfterCheck(one.place(), key, "", self._logged(one)) for one in item.sequence()]
            elif key == "clock":
                found += self._clock(item)
            elif key == "won by":
                found.append(AfterCheck(item.place(), key, "", item.text((), empty=True)))
            else:
                found += [self._after(key, name, one) for name, one in item.entries()]
        return tuple(found)

    def _casualties(self, item: Reader) -> object:
        value = item.value()
        if isinstance(value, list):
            return tuple(self.actions.model(one) for one in item.sequence())
        return item.integer(at_least=0)

    def _logged(self, one: Reader) -> tuple[str, Mapping[str, object]]:
        value = one.value()
        if isinstance(value, dict) and len(value) == 1:
            (says,) = value
            facts = {name: item.value() for name, item in one.entries(says)}
            return str(says), facts
        return one.text(), {}

    def _clock(self, item: Reader) -> list[AfterCheck]:
        item.mapping((), ("turn", "side", "step", "over", "active unit"))
        keys = ("turn", "side", "step", "over", "active unit")
        return [AfterCheck(item.place(key), "clock", key, item.value(key)) for key in keys if item.has(key)]

    def _after(self, key: str, name: str, one: Reader) -> AfterCheck:
        battle = self.actions.battle
        want: object
        match key:
            case "lost" | "left":
                name, want = self.actions.model_named(one, (), name, key=True), one.integer(at_least=0)
            case "places":
                name = self.actions.model_named(one, (), name, key=True)
                want = None if one.value() is None else place_in(one)
            case "conditions":
                self._known(one, name, battle.units, "unit")
                want = self._conditions(one)
            case "score":
                self._known(one, name, [side.id for side in battle.sides], "side")
                want = one.integer()
            case "owners" | "mission":
                want = one.text((), empty=True)
            case "doors":
                self._known(one, name, battle.table.doors, "door")
                want = one.text()
            case "walls":
                self._known(one, name, battle.table.walls, "wall")
                want = one.text()
            case "zones":
                self._known(one, name, battle.table.zones, "zone")
                want = one.text()
            case _:
                self._known(one, name, battle.units, "unit")
                want = one.text((), empty=True)
        return AfterCheck(one.place((), key=True), key, name, want)

    def _known(self, one: Reader, name: str, known: Iterable[str], what: str, *, key: bool = True) -> None:
        listed = tuple(known)
        if name not in listed:
            one.problem((), f"There is no {what} {shown(name)}", hint=did_you_mean(name, listed), key=key)

    def _conditions(self, one: Reader) -> tuple[tuple[str, bool, object], ...]:
        """Read conditions as (kind, holds, amount): moved, not moved, or {allowance: 4} in inches."""
        found: list[tuple[str, bool, object]] = []
        kinds = get_args(ConditionKind)
        for item in one.sequence():
            value = item.value()
            amount: object = None
            if isinstance(value, dict) and len(value) == 1:
                (text,) = value
                amount = item.number(text)
            else:
                text = item.text()
            kind = as_rule(str(text).removeprefix("not "))
            if kind not in kinds:
                item.problem((), f"{shown(text)} is no condition", hint=did_you_mean(kind, kinds))
            found.append((kind, not str(text).startswith("not "), amount))
        return tuple(found)

    # ------------------------------------------------------------------ measures

    def measure(self, part: Reader) -> Measure:
        """Read a question to the rules, such as {gap: [a, b], is: 5.016}."""
        value = part.value()
        given = [key for key in MEASURES if isinstance(value, dict) and key in value]
        if len(given) == 2 and "weapons" in OPTIONS.get(given[0], ()):
            given.remove("weapons")
        if len(given) != 1:
            hint = ""
            if isinstance(value, dict) and value:
                hint = did_you_mean(str(next(iter(value))), MEASURES)
            part.problem((), "The measure names nothing to measure", " or ".join(MEASURES), hint)
            return Measure(part.place(), "", (), None)
        kind = given[0]
        part.mapping((), (kind, *MEASURE_KEYS, *OPTIONS.get(kind, ())))
        options: dict[str, object] = {}
        for key in OPTIONS.get(kind, ()):
            if part.has(key):
                options[key] = self._option(part, kind, key)
        return Measure(
            part.place(), kind, self._about(part, kind), self._want(part, kind), self.number(part), options
        )

    def _about(self, part: Reader, kind: str) -> tuple[str, ...]:
        if kind in PAIRS:
            items = part.sequence(kind)
            if len(items) != 2:
                part.problem(kind, f"{len(items)} are named", "two units or models")
            return tuple(self._body(item) for item in items)
        if kind in UNIT_MEASURES:
            return (self.actions.unit(part, kind),)
        if kind == "marker":
            spot = part.point(kind)
            return (str(spot.x), str(spot.y))
        if kind in ("usual terrain", "usual base"):
            return (part.text(kind),)
        if kind == "usual door":
            name = part.text(kind)
            self._known(part.at(kind), name, self.actions.battle.table.structures, "structure", key=False)
            return (name,)
        if kind in ("zones", "place", "structure", "profile", "weapons"):
            return (self.actions.model(part, kind),)
        if kind == "holder":
            name = part.text(kind)
            self._known(part.at(kind), name, self.actions.battle.table.objectives, "objective", key=False)
            return (name,)
        if kind in ("large", "seems"):
            name = part.text(kind)
            self._known(part.at(kind), name, self.actions.battle.table.zones, "zone", key=False)
            return (name,)
        if kind == "kill points":
            name = part.text(kind)
            self._known(
                part.at(kind), name, [side.id for side in self.actions.battle.sides], "side", key=False
            )
            return (name,)
        if kind == "within":
            items = part.sequence(kind)
            if len(items) != 3:
                part.problem(kind, f"{len(items)} are named", "two units or models and a distance")
                return ()
            return (self._body(items[0]), self._body(items[1]), str(items[2].inches()))
        if kind == "d3":
            return tuple(str(face) for face in self._faces(part, kind))
        return ()

    def _body(self, item: Reader) -> str:
        name = item.text()
        if name and not self.actions.named(name):
            known = (*self.actions.battle.models, *self.actions.battle.units)
            item.problem((), f"There is no unit or model {shown(name)}", hint=did_you_mean(name, known))
        return name

    def _want(self, part: Reader, kind: str) -> object:
        if kind in ("standings", "force"):
            return {side: item.integer() for side, item in part.entries(kind)}, part.value("is")
        if not part.has("is") and kind not in ("shots", "sight"):
            part.problem((), "“is” is missing", hint="Add “is:” with what must come out.")
        value = part.value("is")
        if kind in ("to hit", "to wound", "save", "cover", "limit", "gap", "overlap", "toughness"):
            return _plain(value)
        return tuple(value) if isinstance(value, list) else value

    def _option(self, part: Reader, kind: str, key: str) -> object:
        match key:
            case "by" if kind != "sight":
                return self.rules(part, key)
            case "size":
                return part.choice(key, ("small", "large"))
            case "lost by":
                return part.integer(key, at_least=0, at_most=100)
            case "inches":
                return part.inches(key)
            case "through":
                return self.actions.unit(part, key)
            case "level":
                return part.integer(key, at_least=0, at_most=20)
            case "dice":
                return tuple(self._faces(part, key))
            case "rule":
                return self.rule(part, key)
            case "hidden":
                return part.integer(key, at_least=0, at_most=100)
            case "margin":
                return part.number(key)
            case "at" | "to":
                return place_in(part, key)
            case "facts":
                return self.actions.facts(part)
            case "weapons":
                return {
                    model: item.text()
                    for name, item in part.entries(key)
                    for model in self.actions.named(name) or (self.actions.model_named(item, (), name),)
                }
            case "silent":
                return {
                    self.actions.model_named(item, (), name, key=True): self.rule(item)
                    for name, item in part.entries(key)
                }
            case "model":
                return self.actions.model(part, key)
        return part.text(key)


def _plain(value: object) -> object:
    """Return a text such as 3 or 3+ as the number it is, anything else as it stands."""
    text = value.removesuffix("+") if isinstance(value, str) else value
    return int(text) if isinstance(text, str) and text.isascii() and text.isdecimal() else text
