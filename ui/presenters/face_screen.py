"""The base of the screens of all games: it reads a face, and answers for what a game does not have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from companion.core.commands import Concede
from companion.core.dice import DiceRequest
from companion.core.face import Cue, Face, Telling
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat
from companion.core.phrases import Told
from companion.text.wording import told
from ui.presenters.adapter import Lifted, Look, Menu, Offer

F = TypeVar("F", bound=Face[Any, Any])


class FaceScreen(Generic[F]):
    """A screen that reads a game's face."""

    overlays: Sequence[str] = ("off",)

    def __init__(self, face: F) -> None:
        self._face = face

    def telling(self, event: object) -> Telling:
        """Return how the log tells the event."""
        return self._face.telling(event)

    def words(self, event: object, turn: int, lang: str) -> Told | None:
        """Return the game's own words for the event, where it has any."""
        return self._face.words(event, turn, lang)

    def cue(self, event: object) -> Cue | None:
        """Return hit or miss, where the event tells of one."""
        return self._face.cue(event)

    def awaited(self, look: Look, request: DiceRequest) -> tuple[str, ...]:
        """Return what the roll decides, line by line."""
        return tuple(told(line, look.wording) for line in self._face.awaited(request).lines)

    def scores(self, look: Look) -> Sequence[tuple[Seat, int]]:
        """Return no scores."""
        return ()

    def lift(self, look: Look, piece: PieceId) -> Lifted | None:
        """Lift no figure: spaces are tapped."""
        return None

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

    @staticmethod
    def _concession(command: Concede, look: Look) -> Menu:
        """Return the card of giving up, to be confirmed."""
        title = look.wording.pair(look.say("concede"), look.wording.word("seat", command.seat))
        return Menu("proposal", title, look.say("concede_text"))

    def about(self, look: Look, request: ChoiceRequest) -> str:
        """Return no words: the question says it all."""
        return ""

    def prints(self, look: Look) -> Sequence[str]:
        """Return the pictures to look at when the game is over: none."""
        return ()

    @staticmethod
    def _lines(lines: Sequence[Told], look: Look) -> str:
        return "\n".join(told(line, look.wording) for line in lines)
