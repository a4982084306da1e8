"""A picture of dice by chance, with the exact truth: cubes drawn face by face, fast enough for tens of thousands.

    ground ──shadows──> dice, the farthest first: outline, faces, pips or symbols, glints ──lens, sensor──> picture

Not the renderer of ``vision.virtual``, on purpose: that one traces rays and judges what was learnt here.

What lens, sensor and file do to a training picture, by chance: blur, motion, noise, exposure, JPEG.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.lab.training.clutter import Clutter, lay_clutter
from vision.lab.training.grounds import Field, draw_colour, draw_ground
from vision.lab.training.marks import PipMake, draw_make, draw_symbol, pip_spots
from vision.lab.training.solids import FACES, Camera, Cube, cube_faces, turning_of
from vision.lab.training.things import Lookalike


def degrade(picture: Picture, draw: np.random.Generator) -> Picture:
    """The picture as a poor or a good camera gives it; the same shape."""
    out = picture.astype(np.float32)
    if draw.random() < 0.8:
        out = cv2.GaussianBlur(out, (0, 0), float(draw.uniform(0.3, 1.3)))
    if draw.random() < 0.2:
        length = int(draw.integers(2, 6))
        streak = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        way = float(draw.uniform(0, np.pi))
        reach = (int(length * np.cos(way)), int(length * np.sin(way)))
        cv2.line(
            streak,
            (length - reach[0] // 2, length - reach[1] // 2),
            (length + reach[0] // 2, length + reach[1] // 2),
            1,
        )
        out = cv2.filter2D(out, -1, streak / streak.sum())
    if draw.random() < 0.15:
        out = 255.0 * (out / 255.0) ** float(draw.uniform(0.5, 2.0))
    noise = float(np.abs(draw.normal(0, 5)))
    out += noise * draw.standard_normal((*out.shape[:2], 1), dtype=np.float32)
    out += 0.5 * noise * draw.standard_normal(out.shape, dtype=np.float32)
    shot = np.clip(out, 0, 255).astype(np.uint8)
    if draw.random() < 0.6:
        _, packed = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, int(draw.integers(45, 96))])
        shot = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
    return shot


SIZE, DIE_PX = 448, 56.0  # of a scene, and of a die in its middle: eight dice across
_EDGE_UP = (np.radians(31.0), np.radians(37.0))  # below the first a face is up, above the second an edge is
_FLAT_TO = np.radians(46.0)  # so far from the side a face of a die that lies flat is told all the same
_COVERED, _AWAY = (
    0.15,
    0.7,
)  # of the upper face: less is told, more is nobody's to see; between them a die is asked about
_HEAPED = 0.1  # chance that a die lies on another


@dataclass(frozen=True, eq=False)
class SceneDie:
    """A die's truth: ``label`` 1 to 6, 7 a symbol, 8 an edge up, 0 between; the upper face's middle, px; its lean.

    ``asked`` is the label that a reader should give who asks about what is half covered and knows a flat die from the
    side; 0 where it should give none.
    """

    label: int
    x: float
    y: float
    side_px: float
    lean: Floats  # of the upper face's normal along the picture, (2,): the sine of the angle to the ray
    side_faces: Floats  # (n, 2) middles of the side faces seen
    hidden: bool = False  # another die or the picture's edge covers much of it
    asked: int = 0


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture (BGR ``uint8``), the dice on it, and what looks like dice and is none."""

    picture: Picture
    dice: tuple[SceneDie, ...]
    lookalikes: tuple[Lookalike, ...] = ()


@dataclass(frozen=True, eq=False)
class Lay:
    """The look of a throw's dice: ``opaque`` 1 is solid, ``gloss`` the strength of glints."""

    body: Field
    ink: Field
    make: PipMake
    rounding: float
    opaque: float
    gloss: float
    symbol_share: float


