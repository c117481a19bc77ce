"""What the reader makes of each feature of the format, one small map at a time."""

from __future__ import annotations

import base64
import json

import pytest

from tests.files.formats.maps import (
    ALCHEMIST,
    JUNCTION,
    ORIGIN,
    WINDOWS,
    areas,
    built,
    points,
    portal,
    read,
    sample,
)
from wolfling_gui.core.lengths import at
from wolfling_gui.files.formats import find_format, read_map
from wolfling_gui.files.formats.describe import describe, summary
from wolfling_gui.files.formats.imported import ImportNote, ImportOptions
from wolfling_gui.files.formats.uvtt import read_uvtt
from wolfling_gui.files.problems import ProblemsError

ROOM = [(1, 1), (9, 1), (9, 9), (1, 9), (1, 1)]


def halves(*portals: object, gap: tuple[float, float] = (4, 6)) -> bytes:
    """Return the room split in two at x = 5 by a wall with a gap, and portals."""
    inner = [points((5, 1), (5, gap[0])), points((5, gap[1]), (5, 9))]
    return built(line_of_sight=[points(*ROOM), *inner], portals=list(portals))


def test_y_is_flipped_and_the_origin_subtracted() -> None:
    frame = {"map_origin": {"x": 1, "y": 0}, "map_size": {"x": 10, "y": 20}}
    found = read_uvtt(built(line_of_sight=[points((2, 3), (4, 3))], resolution=frame))
    (wall,) = found.table.walls.values()
    assert (wall.a, wall.b) == (at(1, 17), at(3, 17))


@pytest.mark.parametrize(
    ("width", "closed", "kind"), [(0.79, True, "window"), (0.81, True, "door"), (0.81, False, "opening")]
)
def test_kinds_of_portals(width: float, closed: bool, kind: str) -> None:
    found = read_uvtt(halves(portal((5, 4), (5, 4 + width), closed=closed), gap=(4, 4 + width)))
    assert [p.kind for p in found.portals] == [kind]
    assert areas(found) == [32.0, 32.0]
    states = [door.state for door in found.table.doors.values()]
    assert states == {"window": [], "door": ["shut"], "opening": ["open"]}[kind]
    assert sum(name.startswith("window") for name in found.table.walls) == (kind == "window")


def test_the_width_of_a_window_is_an_option() -> None:
    data = halves(portal((5, 4), (5, 4.7)), gap=(4, 4.7))
    assert read_uvtt(data, ImportOptions(window_below_squares=0.6)).portals[0].kind == "door"
    assert read_uvtt(data, ImportOptions(window_below_squares=0.8)).portals[0].kind == "window"


def test_all_portals_of_a_kind_can_be_turned() -> None:
    found = read(WINDOWS, turn={"window": "opening"})
    assert len(found.table.doors) == 6
    assert {door.state for door in found.table.doors.values()} == {"open"}
    assert areas(found) == [85.0]
    found = read(ALCHEMIST, turn={"opening": "window", "door": "opening"})
    assert found.count("windows") == 13
    assert found.count("openings") == 6
    assert areas(found) == [39.4, 24.7, 20.7]


def test_two_portals_that_share_an_end_are_one_double_door() -> None:
    found = read_uvtt(halves(portal((5, 4), (5, 4.7)), portal((5, 5.4), (5, 4.7)), gap=(4, 5.4)))
    (door,) = found.table.doors.values()
    assert {door.a, door.b} == {at(5, 6), at(5, 4.6)}
    assert found.portals[0].leaves == 2
    assert found.count("double_doors") == 1
    assert found.count("windows") == 0


def test_an_open_leaf_beside_a_shut_one_is_no_double_door() -> None:
    found = read_uvtt(halves(portal((5, 4), (5, 5)), portal((5, 5), (5, 6), closed=False)))
    assert sorted(door.state for door in found.table.doors.values()) == ["open", "shut"]


