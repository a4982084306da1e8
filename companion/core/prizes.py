"""The prize of an order: what its success wins besides its own effect, for whoever learns the game.

order ──every die as a success has it──> the rules ──> points more than before · the game won
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from companion.core.consequences import settled
from companion.core.dice import DiceRequest
from companion.core.ids import PieceId, Seat
from companion.core.phrases import Name, Told, joined, say
from companion.core.rules import Command, RulesSystem, S


class Gain(NamedTuple):
    """The gain of an order for whoever learns the game, as gains are compared: its ``worth``, 0 where it is not led to;
    its ``merit``, the chance by the weight of its prize; its ``chance``, −1 where no dice decide.
    """

    worth: int = 0
    merit: Fraction = Fraction(-1)
    chance: Fraction = Fraction(-1)


NOTHING = Gain()


@dataclass(frozen=True, slots=True)
class Prize:
    """The winnings of a success: points, the game.

    ``falls``: the game is won once that figure falls, for which one success may be too little. ``weight``: how many
    successes without a prize the points are worth.
    """

    points: int = 0
    wins: bool = False
    loses: bool = False  # the game ends by it, and others win
    falls: PieceId | None = None
    weight: Fraction = Fraction(1)

    @property
    def may_win(self) -> bool:
        """Whether the game may be over by it, won."""
        return self.wins or self.falls is not None

    @property
    def merit(self) -> Fraction:
        """How many successes without a prize it is worth: one more where the game hangs on its target."""
        return self.weight + (self.falls is not None)

    def told(self, command: Command) -> Told:
        """Tell the prize of a command's success, which is a hit where it has a target; empty: there is none."""
        is_hit = bool(getattr(command, "target", None) or getattr(command, "targets", None))
        parts: list[Told] = [say("prize_hit_wins" if is_hit else "prize_success_wins")] if self.wins else []
        if self.loses:
            parts.append(say("prize_hit_loses" if is_hit else "prize_success_loses"))
        if self.falls is not None:
            parts.append(say("prize_falls", piece=Name(self.falls)))
        if self.points > 0:
            alone = "prize_hit_points" if is_hit else "prize_success_points"
            parts.append(say("points" if parts else alone, points=self.points))
        return joined(", ", *parts) if parts else ""


def prize_of(
    system: RulesSystem[S],
    state: S,
    command: Command,
    throws: Callable[[DiceRequest], Sequence[str]],
    points: Callable[[S, Seat], int],
) -> Prize:
    """Return the prize of an order whose dice fall like that, as far as nobody has to decide anything."""
    after, seat = settled(system, state, command, throws), command.seat
    more, outcome = points(after, seat) - points(state, seat), after.flow.outcome
    won = outcome.winners if outcome is not None else ()
    return Prize(more, seat in won, bool(won) and seat not in won)
