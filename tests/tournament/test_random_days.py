"""Days at random, compared after every step with a slow model that carries a list of orders out from the morning.

rounds and eliminations (single, double, with a third place) · late entries · byes of every kind, asked for and given
results of every kind, by players and staff · calls, time · swaps after publishing · undo and redo of old orders
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from companion.core.rules import Accepted, Rejected
from companion.core.session import Session
from companion.tournament import ORGANISER, Outcome, standings
from companion.tournament.byhand import GiveBye, Swap
from companion.tournament.calls import CallChanged, CallJudge, CloseCall, TakeCall
from companion.tournament.claims import OF_STAFF, Report, claimed
from companion.tournament.clock import GiveTime
from companion.tournament.people import Drop, Register, Rename, Return
from companion.tournament.results import BYES, FITTING, Kind, Result
from companion.tournament.revising import bringing_back, taking_back
from companion.tournament.rounds import Cut, DraftRound, PublishRound, ReportResult, ResultReported
from companion.tournament.state import JUDGE, THIRD, Bye, Round, lot, player_seat
from tests.oracles.days import Order, Table, carried_out
from tests.tournament.events import opened

DRAFT, PUBLISH = DraftRound(ORGANISER), PublishRound(ORGANISER)


class Day:
    """A day of the real event, and the list of its orders for the slow one."""

    def __init__(self, seed: int) -> None:
        self.rng, self.session = random.Random(seed), opened(seed)
        self.lots = {number: lot(seed, "standings", number) for number in range(1, 200)}
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

    def _carried_out(self, counting: set[int]) -> tuple[Table, list[Order]]:
        return carried_out([self.orders[number] for number in sorted(counting)], self.lots)

    def step(self) -> None:
        """One thing that happens on such a day."""
        rng, state = self.rng, self.session.state
        deeds = [self._enter, self._drop, self._rename, self._round, self._result, self._claim, self._judge]
        deeds += [self._result, self._claim, self._time, self._undo, self._undo, self._redo, self._swap, self._bye]
        deeds += [self._result, self._ask, self._cut]
        if len(state.players) < 4:
            deeds = [self._enter]
        rng.choice(deeds)()

    def _enter(self) -> None:
        self.made += 1
        name = f"P{self.made}"
        number = self.session.state.flow.asked + 1
        kind = self.rng.choice(BYES)
        self.give(Register(ORGANISER, (name,), missed=kind), "enter", number, name, kind.value)

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
        byes = {numbers[one.player]: kind_of(one, round_) for one in round_.byes}
        assert self.give(PUBLISH, "round", round_.number, pairs, byes, round_.is_cut, third_of(round_))

    def _cut(self) -> None:
        """The best go on, once two rounds were played."""
        state = self.session.state
        if len(state.published) > 1 and not state.cut:
            size, lives = self.rng.choice((2, 3, 4, 4, 5)), self.rng.choice((1, 1, 2))
            third = lives == 1 and size >= 4 and self.rng.random() < 0.7
            places = [line.player for line in standings(state) if not line.dropped]
            players = tuple(state.find(name).number for name in places[:size])
            self.give(Cut(ORGANISER, size, lives, third), "cut", size, lives, players)

    def _at(self) -> Any:
        rounds = self.session.state.published
        return self.rng.choice(rounds[-1].pairings) if rounds and rounds[-1].pairings else None

    def _pair(self, pairing: Any) -> tuple[int, ...]:
        return tuple(self.session.state.find(name).number for name in pairing.players)

    def _said(self, *, is_player: bool = False) -> tuple[Outcome, tuple[int, int], Kind | None]:
        """An outcome, most often a win; points; and its kind, most often the one that it has by itself."""
        outcome = self.rng.choices(list(Outcome), weights=(6, 6, 2, 1))[0]
        kinds = [kind for kind in FITTING[outcome] if not (is_player and kind in OF_STAFF)]
        kind = self.rng.choice(kinds) if self.rng.random() < 0.4 else None
        return outcome, self.rng.choice(((200, 100), (50, 0), (0, 0))), kind

    def _result(self) -> None:
        rounds = [round_ for round_ in self.session.state.published if round_.pairings]
        if rounds:
            round_ = self.rng.choice((rounds[-1], rounds[-1], rounds[-1], self.rng.choice(rounds)))
            missing = [one for one in round_.pairings if one.result is None]
            pairing = missing[0] if missing else self.rng.choice(round_.pairings)
            said, seat = self._said(), self.rng.choice((ORGANISER, JUDGE))
            order = ReportResult(seat, pairing.table, said[0], said[1], round_.number, said[2])
            self.give(order, "result", round_.number, pairing.table, self._pair(pairing), told(Result(*said)))

    def _claim(self) -> None:
        pairing = self._at()
        if pairing is None:
            return
        name, said = self.rng.choice(pairing.players), self._said(is_player=True)
        if self.rng.random() < 0.7:  # most often two say the same
            others = claimed(self.session.state, self.session.state.flow.round, pairing.table)
            said = (others[0].result.outcome, others[0].result.points, others[0].result.kind) if others else said
        player, before = self.session.state.find(name), self.session.version
        round_ = self.session.state.published[-1].number
        if isinstance(self.session.submit(Report(player_seat(player.number), said[0], said[1], 5, said[2])), Accepted):
            brought = [one.event for one in self.session.records[before + 1 :]]
            calls = [one.call for one in brought if isinstance(one, CallChanged)]
            is_result = any(isinstance(one, ResultReported) for one in brought)
            effect = "result" if is_result else f"call {calls[0].id}" if calls else "nothing"
            where = round_, pairing.table, self._pair(pairing), player.number
            self.orders[before + 2] = (before + 2, "claim", *where, told(Result(*said)), effect)
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
            round_, kind = self.rng.choice(rounds), self.rng.choice(BYES)
            if resting := [bye.player for bye in round_.byes]:
                one = self.session.state.find(self.rng.choice(resting))
                given = GiveBye(ORGANISER, one.name, round_.number, kind)
                self.give(given, "bye", round_.number, one.number, kind.value)

    def _ask(self) -> None:
        """A player asks for a bye in a round to come, or the organiser gives one of any kind."""
        one, ahead = self._some(), len(self.session.state.published) + self.rng.choice((1, 1, 2))
        seat = self.rng.choice((ORGANISER, player_seat(one.number)))
        kind = self.rng.choice(BYES) if seat == ORGANISER else Kind.REQUESTED_BYE
        if sum(number == ahead for number, _ in self.session.state.asked_byes) < 2:
            self.give(GiveBye(seat, one.name, ahead, kind), "ask", ahead, one.number, kind.value)

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
        _, struck = self._carried_out(self.counting - {number})
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
        _, struck = self._carried_out(self.counting | returning)
        assert named == {order[0] for order in struck}
        if named:  # whoever is asked says no
            return
        self.gone.pop()
        self.session.revise(plan.revision)
        self.counting |= returning

    def compare(self) -> None:
        table, struck = self._carried_out(self.counting)
        assert struck == []
        assert as_table(self.session, self.lots).told() == table.told()
        alive = [self.session.state.find(name).number for name in self.session.state.alive]
        assert alive == (table.alive if table.cut else [])

    def compare_places(self) -> None:
        found, (table, _) = standings(self.session.state), self._carried_out(self.counting)
        numbers = {one.name: str(one.number) for one in self.session.state.players}
        columns = [(numbers[one.player], {"match_points": Fraction(one.score, 2), **one.tiebreaks}) for one in found]
        assert columns == table.standings()


def told(result: Result) -> tuple[str, tuple[int, int], str]:
    return result.outcome.value, result.points, result.ended.value


def kind_of(bye: Bye, round_: Round) -> str:
    return "left" if bye == round_.bye else bye.kind.value


def third_of(round_: Round) -> int | None:
    return next((one.table for one in round_.pairings if one.why.key == THIRD), None)


def as_table(session: Session, lots: Mapping[int, int]) -> Table:
    """The real event as the slow day has it."""
    state, table = session.state, Table(lots=lots)
    numbers = {one.name: one.number for one in state.players}
    table.names = {one.number: one.called for one in state.players}
    table.gone = {one.number for one in state.players if one.dropped}
    table.cut, table.lives = tuple(numbers[name] for name in state.cut), state.lives
    table.asked = {(round_, numbers[bye.player]): bye.kind.value for round_, bye in state.asked_byes}
    for round_ in state.published:
        table.rounds.append({one.table: tuple(numbers[name] for name in one.players) for one in round_.pairings})
        table.byes.append({numbers[one.player]: kind_of(one, round_) for one in round_.byes})
        if round_.is_cut:
            table.thirds[round_.number] = third_of(round_)
        for one in round_.pairings:
            if one.result is not None:
                table.results[round_.number, one.table] = told(one.result), bool(one.result.by)
    for claim in state.claims:
        table.claims[claim.round, numbers[claim.player]] = claim.table, told(claim.result)
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
    for _ in range(90):
        day.step()
        day.compare()
    day.compare_places()


@pytest.mark.long
def test_two_hundred_days_at_random_are_those_of_the_slow_model() -> None:
    cuts = 0
    for seed in range(200):
        day = Day(seed)
        for _ in range(180):
            day.step()
        day.compare()
        day.compare_places()
        cuts += bool(day.session.state.cut)
    assert cuts > 50
