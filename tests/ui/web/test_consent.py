"""What needs others: a rule set aside, a take-back, a judge's word; and roles that give no orders."""

from __future__ import annotations

import pytest

from companion.core.events import BroughtBack, Ruled, TakenBack
from companion.core.session import Session
from tests.ui.web.listening import Ear, hall_of
from tests.ui.web.tables import fight, quest
from ui.web.messages import Tap
from ui.web.shared_table import ScreenFault


class Around:
    """A fight with everybody around: whose turn it is, the other, a judge, a spectator."""

    def __init__(self) -> None:
        table = fight()
        self.session: Session = table.session
        hall = hall_of(table)
        first = str(self.session.state.active_seat)
        self.mover, self.other = Ear(hall, first), Ear(hall, "blue" if first == "red" else "red")
        self.judge, self.fan = Ear(hall, "judge"), Ear(hall, "spectator")

    def far(self) -> tuple[int, int]:
        """A square that the chosen figure cannot reach."""
        goals = {(goal[1], goal[2]) for goal in self.mover.parts["standing"]["goals"]}
        taken = {tuple(figure["box"][:2]) for figure in self.mover.parts["standing"]["figures"]}
        return next((column, 2) for column in range(16) if (column, 2) not in goals | taken)

    def refused(self) -> None:
        """The mover points at a square that is too far, and is refused before anything can be confirmed."""
        figures = self.mover.parts["standing"]["figures"]
        self.mover.tap("piece", next(one["piece"] for one in figures if "may_be_lifted" in one["marks"]))
        answer = self.mover.tap("space", at=self.far())
        assert not answer.ok and answer.rule.startswith("HC-MOVE")
        assert "confirm" not in dict(self.mover.parts["card"]["buttons"])

    def last(self) -> object:
        return self.session.records[-1].event


@pytest.fixture
def around() -> Around:
    return Around()


def test_a_rule_is_set_aside_when_the_others_agree(around: Around) -> None:
    around.refused()
    before = around.session.version
    assert around.mover.button("All agree: set the rule aside").ok
    assert around.session.version == before  # it is only asked
    assert "wants to set this rule aside" in around.other.parts["card"]["text"]
    assert around.mover.parts["errands"][0].startswith("Still to agree")
    asked = {ear: ear.parts["bar"]["now"] for ear in (around.mover, around.other)}
    assert {now["words"].endswith(" must agree") for now in asked.values()} == {True}
    assert (asked[around.mover]["is_own"], asked[around.other]["is_own"]) == (False, True)
    assert around.other.button("Yes").ok
    ruled = next(one.event for one in around.session.records if isinstance(one.event, Ruled))
    assert set(ruled.agreed) == {"red", "blue"}
    assert around.mover.parts["figures"] == around.fan.parts["figures"]


def test_a_rule_stands_when_somebody_says_no(around: Around) -> None:
    around.refused()
    before = around.session.version
    around.mover.button("All agree: set the rule aside")
    assert around.other.button("No").ok
    assert around.session.version == before
    assert not any("agree" in line for line in around.mover.parts["errands"])


def test_a_judge_decides_what_the_players_do_not(around: Around) -> None:
    around.refused()
    around.mover.button("All agree: set the rule aside")
    assert around.judge.button("Yes").ok
    ruled = next(one.event for one in around.session.records if isinstance(one.event, Ruled))
    assert ruled.judge == around.judge.guest.sender
    assert around.other.parts["card"] is None  # nobody is asked any more
    assert around.judge.tap("press", "undo").ok  # a judge may also take back, by a second tap
    assert around.judge.button("All agree").ok
    taken = around.last()
    assert isinstance(taken, TakenBack) and taken.judge == around.judge.guest.sender
    assert around.judge.tap("press", "redo").ok and around.judge.button("All agree").ok  # or let it stand again
    brought = around.last()
    assert isinstance(brought, BroughtBack) and brought.judge == around.judge.guest.sender


