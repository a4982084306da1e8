"""Set-up of a new quest: the quests there are, the heroes, the set-up made of a choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.core.ids import PieceId
from companion.documents import load_document
from companion.errors import InputError
from companion.games.heroquest.sample import HEROES, QUESTS, quest_setup
from companion.games.heroquest.setup import QuestSetUp

SetUp = QuestSetUp
NAMES = dict(HEROES)  # of the heroes, as long as nobody calls them otherwise
LEVELS = ("1", "2", "3", "4")  # how strong they are


def pieces_of(setup: QuestSetUp) -> Sequence[PieceId]:
    """The figures in the order in which base tags are numbered."""
    monsters = [PieceId(monster["id"]) for monster in setup.quest.get("monsters", ())]
    return [hero.piece for hero in setup.heroes] + monsters


def quests(own: Path) -> list[Path]:
    """The shipped quests, then those in a folder of this machine's."""
    return [*sorted(QUESTS.glob("*.json")), *sorted(own.glob("*.json"))]


def about(quest: Path, lang: str) -> str:
    """Return what everybody hears before the quest begins; nothing where it does not say."""
    try:
        told = load_document(str(quest)).value.get("about", {})
    except (InputError, AttributeError):
        return ""
    return str(told.get(lang, "")) if isinstance(told, dict) else str(told)


def title_of(quest: Path, lang: str) -> str:
    """Return the quest's name in that language where it has one; its file's name where it cannot be read."""
    try:
        document: Any = load_document(str(quest)).value
    except InputError:
        return quest.stem
    if not isinstance(document, dict):
        return quest.stem
    names = document.get("names")
    named = names.get(lang) if isinstance(names, dict) else None
    return str(named or document.get("name") or quest.stem)


def setup_of(quest: str, level: int, names: Mapping[str, str]) -> QuestSetUp:
    """The set-up of a quest file with the heroes so called; raises ``InputError`` with the place."""
    setup = quest_setup(quest, level=level)
    return replace(setup, heroes=tuple(replace(hero, name=names[hero.piece]) for hero in setup.heroes))
