"""The papers beside the firmware tell the truth: prices, files, printed parts, rules of the system."""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from hardware.update.package import files
from hardware.wiring.netlist import load
from tests.hardware.conftest import HARDWARE

GUIDE = (HARDWARE / "README.md").read_text()
SCAD = HARDWARE / "mechanical"


def parts() -> dict[str, list[dict[str, str]]]:
    found = defaultdict(list)
    with (HARDWARE / "bom" / "bom.csv").open() as file:
        for row in csv.DictReader(file):
            found[row["device"]].append(row)
    return found


@pytest.mark.parametrize("device", ["tower", "mat", "panel"])
def test_the_guides_price_is_the_sum_of_its_parts(device: str) -> None:
    rows = parts()[device]
    low, high = (
        sum(int(row["quantity"]) * float(row[f"unit_price_usd_{way}"]) for row in rows) for way in ("from", "to")
    )
    told = re.search(rf"^\| \*\*{device}\*\* .* (\d+) to (\d+) USD \|$", GUIDE, re.MULTILINE)
    assert told
    assert (int(told[1]), int(told[2])) == (round(low), round(high))
    assert all(row["optional"] in ("yes", "no") and row["part"] for row in rows)


@pytest.mark.parametrize("device", load().devices, ids=lambda device: device.id)
def test_every_drawn_part_can_be_bought(device: object) -> None:
    words = " ".join(row["part"] + " " + row["why"] for row in parts()[device.id]).lower()  # type: ignore[attr-defined]
    for part in device.parts:  # type: ignore[attr-defined]
        key = re.split(r"[ ,]", part.name.removeprefix("4 x ").removeprefix("4 ").removeprefix("8 "))[0].lower()
        same = {"reader": "rc522", "top": "beam", "bottom": "beam", "base": "base lights", "1000": "1000 uf"}
        assert same.get(key, key.removesuffix("s")) in words, (part.name, key)


def test_the_guide_names_every_file_of_the_firmware() -> None:
    table = GUIDE[GUIDE.index("## For whoever changes") :]
    named = set(re.findall(r"`([a-z_*0-9]+\.py)`", table))
    for path in files():
        name = Path(path).name
        generated = name.startswith("board_") and "board_*.py" in named
        assert name in named or generated or (path.startswith("drivers/") and name[:-3] in table), path
    assert named - {"board_*.py", "translate.py"} <= {Path(path).name for path in files()}


@pytest.mark.parametrize("path", sorted(HARDWARE.rglob("*.md")), ids=lambda path: str(path.relative_to(HARDWARE)))
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        assert target.startswith("http") or (path.parent / target).exists(), target


def test_the_udev_rules_keep_the_modem_manager_off_and_let_people_in() -> None:
    lines = [
        line
        for line in (HARDWARE / "udev" / "70-tablewright.rules").read_text().splitlines()
        if line and line[0] != "#"
    ]
    assert len(lines) == 4
    for line in lines:
        assert re.match(r'ACTION!="remove", SUBSYSTEM=="tty", ATTRS\{idVendor\}=="[0-9a-f]{4}", ', line), line
        assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in line
        assert 'TAG+="uaccess"' in line


def sizes() -> dict[str, list[float]]:
    rows = re.findall(r"^(\w+) = (.+?);", (SCAD / "sizes.scad").read_text(), re.MULTILINE)
    return {name: [float(one) for one in value.strip("[]").split(",")] for name, value in rows}


def boxes() -> dict[str, list[float]]:
    """Width, depth, height of each printed part, from the lengths and not from the models."""
    one = sizes()
    outer = one["diffuser"][0] + 2 * one["clearance"][0] + 2 * one["wall"][0]
    reach = outer / 2 + one["ear"][0]  # one ear along x, two at 120 degrees
    half = reach * 3**0.5 / 2 + one["ear"][0] / 4
    rim = one["keep_off"][0] + one["post"][0]
    height = sum(one[name][0] for name in ("wall", "ring_thick", "air", "diffuser_thick"))
    return {
        "ring": [outer / 2 + reach, 2 * half, height],
        "beam": one["beam_block"],
        "tray": [one["pitch"][at] + one["antenna"][at] + 2 * rim for at in (0, 1)]
        + [one["plate"][0] + one["board_thick"][0] + one["parts_below"][0]],
    }


def test_printed_parts_keep_the_rules_of_the_notes() -> None:
    one = sizes()
    assert one["wall"][0] >= 1.6
    assert one["plate"][0] >= 1.6
    assert one["plate"][0] + one["mat"][0] + one["sheet"][0] <= 6
    assert min(one["pitch"]) >= 60
    assert one["keep_off"][0] >= 15
    frame = [one["board"][at] + 2 * one["clearance"][0] + 2 * one["wall"][0] for at in (0, 1)]
    assert all(one["pitch"][at] > frame[at] for at in (0, 1))  # two frames do not touch
    assert one["diffuser"][0] > one["ring_outer"][0] + 3  # the disc lies on a ledge, above the ring
    told = dict(
        re.findall(r"^\| `(\w+)\.scad`.*?\| (\d+ x \d+ x \d+) \|", (SCAD / "README.md").read_text(), re.MULTILINE)
    )
    for name, box in boxes().items():
        assert max(box) <= one["bed"][0], name
        assert [round(length) for length in box] == pytest.approx(
            [int(word) for word in told[name].split(" x ")], abs=1
        )


def test_every_length_is_used() -> None:
    text = "".join(path.read_text() for path in SCAD.glob("*.scad") if path.name != "sizes.scad")
    rules = {"bed", "mat", "sheet"}  # kept by the test above
    assert [name for name in sizes() if name not in rules and not re.search(rf"\b{name}\b", text)] == []


@pytest.mark.long
@pytest.mark.parametrize("name", ["ring", "beam", "tray"])
def test_a_printed_part_renders_closed_and_within_its_box(tmp_path: Path, name: str) -> None:
    openscad = os.environ.get("OPENSCAD") or shutil.which("openscad")
    if openscad is None:
        pytest.skip("no OpenSCAD: apt-get install --no-install-recommends openscad, or set $OPENSCAD")
    out = tmp_path / f"{name}.stl"
    settings = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    subprocess.run(
        [openscad, "-o", out, SCAD / f"{name}.scad"], env=settings, check=True, capture_output=True, timeout=300
    )
    points = [tuple(map(float, found)) for found in re.findall(r"vertex (\S+) (\S+) (\S+)", out.read_text())]
    triangles = [points[at : at + 3] for at in range(0, len(points), 3)]
    edges = Counter(frozenset((one[at], one[at - 1])) for one in triangles for at in range(3))
    assert set(edges.values()) == {2}, "not closed"
    found = [max(column) - min(column) for column in zip(*points, strict=True)]
    assert found == pytest.approx(boxes()[name], abs=1.0)
