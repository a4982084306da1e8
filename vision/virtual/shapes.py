"""The bodies of dice: a rounded cube and what planes bound, by their faces and by how far a point is from them.

side 1; a die lies on the face opposite to its upper one         cube         faces 1 to 6, opposite ones sum to 7
faces: normal, and the two directions a drawing runs in          octahedron   faces 1 to 8, opposite ones sum to 9

Ten (kites), twelve and twenty faces: opposite ones sum to one more; 1 is the height of such a die on the table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from vision.arrays import Floats
from vision.virtual.scene import Field

Frame = tuple[Floats, Floats, Floats]  # out, across, along
_ROUND = 0.17  # radius of a cube's edges and corners
_SOFT = 0.012  # how far the edges between planes are rounded


@dataclass(frozen=True, eq=False)
class Shape(ABC):
    """A body whose edges are 1 long (a cube's: its side)."""

    frames: Mapping[int, Frame]
    inner: float  # from the middle to a face
    art: float  # half the width of a drawing on a face
    corners: Floats  # (n, 3), of the body without its roundness
    drop: float = 0.0  # how far below the foot of the normal a drawing has its middle: where a kite is widest

    @cached_property
    def reach(self) -> float:
        """How far from its middle nothing of the body is found, with room for what counts as its surface."""
        return float(np.linalg.norm(self.corners, axis=1).max()) + 0.05

    @abstractmethod
    def distance(self, point: Field) -> Field:
        """Return the distance of points (n, 3) from the surface, negative inside."""

    @abstractmethod
    def normal(self, point: Field) -> Field:
        """The normals (n, 3) at points of the surface, length 1."""

    def enter(self, start: Field, ahead: Field) -> Field:
        """Return the distance along each ray (n, 3) from ``start`` (3,) at which the body begins at the earliest."""
        return np.asarray(-(ahead @ start) - np.float32(0.9), np.float32)


class _RoundedCube(Shape):
    def distance(self, point: Field) -> Field:
        x, y, z = np.abs(np.ascontiguousarray(point.T)) - np.float32(0.5 - _ROUND)  # by columns: many times faster
        most = np.maximum(np.maximum(x, y), z)
        x, y, z = np.maximum(x, 0), np.maximum(y, 0), np.maximum(z, 0)
        outside = np.sqrt(x * x + y * y + z * z)
        return np.asarray(outside + np.minimum(most, 0) - np.float32(_ROUND), np.float32)

    def normal(self, point: Field) -> Field:
        inner = np.float32(0.5 - _ROUND)
        normal = point - np.clip(point, -inner, inner)
        return np.asarray(normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-6), np.float32)


class _Facets(Shape):
    """A body bounded by planes, all as far from the middle."""

    @cached_property
    def _normals(self) -> Field:
        return np.stack([self.frames[number][0] for number in sorted(self.frames)]).astype(np.float32)

    def distance(self, point: Field) -> Field:
        most, weights = self._weights(point)
        rounded = most + np.float32(_SOFT) * np.log(weights.sum(axis=0))
        return np.asarray(rounded - np.float32(self.inner), np.float32)

    def normal(self, point: Field) -> Field:
        normal = self._weights(point)[1].T @ self._normals
        return np.asarray(normal / np.linalg.norm(normal, axis=1, keepdims=True), np.float32)

    def enter(self, start: Field, ahead: Field) -> Field:
        towards, away = self._normals @ ahead.T, np.float32(self.inner) - self._normals @ start
        with np.errstate(divide="ignore", invalid="ignore"):
            meets = away[:, None] / towards
        return np.asarray(np.where(towards < 0, meets, -np.inf).max(axis=0), np.float32)  # the rounding lies inside

    def _weights(self, point: Field) -> tuple[Field, Field]:
        """Return the distance of the farthest plane, and each plane's weight where edges are rounded, (planes, n)."""
        far = self._normals @ point.T  # by planes: many times faster
        most = far.max(axis=0)
        return most, np.asarray(np.exp((far - most) / np.float32(_SOFT)), np.float32)


