"""The cards that somebody who learns the game is advised to play: what their own numbers come to, added up by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, RequestId, RuleId, Seat
from companion.games.guardians.face.counsel import counsel
from companion.games.guardians.sample import sample_setup
from tests.games.guardians.walks import SYSTEM

HEROES = ["dynamo", "anvil", "mistral", "briar", "oriel", "lantern"]


@pytest.mark.rule("GC-TURN-02", "GC-CARD-05", "GC-CARD-27")
@pytest.mark.parametrize(
    ("damage", "most", "cards"),
    [
        (0, 2, ("right:anvil-grit", "right:anvil-hammer")),  # nobody heals who is not hurt
        (4, 2, ("left:anvil-rust", "right:anvil-grit")),  # four healed, for one of Speed
        (0, 1, ("right:anvil-grit",)),
    ],
)
def test_cards_are_advised_that_gain_something_and_two_where_two_may_be_played(
    damage: int, most: int, cards: tuple[str, ...]
) -> None:
    state = SYSTEM.initial_state(sample_setup(heroes=HEROES))
    anvil = replace(state.who(PieceId("anvil")), damage=damage)
    state = replace(state, figures=tuple(anvil if one.id == anvil.id else one for one in state.figures))
    options = ("left:anvil-grit", "right:anvil-grit", "left:anvil-rust", "right:anvil-plate", "right:anvil-hammer")
    request = ChoiceRequest(
        RequestId("1"), Seat(str(anvil.seat)), RuleId("GC-TURN-02"), options, at_most=most, piece=anvil.id
    )
    found = counsel(SYSTEM, state, request)
    assert found is not None and found.options == cards


@pytest.mark.rule("GC-CARD-26", "GC-CARD-27")
def test_a_weakness_is_not_advised_to_who_is_not_hurt() -> None:
    state = SYSTEM.initial_state(sample_setup(heroes=HEROES))
    request = ChoiceRequest(
        RequestId("1"),
        Seat("dusk"),
        RuleId("GC-TURN-02"),
        ("left:anvil-rust", "left:anvil-grit"),
        at_most=2,
        piece=PieceId("anvil"),
    )
    assert counsel(SYSTEM, state, request) is None
