"""Devices by radio, by touch: one switch, where they come in, what stands in the way, and who is there.

switch ──> open ──> "192.168.1.20, port 1883", through mosquitto or the table's own ear ──> a row a device, live
             └─ no network, port taken, …: in words, with what to do
admit ──> a device's name and the word on its card ──> it may come in; a phone tells it the network, on its own page
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.table.observation import LinkState
from companion.text.wording import Wording
from ui.presenters.notice import Notice
from ui.presenters.pages import Field, Go, Leave, Page, Tile, Turn, Untyped
from ui.presenters.signal import NOTHING, Supply, supply_words

_TONES = {LinkState.ONLINE: "good", LinkState.OFFLINE: "bad"}


@dataclass(frozen=True, slots=True)
class OnAir:
    """A device that came in by radio, or that was told how to and has not come."""

    node: str
    name: str = ""  # what people call it
    state: LinkState = LinkState.OFFLINE
    why: str = ""  # the reason word
    firmware: str = ""
    supply: Supply = NOTHING


@dataclass(frozen=True, slots=True)
class Airing:
    """The state of this machine's radio."""

    is_on: bool = False
    is_busy: bool = False  # it is being opened or closed
    address: str = ""
    port: int = 0
    name: str = ""  # in the network; empty: it is found by its address alone
    is_broker: bool = False  # mosquitto, not the table's own ear
    devices: tuple[OnAir, ...] = ()
    why: Notice | None = None  # what stands in the way


class Room(Protocol):
    """Opens and closes, without anybody waiting for it."""

    @property
    def now(self) -> Airing:
        """The state now."""

    @property
    def is_on(self) -> bool:
        """Whether it was switched on, whether it works or not."""

    def start(self) -> None:
        """Let devices in."""

    def stop(self) -> None:
        """Let nobody in any more."""

    def admit(self, node: str, card: str) -> str:
        """Give a device its password, made from the word on its card; the field that is wrong, empty: none."""


class AiringDesk(Untyped):
    """The switch, and who comes in."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def page(self, wording: Wording) -> Page:
        """Return the page: where devices come in, or why not; then a row a device."""
        now, say = self._room.now, wording.say
        tiles = [airing_tile(self._room, wording, "switch")]
        tiles += [Tile("admit", say("radio.admit"), say("radio.admit_text"))] if now.is_on else []
        tiles += [_row(device, wording) for device in now.devices]
        return Page(
            say("radio.title"), say("radio.about"), tiles=tuple(tiles), notes=_notes(now, wording), is_waiting=True
        )

    def press(self, action: str) -> Turn:
        """The switch, or on to a device that is new."""
        if action == "admit":
            return Go(AdmitDesk(self._room))
        if action == "switch":
            if self._room.is_on:
                self._room.stop()
            else:
                self._room.start()
        return None


class AdmitDesk:
    """A device that no cable reaches: its name and the word on its card, and what to do with a phone then."""

    def __init__(self, room: Room) -> None:
        self._room, self._wrong = room, ""
        self._typed = {"node": "", "card": ""}

    def page(self, wording: Wording) -> Page:
        """Return the page: what the device does by itself, and the two fields."""
        now, say = self._room.now, wording.say
        about = say("radio.admit_about", host=now.name or now.address)
        fields = tuple(Field(key, say(f"radio.admit_{key}"), text) for key, text in self._typed.items())
        notes = (say(f"radio.admit_bad_{self._wrong}"),) if self._wrong else ()
        return Page(say("radio.admit"), about, fields, notes=notes, buttons=(("admit", say("radio.admit_do")),))

    def press(self, action: str) -> Turn:
        """Let it in, and back to where it comes in."""
        self._wrong = self._room.admit(self._typed["node"].strip().lower(), self._typed["card"].strip())
        return None if self._wrong else Leave.BACK

    def enter(self, field: str, text: str) -> None:
        """Take what was typed."""
        self._typed[field] = text


def airing_tile(room: Room, wording: Wording, action: str) -> Tile:
    """The row that says whether devices may come by radio."""
    badge = wording.say("radio.busy" if room.now.is_busy else "radio.on" if room.is_on else "radio.off")
    text = wording.say("radio.switch_off" if room.is_on else "radio.switch_on") if action == "switch" else ""
    return Tile(action, wording.say("radio.switch"), text, badge, tone="good" if room.now.is_on else "")


def _notes(now: Airing, wording: Wording) -> tuple[str, ...]:
    if now.why is not None:
        return (wording.say(now.why.key, **now.why.figures),)
    if not now.is_on or now.is_busy:
        return ()
    way = "radio.broker" if now.is_broker else "radio.ear"
    lines = [wording.say("radio.open", address=now.address, port=now.port), wording.say(way)]
    if now.name:
        lines.append(wording.say("radio.named", name=now.name))
    if not now.devices:
        lines.append(wording.say("radio.nobody"))
    return tuple(lines)


def _row(device: OnAir, wording: Wording) -> Tile:
    """Return the row of a device: its names, what runs on it, its state and why."""
    say = wording.say
    firmware = say("plugged.firmware", firmware=device.firmware) if device.firmware else ""
    key = f"reason.{device.why}"
    why = (say(key) if wording.has(key) else device.why) if device.why else ""
    title = f"{device.name} · {device.node}" if device.name not in ("", device.node) else device.node
    about = " · ".join(filter(None, (firmware, *supply_words(device.supply, wording))))
    text = "\n".join(filter(None, (about, why)))
    return Tile("", title, text, say(f"screen.link_{device.state.value}"), tone=_TONES.get(device.state, ""))
