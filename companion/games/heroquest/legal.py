"""Offers: the plain orders that a seat may give now, and each of them with one particular said otherwise.

legal_commands   by character and aim: walks of one square, attacks in the plain way, shoves without helpers
variations       a way of attack more · a helper more · dice of magic · where it faces at the end · another way there
at_any_time      what the master puts right, experience, giving up

All of them are filtered by the checks of ``decide``; together they are every order there is, but for an aim that nobody
looks at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, combinations, product
from typing import TypeVar

from companion.board.facing import FACINGS, facings_to
from companion.board.squares import format_square, parse_square
from companion.core.answers import placements
from companion.core.commands import Concede
from companion.core.ids import PieceId, Seat, SpaceId
from companion.games.heroquest import commands as cm
from companion.games.heroquest import gear
from companion.games.heroquest.actions import turn_of
from companion.games.heroquest.attack.techniques import POWERS
from companion.games.heroquest.by_hand import HANDS
from companion.games.heroquest.characters import Character
from companion.games.heroquest.deeds.spells import AIMLESS, MAGIC_ATTACK
from companion.games.heroquest.moves import jumping
from companion.games.heroquest.moves.ways import ways
from companion.games.heroquest.quest import Standing
from companion.games.heroquest.state import Phase, State
from companion.games.heroquest.verbs import VERBS

N = TypeVar("N", bound=str)
W = TypeVar("W", bound=cm.Order)
HERO_WAYS = ("deadly",)
MONSTER_WAYS = ("bite", "assured", "wide", *POWERS)


def offers_in_turn(state: State, seat: Seat, piece: PieceId | None) -> Iterator[cm.Command]:
    """Generate what the seat's characters may do in its turn."""
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
    way = ways(state, figure, turn_of(figure).left).get(to, ()) if figure.at is not None else ()
    yield from _allowed(state, (cm.Walk(*me, way), cm.Jump(*me, to), cm.Teleport(*me, to)))


def walks(state: State, figure: Character) -> Iterator[cm.Walk]:
    """Generate the walks that it may make now, the best one to each square."""
    own = turn_of(figure)
    if figure.at is not None and own.moving and not state.flow.open:
        found = ways(state, figure, own.left).values()
        yield from _allowed(state, (cm.Walk(figure.seat, figure.id, path) for path in found if path))


def _allowed(state: State, offers: Iterable[W]) -> Iterator[W]:
    return (command for command in offers if not any(VERBS[type(command)].violations(state, command)))


def _first(state: State, *offers: cm.Order) -> list[cm.Order]:
    """The first of these that may be given, if any."""
    return list(_allowed(state, offers))[:1]


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


def _aims(state: State, figure: Character) -> Iterator[Character]:
    """Those it may strike at: enemies it knows of, and of heroes their friends too (HQ-ATK-09)."""
    yield from _foes(state, figure)
    yield from (friend for friend in state.side(figure.side) if figure.is_hero and friend.id != figure.id)


def _foes(state: State, figure: Character) -> Iterator[Character]:
    """The enemies it knows of."""
    return (other for other in state.enemies(figure) if other.revealed or not figure.is_hero)


def _moves(state: State, figure: Character) -> Iterator[cm.Order]:
    me = figure.seat, figure.id
    yield cm.RollMovement(*me)
    yield from (cm.Walk(*me, (space,)) for space in state.dungeon.board.neighbours(figure.square))
    yield from (cm.Turn(*me, facing) for facing in FACINGS)
    yield from (cm.Jump(*me, to) for to in jumping.landings(state, figure.id))
    friends = tuple(_helpers(state, figure))
    for foe in _foes(state, figure):
        yield from _first(state, cm.Shove(*me, foe.id), cm.Shove(*me, foe.id, friends))


def _doors(state: State, figure: Character) -> Iterator[cm.Order]:
    for door in state.doors_known(master=not figure.is_hero):
        if figure.at in state.door_edge(door):
            for kind in (cm.OpenDoor, cm.Barricade, cm.BreakIn, cm.Listen):
                yield kind(figure.seat, figure.id, door)
        yield from (kind(figure.seat, figure.id, door) for kind in (cm.Detect, cm.Ambush))
    corners = (figure.square, *state.dungeon.sides[figure.square])
    yield from (cm.Ambush(figure.seat, figure.id, corner=space) for space in corners)


def _fights(state: State, figure: Character) -> Iterator[cm.Order]:
    me = figure.seat, figure.id
    for foe in _aims(state, figure):
        yield cm.Attack(*me, foe.id)
        yield from (cm.Attack(*me, foe.id, (way,)) for way in _ways_of(figure))
        yield cm.CommitAttack(*me, foe.id)
        yield cm.DisarmOpponent(*me, foe.id)
        yield from (cm.Cast(*me, "magic", foe.id, dice) for dice in range(1, figure.mana + 1))
    for spell in figure.spells:
        if state.content.spells[spell].effect in AIMLESS:
            yield cm.Cast(*me, spell)
            continue
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
            sides = (cm.Topple(*me, piece.id, facing) for facing in FACINGS)
            yield from _first(state, cm.Topple(*me, piece.id)) or sides
            if not figure.is_hero:
                yield from _throws(state, figure, piece)
    yield from (cm.HelpFree(*me, friend.id) for friend in state.side(figure.side) if friend.held)


