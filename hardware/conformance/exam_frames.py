"""The frames of a device: who it is, when it is silent, golden frames, damage, a flood, and what it writes itself."""

from __future__ import annotations

import binascii
import json
import random
from collections.abc import Iterator
from typing import Any

from firmware_bridge import formats
from firmware_bridge.protocol import Message, decode, encode, fault_in, protocol_for, stuff, unstuff
from hardware.conformance.certificate import Line, golden, judged
from hardware.conformance.examined import LIGHTS, STATUS, DeviceUnderTest, content
from hardware.conformance.talk import NoAnswer

Row = dict[str, Any]  # one golden frame, as the file has it
DAMAGED, FLOOD, NOISE = 300, 500, 8192
PIECE = 512  # bytes of noise in one write: what a radio carries at once
SIZES = range(56, 81)  # around the 64 bytes of a USB packet
LONGEST = 237  # bytes of an order's body in a frame of 250
UNUSED_KIND, UNUSED_TYPE = 0xEE, 0x6E
WRONG_VERSION = formats.KINDS["error"]["WRONG_VERSION"].number
FROM_DEVICE = ("HELLO", "EVENT", "CMD_ACK", "TIME_A", "LOG", "TELE", "FW_STATE", "KEY_STATE", "WIFI_STATE")
UPDATES = ("FW_BEGIN", "FW_DATA", "FW_END")  # would begin one
SECRETS = ("KEY", "WIFI")  # would be set: signatures are examined on their own


def greeting(device: DeviceUnderTest) -> Iterator[Line]:
    """HELLO says who it is, without a contradiction."""
    hello = device.hello
    numbers = {name: hello.number(name) for name in ("min", "max", "epoch", "boot", "next", "oldest")}
    right = not fault_in(hello) and protocol_for(hello) > 0 and not hello.text("why") and device.kind in LIGHTS
    right = right and numbers["boot"] > 0 and numbers["oldest"] > 0
    yield judged("greeting", right, node=hello.text("node"), **numbers)


def session(device: DeviceUnderTest) -> Iterator[Line]:
    """When it speaks and when it does not."""
    device.part()
    mark = device.mark
    light = formats.KINDS["command"][LIGHTS[device.kind]].number
    device.talk.say("CMD", id=7, ttl_ms=3000, kind=light, body=bytes(4))
    greeted = device.wait(lambda: len(device.since(mark, "HELLO")) >= 2)
    said = len(device.since(mark, "CMD_ACK")) + len(device.since(mark, "EVENT"))
    yield judged("unwelcome", greeted and not said, hellos=len(device.since(mark, "HELLO")), said=said)
    mark = device.mark
    device.talk.say("WELCOME", proto=99, session=98, accepted=0, unix_ms=0, config=0)
    refused = device.wait(lambda: any(one.number("code") == WRONG_VERSION for one in device.since(mark, "ERR")))
    again = device.wait(lambda: bool(device.since(mark, "HELLO")))
    yield judged("version", refused and again, refused=int(refused), hellos=len(device.since(mark, "HELLO")))
    device.talk.telemetry()
    gone = device.part()
    same = all(gone.number(name) == device.hello.number(name) for name in ("epoch", "boot"))
    device.talk.telemetry()
    yield judged("goodbye", same, epoch=gone.number("epoch"), boot=gone.number("boot"))


def golden_frames(device: DeviceUnderTest) -> Iterator[Line]:
    """The shipped golden frames, sent to it: the damaged ones are counted and nothing else is."""
    device.drain()
    rows: list[Row] = json.loads(golden("vectors.json"))
    sent = [row for row in rows if row.get("name") not in (*UPDATES, *SECRETS) and not _is_readers(row)]
    before = device.talk.telemetry().number("bad")
    damaged, questions, right = 0, 0, True
    for row in sent:
        damaged += "damaged" in row
        mark = device.mark
        device.talk.leave()  # one of them ends the session
        device.talk.link.write(bytes.fromhex(row["hex"]))
        match row.get("name"):
            case "TIME_Q":
                questions += 1
                right &= device.wait(
                    lambda mark=mark, t1=row["fields"]["t1"]: any(  # type: ignore[misc]
                        one.number("t1") == t1 for one in device.since(mark, "TIME_A")
                    )
                )
            case "WELCOME":
                right &= device.wait(lambda mark=mark: bool(device.since(mark, "TELE")))  # type: ignore[misc]
                device.talk.telemetry()
            case "CMD":
                right &= device.wait(
                    lambda mark=mark: any(one.number("id") == 99 for one in device.since(mark, "CMD_ACK"))  # type: ignore[misc]
                )
            case "ERR":
                right &= device.wait(lambda mark=mark: bool(device.since(mark, "HELLO")))  # type: ignore[misc]
                device.talk.telemetry()
        device.question()
    bad = device.talk.telemetry().number("bad") - before
    yield judged("golden", right and bad == damaged, sent=len(sent), damaged=damaged, bad=bad, answered=int(right))
    device.drain()


def _is_readers(row: Row) -> bool:
    # Sound bytes of a frame that only a host reads: a device need not look into it, so nothing follows from it.
    if "damaged" not in row:
        return False
    try:
        raw = unstuff(bytes.fromhex(row["hex"])[:-1])
        decode(bytes.fromhex(row["hex"])[:-1])
    except ValueError as wrong:
        return "broken" not in str(wrong) and formats.NAMES["frame"].get(raw[0]) in FROM_DEVICE
    return True


