"""Orders, questions of time, and how quickly both are answered."""

from __future__ import annotations

import time
from collections.abc import Iterator

from firmware_bridge import formats
from hardware.bench.certificate import Line, Verdict, judged
from hardware.bench.exam_frames import UNUSED_KIND
from hardware.bench.examined import LIGHTS, STATUS, Bench

ORDERS, QUESTIONS, REMEMBERED = 200, 200, 32
P95_MS = 100.0  # slower than this a light no longer seems to follow the hand
SILENT_S, TELEMETRY_S = 10.0, 5.0
FIRST = 0x40000000  # ids of ours, out of the way of those that a talk counts


def orders(bench: Bench) -> Iterator[Line]:
    """Each is obeyed once, in its time, and answered."""
    done = 0
    for number in range(ORDERS):
        status, seconds = bench.talk.order(LIGHTS[bench.kind], **_light(bench, number % 7))
        bench.seconds.append(seconds)
        done += status == STATUS["DONE"]
    yield judged("orders", done == ORDERS, done=done, sent=ORDERS)
    yield from _twice(bench)
    late = _send(bench, FIRST + 100, *_order(bench), ttl_ms=0)
    yield judged("expired", late == STATUS["EXPIRED"], status=late)
    unknown = bench.talk.command(UNUSED_KIND, b"")[0]
    short = bench.talk.command(formats.KINDS["command"][LIGHTS[bench.kind]].number, b"")[0]
    right = unknown == STATUS["UNKNOWN"] and short == STATUS["REFUSED"]
    yield judged("unknown-order", right, unknown=unknown, short=short)


def _light(bench: Bench, pattern: int) -> dict[str, formats.Value]:
    light: dict[str, formats.Value] = {} if bench.kind == "tower" else {"light": 0}
    return {"pattern": pattern, "for_ms": 500, **light}


def _order(bench: Bench) -> tuple[int, bytes]:
    # One that makes an event where orders do, so that obeying it twice can be seen.
    name = "ARM" if bench.kind == "tower" else LIGHTS[bench.kind]
    fields: dict[str, formats.Value] = {"dice": 3} if bench.kind == "tower" else _light(bench, 1)
    return formats.KINDS["command"][name].number, formats.pack("command", name, fields)


def _send(bench: Bench, number: int, kind: int, body: bytes, ttl_ms: int = 3000) -> int:
    bench.talk.say("CMD", id=number, ttl_ms=ttl_ms, kind=kind, body=body)
    answer = bench.talk.until(lambda one: one.name == "CMD_ACK" and one.number("id") == number, "CMD")
    return answer.number("status")


def _twice(bench: Bench) -> Iterator[Line]:
    bench.drain()
    mark, (kind, body) = bench.mark, _order(bench)
    answers = [_send(bench, FIRST, kind, body)]
    for number in range(1, REMEMBERED):
        answers.append(_send(bench, FIRST + number, UNUSED_KIND, b""))
    answers.append(_send(bench, FIRST, kind, body))
    bench.question()
    bench.wait(lambda: bool(bench.events(mark)), 1.0 if bench.kind == "tower" else 0.0)
    bench.drain()
    obeyed = len(bench.events(mark))
    right = answers[0] == answers[-1] == STATUS["DONE"]
    if bench.kind != "mat":  # whose readers may have something to say meanwhile
        right = right and obeyed == (bench.kind == "tower")
    yield judged("twice", right, answers=len(answers), made=obeyed)


def times(bench: Bench) -> Iterator[Line]:
    """Its clock counts milliseconds, never back; what was asked is given back."""
    start_s, first = time.monotonic(), bench.question()
    answers = [first, bench.question(2**64 - 1), bench.question(0)]
    answers += [bench.question() for _ in range(QUESTIONS)]
    bench.listen(0.4)
    answers.append(bench.question())
    took_ms = (time.monotonic() - start_s) * 1000
    clock = [moment for one in answers for moment in (one.number("t2"), one.number("t3"))]
    counted = clock[-1] - clock[0]
    right = clock == sorted(clock) and took_ms / 3 < counted < took_ms * 3
    yield judged("time", right, asked=len(answers), counted=counted, took=round(took_ms))


def speed(bench: Bench) -> Iterator[Line]:
    """How long every answer so far took, of the whole way: this program, the line, the device and back."""
    ordered = sorted(1000 * second for second in bench.seconds)
    half, p95 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    yield judged("speed", p95 <= P95_MS, answers=len(ordered), half=f"{half:.1f}", p95=f"{p95:.1f}", most=P95_MS)


def silence(bench: Bench) -> Iterator[Line]:
    """Left alone it tells how it is, then takes the host for gone and greets anew."""
    bench.talk.telemetry()
    mark = bench.mark
    told = bench.wait(lambda: bool(bench.since(mark, "TELE")), TELEMETRY_S + 2)
    yield judged("telemetry", told, told=int(told))
    greets = bench.wait(lambda: bool(bench.since(mark, "HELLO")), SILENT_S)
    bench.talk.greet()
    yield judged("silence", greets, greets=int(greets))


def left_alone() -> Iterator[Line]:
    """What a short examination leaves out."""
    for name in ("telemetry", "silence"):
        yield Line(name, Verdict.LEFT_OUT, why="short")
