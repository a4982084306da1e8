"""Models of screens, as values: nothing here draws, and nothing here decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.board.picture import BoardPicture, Field, Line
from companion.core.ids import PieceId, Seat
from companion.core.prizes import NOTHING, Gain

SLOT = "slot."  # what is picked while the text of a value is read
ABOUT = f"{SLOT}about."  # … or of a note


@dataclass(frozen=True, slots=True)
class HandModel:
    """The figure in the player's hand as drawn: where it would stand, whether it may, what it would see."""

    piece: PieceId
    label: str
    seat: str
    places: tuple[tuple[int, int], ...]  # the squares under it; none over its own, or off the board
    is_legal: bool
    words: str  # what it costs to get there, or why it may not
    field: Field | None = None
    line: Line | None = None


@dataclass(frozen=True, slots=True)
class SlotModel:
    """One value in the window."""

    slot: str
    label: str
    value: str
    power: str
    colour: str | None
    by_hand: bool
    drop: str = ""  # the button that laying something there presses
    text: str = ""  # what its power says, what makes it the number it is

    @property
    def opens(self) -> str:
        """The button that a tap on it presses; empty: none."""
        return self.drop or (f"pick:{SLOT}{self.slot}" if self.text else "")


@dataclass(frozen=True, slots=True)
class DialModel:
    """A dial in its window."""

    name: str
    seat: str
    click: str
    slots: tuple[SlotModel, ...]
    range: str
    tokens: int
    notes: tuple[str, ...] = ()
    change: str = ""
    dial: str = ""  # the number that hands turn it to, where it is a dial
    clicks: tuple[int, int] = (0, 0)  # left of the dial, and of how many; none: it is drawn as no disc
    about: tuple[str, ...] = ()  # what the rules say of the line below the name, then of each note

    @property
    def line(self) -> str:
        """The line below the name."""
        return "   ".join(filter(None, (self.click, self.range)))

    def opens(self, place: int) -> str:
        """The button that a tap on the line (0) or on a note presses; empty: none."""
        return f"pick:{ABOUT}{place}" if place < len(self.about) and self.about[place] else ""


@dataclass(frozen=True, slots=True)
class DieModel:
    """One die of a roll: its kind in words, and the face that was entered or read."""

    kind: str
    face: str | None = None
    word: str = ""  # the face in words
    widest: str = ""  # the longest word that it may show: its place is kept


@dataclass(frozen=True, slots=True)
class DiceModel:
    """The dice row: the dice that are asked for, of whatever kinds, and who throws."""

    question: str
    dice: tuple[DieModel, ...]
    faces: tuple[str, ...]  # of the die that is next, each once
    face_words: tuple[str, ...] = ()  # the same in words
    roll_label: str = ""
    under_way: str = ""  # what the tower says while the dice fall
    decides: tuple[str, ...] = ()  # what the roll decides: number, terms, chance, what a hit does
    pieces: tuple[PieceId, ...] = ()  # whom it is about: who attacks, and whom
    is_idle: bool = False  # nothing hangs on it any more

    @property
    def entered(self) -> tuple[str, ...]:
        """The faces so far."""
        return tuple(die.face for die in self.dice if die.face is not None)

    @property
    def missing(self) -> int:
        """The number of dice without a face."""
        return sum(die.face is None for die in self.dice)

    @property
    def can_roll(self) -> bool:
        """Whether a tower or the machine throws for the players."""
        return bool(self.roll_label)


