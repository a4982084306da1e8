"""What a blow does: how much is taken, the dial, the knock-out, the victory points (HC-DMG, HC-VP)."""

from __future__ import annotations

from typing import Any

from companion.core.events import ChoiceRequested
from companion.core.flow import ChoiceRequest
from companion.core.ids import RuleId, Seat
from companion.games.heroclix.attack.declared import AttackKind
from companion.games.heroclix.attack.power_events import EffectDealt
from companion.games.heroclix.attack.step_events import DamageClicked
from companion.games.heroclix.attack.taking import (
    REDUCER,
    chosen_reducers,
    is_out,
    least_left,
    reducer_options,
    taken_of,
    turned_to,
)
from companion.games.heroclix.attack.turning import turned
from companion.games.heroclix.events import DamageDealt, KnockedOut
from companion.games.heroclix.figures.dial import heal_to
from companion.games.heroclix.figures.powers_table import SPECIAL
from companion.games.heroclix.moves.adjacency import are_adjacent
from companion.games.heroclix.powers.events import PowerUsed
from companion.games.heroclix.powers.holding import active, is_active
from companion.games.heroclix.powers.rules import by_hand
from companion.games.heroclix.powers.verbs.answering import Burst
from companion.games.heroclix.powers.verbs.endure import NotDamaged
from companion.games.heroclix.powers.verbs.heal import HealByHitting
from companion.games.heroclix.powers.verbs.knock_back import GiveWay
from companion.games.heroclix.powers.verbs.mates import mourning, struck_back
from companion.games.heroclix.powers.verbs.reduce import ReduceByRoll
from companion.games.heroclix.powers.verbs.transfer import Transfer
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Blow, DamageKind
from companion.games.heroclix.tactics.scoring import score_events

__all__ = ["TAKEN", "blow_events", "scorer_of"]

TAKEN = RuleId("HC-DMG-02")


def blow_events(state: State, blow: Blow) -> tuple[Any, ...]:
    """What a blow does, once every power that speaks before it has spoken; of an attack or not (HX-SEQ-02).

    A question instead when a power that the companion leaves to the players may change it.
    """
    piece = state.piece(blow.piece)
    called = _speaker(state, piece, blow) if blow.amount > 0 and blow.taken is None else None
    if called is not None:
        return (PowerUsed(piece.id, called),)
    if blow.taken is None and blow.amount > 0 and _by_hand(state, piece, blow.kind):
        options = tuple(str(n) for n in range(blow.amount, -1, -1))
        request = ChoiceRequest(state.flow.next_id(), piece.seat, state.edition.rule(TAKEN), options, piece=piece.id)
        return (ChoiceRequested(request),)
    if blow.taken is None and (options := _choice_of_reducer(state, piece, blow)):
        return (ChoiceRequested(ChoiceRequest(state.flow.next_id(), piece.seat, REDUCER, options, piece=piece.id)),)
    taken = blow.taken if blow.taken is not None else taken_of(state, piece, blow)
    dealt = DamageDealt(piece.id, blow.amount, taken, blow.kind, state.edition.rule(blow.rule), blow.by)
    if taken == 0:  # not damaged, for whatever asks (HX-SEQ-08)
        return (dealt,)
    after = turned_to(state, piece, taken)
    clicked = DamageClicked(piece.id, taken, after - piece.click, blow.kind)
    told = (clicked,) if state.edition.attack.damage.clicked else ()
    back = struck_back(state, piece, blow)
    events = (dealt, *turned(state, piece, after), *told, *_healed_by(state, piece, blow), *back)
    if not is_out(state, piece, after):
        return *events, *_giving_way(state, piece, blow, taken)
    out = KnockedOut(piece.id, piece.spaces[0] if piece.spaces else None)
    # Who hurt it last counts this blow too, so the scorer is looked for in the state after it.
    by_opponent = blow.by is not None and not state.is_friend(blow.by, piece.seat)
    seat = scorer_of(state, piece, blow.by if by_opponent else piece.hurt_by)
    follows = (*_bursting(state, piece), *mourning(state, piece))
    return *events, out, *score_events(state, piece, seat), *follows


