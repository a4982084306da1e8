"""What lies under every answer: terrain, levels, walls, ramps, the letters around it; and the figures on top.

drawn board ── terrain, then borders        photograph ── as it is, with a thin grid; figures are rings, not discs
"""

from __future__ import annotations

from companion.board import Terrain, Tile, edge, parse_square
from companion.cli.picture.sheet import CELL, FINE, GRID, INK, Sheet, width_of
from companion.core.ids import SpaceId

__all__ = ["draw_borders", "draw_labels", "draw_pieces", "draw_squares"]

LEVELS = [(255, 253, 248), (249, 233, 214), (245, 219, 190), (240, 204, 167), (233, 188, 145), (225, 171, 124)]
LEAF, STONE, SEA, RIM = (112, 158, 84), (132, 108, 88), (98, 156, 206), (196, 64, 48)
ROOF, START = (246, 214, 92, 70), (142, 90, 178)
SIDES = {"red": (190, 60, 60), "blue": (52, 98, 168), "green": (62, 134, 82), "yellow": (196, 156, 30)}


def draw_squares(sheet: Sheet) -> None:
    """Nothing: every square with its terrain and level, objects and markers; or the photograph."""
    if sheet.photo is not None:
        left, top = sheet.corner(0, 0)
        right, bottom = sheet.corner(sheet.board.columns, sheet.board.rows)
        sheet.image.paste(sheet.photo.resize((right - left, bottom - top)), (left, top))
        return
    for space in sheet.board.spaces:
        tile, box = sheet.board.tile(space), sheet.box(space)
        sheet.pen.rectangle(box, fill=LEVELS[min(tile.elevation, len(LEVELS)) - 1], outline=GRID, width=FINE)
        if tile.indoor:
            sheet.pen.rectangle(box, fill=ROOF)
        _draw_terrain(sheet, space, tile)
        if tile.elevation > 1:
            sheet.write((box[2] - 7 * FINE, box[1] + 9 * FINE), str(tile.elevation), 11, RIM)
    for kind, squares in (("o", sheet.table.objects), ("m", sheet.table.markers)):
        for space, _ in squares:
            _draw_token(sheet, space, kind)


def draw_borders(sheet: Sheet) -> None:
    """Nothing: level changes, starting areas, ramps, walls and the board's rim; on a photograph a thin grid."""
    board, pen = sheet.board, sheet.pen
    rim = (*sheet.corner(0, 0), *sheet.corner(board.columns, board.rows))
    if sheet.photo is not None:
        _draw_grid(sheet)
        pen.rectangle(rim, outline=INK, width=2 * FINE)
        return
    for space in board.spaces:
        column, row = parse_square(space)
        for other in (board.at(column + 1, row), board.at(column, row + 1)):
            if other is None:
                continue
            if board.level(space) != board.level(other):
                pen.line(sheet.border(edge(space, other)), (*RIM, 200), 2 * FINE)
            if board.tile(space).starting != board.tile(other).starting:
                pen.line(sheet.border(edge(space, other)), (*START, 160), 3 * FINE)
    for ramp in board.ramps:
        (x0, y0), (x1, y1) = sheet.middle(ramp.a), sheet.middle(ramp.b)
        for part in range(2, 9):
            x, y = x0 + (x1 - x0) * part / 10, y0 + (y1 - y0) * part / 10
            dx, dy = (y1 - y0) / 6, (x1 - x0) / 6
            pen.line((x - dx, y - dy, x + dx, y + dy), (90, 84, 78, 190), 2 * FINE)
    for wall in board.walls:
        pen.line(sheet.border(wall), INK, 6 * FINE)
    pen.rectangle(rim, outline=INK, width=2 * FINE)


def draw_labels(sheet: Sheet) -> None:
    """Nothing: the letters of the columns and the numbers of the rows stand on all four sides."""
    board = sheet.board
    for column in range(board.columns):
        name = board.spaces[column].rstrip("0123456789")
        for row in (-0.36, board.rows + 0.36):
            sheet.write(sheet.corner(column + 0.5, row), name, 15)
    for row in range(board.rows):
        for column_at in (-0.36, board.columns + 0.36):
            sheet.write(sheet.corner(column_at, row + 0.5), str(row + 1), 15)


