"""The devices of a table that is open: its camera, its tray's camera, its tower; a layout is made and printed here.

camera ──look──> the picture with what is found on it, and what is wrong, in words ──all well──> its view is kept
       └─print──> layout and markers, as PDF: for this map and these pieces
tower ──> the ports of this machine ──try──> who answers there      plugged ──> pair, check up, update
event ──> the link of this table, as the organiser shows it
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from companion.errors import InputError
from companion.text.wording import Wording
from ui.presenters.hardware import Maintenance, PluggedDesk
from ui.presenters.pages import Field, Go, Page, PickDesk, Tile, Turn, Untyped
from ui.presenters.venue import EventDesk, site_of

SQUARES = ("38.1", "30.0", "25.4")  # mm of a square that maps are printed with
SOURCES = ("", "0", "1", "virtual")  # what a camera may be without typing: none, the first, the second, the rendered

LOOKS = ("look", "portraits", "empty")  # what needs a camera, and the layout of this map


@dataclass(frozen=True, slots=True)
class Chosen:
    """The devices chosen for a table; empty for none."""

    camera: str = ""
    tray: str = ""
    tower: str = ""
    layout: str = ""
    view: str = ""
    empty: str = ""
    venue: str = ""  # the table's link at an event
    square_mm: str = SQUARES[0]


@dataclass(frozen=True, slots=True)
class Looked:
    """The camera's look of now."""

    picture: bytes  # PNG
    lines: Sequence[str]
    is_good: bool


class DeviceSetup(Protocol):
    """The work with this machine's devices; raises ``InputError`` or ``MissingPart`` in words."""

    @property
    def has_squares(self) -> bool:
        """Whether the map has squares: a layout is made for no other."""

    def ports(self) -> Sequence[tuple[str, str]]:
        """The serial ports: each with what it calls itself."""

    def answers(self, port: str, wording: Wording) -> str:
        """Ask the port which device answers; return one line."""

    def make_layout(self, square_mm: float, wording: Wording) -> tuple[Path, Path]:
        """The layout of this table, and its markers as PDF."""

    def look(self, source: str, layout: str, wording: Wording) -> Looked:
        """One look through the camera; a good one is kept as its view."""

    def view(self) -> str:
        """The view that was kept last."""

    def keep_empty(self, source: str, layout: str) -> Path:
        """A photograph of the empty map, kept; it becomes the ground of the board."""

    def keep_portraits(self, source: str, layout: str) -> int:
        """Cut figures from one look for their tokens; return their number."""


class EquipmentDesk(Untyped):
    """The page of the devices that watch this table; ``use`` opens the table again with others."""

    def __init__(self, setup: DeviceSetup, chosen: Chosen, use: Callable[[Chosen], None], shop: Maintenance) -> None:
        self._setup = setup
        self._chosen = chosen
        self._use = use
        self._shop = shop
        self._said = ""
        self._wording = Wording()

    def page(self, wording: Wording) -> Page:
        """One row a device."""
        self._wording = wording
        now, none = self._chosen, wording.say("evening.none")
        rows = [("tray", now.tray), ("tower", now.tower), ("venue", site_of(now.venue))]
        if self._setup.has_squares:
            rows.insert(0, ("camera", now.camera))
        waits = {"camera": wording.say("devices.no_layout")} if now.camera and not now.layout else {}
        tiles = [
            Tile(
                key,
                wording.say(f"devices.{key}"),
                waits.get(key) or wording.say(f"devices.{key}_text"),
                badge=wording.say(f"devices.source.{value}") if value in SOURCES[1:] else value or none,
            )
            for key, value in rows
        ]
        buttons = (("use", wording.say("devices.use")),)
        tiles += [Tile("try", wording.say("devices.try"), self._said)] if now.tower else []
        tiles.append(Tile("plugged", wording.say("plugged.title"), wording.say("plugged.title_text")))
        return Page(wording.say("devices.title"), wording.say("devices.about"), tiles=tuple(tiles), buttons=buttons)

    def press(self, action: str) -> Turn:
        """On to a device; or use them all."""
        match action:
            case "camera":
                return Go(CameraDesk(self._setup, lambda: self._chosen, self._keep))
            case "tray":
                return Go(PickDesk("devices.tray", _sources, lambda source: self._keep(tray=source)))
            case "tower":
                return Go(PickDesk("devices.tower", self._ports, lambda port: self._keep(tower=port)))
            case "venue":
                return Go(EventDesk(self._chosen.venue, lambda link: self._keep(venue=link)))
            case "plugged":
                return Go(PluggedDesk(self._shop))
            case "try":
                self._said = self._setup.answers(self._chosen.tower, self._wording)
            case "use":
                self._use(self._chosen)
        return None

    def _keep(self, **changed: str) -> None:
        self._chosen = replace(self._chosen, **changed)

    def _ports(self, wording: Wording) -> list[Tile]:
        found = [Tile(path, path, what) for path, what in self._setup.ports()]
        return [Tile("", wording.say("evening.none")), *found] if found else [Tile("", wording.say("devices.no_port"))]