def draw_scene(draw: np.random.Generator, clutter: Clutter | None = None) -> Scene:
    """A throw of one to nine dice on any table, seen by any camera; the same bytes for the same generator.

    With ``clutter`` things lie about, and in one scene of six nothing else.
    """
    ground = draw_ground(draw, SIZE) if clutter is None else clutter.ground(draw, SIZE)
    tilt = float(np.abs(draw.normal(0, 16)) if draw.random() < 0.85 else draw.uniform(30, 55))
    stretch = 1.0 if draw.random() < 0.8 else float(draw.uniform(0.75, 1.4))
    distance = float(np.exp(draw.uniform(np.log(7), np.log(40))))
    turn = float(draw.uniform(0, 2 * np.pi))
    camera = Camera.over(np.radians(min(tilt, 55.0)), turn, distance, DIE_PX, SIZE, stretch)
    light = np.array([draw.uniform(-0.8, 0.8), draw.uniform(-0.8, 0.8), draw.uniform(0.5, 1.2)])
    light /= np.linalg.norm(light)
    ambient = float(draw.uniform(0.25, 0.85))
    lookalikes = [] if clutter is None else lay_clutter(ground, camera, clutter, draw)
    lays = [_draw_lay(draw) for _ in range(int(draw.choice([1, 1, 2, 3])))]
    is_empty = clutter is not None and draw.random() < 1 / 6
    cubes = [] if is_empty else _throw(draw, int(draw.integers(1, 10)), lays)
    _shadows(ground, cubes, camera, light, draw)
    order = sorted(range(len(cubes)), key=lambda i: -float(np.linalg.norm(cubes[i].centre - camera.eye)))
    labels = {}
    for index in order:
        lay = lays[index % len(lays)]
        shades = cube_faces(cubes[index], light, ambient, camera)
        labels[index] = paint_die(ground, cubes[index], lay, camera, shades, draw)
    dice = tuple(_truth(cubes[i], labels[i], camera, cubes) for i in range(len(cubes)))
    return Scene(shoot(ground, draw), dice, tuple(lookalikes))


def _draw_lay(draw: np.random.Generator) -> Lay:
    body, ink = draw_colour(draw), draw_colour(draw)
    kind = draw.random()
    if kind < 0.35:
        body, ink = draw.uniform(185, 250, 3).astype(np.float32), draw.uniform(5, 60, 3).astype(np.float32)
    elif kind < 0.55:
        ink = draw.uniform(200, 250, 3).astype(np.float32)
    for _ in range(30):
        if np.linalg.norm(_opponent(body) - _opponent(ink)) > 55:  # readable for a person
            break
        ink = draw_colour(draw)
    else:
        ink = np.where(body > 128, body - 110, body + 110).astype(np.float32)
    opaque = float(1.0 if draw.random() < 0.8 else draw.uniform(0.45, 0.95))
    symbols = float(draw.choice([0.0, 0.2, 1.0], p=[0.72, 0.16, 0.12]))
    gloss = float(draw.uniform(0, 1) if draw.random() < 0.6 else 0.0)
    return Lay(body, ink, draw_make(draw), float(draw.uniform(0.06, 0.24)), opaque, gloss, symbols)


def _opponent(colour: Field) -> Field:
    blue, green, red = (float(part) for part in colour)
    return np.array([0.3 * red + 0.6 * green + 0.1 * blue, red - green, 0.5 * (red + green) - blue], np.float32)


def _throw(draw: np.random.Generator, count: int, lays: list[Lay]) -> list[Cube]:
    cubes: list[Cube] = []
    turn, spot = 0.0, np.zeros(2)
    for index in range(count):
        touches, lies_on = index > 0 and draw.random() < 0.35, None
        if index > 0 and draw.random() < _HEAPED:
            lies_on = cubes[int(draw.integers(0, len(cubes)))]
            way, far = float(draw.uniform(0, 2 * np.pi)), float(draw.uniform(0.2, 0.85))
            turn, spot = (
                float(draw.uniform(0, 2 * np.pi)),
                lies_on.centre[:2] + far * np.array([np.cos(way), np.sin(way)]),
            )
        for _ in range(40 if lies_on is None else 0):
            if touches:
                first = cubes[int(draw.integers(0, len(cubes)))]
                turn = turn if draw.random() < 0.7 else float(draw.uniform(0, 2 * np.pi))
                way = turn + float(draw.integers(0, 4)) * np.pi / 2
                along, across = np.array([np.cos(way), np.sin(way)]), np.array([-np.sin(way), np.cos(way)])
                aside = 0.0 if draw.random() < 0.35 else draw.uniform(-0.7, 0.7)  # edge to edge, or shifted
                spot = first.centre[:2] + along * draw.uniform(1.01, 1.1) + across * aside
            else:
                turn, spot = float(draw.uniform(0, 2 * np.pi)), draw.uniform(-3.3, 3.3, 2)
            apart = 1.0 if touches else 1.3
            if all(np.hypot(*(spot - cube.centre[:2])) > apart for cube in cubes):
                break
        else:
            if lies_on is None:
                continue
        lean = float(np.radians(draw.uniform(8, 46))) if draw.random() < 0.2 else 0.0
        turning = turning_of(int(draw.integers(1, 7)), turn, lean, float(draw.uniform(0, 2 * np.pi)))
        height = 0.5 * float(np.abs(turning[2]).sum()) + (lies_on.centre[2] + 0.5 if lies_on is not None else 0.0)
        cubes.append(Cube(np.array([spot[0], spot[1], height]), turning, lays[index % len(lays)].rounding))
    return cubes


