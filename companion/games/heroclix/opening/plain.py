"""Figures and maps of a first game: numbers without powers, ground without terrain (HC-BASIC-01, -03)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.board.grid import GridBoard, Tile
from companion.core.rules import Violation, violation
from companion.games.heroclix.edition import FIGURES_EACH
from companion.games.heroclix.figures.figure import SLOTS, Click, Figure, Symbols
from companion.games.heroclix.forces.setup import Tactics
from companion.games.heroclix.state.state import State


def plain_figure(figure: Figure) -> Figure:
    """The figure with the numbers of its dial alone, and one bolt."""
    dial = tuple(_plain_click(click) for click in figure.dial)
    bare = replace(figure, dial=dial, symbols=Symbols(), team_abilities=(), specials=(), targets=1)
    return replace(bare, improved_movement=(), improved_targeting=())


def _plain_click(click: Click) -> Click:
    speed, attack, defense, damage = (replace(getattr(click, slot), power=None) for slot in SLOTS)
    return replace(click, speed=speed, attack=attack, defense=defense, damage=damage)


def plain_board(board: GridBoard) -> GridBoard:
    """The map with its starting areas: of all lines on it, these alone count (HC-BASIC-03)."""
    tiles = tuple(Tile(starting=tile.starting) for tile in board.tiles)
    return GridBoard(board.name, board.columns, board.rows, tiles)


def number_violations(state: State) -> Iterator[Violation]:
    """Why a first game may not begin: it takes two players with two figures each, and no tactics (HC-BASIC-01)."""
    if state.table.tactics != Tactics():
        yield violation("HC-BASIC-01", waivable=False, seat="-", figures=0, expected=FIGURES_EACH)
    for seat in state.table.seats:
        count = sum(piece.seat == seat for piece in state.pieces)
        if count != FIGURES_EACH or len(state.table.seats) != FIGURES_EACH:
            yield violation("HC-BASIC-01", waivable=False, seat=seat, figures=count, expected=FIGURES_EACH)
