"""What is written from one source is what lies here: messages, golden frames, pins, drawings, tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.protocol import generate as protocol
from hardware.wiring import generate as wiring
from hardware.wiring.drawing import Layout, wires
from hardware.wiring.netlist import SOURCE, load
from tests.hardware.conftest import HARDWARE, ROOT
from tests.oracles import wire

NETLIST = load()
PICO = NETLIST.boards[0]


def test_the_codecs_and_the_manual_hold_the_schema() -> None:
    stale = [path.name for path, text in protocol.outputs(protocol.load()).items() if path.read_text() != text]
    assert stale == [], "run python -m hardware.protocol.generate"


def test_the_golden_frames_are_the_schemas_examples() -> None:
    found = (ROOT / "hardware" / "protocol" / "vectors.json").read_text()
    assert found == wire.text(), "run python -m tests.oracles.wire"


def test_every_frame_has_an_example_with_every_field() -> None:
    for frame in protocol.load()["frame"]:
        names = {field["name"] for field in frame["fields"]}
        given = set(frame["example"])
        assert given <= names, frame["name"]
        assert names - given <= {field["name"] for field in frame["fields"] if "since" in field}, frame["name"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('name = "upto", type = "u32"', 'name = "upto", type = "u24"', "upto"),
        ('name = "kind", type = "u8", about = "the c', 'name = "kind", type = "rest", about = "the c', "rest"),
        ('name = "why", type = "str", since = 2,', 'name = "why", type = "str",', None),
        ('name = "slot", type = "str", since = 2,', 'name = "slot", type = "str",', "slot"),
    ],
)
def test_a_schema_that_breaks_its_rules_is_refused(tmp_path: Path, old: str, new: str, words: str | None) -> None:
    text = protocol.SOURCE.read_text()
    assert text.count(old) == 1
    (tmp_path / "schema.toml").write_text(text.replace(old, new))
    if words is None:
        protocol.load(tmp_path / "schema.toml")
        return
    with pytest.raises(ValueError, match=words):
        protocol.load(tmp_path / "schema.toml")


def test_pins_drawings_and_tables_are_the_netlist() -> None:
    stale = [path.name for path, text in wiring.outputs(NETLIST).items() if path.read_text() != text]
    assert stale == [], "run python -m hardware.wiring.generate"


def test_every_pin_the_firmware_names_is_in_the_netlist() -> None:
    ours = {
        name
        for path in (HARDWARE / "firmware").rglob("*.py")
        for name in re.findall(r"pins\.([A-Z][A-Z0-9_]+)", path.read_text())
    }
    extra = set(
        re.findall(r"^([A-Z_]+)(?:, ([A-Z_]+))? =", (HARDWARE / "firmware" / "pins.py").read_text(), re.MULTILINE)
    )
    known = set(NETLIST.signals) | set(PICO.ids) | {name for pair in extra for name in pair if name}
    assert ours <= known, ours - known


@pytest.mark.parametrize("device", NETLIST.devices, ids=lambda device: device.id)
def test_no_wire_runs_on_another(device: object) -> None:
    layout = Layout(NETLIST, PICO, device)  # type: ignore[arg-type]
    drawn = [(at, piece) for at, (_, pieces) in enumerate(wires(layout)) for piece in pieces]
    for at, (x1, y1, x2, y2) in drawn:
        for other, (u1, v1, u2, v2) in drawn:
            if other <= at:
                continue
            if y1 == y2 == v1 == v2:
                assert max(min(x1, x2), min(u1, u2)) >= min(max(x1, x2), max(u1, u2)), (at, other, y1)
            if x1 == x2 == u1 == u2:
                assert max(min(y1, y2), min(v1, v2)) >= min(max(y1, y2), max(v1, v2)), (at, other, x1)


@pytest.mark.parametrize("device", NETLIST.devices, ids=lambda device: device.id)
def test_a_name_fits_its_box(device: object) -> None:
    for part in device.parts:  # type: ignore[attr-defined]
        assert len(part.name) * 6.9 < 300, part.name  # 11 px bold DejaVu Sans is at most that wide


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('ends = ["board:UART_RX", "adapter.TXD"]', 'ends = ["board:UART_RX", "adapter.RXD"]', "2 nets"),
        ('ends = ["board:I2C_SDA", "accel.SDA"]', 'ends = ["board:I2C_SDA", "accel.SDX"]', "no pin accel.SDX"),
        ('ends = ["board:ACCEL_INT", "accel.INT1"]', 'ends = ["board:ACCEL_INT", "button.B"]', "nets"),
        ("ACCEL_INT = { pico = 6,", "ACCEL_INT = { pico = 5,", "GPIO 5 of pico has 2 signals"),
        ("ACCEL_INT = { pico = 6, esp32s3 = 10", "ACCEL_INT = { pico = 6, esp32s3 = 9", "GPIO 9 of esp32s3"),
        ("board:READER_RESET[3]", "board:READER_RESET[4]", "no such pin"),
    ],
)
def test_a_netlist_a_soldering_iron_could_not_undo_is_refused(old: str, new: str, words: str) -> None:
    text = SOURCE.read_text()
    assert old in text
    with pytest.raises(ValueError, match=re.escape(words)):
        load(text.replace(old, new, 1))


def test_the_esp32_keeps_off_the_pins_it_needs_itself() -> None:
    taken = {0, 3, 45, 46, 19, 20, *range(26, 38), 43, 44}
    for name, (gpios, _) in NETLIST.signals.items():
        assert not taken & set(gpios["esp32s3"]), name
