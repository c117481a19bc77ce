"""House rules: overlays over a ruleset, written by players as YAML.

    format: wolfling-overlay/1
    name: Doors cost an inch
    ruleset: wolfling
    description: Optional, shown in lists.
    set:                                   # a number, switch, list or table gets another value
      WO-TER-9: {door_action_cost_inches: 1}
    pick:                                  # a word gets another of the values that its rule offers
      WO-SAS-5: {mixed_initiative: lowest}
    off: [WO-TPL-5]                        # a rule is switched off (a variant falls back to its core)
    on: [WO-TPL-4]                         # ... or on again, after tags_off or an earlier overlay
    tags_off: [B]                          # all rules of a source are switched off
    note: {WO-TER-9: "Agreed on the evening of the first game."}

There are no other operations and no expressions. A table is changed key by key: what is not named keeps its
value; `{}` empties it. Within one overlay `tags_off` comes first, then `off`, `on`, values and notes; of
several overlays the later one wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from wolfling_gui.core.dice import parse_dice
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.problems import Place, Problem, Problems, did_you_mean, shown
from wolfling_gui.files.reader import Reader
from wolfling_gui.files.rulesets import load_catalogue, ruleset_info, ruleset_names
from wolfling_gui.files.strict_yaml import load, read_bytes
from wolfling_gui.rules.catalogue import Catalogue, Origin, Parameter, UnknownRule, Value, frozen

_KEYS = ("format", "name", "ruleset", "description", "set", "pick", "off", "on", "tags_off", "note")
_MEASURES = ("inches", "_mm", "width", "ratio", "fraction")
_COUNTS = ("shots", "uses", "rerolls", "saves_per", "weapons_per", "tests_per", "wounds", "dice")
_D6_RESULTS = (
    "hit", "reroll", "wound_on", "ignored_on", "seize_on", "trigger", "save", "cover", "cover_close_quarters",
)  # fmt: skip
"""How the name of a number ends that a D6 has to show."""
_LARGEST = 10_000


@dataclass(frozen=True, slots=True)
class SetValue:
    """Give one parameter another value; a table's value holds only the keys that change."""

    rule: str
    parameter: str
    value: Value
    origin: Origin


@dataclass(frozen=True, slots=True)
class Switch:
    """Switch one rule on or off."""

    rule: str
    on: bool
    origin: Origin


@dataclass(frozen=True, slots=True)
class SwitchTag:
    """Switch off every rule of one source tag."""

    tag: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Note:
    """Add a note of the players to one rule."""

    rule: str
    text: str
    origin: Origin


Change: TypeAlias = SetValue | Switch | SwitchTag | Note


@dataclass(frozen=True, slots=True)
class Overlay:
    """Hold one file of house rules: its changes in the order they apply, and its text as read."""

    name: str
    ruleset: str
    description: str
    changes: tuple[Change, ...]
    file: str
    text: str


def read_overlay(text: str | bytes, file: str) -> Overlay:
    """Read house rules and check them against the shipped ruleset they name.

    Raises ProblemsError with every problem: unknown ids, parameters and tags, values of another kind.
    """
    reader = Reader(load(text, file))
    overlay = _overlay_in(reader, text, file)
    reader.finish()
    return overlay


def read_what_fits(text: str | bytes, file: str) -> tuple[Overlay, tuple[Problem, ...]]:
    """Read the house rules a battle began with as far as they still fit, and return what does not.

    Raises ProblemsError when not even the ruleset is known.
    """
    reader = Reader(load(text, file))
    overlay = _overlay_in(reader, text, file)
    return overlay, reader.problems.listed()


