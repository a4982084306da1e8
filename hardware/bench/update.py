"""Sends an update to a device over its cable: every hash is checked here before and there after, then it restarts.

    python -m hardware.bench.update /dev/ttyUSB0                 the firmware of this checkout
    python -m hardware.bench.update /dev/ttyUSB0 --file X.update  a file made by hardware.bench.package

Never during a game: the device restarts, and a roll under way is void.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge import formats
from firmware_bridge.serial_link import SerialLink
from hardware.bench.package import files, package
from hardware.bench.talk import NoAnswer, Talk

PART, AHEAD = 200, 4  # bytes in a part, parts on the way: together less than the device's 1024 bytes of buffer
PART_S, TRIES = 5.0, 4  # for an answer, and how often it is asked for
CHECK_S = 8.0  # while every file is read back: under the ten seconds of silence that end the device's session
STATUS = formats.NAMES["update"]


def head_of(whole: bytes) -> bytes:
    """The manifest at the front of an update; ``ValueError`` if it is none, or a file is not what the manifest says."""
    lines, at = whole.split(b"\n"), 1
    if not lines[0].startswith(b"tablewright-firmware 1 "):
        raise ValueError("no update: it does not begin with a manifest")
    rows: list[tuple[str, int, str]] = []
    while at < len(lines) and len(words := lines[at].split(b" ")) == 3 and len(words[0]) == 64 and words[1].isdigit():
        rows.append((words[0].decode(), int(words[1]), words[2].decode()))
        at += 1
    head = b"\n".join(lines[:at]) + b"\n"
    place = len(head)
    for sha256, size, path in rows:
        if hashlib.sha256(whole[place : place + size]).hexdigest() != sha256:
            raise ValueError(f"{path}: not what its manifest says")
        place += size
    if place != len(whole) or not rows:
        raise ValueError(f"no update: {len(whole)} bytes, its manifest speaks of {place}")
    return head


def send(talk: Talk, whole: bytes, progress: Callable[[int, int], None] = lambda done, of: None) -> str:
    """How it ended: ``READY``, or the reason of the schema's table ``update``. The device is welcome already."""
    head, number = head_of(whole), int(time.time()) & 0xFFFFFFFF
    begin: dict[str, formats.Value] = {
        "id": number,
        "size": len(whole),
        "manifest": len(head),
        "sha256": hashlib.sha256(head).hexdigest(),
    }

    def answer(within_s: float, ended: bool = False) -> tuple[int, str]:
        one = talk.until(
            lambda one: (
                one.name == "FW_STATE"
                and one.number("id") == number
                and not (ended and STATUS.get(one.number("status")) == "WANTED")
            ),  # a late answer to the last part
            "update",
            within_s,
        )
        return one.number("at"), STATUS.get(one.number("status"), "UNKNOWN")

    def ask(name: str, within_s: float, **fields: formats.Value) -> tuple[int, str]:
        for _ in range(TRIES):  # the question or its answer may be lost on the way
            talk.say(name, **fields)
            with suppress(NoAnswer):
                return answer(within_s, ended=name == "FW_END")
        raise NoAnswer("update")

    at, status = ask("FW_BEGIN", PART_S, **begin)
    while status == "WANTED" and at < len(whole):
        places = range(at, min(at + PART * AHEAD, len(whole)), PART)
        for place in places:
            talk.say("FW_DATA", id=number, at=place, part=whole[place : place + PART])
        try:
            for _ in places:
                at, status = answer(PART_S)
        except NoAnswer:  # a part or an answer was lost on the way: ask where we are
            at, status = ask("FW_BEGIN", PART_S, **begin)
        progress(at, len(whole))
    if status == "WANTED":
        status = ask("FW_END", CHECK_S, id=number)[1]
    if status == "READY":
        talk.order("RESTART", mode=0)
    return status


@dataclass(frozen=True, slots=True)
class Renewed:
    """How an update ended; what runs now, where it went well: ``slot`` is its folder, empty for the factory's."""

    status: str
    node: str = ""
    firmware: str = ""
    slot: str = ""


def renew(talk: Talk, whole: bytes, progress: Callable[[int, int], None] = lambda done, of: None) -> Renewed:
    """Greet, send, and welcome what runs after the restart: unheard it would fall back. May raise ``NoAnswer``."""
    talk.greet()
    status = send(talk, whole, progress)
    if status != "READY":
        return Renewed(status)
    hello = talk.until(lambda one: one.name == "HELLO", "restart", 30.0)
    talk.greet()
    return Renewed(status, hello.text("node"), hello.text("fw"), hello.text("slot"))


def _show(done: int, of: int) -> None:
    sys.stderr.write(f"\r{100 * done // of} %")


def main(words: Sequence[str] | None = None) -> int:
    """0 when the device runs the update, 1 when it does not."""
    parser = argparse.ArgumentParser(prog="python -m hardware.bench.update", description=__doc__.split("\n")[0])
    parser.add_argument("port", help="where the device is, such as /dev/ttyUSB0")
    parser.add_argument("--file", type=Path, help="an update made by hardware.bench.package; otherwise this checkout")
    given = parser.parse_args(words)
    try:
        whole = given.file.read_bytes() if given.file else package(files())
        head_of(whole)
    except (OSError, ValueError) as wrong:
        sys.stderr.write(f"{given.file or 'firmware'}: {wrong}\n")
        return 2
    link = SerialLink(given.port)
    try:
        now = renew(Talk(link), whole, _show)
        if now.status == "READY":
            sys.stdout.write(f"{now.node} runs {now.firmware} from folder {now.slot or 'factory'}\n")
            return 0
        sys.stderr.write(f"\nnot updated: {now.status.lower()}\n")
    except NoAnswer as silent:
        sys.stderr.write(f"\nno answer to: {silent}\n")
    finally:
        link.close()
    return 1


if __name__ == "__main__":
    sys.exit(main())
