"""Commands a seat may give: an aid for screens and rehearsals, filtered by the same checks as ``decide``."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.commands import Choose, Pass, Place
from companion.core.flow import ChoiceRequest, PlacementRequest
from companion.core.ids import PieceId, Seat, SpaceId
from companion.games.heroclix import commands as cm
from companion.games.heroclix.actions import may_be_given, turn_violations
from companion.games.heroclix.attack.attack import shape_of
from companion.games.heroclix.attack.declared import AttackKind
from companion.games.heroclix.attack.targeting import is_spared, may_aim
from companion.games.heroclix.moves.carrying import legal_carries
from companion.games.heroclix.moves.movement import legal_moves, moves_to
from companion.games.heroclix.objects.picking_up import legal_moves_with
from companion.games.heroclix.objects.terrain_attack import legal_terrain_attacks
from companion.games.heroclix.objects.throwing import legal_throws
from companion.games.heroclix.opening.opening import begin_violations, legal_deployments, place_violations
from companion.games.heroclix.powers.holding import held
from companion.games.heroclix.powers.texts import legal_texts
from companion.games.heroclix.powers.turning_off import legal_turnings_off
from companion.games.heroclix.powers.using import legal_uses
from companion.games.heroclix.state import Phase, Piece, State
from companion.games.heroclix.tactics.placing import legal_objects, withhold_violations
from companion.games.heroclix.tactics.team_abilities import legal_choices

__all__ = ["commands_placing", "legal_commands"]


def legal_commands(state: State, seat: Seat, piece: PieceId | None) -> Iterator[cm.Command]:
    """Commands the seat may give, lazily. Dice are thrown, not chosen, so a roll offers none; answers to choices,
    deployments, moves, attacks on one target, throws, attacks on terrain, powers, the end of the
    turn, in this order."""
    if state.flow.open:
        for request in state.flow.open:
            if isinstance(request, ChoiceRequest) and request.seat == seat and request.at_most == 1:
                yield from (Choose(seat, request.id, (option,)) for option in request.options)
                if request.optional:
                    yield Pass(seat, request.id)
            if isinstance(request, PlacementRequest) and request.seat == seat:
                yield from (Place(seat, request.piece, (space,), None, request.id) for space in request.spaces)
        return
    if state.flow.phase == Phase.WAITING:
        if not any(begin_violations(state)):
            yield cm.BeginGame(seat)
        return
    yield from legal_objects(state, seat, piece)
    if piece is None and not any(withhold_violations(state, seat)):
        yield Pass(seat)
    yield from legal_deployments(state, seat, piece)
    if state.flow.phase != Phase.PLAY or state.flow.outcome is not None:
        return
    yield from legal_choices(state, seat, piece)
    yield from legal_texts(state, seat, piece)
    for one in state.on_map(seat):
        if piece in (None, one.id):
            if seat in state.flow.active:
                yield from legal_moves(state, seat, one)
                yield from legal_moves_with(state, seat, one)
                yield from legal_carries(state, seat, one)
                yield from _attacks(state, one)
                yield from legal_throws(state, one)
                yield from legal_terrain_attacks(state, one)
                yield from legal_uses(state, seat, one)
            yield from legal_turnings_off(state, seat, one)
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
    for one in held(state, attacker):
        shaped = [shape_of(state, attacker, kind, one.power) is not None for kind in (close, ranged)]
        if any(shaped):
            powers.append((one.power, shaped[0], shaped[1]))
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


def commands_placing(state: State, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[cm.Command]:
    """Legal commands after which the piece stands there: a deployment, a move, the answer to a request."""
    found = state.find(piece)
    if found is None or not spaces:
        return
    for request in state.flow.open:
        if isinstance(request, PlacementRequest) and request.piece == piece and spaces[0] in request.spaces:
            yield Place(request.seat, piece, spaces, None, request.id)
    if state.flow.open:
        return
    if state.flow.phase == Phase.DEPLOYMENT:
        place = Place(found.seat, piece, spaces)
        if not any(place_violations(state, place)):
            yield place
        return
    yield from moves_to(state, piece, spaces)
