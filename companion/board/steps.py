"""Single steps of a move as the board alone allows them; who stands where is asked later, in ``paths``.

. ▒ .      A step is closed by terrain, a wall, a change of level without a ramp (nothing else about a level
           matters: HC-TERR-44), or a closed corner.
A ─▶ .     A corner counts as the less restrictive of the two flanks beside a diagonal step (HC-TERR-51).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.board.grid import GridBoard
from companion.board.spaces import Terrain, edge
from companion.core.ids import SpaceId

__all__ = ["Flank", "MovePolicy", "Step", "hinders", "steps_of"]

OPEN, HINDERING, CLOSED = 0, 1, 2  # how a flank fares


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


class Flank(NamedTuple):
    """One square beside a diagonal step: how it fares by terrain, and itself when somebody on it would matter."""

    severity: int
    space: SpaceId | None  # None: lower than the step, so nobody on it matters (AMB-18)


class Step(NamedTuple):
    """One step the board allows."""

    to: SpaceId
    stops: bool  # entering hindering terrain from terrain that does not hinder (HC-TERR-13, -15, -19)
    may_hinder: bool  # leaving terrain that does not hinder: a hindering corner stops (AMB-19)
    flanks: tuple[Flank, ...]  # empty for a straight step


def hinders(board: GridBoard, space: SpaceId, policy: MovePolicy) -> bool:
    """Whether the square hinders this way of moving (HC-TERR-14, HC-TERR-19)."""
    if policy.ignores_hindering:
        return False
    return board.has(space, Terrain.HINDERING) or (board.has(space, Terrain.WATER) and not policy.ignores_water)


@lru_cache(maxsize=128)
def steps_of(board: GridBoard, policy: MovePolicy) -> Mapping[SpaceId, tuple[Step, ...]]:
    """Every step the board allows from every square, straight ones first."""
    return {space: tuple(_steps(board, policy, space)) for space in board.spaces}


def _steps(board: GridBoard, policy: MovePolicy, start: SpaceId) -> list[Step]:
    was_hindered = hinders(board, start, policy)
    found: list[Step] = []
    for space in board.sides_first(start):
        if not _may_enter(board, policy, start, space):
            continue
        beside = board.flanks(start, space) or ()
        flanks = tuple(_flank(board, policy, flank, start, space) for flank in beside)
        if flanks and min(flank.severity for flank in flanks) == CLOSED:
            continue
        found.append(Step(space, not was_hindered and hinders(board, space, policy), not was_hindered, flanks))
    return found


def _may_enter(board: GridBoard, policy: MovePolicy, start: SpaceId, space: SpaceId) -> bool:
    is_level = board.level(start) == board.level(space)
    if not is_level and not policy.ignores_elevation and edge(start, space) not in board.ramps:  # HC-TERR-45, -46, -49
        return False
    if board.has_wall(start, space) and not _passes_wall(board, start, space, policy):  # HC-TERR-21
        return False
    return not board.has(space, Terrain.BLOCKING) or _passes_blocking(board, space, policy)  # HC-TERR-20


def _passes_blocking(board: GridBoard, space: SpaceId, policy: MovePolicy) -> bool:
    return policy.ignores_blocking or (policy.ignores_outdoor_blocking and not board.tile(space).indoor)


def _passes_wall(board: GridBoard, one: SpaceId, other: SpaceId, policy: MovePolicy) -> bool:
    return _passes_blocking(board, one, policy) and _passes_blocking(board, other, policy)


def _flank(board: GridBoard, policy: MovePolicy, flank: SpaceId, start: SpaceId, space: SpaceId) -> Flank:
    low, high = sorted((board.level(start), board.level(space)))
    level = board.level(flank)
    if level > high and not policy.ignores_elevation:  # AMB-18
        return Flank(CLOSED, flank)
    if level < low:  # clear, whatever lies on it and whatever wall stands beside it
        return Flank(OPEN, None)
    if board.has(flank, Terrain.BLOCKING) and not _passes_blocking(board, flank, policy):
        return Flank(CLOSED, flank)
    for online in (start, space):  # AMB-17
        if board.has_wall(flank, online) and not _passes_wall(board, flank, online, policy):
            return Flank(CLOSED, flank)
    return Flank(HINDERING if hinders(board, flank, policy) else OPEN, flank)
