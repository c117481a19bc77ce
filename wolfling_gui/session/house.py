"""House rules of a battle in lines: which rule, and what was changed in it."""

from __future__ import annotations

from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.session import naming
from wolfling_gui.session.explain import rule_card
from wolfling_gui.session.sentences import tr


def house_rules(catalogue: Catalogue) -> tuple[str, ...]:
    """Return each changed rule with what was changed in it, in words."""
    cards = [rule_card(catalogue.rule(name)) for name in catalogue.rules if catalogue.is_house_rule(name)]
    return tuple(
        tr("summary.house_rule", rule=card.id, title=card.title, what=naming.listed(card.house))
        for card in cards
    )
