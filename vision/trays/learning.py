"""Learns a tray from its throws: each rest that was read teaches slant, pixels, dice in use, and ground without dice.

rest ──> dice read (values certain; leaning ones by their place alone) ──> slant, pixel shape, dice in use
     └─> the ground beside the dice ──two rests that agree──> a look of the tray without dice ──> its outline
     └─> fits the memory no more, three times running ──> forgotten, learnt anew

Ground is learnt where no die was read and nothing was asked about. What is asked about is ground only where the dice
thrown were counted and all of them read: then it is none of them. For the same reason, where the dice are counted, what
lies as it lay at the last rest was not thrown. A tray that is shown empty needs no second look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.table.observation import LEANS, DieSeen
from vision.arrays import Picture, median, medians
from vision.figures.difference import difference
from vision.settings import DifferenceSettings
from vision.trays.ground import BLOCK_PX, Ground, beside, laid_back, shrunk_look
from vision.trays.memory import DiceInUse, Look, Mask, TrayMemory
from vision.trays.outline import outline_of
from vision.trays.reading import TrayReading, read_in_tray
from vision.trays.shape import face_shapes, pixel_shape, with_square_pixels
from vision.trays.slant import fit_slant, from_middle

_RESTS, _AGREE = 4, 2  # rests at hand, and how many must show the same ground
_LEVELS = 0.12  # log ratio by which they may differ
_DIE_HIDES = 1.25  # of the side, round a die: its side faces and the shadow at its foot
_DICE = 60  # the last dice that count
_SHAPED = 40  # faces
_SHAPES_CHECKED = 12  # throws after which the pixels are what they are
_TIMES = 3  # rests that do not fit, before all is forgotten
_NEW_LIGHT = 0.90  # of the known ground alike: else it is another light, with a look of its own
_KNOWN_SHARE = 0.25  # of a look must be seen before it is one
_SETTINGS = DifferenceSettings()


@dataclass(frozen=True, slots=True)
class _Told:
    """A die of a throw: its place from the picture's middle, its slant, side and colour."""

    place: tuple[float, float]
    slant: tuple[float, float]
    side_px: float
    colour: tuple[float, float, float]


class TrayLearner:
    """Learns one camera's tray; ``memory`` is what is known of it now."""

    def __init__(self, camera: str, memory: TrayMemory | None = None) -> None:
        self.camera, self.memory = camera, memory
        self._rests: list[tuple[Picture, Mask]] = []
        self._dice: list[_Told] = []
        self._places: list[tuple[float, float]] = []  # of dice, px of the camera's picture
        self._shapes: list[float] = []
        self._misfits = 0
        self._before: Look | None = None  # the last rest

    def read(self, picture: Picture, expect: int | None = None, source: str = "tray", at_s: float = 0.0) -> TrayReading:
        """Read the picture with what is known so far; a camera that gives another size is learnt anew."""
        memory = self._of(picture)
        before = self._before if expect is not None else None
        return read_in_tray(picture, memory, expect=expect, source=source, at_s=at_s, before=before)

    def learn(self, picture: Picture, reading: TrayReading, count: int | None = None) -> bool:
        """Whether a rest taught something; ``count`` dice were thrown, when that is known."""
        memory = self._of(picture)
        if not reading.fits:
            self._misfits += 1
            if self._misfits < _TIMES:
                return False
            self.memory = memory = TrayMemory(self.camera, memory.picture_px)
            self._forget()
            reading = self.read(picture, count)
        self._misfits = 0
        seen = reading.square
        read = [die for die in seen.dice if die.face is not None or die.evidence.get(LEANS)]
        is_whole = count is not None and len(read) == count
        if not read and seen.dice:
            return False
        square = with_square_pixels(picture, memory.pixel_shape)
        self._dice = [*self._dice, *(_told(die, square) for die in read)][-_DICE:]
        if memory.throws < _SHAPES_CHECKED:
            self._shapes = [*self._shapes, *face_shapes(square, seen)][-_SHAPED:]
        hidden = read if is_whole else seen.dice
        self._see_ground(picture, [_in_camera(die, square, picture) for die in hidden])
        small, mask = self._rests[-1]
        is_over = count is not None and len(read) > count  # some of them are none: what stays there was not thrown
        self._before = Look(small, np.zeros_like(mask) if is_over else mask)
        memory = replace(memory, throws=memory.throws + bool(read))
        self.memory = self._with_pixels(self._with_dice(memory, square))
        self._look()
        return True

    def learn_empty(self, picture: Picture) -> None:
        """Take in the tray as somebody shows it: without dice, for certain."""
        memory = self._of(picture)
        small = shrunk_look(picture, memory.look_size)
        memory = memory.with_look(Look(small, np.zeros(small.shape[:2], np.bool_)))
        self.memory = replace(memory, outline_px=outline_of(memory, self._places))

    def _of(self, picture: Picture) -> TrayMemory:
        size_px = (picture.shape[1], picture.shape[0])
        if self.memory is None or self.memory.picture_px != size_px:
            self.memory = TrayMemory(self.camera, size_px)
            self._forget()
        return self.memory

    def _forget(self) -> None:
        for lessons in (self._rests, self._dice, self._places, self._shapes):
            lessons.clear()
        self._misfits, self._before = 0, None

    def _with_dice(self, memory: TrayMemory, square: Picture) -> TrayMemory:
        if not self._dice:
            return memory
        slant = fit_slant(np.array([die.place for die in self._dice]), np.array([die.slant for die in self._dice]))
        sides = [die.side_px for die in self._dice[-12:]]
        blue, green, red = (int(part) for part in medians([die.colour for die in self._dice[-12:]]))
        usual = median(sides)
        spread = median([abs(side - usual) for side in sides]) / usual
        in_use = DiceInUse(usual, spread, (blue, green, red), len(self._dice))
        return replace(memory, slant=slant or memory.slant, dice=in_use)

    def _with_pixels(self, memory: TrayMemory) -> TrayMemory:
        """The memory with the pixels' shape; slants measured on other pixels are worth nothing."""
        slant = float(np.linalg.norm(medians([die.slant for die in self._dice]))) if self._dice else 0.0
        shape = pixel_shape(self._shapes, slant)
        if shape == 1.0:
            return memory
        self._shapes.clear()
        self._dice.clear()
        return replace(memory, pixel_shape=memory.pixel_shape * shape, slant=None)

    def _see_ground(self, picture: Picture, dice: Sequence[DieSeen]) -> None:
        memory = self._of(picture)
        wide, high = memory.look_size
        hidden = np.zeros((high, wide), np.uint8)
        scale = wide / picture.shape[1]
        for die in dice:
            radii = tuple(max(2, round(_DIE_HIDES * part * scale)) for part in (die.width, die.height))
            cv2.ellipse(hidden, (round(die.x * scale), round(die.y * scale)), radii, 0, 0, 360, 1, -1)
        self._rests = [*self._rests, (shrunk_look(picture, (wide, high)), hidden > 0)][-_RESTS:]
        self._places = [*self._places, *((die.x, die.y) for die in dice)][-200:]

    def _look(self) -> None:
        """Add what the last rests agree on, as a look of its own or to fill the gaps of the one it is like."""
        memory = self.memory
        if memory is None or len(self._rests) < _AGREE:
            return
        look = _agreed(self._rests)
        if float(np.mean(look.unknown)) > 1.0 - _KNOWN_SHARE:
            return
        grounds = [beside(old, look.picture, (1.0, 1.0)) for old in memory.looks]
        best = max(range(len(grounds)), key=lambda place: grounds[place].alike, default=None)
        if best is None or not _is_same_light(grounds[best]):
            memory = memory.with_look(look)
        else:
            others = [old for place, old in enumerate(memory.looks) if place != best]
            memory = replace(memory, looks=(_filled(look, memory.looks[best]), *others))
        self.memory = replace(memory, outline_px=outline_of(memory, self._places))


