"""Mind Control: a piece that changes sides for one action; by hand, ruleset 2010."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.commands import Place
from companion.core.ids import PieceId
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.events.damage import DialTurned
from companion.games.heroclix.events.powers import ControlReturned, ControlTaken
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure


def controlled(*, points: int = 50, **printed: Any) -> tuple[Scene, PieceId, PieceId, PieceId]:
    """Red's A controls blue's B, 4 squares off; C is blue too, next to B; all dice of the attack hit."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", powers={"speed": "mind_control"}, **{"range": 0, **printed}))
    b = scene.put("B", "blue", (4, 0), figure("B", points=points, attack=10))
    c = scene.put("C", "blue", (5, 0), figure("C", points=70))
    scene.do(UsePower(RED, a, "mind_control", (b,)))
    scene.roll(4, 5)
    return scene, a, b, c


@pytest.mark.rule("HC-TEAM-08")
def test_a_controlled_piece_attacks_its_own_side_and_goes_back() -> None:
    """B takes no damage; for red it attacks C, which is an opponent now, at arm's length; then it is blue's again."""
    scene, a, b, c = controlled()
    assert (scene.piece(b).seat, scene.piece(b).owner, scene.piece(b).click) == (RED, BLUE, 1)
    request: Any = scene.state.flow.open[0]
    assert (request.seat, request.piece, request.options) == (RED, b, ("move", "close"))
    scene.choose("close")
    scene.choose(c)
    events = scene.roll(3, 4)
    assert ControlReturned(b) in events
    assert (scene.piece(c).click, scene.piece(b).seat, scene.piece(b).owner) == (4, BLUE, None)
    assert (scene.piece(a).tokens, scene.piece(b).tokens) == (1, 0)  # the action of B is free
    assert scene.state.work is None


@pytest.mark.rule("HC-TEAM-08")
def test_it_may_move_or_do_nothing() -> None:
    """Without C beside it B moves where red says; or red lets it be."""
    for moves in (True, False):
        scene = Scene()
        a = scene.put("A", "red", (0, 0), figure("A", powers={"speed": "mind_control"}))
        b = scene.put("B", "blue", (4, 0), figure("B", speed=3, range=0))
        scene.do(UsePower(RED, a, "mind_control", (b,)))
        scene.roll(4, 5)
        if moves:
            scene.choose("move")
            request: Any = scene.state.flow.open[0]
            assert len(request.spaces) == 7 * 4  # columns 1 to 7, rows 0 to 3, and where it stands
            scene.do(Place(RED, b, (at(7, 0),), None, request.id))
        else:
            scene.choose()
        assert scene.piece(b).spaces == (at(7 if moves else 4, 0),)
        assert (scene.piece(b).seat, scene.state.work) == (BLUE, None)


def test_the_user_pays_for_every_hundred_points() -> None:
    """One damage for 100 to 199 points of those hit, none below."""
    for points, click in [(99, 1), (100, 2), (250, 3)]:
        scene, a, _, _ = controlled(points=points)
        assert scene.piece(a).click == click, points


@pytest.mark.rule("HC-TEAM-08")
def test_who_falls_by_the_price_gives_the_piece_back() -> None:
    """A's last click goes for B's 100 points: B does nothing for red, and is blue's again."""
    scene, a, b, _ = controlled(points=100, clicks=1)
    assert scene.piece(a).ko
    assert (scene.piece(b).seat, scene.piece(b).owner, scene.state.work) == (BLUE, None, None)


@pytest.mark.rule("HC-VP-05")
def test_what_a_controlled_piece_knocks_out_scores_for_who_controls_it() -> None:
    scene, _, _, c = controlled()
    scene.state = GAME.apply(scene.state, DialTurned(c, scene.piece(c).click, 6))
    scene.choose("close")
    scene.choose(c)
    scene.roll(3, 4)
    assert scene.piece(c).ko
    assert dict(scene.state.scores) == {RED: 70, BLUE: 0}


def test_a_miss_takes_nobody() -> None:
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", powers={"speed": "mind_control"}))
    b = scene.put("B", "blue", (4, 0))
    scene.do(UsePower(RED, a, "mind_control", (b,)))
    assert ControlTaken not in {type(one) for one in scene.roll(1, 2)}
    assert (scene.piece(b).seat, scene.state.work) == (BLUE, None)


@pytest.mark.rule("HC-RNG-02")
def test_a_user_without_range_reaches_four_squares() -> None:
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", range=0, powers={"speed": "mind_control"}))
    b = scene.put("B", "blue", (5, 0))
    assert scene.refused(UsePower(RED, a, "mind_control", (b,))) == {"HC-RNG-02"}
