"""The dice reader with its slow parts remembered, so that other limits on the same pictures cost milliseconds.

    picture ──> spots, outlines, looks, fits: computed once, then taken from ``Remembered`` ──> the reader's judgement

Only what the judgement does with these measures may change between two readings: limits of ``reading``, ``seconded``,
``verdict`` and ``lean``, not what proposes candidates or looks at them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from companion.table.observation import DiceSeen
from vision.arrays import Picture, grey
from vision.dice import reading, seconded, verdict
from vision.dice.candidates import find_candidates
from vision.dice.finder import Spots, find_spots
from vision.dice.network import Around, Pyramid, look_at, seen_around
from vision.dice.outlines import explained, measure_outlines
from vision.dice.pattern import fit_pattern
from vision.dice.silhouette import Face, strange_outlines
from vision.dice.smaller import smaller_dice
from vision.dice.verdict import ReadDie

Load = Callable[[], Picture]


class Remembered:
    """What was measured on each picture, by the picture's name."""

    def __init__(self, kept: dict[Any, Any] | None = None) -> None:
        self.kept: dict[Any, Any] = {} if kept is None else kept
        self._name = ""
        self._load: Load = lambda: np.zeros((1, 1, 3), np.uint8)
        self._now: dict[Any, Any] = {}  # of the picture at hand: too large to keep

    def read(self, name: str, load: Load) -> DiceSeen:
        """What the reader says of a picture, which is loaded only for measures not yet taken."""
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
            (reading, "measure_outlines", lambda _, sides=(), before=None: tuple(sides)),
            (reading, "find_candidates", self._candidates),
            (reading, "smaller_dice", self._smaller),
            (reading, "strange_outlines", self._strange),
            (
                seconded,
                "explained",
                lambda sides: self.once(("explained", sides), lambda: explained(self._lines(sides))),
            ),
            (seconded, "look_at", self._look),
            (verdict, "look_at", self._look),
            (verdict, "fit_pattern", self._fit),
            (verdict, "seen_around", self._around),
            (reading, "seen_around", self._around),
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
        """What is kept under ``key`` for the picture read last; measured where it is not."""
        own = self.kept.setdefault(self._name, {})
        if key not in own:
            own[key] = measure()
        return own[key]

    def _picture(self) -> Picture:
        if "picture" not in self._now:
            self._now["picture"] = self._load()
        return np.asarray(self._now["picture"])

    def _pyramid(self) -> Pyramid:
        if "pyramid" not in self._now:
            self._now["pyramid"] = Pyramid(self._picture())
        pyramid: Pyramid = self._now["pyramid"]
        return pyramid

    def _lines(self, sides: tuple[float, ...]) -> Any:
        if sides not in self._now:
            self._now[sides] = measure_outlines(self._picture(), sides)
        return self._now[sides]

    def _spots(self, _: Pyramid, sides: Sequence[float] = ()) -> Spots:
        spots: Spots = self.once(("spots", tuple(sides)), lambda: find_spots(self._pyramid(), sides))
        return spots

    def _candidates(self, spots: Any, measured: Sequence[tuple[float, ...]]) -> Any:
        return self.once(
            ("candidates", len(spots), tuple(measured)),
            lambda: find_candidates(spots, [self._lines(sides) for sides in measured]),
        )

    def _smaller(self, _: Pyramid, read: Sequence[ReadDie]) -> list[ReadDie]:
        places = tuple((die.x, die.y, die.side_px) for die in read)
        smaller: list[ReadDie] = self.once(("smaller", places), lambda: smaller_dice(self._pyramid(), read))
        return smaller

    def _strange(self, _: Picture, faces: Sequence[Face]) -> list[str]:
        why: list[str] = self.once(("strange", tuple(faces)), lambda: strange_outlines(self._pyramid().picture, faces))
        return why

    def _around(self, _: Pyramid, x: float, y: float, side_px: float) -> Around:
        around: Around = self.once(("around", x, y, side_px), lambda: seen_around(self._pyramid(), x, y, side_px))
        return around

    def _look(self, _: Pyramid, x: float, y: float, side_px: float, views: int = 8) -> Any:
        return self.once(("look", x, y, side_px, views), lambda: look_at(self._pyramid(), x, y, side_px, views))

    def _fit(self, _: Pyramid, x: float, y: float, side_px: float) -> Any:
        return self.once(("fit", x, y, side_px), lambda: fit_pattern(self._pyramid(), x, y, side_px))
