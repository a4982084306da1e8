"""Who sits around a table: named everywhere as at the door, missed by name, played for or taken out."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.games.gotham.sample import sample_setup as mission
from companion.games.heroclix.commands import MoveFigure
from companion.system import DiceGenerator
from tests.looks.__main__ import GAMES
from tests.ui.web.browser import Come
from tests.ui.web.hosting import served
from tests.ui.web.listening import Ear, hall_of
from tests.ui.web.tables import fight, quest, shot
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig


def named(hall: Any, wanted: str, name: str) -> Ear:
    """A guest of that name."""
    ear = Ear(hall, wanted)
    ear.guest.name = name
    hall.company.call()
    hall.settle()
    return ear


def asks(ear: Ear) -> list[tuple[str, list[str]]]:
    """What this device is asked about people, and the words of its answers."""
    return [(ask["text"], [words for _, words in ask["do"]]) for ask in ear.parts["room"]["missing"]]


def begun(table: Table) -> Table:
    """The game at its first turn."""
    for seat in table.session.seats:
        for order in table.session.system.legal_commands(table.session.state, seat):
            if type(order).__name__.startswith("Begin"):
                table.session.submit(order)
                return table
    raise AssertionError("nothing begins it")


def test_names_of_the_door_are_the_names_everywhere() -> None:
    """Banner, score, line of the log, and the big screen's."""
    table = fight()
    hall = hall_of(table)
    screen = Ear(hall, "screen")
    seat = str(table.session.state.active_seat)
    anna = named(hall, seat, "Anna")
    assert anna.parts["bar"]["now"]["words"] == "Your turn, Anna", "at a device of her own"
    assert screen.parts["bar"]["now"]["words"] == "Anna's turn"
    assert "Anna" in [word for _, word, _ in screen.parts["bar"]["scores"]]
    assert "Turn 1: Anna" in screen.log, "also of what was told before she came"
    anna.end()
    other = next(one for one in ("red", "blue") if one != seat)
    named(hall, other, "Ben")
    assert screen.parts["bar"]["now"]["words"].startswith("Ben's turn")
    assert anna.tap("room", f"rise:{seat}").ok
    assert "Anna" not in table.session.players.values()


def leave(ear: Ear, rest: str) -> None:
    """Take seats out of the game, and say so twice."""
    assert ear.tap("room", rest).ok
    assert ear.tap("room", rest.replace("rest:", "rested:")).ok


def told(ear: Ear) -> list[tuple[str, list[str]]]:
    """The questions to that player alone, with what may be answered."""
    return [(ask["text"], [label for _, label in ask["do"]]) for ask in ear.parts["room"]["asks"]]


def test_who_has_no_seat_any_more_is_asked_for_one_before_all_else() -> None:
    """As after a rematch of other sides; who is about to have one is not asked."""
    hall = hall_of(begun(quest()))
    anna = named(hall, "elf", "Anna")
    named(hall, "dwarf", "Ben")
    assert told(anna) == []
    assert anna.tap("room", "rise:elf").ok
    [(text, seats)] = told(anna)
    assert text == "Which seat is yours?" and "Silvane" in seats and "Odrun" not in seats
    sit = anna.parts["room"]["asks"][0]["do"][seats.index("Silvane")][0]
    assert anna.tap("room", sit).ok
    assert anna.guest.seats == ("elf",) and told(anna) == []


def test_a_free_seat_is_named_and_may_be_played_by_who_is_there() -> None:
    hall = hall_of(begun(quest()))
    anna, _ = named(hall, "elf", "Anna"), Ear(hall, "master")
    assert anna.parts["bar"]["now"]["words"] == "Your turn, Anna", "who is absent is said by the question"
    heroes = "Brakka, Odrun and Wend"
    assert asks(anna) == [
        (f"The game waits for {heroes}, whom nobody plays.", [f"Play {heroes} too", f"Take {heroes} out of the game …"])
    ], "one question for all of them"
    assert anna.tap("room", "sit:warrior").ok
    assert "Brakka" not in str(asks(anna))
    wend = next(one for one in anna.parts["room"]["seats"] if one["word"] == "Wend")
    assert (wend["do"][1], wend["rest"][1]) == ("Sit here", "Take Wend out of the game …"), "also before it is awaited"
    assert anna.button("Play Brakka").ok


def test_who_may_not_play_a_free_seat_is_told_who_may() -> None:
    """The heroes' players know too much to play the master."""
    hall = hall_of(begun(quest()))
    anna = named(hall, "elf", "Anna")
    for hero in ("warrior", "dwarf", "enchanter"):
        leave(anna, f"rest:{hero}")
    anna.button("Play Silvane")
    anna.end()
    (ask,) = asks(anna)
    assert ask == (
        "The game waits for the master, whom nobody plays: somebody else has to come in with one more device.",
        [],
    )


@pytest.mark.rule("HQ-ACT-01")
def test_heroes_who_are_out_of_the_game_let_their_turns_go_by() -> None:
    """Round after round: one hero plays, three are out, the master has its turn."""
    table = begun(quest())
    hall = hall_of(table)
    anna, master = named(hall, "elf", "Anna"), Ear(hall, "master")
    ((rest, words),) = [do for ask in anna.parts["room"]["missing"] for do in ask["do"] if do[0].startswith("rest:")]
    assert words == "Take Brakka, Odrun and Wend out of the game …"
    assert anna.tap("room", rest).ok
    assert hall.seating.resting == set(), "it is said twice"
    ((asked, answers),) = [(text, said) for text, said in told(anna) if text.startswith("Take")]
    assert asked.startswith("Take Brakka, Odrun and Wend out of the game? The figures stay on the table")
    assert answers == ["Yes", "No"]
    leave(anna, rest)
    assert asks(anna) == [] and told(anna) == []
    for turn in (1, 2):
        assert table.session.state.flow.round == turn
        assert anna.button("Play Silvane").ok
        anna.end()
        assert table.session.state.flow.phase == "master"
        master.end()
    assert anna.tap("room", "sit:dwarf").ok, "whoever comes later takes the seat"
    assert hall.seating.resting == {"warrior", "enchanter"}


