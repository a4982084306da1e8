"""A first evening: the shipped quest with the four heroes, ready to play."""

from __future__ import annotations

from companion.core.ids import PieceId, Seat
from companion.documents import Node, load_document
from companion.errors import InputError
from companion.games.heroquest.content.content import DATA, content_document, parse_content
from companion.games.heroquest.quest import parse_quest
from companion.games.heroquest.setup import NEXTLEVEL, Enrolled, QuestSetUp

QUESTS = DATA / "quests"
GM = Seat("master")
HEROES = (("warrior", "Brakka"), ("dwarf", "Odrun"), ("elf", "Silvane"), ("enchanter", "Wend"))


def sample_setup(quest: str = "salt-cellars", level: int = 4) -> QuestSetUp:
    """The set-up of a shipped quest: one seat a hero, and the master's."""
    path = QUESTS / f"{quest}.json"
    if not path.is_file():
        names = ", ".join(sorted(path.stem for path in QUESTS.glob("*.json")))
        raise InputError("the shipped quests", "", repr(quest), f"one of {names}")
    return quest_setup(str(path), level=level)


def quest_setup(path: str, content: str | None = None, level: int = 4) -> QuestSetUp:
    """The set-up of a quest file with the four heroes; ``content``: a folder of dice, monsters … of the table's own."""
    document = content_document(content)
    quest = parse_quest(load_document(path), parse_content(Node(content or "the shipped content", "", document)))
    if len(quest.start) < len(HEROES):
        raise InputError(path, "start", f"{len(quest.start)} squares", f"a square for each of {len(HEROES)} heroes")
    heroes = tuple(Enrolled(PieceId(hero), Seat(hero), f"{hero}_{level}", name) for hero, name in HEROES)
    return QuestSetUp(NEXTLEVEL, GM, (*(hero.seat for hero in heroes), GM), heroes, dict(quest.document), document)
