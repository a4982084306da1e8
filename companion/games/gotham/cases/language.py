"""The case language of Gotham City Chronicles: commands, expectations, questions about the rules' numbers.

{ distance = ["a", "c"], is = 2 }     { cost = "A", to = "b", is = 3, terms = { difficult = 2 } }
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import partial, reduce
from operator import or_
from typing import Any

from companion.casebook import CaseLanguage, Check, Moment, Opening
from companion.casebook.facts import answered, compared, questions, texts
from companion.casebook.language import Checks
from companion.casebook.spelling import Spelling, spell_commands
from companion.core.catalogue import Catalogue
from companion.core.commands import CoreCommand
from companion.core.ids import PieceId, Seat, SpaceId, ZoneId
from companion.core.reckoning import Reckoning
from companion.documents import Node
from companion.games.gotham import commands as cm
from companion.games.gotham.actions.blasts import landings, second_zones
from companion.games.gotham.asked.targets import is_protected, sees, targets_of
from companion.games.gotham.board import WAYS
from companion.games.gotham.cases import facts
from companion.games.gotham.cases.setup import SETUP_KEYS, open_case, resume_case
from companion.games.gotham.chances import successes, wounds
from companion.games.gotham.content.content import DATA
from companion.games.gotham.content.settings import MELEE, RANGED, Settings
from companion.games.gotham.content.sheets import CARD_KEYS
from companion.games.gotham.content.skills import spelled
from companion.games.gotham.face.facts import FACTS, TERM_WORDS, named_terms
from companion.games.gotham.face.words import FAMILIES
from companion.games.gotham.figures import PLACES
from companion.games.gotham.moves import cost_of, fee, way_of
from companion.games.gotham.scenario.boards import LIMIT_KEYS, ZONE_KEYS
from companion.games.gotham.scenario.pieces import PIECE_KEYS
from companion.games.gotham.setup import CHRONICLES, GOTHAM
from companion.games.gotham.state import State
from companion.games.gotham.steps.base import dangerous_levels, rough_levels, smoke_between
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.levels import level
from companion.games.gotham.verbs import VERBS

Answer = Callable[[State], Any]
Read = Callable[[Node, Opening], Answer]


def _zone(node: Node, opening: Opening) -> ZoneId:
    return ZoneId(node.word(opening.extra.state.board.zones))


def _two_zones(node: Node, opening: Opening) -> tuple[ZoneId, ZoneId]:
    zones = [_zone(entry, opening) for entry in node.items()]
    if len(zones) != 2:
        node.refuse("two zones")
    return zones[0], zones[1]


def _piece(node: Node, opening: Opening) -> PieceId:
    if node.text() not in opening.pieces:
        node.refuse(f"a piece of the set-up ({', '.join(sorted(opening.pieces))})")
    return PieceId(node.text())


def _plain(given: tuple[str, ...], read: Read) -> Checks:
    """A question with the one answer ``is``."""

    def checks(node: Node, opening: Opening) -> Iterator[Check]:
        node.table({key for key in given if not key.endswith("?")}, {*(key.rstrip("?") for key in given), "is"})
        find = read(node, opening)
        return answered(node, given, {"is": (lambda entry: entry.value, lambda moment: find(moment.state))})

    return checks


def _listed(given: tuple[str, ...], read: Read) -> Checks:
    """A question with the answer ``are``, in whatever order."""

    def checks(node: Node, opening: Opening) -> Iterator[Check]:
        node.table({key for key in given if not key.endswith("?")}, {*(key.rstrip("?") for key in given), "are"})
        find = read(node, opening)
        return answered(node, given, {"are": (texts, lambda moment: sorted(find(moment.state)))})

    return checks


def _distance(node: Node, opening: Opening) -> Answer:
    zones = _two_zones(node["distance"], opening)
    return lambda state: found if (found := state.board.distance(*zones)) is not None else False


def _sight(node: Node, opening: Opening) -> Answer:
    zones = _two_zones(node["sight"], opening)
    return lambda state: sees(state, *zones)


def _adjacent(node: Node, opening: Opening) -> Answer:
    zones = _two_zones(node["adjacent"], opening)
    return lambda state: state.board.are_adjacent(*zones)


def _smoke(node: Node, opening: Opening) -> Answer:
    zones = _two_zones(node["smoke"], opening)
    return lambda state: smoke_between(state, *zones)


def _level(node: Node, opening: Opening) -> Answer:
    piece, skill = _piece(node["level"], opening), spelled(opening.extra.state.content.skills, node["of"]).id
    using = tuple(entry.text() for entry in node["using"].items()) if "using" in node else ()
    return lambda state: level(state, piece, skill, using)


def _terrain(key: str, count: Callable[[State, PieceId, ZoneId], int]) -> Checks:
    def read(node: Node, opening: Opening) -> Answer:
        piece, zone = _piece(node[key], opening), _zone(node["in"], opening)
        return lambda state: count(state, piece, zone)

    return _plain((key, "in"), read)


def _protected(node: Node, opening: Opening) -> Answer:
    piece = _piece(node["protected"], opening)
    return lambda state: is_protected(state, piece)


def _targets(node: Node, opening: Opening) -> Answer:
    piece = _piece(node["targets"], opening)
    kind = node["kind"].word((MELEE, RANGED)) if "kind" in node else MELEE
    return lambda state: targets_of(state, Deed(kind, piece))


def _seconds(node: Node, opening: Opening) -> Answer:
    zone = _zone(node["second_zones"], opening)
    return lambda state: second_zones(state, zone)


def _landings(node: Node, opening: Opening) -> Answer:
    start, to = _two_zones(node["landings"], opening)
    successes = node["successes"].number(0, 99)
    return lambda state: landings(state, start, to, successes)


def _chances(node: Node, opening: Opening) -> Answer:
    dice = opening.extra.state.content.dice
    pool = [dice[entry.word(dice)] for entry in node["chances"].items()]
    guard = [dice[entry.word(dice)] for entry in node["against"].items()] if "against" in node else []
    again = node["again"].number(0, 9) if "again" in node else 0
    change = node["change"].number(-99, 99) if "change" in node else 0
    found = wounds(successes(pool, again), successes(guard), change)
    return lambda state: {str(number): str(chance) for number, chance in found.items()}


def _cost(node: Node, opening: Opening) -> Iterator[Check]:
    """Check the cost of a Movement now, with its terms; false where there is no such way."""
    node.table({"cost", "to"}, {"way", "is", "terms"})
    piece, to = _piece(node["cost"], opening), _zone(node["to"], opening)
    way = node["way"].word(WAYS) if "way" in node else ""

    def found(state: State) -> tuple[str, Reckoning] | None:
        start = state.zone_of(piece)
        kind = way_of(state, piece, start, to, way)
        return None if kind is None else (kind[0], cost_of(state, piece, start, to, *kind))

    def value(moment: Moment) -> Any:
        cost = found(moment.state)
        return cost[1].value + fee(cost[0]) if cost else False

    def parts(moment: Moment) -> Any:
        cost = found(moment.state)
        return named_terms(moment.state, cost[1].parts) if cost else {}

    if "is" in node:
        yield compared(node["is"], node["is"].value, value)
    if "terms" in node:
        yield from facts.terms(node["terms"], parts)


QUESTIONS: Mapping[str, Checks] = {
    "distance": _plain(("distance",), _distance),
    "sight": _plain(("sight",), _sight),
    "adjacent": _plain(("adjacent",), _adjacent),
    "smoke": _plain(("smoke",), _smoke),
    "level": _plain(("level", "of", "using?"), _level),
    "difficult": _terrain("difficult", rough_levels),
    "dangerous": _terrain("dangerous", dangerous_levels),
    "protected": _plain(("protected",), _protected),
    "targets": _listed(("targets", "kind?"), _targets),
    "second_zones": _listed(("second_zones",), _seconds),
    "landings": _listed(("landings", "successes"), _landings),
    "cost": _cost,
    "chances": _plain(("chances", "against?", "again?", "change?"), _chances),
}


def _readers(opening: Opening) -> Mapping[Any, Callable[[Node], Any]]:
    def thing(node: Node) -> PieceId:
        return PieceId(node.text()) if opening.has(node.text()) else _piece(node, opening)

    return {
        PieceId: thing,
        ZoneId: lambda node: _zone(node, opening),
        SpaceId: lambda node: SpaceId(_zone(node, opening)),
        Seat: lambda node: Seat(node.word(opening.seats)),
    }


def _to_act(state: State) -> Seat:
    """Return the seat for a command without a piece: the first one whose turn it is and that has not ended it."""
    waiting = (seat for seat in state.table.seats if seat in state.flow.active and seat not in state.ended)
    return next(waiting, state.table.seats[0])


COMMANDS = reduce(or_, VERBS, CoreCommand)  # as a union
SPELLINGS = {
    cm.BeginMission: Spelling("begin"),
    cm.DeclareState: Spelling("declare"),
    cm.ActivateTile: Spelling("activate"),
    cm.Breathe: Spelling("breath"),
    cm.CommandTile: Spelling("command"),
    cm.UseTactician: Spelling("tactician"),
}
GOTHAM_CASES = CaseLanguage(
    system=GOTHAM,
    editions=(CHRONICLES,),
    catalogues=lambda: (Catalogue.from_toml(DATA / "rules-chronicles.toml"),),
    data=DATA,
    commands=spell_commands(COMMANDS, SPELLINGS),
    expectations={
        "pieces": facts.pieces,
        "tokens": facts.tokens,
        "broken": facts.broken,
        "numbers": facts.numbers,
        "river": facts.flag_or(lambda moment: list(moment.state.river)),
        "tile": facts.flag_or(lambda moment: moment.state.tile),
        "done": facts.flag_or(lambda moment: list(moment.state.done)),
        "moving": facts.flag_or(lambda moment: moment.state.moving),
        "commanding": facts.flag_or(lambda moment: moment.state.commanding),
        "questions": partial(questions, QUESTIONS),
    },
    words={
        "setup": SETUP_KEYS,
        "setup.zones": ZONE_KEYS,
        "setup.borders": LIMIT_KEYS,
        "setup.pieces": PIECE_KEYS,
        "setup.cards": CARD_KEYS,
        "setup.settings": {entry.name for entry in fields(Settings)},
        "expect.pieces": {*FACTS, *facts.WORDS, *PLACES},
        "expect.numbers": {*facts.NUMBERS, *facts.NUMBER_KEYS, *TERM_WORDS},
        "expect.questions": QUESTIONS,
    },
    open=open_case,
    resume=resume_case,
    sight=lambda start, end, verdict: {"sight": [start, end], "is": verdict != "blocked"},
    readers=_readers,
    to_act=_to_act,
    families=(*FAMILIES, "die"),
)
