"""The detector's lessons: crops by chance of drawn scenes and of the photographs of *train*, things laid beside.

    scene ─────┐
    die ───────┤
    no die ────┼── turned, sized, mirrored ── things beside its dice ── another light, another camera ──> Lesson
    hard place ┘

Hard places are where the network was warm and no die lies, or where it was not sure of a die; they are mined again
and again (``vision.lab.training.detector``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, exp, log, pi, sin, sqrt
from mmap import mmap
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture
from vision.lab.judging.splits import Label, kind_of, photographs
from vision.lab.training.clutter import Clutter, cut_out
from vision.lab.training.scenes import Scene, draw_scene
from vision.lab.training.things import DRAWN, Thing
from vision.pictures import read_picture

CROP_PX, STRIDE, MOST_DICE, MOST_HARD = 256, 4, 40, 4096
_SHARES = (0.30, 0.30, 0.15, 0.25)  # of a scene, a photograph with dice, one without, a hard place
_WHOLE = 0.5  # of the crops without a die: the whole picture
_SIDES_PX = (20.0, 115.0)  # of a die in a crop
_TAUGHT_PX = (13.0, 175.0)  # of one that counts
_SCENES, _FRESH = 300, 0.125  # kept, and the chance that one is drawn anew when it is asked for
_ON_PHOTOGRAPHS, _CLEAR = 0.5, 0.85  # of crops with things laid on; how far from a die's middle, in its sides
_OTHER_DIE, _UP = 7, 6  # labels: another face than pips; the last number
Dice = NDArray[np.float32]  # (n, 4): x, y, side in px, label: 0 not told, 1 to 6, 7 another face, 8 an edge up


class Shot(NamedTuple):
    """A picture, its dice, and whose it is."""

    picture: Picture
    dice: Dice
    owner: str


class Lesson(NamedTuple):
    """A crop (s, s, 3), the heat it should give and where that counts (s/4, s/4), its dice (40, 4), label -1: none."""

    picture: Picture
    heat: NDArray[np.float32]
    counted: NDArray[np.float32]
    dice: Dice


def shots_of(folders: Sequence[Path]) -> list[Shot]:
    """The photographs of the *train* split of these folders; those without dice, too."""
    return [
        Shot(read_picture(photo.path), _dice_of(photo.dice, photo.ignored), photo.source)
        for folder in folders
        for photo in photographs(folder, "train")
    ]


def drawn_shots(count: int, clutter: Clutter, seed: int) -> list[Shot]:
    """Scenes with things about that stay, so that what is warm there and no die can be mined, too."""
    draw = np.random.default_rng([seed, 7])
    return [_as_shot(draw_scene(draw, clutter)) for _ in range(count)]


def _dice_of(dice: Sequence[Label], ignored: Sequence[Label]) -> Dice:
    rows = [(die["cx"], die["cy"], die["size"], _label(die)) for die in dice]
    rows += [(place["cx"], place["cy"], place.get("size", 60), 0) for place in ignored]
    return np.array(rows, np.float32).reshape(-1, 4)


def _label(die: Label) -> int:
    if kind_of(die) != "pips":
        return _OTHER_DIE
    return int(die["value"]) if die["value"] in range(1, _UP + 1) else 0


class Lessons:
    """Endless lessons. ``mined`` tells every process that was forked which places are hard: shot, x, y, side."""

    def __init__(self, shots: Sequence[Shot], clutter: Clutter, seed: int) -> None:
        self._shots, self._clutter, self._seed = shots, clutter, seed
        shared = np.frombuffer(mmap(-1, 8 * (1 + 4 * MOST_HARD)), np.float64)
        self._count, self._hard = shared[:1], shared[1:].reshape(MOST_HARD, 4)
        owners = [shot.owner for shot in shots]
        weights = np.array([1 / sqrt(owners.count(owner)) for owner in owners])
        has_dice = np.array([len(shot.dice) > 0 for shot in shots])
        self._chances = [weights * which / (weights * which).sum() for which in (has_dice, ~has_dice)]
        self._things = [thing for file in clutter.cut_out if (thing := cut_out(file, np.random.default_rng(seed)))]

    def mined(self, places: Sequence[tuple[float, float, float, float]]) -> None:
        """Learn from these places from now on."""
        rows = np.array(places[:MOST_HARD]).reshape(-1, 4)
        self._hard[: len(rows)] = rows
        self._count[0] = len(rows)

    def endless(self, worker: int = 0) -> Iterator[Lesson]:
        """Return other lessons for each worker."""
        draw = np.random.default_rng([self._seed, worker])
        scenes: list[Shot] = []
        while True:
            yield self._one(draw, scenes)

    def _one(self, draw: np.random.Generator, scenes: list[Shot]) -> Lesson:
        kind = int(draw.choice(len(_SHARES), p=_SHARES))
        if kind == len(_SHARES) - 1 and int(self._count[0]):
            shot, x, y, side = self._hard[int(draw.integers(int(self._count[0])))].tolist()
            zoom = exp(draw.uniform(log(_SIDES_PX[0]), log(_SIDES_PX[1]))) / side
            picture, dice = cropped(self._shots[int(shot)], np.array([x, y]), zoom, draw, 0.25)
        elif kind == 0:
            picture, dice = self._by_chance(_scene(scenes, self._clutter, draw), draw)
            return lesson(in_another_light(picture, draw), dice)
        else:
            chances = self._chances[int(kind == len(_SHARES) - 2)]
            picture, dice = self._by_chance(self._shots[int(draw.choice(len(chances), p=chances))], draw)
        if draw.random() < _ON_PHOTOGRAPHS:
            self._lay(picture, dice, draw)
        return lesson(in_another_light(picture, draw), dice)

    def _by_chance(self, shot: Shot, draw: np.random.Generator) -> tuple[Picture, Dice]:
        size = np.array(shot.picture.shape[1::-1], np.float64)
        if not len(shot.dice):
            whole = CROP_PX / size.max()
            if draw.random() < _WHOLE:
                return cropped(shot, size / 2, whole * float(draw.uniform(0.8, 1.3)), draw, 0.05)
            return cropped(shot, draw.random(2) * size, exp(draw.uniform(log(whole), log(max(whole, 1.6)))), draw)
        usual = float(np.median(shot.dice[:, 2]))
        die = shot.dice[draw.integers(len(shot.dice)), :2].astype(np.float64)
        at = die if draw.random() < 0.8 else draw.random(2) * size
        return cropped(shot, at, exp(draw.uniform(log(_SIDES_PX[0]), log(_SIDES_PX[1]))) / usual, draw)

    def _lay(self, picture: Picture, dice: Dice, draw: np.random.Generator) -> None:
        """Lay things that are no dice beside the dice: drawn ones, cut-outs, soft patches of pictures without dice."""
        for _ in range(int(draw.integers(1, 4))):
            kind = draw.random()
            if kind < 0.4:
                thing = DRAWN[int(draw.integers(len(DRAWN)))](draw)
            elif kind < 0.7 and self._things:
                thing = self._things[int(draw.integers(len(self._things)))]
            else:
                thing = _patch(self._shots[int(draw.choice(len(self._shots), p=self._chances[1]))].picture, draw)
            usual = float(np.median(dice[:, 2])) if len(dice) else float(draw.uniform(*_SIDES_PX))
            lay(picture, dice, thing, usual * float(draw.uniform(0.5, 1.6)) / thing.unit_px, draw)


def _scene(scenes: list[Shot], clutter: Clutter, draw: np.random.Generator) -> Shot:
    if len(scenes) < _SCENES or draw.random() < _FRESH:
        fresh = _as_shot(draw_scene(draw, clutter if draw.random() < 0.8 else None))
        if len(scenes) == _SCENES:
            scenes[int(draw.integers(_SCENES))] = fresh
        else:
            scenes += [fresh] * (3 if len(scenes) < _SCENES - 2 else 1)  # soon many, each renewed in its turn
        return fresh
    return scenes[int(draw.integers(len(scenes)))]


def _as_shot(scene: Scene) -> Shot:
    rows = [(die.x, die.y, die.side_px, die.asked) for die in scene.dice]
    return Shot(scene.picture, np.array(rows, np.float32).reshape(-1, 4), "")


def _patch(picture: Picture, draw: np.random.Generator) -> Thing:
    side = int(min(draw.uniform(24, 180), min(picture.shape[:2])))
    left, top = (int(draw.integers(edge - side + 1)) for edge in picture.shape[1::-1])
    line = np.linspace(-1, 1, side)
    cover = np.clip((1 - np.hypot(line[:, None], line[None])) * 5, 0, 1) * 255
    paint = np.ascontiguousarray(picture[top : top + side, left : left + side])
    return Thing(paint, cover.astype(np.uint8), (), side / float(draw.uniform(0.7, 2.0)))


def cropped(shot: Shot, at: Floats, zoom: float, draw: np.random.Generator, off: float = 0.42) -> tuple[Picture, Dice]:
    """A crop with that place in it, at most ``off`` of its width beside its middle, turned by chance; and its dice."""
    zoom = float(np.clip(zoom, 0.1, 4.0))
    turn, flip = float(draw.uniform(-pi, pi)), -1.0 if draw.random() < 0.5 else 1.0
    wide, high = zoom * np.exp(draw.normal(0, 0.09, 2))
    way = np.array([[cos(turn) * wide * flip, -sin(turn) * high], [sin(turn) * wide * flip, cos(turn) * high]])
    way += draw.normal(0, 0.04, (2, 2)) * zoom
    to = CROP_PX / 2 + draw.uniform(-off, off, 2) * CROP_PX
    picture, parts = shot.picture, 2 ** max(0, int(np.log2(1 / zoom)))
    if parts > 1:  # shrunk well before it is turned
        picture = np.asarray(cv2.resize(picture, None, fx=1 / parts, fy=1 / parts, interpolation=cv2.INTER_AREA))
    shift = to - way @ at + way @ np.full(2, parts / 2 - 0.5)
    edge = draw.integers(0, 256, 3).tolist() if draw.random() < 0.5 else None
    crop = cv2.warpAffine(
        picture,
        np.column_stack([way * parts, shift]),
        (CROP_PX, CROP_PX),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE if edge is None else cv2.BORDER_CONSTANT,
        borderValue=edge or 0,
    )
    dice = shot.dice.copy()
    dice[:, :2] = (dice[:, :2] - at) @ way.T + to
    dice[:, 2] *= sqrt(abs(float(np.linalg.det(way))))
    near = (np.abs(dice[:, :2] - CROP_PX / 2) < CROP_PX / 2 + dice[:, 2:3]).all(axis=1)
    return np.asarray(crop, np.uint8), dice[near]


def lay(picture: Picture, dice: Dice, thing: Thing, zoom: float, draw: np.random.Generator) -> None:
    """Lay a thing on the crop, turned by chance, where it covers no die; nowhere if there is no room."""
    high, wide = thing.cover.shape
    zoom = min(zoom, 0.8 * CROP_PX / max(high, wide))
    side = int(np.hypot(high, wide) * zoom) + 2
    way = cv2.getRotationMatrix2D(((wide - 1) / 2, (high - 1) / 2), float(draw.uniform(0, 360)), zoom)
    way[:, 2] += (side - 1) / 2 - np.array([wide - 1, high - 1]) / 2
    cover, paint = (
        cv2.warpAffine(part, way, (side, side), flags=cv2.INTER_AREA) for part in (thing.cover, thing.paint)
    )
    for _ in range(6):
        left, top = (int(part) for part in draw.integers(-side // 3, CROP_PX - 2 * side // 3, 2))
        out, own = _overlap(left, top, side)
        lies = cv2.dilate(cover, np.ones((3, 3), np.uint8))[own] > 30
        rows, columns = np.nonzero(lies)
        far = [np.hypot(columns + out[1].start - x, rows + out[0].start - y) for x, y, *_ in dice]
        if all(one.min(initial=np.inf) > _CLEAR * die[2] for one, die in zip(far, dice, strict=True)):
            part = cover[own][..., None].astype(np.float32) / 255
            picture[out] = (picture[out] * (1 - part) + paint[own] * part).astype(np.uint8)
            return


def _overlap(left: int, top: int, side: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    spans = [(max(0, start), min(CROP_PX, start + side), start) for start in (top, left)]
    (a, b, c), (d, e, f) = spans
    return (slice(a, b), slice(d, e)), (slice(a - c, b - c), slice(d - f, e - f))


def in_another_light(picture: Picture, draw: np.random.Generator) -> Picture:
    """The crop in other colours and light, half in shade, seen by another camera."""
    if draw.random() < 0.35:
        picture = cv2.transform(picture, np.eye(3) + draw.normal(0, 0.15, (3, 3)))
    if draw.random() < 0.15:
        picture = cv2.merge([cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)] * 3)
    mean = float(picture.mean())
    tones = (np.arange(256)[:, None] - mean) * draw.uniform(0.5, 1.5) + mean
    tones = tones * np.exp(draw.normal(0, 0.12, 3))
    tones = 255 - tones if draw.random() < 0.06 else tones
    tones = 255 * (np.clip(tones, 0, 255) / 255) ** exp(draw.normal(0, 0.25))
    picture = cv2.LUT(picture, tones.astype(np.uint8)[None])
    if draw.random() < 0.4:
        line, way = np.linspace(-1, 1, len(picture), dtype=np.float32), draw.uniform(0, 2 * pi)
        ramp = line[None] * cos(way) + line[:, None] * sin(way) + draw.uniform(-0.7, 0.7)
        shade = 1 - draw.uniform(0, 0.6) / (1 + np.exp(-ramp * draw.uniform(2, 40)))
        picture = (picture * shade[..., None]).astype(np.uint8)
    if draw.random() < 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), float(draw.uniform(0.4, 1.5)))
    if draw.random() < 0.15:
        zoom, size = float(draw.uniform(0.4, 0.7)), picture.shape[1::-1]
        picture = cv2.resize(cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), size)
    if draw.random() < 0.6:
        grain = draw.standard_normal((*picture.shape[:2], 1), dtype=np.float32) * abs(draw.normal(0, 7))
        picture = np.clip(picture + grain, 0, 255).astype(np.uint8)
    if draw.random() < 0.25:
        packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(draw.integers(30, 90))])[1]
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return np.ascontiguousarray(picture, np.uint8)


def lesson(picture: Picture, dice: Dice) -> Lesson:
    """The crop with what the network should say: not told are faces that nobody could label, small and cut-off dice."""
    cells = CROP_PX // STRIDE
    heat, counted = np.zeros((cells, cells), np.float32), np.ones((cells, cells), np.float32)
    taught, at = np.full((MOST_DICE, 4), -1, np.float32), (np.arange(cells) + 0.5) * STRIDE
    for row, (x, y, side, label) in zip(taught, dice, strict=False):
        far = (at[None] - x) ** 2 + (at[:, None] - y) ** 2
        inside = min(x, y, CROP_PX - x, CROP_PX - y)
        if label == 0 or not _TAUGHT_PX[0] <= side <= _TAUGHT_PX[1]:
            counted[far < (side * 0.6) ** 2] = 0
        elif inside < -8:
            counted[far < (side * 0.5) ** 2] = 0
        else:
            np.maximum(heat, np.exp(-far / (2 * max(2.5, side * 0.14) ** 2)), out=heat)
            if inside > 2:
                row[:] = x, y, side, label
    return Lesson(picture, heat, counted, taught)
