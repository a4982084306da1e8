"""Scripts go on where they stopped: what the record holds is told again, and nothing is told twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from companion.core.dice import DiceResult
from companion.core.events import ChoiceMade, DiceReported, Passed, Ruled, WindowClosed, WindowOpened, apply_to_flow
from companion.core.flow import Flow, Window
from companion.core.ids import PieceId, RequestId, RuleId, Seat, SpaceId
from companion.core.packing import pack, unpack
from companion.core.procedure import Script, Teller, tell_on
from tests.core.telling_tables import Said, Talk, hear

RED = Seat("red")


def script(t: Teller[Talk]) -> Script[None]:
    t.tell(Said("begin"))
    faces = yield from t.roll(("d6", "d6"), RED, "XX-A-01")
    t.tell(Said("+".join(faces)))
    with t.window("XX-W-01", RED):
        chosen = yield from t.choose(RED, "XX-A-02", ("left", "right"), optional=True)
        t.tell(Said("declined" if chosen is None else chosen[0]))
        t.tell(Said(str(len(t.state.flow.windows))))
    t.tell(Said("end"))


def play(*answers: Any) -> tuple[Talk, list[Any]]:
    """The state after the answers, and all events, each told once."""
    log: list[Any] = []
    for answer in (None, *answers):
        if answer is not None:
            log.append(answer)
        teller = Teller(Talk(), hear, log)
        tell_on(teller, script)
        log += teller.new
    state = Talk()
    for event in log:
        state = hear(state, event)
    return state, log


ROLLED = DiceReported(DiceResult(RequestId("ask-1"), ("2", "5")))


def test_a_script_stops_at_a_question_and_goes_on_with_the_answer() -> None:
    state, _ = play()
    assert state.words == ("begin",)
    assert [one.purpose for one in state.flow.open] == ["XX-A-01"]
    state, log = play(ROLLED, ChoiceMade(RED, RequestId("ask-2"), ("left",)))
    assert state.words == ("begin", "2+5", "left", "1", "end")
    assert state.flow.pending == ()
    assert [type(one).__name__ for one in log] == [
        "Said",
        "DiceRequested",
        "DiceReported",
        "Said",
        "WindowOpened",
        "ChoiceRequested",
        "ChoiceMade",
        "Said",
        "Said",
        "WindowClosed",
        "Said",
    ]


def test_a_window_lies_under_what_it_asks_for_all_to_see() -> None:
    state, _ = play(ROLLED)
    assert state.flow.windows == (Window(RuleId("XX-W-01"), RED),)
    assert [one.purpose for one in state.flow.open] == ["XX-A-02"]


def test_an_optional_question_may_be_declined() -> None:
    state, _ = play(ROLLED, Passed(RED, RequestId("ask-2")))
    assert state.words[2] == "declined"


def test_a_ruling_in_between_disturbs_nothing() -> None:
    ruling = Ruled((RuleId("XX-A-01"),), (RED,))
    log: list[Any] = []
    teller = Teller(Talk(), hear, log)
    tell_on(teller, script)
    held = [*teller.new, ruling, ROLLED]
    teller = Teller(Talk(), hear, held)
    tell_on(teller, script)
    assert teller.state.words == ("begin", "2+5")


def test_a_record_that_says_something_else_is_not_gone_on_with() -> None:
    teller = Teller(Talk(), hear, [ROLLED])
    with pytest.raises(AssertionError, match="the record goes on with"):
        tell_on(teller, script)


def test_a_request_after_a_take_back_has_an_id_of_its_own() -> None:
    """Five requests were made, three of them taken back: the script goes on from its log, and asks under a sixth id."""
    log: list[Any] = []
    teller = Teller(Talk(), hear, log)
    tell_on(teller, script)
    teller = Teller(Talk(), hear, [*teller.new, ROLLED], asked=5)
    tell_on(teller, script)
    assert [one.id for one in teller.state.flow.open] == ["ask-6"]
    teller = Teller(Talk(), hear, [*log], asked=0)
    tell_on(teller, script)
    assert [one.id for one in teller.state.flow.open] == ["ask-1"]


def test_windows_close_from_the_inside() -> None:
    outer, inner = Window(RuleId("XX-W-01"), RED), Window(RuleId("XX-W-02"), RED, PieceId("a"))
    flow = apply_to_flow(apply_to_flow(Flow(), WindowOpened(outer)), WindowOpened(inner))
    assert flow.open == () and flow.windows == (outer, inner)
    flow = apply_to_flow(flow, WindowClosed())
    assert flow.windows == (outer,)
    assert apply_to_flow(flow, WindowClosed()).pending == ()


@dataclass(frozen=True)
class Order:
    seat: Seat
    piece: PieceId
    path: tuple[SpaceId, ...] = ()
    facing: str | None = None
    number: int = 0
    sure: bool = False


@pytest.mark.parametrize(
    "order",
    [
        Order(RED, PieceId("a")),
        Order(RED, PieceId("a"), (SpaceId("B2"), SpaceId("C2")), "N", -3, True),
        Order(RED, PieceId(""), (), "", 7),
    ],
)
def test_a_command_is_packed_and_unpacked(order: Order) -> None:
    assert unpack(Order, pack(order), seat=RED) == order
