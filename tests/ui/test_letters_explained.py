"""No letters on a board without a door to their words: a tap on whatever bears some says its name."""

from __future__ import annotations

import pytest

from companion.board.picture import Thing, Token
from companion.core.ids import SpaceId
from companion.text.wording import LANGUAGES
from tests.looks.__main__ import GAMES, played
from ui.presenters.table import TablePresenter


def told(table: TablePresenter) -> str:
    """Return all that card and sheet say."""
    shown = table.model()
    buttons = " ".join(label for _, label in shown.card.buttons) if shown.card else ""
    card = f"{shown.card.title} {shown.card.text} {buttons}" if shown.card else ""
    return f"{card} {shown.dial.name if shown.dial else ''}".casefold()


def spaces_of(table: TablePresenter, one: Thing | Token) -> SpaceId | None:
    return table.game.drawing.space_at(int(one.column), int(one.row))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_tap_says_the_name_of_whatever_bears_letters(game: str, lang: str) -> None:
    """While nobody is in the middle of a movement: then a tap on somebody's zone goes there."""
    lettered = 0
    table = played(game, lang, steps=21).presenter
    board = table.model().board
    for thing in board.objects:
        if thing.label and (space := spaces_of(table, thing)) is not None:
            table.chosen = table.aimed = table.pending = None
            table.picked = ""
            table.tap_space(space)
            name = thing.name or table.look.name(thing.object)
            assert name.casefold() in told(table), f"{thing.label}: {name!r} is not in {told(table)!r}"
            lettered += 1
    for token in board.tokens:
        if token.label and token.name:
            table.chosen = table.aimed = table.pending = None
            table.picked = ""
            table.tap_piece(token.piece)
            assert token.name.casefold() in told(table), f"{token.label}: {token.name!r} is not in {told(table)!r}"
            lettered += 1
    assert lettered >= 4
