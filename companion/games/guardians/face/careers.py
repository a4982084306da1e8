"""The careers of a campaign's heroes: who may be what, which cards came and went (GC-RANK)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.phrases import Told
from companion.documents import Node
from companion.games.guardians import campaign
from companion.games.guardians.campaign import ADVENTURES, Draw
from companion.games.guardians.campaign import Career as Career
from companion.games.guardians.content.content import default_content
from companion.games.guardians.content.kinds import Rank
from companion.games.guardians.face.cards import card_words
from companion.games.guardians.face.words import said
from companion.games.guardians.sample import HEROES

LENGTH = ADVENTURES


def read(kept: Mapping[str, object], name: str) -> dict[str, Career]:
    """The careers in a document; raises ``InputError`` with the place."""
    return dict(campaign.read_campaign(Node(name, "", kept), default_content())) if kept else {}


def written(careers: Mapping[str, Career]) -> dict[str, Any]:
    """The careers as a document."""
    return campaign.format_campaign(careers) if careers else {}


def begin(draw: Draw) -> dict[str, Career]:
    """Every hero as a Rookie (GC-RANK-05)."""
    return {hero: campaign.enlist(hero, default_content(), draw) for hero in HEROES}


def may_swap(career: Career) -> bool:
    """Whether a Rookie card is given for one of its own (GC-RANK-06)."""
    return career.rank is Rank.ROOKIE and bool(career.added)


def grown(career: Career, draw: Draw, give: str = "", take: str = "") -> Career:
    """The career after an adventure; where a Rookie swaps cards, the one it gives and the one it takes."""
    return campaign.grown(career, default_content(), draw, give=give, take=take)


def promoted(career: Career) -> Career:
    """The career with the Veteran sheet."""
    return campaign.promoted(career)


def card_name(card: str, lang: str) -> str:
    """Return the name of a card."""
    return said(default_content().cards[card].name, lang)


def card_does(card: str) -> Told:
    """Tell the card's effects on both sides."""
    return card_words(default_content(), card)
