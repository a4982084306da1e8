"""A game at a table: what its system says by tables alone, and what holds as long as nothing in it is secret."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, Protocol, TypeVar

from companion.core.answers import legal_answers
from companion.core.catalogue import Catalogue
from companion.core.ids import EditionId, PieceId, Seat, SystemId
from companion.core.rules import Command, Edition
from companion.core.scripted import ScriptedState, ScriptedSystem


class Seated(Protocol):
    """The part of a state that does not change."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players, clockwise."""
        ...


class TableState(ScriptedState, Protocol):
    """The state of a game at a table."""

    @property
    def table(self) -> Seated:
        """The part that does not change."""
        ...


class InPrint(Edition, Protocol):
    """An edition with the files of its rules."""

    @property
    def catalogues(self) -> tuple[str, ...]:
        """The files in the game's book: its own first, then those it leaves in force."""
        ...


@dataclass(frozen=True, slots=True)
class Printing:
    """An edition that differs from no other."""

    id: EditionId
    catalogues: tuple[str, ...]


S = TypeVar("S", bound=TableState)


class TableGame(ScriptedSystem[S]):
    """A game whose commands are scripts, with a book of rules and players at a table."""

    id: SystemId
    book: Traversable  # the folder of its rule files
    edition: InPrint

    @cached_property
    def catalogue(self) -> Catalogue:
        """Every rule of this edition with its status: its own first, then those it leaves in force."""
        read = [Catalogue.from_toml(self.book / name) for name in self.edition.catalogues]
        return Catalogue(tuple(rule for one in read for rule in one.rules))

    def seats_of(self, state: S) -> tuple[Seat, ...]:
        """The players, clockwise."""
        return state.table.seats

    @abstractmethod
    def offers_in_turn(self, state: S, seat: Seat, piece: PieceId | None) -> Iterator[Command]:
        """Generate the commands that the seat may give while nothing is asked and the game is on."""

    def legal_commands(self, state: S, seat: Seat, *, piece: PieceId | None = None) -> Iterator[Command]:
        """Generate the commands that the seat may give: answers while something is asked, else those of its turn."""
        if state.flow.outcome is None:
            yield from legal_answers(state.flow, seat) if state.flow.open else self.offers_in_turn(state, seat, piece)

    def heard_by(self, state: S, event: object, seat: Seat | None) -> object | None:
        """Return the event as that seat hears it: as it is, while nothing is secret."""
        return event

    def is_whole(self, setup: Any) -> bool:
        """Whether a game can be played from the set-up: always, while nothing is secret."""
        return True
