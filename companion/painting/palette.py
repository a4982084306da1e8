"""The colours of boards and teams, and the arithmetic behind them: contrast is computed, not judged.

A red team is red. Teams stay apart for every kind of colour blindness (a test simulates three), and each has a ring of
its own too: solid, dashed, dotted.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

INK, PAPER = "#14171c", "#ffffff"  # dark and light words on colours
USED, AWAY = 0.45, 0.45  # of INK over a figure that has acted, of PAPER over one whose place is still empty
_RED, _BLUE, _GREEN, _GOLD, _SKY, _PINK = "#d8343b", "#2a68c8", "#2e9b57", "#e6b422", "#58b4e4", "#cf7cab"
_MASTER = "#7c2c58"
SEATS = {
    "red": _RED,
    "blue": _BLUE,
    "green": _GREEN,
    "gold": _GOLD,
    "master": _MASTER,
    "villains": _MASTER,
    "warrior": _GOLD,
    "dwarf": _GREEN,
    "elf": _SKY,
    "enchanter": _PINK,
    "wren": _GOLD,
    "ferrier": _GREEN,
    "lamplight": _SKY,
    "marshal": _PINK,
    "dawn": _RED,
    "watch": _RED,
    "dusk": _BLUE,
    "menace": _MASTER,
}
SIDES = frozenset({"dawn", "watch", "dusk"})  # of which there are several seats: ``dawn-2``
_DASHED, _DOTTED, _LONG = (5, 4), (2, 4), (10, 4)  # a dash, a gap
RINGS: dict[str, tuple[int, int]] = {
    "blue": _DASHED,
    "dusk": _DASHED,
    "dwarf": _DASHED,
    "elf": _DOTTED,
    "enchanter": _LONG,
    "ferrier": _DASHED,
    "lamplight": _DOTTED,
    "marshal": _LONG,
}
# what a player chooses to wear: a colour, and a ring of its own, so that the colour never says it alone
SUITS: Mapping[str, tuple[str, tuple[int, int] | None]] = {
    "red": (_RED, None),
    "blue": (_BLUE, _DASHED),
    "green": (_GREEN, _DOTTED),
    "gold": (_GOLD, _LONG),
    "sky": (_SKY, (2, 9)),
    "pink": (_PINK, (16, 8)),
}
WORN = "worn-"  # before a suit where a seat would stand
SEATS |= {f"{WORN}{suit}": colour for suit, (colour, _) in SUITS.items()}
RINGS |= {f"{WORN}{suit}": ring for suit, (_, ring) in SUITS.items() if ring is not None}
_SPARE = (_GREEN, _PINK, _GOLD, _SKY)

# a drawn board: sandstone under a warm lamp, in a wooden frame; sheets are warm paper
SHEET, LETTERS, QUIET, GRID = "#faf7f0", "#2e2a26", "#5c544c", "#d6cec0"
FRAME, FRAME_EDGE, FRAME_INK = "#33291f", "#5a4b3b", "#e3d6bf"
LEVELS = ("#e4dac4", "#f0e8d8", "#f8f3e8", "#fdfaf4", "#fffdf9", "#ffffff")
SEA, FOAM, DEEP = "#93bfda", "#eef7fc", "#3f7ba3"
MEADOW, LEAF, MOSS = "#bfca9f", "#5f8240", "#8aa367"
RUBBLE, HAZARD, FUMES, FLAME, FROST, SMOKE = "#8b7b66", "#c44030", "#9aa83a", "#e0762b", "#5b93b8", "#6d6a70"
STONE, MORTAR, RIM, ROOF, START = "#93826f", "#55493d", "#c44030", "#f6d65c", "#7d4aa0"
FLOORS = {"corridor": "#cfc5b0", "mist": "#c3d3dc", "unknown": "#1a1d22"}
SPOTS = {"plain": "#ffffff", "interaction": "#f2b33d"}  # the printed spaces of a map of zones
SPOT_RIMS = {"plain": "#7f93a3", "interaction": "#b06f00"}
WOOD, GLASS, MIST, MUTED = "#debe78", "#744e2e", "#c4c8ce", "#6e665c"
MOVE, GLOW = "#005cbe", "#2f8be6"  # where a move may end: its outline, its squares
VERDICTS = {"clear": "#228b54", "hindered": "#d68608", "blocked": "#cc222a", "close": "#444444"}
TINTS = {"clear": ("#228b54", 0.306), "hindered": ("#d68608", 0.33), "blocked": ("#342c30", 0.408)}
HATCH = {"hindered": "#965200", "blocked": "#701820"}
DOORS = {"closed": "#6b3d14", "open": "#d9a35a", "barricaded": "#a83216", "hidden": "#8e2f4f"}
WEIGHTS = {"light": "#f4d73b", "heavy": "#d33b3b", "immobile": "#2b6fd0", "": "#9aa0a6"}

# of the squares behind the numbers of a dial
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


def seat_colour(seat: str) -> str:
    """The colour of a team; of several seats of a side (``dawn``, ``dawn-2``) that of the side."""
    side = _side_of(seat)
    return SEATS.get(seat) or SEATS.get(side) or _SPARE[sum(side.encode()) % len(_SPARE)]


def ring_of(seat: str) -> tuple[int, int] | None:
    """Return the ring of a team, as a dash and a gap; ``None``: a solid one."""
    return RINGS.get(seat) or RINGS.get(_side_of(seat))


def _side_of(seat: str) -> str:
    side, _, number = seat.rpartition("-")
    return side if side and number.isdecimal() else seat


def channels(colour: str) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def laid(colour: str, ground: str, share: float) -> str:
    """Return the colour as it is seen where that share of it lies on the ground."""
    parts = zip(channels(colour), channels(ground), strict=True)
    return "#" + "".join(f"{round(255 * (share * over + (1 - share) * under)):02x}" for over, under in parts)


def used(colour: str) -> str:
    """The colour of a figure that has acted, or is out of play: as much darker as white letters need on any."""
    return laid(INK, colour, USED)


@lru_cache
def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on the colour."""
    return max((INK, PAPER), key=lambda ink: contrast(ink, colour))


def _luminance(colour: str) -> float:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


HEALTH_COLOURS = {"well": "#4cc08c", "hurt": "#f2b33d", "low": "#f2604a"}
LIGHT, AIM, AID = "#ffc54d", "#ff4d3d", "#4fd6c4"  # around who is chosen, who may be attacked, who may be helped


def share_left(health: tuple[int, int]) -> float:
    """Return what is left of a figure, from 0 to 1."""
    left, most = health
    return min(1.0, max(0.0, left / most)) if most > 0 else 0.0


def health_tone(health: tuple[int, int]) -> str:
    """Return how much that is in a word: more than half, more than a quarter, less."""
    share = share_left(health)
    return "well" if share > 0.5 else "hurt" if share > 0.25 else "low"
