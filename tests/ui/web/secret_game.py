"""A game of secret choices: three seats choose at once, and nobody hears of another's answer before all have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.events import CORE_EVENTS
from companion.core.face import Telling
from companion.core.flow import Flow
from companion.core.ids import Seat, SystemId
from companion.core.procedure import Finished, Script, Teller, Undertaken
from companion.core.scripted import Verb
from companion.core.telling import heard_of_secrets
from tests.ui.toy_game import GAME as TOY_GAME
from tests.ui.toy_game import Told, Toy, ToyScreen, ToySystem, _always
from ui.presenters.adapter import Look, Menu, Offer
from ui.presenters.games import Game

SECRET = SystemId("secret")
SEATS = (Seat("red"), Seat("blue"), Seat("green"))


@dataclass(frozen=True)
class Dealt:
    """The set-up."""

    seats: tuple[Seat, ...] = SEATS
    system: SystemId = SECRET
    edition: str = "only"


@dataclass(frozen=True)
class Deal:
    """Everybody chooses."""

    seat: Seat


def deal(t: Teller[Toy], command: Deal) -> Script[None]:
    """All choose in secret; then all answers are told."""
    asked = [
        t.choice(seat, "ask.toy", ("sword", "shield"), secret=True, ahead=place) for place, seat in enumerate(SEATS)
    ]
    answers = yield from t.ask_all(asked, reveal=True)
    t.tell(Told(tuple(str((answers[seat] or ("",))[0]) for seat in SEATS)))


class SecretSystem(ToySystem):
    """The game as a ``RulesSystem``."""

    id = SECRET
    verbs: Mapping[type, Verb[Toy]] = {Deal: Verb(_always, deal)}
    event_types: Mapping[str, type] = {
        **CORE_EVENTS,
        **{kind.__name__: kind for kind in (Dealt, Told, Undertaken, Finished)},
    }

    def initial_state(self, setup: Any) -> Toy:
        return Toy(Flow(1, "play", 1, frozenset(SEATS)))

    def seats_of(self, state: Toy) -> tuple[Seat, ...]:
        return SEATS

    def legal_commands(self, state: Toy, seat: Seat, *, piece: Any = None) -> Iterator[Any]:
        yield Deal(seat)

    def heard_by(self, state: Toy, event: Any, seat: Seat | None) -> Any:
        return heard_of_secrets(state.flow, event, seat)


class SecretScreen(ToyScreen):
    """Its adapter: one side, for each of whose seats there is a device."""

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        return {"table": SEATS}

    def menu(self, look: Look) -> Menu | None:
        return Menu("begin", "secret", "", tuple(Offer("deal", Deal(seat)) for seat in look.seats[:1]))

    def telling(self, event: object) -> Telling:
        return Telling.LINE


GAME = Game(Dealt, lambda setup: (), SecretScreen, TOY_GAME.opening)
