"""A third game for the one presenter: it rolls three kinds of dice at once, asks for several in order, for a yes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from companion.board.grid import GridBoard, Tile
from companion.board.picture import BoardPicture, GridDrawing
from companion.core.catalogue import Catalogue
from companion.core.dice import D6, DiceRequest, Die, DieFace
from companion.core.events import CORE_EVENTS
from companion.core.face import Advice, Cue, Lead, Meaning, Result, Standing, Telling
from companion.core.flow import ChoiceRequest, Flow, Limit, Request, Window
from companion.core.ids import EditionId, PieceId, Seat, SpaceId, SystemId
from companion.core.prizes import Gain
from companion.core.procedure import Finished, InProgress, Script, Teller, Undertaken, Work
from companion.core.rules import Violation, violation
from companion.core.scripted import ScriptedSystem, Verb
from companion.core.session import Session
from ui.presenters.adapter import Command, Lifted, Look, Menu, Offer, Tap
from ui.presenters.games import Game
from ui.presenters.models import DialModel
from ui.presenters.pages import PickDesk

RED, BLUE = SEATS = (Seat("red"), Seat("blue"))
RUNE = Die("rune", (DieFace("sun"), DieFace("sun"), DieFace("moon")))
D20 = Die("d20", tuple(DieFace(str(n), n) for n in range(1, 21)))
TOY, ONLY = SystemId("toy"), EditionId("only")
DICE = {"d6": D6, "rune": RUNE, "d20": D20}


@dataclass(frozen=True)
class Laid:
    """The set-up."""

    seats: tuple[Seat, ...] = SEATS
    system: SystemId = TOY


@dataclass(frozen=True)
class Told:
    """What was answered."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Toy(InProgress):
    """The state: where the game stands, and everything that was answered."""

    flow: Flow = field(default_factory=lambda: Flow(1, "play", 1, frozenset({RED})))
    work: Work | None = None
    told: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ask:
    """Begins a script that asks for everything there is."""

    seat: Seat


@dataclass(frozen=True)
class Cheat:
    """Is against a rule that everybody may set aside."""

    seat: Seat


def ask(t: Teller[Toy], command: Ask) -> Script[None]:
    """Rolls, two or three letters in order, a yes of the other seat."""
    faces = yield from t.roll(("d6", "rune", "d20"), RED, "ask.toy")
    t.tell(Told(faces))
    letters = yield from t.choose(
        RED, "ask.toy", ("a", "b", "c", "d"), at_least=2, at_most=3, ordered=True, limits=(Limit(("a", "b")),)
    )
    t.tell(Told(letters or ()))
    agreed = yield from t.consent(BLUE, "ask.toy")
    t.tell(Told(("yes" if agreed else "no",)))


def cheat(t: Teller[Toy], command: Cheat) -> Script[None]:
    """It is done all the same."""
    t.tell(Told(("cheated",)))
    return
    yield


def _never(state: Toy, command: Any) -> Iterator[Violation]:
    yield violation("TW-SEAT-01", seat=command.seat, seats="-")


def _always(state: Toy, command: Any) -> Iterator[Violation]:
    return iter(())


@dataclass(frozen=True)
class Printing:
    """The one there is."""

    id: EditionId = ONLY


