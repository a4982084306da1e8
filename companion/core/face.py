"""The face of a game: all that screens, pages, cases and reports may know of one in progress.

    view(seat)      what a seat sees             offers(seat, piece)   the commands it may give now
    foretell        what a command will do       words                 what everything is called

Each game fills it in ``games/<x>/face``, with the same file names. A face speaks in phrases: keys of the catalogues
with what they name; ``companion.text.wording`` says them in a language.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any, Generic, Protocol, TypeVar, cast

from companion.core.by_hand import BY_HAND, Adjust, MoveCard, Relocate
from companion.core.commands import Place
from companion.core.correcting import Corrections
from companion.core.dice import DiceRequest
from companion.core.events import Recorded
from companion.core.flow import ChoiceRequest, Request
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.phrases import Name, Phrase, Told, joined, listed, say
from companion.core.prizes import NOTHING, Gain, Prize
from companion.core.reckoning import Contribution
from companion.core.rules import Command as Command
from companion.core.rules import GameState, RulesSystem

# worth doing first, as it wins the game, or a part of it; before a way is gone; after it; where nothing else is left
WINS, FOREMOST, AT_ONCE, IN_TURN, AT_LAST = 5, 4, 3, 2, 1
HOPELESS = Fraction(1, 6)  # one face of a die: nobody is led to a chance below it, nor to pay for less of a gain


class Telling(StrEnum):
    """The way a log tells an event."""

    LINE = "line"
    HEADING = "heading"
    STEP = "step"  # of several in a row by one piece the last is told
    DETAIL = "detail"  # a line at the table, and none of the story: what a neighbouring line says too
    SILENT = "silent"  # bookkeeping that the next line says better


class Cue(StrEnum):
    """The cue of an event for a ring of lights."""

    HIT = "hit"
    MISS = "miss"


@dataclass(frozen=True, slots=True)
class Foretold:
    """The effect of a command, told before anybody confirms it.

    ``number``: what the dice must reach, ``None`` where no dice decide; ``chance``: how likely that is, exactly;
    ``terms``: what made the number; ``answers``: powers and pieces that may answer; ``lines``: all of it as it is read.
    ``expected``: the loss of its target on average, over every face of every die, before anybody answers, in ``unit``.
    ``hoped``: the chance with free re-rolls used as well as can be, where there are any. ``more``: the lines that are
    read only when somebody asks how it comes about. ``idle``: nothing hangs on the dice any more, whatever they show.
    """

    lines: tuple[Told, ...] = ()
    number: int | None = None
    chance: Fraction | None = None
    terms: tuple[Contribution, ...] = ()
    answers: tuple[str, ...] = ()
    expected: Fraction | None = None
    unit: str = ""
    hoped: Fraction | None = None
    more: tuple[Told, ...] = ()
    idle: bool = False

    @property
    def likely(self) -> Fraction | None:
        """The one chance that a player is told: with the free re-rolls, where there are any."""
        return self.chance if self.hoped is None else self.hoped


@dataclass(frozen=True, slots=True)
class Counsel:
    """The answer to a question that is counted: the options that gain most (none: No), and why, in words."""

    options: tuple[str, ...]
    words: Told


@dataclass(frozen=True, slots=True)
class Advice:
    """An attack that may be made now: its target, what it will do, and in which manner; empty: plainly."""

    target: PieceId
    command: Command
    foretold: Foretold
    manner: Told = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of the dice of an order: a word, a total against its number, and whose sheets show what it did.

    ``against`` is empty where nothing had to be reached; ``deed``: who did what to whom; empty: the throw says it;
    ``note``: by which rule the dice mean more than they show.
    """

    title: Told
    cue: Cue | None = None
    against: Told = ""
    pieces: tuple[PieceId, ...] = ()
    deed: Told = ""
    note: Told = ""


@dataclass(frozen=True, slots=True)
class Meaning:
    """The sense of dice that lie: by the kind of die what it needed, and what the throw came to where no line after it
    says so.
    """

    needs: Mapping[str, Told] = field(default_factory=dict)
    came: Told = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """A figure in the roster: what is left of it out of what it began with, and its state.

    ``left`` and ``most`` are ``None`` where the looker may not know them; ``unit`` is the word of what is counted.
    """

    piece: PieceId
    seat: Seat
    left: int | None = None
    most: int | None = None
    unit: str = ""
    tokens: int = 0
    states: tuple[Told, ...] = ()
    points: int | None = None
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class Lead:
    """A space that a piece is led to, why, and what it gains there at once."""

    space: SpaceId
    why: Told
    gain: Gain = NOTHING