def test_two_doors_round_a_corner_are_no_double_door() -> None:
    inner = [points((5, 1), (5, 4)), points((6, 5), (9, 5))]
    doors = [portal((5, 4), (5, 5)), portal((5, 5), (6, 5))]
    found = read_uvtt(built(line_of_sight=[points(*ROOM), *inner], portals=doors))
    assert len(found.table.doors) == 2
    assert areas(found) == [48.0, 16.0]


def test_a_wall_that_meets_the_shared_end_keeps_the_doors_apart() -> None:
    data = json.loads(halves(portal((5, 4), (5, 5)), portal((5, 5), (5, 6))))
    data["line_of_sight"].append(points((5, 5), (9, 5)))
    found = read_uvtt(json.dumps(data).encode())
    assert len(found.table.doors) == 2
    assert areas(found) == [32.0, 16.0, 16.0]


def test_a_wall_drawn_through_a_doorway_is_opened() -> None:
    data = built(line_of_sight=[points(*ROOM), points((5, 1), (5, 9))], portals=[portal((5, 4), (5, 5.5))])
    found = read_uvtt(data)
    assert found.count("walls_opened") == 1
    inner = sorted((w.a.y, w.b.y) for w in found.table.walls.values() if w.a.x == w.b.x == at(5, 0).x)
    assert [tuple(sorted(pair)) for pair in inner] == [
        (at(0, 1).y, at(0, 4.5).y),
        (at(0, 6).y, at(0, 9).y),
    ]


def test_walls_that_cross_make_four_rooms() -> None:
    cross = [points(*ROOM), points((5, 0.5), (5, 9.5)), points((1, 5), (9, 5))]
    assert areas(read_uvtt(built(line_of_sight=cross))) == [16.0] * 4


def test_loose_walls_and_dead_ends_do_not_harm_a_room() -> None:
    loose = [points(*ROOM), points((3, 3), (4, 3)), points((9, 5), (7, 5)), points((0.2, 0.2), (0.2, 5))]
    found = read_uvtt(built(line_of_sight=loose))
    assert areas(found) == [64.0]
    assert len(found.table.walls) == 7


def test_a_room_in_a_room_leaves_two_zones_that_do_not_overlap() -> None:
    inner = points((3, 3), (6, 3), (6, 6), (3, 6), (3, 3))
    found = read_uvtt(built(line_of_sight=[points(*ROOM), inner]))
    assert areas(found) == [55.0, 9.0]
    assert found.count("faces_with_holes") == 1
    assert len(found.table.structures) == 1


def test_a_pillar_drawn_as_walls_is_no_room() -> None:
    inner = points((3, 3), (3.5, 3), (3.5, 3.5), (3, 3.5), (3, 3))
    found = read_uvtt(built(line_of_sight=[points(*ROOM), inner]))
    assert areas(found) == [64.0]
    assert found.count("faces_too_narrow") == 1
    assert len(found.table.walls) == 8


def test_a_long_narrow_face_is_proposed_as_a_corridor() -> None:
    passage = points((1, 3), (9, 3))
    found = read_uvtt(built(line_of_sight=[points(*ROOM), passage]))
    assert {zone.id: zone.kind for zone in found.table.zones.values()} == {"C1": "corridor", "R1": "room"}
    assert (found.count("rooms"), found.count("corridors")) == (2, 1)


@pytest.mark.parametrize(
    ("kind", "zone", "wall", "door"),
    [
        ("intact_building", "R1", "intact", "shut"),
        ("spacecraft", "R1", "intact", "sealed"),
        ("ruin", "S1", "ruined", "shut"),
    ],
)
def test_the_kind_of_structure(kind: str, zone: str, wall: str, door: str) -> None:
    table = read(JUNCTION, structure_kind=kind).table
    assert [structure.kind for structure in table.structures.values()] == [kind]
    assert zone in table.zones
    assert {w.state for w in table.walls.values()} == {wall}
    assert table.doors["D1"].state == door
    assert {d.structure for d in table.doors.values()} == {"B1"}


