"""The law of completeness: a die put anywhere into a picture changes the count, or makes the reader ask.

    photograph, or a drawn ground ──rims, rings, coins──> + dice put anywhere ──> read_dice ──> right | asked | wrong

``python -m vision.lab.judging completeness COUNT SEED [FOLDER [KEEP]]`` counts scenes, on drawn grounds and on the
photographs in FOLDER; pictures read wrong are kept in KEEP. The dice are traced by ``vision.virtual``: no network was
trained on them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import Picture
from vision.dice.reading import read_dice
from vision.lab.judging.splits import Photograph, photographs
from vision.lab.judging.verdicts import became
from vision.pictures import read_picture, shrunk, write_picture
from vision.virtual.cube import Cube, trace_cube
from vision.virtual.dice import face_up
from vision.virtual.printed import grain
from vision.virtual.scene import Colour, Field
from vision.virtual.sensor import Sensor, expose
from vision.virtual.shapes import CUBE

_IVORY, _BLACK, _WHITE = (214, 234, 240), (42, 38, 36), (240, 240, 240)
_LOOKS: tuple[tuple[Colour, Colour, float], ...] = (  # body, pips, their width as a share of the side
    (_IVORY, (28, 26, 26), 0.19),
    ((40, 30, 190), _WHITE, 0.19),
    ((180, 90, 30), _WHITE, 0.21),
    ((70, 140, 40), _WHITE, 0.16),
    (_BLACK, _IVORY, 0.21),
    ((60, 190, 230), (30, 30, 40), 0.17),
)
_GROUNDS: tuple[Colour, ...] = (
    (34, 52, 36),
    (60, 90, 130),
    (160, 170, 175),
    (45, 45, 48),
    (120, 60, 40),
    (70, 70, 150),
)
_SIDE_MM, _FOCAL = 16.0, 1.5  # of a die; the camera's focal length, in longer sides of the picture
_LONGEST_PX = 640
_SHARES = (0.035, 0.15)  # a die's side, of the longer side of a drawn ground
_BESIDE = (0.6, 1.6)  # and of the dice on a photograph
_ROOM = 0.25  # dice wider than this share of a photograph leave no room
_LEAST_PX = 10.0  # the narrowest die put down: of a narrower one nobody reads the pips
_FAR = 0.62  # of two dice's sides together: so far apart are their middles at least


class Die(NamedTuple):
    """A die that lies on a picture: what it shows, its middle and side in px."""

    value: int
    cx: float
    cy: float
    size: float


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture, and every die on it."""

    name: str
    picture: Picture
    dice: Sequence[Die]


def draw_scene(seed: int, grounds: Sequence[Photograph] = ()) -> Scene:
    """The scene of this number, always the same; odd ones are photographs, where there are any."""
    draw = np.random.default_rng([seed, 19])
    dice: list[Die] = []
    if grounds and seed % 2:
        photograph = grounds[int(draw.integers(len(grounds)))]
        whole = read_picture(photograph.path)
        picture, count, name = shrunk(whole, _LONGEST_PX), 1, photograph.path.stem
        share = picture.shape[1] / whole.shape[1]
        dice = [Die(die["value"], *(share * die[part] for part in Die._fields[1:])) for die in photograph.dice]
        usual, spread = max(die.size for die in dice), _BESIDE  # a one is labelled as wide as its pip, here and there
    else:
        picture, count, name = ground(draw), int(draw.integers(1, 7)), "drawn"
        usual, spread = _LONGEST_PX * float(np.exp(draw.uniform(*np.log(_SHARES)))), (0.9, 1.1)
    if draw.random() < 0.6:
        picture = _with_rings(picture, usual, dice, draw)
    look = int(draw.integers(len(_LOOKS)))
    for _ in range(count):
        side = max(_LEAST_PX, usual * float(np.exp(draw.uniform(*np.log(spread)))))
        place = free_place(picture, side, dice, draw)
        if place is None:
            continue
        face, own = int(draw.integers(1, 7)), look if draw.random() < 0.7 else int(draw.integers(len(_LOOKS)))
        picture = put_die(picture, face, place, side, look=own, turn_deg=float(draw.uniform(0, 360)))
        dice.append(Die(face, *place, side))
    if draw.random() < 0.5:
        blur_px, noise = float(draw.uniform(0.3, 0.9)), float(draw.uniform(0, 5))
        picture = expose(picture, Sensor(blur_px, 0.0, noise, jpeg_quality=int(draw.integers(70, 95))), seed)
    return Scene(f"{seed} {name}", picture, dice)


def put_die(
    picture: Picture, face: int, place: tuple[float, float], side_px: float, *, look: int = 0, turn_deg: float = 0.0
) -> Picture:
    """The picture with a die at ``place`` (x, y in px) and its soft shadow; ``look`` is a number below six."""
    paint, cover = _traced(picture.shape, face, place, side_px, look, turn_deg)
    shadow = cv2.GaussianBlur(cover, (0, 0), 0.12 * side_px)
    shadow = np.roll(shadow, (round(0.06 * side_px), round(0.08 * side_px)), axis=(0, 1))
    ground = picture * (1.0 - 0.5 * shadow[..., None])
    return np.asarray(np.clip(ground * (1.0 - cover[..., None]) + paint, 0, 255), dtype=np.uint8)


