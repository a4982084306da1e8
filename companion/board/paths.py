"""Where one move may end, at which cost, and by which way.

. . . 3 .       A move is a walk of counted squares: layer n holds what can be entered as the n-th one.
. ░ 2 3 .       ``steps`` says what the board allows; opponents close squares and corners and stop the
A 1 2 3 B       move beside them. Larger bases count one leading square and are laid down at the end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.board.grid import GridBoard
from companion.board.laying import is_layable
from companion.board.occupancy import Occupancy, Occupant
from companion.board.steps import CLOSED, HINDERING, MovePolicy, Step, hinders, steps_of
from companion.core.ids import SpaceId

__all__ = ["Reach", "allowance", "halved", "reach"]


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a move may end: the least number of squares to each, and a way there.

    For a larger base a square is the last counted one, which the base will cover.
    """

    costs: Mapping[SpaceId, int]
    _before: Mapping[_State, _State] = field(repr=False, compare=False)
    _ends: Mapping[SpaceId, _State] = field(repr=False, compare=False)

    def path_to(self, space: SpaceId) -> tuple[SpaceId, ...]:
        """The squares entered one by one, the start not included; empty for a square it already covers."""
        state, path = self._ends[space], list[SpaceId]()
        while state.counted:
            path.append(state.space)
            state = self._before[state]
        return tuple(reversed(path))


class _State(NamedTuple):
    counted: int  # squares entered so far
    space: SpaceId
    is_stopped: bool


def halved(speed: int) -> int:
    """Half a speed value, a half rounded up at once (HC-TERR-14, HC-VAL-05, AMB-02)."""
    return (speed + 1) // 2


def allowance(board: GridBoard, mover: Occupant, policy: MovePolicy) -> int:
    """The speed a move starts with: halved when any square of the base hinders movement (HC-TERR-14, HC-MULTI-08)."""
    return halved(mover.speed) if any(hinders(board, space, policy) for space in mover.spaces) else mover.speed


def reach(
    board: GridBoard, occupancy: Occupancy, mover: Occupant, policy: MovePolicy, *, broke_away: bool = True
) -> Reach:
    """Every square in which a move of ``mover`` may end (HC-MOVE-05).

    ``broke_away`` matters only next to an opponent: yes means away from all of those (HC-MOVE-11), no leaves it where
    it is.
    """
    beside = _opponents_beside(board, occupancy, mover)
    starts = {space: _State(0, space, False) for space in mover.spaces}
    costs, before, ends = dict.fromkeys(mover.spaces, 0), dict[_State, _State](), dict(starts)
    if beside and not broke_away and not policy.breaks_away_freely:  # HC-MOVE-09
        return Reach(costs, before, ends)
    held, stoppers = _opponents(board, occupancy, mover, policy, beside)
    steps = steps_of(board, policy)
    layer, seen = list(starts.values()), set[tuple[SpaceId, bool]]()
    for counted in range(1, allowance(board, mover, policy) + 1):
        reached: dict[_State, _State] = {}
        for state in layer:
            for space, is_stopped in _entered(steps[state.space], held, stoppers):
                reached.setdefault(_State(counted, space, is_stopped), state)
        if len(mover.spaces) == 1:  # a longer way round helps nobody but a base that must be laid down
            reached = {new: old for new, old in reached.items() if (new.space, new.is_stopped) not in seen}
            seen.update((new.space, new.is_stopped) for new in reached)
        before.update(reached)
        for state in reached:
            if state.space not in costs and is_layable(board, occupancy, mover, state.space, counted):
                costs[state.space], ends[state.space] = counted, state
        layer = [state for state in reached if not state.is_stopped]
        if not layer:
            break
    return Reach(costs, before, ends)


def _opponents_beside(board: GridBoard, occupancy: Occupancy, mover: Occupant) -> tuple[Occupant, ...]:
    near = {space for own in mover.spaces for space in board.adjacent(own)}
    return tuple(o for o in occupancy if o.is_opposed_to(mover) and not near.isdisjoint(o.spaces))


def _opponents(
    board: GridBoard, occupancy: Occupancy, mover: Occupant, policy: MovePolicy, left: Collection[Occupant]
) -> tuple[frozenset[SpaceId], frozenset[SpaceId]]:
    """The squares opponents hold (HC-MOVE-03), and those beside the ones not ``left`` behind (HC-MOVE-04, -12)."""
    if policy.passes_opponents:
        return frozenset(), frozenset()
    others = [other for other in occupancy if other.is_opposed_to(mover)]
    held = frozenset(space for other in others for space in other.spaces)
    new = (other for other in others if other not in left)
    return held, frozenset(near for other in new for space in other.spaces for near in board.adjacent(space))


def _entered(
    steps: Collection[Step], held: frozenset[SpaceId], stoppers: frozenset[SpaceId]
) -> Iterator[tuple[SpaceId, bool]]:
    """Every square that may be entered next, and whether the move ends there."""
    for to, stops, may_hinder, flanks in steps:
        if to in held:
            continue
        if flanks:  # HC-TERR-51: the better flank counts, and an opponent closes one (AMB-18)
            corner = min([CLOSED if flank.space in held else flank.severity for flank in flanks])
            if corner == CLOSED:
                continue
            stops = stops or (may_hinder and corner == HINDERING)
        yield to, stops or to in stoppers
