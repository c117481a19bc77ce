"""Wrong and damaged files give one clear message each: where, what was expected, what to do."""

from __future__ import annotations

import gzip
import io
import json
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.files.formats.maps import ALCHEMIST, JUNCTION, ORIGIN, built, points, sample
from wolfling_gui.files.formats import find_format, read_map
from wolfling_gui.files.formats.imported import ImportOptions
from wolfling_gui.files.formats.sniff import MOST_BYTES, identify, picture_size, picture_type
from wolfling_gui.files.formats.uvtt import read_uvtt
from wolfling_gui.files.problems import Problem, ProblemsError


def refused(data: bytes, options: ImportOptions | None = None) -> tuple[Problem, ...]:
    with pytest.raises(ProblemsError) as caught:
        read_map(data, options, "map.dd2vtt")
    problems = caught.value.problems
    for problem in problems[:20]:
        assert problem.file == "map.dd2vtt"
        assert problem.message
        assert problem.hint.endswith(".")
    return problems


def zipped() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("map.dd2vtt", sample(JUNCTION))
    return packed.getvalue()


LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 1839636\n"
PROJECT = b'\xef\xbb\xbf{"header": {"creation_build": "1.0"}, "world": {"portals": {}}}'
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x05\0\0\0\x05\0\x08\x06\0\0\0"

WRONG = [
    (b"", "empty", "Export the map again"),
    (b"\xef\xbb\xbf \r\n", "other", "Export the map as Universal VTT"),
    (LFS, "lfs_pointer", "git lfs pull"),
    (zipped(), "zip", "Unpack it"),
    (gzip.compress(sample(JUNCTION)), "packed", "Unpack it"),
    (PNG, "picture", "set the picture as the background"),
    (b"\xff\xd8\xff\xe0\0\x10JFIF", "picture", "background"),
    (b"RIFF\0\0\0\0WEBPVP8 ", "picture", "background"),
    (b"GIF89a", "picture", "background"),
    (b"%PDF-1.7", "pdf", "Universal VTT"),
    (PROJECT, "dungeondraft_map", "export it as Universal VTT"),
    (b"\n<!DOCTYPE html><html>", "web_page", "Download the file itself"),
    (b"<?xml version='1.0'?><map/>", "xml", "Universal VTT"),
    (b"{}", "json", "Universal VTT"),
    (b'{"name": "list"}', "json", "Universal VTT"),
    (b"[1, 2]", "other", "Universal VTT"),
    (b"format: wolfling-scenario/1", "other", "Universal VTT"),
]


@pytest.mark.parametrize(("data", "kind", "hint"), WRONG)
def test_wrong_files_are_named_with_a_way_out(data: bytes, kind: str, hint: str) -> None:
    assert identify(data) == kind
    assert find_format(data) is None
    (problem,) = refused(data)
    assert hint in problem.hint
    assert problem.expected == "a Universal VTT map"


def test_a_file_of_more_than_64_megabytes_is_refused_unread() -> None:
    (problem,) = refused(sample(JUNCTION) + b" " * MOST_BYTES)
    assert "too large: 64 MB" in problem.message


def test_a_truncated_map_says_where_it_ends() -> None:
    text = sample(JUNCTION)[:900]
    (problem,) = refused(text)
    assert problem.message == "The file ends too early"
    assert problem.line == text.count(b"\n") + 1


def test_a_syntax_error_has_its_line_and_column() -> None:
    (problem,) = refused(b'{"portals": [],\n "lights": [} }')
    assert (problem.line, problem.column) == (2, 13)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"portals": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", "nested too deeply"),
        (b'{"portals": [], "format": ' + b"9" * 5000 + b"}", "too many digits"),
        (b'{"portals": "\xff"}', "not UTF-8"),
    ],
)
def test_hostile_json(data: bytes, message: str) -> None:
    (problem,) = refused(data)
    assert message in problem.message


GARBLED = [
    ({"line_of_sight": "none"}, "“line_of_sight” is “none” (at line_of_sight)", "a list"),
    ({"line_of_sight": [[{"x": 1, "y": 2}, 7]]}, "Found 7 (at line_of_sight[0][1])", "a place"),
    ({"line_of_sight": [[{"x": 1}]]}, "“y” is nothing (at line_of_sight[0][0].y)", "a number"),
    ({"line_of_sight": [[{"x": 1, "y": True}]]}, "“y” is true", "a number"),
    ({"line_of_sight": [[{"x": 1, "y": float("nan")}]]}, "“y” is nan", "between"),
    ({"line_of_sight": [[{"x": 1, "y": -float("inf")}]]}, "“y” is -inf", "between"),
    ({"line_of_sight": [[{"x": 1, "y": 10**300}]]}, "many digits", "between"),
    ({"portals": {"a": 1}}, "“portals” is a mapping", "a list"),
    ({"portals": [{"bounds": points((1, 1), (2, 2)), "closed": "no"}]}, "“closed” is “no”", "true or false"),
    ({"portals": [{"position": {"x": 1, "y": 2}, "rotation": "left"}]}, "“rotation” is “left”", "a number"),
    ({"resolution": []}, "“resolution” is a list", "braces"),
    ({"resolution": {"map_size": {"x": 0, "y": 5}}}, "The map is 0 × 5 squares", "above 0"),
    ({"resolution": {"map_size": {"x": 1e5, "y": 5}}}, "The map is 100000 × 5 squares", "at most 5000"),
    ({"resolution": None, "line_of_sight": []}, "does not say how large", "map_size"),
]


