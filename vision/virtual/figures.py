"""Figures with real height: a tray with its tag at the front, a sculpture at the back, drawn slice by slice.

side view     ▟▙ head          The sculpture is a pile of discs whose radius follows a profile; each disc is
              ██               projected on its own, so it leans outward in the picture as real ones do.
             ▟██▙
            ▄▄▄▄▄▄▄▄▄ tray (5 mm), tag flat on its front half

A hand that reaches over the table: sleeve, palm and four fingers, skin with its own shading.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.plane.layout import Layout
from vision.plane.markers import FAMILIES, draw_tag
from vision.plane.project import square_centre_mm
from vision.virtual.camera import Camera
from vision.virtual.scene import Base, Field

SHADOW_PER_MM = (0.34, 0.22)  # how far a point one millimetre up throws its shadow, x and y in mm
_SHARP = 4  # cv2 draws with this many fractional bits
_PROFILE = (  # (share of the sculpture's height, radius in shares of the widest)
    (0.00, 1.00),
    (0.06, 0.98),
    (0.10, 0.62),
    (0.30, 0.55),
    (0.46, 0.50),
    (0.58, 0.62),
    (0.72, 0.86),
    (0.78, 0.74),
    (0.80, 0.34),
    (0.83, 0.44),
    (0.90, 0.50),
    (0.96, 0.42),
    (1.00, 0.12),
)
_ANGLES = np.linspace(0.0, 2.0 * np.pi, 20, endpoint=False)
_CIRCLE = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])


def base_turn_deg(base: Base, layout: Layout, camera: Camera) -> float:
    """Return the tray's turn clockwise, degrees: as told, or in quarter turns towards the camera's foot point."""
    if base.turn_deg is not None:
        return base.turn_deg
    x, y = _centre_mm(base, layout)
    to_camera = np.degrees(np.arctan2(camera.place_mm[1] - y, camera.place_mm[0] - x)) - 90.0
    return float(round(to_camera / 90.0) * 90.0)


def draw_shadow(mask: Field, base: Base, layout: Layout, camera: Camera) -> None:
    """Add the base's hard shadow (1 = dark) to a mask of the picture's size."""
    tray = _tray_mm(base, layout, camera)
    plate = layout.by_tag[base.tag].height_mm
    for height in np.linspace(0.0, plate, 4):
        _fill(mask, camera, np.column_stack([tray + _shift(height), np.zeros(4)]), 1.0)
    for height, radius in _slices(base, layout):
        ring = _ring(_sculpture_mm(base, layout, camera), radius) + _shift(height)
        _fill(mask, camera, np.column_stack([ring, np.zeros(len(ring))]), 1.0)


def draw_base(picture: Picture, base: Base, layout: Layout, camera: Camera) -> None:
    """Draw tray, tag and sculpture on a straight picture (no lens bending yet)."""
    tray = _tray_mm(base, layout, camera)
    plate = layout.by_tag[base.tag].height_mm
    dark = tuple(int(part * 0.45) for part in base.colour)
    for height in np.linspace(0.0, plate, 8):
        _fill(picture, camera, np.column_stack([tray, np.full(4, height)]), dark)
    _draw_plate(picture, base, layout, camera, tray, plate)
    spot = _sculpture_mm(base, layout, camera)
    slices = _slices(base, layout)
    for index, (height, radius) in enumerate(slices):
        ring = _ring(spot, radius)
        share = index / max(1, len(slices) - 1)
        tone = 0.46 + 0.6 * share
        if share > 0.80:
            colour: tuple[float, ...] = tuple(tone * part for part in (150, 186, 226))  # the head
        elif share < 0.12:
            colour = (38, 40, 44)  # the disc it stands on
        else:
            colour = tuple(tone * (0.85 * part + 45) for part in base.colour)
        _fill(picture, camera, np.column_stack([ring, np.full(len(ring), height)]), colour)
        glint = _ring((spot[0] - 0.35 * radius, spot[1] - 0.3 * radius), 0.5 * radius)
        _fill(
            picture,
            camera,
            np.column_stack([glint, np.full(len(glint), height)]),
            tuple(min(255.0, part * 1.16 + 5) for part in colour),
        )


def _draw_plate(picture: Picture, base: Base, layout: Layout, camera: Camera, tray: Floats, plate: float) -> None:
    straight = camera.to_straight_px(np.column_stack([tray, np.full(4, plate)]))
    side_px = float(np.linalg.norm(straight - np.roll(straight, 1, axis=0), axis=1).max())
    card = _plate_picture(base, layout, max(48, 3 * int(side_px)))
    low = np.maximum(np.floor(straight.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(straight.max(axis=0)).astype(int) + 3, [picture.shape[1], picture.shape[0]])
    if np.any(high <= low):
        return
    size = len(card)
    factor = 4  # the plate is warped four times too large and averaged down: no jagged tag edges
    card = cv2.GaussianBlur(card, (0, 0), 0.25 * size / max(side_px * factor, 1.0) + 0.01)
    corners = np.array([[-0.5, -0.5], [size - 0.5, -0.5], [size - 0.5, size - 0.5], [-0.5, size - 0.5]], np.float32)
    target = ((straight - low + 0.5) * factor - 0.5).astype(np.float32)
    warp = cv2.getPerspectiveTransform(corners, target)
    wide, tall = int(high[0] - low[0]), int(high[1] - low[1])
    big = cv2.warpPerspective(card, warp, (wide * factor, tall * factor), borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(np.full((size, size), 255, np.uint8), warp, (wide * factor, tall * factor))
    patch = cv2.resize(big, (wide, tall), interpolation=cv2.INTER_AREA).astype(np.float32)
    alpha = cv2.resize(cover, (wide, tall), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255.0
    region = picture[low[1] : high[1], low[0] : high[0]]
    region[:] = np.clip(region * (1 - alpha) + patch * alpha, 0, 255).astype(np.uint8)


def _plate_picture(base: Base, layout: Layout, size: int) -> Picture:
    tag = layout.by_tag[base.tag]
    scale = size / _side_mm(base, layout)
    card = np.empty((size, size, 3), np.uint8)
    card[:] = base.colour
    rim = round(1.6 * scale)
    cv2.rectangle(card, (rim, rim), (size - rim, size - rim), tuple(int(0.55 * part) for part in base.colour), -1)
    centre = size / 2.0 + np.array(tag.tag_offset_mm) * scale
    quiet = tag.size_mm * (1.0 + 2.0 / FAMILIES[layout.family]) * scale / 2.0
    paper = (round(centre[0] - quiet), round(centre[1] - quiet)), (round(centre[0] + quiet), round(centre[1] + quiet))
    cv2.rectangle(card, *paper, (238, 240, 240), -1)
    code = cv2.cvtColor(draw_tag(tag.tag, 96, layout.family), cv2.COLOR_GRAY2BGR)
    half = tag.size_mm * scale / 2.0
    low, high = centre - half - 0.5, centre + half - 0.5
    spot = np.array([[-0.5, -0.5], [95.5, -0.5], [-0.5, 95.5]], np.float32)
    warp = cv2.getAffineTransform(spot, np.array([low, (high[0], low[1]), (low[0], high[1])], np.float32))
    ink = cv2.warpAffine(code, warp, (size, size), flags=cv2.INTER_LINEAR, borderValue=(255, 255, 255))
    card = np.minimum(card, np.maximum(ink, 22))
    if base.label:
        text = 0.20 * scale
        place = (round(2.4 * scale), round(7.6 * scale))
        cv2.putText(
            card,
            base.label[:4],
            place,
            cv2.FONT_HERSHEY_DUPLEX,
            text,
            (250, 250, 250),
            max(1, round(0.5 * scale)),
            cv2.LINE_AA,
        )
    return np.asarray(card, dtype=np.uint8)


def _centre_mm(base: Base, layout: Layout) -> tuple[float, float]:
    x, y = square_centre_mm(base.column, base.row, layout)
    return x + base.offset_mm[0], y + base.offset_mm[1]


def _side_mm(base: Base, layout: Layout) -> float:
    return base.square_mm if base.square_mm is not None else 0.9 * layout.square_mm


def _turning(base: Base, layout: Layout, camera: Camera) -> Floats:
    angle = np.radians(base_turn_deg(base, layout, camera))
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _tray_mm(base: Base, layout: Layout, camera: Camera) -> Floats:
    half = _side_mm(base, layout) / 2.0
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return np.asarray(corners @ _turning(base, layout, camera).T + _centre_mm(base, layout))


def _sculpture_mm(base: Base, layout: Layout, camera: Camera) -> tuple[float, float]:
    back = np.array([0.0, -0.29 * _side_mm(base, layout)])
    x, y = _turning(base, layout, camera) @ back + _centre_mm(base, layout)
    return float(x), float(y)


def _slices(base: Base, layout: Layout) -> list[tuple[float, float]]:
    widest = 0.20 * _side_mm(base, layout)
    plate = layout.by_tag[base.tag].height_mm
    shares, radii = zip(*_PROFILE, strict=True)
    steps = np.linspace(0.0, 1.0, 56)
    return [
        (float(plate + share * (base.height_mm - plate)), float(np.interp(share, shares, radii) * widest))
        for share in steps
    ]


def _ring(centre: tuple[float, float], radius: float) -> Floats:
    return np.asarray(np.array(centre) + radius * _CIRCLE)


def _shift(height: float) -> Floats:
    return np.array(SHADOW_PER_MM) * height


def _fill(canvas: Field | Picture, camera: Camera, points_mm: Floats, colour: float | tuple[float, ...]) -> None:
    points = np.round(camera.to_straight_px(points_mm) * (1 << _SHARP)).astype(np.int32)
    line = cv2.LINE_AA if canvas.dtype == np.uint8 else cv2.LINE_8
    cv2.fillPoly(canvas, [points.reshape(-1, 1, 2)], colour, line, _SHARP)


def draw_hand(picture: Picture, tip_px: tuple[float, float], seed: int, *, size_px: float = 200.0) -> Picture:
    """A copy of the picture with a hand whose fingertips point at ``tip_px``, coming in from the nearest side edge."""
    draw = np.random.default_rng([seed, 7])
    high, wide = picture.shape[:2]
    tip = np.array(tip_px, dtype=np.float64)
    from_left = tip[0] < wide / 2
    root = np.array([-0.3 * wide if from_left else 1.3 * wide, tip[1] + draw.normal(0.25, 0.1) * high])
    along = (tip - root) / np.linalg.norm(tip - root)
    across = np.array([-along[1], along[0]])
    mask = np.zeros((high, wide), np.float32)
    palm = tip - along * size_px * 1.0
    wrist = tip - along * size_px * 1.7
    for finger, reach in zip((-0.36, -0.12, 0.12, 0.34), (0.84, 1.0, 0.96, 0.78), strict=True):
        start, end = palm + across * finger * size_px * 0.8, palm + along * reach * size_px + across * finger * size_px
        _limb(mask, start, end, 0.10 * size_px)
    _limb(mask, palm + across * 0.30 * size_px, palm + along * 0.45 * size_px + across * 0.72 * size_px, 0.12 * size_px)
    _limb(mask, palm, wrist, 0.40 * size_px)
    _limb(mask, wrist, root, 0.34 * size_px)
    sleeve = np.zeros((high, wide), np.float32)
    _limb(sleeve, tip - along * size_px * 2.3, root, 0.44 * size_px)
    out = picture.astype(np.float32)
    shadow = cv2.GaussianBlur(np.maximum(mask, sleeve), (0, 0), 0.09 * size_px)
    shadow = cv2.warpAffine(
        shadow, np.array([[1, 0, 0.16 * size_px], [0, 1, 0.12 * size_px]], np.float32), (wide, high)
    )
    out *= 1.0 - 0.42 * shadow[..., None]
    round_off = np.clip(cv2.GaussianBlur(mask, (0, 0), 0.07 * size_px) * 1.5 - 0.5, 0, 1)
    skin = np.array([118.0, 150.0, 205.0], np.float32) * (0.62 + 0.4 * round_off[..., None])
    edge = cv2.GaussianBlur(mask, (0, 0), 1.0)[..., None]
    out = out * (1 - edge) + skin * edge
    cloth = (
        np.array([92.0, 66.0, 52.0], np.float32)
        * (0.6 + 0.5 * cv2.GaussianBlur(sleeve, (0, 0), 0.1 * size_px))[..., None]
    )
    edge = cv2.GaussianBlur(sleeve, (0, 0), 1.0)[..., None]
    return np.asarray(np.clip(out * (1 - edge) + cloth * edge, 0, 255), dtype=np.uint8)


def _limb(mask: Field, start: Floats, end: Floats, radius: float) -> None:
    one = (round(float(start[0])), round(float(start[1])))
    two = (round(float(end[0])), round(float(end[1])))
    cv2.line(mask, one, two, 1.0, max(1, round(2 * radius)), cv2.LINE_8)
    for spot in (one, two):
        cv2.circle(mask, spot, max(1, round(radius)), 1.0, -1, cv2.LINE_8)
