"""Tower, mat and panel by touch: who is plugged in or on the broker; each is paired, checked up, brought up to date.

look ──> a row a device ──> its page: check up (its link), pair with a key, update, un-pair      faults: in words

Work takes seconds and never blocks the page: the workshop does it elsewhere, and the page says how far it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import PurePath
from typing import Protocol

from companion.text.wording import Wording
from ui.presenters.notice import Notice
from ui.presenters.pages import Field, Go, Page, Tile, Turn, Untyped
from ui.presenters.radio import AiringDesk, Room, airing_tile
from ui.presenters.signal import NOTHING, Supply, supply_words


class Work(StrEnum):
    """The work done with devices."""

    LOOK = "look"
    CHECK = "check"
    PAIR = "pair"
    UPDATE = "update"
    FORGET = "forget"


@dataclass(frozen=True, slots=True)
class Plugged:
    """A device, or a port at which none answers: then ``why`` is the reason word."""

    place: str = ""  # its port; empty: no cable of it is here
    node: str = ""
    name: str = ""  # what people call it; empty: it does not belong to this table
    zones: tuple[str, ...] = ()  # of a mat
    firmware: str = ""
    waiting: int = 0  # readings it keeps
    is_verified: bool = False  # its readings are signed with the key that this table has
    is_on_broker: bool = False
    supply: Supply = NOTHING
    why: str = ""
    holder: str = ""  # the program that has its port

    @property
    def key(self) -> str:
        """The key of the device: its name, where it said one."""
        return self.node or self.place

    @property
    def answers(self) -> bool:
        """Whether it can be worked with over its cable."""
        return bool(self.place and self.node)


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of the maintenance: the devices, the work under way with its share in per
    cent, notices of the last work.
    """

    devices: tuple[Plugged, ...] = ()
    work: Work | None = None
    of: str = ""  # the device that is worked on
    share: int = 0
    said: tuple[Notice, ...] = ()
    newest: str = ""  # the firmware that this app brings; empty: none


class Maintenance(Protocol):
    """Does the work, one at a time, without anybody waiting for it."""

    @property
    def radio(self) -> Room:
        """Lets devices in by radio."""

    @property
    def now(self) -> Standing:
        """The state now."""

    def begin(self, work: Work, of: str = "", name: str = "", zones: tuple[str, ...] = ()) -> None:
        """Begin, where nothing is under way."""


class PluggedDesk(Untyped):
    """The page of the devices that are there."""

    def __init__(self, shop: Maintenance) -> None:
        self._shop = shop
        shop.begin(Work.LOOK)

    def page(self, wording: Wording) -> Page:
        """One row a device; the likely button looks again."""
        now, say = self._shop.now, wording.say
        tiles = tuple(_row(device, now.newest, wording) for device in now.devices)
        busy = _under_way(now, wording)
        notes = busy + _told(now, "", wording) + (() if tiles or busy else (say("plugged.nobody"),))
        tiles += (airing_tile(self._shop.radio, wording, "radio"),)
        page = Page(say("plugged.title"), say("plugged.about"), tiles=tiles, notes=notes)
        return replace(page, buttons=(("look", say("plugged.look")),), is_waiting=now.work is not None)

    def press(self, action: str) -> Turn:
        """Look again, or on to a device."""
        what, _, key = action.partition(":")
        if what == "device":
            return Go(DeviceDesk(self._shop, key))
        if what == "radio":
            return Go(AiringDesk(self._shop.radio))
        self._shop.begin(Work.LOOK)
        return None