class ToySystem(ScriptedSystem[Toy]):
    """The game as a ``RulesSystem``."""

    id, edition = TOY, Printing()
    catalogue = Catalogue(())
    verbs: Mapping[type, Verb[Toy]] = {Ask: Verb(_always, ask), Cheat: Verb(_never, cheat)}
    event_types: Mapping[str, type] = {
        **CORE_EVENTS,
        **{kind.__name__: kind for kind in (Laid, Told, Undertaken, Finished)},
    }

    def initial_state(self, setup: Laid) -> Toy:
        return Toy()

    def seats_of(self, state: Toy) -> tuple[Seat, ...]:
        return SEATS

    def dice_of(self, state: Toy) -> Mapping[str, Die]:
        return DICE

    def fold(self, state: Toy, event: object) -> Toy:
        return Toy(state.flow, state.work, (*state.told, *event.words)) if isinstance(event, Told) else state

    def legal_commands(self, state: Toy, seat: Seat, *, piece: PieceId | None = None) -> Iterator[Any]:
        yield Ask(seat)

    def commands_placing(self, state: Toy, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[Any]:
        return iter(())

    def positions(self, state: Toy) -> Mapping[PieceId, tuple[SpaceId, ...]]:
        return {}

    def view_for(self, state: Toy, seat: Seat | None) -> Toy:
        return state

    def heard_by(self, state: Toy, event: Any, seat: Seat | None) -> Any:
        return event

    def is_whole(self, setup: Any) -> bool:
        return True

    def summary(self, state: Toy, seat: Seat | None = None) -> dict[str, Any]:
        return {"told": state.told}


class ToyScreen:
    """Its adapter: two sides, a menu of three commands, one of them to be confirmed."""

    overlays = ("off",)
    primer = ""
    sight = None

    def __init__(self, session: Session) -> None:
        self._session = session
        self.drawing = GridDrawing(GridBoard("toy", 2, 2, tuple(Tile() for _ in range(4))))

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        return {"red": (RED,), "blue": (BLUE,)}

    def names(self, side: str, lang: str) -> Mapping[str, str]:
        return {}

    def awaited(self, look: Look, request: DiceRequest) -> tuple[str, ...]:
        return ()

    def hides(self, side: str) -> bool:
        return False

    def is_idle(self, look: Look, request: DiceRequest) -> bool:
        return False

    def has_more(self, look: Look, request: DiceRequest | None) -> bool:
        return False

    def particulars(self, request: Request) -> Mapping[str, Any]:
        return {}

    def harms_told(self, look: Look, request: ChoiceRequest) -> Mapping[str, str]:
        return {}

    def last(self, look: Look) -> str:
        return ""

    def counsel(self, look: Look, request: ChoiceRequest) -> tuple[str, str]:
        return "", ""

    def result(self, look: Look, events: Sequence[object]) -> Result | None:
        return None

    def meaning(self, asked: DiceRequest, faces: Sequence[str], before: object) -> Meaning:
        return Meaning()

    def roster(self, look: Look) -> Sequence[Standing]:
        return ()

    def parties(self, event: object) -> tuple[PieceId, ...]:
        return ()

    def harms(self, event: object) -> bool:
        return False

    def given_to(self, command: Any) -> PieceId | None:
        return None

    def brings(self, look: Look, command: Any) -> str:
        return ""

    def strikes(self, event: object) -> bool:
        return False

    def letters(self, look: Look) -> Mapping[PieceId, str]:
        return {}

    def introduction(self, look: Look) -> str:
        return ""

    def waits_for(self, look: Look) -> Sequence[Seat]:
        return ()

    def is_ready(self, look: Look) -> bool:
        return False

    def plans(self, look: Look) -> Sequence[Seat]:
        return ()

    def aims(self, look: Look) -> Sequence[str]:
        return ()

    def may_attack(self, look: Look, piece: PieceId) -> bool:
        return False

    def advice(self, look: Look, piece: PieceId) -> Sequence[Advice]:
        return ()

    def title(self, look: Look) -> str:
        return look.side

    def turn(self, look: Look) -> Seat | None:
        return RED

    def gain(self, command: Command) -> Gain:
        return Gain()

    def outdoes(self, gain: Gain, command: Command) -> bool:
        return gain > self.gain(command)

    def is_poor(self, command: Command) -> bool:
        return False

    def promise(self, command: Command) -> Fraction:
        return Fraction(-1)

    def plays_itself(self, look: Look, request: Request) -> bool:
        return False

    def measure(self, command: Command) -> str:
        return "why_chance"

    def gains(self, command: Command) -> str:
        return ""

    def prize(self, command: Command) -> str:
        return ""

    def rests(self, piece: PieceId) -> str:
        return ""

    def onward(self, piece: PieceId, spaces: Collection[SpaceId]) -> Lead | None:
        return None

    def acting(self, look: Look) -> Sequence[Seat]:
        return (RED,)

    def left(self, look: Look) -> str:
        return ""

    def scores(self, look: Look) -> Sequence[tuple[Seat, int]]:
        return ()

    def picture(self, look: Look, away: frozenset[PieceId]) -> BoardPicture:
        return self.drawing.picture()

    def unknown(self, look: Look) -> BoardPicture:
        return self.drawing.picture()

    def active(self, look: Look) -> PieceId | None:
        return None

    def sheet(self, look: Look) -> DialModel | None:
        return None

    def tap(self, look: Look, space: SpaceId) -> Tap | None:
        return None

    def tap_piece(self, look: Look, piece: PieceId) -> Tap | None:
        return None

    def lift(self, look: Look, piece: PieceId) -> Lifted | None:
        return None

    def menu(self, look: Look) -> Menu | None:
        seat = look.seats[0]
        offers = (Offer("ask", Ask(seat)), Offer("cheat", Cheat(seat)), Offer("cheat?", Cheat(seat), is_proposed=True))
        return Menu("begin", "toy", "", offers)

    def ending(self, look: Look) -> Offer | None:
        return None

    @property
    def may_rest(self) -> Sequence[Seat]:
        return ()

    def passing(self, look: Look) -> Command | None:
        return None

    def endings(self, look: Look) -> Sequence[Offer]:
        return ()

    def proposal(self, look: Look, command: Command) -> Menu:
        return Menu("proposal", type(command).__name__)

    def remember(self, places: Mapping[PieceId, tuple[SpaceId, ...]]) -> None:
        pass

    def is_told_first(self, command: Command) -> bool:
        return False

    def question(self, look: Look, request: Request) -> str:
        return look.wording.question(request)

    def option(self, look: Look, request: ChoiceRequest, option: str) -> str:
        return option.upper()

    def held(self, look: Look, request: ChoiceRequest, option: str) -> None:
        return None

    def about(self, look: Look, request: ChoiceRequest) -> str:
        return ""

    def interruptions(self, look: Look) -> Sequence[Window]:
        return ()

    def prints(self, look: Look) -> Sequence[str]:
        return ()

    unspoken: frozenset[tuple[str, str]] = frozenset()
    sequels: Mapping[str, frozenset[str]] = {}

    def joins(self, first: object, event: object) -> bool:
        return True

    def owner(self, event: object) -> str | None:
        return None

    def telling(self, event: object) -> Telling:
        return Telling.SILENT

    def words(self, event: object, before: object, after: object, lang: str, seat: object = None) -> None:
        return None

    decisive: frozenset[str] = frozenset()
    yields: frozenset[str] = frozenset()

    def doer(self, event: object, after: Any) -> None:
        return None

    def why(self, after: object) -> str:
        return ""

    def thing(self, look: Look, name: PieceId) -> str:
        return ""

    def story(self, look: Look) -> str:
        return ""

    def cue(self, event: object) -> Cue | None:
        return Cue.HIT if event == Told(("yes",)) else None


GAME = Game(Laid, lambda setup: (), ToyScreen, lambda library: PickDesk("toy", lambda words: (), lambda key: None))
