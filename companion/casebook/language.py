"""The port between the casebook and a game: how its set-ups, commands and expectations are written.

casebook ──reads──> CaseLanguage (a game's) ──> Opening: the record's first lines
                                            ──> commands, checks
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from companion.core.ids import EditionId, PieceId, RuleId, Seat, SystemId
from companion.core.ledger import Ledger
from companion.core.rules import RulesSystem
from companion.documents import Node

__all__ = ["CaseLanguage", "Check", "Happened", "Moment", "Opening", "Order", "Workshop"]


@dataclass(frozen=True, slots=True)
class Workshop:
    """What cases are played with: the games, their case languages, a fresh ledger, and maps of any format."""

    find_rules: Callable[[SystemId, EditionId], RulesSystem[Any] | None]  # ``None``: that edition is not played yet
    languages: Mapping[SystemId, CaseLanguage]
    new_ledger: Callable[[RulesSystem[Any]], Ledger]
    load_map: Callable[[str], dict[str, Any]]  # the map document in a file; raises ``InputError``


@dataclass(frozen=True, slots=True)
class Opening:
    """How a case begins: a set-up and the events that bring its situation about, as a record would hold them.

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


@dataclass(frozen=True, slots=True)
class Happened:
    """An event, and the rules it names."""

    event: Any
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """What an expectation looks at: the state, and what has happened in the step or in the whole case."""

    opening: Opening
    state: Any
    events: tuple[Happened, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """One expectation: its place, what it expects, and a look that tells what is found instead (``None``: it is so)."""

    place: str
    expected: str
    look: Callable[[Moment], str | None]


Order = Callable[[Any], Any]  # state -> command: who commands may depend on the state


class CaseLanguage(Protocol):
    """What a game offers. Everything that reads raises ``InputError`` with the place of what cannot be used."""

    @property
    def system(self) -> SystemId:
        """The system whose cases these are."""
        ...

    @property
    def rules(self) -> frozenset[RuleId]:
        """Every rule a case may name, of all editions."""
        ...

    @property
    def folder(self) -> Path:
        """The cases the project ships."""
        ...

    @property
    def pending(self) -> Path:
        """The list of examples that no case can tell yet."""
        ...

    @property
    def words(self) -> Mapping[str, type]:
        """Every command by the word it is written with."""
        ...

    def keys_of(self, word: str) -> tuple[str, ...]:
        """The keys a command is written with; those that may be left out end in ``?``."""
        ...

    @property
    def editions(self) -> tuple[EditionId, ...]:
        """The editions a case may be about."""
        ...

    @property
    def expectations(self) -> Collection[str]:
        """The keys of ``expect`` that are the game's own."""
        ...

    def may_ask(self, purpose: str) -> bool:
        """Whether a question of this game may have that purpose: a rule, or what else the game names so."""
        ...

    def spell(self, value: Any) -> Any:
        """The value of a document with other ways to write a space put into the usual one."""
        ...

    def open(self, setup: Node, edition: Node, workshop: Workshop) -> Opening:
        """The opening a set-up describes."""
        ...

    def read_command(self, node: Node, opening: Opening, others: Collection[str]) -> Order:
        """The command in a step; ``others`` are keys of the step that are no concern of the command."""
        ...

    def read_checks(self, key: str, node: Node, opening: Opening) -> Iterator[Check]:
        """The checks under one of the game's own keys."""
        ...
