"""A script of events on the virtual table: frames as a camera gives them, and the exact truth.

Moves     hands carry figures (one after the other, before the table rests), or slide them over the squares
TakeOff   a figure leaves the table        PutBack   it returns       Swap   two change places
Fall      a figure is knocked over         Rise      it stands again
Rest      a hand rests on the table        Bump      the camera shifts and turns a little
Lamp      the light changes, slowly        Drop      frames are lost (the next so many are not given)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Frame
from vision.figures.reference import Square
from vision.plane.project import square_centre_mm
from vision.virtual.minis import Mini
from vision.virtual.stage import Light, Stage

FRAME_S = 0.1  # between two frames


@dataclass(frozen=True, slots=True)
class Moves:
    """Figures go to squares; ``slide`` drags them over the squares between, ``quick_frames`` > 0 rests in between."""

    to: tuple[tuple[str, Square], ...]
    slide: bool = False
    quick_frames: int = 0  # frames at rest between two moves of one event: too few for a vote


@dataclass(frozen=True, slots=True)
class Swap:
    """Two figures change places."""

    one: str
    other: str


@dataclass(frozen=True, slots=True)
class TakeOff:
    """A figure leaves the table."""

    name: str


@dataclass(frozen=True, slots=True)
class PutBack:
    """A figure returns to the table."""

    name: str
    square: Square


@dataclass(frozen=True, slots=True)
class Fall:
    """A figure is knocked over, in a direction."""

    name: str
    turn_deg: float


@dataclass(frozen=True, slots=True)
class Rise:
    """A fallen figure is put upright again on its square."""

    name: str


@dataclass(frozen=True, slots=True)
class Rest:
    """A hand rests on the table for so many frames."""

    at_mm: tuple[float, float]
    frames: int = 10


@dataclass(frozen=True, slots=True)
class Bump:
    """The camera shifts and rolls."""

    shift_mm: tuple[float, float]
    roll_deg: float


@dataclass(frozen=True, slots=True)
class Lamp:
    """The light goes over to another, over so many frames."""

    light: Light
    frames: int = 8


@dataclass(frozen=True, slots=True)
class Drop:
    """A number of the next frames is lost."""

    frames: int = 3


Event = Moves | Swap | TakeOff | PutBack | Fall | Rise | Rest | Bump | Lamp | Drop


@dataclass(frozen=True, eq=False)
class Shot:
    """A frame, and where every figure on the table truly is; ``at_rest`` when no hand is over the table."""

    frame: Frame
    places: Mapping[str, Square]
    at_rest: bool


class Film:
    """Plays events on a stage; it keeps time, the light and the figures. The same seed gives the same film."""

    def __init__(self, stage: Stage, minis: Mapping[Square, Mini], seed: int, *, still_frames: int = 12) -> None:
        self._stage, self._layout = stage, stage.scene.layout
        self._minis = {mini.name: mini for mini in minis.values()}
        self.places: dict[str, Square] = {mini.name: square for square, mini in minis.items()}
        self._draw = np.random.default_rng([seed, 13])
        self._again = 10  # more frames at rest after a bump: a second to notice it
        self._still = still_frames
        self._light = Light()
        self._number = 0
        self._lost = 0
        self._owed = 0

    def opening(self) -> Iterator[Shot]:
        """The table at rest before anything happens."""
        yield from self._calm(self._still)

    def play(self, events: Iterable[Event]) -> Iterator[Shot]:
        """The frames of the events; each ends with the table at rest."""
        for event in events:
            match event:
                case Drop(frames=frames):
                    self._lost = frames
                    continue
                case Bump(shift_mm=shift, roll_deg=roll):
                    camera = self._stage.camera
                    aim = (camera.aim_mm[0] + shift[0], camera.aim_mm[1] + shift[1])
                    self._stage.camera = replace(camera, aim_mm=aim, roll_deg=camera.roll_deg + roll)
                case Lamp(light=light, frames=frames):
                    before = self._light
                    for step in range(1, frames + 1):
                        share = step / frames
                        self._light = replace(
                            light,
                            exposure=before.exposure + share * (light.exposure - before.exposure),
                            warmth=before.warmth + share * (light.warmth - before.warmth),
                        )
                        yield from self._calm(1)
                case Rest(at_mm=at, frames=frames):
                    for _ in range(frames):
                        yield from self._shoot(at)
                case Moves():
                    yield from self._carry(event)
                case Swap(one=one, other=other):
                    first, second = self.places[one], self.places[other]
                    yield from self._hand(first)
                    yield from self._hand(second)
                    self._stand(one, second)
                    self._stand(other, first)
                case TakeOff(name=name):
                    yield from self._hand(self.places[name])
                    del self.places[name]
                case PutBack(name=name, square=square):
                    yield from self._hand(square)
                    self._stand(name, square)
                case Fall(name=name, turn_deg=turn):
                    self._minis[name] = replace(self._minis[name], fallen_deg=turn)
                    yield from self._hand(self.places[name])
                case Rise(name=name):
                    yield from self._hand(self.places[name])
                    self._minis[name] = replace(self._minis[name], fallen_deg=None)
            if isinstance(event, Bump):
                yield from self._calm(self._again)
            yield from self._calm(self._still)
            late, self._owed = self._owed, 0  # an event lasts until the table could be read in spite of lost frames
            yield from self._calm(late)

    def _carry(self, event: Moves) -> Iterator[Shot]:
        for number, (name, square) in enumerate(event.to):
            if number and event.quick_frames:
                yield from self._calm(event.quick_frames)
            start = self.places[name]
            yield from self._hand(start)
            if event.slide:
                side = self._layout.square_mm
                steps = max(abs(square[0] - start[0]), abs(square[1] - start[1]))
                for step in range(1, steps, max(1, steps // 3)):
                    share = step / steps
                    between = (np.array(start) + share * (np.array(square) - np.array(start)) + 0.5) * side
                    spot = (float(between[0]), float(between[1]))
                    self._minis[name] = replace(self._minis[name], at_mm=spot)
                    yield from self._shoot(spot)
            self._stand(name, square)
            yield from self._hand(square)

    def _stand(self, name: str, square: Square) -> None:
        x, y = square_centre_mm(*square, self._layout)
        away = self._draw.uniform(-3.0, 3.0, 2)
        spot = (x + float(away[0]), y + float(away[1]))
        self._minis[name] = replace(self._minis[name], at_mm=spot, turn_deg=float(self._draw.uniform(-9, 9)))
        self.places[name] = square

    def _hand(self, square: Square) -> Iterator[Shot]:
        x, y = square_centre_mm(*square, self._layout)
        yield from self._shoot((x + float(self._draw.normal(0, 4)), y + float(self._draw.normal(0, 4))))

    def _calm(self, frames: int) -> Iterator[Shot]:
        for _ in range(frames):
            yield from self._shoot(None)

    def _shoot(self, hand_mm: tuple[float, float] | None) -> Iterator[Shot]:
        self._number += 1
        if self._lost:
            self._lost -= 1
            self._owed += 1
            return
        standing = tuple(self._minis[name] for name in sorted(self.places))
        picture = self._stage.frame(standing, self._light, self._number, hand_mm)
        frame = Frame(picture, round(self._number * FRAME_S, 3), f"f{self._number}")
        yield Shot(frame, dict(self.places), hand_mm is None)
