"""The interfaces of devices. Adapters implement them; nothing in the core knows which adapter it talks to."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol, runtime_checkable

from companion.table.observation import Observation


class RingPattern(StrEnum):
    """The state of a tower's LED ring: set, never toggled."""

    OFF = "off"
    READY = "ready"  # throw now
    ROLLING = "rolling"
    READING = "reading"  # fixed white: the camera reads
    HIT = "hit"
    MISS = "miss"
    ASK = "ask"  # a person is asked


class ObservationSource(Protocol):
    """A camera, a tower, a reader: something that sees."""

    name: str

    def poll(self) -> Sequence[Observation]:
        """Return the observations since the last call; never blocks, and reports a dead device instead of raising."""

    def close(self) -> None:
        """Let go of the device; may be called twice."""


@runtime_checkable
class DiceReader(Protocol):
    """A camera over a dice tray."""

    def expect(self, dice: Sequence[str], beside: Sequence[str] = ()) -> None:
        """Tell the reader the dice of the next throw by their kinds, and which may lie there still; empty for none."""

    def told(self, faces: Sequence[str]) -> None:
        """Tell the reader what the throw shows that was asked for, as the players confirmed or corrected it."""


@runtime_checkable
class Lights(Protocol):
    """A ring of lights that can be told what to show."""

    def show(self, pattern: RingPattern) -> None:
        """Ask the device to show the pattern; a dead device is reported by ``poll``, not here."""


class DiceTower(ObservationSource, Lights, Protocol):
    """A dice tower: reports rolls, shows a ring, and can be armed for a number of dice."""

    def arm(self, dice: int) -> None:
        """Tell the tower how many dice the next throw has."""
