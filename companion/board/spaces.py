"""Spaces without coordinates: where a piece can stand, the edges between, what a line meets.

SpaceId ── Edge ── SpaceId        an edge is the border of two neighbouring spaces: walls and ramps lie there
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Protocol

from companion.core.ids import SpaceId


class Verdict(StrEnum):
    """The verdict on a line or a step: clear < hindered < blocked, and the worst one met counts (HC-LOS-06)."""

    CLEAR = "clear"
    HINDERED = "hindered"
    BLOCKED = "blocked"

    @property
    def severity(self) -> int:
        """0, 1 or 2: the more, the worse."""
        return _SEVERITY[self]


_SEVERITY = {Verdict.CLEAR: 0, Verdict.HINDERED: 1, Verdict.BLOCKED: 2}


class Terrain(StrEnum):
    """The terrain of a square besides clear; several at once are possible (HC-TERR-07)."""

    HINDERING = "hindering"
    BLOCKING = "blocking"
    WATER = "water"


class Edge(NamedTuple):
    """The border of two spaces, in one fixed order: make it with ``edge``."""

    a: SpaceId
    b: SpaceId


def edge(one: SpaceId, other: SpaceId) -> Edge:
    """The border of two spaces, the same whichever is named first."""
    return Edge(one, other) if (len(one), one) <= (len(other), other) else Edge(other, one)


class SpaceGraph(Protocol):
    """The interface of every board, square grid or not."""

    @property
    def spaces(self) -> tuple[SpaceId, ...]:
        """All spaces, in reading order."""

    def neighbours(self, space: SpaceId) -> tuple[SpaceId, ...]:
        """The spaces that touch this one, whatever lies between."""

    def is_adjacent(self, one: SpaceId, other: SpaceId) -> bool:
        """Whether the rules call the two adjacent."""
