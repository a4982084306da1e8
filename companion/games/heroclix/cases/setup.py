"""The opening of a case: the set-up of a record, and the events that bring its situation about.

first player · play · round ── figures on their squares ── dials, tokens, scores ── the turn begins
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.board.grid import GridBoard
from companion.board.loading import format_map, refuse_space_as_id
from companion.board.meeting import SightRules
from companion.board.squares import parse_square
from companion.casebook import CaseContext, Opening
from companion.casebook.facts import refuse_idle
from companion.casebook.squares import read_squares
from companion.core.ids import EditionId, FigureId, PieceId, Seat, SpaceId
from companion.documents import Node
from companion.games.heroclix.cases import brought, ground, pieces
from companion.games.heroclix.cases.brought import read_objects
from companion.games.heroclix.cases.ground import read_ground, read_other_maps
from companion.games.heroclix.cases.pieces import Effects
from companion.games.heroclix.cases.standing import Entry, begin, refuse_crowds, refuse_empty_hands
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.editions.lines import SIGHT
from companion.games.heroclix.figures.collection import id_at_hand, load_figures
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.forces.cards import FORMAT as CARDS
from companion.games.heroclix.forces.cards import Cards, load_cards, parse_cards
from companion.games.heroclix.forces.setup import HEROCLIX, Enlisted, GameSetUp
from companion.games.heroclix.state.state import MOST_TOKENS, State
from companion.games.heroclix.system import HeroClix

KEYS = {
    *("pieces", "figures", "seats", "turn", "round", "first_player", "build_total", "round_limit", "phase", "scores"),
    *brought.KEYS,
    "cards",
}
PIECE_KEYS = {"side", "at", "figure", "start", "click", "tokens", "ko", "stirred", "feats"}
CORE = EditionId("core")


@dataclass(frozen=True)
class Extra:
    """The context for expectations of this game, besides the state."""

    board: GridBoard
    sight: SightRules
    rules: Edition  # of the edition that is played
    objects: frozenset[PieceId]
    figures: Mapping[FigureId, Figure]  # those at hand: the shipped ones and those of the case, by their short names
    cards: Cards  # those a force of the case may bring


def open_case(setup: Node, edition: Node, context: CaseContext) -> Opening:
    """The opening that a set-up describes."""
    setup = _with_named_pieces(setup.table({"map"}, {*ground.KEYS, *KEYS}))
    chosen = EditionId(edition.word(SIGHT)) if edition.value is not None else CORE
    rules = context.find_rules(HEROCLIX, chosen)
    system = rules or context.find_rules(HEROCLIX, CORE)
    assert isinstance(system, HeroClix)
    names = [name for name, _ in setup["pieces"].entries()] if "pieces" in setup else []
    land = read_ground(setup, names, context)
    effects = Effects(system.edition.powers)
    figures = {**load_figures(), **_figures(setup, effects)}
    entries = [_read_piece(setup["pieces"][name], name, land, figures, effects) for name in names]
    edition_played = effects.over(system.edition)
    system = system if edition_played is system.edition else HeroClix(edition_played)
    refuse_crowds(setup, entries, land.board)
    seats = _seats(setup, entries)
    things = read_objects(setup, land.board, names, seats)
    refuse_empty_hands(things, setup, entries, system.edition)
    forces = tuple(one.enlisted for one in entries)
    build_total = setup["build_total"].number(1, 99999) if "build_total" in setup else 300
    game = GameSetUp(
        chosen if rules else CORE,
        build_total,
        seats,
        forces,
        format_map(land.board),
        setup["round_limit"].number(1, 999) if "round_limit" in setup else None,
        tactics=brought.read_tactics(setup, forces, things, seats, build_total),
        other_maps=tuple(format_map(one) for one in read_other_maps(setup, land.board, context)),
    )
    unplayable = None if rules else f"no command: of the edition {chosen} only questions about the board are answered"
    objects = frozenset(one.item.id for one in things)
    extra = Extra(land.board, SIGHT[chosen], system.edition, objects, figures, _cards(setup))
    prelude = (*begin(setup, entries, seats, things), *brought.begun_events(setup, game.tactics))
    named = frozenset(map(PieceId, names))
    return Opening(system, game, prelude, seats, named, chosen, unplayable, extra, objects)


def resume_case(system: HeroClix, game: GameSetUp, state: State) -> Opening:
    """The opening with this state, its names taken from there."""
    edition, sight = system.edition, SIGHT[game.edition]
    objects = frozenset(item.id for item in game.tactics.objects)
    extra = Extra(state.table.board, sight, edition, objects, load_figures(), load_cards())
    names = frozenset(piece.id for piece in state.pieces)
    return Opening(system, game, (), game.seats, names, game.edition, None, extra, objects)


def _with_named_pieces(setup: Node) -> Node:
    """The set-up with its pieces by id, when they are listed as in a position file (``id``, ``squares``)."""
    if "pieces" not in setup or not isinstance(setup["pieces"].value, list):
        return setup
    named: dict[str, Any] = {}
    for entry in setup["pieces"].items():
        if not isinstance(entry.value, dict) or "id" not in entry:
            entry.refuse("a piece, which is an object with 'id'")
        name = entry["id"].text()
        if name in named or not name:
            entry["id"].refuse("an id of its own")
        if "squares" in entry and "at" in entry:
            entry["squares"].refuse("either 'at' or 'squares'", "both")
        named[name] = {"at" if key == "squares" else key: value for key, value in entry.mapping.items() if key != "id"}
    return Node(setup.file, setup.place, {**setup.mapping, "pieces": named})


def _cards(setup: Node) -> Cards:
    """The shipped cards, or those written under ``cards`` as in a cards file."""
    if "cards" not in setup:
        return load_cards()
    return parse_cards(Node(setup.file, setup["cards"].place, {"format": CARDS, **setup["cards"].mapping}))


def _figures(setup: Node, effects: Effects) -> dict[FigureId, Figure]:
    written = setup["figures"].entries() if "figures" in setup else ()
    read = (
        (FigureId(name), pieces.read_figure(node.table((), pieces.KEYS), name, effects=effects.read(node)))
        for name, node in written
    )
    return {name: replace(figure, id=name) for name, figure in read}


def _seats(setup: Node, entries: list[Entry]) -> tuple[Seat, ...]:
    sides = tuple(dict.fromkeys(one.enlisted.seat for one in entries))
    if "seats" not in setup:
        return sides if len(sides) > 1 else tuple(dict.fromkeys((*sides, Seat("red"), Seat("blue"))))[:2]
    seats = tuple(Seat(one.text()) for one in setup["seats"].items())
    if len(set(seats)) != len(seats) or len(seats) < 2:
        setup["seats"].refuse("two or more seats, each once")
    for place, entry in enumerate(entries):
        if entry.enlisted.seat not in seats:
            name = list(setup["pieces"].value)[place]
            setup["pieces"][name]["side"].refuse(f"one of {', '.join(seats)}")
    return seats


def _read_piece(
    node: Node, name: str, land: ground.Ground, figures: Mapping[FigureId, Figure], effects: Effects
) -> Entry:
    node.table({"side"}, {*PIECE_KEYS, *pieces.KEYS})
    refuse_space_as_id(node, name, land.board)
    spaces = read_squares(node["at"], land.board) if "at" in node else land.drawn.get(name, ())
    if "at" in node and name in land.drawn:
        node["at"].refuse("a piece drawn on the map, or its squares", "both")
    dimensions = _dimensions(node, spaces)
    if "figure" in node:
        own = sorted(pieces.KEYS & node.mapping.keys())
        if own:
            node[own[0]].refuse("no value beside 'figure', whose dial it is", f"the key {own[0]!r}")
        known = id_at_hand(node["figure"].text(), figures)
        if known is None:
            node["figure"].refuse("the id of a shipped figure, or of one under setup.figures")
        figure = figures[known]
        if spaces and sorted(dimensions) != sorted(figure.dimensions):
            node["at"].refuse(f"a base of {figure.dimensions[0]} x {figure.dimensions[1]} squares", ", ".join(spaces))
    else:
        figure = pieces.read_figure(node, name, dimensions, effects.read(node))
    if node["ko"].value is True:
        refuse_idle(node, {"tokens", "stirred"}, "a piece that is knocked out")
    elif not spaces:
        refuse_idle(node, {"stirred"}, "a piece off the map")
    start = node["start"].number(1, 99) if "start" in node else figure.dial[0].number
    line = next((line for line in figure.starting_lines if line.click == start), None)
    if line is None:
        node["start"].refuse("the click of a starting line")
    assert line is not None
    clicks = [click.number for click in figure.dial]
    points = line.points if line.points is not None else max(figure.points, default=0)
    return Entry(
        Enlisted(PieceId(name), Seat(node["side"].text()), figure, start, points),
        spaces,
        node["click"].number(min(clicks), max(clicks)) if "click" in node else start,
        node["tokens"].number(0, MOST_TOKENS) if "tokens" in node else 0,
        node["ko"].flag() if "ko" in node else False,
        node["stirred"].flag() if "stirred" in node else False,
    )


def _dimensions(node: Node, spaces: tuple[SpaceId, ...]) -> tuple[int, int]:
    if not spaces:
        return (1, 1)
    columns, rows = zip(*(parse_square(space) for space in spaces), strict=True)
    wide, tall = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    if wide * tall != len(spaces):  # HC-MULTI-01
        node["at"].refuse("squares that make one rectangle", ", ".join(spaces))
    return wide, tall
