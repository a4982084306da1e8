"""An event as the house sees it: a ``RulesSystem``, so that a session keeps it, seals it, and takes it back.

    organiser   everything          players   a round is heard of when it is published
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.core.catalogue import Catalogue
from companion.core.dice import Die
from companion.core.events import CORE_EVENTS
from companion.core.house import HOUSE
from companion.core.ids import EditionId, PieceId, Seat, SpaceId
from companion.core.scripted import ScriptedSystem, Verb
from companion.tournament.event import (
    EVENTS,
    VERBS,
    DraftRound,
    PlayerDropped,
    PlayerEntered,
    PublishRound,
    ResultReported,
    RoundDrafted,
    RoundPublished,
)
from companion.tournament.standings import standings
from companion.tournament.state import EVENT, SWISS, EventOpened, Result, Round, TournamentState


def _with_result(round_: Round, table: int, result: Result) -> Round:
    pairings = tuple(
        replace(pairing, result=result) if pairing.table == table else pairing for pairing in round_.pairings
    )
    return replace(round_, pairings=pairings)


@dataclass(frozen=True, slots=True)
class Swiss:
    """The one way of pairing there is."""

    id: EditionId = SWISS


class Tournament(ScriptedSystem[TournamentState]):
    """The rules of an event as a ``RulesSystem``: a session keeps it, seals it, and takes it back."""

    id = EVENT
    edition = Swiss()
    event_types: Mapping[str, type] = {**CORE_EVENTS, **{kind.__name__: kind for kind in EVENTS}}

    @property
    def catalogue(self) -> Catalogue:
        """The rules of this house."""
        return HOUSE

    @property
    def verbs(self) -> Mapping[type, Verb[TournamentState]]:
        """Every order."""
        return VERBS

    def initial_state(self, setup: EventOpened) -> TournamentState:
        """An event without players."""
        return TournamentState(setup)

    def seats_of(self, state: TournamentState) -> tuple[Seat, ...]:
        """Who gives orders."""
        return state.setup.seats

    def dice_of(self, state: TournamentState) -> Mapping[str, Die]:
        """None: lots are drawn by the seed."""
        return {}

    def fold(self, state: TournamentState, event: object) -> TournamentState:
        """The state after one of its events."""
        match event:
            case PlayerEntered(player):  # a draft without the newcomer is thrown away
                return replace(state, players=(*state.players, player), rounds=state.published)
            case PlayerDropped(name):
                players = tuple(replace(one, dropped=True) if one.name == name else one for one in state.players)
                return replace(state, players=players, rounds=state.published)
            case RoundDrafted(round_):
                return state.with_round(round_)
            case RoundPublished(number):
                published = state.with_round(replace(state.rounds[-1], published=True))
                return replace(published, flow=replace(state.flow, round=number))
            case ResultReported(number, table, result):
                return state.with_round(_with_result(state.rounds[number - 1], table, result))
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
        """None: no piece stands on a map."""
        return iter(())

    def positions(self, state: TournamentState) -> Mapping[PieceId, tuple[SpaceId, ...]]:
        """None: no piece stands on a map."""
        return {}

    def view_for(self, state: TournamentState, seat: Seat | None) -> TournamentState:
        """A draft is the organiser's; everybody else sees what is published."""
        return state if seat in state.setup.seats else replace(state, rounds=state.published)

    def heard_by(self, state: TournamentState, event: object, seat: Seat | None) -> object | None:
        """The same, event by event: the pairs are heard when they are published."""
        if seat in state.setup.seats:
            return event
        if isinstance(event, RoundDrafted):
            return None
        if isinstance(event, RoundPublished):
            return RoundDrafted(replace(state.rounds[-1], published=True))
        return event

    def is_whole(self, setup: EventOpened) -> bool:
        """Always."""
        return True

    def summary(self, state: TournamentState, seat: Seat | None = None) -> dict[str, object]:
        """The standings in plain values."""
        return {
            "event": state.setup.name,
            "round": state.flow.round,
            "standings": [line.plain() for line in standings(state)],
        }
