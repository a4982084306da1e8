"""Pictures of dice with numbers by chance, drawn face by face, with the exact truth; and of what is none of them.

    ground ──clutter: coins, cards, letters──shadows──> bodies, the farthest first: faces, edges, numerals ──> picture

Cubes and tetrahedra lie among them as strangers. Not the renderer of ``vision.virtual``, on purpose.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.lab.training.grounds import Field, draw_colour, draw_ground
from vision.lab.training.marks import draw_make, draw_symbol
from vision.lab.training.marks import pip_spots as spots_of
from vision.lab.training.polyhedra import Lying, lay
from vision.lab.training.scenes import shoot
from vision.lab.training.solids import Camera
from vision.lab.training.typefaces import MARKS, MASK_PX, TYPEFACES, mask_of
from vision.numbers.kinds import EITHER, KINDS

DIE_PX = 96.0  # an outline in the middle of the picture
_LEANS = {"d8": 24.0, "d10": 20.0, "d12": 19.0, "d20": 13.0}  # degrees to the ray: below, the face looks up
_SKIPPED = 5.0  # degrees more, in which nobody can say
STRANGER, COCKED, BETWEEN = "stranger", "cocked", ""


@dataclass(frozen=True, eq=False)
class RolledDie:
    """A die's truth. ``label``: its kind, ``stranger``, ``cocked``, or nothing where that is open.

    Middle and incircle's width of the upper face, and the outline's width, in px; the face's own up along the picture
    (2,), its lean along the picture (2,); the numeral it shows; middles (n, 2) of the other numerals.
    """

    label: str
    x: float
    y: float
    face_px: float
    wide_px: float
    up: Floats
    lean: Floats
    numeral: str
    others: Floats
    is_hidden: bool


@dataclass(frozen=True, eq=False)
class Roll:
    """A picture (BGR ``uint8``) and the dice on it."""

    picture: Picture
    dice: tuple[RolledDie, ...]


@dataclass(frozen=True, eq=False)
class Make:
    """The make of a die: colours, typeface, how large and heavy its numerals are, and how they are turned."""

    body: Field
    ink: Field
    typeface: str
    mark: str
    weight: int
    fill: float  # of the incircle
    flip: float
    lift: float
    opaque: float
    edge: float
    strength: float
    marble: float
    gloss: float
    border: bool


def draw_roll(draw: np.random.Generator, size: int, count: int) -> Roll:
    """A throw of so many dice on any table, seen by any camera from above; the same for the same generator."""
    ground = draw_ground(draw, size)
    for _ in range(int(draw.integers(0, 4)) if size > 200 else 0):
        _clutter(ground, draw)
    tilt = min(float(np.abs(draw.normal(0, 11))), 40.0)
    distance = float(np.exp(draw.uniform(np.log(7), np.log(30))))
    camera = Camera.over(np.radians(tilt), float(draw.uniform(0, 2 * np.pi)), distance, DIE_PX, size, 1.0)
    light = np.array([draw.uniform(-0.9, 0.9), draw.uniform(-0.9, 0.9), draw.uniform(0.5, 1.2)])
    light /= np.linalg.norm(light)
    ambient = float(draw.uniform(0.2, 0.85))
    kinds = [_draw_kind(draw) for _ in range(int(draw.choice([1, 1, 2])))]
    makes = [_draw_make(draw) for _ in kinds]
    lying = _throw(draw, count, kinds, size / DIE_PX)
    _shadows(ground, lying, camera, light, draw)
    order = sorted(range(len(lying)), key=lambda i: -float(np.linalg.norm(lying[i][1].centre - camera.eye)))
    truths: dict[int, RolledDie] = {}
    for index in order:
        kind, die = lying[index]
        make = makes[index % len(makes)]
        numerals = _paint(ground, kind, die, make, camera, light, ambient, draw)
        truths[index] = _truth(kind, die, make, numerals, camera, size)
    dice = tuple(_with_hidden(truths[i], [truths[j] for j in order[order.index(i) + 1 :]], size) for i in truths)
    return Roll(shoot(ground, draw), dice)


def _draw_kind(draw: np.random.Generator) -> str:
    return str(draw.choice(["d8", "d10", "d12", "d20", "d6", "d4"], p=[0.18, 0.18, 0.18, 0.28, 0.14, 0.04]))


def _draw_make(draw: np.random.Generator) -> Make:
    body, ink, chance = draw_colour(draw), draw_colour(draw), draw.random()
    if chance < 0.3:
        body, ink = draw.uniform(180, 250, 3).astype(np.float32), draw.uniform(5, 60, 3).astype(np.float32)
    elif chance < 0.65:
        ink = draw.uniform(195, 250, 3).astype(np.float32)
        body = (body * 0.6).astype(np.float32)
    for _ in range(30):
        if np.linalg.norm(body - ink) > 95 and abs(float(body.mean() - ink.mean())) > 30:  # readable for a person
            break
        ink = draw_colour(draw)
    else:
        ink = np.where(body > 128, body - 110, body + 110).astype(np.float32)
    return Make(
        body=body,
        ink=ink,
        typeface=str(draw.choice(TYPEFACES)),
        mark=str(draw.choice(MARKS, p=[0.2, 0.5, 0.3])),
        weight=int(draw.choice([0, 0, 3, 7, 11])),
        fill=float(draw.uniform(0.68, 1.02)),
        flip=float(draw.choice([0.0, np.pi])),
        lift=float(draw.uniform(-0.1, 0.1)),
        opaque=float(1.0 if draw.random() < 0.75 else draw.uniform(0.55, 0.95)),
        edge=float(draw.choice([0.0, draw.uniform(-0.35, 0.35)])),
        strength=float(1.0 if draw.random() < 0.6 else draw.uniform(0.6, 1.0)),
        marble=float(draw.uniform(0.02, 0.2) if draw.random() < 0.4 else 0.0),
        gloss=float(draw.uniform(0, 1) if draw.random() < 0.5 else 0.0),
        border=bool(draw.random() < 0.06),
    )


def _throw(draw: np.random.Generator, count: int, kinds: list[str], across: float) -> list[tuple[str, Lying]]:
    lying: list[tuple[str, Lying]] = []
    reach = max(0.0, across / 2 - 0.45)
    for index in range(count):
        kind = kinds[index % len(kinds)]
        spot = draw.uniform(-0.06, 0.06, 2)
        for _ in range(40 if count > 1 else 0):
            spot = draw.uniform(-reach, reach, 2)
            if lying and draw.random() < 0.3:
                way = float(draw.uniform(0, 2 * np.pi))
                spot = lying[-1][1].centre[:2] + draw.uniform(0.9, 1.05) * np.array([np.cos(way), np.sin(way)])
            if all(np.hypot(*(spot - other.centre[:2])) > 0.88 for _, other in lying):
                break
        lean = float(np.radians(draw.uniform(5, 40))) if draw.random() < 0.22 else 0.0
        faces = {"d4": 4, "d6": 6}.get(kind, int(kind[1:]))
        turn, way = (float(part) for part in draw.uniform(0, 2 * np.pi, 2))
        die = lay(kind, int(draw.integers(0, faces)), spot, turn, lean, way, 1.0)
        size = 1.0 / die.body.reach(die.face) if kind != "d4" else 0.4
        lying.append((kind, lay(kind, die.face, spot, turn, lean, way, size)))
    return lying


def _shadows(
    ground: Field, lying: list[tuple[str, Lying]], camera: Camera, light: Floats, draw: np.random.Generator
) -> None:
    depth, blur = float(draw.uniform(0.0, 0.75)), float(draw.uniform(0.8, 12.0))
    mask = np.zeros(ground.shape[:2], np.float32)
    for _, die in lying:
        points = die.place(die.body.vertices)
        flat = points - light * (points[:, 2:] / light[2])
        hull = cv2.convexHull(camera.project(flat).astype(np.float32)).astype(np.int32)
        cv2.fillConvexPoly(mask, hull, 1.0, cv2.LINE_AA)
    ground *= 1.0 - depth * cv2.GaussianBlur(mask, (0, 0), blur)[..., None]


def _paint(
    ground: Field,
    kind: str,
    die: Lying,
    make: Make,
    camera: Camera,
    light: Floats,
    ambient: float,
    draw: np.random.Generator,
) -> dict[int, str]:
    """The numeral of every face seen; draws the die on the picture."""
    slants = die.slants(camera)
    seen = [int(face) for face in np.argsort(slants) if slants[face] > 0.05]
    outline = camera.project(die.place(die.body.vertices))
    left, top = (max(0, int(part) - 3) for part in outline.min(axis=0))
    right, low = (min(ground.shape[0], int(part) + 4) for part in outline.max(axis=0))
    if right - left < 8 or low - top < 8:
        return {}
    shift, (high, wide) = np.array([left, top], np.float64), (low - top, right - left)
    region = ground[top:low, left:right]
    shades = {
        face: ambient + (1 - ambient) * max(0.0, float(die.turning @ die.body.normals[face] @ light)) for face in seen
    }
    body = np.empty((high, wide, 3), np.float32)
    body[:] = make.body * float(np.mean(list(shades.values())))
    shapes = {face: camera.project(die.place(die.body.corners[face])) - shift for face in seen}
    for face in seen:
        _fill(body, shapes[face], make.body * shades[face] * float(draw.uniform(0.94, 1.06)))
    if make.edge:
        for face in seen:
            colour = tuple(float(part) for part in make.body * (shades[face] + make.edge))
            points = [np.round(shapes[face] * 16).astype(np.int32)]
            cv2.polylines(body, points, True, colour, int(draw.integers(1, 4)), cv2.LINE_AA, 4)
    body = cv2.GaussianBlur(body, (0, 0), float(draw.uniform(0.5, 2.2)))
    if make.marble:
        veins = draw.standard_normal((7, 7)).astype(np.float32)
        body *= 1.0 + make.marble * cv2.resize(veins, (wide, high), interpolation=cv2.INTER_CUBIC)[..., None]
    if make.opaque < 1.0:
        body = body * make.opaque + cv2.GaussianBlur(region, (0, 0), 2.0) * (1.0 - make.opaque)
    numerals = _texts(kind, draw)
    told = {face: _ink_face(body, die, face, kind, numerals[face], make, shades[face], camera, shift) for face in seen}
    if make.gloss:
        _glints(body, make.gloss, draw)
    hull = cv2.convexHull((outline - shift).astype(np.float32)).reshape(-1, 2)
    cover = np.zeros((high, wide), np.float32)
    _fill(cover[..., None], hull, np.ones(1, np.float32))
    cover = cv2.GaussianBlur(cover, (0, 0), float(draw.uniform(0.4, 1.4)))[..., None]
    region[:] = region * (1 - cover) + body * cover
    return told


def _texts(kind: str, draw: np.random.Generator) -> list[str]:
    if kind == "d6":
        style = int(draw.integers(0, 3))
        return [("pips ", "symbol ", "")[style] + str(number) for number in range(1, 7)]
    if kind == "d4":
        return [str(number) for number in range(1, 5)]
    faces = list(KINDS[kind].faces)
    if kind == "d10":
        faces = faces[:10] if draw.random() < 0.6 else faces[10:]
    draw.shuffle(faces)
    return faces


def _ink_face(
    body: Field,
    die: Lying,
    face: int,
    kind: str,
    text: str,
    make: Make,
    shade: float,
    camera: Camera,
    shift: Floats,
) -> str:
    if text.startswith("pips"):
        pips = draw_make(np.random.default_rng(int(text[-1]) + int(make.fill * 1e6)))
        mask = np.zeros((MASK_PX, MASK_PX), np.uint8)
        for spot in spots_of(int(text[-1]), pips):
            at = tuple(int(part) for part in (spot + 0.5) * MASK_PX)
            cv2.circle(mask, at, int(pips.width * MASK_PX / 2), 255, -1, cv2.LINE_AA)
    elif text.startswith("symbol"):
        mask = draw_symbol(np.random.default_rng(int(text[-1]) + int(make.fill * 1e6)), MASK_PX)
    else:
        mark = make.mark if text in ("6", "9") else ""
        mask = mask_of(text, make.typeface, mark, make.weight)
        text = EITHER if text in ("6", "9") and not mark else text
    own, out = die.body, die.body.normals[face]
    up = np.cos(make.flip) * own.up[face]
    side = np.cross(up, out)  # to the right of one who looks at the face
    half = float(own.inner[face]) * make.fill
    middle = own.middles[face] + up * own.inner[face] * make.lift
    square = np.array([middle + half * (x * side + y * up) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))])
    flat = np.array([[0, 0], [MASK_PX, 0], [MASK_PX, MASK_PX], [0, MASK_PX]], np.float32)
    corners = (camera.project(die.place(square)) - shift).astype(np.float32)
    wide = float(np.linalg.norm(corners[1] - corners[0]))
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.3, 0.4 * MASK_PX / max(wide, 1.0)))
    warp = cv2.getPerspectiveTransform(flat, corners)
    alpha = cv2.warpPerspective(soft, warp, (body.shape[1], body.shape[0]), flags=cv2.INTER_LINEAR)
    share = alpha.astype(np.float32)[..., None] / 255.0 * make.strength
    body[:] = body * (1.0 - share) + make.ink * shade * share
    if make.border and kind != "d6":
        outline = camera.project(die.place(own.middles[face] + 0.86 * (own.corners[face] - own.middles[face]))) - shift
        colour = tuple(float(part) for part in make.ink * shade)
        cv2.polylines(body, [np.round(outline * 16).astype(np.int32)], True, colour, 1, cv2.LINE_AA, 4)
    return text


def _glints(body: Field, gloss: float, draw: np.random.Generator) -> None:
    mask = np.zeros(body.shape[:2], np.float32)
    high, wide = body.shape[:2]
    for _ in range(int(draw.integers(0, 3))):
        middle = (int(draw.uniform(0, wide)), int(draw.uniform(0, high)))
        axes = (max(1, int(wide * draw.uniform(0.02, 0.16))), max(1, int(wide * draw.uniform(0.02, 0.08))))
        cv2.ellipse(mask, middle, axes, float(draw.uniform(0, 180)), 0, 360, 1.0, -1, cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), float(draw.uniform(0.8, 5))) * gloss
    body += mask[..., None] * (255.0 - body) * float(draw.uniform(0.3, 0.9))


def _truth(kind: str, die: Lying, make: Make, numerals: dict[int, str], camera: Camera, size: int) -> RolledDie:
    slants = die.slants(camera)
    face = int(np.argmax(slants))
    own, out = die.body, die.body.normals[face]
    lean_deg = float(np.degrees(np.arccos(min(1.0, float(slants[face])))))
    middle_3d = die.place(own.middles[face][None])
    x, y = (float(part) for part in camera.project(middle_3d)[0])
    up = np.cos(make.flip) * own.up[face] @ die.turning.T
    tip = camera.project(middle_3d + 0.1 * die.size * up)[0] - (x, y)
    depth = float((middle_3d[0] - camera.eye) @ camera.axes[2])
    scale = camera.focal_px / depth
    ray = camera.eye - middle_3d[0]
    ray /= np.linalg.norm(ray)
    beside = die.turning @ out
    lean = camera.axes[:2] @ (beside - ray * float(beside @ ray))
    label = STRANGER
    if kind in KINDS:
        least = _LEANS[kind]
        label = kind if lean_deg < least else BETWEEN if lean_deg < least + _SKIPPED else COCKED
    others = [camera.project(die.place(own.middles[other][None]))[0] for other in numerals if other != face]
    wide = (1.0 if kind != "d4" else 0.9) * scale
    return RolledDie(
        label,
        x,
        y,
        2.0 * float(own.inner[face]) * die.size * scale,
        wide,
        np.asarray(tip / max(float(np.linalg.norm(tip)), 1e-9)),
        np.asarray(lean),
        numerals.get(face, ""),
        np.array(others).reshape(-1, 2),
        False,
    )


def _with_hidden(die: RolledDie, nearer: list[RolledDie], size: int) -> RolledDie:
    covered = any(np.hypot(die.x - other.x, die.y - other.y) < 0.72 * other.wide_px for other in nearer)
    cut = min(die.x, die.y, size - die.x, size - die.y) < 0.42 * die.wide_px
    return replace(die, is_hidden=bool(covered or cut))


def _clutter(ground: Field, draw: np.random.Generator) -> None:
    # coins, cards, tokens with writing: flat things that lie on no die
    size = ground.shape[0]
    x, y = (int(part) for part in draw.uniform(0, size, 2))
    paint = tuple(float(part) for part in draw_colour(draw))
    radius = int(draw.uniform(18, 70))
    kind = int(draw.integers(0, 3))
    if kind == 0:
        cv2.circle(ground, (x, y), radius, paint, -1, cv2.LINE_AA)
        rim = tuple(part * float(draw.uniform(0.7, 1.25)) for part in paint)
        cv2.circle(ground, (x, y), int(radius * 0.88), rim, 2, cv2.LINE_AA)
    elif kind == 1:
        corners = cv2.boxPoints(((x, y), (2 * radius, radius * float(draw.uniform(1, 3))), float(draw.uniform(0, 180))))
        cv2.fillPoly(ground, [corners.astype(np.int32)], paint, cv2.LINE_AA)
    else:
        corners = cv2.ellipse2Poly(
            (x, y), (radius, radius), int(draw.integers(0, 60)), 0, 360, int(draw.choice([60, 72, 90]))
        )
        cv2.fillPoly(ground, [corners], paint, cv2.LINE_AA)
    if draw.random() < 0.75:
        mask = mask_of(str(draw.integers(1, 100)), str(draw.choice(TYPEFACES)), "", 0)
        turn = cv2.getRotationMatrix2D((MASK_PX / 2, MASK_PX / 2), float(draw.uniform(0, 360)), radius / 60)
        turn[:, 2] += np.array([x, y]) - MASK_PX / 2
        ink = cv2.warpAffine(mask, turn, (size, size)).astype(np.float32)[..., None] / 255.0
        ground[:] = ground * (1 - ink) + draw_colour(draw) * ink


def _fill(picture: Field, points: Floats, colour: Field) -> None:
    paint = tuple(float(part) for part in colour)
    cv2.fillPoly(picture, [np.round(points * 16).astype(np.int32)], paint, cv2.LINE_AA, 4)
