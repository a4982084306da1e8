"""A first evening: the shipped quest with the four heroes, ready to play."""

from __future__ import annotations

import json

from companion.core.ids import PieceId, Seat
from companion.documents import Node
from companion.errors import InputError
from companion.games.heroquest.content.content import DATA, default_content, default_document
from companion.games.heroquest.quest.quest import parse_quest
from companion.games.heroquest.setup import NEXTLEVEL, Enrolled, QuestSetUp

__all__ = ["QUESTS", "sample_setup"]

QUESTS = DATA / "quests"
GM = Seat("master")
HEROES = (("warrior", "Brakka"), ("dwarf", "Odrun"), ("elf", "Silvane"), ("enchanter", "Wend"))


def sample_setup(quest: str = "salt-cellars", level: int = 4) -> QuestSetUp:
    """The set-up: one seat a hero, and the master's."""
    path = QUESTS / f"{quest}.json"
    if not path.is_file():
        known = ", ".join(sorted(one.stem for one in QUESTS.glob("*.json")))
        raise InputError("the shipped quests", "", repr(quest), f"one of {known}")
    document = json.loads(path.read_text(encoding="utf-8"))
    parse_quest(Node(path.name, "", document), default_content())
    heroes = tuple(Enrolled(PieceId(hero), Seat(hero), f"{hero}_{level}", name) for hero, name in HEROES)
    return QuestSetUp(NEXTLEVEL, GM, (*(one.seat for one in heroes), GM), heroes, document, default_document())
