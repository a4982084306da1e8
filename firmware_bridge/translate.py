"""What devices' messages mean to the table, and the table's wishes as messages.

    tower   EMPTY ... COCKED ──> TowerSeen          mat   TAG_ON, TAG_OFF ──> ReaderSeen
                                                          READER_LOST, READER_BACK ──> LinkSeen

A new device brings its messages in the schema and its lines here. A kind we do not know is kept in the spool and
acknowledged all the same, and translates to nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.ports import RingPattern
from companion.table.observation import LinkSeen, LinkState, Observation, ReaderSeen, TowerPhase, TowerSeen
from firmware_bridge import formats
from firmware_bridge.spool import SpooledEvent

Zones = Mapping[str, Sequence[str]]  # mat -> the names of its zones, in their order
_PHASES = {phase.name: phase for phase in TowerPhase}
_READERS = {"READER_LOST": (LinkState.DEGRADED, "reader-stuck"), "READER_BACK": (LinkState.ONLINE, "")}


def observation_of(
    source: str,
    at_s: float,
    event: SpooledEvent,
    *,
    replayed: bool = False,
    is_verified: bool = False,
    zones: Zones | None = None,
) -> Observation | None:
    """The observation an event stands for; ``None`` for a kind or body newer than we are, or one the table ignores."""
    name = formats.NAMES["event"].get(event.kind, "")
    try:
        fields = formats.unpack("event", name, event.body) if name else {}
    except ValueError:
        return None
    again, err_s = replayed or event.replayed, event.err_ms / 1000
    if name in _PHASES:
        return TowerSeen(
            source,
            at_s,
            _PHASES[name],
            *event.key,
            count=int(fields["left"]),
            replayed=again,
            err_s=err_s,
            is_verified=is_verified,
        )
    if name in ("TAG_ON", "TAG_OFF"):
        zone = _zone(event.node, int(fields["zone"]), zones)
        return ReaderSeen(
            source, at_s, zone, str(fields["uid"]), name == "TAG_ON", *event.key, again, err_s, is_verified
        )
    if name in _READERS:
        state, why = _READERS[name]
        return LinkSeen(f"{source}:{_zone(event.node, int(fields['zone']), zones)}", at_s, state, why)
    return None


def _zone(node: str, number: int, zones: Zones | None) -> str:
    """The name people gave the zone, else its number from 1."""
    names = (zones or {}).get(node, ())
    return names[number] if number < len(names) else str(number + 1)


def arm_order(dice: int) -> tuple[int, bytes]:
    """The kind and body that arm the tower for ``dice`` dice; none disarms it."""
    return formats.KINDS["command"]["ARM"].number, formats.pack("command", "ARM", {"dice": dice})


def ring_order(pattern: RingPattern) -> tuple[int, bytes]:
    """The kind and body that set the light ring."""
    number = formats.KINDS["ring"][pattern.name].number
    return formats.KINDS["command"]["RING"].number, formats.pack("command", "RING", {"pattern": number})
