"""The tray's camera in a quest, and the master's corrections: who confirms, what is taken back, what is refused."""

from __future__ import annotations

import pytest

from companion.core.dice import DiceRequest, Source
from companion.core.session import Session
from companion.table.follow import Follower
from companion.table.observation import DiceSeen, DieSeen, LinkSeen, LinkState, ReadVerdict
from tests.ui.quest.players import Player, quest_session


def seen(*faces: str, verdict: ReadVerdict = ReadVerdict.READ, why: str | None = None) -> DiceSeen:
    return DiceSeen("tray", 1.0, verdict, tuple(DieSeen(one, 0, 0, 9, 9) for one in faces), why)


class Table:
    """A quest in which the elf has opened two doors and shoots a goblin; one follower, two screens."""

    def __init__(self) -> None:
        self.session: Session = quest_session()
        self.follower = Follower(self.session, {})
        self.heroes, self.master = (Player(self.session, side, follower=self.follower) for side in ("heroes", "master"))
        self.heroes.button("Begin the quest")
        self.heroes.button("Play Silvane")

    @property
    def asked(self) -> DiceRequest:
        (request,) = (one for one in self.session.state.flow.open if isinstance(one, DiceRequest))
        return request

    def shoot(self) -> None:
        self.heroes.button("Move: throw the dice")
        self.heroes.dice("6", "5")
        self.heroes.tap("A4", "D4", "E4")
        self.heroes.button("Open the door E4–F4")
        self.heroes.tap("F4")
        self.heroes.button("Open the door F4–G4")
        self.heroes.tap("G4", "H4")
        self.heroes.button("Attack goblin 1")

    def rolled(self) -> tuple[tuple[str, ...], Source]:
        reported = [one.event.result for one in self.session.records if hasattr(one.event, "result")]
        return reported[-1].faces, reported[-1].source


@pytest.fixture
def table() -> Table:
    return Table()


def test_what_the_camera_read_is_confirmed_by_the_side_that_threw(table: Table) -> None:
    table.shoot()
    table.heroes.dice("skull", "skull", "white", "black", "11")
    assert table.asked.dice == ("combat",) and table.asked.roller == "master"
    table.follower.see(seen("black"))
    assert table.heroes.model.card is None or table.heroes.model.card.kind != "dice"
    table.heroes.screen.press("confirm")
    assert table.follower.proposal is not None, "the heroes' tap says nothing of the master's dice"
    card = table.master.model.card
    assert card is not None and (card.kind, card.text) == ("dice", "black")
    assert table.master.model.dice is None
    table.master.screen.press("confirm")
    assert table.rolled() == (("black",), Source.CAMERA)


def test_the_camera_fills_in_the_combat_dice_and_the_d20_is_tapped(table: Table) -> None:
    table.shoot()
    table.follower.see(seen("white", "skull", "skull", "black"))
    row = table.heroes.model.dice
    assert row is not None and (row.entered, row.missing) == (("white", "skull", "skull", "black"), 1)
    assert row.faces == tuple(str(n) for n in range(1, 21))
    table.heroes.dice("11")
    assert table.rolled() == (("white", "skull", "skull", "black", "11"), Source.HAND)


def test_dice_that_are_picked_up_before_the_d20_is_tapped_are_not_filled_in_any_more(table: Table) -> None:
    table.shoot()
    table.follower.see(seen("white", "skull", "skull", "black"))
    table.follower.see(seen(verdict=ReadVerdict.GONE, why="the dice moved after they were read"))
    row = table.heroes.model.dice
    assert row is not None and (row.entered, row.missing) == ((), 5)
    card = table.heroes.model.card
    assert card is not None and "moved" in card.text
    table.heroes.dice("skull")
    row = table.heroes.model.dice
    assert row is not None and row.entered == ("skull",)


def test_a_reading_put_aside_leaves_the_dice_row(table: Table) -> None:
    table.shoot()
    table.follower.see(seen("white", "skull", "skull", "black"))
    table.heroes.screen.press("clear_dice")
    row = table.heroes.model.dice
    assert row is not None and row.entered == ()


def test_a_device_that_is_gone_is_on_both_screens(table: Table) -> None:
    table.follower.see(LinkSeen("tower", 1.0, LinkState.OFFLINE, "cable"))
    for player in (table.heroes, table.master):
        assert [(one.name, one.state) for one in player.model.links] == [("Tower", "offline")]


def test_the_master_corrects_a_number_and_puts_a_figure_where_it_stands(table: Table) -> None:
    table.heroes.end()
    table.master.tap("A1")
    brakka = table.session.state.at("A1")
    assert brakka is not None
    table.master.button("Correct this …")
    body = table.session.state.who(brakka.id).body
    table.master.button(f"Body Points: {body} → {body - 1}")
    assert table.session.state.who(brakka.id).body == body - 1
    table.master.tap("C3")
    assert table.session.state.who(brakka.id).at == "C3"
    table.master.tap("B1")  # where somebody stands
    card = table.master.model.card
    assert card is not None and card.kind == "refusal" and "[HQ-MOVE-11]" in card.text
    table.master.screen.press("dismiss")
    table.master.button("Give experience: 1")
    assert table.session.state.who(brakka.id).experience == brakka.experience + 1


def test_heroes_have_no_corrections(table: Table) -> None:
    table.heroes.tap("A1")
    card = table.heroes.model.card
    assert card is None or all(action != "correct" for action, _ in card.buttons)
    table.heroes.screen.press("correct:body:-1")
    assert not any(type(one.event).__name__ == "Corrected" for one in table.session.records)
