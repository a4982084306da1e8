"""An evening at the tablet, without Kivy: the pages on their stack, and the table that is open, if one is.

tap ──press──> the desk on top ──> Go: another on top · BACK, HOME · Play: a table, kept in a store of its own
table ──wish──> home, once more, sides swapped
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.board.picture import GridDrawing
from companion.core.ids import SystemId
from companion.errors import InputError, TablewrightError
from companion.painting import picture_of
from companion.table.clock import Limits
from companion.text.wording import Wording
from ui.bootstrap import Table, game_kept, open_table, sources_of
from ui.clock import KeptClock
from ui.config import TableConfig
from ui.presenters.aside import AsideDesk, Keeping, PlayersDesk
from ui.presenters.equipment import Chosen, EquipmentDesk
from ui.presenters.games import game_of, names_of_games
from ui.presenters.home import Kept, Moments, Parlour, first_desk
from ui.presenters.models import ClockModel
from ui.presenters.opened import Door, Looks, OpenTable
from ui.presenters.pages import Desk, Go, Leave, Page, Play, Turn
from ui.presenters.timing import ClockDesk
from ui.qr import qr_of
from ui.shelf import Settings, Shelf
from ui.workbench import Bench, looks_of

if TYPE_CHECKING:
    from ui.glance import Pictured

# a wish that leads aside, and the tile that is tapped there for it
ASIDE = {"more": "", "keep": "keep", "clock": "desk:clock.title", "devices": "desk:devices.title"}
THUMBNAIL = 220  # pixels wide


class Evening:
    """What a window shows: a page, or a table. ``said`` is the refusal of the last tap, in one line."""

    def __init__(
        self,
        shelf: Shelf,
        config: TableConfig | None = None,
        table: OpenTable | None = None,
        *,
        around: Callable[[Table], OpenTable] = lambda table: table,
    ) -> None:
        self.shelf, self.config, self.table = shelf, config or TableConfig(), table
        self.said, self._around = "", around
        self._kept: dict[tuple[Path, float, str], Kept] = {}
        games = names_of_games()
        self._parlour = Parlour(games, self._opening, self._collections, self.kept, self.again, _moments)
        self._stack: list[Desk] = list(first_desk(shelf, self._parlour, is_language_known=bool(self.config.lang)))
        self._gathered: Sequence[tuple[str, Desk]] | None = None
        self._floor = len(self._stack)  # the desks under a table that is open
        self._clock = self._timed(table) if table else None

    @property
    def settings(self) -> Settings:
        """The settings of this machine."""
        return self.shelf.settings()

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
        page = self._stack[-1].page(wording)
        page = replace(page, back=wording.say("evening.back") if len(self._stack) > 1 else "")
        return page.with_notes(self.said) if self.said else page

    def press(self, action: str) -> None:
        """Take a tap; what cannot be done is said on the page, and nothing is lost."""
        self.said = ""
        try:
            self._turn(Leave.BACK if action == Leave.BACK else self._stack[-1].press(action))
        except (TablewrightError, OSError) as wrong:
            self.said = str(wrong)

    def enter(self, field: str, text: str) -> None:
        """Take what was typed."""
        self.said = ""
        try:
            self._stack[-1].enter(field, text)
        except (TablewrightError, OSError) as wrong:
            self.said = str(wrong)

    @property
    def is_aside(self) -> bool:
        """Whether pages lie over the table that is open."""
        return self.table is not None and len(self._stack) > self._floor

    def leave_table(self, wish: str) -> None:
        """Go aside, the table open (``ASIDE``); or close it, which is kept: ``home``, or the same game
        ``again`` or with sides ``swapped``."""
        if self.table is not None and wish in ASIDE:
            del self._stack[self._floor :]
            self._stack.append(self._aside(self.table))
            if ASIDE[wish]:
                self.press(ASIDE[wish])
            return
        table, self.table = self.table, None
        if table is None:
            return
        if self._clock is not None:
            self._clock.keep()
        setup = table.presenter.session.records[0].event
        table.close()
        del self._stack[1:]
        if wish != Leave.HOME:
            self._turn_or_say(Play(_again(setup, swapped=wish == "swapped")))

    def _turn_or_say(self, turn: Turn) -> None:
        """Turn; what cannot be done is said on the page, and nothing is lost."""
        try:
            self._turn(turn)
        except (TablewrightError, OSError) as wrong:
            self.said = str(wrong)

    def _turn(self, turn: Turn) -> None:
        match turn:
            case Go(desk):
                self._stack.append(desk)
            case Leave.BACK:
                if len(self._stack) > 1:
                    self._stack.pop()
            case Leave.HOME if self.table is not None:
                self.leave_table(Leave.HOME)
            case Leave.HOME:
                del self._stack[1:]
            case Leave.TABLE:
                del self._stack[self._floor :]
            case Play(setup, store, players):
                settings = self.settings
                config = replace(
                    self.config,
                    store=str(store or self.shelf.new_store()),
                    lang=self.wording.lang,
                    machine_dice=settings.machine_dice,
                )
                watched = _watching(config, self._chosen(Path(config.store)))
                try:
                    table = open_table(watched, setup, sources=sources_of(watched))
                except (TablewrightError, OSError) as wrong:  # a device that is gone: the game goes on without it
                    if watched == config:
                        raise
                    self.said = str(wrong)
                    table = open_table(config, setup, sources=sources_of(config))
                table.session.players = self._named(Path(config.store), players)
                self.table = self._let_in(table)
                self._floor, self._clock = len(self._stack), self._timed(self.table)

    def _named(self, store: Path, players: Mapping[str, str]) -> Mapping[str, str]:
        """What the players of that game are called: as they were, or as they are in a new game."""
        if players:
            self.shelf.keep_players(store, players)
        return self.shelf.players(store)

    def _let_in(self, table: Table) -> OpenTable:
        """The table, with everybody's own screen where that was asked for; alone when the pages cannot be served."""
        shared = self._around(table)
        if shared is not table or not self.settings.share:
            return shared
        try:
            from ui.eyes import host_eyes
            from ui.web.address import parse_share
            from ui.web.host import Host

            eyes = host_eyes(table.config.layout)
            return Host(table, parse_share(""), Path(table.session.ledger.recorder.name), eyes)
        except (TablewrightError, ImportError) as wrong:
            self.said = str(wrong)
            return table

    def _aside(self, table: OpenTable) -> AsideDesk:
        """What one does about the game, and not in it."""
        session = table.presenter.session

        def moments() -> Pictured:
            from ui.glance import Pictured, played_of

            return Pictured(played_of(session))

        def keep() -> Keeping:
            from ui.report import Writing

            folder = self.shelf.papers / Path(session.ledger.recorder.name).stem
            return Writing(moments(), folder, self.wording)

        desks: dict[str, Desk] = {"evening.player_names": PlayersDesk(table.presenter, self._keep_players)}
        if self._clock is not None:
            desks["clock.title"] = ClockDesk(self._clock, self._keep_limits)
        drawing = table.presenter.game.drawing
        if isinstance(drawing, GridDrawing):  # a map of squares: its layout is made here
            store, setup = Path(session.ledger.recorder.name), session.records[0].event
            tags = game_of(session.system.id).tags(setup)
            bench = Bench(self.shelf, store, drawing, tags, lambda: session.system.positions(session.state))
            desks["devices.title"] = EquipmentDesk(bench, self._chosen(store), self._watch)
        return AsideDesk(table.presenter, self.shelf, moments, keep, desks)

    def looks(self) -> Looks:
        """How the table that is open looks, as far as it was photographed."""
        assert self.table is not None
        return looks_of(Path(self.table.presenter.session.ledger.recorder.name))

    def _chosen(self, store: Path) -> Chosen:
        """What the table of that game is watched with."""
        known = {one.name for one in fields(Chosen)}
        kept = self.shelf.devices(store)
        return Chosen(**{key: value for key, value in kept.items() if key in known and isinstance(value, str)})

    def _watch(self, chosen: Chosen) -> None:
        """Open the table again, watched with these devices; one that cannot be had is said, and the game goes on."""
        assert self.table is not None
        store = Path(self.table.presenter.session.ledger.recorder.name)
        self.shelf.keep_devices(store, asdict(chosen))
        self.leave_table(Leave.HOME)
        self._turn(Play(store=store))
        if self.said:
            said = self.said
            self.leave_table("devices")
            self.said = said

    def _timed(self, table: OpenTable) -> KeptClock:
        """The clock of that table; it runs from the beginning where it is shown."""
        settings, store = self.settings, Path(table.presenter.session.ledger.recorder.name)
        kept = KeptClock(store, Limits(settings.evening_minutes, settings.seat_minutes))
        if settings.clock:
            kept.switch()
        return kept

    def time(self) -> ClockModel | None:
        """The time as the header shows it, the game followed and what is over called; ``None``: no clock is shown."""
        if self.table is None or self._clock is None or not (self.settings.clock or self._clock.clock.is_running):
            return None
        presenter = self.table.presenter
        if called := self._clock.step(presenter.state.flow):
            presenter.call_time(called)
        return self._clock.face()

    def _keep_players(self, names: Mapping[str, str]) -> None:
        assert self.table is not None
        self.shelf.keep_players(Path(self.table.presenter.session.ledger.recorder.name), names)

    def _keep_limits(self, limits: Limits) -> None:
        kept = replace(self.settings, evening_minutes=limits.evening, seat_minutes=limits.seat)
        self.shelf.keep_settings(kept)

    @property
    def door(self) -> Door | None:
        """How others come to the table that is open; ``None`` when it is not shared."""
        link = str(getattr(self.table, "link", ""))
        return Door(self.table.url, self.table.code, qr_of(link)) if link else None  # type: ignore[union-attr]

    def kept(self, store: Path, wording: Wording) -> Kept:
        """The game in the store as a list shows it; one that cannot be read says so."""
        key = store, store.stat().st_mtime, wording.lang
        if key not in self._kept:
            self._kept[key] = self._read(store, wording)
        return self._kept[key]

    def again(self, store: Path, swapped: bool) -> Play:
        """The game of that store from its beginning, in a new store."""
        kept = game_kept(store)
        if kept is None:
            raise InputError(str(store), "", "an empty game store", "a stored game")
        return Play(_again(kept, swapped=swapped))

    def _read(self, store: Path, wording: Wording) -> Kept:
        from ui.glance import glance_at

        when = f"{store.stem[:10]} {store.stem[11:13]}:{store.stem[13:15]}" if store.stem[:2] == "20" else store.stem
        own = Wording(wording.lang)
        own.players = self.shelf.players(store)
        try:
            seen = glance_at(store, own)
        except TablewrightError as wrong:
            return Kept(store, wording.say("evening.unreadable"), str(wrong), "", when)
        picture = picture_of(seen.drawing, width=THUMBNAIL) if seen.drawing else b""
        return Kept(store, wording.say(f"game.{seen.system}"), seen.title, seen.players, when, picture, seen.is_over)

    def _opening(self, system: str) -> Desk:
        return game_of(SystemId(system)).opening(self.shelf)

    def _collections(self) -> Sequence[tuple[str, Desk]]:
        if self._gathered is None:
            found: list[Mapping[str, Desk]] = [
                game_of(SystemId(name)).collections(self.shelf) for name in names_of_games()
            ]
            self._gathered = [(word, desk) for row in found for word, desk in row.items()]
        return self._gathered


def _watching(config: TableConfig, chosen: Chosen) -> TableConfig:
    """The table's settings with these devices; what is not chosen stays as it was given."""
    return replace(
        config,
        camera=chosen.camera or config.camera,
        tray=chosen.tray or config.tray,
        tower=chosen.tower or config.tower,
        layout=chosen.layout or config.layout,
        view=chosen.view or config.view,
        empty=chosen.empty or config.empty,
    )


def _again(setup: Any, *, swapped: bool) -> Any:
    return game_of(setup.system).again(setup, swapped)


def _moments(store: Path) -> Moments:
    from ui.glance import Pictured, played_in

    return Pictured(played_in(store))
