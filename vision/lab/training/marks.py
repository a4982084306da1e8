"""Marks on a die's face: pips in many makes, or a symbol; as spots and polygons on the unit face.

Coordinates are shares of the side from the face's middle.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Picture


@dataclass(frozen=True, slots=True)
class PipMake:
    """The make of a die's pips: width as a share of the side, distance from the middle, and their style."""

    width: float = 0.18
    corner: float = 0.25
    six_row: float = 1.0  # how far the rows of a six stand apart, of the usual distance
    one: float = 1.0  # width of the pip of a one, of the others'
    ink: float = 1.0  # how opaque
    hollow: float = 0.0  # width of the hole in the middle, of the pip's
    dent: float = 0.0  # how much lighter and darker the two sides of a dent are


def draw_make(draw: np.random.Generator) -> PipMake:
    """A make of pips by chance: 8 to 24 % of the side, sunk, inked, hollow."""
    return PipMake(
        width=float(draw.uniform(0.12, 0.235) if draw.random() < 0.85 else draw.uniform(0.08, 0.25)),
        corner=float(draw.uniform(0.215, 0.285)),
        six_row=float(draw.uniform(0.75, 1.05)),
        one=float(draw.uniform(1.2, 1.9) if draw.random() < 0.3 else 1.0),
        ink=float(1.0 if draw.random() < 0.6 else draw.uniform(0.45, 1.0)),
        hollow=float(draw.uniform(0.3, 0.6) if draw.random() < 0.07 else 0.0),
        dent=float(draw.uniform(0.0, 0.7)),
    )


def pip_spots(face: int, make: PipMake) -> Floats:
    """Return the places of a face's pips, (n, 2)."""
    far = make.corner
    corners = [(-far, -far), (far, far), (-far, far), (far, -far)]
    if face == 6:
        near = far * make.six_row
        return np.array([(x * far, y * near) for x in (-1, 1) for y in (-1, 0, 1)])
    spots = {1: [(0.0, 0.0)], 2: corners[:2], 3: [*corners[:2], (0.0, 0.0)], 4: corners, 5: [*corners, (0.0, 0.0)]}
    return np.array(spots[face])


def draw_symbol(draw: np.random.Generator, size: int = 96) -> Picture:
    """A face (size, size) with something that is no pip pattern: 255 is ink."""
    face = np.zeros((size, size), np.uint8)
    kind = int(draw.integers(0, 8))
    if kind == 0:
        _text(face, str(draw.integers(0, 100)), draw)
    elif kind == 1:
        _text(face, "".join(chr(int(code)) for code in draw.integers(65, 91, int(draw.integers(1, 4)))), draw)
    elif kind == 2:
        _skull(face, draw)
    elif kind == 3:
        _shield(face, draw)
    elif kind in (4, 5):
        _blot(face, draw)
    elif kind == 6:
        _false_pips(face, draw)
    else:
        _star(face, draw)
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), float(draw.uniform(0, 360)), 1.0)
    return np.asarray(cv2.warpAffine(face, turn, (size, size)), dtype=np.uint8)


