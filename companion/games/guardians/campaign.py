"""A campaign of four adventures, ``tablewright/guardians-campaign@1``: how heroes grow between evenings (GC-RANK).

rookie, 2 Rookie cards ─adventure─> 1 ─adventure─> hero, 8 cards ─adventure─> 9 ─adventure─> 10, may be a veteran
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.documents import Node
from companion.games.guardians.content.content import Content
from companion.games.guardians.content.kinds import CardSet, Rank

FORMAT = "tablewright/guardians-campaign@1"
Draw = Callable[[Sequence[str], int], Sequence[str]]  # so many of these, by chance
ADVENTURES = 4  # two as a Rookie, two as a hero (GC-RANK-10)


@dataclass(frozen=True, slots=True)
class Career:
    """The progress of a hero: its rank, the base cards left out, the cards of other ranks it has."""

    hero: str
    rank: Rank
    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    adventures: int = 0

    @property
    def may_be_veteran(self) -> bool:
        """Whether it owns both Veteran cards and may change its sheet (GC-RANK-09)."""
        return self.rank is Rank.HERO and len(self.added) == 2


def enlist(hero: str, content: Content, draw: Draw) -> Career:
    """A Rookie with two cards out at random, never the Weakness, and its two Rookie cards (GC-RANK-05)."""
    base = [card.id for card in content.deck_of(hero) if not card.weakness]
    rookies = tuple(card.id for card in content.deck_of(hero, CardSet.ROOKIE))
    return Career(hero, Rank.ROOKIE, tuple(sorted(draw(base, 2))), rookies)


def grown(career: Career, content: Content, draw: Draw, *, give: str = "", take: str = "") -> Career:
    """The career after one more adventure.

    A Rookie gives a Rookie card for one of its cards that are out (GC-RANK-06), ``give`` and ``take`` where the player
    says which; with none left it has the normal sheet (GC-RANK-07). A hero gets a Veteran card at random (GC-RANK-08).
    """
    career = replace(career, adventures=career.adventures + 1)
    if career.rank is Rank.ROOKIE and career.added:
        give, take = give or career.added[0], take or career.removed[0]
        added = tuple(card for card in career.added if card != give)
        removed = tuple(card for card in career.removed if card != take)
        return replace(career, added=added, removed=removed, rank=Rank.ROOKIE if added else Rank.HERO)
    left = [card.id for card in content.deck_of(career.hero, CardSet.VETERAN) if card.id not in career.added]
    return replace(career, added=(*career.added, *draw(left, 1))) if left else career


def promoted(career: Career) -> Career:
    """The career with the Veteran sheet, which is the player's choice (GC-RANK-09)."""
    return replace(career, rank=Rank.VETERAN) if career.may_be_veteran else career


def read_campaign(node: Node, content: Content) -> dict[str, Career]:
    """The careers in a document by hero; unknown heroes and cards are refused with their place."""
    node.of_format(FORMAT).table({"format", "heroes"})
    careers: dict[str, Career] = {}
    for hero, entry in node["heroes"].entries():
        if hero not in content.heroes:
            entry.refuse(f"one of {', '.join(content.heroes)} as key", f"the key {hero!r}")
        entry.table({"rank"}, {"removed", "added", "adventures"})
        own = {card.id for card in content.cards.values() if card.hero == hero}
        cards = {
            key: tuple(card.word(own) for card in entry[key].items()) if key in entry else ()
            for key in ("removed", "added")
        }
        done = entry["adventures"].number(0, 99) if "adventures" in entry else 0
        careers[hero] = Career(hero, Rank(entry["rank"].word(list(Rank))), cards["removed"], cards["added"], done)
    return careers


def format_campaign(careers: Mapping[str, Career]) -> dict[str, Any]:
    """The document of the careers."""
    rows = {
        career.hero: {
            "rank": career.rank.value,
            "removed": list(career.removed),
            "added": list(career.added),
            "adventures": career.adventures,
        }
        for career in careers.values()
    }
    return {"format": FORMAT, "heroes": rows}