@pytest.mark.parametrize("square", [1.5, 2.0])
def test_inches_per_square(square: float) -> None:
    found = read(ORIGIN, inches_per_square=square)
    assert found.table.width == round(25400 * square)
    assert areas(found) == [32.0 * square**2] * 2
    assert found.count("narrow_doors") == 0
    assert read(ORIGIN).count("narrow_doors") == 1
    assert (
        summary(found)[0] == f"The table is {10 * square:g}″ × {10 * square:g}″, at {square:g}″ per square."
    )


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ([(2, 2), (3, 2), (3, 3)], "objects_open"),
        ([(12, 2), (13, 2), (13, 3), (12, 2)], "objects_outside"),
        ([(8, 2), (13, 2), (13, 3), (8, 2)], "objects_cut"),
        ([(2, 2), (3, 3), (3, 2), (2, 3), (2, 2)], "objects"),
        ([(2, 2), (2.05, 2.05), (2.05, 2), (2, 2.05), (2, 2)], "objects_small"),
    ],
)
def test_outlines_of_objects(line: list[tuple[float, float]], note: str) -> None:
    found = read_uvtt(built(objects_line_of_sight=[points(*line)]))
    assert found.count(note) == 1  # type: ignore[arg-type]
    assert len(found.table.areas) == (note in ("objects", "objects_cut"))
    assert areas(found) == [64.0]


def test_a_portal_without_bounds_is_taken_to_be_one_square_wide() -> None:
    lying = {"position": {"x": 5, "y": 4.5}, "rotation": 1.570796}
    found = read_uvtt(halves(lying, gap=(4, 5)))
    assert areas(found) == [32.0, 32.0]
    assert found.count("portals_without_bounds") == 1
    assert len(found.table.doors) == 1


def test_a_portal_without_a_place_is_left_out_and_noted() -> None:
    found = read_uvtt(built(portals=[{"closed": True}, portal((2, 2), (2, 2)), None]))
    assert found.count("portals_without_place") == 3
    assert not found.portals


def test_a_portal_half_outside_is_cut_and_noted() -> None:
    found = read_uvtt(built(portals=[portal((9, 5), (10.4, 5))]))
    assert found.count("portals_cut") == 1
    assert not found.table.doors
    assert found.count("portals_loose") == 1
    held = [points(*ROOM), points((10, 2), (10, 8))]
    found = read_uvtt(built(line_of_sight=held, portals=[portal((9, 5), (10.4, 5))]))
    (door,) = found.table.doors.values()
    assert max(door.a.x, door.b.x) == 25400


def test_a_door_that_ends_in_no_wall_is_left_out_and_noted() -> None:
    chain = [portal((3, 3), (4, 3)), portal((4, 3), (4, 4), closed=False), portal((4, 4), (9, 4))]
    found = read_uvtt(built(portals=chain))
    assert not found.table.doors
    assert found.count("portals_loose") == 3
    found = read_uvtt(built(portals=[portal((3, 3), (3.5, 3))]))
    assert [p.kind for p in found.portals] == ["window"]


@pytest.mark.parametrize(("squares", "word"), [(5.9, "more"), (241, "fewer")])
def test_a_table_of_no_use_is_refused(squares: float, word: str) -> None:
    frame = {"map_size": {"x": 20, "y": squares}}
    with pytest.raises(ProblemsError, match=f"Use {word} inches per square"):
        read_uvtt(built(resolution=frame))


@pytest.mark.parametrize("change", ["bom", "crlf", "utf16"])
def test_marks_and_line_ends_are_tolerated(change: str) -> None:
    text = sample(JUNCTION).decode()
    data = {
        "bom": b"\xef\xbb\xbf" + text.encode(),
        "crlf": text.replace("\n", "\r\n").encode(),
        "utf16": text.encode("utf-16"),
    }[change]
    assert find_format(data) is not None
    assert read_map(data) == read(JUNCTION)


