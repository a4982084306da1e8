"""A campaign by touch: the heroes with their ranks and cards, the next adventure, what they learn from it (GC-RANK).

begin ──> six Rookies ──next adventure──> a game ──once it is over──> cards given for cards, a rank higher ──> next …
                                                 └─it was not played─> as before
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from companion.core.session import Session
from companion.games.guardians.face import careers as face
from companion.games.guardians.face.careers import Campaign, Career
from companion.games.guardians.face.setup import SetUp, heroes
from companion.text.wording import Wording, told
from ui.library import Library
from ui.presenters.pages import Go, Page, PickDesk, Play, Tile, Turn, Untyped

NAME, ADVENTURE = "guardians-campaign", "guardians-adventure"  # what is kept; and apart: the adventure's own game


class Opening(Protocol):
    """The next adventure, as it is set up."""

    def setup(self, careers: Mapping[str, Career] | None = None) -> SetUp:
        """The set-up, its heroes in the rank of their careers."""

    def about(self, wording: Wording) -> str:
        """Which scenario, and which heroes on which side."""


def kept_campaign(library: Library) -> Campaign:
    """The campaign of this machine; raises ``InputError`` for one that cannot be read."""
    return face.read(library.draft(NAME), NAME)


def keep_campaign(library: Library, campaign: Campaign) -> None:
    """Keep the campaign until the next evening."""
    library.keep_draft(NAME, face.written(campaign))


class CampaignDesk(Untyped):
    """The careers, kept between evenings; chance draws what the rules leave to it (GC-RANK-05, GC-RANK-08).

    Beside a ``table``, as on a phone, nothing is begun or ended, and nobody learns before that adventure is over.
    """

    def __init__(
        self,
        library: Library,
        opening: Opening | None,
        draw: random.Random | None = None,
        table: Session | None = None,
    ) -> None:
        self._library, self._opening, self._table = library, opening, table
        self._draw = (draw or random.SystemRandom()).sample
        self.campaign = kept_campaign(library)
        self._swaps: dict[str, tuple[str, str]] = {}  # by hero: the card it gives, the card it takes (GC-RANK-06)
        self._declined: set[str] = set()  # who keeps its cards as they are
        self._learnt: list[Career] = []  # by the last adventure: as they were before

    def page(self, wording: Wording) -> Page:
        """A tile a hero; the next adventure, or what was learnt in the last one."""
        page = Page(wording.say("evening.campaign"), wording.say("evening.campaign_about"))
        self._look_again()
        careers, playing = self.campaign.careers, self.campaign.playing
        if not careers:
            return replace(page, buttons=(("enlist", wording.say("evening.campaign_begin")),))
        names = heroes(wording.lang)
        page = replace(page, tiles=tuple(self._tile(career, names[hero], wording) for hero, career in careers.items()))
        news = " · ".join(self._news(career, names[career.hero], wording) for career in self._learnt)
        page = replace(page, text=news or page.text)
        if not playing:
            if self._opening is None:
                return replace(page, text=" ".join(filter(None, (news, wording.say("evening.campaign_at_home")))))
            word = "adventure" if any(career.adventures for career in careers.values()) else "first"
            about = f"{page.text} {wording.say('evening.campaign_next', adventure=self._opening.about(wording))}"
            return replace(page, text=about, buttons=self._buttons(wording, adventure=word, end="end"))
        if not self._may_learn:
            return replace(page, text=wording.say("evening.campaign_goes_on"))
        page = replace(page, text=wording.say("evening.campaign_learns"))
        if self._opening is None:
            return replace(page, buttons=self._buttons(wording, played="played", missed="missed"))
        if self._game is None:
            return replace(page, buttons=self._buttons(wording, played="played", missed="missed", end="end"))
        return replace(page, buttons=self._buttons(wording, resume="back", played="ended", missed="missed", end="end"))

    @staticmethod
    def _buttons(wording: Wording, **words: str) -> tuple[tuple[str, str], ...]:
        return tuple((action, wording.say(f"evening.campaign_{word}")) for action, word in words.items())

    @property
    def _game(self) -> Path | None:
        """The kept game of the adventure that is out."""
        name = self._library.draft(ADVENTURE).get("game")
        return next((store for store in self._library.stores() if store.name == name), None)

    @property
    def _may_learn(self) -> bool:
        """Whether nothing stands against it that the adventure is over."""
        return self._table is None or face.has_ended(self.campaign, self._table)

    def press(self, action: str) -> Turn:
        """Begin, go on an adventure, say it was played, choose cards, take the Veteran sheet."""
        self._look_again()
        verb, _, hero = action.partition(":")
        match verb:
            case "enlist":
                self._keep(face.begin(self._draw))
            case "adventure" if self._opening is not None:
                setup, game = self._opening.setup(self.campaign.careers), self._library.new_store()
                self._keep(self.campaign.set_out([enrolled.hero for enrolled in setup.heroes]))
                self._library.keep_draft(ADVENTURE, {"game": game.name})
                return Play(setup, game)
            case "resume":
                return Play(store=self._game)
            case "played":
                swaps = {hero: cards for hero, cards in self._swaps.items() if hero not in self._declined}
                before = self.campaign
                self._keep(face.learnt(before, self._draw, swaps, self._declined))
                self._learnt = [before.career(hero) for hero in before.playing]
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

    def _look_again(self) -> None:
        """Another screen may have it open as well: what was chosen for an adventure that is told there is no more."""
        kept = kept_campaign(self._library)
        if kept != self.campaign:
            self.campaign, self._swaps, self._declined = kept, {}, set()

    def _news(self, before: Career, name: str, wording: Wording) -> str:
        """Tell the card that came, the one that went for it, a new rank; or that the hero keeps its cards."""
        now = self.campaign.career(before.hero)
        came = {*now.added} - {*before.added} | {*before.removed} - {*now.removed}
        parts = [f"+ {self._card(card, wording)}" for card in sorted(came)]
        parts += [f"− {self._card(card, wording)}" for card in before.added if card not in now.added]
        parts += [wording.word("rank", now.rank.value)] if now.rank is not before.rank else []
        return wording.pair(name, ", ".join(parts) or wording.say("evening.campaign_keeps"))

    def _keep(self, campaign: Campaign) -> None:
        self.campaign, self._learnt = campaign, []
        self._swaps, self._declined = {}, set()
        keep_campaign(self._library, campaign)

    def _tile(self, career: Career, name: str, wording: Wording) -> Tile:
        """A hero: its rank, its adventures, the cards it has beyond its own and those it lacks."""
        hero, extra = career.hero, list[tuple[str, str]]()
        playing = self.campaign.playing if self._may_learn else ()
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
        return Tile(
            "", name, " · ".join((count, *cards)), badge, chosen=hero in self.campaign.playing, extra=tuple(extra)
        )

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
