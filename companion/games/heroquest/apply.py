"""Folds of the events of a quest. They check nothing, never fail, and are pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.board.facing import offset
from companion.core.by_hand import CardPut, PutRight, PutThere
from companion.core.ids import PieceId, Seat, SpaceId
from companion.games.heroquest import by_hand, finds
from companion.games.heroquest import events as ev
from companion.games.heroquest.characters import HEROES, MONSTERS, Ambush, Character, Turn
from companion.games.heroquest.quest import TrapState
from companion.games.heroquest.setup import Enrolled
from companion.games.heroquest.state import Commitment, Delayed, DoorState, Phase, State, Table

Fold = Callable[[State, Any], State]


def fold(state: State, event: object) -> State:
    """The state after an event of the quest's own; others leave it as it is."""
    change = FOLDS.get(type(event))
    return state if change is None else change(state, event)


# characters brought into a quest: heroes from the level sheet, monsters from the bestiary


def enrolled(table: Table, hero: Enrolled, at: SpaceId | None) -> Character:
    """A hero as it begins: spell points and mana are full (HQ-HERO-ELF-02, -10, HQ-AMB-15)."""
    row = table.content.heroes[hero.sheet]
    who = hero.piece, hero.seat, HEROES, row.id, row.hero
    levels = row.body, row.body, row.mind, row.mind, row.attack, row.defense
    return Character(
        *who,
        *levels,
        at,
        hero.facing,
        hero.name or hero.piece,
        weapons=row.weapons,
        weapon=row.weapons[0] if row.weapons else "",
        items=row.items,
        gold=row.gold,
        gifts=row.gifts,
        level=row.level,
        spells=row.spells,
        spell_points=row.mind // 2 if row.hero == "elf" else 0,
        mana=row.mana,
        mana_max=row.mana,
        dodge=row.dodge,
    )


def newcomer(
    table: Table, piece: PieceId, kind: str, at: SpaceId | None, facing: str, *, revealed: bool = False
) -> Character:
    row = table.content.monsters[kind]
    levels = row.body, row.body, row.mind, row.mind, row.attack, row.defense
    weapons = () if row.body_weapon else ("own",)
    who = piece, table.gm, MONSTERS, row.id, ""
    return Character(*who, *levels, at, facing, row.id, revealed, weapons, "own", spells=row.spells, dodge=row.dodge)


# rounds and turns


def _waiting(state: State) -> frozenset[Seat]:
    """The seats of heroes who have not had their turn this round."""
    return frozenset(hero.seat for hero in state.characters if hero.is_hero and not hero.acted)


def _round(state: State, event: ev.RoundBegan) -> State:
    rested = tuple(replace(character, acted=False) for character in state.characters)
    return replace(state, characters=rested, flow=replace(state.flow, round=event.round))


def _phase(state: State, event: ev.PhaseBegan) -> State:
    active = frozenset({state.table.gm}) if event.phase == Phase.MASTER else _waiting(state)
    delayed = state.delayed
    if event.phase == Phase.HEROES:
        delayed = tuple(replace(effect, fresh=False) for effect in delayed)
    # what waited for others to join was waiting for this part of the round (HQ-AMB-48)
    flow = replace(state.flow, phase=event.phase, active=active)
    return replace(state, flow=flow, committed=(), trampled=(), delayed=delayed)


def _turn(state: State, event: ev.TurnOpened) -> State:
    character = state.who(event.piece)
    after = state.changed(event.piece, turn=Turn(near=event.near))
    if not character.is_hero:
        return after
    flow = replace(after.flow, turn=after.flow.turn + 1, active=frozenset({character.seat}))
    return replace(after, active=character.id, flow=flow)


def _ended(state: State, event: ev.TurnClosed) -> State:
    character = state.who(event.piece)
    # each own turn that ends takes one off what a weapon still cannot shoot (HQ-HERO-DWARF-09)
    loading = tuple((weapon, turns - 1) for weapon, turns in character.loading if turns > 1)
    after = state.changed(event.piece, turn=None, acted=True, loading=loading)
    if not character.is_hero:
        return after
    loot = tuple(piece for piece in after.loot if piece != event.piece)
    return replace(after, active=None, loot=loot, flow=replace(after.flow, active=_waiting(after)))


def _spent(state: State, event: ev.ActionSpent) -> State:
    turn = state.who(event.piece).turn or Turn()
    if event.entry == "sacrifice":
        turn = replace(turn, sacrificed=True)
    elif event.entry == "over":
        turn = replace(turn, over=True)
    elif event.free:
        turn = replace(turn, free=(*turn.free, event.entry))
    else:
        moving = turn.moving and event.entry == "move"  # a move is one block (HQ-MOVE-13)
        turn = replace(turn, used=(*turn.used, event.entry), moving=moving)
    return state.changed(event.piece, turn=turn)


