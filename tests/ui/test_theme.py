"""Colours that can be read and told apart: contrast by WCAG 2.2, colour blindness by Machado (2009), CIE L*a*b*."""

from __future__ import annotations

import itertools
import math

import pytest

from companion.painting.design import THEMES, stylesheet
from companion.painting.palette import DIAL_COLOURS, INK, PAPER, RINGS, SEATS, contrast, ink_on
from ui.tablet.theme import GLYPHS, OFF_FILL, OFF_WORDS, SURFACE, wear

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB
BLIND = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TONES = ("line", "text", "accent", "good", "bad")  # of buttons and plates
TEXTS = ("text", "quiet", "accent", "good", "bad")  # written on the dark surfaces


def linear(colour: str) -> tuple[float, ...]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)


def lab(rgb: tuple[float, ...]) -> tuple[float, float, float]:
    red, green, blue = (min(1.0, max(0.0, part)) for part in rgb)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str, kind: str | None = None) -> float:
    """CIE76 of two colours as somebody with this kind of colour blindness sees them."""
    seen = []
    for colour in (one, other):
        rgb = linear(colour)
        if kind:
            rgb = tuple(sum(factor * part for factor, part in zip(row, rgb, strict=True)) for row in BLIND[kind])
        seen.append(lab(rgb))
    return math.dist(*seen)


def test_the_measures_are_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)  # the lightest grey that passes on white
    assert distance("#000000", "#ffffff") == pytest.approx(100, abs=0.1)
    assert distance("#ff0000", "#00ff00") == pytest.approx(170.6, abs=0.5)
    assert distance("#ff0000", "#00ff00", "deutan") < 60


@pytest.mark.parametrize(
    "colour",
    sorted(
        {*DIAL_COLOURS.values(), *SEATS.values()}
        | {theme[tone] for theme in THEMES.values() for tone in (*TONES, "card")}
    ),
)
def test_ink_can_be_read_on_every_colour(colour: str) -> None:
    assert ink_on(colour) in (INK, PAPER)
    assert contrast(ink_on(colour), colour) >= 4.5


def laid(colour: str, share: float, ground: str) -> str:
    """The colour as it is seen where that share of it lies on the ground."""
    parts = ((int(one[at : at + 2], 16) for one in (colour, ground)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(share * over + (1 - share) * under):02x}" for over, under in parts)


@pytest.mark.parametrize("tone", TONES)
@pytest.mark.parametrize("name", THEMES)
def test_a_button_that_cannot_be_tapped_now_can_still_be_read(name: str, tone: str) -> None:
    theme = THEMES[name]
    for ground in ("screen", "panel", "card"):
        face = laid(theme[tone], OFF_FILL, theme[ground])
        assert contrast(laid(theme["text"], OFF_WORDS, face), face) >= 3, ground


@pytest.mark.parametrize(("name", "least"), [("dark", 4.5), ("light", 4.5), ("contrast", 7.0)])
def test_words_can_be_read_on_every_surface(name: str, least: float) -> None:
    theme = THEMES[name]
    for text, ground in itertools.product(TEXTS, ("screen", "panel", "card")):
        assert contrast(theme[text], theme[ground]) >= least, (text, ground)


def test_a_theme_is_worn_until_another_one_is() -> None:
    try:
        assert wear("light")
        assert THEMES["light"] == SURFACE
        assert not wear("light")
        assert wear("no such theme")
        assert THEMES["dark"] == SURFACE
    finally:
        wear("dark")


@pytest.mark.parametrize("kind", [None, *BLIND])
def test_the_two_teams_are_told_apart(kind: str | None) -> None:
    assert distance(SEATS["red"], SEATS["blue"], kind) >= 20


@pytest.mark.parametrize(
    "team", [("warrior", "dwarf", "elf", "enchanter"), ("wren", "ferrier", "lamplight", "marshal")]
)
@pytest.mark.parametrize("kind", [None, *BLIND])
def test_heroes_are_told_apart_by_colour_and_by_their_rings(team: tuple[str, ...], kind: str | None) -> None:
    for one, other in itertools.combinations((*team, "villains"), 2):
        assert SEATS[one] != SEATS[other] and distance(SEATS[one], SEATS[other], kind) >= 9, (one, other)
        is_hero = "villains" not in (one, other)
        assert not is_hero or RINGS.get(one) != RINGS.get(other), (one, other)


def test_the_pages_have_the_same_colours() -> None:
    sheet = stylesheet()
    for seat, colour in SEATS.items():
        assert any(line.startswith(f".seat-{seat}") and f"--seat: {colour};" in line for line in sheet.splitlines()), (
            seat
        )


def test_every_colour_of_the_dial_has_a_glyph_of_its_own() -> None:
    assert GLYPHS.keys() == DIAL_COLOURS.keys()
    assert len(set(GLYPHS.values())) == len(GLYPHS)
    for one, other in itertools.combinations(sorted(DIAL_COLOURS), 2):
        assert DIAL_COLOURS[one] != DIAL_COLOURS[other]
