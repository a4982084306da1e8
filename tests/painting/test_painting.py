"""The painter: SVG that is well formed whatever is written in it, and PNGs that need nothing of the system's."""

from __future__ import annotations

import base64
import io
import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.board.grid import GridBoard, Tile
from companion.board.picture import BoardPicture, Door, GridDrawing, Line, Thing, Token, Way, filling
from companion.board.spaces import Terrain
from companion.core.ids import PieceId
from companion.painting import CELL, EDGE, HEAD, Sheet, board_sheet, board_svg, png_of
from companion.painting.canvas import SvgCanvas, fitted, width_of
from companion.painting.figures import base_of, paint_token
from companion.painting.font import embedded, is_lato, lato
from companion.painting.grid import Grid
from companion.painting.palette import VERDICTS

SVG = "{http://www.w3.org/2000/svg}"


def picture(columns: int = 4, rows: int = 3) -> BoardPicture:
    tiles = [Tile() for _ in range(columns * rows)]
    tiles[1] = Tile(frozenset({Terrain.BLOCKING}))
    return GridDrawing(GridBoard("yard", columns, rows, tuple(tiles))).picture()


def pixels(svg: str) -> Any:
    from PIL import Image

    with Image.open(io.BytesIO(png_of(svg))) as opened:
        return opened.convert("RGB")


def test_a_pixel_a_unit() -> None:
    drawn = pixels(board_sheet(picture(), Sheet(("Title",))))
    assert drawn.size == (4 * CELL + 2 * EDGE, 3 * CELL + 2 * EDGE + HEAD)


def test_names_are_only_names() -> None:
    nasty = 'A<b>&"</svg>'
    token = Token(PieceId("a"), nasty, nasty, "red", 0, 0)
    thing = Thing(PieceId(nasty), "<", 1, 1)
    drawn = replace(picture(), tokens=(token,), objects=(thing,), edge_labels=(("<",) * 4, ("&",) * 3))
    root = ElementTree.fromstring(board_svg(drawn))
    assert [title.text for title in root.iter(f"{SVG}title")] == [nasty, nasty]
    assert ElementTree.fromstring(board_sheet(drawn, Sheet((nasty, nasty), "blocked", (("clear", nasty),)))) is not None


def test_words_are_drawn_in_a_font_of_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither fontconfig nor the system's fonts are asked: letters are there where none of them can be found."""
    monkeypatch.setenv("FONTCONFIG_FILE", "/nowhere")
    monkeypatch.setenv("HOME", "/nowhere")
    said, silent = (pixels(board_sheet(picture(), Sheet(words))) for words in (("Éléonore sees",), ("",)))
    box = (EDGE, 25, said.width - EDGE, 55)
    assert said.crop(box).getcolors(1 << 16) != silent.crop(box).getcolors(1 << 16)
    dark = sum(count for count, (red, _, _) in said.crop(box).getcolors(1 << 16) or () if red < 90)
    assert dark > 100


@pytest.mark.parametrize("verdict", sorted(VERDICTS))
def test_a_line_has_the_colour_of_its_verdict(verdict: str) -> None:
    drawn = pixels(board_svg(replace(picture(), line=Line((0.5, 2.5), (3.5, 2.5), verdict))).replace("<svg ", SIZED))
    middle = drawn.getpixel((EDGE + 2 * CELL, EDGE + round(2.5 * CELL)))
    assert "#{:02x}{:02x}{:02x}".format(*middle) == VERDICTS[verdict]


SIZED = f'<svg width="{4 * CELL + 2 * EDGE}" height="{3 * CELL + 2 * EDGE}" '


def test_what_happened_is_told_apart() -> None:
    """A move is dashed, a knock back is not; an attack that hit ends in a star, one that missed in a cross."""
    ways = [Way(kind, ((0.5, 0.5), (2.5, 0.5))) for kind in ("move", "knock")]
    ways += [Way("attack", ((0.5, 1.5), (2.5, 1.5)), "clear", hit) for hit in (True, False)]
    drawn = [board_svg(replace(picture(), ways=(way,))) for way in ways]
    assert [svg.count("stroke-dasharray") for svg in drawn] == [1, 0, 0, 0]
    assert [svg.count('class="sight"') for svg in drawn] == [0, 0, 1, 1]
    assert len(set(drawn)) == 4


@pytest.mark.parametrize("now", ["closed", "open", "barricaded", "hidden"])
def test_every_door_is_drawn(now: str) -> None:
    assert board_svg(replace(picture(), doors=(Door(((1, 1), (1, 2)), now),))) != board_svg(picture())