def _throws(state: State, figure: Character, piece: Standing) -> Iterator[cm.Order]:
    """Generate throws at heroes: every way in which the piece may come down on one of them at least."""
    places = [parse_square(space) for space in piece.squares]
    wide, tall = (1 + max(one) - min(one) for one in zip(*places, strict=True))
    heroes, found = [parse_square(hero.square) for hero in state.enemies(figure)], dict[tuple[SpaceId, ...], None]()
    for (column, row), (across, down) in product(heroes, dict.fromkeys(((wide, tall), (tall, wide)))):
        for left, top in product(range(column - across + 1, column + 1), range(row - down + 1, row + 1)):
            if left >= 0 and top >= 0:
                base = product(range(top, top + down), range(left, left + across))
                found[tuple(format_square(c, r) for r, c in base)] = None
    yield from (cm.ThrowFurniture(figure.seat, figure.id, piece.id, squares) for squares in found)


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


# one particular said otherwise


def variations(state: State, command: object) -> Iterator[cm.Command]:
    """Generate the order with one particular said otherwise, as the rules allow it."""
    if isinstance(command, cm.GiveAward):
        yield from _allowed(state, (replace(command, points=command.points + step) for step in (-1, 1)))
    yield from HANDS.variations(state, command)
    figure = state.find(command.piece) if isinstance(command, cm.Deed) else None
    if figure is not None and figure.at is not None and isinstance(command, cm.Deed):
        yield from _allowed(state, (one for one in _otherwise(state, figure, command) if one != command))


def _otherwise(state: State, figure: Character, command: cm.Deed) -> Iterator[cm.Deed]:
    """Generate it with a particular said otherwise, legal or not."""
    match command:
        case cm.Attack(target=name):
            yield from (replace(command, ways=ways) for ways in _toggled(command.ways, _ways_of(figure)))
            target = state.find(name)
            sides = facings_to(figure.square, target.square) if target is not None and target.at is not None else ()
            yield from (replace(command, facing=facing) for facing in (None, *sides) if len(sides) > 1)
        case cm.Cast():
            yield from (replace(command, ways=ways) for ways in _toggled(command.ways, HERO_WAYS))
            if command.spell == MAGIC_ATTACK:
                yield from (replace(command, number=command.number + step) for step in (-1, 1))
        case cm.Shove():
            yield from (replace(command, with_=some) for some in _toggled(command.with_, _helpers(state, figure)))
        case cm.Walk(path=path):
            end = path[-1] if path else figure.square
            yield from (replace(command, path=way) for way in _over_allies(state, figure, end))
            yield from (replace(command, facing=facing) for facing in (None, *FACINGS))
        case cm.Teleport():
            yield from (replace(command, facing=facing) for facing in (None, *FACINGS))


def _ways_of(figure: Character) -> tuple[str, ...]:
    return ("group", *(HERO_WAYS if figure.is_hero else MONSTER_WAYS))


def _helpers(state: State, figure: Character) -> list[PieceId]:
    """Return who stands with it in one crowd, aslant too: those may push with it (HQ-COMBAT-SHOVE-01)."""
    rest = [friend for friend in state.side(figure.side) if friend.id != figure.id]
    crowd = [figure]
    for one in crowd:
        near = [friend for friend in rest if friend.square in state.dungeon.board.neighbours(one.square)]
        crowd += near
        rest = [friend for friend in rest if friend not in near]
    return [friend.id for friend in crowd[1:]]


def _toggled(held: tuple[N, ...], known: Iterable[N]) -> Iterator[tuple[N, ...]]:
    """Generate the list with one more, or one less, or two more, where one alone will not do."""
    rest = [one for one in known if one not in held]
    yield from (tuple(other for other in held if other != one) for one in held)
    yield from ((*held, *more) for count in (1, 2) for more in combinations(rest, count))


def _over_allies(state: State, figure: Character, end: SpaceId) -> Iterator[tuple[SpaceId, ...]]:
    """Generate the ways of two squares to that end that pass an ally: no other need be gone at once (HQ-MOVE-11)."""
    board = state.dungeon.board
    for between in board.neighbours(figure.square):
        other = state.at(between)
        if other is not None and other.side == figure.side and end in board.neighbours(between):
            yield (between, end)


def at_any_time(state: State, seat: Seat, piece: PieceId | None) -> Iterator[cm.Command]:
    """Generate what the seat may order besides: what the master puts right, experience it gives, giving up."""
    if state.flow.outcome is not None:
        return
    if piece is None:
        yield Concede(seat)
    if seat == state.table.gm:
        yield from HANDS.offers(state, seat, piece)
        heroes = (hero.id for hero in state.characters if hero.is_hero and piece in (None, hero.id))
        yield from _allowed(state, (cm.GiveAward(seat, hero, 1) for hero in heroes))
