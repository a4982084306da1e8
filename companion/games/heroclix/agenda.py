"""What happens by itself: the head of the agenda, until a person is asked or nothing is left to do (HC-ACT-08).

    move     [Move] [PlaceToken] [FinishAction]
    power    [Move] [Resolve …] [PlaceToken] [FinishAction]      a roll that may be thrown again waits in [Reroll]
    attack   [Strike] ─roll─> [Divide | Blow(critical miss)] ─> [Blow …] [KnockBack …] [PlaceToken] [FinishAction]
             [Strike] ─roll─> [Divide] ─> [Blow …] [OfferKnockBack] [KnockBack …] [Conclude] …   in seven steps

An action is resolved when ``FinishAction`` is reached, after all that it brought (HC-ACT-19).
Every event that does a step takes it off the agenda when it is applied, so a record replays without this module.
"""

from __future__ import annotations

from typing import Any, assert_never

from companion.games.heroclix.attack.damage import blow_events
from companion.games.heroclix.attack.knockback import knock_back_events, offer_events
from companion.games.heroclix.attack.step_events import AttackResolved
from companion.games.heroclix.attack.striking import conclusion_events, divide_events, strike_events
from companion.games.heroclix.events import ActionEnded, TokenPlaced
from companion.games.heroclix.moments import occur_events
from companion.games.heroclix.moves.movement import move_events
from companion.games.heroclix.objects.in_hand import due_events
from companion.games.heroclix.opening.opening import roll_off_events
from companion.games.heroclix.powers.durations import lapsed_events
from companion.games.heroclix.powers.rerolling import reroll_events
from companion.games.heroclix.powers.using import resolve_events
from companion.games.heroclix.state import MOST_TOKENS, State
from companion.games.heroclix.steps import (
    Agreement,
    Blow,
    Conclude,
    Divide,
    FinishAction,
    Kept,
    KnockBack,
    Move,
    Occur,
    OfferKnockBack,
    PlaceToken,
    Reconsider,
    Reroll,
    Resolve,
    Reveal,
    RollFor,
    RollOff,
    Strike,
)
from companion.games.heroclix.tactics.agreements import agreement_events
from companion.games.heroclix.tactics.rerolls import reconsider_events
from companion.games.heroclix.tactics.revealing import reveal_events
from companion.games.heroclix.tactics.team_abilities import lost
from companion.games.heroclix.tactics.weather import called, rolling_events
from companion.games.heroclix.turns import ending

__all__ = ["next_events"]


def next_events(state: State) -> tuple[Any, ...]:
    """The events of the first step of the agenda; none while somebody is asked, or when there is nothing to do."""
    if state.lasting and not state.flow.outcome and (over := lapsed_events(state)):
        return over
    if not state.flow.outcome and (due := due_events(state)):
        return due
    if state.flow.open or state.flow.outcome:
        return ()
    if not state.agenda:
        return called(state)
    match state.agenda[0]:
        case RollOff() as item:
            return roll_off_events(state, item)
        case Move() as item:
            return move_events(state, item)
        case Strike():
            assert state.attack is not None
            return strike_events(state, state.attack)
        case Divide():
            assert state.attack is not None
            return divide_events(state, state.attack)
        case Blow() as item:
            return blow_events(state, item)
        case KnockBack() as item:
            return knock_back_events(state, state.attack, item)
        case OfferKnockBack() as offer:
            return offer_events(state, offer)
        case Conclude(piece):
            return (AttackResolved(piece), *conclusion_events(state, piece))
        case PlaceToken(piece):
            return (TokenPlaced(piece, min(MOST_TOKENS, state.piece(piece).tokens + 1)),)
        case FinishAction(piece):
            return (ActionEnded(piece), *lost(state), *ending(state))
        case Resolve() as step:
            return resolve_events(state, step)
        case Reroll() as roll:
            return reroll_events(state, roll)
        case Kept():
            return ()  # the die that is thrown again has been asked for
        case Reveal() as item:
            return reveal_events(state, item)
        case Reconsider() as item:
            return reconsider_events(state, item)
        case RollFor() as step:
            return rolling_events(state, step)
        case Agreement() as item:
            return agreement_events(state, item)
        case Occur() as item:
            return occur_events(state, item)
        case unknown:
            assert_never(unknown)
