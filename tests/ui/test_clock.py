"""The clock: whose time runs, what a restart costs, and that time called leads to the game's own ends."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.flow import ChoiceRequest, Flow, Outcome
from companion.core.ids import RequestId, RuleId, Seat
from companion.games.heroclix.commands import BeginGame
from companion.table.clock import EVENING, Clock, Limits, minutes_and_seconds
from tests.ui.test_evening import Opener, begun, start  # noqa: F401  (the fixture)
from ui.table.clock import KeptClock

RED, BLUE = Seat("red"), Seat("blue")
AT_RED, AT_BLUE = (Flow(round=1, turn=number, active=frozenset({seat})) for number, seat in ((1, RED), (2, BLUE)))


class Hand:
    """A watch that a test turns."""

    at = 100.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def hand() -> Hand:
    return Hand()


def question(*, secret: bool) -> ChoiceRequest:
    return ChoiceRequest(RequestId("1"), BLUE, RuleId("HC-END-02"), ("yes", "no"), secret=secret)


def test_the_time_of_whom_the_game_waits_for_runs(hand: Hand) -> None:
    clock = Clock(Limits(), hand)
    clock.follow(AT_RED)
    hand.at += 50  # not yet started
    clock.go()
    hand.at += 7
    clock.follow(replace(AT_RED, pending=(question(secret=False),)))  # blue is asked in red's turn
    hand.at += 5
    clock.follow(AT_BLUE)
    hand.at += 3
    clock.pause()
    hand.at += 1000
    spent = clock.spent()
    assert (spent.evening, spent.round, spent.turn) == (15, 15, 3)
    assert spent.seats == {RED: 7, BLUE: 8}
    clock.follow(replace(AT_RED, round=2))
    assert (clock.spent().round, clock.spent().turn) == (0, 0)


def test_who_is_asked_in_secret_is_no_clue_on_the_clock(hand: Hand) -> None:
    clock = Clock(Limits(), hand)
    clock.go()
    clock.follow(replace(AT_RED, pending=(question(secret=True),)))
    hand.at += 9
    assert (clock.spent().evening, set(clock.seats)) == (9, set())
    clock.follow(replace(AT_RED, outcome=Outcome((), RuleId("HC-END-01"), ())))
    assert set(clock.seats) == set()


def test_time_is_called_once(hand: Hand) -> None:
    clock = Clock(Limits(evening=1, seat=2), hand)
    clock.go()
    clock.follow(AT_RED)
    hand.at += 59
    assert (clock.left(), clock.called()) == (1, ())
    hand.at += 1
    assert (clock.called(), clock.called()) == ((EVENING,), ())
    hand.at += 60
    assert (clock.called(), clock.left(RED), clock.left(BLUE)) == ((RED,), 0, 120)


def test_a_restart_loses_nothing_that_was_kept(hand: Hand, tmp_path: Path) -> None:
    store = tmp_path / "game.db"
    store.touch()
    kept = KeptClock(store, hand)
    kept.switch()
    kept.step(AT_RED)
    hand.at += 42
    kept.step(AT_BLUE)
    hand.at += 10_000  # the machine was off
    again = KeptClock(store, hand).clock
    assert not again.is_running
    assert again.spent() == replace(kept.clock.spent(), evening=42, round=42, turn=0, seats={RED: 42, BLUE: 0})
    store.with_suffix(".clock").write_bytes(b'{"evening": "soon"')
    assert KeptClock(store, hand).clock.spent().evening == 0


def test_a_clock_alone_in_memory_leaves_no_file(hand: Hand, tmp_path: Path) -> None:
    KeptClock(tmp_path / "none.db", hand).switch()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("seconds", "words"), [(0, "0:00"), (247.9, "4:07"), (3729, "1:02:09"), (-65, "-1:05")])
def test_time_is_written_as_on_a_watch(seconds: float, words: str) -> None:
    assert minutes_and_seconds(seconds) == words


@pytest.mark.rule("HC-END-02")
def test_time_called_offers_the_games_own_ends(start: Opener, hand: Hand) -> None:  # noqa: F811
    taps = begun(start(clock=True, evening_minutes=60))
    evening, table = taps.evening, taps.evening.table
    assert table is not None
    presenter = table.presenter
    presenter.session.submit(BeginGame(presenter.session.seats[0]))
    assert evening.table_session is not None
    kept = evening.table_session.clock
    kept.clock._now = hand
    kept.clock._since = hand.at
    face = evening.table_session.time()
    assert face is not None
    assert (face.evening, face.is_running) == ("1:00:00", True)
    evening.leave_table("clock")
    taps.on("Pause")
    assert not kept.clock.is_running
    taps.on("Start the timer", "Each player has", "Back", "Back")
    assert kept.clock.limits == Limits(60, 10)
    assert evening.settings.seat_minutes == 10
    hand.at += 3600
    table.step()
    card = presenter.model().card
    assert card is not None
    assert card.title == "Time is up: the evening is over"
    presenter.press("dismiss")
    table.step()
    after = presenter.model().card
    assert after is None or after.title != card.title
    evening.leave_table("home")
