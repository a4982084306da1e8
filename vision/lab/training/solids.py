"""A rounded cube on a picture: where its faces, edges and pips fall, and how much light each face gets.

A camera at ``distance`` looks at the origin of a table (z up), turned by ``tilt`` away from the vertical. Lengths are
sides of a die. A face's *lean* is the angle between its normal and the ray that ends on it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats

# a face's normal and its two directions in the die's frame; opposite faces sum to seven
_X, _Y, _Z = np.eye(3)
FACES: dict[int, tuple[Floats, Floats, Floats]] = {
    1: (_Z, _X, _Y),
    6: (-_Z, _Y, _X),
    2: (_X, _Y, _Z),
    5: (-_X, _Z, _Y),
    3: (_Y, _Z, _X),
    4: (-_Y, _X, _Z),
}


@dataclass(frozen=True, eq=False)
class Camera:
    """A camera: ``axes`` (3, 3) rows are picture right, picture down, and away from the camera."""

    axes: Floats
    distance: float
    focal_px: float
    middle_px: float
    stretch: float = 1.0  # of the picture's height: pixels that are not square

    @classmethod
    def over(cls, tilt: float, turn: float, distance: float, die_px: float, size_px: int, stretch: float) -> Camera:
        """The camera that sees a die in the middle ``die_px`` wide; ``tilt`` and ``turn`` in radians."""
        away = -np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt)])
        helper = np.array([-np.sin(turn), np.cos(turn), 0.0])
        right = helper / np.linalg.norm(helper)
        return cls(np.stack([right, np.cross(away, right), away]), distance, die_px * distance, size_px / 2, stretch)

    @property
    def eye(self) -> Floats:
        """The camera's place (3,)."""
        return np.asarray(-self.distance * self.axes[2])

    def project(self, points: Floats) -> Floats:
        """The picture's points (n, 2) of points in space (n, 3)."""
        seen = (points - self.eye) @ self.axes.T
        flat = seen[:, :2] / seen[:, 2:] * self.focal_px
        return np.asarray(flat * [1.0, self.stretch] + self.middle_px)


@dataclass(frozen=True, eq=False)
class Cube:
    """A die in space: ``turning`` carries die directions to the table's; side 1; ``rounding`` of its edges."""

    centre: Floats
    turning: Floats
    rounding: float

    def upper(self, camera: Camera) -> tuple[int, float, Floats]:
        """The face that looks most towards the camera, its lean in radians, and its normal along the picture (2,)."""
        best = max(FACES, key=lambda face: self._towards(face, camera))
        normal, ray = self.turning @ FACES[best][0], self._ray(best, camera)
        lean = float(np.arccos(np.clip(-normal @ ray, -1.0, 1.0)))
        beside = normal + ray * float(-normal @ ray)  # what is square to the ray
        return best, lean, np.asarray(camera.axes[:2] @ beside)

    def visible(self, camera: Camera) -> list[int]:
        """The faces seen, the most slanted first."""
        seen = [face for face in FACES if self._towards(face, camera) > 0.03]
        return sorted(seen, key=lambda face: self._towards(face, camera))

    def on_face(self, face: int, spots: Floats, lift: float = 0.5) -> Floats:
        """Points in space (n, 3) of spots (n, 2) on a face."""
        normal, across, along = FACES[face]
        local = normal * lift + spots[:, :1] * across + spots[:, 1:] * along
        return np.asarray(local @ self.turning.T + self.centre)

    def outline(self, camera: Camera) -> Floats:
        """Points (n, 2) whose convex hull is the die's outline on the picture: eight balls in its corners."""
        inner = 0.5 - self.rounding
        signs = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], dtype=np.float64)
        corners = (signs * inner) @ self.turning.T + self.centre
        angles = np.linspace(0, 2 * np.pi, 12, endpoint=False)
        ring = np.cos(angles)[:, None] * camera.axes[0] + np.sin(angles)[:, None] * camera.axes[1]
        return camera.project((corners[:, None] + self.rounding * ring[None]).reshape(-1, 3))

    def _ray(self, face: int, camera: Camera) -> Floats:
        way = self.turning @ FACES[face][0] * 0.5 + self.centre - camera.eye
        return np.asarray(way / np.linalg.norm(way))

    def _towards(self, face: int, camera: Camera) -> float:
        return float(-(self.turning @ FACES[face][0]) @ self._ray(face, camera))


def turning_of(face: int, turn: float, lean: float, lean_way: float) -> Floats:
    """The turning (3, 3) that shows ``face`` upwards, turned about the upright, then leaning ``lean`` radians."""
    normal, across, along = FACES[face]
    return tipped(np.stack([across, along, normal]), turn, lean, lean_way)


def tipped(upright: Floats, turn: float, lean: float, lean_way: float) -> Floats:
    """A turning (3, 3) turned about the upright, then leaning ``lean`` radians about a level axis."""
    cos, sin = np.cos(turn), np.sin(turn)
    about = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    axis = np.array([np.cos(lean_way), np.sin(lean_way), 0.0])
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    tip = np.eye(3) + np.sin(lean) * cross + (1 - np.cos(lean)) * cross @ cross
    return np.asarray(tip @ about @ upright)


def cube_faces(cube: Cube, light: Floats, ambient: float, camera: Camera) -> dict[int, float]:
    """Return the brightness of each visible face, about 1 for a face that looks at the light."""
    shades = {}
    for face in cube.visible(camera):
        shades[face] = ambient + (1 - ambient) * max(0.0, float(cube.turning @ FACES[face][0] @ light))
    return shades
