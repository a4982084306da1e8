"""What a pushed piece meets one square further, and which ways lead straight away: slow and obvious.

Written from the catalogue's text (HC-KB-05..19, AMB-18, -20, -22, -60). Shares no code with the board.
"""

from __future__ import annotations

from tests.oracles.sight import Scene, Square, level, stretch_inside


def meets(scene: Scene, square: Square, way: Square, taken: set[Square]) -> str:
    """One word for what the next square in that direction is; terrain is asked before people."""
    there = (square[0] + way[0], square[1] + way[1])
    if there not in scene.squares():
        return "edge"
    if frozenset({square, there}) in scene.walls:
        return "wall"
    if there in scene.blocking:
        return "blocking"
    if level(scene, there) > level(scene, square):
        return "rise"
    flanks = [(square[0], there[1]), (there[0], square[1])] if way[0] and way[1] else []
    solid = [flank for flank in flanks if is_solid(scene, flank, square, there)]
    full = [flank for flank in flanks if flank in taken and level(scene, flank) >= level(scene, there)]
    if flanks and all(flank in solid for flank in flanks):
        return "corner"
    if flanks and all(flank in solid or flank in full for flank in flanks):
        return "crowded"
    if there in taken:
        return "occupied"
    return "fall" if level(scene, there) < level(scene, square) else "free"


def is_solid(scene: Scene, flank: Square, square: Square, there: Square) -> bool:
    """Of a diagonal step: the flank is higher than it, or not lower and closed by terrain or a wall."""
    levels = [level(scene, square), level(scene, there)]
    if level(scene, flank) > max(levels):
        return True
    if level(scene, flank) < min(levels):
        return False
    walls = [frozenset({flank, square}), frozenset({flank, there})]
    return flank in scene.blocking or any(wall in scene.walls for wall in walls)


def ways_away(start: Square, target: Square) -> list[Square]:
    """The directions of those of the first two squares behind the target that lie straight from it, on the line."""
    if start == target:
        return []
    dx, dy = target[0] - start[0], target[1] - start[1]
    end = (start[0] + 3 * dx, start[1] + 3 * dy)
    box_x, box_y = sorted([start[0], end[0]]), sorted([start[1], end[1]])
    box = [(x, y) for x in range(box_x[0], box_x[1] + 1) for y in range(box_y[0], box_y[1] + 1)]
    entered = sorted((inside[0], square) for square in box if (inside := stretch_inside(start, end, square)))
    squares = [square for _, square in entered]
    found: list[Square] = []
    for x, y in squares[squares.index(target) + 1 :][:2]:
        sx, sy = x - target[0], y - target[1]
        way = ((sx > 0) - (sx < 0), (sy > 0) - (sy < 0))
        if (sx == 0 or sy == 0 or abs(sx) == abs(sy)) and way not in found:
            found.append(way)
    return found
