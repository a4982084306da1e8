"""A device for a person at a keyboard: lines that say what was seen, and typed wishes.

arm 2 · show hit · tower (what it says of itself) · help
"""

from __future__ import annotations

import dataclasses
import json

from companion.errors import InputError
from companion.ports import RingPattern
from companion.table.observation import LinkSeen, Observation, ReaderSeen, TowerSeen
from firmware_bridge import formats
from firmware_bridge.adapter import Tower
from firmware_bridge.spool import SpooledEvent

HELP = "arm N | show " + "|".join(pattern.value for pattern in RingPattern) + " | tower | help"


def format_line(seen: Observation) -> str:
    """One line for a person."""
    if isinstance(seen, LinkSeen):
        return f"{seen.at_s:10.3f}  {seen.source}: {seen.state.value}" + (f" ({seen.why})" if seen.why else "")
    if isinstance(seen, TowerSeen):
        dice = f", {seen.count} dice counted" if seen.count else ""
        again = (", replayed" if seen.replayed else "") + (", verified" if seen.is_verified else "")
        key = f"[{seen.node} {seen.epoch:08x}/{seen.seq}]"
        return f"{seen.at_s:10.3f}  {seen.source}: {seen.phase.value}{dice}{again}  {key}"
    if isinstance(seen, ReaderSeen):
        what = "came to" if seen.is_there else "left"
        proof = ", verified" if seen.is_verified else ""
        key = f"[{seen.node} {seen.epoch:08x}/{seen.seq}]"
        return f"{seen.at_s:10.3f}  {seen.source}: tag {seen.uid} {what} zone {seen.zone}{proof}  {key}"
    return f"{seen.at_s:10.3f}  {seen.source}: {seen}"


def format_event(event: SpooledEvent) -> str:
    """One line for an event that means nothing to the table and something to a builder: its name and fields."""
    name = formats.NAMES["event"].get(event.kind, f"event {event.kind}")
    try:
        fields = (
            formats.unpack("event", name, event.body) if name in formats.KINDS["event"] else {"hex": event.body.hex()}
        )
    except ValueError:
        fields = {"hex": event.body.hex()}
    words = "".join(f" {field}={value!s}" for field, value in fields.items())
    return f"{'':10}  {event.node}: {name}{words}  [{event.node} {event.epoch:08x}/{event.seq}]"


def format_json(seen: Observation) -> str:
    """One JSON object on one line; ``seen`` names the kind of observation."""
    kind = type(seen).__name__.removesuffix("Seen").lower()
    return json.dumps({"seen": kind} | dataclasses.asdict(seen), sort_keys=True)


def obey(tower: Tower, line: str) -> str:
    """What to print after a typed wish; ``InputError`` for one nobody knows."""
    match line.split():
        case []:
            return ""
        case ["help"]:
            return HELP
        case ["arm", dice] if dice.isdigit() and int(dice) <= 255:
            tower.arm(int(dice))
            return ""
        case ["show", name] if name in list(RingPattern):
            tower.show(RingPattern(name))
            return ""
        case ["tower"]:
            counts = tower.device.counts | {"bad": tower.device.decoder.bad}
            return json.dumps({**tower.device.about, **tower.device.telemetry, "host": counts}, sort_keys=True)
        case _:
            raise InputError("console", "", repr(line), HELP)
