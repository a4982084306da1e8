"""The two impure helpers of the companion: the wall clock and the dice generator."""

from __future__ import annotations

import random
import time

from companion.core.dice import DICE, DiceRequest, DiceResult, Source

__all__ = ["DiceGenerator", "WallClock"]


class WallClock:
    """The time of day."""

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000


class DiceGenerator:
    """Rolls for players who left their dice at home; the record says ``machine``."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed) if seed is not None else random.SystemRandom()

    def roll(self, request: DiceRequest) -> DiceResult:
        """Fair faces for a request."""
        faces = tuple(self._random.choice(DICE[die].faces).label for die in request.dice)
        return DiceResult(request.id, faces, Source.MACHINE)
