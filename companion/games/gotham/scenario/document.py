"""A whole scenario read: its board, its figures, its tasks and ends, and where the game stands when it begins.

document ──> content ──> board ──> pieces ──> the state before the first event
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.core.flow import Flow
from companion.core.ids import Seat, ZoneId
from companion.documents import Node
from companion.games.gotham.board import Board
from companion.games.gotham.content.content import KEYS as CONTENT_KEYS
from companion.games.gotham.content.content import Content, laid_over, parse_content, shipped_document, sorted_entries
from companion.games.gotham.content.names import parse_names
from companion.games.gotham.content.settings import MANIPULATION, THOUGHT, TOKENS
from companion.games.gotham.content.skills import spelled
from companion.games.gotham.figures import HEROES, VILLAINS, Figure
from companion.games.gotham.scenario.boards import BOARD_KEYS, parse_board
from companion.games.gotham.scenario.pieces import VILLAIN_SEAT, Brought, parse_pieces
from companion.games.gotham.state import HERO_TURN, SETUP, STATES, VILLAIN_TURN, End, State, Table, Task, Token
from companion.games.gotham.steps.conditions import CONDITIONS

FORMAT = "tablewright/gotham@1"
PHASES = (SETUP, STATES, HERO_TURN, VILLAIN_TURN)
OWN_KEYS = {"name", "pieces", "river", "tokens", "tasks", "ends", "phase", "turn", "round"}
DOCUMENT_KEYS = OWN_KEYS | BOARD_KEYS | CONTENT_KEYS
ENDS = ("task", "neutralised", "all_neutralised", "round_over")  # in the order in which people are told of them
MOST = 99  # the largest number of a task; more is taken for a slip of the pen


@dataclass(frozen=True)
class Scenario:
    """A document read: the table, and the state it begins in."""

    table: Table
    state: State


def parse_scenario(node: Node) -> Scenario:
    """The scenario in a document; faults are refused with their place."""
    node.table({"pieces"}, DOCUMENT_KEYS | {"format"})
    own = {key: node[key].value for key in CONTENT_KEYS if key in node}
    document = laid_over(shipped_document(), own)
    content = parse_content(Node(node.file, node.place, document), tuple(CONDITIONS))
    board, broken = parse_board(node)
    brought = parse_pieces(node["pieces"], content, board, document.get("sheets", {}))
    content = replace(content, sheets=brought.sheets)
    seats = dict.fromkeys(figure.seat for figure in brought.figures if figure.side == HEROES)
    table = Table(
        parse_names(node),
        board,
        content,
        (*(seat for seat in seats if seat != VILLAIN_SEAT), VILLAIN_SEAT),
        VILLAIN_SEAT,
        dict(_tasks(node["tasks"], content, board)) if "tasks" in node else {},
        tuple(_ends(node["ends"], brought)) if "ends" in node else (),
    )
    for end, entry in zip(table.ends, node["ends"].items() if "ends" in node else (), strict=True):
        if any(word == "task" and name not in table.tasks for word, name in end.when):
            entry["when"].refuse(f"a task of the scenario: {', '.join(table.tasks) or 'it has none'}")
    river = _river(node, brought, content)
    state = State(table, Flow(), brought.figures, river, tuple(_tokens(node, board)), broken)
    return Scenario(table, _begun(node, state))


def _tasks(node: Node, content: Content, board: Board) -> Iterator[tuple[str, Task]]:
    for name, entry in sorted_entries(node):
        entry.table({"action"}, {"difficulty", "zone", "skills", "side", "again", "name"})
        yield (
            name,
            Task(
                name,
                entry["action"].word((MANIPULATION, THOUGHT)),
                entry["difficulty"].number(0, MOST) if "difficulty" in entry else None,
                ZoneId(entry["zone"].word(board.zones)) if "zone" in entry else None,
                tuple(spelled(content.skills, row).id for row in entry["skills"].items()) if "skills" in entry else (),
                entry["side"].word((HEROES, VILLAINS)) if "side" in entry else HEROES,
                entry["again"].flag() if "again" in entry else False,
                parse_names(entry),
            ),
        )


def _ends(node: Node, brought: Brought) -> Iterator[End]:
    for entry in node.items():
        entry.table({"winner", "when"})
        entry["when"].table((), set(ENDS))
        if not entry["when"].value:
            entry["when"].refuse(f"one of {', '.join(sorted(ENDS))}, with what it is about")
        if "neutralised" in entry["when"]:
            entry["when"]["neutralised"].word({figure.id for figure in brought.figures})
        if "all_neutralised" in entry["when"]:
            entry["when"]["all_neutralised"].word((HEROES, VILLAINS))
        yield End(
            entry["winner"].word((HEROES, VILLAINS)),
            tuple((word, str(entry["when"][word].value)) for word in ENDS if word in entry["when"]),
        )


def _river(node: Node, brought: Brought, content: Content) -> tuple[str, ...]:
    """The tiles in their row: as told, then the tiles of the villains who are there."""
    told = [entry.word(brought.sheets) for entry in node["river"].items()] if "river" in node else []
    if len(set(told)) < len(told):
        node["river"].refuse("every tile once")
    villains = [figure for figure in brought.figures if figure.side == VILLAINS and figure.commander is None]
    return tuple(dict.fromkeys((*told, *(tile for figure in villains for tile in figure.sheets))))


def _tokens(node: Node, board: Board) -> Iterator[Token]:
    """``{ b = ["flame", { kind = "gas", age = 1 }] }``, or a list of tables with ``zone``."""
    if "tokens" not in node:
        return
    if isinstance(node["tokens"].value, list):
        for entry in node["tokens"].items():
            entry.table({"kind", "zone"}, {"age", "count"})
            yield from _token(entry, ZoneId(entry["zone"].word(board.zones)))
        return
    for zone, row in sorted_entries(node["tokens"]):
        if zone not in board.zones:
            row.refuse(f"a zone of the board: {', '.join(board.zones)}", f"the key {zone!r}")
        for entry in row.items():
            if isinstance(entry.value, dict):
                yield from _token(entry.table({"kind"}, {"age", "count"}), ZoneId(zone))
            else:
                yield Token(entry.word(TOKENS), ZoneId(zone))


def _token(node: Node, zone: ZoneId) -> Iterator[Token]:
    count = node["count"].number(1, MOST) if "count" in node else 1
    token = Token(node["kind"].word(TOKENS), zone, node["age"].number(0, MOST) if "age" in node else 0)
    yield from (token for _ in range(count))


def _begun(node: Node, state: State) -> State:
    """The state at the part of the round that is named; ``turn`` may be a figure, whose tile is activated then."""
    phase = node["phase"].word(PHASES) if "phase" in node else SETUP
    number = node["round"].number(0, MOST) if "round" in node else 0 if phase == SETUP else 1
    turn = node["turn"].value if "turn" in node else ""
    if "turn" in node:
        by_tile = {figure.sheets[-1]: figure for figure in state.figures if figure.side == VILLAINS}
        named = {HEROES, VILLAINS, *(figure.id for figure in state.figures), *by_tile}
        node["turn"].word(named)
        actor = state.find(turn) or by_tile.get(turn)
        phase = VILLAIN_TURN if turn == VILLAINS or (actor is not None and actor.side == VILLAINS) else HERO_TURN
        number = max(number, 1)
        if actor is not None and actor.side == VILLAINS:
            state = opened(state, actor)
    side = VILLAINS if phase == VILLAIN_TURN else HEROES
    active = frozenset[Seat]() if phase == SETUP else frozenset(state.seats_of(side))
    figures = tuple(
        replace(figure, state="") if figure.is_hero and phase in (SETUP, STATES) else figure for figure in state.figures
    )
    return replace(state, flow=Flow(number, phase, int(phase != SETUP), active), figures=figures)


def opened(state: State, actor: Figure) -> State:
    """The state while that figure's tile is activated."""
    tile = max(actor.sheets, key=lambda name: state.river.index(name) if name in state.river else -1)
    figures = tuple(
        replace(figure, activated=not figure.over) if tile in figure.sheets and figure.commander is None else figure
        for figure in state.figures
    )
    return replace(state, figures=figures, tile=tile, activated=(tile,))


def missing_keys(document: Mapping[str, object]) -> list[str]:
    """Return the keys that a playable scenario needs and this one lacks: a name, and an end."""
    return [key for key in ("name", "ends") if key not in document]
