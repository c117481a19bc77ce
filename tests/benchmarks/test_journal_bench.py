"""Benchmarks of the journal: an event, a fold, writing a battle; each as a ratio to a naive reference."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.benchmarks.goals import best_of, report
from tests.files.journal_script import battle_of, header_of, one_action
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.changes import digest, encode
from wolfling_gui.files.journal import fold, parse_journal
from wolfling_gui.files.journal_lines import Done, Line, encode_header, encode_line, sealed
from wolfling_gui.files.journal_writer import JournalWriter

MODELS = 250
EVENTS = 2000


FOLD_IN_ENCODINGS = 0.025 / 79e-6
"""The goal of 25 ms for a fold, in encodings of its battle, which took 79 µs where the goal was set."""


@pytest.fixture(scope="module")
def played() -> tuple[bytes, Battle]:
    """Play a long battle; return its journal and the battle at its end."""
    chance = random.Random(3)
    data, check = sealed(encode_header(header_of(MODELS)), 0)
    parts = [data]
    battle = battle_of(MODELS)
    for number in range(EVENTS):
        lines, battle = one_action(battle, number, chance)
        for line in lines:
            part, check = sealed(encode_line(line), check)
            parts.append(part)
    return b"".join(parts), battle


def test_fold_a_long_battle(benchmark: Any, played: tuple[bytes, Battle]) -> None:
    data, battle = played
    read = parse_journal(data)
    folded = benchmark(fold, read)
    assert len(folded.battles) == EVENTS + 1
    assert digest(folded.battle) == digest(battle)

    whole = encode(battle)

    def naively() -> None:
        for _ in range(EVENTS):
            msgspec.json.decode(whole, type=Battle)

    def encodings() -> None:
        for _ in range(round(FOLD_IN_ENCODINGS)):
            encode(battle)

    taken = best_of(lambda: fold(read), 9)
    milliseconds = f"fold of {EVENTS:,} events ({taken * 1000:.0f} ms)"
    scaled = f"{milliseconds} in the time of {FOLD_IN_ENCODINGS:.0f} encodings"
    report(benchmark, scaled, taken / best_of(encodings), "<= 1")
    benchmark.extra_info["ratio to reading every battle whole"] = taken / best_of(naively, 1)


def test_read_a_long_battle(benchmark: Any, played: tuple[bytes, Battle]) -> None:
    data, _ = played
    read = benchmark(parse_journal, data)
    assert not read.problems

    def naively() -> None:
        for line in data.splitlines():
            json.loads(line)

    benchmark.extra_info["ratio to json"] = best_of(lambda: parse_journal(data), 3) / best_of(naively, 3)


def test_write_an_event(benchmark: Any, tmp_path: Path) -> None:
    numbers = itertools.count()
    lines, _ = one_action(battle_of(MODELS), 0, random.Random(1))
    with JournalWriter(tmp_path / "bench.battle", header_of(MODELS)) as writer:

        def event() -> None:
            next(numbers)
            for line in lines:
                written = writer.append(line)
            written.result(timeout=5)

        benchmark(event)
        assert writer.history.count == 1 + len(lines) * next(numbers)

    def in_memory() -> None:
        for line in lines:
            sealed(encode_line(line), 0)

    read = [json.loads(encode_line(line)) for line in lines]

    def plain() -> None:
        for line in read:
            json.dumps(line, separators=(",", ":")).encode()

    benchmark.extra_info["ratio of encoding to json"] = best_of(in_memory, 50) / best_of(plain, 50)


def test_encode_a_battle(benchmark: Any) -> None:
    battle = battle_of(MODELS)
    plain = json.loads(encode(battle))
    data = benchmark(encode, battle)
    assert json.loads(data) == plain
    naive = best_of(lambda: json.dumps(plain, sort_keys=True), 20)
    report(benchmark, "encode a battle of 250 models", naive / best_of(lambda: encode(battle), 20), ">= 10")


def test_one_event(benchmark: Any) -> None:
    battle = battle_of(MODELS)
    model = msgspec.structs.replace(next(iter(battle.models.values())), wounds_lost=1)
    after = benchmark(battle.with_model, model)
    assert after.models[model.id] is model
    assert sum(after.models[name] is not battle.models[name] for name in battle.models) == 1

    def copy_often() -> None:
        for _ in range(1000):
            dict(battle.models)

    def change_often() -> None:
        for _ in range(1000):
            battle.with_model(model)

    ratio = best_of(change_often, 20) / best_of(copy_often, 20)
    report(benchmark, "one event on a battle of 250 models", ratio, "<= 5")


def test_the_lines_of_the_benchmark_are_those_of_a_battle(played: tuple[bytes, Battle]) -> None:
    read = parse_journal(played[0])
    lines: list[Line] = list(read.lines)
    assert sum(isinstance(line, Done) for line in lines) == EVENTS
    assert len(read.header.battle.models) == MODELS
