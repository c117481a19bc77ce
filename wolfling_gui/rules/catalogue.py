"""The catalogue of rules: what each rule id says, whether it is on, and the numbers it works with.

Rules code cites ids and reads its numbers here; nothing in this module knows where they were written down.
A catalogue is a value: the `with_*` methods return a changed copy. Reads are traced: inside
`with consulting() as seen:` every rule and parameter that rules code asks for is noted.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType
from typing import TypeAlias

from wolfling_gui.core.lengths import UNITS_PER_INCH, UNITS_PER_MILLIMETRE

Value: TypeAlias = "bool | int | float | str | tuple[Value, ...] | Mapping[str | int, Value] | None"
"""What a parameter may hold: a scalar, or a deeply immutable tuple or mapping of such values."""

# A tag with this mark stands under a heading that only says "mostly": it is switched with its plain tag.
_MOSTLY = "*"
_ALWAYS_ON = "ruling"


class UnknownRule(KeyError):
    """Report that a rule id, or a parameter of a rule, does not exist in this catalogue."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class WrongType(TypeError):
    """Report that a parameter holds another kind of value than rules code asked for."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Say where a value was written: file, line (from 1; 0 = not known) and the house rules' name, if any."""

    file: str = ""
    line: int = 0
    overlay: str = ""


@dataclass(frozen=True, slots=True)
class Parameter:
    """Hold one number, switch or word of a rule, with its shipped default and where the value comes from.

    `choices` lists the named alternatives that rules code knows; empty means that none are offered.
    `nullable` says that null (meaning "no such limit") is also a legal value.
    """

    name: str
    value: Value
    default: Value
    origin: Origin = Origin()
    choices: tuple[Value, ...] = ()
    nullable: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """Hold one rule: its stable id, own-words text, source, tags, parameters, and whether it is in force."""

    id: str
    title: str
    text: str = ""
    source: str = ""
    tags: tuple[str, ...] = ()
    kind: str = ""
    leans_on: tuple[str, ...] = ()
    parameters: Mapping[str, Parameter] = field(default_factory=lambda: MappingProxyType({}))
    ruling: str = ""
    notes: tuple[str, ...] = ()
    enabled: bool = True
    switched_by: str = ""
    origin: Origin = Origin()

    @property
    def is_sequence(self) -> bool:
        """Tell whether this is a worked sequence: an example of other rules that holds or does not.

        Nothing reads it, and there is nothing in it to switch off.
        """
        return self.kind == "sequence"


class Consulted:
    """Collect the rule ids and (rule id, parameter) pairs that were read while it was active."""

    __slots__ = ("parameters", "rules")

    def __init__(self) -> None:
        self.rules: set[str] = set()
        self.parameters: set[tuple[str, str]] = set()


_SEEN: ContextVar[Consulted | None] = ContextVar("consulted", default=None)


@contextmanager
def consulting() -> Iterator[Consulted]:
    """Record every rule and parameter read inside the block; an enclosing recorder sees them too."""
    outer = _SEEN.get()
    seen = Consulted()
    token = _SEEN.set(seen)
    try:
        yield seen
    finally:
        _SEEN.reset(token)
        if outer is not None:
            outer.rules |= seen.rules
            outer.parameters |= seen.parameters


def frozen(value: object) -> Value:
    """Return `value` with every list turned into a tuple and every mapping made read-only, all the way down.

    Raises TypeError for anything that cannot be a parameter value.
    """
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (list, tuple)):
        return tuple(frozen(item) for item in value)
    if isinstance(value, Mapping):
        return MappingProxyType({_key(key): frozen(item) for key, item in value.items()})
    raise TypeError(f"a parameter cannot hold {type(value).__name__}")


def _key(key: object) -> str | int:
    if isinstance(key, (str, int)):
        return key
    raise TypeError(f"a parameter table cannot have a key of type {type(key).__name__}")


