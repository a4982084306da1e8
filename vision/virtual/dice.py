"""Pip dice in a tray, thrown by a seed: rounded cubes traced ray by ray, with the exact truth beside the picture.

      camera (straight above)         opposite faces sum to seven; 1, 2, 3 run anticlockwise round their corner
          │                           a turn about the upright axis shows 2, 3 and 6 in either orientation
       ───┴───  ring of white light
      ┌───────────────────┐
      │   ⚄         ⚁     │ felt, 120 mm a side, rim all round
      └───────────────────┘

Frame: x right, y down, z up, millimetres, origin in the tray's middle; pixels of the picture in the truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.virtual.cube import Cube, trace_cube
from vision.virtual.glyphs import glyph
from vision.virtual.numerals import numeral
from vision.virtual.printed import grain
from vision.virtual.scene import Colour, Field
from vision.virtual.sensor import Sensor, expose
from vision.virtual.shapes import CUBE, DODECAHEDRON, ICOSAHEDRON, OCTAHEDRON, TRAPEZOHEDRON, Shape

HEIGHT_MM = 420.0  # camera above the felt
TRAY_MM = 120.0
_FELT = (34, 52, 36)
TRAY = Sensor(blur_px=0.7, noise_level=2.5, uneven=0.12, vignette=0.2, jpeg_quality=92)


@dataclass(frozen=True, slots=True)
class DieLook:
    """The look of a die: side, colours (BGR), and the pips' width as a share of the side."""

    side_mm: float = 16.0
    body: Colour = (214, 234, 240)
    pips: Colour = (28, 26, 26)
    pip_share: float = 0.19
    art: tuple[str, ...] = ()  # the symbols of the faces from 1 on instead of pips: names of ``glyphs``
    opaque: float = 1.0
    shape: Shape = CUBE
    typeface: str = ""  # of ``numerals``: then ``art`` is what is written on the faces


COMBAT = DieLook(art=("skull", "white_shield", "skull", "white_shield", "skull", "black_shield"))
IVORY = DieLook()


def _numbered(shape: Shape, side_mm: float, faces: Sequence[object]) -> DieLook:
    marked = tuple(f"{face}_" if face in (6, 9) else str(face) for face in faces)
    return DieLook(side_mm, (40, 30, 190), (240, 240, 240), art=marked, shape=shape, typeface="lato bold")


NUMBERED: dict[str, DieLook] = {  # kinds of dice with printed numbers
    "d8": _numbered(OCTAHEDRON, 18.0, range(1, 9)),
    "d10": _numbered(TRAPEZOHEDRON, 15.5, (*range(1, 10), 0)),
    "d12": _numbered(DODECAHEDRON, 18.0, range(1, 13)),
    "d20": _numbered(ICOSAHEDRON, 19.5, range(1, 21)),
}


@dataclass(frozen=True, slots=True)
class DieTruth:
    """A die as it really lies: upper face, centre and side of the upper face in px; ``is_cocked``: it leans."""

    face: int
    x_px: float
    y_px: float
    size_px: float
    is_cocked: bool = False
    is_cut: bool = False  # partly outside the picture or the tray


@dataclass(frozen=True, eq=False)
class DiceShot:
    """A picture (BGR ``uint8``) of dice and what it shows."""

    picture: Picture
    dice: tuple[DieTruth, ...]


