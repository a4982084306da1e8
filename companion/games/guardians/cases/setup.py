"""The opening of a case: a board written down, figures with their numbers, cards and tokens, how far the turn has come.

zones = { plaza = 4, street = 3 }   borders = ["plaza|street"]        or board = "glasshouse-row", or any board
pieces.A = { side = "red", at = "plaza.1", attack = 3, hand = ["roar"] }     cards.roar = { technique = { attack = 2 } }
pieces.n = { kind = "minion", at = "street.2", defense = 5 }           sites.machine = { at = "lab.1", mental = 5 }
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.board.loading import refuse_space_as_id
from companion.casebook import CaseContext, Opening
from companion.casebook.facts import refuse_idle
from companion.core.ids import PieceId, Seat
from companion.core.procedure import Teller
from companion.core.rules import Accepted, RulesSystem
from companion.documents import Node
from companion.games.guardians.cases.prelude import Prelude, texts
from companion.games.guardians.commands import BeginGame
from companion.games.guardians.content.content import Content, default_document, parse_content
from companion.games.guardians.content.kinds import STATS, Kind, Rank
from companion.games.guardians.play.goals import counters_of
from companion.games.guardians.scenario import FORMAT, MENACE, Scenario, check_names, parse_scenario
from companion.games.guardians.setup import (
    DIFFICULTY,
    FIRST_BOX,
    GUARDIANS,
    MODES,
    PAPERS,
    VERSUS,
    Enrolled,
    GuardiansSetUp,
)
from companion.games.guardians.state import Phase, State
from companion.games.guardians.system import Guardians

BOARD = ("zones", "borders", "adjacent", "walled", "doors", "lines", "orange")
SCENARIO = ("friends", "menace", "objectives", "articles", "deeds", "last_turn", "tie", "solo", "stock")
CONTENT = ("cards", "wounds", "sheets", "dice", "options")
TABLE = ("board", "pieces", "sides", "sites", "objects", "scenario", "mode", "difficulty", "phase", "round", "first")
KEYS = {*BOARD, *SCENARIO, *CONTENT, *TABLE, "active", "turn", "stack", "counters", "path", "met", "agreed"}
USUAL: dict[str, Any] = {"speed": 2, "attack": 3, "defense": 4, "mental": 3, "health": 4}
MINION_USUAL: dict[str, Any] = {"speed": 1, "attack": 2, "defense": 3, "health": 1}
SHEET_KEYS = {*STATS, "type", "power", "missions", "name"}
HERO_KEYS = {"hand", "left", "right", "discard", "removed", "added", "plus", "wounds", "mission", "achieved"}
HERO_KEYS |= {"article", "rank", "hero", "seat", "actions", "activated", "used"}
IN_ACTIVATION = {"left", "right", "actions", "activated"}  # of heroes, and of the set-up
TURN_KEYS = {"active", "turn", "stack"}
PIECE_KEYS = {*SHEET_KEYS, *HERO_KEYS, "side", "kind", "at", "damage", "tokens", "out", "sheet"}
GENERIC = "wound"


@dataclass(frozen=True)
class Extra:
    """The context for readers of commands and expectations, besides the state."""

    scenario: Scenario
    content: Content


def open_case(setup: Node, edition: Node, context: CaseContext) -> Opening:
    """The opening that a set-up describes."""
    setup.table({"pieces"}, KEYS)
    for part in ("cards", "wounds", "sheets", "objects", "sites", "sides", "articles"):
        for _, row in setup[part].entries() if part in setup else ():
            if not isinstance(row.value, dict) and not (part == "articles" and isinstance(row.value, str)):
                row.refuse("an object")
    if edition.value is not None:
        edition.word([FIRST_BOX])
    pieces = {name: _of_its_kind(setup, piece) for name, piece in setup["pieces"].entries()}
    for name, piece in pieces.items():
        piece.table((), PIECE_KEYS)
        _refuse_idle(setup, setup["pieces"][name], is_hero=not is_villain(piece))
    if setup["phase"].value == Phase.STRATEGY:
        refuse_idle(setup, TURN_KEYS, "the Strategy, in which nobody acts")
    content_document = _content(setup, pieces)
    content = parse_content(Node(setup.file, setup.place, content_document), is_checked=False)
    sides = _sides(setup, pieces)
    scenario_document = _scenario(setup, pieces, sides, content)
    node = Node(setup.file, setup.place, scenario_document)
    scenario = parse_scenario(node, content, is_checked=False)
    check_names(node, scenario, content, tuple(pieces))
    for name, piece in pieces.items():
        refuse_space_as_id(piece, name, scenario.ground.spaces)
    seats = tuple(dict.fromkeys(seat for _, group in sides for seat in group))
    game = GuardiansSetUp(
        FIRST_BOX,
        seats,
        sides,
        tuple(_heroes(pieces)),
        tuple(_papers(setup)),
        setup["mode"].word(MODES) if "mode" in setup else VERSUS,
        setup["difficulty"].word(DIFFICULTY) if "difficulty" in setup else "none",
        scenario_document,
        content_document,
        tuple(entry.text() for entry in setup["agreed"].items()) if "agreed" in setup else (),
    )
    system = context.find_rules(GUARDIANS, FIRST_BOX)
    assert isinstance(system, Guardians)
    t = Teller(system.initial_state(game), system.apply)
    Prelude(t, setup, pieces).tell()
    if "phase" in setup and setup["phase"].value == Phase.STRATEGY:
        begun = system.decide(t.state, BeginGame(t.state.captain(t.state.camps[0])))
        if not isinstance(begun, Accepted):
            broken = begun.violations[0]
            place = setup["pieces"][broken.at] if broken.at in pieces else setup["phase"]
            place.refuse(
                "a set-up that a game can begin with", f"what {broken.rule} forbids (companion rule {broken.rule})"
            )
        t.tell(*begun.events)
    named = resume_case(system, game, t.state)
    return replace(named, prelude=tuple(t.new), pieces=frozenset(map(PieceId, pieces)))


def resume_case(system: RulesSystem[Any], game: GuardiansSetUp, state: State) -> Opening:
    """The opening with this state, its names taken from there."""
    scenario, content = state.scenario, state.content
    told = (*scenario.sites, *dict(state.objects), *scenario.ground.doors, *state.camps, *counters_of(state))
    things = frozenset(map(PieceId, (*told, *(objective.id for objective in scenario.objectives))))
    names, later = frozenset(figure.id for figure in state.figures), tuple(f"{sheet}-" for sheet in content.sheets)
    return Opening(system, game, (), game.seats, names, FIRST_BOX, None, Extra(scenario, content), things, later)


def _of_its_kind(setup: Node, piece: Node) -> Node:
    """The piece with the kind of the sheet it names, where it says none itself."""
    if not isinstance(piece.value, dict) or "kind" in piece or "sheet" not in piece:
        return piece
    sheets = default_document()["sheets"] | (setup["sheets"].value if "sheets" in setup else {})
    kind = sheets.get(piece["sheet"].text(), {}).get("kind", "hero")
    return Node(piece.file, piece.place, {**piece.value, "kind": kind})


def _refuse_idle(setup: Node, piece: Node, *, is_hero: bool) -> None:
    """Refuse the keys of a piece that mean nothing: a villain has no cards, and before the Activation nobody acts."""
    if not is_hero:
        refuse_idle(piece, HERO_KEYS, "a villain")
    if "phase" in setup and setup["phase"].value != Phase.ACTIVATION:
        refuse_idle(piece, IN_ACTIVATION, "a hero before the Activation")
    if "hero" in piece and "sheet" in piece:
        piece["sheet"].refuse("either 'hero' or 'sheet'", "both")
    if "hero" in piece or "sheet" in piece:
        refuse_idle(piece, SHEET_KEYS, "a piece whose sheet says it")
    else:
        refuse_idle(piece, {"added"}, "a piece that is no hero by name, whose cards are those in its hand")


def is_villain(piece: Node) -> bool:
    """Whether the piece, or the sheet, is no hero."""
    return "kind" in piece and piece["kind"].word([*Kind, "villain"]) not in (Kind.HERO, Kind.TEAM_UP)


def _side_of(piece: Node) -> str:
    if "side" in piece:
        return piece["side"].text()
    return MENACE if is_villain(piece) else "red"


def _sides(setup: Node, pieces: dict[str, Node]) -> tuple[tuple[str, tuple[Seat, ...]], ...]:
    """The sides with players, in the order they are written, with their seats."""
    sides: dict[str, list[Seat]] = {name: [] for name, _ in setup["sides"].entries()} if "sides" in setup else {}
    for piece in pieces.values():
        if not is_villain(piece):
            side = _side_of(piece)
            seat = Seat(piece["seat"].text() if "seat" in piece else side)
            if seat not in sides.setdefault(side, []):
                sides[side].append(seat)
    if not sides:
        setup["pieces"].refuse("at least one hero", "a set-up without heroes")
    return tuple((name, tuple(seats) or (Seat(name),)) for name, seats in sides.items())


def _content(setup: Node, pieces: dict[str, Node]) -> dict[str, Any]:
    """The shipped content with what the case writes: cards, wounds, sheets made of the pieces' own numbers."""
    document = {part: dict(rows) for part, rows in default_document().items()}
    for part in ("cards", "options"):
        document[part] |= setup[part].value if part in setup else {}
    for name, row in setup["sheets"].entries() if "sheets" in setup else ():
        document["sheets"][name] = {**(MINION_USUAL if is_villain(row) else USUAL), **row.value}
    if "dice" in setup:
        document["dice"] |= {
            kind: {"faces": entry.value} if isinstance(entry.value, list) else entry.value
            for kind, entry in setup["dice"].entries()
        }
    document["wounds"] = dict(setup["wounds"].mapping) if "wounds" in setup else {GENERIC: {"copies": 16}}
    known = {*document["sheets"]}
    for name, piece in pieces.items():
        for key in ("hero", "sheet"):
            if key in piece:
                piece[key].word(known)
        if "hero" not in piece and "sheet" not in piece:
            document["sheets"][name] = _sheet(piece)
        for key in ("hand", "left", "right", "discard", "removed"):
            for entry in piece[key].items() if key in piece else ():
                card = document["cards"].get(entry.text())
                if card is None and entry.text() not in document["wounds"]:
                    entry.refuse("a card of setup.cards or setup.wounds, or a shipped one")
                if card is not None and "hero" not in card:
                    document["cards"][entry.text()] = {**card, "hero": name}
    owner = next((name for name, piece in pieces.items() if not is_villain(piece)), "")
    document["cards"] = {name: {"hero": owner, **card} for name, card in document["cards"].items()}
    document["objects"] = {**document["objects"], **_object_kinds(setup)}
    return document


