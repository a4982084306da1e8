"""For whom the game waits: told to everybody, by names, whoever hears the question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.ids import PieceId, SpaceId
from companion.games.heroquest.face.face import HeroQuestFace
from companion.games.heroquest.sample import sample_setup
from tests.ui.web.listening import Ear, hall_of
from tests.ui.web.tables import quest
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig


@pytest.mark.rule("HQ-SEARCH-01")
def test_a_monster_that_comes_has_its_name_and_everybody_knows_who_puts_it_down() -> None:
    """It has an id already and stands nowhere; the master is asked where, and the heroes wait for him."""
    table = quest()
    hall = hall_of(table)
    hall.company.has_tablet = True
    elf, dwarf, master = (Ear(hall, seat) for seat in ("elf", "dwarf", "master"))
    elf.guest.name, master.guest.name = "Anne", "Bruno"
    hall.company.call()
    elf.button("Begin the quest")
    elf.button("Play Silvane")
    elf.button("Move: throw the dice")
    elf.faces("6", "5")
    elf.go("A4", "D4")
    elf.button("Search the room")
    assert elf.tap("press", "confirm").ok
    elf.faces("coins", "trouble")
    (asked,) = table.session.state.flow.open
    for ear in (elf, dwarf, master):
        now = ear.parts["bar"]["now"]
        own = ear is master
        assert now["words"].startswith("Place the wandering orc" if own else "Bruno places the wandering orc"), now
        assert asked.piece not in f"{ear.parts}", "an id"
    assert table.presenter.model().now.words.startswith("Bruno places the wandering orc")
    assert "beside whoever was searching" in master.parts["card"]["title"]
    table.presenter.press("language")
    assert table.presenter.model().now.words == "Bruno place l'orc de passage"


@pytest.mark.rule("HQ-GEN-03")
def test_the_heroes_wait_for_the_master_who_alone_is_asked() -> None:
    """What a search for traps finds is the master's to choose: the heroes are not told what, but for whom they wait."""
    table = trapped("A4", "B3")
    hall = hall_of(table)
    hall.company.has_tablet = True
    dwarf, elf, master = (Ear(hall, seat) for seat in ("dwarf", "elf", "master"))
    master.guest.name = "Bruno"
    hall.company.call()
    elf.button("Begin the quest")
    elf.button("Play Silvane")
    elf.button("Search for traps")
    elf.faces("blank")
    assert table.session.state.flow.open, "nothing is asked"
    for ear in (dwarf, elf):
        assert ear.parts["bar"]["now"]["words"] == "Waiting for Bruno"
        assert not ear.parts["card"]
    assert table.presenter.model().now.words == "Waiting for Bruno"
    assert master.parts["bar"]["now"]["words"] == "Your choice, Bruno"


@pytest.mark.rule("HQ-DOOR-01")
def test_who_stands_at_a_shut_door_is_led_to_move_and_not_to_end_the_turn() -> None:
    table = quest()
    hall = hall_of(table)
    ears = {seat: Ear(hall, seat) for seat in ("elf", "warrior", "dwarf", "enchanter", "master")}
    warrior = ears["warrior"]
    warrior.button("Begin the quest")
    warrior.button("Play Brakka")
    warrior.button("Move: throw the dice")
    warrior.faces("6", "5")
    warrior.go("C1")
    ears["dwarf"].button("Yes")
    warrior.go("E1", "E4")
    warrior.end()
    for seat, hero in (("elf", "Silvane"), ("dwarf", "Odrun"), ("enchanter", "Wend")):
        ears[seat].button(f"Play {hero}")
        ears[seat].end()
    ears["master"].end()
    warrior.button("Play Brakka")
    card = warrior.parts["card"]
    assert dict(card["buttons"])[card["likely"]] == "Move: throw the dice"


@pytest.mark.rule("HQ-TRAP-03")
def test_no_hint_leads_into_a_trap_that_everybody_sees() -> None:
    squares = [SpaceId(square) for square in ("B3", "C3", "D4")]
    table = quest()
    Ear(hall_of(table), "dwarf").button("Begin the quest")
    lead = HeroQuestFace(table.session).onward(PieceId("warrior"), squares)
    assert lead is not None and lead.space in squares
    table = trapped(lead.space)
    dwarf = Ear(hall_of(table), "dwarf")
    dwarf.button("Begin the quest")
    dwarf.button("Play Odrun")
    dwarf.button("Search for traps")
    assert [trap.status for trap in table.session.state.traps] == ["revealed"]
    other = HeroQuestFace(table.session).onward(PieceId("warrior"), squares)
    assert other is None or other.space != lead.space


def trapped(*squares: str) -> Table:
    """The shipped quest with these traps and no others."""
    setup = sample_setup()
    traps = [{"id": f"lance-{square}", "type": "lance", "squares": [square]} for square in squares]
    return open_table(TableConfig(lang="en"), replace(setup, quest={**setup.quest, "traps": traps}))
