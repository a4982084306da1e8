"""A wiring drawing as SVG: the board in the middle, parts in a column on either side, one lane for each net.

    part ──┐                     ┌────────────┐                     ┌── part
           │ lane of its own     │   board    │     lane of its own │
    part ──┴─────────────────────┤ GP0    GP22├─────────────────────┴── part
                                 └────────────┘
              a net from the left pins to the right parts goes round below the board

Two wires may cross, but never run on each other: pins of parts stand half a pitch beside those of the board, and each
net has its own vertical lane. Supplies are flags at the pin, not wires.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from hardware.wiring.netlist import Board, Device, Net, Netlist, Part

PITCH = 22  # from pin to pin
LANE = 11  # from lane to lane
BOARD_W, PART_W, STUB, MARGIN, TOP = 190, 310, 54, 20, 96
COLOURS = ("#0b6e99", "#b3541e", "#2f7d32", "#7b2d8e", "#a11d33", "#46628c", "#8a6d00", "#00756b", "#5b4a9c", "#97385c")
FLAGS = {"GND": "#222222", "5V": "#c62828", "3V3": "#d17a00", "3V3R": "#d17a00"}
Segment = tuple[float, float, float, float]


class Layout:
    """Where every pin of a device stands; lengths in SVG units."""

    def __init__(self, netlist: Netlist, board: Board, device: Device) -> None:
        self.netlist, self.board, self.device = netlist, board, device
        self.signal_nets = [net for net in device.nets if not net.power]
        lanes = {side: [net for net in self.signal_nets if self._touches(net, side)] for side in ("left", "right")}
        self.lanes = lanes
        room = {side: STUB * 2 + LANE * (len(nets) + 1) for side, nets in lanes.items()}
        self.board_x = MARGIN + PART_W + room["left"]
        self.right_x = self.board_x + BOARD_W + room["right"]
        self.width = self.right_x + PART_W + MARGIN
        self.tops: dict[str, float] = {}
        bottoms = [self._stack(side) for side in ("left", "right")]
        self.board_bottom = TOP + PITCH * 20 + PITCH / 2
        self.under = [net for net in self.signal_nets if self._goes_round(net)]
        self.height = max([self.board_bottom + LANE * (len(self.under) + 2) + 40, *bottoms]) + MARGIN

    def _stack(self, side: str) -> float:
        y = float(TOP)
        for part in self.device.parts:
            if part.side == side:
                self.tops[part.id] = y
                y += PITCH * (len(part.pins) + 2)
        return y

    def _touches(self, net: Net, side: str) -> bool:
        return any(self.side(end) == side for end in net.ends) or (side == "right" and self._goes_round(net))

    def _goes_round(self, net: Net) -> bool:
        return {self.side(end) for end in net.ends} == {"left", "right"}

    def side(self, end: tuple[str, str]) -> str:
        """The side of the drawing a pin stands on."""
        if end[0] == "board":
            return "left" if self.netlist.label(self.board, end[1]) in self.board.left else "right"
        return next(part.side for part in self.device.parts if part.id == end[0])

    def pin(self, end: tuple[str, str]) -> tuple[float, float]:
        """Where the wire of a pin begins."""
        side = self.side(end)
        if end[0] == "board":
            labels = self.board.left if side == "left" else self.board.right
            y = TOP + PITCH * (labels.index(self.netlist.label(self.board, end[1])) + 0.5)
            return (self.board_x if side == "left" else self.board_x + BOARD_W), y
        part = next(part for part in self.device.parts if part.id == end[0])
        y = self.tops[part.id] + PITCH * (part.pins.index(end[1]) + 1)
        return (MARGIN + PART_W if side == "left" else self.right_x), y

    def lane(self, net: Net, side: str) -> float:
        """The x of a net's own lane."""
        at = LANE * (self.lanes[side].index(net) + 1)
        return MARGIN + PART_W + STUB + at if side == "left" else self.board_x + BOARD_W + STUB + at


def wires(layout: Layout) -> Iterator[tuple[Net, list[Segment]]]:
    """The straight pieces of every net that is drawn as wires."""
    for net in layout.signal_nets:
        pieces: list[Segment] = []
        levels: dict[str, list[float]] = {"left": [], "right": []}
        for end in net.ends:
            side = layout.side(end)
            x, y = layout.pin(end)
            pieces.append((x, y, layout.lane(net, side), y))
            levels[side].append(y)
        if net in layout.under:
            y = layout.board_bottom + LANE * (layout.under.index(net) + 0.5)  # between the heights of all pins
            pieces.append((layout.lane(net, "left"), y, layout.lane(net, "right"), y))
            levels["left"].append(y)
            levels["right"].append(y)
        for side, found in levels.items():
            if found and min(found) != max(found):
                pieces.append((layout.lane(net, side), min(found), layout.lane(net, side), max(found)))
        yield net, pieces


