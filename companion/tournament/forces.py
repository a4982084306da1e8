"""Forces that players hand in: checked by the rules of their game before they come here, locked when the event begins.

HandIn ──by the player, legal, not locked yet──> ForceHandedIn          by the organiser or a judge: always
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.core.ids import Seat
from companion.core.procedure import Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.tournament.state import Force, TournamentState


@dataclass(frozen=True, slots=True)
class HandIn:
    """Hands a force in, or another in its place."""

    seat: Seat
    force: Force


@dataclass(frozen=True, slots=True)
class ForceHandedIn:
    """The event has the player's force."""

    force: Force


EVENTS = (ForceHandedIn,)


def hand_in_violations(state: TournamentState, command: HandIn) -> Iterator[Violation]:
    """Why it is not taken: nobody's (TW-EV-02), locked (TW-EV-17), against the rules (TW-EV-18)."""
    force = command.force
    player = state.find(force.player)
    is_own = state.player_of(command.seat) is not None
    if player is None:
        yield violation("TW-EV-02", waivable=False, player=force.player)
    elif is_own and state.published and state.force_of(player.name) is not None:
        yield violation("TW-EV-17", waivable=False, player=player.name)
    elif is_own and force.broken:
        yield violation("TW-EV-18", waivable=False, rules=", ".join(force.broken))


def hand_in(t: Teller[TournamentState], command: HandIn) -> None:
    """The one before it is in the record, and counts no more."""
    player = t.state.find(command.force.player)
    assert player is not None
    t.tell(ForceHandedIn(replace(command.force, player=player.name)))


def with_force(state: TournamentState, force: Force) -> TournamentState:
    """Return the state with the player's force as it is now."""
    others = tuple(other for other in state.forces if other.player != force.player)
    return replace(state, forces=(*others, force))


def forces_seen(state: TournamentState, seat: Seat | None, *, is_staff: bool) -> tuple[Force, ...]:
    """Return the forces that the seat may read: a judge all, a player the own; all when the
    event says so and has begun.
    """
    if is_staff or (state.setup.open_forces and state.published):
        return state.forces
    player = state.player_of(seat) if seat is not None else None
    return tuple(force for force in state.forces if player is not None and force.player == player.name)


VERBS: Mapping[type, Verb[TournamentState]] = {HandIn: Verb(hand_in_violations, hand_in)}
