"""The interface between the table screen and a game: everything that only the game knows, as values.

One presenter does the rest.

    offers     Menu(Offer, Group) ──tap──> a command          sheet    the figure that is chosen, or acts
    board      picture(look)                                  names    what is called how, as far as a side may know
    taps       Chosen · Aimed · Meant(command)                cue      what a ring of lights tells: hit, miss

A game of zones draws another ``Drawing``; cards in a hand are offers of the menu, or options: ``Held``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from companion.board.lines import SightLine
from companion.board.picture import BoardPicture, Line
from companion.core.dice import DiceRequest
from companion.core.face import Advice, Lead, Result, Standing
from companion.core.face import Command as Command
from companion.core.flow import ChoiceRequest, Request, Window
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.phrases import Told
from companion.core.prizes import Gain
from companion.core.rules import GameState
from companion.text.wording import Wording
from ui.presenters.models import DialModel, HandModel
from ui.presenters.teller import Teller

ONLOOKERS = "onlookers"  # the side of whoever sits at no seat: ``view_for(None)`` is what it knows


@dataclass(frozen=True, slots=True)
class Look:
    """The looker: a side, its seats, and what fingers have done at the screen so far."""

    side: str
    seats: tuple[Seat, ...]  # whose taps these are
    wording: Wording
    chosen: PieceId | None = None
    aimed: PieceId | None = None
    picked: str = ""  # the group whose offers are listed
    overlay: str = ""
    command: Command | None = None  # what is proposed, or was refused
    explains: bool = False  # whether how a chance comes about is read too
    is_advised: bool = True  # whether a tap may mean what was counted to be best

    def say(self, key: str, **words: object) -> str:
        """A word of the screen."""
        return self.wording.say(f"screen.{key}", **words)

    def name(self, key: str) -> str:
        """Return the name of a piece or a power; the key itself when it has none."""
        return self.wording.names.get(key, key)


@dataclass(frozen=True, slots=True)
class Held:
    """A card of a hand that a button plays: which, its name, on which side, and what it gives there."""

    card: str
    title: str
    heading: str
    words: str
    seat: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A button that gives a command, or chooses a ``piece``.

    ``more``: the next command that the same tap gives, until there is none. ``is_proposed``: a second tap confirms it.
    ``wastes``: of the end of a turn, that something might be done before it.
    ``held``: the card of a hand that it plays.
    """

    label: str
    command: Command | None = None
    piece: PieceId | None = None
    is_proposed: bool = False
    wastes: bool = False
    more: Callable[[], Command | None] | None = None
    held: Held | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A button that opens a list of offers.

    ``stays``: it is open until it is closed; ``is_beside``: a turn needs nothing of it.
    """

    key: str
    label: str
    offers: tuple[Offer, ...]
    title: str
    text: str = ""
    stays: bool = False
    is_beside: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """The menu of what may be done now: the title of its card and its buttons."""

    kind: str
    title: str
    text: str = ""
    entries: tuple[Offer | Group, ...] = ()
    may_close: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """A tap that chooses a figure, or lets go of it."""

    piece: PieceId | None


@dataclass(frozen=True, slots=True)
class Aimed:
    """A tap at somebody or something: the menu says what may be done about it."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class Meant:
    """A tap that means a command; ``lets_go``: nobody is chosen afterwards."""

    command: Command
    is_proposed: bool = False
    lets_go: bool = False


Tap = Chosen | Aimed | Meant


class Drawing(Protocol):
    """The drawing of a board: which space is drawn where."""

    columns: int
    rows: int

    @property
    def is_to_scale(self) -> bool:
        """Whether squares lie as the board is printed, so that a photograph of it fits."""

    def space_at(self, column: int, row: int) -> SpaceId | None:
        """The space drawn there, or ``None``."""

    def place(self, space: SpaceId) -> tuple[int, int]:
        """Return the place where the space is drawn."""


class Sight(Protocol):
    """Lines of sight by the game's own rule."""

    def __call__(self, look: Look, start: SpaceId, end: SpaceId) -> tuple[SightLine, Line] | None:
        """The line between what stands on two spaces, and as drawn; ``None``: this side may not know."""


