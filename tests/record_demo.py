"""Record the demonstration battle anew: `python -m tests.record_demo [SEED]`.

Run it when rules or core values change. It plays the boarding action to its score with the app's dice and
writes the journal that `wolfling demo` plays.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.bot import Bot
from wolfling_gui.files.locations import resources_dir, rulesets_dir
from wolfling_gui.files.scenario import read_scenario
from wolfling_gui.session.log import log_lines
from wolfling_gui.session.opening import begin

SEED = 10
ORDERS = {
    "blue-breachers": "O4",
    "blue-wardens": "O2",
    "orange-riflemen": "O4",
    "orange-scouts": "O2",
    "orange-brutes": "O3",
    "orange-marksman": "O1",
}


def record(path: Path, seed: int = SEED) -> list[str]:
    """Play the boarding action and write its journal; returns its log."""
    path.unlink(missing_ok=True)
    scenario = read_scenario(rulesets_dir() / "scenarios" / "deck-seven-raid.yaml")
    session = begin(scenario, path=path, seed=seed, title="Deck Seven raid")
    Bot(session, ORDERS).play()
    lines = log_lines(session)
    session.close()
    return lines


def main() -> None:
    """Write the demonstration into the resources."""
    folder = resources_dir() / "demo"
    folder.mkdir(exist_ok=True)
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else SEED
    lines = record(folder / "deck-seven-raid.wolfling", seed)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
