"""Offers: the orders that a seat may give now, and each of them with one particular said otherwise.

legal_commands   what the active hero may do, by its aim           variations    hand to hand or at range, a number
at_any_time      corrections by hand, papers, giving up                          put right, another pile of a card

All of them are filtered by the checks of ``decide``; together they are every order there is, but for those that would
spend something for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from companion.core.answers import placements
from companion.core.by_hand import Adjust, MoveCard
from companion.core.commands import Concede
from companion.core.ids import PieceId, Seat, SpaceId
from companion.games.guardians import commands as cm
from companion.games.guardians.content.kinds import Prefix, Test
from companion.games.guardians.play import menace, powers, trials, ways
from companion.games.guardians.play.attack import cannot_hit, manner_of
from companion.games.guardians.play.by_hand import HANDS
from companion.games.guardians.play.values import MELEE, RANGED
from companion.games.guardians.setup import PAPERS
from companion.games.guardians.state import Figure, Phase, State
from companion.games.guardians.verbs import VERBS


def is_legal(state: State, command: cm.Command) -> bool:
    """Whether the order would be accepted now."""
    return not any(VERBS[type(command)].violations(state, command))


def offers_in_turn(state: State, seat: Seat, piece: PieceId | None) -> Iterator[cm.Command]:
    """Generate what the seat's active hero may do in its turn."""
    for command in _offers(state, seat, piece):
        if is_legal(state, command) and not is_idle(state, command):
            yield command


def _offers(state: State, seat: Seat, piece: PieceId | None) -> Iterator[cm.Command]:
    if state.flow.phase == Phase.WAITING:
        if piece is None:
            yield cm.BeginGame(seat)
        return
    figure = state.find(state.active or "")
    if figure is None or figure.seat != seat or piece not in (None, figure.id):
        return
    if figure.at is not None:
        yield from _deeds(state, seat, figure)
    yield cm.EndActivation(seat, figure.id)


def _deeds(state: State, seat: Seat, figure: Figure) -> Iterator[cm.Command]:
    me = seat, figure.id
    yield from (cm.Move(*me, to) for to in ways.destinations(state, figure))
    foes = [foe.id for foe in state.enemies(figure)]
    yield from (cm.Attack(*me, foe) for foe in foes)
    for site in state.scenario.sites.values():
        yield from (cm.TakeTest(*me, site.id, test.stat) for test in site.tests)
    for thing in state.scenario.objects:
        yield cm.UseObject(*me, PieceId(thing.id))
        yield from (cm.UseObject(*me, PieceId(thing.id), trials.AGGRESSIVE, foe) for foe in foes)
    for card in dict.fromkeys(figure.left):
        row = state.content.cards.get(card)
        if row is not None and row.special is not None and row.special.prefix is not Prefix.PERMANENT:
            yield from _power_offers(state, me, row.id)


def _power_offers(state: State, me: tuple[Seat, PieceId], card: str) -> Iterator[cm.Command]:
    """The power at every aim that its effects together ask for."""
    special = state.content.cards[card].special
    assert special is not None
    verbs = {effect.verb for effect in special.effects}
    aims = verbs & {*powers.NEED_TARGET} or any(effect.whom == "target" for effect in special.effects)
    targets = [one.id for one in state.in_play()] if aims else [None]
    free = (space for space in state.ground.spaces if state.at(space) is None)
    spaces = list(free) if verbs & {*powers.NEED_SPACE} else [None]
    yield from (cm.UsePower(*me, card, target, to) for target, to in product(targets, spaces))


# what would spend an action for nothing


def is_idle(state: State, command: cm.Command) -> bool:
    """Whether the order can bring about nothing, whatever the dice say: it is not offered."""
    match command:
        case cm.Attack():
            figure, target = state.who(command.piece), state.who(command.target)
            return cannot_hit(state, figure, target, command.manner)
        case cm.TakeTest():
            test = trials.test_of(state.scenario.sites[command.site], command.stat)
            return test is not None and test.direct and _cannot_pass(state, command.piece, test, command.site)
        case cm.UseObject():
            return _is_idle_object(state, command)
        case cm.UsePower():
            return powers.is_idle(state, state.who(command.piece), command.card, command.target)
    return False


def _cannot_pass(state: State, piece: PieceId, test: Test, site: str = "") -> bool:
    return not test.failure and not trials.odds(state, state.who(piece), test, site).chance


def _is_idle_object(state: State, command: cm.UseObject) -> bool:
    there = trials.object_of(state, command.object)
    if there is None:
        return False
    figure, kind = state.who(command.piece), there[1]
    test = kind.classic if command.use == trials.CLASSIC else kind.aggressive
    if test is None or _cannot_pass(state, figure.id, test):
        return True
    if command.use == trials.CLASSIC:
        deeds = (*test.success, *test.failure)
        return bool(deeds) and all(menace.is_idle(state, deed, figure, figure.id) for deed in deeds)
    target = state.who(command.target or "")
    return cannot_hit(state, figure, target, RANGED if kind.ranged else "", kind.power_dice)


# what may be said besides


def variations(state: State, command: object) -> Iterator[cm.Command]:
    """Generate the order with one particular said otherwise, as the rules allow it."""
    others: Iterator[cm.Command] = iter(())
    match command:
        case cm.Attack():
            figure, target = state.find(command.piece), state.find(command.target)
            if figure is not None and target is not None:
                usual = command.manner or manner_of(state, figure, target)
                others = (replace(command, manner=manner) for manner in (MELEE, RANGED) if manner != usual)
        case Adjust() | MoveCard():
            yield from HANDS.variations(state, command)
    yield from (other for other in others if is_legal(state, other) and not is_idle(state, other))


def at_any_time(state: State, seat: Seat, piece: PieceId | None) -> Iterator[cm.Command]:
    """Generate what the seat may order besides, whoever's turn it is: of one figure or thing, or of all."""
    if state.flow.outcome is not None:
        return
    if piece is None:
        yield from (cm.ChoosePaper(seat, paper) for paper in PAPERS if _is_free(state, seat, paper))
        yield Concede(seat)
    yield from HANDS.offers(state, seat, piece)


def _is_free(state: State, seat: Seat, paper: str) -> bool:
    command = cm.ChoosePaper(seat, paper)
    own = next((side.paper for side in state.sides if seat in state.table.seats_of.get(side.name, ())), "")
    return paper != own and is_legal(state, command)


def commands_placing(state: State, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[cm.Command]:
    """Legal commands after which the figure stands there: a move, a placement that is asked for."""
    figure = state.find(piece)
    if figure is None or len(spaces) != 1:
        return
    if state.flow.open:
        yield from placements(state.flow, piece, spaces)
    elif figure.seat is not None:
        move = cm.Move(figure.seat, piece, spaces[0])
        if is_legal(state, move):
            yield move
