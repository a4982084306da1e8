"""HeroQuest: NextLevel as the house sees it: a ``RulesSystem`` whose commands are scripts (core.procedure)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any

from companion.core.answers import answer_event, answer_violations
from companion.core.catalogue import Catalogue
from companion.core.commands import Choose, Concede, Pass, Place, ReportDice
from companion.core.dice import Die
from companion.core.events import Conceded, GameEnded
from companion.core.flow import Flow, Outcome
from companion.core.ids import EditionId, PieceId, RuleId, Seat, SpaceId
from companion.core.packing import pack, unpack
from companion.core.procedure import Finished, Script, Teller, Undertaken, tell_on
from companion.core.rules import Accepted, Decision, Rejected, Violation, violation
from companion.documents import Node
from companion.games.heroquest.apply import apply
from companion.games.heroquest.bring import enrolled, newcomer
from companion.games.heroquest.content.content import parse_content
from companion.games.heroquest.events import EVENTS
from companion.games.heroquest.hidden.veil import heard_by
from companion.games.heroquest.hidden.view import QuestView, summary_of, view_of
from companion.games.heroquest.legal import commands_placing, legal_commands
from companion.games.heroquest.quest.quest import parse_quest
from companion.games.heroquest.setup import HEROQUEST, NEXTLEVEL, QuestSetUp
from companion.games.heroquest.state import DoorState, Phase, Standing, State, Table, TrapState
from companion.games.heroquest.turns.rounds import master_if_done
from companion.games.heroquest.verbs import BY_WORD, VERBS


@dataclass(frozen=True, slots=True)
class NextLevel:
    """The one printing there is."""

    id: EditionId = NEXTLEVEL


NEXT_LEVEL = NextLevel()


class HeroQuest:
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

    def decide(self, state: State, command: Any, *, waived: frozenset[RuleId] = frozenset()) -> Decision:
        """The events that follow, or the rules that forbid."""
        broken = [one for one in violations(state, command) if not (one.waivable and one.rule in waived)]
        if broken:
            return Rejected(tuple(dict.fromkeys(broken)))
        if isinstance(command, Concede):
            return Accepted(_conceded(state, command.seat))
        if isinstance(command, ReportDice | Choose | Place | Pass):
            return Accepted(_go_on(state, answer_event(command)))
        return Accepted(_begin(state, command))

    def apply(self, state: State, event: Any) -> State:
        """The state after the event."""
        return apply(state, event)

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


def violations(state: State, command: Any) -> Iterator[Violation]:
    """Every rule the command breaks."""
    if command.seat not in state.table.seats:
        yield violation("TW-SEAT-01", waivable=False, seat=command.seat, seats=", ".join(state.table.seats))
    elif isinstance(command, ReportDice | Choose | Place | Pass):
        yield from answer_violations(state.flow, command, state.content.dice)
    elif isinstance(command, Concede):
        if state.flow.outcome is not None:
            yield violation("HQ-GEN-02", waivable=False)
    else:
        yield from VERBS[type(command)].violations(state, command)


def _begin(state: State, command: Any) -> tuple[Any, ...]:
    """The events of a command: enclosed in its beginning and end when people are asked in between."""
    word = type(command).__name__
    teller = Teller(state, apply)
    if tell_on(teller, lambda t: _told(t, command)):
        return tuple(teller.new)
    return (Undertaken(word, command.seat, pack(command)), *teller.new)


def _told(t: Teller[State], command: Any) -> Script[None]:
    """The command's script; should it have ended the last hero's turn, the master's part begins."""
    yield from VERBS[type(command)].script(t, command)
    yield from master_if_done(t)


def _go_on(state: State, answer: Any) -> tuple[Any, ...]:
    """The answer, and what the command in progress does with it."""
    work, origin = state.work, state._origin
    assert work is not None and origin is not None
    kind = BY_WORD[work.begun.verb]
    command: Any = unpack(kind, work.begun.fields, seat=work.begun.seat)
    teller = Teller(origin, apply, (*work.log, answer))
    done = tell_on(teller, lambda t: _told(t, command))
    return (answer, *teller.new, *((Finished(work.begun.verb),) if done else ()))


def _conceded(state: State, seat: Seat) -> tuple[Any, ...]:
    """A side gives up, and the other has won."""
    others = (state.table.gm,) if seat != state.table.gm else state.table.hero_seats
    return Conceded(seat), GameEnded(Outcome(others, RuleId("TW-CONCEDE-01")))
