"""The bridge: what a reading costs on its way from sensor to record, and how soon a broken way is whole again.

firmware (VM) ══ pty ══ bridge ── mosquitto ── table ──> sealed record        everything real, on one machine
              ── air, late ────── mosquitto ── table ──> …
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from companion.errors import MissingPart
from firmware_bridge.radio_link import CABLE, PREFIX, wire_topic
from firmware_bridge.virtual import NETWORK
from ui.bench.bridge_chain import Chain
from ui.bench.far_air import ONE_WAY_S
from ui.bench.rows import Row, capped, limited

P95_MS, RADIO_P95_MS, PLUG_S, BROKER_S, NETWORK_S = 50.0, 80.0, 2.0, 3.0, 3.0
PATIENCE_S = 90.0  # before an answer is missing: what takes a second on a calm machine may take a minute on a busy one


@dataclass(frozen=True, slots=True)
class Guest:
    """A flooding client: its name at the broker, the retained word that announces it and its
    topic, where the flood goes.
    """

    name: str
    birth: str
    word: str
    flood: str


_FLOODER = "tower-0000f00d"
ON_CABLE = Guest(CABLE + _FLOODER, wire_topic(_FLOODER, "here", CABLE), "1", wire_topic(_FLOODER, "up", CABLE))
ON_AIR = Guest(PREFIX + _FLOODER, wire_topic(_FLOODER, "here"), "1", wire_topic(_FLOODER, "up"))


def measure(*, throws: int = 30, readings: int = 300, breaks: int = 3, flood_s: float = 4.0) -> Iterator[Row]:
    """Latency against the bare parts of the same way, the time to recover, and the harm that a flood does to others."""
    with tempfile.TemporaryDirectory(prefix="tablewright-bench-") as folder, Chain(Path(folder)) as chain:
        chain.until(lambda: chain.is_online, PATIENCE_S)
        bare = chain.bare_ms(throws)
        taken = _sensed(chain, throws)
        bare = (bare + chain.bare_ms(throws)) / 2  # the same machine before and after
        peer = "bare MQTT round trip and one commit"
        yield Row("sensor to record, median", median(taken), "ms", bare, peer, 3.0)
        yield limited("sensor to record, 95 of 100", _share(taken, 0.95), "ms", P95_MS)
        yield _beside_a_flood(chain, ON_CABLE, "others beside a flood, 99 of 100", readings, flood_s)
        yield capped("online after the plug is back", max(_plug(chain) for _ in range(breaks)), "s", PLUG_S)
        yield capped("recorded after the broker is back", max(_broker(chain) for _ in range(breaks)), "s", BROKER_S)
    with tempfile.TemporaryDirectory(prefix="tablewright-bench-") as folder, Chain(Path(folder), by_radio=True) as far:
        far.until(lambda: far.is_online, PATIENCE_S)
        air_ms = ONE_WAY_S * 1e3
        what, taken = f"by radio, {air_ms:.0f} ms each way", _sensed(far, throws)
        named = f"{what}: sensor to record, 95 of 100"
        yield limited(named, _share(taken, 0.95), "ms", RADIO_P95_MS, fixed=air_ms)
        yield _beside_a_flood(far, ON_AIR, f"{what}: others beside a flood, 99 of 100", readings // 3, flood_s)
        back = max(_network(far) for _ in range(breaks))
        yield capped("recorded after the network of a device is back", back, "s", NETWORK_S)


def _share(samples: list[float], share: float) -> float:
    return sorted(samples)[min(int(len(samples) * share), len(samples) - 1)]


def _sensed(chain: Chain, throws: int) -> list[float]:
    """Milliseconds from the moment the firmware stamped what its sensors told to the line in the record: a die at the
    beam, the dice at rest, a knock."""
    start = len(chain.taken_ms)
    for _ in range(throws):
        before = len(chain.taken_ms)
        chain.virtual.throw(1)
        chain.until(lambda before=before: len(chain.taken_ms) >= before + 2, PATIENCE_S)  # type: ignore[misc]
        chain.virtual.knock()
        chain.until(lambda before=before: len(chain.taken_ms) >= before + 3, PATIENCE_S)  # type: ignore[misc]
    return chain.taken_ms[start:]


def _latencies(chain: Chain, readings: int) -> list[float]:
    """The same for events that the table asked for, one by one as fast as they come."""
    start = len(chain.taken_ms)
    for _ in range(readings):
        before = len(chain.taken_ms)
        chain.tower.arm(1)
        chain.until(lambda before=before: len(chain.taken_ms) > before, PATIENCE_S)  # type: ignore[misc]
    return chain.taken_ms[start:]


def _beside_a_flood(chain: Chain, guest: Guest, what: str, readings: int, flood_s: float) -> Row:
    before = _latencies(chain, readings)
    with _flood(chain, guest, flood_s):
        harmed = _share(_latencies(chain, readings), 0.99)
    calm = _share(before + _latencies(chain, readings), 0.99)
    return Row(what, harmed, "ms", calm, "the same without the flood", 2.0)


def _timed(chain: Chain, mend: Callable[[], object], whole: Callable[[], bool]) -> float:
    mend()
    before = time.monotonic()
    chain.until(whole, PATIENCE_S)
    return time.monotonic() - before


def _plug(chain: Chain) -> float:
    chain.virtual.fault("pull")
    chain.until(lambda: not chain.is_online, PATIENCE_S)
    return _timed(chain, lambda: chain.virtual.fault("plug"), lambda: chain.is_online)


def _broker(chain: Chain) -> float:
    """Seconds until a throw that fell while the broker was away is in the record."""
    chain.broker.kill()
    chain.until(lambda: not chain.is_online, PATIENCE_S)
    before = len(chain.taken_ms)
    chain.virtual.throw(1)
    time.sleep(1.5)
    return _timed(chain, chain.broker.start, lambda: len(chain.taken_ms) > before)


def _network(chain: Chain) -> float:
    """Seconds until a throw that fell while the network was away is in the record."""
    chain.virtual.air("")
    chain.until(lambda: not chain.is_online, PATIENCE_S)
    before = len(chain.taken_ms)
    chain.virtual.throw(1)
    time.sleep(1.5)
    return _timed(chain, lambda: chain.virtual.air(NETWORK), lambda: len(chain.taken_ms) > before)


_GUEST = """
import sys, time
from firmware_bridge.broker_address import BrokerAddress
from firmware_bridge.mqtt_link import MqttMessage
port, secret, name, birth, word, flood = sys.argv[1:]
link = BrokerAddress("127.0.0.1", int(port), lambda name: secret).connector()(name, None, ())
while not link.is_up:
    time.sleep(0.01)
link.write(MqttMessage(birth, word.encode(), retain=True))
time.sleep(0.2)
print("ready", flush=True)
while True:
    for _ in range(20):
        link.write(MqttMessage(flood, b"x" * 230 + b"\\0", qos=0))
    time.sleep(0.01)
"""


def _flood(chain: Chain, guest: Guest, seconds: float) -> ExitStack:
    """Send two thousand messages a second from a node of its own, in a process of its own, until the block ends."""
    port, secret = str(chain.broker.port), chain.broker.home.secret_of(guest.name)
    process = subprocess.Popen(
        [sys.executable, "-c", _GUEST, port, secret, guest.name, guest.birth, guest.word, guest.flood],
        stdout=subprocess.PIPE,
        text=True,
    )
    ended = ExitStack()
    ended.callback(process.wait)
    ended.callback(process.kill)
    watch = threading.Timer(seconds + PATIENCE_S, process.kill)
    watch.start()
    ended.callback(watch.cancel)
    if not process.stdout or process.stdout.readline().strip() != "ready":
        raise MissingPart("a guest that floods the broker", "it did not start")
    ended.callback(process.stdout.close)
    return ended
