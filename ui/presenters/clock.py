"""A clock as a screen shows it, and the page on which it is set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from companion.core.ids import Seat
from companion.table.clock import EVENING, Clock, Limits, minutes_and_seconds
from companion.text.wording import Wording
from ui.presenters.models import ClockHands, ClockModel, TimeGone
from ui.presenters.pages import Page, Tile, Turn, Untyped

EVENINGS = (0, 60, 90, 120, 150, 180, 240)  # minutes
SEATS = (0, 10, 15, 20, 25, 30, 45, 60)
SHORT_S = 300.0  # what is left is shown in another colour


def clock_model(clock: Clock) -> ClockModel:
    """The evening, and each seat that has a limit: what is left where there is one, else what is gone."""
    spent, left = clock.spent(), clock.left()
    seats = {seat: rest for seat in spent.seats if (rest := clock.left(seat)) is not None}
    return ClockModel(
        minutes_and_seconds(spent.evening if left is None else left),
        {seat: minutes_and_seconds(rest) for seat, rest in seats.items()},
        clock.is_running,
        min([rest for rest in (left, *seats.values()) if rest is not None], default=SHORT_S + 1) <= SHORT_S,
    )


def clock_hands(clock: Clock, at: int) -> ClockHands:
    """The same for who counts on by itself from ``at`` (ms since 1970), when the clock was last touched."""
    gone, limits = clock.settled, clock.limits
    evening = TimeGone(None, gone.evening, 60.0 * limits.evening, clock.is_running)
    seats = sorted({*gone.seats, *clock.seats}) if limits.seat else ()
    times = (
        TimeGone(seat, gone.seats.get(seat, 0.0), 60.0 * limits.seat, clock.is_running and seat in clock.seats)
        for seat in seats
    )
    return ClockHands(at if clock.is_running else 0, clock.is_running, (evening, *times), clock.over)


class Timed(Protocol):
    """A clock that is kept."""

    clock: Clock

    def switch(self) -> None:
        """Pause it, or let it go on."""

    def limit(self, limits: Limits) -> None:
        """Set other limits; what is gone stays gone."""

    def face(self) -> ClockModel:
        """Return the clock as a screen shows it now."""

    def hands(self) -> ClockHands:
        """Return the hands for a page with a watch of its own."""

    def now_ms(self) -> int:
        """Milliseconds since 1970, as when the table was opened and what has passed since."""


class ClockDesk(Untyped):
    """The clock: what is gone, pause, and the limits, which hold for the next games too."""

    def __init__(self, timed: Timed, keep: Callable[[Limits], None]) -> None:
        self._timed, self._keep = timed, keep

    def page(self, wording: Wording) -> Page:
        """One row a time; a tap on a limit goes to its next value."""
        clock = self._timed.clock
        spent, limits = clock.spent(), clock.limits
        tiles = [
            Tile("switch", wording.say("clock.pause" if clock.is_running else "clock.go"), tone="good"),
            Tile("evening", wording.say("clock.evening_limit"), badge=_minutes(limits.evening, wording)),
            Tile("seat", wording.say("clock.seat_limit"), badge=_minutes(limits.seat, wording)),
        ]
        for key, gone in ((EVENING, spent.evening), ("round", spent.round), ("turn", spent.turn)):
            tiles.append(Tile("", wording.say(f"clock.{key}"), badge=minutes_and_seconds(gone)))
        for seat, gone in sorted(spent.seats.items()):
            tiles.append(Tile("", wording.word("seat", seat), badge=minutes_and_seconds(gone), tone=str(seat)))
        return Page(wording.say("clock.title"), wording.say("clock.about"), tiles=tuple(tiles), is_waiting=True)

    def press(self, action: str) -> Turn:
        """Pause, go on, or the next limit."""
        limits = self._timed.clock.limits
        match action:
            case "switch":
                self._timed.switch()
            case "evening":
                self._limit(replace(limits, evening=_next(EVENINGS, limits.evening)))
            case "seat":
                self._limit(replace(limits, seat=_next(SEATS, limits.seat)))
        return None

    def _limit(self, limits: Limits) -> None:
        self._timed.limit(limits)
        self._keep(limits)


def called_words(called: tuple[str, ...], wording: Wording) -> str:
    """Say whose time is over."""
    if EVENING in called:
        return wording.say("clock.evening_over")
    return wording.say("clock.seat_over", seats=tuple(wording.word("seat", Seat(seat)) for seat in called))


def _next(values: tuple[int, ...], now: int) -> int:
    return next((value for value in values if value > now), values[0])


def _minutes(count: int, wording: Wording) -> str:
    return wording.say("clock.minutes", count=count) if count else wording.say("evening.no_limit")
