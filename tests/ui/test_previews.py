"""One tap says what an action will do before it is confirmed, in every game; nothing is written by it."""

from __future__ import annotations

import random
import re

import pytest

from companion.core.ids import PieceId, Seat, SpaceId
from companion.games.gotham.commands import Move as SetOut
from companion.games.guardians.commands import Attack as GuardiansAttack
from companion.table.follow import Follower
from tests.ui.quest.players import Player, quest_session
from tests.ui.test_gotham_screen import begun as mission
from tests.ui.test_gotham_screen import opened
from tests.ui.test_guardians_screen import answered
from tests.ui.test_guardians_screen import begun as scenario
from ui.presenters.models import CardModel
from ui.presenters.table import TablePresenter


def card(table: TablePresenter) -> CardModel:
    shown = table.model().card
    assert shown is not None
    return shown


@pytest.mark.rule("HQ-MOVE-01", "HQ-ATK-05")
def test_a_walk_shows_its_path_and_steps_an_attack_its_dice_and_chances() -> None:
    """Three combat dice, half of the faces skulls: a skull in 87 of 100 (1 - 1/8, cut to whole hundredths 88)."""
    session = quest_session()
    heroes = Player(session, "heroes")
    for words in ("Begin the quest", "Play Silvane", "Move: throw the dice"):
        heroes.button(words)
    heroes.dice("6", "5")
    version, table = session.version, heroes.screen
    table.tap_space(SpaceId("A4"))
    assert (card(table).kind, session.version) == ("proposal", version)
    steps = card(table).text.splitlines()
    (way,) = heroes.model.board.ways
    assert way.points[-1] == (0.5, 3.5)
    assert steps[1] == f"{session.state.who(PieceId('elf')).at} → A4, {len(way.points) - 1} of 11 steps"
    heroes.confirm()
    heroes.tap("D4", "E4")
    heroes.button("Open the door E4–F4")
    heroes.tap("F4")
    heroes.button("Open the door F4–G4")
    heroes.tap("G4", "H4")
    version, goblin = session.version, session.state.who(PieceId("goblin-1"))
    table.tap_space(goblin.square)
    shown = card(table)
    assert (shown.kind, shown.buttons[0][0], session.version) == ("proposal", "confirm", version)
    assert "combat die" in shown.text
    assert re.search(r"At least one skull: \d+ %", shown.text)
    assert "Body Point" not in shown.text, "what a monster defends with only its master knows"
    table.press("dismiss")
    assert session.version == version
    assert heroes.model.board.ways == ()


def test_what_is_illegal_is_never_offered_to_be_confirmed() -> None:
    session = quest_session()
    heroes = Player(session, "heroes")
    heroes.button("Begin the quest")
    heroes.button("Play Brakka")
    version = session.version
    heroes.screen.tap_space(SpaceId("H4"))
    actions = [action for action, _ in card(heroes.screen).buttons]
    assert (card(heroes.screen).kind, "confirm" in actions, actions[-2:]) == ("refusal", False, ["dismiss", "overrule"])
    assert session.version == version


@pytest.mark.rule("GC-MOVE-01", "GC-ATK-05")
def test_a_move_tells_its_zones_and_an_attack_its_chance_damage_and_answers() -> None:
    session = scenario()
    rng, told = random.Random(5), set[str]()
    for _ in range(200):
        answered(session, rng)
        if session.state.flow.outcome is not None or len(told) == 2:
            break
        hero = session.state.who(session.state.active or "")
        table = TablePresenter(session, Follower(session, {}), lang="en", sides=(hero.side,))
        offers = list(session.system.legal_commands(session.state, Seat(str(hero.seat))))
        strike = next((offer for offer in offers if isinstance(offer, GuardiansAttack)), None)
        reach = [tile for tile in table.model().board.tiles if tile.reach is not None]
        version = session.version
        if strike is not None:
            table.tap_piece(strike.target)
            text = card(table).text
            assert re.search(r"needed: \d+ %", text), text
            assert re.search(r"a hit: [1-9]\d* damage", text), text
            told.add("attack")
            table.press("dismiss")
        if reach:
            table.tap_space(SpaceId(reach[-1].space))
            assert re.search(r"zones: \d of \d \[GC-MOVE-0[123]\]", card(table).text)
            (way,) = table.model().board.ways
            assert len(way.points) >= 2
            told.add("move")
        assert session.version == version
        table.close()
        session.submit(rng.choice(offers))
    assert told == {"attack", "move"}


@pytest.mark.rule("GO-BASE-ATK-03", "GO-BASE-MOVE-04", "GO-BASE-ACT-05")
def test_an_attack_of_cubes_tells_what_it_leaves_and_its_chances() -> None:
    """Two cubes of Lamplight's nine; successes and chances are held by hand in tests/games/gotham/test_chances.py."""
    session = mission(opened())
    table = TablePresenter(session, Follower(session, {}), lang="en")
    table.tap_piece(PieceId("lamplight"))
    table.press("pick:ranged.1")
    table.press("pick:ranged.2")
    version = session.version
    shot = next(action for action, label in card(table).buttons if action.startswith("do:"))
    table.press(shot)
    text = card(table).text
    assert session.version == version
    assert re.search(r"^At least one wound: \d+ %, with the free re-rolls$", text, re.MULTILINE)
    assert "9 → 7" not in text
    table.press("explain")
    text = card(table).text
    assert "9 → 7" in text
    assert re.search(r"1 or more successes: \d+ %, before re-rolls", text)
    table.press("confirm")
    assert session.version > version


@pytest.mark.rule("GO-BASE-ZONE-08")
def test_a_movement_into_danger_says_so_first_another_is_made_at_once() -> None:
    """The dye hall is dangerous, level 1, as its mission prints it; the street is not."""
    session = mission(opened())
    session.submit(SetOut(Seat("wren"), PieceId("wren"), (), cubes=3))
    table = TablePresenter(session, Follower(session, {}), lang="en")
    table.tap_piece(PieceId("wren"))
    version = session.version
    table.tap_space(SpaceId("dye-hall"))
    text = card(table).text
    assert "Movement Points: 1 of" in text and "Dangerous Terrain, level 1." in text
    assert session.version == version
    table.press("dismiss")
    table.tap_space(SpaceId("mid-street"))
    assert session.state.zone_of(PieceId("wren")) == "mid-street"
