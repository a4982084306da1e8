"""The case language of HeroQuest: commands, expectations of the state, questions of a rule's arithmetic.

expect.pieces.A = { body = 3, at = "C2" }     expect.doors.gate = "open"     { heard = 2, is = "some" }
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import partial, reduce
from operator import or_
from typing import Any

from companion.casebook import CaseLanguage, Check, Moment, Opening
from companion.casebook.facts import HIDDEN, Fact, Find, answered, compared, facts_of, questions
from companion.casebook.language import Checks
from companion.casebook.spelling import Spelling, spell_commands
from companion.casebook.squares import read_square, spell
from companion.core.catalogue import Catalogue
from companion.core.commands import CoreCommand
from companion.core.ids import PieceId, Seat, SpaceId
from companion.documents import Node
from companion.games.heroquest import commands as cm
from companion.games.heroquest.attack.defense import TIERS, bonus
from companion.games.heroquest.attack.pool import ORANGE_FIRST, VIOLET_FIRST, rage_pool
from companion.games.heroquest.cases.setup import KEYS, PIECE_KEYS, SHEET, open_case, resume_case
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.content import DATA
from companion.games.heroquest.content.dice import COLOURS
from companion.games.heroquest.deeds.furniture import area_of
from companion.games.heroquest.deeds.senses import heard_word
from companion.games.heroquest.deeds.shove import outweighs
from companion.games.heroquest.face.facts import MADE, PUBLIC
from companion.games.heroquest.moves.doors import chances
from companion.games.heroquest.reach import fire_line
from companion.games.heroquest.setup import HEROQUEST, NEXTLEVEL
from companion.games.heroquest.verbs import VERBS

# facts of characters, doors, traps, furniture


def _character(key: str) -> Fact:
    def find(moment: Moment, name: str) -> Any:
        state = moment.state
        who = next((figure for figure in (*state.characters, *state.dead) if figure.id == name), None)
        if who is None:
            return "nobody of that name"
        is_secret = not who.is_hero and not (who.revealed and key in PUBLIC)
        if is_secret and moment.viewer is not None and moment.viewer.seat != state.table.gm:
            return HIDDEN
        return MADE[key](state, who) if key in MADE else getattr(who, key)

    return Fact(lambda node, opening: spell(node.value) if key == "at" else node.value, find)


CHARACTER = {key: _character(key) for key in (*MADE, *(entry.name for entry in fields(Character)))}


def _pieces(node: Node, opening: Opening) -> Iterator[Check]:
    """The checks of characters by name; the dead keep their sheet."""
    wanderers = {name for name, _ in node.entries() if name.startswith("wanderer-")}
    return facts_of(node, opening, opening.pieces | wanderers, CHARACTER, "a piece")


def _by_name(node: Node, opening: Opening, find: Callable[[Moment, str], Any], names: set[str]) -> Iterator[Check]:
    """The checks of things by name, each with the one word that is expected of it."""
    for name, wanted in node.entries():
        if names and name not in names:
            wanted.refuse(f"one of {', '.join(sorted(names))} as key", f"the key {name!r}")
        yield compared(wanted, spell(wanted.value), partial(_named, find, name))


def _named(find: Callable[[Moment, str], Any], name: str, moment: Moment) -> Any:
    return find(moment, name)


def _doors(node: Node, opening: Opening) -> Iterator[Check]:
    names = {str(door.id) for door in opening.extra.quest.dungeon.doors}
    return _by_name(node, opening, _door_now, names)


def _door_now(moment: Moment, name: str) -> Any:
    if moment.viewer is None:
        return moment.state.door(PieceId(name))
    return next((door.now for door in moment.view.doors if door.id == name), HIDDEN)


def _traps(node: Node, opening: Opening) -> Iterator[Check]:
    return _by_name(node, opening, _trap_now, set())


def _trap_now(moment: Moment, name: str) -> Any:
    seen = moment.state if moment.viewer is None else moment.view
    return next((trap.status for trap in seen.traps if trap.id == name), HIDDEN if moment.viewer else "none")


def _furniture(node: Node, opening: Opening) -> Iterator[Check]:
    return _by_name(node, opening, _furniture_now, set())


def _furniture_now(moment: Moment, name: str) -> Any:
    """Return the squares of a piece of furniture; false when it is gone."""
    seen = moment.state if moment.viewer is None else moment.view
    gone = HIDDEN if moment.viewer else False
    return next((list(piece.squares) for piece in seen.furniture if piece.id == name), gone)


# questions

LETTERS = dict(zip(COLOURS, "WYORV", strict=True))


def _question(given: tuple[str, ...], find: Callable[[Node, Opening], Find]) -> Checks:
    """A question with the one answer ``is``."""

    def checks(node: Node, opening: Opening) -> Iterator[Check]:
        node.table({key for key in given if not key.endswith("?")}, {*(key.rstrip("?") for key in given), "is"})
        return answered(node, given, {"is": (lambda entry: spell(entry.value), find(node, opening))})

    return checks


def _tiers(entry: Node) -> tuple[str, ...]:
    return TIERS[: TIERS.index(entry.word(TIERS)) + 1]


def _dodge(entry: Node, opening: Opening) -> Find:
    faces = [face.number(1, 20) for face in entry["dodge"].items()]
    if len(faces) != 2:
        entry["dodge"].refuse("two faces of the twenty-sided dice")
    lucky = entry["delta"].number(1, 20) if "delta" in entry else 0
    more = bonus(_tiers(entry["tier"]), faces[0], faces[1], lucky)
    return lambda moment: more


def _dodges(entry: Node, opening: Opening) -> Find:
    """Find how often each bonus comes among the 400 pairs."""
    tiers, faces = _tiers(entry["dodges"]), range(1, 21)
    counted = Counter(bonus(tiers, first, second) for first in faces for second in faces)
    return lambda moment: {str(more): times for more, times in sorted(counted.items())}


def _rage(entry: Node, opening: Opening) -> Find:
    policy = entry["policy"].word((ORANGE_FIRST, VIOLET_FIRST)) if "policy" in entry else ORANGE_FIRST
    pool = rage_pool(entry["rage"].number(1, 9), entry["kills"].number(0, 99), (policy,) * 9)
    return lambda moment: "".join(LETTERS[die] for die in pool)


def _heard(entry: Node, opening: Opening) -> Find:
    behind = entry["heard"].number(0, 99)
    return lambda moment: heard_word(behind)


def _shove(entry: Node, opening: Opening) -> Find:
    sides = [[name.word(opening.pieces) for name in side.items()] for side in entry["shove"].items()]
    if len(sides) != 2:
        entry["shove"].refuse("two lists of pieces: who shoves, and who is shoved")

    def find(moment: Moment) -> bool:
        ours, theirs = (tuple(map(moment.state.who, side)) for side in sides)
        return outweighs(moment.state, ours, theirs)

    return find


def _line(entry: Node, opening: Opening) -> Find:
    ends = [read_square(end, opening.extra.quest.dungeon.board) for end in entry["line"].items()]
    if len(ends) != 2:
        entry["line"].refuse("two squares")
    return lambda moment: list(fire_line(moment.state, *ends))


def _falls(entry: Node, opening: Opening) -> Find:
    name, towards = entry["falls"].text(), entry["towards"].text()
    return lambda moment: list(area_of(moment.state, moment.state.piece_of(name), towards))


def _door(entry: Node, opening: Opening) -> Find:
    luck = chances(entry["door"].text(), entry["attempt"].number(1, 9))
    return lambda moment: [luck[0], *sorted(luck[1])] if luck else []


QUESTIONS: Mapping[str, Checks] = {
    "dodge": _question(("dodge", "tier", "delta?"), _dodge),
    "dodges": _question(("dodges",), _dodges),
    "rage": _question(("rage", "kills", "policy?"), _rage),
    "heard": _question(("heard",), _heard),
    "shove": _question(("shove",), _shove),
    "line": _question(("line",), _line),
    "falls": _question(("falls", "towards"), _falls),
    "door": _question(("door", "attempt"), _door),
}


# commands


def _readers(opening: Opening) -> Mapping[Any, Callable[[Node], Any]]:
    board = opening.extra.quest.dungeon.board

    def thing(entry: Node) -> PieceId:
        if not opening.has(entry.text()):
            entry.refuse(f"something of the set-up ({', '.join(sorted(opening.pieces | opening.things))})")
        return PieceId(entry.text())

    return {
        PieceId: thing,
        SpaceId: lambda entry: read_square(entry, board),
        tuple[SpaceId, ...]: lambda entry: tuple(read_square(step, board) for step in entry.items()),
        Seat: lambda entry: Seat(entry.word(opening.seats)),
    }


COMMANDS = reduce(or_, VERBS, CoreCommand)  # as a union
HEROQUEST_CASES = CaseLanguage(
    system=HEROQUEST,
    editions=(NEXTLEVEL,),
    catalogues=lambda: (Catalogue.from_toml(DATA / "rules-nextlevel.toml"),),
    data=DATA,
    commands=spell_commands(
        COMMANDS, {cm.BeginQuest: Spelling("begin"), cm.Shove: Spelling("shove", {"with_": "with"})}
    ),
    expectations={
        "pieces": _pieces,
        "doors": _doors,
        "traps": _traps,
        "furniture": _furniture,
        "questions": partial(questions, QUESTIONS),
    },
    words={
        "setup": KEYS,
        "setup.pieces": {*PIECE_KEYS, *SHEET},
        "expect.pieces": CHARACTER,
        "expect.questions": QUESTIONS,
    },
    open=open_case,
    resume=resume_case,
    readers=_readers,
    to_act=lambda state: state.table.gm,
    spell=spell,
)