def test_who_took_back_brings_back_and_nobody_else(around: Around) -> None:
    figures = around.mover.parts["standing"]["figures"]
    around.mover.tap("piece", next(one["piece"] for one in figures if "may_be_lifted" in one["marks"]))
    _, column, row, _ = around.mover.parts["standing"]["goals"][-1]
    around.mover.tap("space", at=(column, row))
    assert around.mover.button("Confirm").ok
    moved = around.session.state
    assert around.mover.tap("press", "undo").ok
    assert not around.other.tap("press", "redo").ok
    assert around.mover.tap("press", "redo").ok
    assert around.session.state.pieces == moved.pieces and isinstance(around.last(), BroughtBack)


def test_a_judge_and_a_spectator_give_no_orders(around: Around) -> None:
    before = around.session.version
    assert around.judge.parts["card"] is None
    assert not around.judge.tap("press", "end_turn").ok
    assert around.fan.tap("press", "end_turn").words == "This page only watches."
    assert around.session.version == before


def test_one_device_may_hold_several_seats_of_a_side_and_none_of_the_other() -> None:
    hall = hall_of(quest())
    both, master = Ear(hall, "elf"), Ear(hall, "master")
    assert both.tap("room", "sit:dwarf").ok
    assert both.parts["room"]["you"]["seats"] == ["dwarf", "elf"]
    both.button("Begin the quest")
    labels = [words for _, words in both.parts["card"]["buttons"]]
    assert labels == ["Play Odrun", "Play Silvane"]
    answer = both.tap("room", "sit:master")
    assert not answer.ok and "other side" in answer.words
    assert both.tap("room", "rise:dwarf").ok
    assert [words for _, words in both.parts["card"]["buttons"]] == ["Play Silvane"]
    assert master.tap("room", "give:1").words == "That question is settled already."


def test_a_seat_of_somebody_who_is_gone_is_given_by_the_others() -> None:
    hall = hall_of(quest())
    elf, dwarf = Ear(hall, "elf"), Ear(hall, "dwarf")
    hall.leave(elf)
    hall.settle()
    again = Ear(hall, "elf")  # a second phone, after the first one died
    assert again.parts["room"]["you"]["seats"] == []
    assert dwarf.tap("room", f"give:{again.guest.number}").ok
    assert again.parts["room"]["you"]["seats"] == ["elf"]
    assert elf.guest.seats == ()


def test_a_language_is_each_devices_own() -> None:
    hall = hall_of(quest())
    elf, dwarf = Ear(hall, "elf"), Ear(hall, "dwarf")
    assert elf.tap("press", "language").ok
    assert elf.parts["bar"]["words"]["undo"] == "Annuler"
    assert dwarf.parts["bar"]["words"]["undo"] == "Undo"


def test_a_removed_device_finds_nobody_in_its_place(around: Around) -> None:
    old = around.mover
    assert around.judge.tap("room", f"remove:{old.guest.number}").ok
    assert around.judge.parts["room"]["asks"][0]["text"] == f"Ask {old.guest.name} to leave?"
    assert around.judge.tap("room", f"out:{old.guest.number}").ok
    again = Ear(old.hall, str(around.session.state.active_seat))
    assert again.guest.number != old.guest.number
    before = around.session.version
    answer = old.hall.tap(old.guest, Tap(99, old.hall.epoch, old.number, "press", "end_turn"))
    assert not answer.ok and "leave the table" in answer.words
    assert around.session.version == before


def test_a_fault_of_one_screen_is_answered_and_takes_nobody_along(
    around: Around, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game's adapter that fails for one device: its tap is answered once, the others play on."""
    screen = around.mover.hall._screens[around.mover.guest.number]

    def fail(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(screen.presenter.game, "tap_piece", fail)
    piece = around.mover.parts["standing"]["figures"][0]["piece"]
    with pytest.warns(ScreenFault, match="a fault of ours"):
        answer = around.mover.tap("piece", piece)
    assert not answer.ok and "could not be drawn" in answer.words
    assert around.other.tap("press", "overlay").ok
