"""How long a device runs on its battery: currents of the data sheets times what the firmware shows.

python -m hardware.bom.budget            says it
python -m hardware.bom.budget --write    and writes the table of hardware/README.md

bom/currents.toml ─┐
firmware/patterns ─┴─> mA at the 5 V rail ──booster──> mA of the cell ──> hours
"""

from __future__ import annotations

import runpy
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypedDict, cast

HARDWARE = Path(__file__).resolve().parents[1]
SOURCE = HARDWARE / "bom" / "currents.toml"
GUIDE = HARDWARE / "README.md"
BEGIN, END = "<!-- generated from bom/currents.toml -->\n", "<!-- end of the budget -->\n"
RAIL_V = 5.0
STEP_MS = 10  # of the pictures over which a light's current is averaged

Picture = Callable[[str, int, int], list[tuple[int, int, int]]]
Limited = Callable[[list[tuple[int, int, int]], int], list[tuple[int, int, int]]]


class _Battery(TypedDict):
    capacity_mah: float
    usable: float
    volts: float
    booster: float
    regulator: float


class _Part(TypedDict, total=False):
    ma: float
    volts: float
    linear: bool
    share: float
    source: str
    devices: Mapping[str, int]


class Currents(TypedDict):
    """The document as it is read."""

    battery: _Battery
    part: Mapping[str, _Part]
    hour: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Budget:
    """Of one device: mA at the 5 V rail by part and by light, mA of the cell, and hours."""

    device: str
    rail_ma: Mapping[str, float]
    cell_ma: float
    hours: float


def load(text: str | None = None) -> Currents:
    """The figures in a text, or ours."""
    return cast(Currents, tomllib.loads(SOURCE.read_text(encoding="utf-8") if text is None else text))


@cache
def _firmware() -> tuple[Picture, Limited, int]:
    patterns = runpy.run_path(str(HARDWARE / "firmware" / "patterns.py"))
    lines = (HARDWARE / "firmware" / "pins.py").read_text(encoding="utf-8").splitlines()
    limit = next(line for line in lines if line.startswith("RADIO_LIMIT_MA"))
    return patterns["picture"], patterns["limited"], int(limit.partition("=")[2].partition("#")[0])


def light_ma(pattern: str, leds: int, seconds: float) -> float:
    """The mean current of so many LEDs that show a pattern for so long: beside what they draw while dark."""
    picture, limited, limit_ma = _firmware()
    steps = range(0, max(1, round(seconds * 1000)), STEP_MS)
    drawn = sum(sum(map(sum, limited(picture(pattern, age, leds), limit_ma))) for age in steps)
    return drawn * 20 / 255 / len(steps)


def rail_ma(figures: Currents, device: str) -> Iterator[tuple[str, float]]:
    """What each part of a device draws at the 5 V rail in the mean of an hour."""
    for name, part in figures["part"].items():
        count = part["devices"].get(device, 0)
        if not count:
            continue
        ma = part["ma"] * count * part.get("share", 1.0)
        if "volts" in part:  # behind the board's switching regulator; a linear one passes the current on
            ma *= part["volts"] / RAIL_V / figures["battery"]["regulator"]
        yield name, ma
    hour = figures["hour"][device]
    for pattern, seconds in hour.items():
        if pattern not in ("times", "lights"):
            yield f"light {pattern}", light_ma(pattern, int(hour["lights"]), seconds) * hour["times"] * seconds / 3600


def cell_ma(figures: Currents, at_the_rail: float) -> float:
    """What the cell gives for a current at the 5 V rail."""
    battery = figures["battery"]
    return at_the_rail * RAIL_V / (battery["volts"] * battery["booster"])


def budget(figures: Currents, device: str) -> Budget:
    """The budget of a device with lights, radio and everything on, all the time."""
    parts = dict(rail_ma(figures, device))
    drawn = cell_ma(figures, sum(parts.values()))
    battery = figures["battery"]
    return Budget(device, parts, drawn, battery["capacity_mah"] * battery["usable"] / drawn)


def table(figures: Currents) -> str:
    """The guide's part, in Markdown: the result, the parts, and where every figure comes from."""
    devices = ("tower", "mat", "panel")
    found = {device: budget(figures, device) for device in devices}
    battery = figures["battery"]
    out = ["| mA at the 5 V rail | tower | mat | panel |", "|---|---|---|---|"]
    names = list(dict.fromkeys(name for one in found.values() for name in one.rail_ma))
    for name in names:
        cells = [f"{found[device].rail_ma[name]:.1f}" if name in found[device].rail_ma else "" for device in devices]
        out.append(f"| {name} | {' | '.join(cells)} |")
    out.append(f"| **of the cell** | {' | '.join(f'{found[device].cell_ma:.0f}' for device in devices)} |")
    out.append(f"| **hours** | {' | '.join(f'**{found[device].hours:.1f}**' for device in devices)} |")
    out += ["", f"A cell of {battery['capacity_mah']} mAh, of which {battery['usable']:.0%} count; ", ""]
    out[-2] += f"{battery['volts']} V in the mean; booster {battery['booster']:.0%}, the board's regulator"
    out[-2] += f" {battery['regulator']:.0%} efficient. Assumptions and sources:"
    out += [f"- {name}: {part['ma']} mA; {part['source']}." for name, part in figures["part"].items()]
    times = ", ".join(f"{device} {figures['hour'][device]['times']}" for device in devices)
    out.append(f"- Lights so many times an hour: {times}; assumed for a lively game.")
    out += [f"- {source}." for source in cast(list[str], figures["hour"]["sources"])]
    return "\n".join(out) + "\n"


def page() -> str:
    """The guide with the table of today; ``ValueError`` when its place is gone."""
    text = GUIDE.read_text(encoding="utf-8")
    head, begun, rest = text.partition(BEGIN)
    _, ended, tail = rest.partition(END)
    if not begun or not ended:
        raise ValueError(f"{GUIDE}: the lines of the budget are not there")
    return head + BEGIN + table(load()) + END + tail


def main() -> int:
    """0; writes the guide when it is told to."""
    if "--write" in sys.argv:
        GUIDE.write_text(page(), encoding="utf-8")
    sys.stdout.write(table(load()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
