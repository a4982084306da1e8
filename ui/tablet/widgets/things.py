"""Things on squares besides figures, and doors between them: objects in the ring of their weight, debris as rubble.

lying   a square in the middle, in a corner under a figure      held   on the upper corner of its holder
"""

from __future__ import annotations

from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Rectangle, RoundedRectangle, Triangle
from kivy.metrics import dp

from companion.board.picture import Door, Plate, Thing
from companion.painting.palette import INK, PAPER, SPOTS
from ui.tablet.theme import SURFACE, rgba
from ui.tablet.widgets.text import fitted

WEIGHT_COLOURS = {"light": "#f4d73b", "heavy": "#d33b3b", "immobile": "#2b6fd0", "": "#9aa0a6"}  # HC-OBJ-01
# left, bottom, size of each stone, in squares
_STONES = ((0.16, 0.2, 0.22), (0.52, 0.12, 0.26), (0.3, 0.5, 0.3), (0.66, 0.56, 0.2), (0.1, 0.7, 0.16))


# a door's colour, and how much of its side it fills: posts alone are left of one that is open
_DOORS = {
    "closed": ("#8a5a2b", 0.8),
    "open": ("#c9a66b", 0.25),
    "barricaded": ("#c0392b", 0.8),
    "hidden": ("#6b5aa0", 0.5),
}


def door(model: Door, start: tuple[float, float], end: tuple[float, float]) -> InstructionGroup:
    """A door between the pixels where its side of the square begins and ends."""
    group, (colour, share) = InstructionGroup(), _DOORS[model.now]
    dx, dy = (end[0] - start[0]) * (1 - share) / 2, (end[1] - start[1]) * (1 - share) / 2
    group.add(Color(*rgba(colour)))
    group.add(Line(points=[start[0] + dx, start[1] + dy, end[0] - dx, end[1] - dy], width=dp(4), cap="square"))
    return group


def words_of(plate: Plate, corner: tuple[float, float], cell: float, *, is_on_photograph: bool) -> InstructionGroup:
    """The name of a zone, below the pixel of its upper left corner; on a photograph on paper of its own."""
    group, (x, y) = InstructionGroup(), corner
    texture = fitted(plate.words, int(cell * 0.32), int(cell * plate.width - dp(10)), INK)
    left, bottom = x + dp(6), y - texture.height - dp(3)
    if is_on_photograph:
        group.add(Color(*rgba(PAPER, 0.75)))
        group.add(Rectangle(pos=(left - dp(3), bottom), size=(texture.width + dp(6), texture.height)))
    group.add(Color(1, 1, 1, 1))
    group.add(Rectangle(texture=texture, pos=(left, bottom), size=texture.size))
    return group


def spot(kind: str, corner: tuple[float, float], cell: float) -> InstructionGroup:
    """A printed space of a map of zones, in the square whose lower left pixel is ``corner``."""
    group, (x, y) = InstructionGroup(), corner
    group.add(Color(*rgba(SPOTS[kind])))
    group.add(Ellipse(pos=(x + cell * 0.2, y + cell * 0.2), size=(cell * 0.6, cell * 0.6)))
    return group


def rubble(corner: tuple[float, float], cell: float) -> InstructionGroup:
    """Debris in a square whose lower left pixel is ``corner``."""
    group, (x, y) = InstructionGroup(), corner
    for across, up, size in _STONES:
        left, low, side = x + across * cell, y + up * cell, size * cell
        points = [left, low, left + side, low + side * 0.2, left + side * 0.45, low + side * 0.9]
        group.add(Color(*rgba("#7d7466")))
        group.add(Triangle(points=points))
        group.add(Color(*rgba("#3d382f")))
        group.add(Line(points=points, close=True, width=1))
    return group


def thing(model: Thing, corner: tuple[float, float], cell: float, *, is_shared: bool) -> InstructionGroup:
    """An object as instructions; ``is_shared``: a figure stands on its square."""
    group, (x, y) = InstructionGroup(), corner
    side = cell * (0.4 if is_shared or model.held else 0.62)
    if model.held:
        x, y = x + cell - side, y + cell - side
    elif not is_shared:
        x, y = x + (cell - side) / 2, y + (cell - side) / 2
    radius = [side * 0.18]
    group.add(Color(*rgba(WEIGHT_COLOURS[model.weight])))
    group.add(RoundedRectangle(pos=(x, y), size=(side, side), radius=radius))
    inset = side * 0.16
    group.add(Color(*rgba(SURFACE["text"] if model.held else "#e9e4d6")))
    group.add(RoundedRectangle(pos=(x + inset, y + inset), size=(side - 2 * inset,) * 2, radius=[inset]))
    group.add(Color(*rgba(INK)))
    group.add(Line(rounded_rectangle=(x, y, side, side, radius[0]), width=dp(1.4) if model.special else 1))
    texture = fitted(model.label, int(side * 0.6), int(side * 0.7), INK, True)
    group.add(Color(1, 1, 1, 1))
    middle = (x + (side - texture.width) / 2, y + (side - texture.height) / 2)
    group.add(Rectangle(texture=texture, pos=middle, size=texture.size))
    return group
