"""What is said of morale, falling back and regrouping."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.findings import judged
from wolfling_gui.session.sentences.forms import Form, Select, plural

_CAUSES = {
    "quarter_lost": "lost a quarter or more",
    "assault_lost": "lost the fight",
    "tank_shock": "was run at by a tank",
    "last_man": "is the last of its unit",
}


_BARRED = {
    "regroup.too_few": "fewer than half are left",
    "regroup.enemy_near": "an enemy is near",
    "regroup.not_coherent": "it is out of coherency",
}


def _by_bar(text: str) -> Select:
    """Return a sentence in which “{why}” says what keeps a unit from trying to regroup."""
    return Select(
        "barred",
        {barred: text.replace("{why}", words) for barred, words in _BARRED.items()},
        text.replace("{why}", "it may not try to regroup"),
    )


def _by_cause(text: str) -> Select:
    """Return a sentence in which “{cause}” says what called for the check."""
    return Select(
        "cause",
        {cause: text.replace("{why}", words) for cause, words in _CAUSES.items()},
        text.replace("{why}", "is shaken"),
    )


MORALE: Mapping[str, Form] = {
    # ------------------------------------------------------------ the check
    "morale.queued": Select(
        "step_id",
        {
            "movement": "{unit} {unit:tests|test} morale when movement ends: {lost} of {before} lost.",
            "shooting": "{unit} {unit:tests|test} morale when shooting ends: {lost} of {before} lost.",
        },
        "{unit} {unit:tests|test} morale when the phase ends: {lost} of {before} lost.",
    ),
    "choose.order_morale": "{who} {who:chooses|choose} who tests morale next",
    "choose.order_morale.detail": "Of {names}, each has lost a quarter or more in this phase.",
    "roll.morale": "{who} {who:rolls|roll} 2D6 for the morale of {unit}",
    "roll.morale.detail": _by_cause("It {why}. It holds on {needed} in all, else it falls back."),
    "did.morale_passed": "{unit} held: {needed} needed, {dice}, {total} in all.",
    "did.morale_failed": "{unit} broke: {needed} needed, {dice}, {total} in all.",
    "did.morale_stands": "{unit} {unit:is|are} fearless and held without a test.",
    "did.morale_fails": (
        "{unit} {unit:falls|fall} back already, so {unit:it|they} failed {unit:its|their} morale check "
        "without dice."
    ),
    "why.below_half": "below half strength",
    # ------------------------------------------------------------ the way back
    "roll.fall_back": "{who} {who:rolls|roll} how far {unit} must fall back",
    "roll.fall_back.detail": "In inches, straight towards its own table edge; terrain does not slow it.",
    "did.fell_back": "{unit} fell back {inches} towards the {edge} edge: {dice}.",
    "did.must_fall_back": "{unit} must fall back {inches} towards the {edge} edge: {dice}.",
    "did.fell_back_short": "{unit} fell back towards the {edge} edge as far as it could: {inches}, {dice}.",
    "did.falls_back_by_hand": (
        "{unit} {unit:falls|fall} back {inches} towards the {edge} edge: {dice}. Move {unit:it|them} at "
        "the table."
    ),
    "did.falls_back": "{unit} {unit:falls|fall} back.",
    "did.guns_abandoned": plural(
        "models",
        "{unit} abandoned a gun that nobody mans.",
        "{unit} abandoned {models} guns that nobody mans.",
    ),
    "shoot.falls_back": "{unit} {unit:falls|fall} back and {unit:does|do} not shoot.",
    "did.stays_broken": "{unit} did not regroup.",
    "did.fled_the_table": "{unit} left the table and counts as lost: {model} reached the {edge} edge.",
    "confirm.trapped": "{who}: take {unit} off as trapped?",
    "confirm.trapped.detail": Select(
        "inches",
        {"": "{model} has no way to fall back. Say no if you see one that is not barred."},
        Select(
            "thing",
            {
                "": Select(
                    "model2",
                    {"": "{model} finds only {inches} of way. Say no if you see a longer one."},
                    "{model} finds only {inches} of way, up to {model2}. Say no if you see a longer one.",
                )
            },
            "{model} finds only {inches} of way, up to {thing}. Say no if you see a longer one.",
        ),
    ),
    "did.trapped": Select(
        "inches",
        {"": "{unit} trapped and destroyed: {model} had no way to fall back."},
        "{unit} trapped and destroyed: {model} had only {inches} of way to fall back.",
    ),
    "did.trapped_spared": "{unit} not taken off as trapped, though {model} had no way for the whole move.",
    "put.fall_back": "{who} {who:says|say} where the models of {unit} end",
    "put.fall_back.detail": "Some would end on others. Move them within the strip as wide as the unit.",
    "flight.no_way": Select(
        "thing",
        {"": "{model} cannot end there."},
        "{model} cannot end there: {thing} is in the way.",
    ),
    "flight.way": judged(
        "{model} falls back {value} of {limit}: {margin}.",
        "{model} would run {value}, the dice give {limit}: {margin}.",
    ),
    "flight.outside": "{model} would leave the strip as wide as its unit.",
    "flight.hangs_back": "{model} would hang back behind the others.",
    # ------------------------------------------------------------ regrouping
    "offer.regroup": "Let {unit} try to regroup",
    "offer.fall_back_on": _by_bar("Let {unit} fall back on: {why}"),
    "did.may_not_regroup": _by_bar("{unit} may not try to regroup: {why}."),
    "roll.regroup": "{who} {who:rolls|roll} 2D6 to regroup {unit}",
    "roll.regroup.detail": "It stops falling back on {needed} in all.",
    "did.regroups_surely": "{unit} {unit:regroups|regroup} without a test.",
    "did.regrouped": "{unit} regrouped; its models may move {inches} and do nothing else in this phase.",
    "did.regrouped_freely": "{unit} regrouped and does as it likes.",
    "did.turned_at_bay": "{unit} turned to fight.",
    "did.run_down": "{unit} {unit:was|were} assaulted while {unit:it|they} fell back, and destroyed.",
    "why.regrouping": "regrouped",
    "move.regrouped_no_boost": "{unit} regrouped and cannot boost.",
    "move.regrouped_no_packs": (
        "{unit} {unit:has|have} regrouped and {unit:moves|move} without {unit:its|their} packs."
    ),
    "move.regrouped_not_slowed": (
        "{unit} {unit:has|have} regrouped: {unit:its|their} move is short, and terrain does not slow "
        "{unit:it|them}."
    ),
    "move.regrouped_no_run": "{unit} {unit:has|have} regrouped, so {unit:it|they} {unit:does|do} not run.",
    "door.regrouped": "{unit} {unit:has|have} regrouped and {unit:does|do} nothing but move.",
}
