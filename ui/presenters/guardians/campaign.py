"""A campaign by touch: the heroes with their ranks and cards, the next adventure, what they learn from it (GC-RANK).

begin ──> six Rookies ──next adventure──> a game ──once it is over──> cards given for cards, a rank higher ──> next …
                                                 └─it was not played─> as before
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Protocol

from companion.core.session import Session
from companion.games.guardians.face import careers as face
from companion.games.guardians.face.careers import Campaign, Career
from companion.games.guardians.face.setup import SetUp, heroes
from companion.text.wording import Wording, told
from ui.library import Document, Library
from ui.presenters.pages import Go, Page, PickDesk, Play, Tile, Turn, Untyped

NAME, ADVENTURE = "guardians-campaign", "guardians-adventure"  # what is kept; and apart: the adventure's own game


@dataclass(frozen=True, slots=True)
class Choice:
    """For a hero after an adventure: the card it gives and the one it takes, or that it keeps its own (GC-RANK-06);
    nothing until somebody has chosen.
    """

    give: str = ""
    take: str = ""
    declines: bool = False


class Opening(Protocol):
    """The next adventure, as it is set up."""

    @property
    def scenario(self) -> str:
        """The scenario that is chosen."""

    def follow(self, played: Sequence[str]) -> None:
        """Choose the next scenario."""

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

    Beside a ``table``, as on a phone, nothing is begun or ended. Nobody learns before that adventure is over, unless
    somebody says that it ended elsewhere.
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

    def page(self, wording: Wording) -> Page:
        """A tile a hero; the next adventure, or what was learnt in the last one."""
        page = Page(wording.say("evening.campaign"), wording.say("evening.campaign_about"))
        self.campaign = kept_campaign(self._library)  # another screen may have changed it
        self._move_on()
        careers, playing = self.campaign.careers, self.campaign.playing
        if not careers:
            return replace(page, buttons=(("enlist", wording.say("evening.campaign_begin")),))
        names = heroes(wording.lang)
        page = replace(page, tiles=tuple(self._tile(career, names[hero], wording) for hero, career in careers.items()))
        learnt = [self._news(career, names[career.hero], wording) for career in self._learnt]
        news = f"{' · '.join(learnt)}." if learnt else ""
        page = replace(page, text=news or page.text)
        if not playing:
            if self._opening is None:
                return replace(page, text=" ".join(filter(None, (news, wording.say("evening.campaign_at_home")))))
            word = "adventure" if any(career.adventures for career in careers.values()) else "first"
            about = f"{page.text} {wording.say('evening.campaign_next', adventure=self._opening.about(wording))}"
            return replace(page, text=about, buttons=self._buttons(wording, adventure=word, end="end"))
        if not self._may_learn:
            ways = {"resume": "back", "away": "away", "missed": "missed", "end": "end"} if self._table is None else {}
            return replace(page, text=wording.say("evening.campaign_goes_on"), buttons=self._buttons(wording, **ways))
        page = replace(page, text=wording.say("evening.campaign_learns"), is_waiting=True)  # others choose meanwhile
        page = replace(page, likely="played")  # nothing else is, also where somebody has still to choose
        words = {"played": "played", "missed": "missed"}
        words |= {"resume": "back"} if self._table is None and self._game is not None else {}
        words |= {"end": "end"} if self._opening is not None else {}
        buttons = dict(self._buttons(wording, **words))
        if unsaid := [names[hero] for hero in playing if self._is_unsaid(careers[hero])]:
            page = replace(page, notes=(wording.say("evening.campaign_unsaid", heroes=wording.listed(unsaid)),))
            keeping = wording.say("evening.campaign_keeping", heroes=wording.listed(unsaid))
            buttons["played"] = f"{buttons['played']} · {keeping}"
            if self._opening is None:  # on a phone nobody decides for the others
                del buttons["played"]
        return replace(page, buttons=tuple(buttons.items()))

    def under_way(self, wording: Wording) -> str:
        """Tell how far the campaign is, and what comes next; nothing before it has begun."""
        self.campaign = kept_campaign(self._library)
        self._move_on()
        most = max(self.campaign.careers.values(), key=lambda career: career.adventures, default=None)
        if most is None:
            return ""
        comes = wording.say("evening.campaign_out") if self.campaign.playing else ""
        if not comes and self._opening is not None:
            comes = wording.say("evening.campaign_next", adventure=self._opening.about(wording))
        return " · ".join(filter(None, (told(face.adventures(most), wording), comes)))

    @staticmethod
    def _buttons(wording: Wording, **words: str) -> tuple[tuple[str, str], ...]:
        return tuple((action, wording.say(f"evening.campaign_{word}")) for action, word in words.items())

    @property
    def _game(self) -> Path | None:
        """The kept game of the adventure that is out."""
        return self._store("game")

    def _store(self, which: str) -> Path | None:
        """Return the store of the ``game`` that is out, or of the one ``before`` it."""
        name = self._library.draft(ADVENTURE).get(which)
        return next((store for store in self._library.stores() if store.name == name), None)

    @property
    def _may_learn(self) -> bool:
        """Whether the adventure is over, at that table, or as somebody said who played on elsewhere."""
        if self._table is not None:
            return face.has_ended(self.campaign, self._table)
        return self._game is None or self._library.draft(ADVENTURE).get("away") is True

    def _move_on(self) -> None:
        """After an adventure another scenario comes, once, unless players choose one."""
        draft = self._library.draft(ADVENTURE)
        if self._opening is not None and draft.get("moves_on"):
            self._opening.follow(_words(draft.get("scenarios")))
            self._library.keep_draft(ADVENTURE, {**draft, "moves_on": False})

    def press(self, action: str) -> Turn:
        """Begin, go on an adventure, say it was played, choose cards, take the Veteran sheet."""
        self.campaign = kept_campaign(self._library)
        verb, _, hero = action.partition(":")
        match verb:
            case "enlist":
                self._keep(face.begin(self._draw))
            case "adventure" if self._opening is not None:
                setup, game = self._opening.setup(self.campaign.careers), self._library.new_store()
                before = self._store("before")
                scenarios = [*_words(self._library.draft(ADVENTURE).get("scenarios")), self._opening.scenario]
                out = self.campaign.set_out([enrolled.hero for enrolled in setup.heroes])
                self._keep(out, {"game": game.name, "scenarios": scenarios})
                players = self._library.players(before) if before is not None else {}
                return Play(setup, game, players=players, before=before)
            case "resume":
                return Play(store=self._game)
            case "played":
                then, playing = self.campaign, self.campaign.playing
                chosen = {hero: self._choice_of(then.career(hero)) for hero in playing}
                declined = [hero for hero in playing if chosen[hero].declines or self._is_unsaid(then.career(hero))]
                learning = ((hero, choice) for hero, choice in chosen.items() if hero not in declined)
                swaps = {hero: (choice.give, choice.take) for hero, choice in learning if choice.give}
                after = {**self._after, "then": face.written(then), "moves_on": True}
                self._keep(face.learnt(then, self._draw, swaps, declined), after)
            case "missed" | "end" | "away":
                return Go(self._asks(verb))
            case "give":
                return Go(self._picks(verb, hero, self.campaign.career(hero).added))
            case "take":
                return Go(self._picks(verb, hero, self.campaign.career(hero).removed))
            case "decline":
                self._choose(hero, Choice(declines=not self._choice_of(self.campaign.career(hero)).declines))
            case "promote":
                self._keep(self.campaign.promoted(hero), self._library.draft(ADVENTURE))
        return None

    def _asks(self, verb: str) -> PickDesk:
        """Say what is lost by it before it is done."""

        def do(_: str) -> None:
            if verb == "away":
                self._library.keep_draft(ADVENTURE, {**self._library.draft(ADVENTURE), "away": True})
            elif verb == "end":
                self._keep(Campaign({}))
            else:
                scenarios = _words(self._after["scenarios"])[:-1]
                self._keep(kept_campaign(self._library).set_out(()), {**self._after, "scenarios": scenarios})

        def tiles(wording: Wording) -> list[Tile]:
            about = wording.say(f"evening.campaign_{verb}_text")
            return [Tile("yes", wording.say(f"evening.campaign_{verb}"), about, tone="bad")]

        return PickDesk(f"evening.campaign_{verb}_sure", tiles, do)

    @property
    def _learnt(self) -> list[Career]:
        """Who learnt by the last adventure, as they were before; any screen tells it until the next one begins."""
        then = face.read(_table(self._library.draft(ADVENTURE).get("then")), ADVENTURE)
        return [then.career(hero) for hero in then.playing]

    @property
    def _after(self) -> Document:
        """The game of an adventure that is over, whose guests come along to the next."""
        draft = self._library.draft(ADVENTURE)
        return {"before": draft.get("game", ""), "scenarios": _words(draft.get("scenarios"))}

    def _choice_of(self, career: Career) -> Choice:
        """Return what was chosen for the hero on any screen, so far; a card that it has not is none."""
        kept = _table(_table(self._library.draft(ADVENTURE).get("choices")).get(career.hero))
        if not face.may_swap(career):
            return Choice(declines=kept.get("declines") is True)
        give, take = (
            next((card for card in own if card == kept.get(what)), "")
            for what, own in (("give", career.added), ("take", career.removed))
        )
        return Choice(give, take, kept.get("declines") is True)

    def _is_unsaid(self, career: Career) -> bool:
        """Whether nobody has said yet what the hero gives and takes: it keeps its cards (GC-RANK-06)."""
        choice = self._choice_of(career)
        return face.may_swap(career) and not choice.declines and not (choice.give and choice.take)

    def _choose(self, hero: str, choice: Choice) -> None:
        """Keep it for every screen."""
        draft = self._library.draft(ADVENTURE)
        choices = {**_table(draft.get("choices")), hero: asdict(choice)}
        self._library.keep_draft(ADVENTURE, {**draft, "choices": choices})

    def _news(self, before: Career, name: str, wording: Wording) -> str:
        """Tell the card that came, the one that went for it, a new rank; or that the hero keeps its cards."""
        now = self.campaign.career(before.hero)
        came = {*now.added} - {*before.added} | {*before.removed} - {*now.removed}
        parts = [f"+ {self._card(card, wording)}" for card in sorted(came)]
        parts += [f"− {self._card(card, wording)}" for card in before.added if card not in now.added]
        parts += [wording.word("rank", now.rank.value)] if now.rank is not before.rank else []
        return wording.pair(name, ", ".join(parts) or wording.say("evening.campaign_keeps"))

    def _keep(self, campaign: Campaign, adventure: Document | None = None) -> None:
        """Keep the campaign, and the adventure that is out; with it goes what was chosen for it."""
        self.campaign = campaign
        keep_campaign(self._library, campaign)
        self._library.keep_draft(ADVENTURE, adventure or {})

    def _tile(self, career: Career, name: str, wording: Wording) -> Tile:
        """A hero: its rank, its adventures, the cards it has beyond its own and those it lacks."""
        hero, extra = career.hero, list[tuple[str, str]]()
        playing = self.campaign.playing if self._may_learn else ()
        choice = self._choice_of(career)
        if hero in playing and face.may_swap(career) and not choice.declines:
            which = wording.say("evening.campaign_which")
            for what, sign, card in (("give", "−", choice.give), ("take", "+", choice.take)):
                extra.append((f"{what}:{hero}", f"{sign} {self._card(card, wording) if card else which}"))
        if hero in playing and (face.may_swap(career) or face.may_learn(career)):
            key = "evening.campaign_accept" if choice.declines else "evening.campaign_decline"
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

    def _picks(self, what: str, hero: str, cards: Sequence[str]) -> PickDesk:
        """One of the cards, to ``give`` or to ``take``."""

        def tiles(wording: Wording) -> list[Tile]:
            return [Tile(card, self._card(card, wording), told(face.card_does(card), wording)) for card in cards]

        def keep(card: str) -> None:
            choice = self._choice_of(self.campaign.career(hero))
            self._choose(hero, replace(choice, give=card) if what == "give" else replace(choice, take=card))

        return PickDesk(f"evening.campaign_{what}", tiles, keep, about=lambda lang: {"hero": heroes(lang)[hero]})


def _words(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _table(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}
