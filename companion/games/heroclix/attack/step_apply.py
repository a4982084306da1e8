"""Folding the events of ``step_events``: the steps of an attack that the newer edition tells apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.core.ids import RuleId
from companion.games.heroclix.attack import step_events as ev
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import (
    Blow,
    Conclude,
    DamageKind,
    Divide,
    Kept,
    KnockBack,
    OfferKnockBack,
    Reroll,
    Resolve,
)

__all__ = ["STEP_FOLDS"]


def _die_kept(state: State, event: ev.DieKept) -> State:
    head = state.agenda[0]
    assert isinstance(head, Reroll)
    piece = state.piece(event.piece)
    key = event.power if piece.seat in state.flow.active else f"{event.power}@{state.flow.round}"
    state = state.with_piece(replace(piece, used=(*piece.used, key)))
    return replace(state, agenda=(Kept(head.request, event.faces), *state.agenda[1:]))


def _dice_joined(state: State, event: ev.DiceJoined) -> State:
    """The whole roll is the answer of a power that asked for it."""
    below = state.agenda[1:]
    if below and isinstance(below[0], Resolve):
        below = (replace(below[0], answer=event.faces), *below[1:])
    return replace(state, agenda=below)


def _hit_redirected(state: State, event: ev.HitRedirected) -> State:
    attack = state.attack
    assert attack is not None
    to = event.target.piece
    hits = dict.fromkeys(to if one == event.piece else one for one in attack.hits)
    targets = (*(one for one in attack.targets if one.piece != to), event.target)
    return replace(state, attack=replace(attack, hits=tuple(hits), targets=targets, sure=(*attack.sure, to)))


def _target_redirected(state: State, event: ev.TargetRedirected) -> State:
    attack = state.attack
    assert attack is not None
    targets = tuple(event.target if one.piece == event.piece else one for one in attack.targets)
    return replace(state, attack=replace(attack, targets=targets, chosen=(*attack.chosen, event.target.piece)))


def _hits_settled(state: State, event: ev.HitsSettled) -> State:
    assert state.attack is not None
    state = replace(state, attack=replace(state.attack, settled=True))
    if not event.hits and state.agenda and isinstance(state.agenda[0], Divide):
        return replace(state, agenda=state.agenda[1:])  # HX-HIT-03: all are missed, nothing is dealt
    return state


def _knock_back_gained(state: State, event: ev.KnockBackGained) -> State:
    assert state.attack is not None
    return replace(state, attack=replace(state.attack, knocks=True))


def _damage_clicked(state: State, event: ev.DamageClicked) -> State:
    if state.attack is None or event.kind is not DamageKind.ATTACK:
        return state
    clicked = (*state.attack.clicked, (event.piece, event.clicked))
    return replace(state, attack=replace(state.attack, clicked=clicked))


def _knock_back_settled(state: State, event: ev.KnockBackSettled) -> State:
    rest = state.agenda[1:] if state.agenda and isinstance(state.agenda[0], OfferKnockBack) else state.agenda
    return replace(state, agenda=(*(KnockBack(piece, squares) for piece, squares in event.distances), *rest))


def _attack_resolved(state: State, event: ev.AttackResolved) -> State:
    if state.agenda and isinstance(state.agenda[0], Conclude):
        state = replace(state, agenda=state.agenda[1:])
    attack = state.attack
    if attack is None or not attack.is_critical_miss or not state.piece(event.piece).spaces:
        return state
    if attack.harmless and state.edition.attack.hits.harmless_spares:
        return state
    blow = Blow(event.piece, 1, DamageKind.UNAVOIDABLE, RuleId("HX-HIT-09"))
    return replace(state, agenda=(blow, *state.agenda))


def _token_shed(state: State, event: ev.TokenShed) -> State:
    return state.with_piece(replace(state.piece(event.piece), tokens=event.tokens))


STEP_FOLDS: dict[type, Callable[[State, Any], State]] = {
    ev.DieKept: _die_kept,
    ev.DiceJoined: _dice_joined,
    ev.HitRedirected: _hit_redirected,
    ev.TargetRedirected: _target_redirected,
    ev.HitsSettled: _hits_settled,
    ev.KnockBackGained: _knock_back_gained,
    ev.DamageClicked: _damage_clicked,
    ev.KnockBackSettled: _knock_back_settled,
    ev.AttackResolved: _attack_resolved,
    ev.TokenShed: _token_shed,
}
