"""A result is whole until something is asked or thrown: it stands in a line beside that, and a tap opens all of it.

Above a turn's menu one's own is whole, others' a line.
"""

from __future__ import annotations

import pytest

from companion.core.face import Cue
from tests.ui.walks import SETUPS, walk
from tests.ui.web.listening import Ear, hall_of
from ui.presenters.table import TablePresenter

ORDERS = 110


def asked_of(made: TablePresenter) -> bool:
    """Whether dice, a question or what is to be confirmed wait for who looks, or others throw: no menu of a turn."""
    shown, card = made.model(), made.model().card
    is_asked = card is not None and shown.has_card and not card.is_menu
    return bool(shown.dice or shown.watched or is_asked)


def needs_card(ear: Ear) -> bool:
    """Whether a page's turn goes on by a card."""
    card = ear.parts["card"]
    return card is not None and card["is_menu"] and not card["is_beside"]


def own(ear: Ear) -> set[str]:
    """The figures of who looks at a page."""
    return {one["piece"] for one in ear.parts["roster"] if "own" in one["marks"]}


@pytest.mark.parametrize("game", SETUPS)
def test_a_result_gives_way_to_what_is_asked_and_is_a_tap_away(game: str) -> None:
    """At the tablet, and at a page of each seat."""
    ears: list[Ear] = []
    lines = opened = 0
    for table in walk(game, "en", ORDERS):
        ears = ears or [Ear(hall_of(table), str(seat)) for seat in table.session.seats[:1]]
        for ear in ears:
            ear.hall.settle()
        made = table.presenter
        if (result := made.model().result) is not None:
            assert result.is_line == (asked_of(made) or result.is_quiet)
        for ear in ears:
            if (shown := ear.parts["result"]) is None:
                continue
            if not shown["is_line"]:
                if needs_card(ear) and shown["pieces"]:
                    assert own(ear) & {*shown["pieces"]}, "others' results give way to a turn's menu"
                continue
            lines += 1
            assert not ear.tap("press", "result").ok, "it has no such button as long as it is a line"
            assert ear.tap("press", "result:open").ok
            assert not ear.parts["result"]["is_line"]
            opened += 1
    assert lines and opened == lines


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", sorted({*SETUPS} - {"heroclix"}))
def test_the_line_says_what_came_of_it_or_what_lies_there(game: str, lang: str) -> None:
    told = 0
    for table in walk(game, lang, ORDERS):
        result = table.presenter.model().result
        if result is None or not result.is_line:
            continue
        told += 1
        assert result.deed in result.line
        if result.tone in {*Cue}:
            assert result.title in result.line and result.falls in result.line
        elif not result.tone:
            assert all(face in result.line for face in result.faces), "the dice stay while others throw against them"
    assert told
