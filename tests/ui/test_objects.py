"""Objects and terrain by taps: a person picks up, throws, and breaks a block, a wall or an object; what is drawn."""

from __future__ import annotations

from typing import Any

import pytest

from companion.board.picture import Thing
from companion.core.ids import PieceId
from companion.core.ledger import Ledger
from companion.core.session import Session
from companion.games.heroclix.events.tactics import ObjectPickedUp
from companion.games.heroclix.state.attack import Attack
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.table.follow import Follower
from tests.games.heroclix.scene import GAME, Scene, at, figure
from tests.ui.scenes import card
from ui.presenters.table import TablePresenter

STRONG = {"attack": "super_strength"}


def shown(clock: Any, scene: Scene, lang: str = "en") -> TablePresenter:
    """The table of a scene."""
    ledger = Ledger(MemoryRecorder(), JsonCodec(GAME.event_types))
    session = Session(GAME, ledger, clock, scene.setup, seats=scene.setup.seats)
    session._record(scene.opening, session.records[0].source)
    return TablePresenter(session, Follower(session, {10: PieceId("A"), 20: PieceId("B")}), lang=lang)


def room(**settings: Any) -> Scene:
    """Red's strong A on A1, blue's B on F1, a block on B1, a wall under A1."""
    scene = Scene(size=(8, 4), terrain={(1, 0): "blocking"}, walls=[((0, 0), (0, 1))], **settings)
    scene.put("A", "red", (0, 0), figure("A", damage=3, powers=STRONG, range=0))
    scene.put("B", "blue", (5, 1))
    return scene


def press(made: TablePresenter, label: str) -> None:
    """The button with these words is pressed."""
    made.press(next(action for action, words in card(made).buttons if words == label))


def test_a_tap_on_a_block_proposes_its_attack(clock: Any) -> None:
    made = shown(clock, room())
    made.tap_piece(PieceId("A"))
    made.tap_space(at(1, 0))
    assert card(made).text == "→ B1 · close attack · 5 damage · destroyed"
    press(made, "Confirm")
    assert made.model().board.debris == ((1, 0),)
    tile = next(one for one in made.model().board.tiles if one.space == at(1, 0))
    assert tile.terrain == "hindering"


def test_too_little_damage_is_said_before(clock: Any) -> None:
    scene = Scene(size=(8, 4), terrain={(1, 0): "blocking"})
    scene.put("A", "red", (0, 0), figure("A", damage=2))
    scene.put("B", "blue", (5, 1))
    made = shown(clock, scene)
    made.tap_piece(PieceId("A"))
    made.tap_space(at(1, 0))
    assert card(made).text == "→ B1 · close attack · 2 damage · holds: 3 damage needed"


def test_a_wall_is_found_under_the_figure(clock: Any) -> None:
    made = shown(clock, room())
    before = len(made.model().board.walls)
    made.tap_piece(PieceId("A"))
    press(made, "close attack → the wall between A1 and A2")
    assert (before, len(made.model().board.walls)) == (1, 0)
    assert sorted(made.model().board.debris) == [(0, 0), (0, 1)]
    assert any(line.text == "The wall A1|A2 falls." for line in made.model().log)


def test_a_move_may_take_an_object_along(clock: Any) -> None:
    scene = Scene(size=(8, 4))
    scene.put("A", "red", (0, 0), figure("A", powers=STRONG))
    scene.put("B", "blue", (7, 3))
    scene.lay("crate", "heavy", (1, 1))
    made = shown(clock, scene)
    assert made.model().board.objects == (Thing(PieceId("crate"), "C", 1, 1, "heavy", False, False),)
    made.tap_piece(PieceId("A"))
    made.tap_space(at(2, 0))
    press(made, "Take crate")
    assert made.model().board.objects == (Thing(PieceId("crate"), "C", 2, 0, "heavy", False, True),)
    dial = made.model().dial
    assert dial is not None
    assert "holds crate" in dial.notes


@pytest.mark.parametrize(("lang", "label"), [("en", "Throw it → B"), ("fr", "Lancer l'objet → B")])
def test_what_is_held_is_thrown_at_who_is_aimed_at(clock: Any, lang: str, label: str) -> None:
    scene = Scene(size=(8, 4))
    scene.put("A", "red", (0, 0), figure("A", powers=STRONG))
    scene.put("B", "blue", (5, 1))
    scene.lay("crate", "light", PieceId("A"))
    made = shown(clock, scene, lang)
    made.tap_piece(PieceId("A"))
    made.tap_piece(PieceId("B"))
    press(made, label)
    assert made.state.attack is None, "its number is told first"
    made.press("confirm")
    attack: Attack | None = made.state.attack  # mypy holds it for none
    assert attack is not None and attack.weapon == "crate"


def test_an_object_is_attacked_by_its_square_or_its_name(clock: Any) -> None:
    scene = Scene(size=(8, 4))
    scene.put("A", "red", (0, 0))
    scene.put("B", "blue", (7, 3))
    scene.lay("crate", "light", (1, 0))
    made = shown(clock, scene)
    made.tap_piece(PieceId("A"))
    press(made, "Attack an object …")
    assert [words for _, words in card(made).buttons] == ["close attack → crate", "ranged attack → crate", "Close"]
    press(made, "Close")
    made.tap_space(at(1, 0))
    press(made, "ranged attack → crate")
    assert made.model().board.objects == ()
    assert any("crate leaves the game" in line.text for line in made.model().log)


def test_a_finger_that_drags_takes_nothing_along(clock: Any) -> None:
    scene = Scene(size=(8, 4))
    scene.put("A", "red", (0, 0), figure("A", powers=STRONG))
    scene.put("B", "blue", (7, 3))
    scene.lay("crate", "heavy", (1, 1))
    made = shown(clock, scene)
    assert made.hand.lift(PieceId("A"))
    made.hand.over(at(2, 0))
    made.hand.drop()
    press(made, "Confirm")
    assert made.state.tactics.held == ()
    assert not any(isinstance(one.event, ObjectPickedUp) for one in made.session.records)