class Catalogue:
    """Hold the rules of one ruleset by id and answer what they say.

    `on`, `value` and the typed readers count as consultations; `rule`, `rules`, `origin` and `search` are for
    display and do not. Catalogues compare by identity.
    """

    __slots__ = ("__weakref__", "_enabled", "_values", "rules")

    rules: Mapping[str, Rule]

    def __init__(self, rules: Mapping[str, Rule] | Iterable[Rule] = ()) -> None:
        listed = rules.values() if isinstance(rules, Mapping) else rules
        by_id = {rule.id: rule for rule in listed}
        self.rules = MappingProxyType(by_id)
        self._enabled = {rule.id: rule.enabled for rule in by_id.values()}
        self._values: dict[str, dict[str, Value]] = {
            rule.id: {name: parameter.value for name, parameter in rule.parameters.items()}
            for rule in by_id.values()
        }

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self.rules

    def __len__(self) -> int:
        return len(self.rules)

    # ------------------------------------------------------------------ reading, for display

    def rule(self, rule_id: str) -> Rule:
        """Return the rule for display; raise UnknownRule, naming the nearest id, if there is none."""
        try:
            return self.rules[rule_id]
        except KeyError:
            raise self._unknown(rule_id) from None

    def parameter(self, rule_id: str, name: str) -> Parameter:
        """Return the parameter for display; raise UnknownRule if the rule or the parameter is unknown."""
        try:
            return self.rules[rule_id].parameters[name]
        except KeyError:
            raise self._unknown(rule_id, name) from None

    def origin(self, rule_id: str, name: str) -> Origin:
        """Return where the parameter's current value was written."""
        return self.parameter(rule_id, name).origin

    def is_house_rule(self, rule_id: str, name: str | None = None) -> bool:
        """Return whether the parameter (or, without a name, anything of the rule) differs by a house rule."""
        if name is not None:
            return bool(self.parameter(rule_id, name).origin.overlay)
        rule = self.rule(rule_id)
        return bool(rule.switched_by) or any(one.origin.overlay for one in rule.parameters.values())

    def tags(self) -> tuple[str, ...]:
        """Return the source tags that rules can be switched off by, sorted: all first tags, without stars."""
        first = {rule.tags[0].removesuffix(_MOSTLY) for rule in self.rules.values() if rule.tags}
        return tuple(sorted(first - {_ALWAYS_ON}))

    def search(self, text: str) -> tuple[Rule, ...]:
        """Return the rules that hold every word of `text`, best first: id, then title, then text.

        An empty text returns all rules in catalogue order.
        """
        words = text.casefold().split()
        if not words:
            return tuple(self.rules.values())
        ranked: list[tuple[int, int, Rule]] = []
        for place, rule in enumerate(self.rules.values()):
            scores = [_score(word, rule) for word in words]
            if all(scores):
                ranked.append((-sum(scores), place, rule))
        ranked.sort(key=lambda entry: entry[:2])
        return tuple(entry[2] for entry in ranked)

    # ------------------------------------------------------------------ reading, by rules code

    def on(self, rule_id: str) -> bool:
        """Return whether the rule is in force; raise UnknownRule for an unknown id."""
        try:
            enabled = self._enabled[rule_id]
        except KeyError:
            raise self._unknown(rule_id) from None
        seen = _SEEN.get()
        if seen is not None:
            seen.rules.add(rule_id)
        return enabled

    def value(self, rule_id: str, name: str) -> Value:
        """Return the parameter's value, whatever its type; raise UnknownRule if there is none."""
        try:
            value = self._values[rule_id][name]
        except KeyError:
            raise self._unknown(rule_id, name) from None
        seen = _SEEN.get()
        if seen is not None:
            seen.rules.add(rule_id)
            seen.parameters.add((rule_id, name))
        return value

    def number(self, rule_id: str, name: str) -> float | int:
        """Return a number; raise WrongType if the parameter holds anything else."""
        value = self.value(rule_id, name)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return value
        raise _wrong(rule_id, name, value, "a number")

    def count(self, rule_id: str, name: str) -> int:
        """Return a whole number; raise WrongType if the parameter holds anything else."""
        value = self.value(rule_id, name)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise _wrong(rule_id, name, value, "a whole number")

    def count_or_none(self, rule_id: str, name: str) -> int | None:
        """Return a whole number, or None where the parameter is null ("no such limit")."""
        value = self.value(rule_id, name)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        raise _wrong(rule_id, name, value, "a whole number or null")

    def inches(self, rule_id: str, name: str) -> int:
        """Return a parameter written in inches as length units (1 inch = 2540)."""
        return round(self.number(rule_id, name) * UNITS_PER_INCH)

    def inches_or_none(self, rule_id: str, name: str) -> int | None:
        """Return a parameter written in inches as length units, or None where it is null."""
        return None if self.value(rule_id, name) is None else self.inches(rule_id, name)

    def millimetres(self, rule_id: str, name: str) -> int:
        """Return a parameter written in millimetres as length units (1 mm = 100)."""
        return round(self.number(rule_id, name) * UNITS_PER_MILLIMETRE)

    def flag(self, rule_id: str, name: str) -> bool:
        """Return a switch; raise WrongType unless the parameter is true or false."""
        value = self.value(rule_id, name)
        if isinstance(value, bool):
            return value
        raise _wrong(rule_id, name, value, "true or false")

    def word(self, rule_id: str, name: str) -> str:
        """Return a word or dice spec; raise WrongType if the parameter is not text."""
        value = self.value(rule_id, name)
        if isinstance(value, str):
            return value
        raise _wrong(rule_id, name, value, "a word")

    def words(self, rule_id: str, name: str) -> tuple[str, ...]:
        """Return a list of words; raise WrongType unless every item is text."""
        value = self.value(rule_id, name)
        if isinstance(value, tuple):
            texts = tuple(item for item in value if isinstance(item, str))
            if len(texts) == len(value):
                return texts
        raise _wrong(rule_id, name, value, "a list of words")

    def table(self, rule_id: str, name: str) -> Mapping[str | int, Value]:
        """Return a table of values by key; raise WrongType if the parameter is not one."""
        value = self.value(rule_id, name)
        if isinstance(value, Mapping):
            return value
        raise _wrong(rule_id, name, value, "a table")

    # ------------------------------------------------------------------ changed copies

    def with_value(self, rule_id: str, name: str, value: object, origin: Origin) -> Catalogue:
        """Return a catalogue in which the parameter holds `value`, written at `origin`."""
        parameter = dataclasses.replace(self.parameter(rule_id, name), value=frozen(value), origin=origin)
        rule = self.rules[rule_id]
        parameters = MappingProxyType({**rule.parameters, name: parameter})
        return self._with(dataclasses.replace(rule, parameters=parameters))

    def with_rule(self, rule_id: str, enabled: bool, by: str) -> Catalogue:
        """Return a catalogue in which the rule is switched on or off; `by` names who switched it."""
        return self._with(dataclasses.replace(self.rule(rule_id), enabled=enabled, switched_by=by))

    def with_note(self, rule_id: str, note: str) -> Catalogue:
        """Return a catalogue in which the rule carries one more note of the players."""
        rule = self.rule(rule_id)
        return self._with(dataclasses.replace(rule, notes=(*rule.notes, note)))

    def without_tags(self, tags: Iterable[str], by: str = "") -> Catalogue:
        """Return a catalogue with all rules switched off whose first source tag is one of `tags`.

        A tag with a star goes with its plain tag (B* with B). A rule whose first tag is "ruling" stays on: it
        says how the program works, not what a source wants.
        `by` names who switched them; without it the tag is named.
        """
        listed = (tags,) if isinstance(tags, str) else tags
        off = {one for tag in listed for one in (tag, tag + _MOSTLY)} - {_ALWAYS_ON}
        changed = {
            rule.id: dataclasses.replace(rule, enabled=False, switched_by=by or f"tag {rule.tags[0]}")
            for rule in self.rules.values()
            if rule.tags and rule.tags[0] in off and rule.enabled
        }
        return Catalogue({**self.rules, **changed}) if changed else self

    def laid_over(self, core: Catalogue) -> Catalogue:
        """Return the rules of `core` followed by these; an id that both have is taken from here."""
        return Catalogue({**core.rules, **self.rules})

    def _with(self, rule: Rule) -> Catalogue:
        return Catalogue({**self.rules, rule.id: rule})

    def _unknown(self, rule_id: str, name: str | None = None) -> UnknownRule:
        if rule_id not in self.rules:
            near = get_close_matches(rule_id, self.rules, n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            return UnknownRule(f"There is no rule {rule_id}.{hint}")
        names = self.rules[rule_id].parameters
        known = ", ".join(names) if names else "none"
        return UnknownRule(f"Rule {rule_id} has no parameter {name}. Its parameters: {known}.")


def _score(word: str, rule: Rule) -> int:
    rule_id = rule.id.casefold()
    if word == rule_id:
        return 1000
    if rule_id.startswith(word):
        return 300
    if word in rule_id:
        return 200
    title = rule.title.casefold()
    if word in title.split():
        return 60
    if word in title:
        return 40
    return 5 if word in rule.text.casefold() or word in rule.ruling.casefold() else 0


def _wrong(rule_id: str, name: str, value: Value, expected: str) -> WrongType:
    return WrongType(f"Rule {rule_id}: parameter {name} is {value!r}; expected {expected}.")
