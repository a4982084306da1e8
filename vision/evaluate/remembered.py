"""The dice reader with its slow parts remembered, so that other limits on the same pictures cost milliseconds.

    picture ──> spots, outlines, looks, fits: computed once, then taken from ``Remembered`` ──> the reader's judgement

A picture that the reader pulls higher (``dice.aside``) has measures of its own, told by its size.

Only what the judgement does with these measures may change between two readings: limits of ``reading``, ``seconded``,
``strange``, ``agreed``, ``die``, ``verdict``, ``unread`` and ``lean``, not what proposes candidates or looks at them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from companion.table.observation import DiceSeen
from vision.arrays import Picture, grey
from vision.dice import agreed, aside, network, reading, second, seconded, strange, unread, verdict
from vision.dice.aside import pulled
from vision.dice.candidates import Candidate, find_candidates
from vision.dice.detector import Sighted, detect
from vision.dice.die import ReadDie
from vision.dice.finder import Spot, Spots, find_spots
from vision.dice.network import Around, Pyramid, Sight, die_around, look_at, seen_around
from vision.dice.outlines import OutlineDie, Outlines, explained, measure_outlines
from vision.dice.pattern import PatternFit, fit_pattern
from vision.dice.silhouette import Face, strange_outlines
from vision.dice.smaller import smaller_dice
from vision.dice.strange import plainness

Load = Callable[[], Picture]
Size = tuple[int, int]  # of a picture, (high, wide)
_Asked = tuple[Size, tuple[float, ...]]  # the outlines of a picture of this size, for dice so wide


class Remembered:
    """Measurements kept for each picture, by the picture's name."""

    def __init__(self, kept: dict[Any, Any] | None = None) -> None:
        self.kept: dict[Any, Any] = {} if kept is None else kept
        self._name = ""
        self._load: Load = lambda: np.zeros((1, 1, 3), np.uint8)
        self._now: dict[Any, Any] = {}  # of the picture at hand: too large to keep

    def read(self, name: str, load: Load) -> DiceSeen:
        """Read a picture, which is loaded only for measures not yet taken."""
        self._name, self._load, self._now = name, load, {}
        shape, is_dark = self.once(
            ("shape",), lambda: (self._picture().shape, float(grey(self._picture()).mean()) < 14)
        )
        blank = np.broadcast_to(np.uint8(0 if is_dark else 128), shape)  # takes no room
        with self._standing_in():
            return reading.read_dice(blank)

    @contextmanager
    def _standing_in(self) -> Iterator[None]:
        parts: list[tuple[Any, str, Any]] = [
            (reading, "find_spots", self._spots),
            (reading, "measure_outlines", lambda picture, sides=(), _=None: (picture.shape[:2], tuple(sides))),
            (reading, "find_candidates", self._candidates),
            (reading, "smaller_dice", self._smaller),
            (reading, "strange_outlines", self._strange),
            (second, "detect", self._detected),
            (second, "look_at", self._look),
            (second, "fit_pattern", self._fit),
            (seconded, "explained", self._explained),
            (agreed, "look_at", self._look),
            (agreed, "fit_pattern", self._fit),
            (aside, "look_at", self._look),
            (network, "look_at", self._look),
            (seconded, "look_at", self._look),
            (strange, "look_at", self._look),
            (strange, "seen_around", self._around),
            (strange, "plainness", self._plainness),
            (verdict, "look_at", self._look),
            (verdict, "seen_around", self._around),
            (unread, "look_at", self._look),
            (unread, "fit_pattern", self._fit),
            (unread, "seen_around", self._around),
            (reading, "seen_around", self._around),
            (reading, "die_around", self._die_around),
        ]
        real = [getattr(module, name) for module, name, _ in parts]
        for module, name, stand_in in parts:
            setattr(module, name, stand_in)
        try:
            yield
        finally:
            for (module, name, _), part in zip(parts, real, strict=True):
                setattr(module, name, part)

    def once(self, key: tuple[Any, ...], measure: Callable[[], Any]) -> Any:
        """Return the value under ``key`` for the picture read last, measured where there is none."""
        own = self.kept.setdefault(self._name, {})
        if key not in own:
            own[key] = measure()
        return own[key]

    def _picture(self, size: Size | None = None) -> Picture:
        """The picture, or what it is when it is pulled to a size (high, wide)."""
        if "picture" not in self._now:
            self._now["picture"] = self._load()
        picture = np.asarray(self._now["picture"])
        return picture if size is None or picture.shape[:2] == size else pulled(picture, size[0] / picture.shape[0])

    def _pyramid(self, size: Size) -> Pyramid:
        if size not in self._now:
            self._now[size] = Pyramid(self._picture(size))
        pyramid: Pyramid = self._now[size]
        return pyramid

    def _lines(self, asked: _Asked) -> Outlines:
        size, sides = asked
        if asked not in self._now:
            self._now[asked] = measure_outlines(self._pyramid(size).picture, sides)
        lines: Outlines = self._now[asked]
        return lines

    def _explained(self, asked: _Asked) -> tuple[OutlineDie, ...]:
        dice: tuple[OutlineDie, ...] = self.once(("explained", asked), lambda: explained(self._lines(asked)))
        return dice

    def _spots(self, there: Pyramid, sides: Sequence[float] = ()) -> Spots:
        key = ("spots", there.shape, tuple(sides))
        spots: Spots = self.once(key, lambda: find_spots(self._pyramid(there.shape), sides))
        return spots

    def _detected(self, there: Picture) -> list[Sighted]:
        size = there.shape[:2]
        places: list[Sighted] = self.once(("detected", size), lambda: detect(self._pyramid(size).picture))
        return places

    def _candidates(self, spots: Sequence[Spot], measured: Sequence[_Asked]) -> list[Candidate]:
        key = ("candidates", tuple((spot.x, spot.y, spot.side_px) for spot in spots), tuple(measured))
        found: list[Candidate] = self.once(
            key, lambda: find_candidates(spots, [self._lines(asked) for asked in measured])
        )
        return found

    def _smaller(self, there: Pyramid, read: Sequence[ReadDie]) -> list[ReadDie]:
        key = ("smaller", there.shape, tuple((die.x, die.y, die.side_px) for die in read))
        smaller: list[ReadDie] = self.once(key, lambda: smaller_dice(self._pyramid(there.shape), read))
        return smaller

    def _strange(self, there: Picture, faces: Sequence[Face]) -> list[str]:
        key, size = ("strange", there.shape[:2], tuple(faces)), there.shape[:2]
        why: list[str] = self.once(key, lambda: strange_outlines(self._pyramid(size).picture, faces))
        return why

    def _plainness(self, there: Picture, x: float, y: float, side_px: float) -> float:
        key, size = ("plainness", there.shape[:2], x, y, side_px), there.shape[:2]
        plain: float = self.once(key, lambda: plainness(self._pyramid(size).picture, x, y, side_px))
        return plain

    def _around(self, there: Pyramid, x: float, y: float, side_px: float) -> Around:
        key = ("around", there.shape, x, y, side_px)
        around: Around = self.once(key, lambda: seen_around(self._pyramid(there.shape), x, y, side_px))
        return around

    def _die_around(self, there: Pyramid, x: float, y: float, side_px: float) -> Around:
        key = ("die around", there.shape, x, y, side_px)
        around: Around = self.once(key, lambda: die_around(self._pyramid(there.shape), x, y, side_px))
        return around

    def _look(self, there: Pyramid, x: float, y: float, side_px: float, views: int = 8) -> Sight:
        key = ("look", there.shape, x, y, side_px, views)
        sight: Sight = self.once(key, lambda: look_at(self._pyramid(there.shape), x, y, side_px, views))
        return sight

    def _fit(self, there: Pyramid, x: float, y: float, side_px: float) -> PatternFit | None:
        key = ("fit", there.shape, x, y, side_px)
        fit: PatternFit | None = self.once(key, lambda: fit_pattern(self._pyramid(there.shape), x, y, side_px))
        return fit
