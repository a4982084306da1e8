"""Signatures: a key is taken over the cable, events carry a tag from then on, and a restart changes nothing of it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from firmware_bridge import formats
from firmware_bridge.protocol import Message
from firmware_bridge.signing import SIGNED, TAG_BYTES, check_of, split_tag, tag_of
from firmware_bridge.spool import SpooledEvent
from hardware.bench.certificate import Line, Verdict, golden, judged
from hardware.bench.exam_events import ordered_restart
from hardware.bench.examined import Bench
from hardware.bench.talk import NoAnswer

PAIRING = {name: shape.number for name, shape in formats.KINDS["pairing"].items()}
LINES = ("key", "signed", "key-kept", "key-gone")


def keys(bench: Bench) -> Iterator[Line]:
    """With the key of the golden signatures; it is taken away again at the end."""
    if not bench.is_cable:
        answer = _set(bench, _golden_key())
        yield judged("key", answer.number("status") == PAIRING["REFUSED"], status=answer.number("status"), signs=0)
        yield from (Line(name, Verdict.LEFT_OUT, why="cable") for name in LINES[1:])
        return
    if bench.hello.number("signs"):  # somebody's: it would be gone afterwards
        yield from (Line(name, Verdict.LEFT_OUT, why="paired") for name in LINES)
        return
    yield from _with(bench, _golden_key())


def _golden_key() -> bytes:
    return bytes.fromhex(json.loads(golden("signed.json"))[0]["key"])


def _set(bench: Bench, key: bytes) -> Message:
    mark = bench.mark
    bench.talk.say("KEY", key=key)
    bench.question()
    if not bench.wait(lambda: bool(bench.since(mark, "KEY_STATE"))):
        raise NoAnswer("KEY")
    return bench.since(mark, "KEY_STATE")[0]


def _with(bench: Bench, key: bytes) -> Iterator[Line]:
    bench.drain()
    node, mark = bench.hello.text("node"), bench.mark
    bench.make(2)
    bench.wait(lambda: len(bench.events(mark)) >= 2, 2.0)
    before = set(bench.events(mark))
    short, taken, same = _set(bench, key[:31]), _set(bench, key), _set(bench, key)
    epoch, first = taken.number("epoch"), taken.number("signs")
    right = short.number("status") == PAIRING["REFUSED"] and taken.number("status") == PAIRING["DONE"]
    right = right and same.fields == taken.fields and epoch == bench.hello.number("epoch")
    right = right and first == max(before, default=0) + 1 and taken.text("check") == check_of(key, node, epoch, first)
    yield judged("key", right, status=taken.number("status"), signs=first)
    bench.make(4)
    bench.question()
    bench.wait(lambda: len(bench.events(mark)) >= len(before) + (4 if bench.kind == "tower" else 2), 2.0)
    seen = bench.events(mark)
    yield _signed("signed", bench, key, first, seen)
    hello = ordered_restart(bench)
    kept = hello.number("signs") == first and hello.text("check") == check_of(key, node, epoch, first)
    mark = bench.mark
    bench.talk.greet()
    bench.wait(lambda: seen.keys() <= bench.events(mark).keys(), 4.0)
    line = _signed("key-kept", bench, key, first, bench.events(mark))
    yield judged("key-kept", kept and line.verdict is Verdict.PASS, **line.figures)
    gone = _set(bench, b"")
    bench.drain()
    mark = bench.mark
    bench.make(2)
    bench.question()
    bench.wait(lambda: bool(bench.events(mark)), 2.0)
    flagged = sum(bool(one.flags & SIGNED) for one in bench.since(mark, "EVENT"))
    right = gone.number("status") == PAIRING["DONE"] and not gone.number("signs") and not gone.text("check")
    right = right and not flagged and bool(bench.events(mark))
    yield judged("key-gone", right, signs=gone.number("signs"), flagged=flagged)
    bench.drain()


def _signed(name: str, bench: Bench, key: bytes, first: int, seen: dict[int, list[Message]]) -> Line:
    signed = wrong = unsigned = 0
    for number, copies in seen.items():
        for one in copies:
            body, tag = split_tag(one.flags, one.raw("body"))
            seq, boot, t_ms, kind = (one.number(field) for field in ("seq", "boot", "t_ms", "kind"))
            event = SpooledEvent(bench.hello.text("node"), bench.hello.number("epoch"), seq, boot, t_ms, kind, body)
            if number < first:
                wrong += bool(one.flags & SIGNED)
            elif len(tag) != TAG_BYTES:
                unsigned += 1
            else:
                signed += 1
                wrong += tag_of(key, event) != tag
    return judged(name, signed > 0 and not (wrong or unsigned), signed=signed, wrong=wrong, unsigned=unsigned)
