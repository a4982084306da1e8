"""Drawings of the report beside its boards: the score turn by turn, the ring of lights."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from companion.painting import SvgCanvas
from companion.painting.palette import seat_colour

_QUIET, _NOW = "#5c6675", "#e0a100"


def score_svg(points: Mapping[str, Sequence[int]], turns: int) -> str:
    """Victory points over the turns, a stepped line for each seat."""
    canvas, wide, high, pad = SvgCanvas(), 640, 180, 34
    top, step = max(100, *map(max, points.values())), (wide - 2 * pad) / max(1, turns)

    def at(turn: int, value: int) -> tuple[float, float]:
        return pad + turn * step, high - pad - value / top * (high - 2 * pad)

    for level in range(0, top + 1, 50):
        canvas.lines([[at(0, level), at(turns, level)]], "#dddddd", 1)
        canvas.words((pad - 6, at(0, level)[1]), str(level), 12, _QUIET, anchor="end")
    for seat, values in points.items():
        path = [at(0, values[0])]
        for turn, value in enumerate(values[1:], start=1):
            path += [(at(turn, value)[0], path[-1][1]), at(turn, value)]
        canvas.lines([path], seat_colour(seat), 4, dash="7 4" if seat == "blue" else "")
    for turn in range(turns + 1):
        canvas.words((at(turn, 0)[0], high - pad + 14), str(turn), 12, _QUIET)
    return canvas.svg(wide, high, kind="score")


def ring_svg(leds: Sequence[tuple[int, int, int]]) -> str:
    """The LED ring as it shone."""
    canvas = SvgCanvas()
    canvas.circle((26, 26), 24, "#15181d")
    for number, led in enumerate(leds):
        angle = 2 * math.pi * number / max(1, len(leds)) - math.pi / 2
        scale = 255 / max(led) if max(led) > 8 else 1
        colour = "#" + "".join(f"{round(part * scale):02x}" for part in led)
        canvas.circle((26 + 18 * math.cos(angle), 26 + 18 * math.sin(angle)), 2.3, colour)
    return canvas.svg(52, 52, kind="ring")
