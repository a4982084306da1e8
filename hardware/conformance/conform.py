"""Examines a device against the page ``hardware/protocol/README.md``, over any ``Link``: `companion device conform`.

    greet ─> session ─> golden frames ─> sizes, damage, flood ─> orders, time ─> events ─> restarts ─> full ─> keys

It needs a device that nobody else talks to, and takes every event it has: for a builder's bench, not for a game.
Counts are exact; ``speed`` alone depends on how busy this machine is. Whether a beam sees black dice or a reader a
thick base, only trying shows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from firmware_bridge.link import Link
from hardware.conformance import exam_events, exam_frames, exam_keys, exam_orders
from hardware.conformance.certificate import Certificate, Line, Verdict, edition
from hardware.conformance.examined import LIGHTS, Ask, DeviceUnderTest
from hardware.conformance.talk import NoAnswer

ABOUT = ("node", "fw", "hw", "caps", "slot", "why")


@dataclass(frozen=True, slots=True)
class Exam:
    """One step: the lines it will say, and how."""

    names: tuple[str, ...]
    run: Callable[[DeviceUnderTest], Iterable[Line]]


EXAMS = (
    Exam(("greeting",), exam_frames.greeting),
    Exam(("unwelcome", "version", "goodbye"), exam_frames.session),
    Exam(("golden",), exam_frames.golden_frames),
    Exam(("sizes",), exam_frames.sizes),
    Exam(("damaged", "checksum", "unknown-frame"), exam_frames.damaged),
    Exam(("orders", "twice", "expired", "unknown-order"), exam_orders.orders),
    Exam(("time",), exam_orders.times),
    Exam(("speed",), exam_orders.speed),
    Exam(("window", "resent", "foreign", "acknowledged", "order"), exam_events.events),
    Exam(("full",), exam_events.full),  # before the restarts: by then the store is longer than the outbox
    Exam(("restart", "kept", "replayed", "numbers"), exam_events.restart),
    Exam(("power",), exam_events.no_pull),
    Exam(("flood",), exam_frames.flood),
    Exam(("telemetry", "silence"), exam_orders.silence),  # also lets this start last: three short ones look like a loop
    Exam(exam_keys.LINES, exam_keys.keys),
    Exam(("session", "written"), exam_frames.written),
)
POWER = Exam(("power",), exam_events.power)


def exams(*, power: bool = False, short: bool = False) -> Iterator[Exam]:
    """The steps in order: with a person at the plug, without the quarter of a minute of silence."""
    for one in EXAMS:
        if power and one.names == POWER.names:
            yield POWER
        elif short and one.run is exam_orders.silence:
            yield Exam(one.names, lambda _: exam_orders.left_alone())
        else:
            yield one


def examine(
    link: Link, ask: Ask, steps: Iterable[Exam] = EXAMS, *, is_cable: bool = True, patience: float = 1.0
) -> Iterator[Certificate]:
    """The certificate of the device behind a link, after every step; the last one is whole.

    ``ask`` tells the person what to do where hands are needed. ``patience`` stretches or shortens every time-out.
    """
    date = {"date": time.strftime("%Y-%m-%d %H:%M")}
    try:
        device = DeviceUnderTest(link, ask, is_cable=is_cable, patience=patience)
    except NoAnswer as silent:
        yield Certificate(date | edition(), [_silent("greeting", silent)])
        return
    about = {name: device.hello.text(name) for name in ABOUT if device.hello.text(name)}
    certificate = Certificate(about | {"line": link.name} | date | edition())
    for step in steps:
        certificate.lines += _lines(device, step)
        yield certificate
        if device.kind not in LIGHTS or device.hello.text("why"):
            return  # nothing that is examined here would mean anything


def _lines(device: DeviceUnderTest, step: Exam) -> Iterator[Line]:
    said = 0
    try:
        for line in step.run(device):
            said += 1
            yield line
    except NoAnswer as silent:
        yield from (_silent(name, silent) for name in step.names[said:])
        _come_back(device)


def _come_back(device: DeviceUnderTest) -> None:
    try:
        device.hello = device.talk.greet()
    except NoAnswer:
        return  # the next step says so


def _silent(name: str, silent: NoAnswer) -> Line:
    return Line(name, Verdict.FAIL, {"asked": str(silent)}, "silent")
