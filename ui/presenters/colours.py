"""Colours of the players: a suit with a ring of its own for each seat, chosen with their names and kept beside them.

{"red": "Anna", "worn:red": "sky"} ──> tokens, the header, sheets and scores of that seat are sky blue, sparsely dotted
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.board.picture import BoardPicture
from ui.presenters.models import TableModel

SUITS = ("red", "blue", "green", "gold", "sky", "pink")  # the painter knows their colours and rings
WORN = "worn-"  # before a suit where a seat would stand
OWN: Mapping[str, str] = {  # what the colour of a seat is called where nobody chose
    "red": "red",
    "blue": "blue",
    "green": "green",
    "gold": "gold",
    "warrior": "gold",
    "dwarf": "green",
    "elf": "sky",
    "enchanter": "pink",
    "wren": "gold",
    "ferrier": "green",
    "lamplight": "sky",
    "marshal": "pink",
    "dawn": "red",
    "watch": "red",
    "dusk": "blue",
}

KEY = "worn:"
Players = Mapping[str, str]  # what each is called by seat, and what it wears


def tone_of(players: Players, seat: str) -> str:
    """Return the tone that is drawn for the seat: its suit, else itself."""
    suit = players.get(f"{KEY}{seat}", "")
    return f"{WORN}{suit}" if suit in SUITS else seat


def dressed_board(board: BoardPicture, players: Players) -> BoardPicture:
    """The board with every figure in what its player wears."""
    return replace(board, tokens=tuple(replace(token, seat=tone_of(players, token.seat)) for token in board.tokens))


def dressed(model: TableModel, players: Players) -> TableModel:
    """The model with everything of a seat in what its player wears."""
    if not any(key.startswith(KEY) for key in players):
        return model
    board = dressed_board(model.board, players)
    hand, dial = model.hand, model.dial
    return replace(
        model,
        seat=model.seat and tone_of(players, model.seat),
        now=replace(model.now, seat=model.now.seat and tone_of(players, model.now.seat)),
        board=board,
        hand=hand and replace(hand, seat=tone_of(players, hand.seat)),
        dial=dial and replace(dial, seat=tone_of(players, dial.seat)),
        roster=tuple(replace(one, seat=tone_of(players, one.seat)) for one in model.roster),
        log=tuple(replace(line, seat=tone_of(players, line.seat)) for line in model.log),
        tones={seat: tone_of(players, seat) for seat, _, _ in model.scores},
    )