def _overlay_in(reader: Reader, text: str | bytes, file: str) -> Overlay:
    reader.headed("wolfling-overlay", _KEYS)
    name = reader.text("name")
    description = reader.text("description", default="")
    ruleset = reader.choice("ruleset", ruleset_names())
    if reader.value("ruleset") != ruleset:
        reader.finish()
    catalogue = load_catalogue(ruleset)
    changes = changes_in(reader, name, catalogue, ruleset)
    plain = text if isinstance(text, str) else text.decode("utf-8")
    return Overlay(name, ruleset, description, changes, file, plain)


NEVER_EMPTY = ("phases",)
"""Lists without which no battle can be played."""
OF_FIXED_LENGTH = ("range",)
"""Lists that hold a lowest and a highest value."""


def changes_in(reader: Reader, name: str, catalogue: Catalogue, ruleset: str) -> tuple[Change, ...]:
    """Return the changes that a mapping holds, noting problems; `name` is the overlay they count as."""
    return (
        *_tags(reader, name, ruleset),
        *_switches(reader, name, catalogue),
        *_values(reader, name, catalogue),
        *_notes(reader, name, catalogue),
    )


def load_overlay(path: Path) -> Overlay:
    """Read a file of house rules; raise ProblemsError if it cannot be read or holds problems."""
    file = path.name
    shipped = rulesets_dir()
    if path.is_relative_to(shipped):
        file = f"rulesets/{path.relative_to(shipped).as_posix()}"
    return read_overlay(read_bytes(path, file), file)


def shipped_overlays(ruleset: str) -> tuple[Path, ...]:
    """Return the files of the house rules that come with a ruleset, sorted by name."""
    return tuple(sorted((rulesets_dir() / ruleset / "overlays").glob("*.yaml")))


def apply_overlays(catalogue: Catalogue, overlays: Iterable[Overlay]) -> Catalogue:
    """Return the catalogue with the house rules laid over it, in order; every change keeps its origin.

    Raises ProblemsError if a change names a rule or parameter that this catalogue does not have.
    """
    problems = Problems()
    for overlay in overlays:
        for change in overlay.changes:
            try:
                catalogue = _applied(catalogue, change)
            except UnknownRule as error:
                place = Place(change.origin.file, change.origin.line)
                problems.add(place, str(error).rstrip("."))
    problems.finish()
    return catalogue


def _applied(catalogue: Catalogue, change: Change) -> Catalogue:
    match change:
        case SetValue(rule, parameter, value, origin):
            present = catalogue.parameter(rule, parameter).value
            return catalogue.with_value(rule, parameter, _merged(present, value), origin)
        case Switch(rule, on, origin):
            return catalogue.with_rule(rule, on, origin.overlay)
        case SwitchTag(tag, origin):
            return catalogue.without_tags((tag,), origin.overlay)
        case Note(rule, text, _):
            return catalogue.with_note(rule, text)


def _merged(present: Value, change: Value) -> Value:
    if isinstance(present, Mapping) and isinstance(change, Mapping) and change:
        changed = {key: _merged(present.get(key), value) for key, value in change.items()}
        return MappingProxyType({**present, **changed})
    return change


# ---------------------------------------------------------------------- reading the operations


def _origin(reader: Reader, overlay: str) -> Origin:
    place = reader.place()
    return Origin(place.file, place.line, overlay)


def _known(item: Reader, rule: str, catalogue: Catalogue, *, key: bool = False) -> bool:
    if rule in catalogue:
        return True
    item.problem((), f"There is no rule {shown(rule)}", hint=did_you_mean(rule, catalogue.rules), key=key)
    return False


def _tags(reader: Reader, overlay: str, ruleset: str) -> list[SwitchTag]:
    tags = ruleset_info(ruleset).tags
    changes: list[SwitchTag] = []
    for item in reader.sequence("tags_off", default=()):
        tag = item.text()
        if tag and tag not in tags:
            expected = ", ".join(tags) or "no tags: this ruleset has none"
            item.problem((), f"There is no tag {shown(tag)}", expected, did_you_mean(tag, tags))
        changes.append(SwitchTag(tag, _origin(item, overlay)))
    return changes


