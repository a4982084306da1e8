"""The ground of a board of squares: what is printed. Terrain is told by its texture first, then by its colour.

flagstones · rubble, stripes, fumes, flames, frost in zones
grass in tufts · waves with a shore · stone with a lit edge and a face · raised ground, lighter, with its
shadow · walls with caps · doors of planks · fog with a torn edge · a grid that is only felt
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.board.picture import BoardPicture, Door, Place, Plate, Point, Tile
from companion.painting import palette
from companion.painting.canvas import TAB, Box, Canvas, fitted, width_of
from companion.painting.grid import CELL, LOW, SIDES, Grid, chance

WALL, SEAM = 5.0, 3.0  # units from the side of a square that are drawn of a wall or a shut door there; of an open way
THICK, THIN = 14, 10  # units of a shut door; between zones, beside whose names it stands
SPACE = 0.31  # of a square: half of what the ring of a space is wide
SHADE = 7  # units of the shadow below raised ground, and of the face of a block of stone


def paint_ground(canvas: Canvas, picture: BoardPicture, grid: Grid) -> None:
    """Everything that is printed where the board is shown, but for walls, doors and names."""
    left, top, right, bottom = picture.shown
    tiles = [tile for tile in picture.tiles if left <= tile.column < right and top <= tile.row < bottom]
    known = [tile for tile in tiles if tile.terrain != "unknown"]
    _floors(canvas, tiles, grid)
    if picture.plates:
        _zones(canvas, picture, grid)
    if not picture.plates:
        _flags(canvas, [tile for tile in known if not tile.kinds or tile.kinds[0] in ("clear", "corridor")], grid)
    canvas.rects([grid.box((tile.column, tile.row)) for tile in known if tile.indoor], palette.ROOF, opacity=0.18)
    areas = {kind: {(t.column, t.row) for t in known if kind in t.kinds} for kind in ("water", "hindering", "blocking")}
    _water(canvas, areas["water"], grid)
    _grass(canvas, areas["hindering"], grid)
    for kind in ZONES:
        _strewn(canvas, kind, {(tile.column, tile.row) for tile in known if kind in tile.kinds}, grid)
    _levels(canvas, picture, grid)
    if not picture.plates:
        _net(canvas, picture, grid)
    _blocks(canvas, areas["blocking"], grid)
    _starts(canvas, picture.tiles, grid)
    for tile in picture.tiles:
        if tile.spot:
            middle = grid.corner(tile.column + 0.5, tile.row + 0.5 + LOW)
            canvas.circle(middle, CELL * SPACE, palette.SPOTS[tile.spot], opacity=0.5)
            canvas.circle(middle, CELL * SPACE, stroke=palette.SPOT_RIMS[tile.spot], line=3)
    _fog(canvas, picture, tiles, grid)


def paint_borders(canvas: Canvas, picture: BoardPicture, grid: Grid) -> None:
    """Walls, doors, stairs, and the board's rim."""
    canvas.lines([rung for ramp in picture.ramps for rung in _rungs(ramp, grid)], palette.LETTERS, 4, cap="round")
    canvas.lines([rung for ramp in picture.ramps for rung in _rungs(ramp, grid)], palette.SHEET, 1.5, cap="round")
    walls = [grid.ends(wall) for wall in picture.walls]
    canvas.lines(walls, palette.LETTERS, 9, cap="square")
    canvas.lines(walls, palette.STONE, 4, cap="square")
    open_ways = [door for door in picture.doors if door.now == "open" and picture.plates]
    for door in open_ways:
        canvas.lines([grid.ends(door.at)], palette.LETTERS, 3.5, dash="3 9", cap="round")
    paint_doors(canvas, picture, grid)
    canvas.rect(*_extent(picture, grid), stroke=palette.LETTERS, line=3)


def paint_doors(canvas: Canvas, picture: BoardPicture, grid: Grid) -> None:
    """The doors; between zones the shut ones alone."""
    for door in picture.doors:
        if door.now != "open" or not picture.plates:
            _door(canvas, door, grid, THIN if picture.plates else THICK)


