"""Signatures: a key is taken over the cable, events carry a tag from then on, and a restart changes nothing of it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from firmware_bridge import formats
from firmware_bridge.protocol import Message
from firmware_bridge.signing import SIGNED, TAG_BYTES, check_of, split_tag, tag_of
from firmware_bridge.spool import SpooledEvent
from hardware.conformance.certificate import Line, Verdict, golden, judged
from hardware.conformance.exam_events import ordered_restart
from hardware.conformance.examined import DeviceUnderTest
from hardware.conformance.talk import NoAnswer

PAIRING = {name: shape.number for name, shape in formats.KINDS["pairing"].items()}
LINES = ("key", "signed", "key-kept", "key-gone")


def keys(device: DeviceUnderTest) -> Iterator[Line]:
    """With the key of the golden signatures; it is taken away again at the end."""
    if not device.is_cable:
        answer = _set(device, _golden_key())
        yield judged("key", answer.number("status") == PAIRING["REFUSED"], status=answer.number("status"), signs=0)
        yield from (Line(name, Verdict.LEFT_OUT, why="cable") for name in LINES[1:])
        return
    if device.hello.number("signs"):  # somebody's: it would be gone afterwards
        yield from (Line(name, Verdict.LEFT_OUT, why="paired") for name in LINES)
        return
    yield from _with(device, _golden_key())


def _golden_key() -> bytes:
    return bytes.fromhex(json.loads(golden("signed.json"))[0]["key"])


def _set(device: DeviceUnderTest, key: bytes) -> Message:
    mark = device.mark
    device.talk.say("KEY", key=key)
    device.question()
    if not device.wait(lambda: bool(device.since(mark, "KEY_STATE"))):
        raise NoAnswer("KEY")
    return device.since(mark, "KEY_STATE")[0]


def _with(device: DeviceUnderTest, key: bytes) -> Iterator[Line]:
    device.drain()
    node, mark = device.hello.text("node"), device.mark
    device.make(2)
    device.wait(lambda: len(device.events(mark)) >= 2, 2.0)
    before = set(device.events(mark))
    short, taken, same = _set(device, key[:31]), _set(device, key), _set(device, key)
    epoch, first = taken.number("epoch"), taken.number("signs")
    right = short.number("status") == PAIRING["REFUSED"] and taken.number("status") == PAIRING["DONE"]
    right = right and same.fields == taken.fields and epoch == device.hello.number("epoch")
    right = right and first == max(before, default=0) + 1 and taken.text("check") == check_of(key, node, epoch, first)
    yield judged("key", right, status=taken.number("status"), signs=first)
    device.make(4)
    device.question()
    device.wait(lambda: len(device.events(mark)) >= len(before) + (4 if device.kind == "tower" else 2), 2.0)
    seen = device.events(mark)
    yield _signed("signed", device, key, first, seen)
    hello = ordered_restart(device)
    kept = hello.number("signs") == first and hello.text("check") == check_of(key, node, epoch, first)
    mark = device.mark
    device.talk.greet()
    device.wait(lambda: seen.keys() <= device.events(mark).keys(), 4.0)
    line = _signed("key-kept", device, key, first, device.events(mark))
    yield judged("key-kept", kept and line.verdict is Verdict.PASS, **line.figures)
    gone = _set(device, b"")
    device.drain()
    mark = device.mark
    device.make(2)
    device.question()
    device.wait(lambda: bool(device.events(mark)), 2.0)
    flagged = sum(bool(one.flags & SIGNED) for one in device.since(mark, "EVENT"))
    right = gone.number("status") == PAIRING["DONE"] and not gone.number("signs") and not gone.text("check")
    right = right and not flagged and bool(device.events(mark))
    yield judged("key-gone", right, signs=gone.number("signs"), flagged=flagged)
    device.drain()


def _signed(name: str, device: DeviceUnderTest, key: bytes, first: int, seen: dict[int, list[Message]]) -> Line:
    signed = wrong = unsigned = 0
    for number, copies in seen.items():
        for one in copies:
            body, tag = split_tag(one.flags, one.raw("body"))
            seq, boot, t_ms, kind = (one.number(field) for field in ("seq", "boot", "t_ms", "kind"))
            event = SpooledEvent(device.hello.text("node"), device.hello.number("epoch"), seq, boot, t_ms, kind, body)
            if number < first:
                wrong += bool(one.flags & SIGNED)
            elif len(tag) != TAG_BYTES:
                unsigned += 1
            else:
                signed += 1
                wrong += tag_of(key, event) != tag
    return judged(name, signed > 0 and not (wrong or unsigned), signed=signed, wrong=wrong, unsigned=unsigned)
