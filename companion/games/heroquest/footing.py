"""Steps a figure may take, and the cost of turning for them (HQ-MOVE-02, -07..09, -11, HQ-HERO-ELF-04, -05).

facing N:  N, E or W free    S: 1 step    E then S without leaving the square: 1 step too
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.facing import facings_to, quarters
from companion.core.ids import SpaceId
from companion.core.rules import Violation, violation
from companion.games.heroquest import actions, gear
from companion.games.heroquest.characters import Character
from companion.games.heroquest.quest import Standing
from companion.games.heroquest.state import State


def stops_figure(state: State, figure: Character, piece: Standing) -> bool:
    """Whether furniture keeps that figure off its squares (monster techniques excepted, HQ-MOVE-11)."""
    kind = state.furniture_kind(piece)
    climbs = gear.has_technique(state, figure, "climbing") and kind.climbable and not piece.toppled  # HQ-MON-TECH-11
    tramples = gear.has_technique(state, figure, "trampling") and kind.trampled  # HQ-MON-TECH-10
    if tramples:
        return False
    if not climbs:
        return True
    others = [other for other in state.characters if other.at in piece.squares and other.id != figure.id]
    return len(others) >= 2


def is_solid(state: State, space: SpaceId) -> bool:
    """Whether rubble or furniture fills the square, or it is rock."""
    return space in state.rubble or space not in state.dungeon.place_at or state.furniture_at(space) is not None


def is_free(state: State, space: SpaceId) -> bool:
    """Whether a figure could be put there."""
    return not is_solid(state, space) and state.at(space) is None


def is_known_pit(state: State, space: SpaceId) -> bool:
    """Whether everybody sees a pit there."""
    return any(trap.status == "revealed" and state.trap_kind(trap).pit for trap in state.traps_at(space))


def free_beside(state: State, at: SpaceId) -> list[SpaceId]:
    """The free squares that share an open side with that one."""
    return [space for space in state.dungeon.sides[at] if is_free(state, space) and not state.is_shut(at, space)]


def way_violations(state: State, figure: Character, at: SpaceId, to: SpaceId) -> Iterator[Violation]:
    """Why a step from square to square is not to be made, whoever pays for it."""
    board = state.dungeon.board
    if to not in board or to not in board.neighbours(at):
        yield violation("HQ-MOVE-02", to, piece=figure.id)
        return
    flanks = board.flanks(at, to)
    if flanks is None:
        if state.is_shut(at, to):
            yield violation("HQ-MOVE-05", to, piece=figure.id)
    elif figure.hero != "elf":
        yield violation("HQ-MOVE-02", to, piece=figure.id)
    elif any(is_solid(state, way) or state.is_shut(at, way) or state.is_shut(way, to) for way in flanks):
        yield violation("HQ-HERO-ELF-05", to, piece=figure.id)
    piece = state.furniture_at(to)
    if to in state.rubble or to not in state.dungeon.place_at:
        yield violation("HQ-MOVE-11", to, piece=figure.id)
    elif piece and stops_figure(state, figure, piece):
        may_climb = gear.has_technique(state, figure, "climbing") and state.furniture_kind(piece).climbable
        yield violation("HQ-MON-TECH-11" if may_climb else "HQ-MOVE-11", to, piece=figure.id)
    other = state.at(to)
    if other is not None and other.side != figure.side:
        yield violation("HQ-MOVE-11", to, piece=figure.id)
    elif other is not None and other.id != figure.id and is_known_pit(state, to):  # a fall would end there (HQ-TRAP-02)
        yield violation("HQ-MOVE-11", to, piece=figure.id, friend=other.id)


def steps_from(state: State, figure: Character) -> Iterator[SpaceId]:
    """Every square it could step to, in reading order (HQ-COMBAT-CORNER-02)."""
    if figure.at is None:
        return
    for space in state.dungeon.board.neighbours(figure.at):
        if not any(way_violations(state, figure, figure.at, space)):
            yield space


def turning_cost(figure: Character, facing: str) -> int:
    """Steps a turn on the spot takes (HQ-MOVE-04, HQ-MOVE-09)."""
    turns = quarters(figure.facing, facing)
    if turns == 0 or (turns == 1 and not actions.turn_of(figure).turned):
        return 0
    return 1


def way_cost(figure: Character, to: SpaceId) -> int:
    """Steps it takes to turn for a step to a square beside it, besides the step (HQ-MOVE-08, HQ-MOVE-09)."""
    turn = actions.turn_of(figure)
    if turn.came == to:
        return 1  # the exact reverse of its last diagonal step
    turns = min(quarters(figure.facing, facing) for facing in facings_to(figure.square, to))
    return 1 if turns == 2 or (turns == 1 and turn.turned) else 0


def facing_after(figure: Character, to: SpaceId) -> str:
    """Return the facing after a step; aslant, the present one where it is one of the two sides (HQ-MOVE-08)."""
    sides = facings_to(figure.square, to)
    return figure.facing if figure.facing in sides else sides[0]
