"""Things that are no dice and look like one: dominoes, buttons, cards, bricks, keys, labels, cables, each drawn flat.

Not the things of ``vision.lab.judging.bystanders``, on purpose: those judge what was learnt here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.lab.training.grounds import Field, draw_colour
from vision.lab.training.marks import PipMake, draw_make, draw_symbol, pip_spots

_UNIT = 64  # px of a thing's sheet that are as wide as a die

Ink = tuple[float, float, float]


class Lookalike(NamedTuple):
    """A place that is no die: its middle and side in px."""

    x: float
    y: float
    side_px: float


@dataclass(frozen=True, eq=False)
class Thing:
    """A flat thing: its paint (BGR), what it covers, and the places on it that look like a die, in px of its sheet."""

    paint: Picture
    cover: Picture
    places: tuple[Lookalike, ...]
    unit_px: float = _UNIT


class _Sheet:
    """A sheet of ``wide`` by ``high`` sides of a die on which a thing is drawn, from its middle."""

    def __init__(self, wide: float, high: float) -> None:
        self._middle = np.array([wide / 2 + 0.1, high / 2 + 0.1])
        shape = (round((high + 0.2) * _UNIT), round((wide + 0.2) * _UNIT))
        self.paint: Picture = np.zeros((*shape, 3), np.uint8)
        self.cover: Picture = np.zeros(shape, np.uint8)

    def px(self, spots: Floats) -> Floats:
        """Places (n, 2) in px."""
        return np.asarray((spots + self._middle) * _UNIT)

    def shape(self, outline: Floats, ink: Ink, at: tuple[float, float] = (0.0, 0.0), *, covers: bool = True) -> None:
        """A filled outline (n, 2) laid at a place."""
        points = [np.round(self.px(outline + np.array(at)) * 16).astype(np.int32)]
        cv2.fillPoly(self.paint, points, ink, cv2.LINE_AA, 4)
        if covers:
            cv2.fillPoly(self.cover, points, [255], cv2.LINE_AA, 4)

    def disc(self, at: Floats, width: float, ink: Ink, *, covers: bool = False) -> None:
        """A disc of that diameter at a place (2,)."""
        self.shape(at + width / 2 * _RING, ink, covers=covers)

    def done(self, places: Sequence[tuple[float, float, float]]) -> Thing:
        """The thing; ``places``: x, y and side of what looks like a die."""
        spots = [(self.px(np.array([x, y])), side * _UNIT) for x, y, side in places]
        return Thing(self.paint, self.cover, tuple(Lookalike(float(at[0]), float(at[1]), side) for at, side in spots))


_ANGLES = np.linspace(0, 2 * np.pi, 40, endpoint=False)
_RING = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])


def _block(wide: float, high: float, corner: float) -> Floats:
    inner = np.array([wide / 2 - corner, high / 2 - corner])
    return np.concatenate([sign * inner + corner * part for sign, part in zip(_SIGNS, np.split(_RING, 4), strict=True)])


_SIGNS = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])


def _ink(colour: Field, light: float = 1.0) -> Ink:
    blue, green, red = (float(part) for part in np.clip(colour * light, 0, 255))
    return blue, green, red


def _two_colours(draw: np.random.Generator) -> tuple[Field, Field]:
    body = draw_colour(draw)
    while True:
        ink = draw_colour(draw)
        if abs(float(body.mean() - ink.mean())) > 60:
            return body, ink


def _pips(sheet: _Sheet, face: int, at: Floats, size: float, make: PipMake, ink: Field) -> None:
    turn = np.array([[0, -1], [1, 0]]) if face in (2, 3, 6) and sheet.paint.shape[0] % 2 else np.eye(2)
    for spot in pip_spots(face, make) @ turn if face else []:
        sheet.disc(at + size * spot, size * make.width, _ink(ink))


def _dominoes(draw: np.random.Generator) -> Thing:
    # one, or several edge to edge
    count = int(draw.choice([1, 1, 1, 2, 3, 4]))
    sheet, (body, ink), make = _Sheet(2, count), _two_colours(draw), draw_make(draw)
    corner, shade, gap, size = (float(draw.uniform(*span)) for span in _DOMINO)
    bar = _block(float(draw.uniform(0.02, 0.07)), float(draw.uniform(0.5, 0.9)), 0.005)
    has_bars = bool(draw.random() < 0.7)
    places = []
    for row in np.arange(count) - (count - 1) / 2:
        sheet.shape(_block(2, 1, corner), _ink(body, shade), (0, row))
        sheet.shape(_block(2 - gap, 1 - gap, corner), _ink(body), (0, row))
        for x in (-0.5, 0.5):
            _pips(sheet, int(draw.integers(0, 7)), np.array([x, row]), size, make, ink)
            places.append((x, float(row), 0.95))
        if has_bars:
            sheet.shape(bar, _ink(ink), (0, row), covers=False)
    return sheet.done(places)


_DOMINO = ((0.02, 0.2), (0.6, 1.0), (0.03, 0.08), (0.85, 1.0))  # corner, shade of the edge, its width, size of a face


def _round(draw: np.random.Generator) -> Thing:
    # buttons, coins, counters, bottle caps, round pips of another game
    size, (body, ink) = float(draw.uniform(0.7, 1.7)), _two_colours(draw)
    sheet = _Sheet(size, size)
    sheet.disc(np.zeros(2), size, _ink(body, float(draw.uniform(0.5, 1.2))), covers=True)
    for width in sorted(draw.uniform(0.5, 0.97, int(draw.integers(1, 4))), reverse=True):
        sheet.disc(np.zeros(2), size * float(width), _ink(body, float(draw.uniform(0.7, 1.25))))
    kind = draw.random()
    if kind < 0.7:
        spread = PipMake(float(draw.uniform(0.1, 0.24)), float(draw.uniform(0.1, 0.27)))
        _pips(sheet, int(draw.choice([1, 2, 3, 4, 4, 5, 6])), np.zeros(2), size, spread, ink)
    elif kind < 0.9:
        _stamp(sheet, draw_symbol(draw), size * 0.7, ink)
    return sheet.done([(0, 0, size * float(draw.uniform(0.6, 0.95)))] * 2)


def _stamp(sheet: _Sheet, symbol: Picture, size: float, ink: Field) -> None:
    side = max(2, round(size * _UNIT))
    small = cv2.resize(symbol, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    left, top = ((edge - side) // 2 for edge in (sheet.paint.shape[1], sheet.paint.shape[0]))
    part = sheet.paint[top : top + side, left : left + side]
    part[:] = (part * (1 - small) + np.array(_ink(ink)) * small).astype(np.uint8)


def _card(draw: np.random.Generator) -> Thing:
    wide = float(draw.uniform(1.3, 4.0))
    high = wide * float(draw.uniform(1.2, 1.7))
    sheet, face = _Sheet(wide, high), int(draw.integers(1, 7))
    body, ink = np.full(3, draw.uniform(200, 250), np.float32), draw_colour(draw) * np.float32(0.6)
    sheet.shape(_block(wide, high, 0.06 * wide), _ink(body))
    reach, size = np.array([wide, high]) * draw.uniform(0.2, 0.3), wide * float(draw.uniform(0.08, 0.25))
    spots = np.sign(pip_spots(face, PipMake())) * reach
    if face in (2, 3) and draw.random() < 0.7:
        spots[:, 0] = 0
    corners = int(draw.choice([4, 5, 40]))
    for spot in spots:
        sheet.shape(spot + size / 2 * _RING[:: 40 // corners] * [1, 1.3], _ink(ink), covers=False)
    return sheet.done([(0, 0, float(2.6 * reach[0])), (0, 0, float(2.6 * reach[1]))])


def _brick(draw: np.random.Generator) -> Thing:
    # studs, blisters, bubbles, sockets: raised or sunk discs in rows
    columns, rows = (int(part) for part in draw.integers(1, 5, 2))
    step, width, body = float(draw.uniform(0.3, 0.7)), float(draw.uniform(0.4, 0.9)), draw_colour(draw)
    stud = draw_colour(draw) if draw.random() < 0.3 else body
    sheet, light = _Sheet(columns * step, rows * step), draw.uniform(-0.06, 0.06, 2)
    sheet.shape(_block(columns * step, rows * step, 0.04), _ink(body))
    for i in range(columns):
        for j in range(rows):
            at = (np.array([i, j]) - (np.array([columns, rows]) - 1) / 2) * step
            sheet.disc(at + light, width * step * 1.05, _ink(body, float(draw.uniform(0.4, 0.7))))
            sheet.disc(at - light * 0.6, width * step, _ink(stud, 1.3))
            sheet.disc(at, width * step * 0.94, _ink(stud))
    return sheet.done([(0, 0, step * min(columns, rows) * float(draw.uniform(0.8, 1.1)))] * 2)


def _dots(draw: np.random.Generator) -> Thing:
    # dotted cloth, or loose beads: round spots that no body carries
    (body, ink), step = _two_colours(draw), float(draw.uniform(0.25, 0.7))
    sheet, is_cloth = _Sheet(3.0, 2.4), bool(draw.random() < 0.6)
    if is_cloth:
        sheet.shape(_block(3.0, 2.4, 0.05), _ink(body))
    jitter = float(draw.choice([0.0, 0.05, 0.3])) * step
    for x in np.arange(-1.3, 1.31, step):
        for y in np.arange(-1.0, 1.01, step):
            if is_cloth or draw.random() < 0.4:
                at = np.array([x, y]) + draw.uniform(-jitter, jitter, 2)
                sheet.disc(at, step * float(draw.uniform(0.3, 0.5)), _ink(ink), covers=not is_cloth)
    places = [(*draw.uniform(-0.6, 0.6, 2), float(step * draw.choice([1, 2, 2.6]))) for _ in "ab"]
    return sheet.done(places)


def _tile(draw: np.random.Generator) -> Thing:
    # keys of a keyboard, counters, stickers: squares with something printed on them
    (body, ink), size = _two_colours(draw), float(draw.uniform(0.6, 1.3))
    count = int(draw.choice([1, 1, 3, 5]))
    sheet = _Sheet(count * size, count * size)
    for i in range(count):
        for j in range(count):
            at = (np.array([i, j]) - (count - 1) / 2) * size
            sheet.shape(at + _block(0.9 * size, 0.9 * size, float(draw.uniform(0.03, 0.2)) * size), _ink(body))
    if count == 1:
        _stamp(sheet, draw_symbol(draw), 0.7 * size, ink)
        return sheet.done([])  # from above a flat tile is what a die with symbols is
    for i in range(count):
        for j in range(count):
            at = sheet.px((np.array([i, j]) - (count - 1) / 2 + [-0.2, 0.1]) * size).astype(int)
            letter = chr(int(draw.integers(48, 91)))
            cv2.putText(sheet.paint, letter, (int(at[0]), int(at[1])), 0, 0.9 * size, _ink(ink), 2, cv2.LINE_AA)
    return sheet.done([(size * i, size * i, size) for i in range(-(count // 2), count // 2 + 1)])


def _stick(draw: np.random.Generator) -> Thing:
    # pens, pencils, cables with a bead, keys with a ring, ties
    long, thick, body = float(draw.uniform(2.5, 7)), float(draw.uniform(0.15, 0.7)), draw_colour(draw)
    sheet, places = _Sheet(long, max(thick, 1.0)), []
    for offset, light in ((0.0, 1.0), (0.2, 0.75), (-0.25, 1.2)):
        sheet.shape(_block(long, thick * (1 - 2 * abs(offset)), 0.02), _ink(body, light), (0, offset * thick))
    for _ in range(int(draw.integers(1, 5))):
        x, wide = float(draw.uniform(-long / 2, long / 2) * 0.85), float(draw.uniform(0.1, 0.9))
        band = _block(wide, min(1.0, thick * float(draw.uniform(0.8, 1.6))), 0.04)
        sheet.shape(band, _ink(draw_colour(draw)), (x, 0))
        places.append((x, 0.0, float(max(0.4, wide) * draw.uniform(0.8, 1.4))))
    return sheet.done(places)


def _label(draw: np.random.Generator) -> Thing:
    # stickers with bars and print; grilles
    (body, ink), wide, high = _two_colours(draw), float(draw.uniform(1.0, 4.0)), float(draw.uniform(0.6, 3.0))
    sheet, step = _Sheet(wide, high), float(draw.uniform(0.04, 0.4))
    sheet.shape(_block(wide, high, 0.03), _ink(body))
    for x in np.arange(-wide / 2 + step, wide / 2 - step / 2, step):
        bar = _block(step * float(draw.uniform(0.2, 0.7)), high * float(draw.uniform(0.5, 0.9)), 0.005)
        sheet.shape(bar, _ink(ink), (float(x), 0), covers=False)
    if draw.random() < 0.5:
        for y in np.arange(-high / 2 + step, high / 2 - step / 2, step):
            sheet.shape(_block(wide * 0.9, step * 0.4, 0.005), _ink(ink), (0, float(y)), covers=False)
    places = [(*draw.uniform(-0.3, 0.3, 2) * [wide, high], float(draw.uniform(0.4, 1.2))) for _ in "ab"]
    return sheet.done(places)


def _keyboard(draw: np.random.Generator) -> Thing:
    # keys with small print, a whole block of them; or the holes of a grille
    (body, ink), size = _two_colours(draw), float(draw.uniform(0.5, 1.2))
    columns, rows = int(draw.integers(4, 9)), int(draw.integers(3, 5))
    sheet = _Sheet(columns * size, rows * size)
    sheet.shape(_block(columns * size, rows * size, 0.05), _ink(body, float(draw.uniform(0.5, 0.9))))
    round_holes, gap = bool(draw.random() < 0.3), float(draw.uniform(0.78, 0.96))
    places = []
    for i in range(columns):
        for j in range(rows):
            at = (np.array([i, j]) - (np.array([columns, rows]) - 1) / 2) * size
            if round_holes:
                sheet.disc(at, 0.5 * gap * size, _ink(ink))
            else:
                sheet.shape(at + _block(gap * size, gap * size, float(draw.uniform(0.04, 0.2)) * size), _ink(body))
                left, top = (
                    int(part) for part in sheet.px(at + np.array([-0.3, float(draw.uniform(-0.1, 0.3))]) * size)
                )
                print_ = "".join(chr(int(code)) for code in draw.integers(33, 91, int(draw.choice([1, 1, 1, 3]))))
                scale = size * float(draw.uniform(0.4, 0.9))
                cv2.putText(sheet.paint, print_, (left, top), 0, scale, _ink(ink), 2, cv2.LINE_AA)
            if draw.random() < 0.3:
                places.append((float(at[0]), float(at[1]), size * float(draw.choice([0.8, 0.9, 1.9]))))
    return sheet.done(places)


def _cable(draw: np.random.Generator) -> Thing:
    reach, body = float(draw.uniform(1.5, 4.0)), draw_colour(draw)
    sheet, knots = _Sheet(2 * reach, 2 * reach), draw.uniform(-0.8 * reach, 0.8 * reach, (int(draw.integers(3, 6)), 2))
    along = np.linspace(0, 1, 60)
    shares = [along**k * (1 - along) ** (len(knots) - 1 - k) * comb(len(knots) - 1, k) for k in range(len(knots))]
    line = [np.round(sheet.px(np.array(shares).T @ knots) * 16).astype(np.int32)]
    thick = max(3, int(_UNIT * draw.uniform(0.06, 0.35)))
    for share, light in ((1.0, 0.7), (0.7, 1.0), (0.25, 1.5)):
        cv2.polylines(sheet.paint, line, False, _ink(body, light), max(1, int(share * thick)), cv2.LINE_AA, 4)
    cv2.polylines(sheet.cover, line, False, [255], thick, cv2.LINE_AA, 4)
    ends = [(float(x), float(y), float(draw.uniform(0.4, 1.2))) for x, y in np.array(shares).T[[0, 20, 40]] @ knots]
    return sheet.done(ends)


def _print(draw: np.random.Generator) -> Thing:
    # lines of letters and numbers on paper, on a box, on a label
    (body, ink), wide, high = _two_colours(draw), float(draw.uniform(1.5, 5.0)), float(draw.uniform(0.8, 3.0))
    sheet, scale = _Sheet(wide, high), float(draw.uniform(0.3, 3.0))
    sheet.shape(_block(wide, high, 0.03), _ink(body))
    places, y = [], -high / 2 + 0.4 * scale
    while y < high / 2:
        text = "".join(chr(int(code)) for code in draw.integers(33, 122, int(draw.integers(2, 14))))
        left, low = (int(part) for part in sheet.px(np.array([-wide / 2 + 0.1, y])))
        cv2.putText(
            sheet.paint,
            text,
            (left, low),
            int(draw.choice([0, 1, 3, 5])),
            scale,
            _ink(ink),
            max(1, int(2 * scale * draw.uniform(0.7, 2))),
            cv2.LINE_AA,
        )
        places.append((float(draw.uniform(-0.4, 0.4) * wide), y - 0.15 * scale, 0.4 * scale))
        y += scale * float(draw.uniform(0.45, 0.8))
    sheet.paint[sheet.cover == 0] = 0
    return sheet.done(places)


DRAWN: tuple[Callable[[np.random.Generator], Thing], ...] = (
    _dominoes,
    _dominoes,
    _round,
    _round,
    _card,
    _brick,
    _dots,
    _tile,
    _stick,
    _label,
    _keyboard,
    _cable,
    _print,
)