def render_dice(
    faces: Sequence[int],
    seed: int,
    *,
    cocked: Sequence[int] = (),
    touching: bool = False,
    outside: Sequence[int] = (),
    looks: Sequence[DieLook] = (IVORY,),
    lean_deg: tuple[float, float] = (30.0, 42.0),
    size_px: tuple[int, int] = (960, 720),
    sensor: Sensor = TRAY,
    felt: Colour = _FELT,
) -> DiceShot:
    """A throw that shows ``faces``; ``cocked`` and ``outside`` name dice by index; the same bytes for the same seed.

    ``touching`` lays the second die against the first; ``looks`` are used in turn; ``lean_deg`` is the range of the
    cocked dice's lean. Raises ``ValueError`` for a face that a die has not.
    """
    for index, face in enumerate(faces):
        if face not in (known := looks[index % len(looks)].shape.frames):
            raise ValueError(f"faces {list(faces)}: a die shows 1 to {len(known)}")
    draw = np.random.default_rng([seed, 11])
    focal_px = size_px[1] / (TRAY_MM + 22.0) * HEIGHT_MM
    cubes = _throw(faces, draw, set(cocked), touching, set(outside), looks, lean_deg)
    picture = felt_ground(size_px, focal_px, felt, draw)
    picture = cast_shadows(picture, cubes, focal_px)
    for cube in cubes:
        trace_cube(picture, cube, focal_px, HEIGHT_MM)
    shot = expose(np.clip(picture, 0, 255).astype(np.uint8), sensor, seed)
    truth = tuple(
        _truth(cube, face, index in cocked, index in outside, size_px, focal_px)
        for index, (cube, face) in enumerate(zip(cubes, faces, strict=True))
    )
    return DiceShot(shot, truth)


def _throw(
    faces: Sequence[int],
    draw: np.random.Generator,
    cocked: set[int],
    touching: bool,
    outside: set[int],
    looks: Sequence[DieLook],
    range_deg: tuple[float, float],
) -> list[Cube]:
    cubes: list[Cube] = []
    reach = TRAY_MM / 2.0
    for index, face in enumerate(faces):
        look = looks[index % len(looks)]
        half = look.side_mm / 2.0
        turn_deg = float(draw.uniform(0, 360))
        spot = np.zeros(2)
        for _ in range(500):
            spot = draw.uniform(-reach + 1.6 * half, reach - 1.6 * half, 2)
            if all(np.hypot(*(spot - cube.centre_mm[:2])) > 1.55 * look.side_mm for cube in cubes):
                break
        if touching and index == 1:
            first = cubes[0]
            side = first.turning[:, int(draw.integers(0, 2))] if abs(first.turning[2, 0]) < 0.5 else first.turning[:, 1]
            flat = side[:2] / np.linalg.norm(side[:2]) if np.linalg.norm(side[:2]) > 0.5 else np.array([1.0, 0.0])
            if np.linalg.norm(first.centre_mm[:2] + flat * look.side_mm) > 0.8 * reach:
                flat = -flat
            spot = (
                first.centre_mm[:2] + flat * look.side_mm * 1.01 + np.array([-flat[1], flat[0]]) * draw.uniform(-3, 3)
            )
            turn_deg = float(np.degrees(np.arctan2(flat[1], flat[0])))
        if index in outside:
            spot = np.array([reach + 24.0 + half * 0.15, draw.uniform(-0.5, 0.5) * reach])
        lean_deg = float(draw.uniform(*range_deg)) if index in cocked else 0.0
        if index in cocked:  # a cocked die leans on the tray's rim
            spot = np.array([draw.uniform(-0.5, 0.5) * reach, -reach + 1.15 * half])
        cubes.append(lay_die(face, spot, turn_deg, lean_deg, look))
    return cubes


def lay_die(face: int, spot: Floats, turn_deg: float, lean_deg: float, look: DieLook) -> Cube:
    """A die on the felt at ``spot`` mm that shows ``face``, turned, and leaning by so many degrees."""
    turn, lean = np.radians(turn_deg), np.radians(lean_deg)
    upright = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])
    leaning = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    turning = leaning @ upright @ face_up(look.shape.frames[face][0])
    deep = -float((look.shape.corners @ turning[2]).min()) if lean_deg else look.shape.inner
    low = deep * look.side_mm
    return Cube(
        np.array([spot[0], spot[1], low]),
        np.asarray(turning),
        look.side_mm,
        look.body,
        look.pips,
        look.pip_share,
        {
            number: numeral(name, look.typeface) if look.typeface else glyph(name)
            for number, name in enumerate(look.art, 1)
        },
        look.opaque,
        look.shape,
    )