def draw_pieces(sheet: Sheet) -> None:
    """Nothing: every figure with its name; on a photograph, where it can be seen itself, only a ring around it."""
    for piece in sheet.table.occupancy:
        colour = SIDES.get(piece.side, (110, 100, 130))
        lefts, tops, rights, bottoms = zip(*(sheet.box(space, 0.13) for space in piece.spaces), strict=True)
        whole = min(lefts), min(tops), max(rights), max(bottoms)
        words, size = _fitted(piece.piece, (whole[2] - whole[0]) / FINE - 6)
        if sheet.photo is None:
            sheet.pen.rounded_rectangle(
                whole, CELL * FINE * 3 // 8, fill=colour, outline=(255, 255, 255), width=3 * FINE
            )
            middle = (whole[0] + whole[2]) / 2, (whole[1] + whole[3]) / 2
            sheet.write(middle, words, size, (255, 255, 255))
            continue
        for width, tint in ((6, (255, 255, 255)), (4, colour)):
            sheet.pen.rounded_rectangle(whole, CELL * FINE * 3 // 8, outline=tint, width=width * FINE // 2)
        middle = (whole[0] + whole[2]) / 2, whole[3] - 2 * FINE
        half = width_of(words, size) * FINE / 2 + 4 * FINE
        plate = (middle[0] - half, middle[1] - 8 * FINE, middle[0] + half, middle[1] + 8 * FINE)
        sheet.pen.rounded_rectangle(plate, 4 * FINE, fill=colour, outline=(255, 255, 255), width=FINE)
        sheet.write(middle, words, size, (255, 255, 255))


def _fitted(name: str, room_px: float) -> tuple[str, int]:
    """The name and its size so that it lies in its disc: smaller letters first, then fewer."""
    for size in (20, 16, 13, 12, 11, 10):
        if width_of(name, size) <= room_px and (size < 20 or len(name) < 3):
            return name, size
    while len(name) > 1 and width_of(name + "…", 10) > room_px:
        name = name[:-1]
    return name + "…", 10


def _draw_grid(sheet: Sheet) -> None:
    board = sheet.board
    lines = [(sheet.corner(column, 0), sheet.corner(column, board.rows)) for column in range(1, board.columns)]
    lines += [(sheet.corner(0, row), sheet.corner(board.columns, row)) for row in range(1, board.rows)]
    for line in lines:
        sheet.pen.line(line, (255, 255, 255, 110), FINE)


def _draw_terrain(sheet: Sheet, space: SpaceId, tile: Tile) -> None:
    left, top, right, bottom = sheet.box(space)
    step = CELL * FINE // 7
    if Terrain.WATER in tile.terrain:
        sheet.pen.rectangle((left, top, right, bottom), fill=(*SEA, 110))
        for row in range(1, 4):
            y = top + row * 2 * step - step // 2
            for wave in range(3):
                x = left + (2 * wave + 1) * step - step // 2
                sheet.pen.arc((x, y - step // 2, x + step * 3 // 2, y + step // 2), 200, 340, (*SEA, 255), 2 * FINE)
    if Terrain.HINDERING in tile.terrain:
        sheet.pen.rectangle((left, top, right, bottom), fill=(*LEAF, 80))
        for row in range(3):
            for column in range(3):
                u, v = left + (4 * column + 3) * step // 2, top + (4 * row + 3) * step // 2
                sheet.pen.line((u - 3 * FINE, v - 4 * FINE, u, v + 3 * FINE), (*LEAF, 255), 2 * FINE)
                sheet.pen.line((u + 3 * FINE, v - 4 * FINE, u, v + 3 * FINE), (*LEAF, 255), 2 * FINE)
    if Terrain.BLOCKING in tile.terrain:
        sheet.pen.rectangle((left, top, right, bottom), fill=STONE)
        for offset in range(step, 2 * CELL * FINE, 2 * step):
            x0, y0 = left + min(offset, right - left), top + max(0, offset - (right - left))
            x1, y1 = left + max(0, offset - (bottom - top)), top + min(offset, bottom - top)
            sheet.pen.line((x0, y0, x1, y1), (255, 255, 255, 50), 2 * FINE)


def _draw_token(sheet: Sheet, space: SpaceId, kind: str) -> None:
    x, y = sheet.middle(space)
    reach = CELL * FINE // 5
    if kind == "o":
        box = (x - reach, y - reach, x + reach, y + reach)
        sheet.pen.rounded_rectangle(box, 4 * FINE, fill=(222, 190, 120), outline=INK, width=2 * FINE)
    else:
        sheet.pen.regular_polygon((x, y, reach), 6, fill=(200, 196, 190), outline=INK)
