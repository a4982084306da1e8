"""Forces: which figures a player brings, and whether the build total allows it (HC-TEAM).

    {"format": "tablewright/force@1", "figures": [{"figure": "lq001", "points": 75, "count": 2}, …]}

``points`` chooses the starting line by its cost; without it a figure starts on its first, dearest line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.ids import FigureId, RuleId
from companion.documents import Node
from companion.games.heroclix.figures import Figure, StartingLine

__all__ = ["FORMAT", "Force", "ForceCheck", "ForceViolation", "Member", "action_total", "check_force", "parse_force"]

FORMAT = "tablewright/force@1"


@dataclass(frozen=True, slots=True)
class Member:
    """One entry of a force: a figure, the cost it is taken at (``None``: its dearest line), and how many of it."""

    figure: Figure
    points: int | None = None
    count: int = 1

    @property
    def line(self) -> StartingLine | None:
        """The starting line of that cost, or ``None`` when the figure has none such."""
        lines = [line for line in self.figure.starting_lines if line.points is not None]
        return next((line for line in lines if self.points in (None, line.points)), None)

    @property
    def cost(self) -> int:
        """What one of it costs: the value on its base for that line (HC-TEAM-04)."""
        if self.line is not None and self.line.points is not None:
            return self.line.points
        return max(self.figure.points, default=0) if self.points is None else self.points


@dataclass(frozen=True, slots=True)
class Force:
    """What one player brings."""

    members: tuple[Member, ...]
    name: str | None = None

    @property
    def total(self) -> int:
        """The sum of all costs (HC-TEAM-01)."""
        return sum(member.cost * member.count for member in self.members)


@dataclass(frozen=True, slots=True)
class ForceViolation:
    """One reason why a force is not legal; ``figure`` is ``None`` when it is about the whole force."""

    rule: RuleId
    figure: FigureId | None
    message: str


@dataclass(frozen=True, slots=True)
class ForceCheck:
    """The answer about a force under a build total."""

    total: int
    actions: int
    violations: tuple[ForceViolation, ...]

    @property
    def is_legal(self) -> bool:
        """Whether nothing speaks against the force."""
        return not self.violations


def parse_force(node: Node, figures: Mapping[FigureId, Figure]) -> Force:
    """The force in a document; an unknown figure is refused with its place."""
    node.of_format(FORMAT).table({"format", "figures"}, {"name"})
    members = []
    for entry in node["figures"].items():
        entry.table({"figure"}, {"points", "count"})
        name = FigureId(entry["figure"].text())
        if name not in figures:
            entry["figure"].refuse("the id of a figure at hand")
        points = entry["points"].number(0, 9999) if "points" in entry else None
        members.append(Member(figures[name], points, entry["count"].number(1, 99) if "count" in entry else 1))
    return Force(tuple(members), node["name"].text() if "name" in node else None)


def action_total(build_total: int) -> int:
    """The actions of a turn: one per full hundred of the build total, at least one (HC-ACT-01, AMB-05)."""
    return max(1, build_total // 100)


def check_force(force: Force, build_total: int) -> ForceCheck:
    """Everything that speaks against the force under this build total."""
    found: list[ForceViolation] = []
    if force.total > build_total:  # HC-TEAM-01
        message = f"costs {force.total}, {force.total - build_total} more than {build_total}"
        found.append(ForceViolation(RuleId("HC-TEAM-01"), None, message))
    if not any(member.figure.kind == "character" for member in force.members):  # HC-TEAM-03
        found.append(ForceViolation(RuleId("HC-TEAM-03"), None, "has no character"))
    for member in force.members:
        if member.points is not None and member.points not in member.figure.points:  # HC-TEAM-04
            costs = ", ".join(map(str, member.figure.points)) or "nothing"
            message = f"{member.figure.name} costs {costs}, not {member.points}"
            found.append(ForceViolation(RuleId("HC-TEAM-04"), member.figure.id, message))
    copies: Counter[tuple[str, str, str]] = Counter()
    for member in force.members:
        figure = member.figure
        key = (figure.name, figure.set, figure.collector_number)  # HC-DIAL-06
        copies[key] += member.count
        if figure.unique and copies[key] > 1 and copies[key] - member.count <= 1:  # HC-TEAM-05, -06; told once
            message = f"{figure.name} is unique and may be taken once"
            found.append(ForceViolation(RuleId("HC-TEAM-05"), figure.id, message))
    return ForceCheck(force.total, action_total(build_total), tuple(found))
