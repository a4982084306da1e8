"""Orders, questions of time, and how quickly both are answered."""

from __future__ import annotations

import time
from collections.abc import Iterator

from firmware_bridge import formats
from hardware.conformance.certificate import Line, Verdict, judged
from hardware.conformance.exam_frames import UNUSED_KIND
from hardware.conformance.examined import LIGHTS, STATUS, DeviceUnderTest

ORDERS, QUESTIONS, REMEMBERED = 200, 200, 32
P95_MS = 100.0  # slower than this a light no longer seems to follow the hand
SILENT_S, TELEMETRY_S = 10.0, 5.0
FIRST = 0x40000000  # ids of ours, out of the way of those that a talk counts


def orders(device: DeviceUnderTest) -> Iterator[Line]:
    """Each is obeyed once, in its time, and answered."""
    done = 0
    for number in range(ORDERS):
        status, seconds = device.talk.order(LIGHTS[device.kind], **_light(device, number % 7))
        device.seconds.append(seconds)
        done += status == STATUS["DONE"]
    yield judged("orders", done == ORDERS, done=done, sent=ORDERS)
    yield from _twice(device)
    late = _send(device, FIRST + 100, *_order(device), ttl_ms=0)
    yield judged("expired", late == STATUS["EXPIRED"], status=late)
    unknown = device.talk.command(UNUSED_KIND, b"")[0]
    short = device.talk.command(formats.KINDS["command"][LIGHTS[device.kind]].number, b"")[0]
    right = unknown == STATUS["UNKNOWN"] and short == STATUS["REFUSED"]
    yield judged("unknown-order", right, unknown=unknown, short=short)


def _light(device: DeviceUnderTest, pattern: int) -> dict[str, formats.Value]:
    light: dict[str, formats.Value] = {} if device.kind == "tower" else {"light": 0}
    return {"pattern": pattern, "for_ms": 500, **light}


def _order(device: DeviceUnderTest) -> tuple[int, bytes]:
    # One that makes an event where orders do, so that obeying it twice can be seen.
    name = "ARM" if device.kind == "tower" else LIGHTS[device.kind]
    fields: dict[str, formats.Value] = {"dice": 3} if device.kind == "tower" else _light(device, 1)
    return formats.KINDS["command"][name].number, formats.pack("command", name, fields)


def _send(device: DeviceUnderTest, number: int, kind: int, body: bytes, ttl_ms: int = 3000) -> int:
    device.talk.say("CMD", id=number, ttl_ms=ttl_ms, kind=kind, body=body)
    answer = device.talk.until(lambda one: one.name == "CMD_ACK" and one.number("id") == number, "CMD")
    return answer.number("status")


def _twice(device: DeviceUnderTest) -> Iterator[Line]:
    device.drain()
    mark, (kind, body) = device.mark, _order(device)
    answers = [_send(device, FIRST, kind, body)]
    for number in range(1, REMEMBERED):
        answers.append(_send(device, FIRST + number, UNUSED_KIND, b""))
    answers.append(_send(device, FIRST, kind, body))
    device.question()
    device.wait(lambda: bool(device.events(mark)), 1.0 if device.kind == "tower" else 0.0)
    device.drain()
    obeyed = len(device.events(mark))
    right = answers[0] == answers[-1] == STATUS["DONE"]
    if device.kind != "mat":  # whose readers may have something to say meanwhile
        right = right and obeyed == (device.kind == "tower")
    yield judged("twice", right, answers=len(answers), made=obeyed)


def times(device: DeviceUnderTest) -> Iterator[Line]:
    """Its clock counts milliseconds, never back; what was asked is given back."""
    start_s, first = time.monotonic(), device.question()
    answers = [first, device.question(2**64 - 1), device.question(0)]
    answers += [device.question() for _ in range(QUESTIONS)]
    device.listen(0.4)
    answers.append(device.question())
    took_ms = (time.monotonic() - start_s) * 1000
    clock = [moment for one in answers for moment in (one.number("t2"), one.number("t3"))]
    counted = clock[-1] - clock[0]
    right = clock == sorted(clock) and took_ms / 3 < counted < took_ms * 3
    yield judged("time", right, asked=len(answers), counted=counted, took=round(took_ms))


def speed(device: DeviceUnderTest) -> Iterator[Line]:
    """How long every answer so far took, of the whole way: this program, the line, the device and back."""
    ordered = sorted(1000 * second for second in device.seconds)
    half, p95 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    yield judged("speed", p95 <= P95_MS, answers=len(ordered), half=f"{half:.1f}", p95=f"{p95:.1f}", most=P95_MS)


def silence(device: DeviceUnderTest) -> Iterator[Line]:
    """Left alone it tells how it is, then takes the host for gone and greets anew."""
    device.talk.telemetry()
    mark = device.mark
    told = device.wait(lambda: bool(device.since(mark, "TELE")), TELEMETRY_S + 2)
    yield judged("telemetry", told, told=int(told))
    greets = device.wait(lambda: bool(device.since(mark, "HELLO")), SILENT_S)
    device.talk.greet()
    yield judged("silence", greets, greets=int(greets))


def left_alone() -> Iterator[Line]:
    """Yield the lines of a short examination that were not examined."""
    for name in ("telemetry", "silence"):
        yield Line(name, Verdict.LEFT_OUT, why="short")
