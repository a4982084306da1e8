"""The two impure helpers of the companion: the wall clock and the dice generator."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping

from companion.core.dice import DICE, DiceRequest, DiceResult, Die, Source
from companion.core.flow import ChoiceRequest


class WallClock:
    """The time of day."""

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000


class DiceGenerator:
    """Rolls for players who left their dice at home; the record says ``machine``."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed) if seed is not None else random.SystemRandom()

    def roll(self, request: DiceRequest, dice: Mapping[str, Die] = DICE) -> DiceResult:
        """Fair faces for a request; ``dice`` are those of the table."""
        faces = tuple(self._random.choice(dice[die].faces).label for die in request.dice)
        return DiceResult(request.id, faces, Source.MACHINE)

    def draw(self, request: ChoiceRequest) -> tuple[str, ...]:
        """As many cards of a deck as the request wants, each as likely as any other."""
        return tuple(self._random.sample(request.options, request.at_least))
