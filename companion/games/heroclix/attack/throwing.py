"""Throwing the held object: a ranged combat action at one opponent (HC-OBJ-32..37, HC-RNG-12).

ThrowObject ──> AttackDeclared(ranged, damage 2 or 3) ──> ObjectUsed(thrown) ──roll──> the object leaves the game
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.declaring import aim_at, left_events
from companion.games.heroclix.attack.striking import strike
from companion.games.heroclix.attack.targeting import aiming_violations
from companion.games.heroclix.commands import ObjectId, ThrowObject
from companion.games.heroclix.events.attack import AttackDeclared
from companion.games.heroclix.events.play import ActionGiven
from companion.games.heroclix.events.tactics import ObjectUsed
from companion.games.heroclix.forces.cards import Weight
from companion.games.heroclix.position.happening import happen
from companion.games.heroclix.position.in_hand import object_of
from companion.games.heroclix.position.reckoning import fighting_value, reckoned_events
from companion.games.heroclix.state.attack import ActionKind, AttackKind
from companion.games.heroclix.state.state import Piece, State
from companion.games.heroclix.turns.acting import finish, giving_violations, may_be_given

REACH = {Weight.LIGHT: 8, Weight.HEAVY: 6}  # squares, whatever the range value (HC-OBJ-34)
DAMAGE = {Weight.LIGHT: 2, Weight.HEAVY: 3}  # dealt, whatever the damage value and its modifiers (HC-OBJ-35, AMB-28)


def throw_violations(state: State, command: ThrowObject) -> Iterator[Violation]:
    """The rules the throw breaks: those of a ranged attack, but for the range (HC-OBJ-36)."""
    yield from giving_violations(state, command.seat, command.attacker)
    attacker = state.find(command.attacker)
    if attacker is not None and attacker.spaces:
        yield from _aim_violations(state, attacker, command)


def _aim_violations(state: State, attacker: Piece, command: ThrowObject) -> Iterator[Violation]:
    item = object_of(state, attacker.id)
    if item is None or item.weight is None:
        yield violation("HC-OBJ-32", attacker.id, waivable=False)
        return
    targets, reach = (command.target,), REACH[item.weight]
    yield from aiming_violations(state, attacker, targets, AttackKind.RANGED, within=reach)
    target = state.find(command.target)
    if target is not None and target.spaces:
        board = state.table.board
        if min(board.distance(a, b) for a in attacker.spaces for b in target.spaces) > reach:
            yield violation("HC-OBJ-34", target.id, range=reach)


def throw_object(t: Teller[State], command: ThrowObject) -> Script[None]:
    """The action and the attack."""
    attacker, target = t.state.piece(command.attacker), t.state.piece(command.target)
    happen(t, ActionGiven(attacker.id, ActionKind.RANGED_COMBAT), *throw_events(t.state, attacker, target))
    yield from strike(t)
    yield from finish(t, attacker.id)


def throw_events(state: State, attacker: Piece, target: Piece) -> tuple[object, ...]:
    """The attack, whose damage nothing adds to but a critical hit (AMB-28)."""
    item = object_of(state, attacker.id)
    assert item is not None and item.weight is not None
    kind = AttackKind.RANGED
    attack = fighting_value(state, attacker, "attack", kind)
    aim, defense = aim_at(state, attacker, target, kind, REACH[item.weight])
    reckoned = (*reckoned_events(attacker.id, "attack", attack), *reckoned_events(target.id, "defense", defense))
    declared = AttackDeclared(kind, attacker.id, attack.value, DAMAGE[item.weight], (aim,))
    return (
        declared,
        ObjectUsed(attacker.id, ObjectId(item.id), thrown=True),
        *reckoned,
        *left_events(state, attacker, target),
    )


def throw_targets(state: State, attacker: Piece) -> tuple[PieceId, ...]:
    """Return the pieces at which this one may throw what it holds, when it is given the action."""
    if object_of(state, attacker.id) is None:
        return ()
    throws = (ThrowObject(attacker.seat, attacker.id, target.id) for target in state.on_map())
    return tuple(offer.target for offer in throws if not any(_aim_violations(state, attacker, offer)))


def legal_throws(state: State, attacker: Piece) -> Iterator[ThrowObject]:
    """Every legal throw of what the piece holds."""
    if may_be_given(state, attacker.seat, attacker):
        yield from (ThrowObject(attacker.seat, attacker.id, one) for one in throw_targets(state, attacker))