def test_no_frame_of_reach_hides_a_door() -> None:
    door = Door(((1, 1), (1, 2)), "closed")
    there = replace(picture(), doors=(door,))
    lit = replace(there, tiles=tuple(replace(tile, reach=1) if tile.column else tile for tile in there.tiles))
    at = EDGE + CELL, EDGE + CELL + CELL // 3
    dark, light = (pixels(board_svg(one).replace("<svg ", SIZED)).getpixel(at) for one in (there, lit))
    assert dark == light


def test_a_map_on_its_side_is_the_same_map() -> None:
    high = GridBoard("high", 2, 5, tuple(Tile() for _ in range(10)))
    assert (filling(high).columns, filling(high).rows, filling(high).is_turned) == (5, 2, True)
    assert GridDrawing(high).columns == 2


@pytest.mark.parametrize(
    "words",
    ["Knocked out", "WWWWWWWW", "MMMM", "mmmm", "AVATAR", "HOUND", "illicit fjord", "Éléonore", "2d6 + 4 = 11"],
)
def test_words_are_never_wider_than_they_are_said_to_be(words: str) -> None:
    """Measured by the library that set the letters before: the font's own widths."""
    from font_lato import font_files
    from PIL import ImageFont

    true = ImageFont.truetype(font_files["Lato"], 100).getlength(words) / 100
    assert true <= width_of(words, 1) <= 1.5 * true


def test_a_page_that_stands_alone_has_the_letters_it_was_measured_with() -> None:
    """As wide as the whole font's, the regular and the bold ones, and every letter that is said to be there."""
    from fontTools.ttLib import TTFont

    faces = re.findall(r"base64,([^\"]+)", embedded())
    for face, file in zip(faces, lato(), strict=True):
        with TTFont(io.BytesIO(base64.b64decode(face))) as own, TTFont(file) as whole:
            there, widths = own.getBestCmap(), whole["hmtx"]
            for letter in filter(is_lato, map(chr, range(0x21, 0x2600))):
                if ord(letter) in whole.getBestCmap():
                    assert own["hmtx"][there[ord(letter)]][0] == widths[whole.getBestCmap()[ord(letter)]][0], letter


def test_what_does_not_fit_is_made_smaller_and_then_shorter() -> None:
    assert fitted("abc", 20, 1000, 10) == ("abc", 20)
    small = fitted("a rather long name", 20, 120, 10)
    assert small[0] == "a rather long name" and 10 <= small[1] < 20
    short = fitted("a rather long name", 20, 40, 10)
    assert short[0].endswith("…") and width_of(*short) <= 40


def test_the_letters_of_lato_are_those_it_is_said_to_have() -> None:
    from fontTools.ttLib import TTFont

    for file in lato():
        has = set(TTFont(file).getBestCmap())
        said = {number for number in range(0xA0, 0x3000) if is_lato(chr(number))}
        assert said <= has and {number for number in has if chr(number).isalpha()} <= {
            *said,
            *range(0x80),
            0x2126,
            0xFB01,
            0xFB02,
        }


@pytest.mark.parametrize("label", ["A", "WW", "blue-3"])
@pytest.mark.parametrize("size", [(1, 1), (2, 2), (1, 2)])
def test_letters_lie_in_the_middle_of_their_base(label: str, size: tuple[int, int]) -> None:
    token = Token(PieceId("a"), label, label, "red", 2, 1, *size, health=(3, 5), tokens=2)
    canvas, base = SvgCanvas(), base_of(token, Grid())
    paint_token(canvas, token, Grid(), is_marked=True)
    (words,) = ElementTree.fromstring(canvas.svg(1, 1)).iter(f"{SVG}text")
    height = float(words.get("font-size", "0"))
    assert (float(words.get("x", "0")), words.get("text-anchor")) == (base.x, "middle")
    assert abs(float(words.get("y", "0")) - height * 0.35 - base.y) < 0.01
    assert width_of(words.text or "", height) <= 2 * base.wide


def test_who_lies_in_a_pit_is_drawn_lower_in_a_dark_hole() -> None:
    """Between figure and edge of the square the ground is no longer the floor's, and the letters stand lower."""
    stands = Token(PieceId("a"), "AN", "Ann", "red", 2, 1)
    both = [board_sheet(replace(picture(), tokens=(one,)), Sheet()) for one in (stands, replace(stands, sunken=True))]
    corner = (EDGE + round(2.12 * CELL), HEAD + EDGE + round(1.12 * CELL))
    light, dark = (sum(pixels(svg).getpixel(corner)) for svg in both)
    assert dark < light / 2
    high, low = (
        float(next(one for one in ElementTree.fromstring(svg).iter(f"{SVG}text") if one.text == "AN").get("y", 0))
        for svg in both
    )
    assert low > high
