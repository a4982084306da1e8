"""Guests who come wrong or go at the wrong moment: nobody waits unknowing, and the game can go on without them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.flow import seat_of
from companion.core.ids import Seat
from companion.games.gotham.sample import sample_setup as mission
from companion.games.guardians.sample import sample_setup as scenario
from companion.system import DiceGenerator
from tests.ui.web.listening import Ear, hall_of
from tests.ui.web.tables import fight, quest, shot
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig
from ui.web.guests import NAME_LENGTH, plain_name

TABLES: dict[str, Callable[[], Table]] = {
    "heroclix": shot,
    "heroquest": quest,
    "guardians": lambda: open_table(TableConfig(lang="en"), scenario()),
    "gotham": lambda: open_table(TableConfig(lang="en"), mission()),
}
STEPS = 60


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
def test_who_vanishes_while_asked_is_named_and_played_for(game: str) -> None:
    """In every state of every question: the others are told who is away; somebody of the same side plays for it."""
    table, rng, dice = TABLES[game](), random.Random(2), DiceGenerator(2)
    hall, session = hall_of(table), table.session
    ears = [Ear(hall, str(seat)) for seat in session.seats]
    vanished = set()
    for _ in range(STEPS):
        flow = session.state.flow
        if flow.outcome is not None:
            break
        asked = next((str(seat_of(one)) for one in flow.open), "")
        kind = type(flow.open[0]).__name__ if flow.open else ""
        if asked and kind not in vanished:
            vanished.add(kind)
            gone = next(ear for ear in ears if asked in ear.guest.seats)
            hall.leave(gone)
            hall.settle()
            others = [ear for ear in ears if ear is not gone and hall.seating.is_own_side(ear.guest, Seat(asked))]
            for ear in others:
                told = [ask["text"] for ask in ear.parts["room"]["missing"]]
                assert any("device is away" in text for text in told), (kind, told)
            if others:
                assert others[0].tap("room", f"sit:{asked}").ok
                for wish in list(hall.seating.wishes):  # the rest of the side says yes
                    ear = next(ear for ear in ears if ear.guest in wish.asked)
                    assert ear.tap("room", f"give:{others[0].guest.number}").ok
                assert asked in others[0].guest.seats
                assert f"'sit:{asked}'" not in str(others[0].parts["room"]["missing"])
            hall._wires[gone] = gone.guest  # and is back
            hall.settle()
        order = _next(session, rng, dice)
        if order is None:
            break
        session.submit(order)
        hall.settle()
    assert vanished


def _next(session: Any, rng: random.Random, dice: DiceGenerator) -> Any:
    """A roll that is asked for, else any order."""
    roll = next((one for one in session.state.flow.open if isinstance(one, DiceRequest)), None)
    if roll is not None:
        return ReportDice(roll.roller, dice.roll(roll, session.system.dice_of(session.state)))
    orders = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
    return rng.choice(orders) if orders else None


def test_of_two_who_take_one_seat_the_first_has_it_and_is_asked() -> None:
    hall = hall_of(quest())
    anna, ben = Ear(hall, "elf"), Ear(hall, "elf")
    assert (anna.guest.seats, ben.guest.seats) == (("elf",), ())
    assert ben.parts["room"]["waits"].startswith("You asked for ")
    assert [ask["do"][0][0] for ask in anna.parts["room"]["asks"]] == [f"give:{ben.guest.number}"]
    assert ben.parts["bar"]["title"], "meanwhile it looks on"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("x" * 300, "x" * NAME_LENGTH),
        ("  Anna \n Maria  ", "Anna Maria"),
        ("\u0301" * 40, ""),
        ("A" + "\u0301" * 40, "\u00c1\u0301\u0301"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u202eevil\u202c", "evil"),
        ("\u05e9\u05dc\u05d5\u05dd", "\u05e9\u05dc\u05d5\u05dd"),
        ("\u82b1\u5b50", "\u82b1\u5b50"),
        ("{who} [b]<b>", "{who} [b]<b>"),
        ("!?!", "!?!"),
    ],
)
def test_any_name_is_shown_as_one_line_of_letters(typed: str, shown: str) -> None:
    assert plain_name(typed) == shown


def test_a_name_of_blanks_and_braces_breaks_no_words() -> None:
    table = fight()
    hall = hall_of(table)
    seat = str(table.session.state.active_seat)
    token = hall.admit("{who} [b]<b>", seat, "en")
    assert token is not None
    fan = Ear(hall, "spectator")
    assert fan.parts["bar"]["now"]["words"] == "{who} [b]<b>'s turn"


def test_two_players_of_one_name_are_told_apart() -> None:
    table = fight()
    hall = hall_of(table)
    for seat in table.session.seats:
        hall.admit("Anna", str(seat), "en")
    assert sorted(table.session.players.values()) == ["Anna", "Anna 2"]


def test_a_player_has_no_double_where_another_seat_still_has_the_name() -> None:
    """Anna played the other one last time, or for somebody who was away."""
    table = fight()
    first, second = table.session.seats
    table.session.players = {first: "Anna"}
    hall = hall_of(table)
    hall.admit("Anna", str(second), "en")
    assert table.session.players == {second: "Anna"}


def test_a_clock_that_is_set_changes_no_time_of_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's clock jumps by a day while the table is open: what pages count from does not."""
    table = fight()
    table.clock.switch()
    before, at = table.clock.now_ms(), table.clock.hands().at
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    table.clock.switch()
    table.clock.switch()
    assert 0 <= table.clock.now_ms() - before < 60_000
    assert 0 <= table.clock.hands().at - at < 60_000