def _bursting(state: State, piece: Piece) -> tuple[EffectDealt, ...]:
    """What a piece that is knocked out does to those next to the square it stood on just before (HX-KO-05)."""
    near = tuple(one.id for one in state.on_map() if one.id != piece.id and are_adjacent(state, piece, one))
    bursts = active(state, piece, Burst) if near else ()
    return tuple(EffectDealt(piece.id, power, near, verb.damage) for power, verb in bursts)


_REDUCIBLE = (DamageKind.ATTACK, DamageKind.KNOCKBACK, DamageKind.EFFECT)


def _speaker(state: State, piece: Piece, blow: Blow) -> str | None:
    """The power of the piece that speaks before it takes the damage: who else takes it, then a roll to reduce it."""
    if blow.kind not in _REDUCIBLE or not piece.spaces:
        return None
    for power, verb in active(state, piece, Transfer) if least_left(state, blow) == 0 else ():
        if power not in blow.answered and any(verb.bearers(state, piece)):
            return power
    if reducer_options(state, piece, blow):
        return None  # first it is picked who reduces it
    for power, reducer in chosen_reducers(state, piece, blow):
        if isinstance(reducer, ReduceByRoll) and power not in blow.answered:
            return power
    return None


def _choice_of_reducer(state: State, piece: Piece, blow: Blow) -> tuple[str, ...]:
    """The powers one of which the piece's player picks to reduce the damage (HX-SEQ-04)."""
    if blow.kind not in _REDUCIBLE or blow.amount == 0 or is_active(state, piece, NotDamaged):
        return ()
    return reducer_options(state, piece, blow)


def _by_hand(state: State, piece: Piece, kind: DamageKind) -> bool:
    """Whether a defense power that nothing here carries out shows: it may change what is taken."""
    power = state.powers(piece).get("defense")
    if kind not in _REDUCIBLE or power is None:
        return False
    if power == SPECIAL:  # what its text grants is carried out; the rest of it only the players know
        return any(one.key == "special.defense" and not one.reading.is_whole for one in state.texts(piece))
    return by_hand(state.edition.powers, power)


def _healed_by(state: State, piece: Piece, blow: Blow) -> tuple[Any, ...]:
    """What the attacker heals by damage that an opponent takes from its close attack."""
    attack = state.attack
    if attack is None or attack.kind is not AttackKind.CLOSE or blow.kind is not DamageKind.ATTACK:
        return ()
    attacker = state.piece(attack.attacker)
    if not attacker.spaces or state.is_friend(attacker.seat, piece.seat) or piece.id not in attack.hits:
        return ()
    for power, verb in active(state, attacker, HealByHitting):
        if verb.once:  # after the attack is resolved
            continue
        after = heal_to(attacker.click, verb.clicks, attacker.start_click)
        return turned(state, attacker, after, power) if after != attacker.click else ()
    return ()


def _giving_way(state: State, piece: Piece, blow: Blow, taken: int) -> tuple[Any, ...]:
    """Whether the piece is asked to let itself be knocked back without doubles."""
    attack = state.attack
    if attack is None or blow.kind is not DamageKind.ATTACK or attack.is_double or attack.knocks:
        return ()
    if not piece.spaces or piece.id not in attack.hits:
        return ()
    return tuple(PowerUsed(piece.id, power, option=str(taken)) for power, _ in active(state, piece, GiveWay))[
        :1
    ]


def scorer_of(state: State, piece: Piece, hurt_by: Seat | None) -> Seat | None:
    """Who scores a knocked-out piece: the active player, or on its own turn who hurt it last (HC-VP-05, -06).

    All of it is in the state, so the score follows from the record (HC-VP-13).
    """
    if piece.owner is not None:  # controlled by an opponent, who scores it
        return piece.seat
    active = state.active_seat
    if active is not None and not state.is_friend(active, piece.seat):
        return active
    if hurt_by is not None:
        return hurt_by
    others = [seat for seat in state.table.seats if seat != piece.seat]
    return others[0] if len(others) == 1 else None  # AMB-33
