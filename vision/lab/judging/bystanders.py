"""Bystanders, which are no dice and look like them: ``python -m vision.lab.judging bystanders COUNT SEED [KEEP]``.

Dominoes, buttons, coins, playing cards, bricks with studs, blister packs, beads, counters and dotted cloth lie about,
no die among them: whatever is ``read`` there is wrong. Half of the scenes have one or two dice besides, which are right
or asked about. Every thing is drawn flat at four times the size, with a rim in light and shade and a soft shadow;
pictures read wrong are kept in KEEP.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Picture
from vision.lab.judging.completeness import Die, Scene, free_place, ground, judge_scene, put_die
from vision.pictures import write_picture
from vision.virtual.scene import Colour, Field
from vision.virtual.sensor import Sensor, expose

_FINE = 4  # a thing is drawn so many times larger
_UNIT = 100  # px of a thing's canvas that are as wide as a die
_PIPS = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_BODIES: tuple[Colour, ...] = (
    (214, 234, 240),
    (38, 36, 40),
    (235, 235, 235),
    (40, 40, 170),
    (150, 90, 40),
    (60, 130, 60),
    (60, 200, 230),
)
_SUITS = _PIPS | {2: ((0, -1), (0, 1)), 3: ((0, -1), (0, 0), (0, 1))}  # as they stand on a card

Thing = tuple[Picture, Field]  # its paint (BGR), and how much of the ground it covers


class _Canvas:
    """A sheet on which a thing is drawn, in units of a die's side."""

    def __init__(self, wide: float, high: float) -> None:
        self.wide, self.high = wide, high
        shape = (round((high + 0.2) * _UNIT), round((wide + 0.2) * _UNIT))
        self.paint: Picture = np.zeros((*shape, 3), np.uint8)
        self.cover: Picture = np.zeros(shape, np.uint8)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """The pixel of a place, from the thing's middle."""
        return round((x + self.wide / 2 + 0.1) * _UNIT), round((y + self.high / 2 + 0.1) * _UNIT)

    def block(self, x: float, y: float, wide: float, high: float, colour: Colour, corner: float) -> None:
        """A rectangle with round corners."""
        inner = [self.at(x + i * (wide / 2 - corner), y + j * (high / 2 - corner)) for i in (-1, 1) for j in (-1, 1)]
        hull = cv2.convexHull(np.array(inner, np.int32))
        thick = max(1, round(2 * corner * _UNIT))
        for sheet, ink in ((self.paint, colour), (self.cover, (255, 255, 255))):
            cv2.fillConvexPoly(sheet, hull, ink, cv2.LINE_AA)
            cv2.polylines(sheet, [hull], True, ink, thick, cv2.LINE_AA)

    def disc(self, x: float, y: float, width: float, colour: Colour, *, covers: bool = False) -> None:
        """A disc of that diameter; one that covers belongs to the outline."""
        cv2.circle(self.paint, self.at(x, y), round(width / 2 * _UNIT), colour, -1, cv2.LINE_AA)
        if covers:
            cv2.circle(self.cover, self.at(x, y), round(width / 2 * _UNIT), [255], -1, cv2.LINE_AA)

    def stud(self, x: float, y: float, width: float, colour: Colour) -> None:
        """A raised disc: light on one side, dark on the other."""
        self.disc(x + 0.04 * width, y + 0.06 * width, width * 1.06, _lit(colour, 0.55))
        self.disc(x - 0.03 * width, y - 0.04 * width, width, _lit(colour, 1.35))
        self.disc(x, y, width * 0.92, colour)

    def done(self) -> Thing:
        """The thing with its rim in light and shade."""
        cover: Field = np.asarray(self.cover / 255, np.float32)
        rim = cv2.GaussianBlur(cover, (0, 0), 0.03 * _UNIT)
        slope = cv2.Sobel(rim, cv2.CV_32F, 1, 0, ksize=3) + cv2.Sobel(rim, cv2.CV_32F, 0, 1, ksize=3)
        lit = self.paint.astype(np.float32) * (1 + np.clip(2.0 * slope, -0.4, 0.4))[..., None]
        return np.clip(lit, 0, 255).astype(np.uint8), cover


def _lit(colour: Colour, light: float) -> Colour:
    blue, green, red = (min(255, int(part * light)) for part in colour)
    return blue, green, red


def _ink(body: Colour) -> Colour:
    return (28, 26, 26) if sum(body) > 380 else (240, 240, 240)


def _body(draw: np.random.Generator) -> Colour:
    return _BODIES[int(draw.integers(len(_BODIES)))]