def _switches(reader: Reader, overlay: str, catalogue: Catalogue) -> list[Switch]:
    changes: list[Switch] = []
    switched: dict[str, int] = {}
    for word in ("off", "on"):
        for item in reader.sequence(word, default=()):
            rule = item.text()
            if not rule or not _known(item, rule, catalogue):
                continue
            if catalogue.rule(rule).is_sequence:
                item.problem((), f"{rule} is a worked example; there is nothing in it to switch")
                continue
            origin = _origin(item, overlay)
            if rule in switched:
                item.problem((), f"{rule} is switched a second time; the first is in line {switched[rule]}")
            switched.setdefault(rule, origin.line)
            changes.append(Switch(rule, word == "on", origin))
    return changes


def _values(reader: Reader, overlay: str, catalogue: Catalogue) -> list[SetValue]:
    changes: list[SetValue] = []
    lines: dict[tuple[str, str], int] = {}
    for word in ("set", "pick"):
        for rule, item in reader.entries(word, optional=True):
            if not _known(item, rule, catalogue, key=True):
                continue
            parameters = catalogue.rule(rule).parameters
            for name, entry in item.entries():
                if name not in parameters:
                    hint = did_you_mean(name, parameters) or _listed("Its parameters: ", parameters)
                    entry.problem((), f"Rule {rule} has no parameter {shown(name)}", hint=hint, key=True)
                    continue
                parameter = parameters[name]
                origin = _origin(entry, overlay)
                if word == "pick" and not parameter.choices:
                    entry.problem((), f"“{name}” offers nothing to pick", hint="Use “set” for it.", key=True)
                    continue
                if (rule, name) in lines:
                    first = lines[rule, name]
                    entry.problem((), f"“{name}” gets a value a second time; the first is in line {first}")
                lines.setdefault((rule, name), origin.line)
                changes.append(SetValue(rule, name, _checked(entry, parameter), origin))
    return changes


def _notes(reader: Reader, overlay: str, catalogue: Catalogue) -> list[Note]:
    return [
        Note(rule, item.text().strip(), _origin(item, overlay))
        for rule, item in reader.entries("note", optional=True)
        if _known(item, rule, catalogue, key=True)
    ]


def _listed(lead: str, names: Iterable[str]) -> str:
    listed = ", ".join(names)
    return f"{lead}{listed}." if listed else "It has no parameters."


# ---------------------------------------------------------------------- values of the default's kind


def _checked(entry: Reader, parameter: Parameter) -> Value:
    """Return the value of `entry`, noting a problem unless it is of the kind that the parameter takes."""
    value = entry.value()
    if value is None and parameter.nullable:
        return None
    if not parameter.choices:
        return _like(entry, parameter.name, parameter.default)
    if not isinstance(parameter.default, tuple):
        return _one_of(entry, parameter)
    if parameter.name in NEVER_EMPTY and not value:
        entry.problem((), f"“{parameter.name}” is empty", "at least one of its values")
        return parameter.default
    return tuple(_one_of(item, parameter) for item in entry.sequence())


def _one_of(entry: Reader, parameter: Parameter) -> Value:
    value = entry.value()
    for choice in parameter.choices:
        if type(choice) is type(value) and choice == value:
            return choice
    words = [str(choice) for choice in parameter.choices]
    hint = did_you_mean(value, words) if isinstance(value, str) else ""
    null = ", or null" if parameter.nullable else ""
    entry.problem((), f"{shown(value)} is not offered here", f"one of {', '.join(words)}{null}", hint)
    return parameter.default


def _like(entry: Reader, name: str, default: Value) -> Value:
    if isinstance(default, bool):
        return entry.boolean()
    if isinstance(default, (int, float)):
        return _number(entry, name, default)
    if isinstance(default, str):
        return _word(entry, default)
    if isinstance(default, tuple):
        return _list(entry, name, default)
    if isinstance(default, Mapping):
        return _table(entry, default, name=name)
    return None if entry.value() is None else _number(entry, name, 0)


