"""The real RP2040 image of MicroPython with our files in its flash, in an emulator of the chip (`make test-long`): USB
handshake, WS2812 bits by their length, the talk with an MFRC522, signatures, power cuts at ten random instructions, and
the way through mosquitto in the heap that a Pico W has.

Needs `hardware/emulator/build` (some minutes, once); without what it makes, these are skipped and say so.
"""

from __future__ import annotations

import binascii
import contextlib
import json
import os
import random
import select
import struct
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge import formats
from firmware_bridge.broker import Broker
from firmware_bridge.pairing import set_key
from firmware_bridge.radio_link import PREFIX, Receiver
from firmware_bridge.signing import NodeKey, Proof, new_key, proof_of, split_tag
from firmware_bridge.spool import SpooledEvent
from hardware.conformance.talk import NoAnswer, Talk
from tests.hardware.board import FULL, fill
from tests.hardware.conftest import HARDWARE, ROOT
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.long
MADE = Path(os.environ.get("RP2040") or ROOT / ".cache" / "rp2040")
FLASH = 2 << 20
REFUSED = formats.KINDS["status"]["REFUSED"].number
SEED = 20261122
PICO_W = 166 << 10  # bytes: the smallest heap that MicroPython ever gave a Pico W (fixed until 1.22; more since)
CUTS = (150_000_000, 310_000_000)  # instructions: the greeting comes at about 200 million, twelve orders take 35


TIMED = """

import time

from signer import Signer

bare = make


def make(clock, outbox, connect):
    app = bare(clock, outbox, connect)
    signer = Signer("timed", "tower-9f3a12c4", outbox)
    signer.heard({"key": bytes(range(32))})
    event, start = (signer.first, 65536, 41, 4, bytes(5)), time.ticks_us()
    for _ in range(50):
        signer.tag(event)
    app.link.log(1, "signed in %d us" % (time.ticks_diff(time.ticks_us(), start) // 50))
    signer.heard({"key": b""})
    return app
"""  # what is measured is the shipped signer on the emulated chip, by the chip's own clock


SIZED = """

import gc

bare = make


def make(clock, outbox, connect):
    app = bare(clock, outbox, connect)
    app.link.log(1, "heap of %d bytes" % (gc.mem_free() + gc.mem_alloc()))
    return app
"""


