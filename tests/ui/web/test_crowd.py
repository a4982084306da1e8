"""An hour of play squeezed into a minute: eight players, thirty-two who look on; nothing lost, nothing doubled."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.core.ids import Seat
from companion.games.heroclix.events.play import FigureMoved
from tests.ui.web.hosting import Client, served
from tests.ui.web.listening import Ear, hall_of
from tests.ui.web.tables import fight
from ui.web.screen import Screen

ROUNDS = 60


def goal(client: Client, steps: int) -> tuple[int, int]:
    found: list[Any] = next(goal for goal in client.parts["standing"]["goals"] if goal[3] == steps)
    return found[1], found[2]


def moves_and_takes_back(mover: Client, rounds: int, crowd: Sequence[Client] = ()) -> None:
    """Move and undo, so many times; every order is accepted."""
    for turn in range(rounds):
        mover.settle()
        at = goal(mover, 1 + turn % 3)
        assert mover.tap("space", at=at)["ok"]
        mover.settle()
        assert mover.tap("press", "confirm")["ok"]
        mover.settle()
        assert mover.tap("press", "undo")["ok"]
        for client in crowd:
            client.drain()
            client.frames.clear()


def memory_kb() -> int:
    with Path("/proc/self/status").open(encoding="utf-8") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def test_a_window_waits_for_the_pages_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine screens that take 10 ms each: a window's step of 25 ms shows three of them; the next steps show the rest."""
    hall = hall_of(fight())
    ears = [Ear(hall, seat) for seat in ("red", "blue", *["red"] * 7)]
    numbers = [ear.number for ear in ears]
    refresh, drawn = Screen.refresh, list[Screen]()

    def slow(screen: Screen, *given: Any, **more: Any) -> bool:
        drawn.append(screen)
        return refresh(screen, *given, **more)

    monkeypatch.setattr(Screen, "refresh", slow)
    monkeypatch.setattr("ui.web.shared_table.monotonic", lambda: len(drawn) * 0.01)
    hall.table.session.take_back(Seat("red"), judge="Jo", step=hall.table.session.undo_step())
    assert [hall.settle(0.025) for _ in range(3)] == [False, False, True]
    assert len(drawn) == len(ears)
    assert all(ear.number > number for ear, number in zip(ears, numbers, strict=True))


@pytest.mark.long
def test_eight_players_and_thirty_two_spectators() -> None:
    with served(fight) as table:
        first = table.ask(lambda: str(table.host.table.session.state.active_seat))
        mover = Client(table, table.token(first, "mover"))
        other = Client(table, table.token("blue" if first == "red" else "red", "other"))
        piece = next(one["piece"] for one in mover.parts["standing"]["figures"] if "may_be_lifted" in one["marks"])
        assert mover.tap("piece", piece)["ok"]
        moves_and_takes_back(mover, 10)
        crowd = [Client(table, table.token(role)) for role in ("red",) * 6 + ("spectator",) * 32]
        gc.collect()
        before = memory_kb()
        moves_and_takes_back(mover, ROUNDS, (other, *crowd))
        records = table.ask(lambda: list(table.host.table.session.records))
        made = [one for one in records if isinstance(one.event, FigureMoved)]
        assert len(made) == 10 + ROUNDS, "an order was lost, or counted twice"
        mover.settle()
        for client in (other, *crowd):
            client.settle()
            assert client.parts["figures"] == mover.parts["figures"]
            assert max(client.log) == max(mover.log)
        gc.collect()
        assert memory_kb() - before < 25_000, "memory grows with the play"
        for client in (mover, other, *crowd):
            client.close()
