"""The bodies of dice with 4 to 20 faces, by the normals of their faces: where vertices and faces fall on a picture.

All faces are half a unit from the middle: 1 is the die's height when it lies on a face.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from vision.arrays import Floats
from vision.lab.training.solids import Camera, tipped

_GOLD = (1.0 + np.sqrt(5.0)) / 2.0
_KITE_DEG = 47.0  # how far the normals of a ten-sided die stand away from its equator's plane


@dataclass(frozen=True, eq=False)
class Body:
    """A convex body: ``normals`` (faces, 3); each face's corners (n, 3) in turn, its incircle's middle and radius.

    ``up``: the direction in each face towards its first corner, (faces, 3).
    """

    normals: Floats
    corners: tuple[Floats, ...]
    middles: Floats
    inner: Floats
    up: Floats

    @property
    def vertices(self) -> Floats:
        """All corners of all faces, (n, 3)."""
        return np.concatenate(self.corners)

    def reach(self, face: int) -> float:
        """Return the outline's width from above, when this face looks up."""
        vertices, out = self.vertices, self.normals[face]
        return 2.0 * float(np.linalg.norm(vertices - (vertices @ out)[:, None] * out, axis=1).max())


@cache
def body_of(kind: str) -> Body:
    """The body of a ``d4``, ``d6``, ``d8``, ``d10``, ``d12`` or ``d20``."""
    normals = _NORMALS[kind]()
    normals = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    points: list[Floats] = []
    for trio in combinations(range(len(normals)), 3):
        three = normals[list(trio)]
        if abs(np.linalg.det(three)) > 1e-6:
            point = np.linalg.solve(three, np.full(3, 0.5))
            if (normals @ point < 0.5 + 1e-6).all() and not any(np.linalg.norm(point - old) < 1e-6 for old in points):
                points.append(point)
    vertices = np.array(points)
    corners, middles, inner, ups = [], [], [], []
    for out in normals:
        own = vertices[vertices @ out > 0.5 - 1e-6]
        far = np.linalg.norm(own, axis=1)
        first = own[int(np.argmax(far))] if kind == "d10" else own[0]
        up = first - own.mean(axis=0)
        up /= np.linalg.norm(up)
        side = np.cross(out, up)
        flat = np.column_stack([(own - own.mean(axis=0)) @ side, (own - own.mean(axis=0)) @ up])
        order = np.argsort(np.arctan2(flat[:, 0], flat[:, 1]) % (2 * np.pi))
        middle, radius = _incircle(flat[order])
        corners.append(own[order])
        middles.append(own.mean(axis=0) + middle[0] * side + middle[1] * up)
        inner.append(radius)
        ups.append(up)
    return Body(normals, tuple(corners), np.array(middles), np.array(inner), np.array(ups))


def _incircle(corners: Floats) -> tuple[Floats, float]:
    # the largest circle in a convex outline (n, 2): by halving steps, exact enough for a drawing
    sides = np.roll(corners, -1, axis=0) - corners
    out = np.column_stack([sides[:, 1], -sides[:, 0]]) / np.linalg.norm(sides, axis=1, keepdims=True)
    if ((corners.mean(axis=0) - corners) * out).sum() > 0:
        out = -out
    offsets = (corners * out).sum(axis=1)
    spot, step = corners.mean(axis=0), float(np.abs(corners).max())
    ways = np.array([[1, 0], [-1, 0], [0, 1], [0, -1], [0, 0]])
    while step > 1e-5:
        tries = spot + step * ways
        best = int(np.argmax((offsets - tries @ out.T).min(axis=1)))
        spot, step = tries[best], step if best < 4 else step / 2
    return spot, float((offsets - out @ spot).min())


def _cube() -> Floats:
    return np.concatenate([np.eye(3), -np.eye(3)])


def _octahedron() -> Floats:
    return np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)


def _tetrahedron() -> Floats:
    return np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], dtype=np.float64)


def _trapezohedron() -> Floats:
    high = np.radians(_KITE_DEG)
    turns = np.radians(np.arange(10) * 36.0)
    rise = np.where(np.arange(10) % 2, -np.sin(high), np.sin(high))
    return np.column_stack([np.cos(high) * np.cos(turns), np.cos(high) * np.sin(turns), rise])


def _dodecahedron() -> Floats:
    rows = [[0.0, i, j * _GOLD] for i in (-1.0, 1.0) for j in (-1.0, 1.0)]
    return np.array([np.roll(row, turn) for row in rows for turn in range(3)])


def _icosahedron() -> Floats:
    rows = [[0.0, i / _GOLD, j * _GOLD] for i in (-1.0, 1.0) for j in (-1.0, 1.0)]
    return np.concatenate([np.array([np.roll(row, turn) for row in rows for turn in range(3)]), _octahedron()])


_NORMALS = {
    "d4": _tetrahedron,
    "d6": _cube,
    "d8": _octahedron,
    "d10": _trapezohedron,
    "d12": _dodecahedron,
    "d20": _icosahedron,
}


@dataclass(frozen=True, eq=False)
class Lying:
    """A body on the table: ``turning`` carries its directions to the table's, ``face`` looks up, ``size`` scales it."""

    body: Body
    centre: Floats
    turning: Floats
    face: int
    size: float

    def place(self, points: Floats) -> Floats:
        """Points of the body (n, 3) in the table's space."""
        return np.asarray(points * self.size @ self.turning.T + self.centre)

    def slants(self, camera: Camera) -> Floats:
        """The cosine of each face's normal to the ray towards the camera, (faces,)."""
        rays = camera.eye - self.place(self.body.middles)
        rays /= np.linalg.norm(rays, axis=1, keepdims=True)
        return np.asarray(((self.body.normals @ self.turning.T) * rays).sum(axis=1))


def lay(kind: str, face: int, spot: Floats, turn: float, lean: float, lean_way: float, size: float) -> Lying:
    """The body at ``spot`` (2,) with ``face`` up, turned about the upright, leaning; angles in radians."""
    body = body_of(kind)
    out, along = body.normals[face], body.up[face]
    turning = tipped(np.stack([np.cross(along, out), along, out]), turn, lean, lean_way)
    low = float((body.vertices @ turning[2]).min()) * size
    return Lying(body, np.array([spot[0], spot[1], -low]), turning, face, size)
