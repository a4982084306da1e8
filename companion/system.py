"""The impure helpers of the companion: the clocks and the dice generator."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from random import Random, SystemRandom

from companion.core.dice import DICE, DiceRequest, DiceResult, Die, Source
from companion.core.flow import ChoiceRequest


class WallClock:
    """The time of day."""

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000


class EventClock:
    """The time of day when it was started, and what has passed since: a clock that is set back changes nothing.

    It begins no earlier than ``least_ms``, the last time that was written down: nor does a clock that was set back
    while nobody counted.
    """

    def __init__(
        self,
        least_ms: int = 0,
        day_ns: Callable[[], int] = time.time_ns,
        passed_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._passed_ns = passed_ns
        self._offset_ms = max(least_ms, day_ns() // 1_000_000) - passed_ns() // 1_000_000

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return self._offset_ms + self._passed_ns() // 1_000_000


class DiceGenerator:
    """Rolls for players who left their dice at home; the record says ``machine``."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed) if seed is not None else SystemRandom()

    def roll(self, request: DiceRequest, dice: Mapping[str, Die] = DICE) -> DiceResult:
        """Fair faces for a request; ``dice`` are those of the table."""
        faces = tuple(self._random.choice(dice[die].faces).label for die in request.dice)
        return DiceResult(request.id, faces, Source.MACHINE)

    def draw(self, request: ChoiceRequest) -> tuple[str, ...]:
        """Draw as many cards of a deck as the request wants, each as likely as any other."""
        return tuple(self._random.sample(request.options, request.at_least))
