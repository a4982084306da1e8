"""Colours and sizes of the tablet. The twelve colours of the dial carry meaning, so each has a glyph besides."""

from __future__ import annotations

from companion.painting.design import THEMES
from companion.painting.palette import channels

# share of a button's colour, and of its words', where it cannot be tapped now; less, and the words are not read
OFF_FILL, OFF_WORDS = 0.35, 0.75
TOUCH_DP = 48  # the least side of anything to be touched
SURFACE = dict(THEMES["dark"])  # what is worn now; read when something is drawn, never kept
# colour -> corners of its glyph's polygon (0: a disc), and whether it stands on a corner or a side
GLYPHS = {
    "red": (3, "up"),
    "orange": (3, "down"),
    "yellow": (4, "up"),
    "lime": (4, "flat"),
    "green": (5, "up"),
    "lightblue": (6, "up"),
    "darkblue": (6, "flat"),
    "purple": (8, "up"),
    "pink": (0, "ring"),
    "brown": (5, "down"),
    "black": (0, "disc"),
    "gray": (3, "left"),
    "white": (3, "right"),
}


def wear(theme: str) -> bool:
    """Put on that theme (the dark one for an unknown name); whether it is another one than before."""
    wanted, before = THEMES.get(theme, THEMES["dark"]), dict(SURFACE)
    SURFACE.update(wanted)
    return before != wanted


def rgba(colour: str, alpha: float = 1.0) -> tuple[float, float, float, float]:
    """The colour as four numbers from 0 to 1."""
    return (*channels(colour), alpha)
