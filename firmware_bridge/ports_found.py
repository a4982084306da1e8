"""Which serial ports of this machine may hold a device of ours: by USB identity, never by the name of the port.

    USB  2e8a:0005 E6614103E7 ──known maker──> candidate      a path like ttyACM0 changes with every plug
    virtual nodes of this user ──announced──> candidate       a board nobody listed is named by the user

Who they are, their HELLO says; a candidate without one is no device of ours.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

import serial.tools.list_ports
from platformdirs import user_cache_path

from companion.errors import InputError
from companion.files import make_folder

# maker:product of the boards and adapters that the building instructions name; None: any product of that maker
BOARDS: dict[tuple[int, int | None], str] = {
    (0x2E8A, None): "Raspberry Pi Pico",
    (0x303A, None): "Espressif board",
    (0x10C4, 0xEA60): "CP210x adapter",
    (0x1A86, 0x7523): "CH340 adapter",
    (0x0403, 0x6001): "FTDI adapter",
    (0x0403, 0x6015): "FTDI adapter",
}


@dataclass(frozen=True, slots=True)
class PortFound:
    """A serial port of this machine: where, what it calls itself, and its USB ids (``10c4:ea60 0001``) if any."""

    path: str
    what: str
    usb: str
    is_candidate: bool = False

    @property
    def identity(self) -> str:
        """What stays the same when it is plugged in elsewhere: the USB ids where there are any, else the path."""
        return self.usb or self.path


def find_ports() -> tuple[PortFound, ...]:
    """The serial ports that are plugged in now, and this user's virtual nodes, by path; 1 ms a call."""
    found = []
    for port in serial.tools.list_ports.comports():
        known = BOARDS.get((port.vid, port.pid)) or BOARDS.get((port.vid, None)) if port.vid is not None else None
        said = "" if port.description in (None, "n/a") else str(port.description)
        usb = "" if port.vid is None else f"{port.vid:04x}:{port.pid:04x} {port.serial_number or ''}".strip()
        found.append(PortFound(str(port.device), said or known or "", usb, known is not None))
    found += [PortFound(str(one), "virtual", f"virtual {one.name}", True) for one in _announced()]
    return tuple(sorted(found, key=lambda port: port.path))


def announce(node: str, port: str) -> None:
    """Let a virtual node be found by its name; a dead one of the same name gives way."""
    place = _place()
    make_folder(place, 0o700)
    link = place / node
    link.unlink(missing_ok=True)
    link.symlink_to(port)


def withdraw(node: str, port: str) -> None:
    """Let the virtual node be found no more, unless another one took its name."""
    link = _place() / node
    with contextlib.suppress(OSError):
        if str(link.readlink()) == port:
            link.unlink()


def holder_of(path: str) -> str:
    """The program that has the port open, as ``name (process 123)``; empty when that cannot be seen."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if int(folder.name) != os.getpid() and _has_open(folder, path):
                return f"{(folder / 'comm').read_text().strip()} (process {folder.name})"
        except OSError:
            continue  # another user's, or ended meanwhile
    return ""


def is_held_here(path: str) -> bool:
    """Whether this program itself has the port open, as far as that can be seen."""
    try:
        return _has_open(Path("/proc/self"), path)
    except OSError:
        return False


def _has_open(process: Path, path: str) -> bool:
    wanted = os.path.realpath(path)
    return any(os.path.realpath(one) == wanted for one in (process / "fd").iterdir())


def _place() -> Path:
    return user_cache_path("tablewright") / "virtual"


def _announced() -> list[Path]:
    try:
        return [one for one in _place().iterdir() if one.exists()]
    except OSError:
        return []


def check_port(path: str) -> None:
    """Raise ``InputError`` for what is no serial port: nothing, a plain file, a folder."""
    where = Path(path)
    if where.is_char_device() or (os.name == "nt" and path.upper().startswith("COM")):
        return
    found = "a folder" if where.is_dir() else "a plain file" if where.exists() else "no such port"
    raise InputError(path, "", found, "a serial port, as `companion device ports` or `virtual` names one")