def face_up(normal: Floats) -> Floats:
    """The turning that brings a face's normal to (0, 0, 1)."""
    other = np.array([1.0, 0, 0]) if abs(normal[0]) < 0.5 else np.array([0, 1.0, 0])
    across = np.cross(other, normal)
    across /= np.linalg.norm(across)
    return np.stack([across, np.cross(normal, across), normal])


def felt_ground(size_px: tuple[int, int], focal_px: float, colour: Colour, draw: np.random.Generator) -> Field:
    """The tray without dice, seen from straight above: felt, a rim of wood, and the dark beyond."""
    wide, high = size_px
    scale = focal_px / HEIGHT_MM
    picture = np.empty((high, wide, 3), np.float32)
    picture[:] = colour
    fibre = (
        3.5 * grain(high, wide, 1.3, draw)
        + 3.0 * grain(high, wide, 0.9 * scale, draw)
        + 2.0 * grain(high, wide, 9 * scale, draw)
    )
    picture += fibre[..., None]
    half = TRAY_MM / 2.0 * scale
    x = np.abs(np.arange(wide, dtype=np.float32) - (wide - 1) / 2)[None, :]
    y = np.abs(np.arange(high, dtype=np.float32) - (high - 1) / 2)[:, None]
    beyond = np.maximum(x, y) - half
    rim, dark = (beyond > 0) & (beyond <= 9 * scale), beyond > 9 * scale
    wood = np.array([44.0, 66.0, 96.0], np.float32) + 6.0 * grain(high, wide, 3 * scale, draw)[rim, None]
    picture[rim] = wood * np.clip(1.15 - beyond[rim, None] / (16 * scale), 0.55, 1.15)
    picture[dark] = np.array([52.0, 50.0, 48.0], np.float32) + 2 * fibre[dark, None]
    inner = np.clip(1.0 + beyond / (7 * scale), 0, 1) * (beyond <= 0)  # the rim's shadow on the felt
    return np.asarray(picture * (1.0 - 0.55 * inner[..., None] ** 2), np.float32)


def cast_shadows(picture: Field, cubes: list[Cube], focal_px: float) -> Field:
    """The picture with the soft shadows of dice that lie flat on it."""
    # a ring of light: eight lamps, each throws a weak shadow; together they are soft
    high, wide = picture.shape[:2]
    dark = np.zeros((high, wide), np.float32)
    scale = focal_px / HEIGHT_MM
    for lamp in range(8):
        angle = 2 * np.pi * lamp / 8 + 0.2
        lamp_mm = np.array([110 * np.cos(angle) - 25.0, 110 * np.sin(angle) - 30.0, 300.0])
        mask = np.zeros((high, wide), np.float32)
        for cube in cubes:
            points = cube.shape.corners * cube.side_mm @ cube.turning.T + cube.centre_mm
            ground = lamp_mm + (points - lamp_mm) * (lamp_mm[2] / (lamp_mm[2] - points[:, 2]))[:, None]
            flat = ground[:, :2] * scale + [(wide - 1) / 2, (high - 1) / 2]
            hull = cv2.convexHull(np.round(flat * 16).astype(np.int32)).reshape(-1, 1, 2)
            cv2.fillConvexPoly(mask, hull, 1.0, cv2.LINE_8, 4)
        dark += cv2.GaussianBlur(mask, (0, 0), 0.9 * scale) / 8
    return np.asarray(picture * (1.0 - 0.72 * dark[..., None]), np.float32)


def _truth(cube: Cube, face: int, is_cocked: bool, is_cut: bool, size_px: tuple[int, int], focal_px: float) -> DieTruth:
    out, _, along = cube.shape.frames[face]
    top = cube.centre_mm + cube.turning @ (out * cube.shape.inner + along * cube.shape.drop) * cube.side_mm
    scale = focal_px / (HEIGHT_MM - top[2])
    x = top[0] * scale + (size_px[0] - 1) / 2.0
    y = top[1] * scale + (size_px[1] - 1) / 2.0
    return DieTruth(face, float(x), float(y), float(cube.side_mm * scale), is_cocked, is_cut)
