"""An order taken back and brought back: alone where it can be, with what was built on it where somebody agreed.

Days at random are compared, after every step, with a slow model that carries a list of orders out from the morning.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.core.ids import Seat
from companion.core.rules import Accepted, Rejected
from companion.core.session import Session
from companion.tournament import ORGANISER, Outcome
from companion.tournament.byhand import GiveBye, Swap
from companion.tournament.calls import CallChanged, CallJudge, CloseCall, TakeCall
from companion.tournament.claims import Report
from companion.tournament.clock import GiveTime, StartClock, TimeGiven
from companion.tournament.names import shown
from companion.tournament.people import Delete, Drop, Register, Rename, Return
from companion.tournament.results import Kind
from companion.tournament.revising import Plan, bringing_back, taking_back
from companion.tournament.rounds import DraftRound, PublishRound, ReportResult, ResultReported, RoundPublished
from companion.tournament.state import JUDGE, player_seat
from tests.oracles.days import Order, Table, carried_out
from tests.tournament.events import give, opened

NAMES = ("Ada", "Ben", "Cleo", "Dan")
DRAFT, PUBLISH = DraftRound(ORGANISER), PublishRound(ORGANISER)


def begun() -> Session:
    session = opened(3)
    give(session, Register(ORGANISER, NAMES), DRAFT, PUBLISH)
    return session


def seat_at(session: Session, table: int, place: int) -> Seat:
    name = session.state.published[-1].at(table).players[place]
    return player_seat(session.state.find(name).number)


def both_say(session: Session, table: int, outcome: Outcome = Outcome.FIRST) -> None:
    for place in (0, 1):
        give(session, Report(seat_at(session, table, place), outcome, (200, 100)))


def done(session: Session, plan: Plan, *, along: int = 0) -> None:
    assert plan.revision is not None, plan.refused
    assert len(plan.asked) == along
    session.revise(plan.revision)


def refused(plan: Plan) -> set[str]:
    assert plan.revision is None
    return {str(broken.rule) for broken in plan.refused}


def test_a_clock_taken_back_takes_nobodys_result_along() -> None:
    session = begun()
    give(session, StartClock(ORGANISER, 1000))
    for table in (1, 2):
        both_say(session, table)
    give(
        session, CallJudge(seat_at(session, 1, 0), 1, "dice", 2000), Drop(seat_at(session, 2, 1), _name(session, 2, 1))
    )
    give(session, GiveTime(JUDGE, 2, 5))
    before = session.state
    done(session, taking_back(session, ORGANISER))
    after = session.state
    assert after.clock.since_ms is None and dict(after.clock.extra) == {2: 5}
    assert (after.rounds, after.calls, after.players, after.claims) == (
        before.rounds,
        before.calls,
        before.players,
        before.claims,
    )
    done(session, bringing_back(session, ORGANISER))
    assert session.state.clock == before.clock


def _name(session: Session, table: int, place: int) -> str:
    return str(session.state.published[-1].at(table).players[place])


def test_a_round_taken_back_names_the_results_that_go_along_and_comes_back_whole() -> None:
    session = begun()
    both_say(session, 1)
    give(session, ReportResult(JUDGE, 2, Outcome.DRAW))
    before = session.state
    plan = taking_back(session, ORGANISER)
    assert [type(one.events[0]).__name__ for one in plan.asked] == ["ResultClaimed", "ResultClaimed", "ResultReported"]
    assert session.state is before, "a plan does nothing"
    done(session, plan, along=3)
    assert session.state.published == () and session.state.draft is not None
    done(session, bringing_back(session, ORGANISER))
    assert session.state.rounds == before.rounds and session.state.claims == before.claims


def test_a_result_of_a_judge_is_taken_back_alone_by_its_number() -> None:
    session = begun()
    give(session, ReportResult(JUDGE, 1, Outcome.FIRST), ReportResult(JUDGE, 2, Outcome.SECOND))
    number = next(one.version for one in session.records if isinstance(one.event, ResultReported)) + 1
    done(session, taking_back(session, ORGANISER, number))
    assert session.state.published[-1].missing == (1,)
    assert session.state.published[-1].at(2).result is not None


def test_a_result_of_the_round_before_takes_the_round_along_that_waited_for_it() -> None:
    session = begun()
    for table in (1, 2):
        give(session, ReportResult(ORGANISER, table, Outcome.FIRST))
    first = max(one.version for one in session.records)
    give(session, DRAFT, PUBLISH, ReportResult(ORGANISER, 1, Outcome.DRAW))
    plan = taking_back(session, ORGANISER, first + 1)
    assert [type(one.events[0]).__name__ for one in plan.asked] == ["RoundDrafted", "RoundPublished", "ResultReported"]


def test_a_correction_taken_back_leaves_the_round_that_was_paired_by_it() -> None:
    session = begun()
    for table in (1, 2):
        give(session, ReportResult(ORGANISER, table, Outcome.FIRST))
    give(session, ReportResult(ORGANISER, 1, Outcome.SECOND))
    number = session.version + 1
    give(session, DRAFT, PUBLISH, ReportResult(ORGANISER, 1, Outcome.DRAW))
    second = session.state.rounds[1]
    plan = taking_back(session, ORGANISER, number)
    assert plan.drawn == (2,), "and that is told"
    done(session, plan)
    assert session.state.rounds[1] == second
    assert session.state.rounds[0].at(1).result.outcome is Outcome.FIRST


def test_two_who_agreed_are_told_apart() -> None:
    session = begun()
    both_say(session, 1)
    claim = next(one for one in session.records if type(one.event).__name__ == "ResultClaimed")
    plan = taking_back(session, ORGANISER, claim.version + 1)
    assert len(plan.asked) == 1, "without the one word the other is no result"


def test_a_name_is_taken_back_alone_whatever_was_played_under_it() -> None:
    session = begun()
    give(session, Rename(ORGANISER, "Ada", "Ada Lovelace"))
    both_say(session, 1)
    both_say(session, 2)
    give(session, Drop(ORGANISER, "Ada Lovelace"), DRAFT)
    ada = shown(session.state).find("Ada Lovelace")
    assert ada is not None and ada.dropped
    number = next(one.version for one in session.records if type(one.event).__name__ == "PlayerRenamed") + 1
    done(session, taking_back(session, ORGANISER, number))
    ada = shown(session.state).find("Ada")
    assert ada is not None and ada.dropped and session.state.find("Ada Lovelace") is None


def test_whoever_comes_after_somebody_was_taken_back_has_another_number() -> None:
    session = opened(1)
    give(session, Register(ORGANISER, ("Ada",)), Register(ORGANISER, ("Ben",)))
    done(session, taking_back(session, ORGANISER))
    give(session, Register(ORGANISER, ("Mallory",)))
    assert [(one.name, one.number) for one in session.state.players] == [("Ada", 1), ("Mallory", 3)]
    done(session, bringing_back(session, ORGANISER))
    assert [(one.name, one.number) for one in session.state.players] == [("Ada", 1), ("Ben", 2), ("Mallory", 3)]


@pytest.mark.rule("TW-REDO-01", "TW-REDO-02", "TW-UNDO-01")
def test_what_cannot_be_taken_or_brought_back_says_why() -> None:
    session = opened(1)
    assert refused(taking_back(session, ORGANISER)) == {"TW-UNDO-01"}
    assert refused(bringing_back(session, ORGANISER)) == {"TW-REDO-01"}
    give(session, Register(ORGANISER, ("Ada",)))
    done(session, taking_back(session, ORGANISER))
    give(session, Register(ORGANISER, ("ada",)))
    plan = bringing_back(session, ORGANISER)
    assert len(plan.asked) == 1, "the other one of that name would go"
    session = begun()
    give(session, ReportResult(ORGANISER, 1, Outcome.FIRST))
    done(session, taking_back(session, ORGANISER))
    give(session, ReportResult(ORGANISER, 1, Outcome.SECOND))
    assert refused(bringing_back(session, ORGANISER)) == {"TW-REDO-02"}


def test_a_swap_taken_back_takes_along_what_was_played_by_it() -> None:
    session = opened(3)
    give(session, Register(ORGANISER, NAMES), DRAFT)
    drawn = session.state.draft
    give(session, Swap(ORGANISER, drawn.pairings[0].players[0], drawn.pairings[1].players[0]))
    number = session.version + 1
    give(session, PUBLISH)
    plan = taking_back(session, ORGANISER, number)
    done(session, plan)
    assert session.state.published[-1].pairings == drawn.pairings


def test_an_older_draft_is_never_published_in_the_place_of_the_one_that_was() -> None:
    """Pairs were drawn twice, and the second ones published: without them nothing is, whatever lies under them."""
    session = opened(3)
    give(session, Register(ORGANISER, NAMES[:2]), DRAFT, Register(ORGANISER, NAMES[2:]), DRAFT)
    drafted = session.version + 1
    give(session, PUBLISH, GiveTime(JUDGE, 1, 2))
    plan = taking_back(session, ORGANISER, drafted)
    assert [type(event) for entry in plan.along for event in entry.events] == [RoundPublished, TimeGiven]
    done(session, plan, along=2)
    assert not session.state.published and session.state.draft is not None, "the first pairs, for the organiser alone"
    give(session, PUBLISH)
    plan = bringing_back(session, ORGANISER)
    assert [type(event) for entry in plan.along for event in entry.events] == [RoundPublished]


def test_a_deleted_player_comes_back() -> None:
    session = opened(3)
    give(session, Register(ORGANISER, NAMES), Delete(ORGANISER, "Ben"))
    assert [one.name for one in session.state.players] == ["Ada", "Cleo", "Dan"]
    done(session, taking_back(session, ORGANISER))
    assert [one.name for one in session.state.players] == list(NAMES)


def test_the_record_is_told_again_as_it_was() -> None:
    session = begun()
    give(session, ReportResult(ORGANISER, 1, Outcome.FIRST), ReportResult(ORGANISER, 2, Outcome.FIRST))
    done(session, taking_back(session, ORGANISER))
    again = Session(session.system, session.ledger, session.clock, seats=(ORGANISER,))
    assert again.state == session.state
    done(again, bringing_back(again, ORGANISER))
    assert again.state.published[-1].missing == ()


# days at random


class Day:
    """A day of the real event, and the list of its orders for the slow one."""

    def __init__(self, seed: int) -> None:
        self.rng, self.session = random.Random(seed), opened(seed)
        self.orders: dict[int, Order] = {}  # by the number of the order in the record
        self.counting: set[int] = set()
        self.gone: list[tuple[int, set[int]]] = []  # what was taken back, by the version of the revision
        self.made = 0

    def give(self, order: Any, *told: Any) -> bool:
        """Give an order to both; what is refused is told to nobody."""
        before = self.session.version
        if not isinstance(self.session.submit(order), Accepted) or self.session.version == before:
            return False
        number = before + 2
        self.orders[number] = (number, *told)
        self.counting.add(number)
        return True

    def expected(self) -> list[Order]:
        return [self.orders[number] for number in sorted(self.counting)]

    def step(self) -> None:
        """One thing that happens on such a day."""
        rng, state = self.rng, self.session.state
        deeds = [self._enter, self._drop, self._rename, self._round, self._result, self._claim, self._judge]
        deeds += [self._result, self._claim, self._time, self._undo, self._undo, self._redo, self._swap, self._bye]
        if len(state.players) < 4:
            deeds = [self._enter]
        rng.choice(deeds)()

    def _enter(self) -> None:
        self.made += 1
        name = f"P{self.made}"
        number = self.session.state.flow.asked + 1
        self.give(Register(ORGANISER, (name,)), "enter", number, name)

    def _some(self) -> Any:
        return self.rng.choice(self.session.state.players)

    def _drop(self) -> None:
        one = self._some()
        if one.dropped:
            self.give(Return(ORGANISER, one.name), "return", one.number)
        elif len(self.session.state.active) > 4:
            self.give(Drop(self.rng.choice((ORGANISER, player_seat(one.number))), one.name), "drop", one.number)

    def _rename(self) -> None:
        self.made += 1
        one = self._some()
        self.give(Rename(ORGANISER, one.name, f"R{self.made}"), "rename", one.number, f"R{self.made}")

    def _round(self) -> None:
        """Drafted and published at once: to the slow day it is one order, told at the publishing."""
        if isinstance(self.session.submit(DRAFT), Rejected):
            return
        round_ = self.session.state.draft
        numbers = {one.name: one.number for one in self.session.state.players}
        pairs = {one.table: tuple(numbers[name] for name in one.players) for one in round_.pairings}
        byes = {numbers[one.player]: one.kind.value for one in round_.byes}
        assert self.give(PUBLISH, "round", round_.number, pairs, byes)

    def _at(self) -> Any:
        rounds = self.session.state.published
        return self.rng.choice(rounds[-1].pairings) if rounds and rounds[-1].pairings else None

    def _pair(self, pairing: Any) -> tuple[int, ...]:
        return tuple(self.session.state.find(name).number for name in pairing.players)

    def _said(self) -> tuple[Outcome, tuple[int, int]]:
        return self.rng.choice((Outcome.FIRST, Outcome.SECOND)), self.rng.choice(((200, 100), (50, 0)))

    def _result(self) -> None:
        rounds = self.session.state.published
        if rounds:
            round_ = self.rng.choice((rounds[-1], rounds[-1], rounds[-1], self.rng.choice(rounds)))
            pairing, (outcome, points) = self.rng.choice(round_.pairings), self._said()
            missing = [one for one in round_.pairings if one.result is None]
            pairing = missing[0] if missing else pairing
            order = ReportResult(self.rng.choice((ORGANISER, JUDGE)), pairing.table, outcome, points, round_.number)
            self.give(order, "result", round_.number, pairing.table, self._pair(pairing), outcome.value, points)

    def _claim(self) -> None:
        pairing = self._at()
        if pairing is None:
            return
        name, (outcome, points) = self.rng.choice(pairing.players), self._said()
        player, before = self.session.state.find(name), self.session.version
        round_ = self.session.state.published[-1].number
        if isinstance(self.session.submit(Report(player_seat(player.number), outcome, points, 5)), Accepted):
            brought = [one.event for one in self.session.records[before + 1 :]]
            calls = [one.call for one in brought if isinstance(one, CallChanged)]
            is_result = any(isinstance(one, ResultReported) for one in brought)
            effect = "result" if is_result else f"call {calls[0].id}" if calls else "nothing"
            told = (round_, pairing.table, self._pair(pairing), player.number, outcome.value, points, effect)
            self.orders[before + 2] = (before + 2, "claim", *told)
            self.counting.add(before + 2)

    def _judge(self) -> None:
        """A call is opened, taken, ruled on."""
        calls, pairing = self.session.state.calls, self._at()
        waiting = [call for call in calls if call.is_open]
        if not waiting:
            if pairing is not None:
                id_ = self.session.state.called + 1
                order = CallJudge(JUDGE, pairing.table, "dice", 7)
                self.give(order, "call", self.session.state.flow.round, pairing.table, id_, "dice")
            return
        call, judge = self.rng.choice(waiting), self.rng.choice(("Maria", "Otto"))
        if self.rng.random() < 0.5:
            self.give(TakeCall(JUDGE, call.id, judge), "take", call.id, judge)
        else:
            minutes = self.rng.choice((0, 3))
            self.give(CloseCall(JUDGE, call.id, "so it is", minutes=minutes), "close", call.id, minutes)

    def _swap(self) -> None:
        """Two of the round that is played change places, one of them perhaps with the bye."""
        round_ = self.session.state.round(0)
        if round_ is None or self.session.state.draft is not None:
            return
        byes = [round_.bye.player] if round_.bye is not None and round_.bye.kind is Kind.BYE else []
        open_ = [name for one in round_.pairings if one.result is None for name in one.players] + byes
        if len(open_) > 1:
            one, other = self.rng.sample(open_, 2)
            numbers = [self.session.state.find(name).number for name in (one, other)]
            drawn = max(one for one in self.counting if self.orders[one][1:3] == ("round", round_.number))
            self.give(Swap(ORGANISER, one, other, "they came together"), "swap", round_.number, *numbers, drawn)

    def _bye(self) -> None:
        """Give a player who did not play in a round another kind of bye for it."""
        rounds = self.session.state.published
        if rounds:
            round_, kind = self.rng.choice(rounds), self.rng.choice((Kind.HALF_BYE, Kind.REQUESTED_BYE))
            if resting := [bye.player for bye in round_.byes]:
                one = self.session.state.find(self.rng.choice(resting))
                given = GiveBye(ORGANISER, one.name, round_.number, kind)
                self.give(given, "bye", round_.number, one.number, kind.value)

    def _time(self) -> None:
        pairing = self._at()
        if pairing is not None:
            now = self.session.state.flow.round
            self.give(GiveTime(JUDGE, pairing.table, 2), "time", now, pairing.table, 2)

    def _undo(self) -> None:
        """Somebody's order, old or new, is taken back; what the slow day strikes out is what is asked about."""
        if not self.counting:
            return
        swapped = {self.orders[one][2] for one in self.counting if self.orders[one][1] == "swap"}
        # a round that is no longer published is a draft again, with what was swapped in it: the slow day has no drafts
        latest = [one for one in sorted(self.counting) if not (set(self.orders[one][1:3]) <= {"round", *swapped})][-6:]
        if not latest:
            return
        number = self.rng.choice(latest)
        plan = taking_back(self.session, ORGANISER, number)
        assert plan.revision is not None
        _, struck = carried_out([self.orders[one] for one in sorted(self.counting - {number})])
        named = {one.number for one in plan.along} & self.orders.keys()
        assert named == {order[0] for order in struck}, (self.orders[number], struck)
        self.session.revise(plan.revision)
        self.counting -= {number, *named}
        self.gone.append((self.session.version, {number, *named}))

    def _redo(self) -> None:
        plan = bringing_back(self.session, ORGANISER)
        if plan.revision is None or not self.gone:
            return
        version, returning = self.gone[-1]
        assert plan.revision.back == version
        named = {one.number for one in plan.along} & self.orders.keys()
        _, struck = carried_out([self.orders[one] for one in sorted(self.counting | returning)])
        assert named == {order[0] for order in struck}
        if named:  # whoever is asked says no
            return
        self.gone.pop()
        self.session.revise(plan.revision)
        self.counting |= returning

    def compare(self) -> None:
        table, struck = carried_out(self.expected())
        assert struck == []
        assert as_table(self.session).told() == table.told()


