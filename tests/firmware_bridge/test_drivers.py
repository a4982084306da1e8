"""The drivers with chips in memory: rims are no dice, the ring keeps its current, no chip is no fault."""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FIRMWARE = Path(__file__).parents[2] / "hardware" / "firmware"


class Pin:
    IN, OUT, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 1, 4, 8

    def __init__(self, number: int, *_: int) -> None:
        self.level = 0
        self.handler: Callable[[Pin], None] | None = None

    def irq(self, handler: Callable[[Pin], None], trigger: int) -> None:
        self.handler = handler

    def edge(self) -> None:
        assert self.handler is not None
        self.handler(self)

    def value(self) -> int:
        return self.level


class NoChip:
    def __init__(self, *_: Any, **__: Any) -> None: ...

    def readfrom_mem(self, *_: int) -> bytes:
        raise OSError(5)


class OtherChip(NoChip):
    def readfrom_mem(self, *_: int) -> bytes:
        return b"\x44"


class Leds(list[tuple[int, int, int]]):
    written: list[tuple[int, int, int]]

    def __init__(self, _pin: Pin, count: int) -> None:
        super().__init__([(0, 0, 0)] * count)
        self.writes = 0

    def write(self) -> None:
        self.writes += 1


@pytest.fixture
def chips(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Loads a driver with the given I2C behind it."""
    clock = [1000]
    monkeypatch.setattr(time, "ticks_ms", lambda: clock[0], raising=False)
    monkeypatch.setattr(time, "ticks_diff", lambda one, other: one - other, raising=False)
    monkeypatch.syspath_prepend(str(FIRMWARE))

    def load(name: str, i2c: type[NoChip] = NoChip) -> Any:
        machine, neopixel = ModuleType("machine"), ModuleType("neopixel")
        machine.__dict__.update(Pin=Pin, I2C=i2c)
        neopixel.__dict__.update(NeoPixel=Leds)
        monkeypatch.setitem(sys.modules, "machine", machine)
        monkeypatch.setitem(sys.modules, "neopixel", neopixel)
        monkeypatch.delitem(sys.modules, f"drivers.{name}", raising=False)
        found = importlib.import_module(f"drivers.{name}")
        found.__dict__["clock"] = clock
        return found

    yield load
    for name in [name for name in sys.modules if name == "drivers" or name.startswith("drivers.")]:
        del sys.modules[name]


def test_a_beam_counts_dice_and_not_their_rims(chips: Any) -> None:
    module = chips("beam")
    beam = module.Beam(14)
    for wait_ms in (60, 3, 3, 60, 11, 12):  # a die, its rim twice, a die, its rim, a die
        module.clock[0] += wait_ms
        beam.pin.edge()
    assert beam.take() == 3
    assert beam.take() == 0


def test_a_beam_that_counted_for_days_goes_on_counting(chips: Any) -> None:
    module = chips("beam")
    beam = module.Beam(14)
    total = 0
    for number in range(70_000):
        module.clock[0] += 20
        beam.pin.edge()
        if number % 100 == 0:
            total += beam.take()
    assert total + beam.take() == 70_000


@pytest.mark.parametrize("i2c", [NoChip, OtherChip])
def test_without_its_chip_the_tower_never_shakes(chips: Any, i2c: type[NoChip]) -> None:
    accel = chips("accel", i2c).Accel(0, 4, 5, 6)
    accel.pin.level = 1
    assert (accel.found, accel.take()) == (False, False)


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("pattern", ["OFF", "READY", "ROLLING", "READING", "HIT", "MISS", "ASK"])
def test_the_ring_never_draws_more_than_its_limit(chips: Any, pattern: str, full: bool) -> None:
    ring = chips("ring").Ring(22, 24, 350)
    ring.show(pattern, 0)
    for now in range(0, 3200, 40):
        ring.draw(now, full)
        assert sum(map(sum, ring._pixels)) * 20 / 255 <= 350
    amber = [led for led, colour in enumerate(ring._pixels) if colour[0] > colour[1] > 0 == colour[2]]
    if full:
        assert set(range(0, 24, 4)) <= set(amber)
    assert any(map(any, ring._pixels)) == (pattern != "OFF" or full)


def test_with_a_radio_on_the_ring_leaves_it_its_share_of_the_port(chips: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = chips("ring")
    monkeypatch.setattr(module.radio, "is_on", True)
    ring = module.Ring(22, 24, 350)
    ring.show("READING", 0)
    ring.draw(0, False)
    assert 150 < sum(map(sum, ring._pixels)) * 20 / 255 <= 200


def test_a_ring_that_does_not_change_is_not_written_again(chips: Any) -> None:
    ring = chips("ring").Ring(22, 24, 350)
    ring.show("HIT", 0)
    for now in range(0, 1000, 40):
        ring.draw(now, False)
    assert ring._pixels.writes == 1
