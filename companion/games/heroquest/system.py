"""HeroQuest: NextLevel as the house sees it: a ``RulesSystem`` whose commands are scripts (core.procedure)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any

from companion.core.catalogue import Catalogue
from companion.core.dice import Die
from companion.core.flow import Flow
from companion.core.ids import EditionId, PieceId, Seat, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.scripted import ScriptedSystem, Verb
from companion.documents import Node
from companion.games.heroquest.apply import enrolled, fold, newcomer
from companion.games.heroquest.content.content import parse_content
from companion.games.heroquest.events import EVENTS
from companion.games.heroquest.hidden.veil import heard_by
from companion.games.heroquest.hidden.view import QuestView, summary_of, view_of
from companion.games.heroquest.legal import commands_placing, legal_commands
from companion.games.heroquest.quest import parse_quest
from companion.games.heroquest.rounds import master_if_done
from companion.games.heroquest.setup import HEROQUEST, NEXTLEVEL, QuestSetUp
from companion.games.heroquest.state import DoorState, Phase, Standing, State, Table, TrapState
from companion.games.heroquest.verbs import VERBS


@dataclass(frozen=True, slots=True)
class NextLevel:
    """The one printing there is."""

    id: EditionId = NEXTLEVEL


NEXT_LEVEL = NextLevel()


class HeroQuest(ScriptedSystem[State]):
    """The rules of the supplement, on top of the classic game (HQ-GEN-02)."""

    id = HEROQUEST

    def __init__(self, edition: NextLevel = NEXT_LEVEL) -> None:
        self.edition = edition

    @cached_property
    def catalogue(self) -> Catalogue:
        """Every rule with its status."""
        return Catalogue.from_toml(files("companion.games.heroquest") / "data" / "rules-nextlevel.toml")

    @property
    def event_types(self) -> Mapping[str, type]:
        """Every event class by name."""
        return EVENTS

    def initial_state(self, setup: QuestSetUp) -> State:
        """The state before the first event: heroes on the start, monsters where the quest has them."""
        content = parse_content(Node("the record", "content", setup.content))
        quest = parse_quest(Node("the record", "quest", setup.quest), content, is_checked=False)
        table = Table(quest, content, setup.gm, setup.seats)
        squares = iter(quest.start)
        heroes = tuple(enrolled(table, one, next(squares, None)) for one in setup.heroes)
        monsters = tuple(newcomer(table, one.id, one.type, one.at, one.facing) for one in quest.monsters)
        doors = tuple((one.id, DoorState.HIDDEN if one.secret else DoorState.CLOSED) for one in quest.dungeon.doors)
        furniture = tuple(Standing(one.id, one.type, one.squares, one.contents) for one in quest.furniture)
        traps = tuple(
            TrapState(one.id, one.type, one.squares, "hidden", one.direction, one.source) for one in quest.traps
        )
        flow = Flow(phase=Phase.WAITING.value, active=frozenset(setup.seats))
        return State(table, flow, (*heroes, *monsters), doors, furniture, traps)

    def legal_commands(self, state: State, seat: Seat, *, piece: PieceId | None = None) -> Iterator[Any]:
        """Commands the seat may give, lazily, in a fixed order; of one piece when it is named."""
        return legal_commands(state, seat, piece)

    def commands_placing(self, state: State, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[Any]:
        """Legal commands after which the piece stands there."""
        return commands_placing(state, piece, spaces)

    def positions(self, state: State) -> Mapping[PieceId, tuple[SpaceId, ...]]:
        """Where every piece stands that the table shows; who is dead or not revealed is nowhere."""
        shown = {one.id: (one.at,) if one.at and one.revealed else () for one in state.characters}
        return {**{one.id: () for one in state.dead}, **shown}

    @property
    def verbs(self) -> Mapping[type, Verb[State]]:
        """Every command that is no answer."""
        return VERBS

    def seats_of(self, state: State) -> tuple[Seat, ...]:
        """The master, and who plays a hero."""
        return state.table.seats

    def fold(self, state: State, event: object) -> State:
        """The state after an event of the quest's own."""
        return fold(state, event)

    def afterwards(self, t: Teller[State]) -> Script[None]:
        """Should the command have ended the last hero's turn, the master's part begins."""
        yield from master_if_done(t)

    def view_for(self, state: State, seat: Seat | None) -> QuestView:
        """What the seat may see: the master everything, the heroes what they know (HQ-GEN-03)."""
        return view_of(state, seat)

    def heard_by(self, state: State, event: Any, seat: Seat | None) -> Any | None:
        """What the seat hears of an event."""
        return heard_by(state, event, seat)

    def is_whole(self, setup: Any) -> bool:
        """Whether it holds the quest; the heroes' record has its name alone."""
        return "squares" in setup.quest

    def dice_of(self, state: State) -> Mapping[str, Die]:
        """The dice of this table."""
        return state.content.dice

    def summary(self, state: State, seat: Seat | None = None) -> dict[str, Any]:
        """Round, outcome and what the seat sees of the characters."""
        return summary_of(view_of(state, seat))