def paint_names(canvas: Canvas, picture: BoardPicture, grid: Grid) -> None:
    """The names of zones, all in one size, each on a tab in the corner of its own, beside walls and doors.

    In a narrow zone the name is without its place: "east side" of "museum, east side".
    """
    largest = 12 if any(tile.spot for tile in picture.tiles) else 15
    sides = dict.fromkeys(map(frozenset, picture.rims), SEAM)
    sides |= dict.fromkeys(map(frozenset, picture.walls), WALL)
    shut = {frozenset(door.at) for door in picture.doors if door.now != "open"}
    sides = {frozenset(door.at): SEAM for door in picture.doors} | sides | dict.fromkeys(shut, WALL)
    rooms = {plate: _room(plate, sides) for plate in picture.plates}
    size = min((_largest(_short(plate.words), largest, room[2]) for plate, room in rooms.items()), default=largest)
    for plate, (across, down, room) in rooms.items():
        short = _short(plate.words)
        words, size_here = fitted(plate.words, size, room, size)
        if words != plate.words:
            (words, size_here), short = fitted(short, size, room, 9), ""
        left, top = grid.corner(plate.column, plate.row)
        other = short if short != words == plate.words else ""
        canvas.tab((left + across, top + down), words, size_here, palette.LETTERS, palette.PAPER, room, other)


def _short(words: str) -> str:
    return words.rpartition(", ")[2]


def _largest(words: str, largest: int, room: float) -> int:
    """The largest size, down to 9, at which the words have room."""
    return next((size for size in range(largest, 9, -1) if width_of(words, size) <= room), 9)


def _room(plate: Plate, sides: Mapping[frozenset[Place], float]) -> tuple[float, float, float]:
    """How far a name's tab is from the left and the top of its zone, so that it covers nothing there, and how wide its
    words may be.
    """
    column, row, end = plate.column, plate.row, plate.column + plate.width
    left, right = (
        max((wide for side, wide in sides.items() if (at, row) in side), default=SEAM) for at in (column, end)
    )
    top = max(sides.get(frozenset(((at, row), (at + 1, row))), SEAM) for at in range(column, end))
    return left, top, plate.width * CELL - left - right - TAB


def paint_frame(canvas: Canvas, picture: BoardPicture, grid: Grid, edge: float) -> None:
    """A wooden frame, with the letters of the columns and the numbers of the rows on all four sides."""
    left, top, wide, high = _extent(picture, grid)
    for inset, paint in ((0, {"fill": palette.FRAME}), (3, {"stroke": palette.FRAME_EDGE, "line": 2})):
        rim = edge - inset
        canvas.rect(left - rim, top - rim, wide + 2 * rim, high + 2 * rim, radius=12 - inset, **paint)
    canvas.rect(
        left - edge + 3, top - edge + 3, wide + 2 * edge - 6, high + 2 * edge - 6, stroke="#5a4b3b", line=2, radius=10
    )
    paint_letters(canvas, picture, grid, palette.FRAME_INK)


def paint_letters(canvas: Canvas, picture: BoardPicture, grid: Grid, ink: str) -> None:
    """The letters of the columns and the numbers of the rows, of those in which a square is known."""
    left, top, right, bottom = picture.shown
    columns, rows = known_labels(picture)
    canvas.titled("", "rim")
    for column, name in columns:
        for row_at in (top - 0.36, bottom + 0.36):
            canvas.words(grid.corner(column + 0.5, row_at), name, 15, ink)
    for row, name in rows:
        for column_at in (left - 0.36, right + 0.36):
            canvas.words(grid.corner(column_at, row + 0.5), name, 15, ink)
    canvas.close()


