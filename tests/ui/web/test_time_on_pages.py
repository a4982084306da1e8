"""The clock on every page: it counts by itself, anybody stops it, time called is told, a restart costs nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.ids import Seat
from companion.table.clock import Limits
from tests.ui.web.browser import Come
from tests.ui.web.hosting import Served, served
from tests.ui.web.listening import Ear, hall_of
from tests.ui.web.tables import fight
from ui.table.bootstrap import Table
from ui.table.clock import KeptClock


class Watch:
    """A watch that a test turns."""

    at = 100.0

    def __call__(self) -> float:
        return self.at


def timed(limits: Limits) -> tuple[Table, Watch]:
    """The sample fight at its first turn, its clock at work."""
    table, watch = fight(), Watch()
    table.clock = KeptClock(Path("none"), watch)
    table.clock.limit(limits)
    table.clock.switch()
    table.step()
    return table, watch


def test_every_page_hears_of_whose_time_runs_and_of_what_is_left() -> None:
    table, watch = timed(Limits(evening=60, seat=20))
    hall = hall_of(table)
    mover = Seat(table.session.state.active_seat)
    other = next(seat for seat in table.session.seats if seat != mover)
    ears = {seat: Ear(hall, seat) for seat in (mover, other, "spectator")}
    watch.at += 90
    table.step()
    frames = len(ears[other].frames)
    ears[mover].end()
    table.step()
    hall.settle()
    assert len(ears[other].frames) > frames
    for ear in ears.values():
        times = {word: (gone, limit, runs) for word, gone, limit, runs in ear.parts["clock"]["times"]}
        assert times.pop("") == (90, 3600, True)
        assert sorted(times.values()) == [(0, 1200, True), (90, 1200, False)]
    assert ears["spectator"].parts["clock"]["do"] is None
    assert not ears["spectator"].tap("room", "clock").ok
    assert ears[other].tap("room", "clock").ok
    assert not table.clock.clock.is_running
    assert ears[mover].parts["clock"]["do"] == ["clock", "Start the timer"]


def test_a_second_that_passes_is_sent_to_nobody() -> None:
    table, watch = timed(Limits(evening=60))
    ear = Ear(hall_of(table), "red")
    frames = len(ear.frames)
    for _ in range(30):
        watch.at += 1
        table.step()
        ear.hall.settle()
    assert len(ear.frames) == frames


def test_time_called_is_told_on_every_page_and_leads_to_the_ends() -> None:
    table, watch = timed(Limits(evening=1))
    hall = hall_of(table)
    ears = [Ear(hall, name) for name in ("red", "blue", "spectator")]
    watch.at += 61
    table.step()
    hall.settle()
    assert [ear.parts["clock"]["over"] for ear in ears] == ["Time is up: the evening is over"] * 3
    assert [ear.parts["bar"]["end_game"] for ear in ears] == [True, True, False]
    table.clock.limit(Limits(evening=2))  # a little more
    hall.settle()
    assert [ear.parts["clock"]["over"] for ear in ears] == [""] * 3


@pytest.mark.slow
def test_a_page_counts_and_is_stopped(table: Served, come: Come) -> None:
    table.ask(lambda: table.host.clock.limit(Limits(evening=60, seat=20)))
    first, second = come(table).come_in("red"), come(table, lang="fr").come_in("blue")
    second.press("Démarrer le chronomètre", within=".clock")
    for person in (first, second):
        person.until("() => /59:5[0-8]/.test(document.querySelector('.clock b').textContent)")
    assert first.page.locator(".clock .runs").count() == 2  # the evening, and the seat whose turn it is
    first.press("Pause", within=".clock")
    second.until("() => document.querySelector('.clock').classList.contains('stands')")
    assert second.page.locator(".clock").get_by_text("Temps restant").count() == 1


def test_a_host_that_is_started_again_goes_on_with_the_time(tmp_path: Path) -> None:
    store = tmp_path / "evening.db"
    watch = Watch()
    with served(lambda: fight(store), store) as first:
        first.ask(lambda: setattr(first.host.table, "clock", KeptClock(store, watch)))
        first.ask(lambda: first.host.clock.switch())
        watch.at += 75
    with served(lambda: fight_again(store), store) as second:
        (evening,) = second.ask(lambda: second.host.clock.hands()).times
    assert (evening.gone, evening.is_running) == (75, False)


def fight_again(store: Path) -> Table:
    from ui.table.bootstrap import open_table
    from ui.table.settings import TableConfig

    return open_table(TableConfig(str(store), lang="en"), None)
