"""What a case may have computed: a combat value, an action total, the legality of a force.

{ value = 9, modifiers = [2, 2, 1], is = 12 }      { actions = 250, is = 2 }
{ force = { figures = [{ figure = "lq001" }] }, points = 300, legal = true }
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board import halved
from companion.casebook.expectations import compared
from companion.casebook.language import Check, Opening
from companion.documents import Node
from companion.games.heroclix.forces.reading import FORMAT, action_total, check_force, parse_force
from companion.games.heroclix.values import combat_value

__all__ = ["actions", "force", "value"]


def value(node: Node, opening: Opening) -> Iterator[Check]:
    """A printed value, replaced or halved, then modified (HC-VAL-02, -08, -15)."""
    node.table({"value", "is"}, {"modifiers", "minimum", "becomes", "halved"})
    printed = node["value"].number(-9, 99)
    if "becomes" in node and "halved" in node:
        node["becomes"].refuse("one replacement: of two, somebody has to choose the order")
    if "becomes" in node:
        printed = node["becomes"].number(-9, 99)
    if "halved" in node and node["halved"].flag():
        printed = halved(printed)
    modifiers = [one.number(-99, 99) for one in node["modifiers"].items()] if "modifiers" in node else []
    least = node["minimum"].number(0, 99) if "minimum" in node else 0
    found = combat_value(printed, modifiers, minimum=least)
    yield compared(node["is"], node["is"].number(-99, 99), lambda moment: found)


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
    found = check_force(parse_force(document, opening.extra.figures), node["points"].number(1, 99999))
    if "legal" in node:
        yield compared(node["legal"], node["legal"].flag(), lambda moment: found.is_legal)
    if "total" in node:
        yield compared(node["total"], node["total"].number(0, 99999), lambda moment: found.total)
    if "actions_a_turn" in node:
        yield compared(node["actions_a_turn"], node["actions_a_turn"].number(0, 999), lambda moment: found.actions)
    if "violations" in node:
        wanted = sorted({one.text() for one in node["violations"].items()})
        yield compared(node["violations"], wanted, lambda moment: sorted({one.rule for one in found.violations}))
