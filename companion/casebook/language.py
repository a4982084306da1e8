"""The case language of a game: how its set-ups, commands and expectations are written.

CaseLanguage (a value, one a game) ──open──> Opening: the record's first lines
                                   ──read_command──> Order: state -> command
                                   ──expectations──> Check: what a Moment should be like
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.casebook.spelling import Spelled, fields_of, read_fields
from companion.core import commands as core
from companion.core.catalogue import Catalogue
from companion.core.flow import PlacementRequest, Request, seat_of
from companion.core.house import HOUSE
from companion.core.ids import EditionId, PieceId, RequestId, RuleId, Seat, SystemId
from companion.core.ledger import Ledger
from companion.core.rules import RulesSystem, Violation
from companion.documents import Node

Order = Callable[[Any], Any]  # state -> command: whose command it is may depend on the state
Say = Callable[[Violation, str], str]  # a refusal in the words of a language


@dataclass(frozen=True, slots=True)
class CaseContext:
    """Everything cases are played with: games, case languages, a fresh ledger, maps of any format, words."""

    find_rules: Callable[[SystemId, EditionId], RulesSystem[Any] | None]  # ``None``: that edition is not played yet
    languages: Mapping[SystemId, CaseLanguage]
    new_ledger: Callable[[RulesSystem[Any]], Ledger]
    load_map: Callable[[str], dict[str, Any]]  # the map document in a file; raises ``InputError``
    read_record: Callable[[SystemId, Node], Sequence[Any]]  # the events of sealed lines in a text of that game
    say: Say = lambda broken, language: str(broken.rule)


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of a case: a set-up and the events that bring its situation about, as a record would hold them.

    ``unplayable`` says why no command can be given (an edition of which only the board is built); ``extra`` is the
    language's own.
    """

    system: RulesSystem[Any]
    setup: Any
    prelude: tuple[Any, ...]
    seats: tuple[Seat, ...]
    pieces: frozenset[PieceId]
    edition: EditionId
    unplayable: str | None = None
    extra: Any = None
    things: frozenset[PieceId] = frozenset()  # what else has a name: doors, objects
    later: tuple[str, ...] = ()  # how ids begin that come up in play

    def has(self, name: object) -> bool:
        """Whether something of that name is, or may come to be, in the game."""
        return isinstance(name, str) and (name in self.pieces | self.things or name.startswith(self.later))


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer at the table: a seat, or with ``None`` whoever stands by."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Happened:
    """An event, the rules it names, and the state it came to."""

    event: Any
    rules: tuple[RuleId, ...]
    before: Any = None


@dataclass(frozen=True)
class Moment:
    """The subject of an expectation: the state, and the events of the step or of the whole case.

    With a ``viewer`` the events are those that were heard, and ``view`` and ``asked`` are what is seen and asked there.
    """

    opening: Opening
    state: Any
    events: tuple[Happened, ...]
    say: Say
    viewer: Viewer | None = None

    @cached_property
    def view(self) -> Any:
        """The state as the viewer sees it; without a viewer, as everybody may."""
        return self.opening.system.view_for(self.state, self.viewer.seat if self.viewer else None)

    @property
    def asked(self) -> Sequence[Request]:
        """The open questions, as far as the viewer knows of them."""
        return tuple(self.view.asked) if self.viewer else self.state.flow.open


@dataclass(frozen=True, slots=True)
class Check:
    """One expectation: its place, what it expects, and a look that tells what is found instead (``None``: it is so)."""

    place: str
    expected: str
    look: Callable[[Moment], str | None]
    viewer: Viewer | None = None


Checks = Callable[[Node, Opening], Iterator[Check]]


@dataclass(frozen=True)
class CaseLanguage:
    """The case language of one game. It refuses with ``InputError`` and the place."""

    system: SystemId
    editions: tuple[EditionId, ...]
    catalogues: Callable[[], Iterable[Catalogue]]  # of every edition
    data: Path  # holds ``cases/`` that the project ships, and ``pending-cases.toml``
    commands: Mapping[str, Spelled]
    expectations: Mapping[str, Checks]  # the game's own keys of ``expect``
    open: Callable[[Node, Node, CaseContext], Opening]  # of a set-up and an edition
    resume: Callable[[Any, Any, Any], Opening]  # of the rules, a set-up event and a state: a game that was played
    readers: Callable[[Opening], Mapping[Any, Callable[[Node], Any]]]  # of the fields of commands, by their type
    to_act: Callable[[Any], Seat]  # who gives a command that has no piece, while nobody is asked
    spell: Callable[[Any], Any] = lambda value: value  # other ways to write a space put into the usual one
    sight: Callable[[str, str, str], Mapping[str, object]] | None = None  # the question for a line with that verdict
    asks: tuple[str, ...] = ()  # how the names of questions begin that are no rules
    answering: frozenset[str] = frozenset()  # the game's own commands that answer what is asked
    standing: frozenset[str] = frozenset()  # questions a step may end with in silence: the game waits for its next turn
    read_face: Callable[[str], str] = lambda face: face  # other ways to write a face put into the usual one
    words: Mapping[str, Iterable[str]] = field(default_factory=dict)  # keys and words by where they may stand
    families: tuple[str, ...] = ()  # of the catalogues, whose words are names in this game's events

    @property
    def folder(self) -> Path:
        """The cases the project ships."""
        return self.data / "cases"

    @cached_property
    def rules(self) -> frozenset[RuleId]:
        """Every rule a case may name: of all editions, and of the house."""
        return frozenset(rule.id for catalogue in (*self.catalogues(), HOUSE) for rule in catalogue.rules)

    def may_ask(self, purpose: str) -> bool:
        """Whether a question may have that purpose: a rule, or what else the game names so."""
        return purpose in self.rules or purpose.startswith(self.asks)

    def keys_of(self, word: str) -> tuple[str, ...]:
        """The keys a command is written with; those that may be left out end in ``?``."""
        return tuple(key if must else f"{key}?" for _, key, _, must in fields_of(*self.commands[word]))

    def read_command(self, node: Node, opening: Opening, others: Collection[str]) -> Order:
        """The command in a table; ``others`` are keys of the table that are no concern of the command."""
        if not isinstance(node.value, dict) or "do" not in node:
            node.refuse("a command, which is a table with 'do'")
        kind, spelling = self.commands[node["do"].word(self.commands)]
        written = read_fields(kind, node, spelling, self.readers(opening), {"do", "by", *others})
        by = Seat(node["by"].word(opening.seats)) if "by" in node else None
        actor = next((written[key] for key in ("piece", "attacker") if key in written), None)

        def order(state: Any) -> Any:
            """The command with what its writer left out, once the state is known."""
            seat = by or _owner(state, actor) or next(map(seat_of, state.flow.open), None) or self.to_act(state)
            filled: dict[str, Any] = {"seat": seat}
            if "request" in spelling.filled:
                filled["request"] = _request(state, kind, seat)
            return kind(**written, **filled)

        return order


def _owner(state: Any, piece: PieceId | None) -> Seat | None:
    owned = state.find(piece) if piece is not None else None
    return owned.seat if owned else None


def _request(state: Any, kind: type, seat: Seat) -> RequestId | None:
    """The open request the command answers, if there is one for that seat."""
    for request in state.flow.open:
        if getattr(request, "seat", None) == seat and (kind is core.Pass or isinstance(request, PlacementRequest)):
            answered: RequestId = request.id
            return answered
    return None
