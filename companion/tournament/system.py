"""An event as the house sees it: a ``RulesSystem``, so that a session keeps it, seals it, and takes it back.

organiser   everything          judges   what is published, and forces          players   that, and the own force
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from companion.core.catalogue import Catalogue
from companion.core.dice import Die
from companion.core.events import CORE_EVENTS
from companion.core.house import HOUSE
from companion.core.ids import EditionId, PieceId, Seat, SpaceId
from companion.core.rules import Violation, violation
from companion.core.scripted import ScriptedSystem, Verb
from companion.tournament.clicks import EVENTS as CLICK_EVENTS
from companion.tournament.clicks import VERBS as CLICK_VERBS
from companion.tournament.clicks import ClicksCounted, CountClicks
from companion.tournament.event import (
    EVENTS,
    VERBS,
    CutMade,
    DraftRound,
    Drop,
    PlayerDropped,
    PlayerEntered,
    PlayerReturned,
    PublishRound,
    ReportResult,
    ResultReported,
    RoundDrafted,
    RoundPublished,
    Settled,
)
from companion.tournament.featured import EVENTS as FEATURED_EVENTS
from companion.tournament.featured import VERBS as FEATURED_VERBS
from companion.tournament.featured import TableFeatured
from companion.tournament.floor import EVENTS as FLOOR_EVENTS
from companion.tournament.floor import VERBS as FLOOR_VERBS
from companion.tournament.floor import (
    Appeal,
    CallChanged,
    CallJudge,
    ClockChanged,
    CloseCall,
    GiveTime,
    PauseClock,
    Report,
    ResultClaimed,
    StartClock,
    TakeCall,
)
from companion.tournament.forces import EVENTS as FORCE_EVENTS
from companion.tournament.forces import VERBS as FORCE_VERBS
from companion.tournament.forces import ForceHandedIn, HandIn, forces_seen, with_force
from companion.tournament.standings import standings
from companion.tournament.state import (
    EVENT,
    HEAD_JUDGE,
    JUDGE,
    ORGANISER,
    SWISS,
    TABLES,
    EventOpened,
    Result,
    Round,
    TournamentState,
    player_seat,
)

STAFF = (ORGANISER, HEAD_JUDGE, JUDGE)


def _with_result(round_: Round, table: int, result: Result) -> Round:
    pairings = tuple(
        replace(pairing, result=result) if pairing.table == table else pairing for pairing in round_.pairings
    )
    return replace(round_, pairings=pairings)


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
        case TakeCall() | CloseCall() | GiveTime() | ReportResult() | PauseClock() | StartClock():
            return command.seat in STAFF
        case CountClicks():
            return command.seat == TABLES
        case Drop():
            player = state.player_of(command.seat)
            return command.seat == ORGANISER or (player is not None and player.name == command.player)
        case _:
            return command.seat == ORGANISER


@dataclass(frozen=True, slots=True)
class Swiss:
    """The one way of pairing there is."""

    id: EditionId = SWISS


class Tournament(ScriptedSystem[TournamentState]):
    """The rules of an event as a ``RulesSystem``: a session keeps it, seals it, and takes it back."""

    id = EVENT
    edition = Swiss()
    event_types: Mapping[str, type] = {
        **CORE_EVENTS,
        **{kind.__name__: kind for kind in (*EVENTS, *FLOOR_EVENTS, *FORCE_EVENTS, *CLICK_EVENTS, *FEATURED_EVENTS)},
    }

    @property
    def catalogue(self) -> Catalogue:
        """The rules of this house."""
        return HOUSE

    @property
    def verbs(self) -> Mapping[type, Verb[TournamentState]]:
        """Every order."""
        return {**VERBS, **FLOOR_VERBS, **FORCE_VERBS, **CLICK_VERBS, **FEATURED_VERBS}

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
        return (*state.setup.seats, HEAD_JUDGE, JUDGE, TABLES, *players)

    def dice_of(self, state: TournamentState) -> Mapping[str, Die]:
        """No dice: lots are drawn by the seed."""
        return {}

    def fold(self, state: TournamentState, event: object) -> TournamentState:
        """The state after one of its events."""
        match event:
            case Settled(setup):
                return replace(state, setup=setup, rounds=state.published)
            case PlayerEntered(player):  # a draft without the newcomer is thrown away
                return replace(state, players=(*state.players, player), rounds=state.published)
            case PlayerDropped(name) | PlayerReturned(name):
                is_gone = isinstance(event, PlayerDropped)
                players = tuple(replace(one, dropped=is_gone) if one.name == name else one for one in state.players)
                return replace(state, players=players, rounds=state.published)
            case RoundDrafted(round_):
                return state.with_round(round_)
            case RoundPublished(number):
                published = state.with_round(replace(state.rounds[-1], published=True))
                return replace(published, flow=replace(state.flow, round=number))
            case ResultReported(number, table, result):
                return state.with_round(_with_result(state.rounds[number - 1], table, result))
            case CutMade(players):
                return replace(state, cut=players, rounds=state.published)
            case ClockChanged(clock):
                return replace(state, clock=clock)
            case ResultClaimed(claim):
                others = [one for one in state.claims if (one.round, one.player) != (claim.round, claim.player)]
                return replace(state, claims=(*others, claim))
            case ForceHandedIn(force):
                return with_force(state, force)
            case ClicksCounted(clicks):
                return replace(state, clicks={**state.clicks, (clicks.round, clicks.table): clicks})
            case TableFeatured(table):
                return replace(state, shown=table)
            case CallChanged(call):
                calls = {one.id: one for one in (*state.calls, call)}
                return replace(state, calls=tuple(calls.values()))
            case _:
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
        return replace(state, rounds=state.published, forces=forces)

    def heard_by(self, state: TournamentState, event: object, seat: Seat | None) -> object | None:
        """The same, event by event: the pairs are heard when they are published."""
        if seat in state.setup.seats:
            return event
        if isinstance(event, RoundDrafted):
            return None
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
            "standings": [line.plain() for line in standings(state)],
        }
