"""Questions about a villain's deed say why that player is asked, and light the answer that is better for them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from companion.core.commands import Choose
from companion.core.flow import ChoiceRequest
from companion.core.ids import Seat
from companion.games.guardians import events as ev
from companion.games.guardians.content.kinds import Kind
from companion.games.guardians.face.deciding import why_asked
from companion.games.guardians.play.attack import PUSH
from companion.games.guardians.play.menace import CHOICE, WAY
from companion.games.guardians.sample import sample_setup
from companion.games.guardians.state import State
from tests.games.guardians.walks import KINDS, SYSTEM
from tests.ui.test_guardians_screen import looking
from tests.ui.test_harms_foretold import questions
from ui.presenters.guardians.screen import GuardiansScreen
from ui.presenters.models import CardModel
from ui.presenters.questions import ChoiceDesk

Asked = tuple[State, ChoiceRequest, dict[str, CardModel], dict[str, str]]  # by language: the cards, the names


@cache
def asked(seed: int, steps: int) -> Sequence[Asked]:
    """Generate the questions about pushes and about villains in a random game."""
    found: list[Asked] = []
    for session, request in questions("guardians", seed, steps):
        if request.purpose not in (PUSH, CHOICE, WAY):
            continue
        screen = GuardiansScreen(session)
        side = next(side for side, seats in screen.sides.items() if request.seat in seats)
        looks = {lang: looking(screen, side, lang) for lang in ("en", "fr")}
        cards = {lang: ChoiceDesk(None).card(request, screen, look) for lang, look in looks.items()}
        names = {lang: look.name(_doer(session.state, request)) for lang, look in looks.items()}
        found.append((session.state, request, cards, names))
    return found


def _doer(state: State, request: ChoiceRequest) -> Any:
    """Who pushes, as the ledger would have it; else whom the question is about."""
    if request.purpose != PUSH:
        return request.piece
    decision: Any = SYSTEM.decide(state, Choose(request.seat, request.id, request.options[:1]))
    return next(one.by for one in decision.events if isinstance(one, ev.Pushed))


@pytest.mark.rule("GC-VILL-11", "GC-ATK-12")
@pytest.mark.parametrize(
    ("lang", "why"), [("en", "the first group of this turn decides"), ("fr", "le premier groupe du tour décide")]
)
def test_a_question_for_a_villain_says_whose_deed_it_is_and_why_one_is_asked(lang: str, why: str) -> None:
    villains = 0
    for state, request, cards, names in (*asked(6, 90), *asked(2, 60)):
        card = cards[lang]
        assert names[lang].casefold() in card.title.casefold()
        is_villain = state.who(_doer(state, request)).seat is None
        assert (why in card.text and "[GC-VILL-11]" in card.text) == is_villain
        villains += is_villain and request.purpose == PUSH
    assert villains > 2


@pytest.mark.rule("GC-VILL-11")
def test_nobody_is_advised_against_the_own_side() -> None:
    likely = []
    for state, request, cards, _ in (*asked(6, 90), *asked(2, 60)):
        card, side = cards["en"], next(camp for camp, seats in state.table.camps if request.seat in seats)
        does, _, option = card.likely.partition(":")
        if request.purpose != PUSH:
            assert option == "" or state.who(option).side != side
        elif state.who(request.piece or "").side == side and card.likely:
            likely.append(does)
            assert ("nearer to what you are after" in card.text) and (("no place" in card.text) == (does == "pass"))
    assert {*likely} == {"pass", "choose"}


def test_who_plays_alone_is_told_that_the_worst_is_to_be_chosen() -> None:
    state = SYSTEM.initial_state(sample_setup(**KINDS["alone"]))
    villain = next(one for one in state.figures if one.kind is Kind.SUPER_VILLAIN)
    request: Any = ChoiceRequest("q", Seat(state.table.seats[0]), CHOICE, ("a", "b"), piece=villain.id)  # type: ignore[arg-type]
    assert why_asked(SYSTEM, state, request).special == ("asked.villain.alone",)  # type: ignore[union-attr]
