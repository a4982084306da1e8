"""Drawings of the report, as inline SVG: the board with moves and lines, a dial as a strip, the score, a ring."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from companion.board.grid import GridBoard
from companion.board.spaces import Terrain
from companion.board.squares import parse_square
from companion.core.ids import SpaceId
from companion.games.heroclix.figures.figure import SLOTS, Figure
from companion.games.heroclix.figures.powers_table import name_of_power, power_names
from ui.theme import DIAL_COLOURS, SEAT_COLOURS, SURFACE, TERRAIN_COLOURS, ink_on

__all__ = ["Arrow", "board_svg", "dial_svg", "ring_svg", "score_svg"]

CELL = 30
VERDICTS = {"clear": SURFACE["good"], "hindered": "#c98a00", "blocked": SURFACE["bad"], "close": "#444444"}


@dataclass(frozen=True, slots=True)
class Arrow:
    """Something drawn from square to square: a ``move``, a ``knock`` back, or an attack with its verdict."""

    kind: str
    path: tuple[SpaceId, ...]
    verdict: str = ""
    hit: bool = False


def _middle(space: SpaceId) -> tuple[float, float]:
    column, row = parse_square(space)
    return (column + 1.5) * CELL, (row + 1.5) * CELL


def board_svg(board: GridBoard, pieces: Sequence[Any], labels: Mapping[Any, str], arrows: Sequence[Arrow]) -> str:
    """The board with its figures (as ``PieceView``) and what happened on it."""
    wide, high = (board.columns + 1.4) * CELL, (board.rows + 1.4) * CELL
    parts = [f'<svg class="board" viewBox="0 0 {wide:.0f} {high:.0f}" role="img">']
    for space in board.spaces:
        column, row = parse_square(space)
        tile = board.tile(space)
        kinds = [one.value for one in (Terrain.BLOCKING, Terrain.WATER, Terrain.HINDERING) if one in tile.terrain]
        fill = TERRAIN_COLOURS[kinds[0] if kinds else "starting" if tile.starting else "clear"]
        x, y = (column + 1) * CELL, (row + 1) * CELL
        parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" class="tile"/>')
    for wall in sorted(board.walls):
        (a, b), (c, d) = parse_square(wall.a), parse_square(wall.b)
        left, top = (max(a, c) + 1) * CELL, (max(b, d) + 1) * CELL
        right, bottom = (left, top + CELL) if b == d else (left + CELL, top)
        parts.append(f'<line x1="{left}" y1="{top}" x2="{right}" y2="{bottom}" class="wall"/>')
    parts += [
        f'<text x="{(n + 1.5) * CELL}" y="{CELL * 0.7}" class="edge">{escape(_letters(n))}</text>'
        for n in range(board.columns)
    ]
    parts += [f'<text x="{CELL * 0.55}" y="{(n + 1.65) * CELL}" class="edge">{n + 1}</text>' for n in range(board.rows)]
    parts += [_arrow(one) for one in arrows if one.kind != "attack"]
    parts += [_token(piece, labels[piece.id]) for piece in pieces if piece.spaces]
    parts += [_arrow(one) for one in arrows if one.kind == "attack"]
    return "".join([*parts, "</svg>"])


def _letters(index: int) -> str:
    return chr(65 + index) if index < 26 else "A" + chr(39 + index)


def _token(piece: Any, label: str) -> str:
    x, y = _middle(piece.spaces[0])
    colour = SEAT_COLOURS.get(piece.seat, "#666666")
    dash = ' stroke-dasharray="4 3"' if piece.seat == "blue" else ""
    dots = "".join(
        f'<circle cx="{x + 10 - 8 * n}" cy="{y + 11}" r="3.6" fill="{SURFACE["accent"]}" stroke="#222"/>'
        for n in range(piece.tokens)
    )
    return (
        f'<g><title>{escape(piece.name)}</title><circle cx="{x}" cy="{y}" r="12.5" fill="{colour}" stroke="#1a1a1a"/>'
        f'<circle cx="{x}" cy="{y}" r="10.5" fill="none" stroke="{ink_on(colour)}"{dash}/>'
        f'<text x="{x}" y="{y + 4}" class="label" fill="{ink_on(colour)}">{escape(label)}</text>{dots}</g>'
    )


def _arrow(one: Arrow) -> str:
    spots = [_middle(space) for space in one.path]
    points = " ".join(f"{x:.0f},{y:.0f}" for x, y in spots)
    if one.kind == "attack":
        (x0, y0), (x1, y1) = spots[0], spots[-1]
        far = math.hypot(x1 - x0, y1 - y0) or 1
        cut = 13 / far
        ends = (x0 + (x1 - x0) * cut, y0 + (y1 - y0) * cut, x1 - (x1 - x0) * cut, y1 - (y1 - y0) * cut)
        colour = VERDICTS.get(one.verdict, "#444444")
        mark = "★" if one.hit else "×"
        return (
            '<line x1="{:.0f}" y1="{:.0f}" x2="{:.0f}" y2="{:.0f}" class="sight" '.format(*ends)
            + f'stroke="{colour}"/><text x="{(x0 + 2 * x1) / 3:.0f}" y="{(y0 + 2 * y1) / 3 + 5:.0f}" '
            f'class="mark" fill="{colour}">{mark}</text>'
        )
    start = f'<circle cx="{spots[0][0]:.0f}" cy="{spots[0][1]:.0f}" r="4" class="{one.kind}-start"/>'
    return f'<polyline points="{points}" class="{one.kind}"/>{start}'


def dial_svg(figure: Figure, now: int, start: int, *, ko: bool, lang: str) -> str:
    """The whole dial as a strip, the click it ended on framed; a game that is over hides nothing."""
    width, high, left = 46, 26, 66
    count = len(figure.dial)
    parts = [f'<svg class="dial" viewBox="0 0 {left + width * (count + 1)} {high * 5}" role="img">']
    words = {"en": ("Speed", "Attack", "Defense", "Damage"), "fr": ("Vitesse", "Attaque", "Défense", "Dégâts")}[lang]
    for row, word in enumerate(words):
        parts.append(f'<text x="{left - 6}" y="{high * (row + 1) + 18}" class="slot">{word}</text>')
    for column, click in enumerate(figure.dial):
        x = left + column * width
        start_mark = "▌" if click.number == start else ""
        parts.append(f'<text x="{x + width / 2}" y="18" class="click">{start_mark}{click.number}</text>')
        for row, slot in enumerate(SLOTS):
            value = getattr(click, slot)
            known = power_names().get(value.power or "")
            colour = DIAL_COLOURS[known.colour] if known else "#ffffff" if value.power else "#eef0f3"
            y = high * (row + 1)
            title = escape(name_of_power(value.power, lang))
            parts.append(
                f'<g><title>{title}</title><rect x="{x + 1}" y="{y + 1}" width="{width - 2}" height="{high - 2}" '
                f'rx="4" fill="{colour}" class="value"/><text x="{x + width / 2}" y="{y + 18}" class="number" '
                f'fill="{ink_on(colour)}">{"" if value.value is None else value.value}</text></g>'
            )
        if click.number == now and not ko:
            parts.append(f'<rect x="{x}" y="{high}" width="{width}" height="{high * 4}" class="now"/>')
    x = left + count * width
    parts.append(f'<rect x="{x + 1}" y="{high + 1}" width="{width - 2}" height="{high * 4 - 2}" rx="4" class="ko"/>')
    parts.append(f'<text x="{x + width / 2}" y="{high * 3 + 5}" class="number" fill="#ffffff">KO</text>')
    if ko:
        parts.append(f'<rect x="{x}" y="{high}" width="{width}" height="{high * 4}" class="now"/>')
    return "".join([*parts, "</svg>"])


def score_svg(points: Mapping[str, Sequence[int]], turns: int, most: int) -> str:
    """Victory points over the turns, a stepped line for each seat."""
    wide, high, pad = 640, 180, 34
    top = max(most, 100)
    parts = [f'<svg class="score" viewBox="0 0 {wide} {high}" role="img">']
    for level in range(0, top + 1, 50):
        y = high - pad - level / top * (high - 2 * pad)
        parts.append(f'<line x1="{pad}" y1="{y:.0f}" x2="{wide - pad}" y2="{y:.0f}" class="level"/>')
        parts.append(f'<text x="{pad - 6}" y="{y + 4:.0f}" class="slot">{level}</text>')
    for seat, values in points.items():
        step = (wide - 2 * pad) / max(1, turns)
        path = [f"M{pad},{high - pad - values[0] / top * (high - 2 * pad):.0f}"]
        for turn, value in enumerate(values[1:], start=1):
            path.append(f"H{pad + turn * step:.0f}V{high - pad - value / top * (high - 2 * pad):.0f}")
        dash = ' stroke-dasharray="7 4"' if seat == "blue" else ""
        parts.append(f'<path d="{"".join(path)}" class="run" stroke="{SEAT_COLOURS.get(seat, "#666")}"{dash}/>')
    for turn in range(turns + 1):
        x = pad + turn * (wide - 2 * pad) / max(1, turns)
        parts.append(f'<text x="{x:.0f}" y="{high - pad + 18}" class="click">{turn}</text>')
    return "".join([*parts, "</svg>"])


def ring_svg(leds: Sequence[tuple[int, int, int]]) -> str:
    """The LED ring as it shone."""
    parts = ['<svg class="ring" viewBox="-26 -26 52 52" role="img"><circle r="24" fill="#15181d"/>']
    for number, (red, green, blue) in enumerate(leds):
        angle = 2 * math.pi * number / max(1, len(leds)) - math.pi / 2
        bright = max(red, green, blue, 1)
        scale = 255 / bright if bright > 8 else 1
        colour = f"rgb({red * scale:.0f},{green * scale:.0f},{blue * scale:.0f})"
        x, y = 18 * math.cos(angle), 18 * math.sin(angle)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.3" fill="{colour}"/>')
    return "".join([*parts, "</svg>"])
