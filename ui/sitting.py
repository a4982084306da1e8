"""A table that is open: its clock, how it looks, what watches it, and the pages that lie over it.

opened(config, …) ──> Sitting ──time()──> the header      desk() ──> aside: history, papers, names, clock, devices

Its libraries are the game's and large, so a house without a table open does without this file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, replace
from importlib.util import find_spec
from pathlib import Path

from companion.board.picture import GridDrawing
from companion.core.session import Session
from companion.errors import TablewrightError
from companion.table.clock import Limits
from companion.text.wording import Wording
from ui.bootstrap import Table, open_table, sources_of
from ui.config import TableConfig
from ui.glance import Pictured, played_of
from ui.presenters.aside import AsideDesk, Keeping, PlayersDesk
from ui.presenters.equipment import Chosen, EquipmentDesk
from ui.presenters.games import game_of
from ui.presenters.models import ClockModel
from ui.presenters.opened import Door, Looks, OpenTable
from ui.presenters.pages import Desk
from ui.presenters.timing import ClockDesk
from ui.qr import qr_of
from ui.shelf import Shelf
from ui.workbench import Bench, looks_of


class Sitting:
    """One table while it is open; ``said`` is what could not be had of its devices and pages."""

    def __init__(self, table: OpenTable, shelf: Shelf, said: str = "") -> None:
        self.table, self._shelf, self.said = table, shelf, said
        settings = shelf.settings()
        self.clock = table.clock
        self.clock.limit(Limits(settings.evening_minutes, settings.seat_minutes))
        if settings.clock and not self.clock.clock.is_running:
            self.clock.switch()

    @property
    def session(self) -> Session:
        """The game."""
        return self.table.presenter.session

    @property
    def store(self) -> Path:
        """Where it is kept."""
        return Path(self.session.ledger.recorder.name)

    @property
    def door(self) -> Door | None:
        """How others come to it; ``None`` when it is not shared."""
        link = str(getattr(self.table, "link", ""))
        return Door(self.table.url, self.table.code, qr_of(link)) if link else None  # type: ignore[attr-defined]

    def looks(self) -> Looks:
        """How it looks, as far as it was photographed."""
        return looks_of(self.store)

    def time(self) -> ClockModel | None:
        """The time as the header shows it; ``None``: no clock is shown."""
        is_shown = self._shelf.settings().clock or self.clock.clock.is_running
        return self.clock.face() if is_shown else None

    def close(self) -> object:
        """Let go of it; the set-up of its game."""
        setup = self.session.records[0].event
        self.table.close()
        return setup

    def desk(self, wording: Callable[[], Wording], watch: Callable[[Path], None]) -> AsideDesk:
        """What one does about the game, and not in it; ``watch`` opens it again with other devices."""
        desks: dict[str, Desk] = {
            "evening.player_names": PlayersDesk(self.table.presenter, self._name),
            "clock.title": ClockDesk(self.clock, self._limit),
        }
        drawing = self.table.presenter.game.drawing
        if isinstance(drawing, GridDrawing):  # a map of squares: its layout is made here
            tags = game_of(self.session.system.id).tags(self.session.records[0].event)
            standing = lambda: self.session.system.positions(self.session.state)  # noqa: E731
            bench = Bench(self._shelf, self.store, drawing, tags, standing)

            def use(chosen: Chosen) -> None:
                self._shelf.keep_devices(self.store, asdict(chosen))
                watch(self.store)

            desks["devices.title"] = EquipmentDesk(bench, chosen_for(self.store, self._shelf), use)
        return AsideDesk(self.table.presenter, self._shelf, self._moments, lambda: self._keep(wording()), desks)

    def _moments(self) -> Pictured:
        return Pictured(played_of(self.session))

    def _keep(self, wording: Wording) -> Keeping:
        from ui.report import Writing

        return Writing(self._moments(), self._shelf.papers / self.store.stem, wording)

    def _name(self, names: Mapping[str, str]) -> None:
        self._shelf.keep_players(self.store, names)

    def _limit(self, limits: Limits) -> None:
        settings = replace(self._shelf.settings(), evening_minutes=limits.evening, seat_minutes=limits.seat)
        self._shelf.keep_settings(settings)


def sit_down(
    config: TableConfig, setup: object, shelf: Shelf, around: Callable[[Table], OpenTable], players: Mapping[str, str]
) -> Sitting:
    """A new game, or the one in the store; a device that is gone is said, and the game goes on without it."""
    store, said = Path(config.store), ""
    watched = _watching(config, chosen_for(store, shelf))
    try:
        table = open_table(watched, setup, sources=sources_of(watched))
    except (TablewrightError, OSError) as wrong:
        if watched == config:
            raise
        said = str(wrong)
        table = open_table(config, setup, sources=sources_of(config))
    if players:
        shelf.keep_players(store, players)
    table.session.players = shelf.players(store)
    shared = around(table)
    if shared is table and shelf.settings().share:
        try:
            shared = _hosted(table)
        except (TablewrightError, ImportError) as wrong:  # the pages cannot be served: the table stands alone
            said = str(wrong)
    return Sitting(shared, shelf, said)


def _hosted(table: Table) -> OpenTable:
    """The table with everybody's own screen."""
    from ui.eyes import host_eyes
    from ui.web.address import parse_share
    from ui.web.host import Host

    eyes = host_eyes(table.config.layout) if find_spec("cv2") else None
    return Host(table, parse_share(""), Path(table.session.ledger.recorder.name), eyes)


def chosen_for(store: Path, shelf: Shelf) -> Chosen:
    """What the table of that game is watched with."""
    known, kept = {one.name for one in fields(Chosen)}, shelf.devices(store)
    return Chosen(**{key: value for key, value in kept.items() if key in known and isinstance(value, str)})


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