def _told(die: DieSeen, square: Picture) -> _Told:
    high, wide = square.shape[:2]
    (x, y) = from_middle([(die.x, die.y)], (wide, high))[0]
    reach = max(1, round(0.35 * die.width))
    top, left = max(0, round(die.y) - reach), max(0, round(die.x) - reach)
    body = square[top : top + 2 * reach, left : left + 2 * reach].reshape(-1, 3)
    blue, green, red = (float(part) for part in (medians(body) if len(body) else np.zeros(3)))
    slant = (die.evidence["slant_x"], die.evidence["slant_y"])
    return _Told((float(x), float(y)), slant, die.width, (blue, green, red))


def _in_camera(die: DieSeen, square: Picture, picture: Picture) -> DieSeen:
    across, down = (picture.shape[part] / square.shape[part] for part in (1, 0))
    return replace(die, x=die.x * across, y=die.y * down, width=die.width * across, height=die.height * down)


def _agreed(rests: Sequence[tuple[Picture, Mask]]) -> Look:
    """Return the look that at least so many rests share, in the newest one's light; the rest is unknown."""
    newest, hidden = rests[-1]
    levels = [np.log(newest.astype(np.float32) + 8.0)]
    seen = [~hidden]
    for picture, covered in rests[-2::-1]:
        laid = laid_back(Look(picture, covered), newest)
        shine = difference(newest, laid.picture, BLOCK_PX, _SETTINGS).shine
        levels.append(np.log(laid.picture.astype(np.float32) + 8.0) + shine)
        seen.append(~laid.unknown)
    stack, known = np.stack(levels), np.stack(seen)
    alike = np.zeros(known.shape[1:], np.int32)
    middle = np.zeros(stack.shape[1:], np.float32)
    for level, there in zip(stack, known, strict=True):  # the newest that another one shares
        near = (np.abs(stack - level).max(axis=3) < _LEVELS) & known
        count = np.where(there, near.sum(axis=0), 0)
        better = (count >= _AGREE) & (alike < _AGREE)
        mean = (stack * near[..., None]).sum(axis=0) / np.maximum(near.sum(axis=0), 1)[..., None]
        middle[better], alike[better] = mean[better], count[better]
    picture = np.clip(np.exp(middle) - 8.0, 0, 255).astype(np.uint8)
    unknown = alike < _AGREE
    picture[unknown] = newest[unknown]
    return Look(picture, np.asarray(unknown))


def _is_same_light(ground: Ground) -> bool:
    shine = float(np.abs(ground.changes.shine).mean())
    return ground.alike >= _NEW_LIGHT and shine < _LEVELS and max(map(abs, ground.shift_px)) < 1.0


def _filled(look: Look, old: Look) -> Look:
    """The new look, its gaps filled from the old one."""
    gaps = look.unknown[..., None]
    return Look(np.where(gaps, old.picture, look.picture), look.unknown & old.unknown)
