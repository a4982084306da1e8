"""HeroClix behind the casebook's port."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.casebook.language import Check, Opening, Order, Workshop
from companion.casebook.spelling import fields_of
from companion.core.catalogue import Catalogue
from companion.core.house import HOUSE
from companion.core.ids import EditionId, RuleId
from companion.documents import Node
from companion.games.heroclix.cases import facts, things
from companion.games.heroclix.cases.opening import open_case
from companion.games.heroclix.cases.questions import questions
from companion.games.heroclix.cases.spelling import SPELLINGS, WORDS, read_command
from companion.games.heroclix.cases.squares import spell
from companion.games.heroclix.editions.lines import SIGHT
from companion.games.heroclix.figures.collection import DATA
from companion.games.heroclix.forces.setup import HEROCLIX

__all__ = ["HeroClixCases"]

_READERS: dict[str, Callable[[Node, Opening], Iterator[Check]]] = {
    "actions_left": facts.actions_left,
    "event_click": facts.event_click,
    "debris": things.debris,
    "objects": things.objects,
    "pieces": facts.pieces,
    "questions": questions,
    "scores": facts.scores,
}


class HeroClixCases:
    """The case language of HeroClix, all editions."""

    system = HEROCLIX
    folder: Path = DATA / "cases"
    pending: Path = DATA / "pending-cases.toml"
    words: Mapping[str, type] = WORDS
    editions: tuple[EditionId, ...] = tuple(SIGHT)
    expectations: Collection[str] = frozenset(_READERS)

    @cached_property
    def rules(self) -> frozenset[RuleId]:
        """Every rule of every edition, and those of the house."""
        editions = (Catalogue.from_toml(file) for file in sorted(DATA.glob("rules-*.toml")))
        return frozenset(rule.id for one in (*editions, HOUSE) for rule in one.rules)

    def keys_of(self, word: str) -> tuple[str, ...]:
        """The keys a command is written with."""
        written = fields_of(*SPELLINGS[word])
        return tuple(key if must else f"{key}?" for _, key, _, must in written)

    def may_ask(self, purpose: str) -> bool:
        """Whether it is a rule, or a power or an effect as questions name it: ``power.support``."""
        return purpose in self.rules or purpose.startswith("power.")

    def spell(self, value: Any) -> Any:
        """The value with squares as players write them."""
        return spell(value)

    def open(self, setup: Node, edition: Node, workshop: Workshop) -> Opening:
        """The opening a set-up describes."""
        return open_case(setup, edition, workshop)

    def read_command(self, node: Node, opening: Opening, others: Collection[str]) -> Order:
        """The command in a table."""
        return read_command(node, opening, others)

    def read_checks(self, key: str, node: Node, opening: Opening) -> Iterator[Check]:
        """The checks under a key of ours."""
        return _READERS[key](node, opening)