class DeviceDesk:
    """One device: what it is, and what can be done with it; what is typed is kept when it is paired."""

    def __init__(self, shop: Maintenance, key: str) -> None:
        self._shop, self._key = shop, key
        self._typed: dict[str, str] = {}

    def page(self, wording: Wording) -> Page:
        """Return the page: notices of the last work above what can be done now."""
        now, say = self._shop.now, wording.say
        device = next((one for one in now.devices if one.key == self._key), Plugged(node=self._key, why="not-there"))
        is_free = now.work is None
        fields = self._fields(device, wording) if device.answers else ()
        results = tuple(_result(said, wording) for said in now.said if said.name and now.of == self._key)
        works = tuple(
            Tile(work if is_free else "", say(f"plugged.{words}"), text)
            for work, words, text in _works(device, now.newest, wording)
        )
        notes = (*_under_way(now, wording), *_told(now, self._key, wording), *_wrong(device, wording))
        buttons = ((Work.CHECK.value, say("plugged.check")),) if device.answers and is_free else ()
        page = Page(device.name or device.key, _about(device, wording), fields, tiles=results + works, notes=notes)
        return replace(page, buttons=buttons, is_waiting=not is_free)

    def press(self, action: str) -> Turn:
        """Begin that work."""
        if action in set(Work):
            zones = tuple(filter(None, (zone.strip() for zone in self._typed.get("zones", "").split(","))))
            self._shop.begin(Work(action), self._key, self._typed.get("name", "").strip(), zones)
        return None

    def enter(self, field: str, text: str) -> None:
        """Take its name, or its zones."""
        self._typed[field] = text

    def _fields(self, device: Plugged, wording: Wording) -> tuple[Field, ...]:
        fields = [Field("name", wording.say("plugged.name"), self._typed.get("name", device.name))]
        if device.node.startswith("mat-"):
            zones = self._typed.get("zones", ", ".join(device.zones))
            fields.append(Field("zones", wording.say("plugged.zones"), zones))
        return tuple(fields)


def _result(said: Notice, wording: Wording) -> Tile:
    """A line to read: what was tried, and what came of it."""
    tone = "good" if said.is_good else "bad"
    return Tile("", wording.say(f"plugged.tried.{said.name}"), wording.say(said.key, **said.figures), tone=tone)


def _works(device: Plugged, newest: str, wording: Wording) -> list[tuple[str, str, str]]:
    """Return the works that can be done with the device: the work, its word, what it means."""
    works = []
    if device.answers:
        pair = "pair_again" if device.is_verified else "pair"
        works.append((Work.PAIR.value, pair, wording.say("plugged.pair_text")))
        if newest:
            key = "plugged.is_newest" if device.firmware == newest else "plugged.update_text"
            text = wording.say(key, firmware=device.firmware, newest=newest)
            works.append((Work.UPDATE.value, "update", text))
    if device.name:
        works.append((Work.FORGET.value, "forget", wording.say("plugged.forget_text")))
    return works


def _row(device: Plugged, newest: str, wording: Wording) -> Tile:
    say = wording.say
    if not device.node:
        return Tile("", PurePath(device.place).name, _fault(device, wording), say("plugged.silent"), tone="bad")
    badge = "plugged.verified" if device.is_verified else "plugged.paired" if device.name else "plugged.new"
    is_old = bool(newest and device.firmware and device.firmware != newest)
    lines = [_about(device, wording), *_wrong(device, wording)]
    lines += [say("plugged.newer", newest=newest)] if is_old and device.answers else []
    title = f"{device.name} · {device.node}" if device.name not in ("", device.node) else device.node
    return Tile(f"device:{device.key}", title, "\n".join(lines), say(badge), tone="bad" if device.why else "good")


def _about(device: Plugged, wording: Wording) -> str:
    """Say where the device is, what runs on it, what it keeps."""
    place = PurePath(device.place).name or (wording.say("plugged.broker") if device.is_on_broker else "")
    firmware = wording.say("plugged.firmware", firmware=device.firmware) if device.firmware else ""
    waiting = wording.say("plugged.waiting", waiting=device.waiting) if device.waiting else ""
    return " · ".join(filter(None, (place, firmware, *supply_words(device.supply, wording), waiting)))


def _wrong(device: Plugged, wording: Wording) -> tuple[str, ...]:
    return (_fault(device, wording),) if device.why else ()


def _fault(device: Plugged, wording: Wording) -> str:
    """Say what is wrong and what to do, and which program is in the way; a word that is none of ours as it is."""
    key = f"reason.{device.why}"
    words = wording.say(key) if wording.has(key) else device.why
    return f"{words} [{device.holder}]" if device.holder else words


def _under_way(now: Standing, wording: Wording) -> tuple[str, ...]:
    return (wording.say(f"plugged.doing.{now.work}", of=now.of, share=now.share),) if now.work else ()


def _told(now: Standing, of: str, wording: Wording) -> tuple[str, ...]:
    """Return the notices of the last work, where it was about this device."""
    return tuple(wording.say(said.key, **said.figures) for said in now.said if now.of == of and not said.name)
