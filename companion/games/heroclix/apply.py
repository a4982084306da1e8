"""Folding events: one small function per event, no checks, no decisions. The table at the end names them all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.core.events import (
    ChoiceMade,
    Conceded,
    DiceReported,
    GameEnded,
    apply_to_flow,
)
from companion.core.flow import Request
from companion.core.ids import PieceId, RuleId
from companion.games.heroclix import events as ev
from companion.games.heroclix.apply_opening import OPENING_FOLDS
from companion.games.heroclix.apply_tactics import CHARACTER, TACTIC_FOLDS, with_hurt, with_line
from companion.games.heroclix.damage import TAKEN
from companion.games.heroclix.knockback import COMPASS, DIRECTION
from companion.games.heroclix.state import MOST_TOKENS, ActionKind, Attack, State
from companion.games.heroclix.steps import (
    Agreement,
    Blow,
    DamageKind,
    Divide,
    FinishAction,
    KnockBack,
    Move,
    PlaceToken,
    Reconsider,
    Reveal,
    RollOff,
    Step,
    Strike,
)
from companion.games.heroclix.tactics import ScoreLine

__all__ = ["apply"]


def apply(state: State, event: Any) -> State:
    """The state after the event."""
    request = _request_of(state, event)
    state = replace(state, flow=apply_to_flow(state.flow, event))
    if isinstance(event, ChoiceMade | DiceReported):
        return _answered(state, event, request)
    fold = _FOLDS.get(type(event))
    return fold(state, event) if fold else state


def _request_of(state: State, event: Any) -> Request | None:
    match event:
        case ChoiceMade(_, request):
            return state.flow.find(request)
        case DiceReported(result):
            return state.flow.find(result.request)
        case _:
            return None


def _answered(state: State, event: ChoiceMade | DiceReported, request: Request | None) -> State:
    """The head of the agenda with the answer it waited for; other answers are folded by the events that follow them."""
    match event, request, state.agenda[:1]:
        case DiceReported(result), _, (RollOff(purpose, seats, totals),) if request is not None:
            total = sum(int(face) for face in result.faces)
            roller = request.roller  # type: ignore[union-attr]  # a dice report answers a dice request
            return _with_head(state, RollOff(purpose, seats, (*totals, (roller, total))))
        case ChoiceMade(_, _, options), _, (Blow() as blow,) if request is not None and request.purpose == TAKEN:
            return _with_head(state, replace(blow, taken=int(options[0])))
        case ChoiceMade(_, _, options), _, (KnockBack() as item,) if (
            request is not None and request.purpose == DIRECTION
        ):
            return _with_head(state, replace(item, direction=COMPASS[options[0]]))
        case ChoiceMade(), _, (Reveal() | Reconsider() | Agreement() as asked,) if request is not None:
            return _with_head(state, replace(asked, seats=asked.seats[1:]))
        case _:
            return state


def _with_head(state: State, step: Step) -> State:
    return replace(state, agenda=(step, *state.agenda[1:]))


def _without_head(state: State, kind: type) -> State:
    """The state with the first step done, if it is of that kind."""
    if state.agenda and isinstance(state.agenda[0], kind):
        return replace(state, agenda=state.agenda[1:])
    return state


def _round_began(state: State, event: ev.RoundBegan) -> State:
    return replace(state, flow=replace(state.flow, round=event.round))


def _turn_began(state: State, event: ev.TurnBegan) -> State:
    fresh = tuple(
        replace(one, acted=False, got_token=False) if one.acted or one.got_token else one for one in state.pieces
    )
    flow = replace(state.flow, turn=event.turn, active=frozenset({event.seat}))
    return replace(state, pieces=fresh, flow=flow, actions_given=0)


def _tokens_cleared(state: State, event: ev.TokensCleared) -> State:
    for piece in event.pieces:
        state = state.with_piece(replace(state.piece(piece), tokens=0))
    return state


def _action_given(state: State, event: ev.ActionGiven) -> State:
    piece = state.piece(event.piece)
    state = state.with_piece(replace(piece, acted=True, stirred=True))
    first: tuple[Step, ...] = ()
    if event.kind is ActionKind.MOVE:
        first = (Move(piece.id, event.path, event.to, event.cost, event.breaks_away),) if event.path else ()
    agenda = (*first, PlaceToken(piece.id), FinishAction(piece.id))
    return replace(state, agenda=agenda, actions_given=state.actions_given + 1)


def _broke_away(state: State, event: ev.BrokeAway) -> State:
    head = state.agenda[0]
    return _with_head(state, replace(head, needs_roll=False)) if isinstance(head, Move) else state


def _break_away_failed(state: State, event: ev.BreakAwayFailed) -> State:
    return _without_head(state, Move)


def _figure_moved(state: State, event: ev.FigureMoved) -> State:
    state = _without_head(state, Move)
    return state.with_piece(replace(state.piece(event.piece), spaces=event.spaces, stirred=True))


def _attack_declared(state: State, event: ev.AttackDeclared) -> State:
    attack = Attack(event.kind, event.attacker, event.attack, event.damage, event.targets)
    return replace(state, attack=attack, agenda=(Strike(), *state.agenda))


def _attack_rolled(state: State, event: ev.AttackRolled) -> State:
    state = _without_head(state, Strike)
    assert state.attack is not None
    attack = replace(state.attack, faces=event.faces, hits=event.hits)
    then: tuple[Step, ...] = (Divide(),) if event.hits else ()
    if attack.is_critical_miss:  # HC-ATK-09
        then = (Blow(attack.attacker, 1, DamageKind.UNAVOIDABLE, RuleId("HC-ATK-09")),)
    return replace(state, attack=attack, agenda=(*then, *state.agenda))


def _damage_divided(state: State, event: ev.DamageDivided) -> State:
    """Blows in the order of the targets, then knock backs from the farthest to the nearest (HC-KB-01, -07)."""
    state = _without_head(state, Divide)
    attack = state.attack
    assert attack is not None
    seat = state.piece(attack.attacker).seat
    blows = [Blow(piece, amount, DamageKind.ATTACK, RuleId("HC-DMG-01"), seat) for piece, amount in event.dealt]
    board, backs = state.table.board, list[KnockBack]()
    if attack.is_double:
        aims = [attack.target(piece) for piece, _ in event.dealt]
        aims.sort(key=lambda aim: -board.distance(aim.start, aim.end))
        backs = [KnockBack(aim.piece, 0) for aim in aims]
    return replace(state, agenda=(*blows, *backs, *state.agenda))


def _damage_dealt(state: State, event: ev.DamageDealt) -> State:
    """Takes the blow off the agenda and tells the knock back to come how far it goes (HC-KB-04)."""
    state = _without_head(state, Blow)
    agenda = state.agenda
    if event.kind is DamageKind.ATTACK:
        agenda = tuple(
            replace(step, distance=event.taken) if isinstance(step, KnockBack) and step.piece == event.piece else step
            for step in agenda
            if not (isinstance(step, KnockBack) and step.piece == event.piece and event.taken == 0)
        )
    state = replace(state, agenda=agenda)
    piece = state.piece(event.piece)
    if event.taken and event.by not in (None, piece.seat):
        state = with_hurt(state.with_piece(replace(piece, hurt_by=event.by)), piece.id)
    return state


def _dial_turned(state: State, event: ev.DialTurned) -> State:
    return state.with_piece(replace(state.piece(event.piece), click=event.after))


def _knocked_out(state: State, event: ev.KnockedOut) -> State:
    """The piece leaves the map, and nothing more is done to it (HC-DMG-11, -12)."""
    state = state.with_piece(replace(state.piece(event.piece), ko=True, spaces=(), tokens=0))
    return replace(state, agenda=tuple(step for step in state.agenda if not _concerns(step, event.piece)))


def _concerns(step: Step, piece: PieceId) -> bool:
    return isinstance(step, Blow | KnockBack | PlaceToken | Move) and step.piece == piece


def _scored(state: State, event: ev.VictoryPointsScored) -> State:
    scores = tuple((seat, points + event.points if seat == event.seat else points) for seat, points in state.scores)
    return with_line(replace(state, scores=scores), ScoreLine(event.seat, event.points, CHARACTER, event.piece))


def _knocked_back(state: State, event: ev.KnockedBack) -> State:
    state = _without_head(state, KnockBack)
    if len(event.path) > 1:
        state = state.with_piece(replace(state.piece(event.piece), spaces=(event.path[-1],), stirred=True))
    if event.damage:  # HC-KB-11, -14, HC-DMG-10: an instance of its own, after the attack's damage
        attack = state.attack
        by = state.piece(attack.attacker).seat if attack else None
        blow = Blow(event.piece, event.damage, DamageKind.KNOCKBACK, RuleId("HC-KB-11"), by)
        state = replace(state, agenda=(blow, *state.agenda))
    return state


def _token_placed(state: State, event: ev.TokenPlaced) -> State:
    """The second token pushes (HC-TOKEN-05); a third is never placed (HC-VAL-14, HC-TOKEN-09)."""
    state = _without_head(state, PlaceToken)
    before = state.piece(event.piece).tokens
    piece = replace(state.piece(event.piece), tokens=event.tokens, got_token=True)
    state = state.with_piece(piece)
    if before < MOST_TOKENS <= event.tokens:
        push = Blow(piece.id, 1, DamageKind.PUSHING, RuleId("HC-TOKEN-05"))
        state = replace(state, agenda=(push, *state.agenda))
    return state


def _action_ended(state: State, event: ev.ActionEnded) -> State:
    return replace(_without_head(state, FinishAction), attack=None)


def _conceded(state: State, event: Conceded) -> State:
    """The team of a seat that gives up leaves the map; it may not come back (HC-DMG-13)."""
    gone = tuple(replace(one, spaces=(), tokens=0) if one.seat == event.seat else one for one in state.pieces)
    return replace(state, pieces=gone)


def _game_ended(state: State, event: GameEnded) -> State:
    return replace(state, agenda=(), attack=None)


_FOLDS: dict[type, Callable[[State, Any], State]] = {
    ev.RoundBegan: _round_began,
    ev.TurnBegan: _turn_began,
    ev.TokensCleared: _tokens_cleared,
    ev.ActionGiven: _action_given,
    ev.BrokeAway: _broke_away,
    ev.BreakAwayFailed: _break_away_failed,
    ev.FigureMoved: _figure_moved,
    ev.AttackDeclared: _attack_declared,
    ev.AttackRolled: _attack_rolled,
    ev.DamageDivided: _damage_divided,
    ev.DamageDealt: _damage_dealt,
    ev.DialTurned: _dial_turned,
    ev.KnockedOut: _knocked_out,
    ev.VictoryPointsScored: _scored,
    ev.KnockedBack: _knocked_back,
    ev.TokenPlaced: _token_placed,
    ev.ActionEnded: _action_ended,
    Conceded: _conceded,
    GameEnded: _game_ended,
}
_FOLDS |= TACTIC_FOLDS | OPENING_FOLDS
