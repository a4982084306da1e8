"""Wounds that no dice bring are a result as large as a blow's; and are told before they are dealt."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.ids import ZoneId
from companion.core.phrases import Told
from companion.games.gotham import commands as go
from companion.games.gotham.face.foretell import foretold, is_foretold
from companion.games.guardians.commands import UsePower
from companion.games.heroclix.commands import EndTurn, MoveFigure
from companion.text.wording import Wording, told
from tests.games.gotham.tables import mission
from tests.games.heroclix.opening import accept
from tests.games.heroclix.scene import BLUE, RED, at, figure
from tests.ui.test_powers import A, screen
from tests.ui.walks import SETUPS, walk
from ui.presenters.adapter import Group


@pytest.mark.rule("HC-TOKEN-05")
def test_a_pushed_figure_is_a_result_without_dice(clock: Any) -> None:
    """A second action in a row: one click, said as large as a hit, until it is read."""
    made = screen(clock, figure("A", clicks=4), ("B", "blue", (9, 9), figure("B")))
    accept(made.session, MoveFigure(RED, A, (at(1, 0),)))
    assert made.model().result is None
    accept(made.session, EndTurn(RED))
    accept(made.session, EndTurn(BLUE))
    accept(made.session, MoveFigure(RED, A, (at(2, 0),)))
    shown = made.model()
    result = shown.result
    assert result is not None
    assert (result.title, result.tone, result.deed, result.faces) == ("DAMAGE", "hurt", "A −1", ())
    assert any("push" in line.casefold() for line in result.lines), "by what"
    assert [(one.name, one.count) for one in shown.parties] == [("A", "3/4")]
    made.press("language")
    french = made.model().result
    assert french is not None and french.title == "DÉGÂTS"
    made.press("result")
    assert made.model().result is None


@pytest.mark.rule("HC-DMG-11")
def test_who_falls_by_being_pushed_is_said_to_be_out(clock: Any) -> None:
    made = screen(
        clock,
        figure("A", clicks=1),
        ("C", "red", (5, 5), figure("C")),
        ("B", "blue", (9, 9), figure("B")),
    )
    accept(made.session, MoveFigure(RED, A, (at(1, 0),)))
    accept(made.session, EndTurn(RED))
    accept(made.session, EndTurn(BLUE))
    accept(made.session, MoveFigure(RED, A, (at(2, 0),)))
    result = made.model().result
    assert result is not None and result.falls.endswith("A")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", SETUPS)
def test_no_wound_without_dice_goes_by_unseen(game: str, lang: str) -> None:
    """On tables of random games: whoever was hurt since the order began stands in its result."""
    seen = 0
    for table in walk(game, lang, 160, seed=6):
        made = table.presenter
        shown = made.model().result
        if (thrown := made.log.shown()) is None or thrown[1] is not None:
            continue
        hurt = {
            one[0]
            for record in table.session.records[thrown[0] :]
            if (one := made.game._face.harm(record.event)) is not None  # type: ignore[attr-defined]
        }
        seen += bool(hurt)
        assert shown is not None and {*shown.pieces} >= hurt and shown.title in ("DAMAGE", "DÉGÂTS")
    assert seen or game != "gotham"


def lines_of(found: tuple[Told, ...], lang: str = "en") -> list[str]:
    return [told(line, Wording(lang)) for line in found]


@pytest.mark.rule("GO-SCREAM-03")
def test_a_scream_says_before_whom_it_strikes_and_how_hard() -> None:
    """A level of 2 without an explosion die: two wounds each, a friend too, its author none."""
    pieces = {
        "A": {"cubes": 9, "at": "a", "skills": {"scream": 2}},
        "B": {"cubes": 9, "at": "a"},
        "V": {"kind": "villain", "life": 9, "at": "b"},
    }
    state = mission(pieces)
    figure_ = state.who("A")
    there = go.Scream(figure_.seat, figure_.id, ZoneId("b"))
    assert is_foretold(state, there), "it is proposed first"
    assert lines_of(foretold(state, there).lines) == ["a: B, 2 wounds each", "b: V, 2 wounds each"]
    assert lines_of(foretold(state, there).lines, "fr")[0] == "a : B, 2 blessures chacun"
    nobody = go.Scream(figure_.seat, figure_.id, ZoneId("c"))
    assert lines_of(foretold(state, nobody).lines)[1] == "c: nobody is there"


@pytest.mark.rule("GC-CARD-21")
def test_a_power_that_helps_is_offered_for_ones_own_and_for_foes_in_a_list_apart() -> None:
    """Signal: Attack +1 for who is named. An opponent may be named by the rules, and would gain by it."""
    apart = plain = 0
    for table in walk("guardians", "en", 160, seed=6):
        made = table.presenter
        side = {one.id: one.side for one in table.session.state.figures}
        menu = made.game.menu(made.look) if not table.session.state.flow.open else None
        for entry in menu.entries if menu is not None else ():
            is_group = isinstance(entry, Group) and entry.key == "foes"
            offers = entry.offers if isinstance(entry, Group) else (entry,)
            for command in (one.command for one in offers):
                if isinstance(command, UsePower) and command.target and command.card == "lantern-signal":
                    assert (side[command.target] != side[command.piece]) == is_group
                    apart, plain = apart + is_group, plain + (not is_group)
        if menu is not None and plain:
            labels = [one.label for one in menu.entries if "Signal" in one.label]
            assert all(label.endswith("Attack +1 until the turn ends") for label in labels)
    assert apart and plain
