"""The opening of a case: a scenario document in small, with what a case need not say filled in.

zones = ["a", "b"]                                   in a row, in sight of each other; left out, those the pieces name
pieces.A = { cubes = 8, at = "a", skills = { martial_arts = 2 } }      a hero, since it has cubes
pieces.B = { life = 2, at = "a", defense = 1 }                         somebody of a tile
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from companion.casebook import CaseContext, Opening
from companion.casebook.facts import refuse_idle
from companion.core.ids import PieceId
from companion.core.rules import RulesSystem
from companion.documents import Node, parse_json
from companion.games.gotham.by_hand import HANDS
from companion.games.gotham.content.settings import FATIGUE, MANIPULATION, MELEE, RANGED, THOUGHT, WOUNDS
from companion.games.gotham.content.sheets import HERO, SHEET_KEYS
from companion.games.gotham.figures import Figure
from companion.games.gotham.scenario.document import DOCUMENT_KEYS, parse_scenario
from companion.games.gotham.setup import CHRONICLES, GOTHAM, MissionSetUp
from companion.games.gotham.state import SETUP, STATES, State

USUAL = {MELEE: "red", RANGED: "red", MANIPULATION: "red", THOUGHT: "red"}  # dice of a piece that says nothing
NAMED = ("tile", "tiles")  # a piece of a tile, or of a screen by name, brings its own
SETUP_KEYS = DOCUMENT_KEYS - {"format"}
OF_HEROES = {"fatigue", "state", "saturation", "cubes"}  # keys that mean nothing of a tile
OF_TILES = {"lost", "over", "acted", "life", "commander"}


@dataclass(frozen=True)
class Extra:
    """The context for readers of commands, besides the names."""

    state: State


def open_case(setup: Node, edition: Node, context: CaseContext) -> Opening:
    """The opening that a set-up describes."""
    setup.table({"pieces"}, SETUP_KEYS)
    if edition.value is not None:
        edition.word([CHRONICLES])
    document = {**setup.mapping, "pieces": {name: _piece(entry) for name, entry in setup["pieces"].entries()}}
    if "map" in setup:
        document["map"] = _map(setup["map"], context)
    elif "zones" not in setup:
        places = [entry.get("at") for entry in document["pieces"].values() if isinstance(entry, dict)]
        document["zones"] = list(dict.fromkeys(place for place in places if isinstance(place, str))) or ["here"]
    zones = document.get("zones")
    first = next(iter(zones), "here") if isinstance(zones, list | dict) else None
    for entry in document["pieces"].values():
        if isinstance(entry, dict) and first is not None:
            entry.setdefault("at", first)
    if "phase" not in setup and "turn" not in setup:
        document["turn"] = "heroes"
    if "phase" in setup and "turn" in setup:
        setup["turn"].refuse("either 'phase' or 'turn'", "both")
    state = parse_scenario(Node(setup.file, setup.place, document)).state
    for name, entry in setup["pieces"].entries():
        _refuse_idle(entry, state.who(name), state.flow.phase)
    system = context.find_rules(GOTHAM, CHRONICLES)
    assert system is not None
    game = MissionSetUp(CHRONICLES, state.table.seats, document)
    return resume_case(system, game, state)


def resume_case(system: RulesSystem[Any], game: MissionSetUp, state: State) -> Opening:
    """The opening with this state, its names taken from there."""
    pieces = frozenset(figure.id for figure in state.figures)
    friends = (figure.friend for figure in state.figures if figure.friend)
    walls = [pair for pair, limit in state.board.limits.items() if limit.is_wall]
    either_way = ("|".join(one) for pair in walls for one in (pair, pair[::-1]))
    named = (*HANDS.things(state), *either_way, *state.content.sheets, *state.content.cards, *friends)
    things = frozenset(map(PieceId, named))
    later = tuple(f"{tile}-" for tile in state.content.sheets)
    return Opening(system, game, (), state.table.seats, pieces, CHRONICLES, None, Extra(state), things, later)


def _piece(node: Node) -> Any:
    """A piece with the dice it has when it does not say so."""
    if not isinstance(node.value, dict):
        node.refuse("a piece, which is a table")
    if any(key in node for key in NAMED) or isinstance(node["hero"].value, str):
        return dict(node.mapping)
    return {**USUAL, **node.mapping}


def _refuse_idle(node: Node, figure: Figure, phase: str) -> None:
    """Refuse the keys of a piece that mean nothing: a hero has cubes and a state, a tile Life Points and a turn."""
    named = [key for key in NAMED if key in node] + (["hero"] if isinstance(node["hero"].value, str) else [])
    if len(named) > 1:
        node[named[1]].refuse(f"either {named[0]!r} or {named[1]!r}", "both")
    refuse_idle(node, OF_TILES if figure.is_hero else OF_HEROES, "a hero" if figure.is_hero else "a tile")
    if node["hero"].value is False or (node["hero"].value is True and node["kind"].value not in (None, HERO)):
        node["hero"].refuse("true, or the name of a screen, of a hero alone")
    if not figure.is_hero and named:
        refuse_idle(node, SHEET_KEYS - {"side"}, "a piece whose tile says it")
    if "lost" in node and "wounds" in node:
        node["wounds"].refuse("either 'lost' or 'wounds'", "both")
    for key in (WOUNDS, FATIGUE):
        if key in node and isinstance(node["cubes"].value, dict) and key in node["cubes"]:
            node[key].refuse(f"either {key!r} or 'cubes.{key}'", "both")
    if phase in (SETUP, STATES) and node["state"].value:
        refuse_idle(node, {"state"}, "a hero who has still to declare it")


def _map(node: Node, context: CaseContext) -> Any:
    """A shipped map by its name, a file by its path, or the map itself."""
    if not isinstance(node.value, str):
        return node.value
    shipped = files("companion.games.gotham") / "data" / "maps" / f"{node.value}.json"
    if shipped.is_file():
        return parse_json(shipped.read_text(encoding="utf-8"), node.value).value
    return context.load_map(node.value)
