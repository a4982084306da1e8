"""A table that is open: its clock, how it looks, what watches it, and the pages that lie over it.

opened(config, …) ──> TableSession ──time()──> the header      desk() ──> aside: history, papers, names, clock, devices

Its libraries are the game's and large, so a house without a table open does without this file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from companion.board.picture import GridDrawing
from companion.core.dice import Source
from companion.core.ids import PieceId, SpaceId
from companion.core.opening import next_order
from companion.core.rules import Rejected
from companion.core.session import Session
from companion.errors import InputError, TablewrightError
from companion.system import DiceGenerator
from companion.table.clock import Limits
from companion.text.faults import fault_words
from companion.text.wording import Wording
from ui.library import Library
from ui.presenters.adapter import ONLOOKERS, Drawing
from ui.presenters.appearance import LooksDesk, Plan
from ui.presenters.clock import ClockDesk
from ui.presenters.equipment import Chosen, EquipmentDesk
from ui.presenters.games import game_of
from ui.presenters.hardware import Maintenance
from ui.presenters.models import ClockModel, Looks
from ui.presenters.open_table import Door, OpenTable
from ui.presenters.pages import Desk
from ui.presenters.players import PlayersDesk, seats_called
from ui.presenters.sharing import ShareDesk
from ui.presenters.table_pages import AsideDesk, Keeping
from ui.qr import qr_of
from ui.table.album import Album
from ui.table.bootstrap import Radio, Table, game_kept, hear, open_table
from ui.table.cropping import PhotoEditor
from ui.table.devices import LocalDeviceSetup, fits
from ui.table.outlets import FileOutlets
from ui.table.preview import Pictured, played_in, played_of
from ui.table.settings import TableConfig
from ui.table.sources import sources_of

if TYPE_CHECKING:  # a table that nobody shares does without a server
    from ui.web.host import Host

LOOKED_BACK = 5  # games that are looked at for the places of the last set-up; more make a new game open later


class TableSession:
    """One table while it is open; ``said`` is what could not be had of its devices and pages."""

    def __init__(self, table: OpenTable, library: Library, said: str = "") -> None:
        self.table, self._library, self.said = table, library, said
        settings = library.settings()
        self._lang = table.presenter.wording.lang
        self.clock, self.hands = table.clock, table.hands
        self.clock.limit(Limits(settings.evening_minutes, settings.seat_minutes))
        if settings.clock and not self.clock.clock.is_running:
            self.clock.switch()

    @property
    def session(self) -> Session:
        """The game."""
        return self.table.presenter.session

    @property
    def store(self) -> Path:
        """The store of the game."""
        return Path(self.session.ledger.recorder.name)

    @property
    def door(self) -> Door | None:
        """Return the way in for others; ``None`` when the table is not shared."""
        link = str(getattr(self.table, "link", ""))
        if not link:
            return None
        from ui.web.room import people_tiles

        host: Any = self.table
        wording = self.table.presenter.wording
        words = "\n".join(host.urls) if host.is_reachable else wording.say("share.nobody")
        wall = wording.say("share.screen", role=wording.word("role", "screen"))
        hall = host.hall
        people = people_tiles(hall.door(wording.lang), hall.seating, hall.here(), wording)
        return Door(words, host.code, qr_of(link), host.judge_code, wording.say("page.play_along"), wall, people)

    def share(self) -> None:
        """Let others in from now on."""
        if isinstance(self.table, Table):
            host = hosted(self.table)
            host.open()
            self.table = host

    def open_game(self) -> None:
        """Let the machine play the opening of the game, and lead the first turn by the hand."""
        opening, session, dice = game_of(self.session.system.id).opens, self.session, DiceGenerator()
        while opening is not None:
            order = next_order(opening, session.system, session.state, session.seats, dice.roll)
            if order is None or isinstance(session.submit(order, Source.MACHINE), Rejected):
                break
        self.table.presenter.lead()

    def looks(self) -> Looks:
        """Return the pictures of the table, as far as it was photographed."""
        return Album(self.store).looks()

    def time(self) -> ClockModel | None:
        """The time as the header shows it; ``None``: no clock is shown, or the game is over."""
        is_shown = self._library.settings().clock or self.clock.clock.is_running
        is_over = self.session.state.flow.outcome is not None
        return self.clock.face() if is_shown and not is_over else None

    def keep_language(self) -> None:
        """Keep the language that was switched on the table: the settings have one for pages and tables."""
        lang = self.table.presenter.wording.lang
        if lang != self._lang:
            self._lang = lang
            try:
                self._library.keep_settings(replace(self._library.settings(), lang=lang))
            except InputError as wrong:  # a full disk stops no game: the table speaks it all the same
                self.table.presenter.follower.see_disk(f"not-kept: {wrong.found}")

    def speak(self, lang: str) -> None:
        """Let the table speak the language that was chosen in the settings."""
        if lang and lang != self._lang:
            self._lang, self.table.presenter.wording = lang, Wording(lang)

    def _names(self, lang: str) -> Mapping[str, str]:
        """The names of pieces and seats; of several seats of one side also who is played there."""
        game = self.table.presenter.game
        names = game.names(ONLOOKERS, lang)
        called = seats_called(game, self.session.seats, Wording(lang, names))
        return {**names, **{f"seat.{seat}": word for seat, word in called.items()}}

    def porch(self) -> Callable[[], None] | None:
        """Say at the address of this table, which was shared and is closed, that it is; return what ends that, or
        ``None`` where it was not shared.
        """
        url = str(getattr(self.table, "url", ""))
        if not url:
            return None
        from ui.web.porch import Porch

        with suppress(TablewrightError, OSError):  # somebody else is there now
            return Porch(urlsplit(url).port or 0).close
        return None

    def close(self) -> object:
        """Let go of it; the set-up of its game."""
        setup, players = self.session.records[0].event, self.session.players
        if self.store.is_file() and players != self._library.players(self.store):  # those who came in by the door
            with suppress(TablewrightError):  # a full disk stops no game
                self._library.keep_players(self.store, players)
        self.table.close()
        return setup

    def desk(self, wording: Callable[[], Wording], watch: Callable[[Path], None], shop: Maintenance) -> AsideDesk:
        """Make the pages about the game, not in it; ``watch`` opens it again with other devices."""
        desks: dict[str, Desk] = {
            "evening.invite": ShareDesk(self._library, lambda: self.door, self.share),
            "evening.player_names": PlayersDesk(
                lambda: self.session.seats,
                lambda: self.session.players,
                self._name,
                self._names,
            ),
            "clock.title": ClockDesk(self.clock, self._limit),
        }
        drawing = self.table.presenter.game.drawing
        tags = game_of(self.session.system.id).tags(self.session.records[0].event)
        standing = lambda: self.session.system.positions(self.session.state)  # noqa: E731
        system = self.session.system.id
        desks |= {f"evening.{word}": made(self.session) for word, made in game_of(system).between.items()}
        devices = LocalDeviceSetup(self._library, self.store, drawing, tags, standing)

        def use(chosen: Chosen) -> None:
            self._library.keep_devices(self.store, asdict(chosen))
            watch(self.store)

        def camera() -> Callable[[], bytes] | None:
            now = chosen_for(self.store, self._library)
            return (lambda: devices.snap(now.camera, now.layout)) if now.camera else None

        desks["devices.title"] = EquipmentDesk(devices, chosen_for(self.store, self._library), use, shop)
        photo_editor = PhotoEditor(self._library.pictures, camera)
        desks["looks.title"] = LooksDesk(Album(self.store), photo_editor, _plan(drawing), lambda: self._figures(tags))
        outlets = FileOutlets(lambda: self.table)
        keep = lambda: self._keep(wording())  # noqa: E731
        return AsideDesk(self.table.presenter, self._library, self._moments, keep, desks, outlets)

    def _figures(self, tags: Mapping[int, PieceId]) -> Mapping[PieceId, str]:
        """The figures this screen knows, by name."""
        names = self.table.presenter.look.wording.names
        return {piece: names[piece] for piece in tags.values() if piece in names}

    def _moments(self) -> Pictured:
        return Pictured(played_of(self.session))

    def _keep(self, wording: Wording) -> Keeping:
        from ui.table.papers import Writing

        return Writing(self._moments(), self._library.papers / self.store.stem, wording)

    def _name(self, players: Mapping[str, str]) -> None:
        self.session.players = players
        self._library.keep_players(self.store, players)

    def _limit(self, limits: Limits) -> None:
        settings = replace(self._library.settings(), evening_minutes=limits.evening, seat_minutes=limits.seat)
        self._library.keep_settings(settings)


def open_session(
    config: TableConfig,
    setup: object,
    library: Library,
    around: Callable[[Table], OpenTable],
    players: Mapping[str, str],
    looks: Looks | None = None,
    radio: Radio | None = None,
    before: Path | None = None,
) -> TableSession:
    """A new game, or the one in the store; what cannot be had is said, and the game goes on without it.

    ``players`` and ``looks`` are kept with a new one. ``radio``: the devices that come by radio. ``before``: the game
    whose guests come along, where it was shared.
    """
    store, said = Path(config.store), ""
    watched = _watching(config, chosen_for(store, library))
    try:
        table = _opened(watched, setup)
    except (TablewrightError, OSError) as wrong:
        if watched == config:
            raise
        said = fault_words(wrong, Wording(config.lang))
        table = _opened(config, setup)
    try:
        if players:
            library.keep_players(store, players)
        if looks:
            Album(store).keep(looks)
    except (TablewrightError, OSError) as wrong:
        said = fault_words(wrong, Wording(config.lang))
    if setup is not None and (watching := _watched_next(table, library)) != Chosen():
        try:
            library.keep_devices(store, asdict(watching))
        except InputError as wrong:  # they are chosen again, by hand
            said = fault_words(wrong, Wording(config.lang))
        else:
            table.close()
            return open_session(config, None, library, around, {}, radio=radio, before=before)
    table.session.players = library.players(store)
    table.remember(last_places(library.stores(), table))
    if radio is not None:
        hear(table, radio)
    was_shared = False
    if before is not None:
        with suppress(TablewrightError, OSError, ImportError):  # they come in by the door again
            was_shared = _come_along(before, store)
    shared = around(table)
    if shared is table and (library.settings().share or was_shared):
        try:
            shared = hosted(table)
        except (TablewrightError, ImportError) as wrong:  # the pages cannot be served: the table stands alone
            said = fault_words(wrong, Wording(config.lang))
    return TableSession(shared, library, said)


def last_places(stores: Iterable[Path], table: Table) -> Mapping[PieceId, tuple[SpaceId, ...]]:
    """Return where the figures of the same game were set up the last time it was played, by the newest of these
    stores; nothing where never.
    """
    session, own = table.session, Path(table.session.ledger.recorder.name)
    places = game_of(session.system.id).places
    for older in [store for store in stores if store != own][: LOOKED_BACK if places else 0]:
        with suppress(TablewrightError):  # a damaged one tells nothing
            if places and game_kept(older) == session.records[0].event:
                return places(record.event for record in played_in(older).records)
    return {}


def _come_along(before: Path, store: Path) -> bool:
    from ui.web.guests import come_along

    return come_along(before, store)


def _opened(config: TableConfig, setup: object) -> Table:
    """The table with its devices; they are let go of where it does not open."""
    sources = sources_of(config)
    try:
        return open_table(config, setup, sources=sources)
    except BaseException:
        for source in sources:
            source.close()
        raise


def hosted(table: Table) -> Host:
    """The table with everybody's own screen."""
    from ui.table.papers import PhonePapers
    from ui.table.photographs import host_eyes
    from ui.web.address import parse_share
    from ui.web.guests import games_before
    from ui.web.host import Host

    eyes = host_eyes(table.config.layout) if find_spec("cv2") else None
    store = Path(table.session.ledger.recorder.name)
    papers = PhonePapers(table.session, games_before(store))
    host = Host(table, parse_share(""), store if store.is_file() else None, eyes, papers=papers)
    host.hall.company.has_tablet = True
    return host


