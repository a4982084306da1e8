"""Objects that a power takes from afar: put on another square, or thrown (powers catalogue: Telekinesis).

user ── object ── square      each within so many squares of the others, and in sight of them
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.board.spaces import Terrain, Verdict
from companion.core.ids import PieceId, SpaceId
from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.declared import AttackKind, Target
from companion.games.heroclix.attack.targeting import aiming_violations, sight_of
from companion.games.heroclix.events import AttackDeclared
from companion.games.heroclix.objects.commands import ObjectId
from companion.games.heroclix.objects.events import ObjectPushed, ObjectUsed
from companion.games.heroclix.objects.in_hand import PORTABLE, lying_object
from companion.games.heroclix.objects.terrain_lines import line_to_space
from companion.games.heroclix.objects.throwing import DAMAGE
from companion.games.heroclix.reckoning import defense_value, fighting_value, reckoned_events
from companion.games.heroclix.state import Piece, State

__all__ = ["THROW", "levitated_events", "levitation_violations", "levitations"]

THROW = "throw"  # what may be chosen besides putting it down


def levitation_violations(
    state: State, piece: Piece, item: PieceId, to: tuple[SpaceId, ...], within: int, option: str
) -> Iterator[Violation]:
    """Why the object may not be put on that square, or thrown at who stands there."""
    found, lying = state.table.tactics.object(item), lying_object(state, item)
    assert found is not None, item
    if found.weight not in PORTABLE:
        yield violation("HC-OBJ-18", item, waivable=False)
    if lying is None:
        is_held = any(one.object == item for one in state.tactics.held)
        yield violation("HC-OBJ-26" if is_held else "HC-VP-02", item, waivable=False, element=found.name)
        return
    board = state.table.board
    if len(to) != 1 or to[0] not in board:
        yield violation("HC-MAP-07", None, waivable=False, found=", ".join(to) or "-")
        return
    for space in (lying.space, to[0]):
        if not _reaches(state, piece, space, within):
            yield violation("HC-RNG-05", space, range=within)
    between = sight_of(state).between(lying.space, to[0])
    if between.verdict is Verdict.BLOCKED or between.range > within:
        yield violation("HC-RNG-05", to[0], range=within)
    if option == THROW:
        yield from _throw_violations(state, piece, to[0], within)
    elif board.has(to[0], Terrain.BLOCKING):
        yield violation("HC-VAL-10", to[0], waivable=False, piece=item)
    elif any(one.space == to[0] for one in state.tactics.lying):
        yield violation("HC-OBJ-09", to[0], waivable=False, piece=item)


def _reaches(state: State, piece: Piece, space: SpaceId, within: int) -> bool:
    line = line_to_space(state, piece, space, within)
    return line.verdict is not Verdict.BLOCKED and line.range <= within


def _throw_violations(state: State, piece: Piece, to: SpaceId, within: int) -> Iterator[Violation]:
    target = next((one for one in state.on_map() if to in one.spaces), None)
    if target is None:
        yield violation("HC-ATK-02", to, waivable=False)
        return
    yield from aiming_violations(state, piece, (target.id,), AttackKind.RANGED, within=within)


def levitations(state: State, piece: Piece, within: int) -> Iterator[tuple[PieceId, SpaceId, str]]:
    """Every object with every square where it may be put, and every opponent's at which it may be thrown."""
    for one in state.tactics.lying:
        if not _reaches(state, piece, one.space, within):
            continue
        for space in state.table.board.within(within, *piece.spaces):
            for option in ("", THROW) if state.occupancy().on(space) else ("",):
                if not any(levitation_violations(state, piece, one.object, (space,), within, option)):
                    yield one.object, space, option


def levitated_events(
    state: State, piece: Piece, item: PieceId, to: SpaceId, option: str
) -> tuple[Any, ...]:
    """The object on its square; or an attack with its damage, on which nothing on the way to the target bears."""
    if option != THROW:
        return (ObjectPushed(piece.id, ObjectId(item), to),)
    found = state.table.tactics.object(item)
    target = next((one for one in state.on_map() if to in one.spaces), None)
    if found is None or found.weight is None or target is None:
        return ()
    kind = AttackKind.RANGED
    attack = fighting_value(state, piece, "attack", kind)
    defense = defense_value(state, target, kind, None)
    aim = Target(target.id, piece.spaces[0], to, Verdict.CLEAR.value, defense.value)
    return (
        AttackDeclared(kind, piece.id, attack.value, DAMAGE[found.weight], (aim,)),
        ObjectUsed(piece.id, ObjectId(item), thrown=True),
        *reckoned_events(piece.id, "attack", attack),
        *reckoned_events(target.id, "defense", defense),
    )