def _text(x: float, y: float, words: str, anchor: str = "start", extra: str = "") -> str:
    return f'<text x="{x:g}" y="{y + 4:g}" text-anchor="{anchor}"{extra}>{escape(words)}</text>'


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="5" fill="{fill}" stroke="#333"/>'


def _part(layout: Layout, part: Part) -> Iterator[str]:
    left = part.side == "left"
    x, y = (MARGIN if left else layout.right_x), layout.tops[part.id]
    yield _box(x, y, PART_W, PITCH * (len(part.pins) + 0.9), "#f4f1e8")
    middle = x + (8 if left else PART_W - 8)
    yield _text(middle, y + PITCH * 0.3, part.name, "start" if left else "end", ' font-size="11" font-weight="600"')
    for pin in part.pins:
        px, py = layout.pin((part.id, pin))
        yield _text(px + (-7 if left else 7), py, pin, "end" if left else "start")


def _board(layout: Layout) -> Iterator[str]:
    x, board = layout.board_x, layout.board
    yield _box(x, TOP - 8, BOARD_W, PITCH * 20 + 16, "#e3efe4")
    used = {layout.netlist.label(board, pin) for net in layout.device.nets for part, pin in net.ends if part == "board"}
    for side, labels in (("left", board.left), ("right", board.right)):
        for at, label in enumerate(labels):
            y = TOP + PITCH * (at + 0.5)
            number = at + 1 if side == "left" else 40 - at
            weight = ' font-weight="700"' if label in used and label != "GND" else ' fill="#8a8a8a"'
            px, anchor = (x + 7, "start") if side == "left" else (x + BOARD_W - 7, "end")
            words = f"{number}  {label}" if side == "left" else f"{label}  {number}"
            yield _text(px, y, words, anchor, weight)
    middle = f"{x + BOARD_W / 2:g},{TOP + PITCH * 10:g}"
    yield _text(
        x + BOARD_W / 2, TOP + PITCH * 10, "Pico · Pico W · Pico 2 (W)", "middle", f' transform="rotate(-90 {middle})"'
    )


def _flags(layout: Layout) -> Iterator[str]:
    for net in layout.device.nets:
        for end in net.ends if net.power else ():
            if end == ("board", "GND"):
                ends = [(side, at) for side in ("left", "right") for at in range(20)]
                places = [_ground(layout, side, at) for side, at in ends if _is_ground(layout, side, at)]
            else:
                places = [(*layout.pin(end), (layout.side(end) == "left") == (end[0] != "board"))]
            for x, y, outwards in places:
                end_x = x + (18 if outwards else -18)
                colour = FLAGS[net.power]
                yield f'<path d="M{x:g} {y:g}H{end_x:g}" stroke="{colour}" stroke-width="2"/>'
                extra = f' font-size="10" fill="{colour}" font-weight="700"'
                yield _text(end_x + (3 if outwards else -3), y, net.power, "start" if outwards else "end", extra)


def _is_ground(layout: Layout, side: str, at: int) -> bool:
    return (layout.board.left if side == "left" else layout.board.right)[at] == "GND"


def _ground(layout: Layout, side: str, at: int) -> tuple[float, float, bool]:
    return layout.board_x + (BOARD_W if side == "right" else 0), TOP + PITCH * (at + 0.5), side == "right"


def draw(netlist: Netlist, board: Board, device: Device) -> str:
    """The drawing of one device on one board, as SVG text."""
    layout = Layout(netlist, board, device)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.width:g} {layout.height:g}" '
        f'width="{layout.width:g}" height="{layout.height:g}" font-family="DejaVu Sans, Arial, sans-serif" '
        'font-size="12" fill="#1a1a1a">',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        _text(MARGIN, 30, f"Wiring: {device.title}", extra=' font-size="20" font-weight="700"'),
        _text(
            MARGIN,
            54,
            "Written from netlist.toml. A dot joins; wires that cross without a dot do not touch. "
            "GND: join all of them. Not yet built on real hardware.",
            extra=' font-size="11" fill="#555"',
        ),
    ]
    for at, (net, pieces) in enumerate(wires(layout)):
        colour = COLOURS[at % len(COLOURS)]
        path = "".join(f"M{x1:g} {y1:g}L{x2:g} {y2:g}" for x1, y1, x2, y2 in pieces)
        out.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.8"/>')
        if len(net.ends) > 2:
            dots = [(layout.lane(net, layout.side(end)), layout.pin(end)[1]) for end in net.ends]
            out += [f'<circle cx="{x:g}" cy="{y:g}" r="3" fill="{colour}"/>' for x, y in dots]
    out += [
        *_board(layout),
        *(line for part in device.parts for line in _part(layout, part)),
        *_flags(layout),
        "</svg>",
    ]
    return "\n".join(out) + "\n"