def sizes(device: DeviceUnderTest) -> Iterator[Line]:
    """Frames of every size around a USB packet, and the longest there is, dense and sparse."""
    bodies = [b"\x55" * (size - 16) for size in SIZES] + [bytes(LONGEST), b"\xff" * LONGEST]
    answered = sum(device.talk.command(UNUSED_KIND, body)[0] == STATUS["UNKNOWN"] for body in bodies)
    yield judged("sizes", answered == len(bodies), answered=answered, sent=len(bodies))


def damaged(device: DeviceUnderTest) -> Iterator[Line]:
    """A changed byte, a wrong checksum, an unknown type: counted, refused, ignored."""
    chance = random.Random(1)
    before, mark = device.talk.telemetry().number("bad"), device.mark
    sound = encode(Message("CMD", {"id": 1, "ttl_ms": 3000, "kind": UNUSED_KIND, "body": b"damaged"}))
    for number in range(DAMAGED):
        hurt = bytearray(sound)
        place = chance.randrange(len(hurt) - 1)
        hurt[place] = chance.choice([byte for byte in range(1, 256) if byte != hurt[place]])  # a zero makes two frames
        device.talk.link.write(bytes(hurt))
        if number % 5 == 4:
            device.question()  # so that it is not silent around it, and its buffer does not run over
    bad = device.talk.telemetry().number("bad") - before
    obeyed = sum(one.number("id") == 1 for one in device.since(mark, "CMD_ACK"))
    yield judged("damaged", not obeyed and bad == DAMAGED, sent=DAMAGED, bad=bad, obeyed=obeyed)
    before, mark = device.talk.telemetry().number("bad"), device.mark
    raw = bytearray(unstuff(sound[:-1]))
    for bit in range(32):
        wrong = bytearray(raw)
        wrong[-4 + bit // 8] ^= 1 << bit % 8
        device.talk.link.write(stuff(bytes(wrong)) + b"\0")
        if bit % 4 == 3:
            device.question()
    bad = device.talk.telemetry().number("bad") - before
    obeyed = sum(one.number("id") == 1 for one in device.since(mark, "CMD_ACK"))
    yield judged("checksum", not obeyed and bad == 32, sent=32, bad=bad, obeyed=obeyed)
    before, boot = device.talk.telemetry().number("bad"), device.hello.number("boot")
    for size in range(16):
        device.talk.link.write(_unknown(bytes(range(size))))
        if size % 4 == 3:
            device.question()
    bad = device.talk.telemetry().number("bad") - before
    yield judged("unknown-frame", bad == 0, sent=16, bad=bad, boot=boot)


def _unknown(body: bytes) -> bytes:
    raw = bytes((UNUSED_TYPE, 0)) + body
    return stuff(raw + binascii.crc32(raw).to_bytes(4, "little")) + b"\0"


def flood(device: DeviceUnderTest) -> Iterator[Line]:
    """More than it can read, sense and nonsense: it goes on, and its events are what they were."""
    chance = random.Random(2)
    device.drain()
    start = device.mark
    device.make(4)
    device.question()
    device.wait(lambda: len(device.events(start)) >= 4)
    made = {number: content(copies[0]) for number, copies in device.events(start).items()}
    before = device.question().number("t2")
    mark = device.mark
    for _ in range(FLOOD):
        device.talk.link.write(_unknown(chance.randbytes(chance.randrange(40))))
    for _ in range(NOISE // PIECE):
        device.talk.link.write(chance.randbytes(PIECE))
    after, tries = 0, 0
    while not after and tries < 10:
        tries += 1
        device.talk.link.write(b"\0")
        try:
            after = device.question(within_s=1.0).number("t2")
        except NoAnswer:
            continue
    hellos = len(device.since(mark, "HELLO"))
    found = {number: content(copies[0]) for number, copies in device.drain().items()}
    found |= {number: content(copies[0]) for number, copies in device.events(mark).items()}
    lost = sum(found.get(number) != what for number, what in made.items())
    right = after > before and not hellos and bool(made) and not lost
    yield judged("flood", right, sent=FLOOD, noise=NOISE, kept=len(made), lost=lost, hellos=hellos)


def _ways(message: Message) -> Iterator[bytes]:
    # With every field, and without those at the end that read as 0 or empty and may be missing.
    shape, fields = formats.KINDS["frame"][message.name], dict(message.fields)
    yield encode(message)
    for name, _ in reversed(shape.fields[shape.required :]):
        if fields.pop(name):
            return
        yield encode(Message(message.name, fields, message.flags))


def written(device: DeviceUnderTest) -> Iterator[Line]:
    """It never greeted within a session; everything it wrote is what our own encoder would have written, but for a
    frame that a restart cut off.
    """
    device.talk.telemetry()
    device.listen(0.7)  # longer than from one HELLO to the next
    yield judged("session", not device.talk.strays, hellos=device.talk.strays)
    pieces = [bytes(piece) for piece in bytes(device.talk.raw).split(b"\0")[1:-1] if piece]
    strange = torn = 0
    for piece in pieces:
        try:
            message = decode(piece)
        except ValueError:
            torn += 1
            continue
        if message is not None and device.hello.number("max") <= formats.PROTO:
            strange += piece + b"\0" not in set(_ways(message))
    starts = len({one.number("boot") for one in device.since(0, "HELLO")})
    yield judged("written", not strange and torn <= starts, frames=len(pieces), strange=strange, torn=torn)
