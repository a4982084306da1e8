"""Reads dice in a tray that is known: the reader of any picture, told what the tray's memory makes of this one.

picture ──> is it the tray that was learnt? ──no──> read as if nothing were known, and said so
                      │ yes
                      └──> square pixels ──> read_dice(known = slant of flat dice, ground without dice) ──> camera's px
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.table.observation import DiceSeen
from vision.arrays import Floats, Picture
from vision.dice.known import Known, Place
from vision.dice.reading import read_dice
from vision.trays.ground import Ground, ground_of
from vision.trays.memory import Look, Mask, TrayMemory
from vision.trays.shape import with_square_pixels
from vision.trays.slant import from_middle

_LEFT = 0.20  # of a die's slant less what is usual at its place: a die leaning by 18 degrees shows more
_FORBIDDEN = (
    0.32  # and of one that the dice alone let stand: how much of a slant is seen depends on how it is looked at
)
_ALONG = 0.4  # of the camera's slant: one flat die was seen to slant by 0.27, another by 0.63, at 35 degrees
_A_DIE, _MORE = 0.005, 0.06  # and more for each die beyond six: of many one is measured badly
_MANY = 6  # dice; each one more widens the limit


@dataclass(frozen=True, eq=False)
class TrayReading:
    """The reading of a tray; ``fits``: the memory is of this tray; ``square``: in px of
    the picture with square pixels.
    """

    seen: DiceSeen
    fits: bool
    square: DiceSeen  # in px of the picture with square pixels


@dataclass(frozen=True, eq=False)
class KnownTray(Known):
    """The memory of a tray, for one picture of ``size_px`` with square pixels."""

    memory: TrayMemory
    size_px: tuple[int, int]
    ground: Ground | None
    before: Ground | None = None  # beside the last rest, where the dice are counted

    def leaning(
        self, places: Sequence[tuple[float, float]], slants: Sequence[Floats], alone: Sequence[float]
    ) -> Sequence[float]:
        """Return the lean of each die by what is left over the usual slant of its place; one
        alone falls by much more only.
        """
        if self.memory.slant is None or not places:
            return alone
        usual = self.memory.slant.at(from_middle(places, self.size_px))
        more = min(_A_DIE * max(0, len(places) - _MANY), _MORE)
        limits = [more + (_LEFT if lean > 1.0 else _FORBIDDEN) for lean in alone]
        return [_beyond(slant - flat, flat, limit) for slant, flat, limit in zip(slants, usual, limits, strict=True)]

    def lay_there(self, place: Place, dice: Sequence[Place] = ()) -> bool:
        """Whether the ground looks there as it did without dice, or as it did before counted dice were thrown."""
        return any(ground.lay_there(place, dice) for ground in (self.ground, self.before) if ground is not None)

    def unexplained(self, dice: Sequence[Place]) -> list[Place]:
        """Return the places in the tray that look otherwise than without dice and are none of the dice found."""
        if self.ground is None or self.memory.dice is None:
            return []
        slant = float(np.hypot(*self.memory.slant.middle)) if self.memory.slant else 0.0
        return self.ground.unexplained(dice, self.memory.dice.side_px, self._inside(self.ground), slant)

    def _inside(self, ground: Ground) -> Mask:
        high, wide = ground.look.unknown.shape
        inside = np.zeros((high, wide), np.uint8)
        if self.memory.outline_px:
            scale = np.array([wide, high]) / np.array(self.memory.picture_px)
            corners = np.array(self.memory.outline_px) * scale + ground.shift_px
            cv2.fillPoly(inside, [np.round(corners).astype(np.int32)], 1)
        return inside > 0


def read_in_tray(
    picture: Picture,
    memory: TrayMemory,
    *,
    expect: int | None = None,
    source: str = "tray",
    at_s: float = 0.0,
    before: Look | None = None,
) -> TrayReading:
    """Read the picture (BGR, as the camera gives it); ``before``: the last rest, the dice read there unknown.

    Raises ``ValueError`` for a picture of another size.
    """
    size_px = (picture.shape[1], picture.shape[0])
    if size_px != memory.picture_px:
        raise ValueError(f"a picture of {size_px}, the tray is known on {memory.picture_px}")
    ground = ground_of(memory.looks, picture)
    if ground is not None and not ground.fits:
        seen = read_dice(picture, expect=expect, source=source, at_s=at_s)
        return TrayReading(seen, False, seen)
    square = with_square_pixels(picture, memory.pixel_shape)
    size_px = (square.shape[1], square.shape[0])
    rest = ground_of((before,), picture) if before is not None else None
    known = KnownTray(memory, size_px, _on(ground, size_px), _on(rest, size_px))
    seen = read_dice(square, expect=expect, source=source, at_s=at_s, known=known)
    return TrayReading(_in_camera_px(seen, size_px, memory.picture_px), True, seen)


def _beyond(gap: Floats, flat: Floats, limit: float) -> float:
    """Return the rest of a slant as a share of the limit; along the camera's own slant more is left, and allowed."""
    steep = float(np.linalg.norm(flat))
    along = float(gap @ flat) / max(steep, 1e-9)
    across = float(np.sqrt(max(float(gap @ gap) - along**2, 0.0)))
    return float(np.hypot(across / limit, along / (limit + _ALONG * steep)))


def _on(ground: Ground | None, size_px: tuple[int, int]) -> Ground | None:
    """The ground, its places told in px of a picture of this size."""
    if ground is None:
        return None
    high, wide = ground.look.unknown.shape
    return replace(ground, scale=(wide / size_px[0], high / size_px[1]))


def _in_camera_px(seen: DiceSeen, size_px: tuple[int, int], camera_px: tuple[int, int]) -> DiceSeen:
    across, down = camera_px[0] / size_px[0], camera_px[1] / size_px[1]
    if across == down == 1.0:
        return seen
    dice = tuple(
        replace(
            die,
            x=round((die.x + 0.5) * across - 0.5, 1),
            y=round((die.y + 0.5) * down - 0.5, 1),
            width=round(die.width * across, 1),
            height=round(die.height * down, 1),
        )
        for die in seen.dice
    )
    return replace(seen, dice=dice)
