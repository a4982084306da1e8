"""Folding what an attack does: damage, dials, knock-outs, knock backs, tokens; ``apply`` takes it all in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.core.ids import PieceId, RuleId
from companion.games.heroclix import events as ev
from companion.games.heroclix.objects.apply import letting_fall
from companion.games.heroclix.state import MOST_TOKENS, State
from companion.games.heroclix.steps import (
    Blow,
    DamageKind,
    Divide,
    KnockBack,
    Move,
    OfferKnockBack,
    PlaceToken,
    Resolve,
    Step,
)
from companion.games.heroclix.tactics.apply import CHARACTER, with_hurt, with_line
from companion.games.heroclix.tactics.tactics import ScoreLine

__all__ = ["DAMAGE_FOLDS", "without_head"]


def without_head(state: State, kind: type) -> State:
    """The state with the first step done, if it is of that kind."""
    if state.agenda and isinstance(state.agenda[0], kind):
        return replace(state, agenda=state.agenda[1:])
    return state


def _damage_divided(state: State, event: ev.DamageDivided) -> State:
    """Blows in the order of the targets, then knock backs from the farthest to the nearest (HC-KB-01, -07)."""
    state = without_head(state, Divide)
    attack = state.attack
    assert attack is not None
    seat = state.piece(attack.attacker).seat
    rule = RuleId("HC-DMG-01")
    blows = [
        Blow(piece, amount, DamageKind.ATTACK, rule, seat, penetrating=attack.penetrating)
        for piece, amount in event.dealt
    ]
    board, backs = state.table.board, list[Step]()
    if state.edition.attack.knock_back.keyword:  # HX-KB-02, -03: offered in a step of its own, after all damage
        backs += [OfferKnockBack(attack.attacker)] if attack.knocks and event.dealt else []
    elif attack.is_double or attack.knocks:
        aims = [attack.target(piece) for piece, _ in event.dealt]
        aims.sort(key=lambda aim: -board.distance(aim.start, aim.end))
        backs += [KnockBack(aim.piece, 0) for aim in aims]
    return replace(state, agenda=(*blows, *backs, *state.agenda))


def _damage_dealt(state: State, event: ev.DamageDealt) -> State:
    """Takes the blow off the agenda and tells the knock back to come how far it goes (HC-KB-04)."""
    state = without_head(state, Blow)
    agenda = state.agenda
    if event.kind is DamageKind.ATTACK:
        agenda = tuple(
            replace(step, distance=event.taken) if isinstance(step, KnockBack) and step.piece == event.piece else step
            for step in agenda
            if not (isinstance(step, KnockBack) and step.piece == event.piece and event.taken == 0)
        )
    state = replace(state, agenda=agenda)
    piece = state.piece(event.piece)
    if event.taken and event.by is not None and not state.is_friend(event.by, piece.seat):
        state = with_hurt(state.with_piece(replace(piece, hurt_by=event.by)), piece.id)
    return state


def _dial_turned(state: State, event: ev.DialTurned) -> State:
    return state.with_piece(replace(state.piece(event.piece), click=event.after))


def _knocked_out(state: State, event: ev.KnockedOut) -> State:
    """The piece leaves the map for the KO area, without its tokens, and nothing more is done to it (HC-DMG-11, -12,
    HX-KO-03, -04)."""
    state = letting_fall(state, event.piece)
    state = state.with_piece(replace(state.piece(event.piece), ko=True, spaces=(), tokens=0))
    return replace(state, agenda=tuple(step for step in state.agenda if not _concerns(step, event.piece)))


def _concerns(step: Step, piece: PieceId) -> bool:
    return isinstance(step, Blow | KnockBack | PlaceToken | Move | Resolve) and step.piece == piece


def _scored(state: State, event: ev.VictoryPointsScored) -> State:
    scores = tuple((seat, points + event.points if seat == event.seat else points) for seat, points in state.scores)
    return with_line(replace(state, scores=scores), ScoreLine(event.seat, event.points, CHARACTER, event.piece))


def _knocked_back(state: State, event: ev.KnockedBack) -> State:
    back = state.agenda[0] if state.agenda else None
    by = back.by if isinstance(back, KnockBack) else None
    state = without_head(state, KnockBack)
    if len(event.path) > 1:
        state = state.with_piece(replace(state.piece(event.piece), spaces=(event.path[-1],), stirred=True))
    if event.damage:  # HC-KB-11, -14, HC-DMG-10: an instance of its own, after the attack's damage
        attack = state.attack
        by = by or (state.piece(attack.attacker).seat if attack else None)
        blow = Blow(event.piece, event.damage, DamageKind.KNOCKBACK, RuleId("HC-KB-11"), by)
        state = replace(state, agenda=(blow, *state.agenda))
    return state


def _token_placed(state: State, event: ev.TokenPlaced) -> State:
    """The second token pushes (HC-TOKEN-05); a third is never placed (HC-VAL-14, HC-TOKEN-09)."""
    state = without_head(state, PlaceToken)
    before = state.piece(event.piece).tokens
    piece = replace(state.piece(event.piece), tokens=event.tokens, got_token=True)
    state = state.with_piece(piece)
    if before < MOST_TOKENS <= event.tokens:
        push = Blow(piece.id, 1, DamageKind.PUSHING, RuleId("HC-TOKEN-05"))
        state = replace(state, agenda=(push, *state.agenda))
    return state


DAMAGE_FOLDS: dict[type, Callable[[State, Any], State]] = {
    ev.DamageDivided: _damage_divided,
    ev.DamageDealt: _damage_dealt,
    ev.DialTurned: _dial_turned,
    ev.KnockedOut: _knocked_out,
    ev.VictoryPointsScored: _scored,
    ev.KnockedBack: _knocked_back,
    ev.TokenPlaced: _token_placed,
}
