"""What happened, one line each, in the past tense, dice as they lay.

Places as in findings; {who} is the side whose doing it was, {dice} the dice as rolled or typed, {needed} the
number they needed.
"""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form, Select, plural


def agreed(text: str) -> Select:
    """Return a sentence about an adjustment: the text, that it was agreed, and the players' note if any."""
    return Select("note", {"": f"{text} by agreement."}, f"{text} by agreement: “{{note}}”.")


ENTRIES: Mapping[str, Form] = {
    # ------------------------------------------------------------ before the first turn
    "did.roll_off": "Roll-off: {side_1} {face_1}, {side_2} {face_2}. {side} won it.",
    "did.roll_off_tie": "Roll-off: {side_1} {face_1}, {side_2} {face_2}. Equal, so both roll again.",
    "did.chose_order": Select(
        "same", {"yes": "{side} chose to go first."}, "{side} chose to go second; {side2} goes first."
    ),
    "did.deployed": plural("models", "{unit} set up, 1 model.", "{unit} set up, {models} models."),
    "did.kept_back": Select(
        "method",
        {
            "edge": "{unit} stayed in reserve, to come on from the table edge.",
            "outflank": "{unit} stayed in reserve, to outflank.",
            "deep_strike": "{unit} stayed in reserve, to deep strike.",
        },
        "{unit} stayed in reserve.",
    ),
    "did.seized": "{side} seized the initiative: {needed} needed, {dice}.",
    "did.not_seized": "{side} did not seize the initiative: {needed} needed, {dice}.",
    "did.began_step": Select(
        "step_id",
        {
            "layout": "The kind of deployment is settled next.",
            "roll_off": "The sides roll off next.",
            "objectives": "{side} {side:places|place} the first objective.",
            "zones": "{side} {side:takes|take} a deployment zone.",
            "own_objectives": "{side} {side:places|place} the first objective.",
            "deployment": "{side} began to set up.",
            "infiltrators": "{side} {side:sets|set} up infiltrators.",
            "scouts": "{side} {side:moves|move} scouts.",
            "seize": "{side} may try to seize the initiative.",
            "movement": "Turn {turn}: {side}’s Movement phase began.",
            "shooting": "Turn {turn}: {side}’s Shooting phase began.",
            "assault": "Turn {turn}: {side}’s Assault phase began.",
        },
        "Turn {turn}: {side} went on to {step}.",
    ),
    # ------------------------------------------------------------ moving
    "did.moved": Select(
        "mode",
        {
            "run": plural(
                "models", "{unit} ran {longest}, 1 model.", "{unit} ran up to {longest}, {models} models."
            ),
            "packs": plural(
                "models",
                "{unit} jumped {longest}, 1 model.",
                "{unit} jumped up to {longest}, {models} models.",
            ),
            "boost": plural(
                "models",
                "{unit} turbo-boosted {longest}, 1 model.",
                "{unit} turbo-boosted up to {longest}, {models} models.",
            ),
        },
        plural(
            "models", "{unit} moved {longest}, 1 model.", "{unit} moved up to {longest}, {models} models."
        ),
    ),
    "did.moved_at_table": Select(
        "mode",
        {
            "run": "{unit} ran at the table, at most {longest}.",
            "packs": "{unit} jumped at the table.",
            "boost": "{unit} turbo-boosted at the table, at most {longest}.",
        },
        "{unit} moved at the table, at most {longest}.",
    ),
    "did.rolled_run": "Run of {unit}: {dice}, so {inches}.",
    "did.rolled_terrain": "Difficult terrain for {unit}: {dice}, so at most {inches}.",
    "did.opened": "{model} opened {door}.",
    "did.shut": Select("state", {"sealed": "{model} sealed {door}."}, "{model} shut {door}."),
    "did.danger_tests": plural(
        "models",
        "{unit} took 1 test for danger, {needed} needed: {dice}.",
        "{unit} took {models} tests for danger, {needed} needed: {dice}.",
    ),
    "did.danger_saved": "{model} was saved from danger: {needed} needed, {dice}.",
    "did.lost_to_danger": "{model} was lost to danger.",
    "did.arrives": Select(
        "needed",
        {"": "{unit} {unit:arrives|arrive} from reserve."},
        "{unit} {unit:arrives|arrive} from reserve: {needed} needed, {dice}.",
    ),
    "did.stays_back": "{unit} stayed in reserve: {needed} needed, {dice}.",
    "did.came_on": plural("models", "{unit} came on, 1 model.", "{unit} came on, {models} models."),
    # ------------------------------------------------------------ shooting
    "did.aimed": plural(
        "shots",
        "{unit} shot at {unit2}: 1 model with 1 shot.",
        plural(
            "firers",
            "{unit} shot at {unit2}: 1 model with {shots} shots.",
            "{unit} shot at {unit2}: {firers} models with {shots} shots.",
        ),
    ),
    "did.hit": Select(
        "own",
        {
            "1": plural(
                "hits",
                "{model} to hit {needed}, {weapon}: {dice}, 1 hit.",
                "{model} to hit {needed}, {weapon}: {dice}, {hits} hits.",
            )
        },
        Select(
            "hits",
            {"0": "To hit {needed}, {weapon}: {dice}, no hits."},
            plural(
                "hits",
                "To hit {needed}, {weapon}: {dice}, 1 hit.",
                "To hit {needed}, {weapon}: {dice}, {hits} hits.",
            ),
        ),
    ),
    "did.rerolled": Select(
        "needed",
        {"": "Misses again, {weapon}: {dice}."},
        "Misses again {needed}, {weapon}: {dice}.",
    ),
    "did.wounded_rolls": Select(
        "wounds",
        {"0": "To wound {needed}, {weapon}: {dice}, no wounds."},
        plural(
            "wounds",
            "To wound {needed}, {weapon}: {dice}, 1 wound.",
            "To wound {needed}, {weapon}: {dice}, {wounds} wounds.",
        ),
    ),
    "did.cannot_wound": "The {weapon} cannot wound {unit}.",
    "did.saved": Select(
        "unsaved",
        {"0": "{unit} saved on {needed}, {save}: {dice}, all saved."},
        Select(
            "saved",
            {
                "0": plural(
                    "unsaved",
                    "{unit} saved on {needed}, {save}: {dice}, none saved, 1 wound.",
                    "{unit} saved on {needed}, {save}: {dice}, none saved, {unsaved} wounds.",
                )
            },
            plural(
                "unsaved",
                "{unit} saved on {needed}, {save}: {dice}, {saved} saved, 1 wound.",
                "{unit} saved on {needed}, {save}: {dice}, {saved} saved, {unsaved} wounds.",
            ),
        ),
    ),
    "did.no_save": plural(
        "wounds",
        "{unit} had no save against the {pool}: 1 wound.",
        "{unit} had no save against the {pool}: {wounds} wounds.",
    ),
    "did.casualties": plural(
        "count", "{unit} lost 1 model: {models}.", "{unit} lost {count} models: {models}."
    ),
    "did.wounded": plural(
        "wounds", "{model} took 1 wound; {left} left.", "{model} took {wounds} wounds; {left} left."
    ),
    # ------------------------------------------------------------ tests and dice the players called for
    "did.test_passed": Select(
        "of",
        {"": "{unit} passed a test: {needed} needed, {dice}."},
        "{unit} passed a test of {of}: {needed} needed, {dice}.",
    ),
    "did.test_failed": Select(
        "of",
        {"": "{unit} failed a test: {needed} needed, {dice}."},
        "{unit} failed a test of {of}: {needed} needed, {dice}.",
    ),
    "did.leadership_passed": "{unit} passed on Leadership: {needed} needed, {dice}, {total} in all.",
    "did.leadership_failed": "{unit} failed on Leadership: {needed} needed, {dice}, {total} in all.",
    "did.rolled": Select(
        "note",
        {"": "{who} threw {spec}: {dice}, {total} in all."},
        "{who} threw {spec}, “{note}”: {dice}, {total} in all.",
    ),
    "did.scatter_hit": "The scatter die showed a HIT.",
    "did.scatter_arrow": "The scatter die’s arrow pointed to {degrees}°.",
    "did.picked": Select(
        "note",
        {"": "{picked} was picked at random among {among}."},
        "{picked} was picked at random among {among}: “{note}”.",
    ),
    # ------------------------------------------------------------ the end
    "did.game_goes_on": "Another turn after turn {turn}: {needed} needed, {dice}. The battle goes on.",
    "did.game_ends": "Another turn after turn {turn}: {needed} needed, {dice}. The battle ends.",
    "did.won": "{side} won, {points} to {others}.",
    "did.draw": "The battle was a draw, {points} to {others}.",
    "did.wiped_out": "{side} won: nobody else was left.",
    # ------------------------------------------------------------ agreement
    "did.overruled": Select("note", {"": "Overruled by agreement."}, "Overruled by agreement: “{note}”."),
    "did.adjusted_place": Select(
        "off", {"1": agreed("{model} was taken off the table")}, agreed("{model} was put elsewhere")
    ),
    "did.adjusted_wounds": Select(
        "casualty",
        {"1": agreed("{model} was made a casualty")},
        plural(
            "lost",
            agreed("{model} was set to 1 Wound lost"),
            agreed("{model} was set to {lost} Wounds lost"),
        ),
    ),
    "did.adjusted_condition": agreed("{unit} {unit:was|were} marked “{condition}”"),
    "did.cleared_condition": agreed("{unit} {unit:was|were} freed of “{condition}”"),
    "did.adjusted_clock": agreed("The battle was set to turn {turn}, {side}, {step},"),
    "did.adjusted_side_name": agreed("{old} is called {name} from now on"),
    "did.adjusted_score": agreed("{side}’s score was set to {points}"),
    "did.adjusted_objective": Select(
        "held", {"1": agreed("{marker} is held by {side}")}, agreed("{marker} is held by nobody")
    ),
    "did.adjusted_door": Select(
        "locked",
        {"1": agreed("{door} was locked")},
        Select(
            "state",
            {"open": agreed("{door} was opened"), "shut": agreed("{door} was shut")},
            agreed("{door} was sealed"),
        ),
    ),
    "did.adjusted_wall": Select(
        "state", {"intact": agreed("{wall} was made whole")}, agreed("{wall} was breached")
    ),
    "did.adjusted_structure": Select(
        "kind",
        {
            "ruin": agreed("{structure} became a ruin"),
            "spacecraft": agreed("{structure} became a spacecraft"),
        },
        agreed("{structure} became an intact building"),
    ),
}
