"""What is said beside a real table, where the app sees no models: what to do there, and what to say of it."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form, Select, plural

_SAID = "sight {sight}, zone {shared}, cover {cover_said}, level {floor}"


def _apart(said: str) -> Form:
    """Return what was declared of a shot, with the number of firers of whom something else was said."""
    return Select(
        "apart",
        {"0": f"Declared: {said}."},
        plural(
            "apart", f"Declared: {said}; of 1 firer apart.", f"Declared: {said}; of {{apart}} firers apart."
        ),
    )


AT_TABLE: Mapping[str, Form] = {
    "guide.deploy_at_table": "Set up {side}’s units at the table, then say so.",
    "guide.deploy_unit_at_table": (
        "{unit} {unit:is|are} set up at the table, or {unit:stays|stay} in reserve."
    ),
    "guide.objective_at_table": "Place it at the table by the mission’s distances, then say so.",
    "guide.scouts_at_table": "Move them at the table, then say which have moved.",
    "guide.movement_at_table": (
        "Move your models at the table, open and shut doors there, then say which units have moved."
    ),
    "guide.movement_unit_at_table": (
        "Move it at the table, at most {longest}, then say so. It may stay where it is."
    ),
    "guide.run_unit_at_table": "Run at the table, at most {longest}, then say so.",
    "guide.shooting_at_table": "Choose a unit, then its target, and say how they stand.",
    "guide.shooting_unit_at_table": "Choose its target, then say range, sight and what else is asked for.",
    "next.score_page": "The Score page (F5) keeps who holds which objective; the end asks for each.",
    "choose.holder": "Say who holds {marker}",
    "choose.holder.detail": "The battle ends; you see who stands near it.",
    "option.holds": "{side}",
    "option.nobody_holds": "Nobody",
    # ------------------------------------------------------------ falling back
    "choose.fell_back": "{who} {who:moves|move} {unit} back at the table",
    "choose.fell_back.detail": (
        "It runs {inches} straight toward its own edge, round what stands there. Say what became of it."
    ),
    "option.ran_at_table": "It has run {inches}",
    "option.left_at_table": "A model has reached the edge of the table",
    "option.trapped_at_table": "It had no way",
    "did.left_at_table": "{unit} fled from the table and is lost.",
    "did.trapped_at_table": "{unit} had no way and is lost.",
    "did.objective_held": "{side} {side:holds|hold} {marker}.",
    "did.objective_free": "Nobody holds {marker}.",
    "offer.deployed_at_table": "Done at the table",
    "offer.back_from_reserve": "Set up {unit} at the table after all",
    "offer.stands_at_table": "{unit}: set up",
    "offer.waits_in_reserve": "{unit}: in reserve",
    "offer.objective_at_table": plural(
        "left", "It is placed at the table, the last one", "It is placed at the table, {left} are left"
    ),
    "offer.came_on_at_table": "Mark {unit} as come on",
    "offer.moved_at_table": "Mark {unit} as moved",
    "offer.jumped_at_table": "Mark {unit} as moved with its packs",
    "offer.boosted_at_table": "Mark {unit} as turbo-boosted",
    "offer.ran_at_table": "Mark {unit} as moved by its run",
    # ------------------------------------------------------------ what was said of a shot
    "did.declared": Select("range", {"": _apart(_SAID)}, _apart(f"range {{range}}, {_SAID}")),
    "said.nothing": "–",
    "said.clear": "clear",
    "said.partly": "partly",
    "said.blocked": "blocked",
    "said.room": "the same room",
    "said.corridor": "the same corridor",
    "said.section": "the same section",
    "said.none": "not shared",
    "said.same": "the same",
    "said.above": "above",
    "said.below": "below",
    "said.0": "none",
    "said.2": "2+",
    "said.3": "3+",
    "said.4": "4+",
    "said.5": "5+",
    "said.6": "6+",
    "reserves.at_table": "{unit} {unit:is|are} set up at the table.",
    "reserves.down_at_table": (
        "Where {unit} {unit:comes|come} down is seen at the table: set {unit:it|them} up there, then say so."
    ),
}
