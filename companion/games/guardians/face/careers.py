"""The careers of a campaign's heroes: who may be what, which cards came and went (GC-RANK)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.core.phrases import Phrase, Told
from companion.core.session import Session
from companion.documents import Node
from companion.games.guardians import campaign
from companion.games.guardians.campaign import ADVENTURES, Draw
from companion.games.guardians.campaign import Campaign as Campaign
from companion.games.guardians.campaign import Career as Career
from companion.games.guardians.content.content import default_content
from companion.games.guardians.content.kinds import Rank
from companion.games.guardians.face.cards import card_words
from companion.games.guardians.face.words import said
from companion.games.guardians.sample import HEROES
from companion.games.guardians.setup import GuardiansSetUp


def read(kept: Mapping[str, object], name: str) -> Campaign:
    """The campaign in a document, none in an empty one; raises ``InputError`` with the place."""
    return campaign.read_whole(Node(name, "", kept), default_content()) if kept else Campaign({})


def written(of: Campaign) -> dict[str, Any]:
    """The campaign as a document."""
    return campaign.format_whole(of) if of.careers else {}


def begin(draw: Draw, heroes: Collection[str] = HEROES) -> Campaign:
    """These heroes as Rookies (GC-RANK-05)."""
    return Campaign({hero: campaign.enlist(hero, default_content(), draw) for hero in heroes})


def may_swap(career: Career) -> bool:
    """Whether a Rookie card may be given for one of its own (GC-RANK-06)."""
    return career.rank is Rank.ROOKIE and bool(career.added and career.removed)


def may_learn(career: Career) -> bool:
    """Whether a Veteran card comes after an adventure (GC-RANK-08)."""
    return career.rank is Rank.HERO and len(career.added) < 2


def learnt(of: Campaign, draw: Draw, swaps: Mapping[str, tuple[str, str]], declined: Collection[str]) -> Campaign:
    """The campaign after the adventure: by which card each Rookie gives and takes, and who keeps its cards."""
    return of.learnt(default_content(), draw, swaps, declined)


def has_ended(of: Campaign, table: Session) -> bool:
    """Whether that table's game is the adventure, and over."""
    setup = table.records[0].event
    assert isinstance(setup, GuardiansSetUp)
    return {hero.hero for hero in setup.heroes} == {*of.playing} and table.state.flow.outcome is not None


def adventures(career: Career) -> Phrase:
    """Tell how many adventures a hero has played, of those that its progress takes (GC-RANK-10); it may go on then."""
    key = "evening.campaign_count" if career.adventures <= ADVENTURES else "evening.campaign_beyond"
    return Phrase(key, {"count": career.adventures, "all": ADVENTURES})


def card_name(card: str, lang: str) -> str:
    """Return the name of a card."""
    return said(default_content().cards[card].name, lang)


def card_does(card: str) -> Told:
    """Tell the card's effects on both sides."""
    return card_words(default_content(), card)
