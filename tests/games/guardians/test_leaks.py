"""What a side hears, sees and is asked is the same when the other's hand, cards, order or hidden tokens differ."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.commands import Choose
from companion.core.dice import DiceRequest
from companion.core.flow import ChoiceRequest
from companion.core.ids import Seat
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.core.telling import heard_records
from companion.games.guardians.commands import BeginGame
from companion.games.guardians.face.face import GuardiansFace
from companion.games.guardians.sample import sample_setup
from tests.games.guardians.walks import SYSTEM, opened


def begun(*, choices: dict[str, list[tuple[str, ...]]]) -> Session:
    """A TEAM-UP game at its first Strategy: the dusk side has chosen as told, dawn has not."""
    session = opened(sample_setup(team_up=True), 7)
    session.submit(BeginGame(session.seats[0]))
    for _ in range(9):
        asked = [one for one in session.state.flow.open if isinstance(one, ChoiceRequest)]
        request = next((one for one in asked if one.seat == "dusk" and choices.get(one.purpose)), None)
        if request is None:
            hand = next((one for one in asked if one.purpose == "GC-TEAMUP-03"), None)
            if hand is None:
                break
            answer = hand.options[:3]
        else:
            answer = choices[request.purpose].pop(0)
        decision = session.submit(Choose((request or hand).seat, (request or hand).id, answer))  # type: ignore[union-attr]
        assert isinstance(decision, Accepted), decision
    return session


Choices = dict[str, list[tuple[str, ...]]]


def known(session: Session, seat: Seat | None) -> tuple[Any, ...]:
    """All that reaches a seat: what it heard, what it sees, what it may do."""
    heard = [(line.version, line.event, line.command_id) for line in heard_records(SYSTEM, session.records, seat)]
    offers = list(SYSTEM.legal_commands(session.state, seat)) if seat else []
    face = GuardiansFace(session)
    counted = [face.awaited(seat, one, "en") for one in session.state.flow.open if isinstance(one, DiceRequest)]
    counted += [face.foretell(seat, offer) for offer in offers]
    view = SYSTEM.view_for(session.state, seat)
    return heard, view, [type(offer).__name__ for offer in offers], face.roster(seat), counted


HANDS = (
    [("briar-lash", "briar-bark", "briar-root")],
    [("briar-sprout", "briar-thorns", "briar-pollen")],
)
ONE: Choices = {
    "GC-TURN-02": [("left:anvil-hammer",)],
    "GC-TURN-04": [("anvil", "briar")],
    "GC-TEAMUP-08": [("speed",)],
}
OTHER: Choices = {
    "GC-TURN-02": [("right:anvil-heave", "left:anvil-rust")],
    "GC-TURN-04": [("briar", "anvil")],
    "GC-TEAMUP-08": [("attack", "defense")],
}


@pytest.mark.rule("GC-CARD-28", "GC-TURN-04", "GC-TURN-05", "GC-TEAMUP-08")
@pytest.mark.parametrize("seat", ["dawn", None])
def test_plans_hands_order_and_tokens_leave_no_trace(seat: Seat | None) -> None:
    """The two games differ in everything dusk chose, as many times; what dawn and a stranger know is equal."""
    one = begun(choices={"GC-TEAMUP-03": list(HANDS[0]), **{key: list(value) for key, value in ONE.items()}})
    other = begun(choices={"GC-TEAMUP-03": list(HANDS[1]), **{key: list(value) for key, value in OTHER.items()}})
    assert one.state.figures != other.state.figures
    assert known(one, Seat(seat) if seat else None) == known(other, Seat(seat) if seat else None)
    assert known(one, Seat("dusk")) != known(other, Seat("dusk"))


@pytest.mark.rule("GC-TURN-05")
def test_nobody_hears_how_far_the_others_are() -> None:
    """One side has answered everything, or nothing: the other knows the same."""
    ready = begun(choices={"GC-TEAMUP-03": list(HANDS[0]), **{key: list(value) for key, value in ONE.items()}})
    waiting = begun(choices={"GC-TEAMUP-03": list(HANDS[0])})
    assert known(ready, Seat("dawn")) == known(waiting, Seat("dawn"))
