"""What each event of a quest changes. Checks nothing, never fails, is pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.board.dungeon import Dungeon
from companion.core.ids import PieceId, SpaceId
from companion.games.heroquest import events as ev
from companion.games.heroquest.apply_moves import MOVES
from companion.games.heroquest.apply_turns import TURNS
from companion.games.heroquest.bring import newcomer
from companion.games.heroquest.state import Commitment, Delayed, DoorState, Standing, State, TrapState

Fold = Callable[[State, Any], State]


def fold(state: State, event: object) -> State:
    """The state after an event of the quest's own; others leave it as it is."""
    change = FOLDS.get(type(event))
    return state if change is None else change(state, event)


def _seen(state: State, event: ev.SquaresSeen) -> State:
    known = {*state.seen, *event.spaces}
    return replace(state, seen=in_order(state.dungeon, known))


def in_order(dungeon: Dungeon, spaces: set[SpaceId]) -> tuple[SpaceId, ...]:
    """The squares in reading order."""
    return tuple(sorted(spaces, key=dungeon.board.index))


def _revealed(state: State, event: ev.MonsterRevealed) -> State:
    kind = state.content.monsters[event.kind].race
    after = state.changed(event.piece, revealed=True)
    for hero in after.characters:
        if hero.is_hero and kind not in hero.known_races:
            after = after.changed(hero.id, known_races=(*hero.known_races, kind))
    return after


def _placed_monster(state: State, event: ev.MonsterPlaced) -> State:
    one = newcomer(state.table, event.piece, event.kind, event.at, event.facing, revealed=event.revealed)
    return replace(state, characters=(*state.characters, one))


def _trap(state: State, event: ev.TrapChanged) -> State:
    changed = tuple(replace(one, status=event.status) if one.id == event.trap else one for one in state.traps)
    return replace(state, traps=changed)


def _laid(state: State, event: ev.TrapLaid) -> State:
    return replace(state, traps=(*state.traps, TrapState(event.trap, "snare", (event.at,), "revealed", by=event.by)))


def _hurt(state: State, event: ev.Hurt) -> State:
    one = state.who(event.piece)
    return state.changed(event.piece, body=max(0, one.body - event.lost))


def _killed(state: State, event: ev.Killed) -> State:
    one = state.who(event.piece)
    rest = tuple(other for other in state.characters if other.id != event.piece)
    engaged = tuple(pair for pair in state.engaged if event.piece not in pair)
    active, flow = state.active, state.flow
    if active == event.piece:  # whose turn it was is no more: those who still wait go on
        active = None
        seats = frozenset(other.seat for other in rest if other.is_hero and not other.acted)
        flow = replace(flow, active=seats)
    waiting = tuple(other for other in state.committed if event.piece not in (other.piece, other.target))
    loot = state.loot
    killer = state.find(event.by) if event.by else None
    if killer is not None and killer.is_hero and not one.is_hero and one.weapon and "own" in one.weapons:
        loot = (*loot, killer.id)  # HQ-COMBAT-UNARMED-03
    return replace(state, flow=flow, characters=rest, engaged=engaged, loot=loot, active=active, committed=waiting,
                   dead=(*state.dead, replace(one, body=0, at=None, turn=None)))  # fmt: skip


def _engaged(state: State, event: ev.Engaged) -> State:
    pair = tuple(sorted((event.one, event.other)))
    return replace(state, engaged=tuple(sorted({*state.engaged, (pair[0], pair[1])})))


def _disengaged(state: State, event: ev.Disengaged) -> State:
    return replace(state, engaged=tuple(pair for pair in state.engaged if {*pair} != {event.one, event.other}))


def _corrected(state: State, event: ev.Corrected) -> State:
    back = next((one for one in state.dead if one.id == event.piece), None)
    if back is not None:
        rest = tuple(one for one in state.dead if one.id != event.piece)
        state = replace(state, dead=rest, characters=(*state.characters, replace(back, acted=True)))
    return state.changed(event.piece, **{event.what: event.value})


def _listed(state: State, event: ev.Listed) -> State:
    return state.changed(event.piece, **{event.what: event.values})


def _sheet(state: State, event: Any) -> State:
    return state.changed(event.piece, **{event.what: event.value})


def _searched(state: State, event: ev.Searched) -> State:
    places = {place.id for place in state.dungeon.places}
    if event.what in places and event.rule == "HQ-SEARCH-01":
        return replace(state, searched=tuple(sorted({*state.searched, event.what})))  # type: ignore[arg-type]
    changed = tuple(replace(one, searched=True) if one.id == event.what else one for one in state.furniture)
    return replace(state, furniture=changed)


