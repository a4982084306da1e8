"""Front pages: objectives met, articles won, missions achieved (GC-PRESS)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId, RuleId


@dataclass(frozen=True, slots=True)
class ObjectiveMet:
    """A side completed an objective."""

    side: str
    objective: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ArticleWon:
    """An article was added to a side's front page."""

    side: str
    article: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HeroArticlePlaced:
    """A hero's own article stands in its team's paper, blue or red side up."""

    side: str
    piece: PieceId
    face: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class MissionAchieved:
    """A hero achieved its personal mission (GC-PRESS-05)."""

    piece: PieceId
