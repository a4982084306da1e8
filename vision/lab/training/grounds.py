"""Grounds under dice, by chance: paint, cloth, wood, grids, print, keys, gravel; and round marks that are no dice."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.virtual.printed import grain

Field = NDArray[np.float32]


def draw_colour(draw: np.random.Generator) -> Field:
    """A colour (BGR) by chance: often nearly grey, sometimes strong."""
    level = float(draw.uniform(10, 245))
    colour = level + draw.uniform(-18, 18, 3) if draw.random() < 0.45 else draw.uniform(5, 250, 3)
    return np.clip(colour, 3, 250).astype(np.float32)


def draw_ground(draw: np.random.Generator, size: int) -> Field:
    """A table top (size, size, 3) with its texture and prints."""
    ground = np.empty((size, size, 3), np.float32)
    ground[:] = draw_colour(draw)
    amount = float(draw.choice([1.0, 3.0, 8.0, 16.0]))
    texture = grain(size, size, float(draw.uniform(1.5, 40)), draw)
    if draw.random() < 0.35:  # wood: long grain
        texture = cv2.resize(grain(size, max(2, size // 12), float(draw.uniform(2, 9)), draw), (size, size))
        texture = texture if draw.random() < 0.5 else np.ascontiguousarray(texture.T)
    ground += amount * texture[..., None] * draw.uniform(0.6, 1.2, 3).astype(np.float32)
    if draw.random() < 0.5:
        ground += float(draw.uniform(1, 12)) * grain(size, size, float(draw.uniform(40, 160)), draw)[..., None]
    for part, chance in (
        (_patches, 0.3),
        (_grid, 0.25),
        (_writing, 0.3),
        (_rings, 0.35),
        (_keys, 0.1),
        (_gravel, 0.07),
    ):
        if draw.random() < chance:
            part(ground, draw)
    return ground


def _paint(draw: np.random.Generator) -> tuple[float, float, float]:
    blue, green, red = (float(part) for part in draw_colour(draw))
    return blue, green, red


def _spot(size: int, draw: np.random.Generator) -> tuple[int, int]:
    x, y = (int(part) for part in draw.uniform(0, size, 2))
    return x, y


def _patches(ground: Field, draw: np.random.Generator) -> None:
    # paper, cards, board fields, cast shadows
    size = ground.shape[0]
    for _ in range(int(draw.integers(1, 7))):
        middle, reach, sides = draw.uniform(0, size, 2), draw.uniform(0.06, 0.5) * size, int(draw.integers(3, 8))
        angles = np.sort(draw.uniform(0, 2 * np.pi, sides)) if sides > 6 else np.arange(sides) * 2 * np.pi / sides
        shape = middle + reach * np.column_stack([np.cos(angles), np.sin(angles)])
        if draw.random() < 0.6:
            cv2.fillPoly(ground, [shape.astype(np.int32)], _paint(draw), cv2.LINE_AA)
        else:
            mask = np.zeros(ground.shape[:2], np.float32)
            cv2.fillPoly(mask, [shape.astype(np.int32)], 1.0)
            mask = cv2.GaussianBlur(mask, (0, 0), float(draw.uniform(0.8, 12)))
            ground *= 1.0 - float(draw.uniform(0.2, 0.7)) * mask[..., None]


def _grid(ground: Field, draw: np.random.Generator) -> None:
    size, step, paint = ground.shape[0], int(draw.integers(8, 130)), _paint(draw)
    thick = int(draw.integers(1, 1 + max(1, step // 6) + 1))
    for at in range(int(draw.integers(0, step)), size, step):
        cv2.line(ground, (at, 0), (at, size), paint, thick, cv2.LINE_AA)
        cv2.line(ground, (0, at), (size, at), paint, thick, cv2.LINE_AA)


def _writing(ground: Field, draw: np.random.Generator) -> None:
    size = ground.shape[0]
    sheet = np.clip(ground, 0, 255).astype(np.uint8)  # letters are drawn on bytes only
    for _ in range(int(draw.integers(1, 9))):
        text = "".join(chr(int(code)) for code in draw.integers(33, 122, int(draw.integers(1, 14))))
        scale = float(draw.uniform(0.3, 2.5))
        cv2.putText(
            sheet,
            text,
            _spot(size, draw),
            int(draw.choice([0, 1, 3, 5])),
            scale,
            _paint(draw),
            max(1, int(scale * draw.uniform(1, 3))),
            cv2.LINE_AA,
        )
    for _ in range(int(draw.integers(0, 4))):  # pens, cables, scratches
        cv2.line(sheet, _spot(size, draw), _spot(size, draw), _paint(draw), int(draw.integers(1, 14)), cv2.LINE_AA)
    ground[:] = sheet


def _rings(ground: Field, draw: np.random.Generator) -> None:
    # lone pips, tokens, dot patterns: round things that lie on no die
    size, paint = ground.shape[0], _paint(draw)
    radius = float(draw.uniform(2, 14))
    for _ in range(int(draw.integers(1, 14))):
        x, y = _spot(size, draw)
        if draw.random() < 0.5:
            paint = _paint(draw)
        thick = -1 if draw.random() < 0.75 else max(1, int(radius / 3))
        cv2.circle(ground, (x, y), max(1, int(radius * draw.uniform(0.8, 1.2))), paint, thick, cv2.LINE_AA)
        if draw.random() < 0.3:
            step = int(radius * draw.uniform(2.2, 4))
            cv2.circle(ground, (x + step, y + int(draw.integers(-step, step))), int(radius), paint, thick, cv2.LINE_AA)
    if draw.random() < 0.4:
        x, y = _spot(size, draw)
        cv2.circle(ground, (x, y), int(draw.uniform(15, 60)), _paint(draw), -1, cv2.LINE_AA)


def _keys(ground: Field, draw: np.random.Generator) -> None:
    size, step = ground.shape[0], int(draw.integers(26, 90))
    body, ink = _paint(draw), _paint(draw)
    sheet = np.clip(ground, 0, 255).astype(np.uint8)
    for x in range(0, size // 2 if draw.random() < 0.5 else size, step):
        for y in range(0, size, step):
            cv2.rectangle(sheet, (x, y), (x + int(0.84 * step), y + int(0.84 * step)), body, -1)
            if draw.random() < 0.8:
                letter = chr(int(draw.integers(65, 91)))
                place = (x + step // 4, y + step // 2)
                cv2.putText(sheet, letter, place, 0, step / 75, ink, 1 + step // 45, cv2.LINE_AA)
    ground[:] = sheet


def _gravel(ground: Field, draw: np.random.Generator) -> None:
    size = ground.shape[0]
    speck = grain(size, size, float(draw.uniform(2, 7)), draw)
    ground += np.where(speck > 0.7, 1.0, np.where(speck < -0.8, -1.0, 0.0))[..., None] * np.float32(
        draw.uniform(20, 90)
    )
