"""Pictures of fields do not lie: every square is read back from the PNG and compared with the slow oracle."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.board import format_square, parse_square
from companion.core.ids import SpaceId
from tests.board.scenes import random_scene
from tests.cli.command_line import companion
from tests.cli.scenes import oracle_name, position_of, read_field, square_pixel
from tests.oracles.reach import Walker
from tests.oracles.sight import Piece, Scene, Square, judge
from tests.thinned import thinned

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
DATA = ROOT / "companion" / "games" / "heroclix" / "data"
MARKET = DATA / "maps" / "harbour-market.json"


def yard() -> Scene:
    scene = Scene(8, 6, blocking={(3, 2)}, hindering={(5, 1), (5, 2), (2, 4)}, water={(6, 4), (6, 5)})
    scene.walls = {frozenset({(1, 3), (1, 4)}), frozenset({(4, 4), (5, 4)})}
    scene.pieces = [Piece("A", "red", [(1, 2)]), Piece("B", "blue", [(4, 0)]), Piece("C", "blue", [(6, 2), (7, 2)])]
    return scene


def roofs() -> Scene:
    scene = random_scene(179, 9, 8, levels=3)
    scene.indoor |= {(6, 6), (7, 6), (7, 7)}
    scene.pieces = [Piece("A", "red", [(0, 0)]), Piece("G", "blue", [(5, 3)], size="giant")]
    return scene


def large() -> Scene:
    scene = random_scene(23, 10, 7, levels=1)
    scene.pieces = [Piece("A", "red", [(4, 3), (5, 3)]), Piece("B", "blue", [(7, 5)])]
    for group in (scene.blocking, scene.walls):
        group.clear()
    scene.blocking |= {(2, 2), (6, 1), (8, 4)}
    return scene


def smoky() -> Scene:
    scene = Scene(6, 5, hindering={(1, 1), (2, 1), (4, 3)}, blocking={(3, 0)})
    scene.pieces = [Piece("A", "red", [(1, 1)])]
    return scene


def market() -> Scene:
    document = json.loads(MARKET.read_text(encoding="utf-8"))
    rows = document["squares"]
    scene = Scene(len(rows[0]), len(rows))
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            tile = document["legend"][letter]
            for kind in tile.get("terrain", []):
                getattr(scene, kind).add((x, y))
            if "elevation" in tile:
                scene.level[x, y] = tile["elevation"]
    for pairs, group in (("walls", scene.walls), ("ramps", scene.ramps)):
        group.update(frozenset((ord(s[0]) - 65, int(s[1:]) - 1) for s in pair) for pair in document[pairs])
    scene.pieces = [Piece("A", "red", [(6, 12)]), Piece("B", "blue", [(11, 14)])]
    return scene


SCENES = {
    "yard": (yard, "core"),
    "roofs": (roofs, "core"),
    "roofs by the newer edition": (roofs, "newer"),
    "a large base": (large, "core"),
    "smoke by the newer edition": (smoky, "newer"),
    "harbour market": (market, "core"),
}


@pytest.mark.rule("HC-LOS-01", "HC-LOS-07", "HC-MULTI-10")
@pytest.mark.parametrize(
    ("name", "lang"), thinned([("yard", "fr"), *((name, "en") for name in SCENES if name != "yard"), ("yard", "en")], 2)
)
def test_what_is_drawn_as_seen_is_seen(name: str, lang: str, tmp_path: Path) -> None:
    make, edition = SCENES[name]
    scene, out = make(), tmp_path / "field.png"
    asked = ("sight", "-", "--from", "A", "--all-targets", "--picture", out, "--lang", lang)
    assert companion(*asked, stdin=position_of(scene, edition)).status == 0
    starts = scene.pieces[0].squares
    expected = {
        square: oracle_name(min(judge(scene, start, square, edition)[0] for start in starts))
        for square in scene.squares()
    }
    drawn = read_field(out, scene.columns, scene.rows)
    seen = {square: drawn[square] or "clear" for square in drawn}  # every square of this picture has a verdict
    assert {square: (seen[square], expected[square]) for square in seen if seen[square] != expected[square]} == {}
    assert len(set(expected.values())) == 3


@pytest.mark.rule("HC-MULTI-16", "HC-MOVE-01")
def test_what_is_drawn_as_threatened_is_threatened(tmp_path: Path) -> None:
    scene, within, out = Scene(8, 6, hindering={(4, 1), (5, 5)}), 2, tmp_path / "threat.png"
    scene.walls = {frozenset({(3, y), (4, y)}) for y in range(2, 6)}
    scene.pieces = [Piece("A", "red", [(1, 2)]), Piece("B", "blue", [(3, 0)])]
    asked = ("sight", "-", "--from", "A", "--after-move", "--within", within, "--picture", out, "--json")
    answer = companion(*asked, stdin=position_of(scene))
    assert answer.status == 0
    ends = Walker(scene, scene.pieces[0], 2, set()).answer(True)
    best: dict[Square, int] = {}
    for end in ends:
        moved = Scene(8, 6, hindering=scene.hindering, walls=scene.walls)
        moved.pieces = [Piece("A", "red", [end]), scene.pieces[1]]
        for square in moved.squares():
            if max(abs(square[0] - end[0]), abs(square[1] - end[1])) <= within:
                best[square] = min(best.get(square, 2), judge(moved, end, square, "core")[0])
    expected = {square: oracle_name(severity) for square, severity in best.items() if severity < 2}
    drawn = {square: verdict for square, verdict in read_field(out, 8, 6).items() if verdict}
    assert drawn == expected
    assert len(answer.document["reach"]) == len(ends)
    assert answer.document["squares"] == {
        chr(65 + x) + str(y + 1): expected[x, y] for x, y in sorted(expected, key=lambda square: (square[1], square[0]))
    }


def test_the_picture_of_the_manual_is_what_its_command_makes(tmp_path: Path) -> None:
    position, shipped = DATA / "positions" / "harbour-market.json", ROOT / "companion/painting/harbour-market.png"
    made = tmp_path / "made.png"
    asked = ("sight", position, "--from", "red-1", "--all-targets", "--picture", made, "--json")
    squares = companion(*asked).document["squares"]
    for picture in (shipped, made):
        drawn = read_field(picture, 16, 24)
        assert {format_square(*square): verdict or "clear" for square, verdict in drawn.items()} == squares
    scene = market()
    scene.hindering |= {(9, 16), (11, 9)}  # the heavy object on J17 and the smoke on L10
    places = {"red-1": "H13", "red-2": "D16", "blue-1": "K12", "blue-2": "J5", "blue-4": "C8"}
    scene.pieces = [Piece(name, name[:-2], [parse_square(SpaceId(space))]) for name, space in places.items()]
    scene.pieces.append(Piece("blue-3", "blue", [(11, 14), (12, 14)], size="giant"))
    honest = {square: oracle_name(judge(scene, (7, 12), square, "core")[0]) for square in scene.squares()}
    assert squares == {format_square(*square): verdict for square, verdict in honest.items()}


def test_the_patterns_are_told_apart_without_colours(tmp_path: Path) -> None:
    """In grey alone: lines one way for hindered, both ways for blocked, none for clear; on open ground."""
    from PIL import Image

    scene, out = Scene(7, 5, blocking={(2, 2)}, hindering={(2, 1)}), tmp_path / "grey.png"
    scene.pieces = [Piece("A", "red", [(0, 2)])]
    assert companion("sight", "-", "--from", "A", "--all-targets", "--picture", out, stdin=position_of(scene)).out
    with Image.open(out) as opened:
        picture = opened.convert("L")

    def contrast(square: Square, line: tuple[float, float], beside: tuple[float, float]) -> float:
        one, other = (picture.getpixel(square_pixel(7, square, *place)) for place in (line, beside))
        return abs(float(one) - float(other))  # type: ignore[arg-type]

    for square in set(scene.squares()) - {(0, 2), (2, 1), (2, 2)}:
        rising = contrast(square, (7, 7), (14, 14))  # from the line that cuts a corner to the middle of two lines
        falling = contrast(square, (7, 49), (14, 42))
        verdict = oracle_name(judge(scene, (0, 2), square, "core")[0])
        seen = {(False, False): "clear", (True, False): "hindered", (True, True): "blocked"}
        assert seen[rising > 40, falling > 40] == verdict, (square, rising, falling)
        assert (rising < 12 or rising > 40) and (falling < 12 or falling > 40), (square, rising, falling)


def test_a_picture_that_lies_would_be_noticed(tmp_path: Path) -> None:
    """The reader itself is tried: a picture of another position does not pass for this one."""
    scene, out = yard(), tmp_path / "field.png"
    other = yard()
    other.blocking.clear()
    assert companion("sight", "-", "--from", "A", "--all-targets", "--picture", out, stdin=position_of(other)).out
    honest = {square: oracle_name(judge(scene, (1, 2), square, "core")[0]) for square in scene.squares()}
    assert {square: verdict or "clear" for square, verdict in read_field(out, 8, 6).items()} != honest
