"""Where one move may end, at which cost, and by which way.

. . . 3 .       A move is a walk of counted squares; each step is judged by ``_steps`` alone:
. ░ 2 3 .       closed, passing, or stopping. Layer n holds what can be entered as the n-th square.
A 1 2 3 B       Larger bases count one leading square and are laid down at the end (AMB-44).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.board.grid import GridBoard
from companion.board.laying import is_layable
from companion.board.occupancy import Occupancy, Occupant
from companion.board.spaces import Terrain, edge
from companion.core.ids import SpaceId

__all__ = ["MovePolicy", "Reach", "halved", "reach"]


@dataclass(frozen=True, slots=True)
class MovePolicy:
    """What a way of moving ignores; the plain one ignores nothing (HC-MOVE-15)."""

    ignores_hindering: bool = False  # and water, which counts as hindering for movement
    ignores_water: bool = False
    ignores_elevation: bool = False
    ignores_outdoor_blocking: bool = False  # walls too when both their squares are outdoors
    ignores_blocking: bool = False
    passes_opponents: bool = False  # may cross their squares and is not stopped beside them
    breaks_away_freely: bool = False  # needs no roll

    def __or__(self, other: MovePolicy) -> MovePolicy:
        """A policy that ignores whatever one of the two ignores."""
        return MovePolicy(*(getattr(self, name) or getattr(other, name) for name in self.__slots__))


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


class _Mover(NamedTuple):
    board: GridBoard
    occupancy: Occupancy
    piece: Occupant
    policy: MovePolicy
    stoppers: frozenset[SpaceId]  # squares beside an opponent it has not broken away from


def halved(speed: int) -> int:
    """Half a speed value, a half rounded up (HC-TERR-14, AMB-02)."""
    return (speed + 1) // 2


def reach(
    board: GridBoard, occupancy: Occupancy, mover: Occupant, policy: MovePolicy, *, broke_away: bool = True
) -> Reach:
    """Every square in which a move of ``mover`` may end.

    ``broke_away`` matters only next to an opponent: yes means away from all of those, no leaves it where it is.
    """
    beside = _opponents_beside(board, occupancy, mover)
    starts = {space: _State(0, space, False) for space in mover.spaces}
    costs, before = dict.fromkeys(mover.spaces, 0), dict[_State, _State]()
    if beside and not broke_away and not policy.breaks_away_freely:  # HC-MOVE-09
        return Reach(costs, before, starts)
    stoppers = frozenset[SpaceId]()
    if not policy.passes_opponents:
        others = (other for other in occupancy if other.is_opposed_to(mover) and other not in beside)
        stoppers = frozenset(near for other in others for space in other.spaces for near in board.adjacent(space))
    moving = _Mover(board, occupancy, mover, policy, stoppers)
    ends = dict(starts)
    layer, seen = list(starts.values()), set[tuple[SpaceId, bool]]()
    for count in range(1, allowance(board, mover, policy) + 1):
        reached: dict[_State, _State] = {}
        for state in layer:
            for space, is_stopped in _steps(moving, state.space):
                reached.setdefault(_State(count, space, is_stopped), state)
        if len(mover.spaces) == 1:  # a longer way round helps nobody but a base that must be laid down
            reached = {new: old for new, old in reached.items() if (new.space, new.is_stopped) not in seen}
            seen.update((new.space, new.is_stopped) for new in reached)
        before.update(reached)
        for state in reached:
            if state.space not in costs and is_layable(board, occupancy, mover, state.space, count):
                costs[state.space], ends[state.space] = count, state
        layer = [state for state in reached if not state.is_stopped]
    return Reach(costs, before, ends)


def allowance(board: GridBoard, mover: Occupant, policy: MovePolicy) -> int:
    """The speed a move starts with: halved when any square of the base hinders movement (HC-TERR-14, HC-MULTI-08)."""
    return halved(mover.speed) if any(_hinders(board, space, policy) for space in mover.spaces) else mover.speed


def _opponents_beside(board: GridBoard, occupancy: Occupancy, mover: Occupant) -> tuple[Occupant, ...]:
    near = {space for own in mover.spaces for space in board.adjacent(own)}
    return tuple(o for o in occupancy if o.is_opposed_to(mover) and not near.isdisjoint(o.spaces))


def _hinders(board: GridBoard, space: SpaceId, policy: MovePolicy) -> bool:
    if policy.ignores_hindering:
        return False
    return board.has(space, Terrain.HINDERING) or (board.has(space, Terrain.WATER) and not policy.ignores_water)


def _steps(moving: _Mover, start: SpaceId) -> Iterator[tuple[SpaceId, bool]]:
    """Every square the next step may enter, and whether the move ends there."""
    board, policy = moving.board, moving.policy
    was_hindered = _hinders(board, start, policy)
    for space in board.sides_first(start):
        if not _may_enter(moving, start, space):
            continue
        corner = _corner(moving, start, space)
        if corner == 2:
            continue
        is_stopped = space in moving.stoppers  # HC-MOVE-04, HC-MOVE-12
        if not was_hindered and (corner == 1 or _hinders(board, space, policy)):  # HC-TERR-13, HC-TERR-15, AMB-19
            is_stopped = True
        yield space, is_stopped


def _may_enter(moving: _Mover, start: SpaceId, space: SpaceId) -> bool:
    board, policy = moving.board, moving.policy
    is_level = board.level(start) == board.level(space)
    if not is_level and not policy.ignores_elevation and edge(start, space) not in board.ramps:  # HC-TERR-45
        return False
    if board.has_wall(start, space) and not _passes_wall(board, start, space, policy):  # HC-TERR-21
        return False
    if board.has(space, Terrain.BLOCKING) and not _passes_blocking(board, space, policy):  # HC-TERR-20
        return False
    return not _is_held(moving, space)


def _is_held(moving: _Mover, space: SpaceId) -> bool:
    """Whether an opponent stands there who cannot be passed (HC-MOVE-03)."""
    other = moving.occupancy.on(space)
    return other is not None and other.is_opposed_to(moving.piece) and not moving.policy.passes_opponents


def _passes_blocking(board: GridBoard, space: SpaceId, policy: MovePolicy) -> bool:
    return policy.ignores_blocking or (policy.ignores_outdoor_blocking and not board.tile(space).indoor)


def _passes_wall(board: GridBoard, one: SpaceId, other: SpaceId, policy: MovePolicy) -> bool:
    return _passes_blocking(board, one, policy) and _passes_blocking(board, other, policy)


def _corner(moving: _Mover, start: SpaceId, space: SpaceId) -> int:
    """The severity of a step's corner: that of the less restrictive flank (HC-TERR-51), 0 for a straight step."""
    flanks = moving.board.flanks(start, space)
    return min(_flank(moving, flank, start, space) for flank in flanks) if flanks else 0


def _flank(moving: _Mover, flank: SpaceId, start: SpaceId, space: SpaceId) -> int:
    board, policy = moving.board, moving.policy
    low, high = sorted((board.level(start), board.level(space)))
    level = board.level(flank)
    if level > high and not policy.ignores_elevation:  # AMB-18
        return 2
    if level < low:  # clear, whatever lies on it and whatever wall stands beside it
        return 0
    if board.has(flank, Terrain.BLOCKING) and not _passes_blocking(board, flank, policy):
        return 2
    for online in (start, space):  # AMB-17
        if board.has_wall(flank, online) and not _passes_wall(board, flank, online, policy):
            return 2
    if _is_held(moving, flank):  # AMB-18: an opponent closes a flank, a friend does not
        return 2
    return 1 if _hinders(board, flank, policy) else 0
