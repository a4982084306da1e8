"""Figures can be read at arm's length whatever colour their side has: letters, the ring of the side, what is left.

Measured on the drawn pixels, along straight lines through a figure: colour after colour, and how wide each is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import groupby

import pytest
from PIL import Image

from companion.board.picture import Token
from companion.core.ids import PieceId
from companion.painting.canvas import SvgCanvas
from companion.painting.figures import paint_token
from companion.painting.grid import CELL, Grid
from companion.painting.palette import HEALTH_COLOURS, SEATS, contrast, seat_colour
from companion.painting.png import png_of

FINE = 8  # pixels of the picture for a unit of the drawing
READ, SEEN = 4.5, 3.0  # WCAG 2.2: words; what is no word
PLAIN = Token(PieceId("a"), "I", "", "", 0, 0, health=(3, 3))
STATES = {
    "fresh": PLAIN,
    "used": replace(PLAIN, done=True),
    "awaited": replace(PLAIN, waiting=True),
    "hurt": replace(PLAIN, health=(1, 3), done=True),
    "nearly out": replace(PLAIN, health=(1, 5)),
}


def picture(token: Token) -> Image.Image:
    canvas = SvgCanvas()
    paint_token(canvas, token, Grid())
    svg = canvas.svg(CELL, CELL, background="#faf7f0")
    with Image.open(BytesIO(png_of(svg, width=CELL * FINE))) as drawn:
        return drawn.convert("RGB").copy()


def runs(drawn: Image.Image, angle: float) -> list[tuple[str, float]]:
    """The colours from the middle outward, each with its width in units; what a rim's smoothing mixes is left out."""

    def colours() -> Iterator[str]:
        for step in range(CELL // 2 * FINE):
            x, y = (CELL / 2 * FINE + step * part for part in (math.cos(angle), math.sin(angle)))
            yield "#{:02x}{:02x}{:02x}".format(*drawn.getpixel((int(x), int(y))))  # type: ignore[misc]

    found = [(colour, len(list(same)) / FINE) for colour, same in groupby(colours())]
    return [(colour, wide) for colour, wide in found if wide > 0.4]


def has_ring(above: list[tuple[str, float]]) -> bool:
    """Whether a thin line is crossed that is told from both colours beside it, between the letters and the rim."""
    trios = list(zip(above, above[1:], above[2:], strict=False))
    return any(
        1 < wide < 2 and contrast(line, before) >= SEEN and contrast(line, after) >= SEEN
        for (before, _), (line, wide), (after, _) in trios
        if after != "#faf7f0"  # that would be the rim
    )


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("seat", sorted({colour: seat for seat, colour in SEATS.items()}.values()))
def test_letters_ring_and_health_are_seen_on_every_colour(seat: str, state: str) -> None:
    drawn = picture(replace(STATES[state], seat=seat))
    across = runs(drawn, 0.0)
    letter, beside = across[0][0], across[1][0]
    assert contrast(letter, beside) >= READ, across
    assert any(map(has_ring, (runs(drawn, -part / 10) for part in range(5, 27)))), "a dashed ring has gaps"
    below = runs(drawn, math.pi - 0.3)  # the left end of the gauge, which is lit as long as anything is left
    tones = [place for place, (colour, _) in enumerate(below) if colour in HEALTH_COLOURS.values()]
    assert len(tones) == 1, below
    (inner, bed), (gauge, wide), (outer, _) = below[tones[0] - 1 : tones[0] + 2]
    assert wide >= 5, below
    assert contrast(gauge, inner) >= SEEN and bed >= 1.9, below
    assert contrast(gauge, outer) >= SEEN, below


def test_a_side_keeps_its_colour() -> None:
    across = runs(picture(replace(PLAIN, seat="red")), 0.0)
    assert seat_colour("red") in [colour for colour, _ in across]


@pytest.mark.parametrize("facing", ["N", "E", "S", "W"])
def test_the_way_it_faces_stays_in_its_square_and_lies_over_the_light(facing: str) -> None:
    """Beyond its square it would cover who stands there, or the letters beside the board."""
    canvas = SvgCanvas()
    token = replace(PLAIN, seat="blue", facing=facing, health=None)
    paint_token(canvas, token, Grid(CELL, CELL))
    with Image.open(BytesIO(png_of(canvas.svg(3 * CELL, 3 * CELL, background="#ffffff"), width=3 * CELL * 2))) as drawn:
        pixels = drawn.convert("RGB")
    lit = [
        (x / 2, y / 2)
        for x in range(pixels.width)
        for y in range(pixels.height)
        if pixels.getpixel((x, y)) == (0xFF, 0xC5, 0x4D)
    ]
    assert len(lit) > 50, "it is seen"
    assert all(CELL <= x < 2 * CELL and CELL <= y < 2 * CELL for x, y in lit)