@pytest.mark.parametrize(("keys", "message", "expected"), GARBLED)
def test_garbled_values_are_named(keys: dict[str, object], message: str, expected: str) -> None:
    (problem,) = refused(built(**keys))
    assert message in problem.message
    assert expected in problem.expected


def test_a_garbled_value_has_its_line_and_column() -> None:
    text = json.dumps(json.loads(sample(JUNCTION)), indent=1).replace('"x": 6.01', '"x": "6,01"')
    (problem,) = refused(text.encode())
    lines = text.split("\n")
    assert lines[problem.line - 1][problem.column - 1 :].startswith('"6,01"')


def test_all_garbled_values_are_listed_up_to_a_limit() -> None:
    bad = [[{"x": "a", "y": 1}, {"x": 2, "y": "b"}]] * 3
    assert len(refused(built(line_of_sight=bad))) == 6
    assert len(refused(built(line_of_sight=bad * 40))) == 21


def test_too_many_walls_are_refused() -> None:
    line = points(*[(i % 7, i % 5) for i in range(1001)])
    (problem,) = refused(built(line_of_sight=[line] * 101))
    assert "more than 100000 wall pieces" in problem.message


def test_a_tangle_of_lines_is_refused() -> None:
    star = [points((i / 100, 0), (10 - i / 100, 10)) for i in range(1000)]
    (problem,) = refused(built(line_of_sight=star))
    assert "cross each other too often" in problem.message


@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf"), 25])
def test_inches_per_square_of_no_use(value: float) -> None:
    (problem,) = refused(sample(JUNCTION), ImportOptions(inches_per_square=value))
    assert "inches per square cannot be used" in problem.message
    assert problem.hint == "Use 1, 1.5 or 2."


def test_the_size_of_a_picture_is_read_from_its_header() -> None:
    assert picture_size(PNG) == (1280, 1280)
    vp8x = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x3f\x06\0\x83\x03\0"
    assert picture_size(vp8x) == (1600, 900)
    vp8 = b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x40\x06\x84\x03"
    assert picture_size(vp8) == (1600, 900)
    for data in (PNG, vp8x, vp8, b"\xff\xd8\xff\xe0\0\x04xx\xff\xc0\0\x0b\x08\0\x64\0\x64\x01\x01\x11\0"):
        assert picture_size(data) is not None
        for end in range(len(data)):
            picture_size(data[:end])
    assert picture_type(b"GIF89a") == ""
    assert picture_size(b"\xff\xd8\xff\xe0\0\0" * 5) is None


def read_or_refuse(data: bytes) -> None:
    problems: tuple[Problem, ...] | None = None
    try:
        read_uvtt(data, file="map.dd2vtt")
    except ProblemsError as error:
        problems = error.problems
    assert problems is None or (problems and all(problem.message for problem in problems))


@given(st.sampled_from([JUNCTION, ORIGIN, ALCHEMIST]), st.data())
def test_damaged_bytes_never_crash(name: str, data: st.DataObject) -> None:
    raw = bytearray(sample(name))
    for _ in range(data.draw(st.integers(1, 6))):
        start = data.draw(st.integers(0, len(raw) - 1))
        end = min(len(raw), start + data.draw(st.integers(0, 4)))
        raw[start:end] = data.draw(
            st.binary(max_size=4) | st.sampled_from([b"null", b"-1", b"1e999", b"[", b"{}", b'"', b"9" * 40])
        )
    read_or_refuse(bytes(raw))


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["x", "y", "a"]), inner),
    max_leaves=6,
)


@given(st.sampled_from([JUNCTION, ORIGIN]), st.data())
def test_changed_values_never_crash(name: str, data: st.DataObject) -> None:
    whole = json.loads(sample(name))
    for _ in range(data.draw(st.integers(1, 3))):
        at = whole
        while True:
            keys = sorted(at) if isinstance(at, dict) else list(range(len(at)))
            key = data.draw(st.sampled_from(keys))
            if not at[key] or not isinstance(at[key], (dict, list)) or data.draw(st.booleans()):
                break
            at = at[key]
        at[key] = data.draw(values)
    read_or_refuse(json.dumps(whole).encode())


@st.composite
def scribbles(draw: st.DrawFn) -> bytes:
    place = st.tuples(st.integers(-4, 48), st.integers(-4, 48)).map(lambda p: (p[0] / 4, p[1] / 4))
    lines = draw(st.lists(st.lists(place, min_size=2, max_size=5), max_size=12))
    ends = draw(st.lists(st.tuples(place, place, st.booleans()), max_size=4))
    return built(
        line_of_sight=[points(*line) for line in lines],
        objects_line_of_sight=[points(*line, line[0]) for line in lines[:3]],
        portals=[{"bounds": points(a, b), "closed": shut} for a, b, shut in ends],
    )


@given(scribbles())
def test_any_scribble_is_a_table_that_reads_back(data: bytes) -> None:
    from wolfling_gui.files.formats.importing import to_scenario
    from wolfling_gui.files.scenario import parse_scenario
    from wolfling_gui.files.scenario_write import scenario_text

    scenario = to_scenario(read_uvtt(data), "Scribble")
    back = parse_scenario(scenario_text(scenario))
    for before, after in (
        (scenario.table.walls, back.table.walls),
        (scenario.table.doors, back.table.doors),
    ):
        assert [(p.id, p.a, p.b, p.state) for p in before.values()] == [
            (p.id, p.a, p.b, p.state) for p in after.values()
        ]
    assert set(back.table.zones) == set(scenario.table.zones)
