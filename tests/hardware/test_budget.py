"""Hours on a battery, against numbers computed by hand; the guide says what is computed."""

from __future__ import annotations

import re
import runpy

import pytest

from hardware.bom.budget import GUIDE, budget, cell_ma, light_ma, load, page, rail_ma
from hardware.wiring.netlist import load as load_netlist
from tests.hardware.conftest import HARDWARE

SIMPLE = """
[battery]
capacity_mah = 1000
usable = 0.5
volts = 4.0
booster = 0.5
regulator = 0.5
[part.board]
ma = 20
source = "x"
devices = { tower = 1 }
[part.beam]
ma = 10
volts = 2.5
source = "x"
devices = { tower = 2 }
[part.reader]
ma = 60
linear = true
share = 0.5
source = "x"
devices = { mat = 1 }
[hour]
tower = { times = 0, lights = 24, HIT = 2.0 }
"""


def test_by_hand() -> None:
    """20 + 2 x 10 x 2.5 / 5 / 0.5 = 40 mA at 5 V: 40 x 5 / (4 x 0.5) = 100 mA of the cell: 1000 x 0.5 / 100 = 5 h."""
    found = budget(load(SIMPLE), "tower")
    assert dict(found.rail_ma) == {"board": 20.0, "beam": 20.0, "light HIT": 0.0}
    assert (found.cell_ma, found.hours) == (100.0, 5.0)


def test_a_linear_regulator_passes_the_current_on() -> None:
    figures = load(SIMPLE.replace("mat = 1", "tower = 1"))
    assert dict(rail_ma(figures, "tower"))["reader"] == 30.0  # half of the time 60 mA, whatever the voltage


@pytest.mark.parametrize(
    ("pattern", "leds", "by_hand"),
    [
        ("OFF", 24, 0.0),
        ("READING", 24, 200.0),  # 24 x 60 = 1440 mA, dimmed to the limit beside a radio
        ("READING", 2, 120.0),  # 2 x 3 colours x 20 mA
        ("MISS", 8, 160.0),  # 8 x 20 mA of red
        ("ROLLING", 24, 57.8),  # 4/4 + 3/4 + 2/4 + 1/4 = 2.5 LEDs of (40 + 255) / 255 x 20 mA
        ("READY", 24, 160.6),  # 24 x (120 + 20) / 255 x 20 mA, and the mean of 8/24 to 23/24, none above 200
    ],
)
def test_a_light_draws_what_its_colours_draw(pattern: str, leds: int, by_hand: float) -> None:
    assert light_ma(pattern, leds, 1.6) == pytest.approx(by_hand, rel=0.02)  # the firmware cuts fractions off


def test_the_tower_by_hand() -> None:
    """20 board, 2 + 34 x 0.35 = 13.9 radio, 24 dark LEDs, 2 x 10 x 3.3 / 5 / 0.85 = 15.5 beams, and 40 rolls an hour of
    6 s x 161 + 0.77 s x 58 + 2 s x 200 + 2 s x 200 = 1808 mAs: 20.1 mA. Together 93.5 mA at 5 V, 140 mA of the cell.
    """
    found = budget(load(), "tower")
    assert sum(found.rail_ma.values()) == pytest.approx(93.5, rel=0.01)
    assert found.cell_ma == pytest.approx(140.4, rel=0.01)
    assert found.hours == pytest.approx(2000 * 0.8 / 140.4, rel=0.01)


def test_every_figure_has_its_source_and_its_part_is_there() -> None:
    figures = load()
    assert all(part["source"] for part in figures["part"].values())
    pins = runpy.run_path(str(HARDWARE / "firmware" / "board_pico.py"))
    assert pins["BATTERY"] in (26, 27, 28)  # where a Pico has its converter
    numbers = runpy.run_path(str(HARDWARE / "firmware" / "patterns.py"))
    assert numbers["CHANNEL_MA"] == 20
    leds = {"tower": 24, "mat": 4 * 8, "panel": 8 * 2}
    assert dict(figures["part"]["dark LED"]["devices"]) == leds
    capacity = figures["battery"]["capacity_mah"]
    for device in load_netlist().devices:
        assert any(f"{capacity} mAh" in part.name for part in device.parts)
    assert cell_ma(figures, 0.0) == 0.0


def test_the_guide_has_the_budget_of_today() -> None:
    assert GUIDE.read_text() == page(), "run python -m hardware.bom.budget --write"
    assert re.search(
        r"^\| \*\*hours\*\* \| \*\*11\.4\*\* \| \*\*9\.8\*\* \| \*\*20\.7\*\* \|$", GUIDE.read_text(), re.MULTILINE
    )