def _text(face: Picture, text: str, draw: np.random.Generator) -> None:
    size, thick = face.shape[0], int(draw.integers(3, 11))
    font = int(draw.choice([0, 2, 3, 4, 6]))
    (wide, high), _ = cv2.getTextSize(text, font, 1.0, thick)
    scale = float(draw.uniform(0.45, 0.75)) * size / max(wide, high)
    thick = max(2, int(thick * min(scale, 1.5) / 1.5))
    (wide, high), _ = cv2.getTextSize(text, font, scale, thick)
    cv2.putText(face, text, ((size - wide) // 2, (size + high) // 2), font, scale, 255, thick, cv2.LINE_AA)


def _skull(face: Picture, draw: np.random.Generator) -> None:
    size = face.shape[0]
    radius = int(size * draw.uniform(0.2, 0.32))
    middle = (size // 2, int(size * 0.45))
    cv2.circle(face, middle, radius, 255, -1, cv2.LINE_AA)
    jaw = int(radius * draw.uniform(0.5, 0.8))
    cv2.rectangle(face, (size // 2 - jaw, middle[1]), (size // 2 + jaw, middle[1] + int(1.35 * radius)), 255, -1)
    eye = max(2, int(radius * draw.uniform(0.2, 0.34)))
    for side in (-1, 1):
        cv2.circle(face, (size // 2 + int(side * radius * 0.42), middle[1]), eye, 0, -1, cv2.LINE_AA)
    for tooth in (-0.4, 0.0, 0.4):
        x = size // 2 + int(tooth * jaw)
        cv2.line(face, (x, middle[1] + radius), (x, middle[1] + int(1.35 * radius)), 0, 2)


def _shield(face: Picture, draw: np.random.Generator) -> None:
    size = face.shape[0]
    wide, high = size * draw.uniform(0.2, 0.32), size * draw.uniform(0.25, 0.36)
    top = np.array([[-wide, -high], [wide, -high], [wide, 0.2 * high], [0, high], [-wide, 0.2 * high]]) + size / 2
    cv2.fillPoly(face, [top.astype(np.int32)], 255, cv2.LINE_AA)
    if draw.random() < 0.6:
        inner = (top - size / 2) * draw.uniform(0.4, 0.8) + size / 2
        cv2.fillPoly(face, [inner.astype(np.int32)], 0, cv2.LINE_AA)
    if draw.random() < 0.4:
        cv2.line(face, (size // 2, int(size / 2 - high)), (size // 2, int(size / 2 + high)), 128, 4)


def _blot(face: Picture, draw: np.random.Generator) -> None:
    # a bird, a crest, a maker's sign: mirrored halves of a rough outline, with holes
    size, count = face.shape[0], int(draw.integers(5, 16))
    angle = np.sort(draw.uniform(-np.pi / 2, np.pi / 2, count))
    reach = size * draw.uniform(0.1, 0.4, count)
    half = np.column_stack([reach * np.cos(angle), reach * np.sin(angle)])
    whole = np.vstack([half, (half * [-1, 1])[::-1]]) + size / 2
    cv2.fillPoly(face, [whole.astype(np.int32)], 255, cv2.LINE_AA)
    for _ in range(int(draw.integers(0, 4))):
        x, y = (int(part) for part in draw.uniform(0.3, 0.7, 2) * size)
        cv2.circle(face, (x, y), int(draw.integers(2, 8)), int(draw.choice([0, 255])), -1, cv2.LINE_AA)


def _false_pips(face: Picture, draw: np.random.Generator) -> None:
    # spots in a pattern that no die has: two or three in a straight row, a triangle, seven to nine
    size, radius = face.shape[0], int(face.shape[0] * draw.uniform(0.06, 0.11))
    patterns = (
        [(-1, 0), (1, 0)],
        [(-1, 0), (0, 0), (1, 0)],
        [(0, -1), (-1, 1), (1, 1)],
        [(-1, -1), (1, -1)],
        [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)],
        [(-1, -1), (1, -1), (0, 1), (0, 0)],
        [(-1, -1), (1, 1), (-1, 1)],
        [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1), (0, 0)],
    )
    for x, y in patterns[int(draw.integers(0, len(patterns)))]:
        middle = (int(size * (0.5 + 0.24 * x)), int(size * (0.5 + 0.24 * y)))
        if draw.random() < 0.25:
            cv2.rectangle(
                face, (middle[0] - radius, middle[1] - radius), (middle[0] + radius, middle[1] + radius), 255, -1
            )
        else:
            cv2.circle(face, middle, radius, 255, -1, cv2.LINE_AA)


def _star(face: Picture, draw: np.random.Generator) -> None:
    size, points = face.shape[0], int(draw.integers(3, 9))
    angle = np.arange(2 * points) * np.pi / points
    reach = np.where(np.arange(2 * points) % 2 == 0, 0.38, draw.uniform(0.12, 0.3)) * size * draw.uniform(0.7, 1.0)
    star = np.column_stack([reach * np.cos(angle), reach * np.sin(angle)]) + size / 2
    if draw.random() < 0.3:
        cv2.polylines(face, [star.astype(np.int32)], True, 255, int(draw.integers(3, 8)), cv2.LINE_AA)
    else:
        cv2.fillPoly(face, [star.astype(np.int32)], 255, cv2.LINE_AA)
