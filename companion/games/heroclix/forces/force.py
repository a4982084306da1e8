"""A player's force, as values: figures, and the tactics that are optional (HC-TEAM-07).

Force
  members       figures of every kind, each with the cost it is taken at
  theme         the keyword the team is claimed to share
  objects · feats · alternates · conditions · event
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.ids import FigureId, RuleId
from companion.games.heroclix.figures.figure import Figure, StartingLine
from companion.games.heroclix.forces.cards import AlternateCard, ConditionCard, EventCard, FeatCard, ObjectCard

ON_THE_MAP = ("character", "bystander")  # kinds of figures that stand on the map


@dataclass(frozen=True, slots=True)
class Member:
    """One entry of a force: a figure, the cost it is taken at (``None``: its dearest line), and how many of it."""

    figure: Figure
    points: int | None = None
    count: int = 1
    name: str | None = None  # what feats call it where the figure's id is not enough

    @property
    def line(self) -> StartingLine | None:
        """The starting line of that cost, or ``None`` when the figure has none such."""
        lines = [line for line in self.figure.starting_lines if line.points is not None]
        return next((line for line in lines if self.points in (None, line.points)), None)

    @property
    def cost(self) -> int:
        """The cost: the value on its base for that line (HC-TEAM-04)."""
        if self.line is not None and self.line.points is not None:
            return self.line.points
        return max(self.figure.points, default=0) if self.points is None else self.points

    @property
    def other_costs(self) -> tuple[int, ...]:
        """The costs of its other lines, where the force does not say which is taken: the dearest is (HC-DIAL-15)."""
        return tuple(cost for cost in self.figure.points if cost != self.cost) if self.points is None else ()

    @property
    def stands(self) -> bool:
        """Whether it is a piece on the map, and not a card or an object."""
        return self.figure.kind in ON_THE_MAP


@dataclass(frozen=True, slots=True)
class FeatChoice:
    """A feat and the entries of the force that it is assigned to (HC-FEAT-02)."""

    card: FeatCard
    to: tuple[int, ...] = ()

    @property
    def cost(self) -> int:
        """The cost: once, or for each character when its card says so (HC-FEAT-03, HC-VP-09)."""
        return self.card.points * (len(self.to) if self.card.per_character else 1)


@dataclass(frozen=True, slots=True)
class AlternateChoice:
    """An alternate team ability and the entries of the force that are given it (HC-TA-15)."""

    card: AlternateCard
    to: tuple[int, ...] = ()

    @property
    def cost(self) -> int:
        """The cost for every character given it (HC-TA-15)."""
        return self.card.points * len(self.to)


@dataclass(frozen=True, slots=True)
class Force:
    """The force of one player."""

    members: tuple[Member, ...]
    name: str | None = None
    theme: str | None = None
    objects: tuple[ObjectCard, ...] = ()
    feats: tuple[FeatChoice, ...] = ()
    alternates: tuple[AlternateChoice, ...] = ()
    conditions: tuple[ConditionCard, ...] = ()
    event: EventCard | None = None

    @property
    def total(self) -> int:
        """The sum of all costs (HC-TEAM-01); battlefield conditions cost nothing (HC-BFC-01, HC-VP-12)."""
        figures = sum(member.cost * member.count for member in self.members)
        cards = sum(feat.cost for feat in self.feats) + sum(card.cost for card in self.alternates)
        return figures + cards + sum(item.points for item in self.objects)


@dataclass(frozen=True, slots=True)
class ForceViolation:
    """One reason why a force is not legal; ``figure`` is ``None`` when it is about the whole force."""

    rule: RuleId
    figure: FigureId | None
    message: str
    words: Mapping[str, object] = field(default_factory=dict)  # the names and numbers in it, for every language


@dataclass(frozen=True, slots=True)
class ForceCheck:
    """The answer about a force under a build total; ``themes`` are the keywords that make it a themed team."""

    total: int
    actions: int
    violations: tuple[ForceViolation, ...]
    themes: tuple[str, ...] = ()

    @property
    def is_legal(self) -> bool:
        """Whether nothing speaks against the force."""
        return not self.violations
