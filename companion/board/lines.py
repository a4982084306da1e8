"""The answer to "does this see that?", the same for every kind of board.

squares, polygons, marked links  ──▶  LineOfSight.between(a, b)  ──▶  SightLine: verdict, causes, what is crossed
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from companion.board.spaces import Edge, Verdict
from companion.core.ids import PieceId, RuleId, SpaceId, ZoneId


class Cause(NamedTuple):
    """One reason for a verdict: the rule, and the square, the edge, the piece or the named feature it is about."""

    rule: RuleId
    square: SpaceId | None = None
    edge: Edge | None = None
    piece: PieceId | None = None
    feature: str | None = None  # a wall, a door or an object of an area map, by its name there


class SightLine(NamedTuple):
    """The answer: a verdict, all causes of that verdict, every square whose inside is crossed, and the two ends.

    On an area map the zones on the way are told too, those of the ends among them.
    """

    verdict: Verdict
    causes: tuple[Cause, ...]
    crossed: tuple[SpaceId, ...]
    start: SpaceId
    end: SpaceId
    range: int
    zones: tuple[ZoneId, ...] = ()

    @property
    def defense_modifier(self) -> int:
        """Return the bonus that the line gives the target's defense: 1 when hindered (HC-LOS-08), else 0."""
        return 1 if self.verdict is Verdict.HINDERED else 0


class LineOfSight(Protocol):
    """Lines of sight as every board answers them, whatever its spaces are."""

    def between(self, start: SpaceId, end: SpaceId) -> SightLine:
        """The line from one space to another, with every reason."""
