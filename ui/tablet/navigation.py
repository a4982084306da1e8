"""An evening at the tablet, without Kivy: the pages on their stack, and the table that is open, if one is.

tap ──press──> the desk on top ──> Go: another on top · BACK, HOME · Play: a table, kept in a store of its own
table ──wish──> home, once more, sides swapped
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.ids import SystemId
from companion.errors import InputError, TablewrightError
from companion.text.faults import fault_words
from companion.text.wording import Wording
from ui.library import Library, Settings
from ui.presenters.games import game_of, names_of_games
from ui.presenters.home import HomePages, Kept, Moments, first_desk
from ui.presenters.pages import Desk, Go, Leave, Page, Play, Turn
from ui.presenters.rules import RuleDesk
from ui.presenters.stints import anew
from ui.table.maintenance import DeviceMaintenance
from ui.table.settings import TableConfig

if TYPE_CHECKING:  # a house without a table open does without what tables need
    from ui.presenters.models import Looks
    from ui.presenters.open_table import OpenTable
    from ui.table.bootstrap import Table
    from ui.table.session import TableSession

# a wish that leads aside, and the tile that is tapped there for it
ASIDE = {
    "more": "",
    "keep": "keep",
    "share": "desk:evening.invite",
    "clock": "desk:clock.title",
    "devices": "desk:devices.title",
}
DESK = "desk:"  # and one that is the tile itself
RULE = "rule:"  # and a wish that leads to a rule's words: its id follows
THUMBNAIL = 220  # pixels wide


class Navigator:
    """The place of a window: a page, or a table. ``said`` is the refusal of the last tap, in one line.

    ``opens`` gives the table that is shown first; a window says so at once and calls ``lay`` then.
    """

    def __init__(
        self,
        library: Library,
        config: TableConfig | None = None,
        table: OpenTable | None = None,
        *,
        around: Callable[[Table], OpenTable] = lambda table: table,
        opens: Callable[[], OpenTable] | None = None,
    ) -> None:
        self.library = library
        self.config = config or TableConfig()
        self.said = ""
        self._around = around
        self.table_session: TableSession | None = None  # the table that is open
        self._shared: Path | None = None  # the game that was shared last
        self._leaves_porch: Callable[[], None] | None = None  # the way out of what stands at its address meanwhile
        self._kept: dict[tuple[Path, float, str], Kept] = {}
        games = names_of_games()
        self._shop = DeviceMaintenance()
        self._home_pages = HomePages(
            games, self._opening, _at_once, self._collections, self.kept, self.again, _moments, self._shop
        )
        self._stack: list[Desk] = list(first_desk(library, self._home_pages, is_language_known=bool(self.config.lang)))
        self._gathered: Sequence[tuple[str, Desk]] | None = None
        self._floor = len(self._stack)  # the desks under a table that is open
        self._opens = opens
        if table is not None:
            self._seat(table)
        if self.settings.radio:
            self._shop.radio.start()

    @property
    def is_laying(self) -> bool:
        """Whether a table is still to be opened."""
        return self._opens is not None

    def lay(self) -> None:
        """Open the table that is still to be opened; raises what is wrong with it."""
        opens, self._opens = self._opens, None
        if opens is not None:
            self._seat(opens())

    def _seat(self, table: OpenTable) -> None:
        from ui.table.session import TableSession

        self.table_session = TableSession(table, self.library)
        if self.config.lang:  # asked for with this table: pages over it speak it too
            self._keep(lang=self.config.lang)
        self.table_session.speak(self.settings.lang)

    @property
    def table(self) -> OpenTable | None:
        """The table that is open, if one is."""
        return self.table_session.table if self.table_session else None

    @property
    def settings(self) -> Settings:
        """The settings of this machine."""
        return self.library.settings()

    @property
    def wording(self) -> Wording:
        """The words of the language that was chosen, with the players of the table that is open."""
        made = Wording(self.settings.lang or self.config.lang or None)
        if self.table is not None:
            made.players = self.table.presenter.session.players
        return made

    def page(self) -> Page:
        """The page on top, with its way back and what the last tap was refused for."""
        wording = self.wording
        if self.is_laying:
            return Page("Tablewright", wording.say("evening.laying"))
        try:
            page = self._stack[-1].page(wording)
        except (TablewrightError, OSError) as wrong:  # a file it shows cannot be read: said, and there is a way back
            page = Page("Tablewright", notes=(fault_words(wrong, wording),))
        has_language = bool(self.settings.lang or self.config.lang)  # before anything else
        can_go_back = has_language and len(self._stack) > 1
        page = replace(page, back=wording.say("evening.back") if can_go_back else "")
        return page.with_notes(self.said) if self.said else page

    def press(self, action: str) -> None:
        """Take a tap; what cannot be done is said on the page, and nothing is lost."""
        self.said, was_on = "", self._shop.radio.is_on
        try:
            self._turn(Leave.BACK if action == Leave.BACK else self._stack[-1].press(action))
        except (TablewrightError, OSError) as wrong:
            self.said = fault_words(wrong, self.wording)
        if self._shop.radio.is_on != was_on:  # the switch: it is the same at the next start
            self._keep(radio=self._shop.radio.is_on)
        if self.table_session is not None:
            self.table_session.speak(self.settings.lang)

    def _keep(self, **changed: str | bool) -> None:
        """Keep these settings; what cannot be kept is said."""
        try:
            self.library.keep_settings(replace(self.settings, **changed))  # type: ignore[arg-type]
        except TablewrightError as wrong:
            self.said = fault_words(wrong, self.wording)

    def enter(self, field: str, text: str) -> None:
        """Take what was typed."""
        self.said = ""
        try:
            self._stack[-1].enter(field, text)
        except (TablewrightError, OSError) as wrong:
            self.said = fault_words(wrong, self.wording)

    def close(self) -> None:
        """Let go of the table that is open and of the devices by radio."""
        self._leave_porch()
        if self.table is not None:
            self.table.close()
        self._shop.radio.close()

    def _leave_porch(self) -> None:
        """Let the next table have the address of the last one."""
        if self._leaves_porch is not None:
            self._leaves_porch()
        self._leaves_porch = None

    @property
    def is_aside(self) -> bool:
        """Whether pages lie over the table that is open."""
        return self.table_session is not None and len(self._stack) > self._floor

    def leave_table(self, wish: str) -> None:
        """Go aside, the table open (``ASIDE``); or close it, which is kept: ``home``, or the same game
        ``again`` or with sides ``swapped``."""
        if self.table_session is None:
            return
        self.table_session.keep_language()
        if wish.startswith(RULE):
            del self._stack[self._floor :]
            rules = self.table_session.session.system
            self._stack.append(RuleDesk(rules.id, wish.removeprefix(RULE), str(rules.edition.id)))
            return
        if wish in ASIDE or wish.startswith(DESK):
            del self._stack[self._floor :]
            self._stack.append(self.table_session.desk(lambda: self.wording, self._watch, self._shop))
            if tile := ASIDE.get(wish, wish):
                self.press(tile)
                if len(self._stack) > self._floor + 1:  # the way back is to the table
                    del self._stack[self._floor]
            return
        players, looks = self.table_session.session.players, self.table_session.looks()
        store, is_shared = self.table_session.store, self.table_session.door is not None
        self._shared = store if is_shared else self._shared
        left, self.table_session = self.table_session, None
        is_led, setup = left.table.presenter.is_led, left.close()
        if wish == Leave.HOME and is_shared:
            self._leaves_porch = left.porch()
        del self._stack[1:]
        if wish != Leave.HOME:
            once_more = _again(setup, players, looks, swapped=wish == "swapped")
            self._turn_or_say(replace(once_more, before=store if is_shared else None, keeps_hints=is_led))

    def _turn_or_say(self, turn: Turn) -> None:
        """Turn; what cannot be done is said on the page, and nothing is lost."""
        try:
            self._turn(turn)
        except (TablewrightError, OSError) as wrong:
            self.said = fault_words(wrong, self.wording)

    def _turn(self, turn: Turn) -> None:
        match turn:
            case Go(desk):
                self._stack.append(desk)
            case Leave.BACK:
                if len(self._stack) > 1:
                    self._stack.pop()
            case Leave.HOME if self.table_session is not None:
                self.leave_table(Leave.HOME)
            case Leave.HOME:
                del self._stack[1:]
            case Leave.TABLE:
                del self._stack[self._floor :]
            case Play(setup, store, players, looks, is_led, before, keeps_hints):
                settings = self.settings
                config = replace(
                    self.config,
                    store=str(store or self.library.new_store()),
                    lang=self.wording.lang,
                    machine_dice=settings.machine_dice,
                    advice=settings.advice,
                )
                from ui.table.session import open_session

                self._leave_porch()
                along = before or (self._shared if store is None else None)  # the phones wait for the next game
                self.table_session = open_session(
                    config, setup, self.library, self._around, players, looks, self._shop.radio, along
                )
                if is_led:
                    self.table_session.open_game()
                elif keeps_hints:
                    self.table_session.table.presenter.lead()
                self._floor = len(self._stack)
                if self.table_session.said:  # what cannot be had is said over the table, where it is chosen
                    self.leave_table("devices")
                self.said = self.table_session.said

    def _watch(self, store: Path) -> None:
        """Open the table again, as what watches it is another thing."""
        self.leave_table(Leave.HOME)
        self._turn(Play(store=store))

    def kept(self, store: Path, wording: Wording) -> Kept:
        """The game in the store as a list shows it; one that cannot be read says so."""
        key = store, store.stat().st_mtime, wording.lang
        if key not in self._kept:
            self._kept[key] = self._read(store, wording)
        return self._kept[key]

    def again(self, store: Path, swapped: bool) -> Play:
        """The game of that store from its beginning, in a new store."""
        from ui.table.album import Album
        from ui.table.bootstrap import game_kept

        kept = game_kept(store)
        if kept is None:
            raise InputError(str(store), "", "an empty game store", "a stored game")
        return _again(kept, self.library.players(store), Album(store).looks(), swapped=swapped)

    def _read(self, store: Path, wording: Wording) -> Kept:
        from companion.painting import picture_of
        from ui.table.preview import preview_of

        when = f"{store.stem[:10]} {store.stem[11:13]}:{store.stem[13:15]}" if store.stem[:2] == "20" else store.stem
        own = Wording(wording.lang)
        own.players = self.library.players(store)
        try:
            seen = preview_of(store, own)
        except TablewrightError as wrong:
            return Kept(store, wording.say("evening.unreadable"), fault_words(wrong, wording), "", when, is_broken=True)
        picture = picture_of(seen.drawing, width=THUMBNAIL) if seen.drawing else b""
        can_swap = game_of(SystemId(seen.system)).can_swap
        game = wording.say(f"game.{seen.system}")
        return Kept(store, game, seen.title, seen.players, when, picture, seen.is_over, can_swap)

    def _opening(self, system: str) -> Desk:
        return game_of(SystemId(system)).opening(self.library)

    def _collections(self) -> Sequence[tuple[str, Desk]]:
        if self._gathered is None:
            found: list[Mapping[str, Desk]] = [
                game_of(SystemId(name)).collections(self.library) for name in names_of_games()
            ]
            self._gathered = [(word, desk) for row in found for word, desk in row.items()]
        return self._gathered


def _again(setup: Any, players: Mapping[str, str], looks: Looks, *, swapped: bool) -> Play:
    """The same game from its beginning; every figure looks as it did, on whichever side it is now."""
    game = game_of(setup.system)
    now = game.swapped(setup) if swapped else {}
    portraits = {now.get(piece, piece): portrait for piece, portrait in looks.portraits.items()}
    return Play(game.again(setup, swapped), players=anew(players), looks=replace(looks, portraits=portraits))


def _at_once(system: str) -> Play | None:
    """The game of that system that is played at once; ``None``: it has none."""
    game = game_of(SystemId(system))
    return Play(game.first_evening(), is_led=True) if game.first_evening is not None else None


def _moments(store: Path) -> Moments:
    from ui.table.preview import Pictured, played_in

    return Pictured(played_in(store))
