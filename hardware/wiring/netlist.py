"""The netlist, read and checked: boards, signals, devices, nets.

    netlist.toml ──load()──> Netlist(boards, signals, devices) ──> drawing.py, generate.py

What is checked is what a soldering iron cannot undo: a pin in two nets, a pin in none, a GPIO used twice in a device, a
signal a board has no pin for.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).with_name("netlist.toml")
_SIGNAL = re.compile(r"(\w+)(?:\[(\d+)\])?$")
POWER = ("3V3", "GND", "VSYS", "VBUS")


@dataclass(frozen=True, slots=True)
class Board:
    """A controller: its header labels from top to bottom (none if it is not drawn) and the numbers of its units."""

    id: str
    name: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    ids: dict[str, int]


@dataclass(frozen=True, slots=True)
class Part:
    """Something with pins, and the side of the drawing it stands on."""

    id: str
    name: str
    side: str
    pins: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Net:
    """Pins that are joined: (part id or ``board``, pin or signal). ``power`` names a supply, drawn as a flag."""

    ends: tuple[tuple[str, str], ...]
    power: str = ""


@dataclass(frozen=True, slots=True)
class Device:
    """One thing to build."""

    id: str
    title: str
    parts: tuple[Part, ...]
    nets: tuple[Net, ...]


@dataclass(frozen=True, slots=True)
class Netlist:
    """All of it. ``signals``: name to (GPIOs by board, what it is for)."""

    boards: tuple[Board, ...]
    signals: dict[str, tuple[dict[str, list[int]], str]]
    devices: tuple[Device, ...]

    def gpio(self, board: Board, signal: str) -> int:
        """The GPIO of a signal such as ``RING`` or ``READER_RESET[2]``; ``ValueError`` if the board has none."""
        match = _SIGNAL.match(signal)
        name, at = (match[1], int(match[2] or 0)) if match else (signal, 0)
        try:
            return self.signals[name][0][board.id][at]
        except LookupError:
            raise ValueError(f"{signal}: no such pin on {board.id}") from None

    def label(self, board: Board, end: str) -> str:
        """What the board's header calls a signal or supply."""
        return end if end in POWER else f"GP{self.gpio(board, end)}"


def _ends(words: list[str]) -> tuple[tuple[str, str], ...]:
    return tuple(("board", word[6:]) if word.startswith("board:") else _split(word) for word in words)


def _split(word: str) -> tuple[str, str]:
    part, _, pin = word.partition(".")
    return part, pin


def _device(row: dict[str, Any]) -> Device:
    parts = tuple(Part(one["id"], one["name"], one["side"], tuple(one["pins"])) for one in row["part"])
    nets = tuple(Net(_ends(one["ends"]), one.get("power", "")) for one in row["net"])
    return Device(row["id"], row["title"], parts, nets)


def load(text: str | None = None) -> Netlist:
    """The netlist in a text, or ours; ``ValueError`` names the pin that is wrong."""
    rows = tomllib.loads(text if text is not None else SOURCE.read_text(encoding="utf-8"))
    boards = tuple(
        Board(one["id"], one["name"], tuple(one.get("left", ())), tuple(one.get("right", ())), one["ids"])
        for one in rows["board"]
    )
    signals = {
        name: (
            {board.id: row[board.id] if isinstance(row[board.id], list) else [row[board.id]] for board in boards},
            str(row["about"]),
        )
        for name, row in rows["signals"].items()
    }
    netlist = Netlist(boards, signals, tuple(map(_device, rows["device"])))
    for device in netlist.devices:
        _check(netlist, device)
    return netlist


def _check(netlist: Netlist, device: Device) -> None:
    there = {(part.id, pin) for part in device.parts for pin in part.pins}
    used = Counter(end for net in device.nets for end in net.ends)
    for end, times in used.items():
        if times > 1:
            raise ValueError(f"{device.id}: {end[0]}.{end[1]} is in {times} nets")
        if end[0] != "board" and end not in there:
            raise ValueError(f"{device.id}: there is no pin {end[0]}.{end[1]}")
    for part, pin in sorted(there - used.keys()):
        raise ValueError(f"{device.id}: {part}.{pin} is in no net")
    for net in device.nets:
        if len(net.ends) < 2:
            raise ValueError(f"{device.id}: a net with one end, {net.ends}")
    for board in netlist.boards:
        gpios = Counter(netlist.gpio(board, name) for part, name in used if part == "board" and name not in POWER)
        for gpio, times in gpios.items():
            if times > 1:
                raise ValueError(f"{device.id}: GPIO {gpio} of {board.id} has {times} signals")
