"""What a case may ask the board: who touches, who sees, how far, where a move or a knock back leads.

{ line = ["A", "B"], verdict = "blocked", causes = ["HC-LOS-02"] }      { adjacent = ["A", "B"], is = true }
{ reach = "A", costs = { F9 = 3 }, may_not = ["H1"] }                   { distance = ["A", "B"], is = 5 }
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.board import Sight, Verdict, line_to_wall, reach
from companion.board.grid import GridBoard
from companion.board.lines import SightLine
from companion.board.spaces import Edge
from companion.casebook.expectations import compared
from companion.casebook.language import Check, Moment, Opening
from companion.core.ids import PieceId, SpaceId
from companion.documents import Node
from companion.games.heroclix.cases import knocks, reckonings, sums, things
from companion.games.heroclix.cases.cards import card
from companion.games.heroclix.cases.places import Place, place_of, two_places
from companion.games.heroclix.cases.squares import read_border, read_square, read_squares
from companion.games.heroclix.moves.gaits import policy_of

__all__ = ["KINDS", "questions"]


def questions(node: Node, opening: Opening) -> Iterator[Check]:
    """The checks of a list of questions, each of one kind."""
    for entry in node.items():
        if not isinstance(entry.value, dict):
            entry.refuse("a question, which is a table")
        kinds = [kind for kind in KINDS if kind in entry]
        if len(kinds) != 1:
            entry.refuse(f"one of the keys {', '.join(sorted(KINDS))}", f"{len(kinds)} of them")
        found = list(KINDS[kinds[0]](entry, opening))
        if not found:
            entry.refuse("a question with the answer that is expected", "a question alone")
        yield from found


def _adjacent(node: Node, opening: Opening) -> Iterator[Check]:
    node.table({"adjacent", "is"})
    one, other = two_places(node["adjacent"], opening)

    def find(moment: Moment) -> bool:
        board = moment.state.table.board
        return any(board.is_adjacent(a, b) for a in one(moment) for b in other(moment))

    yield compared(node["is"], node["is"].flag(), find)


def _adjacent_to(node: Node, opening: Opening) -> Iterator[Check]:
    node.table({"adjacent_to"}, {"are", "diagonal", "count"})
    place = place_of(node["adjacent_to"], opening)

    def around(moment: Moment) -> set[SpaceId]:
        here, board = place(moment), moment.state.table.board
        return {space for one in here for space in board.adjacent(one)} - {*here}

    def diagonal(moment: Moment) -> list[SpaceId]:
        board, here = moment.state.table.board, place(moment)
        return sorted(space for space in around(moment) if all(board.flanks(one, space) for one in here))

    yield from _squares(node, opening, {"are": lambda moment: sorted(around(moment)), "diagonal": diagonal})
    if "count" in node:
        yield compared(node["count"], node["count"].number(0, 9999), lambda moment: len(around(moment)))


def _squares(node: Node, opening: Opening, finds: Mapping[str, Callable[[Moment], Any]]) -> Iterator[Check]:
    for key, find in finds.items():
        if key in node:
            yield compared(node[key], sorted(read_squares(node[key], opening.extra.board)), find)


def _distance(node: Node, opening: Opening) -> Iterator[Check]:
    node.table({"distance", "is"})
    one, other = two_places(node["distance"], opening)

    def find(moment: Moment) -> int:
        board: GridBoard = moment.state.table.board
        return min(board.distance(a, b) for a in one(moment) for b in other(moment))

    yield compared(node["is"], node["is"].number(0, 999), find)


def _within(node: Node, opening: Opening) -> Iterator[Check]:
    node.table({"within", "of"}, {"are", "count"})
    most, place = node["within"].number(0, 999), place_of(node["of"], opening)

    def near(moment: Moment) -> list[SpaceId]:
        board, here = moment.state.table.board, place(moment)
        others = (space for space in board.spaces if space not in here)
        return sorted(space for space in others if min(board.distance(one, space) for one in here) <= most)

    yield from _squares(node, opening, {"are": near})
    if "count" in node:
        yield compared(node["count"], node["count"].number(0, 9999), lambda moment: len(near(moment)))


def _line(node: Node, opening: Opening) -> Iterator[Check]:
    node.table({"line"}, {"verdict", "range", "modifier", "crossed", "causes", "obstacles", "direct"})
    draw = _drawing(node["line"], opening)
    if "verdict" in node:
        yield compared(node["verdict"], node["verdict"].word(list(Verdict)), lambda moment: draw(moment).verdict)
    if "range" in node:
        yield compared(node["range"], node["range"].number(0, 999), lambda moment: draw(moment).range)
    if "modifier" in node:
        yield compared(node["modifier"], node["modifier"].number(0, 9), lambda moment: draw(moment).defense_modifier)
    if "crossed" in node:
        wanted = list(read_squares(node["crossed"], opening.extra.board))
        yield compared(node["crossed"], wanted, lambda moment: draw(moment).crossed)
    if "direct" in node:
        yield compared(node["direct"], node["direct"].flag(), lambda moment: _is_direct(draw(moment), moment))
    if "causes" in node:
        rules = sorted({one.text() for one in node["causes"].items()})
        yield compared(node["causes"], rules, lambda moment: sorted({one.rule for one in draw(moment).causes}))
    if "obstacles" in node:
        things = sorted({one.text() for one in node["obstacles"].items()})
        yield compared(node["obstacles"], things, lambda moment: sorted({_thing(one) for one in draw(moment).causes}))


def _is_direct(line: SightLine, moment: Moment) -> bool:
    return bool(moment.state.table.board.is_direct(line.start, line.end))


def _thing(cause: Any) -> str:
    return str(cause.piece or cause.square or "|".join(cause.edge or ()))


def _drawing(node: Node, opening: Opening) -> Callable[[Moment], SightLine]:
    ends = list(node.items())
    if len(ends) == 2 and isinstance(ends[1].value, str) and "|" in ends[1].value:
        return _to_wall(place_of(ends[0], opening), read_border(ends[1], opening.extra.board))
    one, other = two_places(node, opening)

    def draw(moment: Moment) -> SightLine:
        return _sight(moment).best(one(moment), other(moment))

    return draw


def _to_wall(start: Place, section: Edge) -> Callable[[Moment], SightLine]:
    return lambda moment: line_to_wall(_sight(moment), start(moment), section)


def _sight(moment: Moment) -> Sight:
    return Sight(moment.state.table.board, moment.state.occupancy(), moment.opening.extra.sight)


def _reach(node: Node, opening: Opening) -> Iterator[Check]:
    node.table({"reach"}, {"costs", "may", "may_not", "count", "broke_away"})
    mover, board = PieceId(node["reach"].word(opening.pieces)), opening.extra.board
    has_left = node["broke_away"].flag() if "broke_away" in node else True

    def costs(moment: Moment) -> Mapping[SpaceId, int]:
        state = moment.state
        who = state.occupant(state.piece(mover))
        found = reach(state.table.board, state.occupancy(), who, policy_of(who.abilities), broke_away=has_left)
        return found.costs

    def is_reached(space: SpaceId) -> Callable[[Moment], bool]:
        return lambda moment: space in costs(moment)

    def cost_of(space: SpaceId) -> Callable[[Moment], int | None]:
        return lambda moment: costs(moment).get(space)

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
    if key not in node:
        return ()
    return tuple(node[key].items()) if isinstance(node[key].value, list) else (node[key],)


KINDS: dict[str, Callable[[Node, Opening], Iterator[Check]]] = {
    "actions": sums.actions,
    "adjacent": _adjacent,
    "adjacent_to": _adjacent_to,
    "break_away": reckonings.break_away,
    "card": card,
    "directions": knocks.directions,
    "distance": _distance,
    "force": sums.force,
    "knock_back": knocks.knock_back,
    "line": _line,
    "reach": _reach,
    "terrain": things.terrain,
    "value": reckonings.value,
    "wall": things.wall,
    "within": _within,
}
