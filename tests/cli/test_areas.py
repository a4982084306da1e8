"""``companion areas``: answers, words, pictures and refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion.documents import Node
from companion.errors import InputError
from companion.interchange.area_position import parse_area_position
from tests.board.area_drawings import WRONG, box, links, paths, put, rooms
from tests.cli.command_line import companion

CRATE = {"outline": box(28, 8, 32, 12)}
README = Path(__file__).parents[2] / "companion" / "interchange" / "README.md"


def position(**changes: Any) -> dict[str, Any]:
    return {
        "format": "tablewright/area-position@1",
        "system": "guardians",
        "map": rooms(),
        "pieces": [
            {"id": "A", "side": "red", "space": "west.1"},
            {"id": "B", "side": "blue", "space": "mid.1"},
            {"id": "C", "side": "blue", "space": "east.2"},
        ],
        **changes,
    }


def halls(**changes: Any) -> dict[str, Any]:
    pieces = [{"id": "A", "side": "red", "space": "west.eye"}, {"id": "B", "side": "blue", "space": "west.eye"}]
    return {
        "format": "tablewright/area-position@1",
        "system": "gotham",
        "map": links(),
        "pieces": pieces,
        "smoke": {"mid": 2},
        "broken_walls": ["left"],
        **changes,
    }


def ask(document: dict[str, Any], start: str, end: str, *more: object) -> Any:
    answer = companion("areas", "-", "--from", start, "--to", end, "--json", *more, stdin=json.dumps(document))
    assert answer.status == 0, answer.err
    return answer.document


@pytest.mark.rule("GC-LOS-04", "GC-MAP-03")
def test_one_drawn_line_in_json() -> None:
    assert ask(position(), "A", "C") == {
        "from": "west.1",
        "to": "east.2",
        "verdict": "blocked",
        "range": 2,
        "adjacent": False,
        "crossed": ["west.2", "mid.1", "mid.2", "east.1"],
        "zones": ["west", "mid", "east"],
        "causes": [{"rule": "GC-LOS-04", "piece": "B"}],
    }


@pytest.mark.rule("GO-WALLBREAK-07", "GO-SMOKE-03")
def test_one_linked_line_in_json() -> None:
    assert ask(halls(), "A", "east.eye") == {
        "from": "west.eye",
        "to": "east.eye",
        "verdict": "blocked",
        "range": 2,
        "adjacent": False,
        "crossed": [],
        "zones": ["west", "mid", "east"],
        "causes": [{"rule": "GO-WALLBREAK-07", "feature": "left"}],
        "smoke": 2,
        "overhang": 0,
    }
    assert ask(halls(), "mid.eye", "A")["verdict"] == "clear"
    assert ask(halls(broken_walls=[]), "mid.eye", "A")["causes"] == [{"rule": "GO-BASE-ZONE-07", "space": "west.eye"}]


@pytest.mark.rule("GC-LOS-07", "GC-LOS-08", "GC-LOS-09")
def test_what_is_asked_changes_what_blocks() -> None:
    crate = position(objects={"crate": {"outline": box(28, 8, 32, 12)}}, pieces=[])
    assert ask(crate, "west.1", "east.1")["causes"] == [{"rule": "GC-LOS-06", "piece": "crate"}]
    assert ask(crate, "west.1", "east.1", "--using", "crate")["verdict"] == "clear"
    assert ask(crate, "west.1", "east.1", "--melee")["verdict"] == "clear"
    assert ask(position(), "west.2", "east.1")["verdict"] == "clear"  # nobody looks
    assert ask(position(), "west.2", "east.1", "--side", "red")["verdict"] == "blocked"
    assert ask(position(relations=[["red", "blue", "ally"]]), "A", "C")["verdict"] == "clear"
    shut = position(doors={"door": "closed"}, pieces=[])
    assert ask(shut, "west.2", "mid.1", "--melee")["causes"] == [{"rule": "GC-LOS-03", "feature": "door"}]
    assert not ask(shut, "west.2", "mid.1")["adjacent"]


def test_the_answer_in_words() -> None:
    answer = companion("areas", "-", "--from", "A", "--to", "C", stdin=json.dumps(position()))
    assert answer.out == "A (west.1) → C (east.2): blocked, 2 zones away\n  GC-LOS-04  figure B\n"
    answer = companion("areas", "glasshouse-row", "--from", "row.1", "--to", "row.2")
    assert answer.out == "row.1 → row.2: clear, in the same zone\n"
    answer = companion("areas", "sluice-ward", "--from", "gantry.eye", "--to", "lane.eye")
    assert "  GO-BASE-ZONE-07  no link to lane.eye" in answer.out


def test_the_answer_in_french() -> None:
    answer = companion(
        "areas", "-", "--from", "A", "--to", "yard.eye", "--lang", "fr", stdin=json.dumps(halls(broken_walls=[]))
    )
    assert answer.out.splitlines() == [
        "A (west.eye) → yard.eye: libre, 1 zone plus loin",
        "  fumigènes sur la ligne: 2",
        "  niveaux au-dessus de la cible: -1",
    ]


def test_a_map_file_is_a_position_without_pieces(tmp_path: Path) -> None:
    (tmp_path / "rooms.json").write_text(json.dumps(rooms()))
    answer = companion("areas", tmp_path / "rooms.json", "--from", "west.1", "--to", "east.2", "--json")
    assert answer.document["verdict"] == "clear"
    (tmp_path / "here.json").write_text(json.dumps(position(map="rooms.json")))
    answer = companion("areas", tmp_path / "here.json", "--from", "A", "--to", "C", "--json")
    assert answer.document["verdict"] == "blocked"


def test_the_position_of_the_readme_is_read() -> None:
    blocks = re.findall(r"```json\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    (text,) = [block for block in blocks if "area-position@1" in block]
    assert ask(json.loads(text), "Moth", "Rook")["verdict"] == "clear"


@pytest.mark.parametrize(
    ("document", "start", "end", "colour"),
    [
        (position(doors={"door": "closed"}, objects={"crate": CRATE}), "A", "C", (204, 34, 42)),
        (position(), "A", "west.2", (34, 139, 84)),
        (halls(), "A", "east.eye", (204, 34, 42)),
        (halls(), "A", "mid.eye", (34, 139, 84)),
    ],
)
def test_a_picture_is_drawn(
    tmp_path: Path, document: dict[str, Any], start: str, end: str, colour: tuple[int, int, int]
) -> None:
    from PIL import Image

    out = tmp_path / "line.png"
    ask(document, start, end, "--picture", out)
    with Image.open(out) as image:
        colours = {shade: count for count, shade in image.convert("RGB").getcolors(1 << 20) or ()}
        assert image.width == 960 + 80
    assert colours.get(colour, 0) > 300
    other = ({(204, 34, 42), (34, 139, 84)} - {colour}).pop()
    assert colours.get(other, 0) < 20
    assert [path.name for path in tmp_path.iterdir()] == ["line.png"]


PIECE = {"id": "A", "side": "red", "space": "west.1"}
BAD: list[tuple[dict[str, Any], str, str]] = [
    (position(system="chess"), "system", "gotham, guardians"),
    (position(system="gotham"), "map", "lines by links"),
    (position(map="nowhere"), "map", "glasshouse-row, sluice-ward"),
    (position(map=3), "map", "text"),
    (position(map=rooms(name=3)), "map.name", "text"),
    (position(weather="rain"), "weather", "one of the keys"),
    (position(smoke={}), "smoke", "one of the keys"),
    (position(pieces=[PIECE, {**PIECE, "id": "B"}]), "pieces[1].space", "found west.1, where A stands"),
    (position(pieces=[PIECE, {**PIECE, "space": "west.2"}]), "pieces[1].id", "an id of its own"),
    (position(pieces=[{**PIECE, "id": "west.2"}]), "pieces[0].id", "an id that is no space of the map"),
    (position(pieces=[{**PIECE, "space": "attic.1"}]), "pieces[0].space", "a space of the map"),
    (position(pieces=[{"id": "A", "side": "red"}]), "pieces[0]", "'space'"),
    (position(pieces=[{**PIECE, "id": "crate"}], objects={"crate": CRATE}), "pieces[0].id", "an id of its own"),
    (position(relations=[["red", "blue"]]), "relations[0]", "two sides and a word"),
    (position(relations=[["red", "blue", "friend"]]), "relations[0][2]", "ally, enemy"),
    (position(relations=[["red", "red", "ally"]]), "relations[0][1]", "another side"),
    (position(relations=[["red", "blue", "ally"], ["blue", "red", "enemy"]]), "relations[1]", "once"),
    (position(doors={"hatch": "open"}), "doors.hatch", "a door of the map: door"),
    (position(doors={"door": "ajar"}), "doors.door", "closed, open"),
    (position(removed_objects=["crate"]), "removed_objects[0]", "it has none"),
    (position(objects={"crate": {"outline": box(24, 9, 27, 12)}}), "objects.crate.outline", "the middle of mid.1"),
    (position(map=rooms(objects={"crate": CRATE}), objects={"crate": CRATE}), "objects.crate", "no object of the map"),
    (halls(doors={}), "doors", "one of the keys"),
    (halls(smoke={"attic": 1}), "smoke.attic", "a zone of the map"),
    (halls(smoke={"mid": -1}), "smoke.mid", "from 0 to 99"),
    (halls(broken_walls=["top"]), "broken_walls[0]", "a wall of the map: left, right, bare, kerb"),
    (halls(broken_walls=["bare"]), "broken_walls[0]", "GO-WALLBREAK-04"),
    (halls(broken_walls=["kerb"]), "broken_walls[0]", "GO-WALLBREAK-03"),
]


@pytest.mark.parametrize(
    ("document", "place", "words"), BAD, ids=[f"{place}-{n}" for n, (_, place, _) in enumerate(BAD)]
)
@pytest.mark.rule("GC-MAP-03", "GO-WALLBREAK-03", "GO-WALLBREAK-04")
def test_a_bad_position_is_refused_at_its_place(document: dict[str, Any], place: str, words: str) -> None:
    answer = companion("areas", "-", "--from", "west.1", "--to", "west.2", stdin=json.dumps(document))
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith(f"standard input: {place}: found "), answer.err
    assert words in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("document", [position(doors={"door": "open"}, objects={"crate": CRATE}), halls()])
def test_any_value_in_any_place_is_read_or_refused(document: dict[str, Any]) -> None:
    for path in paths({key: value for key, value in document.items() if key != "map"}):
        for wrong in WRONG:
            try:
                parse_area_position(Node("p.json", "", put(path, wrong, document)))
            except InputError as refused:
                assert str(refused).startswith("p.json: ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["glasshouse-row", "--from", "row.1", "--to", "attic"], 'glasshouse-row: --to: found "attic", expected'),
        (["glasshouse-row", "--from", "row.1", "--to", "row.2", "--using", "pram"], "seed-cart, tea-urn"),
        (["sluice-ward", "--from", "lane.eye", "--to", "lock.eye", "--melee"], "drawn over polygons"),
        (["sluice-ward", "--from", "lane.eye"], "--to"),
        (["somewhere", "--from", "a.1", "--to", "a.2"], "one of the maps glasshouse-row, sluice-ward"),
        (["gone.json", "--from", "a.1", "--to", "a.2"], "gone.json: found"),
        (["sluice-ward", "--from", "lane.eye", "--to", "lane.eye", "--picture", "no/where.png"], "no/where.png: found"),
    ],
)
def test_bad_questions_are_refused_in_one_line(words: list[str], said: str) -> None:
    answer = companion("areas", *words)
    assert (answer.status, answer.out) == (2, "")
    assert said in answer.err
    assert answer.err.count("\n") == 1
