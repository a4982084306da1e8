"""Looking back on a page: the table as its side saw it then, while the game goes on; a seat that two devices hold."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.ui.web.browser import Come
from tests.ui.web.hosting import Client, Served
from tests.ui.web.test_pages import choose_and_go, hears_of


def then(table: Served, client: Client, line: object) -> dict[str, Any] | None:
    answer, body = table.get(f"/then?line={line}", None, {"Cookie": client.cookie})
    assert answer.status in (200, 404)
    return json.loads(body) if answer.status == 200 else None


def open_the_guardroom(elf: Client) -> None:
    """The elf throws, walks to a door, opens it and the next, and sees who is there."""
    for label in ("Begin the quest", "Play Silvane", "Move: throw the dice"):
        assert elf.button(label)["ok"]
    for face in ("6", "5"):
        elf.settle()
        assert elf.tap("press", f"face:{face}")["ok"]
    steps = (("", (0, 3)), ("", (4, 3)), ("Open the door E4–F4", (5, 3)), ("Open the door F4–G4", None))
    for label, place in steps:
        assert not label or elf.button(label)["ok"]
        elf.settle()
        assert place is None or elf.tap("space", at=place)["ok"]
        assert place is None or elf.button("Confirm")["ok"]
    elf.settle()


def test_each_side_sees_what_it_saw(dungeon: Served) -> None:
    elf, master = Client(dungeon, dungeon.token("elf")), Client(dungeon, dungeon.token("master"))
    open_the_guardroom(elf)
    master.settle()
    last = max(elf.log)
    now = then(dungeon, elf, last)
    assert now is not None
    assert now["figures"]["svg"] == elf.parts["figures"]["svg"]
    assert "goblin" in str(elf.parts["standing"])
    opened = next(number for number, line in elf.log.items() if "E4–F4 is open" in line[1])
    before = then(dungeon, elf, opened - 1)
    assert before is not None and before["text"] == elf.log[opened - 1][1]
    assert before["ground"] != now["ground"]  # the corridor was unknown
    mine = then(dungeon, master, max(master.log))
    assert mine is not None and mine["figures"]["svg"] == master.parts["figures"]["svg"]
    names = {figure["label"] for figure in elf.parts["standing"]["figures"] if "goblin" in figure["name"]}
    assert names and not any(f">{name}<" in before["figures"]["svg"] for name in names)


def test_no_line_no_guest_no_answer(table: Served) -> None:
    red = Client(table, table.token("red"))
    assert [then(table, red, line) for line in (10_000, "-1", "x", "", "9" * 9)] == [None] * 5
    assert table.get("/then?line=0")[0].status == 404


@pytest.mark.slow
def test_a_page_looks_back_by_keyboard_and_comes_back(table: Served, come: Come) -> None:
    seat = str(table.ask(lambda: table.host.table.session.state.active_seat))
    mover, other = come(table).come_in(seat), come(table).come_in("blue" if seat == "red" else "red")
    figures = "() => document.querySelector('.layers .figures').outerHTML"
    before = other.page.evaluate(figures)
    other.press("Replay")
    choose_and_go(mover)
    hears_of(other)
    assert other.page.evaluate(figures) == before  # it looks back; the table has gone on
    other.press("Back to the table")
    other.until(f"(svg) => ({figures})() !== svg", before)
    after = other.page.evaluate(figures)
    other.press("Replay")
    for key in ("ArrowLeft", "ArrowLeft"):
        other.page.keyboard.press(key)
    other.until(f"(svg) => ({figures})() === svg", before)
    other.sees("—", within=".past")
    other.press("Back to the table")
    other.until(f"(svg) => ({figures})() === svg", after)


def test_two_devices_play_a_seat_together(table: Served) -> None:
    seat = str(table.ask(lambda: table.host.table.session.state.active_seat))
    anna = Client(table, table.token(seat, "Anna"))
    bert = Client(table, table.token("blue" if seat == "red" else "red"))
    carla = Client(table, table.token(seat, "Carla"))  # the seat is taken: she stands
    assert carla.tap("room", f"join:{seat}")["ok"]
    anna.settle()
    asks = anna.parts["room"]["asks"]
    assert asks[0]["text"] == f"Carla wants to play {seat.capitalize()} together with you. Let them?"
    assert bert.parts["room"]["asks"] == []
    assert anna.tap("room", asks[0]["do"][0][0])["ok"]
    carla.settle()
    anna.settle()
    held = next(one for one in carla.parts["room"]["seats"] if one["seat"] == seat)
    assert held["name"] == "Anna, Carla"
    assert [one.parts["bar"]["end_turn"] for one in (anna, carla)] == [True, True]
    assert carla.tap("press", "end_turn")["ok"]
    carla.settle()  # what is confirmed has been seen
    assert carla.tap("press", "confirm")["ok"]
    anna.settle()
    assert not anna.parts["bar"]["end_turn"]
    assert carla.tap("room", f"rise:{seat}")["ok"]  # Anna stays
    anna.settle()
    assert next(one for one in anna.parts["room"]["seats"] if one["seat"] == seat)["name"] == "Anna"