NULLABLE = ("format", "portals", "lights", "environment", "image", "objects_line_of_sight")


@pytest.mark.parametrize("key", NULLABLE)
@pytest.mark.parametrize("absent", [True, False])
def test_null_and_absent_keys_are_tolerated(key: str, absent: bool) -> None:
    data = json.loads(sample(JUNCTION))
    data[key] = None
    if absent:
        del data[key]
    found = read_uvtt(json.dumps(data).encode())
    assert found.table.width == 12 * 2540
    assert len(found.table.zones) == (1 if key == "portals" else 3)


def test_no_walls_at_all_is_a_table_with_a_picture_only() -> None:
    found = read_uvtt(built(line_of_sight=None))
    assert (found.table.width, len(found.table.walls), areas(found)) == (25400, 0, [])


def test_a_missing_size_is_worked_out_from_the_walls_or_the_picture() -> None:
    found = read_uvtt(built(resolution=None))
    assert (found.table.width, found.table.height) == (9 * 2540, 9 * 2540)
    assert found.count("size") == 1
    picture = json.loads(sample(WINDOWS))["image"]
    found = read_uvtt(built(resolution={"pixels_per_grid": 128}, image=picture))
    assert (found.table.width, found.count("size")) == (25400, 1)


def test_closed_absent_or_null_is_closed() -> None:
    for more in ({}, {"closed": None}, {"closed": 1}):
        found = read_uvtt(halves(portal((5, 4), (5, 6), **more)))
        assert [door.state for door in found.table.doors.values()] == ["shut"]


@pytest.mark.parametrize(
    ("value", "newer"),
    [(0.2, 0), (1.0, 0), ("0.0.2", 0), (None, 0), (1.1, 1), ("2.0.1", 1), ([], 0), (True, 0)],
)
def test_a_newer_format_is_read_and_noted(value: object, newer: int) -> None:
    found = read_uvtt(built(format=value))
    assert found.count("newer_format") == newer
    assert areas(found) == [64.0]


WEBP = b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\x09\x40\x02\0\x07\x10\x11\x11\x88\x88\xfe\x07\0"
JPEG = b"\xff\xd8\xff\xe0\0\x04xx\xff\xc0\0\x0b\x08\0\x64\0\x64\x01\x01\x11\0\xff\xd9"


@pytest.mark.parametrize(
    ("image", "kind", "note"),
    [
        (base64.b64encode(WEBP).decode(), "webp", "picture"),
        (base64.b64encode(JPEG).decode(), "jpeg", "picture"),
        ("data:image/jpeg;base64," + base64.b64encode(JPEG).decode(), "jpeg", "picture"),
        (base64.b64encode(JPEG).decode().rstrip("=") + "\n", "jpeg", "picture"),
        ("The picture was left out.", "", "picture_unreadable"),
        (base64.b64encode(b"GIF89a....").decode(), "", "picture_unreadable"),
        (12, "", "picture_unreadable"),
        ("", "", "picture_missing"),
        (None, "", "picture_missing"),
    ],
)
def test_pictures(image: object, kind: str, note: str) -> None:
    found = read_uvtt(built(image=image))
    assert found.picture_type == kind
    assert found.count(note) == 1  # type: ignore[arg-type]
    assert (found.table.backdrop is not None) == bool(kind) == bool(found.picture)
    if kind == "jpeg":
        assert found.picture == JPEG
        assert found.count("picture_stretched") == 0


def test_describe_counts_in_sentences() -> None:
    notes = (ImportNote("kept", "walls", 14), ImportNote("clipped", "portals_outside", 1))
    assert describe(notes) == [
        "14 wall pieces lie inside the picture.",
        "1 portal outside the picture was left out.",
    ]
