"""Colours and sizes of the tablet. The twelve colours of the dial carry meaning, so each has a glyph besides."""

from __future__ import annotations

from companion.painting.palette import channels

TOUCH_DP = 48  # the least side of anything to be touched
THEMES = {
    "dark": {
        "screen": "#171b22",
        "panel": "#222833",
        "card": "#2d3542",
        "line": "#4a5568",
        "text": "#f2f5f9",
        "quiet": "#b7c1cf",
        "accent": "#f0c04a",
        "good": "#46b98a",
        "bad": "#f0826a",
    },
    "light": {
        "screen": "#f2f0ea",
        "panel": "#e6e3da",
        "card": "#ffffff",
        "line": "#c4ccd6",
        "text": "#14171c",
        "quiet": "#464f5b",
        "accent": "#7a5200",
        "good": "#0b6844",
        "bad": "#a32a14",
    },
    "contrast": {
        "screen": "#000000",
        "panel": "#000000",
        "card": "#161616",
        "line": "#3a3f47",
        "text": "#ffffff",
        "quiet": "#ffffff",
        "accent": "#ffd900",
        "good": "#2fe69c",
        "bad": "#ff9c85",
    },
}
SURFACE = dict(THEMES["dark"])  # what is worn now; read when something is drawn, never kept
TERRAIN_COLOURS = {
    "clear": "#e9e4d6",
    "hindering": "#a9c98f",
    "blocking": "#8b6f5a",
    "water": "#8fc1de",
    "starting": "#d9c9ea",
    "corridor": "#cfc6b2",
    "mist": "#c3d3dc",
    "unknown": "#20262f",
}
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