def known_labels(picture: BoardPicture) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Return the columns and the rows in which a square is known, each with its letter or number: those of a dungeon
    that nobody has seen would tell how large it is.
    """
    known = [tile for tile in picture.tiles if tile.terrain != "unknown"]
    columns, rows = {tile.column for tile in known}, {tile.row for tile in known}
    letters, numbers = picture.edge_labels
    return (
        [(column, name) for column, name in enumerate(letters) if column in columns],
        [(row, name) for row, name in enumerate(numbers) if row in rows],
    )


def _extent(picture: BoardPicture, grid: Grid) -> Box:
    """The rectangle of the squares that are shown."""
    left, top, right, bottom = picture.shown
    return *grid.corner(left, top), (right - left) * CELL, (bottom - top) * CELL


def _floors(canvas: Canvas, tiles: Sequence[Tile], grid: Grid) -> None:
    """Each square in the colour of its floor or its level."""
    floors: dict[str, list[Box]] = {}
    for tile in tiles:
        level = palette.LEVELS[min(tile.elevation, len(palette.LEVELS)) - 1]
        floors.setdefault(palette.FLOORS.get(tile.terrain, level), []).append(grid.box((tile.column, tile.row)))
    for colour, boxes in floors.items():
        canvas.rects(boxes, colour)


def _zones(canvas: Canvas, picture: BoardPicture, grid: Grid) -> None:
    """Zones side by side have floors of their own."""
    seams = {frozenset(side) for side in (*picture.walls, *picture.rims, *(door.at for door in picture.doors))}
    left = {(tile.column, tile.row) for tile in picture.tiles if not tile.kinds}
    while left:
        first = min(left)
        zone, edge = set[Place](), [first]
        while edge:
            place = edge.pop()
            if place in left:
                left.discard(place)
                zone.add(place)
                for dx, dy, x0, y0, x1, y1 in SIDES:
                    side = frozenset(((place[0] + x0, place[1] + y0), (place[0] + x1, place[1] + y1)))
                    if side not in seams:
                        edge.append((place[0] + dx, place[1] + dy))
        canvas.rects([grid.box(place) for place in sorted(zone)], palette.LETTERS, opacity=0.12 * chance(first, 7))


def _flags(canvas: Canvas, tiles: Sequence[Tile], grid: Grid) -> None:
    """Flagstones: some darker, some lighter, a few with a crack."""
    places = [(tile.column, tile.row) for tile in tiles]
    canvas.rects([grid.box(place) for place in places if chance(place, 1) < 0.3], palette.LETTERS, opacity=0.035)
    canvas.rects([grid.box(place) for place in places if chance(place, 1) > 0.75], "#ffffff", opacity=0.16)
    cracks = []
    for place in places:
        if chance(place, 2) < 0.4:
            u, v = place[0] + 0.1 + 0.7 * chance(place, 3), place[1] + 0.1 + 0.7 * chance(place, 4)
            over, down = 0.24 * chance(place, 5) - 0.12, 0.24 * chance(place, 6) - 0.12
            cracks.append([grid.corner(u, v), grid.corner(u + over, v + down)])
    canvas.lines(cracks, palette.LETTERS, 1.4, opacity=0.13)


def _water(canvas: Canvas, places: set[Place], grid: Grid) -> None:
    """Waves, and foam along the shore."""
    canvas.rects([grid.box(place) for place in sorted(places)], palette.SEA)
    waves: list[list[Point]] = []
    for place in sorted(places):
        for number in range(3):
            x = place[0] + 0.08 + 0.42 * chance(place, 10 + number)
            y = place[1] + 0.2 + 0.3 * number
            waves.append([grid.corner(x + d / 10, y - 0.1 * (d % 2)) for d in range(5)])
    canvas.lines(waves, palette.FOAM, 1.8, opacity=0.6)
    shore = grid.sides(places)
    canvas.lines(shore, palette.DEEP, 5, opacity=0.55)
    canvas.lines(shore, palette.FOAM, 2, opacity=0.9)


def _grass(canvas: Canvas, places: set[Place], grid: Grid) -> None:
    """Tufts of three blades, strewn; the edge dashed, as it is printed on maps."""
    canvas.rects([grid.box(place) for place in sorted(places)], palette.MEADOW, opacity=0.85)
    blades: tuple[list[list[Point]], list[list[Point]]] = ([], [])
    for place in sorted(places):
        for number in range(6):
            x = place[0] + (0.16 + 0.34 * (number % 3)) + 0.1 * (chance(place, 20 + number) - 0.5)
            y = place[1] + (0.36 + 0.44 * (number // 3)) + 0.14 * (chance(place, 30 + number) - 0.5)
            tone = blades[chance(place, 40 + number) > 0.5]
            for lean, high in ((-0.08, 0.1), (0.0, 0.19), (0.08, 0.12)):
                tone.append([grid.corner(x + lean / 3, y), grid.corner(x + lean, y - high)])
    for tone, colour in zip(blades, (palette.LEAF, palette.MOSS), strict=True):
        canvas.lines(tone, colour, 2.4, cap="round")
    canvas.lines(grid.sides(places), palette.MOSS, 3, opacity=0.8)


Strokes = Sequence[Sequence[Point]]
WISPS: Strokes = tuple(((-0.14, y), (-0.07, y - 0.05), (0.02, y + 0.03), (0.12, y - 0.03)) for y in (-0.09, 0, 0.09))
ZONES: Mapping[str, tuple[str, Strokes]] = {  # what makes a zone hard or dangerous: its colour, and one mark of it
    "rough": (palette.RUBBLE, (((-0.1, 0.05), (-0.06, -0.04), (0.05, -0.05), (0.1, 0.05), (-0.1, 0.05)),)),
    "danger": (palette.HAZARD, (((-0.13, 0.16), (0.13, -0.16)),)),
    "flame": (palette.FLAME, (((0, 0.12), (-0.09, 0.03), (0, -0.14), (0.09, 0.03), (0, 0.12)), ((0, 0.1), (0, -0.02)))),
    "gas": (palette.FUMES, WISPS),
    "smoke": (palette.SMOKE, WISPS),
    "frost": (palette.FROST, (((-0.1, 0), (0.1, 0)), ((-0.05, -0.09), (0.05, 0.09)), ((-0.05, 0.09), (0.05, -0.09)))),
}


def _strewn(canvas: Canvas, kind: str, places: set[Place], grid: Grid) -> None:
    """The marks of a kind strewn over its zones, on a breath of its colour, its edge dashed."""
    (colour, strokes), shift = ZONES[kind], 0.23 * ([*ZONES].index(kind) % 2)  # marks of two kinds do not cover another
    canvas.rects([grid.box(place) for place in sorted(places)], colour, opacity=0.16)
    lines: list[list[Point]] = []
    for place in sorted(places):
        for number in range(4):
            x = place[0] + 0.18 + shift + 0.42 * (number % 2) + 0.06 * (chance(place, 20 + number) - 0.5)
            y = place[1] + 0.3 + 0.46 * (number // 2) + 0.12 * (chance(place, 30 + number) - 0.5)
            lines += [[grid.corner(x + dx, y + dy) for dx, dy in stroke] for stroke in strokes]
    canvas.lines(lines, colour, 2.2, cap="round", opacity=0.75)
    canvas.lines(grid.sides(places), colour, 3, opacity=0.8)


def _blocks(canvas: Canvas, places: set[Place], grid: Grid) -> None:
    """Blocks of stone in courses, lit from above, with a face towards who looks."""
    canvas.rects([grid.box(place) for place in sorted(places)], palette.STONE)
    courses: list[list[Point]] = []
    for column, row in sorted(places):
        for course in range(3):
            y, joint = row + course / 3, column + (0.5 if (course + row) % 2 else 0.0)
            courses.append([grid.corner(column, y), grid.corner(column + 1, y)])
            courses.append([grid.corner(joint, y), grid.corner(joint, y + 1 / 3)])
    canvas.lines(courses, palette.MORTAR, 2, opacity=0.6)
    top = [grid.corner(column, row) for column, row in sorted(places) if (column, row - 1) not in places]
    canvas.rects([(x, y, CELL, SHADE * 0.7) for x, y in top], "#ffffff", opacity=0.28)
    foot = [grid.corner(column, row + 1) for column, row in sorted(places) if (column, row + 1) not in places]
    canvas.rects([(x, y - SHADE, CELL, SHADE) for x, y in foot], palette.LETTERS, opacity=0.5)
    canvas.lines(grid.sides(places), palette.LETTERS, 4, cap="square")


def _levels(canvas: Canvas, picture: BoardPicture, grid: Grid) -> None:
    """Where the level changes: a red line as on printed maps, a shadow on the lower side, the height in the corner."""
    levels = {(tile.column, tile.row): tile.elevation for tile in picture.tiles}
    shadows = []
    for (column, row), level in levels.items():
        for dx, dy, *_ in SIDES:
            other = levels.get((column + dx, row + dy), level)
            if other < level:
                x, y = grid.corner(column + max(dx, 0), row + max(dy, 0))
                deep = SHADE * (level - other)
                shadows.append((x - deep * (dx < 0), y, deep, CELL) if dx else (x, y - deep * (dy < 0), CELL, deep))
    canvas.rects(shadows, palette.LETTERS, opacity=0.22)
    canvas.lines([grid.ends(rim) for rim in picture.rims], palette.RIM, 3, cap="square")
    if picture.plates:
        return
    for (column, row), level in levels.items():
        is_corner = levels.get((column - 1, row)) != level and levels.get((column, row - 1)) != level
        if level > 1 and is_corner:
            x, y = grid.corner(column + 0.2, row + 0.2)
            canvas.circle((x, y), 8, palette.RIM)
            canvas.words((x, y), str(level), 12, "#ffffff", bold=True)


def _starts(canvas: Canvas, tiles: Sequence[Tile], grid: Grid) -> None:
    """A starting area: a tint, and a dashed line inside its border."""
    areas: dict[str, list[Place]] = {}
    for tile in tiles:
        if tile.starting:
            areas.setdefault(tile.starting, []).append((tile.column, tile.row))
    for places in areas.values():
        canvas.rects([grid.box(place) for place in places], palette.START, opacity=0.1)
        canvas.lines(grid.sides(places), palette.START, 3, opacity=0.75, dash="12 6")


def _net(canvas: Canvas, picture: BoardPicture, grid: Grid) -> None:
    """Lines between known squares, lightly."""
    known = {(tile.column, tile.row) for tile in picture.tiles if tile.terrain != "unknown"}
    lines: list[list[Point]] = []
    for across in (True, False):
        for line in range(picture.rows + 1 if across else picture.columns + 1):
            start: int | None = None
            for step in range((picture.columns if across else picture.rows) + 1):
                pair = ((step, line), (step, line - 1)) if across else ((line, step), (line - 1, step))
                is_seen = any(place in known for place in pair)
                if is_seen and start is None:
                    start = step
                elif not is_seen and start is not None:
                    ends = ((start, line), (step, line)) if across else ((line, start), (line, step))
                    lines.append([grid.corner(*end) for end in ends])
                    start = None
    canvas.lines(lines, palette.LETTERS, 1, opacity=0.25)


def _fog(canvas: Canvas, picture: BoardPicture, tiles: Sequence[Tile], grid: Grid) -> None:
    """Rock where nobody has been; its dark comes over the floor that goes on there, and stops at walls and doors."""
    unknown = {(tile.column, tile.row) for tile in tiles if tile.terrain == "unknown"}
    known = {(tile.column, tile.row) for tile in tiles} - unknown
    _rock(canvas, unknown, grid)
    shut = {frozenset(side) for side in (*picture.walls, *(door.at for door in picture.doors))}
    shades = []
    for column, row in sorted(unknown):
        for dx, dy, x0, y0, x1, y1 in SIDES:
            ends = (column + x0, row + y0), (column + x1, row + y1)
            if (column + dx, row + dy) in known and frozenset(ends) not in shut:
                shades += [(ends, dx * share, dy * share) for share in (0.08, 0.16, 0.24)]
    for (start, end), over, down in shades:
        (left, top), (right, low) = grid.corner(*start), grid.corner(end[0] + over, end[1] + down)
        box = (min(left, right), min(top, low), abs(right - left), abs(low - top))
        canvas.rects([box], palette.FLOORS["unknown"], opacity=0.4)


def _rock(canvas: Canvas, places: Collection[Place], grid: Grid) -> None:
    """The rough rock around what is known: dull cracks, always the same."""
    cracks = []
    for place in sorted(places):
        for number in range(3):
            x = place[0] + 0.15 + 0.7 * chance(place, 60 + number)
            y = place[1] + 0.15 + 0.7 * chance(place, 70 + number)
            over, down = 0.3 * chance(place, 80 + number) - 0.15, 0.3 * chance(place, 90 + number) - 0.15
            cracks.append([grid.corner(x, y), grid.corner(x + over, y + down)])
    canvas.lines(cracks, palette.STONE, 2, opacity=0.35, cap="round")


def _rungs(ramp: tuple[Place, Place], grid: Grid) -> list[list[Point]]:
    (x0, y0), (x1, y1) = (grid.corner(column + 0.5, row + 0.5) for column, row in ramp)
    dx, dy = (y1 - y0) / 5, (x1 - x0) / 5
    middles = [(x0 + (x1 - x0) * part / 10, y0 + (y1 - y0) * part / 10) for part in range(2, 9, 2)]
    return [[(x - dx, y - dy), (x + dx, y + dy)] for x, y in middles]


def _door(canvas: Canvas, door: Door, grid: Grid, thick: float) -> None:
    """A door of planks fills its side; of one that is open the posts are left, and the leaf stands aside."""
    (x0, y0), (x1, y1) = grid.ends(door.at)

    def part(start: float, end: float) -> list[Point]:
        return [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in (start, end)]

    if door.now == "open":
        leaf = [(x0, y0), (x0 + (y1 - y0) * 0.5 + (x1 - x0) * 0.25, y0 + (x1 - x0) * 0.5 + (y1 - y0) * 0.25)]
        canvas.lines([leaf], palette.LETTERS, 7, cap="round")
        canvas.lines([leaf], palette.DOORS["open"], 4, cap="round")
        canvas.lines([part(0.0, 0.1), part(0.9, 1.0)], palette.LETTERS, 12)
        return
    canvas.lines([part(0.06, 0.94)], palette.LETTERS, thick)
    canvas.lines([part(0.09, 0.91)], palette.DOORS[door.now], thick - 4)
    canvas.lines([part(at, at + 0.03) for at in (0.28, 0.48, 0.68)], palette.LETTERS, thick - 4, opacity=0.5)
    if door.now == "barricaded":
        dx, dy = (y1 - y0) * 0.16, (x1 - x0) * 0.16
        (ax, ay), (bx, by) = part(0.15, 0.85)
        canvas.lines(
            [[(ax - dx, ay - dy), (bx + dx, by + dy)], [(ax + dx, ay + dy), (bx - dx, by - dy)]], palette.WOOD, 5
        )
