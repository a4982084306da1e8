"""The build guide, the bill of materials, the drawings and the firmware say the same numbers."""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict

import pytest

from hardware.wiring.netlist import load
from tests.hardware.conftest import HARDWARE

GUIDE = (HARDWARE / "README.md").read_text()
FIRMWARE = HARDWARE / "firmware"
VALUES = re.compile(r"\d+ (?:uF|nF|ohm|k)\b|1N\d{4}|74\w+?\d+|LIS3DH|WS2812B|AP2112K-3\.3|RC522")


def rows() -> dict[str, list[dict[str, str]]]:
    found = defaultdict(list)
    with (HARDWARE / "bom" / "bom.csv").open() as file:
        for row in csv.DictReader(file):
            found[row["device"]].append(row)
    return found


DEVICES = load().devices
IDS = [device.id for device in DEVICES]


def told(row: dict[str, str]) -> str:
    return f"{row['part']} {row['why']}"


@pytest.mark.parametrize("device", DEVICES, ids=IDS)
def test_every_value_that_is_drawn_is_bought_and_every_value_that_is_bought_is_drawn(device: object) -> None:
    drawn = {value for part in device.parts for value in VALUES.findall(part.name)}  # type: ignore[attr-defined]
    bought = {value for row in rows()[device.id] for value in VALUES.findall(told(row))}  # type: ignore[attr-defined]
    both_chips = {"74LV1", "RC522"}  # the other level shifter is a choice; a reader is drawn as such
    assert drawn - bought == set()
    assert bought - drawn - both_chips == set()


@pytest.mark.parametrize(
    ("device", "words", "count"),
    [
        ("tower", "break-beam pair", 2),  # top and bottom, each an emitter and a receiver
        ("tower", "capacitor 100 nF", 2),
        ("mat", "RC522", 4),
        ("mat", "resistor 10 k", 4),
        ("mat", "capacitor 10 uF and 100 nF", 4),
        ("mat", "WS2812B stick", 4),
        ("mat", "capacitor 100 nF", 2),
        ("panel", "push button", 4),
        ("panel", "WS2812B LEDs", 16),
    ],
)
def test_so_many_are_bought_as_are_drawn(device: str, words: str, count: int) -> None:
    found = [row for row in rows()[device] if row["part"].startswith(words) or words in row["part"].split(",")[0]]
    assert [int(row["quantity"]) for row in found] == [count]
    parts = Counter(
        part.name.split(",")[0].split(" of ")[0] for one in DEVICES if one.id == device for part in one.parts
    )
    drawn = {
        "RC522": parts["reader"],
        "push button": sum(name.startswith("button") for name in parts),
        "break-beam pair": sum(name.endswith(" beam") for name in parts),
    }
    assert drawn.get(words, count) == count


def constant(name: str) -> int:
    """A number of the firmware, by its name."""
    for path in sorted(FIRMWARE.rglob("*.py")):
        match = re.search(rf"^(?:[A-Z_]+, )*{name}(?:, [A-Z_]+)* = ", path.read_text(), re.MULTILINE)
        if match:
            names, _, values = path.read_text()[match.start() :].split("\n")[0].partition(" = ")
            return int(values.split("#")[0].split(",")[names.split(", ").index(name)])
    raise AssertionError(name)


@pytest.mark.parametrize(
    ("words", "name", "unit"),
    [
        (r"below (\d+) mA", "RING_LIMIT_MA", 1),
        (r"ring of (\d+) LEDs", "RING_LEDS", 1),
        (r"outbox is full \((\d+) events", "MAX_EVENTS", 1),
        (r"no WELCOME within (\d+) s", "TRIAL_MS", 1000),
        (r"watch-dog restarts it after (\d+) s", "WATCHDOG_MS", 1000),
        (r"starts that lasted less than (\d+) s", "LASTS_MS", 1000),
        (r"after ([a-z]+) starts that lasted", "STARTS", 1),
        (r"`settled` after ([0-9.]+) s of quiet", "QUIET_MS", 1000),
        (r"as many as armed, ([0-9.]+) s quiet", "QUIET_MS", 1000),
        (r"or than armed, for (\d+) s", "COCKED_MS", 1000),
        (r"a tag read in (\d) of the last 5 scans", "ARRIVE", 1),
        (r"cannot be read, ([a-z]+) times in a row", "UNCLEAR", 1),
        (r"a reader that fails ([a-z]+) times in a row", "LOST", 1),
        (r"\| ([a-z]+) base lights \|", "PANEL_LIGHTS", 1),
        (r"a chain of ([a-z]+) LEDs each", "PANEL_LEDS", 1),
    ],
)
def test_the_guide_says_the_firmwares_numbers(words: str, name: str, unit: int) -> None:
    found = re.search(words, GUIDE)
    assert found, words
    small = {"two": "2", "three": "3", "four": "4", "five": "5", "eight": "8"}
    assert float(small.get(found[1], found[1])) * unit == constant(name)


def test_votes_and_rounds_are_the_presence_filters() -> None:
    of, stay = constant("OF"), constant("STAY")
    assert f"missed by a healthy reader in {of - stay + 1} of the last {of}" in GUIDE
    assert (constant("ROUND_MS"), "ten scans a second in each zone" in GUIDE) == (100, True)


def test_the_steps_of_each_device_are_numbered_from_the_common_ones() -> None:
    common, *devices = re.split(
        r"^### ", GUIDE[GUIDE.index("## In the order") : GUIDE.index("## When it stands")], flags=re.MULTILINE
    )
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", common, re.MULTILINE)]
    assert numbers == list(range(1, numbers[-1] + 1))
    assert [part.split("\n")[0].lower() for part in devices] == IDS
    for part in devices:
        steps = [int(number) for number in re.findall(r"^(\d+)\. ", part, re.MULTILINE)]
        assert steps == list(range(numbers[-1] + 1, numbers[-1] + 1 + len(steps))), part.split("\n")[0]


@pytest.mark.parametrize("place", re.findall(r"`((?:companion|python -m) [^`]+)`", GUIDE))
def test_every_command_of_the_guide_exists(place: str) -> None:
    from ui.cli.front import main

    words = place.split()
    if words[0] == "python":
        assert HARDWARE.parent.joinpath(*words[2].split(".")).with_suffix(".py").exists(), place
        return
    command: object = main
    for word in words[1:]:
        if not hasattr(command, "commands"):
            break
        command = command.get_command(None, word)  # type: ignore[attr-defined]
        assert command is not None, place