class CameraDesk:
    """The camera over the map: which, what it sees, its layout, the empty map."""

    def __init__(self, setup: DeviceSetup, chosen: Callable[[], Chosen], keep: Callable[..., None]) -> None:
        self._setup, self._now, self._keep = setup, chosen, keep
        self._looked: Looked | None = None
        self._said: tuple[str, ...] = ()
        self._wording = Wording()

    def page(self, wording: Wording) -> Page:
        """The source, what was seen last with what is wrong, and what can be done about it."""
        self._wording = wording
        now = self._now()
        chips = tuple(
            Tile(f"source:{source}", _source_words(source, wording), chosen=now.camera == source) for source in SOURCES
        )
        fields = (Field("camera", wording.say("devices.source"), now.camera),)
        tiles = (
            Tile("square", wording.say("devices.square"), badge=f"{now.square_mm} mm"),
            Tile("print", wording.say("devices.layout"), wording.say("devices.layout_text"), Path(now.layout).name),
            Tile("portraits", wording.say("devices.portraits"), wording.say("devices.portraits_text")),
            Tile("empty", wording.say("devices.empty"), wording.say("devices.empty_text"), Path(now.empty).name),
        )
        buttons = (("look", wording.say("devices.look")),) if now.camera else ()
        notes = self._said + (tuple(self._looked.lines) if self._looked else ())
        picture = self._looked.picture if self._looked else b""
        return Page(
            wording.say("devices.camera"),
            fields=fields,
            chips=chips,
            tiles=tiles,
            buttons=buttons,
            notes=notes,
            picture=picture,
        )

    def press(self, action: str) -> Turn:
        """Choose, look, print, keep."""
        what, _, value = action.partition(":")
        now, self._said = self._now(), ()
        if what in LOOKS and not (now.camera and now.layout):
            self._said = (self._wording.say("devices.no_layout" if now.camera else "devices.no_camera"),)
            return None
        try:
            self._do(what, value, now)
        except InputError:
            if what not in LOOKS or what == "look":
                raise
            self._look(now)  # what is wrong, in words, beside the picture
            if self._looked is None or self._looked.is_good:
                raise
        return None

    def _do(self, what: str, value: str, now: Chosen) -> None:
        match what:
            case "source":
                self._keep(camera=value)
                self._looked = None
            case "square":
                self._keep(square_mm=SQUARES[(SQUARES.index(now.square_mm) + 1) % len(SQUARES)], layout="", view="")
            case "print":
                layout, paper = self._setup.make_layout(float(now.square_mm), self._wording)
                self._keep(layout=str(layout))
                self._said = (self._wording.say("evening.kept_in", folder=paper),)
            case "look":
                self._look(now)
            case "portraits":
                count = self._setup.keep_portraits(now.camera, now.layout)
                self._said = (self._wording.say("devices.portraits_kept", count=count),)
            case "empty":
                self._keep(empty=str(self._setup.keep_empty(now.camera, now.layout)))
                self._said = (self._wording.say("devices.empty_kept"),)

    def enter(self, field: str, text: str) -> None:
        """Take the address of a camera, a clip, a folder."""
        self._keep(camera=text.strip())
        self._looked = None

    def _look(self, now: Chosen) -> None:
        self._looked = self._setup.look(now.camera, now.layout, self._wording)
        self._keep(view=self._setup.view())


def _sources(wording: Wording) -> list[Tile]:
    return [Tile(source, _source_words(source, wording)) for source in SOURCES]


def _source_words(source: str, wording: Wording) -> str:
    return wording.say(f"devices.source.{source or 'none'}")
