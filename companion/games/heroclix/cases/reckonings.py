"""What a case may have reckoned: a value with its replacements and modifiers, a break-away roll.

{ value = 9, modifiers = [2, 2, 1], is = 12 }      { break_away = 4, modifiers = [-1], is = false }
{ value = 9, replacements = [{ becomes = 12 }, { halved = true }], may_be = [6, 12] }
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.casebook.expectations import compared
from companion.casebook.language import Check, Opening
from companion.documents import Node
from companion.games.heroclix.moves.movement import gets_away
from companion.games.heroclix.values import Contribution, Operation, outcomes

__all__ = ["break_away", "value"]

REPLACEMENTS = ("becomes", "doubled", "halved", "locked")


def value(node: Node, opening: Opening) -> Iterator[Check]:
    """A printed value, replaced, then modified (HC-VAL-02, -06, -08, -15); ``may_be`` is every result that the order of
    the replacements may bring, of which the controller chooses."""
    node.table({"value"}, {"is", "may_be", "modifiers", "minimum", "becomes", "halved", "replacements"})
    parts = [_replacement(one) for one in node["replacements"].items()] if "replacements" in node else []
    if ("becomes" in node) + ("halved" in node) + bool(parts) > 1:
        node.refuse("one of 'becomes', 'halved' and 'replacements'", "several")
    if "becomes" in node:
        parts.append(Contribution(Operation.BECOMES, node["becomes"].number(-9, 99), "case"))
    if "halved" in node and node["halved"].flag():
        parts.append(Contribution(Operation.HALVED, 0, "case"))
    if "modifiers" in node:
        modifiers = (one.number(-99, 99) for one in node["modifiers"].items())
        parts += [Contribution(Operation.MODIFIED, amount, "case") for amount in modifiers]
    least = node["minimum"].number(0, 99) if "minimum" in node else 0
    found = sorted(one.value for one in outcomes(node["value"].number(-9, 99), parts, minimum=least))
    if "may_be" in node:
        yield compared(
            node["may_be"], sorted(one.number(-99, 99) for one in node["may_be"].items()), lambda moment: found
        )
    if "is" in node:
        yield compared(
            node["is"], node["is"].number(-99, 99), lambda moment: found[0] if len(found) == 1 else tuple(found)
        )


def _replacement(node: Node) -> Contribution:
    node.table((), REPLACEMENTS)
    if len(node.value) != 1:
        node.refuse(f"one of {', '.join(REPLACEMENTS)}")
    (word,) = node.value
    if word in ("becomes", "locked"):
        return Contribution(Operation(word), node[word].number(-9, 99), "case")
    if not node[word].flag():
        node[word].refuse("true")
    return Contribution(Operation(word), 0, "case")


def break_away(node: Node, opening: Opening) -> Iterator[Check]:
    """Whether a break-away roll succeeds that shows this face, modified so (HC-MOVE-07, -08)."""
    node.table({"break_away", "is"}, {"modifiers"})
    face = node["break_away"].number(1, 6)
    modifier = sum(one.number(-99, 99) for one in node["modifiers"].items()) if "modifiers" in node else 0
    needed = opening.extra.rules.break_away_at
    yield compared(node["is"], node["is"].flag(), lambda moment: gets_away(face, modifier, needed))
