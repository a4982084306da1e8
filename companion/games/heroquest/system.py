"""HeroQuest: NextLevel as the house sees it: a ``RulesSystem`` whose commands are scripts (core.procedure)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from companion.core.dice import Die
from companion.core.flow import Flow
from companion.core.game import InPrint, Printing, TableGame
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import C
from companion.core.rules import Command as SeatCommand
from companion.documents import Node
from companion.games.heroquest import legal
from companion.games.heroquest.apply import enrolled, fold, newcomer
from companion.games.heroquest.commands import Command
from companion.games.heroquest.content.content import parse_content
from companion.games.heroquest.events import EVENTS
from companion.games.heroquest.face.facts import summary_of
from companion.games.heroquest.face.hearing import heard_by
from companion.games.heroquest.face.view import QuestView, view_of
from companion.games.heroquest.quest import parse_quest
from companion.games.heroquest.rounds import master_if_done
from companion.games.heroquest.setup import HEROQUEST, NEXTLEVEL, QuestSetUp
from companion.games.heroquest.state import DoorState, Phase, State, Table
from companion.games.heroquest.verbs import VERBS

NEXT_LEVEL = Printing(NEXTLEVEL, ("rules-nextlevel.toml",))  # the one printing there is


class HeroQuest(TableGame[State]):
    """The rules of the supplement, on top of the classic game (HQ-GEN-02)."""

    id = HEROQUEST
    book = files("companion.games.heroquest") / "data"
    verbs, event_types = VERBS, EVENTS

    def __init__(self, edition: InPrint = NEXT_LEVEL) -> None:
        self.edition = edition

    def initial_state(self, setup: QuestSetUp) -> State:
        """The state before the first event: heroes on the start, monsters where the quest has them."""
        content = parse_content(Node("the record", "content", setup.content))
        quest = parse_quest(Node("the record", "quest", setup.quest), content, is_checked=False)
        table = Table(quest, content, setup.gm, setup.seats)
        squares = iter(quest.start)
        heroes = tuple(enrolled(table, hero, next(squares, None)) for hero in setup.heroes)
        monsters = tuple(newcomer(table, row.id, row.type, row.at, row.facing) for row in quest.monsters)
        doors = tuple((door.id, DoorState.HIDDEN if door.secret else DoorState.CLOSED) for door in quest.dungeon.doors)
        flow = Flow(phase=Phase.WAITING.value, active=frozenset(setup.seats))
        return State(table, flow, (*heroes, *monsters), doors, quest.furniture, quest.traps)

    def offers_in_turn(self, state: State, seat: Seat, piece: PieceId | None) -> Iterator[Command]:
        return legal.offers_in_turn(state, seat, piece)

    def variations(self, state: State, command: C) -> Iterator[C]:
        return (one for one in legal.variations(state, command) if isinstance(one, type(command)))

    def at_any_time(self, state: State, seat: Seat, *, piece: PieceId | None = None) -> Iterator[Command]:
        return legal.at_any_time(state, seat, piece)

    def commands_placing(self, state: State, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[Command]:
        return legal.commands_placing(state, piece, spaces)

    def positions(self, state: State) -> Mapping[PieceId, tuple[SpaceId, ...]]:
        """Return the spaces of every piece that the table shows; one that is dead or not revealed has none."""
        shown = {figure.id: (figure.at,) if figure.at and figure.revealed else () for figure in state.characters}
        return {**{figure.id: () for figure in state.dead}, **shown}

    def fold(self, state: State, event: object) -> State:
        return fold(state, event)

    def afterwards(self, t: Teller[State]) -> Script[None]:
        """Begin the master's part when the command ended the last hero's turn."""
        yield from master_if_done(t)

    def asks_others(self, state: State, command: SeatCommand) -> bool:
        """Whether the others agree first: to nothing, since the master has the last word (HQ-GEN-01)."""
        return False

    def view_for(self, state: State, seat: Seat | None) -> QuestView:
        """Return the seat's view: the master everything, the heroes what they know (HQ-GEN-03)."""
        return view_of(state, seat)

    def heard_by(self, state: State, event: object, seat: Seat | None) -> object | None:
        return heard_by(state, event, seat)

    def is_whole(self, setup: QuestSetUp) -> bool:
        """Whether it holds the quest; the heroes' record has its name alone."""
        return "squares" in setup.quest

    def dice_of(self, state: State) -> Mapping[str, Die]:
        return state.content.dice

    def summary(self, state: State, seat: Seat | None = None) -> dict[str, Any]:
        """Round, outcome and what the seat sees of the characters."""
        return summary_of(view_of(state, seat))