def _octahedron_frame(signs: tuple[int, int, int]) -> Frame:
    """A face: its drawing stands upright below the corner on the z axis."""
    out = np.array(signs) / np.sqrt(3.0)
    top = np.array([0.0, 0.0, float(signs[2])])
    along = -(top - out * (top @ out))
    along /= np.linalg.norm(along)
    return out, np.cross(along, out), along


_X, _Y, _Z = np.eye(3)
CUBE: Shape = _RoundedCube(
    # 1, 2, 3 run anticlockwise round a corner
    {1: (_Z, _X, _Y), 6: (-_Z, _Y, _X), 2: (_X, _Y, _Z), 5: (-_X, _Z, _Y), 3: (_Y, _Z, _X), 4: (-_Y, _X, _Z)},
    0.5,
    0.5,
    np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], np.float64) * 0.46,
)

_UPPER = ((1, 1, 1), (-1, 1, 1), (-1, -1, 1), (1, -1, 1))
_FRAMES = {number: _octahedron_frame(signs) for number, signs in enumerate(_UPPER, 1)}
_FRAMES |= {9 - number: _octahedron_frame((-x, -y, -z)) for number, (x, y, z) in enumerate(_UPPER, 1)}
_CORNERS = np.concatenate([np.eye(3), -np.eye(3)]) / np.sqrt(2.0)
OCTAHEDRON: Shape = _Facets(_FRAMES, float(1.0 / np.sqrt(6.0)), 0.24, _CORNERS)


def _facets(upper: Sequence[Sequence[float]], art: float, drop: float = 0.0) -> Shape:
    """The body between these planes and their opposites; a drawing stands upright below the corner next to z."""
    half = np.array(upper, dtype=np.float64)
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    normals = np.concatenate([half, -half[::-1]])
    corners: list[Floats] = []
    for trio in combinations(normals, 3):
        if abs(np.linalg.det(np.array(trio))) > 1e-6:
            corner = np.linalg.solve(np.array(trio), np.full(3, 0.5))
            is_new = not any(np.linalg.norm(corner - other) < 1e-6 for other in corners)
            if is_new and (normals @ corner < 0.5 + 1e-6).all():
                corners.append(corner)
    frames: dict[int, Frame] = {}
    for number, out in enumerate(normals, 1):
        own = [corner for corner in corners if corner @ out > 0.5 - 1e-6]
        along = -(max(own, key=lambda corner: round(abs(float(corner[2])), 6)) - 0.5 * out)
        along /= np.linalg.norm(along)
        frames[number] = out, np.cross(along, out), along
    return _Facets(frames, 0.5, art, np.array(corners), drop)


_GOLD = (1.0 + np.sqrt(5.0)) / 2.0
_HIGH, _RING = np.sin(np.radians(45.0)), np.cos(np.radians(45.0))
_KITES = [(_RING * np.cos(0.4 * np.pi * n), _RING * np.sin(0.4 * np.pi * n), _HIGH) for n in range(5)]
TRAPEZOHEDRON: Shape = _facets(_KITES, 0.27, 0.236)
DODECAHEDRON: Shape = _facets(
    [(0, 1, _GOLD), (0, -1, _GOLD), (1, _GOLD, 0), (-1, _GOLD, 0), (_GOLD, 0, 1), (-_GOLD, 0, 1)], 0.24
)
_TALL = 1.0 / _GOLD
_DOZEN = [
    (0, _TALL, _GOLD),
    (0, -_TALL, _GOLD),
    (_TALL, _GOLD, 0),
    (-_TALL, _GOLD, 0),
    (_GOLD, 0, _TALL),
    (-_GOLD, 0, _TALL),
]
ICOSAHEDRON: Shape = _facets([*_DOZEN, (1, 1, 1), (-1, 1, 1), (1, -1, 1), (-1, -1, 1)], 0.17)
