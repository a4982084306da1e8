"""A table's pages without a browser: what a device is sent, what its taps do, which are refused, and in which words."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.core.events import TakenBack
from companion.games.heroclix.events.play import FigureMoved
from companion.system import DiceGenerator
from tests.patience import PATIENCE_S
from tests.ui.web.hosting import Client, Served, served
from tests.ui.web.tables import fight, quest
from tests.ui.web.test_buttons_stay import DEEDS, another, heroes


@pytest.fixture
def pair(table: Served) -> Iterator[tuple[Client, Client]]:
    """The one whose turn it is, and the other."""
    first = table.ask(lambda: str(table.host.table.session.state.active_seat))
    seats = sorted(("red", "blue"), key=lambda seat: seat != first)
    made = tuple(Client(table, table.token(seat, name=seat)) for seat in seats)
    yield made[0], made[1]
    for client in made:
        client.close()


def own_figure(client: Client) -> str:
    seat = client.parts["bar"]["seat"]
    name: str = next(figure["piece"] for figure in client.parts["standing"]["figures"] if figure["seat"] == seat)
    return name


def moves(table: Served) -> int:
    records = table.ask(lambda: list(table.host.table.session.standing()))
    return sum(isinstance(record.event, FigureMoved) for record in records)


def choose_and_go(client: Client, squares: int = 2) -> None:
    """Chooses a figure and taps a square that many steps away; the card asks to confirm."""
    if not client.parts["standing"]["goals"]:
        assert client.tap("piece", own_figure(client))["ok"]
    client.settle()
    goal = next(goal for goal in client.parts["standing"]["goals"] if goal[3] == squares)
    assert client.tap("space", at=(goal[1], goal[2]))["ok"]


def test_a_move_on_one_phone_is_seen_on_the_other(table: Served, pair: tuple[Client, Client]) -> None:
    mover, other = pair
    choose_and_go(mover)
    assert mover.button("Confirm")["ok"]
    other.settle()
    mover.settle()
    assert moves(table) == 1
    assert mover.parts["figures"] == other.parts["figures"]
    assert other.log[max(other.log)][1] == mover.log[max(mover.log)][1]


def test_what_one_phone_chooses_is_its_own(pair: tuple[Client, Client]) -> None:
    mover, other = pair
    before = other.number
    mover.tap("piece", own_figure(mover))
    mover.settle()
    other.settle()
    assert mover.parts["standing"]["goals"] and not other.parts["standing"]["goals"]
    assert other.number == before  # nothing was sent


def test_the_figure_of_another_seat_goes_nowhere(table: Served, pair: tuple[Client, Client]) -> None:
    mover, other = pair
    figure = own_figure(mover)
    for client in pair:
        client.tap("piece", figure)
        client.settle()
    goal = mover.parts["standing"]["goals"][0]
    assert other.parts["standing"]["goals"] == []
    other.tap("space", at=(goal[1], goal[2]))
    other.settle()
    assert not other.parts["card"] and moves(table) == 0


def test_a_tap_sent_twice_counts_once(table: Served, pair: tuple[Client, Client]) -> None:
    mover, _ = pair
    choose_and_go(mover)
    mover.settle()
    first = mover.tap("press", "confirm", id=900, seen=mover.number)
    again = mover.tap("press", "confirm", id=900, seen=mover.number)
    assert first == again and first["ok"]
    assert moves(table) == 1


def test_a_tap_that_comes_too_late_is_answered_in_words(table: Served, pair: tuple[Client, Client]) -> None:
    mover, other = pair
    other.settle()
    seen = other.number
    choose_and_go(mover)
    assert mover.button("Confirm")["ok"]
    other.settle()
    answer = other.tap("piece", own_figure(mover), seen=seen)
    assert (answer["ok"], answer["rule"]) == (False, "TW-SEEN-01")
    assert "Look again" in answer["words"]


def test_a_button_that_others_left_as_it_was_counts_however_late() -> None:
    """Heroes act at once: a card of one changes while another walks, and what it still offers is no lost tap."""
    chance, dice, late = random.Random(4), DiceGenerator(4), 0
    with served(heroes) as table:
        ferrier = Client(table, table.token("ferrier", name="Ann"))
        assert ferrier.tap("press", "figure:ferrier")["ok"]
        ferrier.settle()
        for _ in range(DEEDS):
            before, seen = ferrier.parts["card"], ferrier.number
            table.ask(partial(another, table, chance, dice))
            table.ask(table.host.hall.settle)
            ferrier.settle()
            now = ferrier.parts["card"]
            same = [does for does, words in before["buttons"] if [does, words] in now["buttons"]]
            if now == before or now["title"] != before["title"] or not same:
                continue
            late += 1
            answer = ferrier.tap("press", same[-1], seen=seen)
            assert answer["ok"], (answer, same[-1])
            break
        ferrier.close()
    assert late


def test_a_second_tap_on_what_ones_own_tap_changed_is_late(table: Served, pair: tuple[Client, Client]) -> None:
    mover, _ = pair
    choose_and_go(mover)
    mover.settle()
    seen = mover.number
    assert mover.tap("press", "confirm", seen=seen)["ok"]
    assert not mover.tap("press", "confirm", seen=seen)["ok"] and moves(table) == 1


def test_one_takes_back_its_own_and_asks_for_the_rest(table: Served, pair: tuple[Client, Client]) -> None:
    mover, other = pair
    choose_and_go(mover)
    mover.button("Confirm")
    mover.settle()
    assert mover.tap("press", "undo")["ok"]
    assert moves(table) == 0
    mover.settle()
    choose_and_go(mover)
    mover.button("Confirm")
    mover.settle()
    assert mover.tap("press", "end_turn")["ok"]
    mover.settle()
    mover.tap("press", "confirm")
    other.settle()
    choose_and_go(other)
    other.button("Confirm")
    mover.settle()
    assert mover.tap("press", "undo")["ok"]  # the other has moved meanwhile, and is asked
    mover.settle()
    assert mover.parts["errands"][0].startswith("Still to agree")
    assert moves(table) == 2
    assert other.button("No")["ok"]
    assert moves(table) == 2
    mover.settle()
    mover.tap("press", "undo")
    assert other.button("Yes")["ok"]
    events = table.ask(lambda: [record.event for record in table.host.table.session.records])
    assert isinstance(events[-1], TakenBack) and moves(table) <= 1


def test_seats_are_given_back_and_taken_over_by_consent(table: Served, pair: tuple[Client, Client]) -> None:
    third = Client(table, table.token("spectator"))
    assert third.tap("room", "sit:red")["words"] == "Only players take a seat."
    late = Client(table, table.token("red", "late"))  # held by somebody who is here: asked
    holder = next(client for client in pair if client.parts["room"]["you"]["seats"] == ["red"])
    holder.settle()
    assert late.parts["room"]["you"]["seats"] == []
    assert "late" in holder.parts["room"]["asks"][0]["text"]
    assert holder.tap("room", holder.parts["room"]["asks"][0]["do"][0][0])["ok"]
    late.settle()
    holder.settle()
    assert late.parts["room"]["you"]["seats"] == ["red"] and holder.parts["room"]["you"]["seats"] == []
    assert late.tap("room", "rise:red")["ok"]
    assert holder.tap("room", "sit:red")["ok"]


def test_a_page_that_is_back_gets_what_it_missed_and_no_more(pair: tuple[Client, Client]) -> None:
    mover, other = pair
    other.settle()
    other.close()
    choose_and_go(mover)
    mover.button("Confirm")
    mover.settle()
    have, frames = other.number, len(other.frames)
    other.connect(has=have)
    other.receive("model")
    assert len(other.frames) == frames + 1
    assert '"whole":false' in other.frames[-1] and '"ground"' not in other.frames[-1]
    assert other.parts["figures"] == mover.parts["figures"]


def test_a_page_that_goes_while_it_waits_takes_nobody_along() -> None:
    """Its question is asked all the same, nobody hears the answer, and the table goes on."""
    done: list[str] = []
    with served(fight) as table:

        async def ask_and_go() -> None:
            asked = asyncio.ensure_future(table.host._call(lambda: done.append("asked")))
            wrong = asyncio.ensure_future(table.host._call(lambda: done[7]))
            await asyncio.sleep(0)
            for waits in (asked, wrong):
                waits.cancel()
            await asyncio.gather(asked, wrong, return_exceptions=True)

        begun = threading.Event()

        def busy() -> None:
            begun.set()
            time.sleep(0.3)

        blocked = threading.Thread(target=table.ask, args=(busy,))
        blocked.start()
        assert begun.wait(PATIENCE_S)  # the session's thread is busy: what is asked now waits in its line
        page = threading.Thread(target=lambda: asyncio.run(ask_and_go()))  # a browser may hold this thread's loop
        page.start()
        page.join(PATIENCE_S)
        blocked.join(PATIENCE_S)
        assert table.get("/health")[0].status == 200
        assert done == ["asked"]


def test_a_host_that_was_killed_goes_on_with_all_its_pages(tmp_path: Path) -> None:
    store = tmp_path / "evening.db"
    with served(lambda: quest(store), store) as first:
        cookie, port, code = first.token("master", "Eva"), first.port, first.host.code
        master = Client(first, cookie)
        assert master.parts["bar"]["title"]
        seen, epoch = master.number, master.epoch
        master.close()
    with served(lambda: quest(store), store, port) as second:
        assert second.host.code == code
        again = Client(second, cookie)
        assert again.parts["room"]["you"]["seats"] == ["master"]
        assert again.epoch == epoch + 1
        answer = again.tap("press", "end_turn", epoch=epoch, seen=seen)
        assert not answer["ok"] and "opened again" in answer["words"]
        again.close()


def test_a_hero_is_told_nothing_of_what_the_master_sees() -> None:
    with served(quest) as table:
        elf, master = (Client(table, table.token(seat)) for seat in ("elf", "master"))
        watcher = Client(table, table.token("spectator"))
        assert "goblin-1" in str(master.parts["standing"])
        for client in (elf, watcher):
            assert not any("goblin" in frame or "trap" in frame for frame in client.frames)
        assert watcher.parts["card"] is None
        answer = watcher.tap("press", "do:0")
        assert answer["words"] == "This page only watches."


def test_what_is_no_message_ends_the_connection(table: Served, pair: tuple[Client, Client]) -> None:
    mover, other = pair
    mover.socket.send("{")
    assert not mover.tap_is_possible()
    assert other.tap_is_possible()
    other.socket.send("x" * 5000)
    assert not other.tap_is_possible()
