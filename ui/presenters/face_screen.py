"""The base of the screens of all games: it reads a face, and answers for what a game does not have."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

from companion.board.labels import initials
from companion.core.commands import Concede
from companion.core.consequences import step
from companion.core.dice import DiceRequest
from companion.core.events import DiceReported
from companion.core.face import Advice, Command, Cue, Face, Foretold, Lead, Meaning, Result, Standing, Telling
from companion.core.flow import ChoiceRequest, Request
from companion.core.harms import Harms, harms_of
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.phrases import Told, joined
from companion.core.prizes import Gain
from companion.core.rules import GameState
from companion.text.wording import line_told, told
from ui.presenters.adapter import ONLOOKERS, Held, Lifted, Look, Menu, Offer

F = TypeVar("F", bound=Face[Any, Any])


class FaceScreen(ABC, Generic[F]):
    """A screen that reads a game's face."""

    overlays: Sequence[str] = ("off",)

    def __init__(self, face: F) -> None:
        self._face = face

    @property
    def primer(self) -> Told:
        """The words that say once what the game's hints speak of."""
        return self._face.primer

    @property
    @abstractmethod
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """The seats that look together at one screen."""

    def hides(self, side: str) -> bool:
        """Where there are several sides each has its secrets."""
        return len(self.sides) > 1

    @property
    def unspoken(self) -> frozenset[tuple[str, str]]:
        return self._face.unspoken

    @property
    def sequels(self) -> Mapping[str, frozenset[str]]:
        return self._face.sequels

    def joins(self, first: object, event: object) -> bool:
        """Whether an event is of one cause with the one before it, where its kind is told in one line with that."""
        return self._face.joins(first, event)

    def owner(self, event: object) -> str | None:
        """Return the seat of the figure that an event is about; ``None``: it is about none on the table."""
        return self._face.owner(event)

    def telling(self, event: object) -> Telling:
        """Return how the log tells the event."""
        return self._face.telling(event)

    def words(
        self, event: object, before: GameState, after: GameState, lang: str, seat: Seat | None = None
    ) -> Told | None:
        """Return the game's own words for the event between those states as the seat hears it, where it has any."""
        return self._face.words(event, before, after, lang, seat)

    def doer(self, event: object, after: GameState) -> PieceId | None:
        """Return who acts by the event, where no heading of the log says whose turn it is."""
        return self._face.doer(event, after)

    def meaning(self, asked: DiceRequest, faces: Sequence[str], before: GameState) -> Meaning:
        """Return what dice needed, and came to where the lines that follow do not say it."""
        return self._face.meaning(asked, faces, before)

    def why(self, after: GameState) -> Told:
        """Return why the game ended as it did; empty: the words of its rule are enough."""
        return self._face.why(after)

    def parties(self, event: object) -> tuple[PieceId, ...]:
        """Return who attacks, then whom, of an event by which an attack begins."""
        return self._face.parties(event)

    def strikes(self, event: object) -> bool:
        """Whether an attack begins by the event, whose result is its own."""
        return type(event).__name__ in self._face.strikes

    @property
    def yields(self) -> frozenset[str]:
        """The events of what the end of a turn brings."""
        return self._face.yields

    @property
    def decisive(self) -> frozenset[str]:
        """The events by which a game is won, as far as any is."""
        return self._face.decisive

    def story(self, look: Look) -> str:
        """Return the name of what is played; empty where it has none."""
        return ""

    def thing(self, look: Look, name: PieceId) -> str:
        """Return what can be done with what lies there; empty where nothing is told."""
        return ""

    def cue(self, event: object) -> Cue | None:
        """Return hit or miss, where the event tells of one."""
        return self._face.cue(event)

    def seat(self, look: Look) -> Seat | None:
        """Return a seat that knows what the side knows; ``None`` for onlookers."""
        return None if look.side == ONLOOKERS else next(iter(look.seats or self.sides.get(look.side, ())), None)

    def awaited(self, look: Look, request: DiceRequest) -> tuple[str, ...]:
        """Return what the roll decides, line by line; and of one that decides nothing, that it does not."""
        found = self._awaited(look, request)
        idle = (look.say("idle_throw"),) if self.is_idle(look, request) else ()
        return *(line_told(line, look.wording) for line in self._read(found, look)), *idle

    def is_idle(self, look: Look, request: DiceRequest) -> bool:
        """Whether nothing hangs on a roll any more, whatever it shows."""
        return self._awaited(look, request).idle

    def has_more(self, look: Look, request: DiceRequest | None) -> bool:
        """Whether there is more to read of a roll, or else of the command that is meant, than is shown at once."""
        if request is not None:
            return bool(self._awaited(look, request).more)
        seat = getattr(look.command, "seat", None)
        return look.command is not None and bool(self._face.foretell(seat, look.command).more)

    def _awaited(self, look: Look, request: DiceRequest) -> Foretold:
        return self._face.awaited(self.seat(look), request, look.wording.lang)

    @staticmethod
    def _read(foretold: Foretold, look: Look) -> tuple[Told, ...]:
        """Return the lines that are read: how they come about only once somebody asks."""
        return (*foretold.lines, *(foretold.more if look.explains else ()))

    def particulars(self, request: Request) -> Mapping[str, Told]:
        """Return the words of a question that its request does not hold."""
        return self._face.particulars(request)

    def counsel(self, look: Look, request: ChoiceRequest) -> tuple[Sequence[str], str]:
        """Return the answers that gain most, as their buttons, and why; both empty where nobody counts them."""
        found = self._face.counsel(request)
        if found is None:
            harms = self._harms(request)
            return [f"choose:{one}" if one else "pass" for one in harms.better] if harms is not None else (), ""
        return [f"choose:{one}" for one in found.options] or ["pass"], told(found.words, look.wording)

    def harms_told(self, look: Look, request: ChoiceRequest) -> Mapping[str, str]:
        """Return whom each answer hurts by itself, where they do not hurt alike."""
        harms = self._harms(request)
        return {one: told(harm, look.wording) for one, harm in harms.told.items()} if harms is not None else {}

    def _harms(self, request: ChoiceRequest) -> Harms | None:
        return self._face.keep(("harms", request.id), lambda: harms_of(self._face, request))

    def result(self, look: Look, events: Sequence[object]) -> Result | None:
        """Return the result of an order's dice; of an order without any who was hurt."""
        if not any(isinstance(one, DiceReported) for one in events):
            return self._face.harmed(events)
        return self._face.result(self.seat(look), events)

    def harms(self, event: object) -> bool:
        """Whether somebody is hurt by the event."""
        return self._face.harm(event) is not None

    def roster(self, look: Look) -> Sequence[Standing]:
        """Return every figure that the side knows of."""
        return self._face.roster(self.seat(look))

    def letters(self, look: Look) -> Mapping[PieceId, str]:
        """Return the letters that each figure wears, all game long."""
        return initials({one.piece: look.name(one.piece) for one in self.roster(look)})

    def aims(self, look: Look) -> Sequence[str]:
        """Return what each side plays for, as far as the side knows."""
        return [told(aim, look.wording) for aim in self._face.aims(self.seat(look))]

    def may_attack(self, look: Look, piece: PieceId) -> bool:
        """Whether there is a target of the piece, a figure of this side."""
        seat = self._owner(look, piece)
        return seat is not None and bool(self._face.attacks(seat, piece))

    def advice(self, look: Look, piece: PieceId) -> Sequence[Advice]:
        """Return what may be counted of each target of the piece, where it is a figure of this side."""
        seat = self._owner(look, piece)
        return self._face.advice(seat, piece) if seat is not None else ()

    def _owner(self, look: Look, piece: PieceId) -> Seat | None:
        """Return the seat of these whose piece it is."""
        seat = next((one.seat for one in self.roster(look) if one.piece == piece), None)
        return seat if seat in look.seats else None

    def active(self, look: Look) -> PieceId | None:
        """Return who is chosen: none acts before it is."""
        return look.chosen

    def acting(self, look: Look) -> Sequence[Seat]:
        """Return the seats that may act now, as they sit."""
        flow = self._face.state.flow
        active = flow.active if flow.outcome is None else ()
        return [seat for seats in self.sides.values() for seat in seats if seat in active]

    def introduction(self, look: Look) -> str:
        """Return what brings everybody here, where the game tells a story."""
        return ""

    def waits_for(self, look: Look) -> Sequence[Seat]:
        """Return nobody: whoever is asked, everybody hears of it."""
        return ()

    def is_ready(self, look: Look) -> bool:
        """Whether the game waits to be begun, by whoever says so first."""
        flow = self._face.state.flow
        offers = (offer for seats in self.sides.values() for seat in seats for offer in self._face.offers(seat))
        return not flow.round and not flow.open and any(isinstance(one, self._face.begins) for one in offers)

    def plans(self, look: Look) -> Sequence[Seat]:
        """Return nobody: nothing is chosen in secret by all at once."""
        return ()

    def plays_itself(self, look: Look, request: Request) -> bool:
        """Return that somebody plays every figure."""
        return False

    def left(self, look: Look) -> str:
        """Return nothing: no actions are counted."""
        return ""

    def remember(self, places: Mapping[PieceId, tuple[SpaceId, ...]]) -> None:
        """Take where the figures were set up the last time: nothing is made of it."""

    def given_to(self, command: Command) -> PieceId | None:
        """Return the piece that a command is given to; ``None``: it is of the whole table."""
        return self._face.given_to(command)

    def is_told_first(self, command: Command) -> bool:
        """Whether what the command does is told before it is given."""
        return self._face.is_told_first(command)

    def gain(self, command: Command) -> Gain:
        """Return how much a command gains for whoever learns the game."""
        return self._face.gain(command)

    def outdoes(self, gain: Gain, command: Command) -> bool:
        """Return whether what gains that much is better than the command that is meant."""
        return self._face.outdoes(gain, command)

    def is_poor(self, command: Command) -> bool:
        """Whether a command gains nothing, or next to nothing."""
        return self._face.is_poor(command)

    def promise(self, command: Command) -> Fraction:
        """Return the chance of a command that dice decide; −1 of any other."""
        return self._face.promise(command)

    def measure(self, command: Command) -> str:
        """Return the words that say what that chance is of."""
        return self._face.measure(command)

    def gains(self, command: Command) -> Told:
        """Say what a command gains, in the game's own terms, what a success wins first."""
        parts = [one for one in (self._face.prize_told(command), self._face.gains(command)) if one]
        return joined(" · ", *parts) if len(parts) > 1 else next(iter(parts), "")

    def prize(self, command: Command) -> Told:
        """Say what a success of a command wins."""
        return self._face.prize_told(command)

    def rests(self, piece: PieceId) -> Told:
        """Say why it is better that the piece does nothing now."""
        return self._face.rests(piece)

    def onward(self, piece: PieceId, spaces: Collection[SpaceId]) -> Lead | None:
        """Return which of the spaces brings the piece nearer to what is to be done."""
        return self._face.onward(piece, spaces)

    def last(self, look: Look) -> str:
        """Say that it is the last round."""
        number = self._face.state.flow.round
        return round_words(number, number, look) if number and number == self._face.last_round else ""

    def scores(self, look: Look) -> Sequence[tuple[Seat, int]]:
        """Return no scores."""
        return ()

    def lift(self, look: Look, piece: PieceId) -> Lifted | None:
        """Lift no figure: spaces are tapped."""
        return None

    @property
    def may_rest(self) -> Sequence[Seat]:
        """Return no seats: whoever plays against others is missed."""
        return ()

    def passing(self, look: Look) -> Command | None:
        """Return the order by which a turn goes by: its end."""
        ending = self.ending(look)
        return ending.command if ending is not None else None

    @abstractmethod
    def ending(self, look: Look) -> Offer | None:
        """Return the offer that ends a turn, or a phase."""

    def _early(self, able: Sequence[PieceId], look: Look) -> Menu:
        """Return the card of an end before which somebody may still act, called as its button is."""
        who = look.wording.listed([look.name(piece) for piece in able])
        ending = self.ending(look)
        title = ending.label if ending is not None else look.say("end_turn")
        return Menu("proposal", title, look.say("still_can", who=who) if able else "")

    def brings(self, look: Look, command: Command) -> str:
        """Return what the end of a turn brings, in words."""
        found = [told(one, look.wording) for one in self._face.brings(command)]
        return look.say("brings", what=" · ".join(found)) if found else ""

    def endings(self, look: Look) -> Sequence[Offer]:
        """Return no offers: the game ends as its scenario says."""
        return ()

    def _concessions(self, look: Look) -> Sequence[Offer]:
        """Return giving up, for each of the seats, in a game that lets them."""
        return self._giving_up(look) if self._face.is_open else ()

    @staticmethod
    def _giving_up(look: Look) -> Sequence[Offer]:
        give_up = look.say("concede")
        return [
            Offer(look.wording.pair(give_up, look.wording.word("seat", seat)), Concede(seat), is_proposed=True)
            for seat in look.seats
        ]

    def _concession(self, command: Concede, look: Look) -> Menu:
        """Return the card of giving up, to be confirmed: whether the game ends with it, and for whom besides."""
        title = look.wording.pair(look.say("concede"), look.wording.word("seat", command.seat))
        outcome = step(self._face.game.system, self._face.state, command)[0].flow.outcome
        if outcome is None:
            return Menu("proposal", title, look.say("concede_leaves"))
        own = next((seats for seats in self.sides.values() if command.seat in seats), ())
        are_others_lost = any(seat not in (command.seat, *outcome.winners) for seat in own)
        return Menu("proposal", title, look.say("concede_side" if are_others_lost else "concede_ends"))

    def held(self, look: Look, request: ChoiceRequest, option: str) -> Held | None:
        """Return no card: the option is a button."""
        return None

    def question(self, look: Look, request: Request) -> str:
        """Return what a request asks, as its words have it."""
        return look.wording.question(request, **self.particulars(request))

    def about(self, look: Look, request: ChoiceRequest) -> str:
        """Return no words: the question says it all."""
        return ""

    def prints(self, look: Look) -> Sequence[str]:
        """Return the pictures to look at when the game is over: none."""
        return ()

    @staticmethod
    def _lines(lines: Sequence[Told], look: Look) -> str:
        return "\n".join(line_told(line, look.wording) for line in lines)


def round_words(number: int, last: int | None, look: Look) -> str:
    """Return the round, and whether it is the last."""
    return look.say("round_last", round=number) if number == last else f"{look.say('round')} {number}"
