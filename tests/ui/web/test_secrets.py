"""The law of secrets: two games that differ only in what a seat may not know send it the same frames, byte for byte."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import ui.bootstrap
from companion.core.ids import SystemId
from companion.games.heroquest import commands as cm
from companion.games.heroquest.opening import sample_setup
from companion.games.heroquest.setup import QuestSetUp
from tests.conftest import StoppedClock
from tests.ui.web import secret_game
from tests.ui.web.listening import Ear, hall_of
from ui.bootstrap import open_table
from ui.config import TableConfig
from ui.presenters import games

SEATS = ("warrior", "dwarf", "elf", "enchanter", "master")


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same moment for all games."""
    monkeypatch.setattr(ui.bootstrap, "WallClock", StoppedClock)


def other_quest() -> QuestSetUp:
    """The shipped quest with another monster behind doors, one elsewhere, a trap more, a trap less, other finds."""
    setup = sample_setup()
    quest: dict[str, Any] = dict(setup.quest)
    monsters = [dict(one) for one in quest["monsters"]]
    by_id = {one["id"]: one for one in monsters}
    by_id["fimir-1"]["at"] = "P8"
    by_id["gargoyle-1"]["type"] = "zombie"
    quest["monsters"] = monsters
    quest["traps"] = [one for one in quest["traps"] if one["id"] != "trap-9"]
    return replace(setup, quest=quest)


def play(setup: QuestSetUp, *, is_busy: bool) -> dict[str, Ear]:
    """A round of a quest; a busy master moves a monster nobody knows of, and notes something."""
    hall = hall_of(open_table(TableConfig(lang="en"), setup))
    ears = {seat: Ear(hall, seat) for seat in (*SEATS, "spectator")}
    elf, master, session = ears["elf"], ears["master"], hall.table.session
    elf.button("Begin the quest")
    elf.button("Silvane has its turn")
    elf.button("Move: throw the dice")
    elf.faces("6", "5")
    elf.go("A4", "D4", "E4")
    elf.button("Open the door E4|F4")
    elf.go("F4")
    elf.end()
    for seat, hero in (("warrior", "Brakka"), ("dwarf", "Odrun"), ("enchanter", "Wend")):
        ears[seat].button(f"{hero} has its turn")
        ears[seat].end()
    if is_busy:
        master.tap("piece", "orc-2")
        master.button("Move: throw the dice")
        master.faces("2", "1")
        hidden = session.state.who("orc-2")
        way = next(
            offer for offer in session.system.legal_commands(session.state, hidden.seat, piece=hidden.id)
            if isinstance(offer, cm.Walk)
        )  # fmt: skip
        before = session.version
        master.go(way.path[-1])
        assert session.version > before, "the master did nothing"
    master.end()
    elf.button("Silvane has its turn")
    elf.tap("press", "undo")
    return ears


def test_what_the_master_knows_and_does_leaves_no_trace_with_the_heroes() -> None:
    quiet = play(sample_setup(), is_busy=False)
    others = {"another quest": play(other_quest(), is_busy=False), "a walk": play(sample_setup(), is_busy=True)}
    for name, ears in others.items():
        assert ears["master"].frames != quiet["master"].frames
        for seat in (*SEATS[:-1], "spectator"):
            assert len(quiet[seat].frames) > 8
            assert ears[seat].frames == quiet[seat].frames, f"{seat} is told of {name}"


@pytest.mark.parametrize("order", [("red", "blue"), ("blue", "red")])
def test_secret_choices_tell_nobody_anything_until_all_have_chosen(
    order: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "_GAMES", {SystemId("secret"): ("Dealt", "tests.ui.web.secret_game")})
    monkeypatch.setattr(ui.bootstrap, "find_system", lambda *_: secret_game.SecretSystem())

    def chosen(theirs: str) -> tuple[list[bytes], list[bytes]]:
        """What green and an onlooker are told while red and blue choose."""
        hall = hall_of(open_table(TableConfig(lang="en"), secret_game.Dealt()))
        ears = {seat: Ear(hall, seat) for seat in ("red", "blue", "green", "spectator")}
        ears["red"].button("deal")
        for seat in order:
            ears[seat].button(theirs)
        assert len(hall.table.session.records) > 3
        return ears["green"].frames, ears["spectator"].frames

    assert chosen("SWORD") == chosen("SHIELD")
