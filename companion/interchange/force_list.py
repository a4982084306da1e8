"""A force's list as it was read: the figures that are understood, and the parts that are not, each with its line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.heroclix.forces.files import FORMAT
from companion.interchange.roster import Known

FOR_THE_JUDGE = "? "  # before what nobody here knows, though it is spelled nearly like something else
Document = dict[str, Any]  # of JSON: a force file


@dataclass(frozen=True, slots=True)
class Listed:
    """A figure of the list, at the cost that its line names."""

    figure: Known
    points: int | None
    count: int
    line: int

    @property
    def cost(self) -> int:
        """The cost of one: what is written, or that of its dearest line."""
        return self.points if self.points is not None else max(self.figure.points, default=0)


@dataclass(frozen=True, slots=True)
class Unclear:
    """A part of a line that is not taken: why, in a message of the catalogue, and what it may mean."""

    line: int
    words: str
    why: str  # list.unread, unknown, alike, which, unclear, cost, costs, other, heading, total, card
    told: Mapping[str, object] = field(default_factory=dict)
    choices: tuple[str, ...] = ()  # as the part could be written
    cost: int | None = None  # that it names

    @property
    def figures(self) -> tuple[str, ...]:
        """The figures that it may mean, as they could be written."""
        return tuple(choice for choice in self.choices if not choice.startswith(FOR_THE_JUDGE))

    @property
    def is_piece(self) -> bool:
        """Whether it is a piece that nobody here knows: a judge may know it."""
        return self.why == "list.unknown"


@dataclass
class ForceList:
    """A list as it was read."""

    name: str = ""
    figures: list[Listed] = field(default_factory=list)
    unclear: list[Unclear] = field(default_factory=list)
    passed: list[tuple[int, str, str]] = field(default_factory=list)  # line, its words, what it is: heading, comment …
    other: Document = field(default_factory=dict)  # theme, objects, feats … as a force file has them
    names: dict[int, str] = field(default_factory=dict)  # what feats call an entry, by its place
    given: Document | None = None  # the force file that it was
    text: str = ""  # the list that was read

    @property
    def document(self) -> Document:
        """The force file of what was understood."""
        if self.given is not None:
            return self.given
        entries = []
        for place, one in enumerate(self.figures):
            entry: Document = {"figure": one.figure.id}
            if one.points is not None and one.figure.points:
                entry["points"] = one.points
            if one.count > 1:
                entry["count"] = one.count
            if place in self.names:
                entry["as"] = self.names[place]
            entries.append(entry)
        return {"format": FORMAT, **({"name": self.name} if self.name else {}), "figures": entries, **self.other}
