"""For whom the game waits: told to everybody, by names, whoever hears the question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.heroquest.sample import sample_setup
from tests.ui.web.listening import Ear, hall_of
from tests.ui.web.tables import quest
from ui.table.bootstrap import open_table
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
        assert now["words"].startswith("Bruno places orc"), now
        assert asked.piece not in f"{ear.parts}", "an id"
    assert table.presenter.model().now.words.startswith("Bruno places orc")
    assert "beside whoever was searching" in master.parts["card"]["title"]
    table.presenter.press("language")
    assert table.presenter.model().now.words == "Bruno place l'orc 14"


@pytest.mark.rule("HQ-GEN-03")
def test_the_heroes_wait_for_the_master_who_alone_is_asked() -> None:
    """What a search for traps finds is the master's to choose: the heroes are not told what, but for whom they wait."""
    setup = sample_setup()
    traps = [{"id": f"lance-{square}", "type": "lance", "squares": [square]} for square in ("A4", "B3")]
    table = open_table(TableConfig(lang="en"), replace(setup, quest={**setup.quest, "traps": traps}))
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
    assert master.parts["bar"]["now"]["words"] == "Bruno chooses"
