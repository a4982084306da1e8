"""An event as the house sees it: a ``RulesSystem``, so that a session keeps it, seals it, and takes it back.

organiser   everything          judges   what is published, and forces          players   that, and the own force
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from companion.core.catalogue import Catalogue
from companion.core.dice import Die
from companion.core.events import CORE_EVENTS, Revised
from companion.core.house import HOUSE
from companion.core.ids import EditionId, PieceId, Seat, SpaceId
from companion.core.rules import Violation, violation
from companion.core.scripted import ScriptedSystem, Verb
from companion.tournament import byhand, calls, claims, clicks, clock, event, featured, forces, notes, people, rounds
from companion.tournament.byhand import GiveBye
from companion.tournament.calls import Appeal, CallJudge, CloseCall, TakeCall
from companion.tournament.claims import Report, ResultClaimed
from companion.tournament.clicks import ClicksCounted, CountClicks
from companion.tournament.clock import GiveTime, PauseClock, StartClock
from companion.tournament.event import DayBegan, Settled
from companion.tournament.featured import TableFeatured
from companion.tournament.forces import ForceHandedIn, HandIn, forces_seen, with_force
from companion.tournament.names import shown
from companion.tournament.notes import NoteTaken, TakeNote
from companion.tournament.people import CheckIn, Drop, Register
from companion.tournament.rounds import DraftRound, PublishRound, ReportResult, RoundDrafted, RoundPublished
from companion.tournament.standings import standings
from companion.tournament.state import (
    ENTRY,
    EVENT,
    HEAD_JUDGE,
    JUDGE,
    ORGANISER,
    SWISS,
    TABLES,
    EventOpened,
    TournamentState,
    player_seat,
)

ROOMS = (event, people, byhand, rounds, clock, claims, calls, forces, clicks, featured, notes)
STAFF = (ORGANISER, HEAD_JUDGE, JUDGE)


class Order(Protocol):
    """An order to an event."""

    @property
    def seat(self) -> Seat:
        """The seat that gives it."""


def may_give(state: TournamentState, command: Order) -> bool:
    """Whether the order is one of that seat: the organiser's, a judge's, or a player's own."""
    match command:
        case Report():
            return state.player_of(command.seat) is not None
        case CallJudge() | Appeal():
            return True
        case HandIn():
            player = state.player_of(command.seat)
            return command.seat in STAFF or (player is not None and player.name == command.force.player)
        case TakeCall() | CloseCall() | GiveTime() | ReportResult() | PauseClock() | StartClock() | TakeNote():
            return command.seat in STAFF
        case CountClicks():
            return command.seat == TABLES
        case Register():
            return command.seat in (ORGANISER, ENTRY)
        case CheckIn() if command.seat in STAFF:
            return True
        case Drop() | CheckIn() | GiveBye():
            player = state.player_of(command.seat)
            return command.seat == ORGANISER or (player is not None and player is state.find(command.player))
        case _:
            return command.seat == ORGANISER


@dataclass(frozen=True, slots=True)
class Swiss:
    """The one way of pairing there is."""

    id: EditionId = SWISS


_VERBS: Mapping[type, Verb[TournamentState]] = {kind: verb for room in ROOMS for kind, verb in room.VERBS.items()}


