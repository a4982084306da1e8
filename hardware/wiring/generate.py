"""Writes what follows from ``netlist.toml``; with ``--check`` it only says whether everything is up to date.

    netlist.toml ──> hardware/firmware/board_pico.py, board_esp32s3.py     the pins the firmware uses
         ├─────────> hardware/wiring/tower.svg, mat.svg, panel.svg         the drawings
         └─────────> hardware/wiring/README.md                             the tables (between two lines)

Run it as ``python -m hardware.wiring.generate``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hardware.wiring.drawing import draw
from hardware.wiring.netlist import POWER, Board, Device, Netlist, load

HERE = Path(__file__).resolve().parent
BEGIN, END = "<!-- generated from netlist.toml -->\n", "<!-- end of the generated part -->\n"


def board_file(netlist: Netlist, board: Board) -> str:
    """The firmware's names for the GPIOs of a board."""
    lines = [f"# {board.name}. Written from hardware/wiring/netlist.toml by `python -m hardware.wiring.generate`."]
    lines += [f"{name} = {number}" for name, number in board.ids.items()]
    for name, (gpios, about) in netlist.signals.items():
        found = gpios[board.id]
        value = str(found[0]) if len(found) == 1 else f"({', '.join(map(str, found))})"
        lines.append(f"{name} = {value}  # {about}")
    return "\n".join(lines) + "\n"


def table(netlist: Netlist, device: Device) -> str:
    """A device's wires, in Markdown."""
    pico, other = netlist.boards
    out = [
        f"## {device.title[0].upper()}{device.title[1:]}",
        "",
        f"![wiring of the {device.title}]({device.id}.svg)",
        "",
    ]
    out += ["| Pico pin | Pico | ESP32-S3 | goes to | |", "|---|---|---|---|---|"]
    for net in device.nets:
        inner = [end for end in net.ends if end[0] == "board"]
        goes = ", ".join(f"{_name(device, part)} {pin}" for part, pin in net.ends if part != "board")
        if not inner:
            out.append(f"| - | {net.power or '-'} | {net.power or '-'} | {goes} | |")
            continue
        signal = inner[0][1]
        label = netlist.label(pico, signal)
        number = pico.left.index(label) + 1 if label in pico.left else 40 - pico.right.index(label)
        if signal in POWER:
            there = {"VSYS": "5V", "VBUS": "5V"}.get(signal, signal)
            number_text = "all GND" if signal == "GND" else str(number)
            out.append(f"| {number_text} | {label} | {there} | {goes} | |")
        else:
            about = netlist.signals[signal.partition("[")[0]][1]
            out.append(f"| {number} | {label} | GPIO {netlist.gpio(other, signal)} | {goes} | {about} |")
    return "\n".join(out) + "\n"


def _name(device: Device, part: str) -> str:
    return next(one.name.partition(",")[0].partition(":")[0] for one in device.parts if one.id == part)


def outputs(netlist: Netlist) -> dict[Path, str]:
    """Every generated file with the text it should have."""
    found = {HERE.parent / "firmware" / f"board_{board.id}.py": board_file(netlist, board) for board in netlist.boards}
    found |= {HERE / f"{device.id}.svg": draw(netlist, netlist.boards[0], device) for device in netlist.devices}
    page = (HERE / "README.md").read_text(encoding="utf-8")
    head, begun, rest = page.partition(BEGIN)
    _, ended, tail = rest.partition(END)
    if not begun or not ended:
        raise ValueError("README.md: the lines of the generated part are not there")
    tables = "\n".join(table(netlist, device) for device in netlist.devices)
    return found | {HERE / "README.md": head + BEGIN + tables + END + tail}


def main() -> int:
    """0 if everything is up to date or was written, 1 if ``--check`` found a stale file."""
    stale = {path: text for path, text in outputs(load()).items() if not path.exists() or path.read_text() != text}
    for path, text in stale.items():
        sys.stdout.write(f"{'stale' if '--check' in sys.argv else 'written'}: {path.relative_to(HERE.parents[1])}\n")
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
    return int(bool(stale) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