class Game(Protocol):
    """A game in progress, as far as a face needs it: a session, or one as it stood."""

    system: RulesSystem[Any]

    @property
    def state(self) -> GameState:
        """The state now."""

    @property
    def version(self) -> int:
        """The version of the last record."""

    @property
    def records(self) -> Sequence[Recorded]:
        """Every record so far."""

    def standing(self) -> list[Recorded]:
        """The records that count: what was taken back left out."""


S = TypeVar("S")
V = TypeVar("V")
T = TypeVar("T")


class Face(ABC, Generic[S, V]):
    """The base of every game's face: it asks the rules once for each version and keeps the answers."""

    families: tuple[str, ...] = ()  # of the catalogues, whose words are names at this table
    silent: frozenset[str] = frozenset()  # events, by name, that a log leaves out
    headings: frozenset[str] = frozenset()  # and those that begin a part of it
    walked: frozenset[str] = frozenset()  # and those of a way
    details: frozenset[str] = frozenset()  # and those that no story needs
    decisive: frozenset[str] = frozenset()  # and those by which a game is won, as far as any is
    yields: frozenset[str] = frozenset()  # and those of what a turn's end brings: who arrives, what is counted
    strikes: frozenset[str] = frozenset()  # and those by which an attack begins, whose result is its own
    unspoken: frozenset[tuple[str, str]] = frozenset()  # answers that a log leaves out, by the rule that asks; "": any
    sequels: Mapping[str, frozenset[str]] = {}  # events that are told in one line with the one before, if of these
    begins: type  # the command that begins the game, which anybody may give
    worths: Mapping[type, int] = {}  # of commands to whoever learns the game; of all others nothing
    gained: Mapping[type, str] = {}  # and what they gain, by the key of its words
    foretells_answers = True  # what lies hidden never shows in what an answer would bring
    by_hand: Corrections[Any]

    def __init__(self, game: Game) -> None:
        self.game = game
        self._kept: dict[Hashable, object] = {}
        self._version = -1

    @property
    def state(self) -> S:
        """The whole state: for the face itself, never for who looks at it."""
        return cast(S, self.game.state)

    @property
    def primer(self) -> Told:
        """The words that say once what the game's hints speak of; empty: nothing has to be said."""
        return ""

    @property
    def is_open(self) -> bool:
        """Whether nothing is asked or in progress and the game is not over: commands may be given."""
        return not self.game.state.is_busy and self.game.state.flow.outcome is None

    @property
    def last_round(self) -> int | None:
        """The round that ends the game at the latest; ``None``: none does."""
        return None

    def side_of(self, seat: Seat) -> Hashable:
        """Return the side that a seat plays on; ``None``: on none."""
        return seat

    def view(self, seat: Seat | None) -> V:
        """Return the state as that seat sees it; ``None``: whoever looks on."""
        return self.keep(("view", seat), lambda: cast(V, self.game.system.view_for(self.game.state, seat)))

    def offers(self, seat: Seat, piece: PieceId | None = None) -> Sequence[Command]:
        """The commands that the seat may give now, of one piece or of all."""
        legal = self.game.system.legal_commands
        return self.keep(("offers", seat, piece), lambda: tuple(legal(self.game.state, seat, piece=piece)))

    def variations(self, command: Command) -> Sequence[Command]:
        """Return the command with one particular said otherwise: what a player may still say of it."""
        varied = self.game.system.variations
        return self.keep(
            ("variations", command), lambda: tuple(varied(self.game.state, command)) if self.is_open else ()
        )

    def at_any_time(self, seat: Seat, piece: PieceId) -> Sequence[Command]:
        """Return what may be ordered of a piece besides, whoever's turn it is."""
        further = self.game.system.at_any_time
        return self.keep(("further", seat, piece), lambda: tuple(further(self.game.state, seat, piece=piece)))

    @property
    def figures(self) -> Collection[PieceId]:
        """Every figure, on the board or off it."""
        return self.by_hand.figures(self.game.state)

    def corrections(self, seat: Seat, piece: PieceId) -> Sequence[Command]:
        """Return what may be put right by hand about a figure or a thing: spaces are tapped, not listed."""
        if not self.is_open:
            return ()
        return self.keep(("by hand", seat, piece), lambda: tuple(self.by_hand.listed(self.game.state, seat, piece)))

    def correctable(self) -> Sequence[PieceId]:
        """Return everything of which something may be put right, for what nobody can tap: who is off the board first,
        then the others, of whom a tap may mean an attack, and what is no figure.
        """
        if not self.is_open:
            return ()
        state, where = self.game.state, self.game.system.positions(self.game.state)
        return [*sorted(self.figures, key=lambda one: bool(where.get(one))), *self.by_hand.things(state)]

    def put_there(self, seat: Seat, piece: PieceId, space: SpaceId) -> Command:
        """Return the correction that puts a figure on a space."""
        return self.by_hand.placing(seat, piece, space)

    def correction(self, command: Command) -> Told:
        """Tell a correction."""
        assert isinstance(command, BY_HAND)
        return self.by_hand.words(self.game.state, command)

    @abstractmethod
    def foretell(self, seat: Seat | None, command: Command) -> Foretold:
        """Foretell a command, as far as that seat may know; no lines where there is nothing to say of it."""

    def awaited(self, seat: Seat | None, request: DiceRequest, lang: str) -> Foretold:
        """Foretell what a roll that is asked for decides, as far as that seat may know: by the dice, until they lie;
        nothing where its question says it all.
        """
        return Foretold()

    def particulars(self, request: Request) -> Mapping[str, Told]:
        """Return the words of a question that its request does not hold: the place it is about, whom it concerns."""
        return {}

    def counsel(self, request: ChoiceRequest) -> Counsel | None:
        """Return the answer that gains most for whoever is asked, as far as all of it can be counted."""
        return None

    def given_to(self, command: Command) -> PieceId | None:
        """Return the piece that a command is given to, or about which it puts something right; ``None``: it is of the
        whole table.
        """
        return command.piece if isinstance(command, Adjust | MoveCard | Place | Relocate) else None

    def brings(self, command: Command) -> Sequence[Told]:
        """Return what the end of a turn brings, as far as everybody may know: what happens then, who comes next."""
        return ()

    def is_vain(self, command: Command) -> bool:
        """Whether the command would be spent for nothing; no game offers such a one without a word."""
        return False

    def is_told_first(self, command: Command) -> bool:
        """Whether a button says what its command does before it is given: a second one confirms it then."""
        return self.is_vain(command)

    def worth(self, command: Command) -> int:
        """Return how much a command gains for whoever learns the game, as it stands now; 0: it is not led to."""
        gains = self.plain_worth(command)
        return WINS if gains and self.prize(command).wins else gains

    def plain_worth(self, command: Command) -> int:
        """Return how much a command gains but for the game that it may win."""
        gains = self.worths.get(type(command), 0)
        return gains if gains and not self.is_poor(command) else 0

    def is_poor(self, command: Command) -> bool:
        """Whether the command gains nothing, or next to nothing: it is never called likely."""
        promise, prize = self.promise(command), self.prize(command)
        is_bad = self.is_vain(command) or prize.loses or promise == 0
        return is_bad or (promise > 0 and not prize.may_win and promise * prize.weight < HOPELESS)

    def prize(self, command: Command) -> Prize:
        """Return what a success of a command wins, as far as its side may know."""
        return Prize()

    def prize_told(self, command: Command) -> Told:
        """Tell what a success of a command wins; empty: neither points nor the game."""
        found = self.prize(command) if self.is_open and self.promise(command) != 0 else Prize()
        return found.told(command)

    def promise(self, command: Command) -> Fraction:
        """Return the chance of a command that dice decide; −1 of any other."""

        def make() -> Fraction:
            likely = self.foretell(command.seat, command).likely if type(command) in self.worths else None
            return Fraction(-1) if likely is None else likely

        return self.keep(("promise", command), make)

    def gain(self, command: Command) -> Gain:
        """Return all that a command gains."""
        chance = self.promise(command)
        return Gain(self.worth(command), chance * self.prize(command).merit if chance > 0 else chance, chance)

    def spoils(self, command: Command) -> Fraction:
        """Return what an attack takes on average: of its target, and in points by the weight of its prize."""
        foretold = self.foretell(command.seat, command)
        return (foretold.expected or 0) + (foretold.likely or 0) * (self.prize(command).weight - 1)

    def manner(self, command: Command) -> Told:
        """Return in which manner an attack is made; empty: plainly."""
        return ""

    def outdoes(self, gain: Gain, command: Command) -> bool:
        """Whether what gains that much is better than the command that is meant, whatever it costs more."""
        return gain.worth > self.gain(command).worth

    def measure(self, command: Command) -> str:
        """Return the words that say what the chance of a command is of."""
        return "why_chance"

    def gains(self, command: Command) -> Told:
        """Say what a command gains, in the game's own terms; empty: nothing that its chance does not say."""
        key = self.gained.get(type(command), "")
        return say(key) if key else ""

    def rests(self, piece: PieceId) -> Told:
        """Say why it is better that the piece does nothing now, for whoever learns the game; empty: it is not."""
        return ""

    def beacons(self, piece: PieceId) -> Mapping[SpaceId, Told]:
        """Return the spaces that the piece gains by coming near to: where opponents are, what is to be done."""
        return {}

    def toll(self, piece: PieceId, space: SpaceId) -> int:
        """Return how many spaces of a detour it is worth not to come to that one."""
        return 0

    def leads_to(self, space: SpaceId) -> Iterable[SpaceId]:
        """Return the spaces that a way leads to from that one."""
        return ()

    def onward(self, piece: PieceId, spaces: Collection[SpaceId]) -> Lead | None:
        """Return which of the spaces is nearest to a beacon of the piece; ``None``: it stands as near itself."""
        here = self.game.system.positions(self.game.state).get(piece, ())
        beacons, ways = self.beacons(piece), self._ways(piece)
        near = min((ways[space][0] for space in here if space in ways), default=None)
        ends = [(ways[one][0] + self.toll(piece, one) * (one not in beacons), one) for one in spaces if one in ways]
        nearer = (end for end in ends if near is None or end[0] < near)

        def order(end: tuple[int, SpaceId]) -> tuple[int, int, int, SpaceId]:
            return self.peril(piece, end[1]), end[0], self.effort(piece, end[1]), end[1]

        _, space = min(nearer, key=order, default=(0, None))
        return Lead(space, say("lead_towards", aim=beacons[ways[space][1]])) if space is not None else None

    def peril(self, piece: PieceId, space: SpaceId) -> int:
        """Return how much better it is not to end there, as long as there is another space that is nearer."""
        return 0

    def effort(self, piece: PieceId, space: SpaceId) -> int:
        """Return how far it is to a space, of several that lead on alike."""
        return 0

    def _ways(self, piece: PieceId) -> Mapping[SpaceId, tuple[int, SpaceId]]:
        """Return how long the way from each space to the nearest beacon is, tolls included, and to which."""

        def make() -> Mapping[SpaceId, tuple[int, SpaceId]]:
            ring = [(0, space, space) for space in sorted(self.beacons(piece))]
            found: dict[SpaceId, tuple[int, SpaceId]] = {}
            while ring:
                length, space, beacon = heappop(ring)
                if space in found:
                    continue
                found[space] = length, beacon
                onto = length + 1 + (self.toll(piece, space) if length else 0)
                for there in self.leads_to(space):
                    if there not in found:
                        heappush(ring, (onto, there, beacon))
            return found

        return self.keep(("ways", piece), make)

    def result(self, seat: Seat | None, events: Sequence[object]) -> Result | None:
        """Return the result of an order's dice, from all that the seat heard since they were thrown."""
        return None

    def harm_terms(self, events: Sequence[object], piece: PieceId) -> Iterable[Contribution]:
        """Return the terms that made what a piece loses by the events, where more than the blow itself did."""
        return ()

    def harm(self, event: object) -> tuple[PieceId, int] | None:
        """Return who is hurt by an event, and how much as far as everybody may know (0: nobody says), else ``None``."""
        return None

    def harmed(self, events: Sequence[object]) -> Result | None:
        """Return the result of an order without dice: who was hurt, and how much; ``None``: nobody was."""
        lost: dict[PieceId, int] = {}
        for piece, amount in filter(None, map(self.harm, events)):
            lost[piece] = lost.get(piece, 0) + amount
        told = (joined(" ", Name(piece), f"−{amount}" if amount else "") for piece, amount in lost.items())
        return Result(Phrase("result.harm"), Cue.HIT, "", tuple(lost), joined(" · ", *told)) if lost else None

    @abstractmethod
    def roster(self, seat: Seat | None) -> Sequence[Standing]:
        """Return every figure that the seat knows of, side by side, those out of play too."""

    def aims(self, seat: Seat | None) -> Sequence[Told]:
        """Return what each side plays for, as far as that seat knows; nothing where the rules of every game say it."""
        return ()

    @abstractmethod
    def attacks(self, seat: Seat, piece: PieceId) -> Mapping[PieceId, Command]:
        """Return the attack on each target that the piece may make now: the best where ways of it are weighed."""

    def advice(self, seat: Seat, piece: PieceId) -> Sequence[Advice]:
        """Return what may be counted of each target of the piece: first whose loss wins the game, at once or after
        more, then what is gained most on average: what is lost, and points.
        """

        def make() -> tuple[Advice, ...]:
            found = (
                Advice(target, command, self.foretell(seat, command), self.manner(command))
                for target, command in self.attacks(seat, piece).items()
            )

            def key(one: Advice) -> tuple[int, Fraction, Fraction]:
                likely, worth = one.foretold.likely or Fraction(0), self.worth(one.command)
                falls = self.prize(one.command).falls is not None and likely >= HOPELESS
                first, chance = worth if worth >= WINS else int(falls), one.foretold.chance or Fraction(0)
                return first, self.spoils(one.command), chance

            return tuple(sorted(found, key=key, reverse=True))

        return self.keep(("advice", seat, piece), make)

    def telling(self, event: object) -> Telling:
        """Return how a log tells the event."""
        name = type(event).__name__
        if name in self.walked:
            return Telling.STEP
        if name in self.details:
            return Telling.DETAIL
        return Telling.SILENT if name in self.silent else Telling.HEADING if name in self.headings else Telling.LINE

    def joins(self, first: object, event: object) -> bool:
        """Whether an event is of one cause with the one before it, where its kind is told in one line with that."""
        return True

    def subject(self, event: object) -> PieceId | None:
        """Return the figure that an event, or what is asked, is about."""
        return next(filter(None, (getattr(event, name, None) for name in ("piece", "attacker", "target"))), None)

    def owner(self, event: object) -> Seat | None:
        """Return the seat of the figure that an event is about; ``None``: it is about none on the table."""
        owners = self.keep(("owners",), lambda: {one.piece: one.seat for one in self.roster(None)})
        return owners.get(subject) if (subject := self.subject(event)) is not None else None

    def doer(self, event: object, after: S) -> PieceId | None:
        """Return who acts by the event, where no heading of the log says whose turn it is."""
        return None

    def words(self, event: object, before: S, after: S, lang: str, seat: Seat | None = None) -> Told | None:
        """Tell an event with what only the states ``before`` and ``after`` it can add, as far as the ``seat`` may know;
        ``None``: its own words are enough; empty: another line tells it.
        """
        return None

    def meaning(self, asked: DiceRequest, faces: Sequence[str], before: S) -> Meaning:
        """Return what dice needed, and came to where the lines that follow do not say it; ``before`` they lay there."""
        return Meaning()

    def why(self, after: S) -> Told:
        """Return why the game ended as it did; empty: the words of its rule are enough."""
        return ""

    def parties(self, event: object) -> tuple[PieceId, ...]:
        """Return who attacks, then whom, of an event by which an attack begins."""
        told = (getattr(event, name, ()) for name in ("attackers", "attacker", "piece", "targets", "target"))
        found = [one for value in told for one in (value if isinstance(value, tuple) else (value,))]
        return tuple(dict.fromkeys(PieceId(getattr(one, "piece", one)) for one in found))

    def cue(self, event: object) -> Cue | None:
        """Whether the event tells of a hit or a miss."""
        return None

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what ``make`` found at this version of the record."""
        if self._version != self.game.version:
            self._kept, self._version = {}, self.game.version
        if key not in self._kept:
            self._kept[key] = make()
        return cast(T, self._kept[key])


def deed(word: str, who: Sequence[PieceId], whom: Sequence[PieceId]) -> Told:
    """Tell who did what to whom."""
    names = (listed(some) for some in (who, whom))
    return Phrase(f"struck.{word}", {"who": next(names), "target": next(names), "count": len(who)})


def fields_of(command: object, names: Iterable[str]) -> list[str]:
    """Return the values of those fields of a command that say something."""
    return [getattr(command, name) for name in names if getattr(command, name, None)]
