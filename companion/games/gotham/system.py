"""Gotham City Chronicles as the house sees it: a ``RulesSystem`` whose commands are scripts (core.procedure)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from companion.core.dice import Die
from companion.core.game import InPrint, Printing, TableGame
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import C
from companion.core.rules import Command as SeatCommand
from companion.documents import Node
from companion.games.gotham import legal
from companion.games.gotham.apply import fold
from companion.games.gotham.commands import Command
from companion.games.gotham.events import EVENTS
from companion.games.gotham.face.facts import summary_of
from companion.games.gotham.face.view import MissionView, view_of
from companion.games.gotham.rounds import follow_on
from companion.games.gotham.scenario.document import parse_scenario
from companion.games.gotham.setup import CHRONICLES, GOTHAM, MissionSetUp
from companion.games.gotham.state import State
from companion.games.gotham.verbs import VERBS

THE_CHRONICLES = Printing(CHRONICLES, ("rules-chronicles.toml",))  # the one printing there is


class Gotham(TableGame[State]):
    """The rules of the booklet of skills and traits."""

    id = GOTHAM
    book = files("companion.games.gotham") / "data"
    verbs, event_types = VERBS, EVENTS

    def __init__(self, edition: InPrint = THE_CHRONICLES) -> None:
        self.edition = edition

    def initial_state(self, setup: MissionSetUp) -> State:
        """The state before the first event, as the scenario has it."""
        return parse_scenario(Node("the record", "scenario", setup.scenario)).state

    def offers_in_turn(self, state: State, seat: Seat, piece: PieceId | None) -> Iterator[Command]:
        return legal.offers_in_turn(state, seat, piece)

    def variations(self, state: State, command: C) -> Iterator[C]:
        return legal.variations(state, command)

    def at_any_time(self, state: State, seat: Seat, *, piece: PieceId | None = None) -> Iterator[SeatCommand]:
        return legal.at_any_time(state, seat, piece)

    def commands_placing(self, state: State, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[Command]:
        return legal.commands_placing(state, piece, spaces)

    def positions(self, state: State) -> Mapping[PieceId, tuple[SpaceId, ...]]:
        """The zone of every figure; nowhere for who is Neutralised."""
        return {
            figure.id: () if figure.zone is None or figure.neutralised else (SpaceId(figure.zone),)
            for figure in state.figures
        }

    def fold(self, state: State, event: object) -> State:
        return fold(state, event)

    def afterwards(self, t: Teller[State]) -> Script[None]:
        """Let the other side follow when nobody of this one has a turn left."""
        follow_on(t)
        return
        yield

    def view_for(self, state: State, seat: Seat | None) -> MissionView:
        return view_of(state, seat)

    def dice_of(self, state: State) -> Mapping[str, Die]:
        return state.content.dice

    def summary(self, state: State, seat: Seat | None = None) -> dict[str, Any]:
        """Round, outcome and what became of the figures."""
        return summary_of(view_of(state, seat))
