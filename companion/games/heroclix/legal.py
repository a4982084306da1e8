"""Commands a seat may give: an aid for screens and rehearsals, filtered by the same checks as ``decide``."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.answers import legal_answers, placements
from companion.core.commands import Pass, Place
from companion.core.ids import PieceId, Seat, SpaceId
from companion.games.heroclix import commands as cm
from companion.games.heroclix.attack.declaring import shape_of
from companion.games.heroclix.attack.targeting import is_spared, may_aim
from companion.games.heroclix.attack.throwing import legal_throws
from companion.games.heroclix.moves.action import legal_moves, moves_to
from companion.games.heroclix.opening.objects import legal_objects, withhold_violations
from companion.games.heroclix.opening.opening import begin_violations, legal_deployments, place_violations
from companion.games.heroclix.position.holding import held
from companion.games.heroclix.position.team_abilities import legal_choices
from companion.games.heroclix.powers.by_hand import legal_texts, legal_turnings_off
from companion.games.heroclix.powers.using import legal_uses
from companion.games.heroclix.state.attack import AttackKind
from companion.games.heroclix.state.state import Phase, Piece, State
from companion.games.heroclix.terrain import legal_terrain_attacks
from companion.games.heroclix.turns.acting import may_be_given, turn_violations


def legal_commands(state: State, seat: Seat, piece: PieceId | None) -> Iterator[cm.Command]:
    """Commands the seat may give, lazily. Dice are thrown, not chosen, so a roll offers none; answers to choices,
    deployments, moves, attacks on one target, throws, attacks on terrain, powers, the end of the
    turn, in this order."""
    if state.flow.open:
        yield from legal_answers(state.flow, seat)
        return
    if state.flow.phase == Phase.WAITING:
        if not any(begin_violations(state, begin := cm.BeginGame(seat))):
            yield begin
        return
    yield from legal_objects(state, seat, piece)
    if piece is None and not any(withhold_violations(state, Pass(seat))):
        yield Pass(seat)
    yield from legal_deployments(state, seat, piece)
    if state.flow.phase != Phase.PLAY or state.flow.outcome is not None:
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
