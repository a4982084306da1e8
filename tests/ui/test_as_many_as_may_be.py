"""Several answers of which so many may be chosen: what is lit once they are, and one tap more is answered in words."""

from __future__ import annotations

import pytest

from companion.core.flow import ChoiceRequest, Limit
from companion.core.ids import RequestId, RuleId
from companion.table.follow import Follower
from tests.ui.test_guardians_screen import begun
from tests.ui.toy_game import RED
from ui.presenters.models import CardModel
from ui.presenters.questions import ChoiceDesk
from ui.presenters.table import TablePresenter


def planning(lang: str) -> tuple[TablePresenter, list[str]]:
    """A led clash whose first hero chooses its cards; one side of each of its power cards."""
    session = begun()
    table = TablePresenter(session, Follower(session, {}), lang=lang)
    table.lead()
    for _ in range(4):
        shown = table.model()
        if shown.card is not None and shown.card.kind == "choice" and shown.card.picks > 1:
            break
        table.press(shown.leads or "uncover")
    card = asked(table)
    counselled = card.likely
    others = [side.does for one in card.hand for side in one.sides[-1:] if side.does != counselled]
    return table, others


def asked(table: TablePresenter) -> CardModel:
    card = table.model().card
    assert card is not None and card.kind == "choice"
    return card


@pytest.mark.rule("GC-TURN-02")
@pytest.mark.parametrize(
    ("lang", "full", "over"),
    [
        ("en", "2 are chosen", "No more than 2 may be chosen"),
        ("fr", "Vous en avez choisi 2", "Pas plus de 2"),
    ],
)
def test_two_of_two_are_to_be_confirmed_and_a_third_is_answered(lang: str, full: str, over: str) -> None:
    """Whichever two were chosen, and not those that were counted as the best."""
    table, others = planning(lang)
    for does in others[:2]:
        table.press(does)
    shown = table.model()
    assert (asked(table).likely, shown.leads) == ("chosen", "chosen")
    assert full in shown.hint and over not in asked(table).text
    table.press(others[2])
    assert over in table.model().hint and over in asked(table).text
    assert [side.is_picked for one in asked(table).hand for side in one.sides].count(True) == 2
    table.press(others[0])
    assert over not in asked(table).text and asked(table).picked == 1
    table.press(others[2])
    assert {side.does for one in asked(table).hand for side in one.sides if side.is_picked} == {*others[1:3]}


@pytest.mark.parametrize("limits", [(), (Limit(("a", "b")),)])
def test_the_other_of_two_that_exclude_each_other_takes_its_place(limits: tuple[Limit, ...]) -> None:
    request = ChoiceRequest(RequestId("1"), RED, RuleId("X"), ("a", "b", "c"), at_most=2, limits=limits)
    desk = ChoiceDesk(None)
    for option in ("a", "c", "b"):
        desk.tap(request, option)
    assert desk.picked == (("b", "c") if limits else ("a", "c"))
