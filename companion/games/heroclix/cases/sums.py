"""What a case may have computed: an action total, the legality of a force.

{ actions = 250, is = 2 }
{ force = { figures = [{ figure = "lq001" }] }, points = 300, legal = true }
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.casebook.expectations import compared
from companion.casebook.language import Check, Opening
from companion.documents import Node
from companion.games.heroclix.forces.files import parse_force
from companion.games.heroclix.forces.reading import FORMAT, action_total, check_force

__all__ = ["actions", "force"]


def actions(node: Node, opening: Opening) -> Iterator[Check]:
    """The action total of a build total (HC-ACT-01)."""
    node.table({"actions", "is"})
    total = action_total(node["actions"].number(1, 99999))
    yield compared(node["is"], node["is"].number(0, 999), lambda moment: total)


def force(node: Node, opening: Opening) -> Iterator[Check]:
    """The check of a force, written as in a force file without its format (HC-TEAM)."""
    node.table({"force", "points"}, {"legal", "total", "actions_a_turn", "violations"})
    if not isinstance(node["force"].value, dict):
        node["force"].refuse("a force: an object with 'figures'")
    document = Node(node.file, node["force"].place, {"format": FORMAT, **node["force"].value})
    found = check_force(
        parse_force(document, opening.extra.figures, opening.extra.cards), node["points"].number(1, 99999)
    )
    if "legal" in node:
        yield compared(node["legal"], node["legal"].flag(), lambda moment: found.is_legal)
    if "total" in node:
        yield compared(node["total"], node["total"].number(0, 99999), lambda moment: found.total)
    if "actions_a_turn" in node:
        yield compared(node["actions_a_turn"], node["actions_a_turn"].number(0, 999), lambda moment: found.actions)
    if "violations" in node:
        wanted = sorted({one.text() for one in node["violations"].items()})
        yield compared(node["violations"], wanted, lambda moment: sorted({one.rule for one in found.violations}))