def _plan(drawing: Drawing) -> Plan | None:
    """The board for a photograph of it: corners have squares' names, or numbers; ``None``: it would not fit."""
    if not drawing.is_to_scale:
        return None
    right, below = drawing.columns - 1, drawing.rows - 1
    places = ((0, 0), (right, 0), (right, below), (0, below))
    if not isinstance(drawing, GridDrawing):
        return Plan(drawing.columns, drawing.rows, ("1", "2", "3", "4"))
    one, two, three, four = (str(drawing.space_at(*place)) for place in places)
    return Plan(drawing.columns, drawing.rows, (one, two, three, four))


def chosen_for(store: Path, library: Library) -> Chosen:
    """Return the devices chosen for the table of that game."""
    return _chosen(library.devices(store))


def _chosen(kept: Mapping[str, object]) -> Chosen:
    known = {one.name for one in fields(Chosen)}
    return Chosen(**{key: value for key, value in kept.items() if key in known and isinstance(value, str)})


def _watched_next(table: Table, library: Library) -> Chosen:
    """Return the devices for a new table: those of the last one, its layout if it fits; an
    event is joined for each game.
    """
    last, session = _chosen(library.last_devices()), table.session
    tags = game_of(session.system.id).tags(session.records[0].event)
    kept = replace(last, venue="")
    is_same = fits(last.layout, table.presenter.game.drawing, tags)
    return kept if is_same else replace(kept, layout="", view="", empty="")


def _watching(config: TableConfig, chosen: Chosen) -> TableConfig:
    """The table's settings with these devices; what is not chosen stays as it was given."""
    return replace(
        config,
        camera=(chosen.camera if chosen.layout else "") or config.camera,  # without a layout of this map it waits
        tray=chosen.tray or config.tray,
        tower=chosen.tower or config.tower,
        layout=chosen.layout or config.layout,
        view=chosen.view or config.view,
        empty=chosen.empty or config.empty,
        venue=chosen.venue or config.venue,
    )