def _rolled(state: State, event: ev.MovementRolled) -> State:
    turn = state.who(event.piece).turn or Turn()
    return state.changed(event.piece, turn=replace(turn, rolled=event.steps, left=event.steps, moving=True))


def _stopped(state: State, event: ev.MovementStopped) -> State:
    turn = state.who(event.piece).turn
    return state.changed(event.piece, turn=turn and replace(turn, left=0, moving=False, stopped=True))


# moves and doors


def _stepped(state: State, event: ev.Stepped) -> State:
    turn = state.who(event.piece).turn
    if turn is not None:
        came = event.start if all(offset(event.start, event.to)) else None
        crossed = (*turn.crossed, event.door) if event.door else turn.crossed
        left, stepped = turn.left - event.cost, turn.stepped + 1
        turn = replace(turn, left=left, stepped=stepped, turned=False, crossed=crossed, came=came)
    return state.changed(event.piece, at=event.to, facing=event.facing, turn=turn)


def _turned(state: State, event: ev.Turned) -> State:
    turn = state.who(event.piece).turn
    if turn is not None:
        turn = replace(turn, left=turn.left - event.cost, turned=turn.turned or not event.free, came=None)
    return state.changed(event.piece, facing=event.facing, turn=turn)


def _placed(state: State, event: ev.Placed) -> State:
    turn = state.who(event.piece).turn
    return state.changed(event.piece, at=event.to, facing=event.facing, turn=turn and replace(turn, came=None))


def _walked(state: State, event: ev.Walked) -> State:
    if event.rule == "HQ-MON-TECH-20":
        return replace(state, trampled=(*state.trampled, (event.other, event.piece)))
    return replace(state, pulled=(*state.pulled, (event.piece, event.other)))


def _door(state: State, event: ev.DoorChanged) -> State:
    doors = tuple((door, DoorState(event.now) if door == event.door else now) for door, now in state.doors)
    after = replace(state, doors=doors)
    if event.now == DoorState.BARRICADED:
        return after
    for character in after.characters:
        attempts = tuple(pair for pair in character.attempts if pair[0] != event.door)
        if attempts != character.attempts:
            after = after.changed(character.id, attempts=attempts)
    return after


def _failed(state: State, event: ev.BreakInFailed) -> State:
    others = tuple(pair for pair in state.who(event.piece).attempts if pair[0] != event.door)
    return state.changed(event.piece, attempts=(*others, (event.door, event.attempt)))


# blows and sheets


def _hurt(state: State, event: ev.Hurt) -> State:
    return state.changed(event.piece, body=max(0, state.who(event.piece).body - event.lost))


def _killed(state: State, event: ev.Killed) -> State:
    victim = state.who(event.piece)
    killer = state.find(event.by) if event.by else None
    loot = state.loot
    if killer is not None and killer.is_hero and not victim.is_hero and victim.weapon and "own" in victim.weapons:
        loot = (*loot, killer.id)  # HQ-COMBAT-UNARMED-03
    after = replace(
        state,
        characters=tuple(other for other in state.characters if other.id != event.piece),
        dead=(*state.dead, replace(victim, body=0, at=None, turn=None)),
        engaged=tuple(pair for pair in state.engaged if event.piece not in pair),
        committed=tuple(held for held in state.committed if event.piece not in (held.piece, held.target)),
        loot=loot,
    )
    if state.active != event.piece:
        return after
    # whose turn it was is no more: those who still wait go on
    return replace(after, active=None, flow=replace(after.flow, active=_waiting(after)))


def _engaged(state: State, event: ev.Engaged) -> State:
    first, second = sorted((event.one, event.other))
    return replace(state, engaged=tuple(sorted({*state.engaged, (first, second)})))


def _disengaged(state: State, event: ev.Disengaged) -> State:
    return replace(state, engaged=tuple(pair for pair in state.engaged if {*pair} != {event.one, event.other}))


def _committed(state: State, event: ev.AttackCommitted) -> State:
    return replace(state, committed=(*state.committed, Commitment(event.piece, event.target)))


def _shot(state: State, event: ev.Shot) -> State:
    loading = state.who(event.piece).loading
    return state.changed(event.piece, loading=(*loading, (event.weapon, event.turns)))


def _reacted(state: State, event: ev.Reacted) -> State:
    turn = state.who(event.target).turn
    return state.changed(event.target, turn=turn and replace(turn, struck_by=(*turn.struck_by, event.piece)))


def _let_by(state: State, event: ev.LetBy) -> State:
    turn = state.who(event.target).turn
    return state.changed(event.target, turn=turn and replace(turn, let_by=(*turn.let_by, event.piece)))


def _written(state: State, event: ev.Counted | ev.Noted | ev.Marked) -> State:
    return state.changed(event.piece, **{event.what: event.value})


def _listed(state: State, event: ev.Listed) -> State:
    return state.changed(event.piece, **{event.what: event.values})


# what is discovered, and what the dungeon does