class Tournament(ScriptedSystem[TournamentState]):
    """The rules of an event as a ``RulesSystem``: a session keeps it, seals it, and takes it back."""

    id = EVENT
    edition = Swiss()
    event_types: Mapping[str, type] = {
        **CORE_EVENTS,
        **{kind.__name__: kind for room in ROOMS for kind in room.EVENTS},
        Revised.__name__: Revised,
    }

    @property
    def catalogue(self) -> Catalogue:
        """The rules of this house."""
        return HOUSE

    @property
    def verbs(self) -> Mapping[type, Verb[TournamentState]]:
        """Every order."""
        return _VERBS

    def violations(self, state: TournamentState, command: Order) -> Iterator[Violation]:
        """Every rule the order breaks; whose order it is comes first (TW-EV-10)."""
        if command.seat in self.seats_of(state) and not may_give(state, command):
            yield violation("TW-EV-10", waivable=False, seat=command.seat)
        else:
            yield from super().violations(state, command)

    def initial_state(self, setup: EventOpened) -> TournamentState:
        """An event without players."""
        return TournamentState(setup)

    def seats_of(self, state: TournamentState) -> tuple[Seat, ...]:
        """Return the seats that may give orders."""
        players = (player_seat(player.number) for player in state.players)
        return (*state.setup.seats, HEAD_JUDGE, JUDGE, TABLES, ENTRY, *players)

    def dice_of(self, state: TournamentState) -> Mapping[str, Die]:
        """No dice: lots are drawn by the seed."""
        return {}

    def fold(self, state: TournamentState, event: object) -> TournamentState:
        """The state after one of its events."""
        match event:
            case Settled(setup):
                return replace(state, setup=setup, rounds=state.published)
            case DayBegan():
                players = tuple(replace(player, here=False) for player in state.players)
                return replace(state, days=(*state.days, len(state.published)), players=players)
            case ResultClaimed(claim):
                return claims.with_claim(state, claim)
            case ForceHandedIn(force):
                return with_force(state, force)
            case ClicksCounted(counted):
                return replace(state, clicks={**state.clicks, (counted.round, counted.table): counted})
            case TableFeatured(table):
                return replace(state, shown=table)
        if isinstance(event, people.EVENTS):
            return people.with_player(state, event)
        if isinstance(event, byhand.EVENTS):
            return byhand.with_changes(state, event)
        if isinstance(event, rounds.EVENTS):
            return rounds.with_rounds(state, event)
        if isinstance(event, calls.EVENTS):
            return calls.with_calls(state, event)
        if isinstance(event, clock.EVENTS):
            return clock.with_clock(state, event)
        if isinstance(event, notes.EVENTS):
            return notes.with_note(state, event)
        return state

    def legal_commands(
        self, state: TournamentState, seat: Seat, *, piece: PieceId | None = None
    ) -> Iterator[DraftRound | PublishRound]:
        """The orders that need no words: to pair, to publish."""
        for order in (DraftRound(seat), PublishRound(seat)):
            if not any(self.violations(state, order)):
                yield order

    def commands_placing(
        self, state: TournamentState, piece: PieceId, spaces: tuple[SpaceId, ...]
    ) -> Iterator[DraftRound]:
        """No commands: no piece stands on a map."""
        return iter(())

    def positions(self, state: TournamentState) -> Mapping[PieceId, tuple[SpaceId, ...]]:
        """No positions: no piece stands on a map."""
        return {}

    def view_for(self, state: TournamentState, seat: Seat | None) -> TournamentState:
        """A draft is the organiser's, a force a judge's; everybody else sees what is published, and the own force."""
        if seat in state.setup.seats:
            return state
        forces = forces_seen(state, seat, is_staff=seat in STAFF)
        notes = state.notes if seat in STAFF else ()
        return replace(state, rounds=state.published, forces=forces, notes=notes)

    def heard_by(self, state: TournamentState, event: object, seat: Seat | None) -> object | None:
        """The same, event by event: the pairs are heard when they are published."""
        if seat in state.setup.seats:
            return event
        if isinstance(event, RoundDrafted):
            return None
        if isinstance(event, NoteTaken):
            return event if seat in STAFF else None
        if isinstance(event, ForceHandedIn):
            seen = forces_seen(with_force(state, event.force), seat, is_staff=seat in STAFF)
            return event if event.force in seen else None
        if isinstance(event, RoundPublished):
            return RoundDrafted(replace(state.rounds[-1], published=True))
        return event

    def is_whole(self, setup: EventOpened) -> bool:
        """Always true: an event keeps no secrets."""
        return True

    def summary(self, state: TournamentState, seat: Seat | None = None) -> dict[str, object]:
        """The standings in plain values."""
        return {
            "event": state.setup.name,
            "round": state.flow.round,
            "standings": [line.plain() for line in standings(shown(state))],
        }
