"""Tables set up by hand are led when somebody asks for it, on the tablet and on phones, and again after a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.gotham import sample as gotham
from companion.games.guardians import sample as guardians
from companion.games.heroclix import sample as heroclix
from companion.games.heroquest import sample as heroquest
from companion.system import DiceGenerator
from tests.ui.led import Follower
from tests.ui.web.listening import Ear, hall_of
from ui.presenters.models import TableModel
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig

SETUPS: dict[str, Any] = {
    "heroclix": heroclix.sample_setup,
    "heroquest": heroquest.sample_setup,
    "guardians": guardians.sample_setup,
    "gotham": gotham.sample_setup,
}
LEAD = ("lead", "Lead me by the hand")


def opened(game: str, folder: Path | None = None, lang: str = "en") -> Table:
    store = str(folder / "game.db") if folder else ""
    return open_table(TableConfig(lang=lang, store=store), SETUPS[game]())


def offers(shown: TableModel) -> list[tuple[str, str]]:
    return [one for one in (*shown.beside, *(shown.card.buttons if shown.card else ())) if one[0] == "lead"]


@pytest.mark.parametrize("game", SETUPS)
def test_it_is_offered_while_the_table_is_set_up_then_with_the_aim(game: str) -> None:
    table = opened(game).presenter
    assert not table.model().hint and offers(table.model()) == [LEAD]
    table.lead()
    assert table.model().hint and offers(table.model()) == []
    follower = Follower(table, 4)
    table.dice.roller = DiceGenerator(4)
    while follower.round < 1:
        shown = table.model()
        does = follower.does(shown)
        assert shown.hint and does, f"nobody is led on: {shown.now.words!r} {shown.card}"
        assert "Nothing to do" not in shown.hint or not shown.card, f"{shown.hint} {shown.card}"
        follower.tap(does)
    table.press("hint")
    assert not table.model().hint and not offers(table.model()), "the table is begun"
    table.press("pick:aims")
    assert offers(table.model()) == [LEAD]
    table.press("lead")
    assert table.model().hint


def test_it_is_offered_in_french() -> None:
    assert offers(opened("heroquest", lang="fr").presenter.model()) == [("lead", "Me guider pas à pas")]


@pytest.mark.parametrize("game", SETUPS)
def test_after_a_restart_it_is_taken_up_again_until_the_hints_are_hidden(game: str, tmp_path: Path) -> None:
    (first := opened(game, tmp_path)).presenter.press("lead")
    first.step()
    first.close()
    again = opened(game, tmp_path)
    assert again.presenter.model().hint
    again.presenter.press("hint")
    again.close()
    last = opened(game, tmp_path)
    assert not last.presenter.model().hint
    last.close()


def test_a_power_cut_forgets_no_guide(tmp_path: Path) -> None:
    table = opened("heroquest", tmp_path)
    table.presenter.press("lead")
    table.step()
    assert table.presenter.is_led and (tmp_path / "game.led").is_file()
    table.close()


def test_phones_that_are_there_already_are_led_from_then_on_each_for_its_seat() -> None:
    table = opened("heroquest")
    hall = hall_of(table)
    hall.company.has_tablet = True
    phone = Ear(hall, "dwarf")
    presenter = hall._screen(phone.guest).presenter
    hall.settle()
    assert not presenter.is_led
    table.presenter.press("lead")
    hall.settle()
    assert presenter.is_led and presenter.model().hint and presenter.look.seats == ("dwarf",)


def test_a_phone_asks_for_itself_alone() -> None:
    table = opened("heroquest")
    hall = hall_of(table)
    one, other = Ear(hall, "dwarf"), Ear(hall, "elf")
    own, others = (hall._screen(ear.guest).presenter for ear in (one, other))
    own.press("lead")
    hall.settle()
    assert own.model().hint and own.look.seats == ("dwarf",)
    assert not others.is_led and not table.presenter.is_led


@pytest.mark.parametrize(("lang", "why"), [("en", "What adds most to its numbers"), ("fr", "Ce qui ajoute le plus")])
def test_what_is_the_better_answer_is_told_with_its_reason(lang: str, why: str) -> None:
    table = opened("guardians", lang=lang).presenter
    table.lead()
    follower, hints = Follower(table, 4), list[tuple[str, str]]()
    table.dice.roller = DiceGenerator(4)
    while follower.round < 2 and len(hints) < 2:
        shown = table.model()
        if shown.card is not None and shown.card.kind == "choice" and shown.card.likely.startswith("choose:"):
            hints.append((shown.hint, shown.card.gained))
        follower.tap(follower.does(shown))
    assert any(gained and gained in hint for hint, gained in hints), hints
