"""Lines of sight: every pair of squares of a whole map at once, against the exact walk pair by pair."""

from __future__ import annotations

from collections.abc import Iterator

from companion.bench.rows import Row
from companion.bench.stopwatch import side_by_side

__all__ = ["measure"]


def measure(*, runs: int = 3) -> Iterator[Row]:
    """All pairs of a shipped map of 16 × 24 squares, with eight pieces on it; both must give the same answers."""
    from companion.board.loading import parse_map
    from companion.board.occupancy import Occupancy, Occupant
    from companion.board.sight import Sight
    from companion.board.survey import all_verdicts
    from companion.core.ids import PieceId
    from companion.documents import load_document
    from companion.games.heroclix.collection import shipped_map
    from companion.games.heroclix.editions.lines import CORE_SIGHT

    board = parse_map(load_document(str(shipped_map("harbour-market"))))
    clear = [space for space in board.spaces if not board.tile(space).terrain]
    step = len(clear) // 8
    pieces = (Occupant(PieceId(f"p{n}"), "red", (clear[n * step],)) for n in range(8))
    occupancy = Occupancy.of(pieces)

    def ours(number: int) -> object:
        return list(all_verdicts(Sight(board, occupancy, CORE_SIGHT)))

    def peer(number: int) -> object:
        sight = Sight(board, occupancy, CORE_SIGHT)
        return [(a, tuple(sight.verdict(a, b) for b in board.spaces)) for a in board.spaces]

    if ours(0) != peer(0):
        raise AssertionError("the sweep and the walk disagree: there is nothing to measure")
    fast, slow = side_by_side([ours, peer], runs, warm_up=0)
    name = f"all {len(board.spaces)} x {len(board.spaces)} lines of sight"
    yield Row(name, fast * 1e3, "ms", slow * 1e3, "the exact walk, pair by pair", 0.25)
