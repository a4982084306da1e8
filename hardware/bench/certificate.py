"""A bench certificate: what a device you built does over its own cable, measured, with a verdict a person can read.

    python -m hardware.bench.certificate /dev/ttyUSB0          about a minute; for a panel, press buttons when asked

    greet ─> 200 questions ─> 200 orders ─> 25 sizes of frame ─> 300 damaged frames ─> events kept over a restart

Counts are exact. Latencies are those of the whole way: this program, the adapter, the device and back. It proves the
link, the outbox and the restart; whether a beam sees black dice or a reader a thick base, only trying shows.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field

from firmware_bridge import formats
from firmware_bridge.link import Link
from firmware_bridge.protocol import Message, encode
from firmware_bridge.serial_link import SerialLink
from hardware.bench.talk import NoAnswer, Talk

QUESTIONS, ORDERS, DAMAGED, EVENTS = 200, 200, 300, 12  # events: within the window of 16
COME_AGAIN_S, PATIENCE_S = 6.0, 60.0
SIZES = range(56, 81)  # around the 64 bytes of a USB packet
UNUSED_KIND = 0xEE
STATUS = {name: shape.number for name, shape in formats.KINDS["status"].items()}
LIGHTS = {"tower": "RING", "mat": "LIGHT", "panel": "LIGHT"}
P95_MS = 100.0  # slower than this a light no longer seems to follow the hand


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was examined."""

    name: str
    passed: bool
    words: str