class Lifted(Protocol):
    """A figure in the hand."""

    def over(self, space: SpaceId | None) -> HandModel:
        """The hand over a square, or off the board."""

    def drop(self, space: SpaceId | None) -> Command | None:
        """The move that letting go there means; ``None``: the figure goes back."""


class GameAdapter(Teller, Protocol):
    """One game at one screen."""

    @property
    def overlays(self) -> Sequence[str]:
        """The overlays of the board; the first is nothing."""

    @property
    def primer(self) -> Told:
        """The words that say once what the game's hints speak of; empty: nothing has to be said."""

    @property
    def drawing(self) -> Drawing:
        """The drawing of the board."""

    @property
    def sight(self) -> Sight | None:
        """The game's lines of sight; ``None``: nobody asks about lines here."""

    def hides(self, side: str) -> bool:
        """Whether the side sees what the others at the table may not."""

    def names(self, side: str, lang: str) -> Mapping[str, str]:
        """Return the names of everything the side knows of."""

    def title(self, look: Look) -> str:
        """Round, phase, whose turn; or how it ended."""

    def turn(self, look: Look) -> Seat | None:
        """Return the seat whose turn it is."""

    def acting(self, look: Look) -> Sequence[Seat]:
        """Return the seats that may act now, while nothing is asked."""

    def introduction(self, look: Look) -> str:
        """Return what brings everybody here: the introduction of what is played, where it has one."""

    def waits_for(self, look: Look) -> Sequence[Seat]:
        """Return the seats that a deed waits for whose questions this side does not hear."""

    def is_ready(self, look: Look) -> bool:
        """Whether the game waits to be begun, by whoever says so first."""

    def plans(self, look: Look) -> Sequence[Seat]:
        """Return the seats of other sides that choose in secret: that they are not ready yet is none."""

    def left(self, look: Look) -> str:
        """Say what is left of the turn: actions, steps, cubes; empty where nothing is counted."""

    def scores(self, look: Look) -> Sequence[tuple[Seat, int]]:
        """Return the points of each seat, in games that count them."""

    def last(self, look: Look) -> str:
        """Say that it is the last round, while it is played; else empty."""

    def picture(self, look: Look, away: frozenset[PieceId]) -> BoardPicture:
        """The board as that side knows it; pieces in ``away`` are not yet, or no more, where they are drawn."""

    def letters(self, look: Look) -> Mapping[PieceId, str]:
        """Return the letters that each figure wears, all game long, also off the board."""

    def unknown(self, look: Look) -> BoardPicture:
        """A board of which nothing is known."""

    def active(self, look: Look) -> PieceId | None:
        """Return who or what is chosen, else the figure that acts: lit on the board and among everybody."""

    def sheet(self, look: Look) -> DialModel | None:
        """The numbers of the figure that is chosen, or acts."""

    def thing(self, look: Look, name: PieceId) -> str:
        """Return what can be done with what lies there."""

    def tap(self, look: Look, space: SpaceId) -> Tap | None:
        """Return the meaning of a tap on a space."""

    def tap_piece(self, look: Look, piece: PieceId) -> Tap | None:
        """Return the meaning of a tap on a piece."""

    def lift(self, look: Look, piece: PieceId) -> Lifted | None:
        """The figure in the hand; ``None`` when a finger may not lift it now."""

    def menu(self, look: Look) -> Menu | None:
        """Return the menu of what may be done now, when nothing is asked."""

    def ending(self, look: Look) -> Offer | None:
        """Return the offer that ends a turn, or a phase."""

    def brings(self, look: Look, command: Command) -> str:
        """Return what the end of a turn brings, in words; empty where nobody may know."""

    @property
    def may_rest(self) -> Sequence[Seat]:
        """The seats that may be left at home in a game that has begun: those of a side that plays together."""

    def passing(self, look: Look) -> Command | None:
        """Return the order by which the turn of such a seat goes by."""

    def endings(self, look: Look) -> Sequence[Offer]:
        """Return the ways to bring the game to its end now."""

    def proposal(self, look: Look, command: Command) -> Menu:
        """A command in words, and what else it could be."""

    def remember(self, places: Mapping[PieceId, tuple[SpaceId, ...]]) -> None:
        """Take where the figures were set up the last time, in the same game."""

    def given_to(self, command: Command) -> PieceId | None:
        """Return the piece that a command is given to; ``None``: it is of the whole table."""

    def is_told_first(self, command: Command) -> bool:
        """Whether a button says what its command does before it is given, as where it would be spent for nothing."""

    def gain(self, command: Command) -> Gain:
        """Return how much a command gains for whoever learns the game."""

    def outdoes(self, gain: Gain, command: Command) -> bool:
        """Whether what gains that much is better than the command that is meant."""

    def is_poor(self, command: Command) -> bool:
        """Whether a command gains nothing, or next to nothing."""

    def promise(self, command: Command) -> Fraction:
        """Return the chance of a command that dice decide; −1 of any other."""

    def measure(self, command: Command) -> str:
        """Return the words that say what that chance is of."""

    def gains(self, command: Command) -> Told:
        """Say what a command gains, in the game's own terms; empty: nothing that its chance does not say."""

    def prize(self, command: Command) -> Told:
        """Say what a success of a command wins: points, the game; empty: neither."""

    def rests(self, piece: PieceId) -> Told:
        """Say why it is better that the piece does nothing now, for whoever learns the game; empty: it is not."""

    def onward(self, piece: PieceId, spaces: Collection[SpaceId]) -> Lead | None:
        """Return which of the spaces brings the piece nearer to what is to be done, and why; ``None``: none does."""

    def question(self, look: Look, request: Request) -> str:
        """Return what a request asks, and of whom."""

    def option(self, look: Look, request: ChoiceRequest, option: str) -> str:
        """An option of a choice in words."""

    def held(self, look: Look, request: ChoiceRequest, option: str) -> Held | None:
        """Return the card of a hand that an option of a choice is."""

    def about(self, look: Look, request: ChoiceRequest) -> str:
        """Return what the players should read before they choose."""

    def awaited(self, look: Look, request: DiceRequest) -> tuple[str, ...]:
        """Return what a roll decides, line by line: number, chance, what a hit does; beside the dice until they lie."""

    def is_idle(self, look: Look, request: DiceRequest) -> bool:
        """Whether nothing hangs on a roll any more, whatever it shows, and the rules want it all the same."""

    def has_more(self, look: Look, request: DiceRequest | None) -> bool:
        """Whether there is more to read of a roll, or else of the command that is meant, than is shown at once."""

    def particulars(self, request: Request) -> Mapping[str, Told]:
        """Return the words of a question that its request does not hold: the place it is about, whom it concerns."""

    def counsel(self, look: Look, request: ChoiceRequest) -> tuple[Sequence[str], str]:
        """Return the buttons of the answers that gain most, and why; both empty where nobody counts them."""

    def harms_told(self, look: Look, request: ChoiceRequest) -> Mapping[str, str]:
        """Return whom each answer hurts by itself, the refusal under an empty key; nothing where none hurts anybody, or
        all alike.
        """

    def result(self, look: Look, events: Sequence[object]) -> Result | None:
        """Return the result of an order's dice, from all that this side heard of the order."""

    def roster(self, look: Look) -> Sequence[Standing]:
        """Return every figure that the side knows of."""

    def aims(self, look: Look) -> Sequence[str]:
        """Return what each side plays for, line by line, as far as the side knows."""

    def may_attack(self, look: Look, piece: PieceId) -> bool:
        """Whether there is a target of the piece about which something may be counted."""

    def advice(self, look: Look, piece: PieceId) -> Sequence[Advice]:
        """Return what may be counted of each target of the piece, the best first."""

    def plays_itself(self, look: Look, request: Request) -> bool:
        """Whether the rules act by themselves, and who is asked only throws or chooses for them."""

    def interruptions(self, look: Look) -> Sequence[Window]:
        """Return what is interrupted, as far as the side knows of it."""

    def prints(self, look: Look) -> Sequence[str]:
        """Pictures to look at when the game is over, as SVG: what players photograph at the end."""

    def doer(self, event: object, after: GameState) -> PieceId | None:
        """Return who acts by the event, where no heading of the log says whose turn it is."""

    def story(self, look: Look) -> str:
        """Return the name of what is played: of a quest, a scenario; empty where it has none."""
