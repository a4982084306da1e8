"""The printed map: paper, grid, terrain tints with their own texture, walls, letters and numbers on the edge, markers.

Seen from straight above at ``px_per_mm``; the picture covers the map and ``border_mm`` of table on every side.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.board.squares import format_square
from vision.arrays import Picture
from vision.plane.layout import CornerMarker
from vision.plane.markers import FAMILIES, draw_tag
from vision.plane.places import Printed
from vision.virtual.scene import Field, Scene, Square

BORDER_MM = 260.0
RIM_MM = 9.0  # white edge with letters and numbers
SPACE_MM = 9.0  # radius of the ring round a printed space
_PAPER = (186, 205, 214)
_TINT = {
    "clear": _PAPER,
    "hindering": (118, 172, 128),
    "water": (205, 168, 108),
    "blocking": (96, 100, 108),
    "elevated": (140, 178, 214),
    "special": (190, 150, 190),
}
_ZONE_TINTS = ("clear", "elevated", "hindering", "special", "water")
_WOOD = (52, 74, 104)


def draw_map(scene: Scene, px_per_mm: float, seed: int) -> Picture:
    """The table top with the map on it, BGR, shape (rows, columns, 3) at ``px_per_mm``."""
    layout = scene.layout
    draw = np.random.default_rng([seed, 1])
    wide = round((layout.columns * layout.square_mm + 2 * BORDER_MM) * px_per_mm)
    high = round((layout.rows * layout.square_mm + 2 * BORDER_MM) * px_per_mm)
    table = _wood(wide, high, px_per_mm, draw)
    sheet = _sheet(scene, px_per_mm, draw)
    left = round(BORDER_MM * px_per_mm) - (sheet.shape[1] - round(layout.columns * layout.square_mm * px_per_mm)) // 2
    top = round(BORDER_MM * px_per_mm) - (sheet.shape[0] - round(layout.rows * layout.square_mm * px_per_mm)) // 2
    _shade_under(table, left, top, sheet.shape[1], sheet.shape[0], px_per_mm)
    table[top : top + sheet.shape[0], left : left + sheet.shape[1]] = sheet
    for corner in layout.corners:
        if corner.id not in scene.hidden_corners:
            _lay_marker(table, corner, layout.family, px_per_mm)
    return table


def grain(high: int, wide: int, size_px: float, draw: np.random.Generator) -> Field:
    """Smooth random texture of about ``size_px``, mean 0 and spread 1, shape (high, wide)."""
    step = max(size_px, 1.0)
    coarse = draw.standard_normal((max(2, int(high / step) + 2), max(2, int(wide / step) + 2))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (wide, high), interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def _wood(wide: int, high: int, scale: float, draw: np.random.Generator) -> Picture:
    half_wide, half_high, half = wide // 2 + 1, high // 2 + 1, scale / 2.0  # drawn at half size: wood is soft
    rings = grain(half_high, max(2, half_wide // 40), 6 * half, draw)
    rings = np.asarray(cv2.resize(rings, (half_wide, half_high), interpolation=cv2.INTER_LINEAR), dtype=np.float32)
    down_mm = np.arange(half_high, dtype=np.float32) / np.float32(half)
    waves = np.sin(down_mm[:, None] / np.float32(7) + rings * np.float32(1.6))
    tone = draw.normal(0, 7, int(down_mm[-1] // 95) + 1).astype(np.float32)[(down_mm // 95).astype(int)][:, None]
    seam = ((np.abs(down_mm % 95 - 0.8) < 0.8)[:, None] * 30.0).astype(np.float32)
    level = np.float32(7.0) * waves + tone + np.float32(3.0) * grain(half_high, half_wide, 1.2 * half, draw) - seam
    wood = np.clip(np.array(_WOOD, np.float32) + level[..., None] * np.array([0.75, 0.95, 1.1], np.float32), 0, 255)
    return np.asarray(cv2.resize(wood.astype(np.uint8), (wide, high), interpolation=cv2.INTER_LINEAR), dtype=np.uint8)


def _shade_under(table: Picture, left: int, top: int, wide: int, high: int, scale: float) -> None:
    drop, reach = round(2 * scale), round(12 * scale)  # a shadow ends four of its standard deviations away
    near = table[max(0, top - reach) : top + high + drop + reach, max(0, left - reach) : left + wide + drop + reach]
    mask = np.zeros(near.shape[:2], np.float32)
    x, y = min(left, reach) + drop, min(top, reach) + drop
    cv2.rectangle(mask, (x, y), (x + wide, y + high), 1.0, -1)
    soft = cv2.GaussianBlur(mask, (0, 0), 2.5 * scale)
    near[:] = (near * (1.0 - 0.45 * soft[..., None])).astype(np.uint8)


def _sheet(scene: Scene, scale: float, draw: np.random.Generator) -> Picture:
    layout = scene.layout
    square = layout.square_mm * scale
    wide, high = round(layout.columns * square), round(layout.rows * square)
    land = np.empty((high, wide, 3), np.float32)
    land[:] = _TINT["clear"]
    land += 4.0 * grain(high, wide, 1.5 * scale, draw)[..., None] + 5.0 * grain(high, wide, 18 * scale, draw)[..., None]
    for kind, squares in sorted(scene.terrain.items()):
        _tint(land, kind, squares, square, scale, draw)
    ground = np.clip(land, 0, 255).astype(np.uint8)
    if layout.board is not None:
        return _framed(_areas(ground, layout.board, scale), scale)
    for column in range(layout.columns + 1):
        x = round(column * square)
        cv2.line(ground, (x, 0), (x, high), (120, 132, 140), max(1, round(0.35 * scale)), cv2.LINE_AA)
    for row in range(layout.rows + 1):
        y = round(row * square)
        cv2.line(ground, (0, y), (wide, y), (120, 132, 140), max(1, round(0.35 * scale)), cv2.LINE_AA)
    _walls(ground, scene, square, scale)
    sheet = _framed(ground, scale)
    _edge_names(sheet, scene, square, round(RIM_MM * scale), scale)
    return sheet


def _framed(ground: Picture, scale: float) -> Picture:
    """The ground with its white edge."""
    high, wide = ground.shape[:2]
    rim = round(RIM_MM * scale)
    sheet = np.full((high + 2 * rim, wide + 2 * rim, 3), (226, 232, 236), np.uint8)
    sheet[rim : rim + high, rim : rim + wide] = ground
    cv2.rectangle(sheet, (rim, rim), (rim + wide, rim + high), (50, 55, 62), max(1, round(0.8 * scale)), cv2.LINE_AA)
    return sheet


def _areas(ground: Picture, board: Printed, scale: float) -> Picture:
    """The ground with the zones of a printed board in their tints, and a ring for every space."""
    unit, thick = board.unit_mm * scale, max(1, round(0.5 * scale))
    for number, zone in enumerate(board.areas.zones):
        outline = np.round(np.array(zone.outline) * unit).astype(np.int32)
        tint = np.array(_TINT[_ZONE_TINTS[number % len(_ZONE_TINTS)]], np.float32)
        mask = cv2.fillPoly(np.zeros(ground.shape[:2], np.uint8), [outline], 1) > 0
        ground[mask] = np.clip(0.7 * ground[mask] + 0.3 * tint, 0, 255).astype(np.uint8)
        cv2.polylines(ground, [outline], True, (235, 238, 240), 2 * thick, cv2.LINE_AA)
    for site in board.areas.sites:
        at = (round(site.at[0] * unit), round(site.at[1] * unit))
        cv2.circle(ground, at, round(SPACE_MM * scale), (70, 90, 110), thick, cv2.LINE_AA)
    return ground


def _tint(
    land: Field,
    kind: str,
    squares: frozenset[Square],
    square: float,
    scale: float,
    draw: np.random.Generator,
) -> None:
    mask = np.zeros(land.shape[:2], np.float32)
    for column, row in sorted(squares):
        corner = (round(column * square), round(row * square))
        cv2.rectangle(mask, corner, (round((column + 1) * square) - 1, round((row + 1) * square) - 1), 1.0, -1)
    left, top, across, down = cv2.boundingRect((mask > 0).astype(np.uint8))
    reach, (high, wide) = round(4 * scale), land.shape[:2]  # five standard deviations: beyond, nothing is tinted
    near = np.s_[max(0, top - reach) : top + down + reach, max(0, left - reach) : left + across + reach]
    soft = cv2.GaussianBlur(mask[near], (0, 0), 0.7 * scale) * 0.88
    texture = {
        "hindering": 15.0 * grain(high, wide, 2.6 * scale, draw),
        "water": 9.0 * np.sin(grain(high, wide, 9 * scale, draw) * 4.0),
        "blocking": 9.0 * grain(high, wide, 1.4 * scale, draw),
    }.get(kind, 5.0 * grain(high, wide, 4 * scale, draw))
    colour = np.array(_TINT.get(kind, _TINT["special"]), np.float32) + texture[near][..., None]
    land[near] = land[near] * (1.0 - soft[..., None]) + colour * soft[..., None]


def _walls(land: Picture, scene: Scene, square: float, scale: float) -> None:
    for (column_a, row_a), (column_b, row_b) in scene.walls:
        if row_a == row_b:  # side by side: an upright wall
            x = max(column_a, column_b) * square
            ends = ((round(x), round(row_a * square)), (round(x), round((row_a + 1) * square)))
        else:
            y = max(row_a, row_b) * square
            ends = ((round(column_a * square), round(y)), (round((column_a + 1) * square), round(y)))
        cv2.line(land, *ends, (46, 42, 44), max(2, round(3.4 * scale)), cv2.LINE_AA)
        cv2.line(land, *ends, (92, 96, 108), max(1, round(1.6 * scale)), cv2.LINE_AA)


def _edge_names(sheet: Picture, scene: Scene, square: float, rim: int, scale: float) -> None:
    layout = scene.layout
    high, wide = sheet.shape[:2]
    for column in range(layout.columns):
        x = rim + (column + 0.5) * square
        for y in (rim / 2, high - rim / 2):
            _write(sheet, format_square(column, 0)[:-1], x, y, scale)
    for row in range(layout.rows):
        y = rim + (row + 0.5) * square
        for x in (rim / 2, wide - rim / 2):
            _write(sheet, str(row + 1), x, y, scale)
    if scene.title:
        _write(sheet, scene.title, sheet.shape[1] - rim - 30 * scale, sheet.shape[0] - 4 * scale, scale * 0.8)


def _write(sheet: Picture, text: str, x: float, y: float, scale: float) -> None:
    size, thick = 0.22 * scale, max(1, round(0.55 * scale))
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    place = (round(x - wide / 2), round(y + high / 2))
    cv2.putText(sheet, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, (58, 60, 66), thick, cv2.LINE_AA)


def _lay_marker(table: Picture, marker: CornerMarker, family: str, scale: float) -> None:
    centre_mm, size_mm, cells = marker.centre_mm, marker.size_mm, FAMILIES[family]
    card_mm = size_mm * (cells + 2) / cells  # one cell of white all round
    card_px = round(card_mm * scale)
    card = np.full((card_px, card_px), 236, np.uint8)
    code = draw_tag(marker.id, 96, family)
    spot = np.array([[-0.5, -0.5], [95.5, -0.5], [-0.5, 95.5]], np.float32)
    low, high = (card_px - size_mm * scale) / 2 - 0.5, (card_px + size_mm * scale) / 2 - 0.5
    warp = cv2.getAffineTransform(spot, np.array([[low, low], [high, low], [low, high]], np.float32))
    ink = cv2.warpAffine(code, warp, (card_px, card_px), flags=cv2.INTER_AREA, borderValue=255)
    card = np.minimum(card, np.maximum(ink, 24))
    x = (BORDER_MM + centre_mm[0]) * scale - card_px / 2.0
    y = (BORDER_MM + centre_mm[1]) * scale - card_px / 2.0
    left, top, size = int(x), int(y), (card_px + 2, card_px + 2)
    shift = np.array([[1, 0, x - left], [0, 1, y - top]], np.float32)
    cover = cv2.warpAffine(np.full_like(card, 255), shift, size, flags=cv2.INTER_LINEAR).astype(np.float32)[..., None]
    laid = cv2.warpAffine(card, shift, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[..., None]
    region = table[max(top, 0) : top + size[1], max(left, 0) : left + size[0]]
    cover, laid = cover[-region.shape[0] :, -region.shape[1] :], laid[-region.shape[0] :, -region.shape[1] :]
    region[:] = (region * (1.0 - cover / 255.0) + laid * (cover / 255.0)).astype(np.uint8)
