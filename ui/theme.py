"""Colours and sizes, and the arithmetic behind them: contrast is computed, two teams are never told apart by hue alone.

Team colours are the pair of the Okabe-Ito palette that stays apart for every kind of colour blindness; each team has a
ring of its own too (solid, notched). The twelve colours of the dial carry meaning, so each has a glyph besides.
"""

from __future__ import annotations

TOUCH_DP = 48  # the least side of anything to be touched
INK, PAPER = "#14171c", "#ffffff"
SURFACE = {
    "screen": "#171b22",
    "panel": "#222833",
    "card": "#2d3542",
    "line": "#4a5568",
    "text": "#f2f5f9",
    "quiet": "#b7c1cf",
    "accent": "#f0c04a",
    "good": "#46b98a",
    "bad": "#f0826a",
}
SEAT_COLOURS = {"red": "#d55e00", "blue": "#0072b2"}
# seats of a quest: the master's monsters apart from every hero
QUEST_SEATS = {"master": "#8e2f4f", "warrior": "#e69f00", "dwarf": "#009e73", "elf": "#56b4e9", "enchanter": "#cc79a7"}
SPARE_SEATS = ("#009e73", "#cc79a7", "#e69f00", "#56b4e9")
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
DIAL_COLOURS = {
    "red": "#d33b3b",
    "orange": "#ee8a2a",
    "yellow": "#f4d73b",
    "lime": "#b4dc45",
    "green": "#3f9b4c",
    "lightblue": "#7cc7ea",
    "darkblue": "#2b4f9e",
    "purple": "#7d4aa0",
    "pink": "#f19abf",
    "brown": "#85552f",
    "black": "#1b1b1b",
    "gray": "#9aa0a6",
    "white": "#ffffff",
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


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def rgba(colour: str, alpha: float = 1.0) -> tuple[float, float, float, float]:
    """The colour as four numbers from 0 to 1."""
    return (*_channels(colour), alpha)


def _luminance(colour: str) -> float:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _channels(colour)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on the colour."""
    return max((INK, PAPER), key=lambda ink: contrast(ink, colour))
