"""What a tower's messages mean to the table, and the table's wishes as messages.

A new device brings its messages in both ``formats.py`` and its lines here. A kind we do not know is kept in the spool
and acknowledged all the same, and translates to nothing.
"""

from __future__ import annotations

from companion.ports import RingPattern
from companion.table.observation import TowerPhase, TowerSeen
from firmware_bridge import formats
from firmware_bridge.spool import SpooledEvent

__all__ = ["arm_order", "ring_order", "tower_seen"]

_PHASES = {formats.KINDS["event"][phase.name].number: phase for phase in TowerPhase}


def tower_seen(
    source: str, at_s: float, event: SpooledEvent, *, replayed: bool = False, is_verified: bool = False
) -> TowerSeen | None:
    """The observation an event stands for; ``None`` for a kind or body newer than we are."""
    phase = _PHASES.get(event.kind)
    if phase is None:
        return None
    try:
        fields = formats.unpack("event", phase.name, event.body)
    except ValueError:
        return None
    count = fields["left"]
    assert isinstance(count, int)
    return TowerSeen(
        source,
        at_s,
        phase,
        event.node,
        event.epoch,
        event.seq,
        count=count,
        replayed=replayed or event.replayed,
        err_s=event.err_ms / 1000,
        is_verified=is_verified,
    )


def arm_order(dice: int) -> tuple[int, bytes]:
    """The kind and body that arm the tower for ``dice`` dice; none disarms it."""
    return formats.KINDS["command"]["ARM"].number, formats.pack("command", "ARM", {"dice": dice})


def ring_order(pattern: RingPattern) -> tuple[int, bytes]:
    """The kind and body that set the light ring."""
    number = formats.KINDS["ring"][pattern.name].number
    return formats.KINDS["command"]["RING"].number, formats.pack("command", "RING", {"pattern": number})
