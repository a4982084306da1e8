"""The games and their adapters: an explicit table, one row a game; a game is imported when it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from companion.core.ids import PieceId, Seat, SpaceId, SystemId
from companion.core.typed import tidied
from companion.text.wording import Wording
from ui.library import Library
from ui.presenters.pages import Desk

if TYPE_CHECKING:  # the first frame does without what a game needs
    from companion.core.opening import Opening
    from companion.core.session import Session
    from ui.presenters.adapter import GameAdapter

# system -> the name of its set-up event, and the module whose GAME tells the rest
_GAMES: Mapping[SystemId, tuple[str, str]] = {
    SystemId("heroclix"): ("GameSetUp", "ui.presenters.heroclix"),
    SystemId("heroquest"): ("QuestSetUp", "ui.presenters.heroquest"),
    SystemId("guardians"): ("GuardiansSetUp", "ui.presenters.guardians"),
    SystemId("gotham"): ("MissionSetUp", "ui.presenters.gotham"),
}


T = TypeVar("T")
Places = Mapping[PieceId, tuple[SpaceId, ...]]


def _as_it_was(setup: T, swapped: bool) -> T:
    return setup


def _whole(state: T) -> T:
    return state


@dataclass(frozen=True, slots=True)
class Question:
    """A part of a force's list that is not taken as it is: why, and how it may be written so that it is clear."""

    line: int
    part: str
    words: str
    choices: tuple[str, ...] = ()

    def label(self, choice: str, wording: Wording) -> str:
        """The choice in words: what is left to a judge is marked by a sign that only lists have."""
        piece = choice.removeprefix("? ")
        return wording.say("list.for_the_judge", words=piece[:80]) if piece != choice else choice

    def answered(self, text: str, choice: str) -> str:
        """The list with that part as it was chosen."""
        lines = text.splitlines()
        line = tidied(lines[self.line - 1])
        lines[self.line - 1] = line.replace(self.part, choice, 1) if self.part in line else choice
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A force as it is handed in to an event: what is in it, its points, and what speaks against it."""

    name: str
    entries: tuple[tuple[str, int], ...]
    total: int
    broken: tuple[tuple[str, str], ...]  # rule, and its words
    text: str  # by which it is read again
    typed: str = ""  # the list as it was read
    questions: tuple[Question, ...] = ()  # to be settled before it is handed in
    notes: tuple[str, ...] = ()

    def settled(self, choices: Mapping[int, str]) -> str:
        """The list with the questions answered for which there is a choice, by their places."""
        text = self.typed
        for place, question in enumerate(self.questions):
            if choices.get(place) in question.choices:
                text = question.answered(text, choices[place])
        return text


@dataclass(frozen=True, slots=True)
class Game:
    """A game on the screen: its set-up, its pieces in the order base tags are numbered in, its adapter."""

    setup: type
    pieces: Callable[[Any], Sequence[PieceId]]
    adapter: Callable[[Session], GameAdapter]
    opening: Callable[[Library], Desk]  # a new game, set up by touch
    again: Callable[[Any, bool], Any] = _as_it_was  # the set-up once more, with sides swapped
    swapped: Callable[[Any], Mapping[PieceId, PieceId]] = lambda setup: {}  # which piece each is with sides swapped
    collections: Callable[[Library], Mapping[str, Desk]] = (
        lambda library: {}
    )  # gathered between evenings, by their word
    sheet: Callable[[Library, str, int, Wording], Sheet] | None = None  # a force that is handed in
    first_evening: Callable[[], Any] | None = None  # the set-up of the game that is played at once
    opens: Opening[Any] | None = None  # how the machine opens that game, up to the first figure that may move
    places: Callable[[Iterable[object]], Places] | None = None  # where the figures were set up, by what happened
    clicks: Callable[[Any, Iterable[object]], Mapping[Seat, int]] | None = None  # taken, by what happened
    plain: Callable[[Any], Any] = _whole  # its state without what it only tells
    between: Mapping[str, Callable[[Session], Desk]] = field(default_factory=dict)  # beside a table, by their word

    @property
    def can_swap(self) -> bool:
        """Whether its sides can change places."""
        return self.again is not _as_it_was

    def tags(self, setup: Any, first: int = 10) -> dict[int, PieceId]:
        """Return the piece of each base tag, numbered from ``first`` in the order the game lists them."""
        return {first + number: piece for number, piece in enumerate(self.pieces(setup))}


def names_of_games() -> tuple[SystemId, ...]:
    """The games that have a screen."""
    return tuple(_GAMES)


def game_of(system: SystemId) -> Game:
    """The row of that game."""
    game: Game = import_module(_GAMES[system][1]).GAME
    return game


def read_sheet(library: Library, text: str, points: int, wording: Wording) -> Sheet:
    """The force in the text, of the game whose players bring one; raises ``InputError``."""
    return next(read for system in _GAMES if (read := game_of(system).sheet))(library, text, points, wording)


class SetUps(Mapping[str, type]):
    """The set-up events of all games by name; a game is imported when its own is looked up."""

    def __getitem__(self, name: str) -> type:
        return next(game_of(system).setup for system, (setup, _) in _GAMES.items() if setup == name)

    def __contains__(self, name: object) -> bool:
        return any(setup == name for setup, _ in _GAMES.values())

    def __iter__(self) -> Iterator[str]:
        return iter(setup for setup, _ in _GAMES.values())

    def __len__(self) -> int:
        return len(_GAMES)
