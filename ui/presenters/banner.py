"""What is going on, in one place: whose turn it is and what is left of it, or who is asked and for what.

asked (as far as this side heard of it) ──> "Anna throws the dice"        the question in full below
else whose turn ──────────────────────────> "Anna's turn · Actions left 2"   round and phase below
nobody sits there, or its device is away ─> that, behind the name
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from companion.core.dice import DiceRequest
from companion.core.flow import ConsentRequest, PlacementRequest, Request, seat_of
from companion.core.ids import Seat
from ui.presenters.adapter import GameAdapter, Look
from ui.presenters.models import BannerModel


class Presence(StrEnum):
    """Where the player of a seat is."""

    HERE = "here"
    AWAY = "away"  # its device is not connected
    FREE = "free"  # nobody sits there
    RESTS = "rests"  # left at home for this evening


Presences = Callable[[Seat], Presence]


def everybody_here(seat: Seat) -> Presence:
    """Return that the player is at the table: around one tablet everybody is."""
    return Presence.HERE


class Banner:
    """The banner of one screen."""

    def __init__(self, game: GameAdapter) -> None:
        self._game = game
        self.presence: Presences = everybody_here

    def awaited(self, asked: Sequence[Request], look: Look) -> tuple[Seat, ...]:
        """Return the seats that the table waits for: who is asked, else whose turn it is."""
        return tuple(dict.fromkeys(map(seat_of, asked))) or tuple(self._game.acting(look))

    def model(self, asked: Sequence[Request], look: Look, *, is_over: bool) -> BannerModel:
        """Return the banner; ``asked``: the open requests that this side heard of."""
        title, seats = self._game.title(look), self.awaited(asked, look)
        if is_over or not seats:
            return BannerModel(title, "", None)
        is_own = bool(set(seats) & set(look.seats))
        own = tuple(seat for seat in seats if seat in look.seats)
        first = (own or seats)[0]
        if asked:
            of_first = next(request for request in asked if seat_of(request) == first)
            parts, more = [self._asked(of_first, seats, look)], look.wording.question(of_first)
        else:
            parts, more = [self._turn(seats, look), self._game.left(look)], title
        parts += self._lacking(seats, look)
        return BannerModel(" · ".join(filter(None, parts)), more, first, is_own)

    def _turn(self, seats: Sequence[Seat], look: Look) -> str:
        return look.say("now_turn" if len(seats) == 1 else "now_turns", who=_names(seats, look))

    def _asked(self, request: Request, seats: Sequence[Seat], look: Look) -> str:
        who = _names(seats, look)
        if len(seats) > 1:
            return look.say("now_all", who=who)
        match request:
            case DiceRequest():
                return look.say("now_throws", who=who)
            case PlacementRequest(piece=piece):
                return look.say("now_puts", who=who, piece=piece)
            case ConsentRequest():
                return look.say("now_answers", who=who)
            case _:
                return look.say("now_chooses", who=who)

    def _lacking(self, seats: Sequence[Seat], look: Look) -> list[str]:
        """Say of which of them there is no player at the table just now."""
        lacking: dict[Presence, list[Seat]] = {}
        for seat in seats:
            lacking.setdefault(self.presence(seat), []).append(seat)
        return [
            look.say(f"presence_{presence}", who=_names(lacking[presence], look), count=len(lacking[presence]))
            for presence in (Presence.AWAY, Presence.FREE)
            if presence in lacking
        ]


def _names(seats: Sequence[Seat], look: Look) -> str:
    return ", ".join(look.wording.word("seat", seat) for seat in seats)