def _domino(draw: np.random.Generator) -> Thing:
    sheet, body = _Canvas(2, 1), _body(draw)
    sheet.block(0, 0, 2, 1, body, float(draw.uniform(0.04, 0.15)))
    for middle in (-0.5, 0.5):
        for x, y in _PIPS[int(draw.integers(0, 7))]:
            sheet.disc(middle + 0.26 * y, 0.26 * x, 0.18, _ink(body))
    if draw.random() < 0.8:
        cv2.line(sheet.paint, sheet.at(0, -0.4), sheet.at(0, 0.4), _ink(body), 3, cv2.LINE_AA)
    return sheet.done()


def _button(draw: np.random.Generator) -> Thing:
    sheet, body = _Canvas(1.1, 1.1), _body(draw)
    sheet.disc(0, 0, 1.1, body, covers=True)
    sheet.disc(0, 0, 0.8, _lit(body, 0.85))
    for x, y in _PIPS[int(draw.choice([2, 4]))]:
        sheet.disc(0.16 * x, 0.16 * y, 0.15, (30, 30, 32))
    return sheet.done()


def _coin(draw: np.random.Generator) -> Thing:
    body = ((90, 150, 190), (170, 175, 180), (60, 100, 150))[int(draw.integers(3))]
    sheet = _Canvas(1.3, 1.3)
    sheet.disc(0, 0, 1.3, body, covers=True)
    sheet.disc(0, 0, 1.14, _lit(body, 0.8))
    sheet.disc(0, 0, 1.1, _lit(body, 0.95))
    for _ in range(int(draw.integers(4, 12))):
        ends = [sheet.at(*draw.uniform(-0.35, 0.35, 2)) for _ in range(2)]
        cv2.line(sheet.paint, ends[0], ends[1], _lit(body, 0.6), int(draw.integers(2, 7)), cv2.LINE_AA)
    return sheet.done()


def _card(draw: np.random.Generator) -> Thing:
    sheet, ink = _Canvas(3.6, 5.0), ((30, 28, 28), (40, 40, 190))[int(draw.integers(2))]
    sheet.block(0, 0, 3.6, 5.0, (236, 238, 240), 0.2)
    for x, y in _SUITS[int(draw.integers(1, 7))]:
        if ink[2] > 100:
            corners = [sheet.at(0.85 * x + i, 1.5 * y + j) for i, j in ((-0.28, 0), (0, -0.38), (0.28, 0), (0, 0.38))]
            cv2.fillConvexPoly(sheet.paint, np.array(corners, np.int32), ink, cv2.LINE_AA)
        else:
            sheet.disc(0.85 * x, 1.5 * y, 0.5, ink)
    cv2.putText(sheet.paint, str(draw.integers(2, 10)), sheet.at(-1.6, -1.9), 0, 1.4, ink, 4, cv2.LINE_AA)
    return sheet.done()


def _brick(draw: np.random.Generator) -> Thing:
    wide, high = (int(part) for part in draw.choice([1, 2, 2, 3, 4], 2))
    size, body = float(draw.uniform(0.4, 0.6)), _body(draw)
    sheet = _Canvas(wide * size, high * size)
    sheet.block(0, 0, wide * size, high * size, body, 0.02)
    for x in range(wide):
        for y in range(high):
            sheet.stud((x - (wide - 1) / 2) * size, (y - (high - 1) / 2) * size, 0.6 * size, body)
    return sheet.done()


def _blister(draw: np.random.Generator) -> Thing:
    columns, rows = int(draw.integers(2, 5)), int(draw.integers(2, 4))
    sheet = _Canvas(columns * 0.5, rows * 0.5)
    sheet.block(0, 0, columns * 0.5, rows * 0.5, (175, 178, 180), 0.06)
    body = _body(draw)
    for x in range(columns):
        for y in range(rows):
            sheet.stud((x - (columns - 1) / 2) * 0.5, (y - (rows - 1) / 2) * 0.5, 0.32, body)
    return sheet.done()


def _beads(draw: np.random.Generator) -> Thing:
    sheet, body = _Canvas(1.2, 1.2), _body(draw)
    for x, y in _PIPS[int(draw.integers(2, 7))]:
        near = draw.uniform(-0.06, 0.06, 2)
        sheet.disc(0.32 * x + near[0], 0.32 * y + near[1], 0.2, body, covers=True)
    return sheet.done()


def _counter(draw: np.random.Generator) -> Thing:
    sheet, body = _Canvas(1, 1), _body(draw)
    sheet.block(0, 0, 1, 1, body, float(draw.uniform(0.02, 0.2)))
    if draw.random() < 0.5:
        cv2.putText(sheet.paint, str(draw.integers(1, 10)), sheet.at(-0.25, 0.3), 0, 2.4, _ink(body), 8, cv2.LINE_AA)
    else:
        turn, star = float(draw.uniform(0, 6)), int(draw.integers(3, 7))
        points = [
            sheet.at(reach * np.cos(turn + k * np.pi / star), reach * np.sin(turn + k * np.pi / star))
            for k, reach in enumerate([0.36, 0.16] * star)
        ]
        cv2.fillPoly(sheet.paint, [np.array(points, np.int32)], _ink(body), cv2.LINE_AA)
    return sheet.done()


