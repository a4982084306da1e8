"""HeroQuest behind the casebook's port."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.casebook.language import Check, Opening, Order, Workshop
from companion.casebook.ordering import ANSWERING, ANSWERS, order_of
from companion.casebook.spelling import Spelling, fields_of, members_of, read_fields, spell_commands
from companion.core import commands as core
from companion.core.catalogue import Catalogue
from companion.core.house import HOUSE
from companion.core.ids import EditionId, PieceId, RuleId, Seat, SpaceId
from companion.documents import Node
from companion.games.heroquest import commands as cm
from companion.games.heroquest.cases import facts
from companion.games.heroquest.cases.opening import open_case
from companion.games.heroquest.cases.questions import questions
from companion.games.heroquest.content.content import DATA
from companion.games.heroquest.setup import HEROQUEST, NEXTLEVEL

__all__ = ["HeroQuestCases"]

SPELLINGS: Mapping[str, tuple[type, Spelling]] = spell_commands(
    [kind for kind in members_of(cm.Command) if kind not in ANSWERS],
    {
        cm.BeginQuest: Spelling("begin"),
        core.Place: Spelling("place", {"spaces": "at"}, ANSWERING),
        core.Pass: Spelling("pass", filled=ANSWERING),
        cm.Shove: Spelling("shove", {"with_": "with"}),
    },
)
_READERS: dict[str, Callable[[Node, Opening], Iterator[Check]]] = {
    "pieces": facts.pieces,
    "doors": facts.doors,
    "traps": facts.traps,
    "furniture": facts.furniture,
    "view": facts.view,
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
