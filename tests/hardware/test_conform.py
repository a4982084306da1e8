"""A device of another make, written in C from the page alone, gets its certificate; one with a fault is told which.

The faults are put into its source: each replaces one line that must be there.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.table.observation import Observation, TowerPhase, TowerSeen
from companion.text.wording import LANGUAGES, Wording
from firmware_bridge.adapter import SerialTower
from firmware_bridge.broker import Broker
from firmware_bridge.link import Link
from firmware_bridge.radio_link import PREFIX, RadioLink, Receiver
from firmware_bridge.serial_link import SerialLink
from hardware.conformance import conform
from hardware.conformance.certificate import PAGE, PARAGRAPHS, Certificate, Verdict
from tests.hardware.conftest import HARDWARE
from tests.missing import absent
from tests.patience import PATIENCE_S

EXAMPLE = HARDWARE / "example"
NODE = "tower-c0ffee01"
COMPANION = [sys.executable, "-m", "companion", "device", "conform"]


def built(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """The device of another make, with changes in its files. No compiler: fails in CI, skips elsewhere."""
    gcc = shutil.which("gcc")
    if gcc is None:
        absent("no gcc: apt-get install gcc libc6-dev")
    source = folder / "source"
    shutil.copytree(EXAMPLE, source)
    for name, old, new in changes:
        text = (source / name).read_text()
        assert text.count(old) == 1, (name, old)
        (source / name).write_text(text.replace(old, new))
    files = sorted(path.name for path in source.glob("*.c"))
    words = [gcc, "-std=gnu11", "-O1", "-Wall", "-Wextra", *([] if changes else ["-Werror"]), "-o", "../device", *files]
    subprocess.run(words, cwd=source, check=True, capture_output=True, timeout=PATIENCE_S)
    return folder / "device"


class Powered:
    """The device with power; its port keeps its name when it starts again. By radio it is told how to come in."""

    def __init__(self, program: Path, radio: tuple[str, ...] = ()) -> None:
        self.port, self._store, self._program = program.with_name("port"), program.with_name("store"), program
        self._radio = radio
        self._store.mkdir(exist_ok=True)
        self.plug()

    def plug(self) -> None:
        self.port.unlink(missing_ok=True)
        self._process = subprocess.Popen([self._program, self._store, *(self._radio or (str(self.port),))])
        end_s = time.monotonic() + PATIENCE_S
        while not self._radio and not self.port.exists() and time.monotonic() < end_s:
            time.sleep(0.005)

    def pull(self) -> None:
        """In the middle of whatever it does."""
        self._process.kill()
        self._process.wait()


@contextmanager
def powered(program: Path, radio: tuple[str, ...] = ()) -> Iterator[Powered]:
    device = Powered(program, radio)
    try:
        yield device
    finally:
        device.pull()


def certificate(device: Powered, *wanted: str, patience: float = 1.0, by_radio: RadioLink | None = None) -> Certificate:
    """Of those steps, by the first line of each; somebody pulls its plug when asked."""

    def ask(what: str, _count: int) -> None:
        assert what == "pull"
        device.pull()
        device.plug()

    steps = [step for step in conform.exams(power=True) if not wanted or step.names[0] in wanted]
    link: Link = by_radio or SerialLink(str(device.port))
    try:
        return list(conform.examine(link, ask, steps, patience=patience, is_cable=by_radio is None))[-1]
    finally:
        link.close()


@pytest.mark.slow
def test_a_device_written_from_the_page_alone_gets_its_certificate(tmp_path: Path) -> None:
    paper = tmp_path / "certificate.pdf"
    with powered(built(tmp_path)) as device:
        words = [*COMPANION, str(device.port), "--short", "--json", "--paper", str(paper)]
        told = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        pulled = certificate(device, "power")
    assert told.returncode in (0, 1), told.stderr
    document = json.loads(told.stdout)
    wrong = [line for line in document["lines"] if line["verdict"] == "fail"]
    assert [line for line in wrong if line["name"] != "speed"] == []  # a busy machine may be slow
    left_out = {line["name"] for line in document["lines"] if line["verdict"] == "left-out"}
    assert left_out == {"power", "telemetry", "silence"}
    assert pulled.line("power").figures == {"made": 12, "lost": 0, "changed": 0}
    printed = subprocess.run(["pdftotext", "-layout", paper, "-"], capture_output=True, text=True, check=True).stdout
    assert "tower-c0ffee01" in printed
    assert all(f"   {line['paragraph']}   " in re.sub(r" +", "   ", printed) for line in document["lines"])


@pytest.mark.slow
def test_the_table_takes_it_for_a_tower(tmp_path: Path) -> None:
    """Armed, cut off from its power, there again: what the app sees of it is what it sees of ours."""
    seen: list[Observation] = []

    def until(phase: TowerPhase, count: int) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while [one.phase for one in seen if isinstance(one, TowerSeen)].count(phase) < count:
            assert time.monotonic() < end_s, seen
            seen.extend(tower.poll())
            time.sleep(0.005)

    with powered(built(tmp_path)) as device, SerialTower(str(device.port), tmp_path / "spool.db") as tower:
        until(TowerPhase.EMPTY, 1)
        tower.arm(2)
        until(TowerPhase.ARMED, 1)
        device.pull()
        device.plug()
        until(TowerPhase.EMPTY, 2)
    towers = [one for one in seen if isinstance(one, TowerSeen)]
    assert [(one.seq, one.phase) for one in towers] == [
        (1, TowerPhase.EMPTY),
        (2, TowerPhase.ARMED),
        (3, TowerPhase.EMPTY),
    ]
    assert {one.node for one in towers} == {NODE}


@pytest.mark.long
def test_it_gets_its_whole_certificate_with_the_silence(tmp_path: Path) -> None:
    with powered(built(tmp_path)) as device:
        found = certificate(device)
    assert [line for line in found.lines if line.verdict is not Verdict.PASS and line.name != "speed"] == []


BY_RADIO = [
    pytest.param(("greeting", "golden", "damaged", "restart", "power", "key", "written"), marks=pytest.mark.slow),
    pytest.param((), marks=pytest.mark.long),
]


@pytest.mark.parametrize("wanted", BY_RADIO, ids=["some", "all"])
def test_it_gets_its_certificate_through_a_real_broker_too(
    tmp_path: Path, broker: Broker, wanted: tuple[str, ...]
) -> None:
    receiver = Receiver(broker.address.connector())
    comes_by = ("radio", "127.0.0.1", str(broker.port), broker.passwords[PREFIX + NODE])
    with powered(built(tmp_path), comes_by) as device:
        found = certificate(device, *wanted, by_radio=receiver.link_to(NODE))
    receiver.close()
    assert [line for line in found.failures if line.name != "speed"] == []
    assert found.line("power").figures == {"made": 12, "lost": 0, "changed": 0}
    assert {line.name for line in found.lines if line.verdict is Verdict.LEFT_OUT} == {"signed", "key-kept", "key-gone"}


NO_MEMORY = "        if (done[at].id == id) status = done[at].status;\n"
OPENED = "store_open(&store, words[1]);"
RENUMBERED = OPENED + " for (size_t at = 0; at < store.count; at++) store.events[at].seq++; store.next++;"
STARTS = "    store->boot++;\n"
FORGETS = "    store->count = 0;\n    store->next = 1;\n"
DROPS = "    if (store->count == EVENTS_MOST) store_ack(store, store->events[0].seq);\n"
FAULTS = [
    ("checksum", "damaged", "frames.c", "!= (uint8_t)(sum >> 8 * at)) return -1", "!= (uint8_t)(sum >> 8 * at)) break"),
    ("unknown-frame", "damaged", "device.c", "    heard_at = now();\n    if", "    if (!least[type]) bad++;\n    if"),
    ("session", "session", "device.c", "if (!in_session && now() - hello_at", "if (now() - hello_at"),
    ("version", "unwelcome", "device.c", "proto > VERSION", "proto > 200"),
    ("twice", "orders", "device.c", NO_MEMORY, ""),
    ("expired", "orders", "device.c", "late >= (int64_t)ttl_ms ? EXPIRED : obey", "late < 0 ? EXPIRED : obey"),
    ("acknowledged", "window", "device.c", "if (store_ack(&store, upto)) wait_ms = FIRST_MS;", ""),
    ("foreign", "window", "device.c", "get(body, 4) == store.epoch", "get(body, 4)"),
    ("window", "window", "device.c", "WINDOW = 16", "WINDOW = 32"),
    ("order", "window", "store.c", "    store->next++;\n    return 1;", "    store->next += 2;\n    return 1;"),
    ("kept", "restart", "device.c", OPENED, RENUMBERED),
    ("numbers", "restart", "store.c", STARTS, STARTS + FORGETS),
    ("replayed", "restart", "device.c", "event->boot != store.boot ? REPLAYED : 0", "0"),
    ("restart", "restart", "store.c", STARTS, STARTS + "    store->epoch++;\n"),
    ("full", "full", "store.c", "    if (store->count == EVENTS_MOST || size", DROPS + "    if (size"),
    ("signed", "key", "device.c", "        put(&text, event->kind, 1);\n", "        put(&text, 0, 1);\n"),
    ("key-kept", "key", "device.c", "        put(&text, event->boot, 4);\n", "        put(&text, store.boot, 4);\n"),
]


# a greeting now and then, less often than a device without a session greets
SELDOM = (
    "device.c",
    "if (!in_session && now() - hello_at",
    "if (now() - hello_at > (in_session ? 900 : 0) && now() - hello_at",
)


def test_a_greeting_now_and_then_within_a_session_is_noticed(tmp_path: Path) -> None:
    with powered(built(tmp_path, SELDOM)) as device:
        found = certificate(device, "greeting", "orders", "window", "session")
    assert found.line("session").verdict is Verdict.FAIL


WORST = {"checksum", "acknowledged", "kept", "numbers", "signed"}  # what would lose or invent a reading: in every run
ROWS = [
    pytest.param(*one, id=one[0], marks=pytest.mark.slow if one[0] in WORST else pytest.mark.long) for one in FAULTS
]


@pytest.mark.parametrize(("line", "step", "name", "old", "new"), ROWS)
def test_a_faulty_device_is_told_which_line_it_breaks(
    tmp_path: Path, line: str, step: str, name: str, old: str, new: str
) -> None:
    with powered(built(tmp_path, (name, old, new))) as device:
        found = certificate(device, "greeting", step, patience=0.25)
    assert not found.passed
    assert found.line(line).verdict is Verdict.FAIL
    assert found.line("greeting").verdict is Verdict.PASS


def test_every_line_stands_on_a_paragraph_of_the_page_and_has_its_words() -> None:
    paragraphs = re.findall(r"^- \*\*(\d\.\d) ", PAGE.read_text(), re.MULTILINE)
    assert len(paragraphs) == len(set(paragraphs))
    assert set(PARAGRAPHS.values()) <= set(paragraphs)
    names = [name for step in conform.EXAMS for name in step.names]
    assert sorted(names) == sorted(PARAGRAPHS)
    for lang in LANGUAGES:
        words = Wording(lang)
        assert all(words.has(f"conform.{name}{tail}") for name in names for tail in ("", ".expected", ".found"))


def test_what_is_not_examined_is_said_on_the_page() -> None:
    page = PAGE.read_text()
    asked = set(re.findall(r"^- \*\*(\d\.\d) ", page, re.MULTILINE))
    by_radio = {f"8.{number}" for number in range(1, 7)}  # the way there, not the talk
    assert asked - set(PARAGRAPHS.values()) - by_radio == {"1.2", "1.5", "5.4", "6.5"}  # held by every other line
    assert "It does not look at\nupdates" in page


def test_page_and_golden_files_are_handed_out(tmp_path: Path) -> None:
    subprocess.run([*COMPANION, "--golden", str(tmp_path / "my")], check=True, capture_output=True, timeout=PATIENCE_S)
    for name in ("README.md", "vectors.json", "signed.json"):
        assert (tmp_path / "my" / name).read_bytes() == PAGE.with_name(name).read_bytes()


def test_a_port_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    home = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
    for words in ([str(tmp_path / "none")], [], ["radio-tower-c0ffee01"]):  # no port, nothing, no broker
        told = subprocess.run(
            [*COMPANION, *words], capture_output=True, text=True, timeout=PATIENCE_S, check=False, env=home
        )
        assert (told.returncode, told.stderr.count("\n")) == (2, 1), told.stderr
