"""Cubes counted box by box: patches of their colour, each as large as so many cubes can be, and no other number.

patch of colour ──as large as n cubes apart, or in a row one before the other──> only one n? counted : asked
                └─its foot in a box, on a line, in none──> that box, or asked
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from companion.errors import InputError
from companion.table.observation import BoxSeen, ScreenSeen
from vision.arrays import Floats, Picture
from vision.cubes.lying import LyingScreen, Mask, lay
from vision.cubes.shown import APART, Box, ShownScreen, check_colours, shares, shrunk

_SLACK = 0.14  # of a patch's size: blur, worn edges, a lens that is not as supposed
_MOST = 12  # cubes in one patch
_LEAST_PX = 30  # of a cube that is shown
_ALONG, _BESIDE = 0.38, 0.45  # a worn cube is paler; another colour is no cube
_SPECK = 0.22  # of a cube's top: smaller is glare or a chip of colour
_ASTRIDE = 0.2  # of a patch's foot that may lie beyond its box


@dataclass(frozen=True, slots=True)
class _Patch:
    """A patch of the cubes' colour: its size in cube tops, its foot's share of each box, how many cubes it may be."""

    tops: float
    at: tuple[tuple[str, float], ...]  # box ("" for none) and share, the largest first
    counts: tuple[int, ...]


def show_screen(name: str, empty: Picture, one_each: Picture, boxes: dict[str, Box], place: str) -> ShownScreen:
    """The screen as two photographs show it: empty, and with one cube on each box; ``boxes`` in pixels of the first.

    Raises ``InputError`` under ``place`` where boxes or cubes cannot be told.
    """
    picture, scale = shrunk(empty)
    fitted = {box: _scaled(rect, scale) for box, rect in boxes.items()}
    for box, (left, top, wide, high) in fitted.items():
        if min(left, top) < 0 or left + wide > picture.shape[1] or top + high > picture.shape[0] or min(wide, high) < 8:
            raise InputError(place, f"the box {box}", f"{boxes[box]}", "left, top, width, height within the photograph")
    rough = ShownScreen(name, picture, fitted, 0.05 * max(picture.shape[:2]), (0.0, 0.0, 0.0))
    lying = lay(one_each, rough)
    if isinstance(lying, str):
        raise InputError(place, "the photograph with cubes", lying, "the same screen with one cube on each box")
    sides, colours = zip(*(_one_cube(lying, rough, box, place) for box in fitted), strict=True)
    blue, green, red = (float(part) for part in np.median(colours, axis=0))
    screen = ShownScreen(name, picture, fitted, float(np.median(sides)), (blue, green, red))
    check_colours(screen, place)
    for seen in count_on(one_each, screen, "", 0.0).boxes:
        if seen.count != 1:
            raise InputError(place, f"the box {seen.box}", f"{seen.count or 'no certain number of'} cubes", "one cube")
    return screen


def _scaled(box: Box, scale: float) -> Box:
    left, top, wide, high = (round(part * scale) for part in box)
    return left, top, wide, high


def _one_cube(lying: LyingScreen, screen: ShownScreen, box: str, place: str) -> tuple[float, Floats]:
    """Side and colour of the only thing that lies on the box."""
    left, top, wide, high = screen.boxes[box]
    part = (slice(top, top + high), slice(left, left + wide))
    apart = np.linalg.norm(shares(lying.flat[part]) - shares(screen.picture[part]), axis=2)
    number, labels, sizes, middles = cv2.connectedComponentsWithStats(np.asarray(apart > APART, np.uint8))
    largest = 1 + int(sizes[1:, cv2.CC_STAT_AREA].argmax()) if number > 1 else 0
    area = float(sizes[largest, cv2.CC_STAT_AREA])
    if not largest or area < _LEAST_PX:
        raise InputError(place, f"the box {box}", "no cube that differs from the print", "one cube on each box")
    x, y = middles[largest]
    side = float(np.sqrt(area))
    for _ in range(4):  # its outline is its top and some of its sides: how much, its size says
        upper, seen, _ = lying.cube_at(left + x, top + y, side)
        side *= float(np.sqrt(area / (upper + seen)))
    return side, np.median(lying.flat[part][labels == largest], axis=0)


def count_on(photo: Picture, screen: ShownScreen, source: str, at_s: float) -> ScreenSeen:
    """Count the cubes on each box, or give ``None`` with the possible counts; ``why`` where no box could be read."""
    lying = lay(photo, screen)
    if isinstance(lying, str):
        return ScreenSeen(source, at_s, screen.name, (), lying)
    patches = list(_patches(lying, screen))
    stray = [patch for patch in patches if patch.at[0][0] == ""]
    boxes = [_box_seen(name, patches, lying, screen) for name in screen.boxes]
    why = "a cube lies on no box" if stray else ""
    return ScreenSeen(source, at_s, screen.name, tuple(boxes), why)


def _patches(lying: LyingScreen, screen: ShownScreen) -> Iterator[_Patch]:
    colours, cube = shares(cv2.GaussianBlur(lying.flat, (0, 0), 0.8)), shares(np.array(screen.cube_bgr))
    own = shares(screen.picture)
    way = cube - own  # from what is printed to a cube's colour: how far along it, and how far beside it
    length = np.linalg.norm(way, axis=2)
    along = ((colours - own) * way).sum(axis=2) / length
    beside = np.linalg.norm(colours - own - way * (along / length)[..., None], axis=2)
    is_cube = (along > _ALONG * length) & (beside < _BESIDE * length)
    mask = np.asarray(is_cube & lying.is_seen, np.uint8)
    reach = max(1, round(screen.cube_px / 8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((2 * reach + 1,) * 2, np.uint8))
    number, labels, sizes, middles = cv2.connectedComponentsWithStats(mask)
    for label in range(1, number):
        x, y = middles[label]
        top, side, middle = lying.cube_at(x, y, screen.cube_px)
        tops = float(sizes[label, cv2.CC_STAT_AREA]) / top
        if tops >= _SPECK:
            yield _Patch(tops, _feet(labels == label, middle - (x, y), screen), _counts(tops, side / top))


def _counts(tops: float, side: float) -> tuple[int, ...]:
    """Return the numbers of cubes that may make a patch so many tops large: all their sides
    seen, or only the foremost one's.
    """
    return tuple(
        count
        for count in range(1, _MOST + 1)
        if (1 - _SLACK) * (count + side) <= tops <= (1 + _SLACK) * count * (1 + side)
    )


def _feet(patch: Mask, lean: Floats, screen: ShownScreen) -> tuple[tuple[str, float], ...]:
    """The share of the patch in each box, moved back by what the middle of a cube leans."""
    rows, columns = np.nonzero(patch)
    across, down = columns - lean[0], rows - lean[1]
    at = {
        name: float(((left <= across) & (across < left + wide) & (top <= down) & (down < top + high)).mean())
        for name, (left, top, wide, high) in screen.boxes.items()
    }
    at[""] = max(0.0, 1.0 - sum(at.values()))
    return tuple(sorted(at.items(), key=lambda one: -one[1]))


def _box_seen(name: str, patches: list[_Patch], lying: LyingScreen, screen: ShownScreen) -> BoxSeen:
    left, top, wide, high = screen.boxes[name]
    seen = float(lying.is_seen[top : top + high, left : left + wide].mean())
    mine = [patch for patch in patches if dict(patch.at)[name] > 1 - _ASTRIDE]
    astride = [patch for patch in patches if _ASTRIDE <= dict(patch.at)[name] <= 1 - _ASTRIDE]
    evidence = {"cubes": round(sum(patch.tops for patch in mine), 2), "seen": round(seen, 3)}
    if seen < 0.99:
        return BoxSeen(name, None, (), evidence)
    least = sum(min(patch.counts, default=1) for patch in mine)
    most = sum(max(patch.counts, default=2) for patch in mine) + sum(max(patch.counts, default=2) for patch in astride)
    if least == most and not astride and all(patch.counts for patch in mine):
        return BoxSeen(name, least, (least,), evidence)
    return BoxSeen(name, None, tuple(range(least, most + 1)), evidence)
