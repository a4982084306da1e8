"""A campaign by touch: the heroes with their ranks and cards, the next adventure, what they learn from it (GC-RANK).

begin ──> six Rookies ──next adventure──> a game ──it was played──> cards given for cards, a rank higher ──> next …
                                                 └─it was not────> as before
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.games.guardians.face import careers as face
from companion.games.guardians.face.careers import Campaign, Career
from companion.games.guardians.face.setup import SetUp, heroes
from companion.text.wording import Wording, told
from ui.library import Library
from ui.presenters.pages import Go, Page, PickDesk, Play, Tile, Turn, Untyped

NAME, PLAYING = "guardians-campaign", "guardians-adventure"  # what is kept; and once apart: who is on an adventure
Begin = Callable[[Mapping[str, Career]], SetUp]


def kept_campaign(library: Library) -> Campaign:
    """The campaign of this machine; raises ``InputError`` for one that cannot be read."""
    kept = face.read(library.draft(NAME), NAME)
    before = tuple(hero for hero in library.draft(PLAYING).get("heroes", ()) if hero in kept.careers)
    return kept if kept.playing or not before else kept.set_out(before)


def keep_campaign(library: Library, campaign: Campaign) -> None:
    """Keep the campaign until the next evening."""
    library.keep_draft(NAME, face.written(campaign))
    library.keep_draft(PLAYING, {})


class CampaignDesk(Untyped):
    """The careers, kept between evenings; chance draws what the rules leave to it (GC-RANK-05, GC-RANK-08).

    Without a set-up to ``begin`` with, as on a phone, the next adventure is begun elsewhere, and the campaign ended.
    """

    def __init__(self, library: Library, setup: Begin | None, draw: random.Random | None = None) -> None:
        self._library, self._setup, self._draw = library, setup, (draw or random.SystemRandom()).sample
        self.campaign = kept_campaign(library)
        self._swaps: dict[str, tuple[str, str]] = {}  # by hero: the card it gives, the card it takes (GC-RANK-06)
        self._declined: set[str] = set()  # who keeps its cards as they are

    def page(self, wording: Wording) -> Page:
        """A tile a hero; the next adventure, or what was learnt in the last one."""
        page = Page(wording.say("evening.campaign"), wording.say("evening.campaign_about"))
        careers, playing = self.campaign.careers, self.campaign.playing
        if not careers:
            return replace(page, buttons=(("enlist", wording.say("evening.campaign_begin")),))
        names = heroes(wording.lang)
        tiles = tuple(self._tile(career, names[hero], wording) for hero, career in careers.items())
        end = (("end", wording.say("evening.campaign_end")),) if self._setup is not None else ()
        if not playing:
            adventure = (("adventure", wording.say("evening.campaign_adventure")),) if self._setup is not None else ()
            return replace(page, tiles=tiles, buttons=(*adventure, *end))
        buttons = ("played", wording.say("evening.campaign_played")), ("missed", wording.say("evening.campaign_missed"))
        return replace(page, text=wording.say("evening.campaign_learns"), tiles=tiles, buttons=(*buttons, *end))

    def press(self, action: str) -> Turn:
        """Begin, go on an adventure, say it was played, choose cards, take the Veteran sheet."""
        self.campaign = kept_campaign(self._library)  # another screen may have it open as well
        verb, _, hero = action.partition(":")
        match verb:
            case "enlist":
                self._keep(face.begin(self._draw))
            case "adventure" if self._setup is not None:
                setup = self._setup(self.campaign.careers)
                self._keep(self.campaign.set_out([enrolled.hero for enrolled in setup.heroes]))
                return Play(setup)
            case "played":
                swaps = {hero: cards for hero, cards in self._swaps.items() if hero not in self._declined}
                self._keep(face.learnt(self.campaign, self._draw, swaps, self._declined))
            case "missed":
                self._keep(self.campaign.set_out(()))
            case "give":
                return Go(self._picks("evening.campaign_give", hero, self.campaign.career(hero).added, 0))
            case "take":
                return Go(self._picks("evening.campaign_take", hero, self.campaign.career(hero).removed, 1))
            case "decline":
                self._declined ^= {hero}
            case "promote":
                self._keep(self.campaign.promoted(hero))
            case "end":
                self._keep(Campaign({}))
        return None

    def _keep(self, campaign: Campaign) -> None:
        self.campaign, self._swaps, self._declined = campaign, {}, set()
        keep_campaign(self._library, campaign)

    def _tile(self, career: Career, name: str, wording: Wording) -> Tile:
        """A hero: its rank, its adventures, the cards it has beyond its own and those it lacks."""
        hero, extra, playing = career.hero, list[tuple[str, str]](), self.campaign.playing
        if hero in playing and face.may_swap(career) and hero not in self._declined:
            give, take = self._swap_of(career)
            extra = [(f"give:{hero}", f"− {self._card(give, wording)}")]
            extra.append((f"take:{hero}", f"+ {self._card(take, wording)}"))
        if hero in playing and (face.may_swap(career) or face.may_learn(career)):
            key = "evening.campaign_accept" if hero in self._declined else "evening.campaign_decline"
            extra.append((f"decline:{hero}", wording.say(key)))
        if career.may_be_veteran:
            extra.append((f"promote:{hero}", wording.say("evening.campaign_promote")))
        count = told(face.adventures(career), wording)
        decks = ("campaign_with", career.added), ("campaign_without", career.removed)
        cards = [
            wording.say(f"evening.{key}", cards=", ".join(self._card(card, wording) for card in deck))
            for key, deck in decks
            if deck
        ]
        badge = wording.word("rank", career.rank.value)
        return Tile("", name, " · ".join((count, *cards)), badge, chosen=hero in playing, extra=tuple(extra))

    def _card(self, card: str, wording: Wording) -> str:
        return face.card_name(card, wording.lang)

    def _swap_of(self, career: Career) -> tuple[str, str]:
        """The Rookie card it gives and the card of its own it takes, so far."""
        return self._swaps.get(career.hero, (career.added[0], career.removed[0]))

    def _picks(self, title: str, hero: str, cards: Sequence[str], place: int) -> PickDesk:
        """One of the cards for that place of the hero's swap."""

        def tiles(wording: Wording) -> list[Tile]:
            return [Tile(card, self._card(card, wording), told(face.card_does(card), wording)) for card in cards]

        def keep(card: str) -> None:
            swap = list(self._swap_of(self.campaign.career(hero)))
            swap[place] = card
            self._swaps[hero] = swap[0], swap[1]

        return PickDesk(title, tiles, keep)
