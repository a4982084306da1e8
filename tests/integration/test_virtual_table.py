"""The playable demonstration with its real parts: the vision reads the rendered table, the firmware throws the dice.

Nothing here is clicked; the presenter is pressed as the screen would press it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.core.dice import Source
from companion.core.ids import RuleId
from companion.errors import MissingPart
from companion.games.heroclix.commands import CloseAttack, MoveFigure
from companion.table.observation import LinkState
from companion.table.reconcile import Agrees
from firmware_bridge.virtual import find_vm
from tests.missing import absent
from tests.patience import PATIENCE_S, wait_until
from ui.cli.demo.playable import demo_table
from ui.table.bootstrap import Table
from ui.table.settings import TableConfig


@pytest.fixture
def table() -> Iterator[Table]:
    """The demonstration with its devices running."""
    made = demo_table(TableConfig(lang="en"), seed=4)
    made.start()
    yield made
    made.close()
    for thread in made._threads:  # a look that goes on ends before the interpreter does: torn from it, it aborts
        thread.join(PATIENCE_S)


def wait(table: Table, reached: Callable[[], bool], what: str) -> None:
    """Steps the table until it is reached."""
    wait_until(reached, table.step, lambda: f"no {what}; {table.presenter.model().links}")


def agrees(table: Table) -> bool:
    return isinstance(table.follower.reading, Agrees) and not table.follower.owed()


def attack(table: Table) -> Any:
    """An attack that the players have agreed on, whoever stands where."""
    state = table.session.state
    piece = next(state.on_map(state.active_seat))
    target = next(one for one in state.on_map() if one.seat != piece.seat)
    rules = [RuleId("HC-ATK-04"), RuleId("HC-TURN-11")]
    table.session.overrule(CloseAttack(piece.seat, piece.id, target.id), rules, table.session.seats)
    return piece


def test_the_opening_is_played_and_says_so() -> None:
    table = demo_table(TableConfig(lang="en"), seed=4)
    assert table.session.state.flow.round == 1
    assert {one.source for one in table.session.records[1:]} == {Source.MACHINE}
    assert all(one.spaces for one in table.session.state.pieces)
    table.close()


def test_hands_follow_the_record_and_a_dead_camera_stops_nobody(table: Table) -> None:
    wait(table, lambda: agrees(table), "first picture")
    piece = next(table.session.state.on_map(table.session.state.active_seat))
    tile = next(one for one in _reach(table, piece) if one.reach == 3)
    table.session.submit(MoveFigure(piece.seat, piece.id, (tile.space,)))
    assert not agrees(table)
    wait(table, lambda: agrees(table), "picture of the move")
    assert table.follower.picture is not None
    assert table.follower.picture.pieces[piece.id] == (tile.space,)
    eyes: Any = table.sources[0]
    eyes.cut_the_cable()
    wait(table, lambda: table.follower.links["camera"].state is LinkState.OFFLINE, "dead camera")
    table.presenter.press("end_turn")
    table.presenter.press("confirm")  # others may still act
    assert table.session.state.active_seat != piece.seat


def test_dice_fall_through_the_tower_and_are_confirmed(table: Table) -> None:
    try:
        find_vm()
    except MissingPart as missing:
        absent(missing)
    wait(table, lambda: "tower" in table.follower.links, "word from the tower")
    wait(table, lambda: table.follower.links["tower"].state is LinkState.ONLINE, "tower")
    attack(table)
    row = table.presenter.model().dice
    assert row is not None and row.roll_label == "Throw"
    table.presenter.press("roll")
    wait(table, lambda: table.follower.proposal is not None or table.follower.question is not None, "reading")
    card = table.presenter.model().card
    assert card is not None and card.kind == "dice", card
    table.presenter.press("confirm")
    assert Source.CAMERA in {one.source for one in table.session.records}
    dice: Any = table.sources[1]
    dice.die()
    wait(table, lambda: table.follower.links["tower"].state is LinkState.OFFLINE, "dead tower")
    assert not dice.is_ready


@pytest.fixture
def no_vm(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise MissingPart("the MicroPython VM", "run `make setup`")

    monkeypatch.setattr("firmware_bridge.virtual.find_vm", missing)


def test_without_a_vm_the_machine_rolls(no_vm: None, table: Table) -> None:
    wait(table, lambda: "tower" in table.follower.links, "word from the tower")
    wait(table, lambda: table.follower.links["tower"].state is LinkState.OFFLINE, "reason")
    assert table.presenter.model().links[-1].detail == "no MicroPython VM"
    attack(table)
    row = table.presenter.model().dice
    assert row is not None and row.roll_label == "Roll for me"
    table.presenter.press("roll")
    assert Source.MACHINE in {one.event.result.source for one in table.session.records if hasattr(one.event, "result")}


def _reach(table: Table, piece: Any) -> Any:
    table.presenter.tap_piece(piece.id)
    return table.presenter.model().board.tiles
