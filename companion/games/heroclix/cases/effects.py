"""Effects written inline: what a piece of a case can do besides its powers, in the rows that powers are written in.

effects = [{ verb = "reduce", amount = 2 }, { name = "volley", action = "power", verb = "attack_each", within = 3 }]
effects = [{ power = "super_senses" }]               a standard power that it can use, whatever its dial shows
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.documents import Node
from companion.games.heroclix.edition import Edition, PowerRule
from companion.games.heroclix.figures.figure import SpecialPower
from companion.games.heroclix.figures.powers_table import power_names
from companion.games.heroclix.position.team_abilities import team_abilities
from companion.games.heroclix.powers.rows import parse_rule

__all__ = ["Effects"]

SUMMARY = "trait"  # the slot of the card on which they stand


class Effects:
    """The effects of one case by name; pieces may share one, when it is the same."""

    def __init__(self, powers: Mapping[str, PowerRule]) -> None:
        self._powers, self._rows = powers, dict[str, PowerRule]()
        self._taken = powers.keys() - team_abilities().keys()

    def read(self, node: Node) -> tuple[SpecialPower, ...]:
        """The traits that give a piece the effects under its key ``effects``."""
        names = map(self._name_of, _rows(node["effects"]) if "effects" in node else ())
        return tuple(SpecialPower(SUMMARY, name, "", (name,)) for name in names)

    def _name_of(self, row: Node) -> str:
        if not isinstance(row.value, dict):
            row.refuse("an effect, which is a table with 'verb' or 'power'")
        if "power" in row:
            row.table({"power"}, ())
            return row["power"].word(power_names())
        if "verb" not in row:
            row.refuse("the key 'verb' or 'power'", "neither")
        name = row["name"].text() if "name" in row else row["verb"].text()
        plain = Node(row.file, row.place, {key: value for key, value in row.value.items() if key != "name"})
        rule = parse_rule(name, plain)
        if name in self._taken or self._rows.setdefault(name, rule) != rule:
            row.refuse("a name of its own ('name')", repr(name))
        return name

    def over(self, edition: Edition) -> Edition:
        """The edition with these effects besides its powers."""
        return replace(edition, powers={**self._powers, **self._rows}) if self._rows else edition


def _rows(node: Node) -> Iterator[Node]:
    """The rows of a list, or of a table by their names."""
    if isinstance(node.value, dict) and not {"verb", "power"} & node.value.keys():
        for name, row in node.entries():
            yield Node(row.file, row.place, {**row.value, "name": name} if isinstance(row.value, dict) else row.value)
    else:
        yield from node.items()
