"""Peers of the measurements: boards made up by a seed, and others' ways of the same work.

scattered        boards with terrain, walls, roofs and figures
BareWalk         the plain exact walk, yes or no
ShadowCasting    another library's field of view
ChessGames       python-chess: random moves, listed, played, and read again from notation
"""

from __future__ import annotations

import random
from functools import cached_property
from typing import TYPE_CHECKING, Any

from companion.errors import MissingPart

if TYPE_CHECKING:
    from companion.board import GridBoard, Occupancy

Square = tuple[int, int]


def scattered(
    seed: int, columns: int = 24, rows: int = 16, *, is_rough: bool = True, levels: int = 1
) -> tuple[GridBoard, Occupancy]:
    """A board and its figures: of 384 squares 40 block, 20 hold figures, 40 hinder (if rough), 40 sides have walls.

    Larger boards have as much in proportion; every further level is a roof of 8 × 6 squares.
    """
    from companion.board import GridBoard, Occupancy, Occupant, Terrain, Tile, edge, format_square
    from companion.core.ids import PieceId

    dice, part = random.Random(seed), columns * rows / 384
    squares = [(x, y) for y in range(rows) for x in range(columns)]
    chosen = dice.sample(squares, round(100 * part))
    forty, sixty = round(40 * part), round(60 * part)
    blocking, figures, hindering = chosen[:forty], chosen[forty:sixty], chosen[sixty:] if is_rough else []
    heights: dict[tuple[int, int], int] = {}
    for level in range(2, levels + 1):
        left, top = dice.randrange(columns - 7), dice.randrange(rows - 5)
        heights.update({(x, y): level for x in range(left, left + 8) for y in range(top, top + 6)})
    kinds = {**dict.fromkeys(blocking, Terrain.BLOCKING), **dict.fromkeys(hindering, Terrain.HINDERING)}
    tiles = tuple(
        Tile(frozenset({kinds[square]} if square in kinds else ()), heights.get(square, 1)) for square in squares
    )
    sides = [
        (square, other) for square in squares for other in ((square[0] + 1, square[1]), (square[0], square[1] + 1))
    ]
    inner = [(one, other) for one, other in sides if other[0] < columns and other[1] < rows]
    walls = (edge(format_square(*one), format_square(*other)) for one, other in dice.sample(inner, forty))
    board = GridBoard(f"scattered {seed}", columns, rows, tiles, frozenset(walls))
    pieces = (
        Occupant(PieceId(f"p{n}"), ("red", "blue")[n % 2], (format_square(*s),), speed=10)
        for n, s in enumerate(figures)
    )
    return board, Occupancy.of(pieces)


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


class ChessGames:
    """Random games of chess, the same for the same seed."""

    def __init__(self, seed: int, games: int = 12, plies: int = 120) -> None:
        try:
            import chess
        except ImportError:
            raise MissingPart("python-chess", "pip install 'tablewright[dev]' brings it") from None
        self._chess = chess
        self._seed = seed
        self._games = games
        self._plies = plies

    @cached_property
    def boards(self) -> list[Any]:
        """Positions in the middle of games, each with a move of its own history."""
        rng, found = random.Random(self._seed), list[Any]()
        for _ in range(self._games):
            board = self._chess.Board()
            while not board.is_game_over() and board.ply() < self._plies:
                found.append(board.copy(stack=False))
                board.push(rng.choice(list(board.legal_moves)))
        return found

    @cached_property
    def notations(self) -> list[tuple[Any, str]]:
        """A position and a move of it as it is written down (SAN), for every ply of the games."""
        rng = random.Random(self._seed)
        return [(board, board.san(rng.choice(list(board.legal_moves)))) for board in self.boards]

    def choose(self, number: int) -> None:
        """Choose one ply among all legal ones and carry it out, then take it back."""
        board = self.boards[number % len(self.boards)]
        board.push(random.Random(number).choice(list(board.legal_moves)))
        board.pop()

    def replay(self, number: int) -> None:
        """Read, check and carry out one written ply, then take it back."""
        board, written = self.notations[number % len(self.notations)]
        board.push_san(written)
        board.pop()
