"""Clutter beside dice, by chance: things that are drawn, pictures on transparent grounds, photographs.

a thing, flat ──turned, laid──> as the camera sees it on the table ──> the places that look most like dice
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.lab.training.grounds import Field, draw_ground
from vision.lab.training.solids import Camera
from vision.lab.training.things import DRAWN, Lookalike, Thing
from vision.pictures import read_picture

_NO_CLUTTER = ("dice", "die_", "domino")  # words in the name of a picture that may show dice
_LONGEST_PX = 400  # of a picture that is kept


@dataclass(frozen=True)
class Clutter:
    """Files of things that lie about: pictures on transparent grounds, and photographs that dice may lie on."""

    cut_out: tuple[Path, ...] = ()
    photographs: tuple[Path, ...] = ()

    @classmethod
    def of(cls, cut_out: Path | None, photographs: Path | None) -> Clutter:
        """Load the pictures of two folders, but for those whose names say that they show dice."""
        return cls(*(() if folder is None else _pictures(folder) for folder in (cut_out, photographs)))

    def ground(self, draw: np.random.Generator, size: int) -> Field:
        """Draw a ground for dice (size, size, 3): drawn, or a part of a photograph."""
        if not self.photographs or draw.random() < 0.5:
            return draw_ground(draw, size)
        photo = _photograph(self.photographs[int(draw.integers(len(self.photographs)))])
        across = min(photo.shape[:2]) * float(draw.uniform(0.35, 1.0))
        turn, middle = float(draw.uniform(0, 360)), np.array(photo.shape[1::-1]) * draw.uniform(0.3, 0.7, 2)
        warp = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), turn, size / across)
        warp[:, 2] += size / 2 - middle
        way = cv2.INTER_LINEAR
        there = cv2.warpAffine(photo, warp, (size, size), flags=way, borderMode=cv2.BORDER_REFLECT_101)
        return np.asarray(there.astype(np.float32) * draw.uniform(0.6, 1.2, 3), dtype=np.float32)


def _pictures(folder: Path) -> tuple[Path, ...]:
    files = sorted(file for kind in ("*.png", "*.jpg") for file in folder.rglob(kind))
    return tuple(file for file in files if not any(word in str(file.relative_to(folder)) for word in _NO_CLUTTER))


@lru_cache(maxsize=200)
def _photograph(path: Path) -> Picture:
    return read_picture(path)


def cut_out(path: Path, draw: np.random.Generator) -> Thing | None:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4 or picture.dtype != np.uint8:
        return None
    shrunk = min(1.0, _LONGEST_PX / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA)
    high, wide = small.shape[:2]
    unit = max(high, wide) / float(np.exp(draw.uniform(np.log(0.7), np.log(6.0))))
    spots = [(*draw.uniform(0.2, 0.8, 2) * [wide, high], unit * float(draw.uniform(0.5, 1.3))) for _ in "ab"]
    places = [Lookalike(x, y, side) for x, y, side in spots]
    places.append(Lookalike(wide / 2, high / 2, min(high, wide) * float(draw.uniform(0.5, 1.0))))
    return Thing(np.asarray(small[..., :3], np.uint8), np.asarray(small[..., 3], np.uint8), tuple(places), unit)


def lay_clutter(ground: Field, camera: Camera, clutter: Clutter, draw: np.random.Generator) -> list[Lookalike]:
    """Lay up to six things on the ground as the camera sees them; where they look like dice, in px."""
    seen: list[Lookalike] = []
    for _ in range(int(draw.integers(0, 7))):
        thing: Thing | None = None
        if clutter.cut_out and draw.random() < 0.4:
            thing = cut_out(clutter.cut_out[int(draw.integers(len(clutter.cut_out)))], draw)
        if thing is None:
            thing = DRAWN[int(draw.integers(len(DRAWN)))](draw)
        seen += _lay(ground, thing, camera, draw)
    return seen


def _lay(ground: Field, thing: Thing, camera: Camera, draw: np.random.Generator) -> list[Lookalike]:
    turn, spot = float(draw.uniform(0, 2 * np.pi)), draw.uniform(-4.0, 4.0, 2)
    flip = -1.0 if draw.random() < 0.5 else 1.0
    frame = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ np.diag([1.0, flip])
    high, wide = thing.cover.shape

    def at(px: Floats) -> Floats:
        flat = (px - np.array([wide, high]) / 2) / thing.unit_px @ frame.T + spot
        return camera.project(np.column_stack([flat, np.zeros(len(flat))]))

    edges = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)
    corners = at(edges)
    left, top = (max(0, int(part) - 2) for part in corners.min(axis=0))
    right, low = (min(ground.shape[0], int(part) + 3) for part in corners.max(axis=0))
    if right - left < 6 or low - top < 6:
        return []
    warp = cv2.getPerspectiveTransform(edges.astype(np.float32), (corners - [left, top]).astype(np.float32))
    size = (right - left, low - top)
    cover = cv2.warpPerspective(thing.cover, warp, size, flags=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    paint = cv2.warpPerspective(thing.paint, warp, size, flags=cv2.INTER_AREA).astype(np.float32)
    part = ground[top:low, left:right]
    shadow = cv2.GaussianBlur(cover, (0, 0), float(draw.uniform(0.8, 5)))
    shift = np.array([[1, 0, draw.uniform(-4, 4)], [0, 1, draw.uniform(-4, 4)]])
    shadow = cv2.warpAffine(shadow, shift, size)[..., None]
    shaded = part * (1 - float(draw.uniform(0, 0.6)) * shadow)
    part[:] = shaded * (1 - cover) + paint * float(draw.uniform(0.6, 1.1)) * cover
    seen = []
    for x, y, side in thing.places:
        tips = at(np.array([[x, y], [x + side, y], [x, y + side]]))
        side_px = float(np.linalg.norm(tips[1:] - tips[0], axis=1).max())
        seen.append(Lookalike(float(tips[0, 0]), float(tips[0, 1]), side_px))
    return seen
