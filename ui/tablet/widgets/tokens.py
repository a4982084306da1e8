"""A figure on the board: a disc in a ring, two letters, dots for action tokens; teams are told apart without colour."""

from __future__ import annotations

from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Rectangle, RoundedRectangle, Triangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.board.picture import Token
from companion.painting.palette import HEALTH_COLOURS, health_tone, ink_on, ring_of, seat_colour, share_left
from ui.tablet.theme import SURFACE, rgba
from ui.tablet.widgets.text import fitted

LYING = 0.6  # how high a figure is drawn that lies
BAR = 0.17  # of a square: how high the bar of its health is drawn
_AHEAD = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


def token(model: Token, corner: tuple[float, float], cell: float, portrait: Texture | None = None) -> InstructionGroup:
    """The figure as instructions; ``corner`` is the lower left pixel of its squares, ``cell`` a square's side."""
    group, (x, y) = InstructionGroup(), corner
    width, height = cell * model.width, cell * model.height
    side = min(width, height) * 0.86
    if model.target or model.chosen:
        group.add(Color(*rgba(SURFACE["bad"] if model.target else SURFACE["accent"])))
        group.add(RoundedRectangle(pos=(x + 1, y + 1), size=(width - 2, height - 2), radius=[cell * 0.2]))
    pos = (x + (width - side) / 2, y + (height - side) / 2)
    high = side * LYING if model.lying else side
    disc(group, model.label, model.seat, pos, side, alpha=0.55 if model.waiting else 1, high=high)
    if portrait is not None:
        _portrait(group, model, portrait, pos, side)
    if model.facing:
        _nose(group, model.facing, (x + width / 2, y + height / 2), side)
    foot = y + 1
    if model.health is not None:
        high = max(dp(6), cell * BAR)
        health_bar(group, model.health, (x + width * 0.06, foot), (width * 0.88, high))
        foot += high
    for number in range(model.tokens):
        dot = side * 0.32
        group.add(Color(*rgba(SURFACE["accent"])))
        group.add(Ellipse(pos=(x + width - dot * (number + 1) - 1, foot), size=(dot, dot)))
        group.add(Color(0, 0, 0, 0.8))
        group.add(Line(ellipse=(x + width - dot * (number + 1) - 1, foot, dot, dot), width=1))
    return group


def health_bar(
    group: InstructionGroup, health: tuple[int, int], pos: tuple[float, float], size: tuple[float, float]
) -> None:
    """Draw what is left of a figure as a bar, in the colour that says how much that is."""
    (x, y), (width, height), line = pos, size, max(1.0, size[1] * 0.15)
    group.add(Color(*rgba("#14171c")))
    group.add(Rectangle(pos=pos, size=size))
    if (left := share_left(health)) > 0:
        group.add(Color(*rgba(HEALTH_COLOURS[health_tone(health)])))
        group.add(Rectangle(pos=(x + line, y + line), size=((width - 2 * line) * left, height - 2 * line)))


def _portrait(group: InstructionGroup, model: Token, portrait: Texture, pos: tuple[float, float], side: float) -> None:
    """Draw what it looks like inside its team's ring, its letters small at the foot."""
    inset = side * 0.11
    group.add(Color(1, 1, 1, 0.55 if model.waiting else 1))
    group.add(Ellipse(texture=portrait, pos=(pos[0] + inset, pos[1] + inset), size=(side - 2 * inset,) * 2))
    ink, colour = ink_on(seat_colour(model.seat)), seat_colour(model.seat)
    texture = fitted(model.label, int(side * 0.26), int(side * 0.5), ink, True)
    width, height = texture.width + side * 0.12, texture.height
    left = pos[0] + (side - width) / 2
    group.add(Color(*rgba(colour)))
    group.add(RoundedRectangle(pos=(left, pos[1]), size=(width, height), radius=[height / 2]))
    group.add(Color(1, 1, 1, 1))
    group.add(Rectangle(texture=texture, pos=(left + side * 0.06, pos[1]), size=texture.size))


def _nose(group: InstructionGroup, facing: str, middle: tuple[float, float], side: float) -> None:
    """Draw which way the figure faces, a wedge at the edge of its disc."""
    (ahead_x, ahead_y), (x, y) = _AHEAD[facing], middle
    tip, base, wide = side * 0.62, side * 0.40, side * 0.22
    across_x, across_y = -ahead_y, ahead_x
    points = [
        x + ahead_x * tip,
        y + ahead_y * tip,
        x + ahead_x * base + across_x * wide,
        y + ahead_y * base + across_y * wide,
        x + ahead_x * base - across_x * wide,
        y + ahead_y * base - across_y * wide,
    ]
    group.add(Color(*rgba(SURFACE["accent"])))
    group.add(Triangle(points=points))
    group.add(Color(0, 0, 0, 0.8))
    group.add(Line(points=points, close=True, width=1))


def disc(
    group: InstructionGroup,
    label: str,
    seat: str,
    pos: tuple[float, float],
    side: float,
    *,
    alpha: float = 1,
    high: float | None = None,
) -> None:
    """Draw the disc of a figure with its two letters; one that lies is not as ``high`` as it is wide."""
    colour, high = seat_colour(seat), high or side
    group.add(Color(*rgba("#000000", 0.35)))
    group.add(Ellipse(pos=(pos[0] + 1.5, pos[1] - 2), size=(side, high)))
    group.add(Color(*rgba(colour, alpha)))
    group.add(Ellipse(pos=pos, size=(side, high)))
    group.add(Color(*rgba(ink_on(colour))))
    dashes = dict(zip(("dash_length", "dash_offset"), ring_of(seat) or (), strict=False))
    inset = side * 0.09
    ring = (pos[0] + inset, pos[1] + inset, side - 2 * inset, high - 2 * inset)
    group.add(Line(ellipse=ring, width=1 if dashes else dp(1.1), **dashes))
    texture = fitted(label, int(side * 0.42), int(side * 0.74), ink_on(colour), True)
    group.add(Color(1, 1, 1, 1))
    middle = (pos[0] + (side - texture.width) / 2, pos[1] + (high - texture.height) / 2)
    group.add(Rectangle(texture=texture, pos=middle, size=texture.size))