def _sheet(piece: Node) -> dict[str, Any]:
    kind = piece["kind"].text() if "kind" in piece else "hero"
    kind = {"villain": "super_villain", "team_up": "hero"}.get(kind, kind)
    own = {key: piece[key].value for key in SHEET_KEYS if key in piece}
    if isinstance(own.get("name"), str):
        own["name"] = {"en": own["name"]}
    return {**(MINION_USUAL if is_villain(piece) else USUAL), **own, "kind": kind}


OBJECT_KEYS = {"at", "near", "type", "gone"}


def _object_kinds(setup: Node) -> dict[str, Any]:
    """The cards of objects that the case writes itself: whatever it says besides where they lie."""
    objects = setup["objects"].entries() if "objects" in setup else ()
    return {
        name: {key: value for key, value in entry.mapping.items() if key not in OBJECT_KEYS}
        for name, entry in objects
        if "type" not in entry
    }


def _scenario(
    setup: Node, pieces: dict[str, Node], sides: tuple[tuple[str, tuple[Seat, ...]], ...], content: Content
) -> dict[str, Any]:
    """The scenario that the case plays, as a document: a shipped one's words, or its own."""
    document: dict[str, Any] = {key: setup[key].value for key in SCENARIO if key in setup}
    if "board" in setup:
        document["board"] = setup["board"].value
    elif "zones" in setup:
        document["board"] = {key: setup[key].value for key in BOARD if key in setup}
    else:
        setup.refuse("a board: 'zones', or 'board'", "neither")
    written = dict(setup["sides"].entries()) if "sides" in setup else {}
    document["sides"] = {}
    for name, _ in sides:
        keys = ("start", "heroes")
        entry = written.get(name)
        document["sides"][name] = {key: entry[key].value for key in keys if entry is not None and key in entry}
    document["villains"] = [
        {
            "id": name,
            "sheet": piece["sheet"].text() if "sheet" in piece else name,
            "at": piece["at"].value or "",
            "side": _side_of(piece),
        }
        for name, piece in pieces.items()
        if is_villain(piece)
    ]
    document["objects"] = [
        {"id": name, "type": entry["type"].value or name, "at": entry["at"].text(), "near": entry["near"].value or []}
        for name, entry in (setup["objects"].entries() if "objects" in setup else ())
    ]
    document["sites"] = {name: _site(entry) for name, entry in (setup["sites"].entries() if "sites" in setup else ())}
    document["articles"] = {
        name: {"size": article} if isinstance(article, str) else article
        for name, article in document.get("articles", {}).items()
    }
    document["solo"] = document.get("solo", setup["mode"].value == "solo" if "mode" in setup else False)
    return {"format": FORMAT, "id": "case", **document}


