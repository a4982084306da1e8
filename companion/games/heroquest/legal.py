"""Commands a seat may give: an aid for screens and rehearsals, filtered by the same checks as ``decide``.

Lists with endless variants offer the plain ones: walks of one square, shoves without helpers and with all that touch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from companion.board.facing import FACINGS
from companion.core.answers import legal_answers, placements
from companion.core.ids import PieceId, Seat, SpaceId
from companion.games.heroquest import commands as cm
from companion.games.heroquest.characters import Character
from companion.games.heroquest.footing import way_violations
from companion.games.heroquest.gear import potions_of
from companion.games.heroquest.moves.jumping import landings
from companion.games.heroquest.state import DoorState, Phase, State
from companion.games.heroquest.verbs import VERBS


def legal_commands(state: State, seat: Seat, piece: PieceId | None) -> Iterator[Any]:
    """Commands the seat may give: answers while something is asked, else what its characters may do."""
    if state.flow.outcome is not None:
        return
    if state.flow.open:
        yield from legal_answers(state.flow, seat)
        return
    offers = chain(_table(state, seat, piece), *(_offers(state, one) for one in _own(state, seat, piece)))
    for command in offers:
        if not any(VERBS[type(command)].violations(state, command)):
            yield command


def _own(state: State, seat: Seat, piece: PieceId | None) -> list[Character]:
    return [one for one in state.characters if one.seat == seat and one.turn is not None and piece in (None, one.id)]


def _table(state: State, seat: Seat, piece: PieceId | None) -> Iterator[Any]:
    if piece is None:
        yield cm.BeginQuest(seat)
        yield cm.EndPhase(seat)
    for one in state.characters:
        if one.seat == seat and one.is_hero and piece in (None, one.id):
            yield cm.TakeTurn(seat, one.id)
            yield cm.EndTurn(seat, one.id)


def _offers(state: State, one: Character) -> Iterator[Any]:
    """Everything it might want, legal or not."""
    if one.at is None or state.flow.phase == Phase.WAITING:
        return
    for family in (
        (_moves, _doors, _war, _furniture, _hero) if one.is_hero else (_moves, _doors, _war, _furniture, _master)
    ):
        yield from family(state, one)


def _moves(state: State, one: Character) -> Iterator[Any]:
    assert one.at is not None
    yield cm.RollMovement(one.seat, one.id)
    for space in state.dungeon.board.neighbours(one.at):
        yield cm.Walk(one.seat, one.id, (space,))
    for facing in FACINGS:
        yield cm.Turn(one.seat, one.id, facing)
    for to in landings(state, one.id):
        yield cm.Jump(one.seat, one.id, to)
    for other in state.enemies(one):
        if other.revealed or not one.is_hero:
            friends = tuple(friend.id for friend in state.side(one.side) if friend.id != one.id)
            yield cm.Shove(one.seat, one.id, other.id)
            yield cm.Shove(one.seat, one.id, other.id, friends)


def _doors(state: State, one: Character) -> Iterator[Any]:
    for door, now in state.doors:
        if one.at not in state.door_edge(door) or (now is DoorState.HIDDEN and one.is_hero):
            continue
        kinds: tuple[Callable[..., Any], ...] = (cm.OpenDoor, cm.Barricade, cm.BreakIn, cm.Listen, cm.Detect)
        yield from (kind(one.seat, one.id, door) for kind in kinds)
        yield cm.Ambush(one.seat, one.id, door)


def _war(state: State, one: Character) -> Iterator[Any]:
    ways: tuple[tuple[str, ...], ...] = ((), ("group",))
    ways += (("deadly",),) if one.is_hero else (("bite",), ("assured",), ("wide",), ("power-1",), ("power-2",))
    for other in state.enemies(one):
        if one.is_hero and not other.revealed:
            continue
        yield from (cm.Attack(one.seat, one.id, other.id, way) for way in ways)
        yield cm.CommitAttack(one.seat, one.id, other.id)
        yield cm.DisarmOpponent(one.seat, one.id, other.id)
        yield from (cm.Cast(one.seat, one.id, "magic", other.id, dice) for dice in range(1, one.mana + 1))
    for spell in one.spells:
        yield cm.Cast(one.seat, one.id, spell)
        for other in state.characters:
            if other.revealed or not one.is_hero:
                yield cm.Cast(one.seat, one.id, spell, other.id)
    dropped = one.dropped.partition("@")[0]
    for weapon in dict.fromkeys(("", *one.weapons, *((dropped,) if dropped else ()), "club")):
        yield cm.ChangeWeapon(one.seat, one.id, weapon)


def _furniture(state: State, one: Character) -> Iterator[Any]:
    assert one.at is not None
    near = set(state.dungeon.sides[one.at])
    for piece in state.furniture:
        if near & set(piece.squares) or one.perch == piece.id:
            yield cm.SearchFurniture(one.seat, one.id, piece.id)
            yield from (cm.Topple(one.seat, one.id, piece.id, facing) for facing in FACINGS)
            if not one.is_hero:
                yield from _throws(state, one, piece.id)
    for friend in state.side(one.side):
        if friend.held:
            yield cm.HelpFree(one.seat, one.id, friend.id)


def _throws(state: State, one: Character, furniture: PieceId) -> Iterator[Any]:
    """At each hero: its square and those beside it, as far as the piece covers."""
    piece = state.piece_of(furniture)
    assert piece is not None
    for other in state.enemies(one):
        if other.at is None:
            continue
        if len(piece.squares) == 1:
            yield cm.ThrowFurniture(one.seat, one.id, furniture, (other.at,))
        elif len(piece.squares) == 2:
            for beside in state.dungeon.sides[other.at]:
                yield cm.ThrowFurniture(one.seat, one.id, furniture, (other.at, beside))


def _hero(state: State, one: Character) -> Iterator[Any]:
    assert one.at is not None
    kinds: tuple[Callable[..., Any], ...] = (cm.Scan, cm.Heal, cm.SearchRoom, cm.SearchTraps, cm.SearchPassages)
    yield from (kind(one.seat, one.id) for kind in kinds)
    yield from (cm.DrinkPotion(one.seat, one.id, item) for item in dict.fromkeys(potions_of(state, one)))
    if one.hero == "enchanter":
        yield from (cm.Teleport(one.seat, one.id, space) for space in state.seen)
    for trap in state.traps:
        if trap.status == "revealed" and one.hero == "dwarf":
            yield cm.DisarmTrap(one.seat, one.id, trap.id)
    for space in state.dungeon.sides[one.at] if one.hero == "dwarf" else ():
        yield cm.BuildTrap(one.seat, one.id, space)


def _master(state: State, one: Character) -> Iterator[Any]:
    assert one.at is not None
    for space in state.dungeon.sides[one.at]:
        yield cm.Climb(one.seat, one.id, space)
    for friend in state.side(one.side):
        for to in landings(state, friend.id):
            yield cm.HelpOver(one.seat, one.id, friend.id, to)


def commands_placing(state: State, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[Any]:
    """Legal commands after which the piece stands there: a placement asked for, a walk, a jump, a teleport."""
    one = state.find(piece)
    if one is None or len(spaces) != 1:
        return
    if state.flow.open:
        yield from placements(state.flow, piece, spaces)
        return
    walk = cm.Walk(one.seat, piece, _way(state, one, spaces[0]))
    for command in (walk, cm.Jump(one.seat, piece, spaces[0]), cm.Teleport(one.seat, piece, spaces[0])):
        if not any(VERBS[type(command)].violations(state, command)):
            yield command


def _way(state: State, one: Character, to: SpaceId) -> tuple[SpaceId, ...]:
    """The shortest way there, by squares; nothing when there is none."""
    if one.at is None:
        return ()
    came: dict[SpaceId, SpaceId] = {}
    todo = [one.at]
    for here in todo:
        if here == to:
            break
        for there in state.dungeon.board.neighbours(here):
            if there not in came and there != one.at and not any(way_violations(state, one, here, there)):
                came[there] = here
                todo.append(there)
    way: list[SpaceId] = []
    while to in came:
        way.append(to)
        to = came[to]
    return tuple(reversed(way))