@dataclass(frozen=True, slots=True)
class CardSide:
    """A side of a card in a hand: the button it is, its heading, what it gives, whether it is picked."""

    does: str
    heading: str
    words: str
    is_picked: bool


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of a hand: its name, and the one or two sides that may be played."""

    title: str
    sides: tuple[CardSide, ...]
    seat: str


MENUS = ("begin", "proposal", "powers", "setup")  # cards of a turn


@dataclass(frozen=True, slots=True)
class CardModel:
    """A card that waits for a tap: a proposal, a choice, a refusal, a question.

    ``is_beside``: a turn needs nothing of it.
    """

    kind: str
    title: str
    text: str
    buttons: tuple[tuple[str, str], ...]  # (action, label)
    is_beside: bool = False
    hand: tuple[HandCard, ...] = ()  # the buttons that are cards of a hand, to be drawn as such
    likely: str = ""  # the button that gains most; empty: none is better than the others
    gain: Gain = NOTHING  # how much, as the game's face has it
    picks: int = 1  # of the options that are buttons so many may be picked
    picked: int = 0  # and so many are
    is_over: bool = False  # one more was tapped
    untaken: str = ""  # the first of them that is not picked yet
    why: str = "why_most"  # the words that say why it is that
    aim: str = ""  # whom it is about: whose chance it is
    gained: str = ""  # and what it gains, in the game's own terms

    @property
    def is_menu(self) -> bool:
        """Whether it says what a turn may do; nothing is asked, or to be confirmed or closed there."""
        return self.kind in MENUS and not {"confirm", "dismiss"} & {does for does, _ in self.buttons}

    @property
    def plain(self) -> tuple[tuple[str, str], ...]:
        """The buttons that are none."""
        drawn = {side.does for card in self.hand for side in card.sides}
        return tuple(button for button in self.buttons if button[0] not in drawn)


@dataclass(frozen=True, slots=True)
class ResultModel:
    """The result of an order's dice: there until the next order, or until it is tapped away."""

    title: str  # HIT, MISS; what lies there where nothing had to be reached
    tone: str  # hit, miss; hurt, spared: it struck or missed one's own; empty where it is none
    faces: tuple[str, ...]  # of the throw that decided it, in words
    against: str  # the total and the number it was held against
    lines: tuple[str, ...]  # all that happened since the dice lay
    button: str  # the words that tap it away
    deed: str = ""  # who did what to whom; of other dice what they were thrown for
    pieces: tuple[PieceId, ...] = ()  # whom it is about: who attacks, and whom
    throws: tuple[tuple[str, tuple[str, ...]], ...] = ()  # where dice were thrown against it: what for, and the faces
    falls: str = ""  # who lost how much by it, or is out of play, as large as the title
    is_line: bool = False  # something is asked, or thrown, since: it stands in a line beside that, and opens by a tap
    brought: tuple[str, ...] = ()  # of the lines who arrived, what was counted: in the line too
    struck: tuple[PieceId, ...] = ()  # of the pieces whom it hit or missed
    besides: tuple[ResultModel, ...] = ()  # of the order's other dice that nobody read yet, each told by itself

    @property
    def is_quiet(self) -> bool:
        """Whether it is of nobody's deed, and asks nobody to read it before a turn goes on."""
        return not (self.title or self.faces)

    @property
    def head(self) -> str:
        """The large words: the title, and who lost how much."""
        return " · ".join(filter(None, (self.title, self.falls)))

    @property
    def line(self) -> str:
        """The result in a line."""
        return " · ".join(filter(None, (self.head, *self.details)))

    @property
    def details(self) -> tuple[str, ...]:
        """The rest of the line: the deed, the dice that lie there, the number they were held against."""
        told = (self.deed, "  ".join(self.faces), self.against, *self.brought)
        return tuple(filter(None, told))

    @property
    def rows(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The faces throw by throw, each with its purpose: attack and defense never lie in one row."""
        return self.throws or (("", self.faces),)


@dataclass(frozen=True, slots=True)
class RosterFigure:
    """A figure in the roster: what is left of it, its tokens, its state in words."""

    piece: PieceId
    label: str
    name: str
    seat: str
    health: tuple[int, int] | None  # what is left, and of how much; ``None``: nobody here may know
    words: str  # the same in words, tokens, states, points
    tokens: int = 0
    is_out: bool = False
    is_own: bool = False
    is_chosen: bool = False  # or acts
    is_due: bool = False  # one of several seats that may act next, while nobody acts

    @property
    def count(self) -> str:
        """The number beside its bar; of what nobody here may know a question mark, and none of who is out."""
        if self.is_out:
            return ""
        return "{}/{}".format(*self.health) if self.health is not None else "?"


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log; what was taken back stays, struck out."""

    text: str
    heading: bool = False
    taken_back: bool = False
    number: int = 0  # of the last event that it tells, among all that this side heard
    terms: tuple[str, ...] = ()  # of the numbers it tells: shown when it is tapped
    seat: str = ""  # of whom it is about, or what is worn there; empty: of nobody alone
    detail: bool = False  # bookkeeping, written smaller
    first: int = 0  # the number of the first event that it tells


@dataclass(frozen=True, slots=True)
class LinkModel:
    """The state of a device, always on screen unless it is switched off."""

    name: str
    state: str
    words: str
    detail: str = ""  # what it sees, or why it is gone


@dataclass(frozen=True, slots=True)
class ClockModel:
    """The time as the header shows it."""

    evening: str
    seats: Mapping[Seat, str]  # of those that have a limit
    is_running: bool
    is_short: bool  # little is left


@dataclass(frozen=True, slots=True)
class TimeGone:
    """The evening's time (``seat`` is ``None``) or a seat's; seconds, ``limit`` 0 for none."""

    seat: Seat | None
    gone: float
    limit: float
    is_running: bool


@dataclass(frozen=True, slots=True)
class ClockHands:
    """The time for a page with a watch of its own: what was gone at ``at`` (ms since 1970), and what goes on."""

    at: int
    is_running: bool
    times: tuple[TimeGone, ...]
    over: tuple[str, ...]  # whose time was called: seats, or the evening


@dataclass(frozen=True, slots=True)
class BannerModel:
    """The banner of a screen: its largest words say what is going on."""

    words: str  # whose turn, or who is asked for what kind of thing: short, for it is never shrunk
    more: str  # who is missing; the question in full, or where the game is
    seat: str | None  # in whose colour it is drawn
    is_own: bool = False  # it is for who looks
    left: str = ""  # of the turn: actions, steps
    place: str = ""  # where the game is, while ``more`` is a question
    story: str = ""  # the name of what is played: it never changes, so it comes last
    awaited: str = ""  # of ``more`` what is awaited from whom, and who is missing
    where: str = ""  # and where the game is
    others: str = ""  # who is asked as well, at the end of ``place``
    absent: str = ""  # who is missing, at the beginning of ``more``
    last: str = ""  # that it is the last round, while it is played

    @property
    def told(self) -> str:
        """The words of ``more`` but for who is missing."""
        return self.more.removeprefix(self.absent).removeprefix(" · ")

    @property
    def small(self) -> str:
        """The line below the words, the most urgent first: where there is no room the last is left out."""
        where = self.place.removesuffix(self.others).removesuffix(" · ")
        line = " · ".join(filter(None, (self.absent, self.others, self.told, where, self.story)))
        return " · ".join(dict.fromkeys((self.last, *line.split(" · ")))) if self.last else line

    @property
    def line(self) -> str:
        """The words with what is left."""
        return " · ".join(filter(None, (self.words, self.left)))


@dataclass(frozen=True, slots=True)
class TableModel:
    """Everything the table screen shows."""

    title: str
    seat: str | None
    scores: tuple[tuple[str, str, str], ...]  # seat, word, its points in words
    board: BoardPicture
    dial: DialModel | None
    dice: DiceModel | None
    card: CardModel | None
    log: tuple[LogLine, ...]
    links: tuple[LinkModel, ...]
    errands: tuple[str, ...]  # what the hands have still to do, and what the camera does not see
    words: dict[str, str] = field(default_factory=dict)
    now: BannerModel = BannerModel("", "", None)
    can_undo: bool = False
    can_end_turn: bool = False
    ending_wastes: bool = False  # there is still something to do on the board
    brings: str = ""  # what the end of the turn brings
    can_end_game: bool = False
    hand: HandModel | None = None
    hint: str = ""  # what is to be done next, in a first evening
    leads: str = ""  # the button that does it, or "space:…", "piece:…"; empty: whoever plays chooses
    cue: tuple[int, str] | None = None  # the last one, and among all that was heard which event gave it
    watched: DiceModel | None = None  # dice that others throw: what they decide
    result: ResultModel | None = None
    roster: tuple[RosterFigure, ...] = ()  # everybody; of a side of its own that one's first
    prints: tuple[str, ...] = ()  # SVGs to look at instead of the board
    beside: tuple[tuple[str, str], ...] = ()  # (action, label) of the buttons under the sheet: overlay, hand over

    tones: Mapping[str, str] = field(default_factory=dict)  # what is worn in the place of a seat among the scores

    @property
    def parties(self) -> tuple[RosterFigure, ...]:
        """Whom the throw is about, or its result, with what is left of each."""
        shown = self.dice or self.watched or self.result
        known = {one.piece: one for one in self.roster}
        return tuple(known[piece] for piece in shown.pieces if piece in known) if shown is not None else ()

    @property
    def has_result(self) -> bool:
        """Whether a result is to be read before the game goes on."""
        return self.result is not None and not self.result.is_quiet

    @property
    def has_card(self) -> bool:
        """Whether a card waits for something that the turn needs."""
        return self.card is not None and not self.card.is_beside

    @property
    def ends_next(self) -> bool:
        """Whether the end of the turn is the likely button: it is led to, or nothing else gains on card or board."""
        if self.leads:
            return self.leads == "end_turn"
        return self.can_end_turn and not self.ending_wastes and (not self.has_card or self._is_idle)

    @property
    def _is_idle(self) -> bool:
        """Whether the card is a menu of which nothing gains anything, while nothing is lit on the board."""
        card, board = self.card, self.board
        if card is None or card.kind != "proposal" or card.likely or card.gain.worth:
            return False
        is_lit = any(tile.reach is not None for tile in board.tiles) or any(token.target for token in board.tokens)
        return not is_lit and card.is_menu

    @property
    def overlay(self) -> str:
        """The words on the overlay's button."""
        return dict(self.beside).get("overlay", "")


@dataclass(frozen=True, slots=True)
class Looks:
    """The looks of a table, as PNGs taken from photographs: the empty map as it is drawn, and figures from above."""

    ground: bytes
    portraits: Mapping[PieceId, bytes]
