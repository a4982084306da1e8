"""Every command: what forbids it, what it does, and what of it a screen may offer.

Offers are an aid, filtered by the same checks as ``decide``; of endless variants they hold the plain ones: walks of one
square, shoves without helpers and with all that touch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import TypeVar

from companion.board.facing import FACINGS
from companion.core.answers import legal_answers, placements
from companion.core.commands import Concede
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.games.heroquest import actions, footing, gear, rounds, windows
from companion.games.heroquest import commands as cm
from companion.games.heroquest.attack import attack
from companion.games.heroquest.characters import Character
from companion.games.heroquest.deeds import furniture, hands, search, senses, shove, spells, trapping
from companion.games.heroquest.moves import doors, jumping, walking
from companion.games.heroquest.quest import Standing
from companion.games.heroquest.state import DoorState, Phase, State

C = TypeVar("C", bound=cm.Deed)


def deed(
    check: Callable[[State, Character, C], Iterator[Violation]],
    script: Callable[[Teller[State], Character, C], Script[None] | None],
) -> Verb[State]:
    """Make the verb of a deed of a figure on the board in its own turn."""

    def violations(state: State, command: C) -> Iterator[Violation]:
        yield from actions.acting(state, command.seat, command.piece)
        figure = state.find(command.piece)
        if figure is not None and figure.at is None:
            yield violation("HQ-MOVE-02", figure.id, waivable=False)
        elif figure is not None:
            yield from check(state, figure, command)

    return Verb(violations, lambda t, command: script(t, t.state.who(command.piece), command))


VERBS: Mapping[type, Verb[State]] = {
    cm.BeginQuest: Verb(rounds.begin_violations, rounds.begin),
    cm.TakeTurn: Verb(rounds.take_turn_violations, lambda t, command: rounds.start_turn(t, command.piece)),
    cm.EndTurn: Verb(rounds.end_turn_violations, rounds.end_turn),
    cm.EndPhase: Verb(rounds.end_phase_violations, rounds.end_phase),
    cm.Adjust: Verb(rounds.adjust_violations, rounds.adjust),
    cm.Relocate: Verb(rounds.relocate_violations, rounds.relocate),
    cm.GiveAward: Verb(rounds.award_violations, rounds.award),
    cm.RollMovement: deed(walking.roll_violations, walking.roll_movement),
    cm.Walk: deed(walking.walk_violations, walking.walk),
    cm.Turn: deed(walking.turn_violations, walking.turn),
    cm.Jump: deed(jumping.jump_violations, jumping.jump),
    cm.Teleport: deed(spells.teleport_violations, spells.teleport),
    cm.OpenDoor: deed(doors.open_violations, doors.open_door),
    cm.Barricade: deed(doors.barricade_violations, doors.barricade),
    cm.BreakIn: deed(doors.break_violations, doors.break_in),
    cm.Climb: deed(furniture.climb_violations, furniture.climb),
    cm.HelpOver: deed(jumping.help_violations, jumping.help_over),
    cm.HelpFree: deed(trapping.free_violations, trapping.free),
    cm.Shove: deed(shove.shove_violations, shove.shove),
    cm.Attack: deed(attack.attack_violations, attack.attack),
    cm.CommitAttack: deed(attack.attack_violations, attack.commit),
    cm.Cast: deed(spells.cast_violations, spells.cast),
    cm.DisarmOpponent: deed(hands.disarm_violations, hands.disarm),
    cm.Ambush: deed(windows.ambush_violations, windows.ambush),
    cm.Topple: deed(furniture.topple_violations, furniture.topple),
    cm.ThrowFurniture: deed(furniture.throw_violations, furniture.throw),
    cm.ChangeWeapon: deed(hands.change_violations, hands.change),
    cm.DrinkPotion: deed(hands.drink_violations, hands.drink),
    cm.Heal: deed(spells.heal_violations, spells.heal),
    cm.Listen: deed(senses.listen_violations, senses.listen),
    cm.Scan: deed(senses.scan_violations, senses.scan),
    cm.Detect: deed(senses.detect_violations, senses.detect),
    cm.SearchRoom: deed(search.room_violations, search.search_room),
    cm.SearchFurniture: deed(search.furniture_violations, search.search_furniture),
    cm.SearchTraps: deed(search.seek_violations, search.seek_traps),
    cm.SearchPassages: deed(search.seek_violations, search.seek_passages),
    cm.DisarmTrap: deed(trapping.disarm_violations, trapping.disarm),
    cm.BuildTrap: deed(trapping.build_violations, trapping.build),
    Concede: Verb(rounds.concede_violations, rounds.concede),
}


def legal_commands(state: State, seat: Seat, piece: PieceId | None) -> Iterator[cm.Command]:
    """Commands the seat may give: answers while something is asked, else what its characters may do."""
    if state.flow.outcome is not None:
        return
    if state.flow.open:
        yield from legal_answers(state.flow, seat)
        return
    own = [figure for figure in state.characters if figure.seat == seat and piece in (None, figure.id)]
    begun = (_offers(state, figure) for figure in own if figure.turn is not None)
    yield from _allowed(state, chain(_table(seat, own, piece), *begun))


def commands_placing(state: State, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[cm.Command]:
    """Legal commands after which the piece stands there: a placement asked for, a walk, a jump, a teleport."""
    figure = state.find(piece)
    if figure is None or len(spaces) != 1:
        return
    if state.flow.open:
        yield from placements(state.flow, piece, spaces)
        return
    to, me = spaces[0], (figure.seat, figure.id)
    yield from _allowed(state, (cm.Walk(*me, _way(state, figure, to)), cm.Jump(*me, to), cm.Teleport(*me, to)))


def _allowed(state: State, offers: Iterable[cm.Order]) -> Iterator[cm.Order]:
    return (command for command in offers if not any(VERBS[type(command)].violations(state, command)))


def _way(state: State, figure: Character, to: SpaceId) -> tuple[SpaceId, ...]:
    """The shortest way there, by squares; nothing when there is none."""
    if figure.at is None:
        return ()
    came: dict[SpaceId, SpaceId] = {}
    todo = [figure.at]
    for here in todo:
        if here == to:
            break
        for there in state.dungeon.board.neighbours(here):
            if there not in came and there != figure.at and not any(footing.way_violations(state, figure, here, there)):
                came[there] = here
                todo.append(there)
    way: list[SpaceId] = []
    while to in came:
        way.append(to)
        to = came[to]
    return tuple(reversed(way))


def _table(seat: Seat, own: list[Character], piece: PieceId | None) -> Iterator[cm.Order]:
    if piece is None:
        yield cm.BeginQuest(seat)
        yield cm.EndPhase(seat)
    for figure in own:
        if figure.is_hero:
            yield cm.TakeTurn(seat, figure.id)
            yield cm.EndTurn(seat, figure.id)


def _offers(state: State, figure: Character) -> Iterator[cm.Order]:
    """Generate the orders it might want, legal or not."""
    if figure.at is not None and state.flow.phase != Phase.WAITING:
        for family in (_moves, _doors, _fights, _things, _heroic if figure.is_hero else _monstrous):
            yield from family(state, figure)


def _foes(state: State, figure: Character) -> Iterator[Character]:
    """The enemies it knows of."""
    return (other for other in state.enemies(figure) if other.revealed or not figure.is_hero)


def _moves(state: State, figure: Character) -> Iterator[cm.Order]:
    me = figure.seat, figure.id
    yield cm.RollMovement(*me)
    yield from (cm.Walk(*me, (space,)) for space in state.dungeon.board.neighbours(figure.square))
    yield from (cm.Turn(*me, facing) for facing in FACINGS)
    yield from (cm.Jump(*me, to) for to in jumping.landings(state, figure.id))
    friends = tuple(friend.id for friend in state.side(figure.side) if friend.id != figure.id)
    for foe in _foes(state, figure):
        yield cm.Shove(*me, foe.id)
        yield cm.Shove(*me, foe.id, friends)


def _doors(state: State, figure: Character) -> Iterator[cm.Order]:
    for door, now in state.doors:
        if figure.at in state.door_edge(door) and not (now is DoorState.HIDDEN and figure.is_hero):
            for kind in (cm.OpenDoor, cm.Barricade, cm.BreakIn, cm.Listen, cm.Detect, cm.Ambush):
                yield kind(figure.seat, figure.id, door)


def _fights(state: State, figure: Character) -> Iterator[cm.Order]:
    me = figure.seat, figure.id
    own_ways = ("deadly",) if figure.is_hero else ("bite", "assured", "wide", "power-1", "power-2")
    for foe in _foes(state, figure):
        yield cm.Attack(*me, foe.id)
        yield from (cm.Attack(*me, foe.id, (way,)) for way in ("group", *own_ways))
        yield cm.CommitAttack(*me, foe.id)
        yield cm.DisarmOpponent(*me, foe.id)
        yield from (cm.Cast(*me, "magic", foe.id, dice) for dice in range(1, figure.mana + 1))
    for spell in figure.spells:
        yield cm.Cast(*me, spell)
        shown = (other for other in state.characters if other.revealed or not figure.is_hero)
        yield from (cm.Cast(*me, spell, other.id) for other in shown)
    dropped = figure.dropped.partition("@")[0]
    for weapon in dict.fromkeys(("", *figure.weapons, *((dropped,) if dropped else ()), "club")):
        yield cm.ChangeWeapon(*me, weapon)


def _things(state: State, figure: Character) -> Iterator[cm.Order]:
    me = figure.seat, figure.id
    near = set(state.dungeon.sides[figure.square])
    for piece in state.furniture:
        if near & set(piece.squares) or figure.perch == piece.id:
            yield cm.SearchFurniture(*me, piece.id)
            yield from (cm.Topple(*me, piece.id, facing) for facing in FACINGS)
            if not figure.is_hero:
                yield from _throws(state, figure, piece)
    yield from (cm.HelpFree(*me, friend.id) for friend in state.side(figure.side) if friend.held)


def _throws(state: State, figure: Character, piece: Standing) -> Iterator[cm.Order]:
    """Generate throws at each hero: its square and those beside it, as far as the piece covers."""
    me = figure.seat, figure.id, piece.id
    for hero in state.enemies(figure):
        if len(piece.squares) == 1:
            yield cm.ThrowFurniture(*me, (hero.square,))
        elif len(piece.squares) == 2:
            for beside in state.dungeon.sides[hero.square]:
                yield cm.ThrowFurniture(*me, (hero.square, beside))


def _heroic(state: State, figure: Character) -> Iterator[cm.Order]:
    me = figure.seat, figure.id
    yield from (kind(*me) for kind in (cm.Scan, cm.Heal, cm.SearchRoom, cm.SearchTraps, cm.SearchPassages))
    yield from (cm.DrinkPotion(*me, item) for item in dict.fromkeys(gear.potions_of(state, figure)))
    if figure.hero == "enchanter":
        yield from (cm.Teleport(*me, space) for space in state.seen)
    if figure.hero == "dwarf":
        yield from (cm.DisarmTrap(*me, trap.id) for trap in state.traps if trap.status == "revealed")
        yield from (cm.BuildTrap(*me, space) for space in state.dungeon.sides[figure.square])


def _monstrous(state: State, figure: Character) -> Iterator[cm.Order]:
    me = figure.seat, figure.id
    yield from (cm.Climb(*me, space) for space in state.dungeon.sides[figure.square])
    for friend in state.side(figure.side):
        yield from (cm.HelpOver(*me, friend.id, to) for to in jumping.landings(state, friend.id))
