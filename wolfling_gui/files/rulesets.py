"""Read the shipped rulesets: `rulesets/<name>/ruleset.yaml` (what it is) and `rules.yaml` (its catalogue).

`rules.yaml` is `format: wolfling-rules/1` and a list `rules:`. An entry has `id`, `title`, `source`, `tags`,
`kind`, `leans_on`, `text`, `ruling`, and `parameters` (name: value). `choices` (name: list) gives the values
a word may take, or the items a list may hold; `nullable` lists the parameters that may be null.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.problems import Problem, ProblemsError, did_you_mean
from wolfling_gui.files.reader import Reader
from wolfling_gui.files.strict_yaml import load, read_bytes
from wolfling_gui.rules.catalogue import Catalogue, Origin, Parameter, Rule, Value, frozen

_KEYS = (
    "id",
    "title",
    "source",
    "tags",
    "kind",
    "leans_on",
    "text",
    "parameters",
    "choices",
    "nullable",
    "ruling",
)
_ID = re.compile(r"[A-Z]{2,3}-[A-Z]{2,6}-[0-9]{1,3}\Z")
_KINDS = (
    "setup",
    "terrain",
    "check",
    "modifier",
    "resolve",
    "move",
    "deploy",
    "turn",
    "status",
    "score",
    "force",
    "mission",
    "asset",
    "sequence",
)


@dataclass(frozen=True, slots=True)
class Phase:
    """Name one phase of the turn (or the deployment before it) of a ruleset."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class RulesetInfo:
    """Describe a ruleset: what it is called, which core it lies over, its phases and its source tags."""

    name: str
    title: str
    description: str
    version: int
    core: str | None
    phases: tuple[Phase, ...]
    tags: Mapping[str, str]


@cache
def ruleset_names() -> tuple[str, ...]:
    """Return the names of the shipped rulesets, sorted."""
    return tuple(sorted(path.parent.name for path in rulesets_dir().glob("*/ruleset.yaml")))


@cache
def ruleset_info(name: str) -> RulesetInfo:
    """Return what the ruleset says about itself; raise ProblemsError if it is unknown or badly written."""
    if name not in ruleset_names():
        known = ", ".join(ruleset_names())
        hint = did_you_mean(name, ruleset_names())
        raise ProblemsError(
            [Problem(name, message=f"There is no ruleset “{name}”", expected=known, hint=hint)]
        )
    text, file = _shipped(name, "ruleset.yaml")
    return read_ruleset_info(text, file)


@cache
def load_catalogue(name: str) -> Catalogue:
    """Return the rules of a shipped ruleset, those of its core first; read once per process.

    Raises ProblemsError if the ruleset is unknown or badly written.
    """
    info = ruleset_info(name)
    core = load_catalogue(info.core) if info.core else Catalogue()
    text, file = _shipped(name, "rules.yaml")
    return read_rules(text, file, core, tags=tuple(info.tags)).laid_over(core)


def read_ruleset_info(text: str | bytes, file: str) -> RulesetInfo:
    """Read a `ruleset.yaml`; raise ProblemsError with every problem in it."""
    reader = Reader(load(text, file))
    reader.mapping((), ("format", "name", "title", "description", "version", "core", "phases", "tags"))
    reader.format("wolfling-ruleset")
    phases: list[Phase] = []
    for item in reader.sequence("phases", at_least=1):
        item.mapping((), ("id", "title"))
        phases.append(Phase(item.text("id"), item.text("title")))
    info = RulesetInfo(
        name=reader.text("name"),
        title=reader.text("title"),
        description=reader.text("description"),
        version=reader.integer("version", at_least=1),
        core=reader.text("core") if reader.has("core") else None,
        phases=tuple(phases),
        tags=MappingProxyType({tag: item.text() for tag, item in reader.entries("tags", optional=True)}),
    )
    reader.finish()
    return info


def read_rules(
    text: str | bytes, file: str, core: Catalogue | None = None, tags: tuple[str, ...] = ()
) -> Catalogue:
    """Read a `rules.yaml` into a catalogue of its own rules; raise ProblemsError with every problem in it.

    `core` holds the rules it may lean on besides its own, `tags` the source tags it may use (with none, tags
    are not checked).
    """
    reader = Reader(load(text, file))
    reader.mapping((), ("format", "rules"))
    reader.format("wolfling-rules")
    rules: dict[str, Rule] = {}
    known_tags = {*tags, *(f"{tag}*" for tag in tags), "ruling"}
    leaning: list[tuple[Reader, Rule]] = []
    for item in reader.sequence("rules", at_least=1):
        rule = _rule(item)
        if rule.id in rules:
            first = rules[rule.id].origin.line
            item.problem("id", f"Rule {rule.id} stands here a second time; the first is in line {first}")
        for index, tag in enumerate(rule.tags if tags else ()):
            if tag not in known_tags:
                hint = did_you_mean(tag, known_tags)
                item.problem(("tags", index), f"The tag “{tag}” is not known", hint=hint)
        rules[rule.id] = rule
        leaning.append((item, rule))
    for item, rule in leaning:
        for index, other in enumerate(rule.leans_on):
            if other not in rules and (core is None or other not in core):
                known = (*rules, *(core.rules if core else ()))
                hint = did_you_mean(other, known)
                item.problem(("leans_on", index), f"There is no rule {other}", hint=hint)
    reader.finish()
    return Catalogue(rules)


def _shipped(name: str, part: str) -> tuple[bytes, str]:
    file = f"rulesets/{name}/{part}"
    return read_bytes(rulesets_dir() / name / part, file), file


def _rule(item: Reader) -> Rule:
    item.mapping((), _KEYS)
    rule_id = item.text("id")
    if rule_id and not _ID.match(rule_id):
        item.problem("id", f"“{rule_id}” is not a rule id", "an id such as CL-GEN-1")
    return Rule(
        id=rule_id,
        title=item.text("title"),
        text=item.text("text").strip(),
        source=item.text("source"),
        tags=item.texts("tags", default=()),
        kind=item.choice("kind", _KINDS),
        leans_on=item.texts("leans_on", default=()),
        parameters=_parameters(item),
        ruling=item.text("ruling", default="").strip(),
        origin=_origin(item),
    )


def _parameters(item: Reader) -> Mapping[str, Parameter]:
    values = dict(item.entries("parameters", optional=True))
    choices: dict[str, tuple[Value, ...]] = {}
    for name, listed in item.entries("choices", optional=True):
        if name not in values:
            hint = did_you_mean(name, values)
            item.problem(("choices", name), f"There is no parameter “{name}”", hint=hint, key=True)
        choices[name] = tuple(frozen(choice.value()) for choice in listed.sequence())
    nullable = item.texts("nullable", default=())
    for index, name in enumerate(nullable):
        if name not in values:
            hint = did_you_mean(name, values)
            item.problem(("nullable", index), f"There is no parameter “{name}”", hint=hint)
    parameters: dict[str, Parameter] = {}
    for name, entry in values.items():
        value = frozen(entry.value())
        offered = choices.get(name, ())
        for one in value if isinstance(value, tuple) else (value,):
            if offered and one not in offered:
                entry.problem((), f"The default of “{name}” is not among its choices")
        may_be_null = name in nullable or value is None
        parameters[name] = Parameter(name, value, value, _origin(entry), offered, may_be_null)
    return MappingProxyType(parameters)


def _origin(reader: Reader) -> Origin:
    place = reader.place()
    return Origin(place.file, place.line)
