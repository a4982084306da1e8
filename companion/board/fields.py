"""Whole fields of squares: everything a piece sees, could attack, and could threaten after one move.

. ▒ ▒ .      seen_from      the best line from any square of the base to every square
A ▒ █ .      within_reach   the free ones of these, as far as the piece can shoot
             threatened     the same from wherever a move may end
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from companion.board.endings import endings
from companion.board.grid import GridBoard
from companion.board.meeting import SightRules
from companion.board.occupancy import Occupancy, Occupant
from companion.board.paths import reach
from companion.board.sight import VERDICTS, Sight
from companion.board.spaces import Verdict
from companion.board.steps import MovePolicy
from companion.board.view import View
from companion.core.ids import SpaceId

Field = dict[SpaceId, Verdict]


def seen_from(sight: Sight, starts: Collection[SpaceId]) -> Field:
    """Return, for every square in the board's order, the best verdict of a line to it from
    any of ``starts`` (HC-MULTI-10).
    """
    view = View(sight)
    best = zip(*(view.severities(start) for start in starts), strict=True)
    return {end: VERDICTS[min(seen)] for end, seen in zip(sight.board.spaces, best, strict=True)}


def within_reach(sight: Sight, starts: Collection[SpaceId], distance: int) -> Field:
    """Every square within ``distance`` of a line that is not blocked, with the best verdict (HC-RNG-05, HX-TERM-04).

    Range and line are measured from the same square (HC-MULTI-16, HX-TERM-09); ``starts`` are among them.
    """
    return _best(sight.board, ((start, View(sight)) for start in starts), distance)


def threatened(
    board: GridBoard,
    occupancy: Occupancy,
    mover: Occupant,
    policy: MovePolicy,
    rules: SightRules,
    distance: int,
) -> Field:
    """Return the field of everything ``within_reach`` of ``mover`` from wherever one of its moves may end."""
    others = [one for one in occupancy if one.piece != mover.piece]
    alone = View(Sight(board, Occupancy.of(others), rules))

    def views() -> Iterator[tuple[SpaceId, View]]:
        for base, _, _ in endings(board, occupancy, mover, reach(board, occupancy, mover, policy)):
            if len(base) == 1:  # who looks from its one square stands in no line of its own
                yield base[0], alone
                continue
            moved = Occupancy.of([*others, replace(mover, spaces=base)])
            view = View(Sight(board, moved, rules))
            yield from ((start, view) for start in base)

    return _best(board, views(), distance)


def _best(board: GridBoard, starts: Iterable[tuple[SpaceId, View]], distance: int) -> Field:
    worst = dict.fromkeys(board.spaces, 2)
    for start, view in starts:
        for end, severity in zip(board.spaces, view.severities(start), strict=True):
            if severity < worst[end] and board.distance(start, end) <= distance:
                worst[end] = severity
    return {space: VERDICTS[severity] for space, severity in worst.items() if severity < 2}
