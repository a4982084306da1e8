"""Where a step may lead: past walls, figures and furniture or not (HQ-MOVE-02, HQ-MOVE-11, HQ-HERO-ELF-04, -05)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import SpaceId
from companion.core.rules import Violation, violation
from companion.games.heroquest.characters import Character
from companion.games.heroquest.gear import has_technique
from companion.games.heroquest.state import Standing, State

__all__ = ["is_free", "is_solid", "steps_from", "stops_figure", "way_violations"]


def stops_figure(state: State, one: Character, piece: Standing) -> bool:
    """Whether furniture keeps that figure off its squares (monster techniques excepted, HQ-MOVE-11)."""
    kind = state.furniture_kind(piece)
    climbs = has_technique(state, one, "climbing") and kind.climbable and not piece.toppled  # HQ-MON-TECH-11
    tramples = has_technique(state, one, "trampling") and kind.trampled  # HQ-MON-TECH-10
    if tramples:
        return False
    if not climbs:
        return True
    others = [other for other in state.characters if other.at in piece.squares and other.id != one.id]
    return len(others) >= 2


def is_solid(state: State, space: SpaceId) -> bool:
    """Whether rubble or furniture fills the square, or it is rock."""
    return space in state.rubble or space not in state.dungeon.place_at or state.furniture_at(space) is not None


def is_free(state: State, space: SpaceId) -> bool:
    """Whether a figure could be put there."""
    return not is_solid(state, space) and state.at(space) is None


def way_violations(state: State, one: Character, at: SpaceId, to: SpaceId) -> Iterator[Violation]:
    """Why a step from square to square is not to be made, whoever pays for it."""
    board = state.dungeon.board
    if to not in board or to not in board.neighbours(at):
        yield violation("HQ-MOVE-02", to, piece=one.id)
        return
    flanks = board.flanks(at, to)
    if flanks is None:
        if state.is_shut(at, to):
            yield violation("HQ-MOVE-05", to, piece=one.id)
    elif one.hero != "elf":
        yield violation("HQ-MOVE-02", to, piece=one.id)
    elif any(is_solid(state, way) or state.is_shut(at, way) or state.is_shut(way, to) for way in flanks):
        yield violation("HQ-HERO-ELF-05", to, piece=one.id)
    piece = state.furniture_at(to)
    if to in state.rubble or to not in state.dungeon.place_at or (piece and stops_figure(state, one, piece)):
        yield violation("HQ-MOVE-11", to, piece=one.id)
    other = state.at(to)
    if other is not None and other.side != one.side:
        yield violation("HQ-MOVE-11", to, piece=one.id)


def steps_from(state: State, one: Character) -> Iterator[SpaceId]:
    """Every square it could step to, in reading order (HQ-COMBAT-CORNER-02)."""
    if one.at is None:
        return
    for space in state.dungeon.board.neighbours(one.at):
        if not any(way_violations(state, one, one.at, space)):
            yield space
