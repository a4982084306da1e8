"""Questions that a case may ask the board: who touches, who sees, how far, where a move or a knock back leads.

{ line = ["A", "B"], verdict = "blocked", causes = ["HC-LOS-02"] }      { adjacent = ["A", "B"], is = true }
{ reach = "A", costs = { F9 = 3 }, may_not = ["H1"] }                   { distance = ["A", "B"], is = 5 }
{ knock_back = "B", from = "A", squares = 3, path = ["C1", "D1"], stop = "wall", damage = 1 }
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.board import Sight, Verdict, line_to_wall, reach
from companion.board.lines import SightLine
from companion.board.spaces import Terrain
from companion.casebook import Check, Moment, Opening
from companion.casebook.facts import Find, Read, answered, compared, listed, number, texts
from companion.casebook.language import Checks
from companion.casebook.squares import read_border, read_square, read_squares, spell
from companion.core.ids import PieceId, SpaceId
from companion.documents import Node
from companion.games.heroclix.cases import knocks, reckonings
from companion.games.heroclix.cases.knocks import board_of, place_of, sorted_squares, squares_in_order, two_places
from companion.games.heroclix.moves.gaits import policy_of

# near and far


def _adjacent(node: Node, opening: Opening) -> Iterator[Check]:
    start, end = two_places(node["adjacent"], opening)

    def find(moment: Moment) -> bool:
        return any(board_of(moment).is_adjacent(a, b) for a in start(moment) for b in end(moment))

    return answered(node, ("adjacent",), {"is": (Node.flag, find)})


def _adjacent_to(node: Node, opening: Opening) -> Iterator[Check]:
    place = place_of(node["adjacent_to"], opening)

    def around(moment: Moment) -> set[SpaceId]:
        here = place(moment)
        return {space for square in here for space in board_of(moment).adjacent(square)} - {*here}

    def diagonal(moment: Moment) -> list[SpaceId]:
        here, board = place(moment), board_of(moment)
        return sorted(space for space in around(moment) if all(board.flanks(square, space) for square in here))

    squares = sorted_squares(opening)
    answers: dict[str, tuple[Read, Find]] = {
        "are": (squares, lambda moment: sorted(around(moment))),
        "diagonal": (squares, diagonal),
        "count": (number(0, 9999), lambda moment: len(around(moment))),
    }
    return answered(node, ("adjacent_to",), answers)


def _distance(node: Node, opening: Opening) -> Iterator[Check]:
    start, end = two_places(node["distance"], opening)

    def find(moment: Moment) -> int:
        return min(board_of(moment).distance(a, b) for a in start(moment) for b in end(moment))

    return answered(node, ("distance",), {"is": (number(0, 999), find)})


def _within(node: Node, opening: Opening) -> Iterator[Check]:
    most, place = node["within"].number(0, 999), place_of(node["of"], opening)

    def near(moment: Moment) -> list[SpaceId]:
        board, here = board_of(moment), place(moment)
        others = (space for space in board.spaces if space not in here)
        return sorted(space for space in others if min(board.distance(square, space) for square in here) <= most)

    answers: dict[str, tuple[Read, Find]] = {
        "are": (sorted_squares(opening), near),
        "count": (number(0, 9999), lambda moment: len(near(moment))),
    }
    return answered(node, ("within", "of"), answers)


# lines


def _line(node: Node, opening: Opening) -> Iterator[Check]:
    draw = _drawing(node["line"], opening)
    answers: dict[str, tuple[Read, Find]] = {
        "verdict": (lambda entry: entry.word(list(Verdict)), lambda moment: draw(moment).verdict),
        "range": (number(0, 999), lambda moment: draw(moment).range),
        "modifier": (number(0, 9), lambda moment: draw(moment).defense_modifier),
        "crossed": (squares_in_order(opening), lambda moment: draw(moment).crossed),
        "direct": (Node.flag, lambda moment: board_of(moment).is_direct(draw(moment).start, draw(moment).end)),
        "causes": (texts, lambda moment: sorted({cause.rule for cause in draw(moment).causes})),
        "obstacles": (
            lambda entry: sorted(map(spell, texts(entry))),
            lambda moment: sorted({_obstacle(cause) for cause in draw(moment).causes}),
        ),
    }
    return answered(node, ("line",), answers)


def _obstacle(cause: Any) -> str:
    return str(cause.piece or cause.square or "|".join(cause.edge or ()))


def _drawing(node: Node, opening: Opening) -> Callable[[Moment], SightLine]:
    """The line between two places, or from one to a wall section."""
    ends = list(node.items())
    if len(ends) == 2 and isinstance(ends[1].value, str) and "|" in ends[1].value:
        place, section = place_of(ends[0], opening), read_border(ends[1], opening.extra.board)
        return lambda moment: line_to_wall(_sight(moment), place(moment), section)
    start, end = two_places(node, opening)
    return lambda moment: _sight(moment).best(start(moment), end(moment))


def _sight(moment: Moment) -> Sight:
    return Sight(board_of(moment), moment.state.occupancy(), moment.opening.extra.sight)


# moves and knock back


def _reach(node: Node, opening: Opening) -> Iterator[Check]:
    node.table({"reach"}, {"costs", "may", "may_not", "count", "broke_away"})
    mover, board = PieceId(node["reach"].word(opening.pieces)), opening.extra.board
    has_left = node["broke_away"].flag() if "broke_away" in node else True

    def costs(moment: Moment) -> Mapping[SpaceId, int]:
        state = moment.state
        who = state.occupant(state.piece(mover))
        return reach(board_of(moment), state.occupancy(), who, policy_of(who.abilities), broke_away=has_left).costs

    def cost_of(space: SpaceId) -> Find:
        return lambda moment: costs(moment).get(space)

    def is_reached(space: SpaceId) -> Find:
        return lambda moment: space in costs(moment)

    for square, cost in node["costs"].entries() if "costs" in node else ():
        space = read_square(Node(node.file, cost.place, square), board)
        yield compared(cost, cost.number(0, 999), cost_of(space))
    may = set(read_squares(node["may"], board)) if "may" in node else set()
    for key, answer in (("may", True), ("may_not", False)):
        for entry in _entries(node, key):
            for space in read_squares(entry, board):
                if not answer and space in may:
                    entry.refuse("no square that 'may' names too")
                yield compared(entry, answer, is_reached(space))
    if "count" in node:
        yield compared(node["count"], node["count"].number(0, 9999), lambda moment: len(costs(moment)))


def _entries(node: Node, key: str) -> tuple[Node, ...]:
    return listed(node, key) if isinstance(node.mapping.get(key, []), list) else (node[key],)


# the ground now


def _terrain(node: Node, opening: Opening) -> Iterator[Check]:
    """Check the terrain of a square now: its kinds, none when it is clear."""
    space = read_square(node["terrain"], opening.extra.board)

    def read(entry: Node) -> list[str]:
        return sorted(kind.word([terrain.value for terrain in Terrain]) for kind in entry.items())

    def find(moment: Moment) -> list[str]:
        return sorted(terrain.value for terrain in board_of(moment).tile(space).terrain)

    return answered(node, ("terrain",), {"is": (read, find)})


def _wall(node: Node, opening: Opening) -> Iterator[Check]:
    """Whether a wall stands on a border now."""
    border = read_border(node["wall"], opening.extra.board)
    return answered(node, ("wall",), {"stands": (Node.flag, lambda moment: border in board_of(moment).walls)})


KINDS: Mapping[str, Checks] = {
    "actions": reckonings.actions,
    "adjacent": _adjacent,
    "adjacent_to": _adjacent_to,
    "break_away": reckonings.break_away,
    "card": reckonings.card,
    "directions": knocks.directions,
    "distance": _distance,
    "force": reckonings.force,
    "knock_back": knocks.knock_back,
    "line": _line,
    "reach": _reach,
    "terrain": _terrain,
    "value": reckonings.value,
    "wall": _wall,
    "within": _within,
}
