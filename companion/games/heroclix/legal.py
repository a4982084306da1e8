"""Offers: the orders that a seat may give now, and each of them with one particular said otherwise.

legal_commands   by figure and aim: every end of a move, attacks on one target, every use of a power
variations       a passenger, where it is set down · an object taken along, and from where · a target more · a power
at_any_time      what is put right by hand, bystanders, ways to bring the game to an end

All of them are filtered by the checks of ``decide``; together they are every order there is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.answers import placements
from companion.core.commands import Concede, Pass, Place
from companion.core.ids import PieceId, Seat, SpaceId
from companion.games.heroclix import commands as cm
from companion.games.heroclix.attack.declaring import shape_of
from companion.games.heroclix.attack.targeting import is_spared, may_aim
from companion.games.heroclix.attack.throwing import legal_throws
from companion.games.heroclix.by_hand import HANDS
from companion.games.heroclix.moves.action import legal_moves, moves_to
from companion.games.heroclix.moves.movement import legal_bases
from companion.games.heroclix.opening.areas import base_of
from companion.games.heroclix.opening.objects import legal_objects, withhold_violations
from companion.games.heroclix.opening.opening import begin_violations, legal_deployments, place_violations
from companion.games.heroclix.position.holding import adjacent_friends, held
from companion.games.heroclix.position.in_hand import lying_object
from companion.games.heroclix.position.team_abilities import legal_choices
from companion.games.heroclix.powers.by_hand import legal_texts, legal_turnings_off
from companion.games.heroclix.powers.using import legal_uses
from companion.games.heroclix.state.attack import AttackKind
from companion.games.heroclix.state.state import Phase, Piece, State
from companion.games.heroclix.terrain import legal_terrain_attacks
from companion.games.heroclix.turns.acting import may_be_given, turn_violations
from companion.games.heroclix.verbs import VERBS


def offers_in_turn(state: State, seat: Seat, piece: PieceId | None) -> Iterator[cm.Command]:
    """Commands the seat may give, lazily: deployments, moves, attacks on one target, throws, attacks on terrain,
    powers, the end of the turn, in this order."""
    if state.flow.phase == Phase.WAITING:
        if not any(begin_violations(state, begin := cm.BeginGame(seat))):
            yield begin
        return
    yield from legal_objects(state, seat, piece)
    if piece is None and not any(withhold_violations(state, Pass(seat))):
        yield Pass(seat)
    yield from legal_deployments(state, seat, piece)
    if state.flow.phase != Phase.PLAY:
        return
    yield from legal_choices(state, seat, piece)
    yield from legal_texts(state, seat, piece)
    for other in state.on_map(seat):
        if piece in (None, other.id):
            if seat in state.flow.active:
                yield from legal_moves(state, seat, other)
                yield from _attacks(state, other)
                yield from legal_throws(state, other)
                yield from legal_terrain_attacks(state, other)
                yield from legal_uses(state, seat, other)
            yield from legal_turnings_off(state, seat, other)
    if seat not in state.flow.active:
        return
    if piece is None and seat in state.table.seats and not any(turn_violations(state, seat)):
        yield cm.EndTurn(seat)


def _attacks(state: State, attacker: Piece) -> Iterator[cm.Command]:
    """Every legal attack on one target: who may attack is asked once, and a power only of who may be a target."""
    if not may_be_given(state, attacker.seat, attacker):
        return
    close, ranged = AttackKind.CLOSE, AttackKind.RANGED
    powers = [("", True, True)]
    for holding in held(state, attacker):
        shaped = [shape_of(state, attacker, kind, holding.power) is not None for kind in (close, ranged)]
        if any(shaped):
            powers.append((holding.power, shaped[0], shaped[1]))
    for target in state.on_map():
        if state.is_friend(attacker.seat, target.seat):
            continue
        is_near = may_aim(state, attacker, target, close)
        is_far = may_aim(state, attacker, target, ranged)
        for power, by_hand, by_bolt in powers if is_near or is_far else ():
            if power and is_spared(state, target, power):
                continue
            if is_near and by_hand:
                yield cm.CloseAttack(attacker.seat, attacker.id, target.id, power)
            if is_far and by_bolt:
                yield cm.RangedAttack(attacker.seat, attacker.id, (target.id,), power)


# one particular said otherwise


def variations(state: State, command: object) -> Iterator[cm.Command]:
    """Generate the order with one particular said otherwise, as the rules allow it."""
    yield from HANDS.variations(state, command)
    others = (other for other in _otherwise(state, command) if other != command)
    yield from (other for other in dict.fromkeys(others) if is_legal(state, other))


def is_legal(state: State, command: cm.Command) -> bool:
    """Whether the order would be accepted now."""
    return not any(VERBS[type(command)].violations(state, command))


def _otherwise(state: State, command: object) -> Iterator[cm.Command]:
    """Generate it with a particular said otherwise, legal or not."""
    match command:
        case cm.MoveFigure(piece=name):
            piece = state.find(name)
            if piece is not None and piece.spaces:
                yield from _moved_otherwise(state, piece, command)
        case cm.UsePower(pick_up=item):
            yield from (replace(command, pick_up=one) for one in (None, *_lying(state)) if one != item)
        case cm.CloseAttack(attacker=name):
            yield from (replace(command, power=power) for power in _powers(state, name))
        case cm.RangedAttack(attacker=name, targets=targets):
            yield from (replace(command, power=power) for power in _powers(state, name))
            foes = (other.id for other in state.on_map() if not state.is_friend(command.seat, other.seat))
            yield from (replace(command, targets=(*targets, foe)) for foe in foes if foe not in targets)
        case cm.ProposeEnd(how=cm.End.SCENARIO, winners=winners):
            rest = (seat for seat in state.table.seats if seat not in winners)
            yield from (replace(command, winners=(*winners, seat)) for seat in rest)
            yield from (replace(command, winners=tuple(one for one in winners if one != seat)) for seat in winners)


def _moved_otherwise(state: State, piece: Piece, move: cm.MoveFigure) -> Iterator[cm.MoveFigure]:
    """A move to there with a passenger or none, with an object or none; a long base laid the other way."""
    board = state.table.board
    for friend in adjacent_friends(state, piece):
        places = (space for space in board.spaces if board.is_adjacent(space, move.to[0]))
        downs = (replace(move, passenger=friend.id, set_down=space) for space in places)
        if friend.id == move.passenger:
            yield from downs
        else:
            yield from [down for down in downs if is_legal(state, down)][:1]
    yield replace(move, passenger=None, set_down=None)
    for item in (None, *_lying(state)):
        yield replace(move, pick_up=item, pick_up_at=None)
        lying = lying_object(state, item) if item is not None else None
        if lying is not None:
            near = (space for space in board.spaces if board.distance(space, lying.space) <= 1)
            vias = [replace(move, pick_up=item, pick_up_at=space) for space in near]
            yield from vias if item == move.pick_up else [via for via in vias if is_legal(state, via)][:1]
    if len(move.to) > 1:
        yield from (replace(move, to=base) for base in legal_bases(state, piece) if base[0] == move.to[0])


def _lying(state: State) -> list[cm.ObjectId]:
    return [cm.ObjectId(lying.object) for lying in state.tactics.lying]


def _powers(state: State, attacker: PieceId) -> list[str]:
    """Return the powers that an attack might activate; none of them first."""
    piece = state.find(attacker)
    return ["", *(holding.power for holding in held(state, piece))] if piece is not None else []


def at_any_time(state: State, seat: Seat, piece: PieceId | None) -> Iterator[cm.Command]:
    """Generate what the seat may order besides, whoever's turn it is."""
    if state.flow.outcome is not None:
        return
    if piece is None:
        ends: tuple[cm.Command, ...] = (*(cm.ProposeEnd(seat, how) for how in cm.End), Concede(seat))
        yield from (end for end in ends if is_legal(state, end))
    yield from legal_bystanders(state, seat, piece)
    yield from HANDS.offers(state, seat, piece)


def legal_bystanders(state: State, seat: Seat, piece: PieceId | None) -> Iterator[Place]:
    """Every square for a bystander token that an effect brings (HC-BYST-01)."""
    for other in state.pieces if state.flow.phase == Phase.PLAY else ():
        if piece in (None, other.id) and state.is_bystander(other) and not other.spaces and other.seat == seat:
            places = (Place(seat, other.id, base_of(state, other, space)) for space in state.table.board.spaces)
            yield from (place for place in places if is_legal(state, place))


def commands_placing(state: State, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[cm.Command]:
    """Legal commands after which the piece stands there: a deployment, a move, the answer to a request."""
    found = state.find(piece)
    if found is None or not spaces:
        return
    if state.flow.open:
        yield from placements(state.flow, piece, spaces)
        return
    if state.flow.phase == Phase.DEPLOYMENT:
        place = Place(found.seat, piece, spaces)
        if not any(place_violations(state, place)):
            yield place
        return
    yield from moves_to(state, piece, spaces)
