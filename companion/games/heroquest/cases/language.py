"""HeroQuest behind the casebook's port: its commands, and what a case may expect of the state."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.casebook.expectations import compared
from companion.casebook.language import Check, Moment, Opening, Order, Workshop
from companion.casebook.ordering import ANSWERING, order_of
from companion.casebook.spelling import Spelling, fields_of, read_fields, spell_commands
from companion.core import commands as core
from companion.core.catalogue import Catalogue
from companion.core.house import HOUSE
from companion.core.ids import EditionId, PieceId, RuleId, Seat, SpaceId
from companion.documents import Node
from companion.games.heroquest import commands as cm
from companion.games.heroquest.cases.opening import PIECE_KEYS, open_case
from companion.games.heroquest.cases.questions import questions
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.content import DATA
from companion.games.heroquest.gear import attack_dice, defense_dice
from companion.games.heroquest.setup import HEROQUEST, NEXTLEVEL
from companion.games.heroquest.verbs import VERBS

FIELDS = {one.name for one in fields(Character)}
MADE: dict[str, Callable[[Any, Any], Any]] = {
    "dead": lambda state, one: any(other.id == one.id for other in state.dead),
    "attack_dice": attack_dice,
    "defense_dice": defense_dice,
    "left": lambda state, one: one.turn.left if one.turn else 0,
    "actions_left": lambda state, one: 2 - len(one.turn.used) if one.turn else 0,
    "over": lambda state, one: one.turn is None or one.turn.over,
    "ambushing": lambda state, one: one.ambush is not None,
}


def pieces(node: Node, opening: Opening) -> Iterator[Check]:
    """The checks of characters by name; the dead keep their sheet."""
    for name, piece in node.entries():
        if name not in opening.pieces and not name.startswith("wanderer-"):
            piece.refuse(f"a piece of the set-up ({', '.join(sorted(opening.pieces))})")
        piece.table((), FIELDS | MADE.keys() | PIECE_KEYS)
        for key, wanted in piece.entries():
            yield compared(wanted, wanted.value, _finder(PieceId(name), key))


def _finder(name: PieceId, key: str) -> Callable[[Moment], Any]:
    def find(moment: Moment) -> Any:
        one = moment.state.who(name)
        return MADE[key](moment.state, one) if key in MADE else getattr(one, key)

    return find


def doors(node: Node, opening: Opening) -> Iterator[Check]:
    """What each door is now."""
    for name, wanted in node.entries():
        if name not in [door.id for door in opening.extra.quest.dungeon.doors]:
            wanted.refuse("a door of the set-up")
        yield compared(wanted, wanted.text(), lambda moment, name=name: moment.state.door(name))  # type: ignore[misc]


def traps(node: Node, opening: Opening) -> Iterator[Check]:
    """What became of each trap."""
    for name, wanted in node.entries():
        yield compared(wanted, wanted.text(), _trap(name))


def _trap(name: str) -> Callable[[Moment], Any]:
    return lambda moment: next((one.status for one in moment.state.traps if one.id == name), None)


def furniture(node: Node, opening: Opening) -> Iterator[Check]:
    """Where each piece of furniture is now; false: it is gone."""
    for name, wanted in node.entries():
        yield compared(wanted, wanted.value, _furniture(name))


def _furniture(name: str) -> Callable[[Moment], Any]:
    def find(moment: Moment) -> Any:
        piece = moment.state.piece_of(PieceId(name))
        return list(piece.squares) if piece else False

    return find


def view(node: Node, opening: Opening) -> Iterator[Check]:
    """What the heroes see: characters, traps and doors by name."""
    node.table((), {"characters", "traps", "doors"})
    for key, wanted in node.entries():
        yield compared(wanted, sorted(one.text() for one in wanted.items()), _shown(key))


def _shown(key: str) -> Callable[[Moment], Any]:
    return lambda moment: sorted(one.id for one in getattr(moment.opening.system.view_for(moment.state, None), key))


SPELLINGS: Mapping[str, tuple[type, Spelling]] = spell_commands(
    (*VERBS, core.Place, core.Pass),
    {
        cm.BeginQuest: Spelling("begin"),
        core.Place: Spelling("place", {"spaces": "at"}, ANSWERING),
        core.Pass: Spelling("pass", filled=ANSWERING),
        cm.Shove: Spelling("shove", {"with_": "with"}),
    },
)
_READERS: dict[str, Callable[[Node, Opening], Iterator[Check]]] = {
    "pieces": pieces,
    "doors": doors,
    "traps": traps,
    "furniture": furniture,
    "view": view,
    "questions": questions,
}


class HeroQuestCases:
    """The case language of HeroQuest."""

    system = HEROQUEST
    folder: Path = DATA / "cases"
    pending: Path = DATA / "pending-cases.toml"
    words: Mapping[str, type] = {word: kind for word, (kind, _) in SPELLINGS.items()}
    editions: tuple[EditionId, ...] = (NEXTLEVEL,)
    expectations: Collection[str] = frozenset(_READERS)

    @cached_property
    def rules(self) -> frozenset[RuleId]:
        """Every rule of the supplement, and those of the house."""
        own = Catalogue.from_toml(DATA / "rules-nextlevel.toml")
        return frozenset(rule.id for one in (own, HOUSE) for rule in one.rules)

    def keys_of(self, word: str) -> tuple[str, ...]:
        """The keys a command is written with."""
        return tuple(key if must else f"{key}?" for _, key, _, must in fields_of(*SPELLINGS[word]))

    def may_ask(self, purpose: str) -> bool:
        """Whether it is a rule."""
        return purpose in self.rules

    def spell(self, value: Any) -> Any:
        """The value: squares are written as players write them."""
        return value

    def open(self, setup: Node, edition: Node, workshop: Workshop) -> Opening:
        """The opening a set-up describes."""
        return open_case(setup, edition, workshop)

    def read_command(self, node: Node, opening: Opening, others: Collection[str]) -> Order:
        """The command in a table."""
        return _read_command(node, opening, others)

    def read_checks(self, key: str, node: Node, opening: Opening) -> Iterator[Check]:
        """The checks under a key of ours."""
        return _READERS[key](node, opening)


def _read_command(node: Node, opening: Opening, others: Collection[str]) -> Order:
    if not isinstance(node.value, dict) or "do" not in node:
        node.refuse("a command, which is a table with 'do'")
    kind, spelling = SPELLINGS[node["do"].word(SPELLINGS)]
    quest = opening.extra.quest
    things = {*opening.pieces, *(one.id for one in (*quest.dungeon.doors, *quest.furniture, *quest.traps))}

    def thing(entry: Node) -> PieceId:
        if entry.text() not in things and not entry.text().startswith(("snare-", "wanderer-")):
            entry.refuse(f"something of the set-up ({', '.join(sorted(things))})")
        return PieceId(entry.text())

    def space(entry: Node) -> SpaceId:
        if SpaceId(entry.text()) not in quest.dungeon.board:
            entry.refuse("a square of the drawing")
        return SpaceId(entry.text())

    readers: dict[Any, Any] = {
        PieceId: thing,
        SpaceId: space,
        tuple[SpaceId, ...]: lambda entry: tuple(map(space, entry.items())),
        tuple[PieceId, ...]: lambda entry: tuple(map(thing, entry.items())),
        tuple[str, ...]: lambda entry: tuple(one.text() for one in entry.items()),
        Seat: lambda entry: Seat(entry.word(opening.seats)),
        int: lambda entry: entry.number(-9, 9999),
        str: lambda entry: entry.text(),
    }
    written = read_fields(kind, node, spelling, readers, {"do", "by", *others})
    by = Seat(node["by"].word(opening.seats)) if "by" in node else None
    actor = written.get("piece")

    return order_of(kind, spelling, written, by, actor, lambda state: state.table.gm)