def _furniture(state: State, event: ev.FurnitureChanged) -> State:
    toppled = event.rule == "HQ-COMBAT-TOPPLE-05"
    changed: list[Standing] = []
    for one in state.furniture:
        if one.id != event.piece:
            changed.append(one)
        elif event.squares:
            contents = () if toppled else one.contents  # HQ-COMBAT-TOPPLE-03
            changed.append(replace(one, squares=event.squares, toppled=toppled, contents=contents))
    return replace(state, furniture=tuple(changed))


def _brewed(state: State, event: ev.EffectBrewed) -> State:
    new = Delayed(event.kind, event.by, event.place, event.at, event.direction)
    return replace(state, delayed=(*(one for one in state.delayed if (one.kind, one.by) != (new.kind, new.by)), new))


def _over(state: State, event: ev.EffectOver) -> State:
    return replace(state, delayed=tuple(one for one in state.delayed if (one.kind, one.by) != (event.kind, event.by)))


def _rolled_on(state: State, event: ev.SphereRolled) -> State:
    moved = tuple(replace(one, at=event.to) if one.kind == "sphere" and one.by == event.trap else one
                  for one in state.delayed)  # fmt: skip
    return replace(state, delayed=moved)


def _door(state: State, event: ev.DoorChanged) -> State:
    doors = tuple((door, DoorState(event.now) if door == event.door else now) for door, now in state.doors)
    after = replace(state, doors=doors)
    if event.now == DoorState.BARRICADED:
        return after
    for one in after.characters:
        if any(door == event.door for door, _ in one.attempts):
            after = after.changed(one.id, attempts=tuple(pair for pair in one.attempts if pair[0] != event.door))
    return after


def _failed(state: State, event: ev.BreakInFailed) -> State:
    return _with_attempt(state, event.piece, event.door, event.attempt)


def _with_attempt(state: State, piece: PieceId, door: PieceId, attempt: int) -> State:
    one = state.who(piece)
    rest = tuple(pair for pair in one.attempts if pair[0] != door)
    return state.changed(piece, attempts=(*rest, (door, attempt)))


def _committed(state: State, event: ev.AttackCommitted) -> State:
    return replace(state, committed=(*state.committed, Commitment(event.piece, event.target)))


def _walked(state: State, event: ev.Walked) -> State:
    if event.rule == "HQ-MON-TECH-20":
        return replace(state, trampled=(*state.trampled, (event.other, event.piece)))
    return replace(state, pulled=(*state.pulled, (event.piece, event.other)))


def _shot(state: State, event: ev.Shot) -> State:
    one = state.who(event.piece)
    return state.changed(event.piece, loading=(*one.loading, (event.weapon, event.turns)))


def _reacted(state: State, event: ev.Reacted) -> State:
    turn = state.who(event.target).turn
    if turn is None:
        return state
    return state.changed(event.target, turn=replace(turn, struck_by=(*turn.struck_by, event.piece)))


FOLDS: Mapping[type, Fold] = {
    **TURNS,
    **MOVES,
    ev.SquaresSeen: _seen,
    ev.MonsterRevealed: _revealed,
    ev.MonsterPlaced: _placed_monster,
    ev.TrapChanged: _trap,
    ev.TrapLaid: _laid,
    ev.RubbleFell: lambda state, event: replace(state, rubble=(*state.rubble, event.at)),
    ev.Hurt: _hurt,
    ev.Killed: _killed,
    ev.Engaged: _engaged,
    ev.Shot: _shot,
    ev.Reacted: _reacted,
    ev.Disengaged: _disengaged,
    ev.Corrected: _corrected,
    ev.Listed: _listed,
    ev.Counted: _sheet,
    ev.Noted: _sheet,
    ev.Marked: _sheet,
    ev.Searched: _searched,
    ev.FurnitureChanged: _furniture,
    ev.EffectBrewed: _brewed,
    ev.EffectOver: _over,
    ev.SphereRolled: _rolled_on,
    ev.MistFell: lambda state, event: replace(state, mist=tuple(sorted({*state.mist, event.place}))),
    ev.DoorChanged: _door,
    ev.BreakInFailed: _failed,
    ev.AttackCommitted: _committed,
    ev.Walked: _walked,
}