def as_table(session: Session) -> Table:
    """The real event as the slow day has it."""
    state, table = session.state, Table()
    numbers = {one.name: one.number for one in state.players}
    table.names = {one.number: one.called for one in state.players}
    table.gone = {one.number for one in state.players if one.dropped}
    for round_ in state.published:
        table.rounds.append({one.table: tuple(numbers[name] for name in one.players) for one in round_.pairings})
        table.byes.append({numbers[one.player]: one.kind.value for one in round_.byes})
        for one in round_.pairings:
            if one.result is not None:
                noted = (one.result.outcome.value, one.result.points, bool(one.result.by))
                table.results[round_.number, one.table] = noted
    for claim in state.claims:
        said = claim.table, claim.result.outcome.value, claim.result.points
        table.claims[claim.round, numbers[claim.player]] = said
    for call in state.calls:
        rulings = len([one for one in call.rulings if one.ruling == "so it is"])
        table.calls[call.id] = {
            "round": call.round,
            "table": call.table,
            "kind": call.kind,
            "open": call.is_open,
            "judges": tuple(one for one in call.judges if one in ("Maria", "Otto")),
            "rulings": rulings,
        }
    table.minutes = {(state.clock.round, at): minutes for at, minutes in state.clock.extra}
    return table


@pytest.mark.parametrize("seed", range(8))
def test_a_day_at_random_is_that_of_the_slow_model(seed: int) -> None:
    day = Day(seed)
    for _ in range(60):
        day.step()
        day.compare()


@pytest.mark.long
def test_two_hundred_days_at_random_are_those_of_the_slow_model() -> None:
    for seed in range(200):
        day = Day(seed)
        for _ in range(120):
            day.step()
        day.compare()
