"""Folding the events of powers: no checks, no decisions. ``apply`` takes the table at the end into its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.core.ids import PieceId, RuleId
from companion.games.heroclix.attack import power_events as st
from companion.games.heroclix.objects.ground import with_lasting
from companion.games.heroclix.powers import events as ev
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Blow, DamageKind, FinishAction, KnockBack, Move, Reroll, Resolve, Step

__all__ = ["POWER_FOLDS"]


def _head(state: State, step: Step) -> State:
    return replace(state, agenda=(step, *state.agenda[1:]))


def _used(state: State, event: ev.PowerUsed) -> State:
    """The power goes on top; what called for it will not call again."""
    agenda = state.agenda
    if agenda and isinstance(agenda[0], Blow) and agenda[0].piece == event.piece:
        agenda = (replace(agenda[0], answered=(*agenda[0].answered, event.power)), *agenda[1:])
    attack = state.attack
    if attack is not None:
        attack = replace(attack, answered=(*attack.answered, (event.piece, event.power)))
    step = Resolve(event.piece, event.power, 0, event.targets, event.spaces, event.option)
    state = replace(state, agenda=(step, *agenda), attack=attack)
    piece = state.piece(event.piece)
    return state.with_piece(replace(piece, used=tuple(dict.fromkeys((*piece.used, event.power)))))


def _advanced(state: State, event: ev.PowerAdvanced) -> State:
    step = Resolve(event.piece, event.power, event.stage, event.targets, event.spaces, event.option)
    return _head(state, step)


def _resolved(state: State, event: ev.PowerResolved) -> State:
    if state.agenda and isinstance(state.agenda[0], Resolve):
        return replace(state, agenda=state.agenda[1:])
    return state


def _free_action_given(state: State, event: ev.FreeActionGiven) -> State:
    """A free action counts for first-round immunity (AMB-06), not for the action total."""
    state = state.with_piece(replace(state.piece(event.piece), stirred=True))
    return replace(state, agenda=(*state.agenda, FinishAction(event.piece)))


def _free_move_began(state: State, event: ev.FreeMoveBegan) -> State:
    move = (
        (Move(event.piece, event.path, event.to, event.cost, event.breaks_away, event.pick_up),) if event.path else ()
    )
    return replace(state, agenda=(*move, *state.agenda))


def _effect_began(state: State, event: ev.EffectBegan) -> State:
    return with_lasting(state, (*state.lasting, event.effect))


def _effects_ended(state: State, event: ev.EffectsEnded) -> State:
    return with_lasting(state, tuple(one for one in state.lasting if one.number not in event.numbers))


def _attack_shaped(state: State, event: st.AttackShaped) -> State:
    if state.attack is None:
        return state
    attack = replace(
        state.attack,
        power=event.power,
        damage=state.attack.damage if event.damage is None else event.damage,
        penetrating=state.attack.penetrating or event.penetrating,
        harmless=state.attack.harmless or event.harmless,
        whole=state.attack.whole or event.whole,
        knocks=state.attack.knocks or event.knocks,
        times=event.times or state.attack.times,
    )
    return replace(state, attack=attack)


def _defense_lent(state: State, event: st.DefenseLent) -> State:
    attack = state.attack
    assert attack is not None
    targets = tuple(replace(one, defense=event.defense) if one.piece == event.piece else one for one in attack.targets)
    return replace(state, attack=replace(attack, targets=targets))


def _target_lost(state: State, event: st.TargetLost) -> State:
    attack = state.attack
    assert attack is not None
    targets = tuple(one for one in attack.targets if one.piece != event.piece)
    return replace(state, attack=replace(attack, targets=targets))


def _target_found(state: State, event: st.TargetFound) -> State:
    attack = state.attack
    assert attack is not None
    return replace(state, attack=replace(attack, targets=(*attack.targets, event.target)))


def _attack_dropped(state: State, event: st.AttackDropped) -> State:
    return replace(state, agenda=state.agenda[1:], attack=None)


def _hit_evaded(state: State, event: st.HitEvaded) -> State:
    attack = state.attack
    assert attack is not None
    return replace(state, attack=replace(attack, hits=tuple(one for one in attack.hits if one != event.piece)))


def _damage_lessened(state: State, event: st.DamageLessened) -> State:
    return _blow(state, event.piece, lambda blow: replace(blow, less=blow.less + event.by))


def _damage_transferred(state: State, event: st.DamageTransferred) -> State:
    """Side effects go with the damage: its knock back too. It may not be moved on by anybody who had it before."""
    answered = (event.power,)
    state = _blow(state, event.piece, lambda blow: replace(blow, piece=event.to, answered=answered))
    agenda = tuple(
        replace(step, piece=event.to) if isinstance(step, KnockBack) and step.piece == event.piece else step
        for step in state.agenda
    )
    attack = state.attack
    if attack is not None:
        spaces = state.piece(event.to).spaces
        moved = tuple(replace(one, piece=event.to, end=spaces[0]) for one in attack.targets if one.piece == event.piece)
        attack = replace(attack, targets=(*attack.targets, *moved))
    return replace(state, agenda=agenda, attack=attack)


def _blow(state: State, piece: PieceId, change: Callable[[Blow], Blow]) -> State:
    """The state with the next blow to the piece changed."""
    agenda = list(state.agenda)
    for place, step in enumerate(agenda):
        if isinstance(step, Blow) and step.piece == piece:
            agenda[place] = change(step)
            break
    return replace(state, agenda=tuple(agenda))


def _effect_dealt(state: State, event: st.EffectDealt) -> State:
    """A blow each; the rule is that of damage dealt, the power is in the line before."""
    by = state.piece(event.piece).seat
    blows = tuple(Blow(one, event.damage, DamageKind.EFFECT, RuleId("HC-DMG-02"), by) for one in event.to)
    return replace(state, agenda=(*blows, *state.agenda))


def _unavoidable_dealt(state: State, event: st.UnavoidableDealt) -> State:
    blow = Blow(event.piece, event.damage, DamageKind.UNAVOIDABLE, event.rule)
    return replace(state, agenda=(blow, *state.agenda))


def _knock_back_due(state: State, event: st.KnockBackDue) -> State:
    step = KnockBack(event.piece, event.distance, None, event.line, event.by)
    return replace(state, agenda=(step, *state.agenda))


def _control_taken(state: State, event: ev.ControlTaken) -> State:
    for one in event.pieces:
        piece = state.piece(one)
        state = state.with_piece(replace(piece, seat=event.seat, owner=piece.owner or piece.seat))
    return state


def _control_returned(state: State, event: ev.ControlReturned) -> State:
    piece = state.piece(event.piece)
    return state.with_piece(replace(piece, seat=piece.owner or piece.seat, owner=None))


def _passenger_set_down(state: State, event: ev.PassengerSetDown) -> State:
    piece = replace(state.piece(event.piece), spaces=event.spaces, stirred=True, acted=True)
    return state.with_piece(piece)


def _piece_placed(state: State, event: ev.PiecePlaced) -> State:
    return state.with_piece(replace(state.piece(event.piece), spaces=event.spaces))


def _spared(state: State, event: ev.ActionSpared) -> State:
    return replace(state, actions_given=state.actions_given - 1)


def _card_marked(state: State, event: ev.CardMarked) -> State:
    marks = {(piece, mark): count for piece, mark, count in state.tactics.marks}
    marks[event.piece, event.mark] = marks.get((event.piece, event.mark), 0) + 1
    rows = tuple((piece, mark, count) for (piece, mark), count in sorted(marks.items()))
    return replace(state, tactics=replace(state.tactics, marks=rows))


def _actions_added(state: State, event: ev.ActionsAdded) -> State:
    return replace(state, extra_actions=state.extra_actions + event.actions)


def _roll_offered(state: State, event: ev.RollOffered) -> State:
    return replace(state, agenda=(Reroll(event.request, event.faces), *state.agenda))


def _rerolled(state: State, event: ev.Rerolled) -> State:
    piece = state.piece(event.piece)
    own = piece.seat in state.flow.active  # once in one's own turn, once a round in those of opponents
    key = event.power if own else f"{event.power}@{state.flow.round}"
    state = state.with_piece(replace(piece, used=(*piece.used, key)))
    return replace(state, agenda=state.agenda[1:])


def _roll_stands(state: State, event: ev.RollStands) -> State:
    return replace(state, agenda=state.agenda[1:])


def _nothing(state: State, event: Any) -> State:
    return state


POWER_FOLDS: dict[type, Callable[[State, Any], State]] = {
    ev.PowerUsed: _used,
    ev.PowerAdvanced: _advanced,
    ev.PowerResolved: _resolved,
    ev.FreeActionGiven: _free_action_given,
    ev.FreeMoveBegan: _free_move_began,
    ev.PowersChanged: _nothing,
    st.ValueReckoned: _nothing,
    ev.EffectBegan: _effect_began,
    ev.EffectsEnded: _effects_ended,
    st.AttackShaped: _attack_shaped,
    st.DefenseLent: _defense_lent,
    st.TargetLost: _target_lost,
    st.TargetFound: _target_found,
    st.AttackDropped: _attack_dropped,
    st.HitEvaded: _hit_evaded,
    st.DamageLessened: _damage_lessened,
    st.DamageTransferred: _damage_transferred,
    st.EffectDealt: _effect_dealt,
    st.UnavoidableDealt: _unavoidable_dealt,
    st.KnockBackDue: _knock_back_due,
    ev.ControlTaken: _control_taken,
    ev.ControlReturned: _control_returned,
    ev.PassengerSetDown: _passenger_set_down,
    ev.PiecePlaced: _piece_placed,
    ev.ActionsAdded: _actions_added,
    ev.RollOffered: _roll_offered,
    ev.Rerolled: _rerolled,
    ev.RollStands: _roll_stands,
    ev.TextUsed: _nothing,
    ev.ActionSpared: _spared,
    ev.CardMarked: _card_marked,
}
