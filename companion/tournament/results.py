"""Results of games and of rounds without one: their kinds, and what each kind is worth in the organiser's table.

kind              match points   victory points       counts for opponents
win, draw, …      2 · 1 · 0      as they are noted    yes              the usual table, in half match points
no-show, forfeit  2 · 0          a whole force's      yes
bye, half, asked  2 · 1 · 1      a whole force's      no
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

WIN, DRAW, LOSS = 2, 1, 0  # half match points, so that a draw is a whole number
POINTS_MOST = 99_999  # victory points in a game
MOST = 99  # half match points of a kind


class Outcome(StrEnum):
    """The end of a game between two players, in the order the pairing names them."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    DOUBLE_LOSS = "double_loss"

    @property
    def winner(self) -> int | None:
        """The place of the winner in the pairing; ``None`` where nobody won."""
        return {Outcome.FIRST: 0, Outcome.SECOND: 1}.get(self)


class Kind(StrEnum):
    """The way in which a game ended, or a round passed without one."""

    WIN = "win"
    DRAW = "draw"
    INTENTIONAL_DRAW = "intentional_draw"
    CONCESSION = "concession"
    NO_SHOW = "no_show"
    FORFEIT = "forfeit"
    GAME_LOSS = "game_loss"  # by a ruling
    DOUBLE_LOSS = "double_loss"
    BYE = "bye"
    HALF_BYE = "half_bye"
    REQUESTED_BYE = "requested_bye"
    MISSED = "missed"  # a round before a latecomer came, or one that a player sat out


class Victory(StrEnum):
    """The victory points of whoever has won, or had nobody to play."""

    NOTED = "noted"
    FORCE = "force"  # of a whole force, where none are noted
    NONE = "none"


_KINDS = {Outcome.FIRST: Kind.WIN, Outcome.SECOND: Kind.WIN, Outcome.DRAW: Kind.DRAW}
LOST_BY_ONE = (Kind.CONCESSION, Kind.NO_SHOW, Kind.FORFEIT, Kind.GAME_LOSS)
BYES = (Kind.BYE, Kind.HALF_BYE, Kind.REQUESTED_BYE, Kind.MISSED)
FITTING = {  # the kinds that an outcome may have
    Outcome.FIRST: (Kind.WIN, *LOST_BY_ONE),
    Outcome.SECOND: (Kind.WIN, *LOST_BY_ONE),
    Outcome.DRAW: (Kind.DRAW, Kind.INTENTIONAL_DRAW),
    Outcome.DOUBLE_LOSS: (Kind.DOUBLE_LOSS, Kind.NO_SHOW, Kind.FORFEIT, Kind.GAME_LOSS),
}


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a kind of result: half match points of the better and of the other, victory points, and whether it
    counts where the opponents of a player are compared.
    """

    kind: Kind
    first: int
    second: int
    victory: Victory = Victory.NOTED
    counts: bool = True


USUAL: Mapping[Kind, Worth] = {
    one.kind: one
    for one in (
        Worth(Kind.WIN, WIN, LOSS),
        Worth(Kind.DRAW, DRAW, DRAW),
        Worth(Kind.INTENTIONAL_DRAW, DRAW, DRAW),
        Worth(Kind.CONCESSION, WIN, LOSS),
        Worth(Kind.NO_SHOW, WIN, LOSS, Victory.FORCE),
        Worth(Kind.FORFEIT, WIN, LOSS, Victory.FORCE),
        Worth(Kind.GAME_LOSS, WIN, LOSS),
        Worth(Kind.DOUBLE_LOSS, LOSS, LOSS),
        Worth(Kind.BYE, WIN, LOSS, Victory.FORCE, counts=False),
        Worth(Kind.HALF_BYE, DRAW, LOSS, Victory.NONE, counts=False),
        Worth(Kind.REQUESTED_BYE, DRAW, LOSS, Victory.NONE, counts=False),
        Worth(Kind.MISSED, LOSS, LOSS, Victory.NONE, counts=False),
    )
}


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game, with the victory points of each.

    ``kind``: how it ended, where that is not what its outcome says alone; ``by``: who of the staff noted it, against
    which no player's word counts.
    """

    outcome: Outcome
    points: tuple[int, int] = (0, 0)
    kind: Kind | None = None
    by: str = ""

    @property
    def ended(self) -> Kind:
        """The kind of the result."""
        return self.kind or _KINDS.get(self.outcome, Kind.DOUBLE_LOSS)

    @property
    def bounded(self) -> Result:
        """The result with no more victory points than a game can have: an older record may hold any number."""
        first, second = self.points
        within = min(first, POINTS_MOST), min(second, POINTS_MOST)
        return self if within == self.points else replace(self, points=within)

    def says_as(self, other: Result) -> bool:
        """Whether both say the same of the game, whoever says it."""
        return (self.outcome, self.points, self.ended) == (other.outcome, other.points, other.ended)


@dataclass(frozen=True, slots=True)
class Game:
    """A round for one player: the opponent (``None``: none), half match points and victory points.

    ``clicks``: what the player's dials took, ``None`` where no record tells; ``counts``: whether it counts where
    opponents are compared; ``kind``: how it ended.
    """

    round: int
    opponent: str | None
    score: int
    points: int
    against: int
    clicks: int | None = None
    counts: bool = True
    kind: Kind = Kind.WIN


def scores(result: Result, table: Mapping[Kind, Worth]) -> tuple[int, int]:
    """Return the half match points of the two, in the order the pairing names them."""
    worth = table[result.ended]
    match result.outcome:
        case Outcome.FIRST:
            return worth.first, worth.second
        case Outcome.SECOND:
            return worth.second, worth.first
        case Outcome.DRAW:
            return worth.first, worth.first
    return worth.second, worth.second


def victory_points(result: Result, table: Mapping[Kind, Worth], force: int) -> tuple[int, int]:
    """Return the victory points of the two: as noted, or as the table gives them to a winner."""
    worth, winner = table[result.ended], result.outcome.winner
    if winner is None or worth.victory is Victory.NOTED or (worth.victory is Victory.FORCE and any(result.points)):
        return result.points
    own = force if worth.victory is Victory.FORCE else 0
    return (own, 0) if winner == 0 else (0, own)
