"""Beside every throw stands what it is for, in words; and what is paid for it is told with its chance before."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from companion.core.dice import DiceRequest
from companion.core.ids import PieceId, RequestId, RuleId, Seat
from companion.text.catalogue import catalogue_of
from companion.text.wording import Wording
from tests.ui.walks import walk

ORDERS = 150
PAID = "GO-BASE-ATK-09"  # how many cubes a hero lays on its Defense
TOLD = ("throw.", "event.DiceReported.")  # families of what rolls are for
PURPOSES = sorted(
    {
        next(part for part in key.split(".") if "-" in part)
        for key in catalogue_of("en").messages
        for family in TOLD
        if key.startswith(family) and "-" in key
    }
)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_throw_has_a_question_that_says_what_it_is_for(lang: str) -> None:
    """Also of what strikes by itself: nothing is asked in the words of the program."""
    wording = Wording(lang, {"p": "Brakka", "red": "Anna"})
    assert len(PURPOSES) > 40
    for purpose in PURPOSES:
        request = DiceRequest(RequestId("r"), ("d6",), Seat("red"), RuleId(purpose), PieceId("p"))
        asked, thrown = wording.question(request), wording.thrown(request)
        assert purpose not in asked, asked
        assert purpose not in thrown, thrown
        assert not thrown.endswith((".", ":", ")")), thrown
        assert wording.question(replace(request, piece=None))


@pytest.mark.rule("GO-BASE-ATK-09")
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_paid_for_a_roll_says_its_chance_first(lang: str) -> None:
    """Each number of cubes for the Defense: how likely it stops everything; never less for more of them."""
    said = set[tuple[int, ...]]()
    for table in walk("gotham", lang, ORDERS, seed=4):
        card = table.presenter.model().card
        if card is None or not any(getattr(one, "purpose", "") == PAID for one in table.session.state.flow.open):
            continue
        labels = [label for does, label in card.buttons if does.startswith("choose:")]
        chances = [int(found[1]) for label in labels if (found := re.search(r"(\d+) %", label))]
        assert len(chances) == len(labels), labels
        assert chances == sorted(chances), labels
        said.add(tuple(chances))
    assert said
