"""Equal battles are written as equal bytes, whatever objects they are made of."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import msgspec
import pytest

import wolfling_gui.core
from tests.files.journal_script import battle_of
from wolfling_gui.core.changes import Delta, apply, decode, delta, digest, encode
from wolfling_gui.core.clock import Clock
from wolfling_gui.files.scenario import read_scenario
from wolfling_gui.files.setup import new_battle

SHIPPED = sorted((Path(__file__).parents[2] / "rulesets" / "scenarios").glob("*.yaml"))


def structs() -> list[type[msgspec.Struct]]:
    found = []
    for module in pkgutil.iter_modules(wolfling_gui.core.__path__):
        loaded = importlib.import_module(f"wolfling_gui.core.{module.name}")
        for kind in vars(loaded).values():
            is_own = isinstance(kind, type) and kind.__module__ == loaded.__name__
            if is_own and issubclass(kind, msgspec.Struct) and kind.__struct_config__.omit_defaults:
                found.append(kind)
    return found


@pytest.mark.parametrize("kind", structs(), ids=lambda kind: kind.__name__)
def test_only_defaults_that_exist_once_are_left_out(kind: type[msgspec.Struct]) -> None:
    for field in msgspec.structs.fields(kind):
        default = field.default
        small = type(default) is int and -5 <= default <= 256
        once = default in (None, True, False, "", ()) or default is msgspec.NODEFAULT
        assert small or once, f"{field.name} needs “always”"


def test_text_that_is_equal_but_not_the_same_gives_the_same_digest() -> None:
    battle = battle_of(6)
    again = battle.with_clock(Clock(step="".join(["roll", "_off"])))
    assert again == battle
    assert digest(again) == digest(battle)


def test_a_step_there_and_back_by_its_changes_gives_the_digest_of_the_start() -> None:
    battle = battle_of(6)
    away = battle.with_clock(Clock(1, "blue", "movement"))
    there = msgspec.json.decode(msgspec.json.encode(delta(battle, away)), type=Delta)
    home = msgspec.json.decode(msgspec.json.encode(delta(away, battle)), type=Delta)
    back = apply(apply(battle, there), home)
    assert digest(back) == digest(battle)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_battle_read_from_files_and_one_read_from_its_bytes_are_written_alike(path: Path) -> None:
    battle = new_battle(read_scenario(path))
    assert encode(decode(encode(battle))) == encode(battle)
