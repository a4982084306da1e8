"""A session: submit, refuse, overrule, take back, continue, answer by itself."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.commands import ReportDice
from companion.core.consent import Consents, Matter
from companion.core.dice import DiceRequest, Source
from companion.core.events import DiceReported, Ruled, TakenBack
from companion.core.ids import RequestId, RuleId, Seat
from companion.core.ledger import Ledger
from companion.core.rules import Accepted, Rejected
from companion.core.session import REFUSALS_KEPT, ListenerFault, Sent, Session
from companion.games.heroclix.commands import BeginGame, EndTurn, MoveFigure
from companion.storage.codec import JsonCodec, digest_of
from companion.storage.memory import MemoryRecorder
from companion.system import DiceGenerator
from tests.games.heroclix.opening import field, opened, throw
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at

SEATS = (RED, BLUE)


def rules(decision: Any) -> set[str]:
    assert isinstance(decision, Rejected), decision
    return {one.rule for one in decision.violations}


def test_a_refusal_leaves_no_trace(clock: Any) -> None:
    session = opened(clock)
    before = session.version
    assert rules(session.submit(EndTurn(BLUE))) == {"HC-TURN-03"}
    assert session.version == before


def test_events_are_durable_before_anybody_hears_of_them(clock: Any) -> None:
    session = opened(clock)
    heard: list[tuple[int, int]] = []
    session.listen(lambda batch: heard.append((batch[-1].version, session.ledger.recorder.length())))
    session.submit(EndTurn(RED))
    assert heard
    assert all(length == version + 1 for version, length in heard)


@pytest.mark.rule("TW-RULING-01")
def test_overruling_needs_everybody_or_a_judge(clock: Any) -> None:
    session = opened(clock)
    far = MoveFigure(RED, session.state.pieces[-1].id, (at(9, 9),))
    waived = [RuleId("HC-MOVE-01")]
    assert rules(session.submit(far)) == {"HC-MOVE-01"}
    assert rules(session.overrule(far, waived, agreed=[RED])) == {"TW-RULING-01"}
    assert isinstance(session.overrule(far, waived, agreed=[RED, BLUE]), Accepted)
    ruled = next(one.event for one in session.records if isinstance(one.event, Ruled))
    assert (ruled.rules, ruled.agreed) == (("HC-MOVE-01",), ("red", "blue"))
    assert session.state.pieces[-1].spaces == (at(9, 9),)


def test_a_judge_may_overrule_alone(clock: Any) -> None:
    session = opened(clock)
    far = MoveFigure(RED, session.state.pieces[-1].id, (at(9, 9),))
    assert isinstance(session.overrule(far, [RuleId("HC-MOVE-01")], agreed=[], judge="Ada"), Accepted)
    assert session.records[-1].source is Source.JUDGE


def test_what_cannot_be_overruled(clock: Any) -> None:
    session = opened(clock)
    onto = MoveFigure(RED, session.state.pieces[-1].id, session.state.pieces[0].spaces)
    assert "HC-VAL-10" in rules(session.overrule(onto, [RuleId("HC-VAL-10")], agreed=[RED, BLUE]))


def test_taking_back_a_move_is_free_and_adds_to_the_record(clock: Any) -> None:
    session = opened(clock)
    mover = session.state.pieces[-1]
    before, version, length = digest_of(session.state), session.version, len(session.records)
    assert mover.spaces == (at(2, 0),)
    session.submit(MoveFigure(RED, mover.id, (at(4, 2),)))
    step = session.undo_step()
    assert step is not None
    assert (step.to, step.consent) == (version, False)
    assert isinstance(session.take_back(RED), Accepted)
    assert digest_of(session.state) == before
    assert len(session.records) > length
    assert isinstance(session.records[-1].event, TakenBack)


@pytest.mark.rule("TW-UNDO-02")
def test_taking_back_a_die_needs_consent(clock: Any) -> None:
    session = opened(clock, roll_off=True)
    assert session.undo_step() is not None
    assert rules(session.take_back(RED)) == {"TW-UNDO-02"}
    assert isinstance(session.take_back(RED, agreed=[BLUE]), Accepted)


@pytest.mark.rule("TW-UNDO-01")
def test_nothing_to_take_back(clock: Any) -> None:
    scene = Scene()
    scene.put("A", "red", (0, 0))
    scene.put("B", "blue", (9, 9))
    session = Session(GAME, Ledger(MemoryRecorder(), JsonCodec(GAME.event_types)), clock, scene.setup, seats=SEATS)
    assert rules(session.take_back(RED)) == {"TW-UNDO-01"}
    assert session.undo_step() is None
    assert session.step_to(0) is None


def test_undo_walks_back_command_by_command(clock: Any) -> None:
    session = opened(clock)
    digests = [digest_of(session.state)]
    mover = session.state.pieces[-1].id
    session.submit(MoveFigure(RED, mover, (at(4, 2),)))
    digests.append(digest_of(session.state))
    session.submit(EndTurn(RED))
    session.take_back(RED)
    assert digest_of(session.state) == digests[1]
    session.take_back(RED)
    assert digest_of(session.state) == digests[0]


def test_a_session_continues_from_its_ledger(clock: Any) -> None:
    recorder = MemoryRecorder()
    session = opened(clock, recorder=recorder)
    session.submit(MoveFigure(RED, session.state.pieces[-1].id, (at(4, 2),)))
    session.take_back(RED)
    again = Session(GAME, Ledger(recorder, JsonCodec(GAME.event_types)), clock, seats=SEATS)
    assert digest_of(again.state) == digest_of(session.state)
    assert again.version == session.version
    assert [one.version for one in again.standing()] == [one.version for one in session.standing()]


def test_requests_never_share_an_id_across_a_take_back(clock: Any) -> None:
    """A late answer to a roll that was taken back must not answer the next one."""
    session = opened(clock, roll_off=True)
    session.take_back(RED, agreed=[BLUE])
    open_now = {request.id for request in session.state.flow.open}
    used = {one.event.result.request for one in session.records if isinstance(one.event, DiceReported)}
    fresh = session.state.flow.next_id()
    assert fresh not in open_now | used


def test_the_machine_answers_what_it_was_told_to(clock: Any) -> None:
    """Which requests the machine answers itself is a setting per kind of request."""
    scene = field()
    dice = DiceGenerator(seed=5)
    session = Session(
        GAME,
        Ledger(MemoryRecorder(), JsonCodec(GAME.event_types)),
        clock,
        scene.setup,
        seats=SEATS,
        automatic={DiceRequest: lambda state, request: ReportDice(request.roller, dice.roll(request))},
    )
    session.submit(BeginGame(RED))
    assert session.state.first_player in (Seat("red"), Seat("blue"))
    assert {one.source for one in session.records if type(one.event).__name__ == "DiceReported"} == {Source.MACHINE}


@pytest.mark.rule("TW-RULING-01")
def test_only_those_at_the_table_can_agree(clock: Any) -> None:
    """A stranger's agreement does not stand for a player's."""
    session = opened(clock)
    far = MoveFigure(RED, session.state.pieces[-1].id, (at(11, 9),))
    stranger = session.overrule(far, [RuleId("HC-MOVE-01")], agreed=[RED, Seat("green")])
    assert rules(stranger) == {"TW-RULING-01"}


def hands(clock: Any) -> tuple[Session, Any]:
    """A game in which each side speaks from a phone of its own, and a figure of red."""
    session = opened(clock)
    session.bind("phone-1", [RED])
    session.bind("phone-2", [BLUE])
    return session, session.state.pieces[-1].id


def test_an_order_sent_twice_counts_once(clock: Any) -> None:
    session, mover = hands(clock)
    order = Sent("phone-1", "7", session.version, MoveFigure(RED, mover, (at(4, 2),)))
    first = session.receive(order)
    version = session.version
    assert isinstance(first, Accepted)
    assert session.receive(order) == first
    assert session.version == version
    again = Session(GAME, session.ledger, clock, seats=SEATS)  # the host was killed and started again
    again.bind("phone-1", [RED])
    assert again.receive(order) == first
    assert again.version == version


@pytest.mark.rule("TW-SEAT-02")
def test_nobody_orders_for_another_seat(clock: Any) -> None:
    session, mover = hands(clock)
    move = MoveFigure(RED, mover, (at(4, 2),))
    assert rules(session.receive(Sent("phone-2", "1", session.version, move))) == {"TW-SEAT-02"}
    assert rules(session.receive(Sent("stranger", "1", session.version, move))) == {"TW-SEAT-02"}
    assert isinstance(session.receive(Sent("phone-1", "1", session.version, move)), Accepted)


@pytest.mark.rule("TW-SEEN-01")
def test_an_order_for_a_game_that_has_moved_on_is_refused(clock: Any) -> None:
    session, mover = hands(clock)
    seen = session.version
    session.receive(Sent("phone-1", "1", seen, MoveFigure(RED, mover, (at(4, 2),))))
    late = session.receive(Sent("phone-1", "2", seen, EndTurn(RED)))
    assert rules(late) == {"TW-SEEN-01"}
    assert isinstance(session.receive(Sent("phone-1", "3", session.version, EndTurn(RED))), Accepted)


def test_a_flood_of_refused_orders_is_forgotten_and_what_was_accepted_is_not(clock: Any) -> None:
    session, mover = hands(clock)
    order = Sent("phone-1", "0", session.version, MoveFigure(RED, mover, (at(4, 2),)))
    first = session.receive(order)
    late = [session.receive(Sent("phone-1", str(n), 0, EndTurn(RED))) for n in range(1, 3 * REFUSALS_KEPT)]
    assert all(rules(decision) == {"TW-SEEN-01"} for decision in late)
    assert len(session._refused) == REFUSALS_KEPT
    assert session.receive(order) == first


def test_a_listener_that_fails_hurts_neither_record_nor_others(clock: Any) -> None:
    session = opened(clock)
    heard: list[int] = []

    def broken(batch: Any) -> None:
        raise RuntimeError("the lamp is out")

    session.listen(broken)
    session.listen(lambda batch: heard.append(batch[-1].version))
    with pytest.warns(ListenerFault, match="the lamp is out"):
        decision = session.submit(EndTurn(RED))
    assert isinstance(decision, Accepted)
    assert heard == [session.version] == [session.ledger.version]


def test_anothers_command_is_taken_back_by_consent(clock: Any) -> None:
    session = opened(clock)
    first = digest_of(session.state)
    session.submit(MoveFigure(RED, session.state.pieces[-1].id, (at(4, 2),)))
    session.submit(EndTurn(RED))
    session.submit(EndTurn(BLUE))
    assert rules(session.take_back(RED)) == {"TW-UNDO-02"}  # blue's turn lies on top
    assert isinstance(session.take_back(BLUE), Accepted)
    session.submit(EndTurn(BLUE))
    assert isinstance(session.take_back(RED, agreed=[BLUE]), Accepted)  # the end of red's turn
    assert isinstance(session.take_back(RED), Accepted)
    assert digest_of(session.state) == first


@pytest.mark.rule("TW-UNDO-02", "TW-UNDO-03")
def test_consent_stays_open_until_all_have_agreed(clock: Any) -> None:
    session = opened(clock, roll_off=True)
    consents = Consents(session)
    matter = consents.propose_take_back(RED)
    assert isinstance(matter, Matter) and matter.missing == {BLUE}
    assert rules(consents.answer(matter.id, RED, agrees=True)) == {"TW-UNDO-03"}
    assert consents.open == (matter,)
    assert isinstance(consents.answer(matter.id, BLUE, agrees=True), Accepted)
    assert isinstance(session.records[-1].event, TakenBack)
    assert not consents.open
    assert rules(consents.answer(matter.id, BLUE, agrees=True)) == {"TW-UNDO-03"}


@pytest.mark.rule("TW-RULING-01")
def test_overruling_is_proposed_and_declined_or_agreed(clock: Any) -> None:
    session = opened(clock)
    consents = Consents(session)
    far, waived = MoveFigure(RED, session.state.pieces[-1].id, (at(9, 9),)), [RuleId("HC-MOVE-01")]
    matter = consents.propose_overrule(far, waived, RED)
    assert isinstance(matter, Matter)
    assert consents.answer(matter.id, BLUE, agrees=False) is None
    assert session.state.pieces[-1].spaces != (at(9, 9),)
    matter = consents.propose_overrule(far, waived, RED)
    assert isinstance(matter, Matter)
    assert isinstance(consents.answer(matter.id, BLUE, agrees=True), Accepted)
    assert session.state.pieces[-1].spaces == (at(9, 9),)


@pytest.mark.rule("TW-UNDO-03")
def test_an_open_question_ends_with_the_turn(clock: Any) -> None:
    session = opened(clock)
    consents = Consents(session)
    far = MoveFigure(RED, session.state.pieces[-1].id, (at(9, 9),))
    matter = consents.propose_overrule(far, [RuleId("HC-MOVE-01")], RED)
    assert isinstance(matter, Matter)
    session.submit(EndTurn(RED))
    assert not consents.open
    assert rules(consents.answer(matter.id, BLUE, agrees=True)) == {"TW-UNDO-03"}


def test_refusals_say_who_speaks_for_whom_and_who_has_agreed(clock: Any) -> None:
    session, mover = hands(clock)
    refused = session.receive(Sent("phone-2", "1", session.version, EndTurn(RED)))
    assert isinstance(refused, Rejected)
    assert dict(refused.violations[0].words) == {"seat": "red", "seats": "blue", "sender": "phone-2"}
    refused = session.receive(Sent("stranger", "1", session.version, EndTurn(RED)))
    assert isinstance(refused, Rejected)
    assert dict(refused.violations[0].words)["seats"] == "-"
    far = MoveFigure(RED, mover, (at(9, 9),))
    for agreed, words in (((), "-"), ((RED,), "red")):
        refused = session.overrule(far, [RuleId("HC-MOVE-01")], agreed)
        assert isinstance(refused, Rejected)
        assert dict(refused.violations[0].words)["agreed"] == words


def test_every_command_has_an_id_of_its_own_in_the_record(clock: Any) -> None:
    session = opened(clock)
    before = session.version
    session.submit(EndTurn(RED))
    first = session.records[before + 1]
    assert (first.command_id, first.by) == (f"c{before + 1}", RED)
    session.submit(EndTurn(BLUE))
    pairs = {(one.command_id, one.by) for one in session.records}
    assert len({command for command, _ in pairs}) == len(pairs)
    assert session.records[-1].command_id != first.command_id


def test_going_back_to_a_version_asks_those_who_acted_since(clock: Any) -> None:
    session = opened(clock)
    start = session.version
    session.submit(EndTurn(RED))
    step = session.step_to(start)
    assert step is not None and (step.to, step.by, step.asks) == (start, RED, frozenset({RED}))
    session.submit(EndTurn(BLUE))
    step = session.step_to(start)
    assert step is not None and step.asks == {RED, BLUE} and step.consent
    between = start + 1
    session.take_back(BLUE, agreed=[RED], step=step)
    assert session.step_to(between) is None  # it does not stand any more
    assert session.step_to(start) is None  # nothing came after it that counts


def test_who_acted_in_the_meantime_is_asked_too(clock: Any) -> None:
    session = opened(clock, roll_off=True)
    session_step = session.undo_step()
    assert session_step is not None and session_step.asks == {RED, BLUE}
    consents = Consents(session)
    assert rules(consents.answer(RequestId("matter-9"), RED, agrees=True)) == {"TW-UNDO-03"}
    done = Consents(opened(clock)).propose_take_back(BLUE)
    assert not isinstance(done, Matter)


def test_a_die_asks_everybody_though_only_one_seat_acted(clock: Any) -> None:
    session = opened(clock, roll_off=True)
    throw(session, 1, 2)
    step = session.undo_step()
    assert step is not None and step.by == BLUE
    undone = [one for one in session.standing() if one.version > step.to]
    assert {one.by for one in undone} == {BLUE}
    assert {getattr(one.event, "irreversible", False) for one in undone} == {True, False}
    assert step.asks == {RED, BLUE}
    session.take_back(BLUE, agreed=[RED], step=step)
    assert [one.version for one in session.standing()][-1] == step.to  # what was gone back to stands
