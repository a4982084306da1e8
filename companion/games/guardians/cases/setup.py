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
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.procedure import Teller
from companion.core.rules import Accepted, RulesSystem
from companion.documents import Node
from companion.games.guardians import events as ev
from companion.games.guardians import pages
from companion.games.guardians.apply import less
from companion.games.guardians.commands import BeginGame
from companion.games.guardians.content.content import Content, default_document, parse_content
from companion.games.guardians.content.kinds import STATS, Kind, Rank
from companion.games.guardians.play.goals import counters_of
from companion.games.guardians.play.turns import HERO_ACTIONS
from companion.games.guardians.play.values import action_count
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

PUT = RuleId("GC-SETUP-07")
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
PHASES = ("waiting", "strategy", "activation")
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
    _Prelude(t, setup, pieces).tell()
    if "phase" in setup and setup["phase"].value == Phase.STRATEGY:
        begun = system.decide(t.state, BeginGame(t.state.captain(t.state.camps[0])))
        if not isinstance(begun, Accepted):
            setup["phase"].refuse(
                "a set-up that a game can begin with", ", ".join(one.rule for one in begun.violations)
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
        yield Enrolled(PieceId(name), seat, side, hero, rank, team_up, _texts(piece, "removed"), _texts(piece, "added"))


def _papers(setup: Node) -> Iterator[tuple[str, str]]:
    for name, entry in setup["sides"].entries() if "sides" in setup else ():
        entry.table((), {"paper", "articles", "start", "heroes"})
        if "paper" in entry:
            yield name, entry["paper"].word(PAPERS)


def _texts(node: Node, key: str) -> tuple[str, ...]:
    if key not in node:
        return ()
    return tuple(entry.text() for entry in node[key].items())


class _Prelude:
    """The events that bring the situation about."""

    def __init__(self, t: Teller[State], setup: Node, pieces: dict[str, Node]) -> None:
        self.t, self.setup, self.pieces = t, setup, pieces
        self.phase = setup["phase"].word(PHASES) if "phase" in setup else "activation"

    def tell(self) -> None:
        """Put everything where the case has it, then let the turn come as far as it says."""
        taken: dict[str, str] = {}
        for name, piece in self.pieces.items():
            at = piece["at"].text() if "at" in piece else ""
            if at and at not in self.t.state.ground.spaces:
                piece["at"].refuse(f"a space of the board: {', '.join(self.t.state.ground.spaces)}")
            if at and at in taken:
                piece["at"].refuse("a space of its own (GC-MAP-03)", f"{at}, where {taken[at]} stands")
            taken[at] = name
            self._piece(PieceId(name), piece, at)
        self.t.tell(*(ev.KnockedOut(PieceId(name), None, PUT) for name in self.pieces if self._flag(name, "out")))
        self._board()
        if self.phase == "activation":
            self._turn()
        elif self.phase == "strategy":
            self._before()
        else:
            for key in ("round", "first", "active", "turn", "stack"):
                if key in self.setup:
                    self.setup[key].refuse("a phase in which it counts: strategy or activation", self.phase)
        for name, piece in self.pieces.items():
            self._in_turn(PieceId(name), piece)

    def _piece(self, name: PieceId, piece: Node, at: str) -> None:
        t, figure = self.t, self.t.state.who(name)
        if at and figure.at != at:
            t.tell(ev.Moved(name, SpaceId(at), 0, PUT))
        if figure.is_hero:
            hand, laid, discard = self._cards(name, piece)
            t.tell(ev.HandMade(name, hand + laid, _texts(piece, "removed")))
            if (deck := less(t.state.wounds, hand + laid + discard)) != t.state.wounds:
                t.tell(ev.WoundsShuffled(deck))
            if discard:
                t.tell(ev.CardsDiscarded(name, discard))
        if "damage" in piece:
            t.tell(ev.Damaged(name, piece["damage"].number(0, 99), None, PUT))
        if "mission" in piece or (figure.is_main and self.phase == "strategy"):
            t.tell(ev.MissionDrawn(name, str(piece["mission"].value or "-")))
        if self._flag(name, "achieved"):
            t.tell(pages.MissionAchieved(name))
        if "article" in piece:
            t.tell(pages.HeroArticlePlaced(figure.side, name, piece["article"].word({"blue", "red"}), PUT))

    def _cards(self, name: PieceId, piece: Node) -> tuple[tuple[str, ...], ...]:
        """The cards it keeps in hand, those it lays now, and its discard: each written card is one of its own."""
        laid = _texts(piece, "left") + _texts(piece, "right") if self.phase == "activation" else ()
        discard, hand = _texts(piece, "discard"), _texts(piece, "hand")
        if "hand" not in piece and "hero" in piece:  # the deck, without what lies elsewhere
            hand = less(self.t.state.who(name).hand, laid + discard + _texts(piece, "removed"))
        wounds = (next(iter(self.t.state.content.wounds)),) * (piece["wounds"].number(0, 9) if "wounds" in piece else 0)
        return hand + wounds, laid, discard

    def _board(self) -> None:
        t, setup = self.t, self.setup
        for name, entry in setup["sites"].entries() if "sites" in setup else ():
            failures = entry["failures"].value if "failures" in entry else {}
            stats = [test.stat for test in t.state.scenario.sites[name].tests]
            counts = failures if isinstance(failures, dict) else dict.fromkeys(stats[:1], failures)
            hero = next(iter(t.state.heroes())).id
            for stat, count in counts.items():
                t.tell(*[ev.FailureTokenPlaced(name, stat, hero)] * count)
            for what, amount in entry["tokens"].entries() if "tokens" in entry else ():
                t.tell(ev.SiteTokenPlaced(name, what, amount.number(-9, 9)))
            if "passed" in entry and entry["passed"].flag():
                t.tell(ev.SitePassed(name, stats[0], hero))
        for name, entry in setup["objects"].entries() if "objects" in setup else ():
            if "gone" in entry and entry["gone"].flag():
                t.tell(ev.ObjectRemoved(PieceId(name)))
        for name, entry in setup["sides"].entries() if "sides" in setup else ():
            for article in entry["articles"].items() if "articles" in entry else ():
                article.word(t.state.scenario.articles)
                t.tell(pages.ArticleWon(name, article.text(), PUT))
        for name, entry in setup["counters"].entries() if "counters" in setup else ():
            t.tell(ev.StoryCounted(name, entry.number(-99, 99)))
        for name in _texts(setup, "met"):
            t.tell(pages.ObjectiveMet("", name, PUT))
        t.tell(*(ev.PathLaid(place) for place in _texts(setup, "path")))

    def _before(self) -> None:
        """The turns before the one whose Strategy begins, and who was the First Group in the last of them."""
        t, setup = self.t, self.setup
        if "first" in setup:
            t.tell(ev.InitiativeSettled(setup["first"].word(t.state.camps), (), (), PUT))
        if "round" in setup:
            t.tell(ev.GameTurnBegan(setup["round"].number(1, 99) - 1), ev.PhaseBegan(Phase.WAITING.value))

    def _turn(self) -> None:
        """The Activation of a turn, with somebody active and the others' cards still to come."""
        t, setup = self.t, self.setup
        t.tell(ev.GameTurnBegan(setup["round"].number(1, 99) if "round" in setup else 1))
        heroes = [hero for hero in t.state.heroes() if not self._flag(hero.id, "activated")]
        key = "active" if "active" in setup else "turn"
        active = setup[key].word([hero.id for hero in heroes]) if key in setup else heroes[0].id if heroes else ""
        for camp in t.state.camps:
            order = tuple(hero.id for hero in heroes if hero.side == camp and hero.id != active)
            if "stack" in setup and camp in setup["stack"]:
                order = tuple(PieceId(one.word(self.pieces)) for one in setup["stack"][camp].items())
            t.tell(ev.StackLaid(camp, order))
        t.tell(ev.PhaseBegan(Phase.ACTIVATION.value))
        for name, piece in self.pieces.items():
            if any(laid := (_texts(piece, "left"), _texts(piece, "right"))):
                t.tell(ev.CardsRevealed(PieceId(name), *laid))
        first = setup["first"].word(t.state.camps) if "first" in setup else t.state.camps[0]
        t.tell(ev.InitiativeSettled(first, (), (), PUT))
        for name, piece in self.setup["pieces"].entries():
            if name != active:
                refuse_idle(piece, {"actions"}, "a hero that is not the active one")
        if active:
            piece, hero = self.pieces[active], t.state.who(active)
            usual = action_count(t.state, hero, HERO_ACTIONS)
            t.tell(ev.Activated(hero.id, piece["actions"].number(0, 9) if "actions" in piece else usual))

    def _flag(self, name: str, key: str) -> bool:
        return key in self.pieces[name] and self.pieces[name][key].flag()

    def _in_turn(self, name: PieceId, piece: Node) -> None:
        t = self.t
        for stat, amount in piece["tokens"].entries() if "tokens" in piece else ():
            if stat not in STATS:
                amount.refuse(f"one of {', '.join(STATS)} as key", f"the key {stat!r}")
            t.tell(ev.ModifierPlaced(name, stat, amount.number(-9, 9)))
        if "plus" in piece:
            t.tell(ev.TokensRevealed(name, _texts(piece, "plus")))
        for card in _texts(piece, "used"):
            t.tell(ev.PowerPlayed(name, card))
