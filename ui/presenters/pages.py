"""A page of the tablet outside a game, as a value: what it says, what may be tapped, what may be typed.

    desk.page(wording) ──> Page ──drawn──> a tap ──> desk.press(action) ──> Turn: stay, Go, Leave, Play
                                      letters ──> desk.enter(field, text)

A desk keeps what was chosen on it, so going back loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from companion.text.wording import Wording

if TYPE_CHECKING:
    from ui.presenters.models import Looks

Share = tuple[float, float]  # of a picture, from its top left


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile to tap, or a line to read where ``action`` is empty; ``extra`` are small buttons in it."""

    action: str
    title: str
    text: str = ""
    badge: str = ""
    picture: bytes = b""  # a PNG
    tone: str = ""  # a seat's colour, or ``good``, ``bad``
    chosen: bool = False
    extra: tuple[tuple[str, str], ...] = ()  # (action, label)


@dataclass(frozen=True, slots=True)
class Field:
    """A field to type into."""

    key: str
    label: str
    text: str = ""
    is_long: bool = False  # several lines


@dataclass(frozen=True, slots=True)
class Mark:
    """A point on a picture that is dragged, in shares of it from its top left; a drag taps ``mark:key:x:y``."""

    key: str  # also what is written on it
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Frame:
    """Marks over a picture: the corners of an outline; or a circle's middle and a point of its rim."""

    marks: tuple[Mark, ...]
    is_round: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """Everything a page shows, from the top down; the first button is the likely one, if no other is."""

    title: str
    text: str = ""
    fields: tuple[Field, ...] = ()
    chips: tuple[Tile, ...] = ()  # filters: small, side by side
    tiles: tuple[Tile, ...] = ()
    notes: tuple[str, ...] = ()  # what stands against going on, with its rule
    buttons: tuple[tuple[str, str], ...] = ()
    likely: str = ""  # the action of the likely button
    picture: bytes = b""
    frame: Frame | None = None  # to be dragged over the picture, which then takes all the room there is
    is_gallery: bool = False  # tiles side by side, their pictures large
    back: str = ""  # the word on the button back; empty on the first page
    is_waiting: bool = False  # something is under way: the page is another one before the next tap
    covers: tuple[Tile, ...] = ()  # above the tiles, in one row, their pictures large

    def with_notes(self, *notes: str) -> Page:
        """The page with more notes."""
        return replace(self, notes=(*self.notes, *notes))


class Leave(StrEnum):
    """Ways out of a desk."""

    BACK = "back"
    HOME = "home"
    TABLE = "table"  # of pages over a table: back to it


@dataclass(frozen=True, slots=True)
class Go:
    """On to another desk."""

    desk: Desk


@dataclass(frozen=True, slots=True)
class Play:
    """To the table: with a new game's set-up, or with the game in a store."""

    setup: Any = None
    store: Path | None = None
    players: Mapping[str, str] = field(default_factory=dict)  # what they are called, of a new game
    looks: Looks | None = None  # what the table looked like that it was played on before
    is_led: bool = False  # the machine plays the opening, and the first turn is led by the hand
    before: Path | None = None  # the game that was played until now: who sat around it sits around this one
    keeps_hints: bool = False  # it was led then, and nobody closed the hints


Turn = Go | Leave | Play | None


class Desk(Protocol):
    """One page and what was done on it so far. Raises ``InputError`` in words for the page."""

    def page(self, wording: Wording) -> Page:
        """The page now."""

    def press(self, action: str) -> Turn:
        """Take a tap; return where it leads."""

    def enter(self, field: str, text: str) -> None:
        """Take what was typed."""


class Untyped:
    """A desk on which nothing is typed."""

    def enter(self, field: str, text: str) -> None:
        """Leave everything as it is."""


class PickDesk:
    """One of a list: a tap picks it and goes back, or where ``pick`` leads; a long list is searched, a gallery turned.

    ``about``: the words of its title, by language; ``picture`` draws what belongs to an action; one at a time, so that
    a gallery opens at once and fills itself.
    """

    LONG = 9  # tiles

    def __init__(
        self,
        title: str,
        tiles: Callable[[Wording], Sequence[Tile]],
        pick: Callable[[str], Turn],
        *,
        picture: Callable[[str], bytes] | None = None,
        about: Callable[[str], Mapping[str, str]] = lambda lang: {},
    ) -> None:
        self._title = title
        self._about = about
        self._tiles = tiles
        self._pick = pick
        self._picture = picture
        self._words, self._first = "", 0
        self._drawn: dict[str, bytes] = {}

    def page(self, wording: Wording) -> Page:
        """The list, of it what has all the words that were typed."""
        tiles = tuple(self._tiles(wording))
        field = Field("words", wording.say("evening.find_here"), self._words)
        words = self._words.casefold().split()
        found = tuple(tile for tile in tiles if all(word in f"{tile.title} {tile.text}".casefold() for word in words))
        title = wording.say(self._title, **self._about(wording.lang))
        page = Page(title, fields=(field,) if len(tiles) > self.LONG else (), tiles=found)
        return page if self._picture is None else self._gallery(page, self._picture, wording)

    def _gallery(self, page: Page, picture: Callable[[str], bytes], wording: Wording) -> Page:
        shown = page.tiles[self._first : self._first + self.LONG]
        missing = [tile.action for tile in shown if tile.action and tile.action not in self._drawn]
        for action in missing[:1]:
            self._drawn[action] = picture(action)
        tiles = tuple(replace(tile, picture=self._drawn.get(tile.action, b"")) for tile in shown)
        turns = [("turn:-", "evening.before")] if self._first else []
        turns += [("turn:+", "evening.further")] if self._first + self.LONG < len(page.tiles) else []
        buttons = tuple((action, wording.say(key)) for action, key in turns)
        return replace(page, tiles=tiles, buttons=buttons, is_gallery=True, is_waiting=len(missing) > 1)

    def press(self, action: str) -> Turn:
        """Pick it, or turn the page."""
        if action in ("turn:+", "turn:-"):
            self._first += self.LONG if action == "turn:+" else -self.LONG
            return None
        return self._pick(action) or Leave.BACK

    def enter(self, field: str, text: str) -> None:
        """Look for these words."""
        self._words, self._first = text, 0