class Chip:
    """An emulated Pico; a ``Link`` over its UART. ``flash`` stays when it ends; its radio comes to the port ``air``."""

    name, is_up, why, opened = "emulator", True, "", 1

    def __init__(self, flash: Path, cut: int = 0, air: int = 0) -> None:
        self.state = flash.with_suffix(".json")
        words = ["node", str(MADE / "run.mjs"), str(MADE / "rom.bin"), str(flash), str(self.state)]
        self.process = subprocess.Popen(
            [*words, str(cut), *([str(air)] if air else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )

    def read(self) -> bytes:
        assert self.process.stdout
        ready, _, _ = select.select([self.process.stdout], [], [], 0)
        if not ready:
            return b""
        said = os.read(self.process.stdout.fileno(), 4096)
        if not said:
            raise EOFError("its power went")
        return said

    def write(self, data: bytes) -> None:
        assert self.process.stdin
        with contextlib.suppress(OSError):
            self.process.stdin.write(data)

    def wait(self, timeout_s: float) -> None:
        assert self.process.stdout
        if not select.select([self.process.stdout], [], [], timeout_s)[0]:
            return
        time.sleep(0.001)

    def close(self) -> None:
        """Power off between two instructions; the flash is written back."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(30)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                pipe.close()

    def seen(self) -> dict[str, Any]:
        """What hangs on its pins, as of half a second ago."""
        found: dict[str, Any] = json.loads(self.state.read_text())
        return found


@pytest.fixture
def flash(vm: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """The flash of a new Pico with our firmware on it."""
    if not (MADE / "firmware.bin").exists():
        pytest.skip(f"no RP2040 image at {MADE}: run hardware/emulator/build")
    root, image = tmp_path / "root", tmp_path / "fs.img"
    subprocess.run(["cp", "-r", str(HARDWARE / "firmware"), str(root)], check=True)
    subprocess.run(["cp", str(HARDWARE / "emulator" / "neopixel.py"), str(root)], check=True)
    kind, _, is_full = request.param.partition(" ")
    (root / "kind").write_text(kind)
    if is_full:
        (root / "store").mkdir()
        fill(root / "store" / "log")
        base = struct.pack("<II", 1, 1)
        (root / "store" / "base").write_bytes(base + struct.pack("<I", binascii.crc32(base)))
    if "radio" in request.node.name:
        subprocess.run(["cp", "-r", f"{HARDWARE / 'emulator' / 'modem'}/.", str(root)], check=True)
        client = (root / "mqtt.py").read_text()
        assert (
            "PING_MS, SILENT_MS, KEEPALIVE_S = 2000, 5000, 8" in client
        )  # a second of the emulated chip takes several
        (root / "mqtt.py").write_text(client.replace("KEEPALIVE_S = 2000, 5000, 8", "KEEPALIVE_S = 2000, 5000, 600"))
        with (root / f"{kind}.py").open("a") as file:
            file.write(SIZED)
    if "signed" in request.node.name:
        with (root / "tower.py").open("a") as file:
            file.write(TIMED)
    words = [str(vm), "-X", "heapsize=8M", str(HARDWARE / "emulator" / "mkfs.py"), str(image), str(root)]
    subprocess.run(words, check=True, env=os.environ | {"MICROPYPATH": ".frozen"})
    whole, files = (MADE / "firmware.bin").read_bytes(), image.read_bytes()
    made = tmp_path / "flash.bin"
    made.write_bytes(whole + b"\xff" * (FLASH - len(whole) - len(files)) + files)
    return made


@contextlib.contextmanager
def running(flash: Path, cut: int = 0, air: int = 0) -> Iterator[tuple[Chip, Talk]]:
    chip = Chip(flash, cut, air)
    try:
        yield chip, Talk(chip, patience=12)
    finally:
        chip.close()


@pytest.mark.parametrize("flash", ["mat"], indirect=True)
def test_usb_handshake_ws2812_bits_and_a_talk_with_an_mfrc522(flash: Path) -> None:
    with running(flash) as (chip, talk):
        hello = talk.greet(60)
        assert (hello.text("hw"), hello.text("why"), hello.text("slot")) == ("rp2", "", "")
        number = formats.KINDS["event"]["MAT_READY"].number
        ready = talk.until(lambda one: one.name == "EVENT" and one.number("kind") == number, "MAT_READY", 60)
        assert formats.unpack("event", "MAT_READY", ready.raw("body")) == {"zones": 4, "readers": 1}
        heap = talk.telemetry().number("heap")
        assert talk.order("LIGHT", light=0, pattern=4, for_ms=0)[0] == 0
        end_s = time.monotonic() + PATIENCE_S
        wanted = f"{0xFF001E:024b}" * 8 + "0" * 24 * 24  # green, red, blue of HIT in eight LEDs; three dark lights
        while time.monotonic() < end_s and chip.seen()["frame"] != wanted:
            talk.listen()
        seen = chip.seen()
        assert seen["frame"] == wanted
        assert seen["usb"] is True
        assert seen["readers"] >= 2  # frames the chip was told to send: the probe, and a scan
        zero_low, zero_high, one_low, one_high = seen["high"]
        assert 200 <= zero_low <= zero_high <= 500  # ns, WS2812B data sheet: 0 is 220 to 380, 1 is 580 to 1000
        assert 580 <= one_low <= one_high <= 1000
        assert heap > 60_000
        print(f"FIGURE heap {heap} highs {seen['high']}")  # noqa: T201


@pytest.mark.parametrize("flash", ["mat", "tower full"], indirect=True)
def test_by_radio_a_fifth_of_a_pico_w_s_heap_is_to_spare(flash: Path, tmp_path: Path) -> None:
    with running(flash) as (_, talk):
        hello = talk.greet(60)
        node, waiting = hello.text("node"), hello.number("next") - hello.number("oldest")
        assert (waiting >= FULL) is node.startswith("tower")
    with Broker(tmp_path / "broker", nodes=(PREFIX + node,)) as broker, running(flash, air=broker.port) as (chip, talk):
        talk.greet(60)
        size = int(next(one.text("text") for one in talk.heard if "heap of" in one.text("text")).split()[2])
        assert set_key(chip, node, new_key(), within_s=120).why == ""
        talk.greet(60)
        secret = broker.passwords[PREFIX + node]
        talk.say("WIFI", ssid="table", password="correct", host="127.0.0.1", port=broker.port, secret=secret)
        talk.until(lambda one: one.name == "WIFI_STATE" and not one.text("why"), "a way by radio", 60)
        with contextlib.closing(Receiver(broker.address.connector())) as receiver:
            air = Talk(receiver.link_to(node), patience=12)
            air.greet(60)  # the cable is silent, so the radio speaks
            name, fields = ("ARM", {"dice": 2}) if node.startswith("tower") else ("RESCAN", {})
            for _ in range(20):
                assert air.order(name, **fields)[0] == (0 if waiting < FULL else REFUSED)
            free = min(air.telemetry().number("heap") for _ in range(8))
    share = (PICO_W - size + free) / PICO_W
    print(f"FIGURE {node}, {waiting} waiting: {size - free} bytes used, {share:.0%} free")  # noqa: T201
    assert share >= 0.2


@pytest.mark.parametrize("flash", ["tower"], indirect=True)
def test_a_key_over_its_uart_and_readings_signed_in_two_milliseconds(flash: Path) -> None:
    secret = new_key()
    with running(flash) as (chip, talk):
        node = talk.greet(60).text("node")
        said = next(one.text("text") for one in talk.heard if one.name == "LOG" and "signed in" in one.text("text"))
        print(f"FIGURE {said}")  # noqa: T201
        assert int(said.split()[2]) < 3000
        done = set_key(chip, node, secret, within_s=60)
        assert (done.node, done.why) == (node, "")
        talk.greet(60)
        talk.order("ARM", dice=2)
        signed = talk.until(lambda one: one.name == "EVENT" and one.number("seq") == done.first, "a signed event", 60)
        body, tag = split_tag(signed.flags, signed.raw("body"))
        boot, t_ms, kind = (signed.number(name) for name in ("boot", "t_ms", "kind"))
        event = SpooledEvent(node, done.epoch, done.first, boot, t_ms, kind, body, sig=tag)
        assert proof_of(NodeKey(secret, {done.epoch: done.first}), event) is Proof.VERIFIED


@pytest.mark.parametrize("flash", ["tower"], indirect=True)
def test_power_cut_at_ten_random_instructions_loses_nothing_seed_20261122(flash: Path) -> None:
    chance, upto, epochs = random.Random(SEED), 0, set()
    told: dict[int, tuple[int, bytes, int]] = {}
    for cut in range(11):  # the last one is not cut
        with running(flash, chance.randrange(*CUTS) if cut < 10 else 0) as (chip, talk):
            try:
                hello = talk.greet(90)
                epochs.add(hello.number("epoch"))
                assert hello.text("why") == "", "a cut is no start that failed"
                assert hello.number("next") > max(told, default=0)
                for number in range(12):
                    talk.order("ARM", dice=number % 2)
                    for one in talk.heard:
                        if one.name == "EVENT":
                            body = (one.number("kind"), one.raw("body"), one.number("boot"))
                            assert told.setdefault(one.number("seq"), body) == body
                    if number % 4 == 3:
                        upto = next(seq for seq in range(1, len(told) + 2) if seq not in told) - 1
                        talk.say("ACK", epoch=hello.number("epoch"), upto=upto, map=0)
                if cut < 10:
                    chip.process.wait(60)  # it goes on by itself until it is cut
            except (NoAnswer, EOFError, subprocess.TimeoutExpired):
                assert chip.process.poll() is not None or cut < 10
    assert len(epochs) == 1
    assert sorted(told) == list(range(1, max(told) + 1))  # no number is missing: each was kept until it was heard
    assert len(told) > 50
    print(f"FIGURE events {len(told)} acknowledged {upto}")  # noqa: T201