def _number(entry: Reader, name: str, default: float) -> float:
    if any(word in name for word in _MEASURES):
        return entry.number(at_least=0, at_most=_LARGEST)
    if isinstance(default, float):
        return entry.number(at_least=-_LARGEST, at_most=_LARGEST)
    if name.endswith(_D6_RESULTS):
        return entry.integer(at_least=1, at_most=6)
    least = 0 if any(word in name for word in _COUNTS) else -_LARGEST
    return entry.integer(at_least=least, at_most=_LARGEST)


def _word(entry: Reader, default: str, others: Iterable[str] = ()) -> str:
    value = entry.value()
    words = sorted({default, *others})
    if value in words:
        return str(value)
    if not _is_dice(default):
        known = f"“{default}”: nothing else is known to the rules"
        expected = f"one of {', '.join(words)}" if len(words) > 1 else known
        hint = did_you_mean(value, words) if isinstance(value, str) and len(words) > 1 else ""
        entry.problem((), f"{shown(value)} is not offered here", expected, hint)
    elif not isinstance(value, str) or not _is_dice(value):
        entry.problem((), f"{shown(value)} is not a roll", "a roll such as D6, 2D6 or D3+2")
    else:
        return str(parse_dice(value))
    return default


def _is_dice(text: str) -> bool:
    try:
        parse_dice(text)
    except ValueError:
        return False
    return True


def _list(entry: Reader, name: str, default: tuple[Value, ...]) -> Value:
    value = entry.value()
    if not isinstance(value, list):
        entry.problem((), f"Found {shown(value)}", "a list")
        return default
    if name in OF_FIXED_LENGTH and len(value) != len(default):
        entry.problem((), f"“{name}” has {len(value)} numbers", f"{len(default)} numbers")
        return default
    if all(isinstance(item, str) for item in default):
        return entry.texts()
    if all(isinstance(item, int) for item in default):
        return tuple(item.integer(at_least=-_LARGEST, at_most=_LARGEST) for item in entry.sequence())
    nested = [item for item in default if isinstance(item, tuple)]
    if nested and len(nested) == len(default):
        return tuple(_list(item, name, nested[0]) for item in entry.sequence())
    kinds = {type(item) for item in default}
    for item in entry.sequence():
        if type(item.value()) not in kinds:
            item.problem((), f"Found {shown(item.value())}", f"a value like those of “{name}”: {default}")
    return frozen(entry.value())


def _table(
    entry: Reader, default: Mapping[str | int, Value], rows: Iterable[Value] = (), name: str = ""
) -> Value:
    """Read the changed keys of a table; a word may be any of its column in `rows`, or of its list."""
    value = entry.value()
    if not isinstance(value, dict):
        entry.problem((), f"Found {shown(value)}", "a table with the keys to change")
        return default
    known = [str(key) for key in default]
    changed: dict[str | int, Value] = {}
    for key in value:
        if key in default:
            changed[key] = _cell(
                entry.at(key), name if isinstance(key, int) else str(key), default, key, tuple(rows)
            )
        else:
            hint = did_you_mean(str(key), known) or _listed("Its keys: ", known)
            entry.problem(key, f"{shown(str(key))} is not a key of this table", hint=hint, key=True)
    return MappingProxyType(changed)


def _cell(
    entry: Reader, name: str, table: Mapping[str | int, Value], key: str | int, rows: tuple[Value, ...]
) -> Value:
    default = table[key]
    if isinstance(default, Mapping):
        return _table(entry, default, table.values())
    if not isinstance(default, str):
        return _like(entry, name, default)
    column = [row.get(key) for row in rows if isinstance(row, Mapping)] if rows else table.values()
    return _word(entry, default, [word for word in column if isinstance(word, str)])