def _cloth(draw: np.random.Generator) -> Thing:
    sheet, body, step = _Canvas(4, 3), _body(draw), float(draw.uniform(0.28, 0.6))
    sheet.block(0, 0, 4, 3, body, 0.05)
    for x in np.arange(-1.8, 1.8, step):
        for y in np.arange(-1.3, 1.3, step):
            sheet.disc(float(x), float(y), 0.45 * step, _ink(body))
    return sheet.done()


THINGS: dict[str, Callable[[np.random.Generator], Thing]] = {
    "domino": _domino,
    "button": _button,
    "coin": _coin,
    "card": _card,
    "brick": _brick,
    "blister": _blister,
    "beads": _beads,
    "counter": _counter,
    "cloth": _cloth,
}


def draw_scene(seed: int) -> Scene:
    """The scene of this number, always the same: up to four things of one kind, and in odd ones one or two dice."""
    draw = np.random.default_rng([seed, 31])
    picture, kind = ground(draw), tuple(THINGS)[int(draw.integers(len(THINGS)))]
    side = max(picture.shape) * float(np.exp(draw.uniform(*np.log((0.04, 0.13)))))
    taken: list[Die] = []
    for _ in range(int(draw.integers(1, 5))):
        thing = THINGS[kind](draw)
        width = min(max(thing[1].shape) / _UNIT * side, 0.6 * min(picture.shape[:2]))
        place = free_place(picture, width, taken, draw)
        if place is not None:
            picture = _laid(picture, thing, place, side, float(draw.uniform(0, 360)))
            taken.append(Die(0, *place, width))
    dice: list[Die] = []
    for _ in range(int(draw.integers(1, 3)) if seed % 2 else 0):
        place, face = free_place(picture, side, taken, draw), int(draw.integers(1, 7))
        if place is not None:
            look, turn = int(draw.integers(6)), float(draw.uniform(0, 360))
            picture = put_die(picture, face, place, side, look=look, turn_deg=turn)
            dice.append(Die(face, *place, side))
            taken.append(dice[-1])
    sensor = Sensor(float(draw.uniform(0.4, 1.0)), 0.0, float(draw.uniform(1, 5)), jpeg_quality=90)
    return Scene(f"{seed} {kind}", expose(picture, sensor, seed), dice)


def _laid(picture: Picture, thing: Thing, place: tuple[float, float], side_px: float, turn_deg: float) -> Picture:
    """The picture with the thing turned about its middle, a die's side being ``side_px``, and its shadow."""
    paint, cover = thing
    high, wide = picture.shape[:2]
    scale = side_px / _UNIT * _FINE
    onto = cv2.getRotationMatrix2D(((cover.shape[1] - 1) / 2, (cover.shape[0] - 1) / 2), turn_deg, scale)
    onto[:, 2] += [_FINE * place[0] - (cover.shape[1] - 1) / 2, _FINE * place[1] - (cover.shape[0] - 1) / 2]
    fine = (wide * _FINE, high * _FINE)
    drawn = [cv2.warpAffine(one.astype(np.float32), onto, fine, flags=cv2.INTER_AREA) for one in (paint, cover)]
    colours, covers = (cv2.resize(one, (wide, high), interpolation=cv2.INTER_AREA) for one in drawn)
    shadow = np.roll(cv2.GaussianBlur(covers, (0, 0), 0.1 * side_px), round(0.05 * side_px), axis=(0, 1))
    dim = picture * (1.0 - 0.45 * shadow[..., None])
    return np.asarray(np.clip(dim * (1.0 - covers[..., None]) + colours * covers[..., None], 0, 255), dtype=np.uint8)


def main(arguments: Sequence[str]) -> int:
    """The exit status: 1 when anything was read wrong; prints what became of each kind of thing."""
    count, first = int(arguments[0]), int(arguments[1])
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in THINGS}
    for seed in range(first, first + count):
        drawn = draw_scene(seed)
        word = judge_scene(drawn)
        counts[drawn.name.split()[1]][word] += 1
        if word == "wrong":
            sys.stdout.write(f"wrong: {drawn.name}\n")
            sys.stdout.flush()
            if len(arguments) > 2:
                Path(arguments[2]).mkdir(parents=True, exist_ok=True)
                write_picture(Path(arguments[2]) / f"{drawn.name.replace(' ', '_')}.png", drawn.picture)
    for kind, words in counts.items():
        sys.stdout.write(f"{kind:8} {dict(words)}\n")
    return int(any(words["wrong"] for words in counts.values()))