@pytest.mark.rule("GO-BASE-TURN-01")
def test_a_mission_goes_on_without_a_hero_who_is_taken_out() -> None:
    table = begun(open_table(TableConfig(lang="en"), mission(), roller=DiceGenerator(3)))
    hall = hall_of(table)
    first, *others = table.presenter.game.may_rest
    anna = Ear(hall, str(first))
    for seat in others:
        leave(anna, f"rest:{seat}")
    rng = random.Random(1)
    for _ in range(40):
        state = table.session.state
        if state.flow.phase == "villains":
            return
        orders = [*table.session.system.legal_commands(state, first)]
        roll = next((one for one in state.flow.open if isinstance(one, DiceRequest)), None)
        ends = [one for one in orders if type(one).__name__ == "EndTurn"]
        order = (
            ReportDice(roll.roller, DiceGenerator(2).roll(roll, table.session.system.dice_of(state))) if roll else None
        )
        table.session.submit(order or rng.choice(ends or orders))
        hall.settle()
    raise AssertionError(f"it waits: {table.session.state.flow}")


def test_a_device_that_is_away_is_named_and_may_be_played_for() -> None:
    table = fight()
    hall = hall_of(table)
    seat = str(table.session.state.active_seat)
    anna, ben = named(hall, seat, "Anna"), named(hall, "blue" if seat == "red" else "red", "Ben")
    hall.leave(anna)
    hall.settle()
    assert ben.parts["bar"]["now"]["more"] == "Round 1", "who is away is said by the question"
    assert asks(ben) == [("The game waits for Anna, whose device is away.", ["Play for Anna"])]
    hall._wires[anna] = anna.guest
    hall.settle()
    assert asks(ben) == []


def test_around_a_tablet_nobody_is_missed() -> None:
    """Whoever sits at the table plays the free seats on its own screen."""
    hall = hall_of(fight())
    hall.company.has_tablet = True
    fan = Ear(hall, "spectator")
    assert "nobody" not in fan.parts["bar"]["now"]["more"]


def test_each_phone_sees_what_its_own_hands_have_to_do() -> None:
    """Who moved puts the figure and its token; the other's list stays empty; a tap checks it off, everywhere."""
    table = fight()
    hall = hall_of(table)
    seat = str(table.session.state.active_seat)
    anna, ben = Ear(hall, seat), Ear(hall, "blue" if seat == "red" else "red")
    moves = table.session.system.legal_commands(table.session.state, table.session.state.active_seat)
    move = next(one for one in moves if isinstance(one, MoveFigure))
    table.session.submit(move)
    hall.settle()
    ((piece, words),) = anna.parts["hands"]
    assert piece == move.piece and words.endswith("action tokens: 1")
    assert ben.parts["hands"] == []
    assert anna.tap("room", f"done:{piece}").ok
    assert anna.parts["hands"] == [] and table.hands.errands(table.presenter.wording) == ()


NAMES = """() => [...document.querySelectorAll("button, summary, a")].filter((one) => one.checkVisibility())
  .map((one) => one.ariaLabel || one.textContent)"""


LARGEST = """() => Math.max(...[...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim()))
  .filter((one) => !one.closest("svg, .now h1, .zoom")).map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
BANNER = """() => parseFloat(getComputedStyle(document.querySelector(".now h1")).fontSize)"""


@pytest.mark.slow
@pytest.mark.parametrize("role", ["red", "spectator", "screen"])
def test_the_banner_has_the_largest_words_of_every_page(come: Come, role: str) -> None:
    with served(shot) as table:
        person = come(table, size=(1920, 1080) if role == "screen" else (390, 844)).come_in(role)
        assert person.page.evaluate(BANNER) > person.page.evaluate(LARGEST)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_two_buttons_of_a_page_are_called_the_same(come: Come, lang: str) -> None:
    """A throw is asked for, the clock stands, seats are free: a page with everything on it."""
    with served(shot) as table:
        seat = table.ask(lambda: str(table.host.table.session.state.active_seat))
        names = come(table, lang=lang).come_in(seat).page.evaluate(NAMES)
    assert [name for name in names if names.count(name) > 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_who_plays_at_a_device_of_their_own_is_spoken_to_in_all_games(game: str) -> None:
    """One way for a turn, a throw and a choice: nobody reads the own name as somebody else's."""
    table = open_table(TableConfig(lang="en"), GAMES[game]())
    hall, session, dice, rng = hall_of(table), table.session, DiceGenerator(2), random.Random(2)
    ears = {seat: named(hall, str(seat), f"P{number}") for number, seat in enumerate(session.seats)}
    heard: list[str] = []
    for _ in range(25):
        awaited = table.presenter.banner.awaited(table.presenter.look)
        for seat in awaited:
            name, words = ears[seat].guest.name, ears[seat].parts["bar"]["now"]["words"]
            heard.append(words)
            assert not words.startswith((f"{name}'s", f"{name} ")), words
        orders = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
        roll = next((one for one in session.state.flow.open if isinstance(one, DiceRequest)), None)
        thrown = ReportDice(roll.roller, dice.roll(roll, session.system.dice_of(session.state))) if roll else None
        session.submit(thrown or rng.choice(orders))
        hall.settle()
    assert any(words.startswith("Your turn, P") for words in heard), heard
