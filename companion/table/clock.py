"""The time of a table: the evening, the round, the turn, and each seat's own; it decides nothing, it calls.

    follow(flow) ──> whose time runs          pause ⇄ go          spent() ──kept──> the same clock after a restart
    evening over, or a seat's time used up ──> called(): once each, and the table goes to the game's own ends

Only what passes while the game is open and not paused counts: a restart, or a wall clock set back, costs nobody time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.core.flow import Flow, seat_of
from companion.core.ids import Seat

EVENING = "evening"  # what is called when all the time is gone, where no seat's is


@dataclass(frozen=True, slots=True)
class Limits:
    """Minutes; 0 for no limit."""

    evening: int = 0
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds gone by; ``round`` and ``turn`` of those that are played."""

    evening: float = 0.0
    round: float = 0.0
    turn: float = 0.0
    seats: Mapping[Seat, float] = field(default_factory=dict)
    called: tuple[str, ...] = ()  # the seats, and ``EVENING``, whose time was called


class Clock:
    """One table's; ``now`` gives seconds that only go forward."""

    def __init__(self, limits: Limits, now: Callable[[], float], spent: Spent | None = None) -> None:
        self.limits, self._now, self._spent = limits, now, spent or Spent()
        self._since: float | None = None  # when it last went on; ``None``: it stands
        self._place: tuple[int, object] | None = None  # the round, and the turn in it
        self._seats = frozenset[Seat]()

    @property
    def is_running(self) -> bool:
        """Whether time goes by."""
        return self._since is not None

    @property
    def seats(self) -> Collection[Seat]:
        """The seats whose own time is kept."""
        return self._seats

    @property
    def settled(self) -> Spent:
        """The times when the clock was last touched; it goes on from there."""
        return self._spent

    @property
    def over(self) -> tuple[str, ...]:
        """The seats, or ``EVENING``, whose time was called and is still over."""
        called = self._spent.called
        return tuple(name for name in called if (left := self._left(name)) is not None and left <= 0)

    def go(self) -> None:
        """Let the time run."""
        self._settle()
        self._since = self._now()

    def pause(self) -> None:
        """Let it stand."""
        self._settle()
        self._since = None

    def follow(self, flow: Flow) -> None:
        """Let the time of those run whom the game waits for; of a secret question nobody's: who is asked is no clue."""
        asked = {seat_of(request) for request in flow.open if not getattr(request, "secret", False)}
        is_played = flow.round and not flow.outcome  # who sets up, or talks about the game, uses up nobody's own time
        seats = frozenset(asked if flow.open else flow.active) if is_played else frozenset[Seat]()
        place = flow.round, (flow.turn, flow.active)
        if (place, seats) == (self._place, self._seats):
            return
        self._settle()
        if self._place is not None and place != self._place:
            is_round = place[0] != self._place[0]
            self._spent = replace(self._spent, turn=0.0, round=0.0 if is_round else self._spent.round)
        self._place, self._seats = place, seats

    def spent(self) -> Spent:
        """Return the times spent by now."""
        before = self._spent
        passed = self._now() - self._since if self._since is not None else 0.0
        seats = {seat: before.seats.get(seat, 0.0) + passed for seat in self._seats}
        return replace(
            before,
            evening=before.evening + passed,
            round=before.round + passed,
            turn=before.turn + passed,
            seats={**before.seats, **seats},
        )

    def left(self, seat: Seat | None = None) -> float | None:
        """Seconds left to a seat, or to the evening; ``None`` where there is no limit. Below 0 it is over."""
        minutes, spent = (self.limits.seat if seat else self.limits.evening), self.spent()
        gone = spent.seats.get(seat, 0.0) if seat else spent.evening
        return 60.0 * minutes - gone if minutes else None

    def _left(self, name: str) -> float | None:
        return self.left(None if name == EVENING else Seat(name))

    def called(self) -> tuple[str, ...]:
        """Return the seats, or ``EVENING``, whose time came to its end since the last call."""
        new = tuple(self._over())
        if new:
            self._settle()
            self._spent = replace(self._spent, called=(*self._spent.called, *new))
        return new

    def _over(self) -> Iterator[str]:
        for name in (EVENING, *sorted(self._seats)):
            if (left := self._left(name)) is not None and left <= 0 and name not in self._spent.called:
                yield name

    def _settle(self) -> None:
        self._spent = self.spent()
        if self._since is not None:
            self._since = self._now()


def minutes_and_seconds(seconds: float) -> str:
    """``4:07``, ``1:02:09``; below zero with its sign."""
    sign, whole = ("-" if seconds <= -1 else ""), int(abs(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{sign}{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{sign}{minutes}:{whole % 60:02}"