@dataclass(slots=True)
class Certificate:
    """Who was examined, and what came of it."""

    about: dict[str, str]
    lines: list[Line] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether everything did."""
        return bool(self.lines) and all(line.passed for line in self.lines)

    def text(self) -> str:
        """The certificate as it is printed."""
        head = [f"{name:10}{value}" for name, value in self.about.items()]
        body = [f"  {'pass' if line.passed else 'FAIL'}  {line.name:28}{line.words}" for line in self.lines]
        return "\n".join(["BENCH CERTIFICATE", *head, *body, f"VERDICT   {'PASS' if self.passed else 'FAIL'}"]) + "\n"


def _times(seconds: Sequence[float]) -> str:
    ordered = sorted(1000 * second for second in seconds)
    p95 = ordered[int(len(ordered) * 0.95)]
    return (
        f"{len(ordered)} answered, p50 {statistics.median(ordered):.1f} ms, p95 {p95:.1f} ms, max {ordered[-1]:.1f} ms"
    )


def _quick(seconds: Sequence[float]) -> bool:
    return sorted(seconds)[int(len(seconds) * 0.95)] * 1000 <= P95_MS


def _questions(talk: Talk) -> Line:
    took = [_ask(talk, number) for number in range(QUESTIONS)]
    return Line("questions", _quick(took), _times(took))


def _ask(talk: Talk, number: int) -> float:
    start_s = time.monotonic()
    talk.say("TIME_Q", t1=number)
    talk.until(lambda one: one.name == "TIME_A" and one.number("t1") == number, "TIME_Q")
    return time.monotonic() - start_s


def _orders(talk: Talk, kind: str) -> Line:
    took, done = [], 0
    target: dict[str, formats.Value] = {} if kind == "tower" else {"light": 0}
    for number in range(ORDERS):
        status, seconds = talk.order(LIGHTS[kind], pattern=number % 7, for_ms=500, **target)
        done += status == STATUS["DONE"]
        took.append(seconds)
    return Line("orders", done == ORDERS and _quick(took), f"{done} of {ORDERS} done; {_times(took)}")


def _sizes(talk: Talk) -> Line:
    answered = [talk.command(UNUSED_KIND, b"\x55" * (size - 16))[0] == STATUS["UNKNOWN"] for size in SIZES]
    return Line("frames of 56 to 80 bytes", all(answered), f"{sum(answered)} of {len(SIZES)} answered")


def _damaged(talk: Talk) -> Line:
    chance = random.Random(1)
    before = talk.telemetry().number("bad")
    sound = encode(Message("CMD", {"id": 1, "ttl_ms": 3000, "kind": UNUSED_KIND, "body": b"damaged"}))
    at = len(talk.heard)
    for number in range(DAMAGED):
        hurt = bytearray(sound)
        place = chance.randrange(len(hurt) - 1)
        hurt[place] = chance.choice([byte for byte in range(1, 256) if byte != hurt[place]])  # a zero makes two frames
        talk.link.write(bytes(hurt))
        if number % 10 == 9:
            _ask(talk, number)  # so that it is not silent around it, and its buffer does not run over
    bad = talk.telemetry().number("bad")
    obeyed = sum(one.name == "CMD_ACK" and one.number("id") == 1 for one in talk.heard[at:])
    return Line("damaged frames", obeyed == 0 and bad == before + DAMAGED, f"{bad - before} refused, {obeyed} obeyed")


def _make_events(talk: Talk, kind: str, ask: Callable[[str], None]) -> None:
    if kind == "tower":
        for number in range(EVENTS):
            talk.order("ARM", dice=number % 2)
    elif kind == "mat":
        for _ in range(EVENTS):
            talk.order("RESCAN")
            end_s = time.monotonic() + 0.15
            while time.monotonic() < end_s:
                talk.listen()
    else:
        ask(f"Press and release buttons, {EVENTS // 4} times within a minute.")
        wanted = len(_events(talk)) + EVENTS // 4
        end_s = time.monotonic() + PATIENCE_S
        while len(_events(talk)) < wanted and time.monotonic() < end_s:
            _ask(talk, 0)  # a device that hears nothing for ten seconds takes the host for gone
            talk.listen()


def _events(talk: Talk) -> dict[int, bytes]:
    # Every event by its number; two bodies under one number are no events any more.
    found: dict[int, bytes] = {}
    for one in talk.heard:
        if one.name == "EVENT":
            body = bytes([one.number("kind")]) + one.raw("body")
            if found.setdefault(one.number("seq"), body) != body:
                raise NoAnswer(f"event {one.number('seq')} came with two contents")
    return found


def _custody(talk: Talk, kind: str, hello: Message, ask: Callable[[str], None]) -> list[Line]:
    _make_events(talk, kind, ask)
    before = _events(talk)  # nothing was acknowledged: all of them must come again
    talk.order("RESTART", mode=0)
    at = len(talk.heard)
    again = talk.until(lambda one: one.name == "HELLO" and one.number("boot") != hello.number("boot"), "restart", 20.0)
    start_s = time.monotonic()
    talk.greet()
    seen: dict[int, bytes] = {}
    while set(before) - set(seen) and time.monotonic() - start_s < COME_AGAIN_S:
        talk.listen()
        seen = {number: body for number, body in _events(talk).items() if _came_after(talk, at, number)}
    lost = len(set(before) - set(seen))
    same = again.number("epoch") == hello.number("epoch") and again.number("boot") == hello.number("boot") + 1
    talk.say("ACK", epoch=again.number("epoch"), upto=max(seen, default=0), map=0)
    return [
        Line("restart", same, f"boot {hello.number('boot')} to {again.number('boot')}, epoch kept: {same}"),
        Line("events over a restart", bool(before) and lost == 0, f"{len(before)} kept, lost={lost}"),
    ]


def _came_after(talk: Talk, at: int, number: int) -> bool:
    return any(one.name == "EVENT" and one.number("seq") == number for one in talk.heard[at:])


def examine(link: Link, ask: Callable[[str], None]) -> Certificate:
    """The certificate of the device behind a link; ``ask`` tells the person what to do, where hands are needed."""
    talk = Talk(link)
    try:
        hello = talk.greet()
    except NoAnswer as silent:
        return Certificate({"device": "unknown"}, [Line("greeting", False, f"no answer to: {silent}")])
    kind = hello.text("node").partition("-")[0]
    names = ("node", "fw", "hw", "caps", "slot", "why")
    about = {name: hello.text(name) for name in names if hello.text(name)} | {"date": time.strftime("%Y-%m-%d %H:%M")}
    certificate = Certificate(about, [Line("greeting", not hello.text("why"), "HELLO, WELCOME, telemetry")])
    if kind not in LIGHTS or hello.text("why"):
        return certificate
    steps: list[Callable[[], list[Line]]] = [
        lambda: [_questions(talk)],
        lambda: [_orders(talk, kind)],
        lambda: [_sizes(talk)],
        lambda: [_damaged(talk)],
        lambda: _custody(talk, kind, hello, ask),
    ]
    for step in steps:
        try:
            certificate.lines += step()
        except NoAnswer as silent:
            certificate.lines.append(Line("answer", False, f"none in time to: {silent}"))
    return certificate


def main(words: Sequence[str] | None = None) -> int:
    """0 for a device that passed, 1 for one that did not."""
    parser = argparse.ArgumentParser(prog="python -m hardware.bench.certificate", description=__doc__.split("\n")[0])
    parser.add_argument("port", help="where the device is, such as /dev/ttyUSB0")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of words")
    given = parser.parse_args(words)
    link = SerialLink(given.port)
    certificate = examine(link, lambda what: print(what, file=sys.stderr))  # noqa: T201 - a person is asked
    link.close()
    document = json.dumps({**asdict(certificate), "passed": certificate.passed}) + "\n"
    sys.stdout.write(document if given.json else certificate.text())
    return 0 if certificate.passed else 1


if __name__ == "__main__":
    sys.exit(main())