def _shadows(ground: Field, cubes: list[Cube], camera: Camera, light: Floats, draw: np.random.Generator) -> None:
    depth, blur = float(draw.uniform(0.0, 0.75)), float(draw.uniform(0.6, 9.0))
    mask = np.zeros(ground.shape[:2], np.float32)
    corners = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]) * 0.46
    for cube in cubes:
        points = corners @ cube.turning.T + cube.centre
        flat = points - light * (points[:, 2:] / light[2])
        hull = cv2.convexHull(camera.project(flat).astype(np.float32)).astype(np.int32)
        cv2.fillConvexPoly(mask, hull, 1.0, cv2.LINE_AA)
    ground *= 1.0 - depth * cv2.GaussianBlur(mask, (0, 0), blur)[..., None]


def paint_die(
    ground: Field, cube: Cube, lay: Lay, camera: Camera, shades: dict[int, float], draw: np.random.Generator
) -> bool:
    """Whether the upper face carries a symbol; draws the die on the picture."""
    hull = cv2.convexHull(cube.outline(camera).astype(np.float32)).reshape(-1, 2)
    left, top = (max(0, int(part) - 3) for part in hull.min(axis=0))
    right, low = (min(ground.shape[0], int(part) + 4) for part in hull.max(axis=0))
    if right - left < 8 or low - top < 8:
        return False
    shift = np.array([left, top], np.float32)
    high, wide = low - top, right - left
    body = np.empty((high, wide, 3), np.float32)
    body[:] = lay.body * float(np.mean(list(shades.values())) * 0.9)
    for face, shade in shades.items():
        square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * (1 - 1.1 * cube.rounding)
        _fill(body, camera.project(cube.on_face(face, square)) - shift, lay.body * shade)
    body = cv2.GaussianBlur(body, (0, 0), 0.6 + 16.0 * cube.rounding)
    if draw.random() < 0.4:  # marbled, or lit unevenly
        veins = cv2.resize(draw.standard_normal((6, 6)).astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC)
        body *= 1.0 + float(draw.uniform(0, 0.22)) * veins[..., None]
    region = ground[top:low, left:right]
    if lay.opaque < 1.0:
        body = body * lay.opaque + cv2.GaussianBlur(region, (0, 0), 2.0) * (1.0 - lay.opaque)
    upper = cube.upper(camera)[0]
    symbol = bool(draw.random() < lay.symbol_share)
    for face in shades:
        if symbol if face == upper else draw.random() < lay.symbol_share:
            _paint_symbol(body, cube, face, lay, camera, shift, shades[face], draw)
        else:
            _paint_pips(body, cube, face, lay, camera, shift, shades[face], draw)
    if lay.gloss > 0:
        _glints(body, lay.gloss, draw)
    mask = np.zeros((high, wide), np.float32)
    cv2.fillConvexPoly(mask, np.round((hull - shift) * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    region[:] = region * (1.0 - mask[..., None]) + body * mask[..., None]
    return symbol


def _fill(picture: Field, points: Floats, colour: Field) -> None:
    blue, green, red = (float(part) for part in colour)
    cv2.fillPoly(picture, [np.round(points * 16).astype(np.int32)], (blue, green, red), cv2.LINE_AA, 4)


def _paint_pips(
    body: Field, cube: Cube, face: int, lay: Lay, camera: Camera, shift: Field, shade: float, draw: np.random.Generator
) -> None:
    make = lay.make
    radius = make.width / 2 * (make.one if face == 1 else 1.0)
    angles = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    dent_way = float(draw.uniform(0, 2 * np.pi))
    way = np.array([np.cos(dent_way), np.sin(dent_way)])
    painted = body.copy()
    for spot in pip_spots(face, make) + draw.normal(0, 0.006, 2):
        _fill(painted, camera.project(cube.on_face(face, spot + radius * ring)) - shift, lay.ink * shade)
        if make.dent > 0.1:
            part = spot + radius * (0.35 * way + 0.6 * ring)
            _fill(painted, camera.project(cube.on_face(face, part)) - shift, lay.ink * shade * (1 - 0.6 * make.dent))
            part = spot + radius * (-0.72 * way + 0.22 * ring)
            light = lay.ink * shade + 60 * make.dent
            _fill(painted, camera.project(cube.on_face(face, part)) - shift, light)
        if make.hollow > 0:
            hole = camera.project(cube.on_face(face, spot + radius * make.hollow * ring)) - shift
            _fill(painted, hole, lay.body * shade)
        if lay.gloss > 0 and draw.random() < 0.3 * lay.gloss:
            part = spot + radius * draw.uniform(-0.5, 0.5, 2) + radius * draw.uniform(0.1, 0.3) * ring
            _fill(painted, camera.project(cube.on_face(face, part)) - shift, np.full(3, 250, np.float32))
    if draw.random() < 0.03:  # sparkles in the ink
        painted += ((painted != body) * draw.normal(0, 25, body.shape)).astype(np.float32)
    body += make.ink * (painted - body)


def _paint_symbol(
    body: Field, cube: Cube, face: int, lay: Lay, camera: Camera, shift: Field, shade: float, draw: np.random.Generator
) -> None:
    symbol = draw_symbol(draw)
    size = symbol.shape[0]
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * 0.92
    corners = (camera.project(cube.on_face(face, square)) - shift).astype(np.float32)
    flat = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    warp = cv2.getPerspectiveTransform(flat, corners)
    there = cv2.warpPerspective(symbol, warp, (body.shape[1], body.shape[0]), flags=cv2.INTER_AREA)
    alpha = there.astype(np.float32)[..., None] / 255.0 * lay.make.ink
    body[:] = body * (1.0 - alpha) + lay.ink * shade * alpha


def _glints(body: Field, gloss: float, draw: np.random.Generator) -> None:
    mask = np.zeros(body.shape[:2], np.float32)
    high, wide = body.shape[0], body.shape[1]
    for _ in range(int(draw.integers(0, 3))):
        middle = (int(draw.uniform(0, wide)), int(draw.uniform(0, high)))
        axes = (max(1, int(wide * draw.uniform(0.02, 0.2))), max(1, int(wide * draw.uniform(0.02, 0.09))))
        cv2.ellipse(mask, middle, axes, float(draw.uniform(0, 180)), 0, 360, 1.0, -1, cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), float(draw.uniform(0.6, 4))) * gloss
    body += mask[..., None] * (255.0 - body) * float(draw.uniform(0.3, 1.0))


def _truth(cube: Cube, symbol: bool, camera: Camera, cubes: list[Cube]) -> SceneDie:
    face, angle, lean = cube.upper(camera)
    middle = camera.project(cube.on_face(face, np.zeros((1, 2))))[0]
    tips = camera.project(cube.on_face(face, np.array([[-0.5, 0], [0.5, 0], [0, -0.5], [0, 0.5]])))
    side = float(max(np.linalg.norm(tips[1] - tips[0]), np.linalg.norm(tips[3] - tips[2])))
    others = [other for other in cube.visible(camera) if other != face]
    sides = np.array([camera.project(cube.on_face(other, np.zeros((1, 2))))[0] for other in others]).reshape(-1, 2)
    label = 8 if angle > _EDGE_UP[1] else 0 if angle > _EDGE_UP[0] else 7 if symbol else face
    covered = _covered(cube, face, camera, cubes)
    cut = bool((np.abs(middle - SIZE / 2) > SIZE / 2 - 0.45 * side).any())
    is_flat = bool((cube.turning @ FACES[face][0])[2] > np.cos(0.01)) and angle < _FLAT_TO
    seen = (7 if symbol else face) if is_flat else label
    asked = 0 if cut or covered > _AWAY else 8 if covered > _COVERED else seen
    return SceneDie(label, float(middle[0]), float(middle[1]), side, lean, sides, cut or covered > _COVERED, asked)


def _covered(cube: Cube, face: int, camera: Camera, cubes: list[Cube]) -> float:
    """The share of a face that nearer dice hide."""
    line = np.linspace(-0.42, 0.42, 7)
    spots = camera.project(cube.on_face(face, np.array([[x, y] for x in line for y in line])))
    away, hidden = float(np.linalg.norm(cube.centre - camera.eye)), np.zeros(len(spots), bool)
    for other in cubes:
        if float(np.linalg.norm(other.centre - camera.eye)) < away:
            hull = cv2.convexHull(other.outline(camera).astype(np.float32))
            hidden |= [cv2.pointPolygonTest(hull, (float(x), float(y)), False) > 0 for x, y in spots]
    return float(hidden.mean())


def shoot(ground: Field, draw: np.random.Generator) -> Picture:
    """The drawn scene in uneven light and by chance too dark or too bright: the picture."""
    if draw.random() < 0.4:
        grade = np.linspace(-0.5, 0.5, len(ground), dtype=np.float32)
        ground *= 1.0 + float(draw.uniform(-0.7, 0.7)) * grade[:, None, None]
        ground *= 1.0 + float(draw.uniform(-0.7, 0.7)) * grade[None, :, None]
    gain = float(np.exp(draw.normal(0, 0.25)))
    return np.asarray(np.clip(ground * gain, 0, 255), dtype=np.uint8)
