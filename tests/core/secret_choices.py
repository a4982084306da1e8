"""A small game for the laws of secrets: everybody picks cards in secret, two are friends, then all is opened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.core.catalogue import Catalogue
from companion.core.dice import DICE, Die
from companion.core.events import CORE_EVENTS
from companion.core.flow import Flow, Limit
from companion.core.ids import EditionId, PieceId, Seat, SpaceId, SystemId
from companion.core.procedure import Finished, InProgress, Script, Teller, Undertaken, Work
from companion.core.rules import Violation, violation
from companion.core.scripted import ScriptedSystem, Verb

RED, PINK, BLUE = SEATS = (Seat("red"), Seat("pink"), Seat("blue"))
HAND = ("left-1", "right-1", "left-2")


@dataclass(frozen=True)
class Dealt:
    """The set-up."""

    seats: tuple[Seat, ...] = SEATS


@dataclass(frozen=True)
class Played:
    """A seat played its cards."""

    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Round(InProgress):
    """The state: what was played."""

    flow: Flow = field(default_factory=Flow)
    work: Work | None = None
    played: tuple[Played, ...] = ()


@dataclass(frozen=True)
class Plan:
    """Everybody picks one or two cards, each to one side."""

    seat: Seat


ONLY = EditionId("only")


@dataclass(frozen=True)
class Printing:
    """The one there is."""

    id: EditionId = ONLY


def plan_violations(state: Round, command: Plan) -> Iterator[Violation]:
    """It is planned once."""
    if state.work is not None:
        yield violation("TW-ASK-01", waivable=False, request="-")


def plan(t: Teller[Round], command: Plan) -> Script[None]:
    """All pick; red and pink are friends and see each other's; then all is opened."""
    friends = {RED: (PINK,), PINK: (RED,)}
    asked = [
        t.choice(
            seat,
            "XX-PLAN-01",
            HAND,
            at_most=2,
            limits=(Limit(HAND[:2]),),
            secret=True,
            confidants=friends.get(seat, ()),
            ahead=place,
        )
        for place, seat in enumerate(SEATS)
    ]
    picked = yield from t.ask_all(asked, reveal=True)
    for seat in SEATS:
        t.tell(Played(seat, picked[seat] or ()))


class Cards(ScriptedSystem[Round]):
    """The game as a ``RulesSystem``."""

    id, edition = SystemId("cards"), Printing()
    catalogue = Catalogue(())
    verbs = {Plan: Verb(plan_violations, plan)}  # noqa: RUF012
    event_types: Mapping[str, type] = {
        **CORE_EVENTS,
        **{kind.__name__: kind for kind in (Dealt, Played, Undertaken, Finished)},
    }

    def initial_state(self, setup: Dealt) -> Round:
        """Nothing is played."""
        return Round()

    def seats_of(self, state: Round) -> tuple[Seat, ...]:
        """The three of them."""
        return SEATS

    def dice_of(self, state: Round) -> Mapping[str, Die]:
        """Nobody rolls."""
        return DICE

    def fold(self, state: Round, event: object) -> Round:
        """Cards are played."""
        return replace(state, played=(*state.played, event)) if isinstance(event, Played) else state

    def legal_commands(self, state: Round, seat: Seat, *, piece: PieceId | None = None) -> Iterator[Any]:
        """To plan."""
        yield Plan(seat)

    def commands_placing(self, state: Round, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[Any]:
        """Nothing stands anywhere."""
        return iter(())

    def positions(self, state: Round) -> Mapping[PieceId, tuple[SpaceId, ...]]:
        """Nothing stands anywhere."""
        return {}

    def view_for(self, state: Round, seat: Seat | None) -> tuple[Any, ...]:
        """What is asked, and what was played."""
        return state.flow.seen_by(seat).pending, state.played

    def heard_by(self, state: Round, event: Any, seat: Seat | None) -> Any:
        """Everything that is no secret."""
        return event

    def is_whole(self, setup: Any) -> bool:
        """Always."""
        return True

    def summary(self, state: Round, seat: Seat | None = None) -> dict[str, Any]:
        """Who played what."""
        return {one.seat: one.cards for one in state.played}
