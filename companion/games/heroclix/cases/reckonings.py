"""Values that a case may have reckoned, or read off a base and a card.

{ value = 9, modifiers = [2, 2, 1], is = 12 }      { value = 9, replacements = [{ becomes = 12 }], may_be = [12] }
{ break_away = 4, modifiers = [-1], is = false }   { card = "A", bolts = 2, traits = ["Lamplit"] }
{ actions = 250, is = 2 }      { force = { figures = [{ figure = "lq001" }] }, points = 300, total = 60 }
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.casebook import Check, Moment, Opening
from companion.casebook.facts import Find, Read, answered, listed, number, texts
from companion.core.ids import PieceId
from companion.core.reckoning import Contribution, Operation
from companion.documents import Node
from companion.games.heroclix.figures.figure import Figure, ring_of, set_symbol_of
from companion.games.heroclix.forces.files import FORMAT, parse_force
from companion.games.heroclix.forces.rules import action_total, check_force
from companion.games.heroclix.moves.movement import gets_away
from companion.games.heroclix.state.state import Piece, State
from companion.games.heroclix.values import outcomes

REPLACEMENTS = ("becomes", "doubled", "halved", "locked")


def value(node: Node, opening: Opening) -> Iterator[Check]:
    """A printed value, replaced, then modified (HC-VAL-02, -06, -08, -15); ``may_be`` is every result that the order of
    the replacements may bring, of which the controller chooses."""
    node.table({"value"}, {"is", "may_be", "modifiers", "minimum", "becomes", "halved", "replacements"})
    parts = [_replacement(entry) for entry in listed(node, "replacements")]
    if ("becomes" in node) + ("halved" in node) + bool(parts) > 1:
        node.refuse("one of 'becomes', 'halved' and 'replacements'", "several")
    if "becomes" in node:
        parts.append(Contribution(Operation.BECOMES, node["becomes"].number(-9, 99), "case"))
    if "halved" in node and node["halved"].flag():
        parts.append(Contribution(Operation.HALVED, 0, "case"))
    modifiers = (entry.number(-99, 99) for entry in listed(node, "modifiers"))
    parts += [Contribution(Operation.MODIFIED, amount, "case") for amount in modifiers]
    least = node["minimum"].number(0, 99) if "minimum" in node else 0
    found = sorted(outcome.value for outcome in outcomes(node["value"].number(-9, 99), parts, minimum=least))
    answers: dict[str, tuple[Read, Find]] = {
        "may_be": (lambda entry: sorted(one.number(-99, 99) for one in entry.items()), lambda moment: found),
        "is": (number(-99, 99), lambda moment: found[0] if len(found) == 1 else tuple(found)),
    }
    return answered(node, ("value", "modifiers?", "minimum?", "becomes?", "halved?", "replacements?"), answers)


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
    face, modifier = node["break_away"].number(1, 6), sum(one.number(-99, 99) for one in listed(node, "modifiers"))
    gets = gets_away(face, modifier, opening.extra.rules.break_away_at)
    return answered(node, ("break_away", "modifiers?"), {"is": (Node.flag, lambda moment: gets)})


def actions(node: Node, opening: Opening) -> Iterator[Check]:
    """The action total of a build total (HC-ACT-01)."""
    total = action_total(node["actions"].number(1, 99999))
    return answered(node, ("actions",), {"is": (number(0, 999), lambda moment: total)})


def force(node: Node, opening: Opening) -> Iterator[Check]:
    """The check of a force, written as in a force file without its format (HC-TEAM)."""
    node.table({"force", "points"}, {"legal", "total", "actions_a_turn", "violations"})
    if not isinstance(node["force"].value, dict):
        node["force"].refuse("a force: an object with 'figures'")
    document = Node(node.file, node["force"].place, {"format": FORMAT, **node["force"].mapping})
    force = parse_force(document, opening.extra.figures, opening.extra.cards)
    found = check_force(force, node["points"].number(1, 99999))
    answers: dict[str, tuple[Read, Find]] = {
        "legal": (Node.flag, lambda moment: found.is_legal),
        "total": (number(0, 99999), lambda moment: found.total),
        "actions_a_turn": (number(0, 999), lambda moment: found.actions),
        "violations": (texts, lambda moment: sorted({broken.rule for broken in found.violations})),
    }
    return answered(node, ("force", "points"), answers)


# what is printed on a base and a card (HC-DIAL-03, -10)

CARD: Mapping[str, Callable[[State, Piece, Figure], Any]] = {
    "name": lambda state, piece, figure: figure.name,
    "set": lambda state, piece, figure: figure.set,
    "number": lambda state, piece, figure: figure.collector_number,
    "set_symbol": lambda state, piece, figure: set_symbol_of(figure) or "",
    "ring": lambda state, piece, figure: ring_of(figure) or "",
    "range": lambda state, piece, figure: figure.range,
    "bolts": lambda state, piece, figure: figure.targets,
    "points": lambda state, piece, figure: sorted(figure.points),
    "keywords": lambda state, piece, figure: sorted(figure.keywords),
    "team_abilities": lambda state, piece, figure: sorted(figure.team_abilities),
    "traits": lambda state, piece, figure: sorted(one.name for one in figure.specials if one.slot == "trait"),
    "specials": lambda state, piece, figure: sorted(one.name for one in figure.specials if one.slot != "trait"),
    "abilities": lambda state, piece, figure: sorted(state.abilities(piece)),
}


def card(node: Node, opening: Opening) -> Iterator[Check]:
    name = PieceId(node["card"].word(opening.pieces))
    return answered(node, ("card",), {key: (_printed(key), _looking(name, key)) for key in CARD})


def _printed(key: str) -> Read:
    def read(node: Node) -> Any:
        if key in ("range", "bolts"):
            return node.number(0, 999)
        if key == "points":
            return sorted(cost.number(0, 9999) for cost in node.items())
        return sorted(entry.text() for entry in node.items()) if isinstance(node.value, list) else node.text()

    return read


def _looking(name: PieceId, key: str) -> Find:
    def find(moment: Moment) -> Any:
        piece = moment.state.piece(name)
        return CARD[key](moment.state, piece, moment.state.figure(piece))

    return find
