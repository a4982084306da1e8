"""Team abilities: who has which one and why: EX-TA-01 and the rules of wild cards, by hand from the catalogue."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.commands import Concede
from companion.core.ids import PieceId, Seat
from companion.core.rules import Accepted
from companion.documents import load_document
from companion.games.heroclix.commands import ChooseTeamAbility, CloseAttack, EndTurn
from companion.games.heroclix.events.tactics import TeamAbilityLost
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.forces.setup import Alternate, Tactics
from companion.games.heroclix.position.team_abilities import copyable, holdings, possessed, team_abilities
from companion.interchange.hcunits import parse_units
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, figure

W, V, F, G, X = (PieceId(name) for name in "WVFGX")


def member(name: str, *abilities: str, clicks: int = 6) -> Figure:
    return replace(figure(name, clicks=clicks, damage=1), team_abilities=abilities)


def team(*alternates: Alternate) -> Scene:
    """Red wild cards W and V, friends F of the Lamplighters and G of the Undertow; blue X of the mystics beside F."""
    scene = Scene(tactics=Tactics(alternates=alternates))
    scene.put("W", "red", (0, 0), member("W", "drifters"))
    scene.put("V", "red", (3, 0), member("V", "drifters"))
    scene.put("F", "red", (6, 6), member("F", "lamplighters", clicks=1))
    scene.put("G", "red", (9, 9), member("G", "undertow"))
    scene.put("X", "blue", (7, 6), member("X", "mystics"))
    return scene


def held(scene: Scene, piece: PieceId) -> list[tuple[str, str]]:
    return [(one.ability, one.why) for one in holdings(scene.state, scene.piece(piece))]


@pytest.mark.rule("HC-TA-06", "HC-TA-07", "HC-TA-09", "HC-TA-10")
def test_a_wild_card_copies_what_friends_possess() -> None:
    scene = team()
    assert held(scene, W) == [("drifters", "symbol")], "none at the start"
    assert copyable(scene.state, scene.piece(W)) == ("lamplighters", "undertow")
    assert scene.refused(ChooseTeamAbility(RED, W, "mystics")) == {"HC-TA-06"}, "an opponent's"
    assert scene.refused(ChooseTeamAbility(RED, F, "undertow")) == {"HC-TA-06"}, "no wild card"
    assert scene.refused(ChooseTeamAbility(BLUE, W, "undertow")) == {"TW-PIECE-01"}
    scene.do(ChooseTeamAbility(RED, W, "undertow"))
    assert held(scene, W) == [("drifters", "symbol"), ("undertow", "copied")]
    assert [one.ability for one in possessed(scene.state, scene.piece(W))] == ["drifters"]
    scene.do(ChooseTeamAbility(RED, W, "lamplighters"))
    assert held(scene, W)[1:] == [("lamplighters", "copied")], "one at a time"
    scene.do(ChooseTeamAbility(RED, W, ""))
    assert held(scene, W) == [("drifters", "symbol")]
    view = GAME.view_for(scene.state, BLUE).tactics.pieces
    assert {row.piece: [one.ability for one in row.abilities] for row in view}[G] == ["undertow"]


@pytest.mark.rule("HC-TA-14")
def test_a_copy_is_not_copied() -> None:
    """V uses the Undertow's; once G is gone, what V is merely using is not there for W."""
    scene = team()
    scene.do(ChooseTeamAbility(RED, V, "undertow"))
    scene.state = scene.state.with_piece(replace(scene.piece(G), ko=True, spaces=()))
    assert scene.refused(ChooseTeamAbility(RED, W, "undertow")) == {"HC-TA-14"}


@pytest.mark.rule("HC-TA-10", "HC-TA-11")
def test_it_switches_between_actions_and_keeps_it_until_the_action_ends() -> None:
    """EX-TA-01: before an opponent's action W switches; in it, it may not; F falls: W keeps it until the end of it."""
    scene = team()
    scene.do(EndTurn(RED))
    scene.do(ChooseTeamAbility(RED, W, "lamplighters"))  # in blue's turn
    scene.do(CloseAttack(BLUE, X, F))
    assert scene.refused(ChooseTeamAbility(RED, W, "undertow")) == {"HC-TA-10"}
    events = scene.roll(6, 5)
    names = [type(one).__name__ for one in events]
    assert names.index("KnockedOut") < names.index("ActionEnded") < names.index("TeamAbilityLost")
    assert TeamAbilityLost(W, "lamplighters") in events
    assert held(scene, W) == [("drifters", "symbol")]


@pytest.mark.rule("HC-TA-11", "HC-TEAM-08")
def test_a_teammates_ability_is_lost_when_the_teammate_gives_up() -> None:
    a, b, c = Seat("a"), Seat("b"), Seat("c")
    scene = Scene(seats=("a", "c", "b"), tactics=Tactics(sides=((a, b), (c,))))
    scene.put("W", "a", (0, 0), member("W", "drifters"))
    scene.put("F", "b", (6, 6), member("F", "lamplighters"))
    scene.put("X", "c", (9, 9), member("X", "mystics"))
    scene.do(ChooseTeamAbility(a, W, "lamplighters"))
    assert TeamAbilityLost(W, "lamplighters") in scene.do(Concede(b))
    assert scene.state.flow.outcome is None


@pytest.mark.rule("HC-TA-02", "HC-TA-03", "HC-TA-15", "HC-TA-16", "HC-TA-18")
def test_alternate_abilities_come_beside_or_instead() -> None:
    beside = Alternate(RED, "Oath", "mystics", 3, (F,))
    scene = team(beside)
    assert held(scene, F) == [("lamplighters", "symbol"), ("mystics", "alternate")]
    assert copyable(scene.state, scene.piece(W)) == ("lamplighters", "mystics", "undertow")
    instead = replace(beside, replaces=True, copied=False)
    scene = team(instead)
    assert held(scene, F) == [("mystics", "alternate")]
    assert copyable(scene.state, scene.piece(W)) == ("undertow",), "kept to its characters, and no lamplighter left"
    two = Scene()
    two.put("T", "red", (0, 0), member("T", "lamplighters", "undertow"))
    assert held(two, PieceId("T")) == [("lamplighters", "symbol"), ("undertow", "symbol")]


@pytest.mark.rule("HC-TA-01")
def test_every_team_ability_of_the_real_files_has_names(shared: Path) -> None:
    rows, found = team_abilities(), set[str]()
    for file in sorted((shared / "data" / "heroclix" / "hcunits" / "sets").glob("*.json")):
        found |= {word for one in parse_units(load_document(str(file))).figures for word in one.team_abilities}
    assert len(found) == 32
    assert found <= set(rows)
    assert all(row.english and row.french for row in rows.values())


@pytest.mark.parametrize("seed", range(4))
def test_every_switch_offered_is_accepted(seed: int) -> None:
    rng, scene = random.Random(seed), team()
    for _ in range(12):
        offers = [
            one
            for seat in (RED, BLUE)
            for one in GAME.legal_commands(scene.state, seat)
            if isinstance(one, ChooseTeamAbility)
        ]
        assert len(offers) >= 2
        assert all(isinstance(GAME.decide(scene.state, one), Accepted) for one in offers)
        scene.do(rng.choice(offers))
