"""A campaign of four adventures, ``tablewright/guardians-campaign@1``: how heroes grow between evenings (GC-RANK).

rookie, 2 Rookie cards ─adventure─> 1 ─adventure─> hero, 8 cards ─adventure─> 9 ─adventure─> 10, may be a veteran
Campaign ──set_out──> an evening ──learnt──> swaps of the players' choice, or none
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.documents import Node
from companion.errors import InputError
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


def grown(
    career: Career, content: Content, draw: Draw, *, give: str = "", take: str = "", declines: bool = False
) -> Career:
    """The career after one more adventure; raises ``InputError`` for cards that cannot be given or taken so.

    A Rookie may give a Rookie card for one of its cards that are out (GC-RANK-06), ``give`` and ``take`` where the
    player says which; with none left it has the normal sheet (GC-RANK-07). A hero gets a Veteran card at random
    (GC-RANK-08). Whoever ``declines`` keeps its cards as they are (GC-RANK-06, GC-RANK-11).
    """
    may_swap = career.rank is Rank.ROOKIE and bool(career.added and career.removed)
    for card, cards, what in ((give, career.added, "to give away"), (take, career.removed, "that is out")):
        if card and declines:
            raise _refused(career, card, "no card, where the hero keeps its own (GC-RANK-06)")
        if card and not (may_swap and card in cards):
            known = ", ".join(cards) if may_swap and cards else "none"
            raise _refused(career, card, f"a card {what}: {known} (GC-RANK-06)")
    career = replace(career, adventures=career.adventures + 1)
    if declines:
        return career
    if may_swap:
        give, take = give or career.added[0], take or career.removed[0]
        added = tuple(card for card in career.added if card != give)
        removed = tuple(card for card in career.removed if card != take)
        return replace(career, added=added, removed=removed, rank=Rank.ROOKIE if added else Rank.HERO)
    if career.rank is Rank.ROOKIE:  # its cards were changed by hand (GC-RANK-11)
        return career if career.added else replace(career, rank=Rank.HERO)
    left = [card.id for card in content.deck_of(career.hero, CardSet.VETERAN) if card.id not in career.added]
    return replace(career, added=(*career.added, *draw(left, 1))) if left else career


def _refused(career: Career, found: str, expected: str) -> InputError:
    return InputError("campaign", f"heroes.{career.hero}", repr(found), expected)


def promoted(career: Career) -> Career:
    """The career with the Veteran sheet, which is the player's choice (GC-RANK-09)."""
    return replace(career, rank=Rank.VETERAN) if career.may_be_veteran else career


@dataclass(frozen=True, slots=True)
class Campaign:
    """The careers of a campaign, and who is out on an adventure."""

    careers: Mapping[str, Career]
    playing: tuple[str, ...] = ()

    def set_out(self, heroes: Collection[str]) -> Campaign:
        """The campaign with these heroes out on an adventure; raises ``InputError`` for one who is not in it."""
        for hero in heroes:
            self.career(hero)
        return replace(self, playing=tuple(heroes))

    def learnt(
        self, content: Content, draw: Draw, swaps: Mapping[str, tuple[str, str]], declined: Collection[str] = ()
    ) -> Campaign:
        """The campaign after the adventure: everybody who took part has grown, by these swaps, or declines."""
        for hero in (*swaps, *declined):
            if hero not in self.playing:
                out = ", ".join(self.playing) or "nobody"
                raise InputError("campaign", f"heroes.{hero}", "who was not there", f"one of those who were: {out}")
        learnt = dict(self.careers)
        for hero in self.playing:
            give, take = swaps.get(hero, ("", ""))
            learnt[hero] = grown(learnt[hero], content, draw, give=give, take=take, declines=hero in declined)
        return Campaign(learnt)

    def promoted(self, hero: str) -> Campaign:
        """The campaign with that hero a Veteran; raises ``InputError`` before it may be one."""
        career = self.career(hero)
        if not career.may_be_veteran:
            raise _refused(career, str(career.rank.value), "a hero with both its Veteran cards (GC-RANK-09)")
        return replace(self, careers={**self.careers, hero: promoted(career)})

    def career(self, hero: str) -> Career:
        """That hero's career; raises ``InputError`` for one who is not in it."""
        if hero not in self.careers:
            raise InputError("campaign", f"heroes.{hero}", "nobody of that name", f"one of {', '.join(self.careers)}")
        return self.careers[hero]


def read_whole(node: Node, content: Content) -> Campaign:
    """The campaign in a document, with who is out on an adventure."""
    careers = read_campaign(node, content)
    playing = tuple(hero.word(careers) for hero in node["playing"].items()) if "playing" in node else ()
    return Campaign(careers, playing)


def format_whole(campaign: Campaign) -> dict[str, Any]:
    """The document of a campaign."""
    return format_campaign(campaign.careers) | ({"playing": list(campaign.playing)} if campaign.playing else {})


def read_campaign(node: Node, content: Content) -> dict[str, Career]:
    """The careers in a document by hero; unknown heroes and cards are refused with their place."""
    node.of_format(FORMAT).table({"format", "heroes"}, {"playing"})
    careers: dict[str, Career] = {}
    for hero, entry in node["heroes"].entries():
        if hero not in content.heroes:
            entry.refuse(f"one of {', '.join(content.heroes)} as key", f"the key {hero!r}")
        entry.table({"rank"}, {"removed", "added", "adventures"})
        extra = [card.id for part in (CardSet.ROOKIE, CardSet.VETERAN) for card in content.deck_of(hero, part)]
        base = [card.id for card in content.deck_of(hero) if not card.weakness]  # never the Weakness (GC-RANK-05)
        cards = {"removed": _cards(entry, "removed", base), "added": _cards(entry, "added", extra)}
        done = entry["adventures"].number(0, 99) if "adventures" in entry else 0
        careers[hero] = Career(hero, Rank(entry["rank"].word(list(Rank))), cards["removed"], cards["added"], done)
    return careers


def _cards(entry: Node, key: str, known: Sequence[str]) -> tuple[str, ...]:
    """The cards under that key, each once: a hero has one of each (GC-SETUP-03)."""
    cards: list[str] = []
    for card in entry[key].items() if key in entry else ():
        if card.word(known) in cards:
            card.refuse("each card once (GC-SETUP-03)", f"{card.value!r} again")
        cards.append(card.text())
    return tuple(cards)


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
