"""The bodies of dice: a rounded cube and an octahedron, by their faces and by how far a point is from them.

side 1; a die lies on the face opposite to its upper one         cube         faces 1 to 6, opposite ones sum to 7
faces: normal, and the two directions a drawing runs in          octahedron   faces 1 to 8, opposite ones sum to 9
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.virtual.scene import Field

Frame = tuple[Floats, Floats, Floats]  # out, across, along
_ROUND = 0.17  # radius of a cube's edges and corners
_SOFT = 0.012  # how far an octahedron's edges are rounded


@dataclass(frozen=True, eq=False)
class Shape(ABC):
    """A body whose edges are 1 long (a cube's: its side)."""

    frames: Mapping[int, Frame]
    inner: float  # from the middle to a face
    art: float  # half the width of a drawing on a face
    corners: Floats  # (n, 3), of the body without its roundness

    @abstractmethod
    def distance(self, point: Field) -> Field:
        """How far points (n, 3) are from the surface, negative inside."""

    @abstractmethod
    def normal(self, point: Field) -> Field:
        """The normals (n, 3) at points of the surface, length 1."""


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


class _Octahedron(Shape):
    def distance(self, point: Field) -> Field:
        most, weights = _weights(point)
        return np.asarray(most[:, 0] + np.float32(_SOFT) * np.log(weights.sum(axis=1)) - np.float32(_INNER), np.float32)

    def normal(self, point: Field) -> Field:
        normal = _weights(point)[1] @ _NORMALS
        return np.asarray(normal / np.linalg.norm(normal, axis=1, keepdims=True), np.float32)


def _weights(point: Field) -> tuple[Field, Field]:
    """How far the farthest of an octahedron's planes is, and how much each counts where edges are rounded."""
    far = point @ _NORMALS.T
    most = far.max(axis=1, keepdims=True)
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
_NORMALS = np.stack([_FRAMES[number][0] for number in range(1, 9)]).astype(np.float32)
_INNER = 1.0 / np.sqrt(6.0)
_CORNERS = np.concatenate([np.eye(3), -np.eye(3)]) / np.sqrt(2.0)
OCTAHEDRON: Shape = _Octahedron(_FRAMES, float(_INNER), 0.24, _CORNERS)
