"""A campaign by touch: the heroes with their ranks and cards, the next adventure, what they learn from it (GC-RANK).

begin ──> six Rookies ──next adventure──> a game ──it was played──> cards given for cards, a rank higher ──> next …
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.games.guardians.face import careers as face
from companion.games.guardians.face.careers import Career
from companion.games.guardians.face.setup import SetUp, heroes
from companion.text.wording import Wording, told
from ui.library import Library
from ui.presenters.pages import Go, Page, PickDesk, Play, Tile, Turn, Untyped

NAME, PLAYING = "guardians-campaign", "guardians-adventure"  # what is kept: the careers; who is out on an adventure
Begin = Callable[[Mapping[str, Career]], SetUp]


class CampaignDesk(Untyped):
    """The careers, kept between evenings; chance draws what the rules leave to it (GC-RANK-05, GC-RANK-08)."""

    def __init__(self, library: Library, setup: Begin, draw: random.Random | None = None) -> None:
        self._library, self._setup, self._draw = library, setup, (draw or random.SystemRandom()).sample
        self.careers = face.read(library.draft(NAME), NAME)
        self._swaps: dict[str, tuple[str, str]] = {}  # by hero: the card it gives, the card it takes (GC-RANK-06)

    @property
    def playing(self) -> tuple[str, ...]:
        """The heroes who are out on an adventure."""
        return tuple(hero for hero in self._library.draft(PLAYING).get("heroes", ()) if hero in self.careers)

    def page(self, wording: Wording) -> Page:
        """A tile a hero; the next adventure, or what was learnt in the last one."""
        page = Page(wording.say("evening.campaign"), wording.say("evening.campaign_about"))
        if not self.careers:
            return replace(page, buttons=(("enlist", wording.say("evening.campaign_begin")),))
        names, playing = heroes(wording.lang), self.playing
        tiles = tuple(self._tile(career, names[hero], wording) for hero, career in self.careers.items())
        end = "end", wording.say("evening.campaign_end")
        if not playing:
            buttons = ("adventure", wording.say("evening.campaign_adventure")), end
            return replace(page, tiles=tiles, buttons=buttons)
        buttons = ("played", wording.say("evening.campaign_played")), end
        return replace(page, text=wording.say("evening.campaign_learns"), tiles=tiles, buttons=buttons)

    def press(self, action: str) -> Turn:
        """Begin, go on an adventure, say it was played, choose cards, take the Veteran sheet."""
        verb, _, hero = action.partition(":")
        match verb:
            case "enlist":
                self._keep(face.begin(self._draw))
            case "adventure":
                setup = self._setup(self.careers)
                self._library.keep_draft(PLAYING, {"heroes": [enrolled.hero for enrolled in setup.heroes]})
                return Play(setup)
            case "played":
                learnt = {hero: self._grown(self.careers[hero]) for hero in self.playing}
                self._library.keep_draft(PLAYING, {})
                self._keep({**self.careers, **learnt})
            case "give":
                return Go(self._picks("evening.campaign_give", hero, self.careers[hero].added, 0))
            case "take":
                return Go(self._picks("evening.campaign_take", hero, self.careers[hero].removed, 1))
            case "promote":
                self._keep({**self.careers, hero: face.promoted(self.careers[hero])})
            case "end":
                self._library.keep_draft(PLAYING, {})
                self._keep({})
        return None

    def _keep(self, careers: Mapping[str, Career]) -> None:
        self.careers, self._swaps = dict(careers), {}
        self._library.keep_draft(NAME, face.written(careers))

    def _tile(self, career: Career, name: str, wording: Wording) -> Tile:
        """A hero: its rank, its adventures, the cards it has beyond its own and those it lacks."""
        extra: list[tuple[str, str]] = []
        if career.hero in self.playing and face.may_swap(career):
            give, take = self._swap_of(career)
            extra = [(f"give:{career.hero}", f"− {self._card(give, wording)}")]
            extra.append((f"take:{career.hero}", f"+ {self._card(take, wording)}"))
        if career.may_be_veteran:
            extra.append((f"promote:{career.hero}", wording.say("evening.campaign_promote")))
        count = wording.say("evening.campaign_count", count=career.adventures, all=face.LENGTH)
        cards = [f"+ {self._card(card, wording)}" for card in career.added]
        cards += [f"− {self._card(card, wording)}" for card in career.removed]
        badge = wording.word("rank", career.rank.value)
        return Tile(
            "", name, " · ".join((count, *cards)), badge, chosen=career.hero in self.playing, extra=tuple(extra)
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
            swap = list(self._swap_of(self.careers[hero]))
            swap[place] = card
            self._swaps[hero] = swap[0], swap[1]

        return PickDesk(title, tiles, keep)

    def _grown(self, career: Career) -> Career:
        swap = self._swap_of(career) if face.may_swap(career) else ()
        return face.grown(career, self._draw, *swap)
