"""Drawings of the report beside its boards: a dial as a strip, the score turn by turn, the ring of lights."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from companion.games.heroclix.figures.figure import SLOTS, Figure
from companion.games.heroclix.figures.powers_table import name_of_power, power_names
from companion.painting import Canvas
from companion.painting.palette import DIAL_COLOURS, ink_on, seat_colour
from companion.text.wording import Wording

_QUIET, _NOW = "#5c6675", "#e0a100"


def dial_svg(figure: Figure, now: int, start: int, *, ko: bool, wording: Wording) -> str:
    """The whole dial as a strip, the click it ended on framed; a game that is over hides nothing."""
    canvas, width, high, left = Canvas(), 46, 26, 66
    for row, slot in enumerate(SLOTS):
        canvas.words((left - 6, high * (row + 1.5)), wording.word("slot", slot), 12, _QUIET, anchor="end")
    for column, click in enumerate(figure.dial):
        x = left + column * width
        if click.number == start:
            canvas.rect(x + 4, 4, 4, high - 8, _QUIET)
        canvas.words((x + width / 2, high / 2), str(click.number), 12, _QUIET)
        for row, slot in enumerate(SLOTS):
            value, y = getattr(click, slot), high * (row + 1)
            power = power_names().get(value.power or "")
            colour = DIAL_COLOURS[power.colour] if power else "#ffffff" if value.power else "#eef0f3"
            canvas.titled(name_of_power(value.power, wording.lang))
            canvas.rect(x + 1, y + 1, width - 2, high - 2, colour, stroke="#8a93a0", line=0.6, radius=4)
            number = "" if value.value is None else str(value.value)
            canvas.words((x + width / 2, y + high / 2), number, 14, ink_on(colour), bold=True)
            canvas.close()
    ended = len(figure.dial) if ko else next(n for n, click in enumerate(figure.dial) if click.number == now)
    x = left + len(figure.dial) * width
    canvas.rect(x + 1, high + 1, width - 2, high * 4 - 2, "#33383f", radius=4)
    canvas.words((x + width / 2, high * 3), "KO", 14, "#ffffff", bold=True)
    canvas.rect(left + ended * width, high, width, high * 4, stroke=_NOW, line=4)
    return canvas.svg(x + width, high * 5, kind="dial")


def score_svg(points: Mapping[str, Sequence[int]], turns: int) -> str:
    """Victory points over the turns, a stepped line for each seat."""
    canvas, wide, high, pad = Canvas(), 640, 180, 34
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
    canvas = Canvas()
    canvas.circle((26, 26), 24, "#15181d")
    for number, led in enumerate(leds):
        angle = 2 * math.pi * number / max(1, len(leds)) - math.pi / 2
        scale = 255 / max(led) if max(led) > 8 else 1
        colour = "#" + "".join(f"{round(part * scale):02x}" for part in led)
        canvas.circle((26 + 18 * math.cos(angle), 26 + 18 * math.sin(angle)), 2.3, colour)
    return canvas.svg(52, 52, kind="ring")
