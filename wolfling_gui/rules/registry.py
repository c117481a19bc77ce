"""The rulesets there are: an explicit table from name to builder."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.rules.classic import build as classic
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.variants import wolfling

BUILDERS: Mapping[str, Callable[[Catalogue], Ruleset]] = {
    "classic": classic.build,
    "wolfling": lambda catalogue: wolfling.build(classic.build(catalogue), catalogue),
}


def build(name: str, catalogue: Catalogue) -> Ruleset:
    """Return a ruleset over a catalogue; raises KeyError for an unknown name."""
    if name not in BUILDERS:
        raise KeyError(f"there is no ruleset “{name}”; expected one of {', '.join(BUILDERS)}")
    return BUILDERS[name](catalogue)
