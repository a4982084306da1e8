"""What lines of sight are held against: the plain exact walk, and another library's field of view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.errors import MissingPart

if TYPE_CHECKING:
    from companion.board import GridBoard, Occupancy

Square = tuple[int, int]


class BareWalk:
    """The exact walk and nothing else, over sets of coordinates: yes or no, without reasons, on boards of one level."""

    def __init__(self, board: GridBoard, occupancy: Occupancy) -> None:
        from companion.board import Terrain, parse_square

        solid = {space for space in board.spaces if board.has(space, Terrain.BLOCKING)} | set(occupancy.by_space)
        self.solid = {parse_square(space) for space in solid}
        pairs = [sorted((parse_square(wall.a), parse_square(wall.b))) for wall in board.walls]
        self.beside = {one for one, other in pairs if one[1] == other[1]}
        self.below = {one for one, other in pairs if one[0] == other[0]}

    def is_blocked(self, start: Square, end: Square, *, to_the_end: bool = False) -> bool:
        """Whether anything blocks; stops at the first thing that does, unless it walks to the end."""
        solid, beside, below = self.solid, self.beside, self.below
        (x, y), (last_x, last_y) = start, end
        wide, tall = abs(last_x - x), abs(last_y - y)
        right, down = (1 if last_x > x else -1), (1 if last_y > y else -1)
        wall_x, wall_y = min(right, 0), min(down, 0)  # from a square to the one whose side is crossed
        column, row, is_blocked = 1, 1, False
        while column < 2 * wide or row < 2 * tall:
            ahead = column * tall - row * wide
            if ahead < 0:
                is_blocked |= (x + wall_x, y) in beside
                x, column = x + right, column + 2
            elif ahead > 0:
                is_blocked |= (x, y + wall_y) in below
                y, row = y + down, row + 2
            else:
                one, other = (x + right, y), (x, y + down)
                is_blocked |= (one in solid or (x + wall_x, y) in beside or (x + right, y + wall_y) in below) and (
                    other in solid or (x, y + wall_y) in below or (x + wall_x, y + down) in beside
                )
                x, y, column, row = x + right, y + down, column + 2, row + 2
            is_blocked |= (x, y) in solid and (x, y) != end
            if is_blocked and not to_the_end:
                return True
        return is_blocked


class ShadowCasting:
    """python-tcod's symmetric shadow casting over the squares that block; it knows neither walls nor our corners."""

    def __init__(self, board: GridBoard, occupancy: Occupancy) -> None:
        import numpy as np

        from companion.board import Terrain, parse_square

        try:
            from tcod.constants import FOV_SYMMETRIC_SHADOWCAST
            from tcod.map import compute_fov
        except ImportError:
            raise MissingPart("python-tcod", "pip install 'tablewright[dev]' brings it") from None
        self._compute, self._algorithm = compute_fov, FOV_SYMMETRIC_SHADOWCAST
        self.squares = [parse_square(space) for space in board.spaces]
        self.is_open = np.ones((board.rows, board.columns), bool)
        for space in board.spaces:
            if board.has(space, Terrain.BLOCKING) or occupancy.on(space):
                column, row = parse_square(space)
                self.is_open[row, column] = False

    def look_around(self) -> None:
        """Compute the field of view of every square."""
        for column, row in self.squares:
            self._compute(self.is_open, (row, column), radius=0, light_walls=True, algorithm=self._algorithm)
