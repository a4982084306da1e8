"""A dungeon as inline SVG, from the model that the table screen draws: what a side does not know is not in it."""

from __future__ import annotations

from html import escape

from companion.board.picture import BoardPicture, Segment, Thing, Token
from ui.theme import INK, QUEST_SEATS, SURFACE, TERRAIN_COLOURS, ink_on

__all__ = ["dungeon_svg"]

CELL = 30
_DOORS = {"closed": "#6b3d14", "open": "#d9a35a", "barricaded": "#a83216", "hidden": "#8e2f4f"}
_NOSE = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def dungeon_svg(model: BoardPicture) -> str:
    """The drawing, one cell a square, with letters and numbers along its edges."""
    wide, high = (model.columns + 1.3) * CELL, (model.rows + 1.3) * CELL
    parts = [f'<svg class="board" viewBox="0 0 {wide:.0f} {high:.0f}" role="img">']
    for tile in model.tiles:
        x, y = _corner(tile.column, tile.row)
        parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" '
                     f'fill="{TERRAIN_COLOURS[tile.terrain]}" class="tile"/>')  # fmt: skip
    top, side = model.edge_labels
    parts += [f'<text x="{(n + 1.5) * CELL}" y="{CELL * 0.7}" class="edge">{word}</text>' for n, word in enumerate(top)]
    parts += [
        f'<text x="{CELL * 0.5}" y="{(n + 1.65) * CELL}" class="edge">{word}</text>' for n, word in enumerate(side)
    ]
    parts += [_segment(one, "wall", INK) for one in model.walls]
    parts += [_segment(one.at, "door", _DOORS[one.now]) for one in model.doors]
    parts += [_thing(one) for one in model.objects]
    parts += [_token(one) for one in model.tokens]
    return "".join([*parts, "</svg>"])


def _corner(column: float, row: float) -> tuple[float, float]:
    return (column + 1) * CELL, (row + 1) * CELL


def _segment(ends: Segment, kind: str, colour: str) -> str:
    (x0, y0), (x1, y1) = (_corner(*end) for end in ends)
    return f'<line x1="{x0}" y1="{y0}" x2="{x1}" y2="{y1}" class="{kind}" stroke="{colour}"/>'


def _thing(one: Thing) -> str:
    x, y = _corner(one.column, one.row)
    return (
        f'<g><title>{escape(one.object)}</title><rect x="{x + 4}" y="{y + 4}" width="{CELL - 8}" height="{CELL - 8}" '
        f'rx="4" fill="#b08a5a" stroke="{INK}"/><text x="{x + CELL / 2}" y="{y + CELL / 2 + 4}" class="label">'
        f"{escape(one.label)}</text></g>"
    )


def _token(one: Token) -> str:
    left, top = _corner(one.column, one.row)
    x, y, colour = left + CELL / 2, top + CELL / 2, QUEST_SEATS.get(one.seat, SURFACE["line"])
    dx, dy = _NOSE.get(one.facing, (0, 0))
    nose = f'<line x1="{x}" y1="{y}" x2="{x + 15 * dx}" y2="{y + 15 * dy}" class="nose" stroke="{INK}"/>'
    return (
        f'<g><title>{escape(one.name)}</title>{nose}<circle cx="{x}" cy="{y}" r="11.5" fill="{colour}" '
        f'stroke="{INK}"/><text x="{x}" y="{y + 4}" class="label" fill="{ink_on(colour)}">'
        f"{escape(one.label)}</text></g>"
    )