def _seen(state: State, event: finds.SquaresSeen) -> State:
    seen = sorted({*state.seen, *event.spaces}, key=state.dungeon.board.index)
    return replace(state, seen=tuple(seen))


def _revealed(state: State, event: finds.MonsterRevealed) -> State:
    race = state.content.monsters[event.kind].race
    after = state.changed(event.piece, revealed=True)
    for hero in after.characters:
        if hero.is_hero and race not in hero.known_races:
            after = after.changed(hero.id, known_races=(*hero.known_races, race))
    return after


def _came(state: State, event: finds.MonsterPlaced) -> State:
    monster = newcomer(state.table, event.piece, event.kind, event.at, event.facing, revealed=event.revealed)
    return replace(state, characters=(*state.characters, monster))


def _trap(state: State, event: finds.TrapChanged) -> State:
    traps = tuple(replace(trap, status=event.status) if trap.id == event.trap else trap for trap in state.traps)
    return replace(state, traps=traps)


def _laid(state: State, event: finds.TrapLaid) -> State:
    return replace(state, traps=(*state.traps, TrapState(event.trap, "snare", (event.at,), "revealed", by=event.by)))


def _searched(state: State, event: finds.Searched) -> State:
    for place in state.dungeon.places:
        if event.what == place.id and event.rule == "HQ-SEARCH-01":
            return replace(state, searched=tuple(sorted({*state.searched, place.id})))
    pieces = tuple(replace(piece, searched=True) if piece.id == event.what else piece for piece in state.furniture)
    return replace(state, furniture=pieces)


def _furniture(state: State, event: finds.FurnitureChanged) -> State:
    """Move the furniture, broken or not; without squares it is gone."""
    toppled = event.rule == "HQ-COMBAT-TOPPLE-05"
    pieces = []
    for piece in state.furniture:
        if piece.id != event.piece:
            pieces.append(piece)
        elif event.squares:
            contents = () if toppled else piece.contents  # HQ-COMBAT-TOPPLE-03
            pieces.append(replace(piece, squares=event.squares, toppled=toppled, contents=contents))
    return replace(state, furniture=tuple(pieces))


def _without(state: State, kind: str, by: PieceId) -> tuple[Delayed, ...]:
    return tuple(effect for effect in state.delayed if (effect.kind, effect.by) != (kind, by))


def _brewed(state: State, event: finds.EffectBrewed) -> State:
    new = Delayed(event.kind, event.by, event.place, event.at, event.direction)
    return replace(state, delayed=(*_without(state, event.kind, event.by), new))


def _over(state: State, event: finds.EffectOver) -> State:
    return replace(state, delayed=_without(state, event.kind, event.by))


def _rolled_on(state: State, event: finds.SphereRolled) -> State:
    delayed = list(state.delayed)
    for index, effect in enumerate(delayed):
        if effect.kind == "sphere" and effect.by == event.trap:
            delayed[index] = replace(effect, at=event.to)
    return replace(state, delayed=tuple(delayed))


FOLDS: Mapping[type, Fold] = {
    ev.RoundBegan: _round,
    ev.PhaseBegan: _phase,
    ev.TurnOpened: _turn,
    ev.TurnClosed: _ended,
    ev.ActionSpent: _spent,
    ev.MovementRolled: _rolled,
    ev.MovementStopped: _stopped,
    ev.Stepped: _stepped,
    ev.Turned: _turned,
    ev.Placed: _placed,
    ev.Walked: _walked,
    ev.DoorChanged: _door,
    ev.BreakInFailed: _failed,
    ev.AmbushLaid: lambda state, event: state.changed(event.piece, ambush=Ambush(event.door, event.corner)),
    ev.AmbushEnded: lambda state, event: state.changed(event.piece, ambush=None),
    ev.Hurt: _hurt,
    ev.Killed: _killed,
    ev.Engaged: _engaged,
    ev.Disengaged: _disengaged,
    ev.AttackCommitted: _committed,
    ev.Shot: _shot,
    ev.Reacted: _reacted,
    ev.LetBy: _let_by,
    ev.Counted: _written,
    ev.Noted: _written,
    ev.Marked: _written,
    ev.Listed: _listed,
    ev.Corrected: by_hand.put_right,
    PutRight: by_hand.put_right,
    PutThere: by_hand.put_there,
    CardPut: by_hand.card_put,
    finds.SquaresSeen: _seen,
    finds.MonsterRevealed: _revealed,
    finds.MonsterPlaced: _came,
    finds.TrapChanged: _trap,
    finds.TrapLaid: _laid,
    finds.RubbleFell: lambda state, event: replace(state, rubble=(*state.rubble, event.at)),
    finds.Searched: _searched,
    finds.FurnitureChanged: _furniture,
    finds.EffectBrewed: _brewed,
    finds.EffectOver: _over,
    finds.SphereRolled: _rolled_on,
    finds.MistFell: lambda state, event: replace(state, mist=tuple(sorted({*state.mist, event.place}))),
}
