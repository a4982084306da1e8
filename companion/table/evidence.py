"""Evidence joined: what several sensors said of one fact becomes one entry of the record that names them all.

    tower   settled, 2 dice      t - 120 ms ± 2 ─┐
    reader  red-1 left B2        t - 900 ms ± 3 ─┼──> camera says 3 and 5 at t ──> proposal ──confirmed──> one entry
    camera  3 5                  t             ──┘

Sightings are joined by mapped time: those since the last entry and not later than the main one, as far as the errors of
the clocks and the time between two camera frames can tell. Each device's own are in the order of their numbers, never
of a clock; of a tower only the last phase counts. What an entry rests on is used up: no second entry rests on it, not
even when it is sent again after a restart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.evidence import Evidence

FRAME_S = 0.1  # between two frames of a camera at ten a second
RECENT_S = 30.0  # nobody takes longer between a deed and the picture of it
_MOST = 200  # sightings that no entry rests on yet; raise it for a table of many readers


@dataclass(frozen=True, slots=True)
class Sighting:
    """A statement of one sensor; ``number`` orders those of one ``device``, ``topic`` is what it is about."""

    source: str
    says: str
    at_s: float
    err_s: float = 0.0
    key: str = ""
    device: str = ""
    number: int = 0
    topic: str = ""  # of one device and topic only the last sighting counts
    is_verified: bool = False


def key_of(node: str, epoch: int, seq: int) -> str:
    """The name of a device's reading."""
    return f"{node}/{epoch:08x}/{seq}"


class Sightings:
    """The sightings no entry rests on yet; ``used`` are the keys of those that one does."""

    def __init__(self, used: Iterable[str] = ()) -> None:
        self.used = set(used)
        self._open: list[Sighting] = []
        self._since_s = float("-inf")

    def note(self, one: Sighting) -> bool:
        """Whether the sighting is new; it waits to be joined then."""
        if one.key in self.used or any(other.key == one.key for other in self._open):
            return False
        self._open = [*self._open[-_MOST:], one]
        return True

    def joined(self, main: Sighting) -> tuple[Sighting, ...]:
        """The main sighting and all that belong to it, device by device in the order of their numbers."""
        earliest = max(self._since_s, main.at_s - RECENT_S)
        fitting: dict[tuple[str, str], list[Sighting]] = {}
        for one in self._open:
            slack = one.err_s + main.err_s + FRAME_S
            if earliest - slack <= one.at_s <= main.at_s + slack:
                fitting.setdefault((one.device, one.topic), []).append(one)
        parts = []
        for (_, topic), several in sorted(fitting.items(), key=lambda item: min(one.at_s for one in item[1])):
            several.sort(key=lambda one: one.number)
            parts += several[-1:] if topic else several
        return (*parts, main)

    def use(self, parts: Iterable[Sighting], at_s: float) -> None:
        """Rest an entry on these; what is older belongs to it or to nothing."""
        self.used |= {part.key for part in parts if part.key}
        self._since_s = max(self._since_s, at_s)
        self._open = [one for one in self._open if one.key not in self.used and one.at_s > at_s]


def evidence_of(parts: tuple[Sighting, ...]) -> tuple[Evidence, ...]:
    """The parts as the record keeps them; the last one is the main sighting."""
    main = parts[-1]
    return tuple(
        Evidence(
            part.source,
            part.says,
            round((part.at_s - main.at_s) * 1000),
            round(part.err_s * 1000 + 0.499),
            part.key,
            part.is_verified,
        )
        for part in parts
    )