def judge_scene(drawn: Scene, *, is_counted: bool = False) -> str:
    """``right``, ``asked`` or ``wrong``; ``is_counted`` tells the reader how many dice were put there."""
    seen = read_dice(drawn.picture, expect=len(drawn.dice) if is_counted and drawn.dice else None)
    return became(seen, [die._asdict() for die in drawn.dice])


def main(arguments: Sequence[str]) -> int:
    """The exit status: 1 when a picture was read wrong; prints what became of the scenes."""
    count, first = int(arguments[0]), int(arguments[1])
    grounds = upright_photographs(Path(arguments[2])) if len(arguments) > 2 else []
    counts: dict[str, Counter[str]] = {}
    for seed in range(first, first + count):
        drawn = draw_scene(seed, grounds)
        word = judge_scene(drawn)
        counts.setdefault("drawn" if drawn.name.endswith("drawn") else "photographs", Counter())[word] += 1
        if word == "wrong":
            sys.stdout.write(f"wrong: {drawn.name}\n")
            if len(arguments) > 3:
                write_picture(Path(arguments[3]) / f"{drawn.name.replace(' ', '_')}.png", drawn.picture)
        if (seed - first) % 100 == 99 or seed == first + count - 1:
            sys.stdout.write(f"{seed - first + 1}: { ({kind: dict(words) for kind, words in counts.items()}) }\n")
            sys.stdout.flush()
    return int(any(words["wrong"] for words in counts.values()))


def upright_photographs(folder: Path) -> list[Photograph]:
    """The labelled photographs that are seen from above and leave room for one more die."""
    return [
        photo
        for photo in photographs(folder)
        if photo.tier == "core"
        and any(die["value"] != 1 for die in photo.dice)
        and max(die["size"] for die in photo.dice) < _ROOM * photo.long_px
    ]


def ground(draw: np.random.Generator) -> Picture:
    high, wide = int(_LONGEST_PX * draw.choice([0.5625, 0.75])), _LONGEST_PX
    colour = np.array(_GROUNDS[int(draw.integers(len(_GROUNDS)))], np.float32)
    coarse, strong = float(draw.uniform(1, 30)), float(draw.uniform(0.5, 9))
    fibre = strong * grain(high, wide, coarse, draw) + 2.0 * grain(high, wide, 1.3, draw)
    return np.clip(colour + fibre[..., None], 0, 255).astype(np.uint8)


def _with_rings(picture: Picture, usual: float, dice: Sequence[Die], draw: np.random.Generator) -> Picture:
    """A tray's rim, nested rings, coins and cups lie under the dice."""
    high, wide = picture.shape[:2]
    out = picture.copy()
    for _ in range(int(draw.integers(1, 5))):
        radius = usual * float(np.exp(draw.uniform(np.log(0.3), np.log(6.0))))
        x, y = (int(part) for part in (draw.uniform(0, wide), draw.uniform(0, high)))
        colour = tuple(int(part) for part in draw.integers(10, 245, 3))
        thick = -1 if radius < usual and draw.random() < 0.5 else max(1, int(radius * draw.uniform(0.02, 0.2)))
        for nested in range(int(draw.integers(1, 4))):
            cv2.circle(out, (x, y), max(2, int(radius * 0.8**nested)), colour, thick, cv2.LINE_AA)
    free = np.ones((high, wide, 1), np.float32)
    for die in dice:
        cv2.circle(free, (int(die.cx), int(die.cy)), int(1.1 * die.size), 0.0, -1)
    return np.asarray(picture + free * (out.astype(np.float32) - picture), dtype=np.uint8)


def free_place(
    picture: Picture, side: float, dice: Sequence[Die], draw: np.random.Generator
) -> tuple[float, float] | None:
    high, wide = picture.shape[:2]
    for _ in range(60):
        x, y = (
            float(draw.uniform(0.75 * side, wide - 0.75 * side)),
            float(draw.uniform(0.75 * side, high - 0.75 * side)),
        )
        if all(np.hypot(x - die.cx, y - die.cy) > _FAR * (side + die.size) for die in dice):
            return x, y
    return None


def _traced(
    shape: tuple[int, ...], face: int, place: tuple[float, float], side_px: float, look: int, turn_deg: float
) -> tuple[Field, Field]:
    """A die on nothing: its paint, and how much it covers, as a camera straight above the picture's middle sees it."""
    body, pips, share = _LOOKS[look]
    high, wide = shape[:2]
    focal_px = _FOCAL * max(high, wide)
    camera_mm = _SIDE_MM * (1.0 + focal_px / side_px)
    off_mm = (np.array(place) - (np.array([wide, high]) - 1) / 2) * _SIDE_MM / side_px
    turn = np.radians(turn_deg)
    about = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    turning = about @ face_up(CUBE.frames[face][0])
    cube = Cube(np.array([*off_mm, _SIDE_MM / 2]), turning, _SIDE_MM, body, pips, share)
    black, white = (np.full((high, wide, 3), level, np.float32) for level in (0.0, 255.0))
    for canvas in (black, white):
        trace_cube(canvas, cube, focal_px, camera_mm)
    return black, np.asarray(1.0 - (white - black).mean(axis=2) / 255.0, np.float32)