SITE_KEYS = {"at", "tests", "name", "side", "stays", "blocks"}


def _site(node: Node) -> dict[str, Any]:
    """A place with its tests: a list of them, or in short ``mental = 5, attack = 8``."""
    node.table({"at"}, {*SITE_KEYS, *STATS, "direct", "failures", "tokens", "passed", "success", "failure"})
    tests = [test.value for test in node["tests"].items()] if "tests" in node else []
    shared = {key: node[key].value for key in ("direct", "success", "failure") if key in node}
    tests += [{"stat": stat, "difficulty": node[stat].value, **shared} for stat in STATS if stat in node]
    return {key: node[key].value for key in SITE_KEYS & node.mapping.keys()} | {"tests": tests}


def _heroes(pieces: dict[str, Node]) -> Iterator[Enrolled]:
    for name, piece in pieces.items():
        if is_villain(piece):
            continue
        side = _side_of(piece)
        seat = Seat(piece["seat"].text() if "seat" in piece else side)
        hero = piece["hero"].text() if "hero" in piece else piece["sheet"].text() if "sheet" in piece else name
        rank = piece["rank"].word(list(Rank)) if "rank" in piece else "hero"
        team_up = "kind" in piece and piece["kind"].text() == Kind.TEAM_UP
        yield Enrolled(PieceId(name), seat, side, hero, rank, team_up, texts(piece, "removed"), texts(piece, "added"))


def _papers(setup: Node) -> Iterator[tuple[str, str]]:
    for name, entry in setup["sides"].entries() if "sides" in setup else ():
        entry.table((), {"paper", "articles", "start", "heroes"})
        if "paper" in entry:
            yield name, entry["paper"].word(PAPERS)
