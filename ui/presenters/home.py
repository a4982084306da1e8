"""The pages that every game shares: home, the games kept here, which game is new, settings.

home ──> new game ──> its game's own desk          home ──> go on ──> a kept game
     ├─> forces, figures: the games' own desks      ├─> tower, mat and panel
     └─> the last evening, as it stands             └─> settings
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from companion.text.wording import LANGUAGES, Wording
from ui.library import SIZES, THEMES, Library, Settings
from ui.presenters.covers import covered
from ui.presenters.hardware import Maintenance, PluggedDesk
from ui.presenters.pages import Desk, Go, Leave, Page, Play, Tile, Turn, Untyped
from ui.presenters.rules import RuleDesk
from ui.presenters.sharing import ShareDesk


@dataclass(frozen=True, slots=True)
class Kept:
    """A game on this machine, as a list shows it."""

    store: Path
    game: str
    title: str  # where it is, or how it ended
    players: str
    when: str
    picture: bytes = b""
    is_over: bool = False
    can_swap: bool = False  # a rematch may swap the sides
    is_broken: bool = False  # it cannot be opened; the title says why


class Moments(Protocol):
    """A kept game, line by line."""

    def lines(self, wording: Wording) -> list[tuple[int, str, bool]]:
        """Return the lines of the story: the version, the words, whether it is a heading."""

    def picture(self, version: int, wording: Wording) -> tuple[str, bytes]:
        """The title then, and the board as a PNG."""


@runtime_checkable
class UnderWay(Protocol):
    """A desk of something that lasts for more than one evening."""

    def under_way(self, wording: Wording) -> str:
        """How far it is, and what comes next; nothing before it has begun."""


@dataclass(frozen=True, slots=True)
class HomePages:
    """The games as the pages need them, given by whoever puts the house together."""

    games: Sequence[str]
    opening: Callable[[str], Desk]  # a new game of that system
    at_once: Callable[[str], Play | None]  # the game of that system that is played at once
    collections: Callable[[], Sequence[tuple[str, Desk]]]  # what is gathered between evenings: the word and its desk
    kept: Callable[[Path, Wording], Kept]
    again: Callable[[Path, bool], Play]  # the game once more, with sides swapped or not
    moments: Callable[[Path], Moments]
    shop: Maintenance


class LanguageDesk(Untyped):
    """The only question of the first start."""

    def __init__(self, library: Library, games: Sequence[str]) -> None:
        self._library, self._games = library, games

    def page(self, wording: Wording) -> Page:
        """One tile a language, in its own words, below what may be played."""
        tiles = tuple(Tile(lang, Wording(lang).say("evening.language_name"), tone="accent") for lang in LANGUAGES)
        games, is_waiting = covered([Tile(game, wording.say(f"game.{game}")) for game in self._games])
        return Page(
            "Tablewright",
            " · ".join(Wording(lang).say("evening.language") for lang in LANGUAGES),
            covers=tuple(replace(game, action="") for game in games),  # to be looked at
            tiles=tiles,
            is_gallery=True,
            is_waiting=is_waiting,
        )

    def press(self, action: str) -> Turn:
        """Keep it."""
        self._library.keep_settings(replace(self._library.settings(), lang=action))
        return Leave.HOME


class HomeDesk(Untyped):
    """The home page."""

    def __init__(self, library: Library, home_pages: HomePages) -> None:
        self._library, self._home_pages = library, home_pages

    def page(self, wording: Wording) -> Page:
        """Begin, go on, gather, settings."""
        stores, newest = self._library.stores(), self._newest(wording)
        covers, is_waiting = covered(
            [
                Tile(
                    f"now:{game}",
                    wording.say("evening.play_now", game=wording.say(f"game.{game}")),
                    wording.say("evening.play_now_text"),
                )
                for game in self._home_pages.games
            ]
        )
        tiles = [Tile("new", wording.say("evening.new_game"), wording.say("evening.new_game_text"), tone="good")]
        if newest is not None:
            key = "evening.again" if newest.is_over else "evening.go_on_last"
            about = f"{newest.game} · {newest.title} · {newest.when}"
            covers = (Tile("last", wording.say(key), about, picture=newest.picture, tone="accent"), *covers)
        if stores:
            tiles.append(Tile("kept", wording.say("evening.kept"), badge=str(len(stores))))
        for number, (key, desk) in enumerate(self._home_pages.collections()):
            about = desk.under_way(wording) if isinstance(desk, UnderWay) else ""
            tiles.append(Tile(f"collection:{number}", wording.say(key), about or wording.say(f"{key}_text")))
        tiles.append(Tile("share", wording.say("evening.invite"), wording.say("evening.invite_text")))
        tiles.append(Tile("plugged", wording.say("plugged.title"), wording.say("plugged.title_text")))
        tiles.append(Tile("settings", wording.say("evening.settings"), wording.say("evening.settings_text")))
        tiles.append(Tile("help", wording.say("evening.help"), wording.say("evening.help_text")))
        return Page(
            "Tablewright",
            wording.say("evening.home_text"),
            covers=covers,
            tiles=tuple(tiles),
            is_gallery=True,
            is_waiting=is_waiting,
        )

    def _newest(self, wording: Wording) -> Kept | None:
        """The last game that can be opened: a damaged one does not stand before it."""
        kept = (self._home_pages.kept(store, wording) for store in self._library.stores())
        return next((game for game in kept if not game.is_broken), None)

    def press(self, action: str) -> Turn:
        """On to the page of that tile."""
        name, _, argument = action.partition(":")
        match name:
            case "now":
                return self._home_pages.at_once(argument)
            case "new":
                return Go(NewDesk(self._home_pages))
            case "last":
                newest = self._newest(Wording())
                return Play(store=newest.store) if newest is not None else None
            case "kept":
                return Go(KeptDesk(self._library, self._home_pages))
            case "collection":
                return Go(self._home_pages.collections()[int(argument)][1])
            case "share":
                return Go(ShareDesk(self._library))
            case "plugged":
                return Go(PluggedDesk(self._home_pages.shop))
            case "settings":
                return Go(SettingsDesk(self._library))
            case "help":
                return Go(RuleDesk())
        return None


class NewDesk(Untyped):
    """The page on which a game is chosen."""

    def __init__(self, home_pages: HomePages) -> None:
        self._home_pages = home_pages
        self._desks: dict[str, Desk] = {}

    def page(self, wording: Wording) -> Page:
        """One tile a game."""
        tiles, is_waiting = covered(
            [
                Tile(game, wording.say(f"game.{game}"), wording.say(f"game.{game}.about"))
                for game in self._home_pages.games
            ]
        )
        return Page(wording.say("evening.which_game"), tiles=tiles, is_gallery=True, is_waiting=is_waiting)

    def press(self, action: str) -> Turn:
        """The desk of that game, as it was left."""
        if action not in self._desks:
            self._desks[action] = self._home_pages.opening(action)
        return Go(self._desks[action])


class KeptDesk(Untyped):
    """The games that are kept on this machine."""

    PAGE = 12

    def __init__(self, library: Library, home_pages: HomePages) -> None:
        self._library, self._home_pages, self._first = library, home_pages, 0

    def page(self, wording: Wording) -> Page:
        """The newest first, a dozen at a time."""
        stores = self._library.stores()
        tiles = []
        for number, store in enumerate(stores[self._first : self._first + self.PAGE], start=self._first):
            kept = self._home_pages.kept(store, wording)
            wishes = [("look", "evening.look")] if kept.players else []
            wishes += [("again", "evening.rematch")] if kept.is_over else []
            wishes += [("swapped", "evening.swapped")] if kept.is_over and kept.can_swap else []
            extra = tuple((f"{wish}:{number}", wording.say(key)) for wish, key in wishes)
            words = " · ".join(part for part in (kept.players, kept.when) if part)
            tiles.append(Tile(f"open:{number}", f"{kept.game} · {kept.title}", words, "", kept.picture, extra=extra))
        buttons = [("older", wording.say("evening.older"))] if self._first + self.PAGE < len(stores) else []
        buttons += [("newer", wording.say("evening.newer"))] if self._first else []
        return Page(wording.say("evening.kept"), tiles=tuple(tiles), buttons=tuple(buttons))

    def press(self, action: str) -> Turn:
        """Open a game, play it once more, or turn the page."""
        name, _, argument = action.partition(":")
        if name in ("older", "newer"):
            self._first += self.PAGE if name == "older" else -self.PAGE
            return None
        store = self._library.stores()[int(argument)]
        if name == "look":
            return Go(HistoryDesk(self._home_pages.moments(store)))
        return Play(store=store) if name == "open" else self._home_pages.again(store, name == "swapped")


class HistoryDesk(Untyped):
    """A game gone through line by line, as onlookers saw it."""

    def __init__(self, moments: Moments) -> None:
        self._moments, self._at = moments, 0

    def page(self, wording: Wording) -> Page:
        """The board after a line, and the line."""
        lines = self._moments.lines(wording)
        if not lines:
            return Page(wording.say("evening.history"), wording.say("evening.nothing_yet"))
        self._at = max(0, min(len(lines) - 1, self._at))
        version, text, _ = lines[self._at]
        title, picture = self._moments.picture(version, wording)
        words = (("turn_back", "‹‹"), ("back_one", "‹"), ("on", "›"), ("turn_on", "››"))
        place = wording.say("evening.line_of", number=self._at + 1, count=len(lines))
        near = lines[max(0, self._at - 3) : self._at + 4]
        tiles = tuple(Tile(f"at:{line}", said, chosen=line == version) for line, said, _ in near)
        return Page(f"{place} · {title}", text, tiles=tiles, buttons=words, likely="on", picture=picture)

    def press(self, action: str) -> Turn:
        """A line, or a turn, back or on; or to a line."""
        lines = self._moments.lines(Wording())
        what, _, version = action.partition(":")
        headings = [place for place, (_, _, is_heading) in enumerate(lines) if is_heading]
        match what:
            case "at":
                self._at = next(place for place, line in enumerate(lines) if line[0] == int(version))
            case "on":
                self._at += 1
            case "back_one":
                self._at -= 1
            case "turn_on":
                self._at = next((place for place in headings if place > self._at), len(lines) - 1)
            case "turn_back":
                self._at = next((place for place in reversed(headings) if place < self._at), 0)
        return None


class SettingsDesk(Untyped):
    """Language, size of the text, who throws."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def page(self, wording: Wording) -> Page:
        """One row a setting; a tap goes to its next value."""
        now = self._library.settings()
        rows = (
            ("lang", wording.say("evening.language"), wording.say("evening.language_name")),
            ("text", wording.say("evening.text_size"), f"{now.text:.0%}"),
            (
                "dice",
                wording.say("evening.machine_dice"),
                wording.say("evening.yes" if now.machine_dice else "evening.no"),
            ),
            ("advice", wording.say("evening.advice"), wording.say("evening.yes" if now.advice else "evening.no")),
        )
        looks = (
            ("theme", wording.say("evening.colours"), wording.say(f"theme.{now.theme}")),
            ("sound", wording.say("evening.sound"), wording.say("evening.yes" if now.sound else "evening.no")),
            ("motion", wording.say("evening.motion"), wording.say("evening.yes" if now.motion else "evening.no")),
            ("vibration", wording.say("evening.vibration"), self._vibration(now, wording)),
            ("hands", wording.say("evening.hands"), wording.say("evening.yes" if now.hands else "evening.no")),
            ("left", wording.say("evening.left_hand"), wording.say("evening.yes" if now.left_hand else "evening.no")),
        )
        clock = ("clock", wording.say("clock.show"), wording.say("evening.yes" if now.clock else "evening.no"))
        share = ("share", wording.say("evening.share_table"), wording.say("evening.yes" if now.share else "evening.no"))
        tiles = tuple(Tile(action, title, badge=value) for action, title, value in (*rows, *looks, clock, share))
        return Page(wording.say("evening.settings"), wording.say("evening.kept_here"), tiles=tiles)

    def press(self, action: str) -> Turn:
        """The next value."""
        now = self._library.settings()
        match action:
            case "lang":
                asked = now.lang or Wording().lang
                now = replace(now, lang=LANGUAGES[(LANGUAGES.index(asked) + 1) % len(LANGUAGES)])
            case "text":
                later = [size for size in SIZES if size > now.text]
                now = replace(now, text=later[0] if later else SIZES[0])
            case "dice":
                now = replace(now, machine_dice=not now.machine_dice)
            case "advice":
                now = replace(now, advice=not now.advice)
            case "theme":
                now = replace(now, theme=THEMES[(THEMES.index(now.theme) + 1) % len(THEMES)])
            case "sound":
                now = replace(now, sound=not now.sound)
            case "motion":
                now = replace(now, motion=not now.motion)
            case "vibration" if self._library.vibrates:
                now = replace(now, vibration=not now.vibration)
            case "hands":
                now = replace(now, hands=not now.hands)
            case "left":
                now = replace(now, left_hand=not now.left_hand)
            case "clock":
                now = replace(now, clock=not now.clock)
            case "share":
                now = replace(now, share=not now.share)
        self._library.keep_settings(now)
        return None

    def _vibration(self, now: Settings, wording: Wording) -> str:
        if not self._library.vibrates:
            return wording.say("evening.not_here")
        return wording.say("evening.yes" if now.vibration else "evening.no")


def first_desk(library: Library, home_pages: HomePages, *, is_language_known: bool) -> tuple[Desk, ...]:
    """The desks at the start: home, and before it the language where none was chosen yet."""
    home = HomeDesk(library, home_pages)
    return (home,) if is_language_known or library.settings().lang else (home, LanguageDesk(library, home_pages.games))
