"""All lines at once: lines with the same offset cross the same relative things, whatever square they start from.

    a board is a row of bits, one a square      the union of the board, shifted by every step of a walk, says for all
    0 1 0 0 1 0 ...                             starts together which lines of that offset are met by something

Walks that begin alike are united alike: they make a tree, done depth by depth. Frames and severities lie side by side
in the same integers, so that a board with levels costs little more than a flat one. Starts whose end leaves the board
have bits too, which mean nothing: nobody asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from operator import itemgetter, or_

from companion.board.geometry import COLUMN, ROW, moves
from companion.board.obstacles import Bits

Masks = list[int]
Pick = Callable[[Sequence[int]], tuple[int, ...]]


class Sweep:
    """The walks of all offsets on a board of ``columns`` × ``rows`` squares; only those forward in reading order."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.size, self.span = columns, columns * rows, 2 * columns - 1
        tree = [_Depth() for _ in range(columns + rows)]
        for offset, (walk, step) in enumerate(walks(columns, rows)):
            is_left, here, parent = step < 0, columns - 1, 0
            for depth, move in enumerate(walk):
                here += (step if move != ROW else 0) + (columns if move != COLUMN else 0)
                kind = is_left if move == COLUMN else 2 if move == ROW else 3 + is_left
                if depth + 1 == len(walk):  # the end's own square is not met
                    tree[depth].end(offset, parent, (5 + kind) * (columns - 1 + self.size) + here)
                else:
                    beginning = walk[: depth + 1], is_left
                    parent = tree[depth].step(beginning, parent, kind * (columns - 1 + self.size) + here)
        self._depths = [depth.picks() for depth in tree]
        order = [place for depth in tree for place, _, _ in depth.ends]
        self.offsets = len(order)
        self._sorted = _pick(sorted(range(len(order)), key=order.__getitem__))

    def place(self, first: int, last: int) -> int:
        """The place of an offset among the masks, from two squares of which the first comes first."""
        (row, column), (to_row, to_column) = divmod(first, self.columns), divmod(last, self.columns)
        return (to_row - row) * self.span + to_column - column - 1

    def offsets_of(self, apart: int) -> list[tuple[int, int]]:
        """The offsets that lead so many squares on in reading order, each with the starts from which it stays on it."""
        down, right = divmod(apart, self.columns)
        left = self._left_of(self.columns - right)
        found = [(down * self.span + right - 1, left)]
        if right and (down + 1) * self.columns < self.size:  # down one row more, and back to the left
            found.append(((down + 1) * self.span + right - self.columns - 1, ~left))
        return found

    def _left_of(self, column: int) -> int:
        line = (1 << column) - 1
        return sum(line << row for row in range(0, self.size, self.columns))

    def masks(self, planes: Sequence[Bits]) -> Masks:
        """Return, for every offset, the squares from which its line meets something, plane
        after plane of ``size`` bits.
        """
        squares, beside, below, falling, rising = (
            sum(bits << (number * self.size) for number, bits in enumerate(kind)) for kind in zip(*planes, strict=True)
        )
        columns = self.columns
        # by the square entered: to the right, to the left, down, down to the right, down to the left
        edges = (beside << 1, beside, below << columns, falling << (columns + 1), rising << columns)
        shifted: list[int] = []
        for bits in (*(edge | squares for edge in edges), *edges):
            shifted += [bits << by for by in range(columns - 1, 0, -1)]
            shifted += [bits >> by for by in range(self.size)]
        met, ended = [0], Masks()
        for parents, steps, end_parents, end_steps in self._depths:
            ended += map(or_, end_parents(met), end_steps(shifted))
            met = list(map(or_, parents(met), steps(shifted)))
        return list(self._sorted(ended))


class _Depth:
    """All walks of one length: beginnings of longer ones, and whole ones."""

    def __init__(self) -> None:
        self._steps: dict[tuple[bytes, bool], tuple[int, int, int]] = {}  # place, parent, shifted board
        self.ends: list[tuple[int, int, int]] = []  # offset, parent, shifted board

    def step(self, beginning: tuple[bytes, bool], parent: int, board: int) -> int:
        """The place of a beginning at this depth."""
        return self._steps.setdefault(beginning, (len(self._steps), parent, board))[0]

    def end(self, offset: int, parent: int, board: int) -> None:
        """Adds a walk that ends here."""
        self.ends.append((offset, parent, board))

    def picks(self) -> tuple[Pick, Pick, Pick, Pick]:
        """The parents and boards of the beginnings, then of the whole walks."""
        steps, ends = list(self._steps.values()), self.ends
        return (
            _pick([parent for _, parent, _ in steps]),
            _pick([board for _, _, board in steps]),
            _pick([parent for _, parent, _ in ends]),
            _pick([board for _, _, board in ends]),
        )


def _pick(places: Sequence[int]) -> Pick:
    """Return a function that takes the items at these places out of a list, as a tuple however many there are."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda items: tuple(items[place] for place in places)


def walks(columns: int, rows: int) -> Iterator[tuple[bytes, int]]:
    """The moves of every offset forward, in the order of the masks, and which way a move to another column goes."""
    for down, right in product(range(rows), range(1 - columns, columns)):
        if down or right > 0:
            yield moves(abs(right), down), 1 if right >= 0 else -1


@lru_cache(maxsize=8)
def sweep_of(columns: int, rows: int) -> Sweep:
    """The walks of boards of that size."""
    return Sweep(columns, rows)
