"""The case language of Guardians' Chronicles: commands, expectations of the state, questions of odds.

expect.pieces.A = { damage = 1, at = "plaza.2", hand = ["roar"] }     expect.sides.red = { score = 3 }
{ pool = ["A", "n"], is = { combat = 3, power = 2 } }                 { chance = { combat = 2 }, needs = 2, is = "1/4" }
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial, reduce
from itertools import pairwise
from operator import or_
from typing import Any

from companion.casebook import CaseLanguage, Check, Moment, Opening
from companion.casebook.facts import Find, answered, compared, questions
from companion.casebook.language import Checks
from companion.casebook.spelling import Spelling, spell_commands
from companion.core.catalogue import Catalogue
from companion.core.commands import CoreCommand
from companion.core.ids import PieceId, Seat, SpaceId
from companion.documents import Node
from companion.games.guardians import commands as cm
from companion.games.guardians.cases.facts import pieces, sides, sites
from companion.games.guardians.cases.setup import (
    KEYS,
    OBJECT_KEYS,
    PIECE_KEYS,
    SITE_KEYS,
    open_case,
    resume_case,
)
from companion.games.guardians.content.content import DATA
from companion.games.guardians.content.dice import COMBAT, KINDS, POW, POWER, TEST, chance_of_hit, chance_to_pass
from companion.games.guardians.content.kinds import STATS
from companion.games.guardians.content.verbs import DEEDS, EFFECTS, MOMENTS, WHOM
from companion.games.guardians.face.facts import FIGURE, SIDE
from companion.games.guardians.play import trials, ways
from companion.games.guardians.play.attack import manner_of
from companion.games.guardians.play.goals import score
from companion.games.guardians.play.turns import PLANNING
from companion.games.guardians.play.values import current, forbidden, pool_of
from companion.games.guardians.setup import FIRST_BOX, GUARDIANS
from companion.games.guardians.state import State
from companion.games.guardians.verbs import ANSWERS, VERBS


def _table(find: Callable[[State, str], Any], read: Callable[[Node], Any] = lambda node: node.value) -> Checks:
    """Things by name, each with the one value that is expected of it."""

    def checks(node: Node, opening: Opening) -> Iterator[Check]:
        for name, wanted in node.entries():
            yield compared(wanted, read(wanted), partial(lambda name, moment: find(moment.state, name), name))

    return checks


def _alone(find: Callable[[State], Any]) -> Checks:
    def checks(node: Node, opening: Opening) -> Iterator[Check]:
        yield compared(node, node.value, lambda moment: find(moment.state))

    return checks


def _scores(node: Node, opening: Opening) -> Iterator[Check]:
    for name, wanted in node.entries():
        if name not in dict(opening.setup.sides):
            wanted.refuse(f"one of {', '.join(dict(opening.setup.sides))} as key", f"the key {name!r}")
    return _table(score)(node, opening)


# questions


def _question(
    given: tuple[str, ...], find: Callable[[Node, Opening], Find], read: Callable[[Node], Any] | None = None
) -> Checks:
    """A question with the one answer ``is``."""

    def checks(node: Node, opening: Opening) -> Iterator[Check]:
        node.table({key for key in given if not key.endswith("?")}, {*(key.rstrip("?") for key in given), "is"})
        return answered(node, given, {"is": (read or (lambda entry: entry.value), find(node, opening))})

    return checks


def _who(node: Node, opening: Opening) -> str:
    if not opening.has(node.value):
        node.refuse(f"a piece of the set-up ({', '.join(sorted(opening.pieces))})")
    return node.text()


def _pair(node: Node, opening: Opening) -> tuple[str, str]:
    ends = [_who(entry, opening) for entry in node.items()]
    if len(ends) != 2:
        node.refuse("two pieces")
    return ends[0], ends[1]


def _reach(entry: Node, opening: Opening) -> Find:
    piece = _who(entry["reach"], opening)

    def find(moment: Moment) -> list[SpaceId]:
        state, figure = moment.state, moment.state.who(piece)
        return [] if any(forbidden(state, figure, "move")) else sorted(ways.destinations(state, figure))

    return find


def _zones(entry: Node, opening: Opening) -> Find:
    piece = _who(entry["zones"], opening)
    return lambda moment: sorted(ways.zones_in_reach(moment.state, moment.state.who(piece)))


def _pool(entry: Node, opening: Opening) -> Find:
    attacker, target = _pair(entry["pool"], opening)
    manner = entry["manner"].word({"melee", "ranged"}) if "manner" in entry else ""

    def find(moment: Moment) -> Any:
        figure, foe = moment.state.who(attacker), moment.state.who(target)
        return pool_of(moment.state, figure, manner_of(moment.state, figure, foe, manner), foe)

    return find


def _odds(entry: Node, opening: Opening) -> Find:
    piece, site = _who(entry["odds"], opening), entry["site"].word(opening.extra.scenario.sites)
    stat = entry["stat"].word(STATS) if "stat" in entry else ""

    def find(moment: Moment) -> Any:
        test = trials.test_of(moment.state.scenario.sites[site], stat)
        if test is None:
            return "no such test"
        found = trials.odds(moment.state, moment.state.who(piece), test, site)
        told = {"dice": found.dice, "limit": found.limit, "chance": str(found.chance)}
        wanted = entry["is"].value if isinstance(entry["is"].value, dict) else told
        return {key: told.get(key) for key in wanted}

    return find


def _counts(node: Node) -> dict[str, int]:
    return {kind: count.number(0, 99) for kind, count in node.table((), KINDS).entries()}


def _chance(entry: Node, opening: Opening) -> Find:
    pool = _counts(entry["chance"])
    if TEST in pool:
        limit = entry["at_most"].number(0, 99)
        return lambda moment: str(chance_to_pass(moment.state.content.dice[TEST], pool[TEST], limit))
    needed = entry["needs"].number(0, 99)
    return lambda moment: str(chance_of_hit(moment.state.content.dice, pool, needed))


def _distribution(entry: Node, opening: Opening) -> Find:
    """Find the exact chance of each total; with POW up to ``up_to``, as there is no end to it."""
    pool = _counts(entry["distribution"])
    most = entry["up_to"].number(0, 60) if "up_to" in entry else 6

    def find(moment: Moment) -> Any:
        dice = moment.state.content.dice
        if TEST in pool:
            at_most = [chance_to_pass(dice[TEST], pool[TEST], total) for total in range(-1, pool[TEST] * 9 + 1)]
            exact = {total: after - before for total, (before, after) in enumerate(pairwise(at_most))}
        else:
            least = [chance_of_hit(dice, pool, total) for total in range(most + 2)]
            exact = {total: least[total] - least[total + 1] for total in range(most + 1)}
        return {str(total): str(chance) for total, chance in exact.items() if chance}

    return find


def _fractions(node: Node) -> Any:
    if isinstance(node.value, dict):
        return {str(key): _fractions(entry) for key, entry in node.entries()}
    try:
        return str(Fraction(str(node.value)))
    except (ValueError, ZeroDivisionError):
        node.refuse("a fraction as in '3/8'")


def _line(entry: Node, opening: Opening) -> Find:
    ends = [end.text() for end in entry["line"].items()]
    if len(ends) != 2:
        entry["line"].refuse("a piece, and a piece or a space")
    melee = entry["melee"].flag() if "melee" in entry else False
    spared = entry["using"].text() if "using" in entry else ""
    asked = entry["is"].value

    def find(moment: Moment) -> Any:
        figure, target = moment.state.who(ends[0]), moment.state.find(ends[1])
        to = target.at if target is not None else SpaceId(ends[1])
        causes = ways.line_causes(moment.state, figure, to, melee=melee, target=target, spared=spared)
        rules = [str(rule) for rule, _ in causes]
        if asked in ("clear", "blocked"):
            return "blocked" if rules else "clear"
        return rules if isinstance(asked, list) else rules[0] if len(rules) == 1 else rules or "clear"

    return find


def _adjacent(entry: Node, opening: Opening) -> Find:
    one, other = _pair(entry["adjacent"], opening)
    return lambda moment: ways.is_adjacent(moment.state, moment.state.who(one), moment.state.who(other))


def _value(entry: Node, opening: Opening) -> Find:
    piece, stat = _who(entry["value"], opening), entry["of"].word(STATS)
    terms = isinstance(entry["is"].value, str)

    def find(moment: Moment) -> Any:
        found = current(moment.state, moment.state.who(piece), stat)
        return str(found) if terms else found.value

    return find


QUESTIONS: Mapping[str, Checks] = {
    "reach": _question(("reach",), _reach, lambda node: sorted(entry.text() for entry in node.items())),
    "zones": _question(("zones",), _zones, lambda node: sorted(entry.text() for entry in node.items())),
    "pool": _question(("pool", "manner?"), _pool, lambda node: {COMBAT: 0, POWER: 0} | _counts(node)),
    "odds": _question(("odds", "site", "stat?"), _odds),
    "chance": _question(("chance", "needs?", "at_most?"), _chance, _fractions),
    "distribution": _question(("distribution", "up_to?"), _distribution, _fractions),
    "line": _question(("line", "melee?", "using?"), _line),
    "adjacent": _question(("adjacent",), _adjacent),
    "value": _question(("value", "of"), _value),
}


# commands


def _readers(opening: Opening) -> Mapping[Any, Callable[[Node], Any]]:
    spaces = opening.extra.scenario.ground.spaces

    def thing(entry: Node) -> PieceId:
        if not opening.has(entry.text()):
            entry.refuse(f"something of the set-up ({', '.join(sorted(opening.pieces | opening.things))})")
        return PieceId(entry.text())

    def space(entry: Node) -> SpaceId:
        if entry.text() not in spaces:
            entry.refuse(f"a space of the board: {', '.join(spaces)}")
        return SpaceId(entry.text())

    return {PieceId: thing, SpaceId: space, Seat: lambda entry: Seat(entry.word(opening.seats))}


def _to_act(state: State) -> Seat:
    active = state.find(state.active or "")
    return active.seat if active is not None and active.seat is not None else state.table.seats[0]


def _face(face: str) -> str:
    return POW if face.upper() == POW else face


COMMANDS = reduce(or_, (*VERBS, *ANSWERS), CoreCommand)  # as a union
GUARDIANS_CASES = CaseLanguage(
    system=GUARDIANS,
    editions=(FIRST_BOX,),
    catalogues=lambda: (Catalogue.from_toml(DATA / "rules-clash.toml"),),
    data=DATA,
    commands=spell_commands(
        COMMANDS,
        {
            cm.BeginGame: Spelling("begin"),
            cm.LayStack: Spelling("stack"),
            cm.LayTokens: Spelling("tokens"),
            cm.TakeTest: Spelling("test"),
            cm.EndActivation: Spelling("end"),
        },
    ),
    expectations={
        "pieces": pieces,
        "sides": sides,
        "sites": sites,
        "doors": _table(lambda state, name: {True: "open", False: "closed"}.get(state.open_doors.get(name))),  # type: ignore[arg-type]
        "objects": _table(lambda state, name: state.is_there(name)),
        "counters": _table(lambda state, name: state.counter(name)),
        "scores": _scores,
        "first": _alone(lambda state: state.first),
        "active": _alone(lambda state: state.active or False),
        "met": _alone(lambda state: list(state.met)),
        "path": _alone(lambda state: list(state.path)),
        "wound_deck": _alone(lambda state: len(state.wounds)),
        "questions": partial(questions, QUESTIONS),
    },
    words={
        "setup": KEYS,
        "setup.pieces": PIECE_KEYS,
        "setup.sites": SITE_KEYS,
        "setup.objects": OBJECT_KEYS,
        "setup.effects": {*EFFECTS, *WHOM},
        "setup.deeds": {*DEEDS, *MOMENTS},
        "expect.pieces": FIGURE,
        "expect.sides": SIDE,
        "expect.questions": QUESTIONS,
    },
    open=open_case,
    resume=resume_case,
    sight=lambda start, end, verdict: {"line": [start, end], "is": verdict},
    readers=_readers,
    to_act=_to_act,
    answering=frozenset({"plan", "stack", "tokens"}),
    standing=frozenset(PLANNING),
    read_face=_face,
)
