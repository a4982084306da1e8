"""Windows: a table with its devices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ui.presenters.clock import Timed
from ui.presenters.errands import HandsDesk
from ui.presenters.pages import Tile
from ui.presenters.table import TablePresenter


@dataclass(frozen=True, slots=True)
class Door:
    """The way for others to a table: the address, the four letters, and both as a QR code (PNG)."""

    url: str
    code: str
    qr: bytes
    judge: str = ""  # the code with which a judge comes in
    said: str = ""  # what one does with it
    wall: str = ""  # how a big screen comes in
    people: tuple[Tile, ...] = ()  # the seats with who came in for them, then who came in without one


class ShownTable(Protocol):
    """A table with a screen of its own."""

    @property
    def presenter(self) -> TablePresenter:
        """The presenter of its screen."""

    @property
    def clock(self) -> Timed:
        """Its clock."""

    @property
    def hands(self) -> HandsDesk:
        """The errands of the hands on it."""


class OpenTable(ShownTable, Protocol):
    """A table that is open."""

    def start(self) -> None:
        """Watch the devices from now on."""

    def step(self) -> bool:
        """Whether there is something new to draw."""

    def close(self) -> None:
        """Let go of devices and store."""
