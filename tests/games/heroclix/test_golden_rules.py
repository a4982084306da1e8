"""Rules that stand above the others: what a ruling sets aside and what not, sums, open forces; by hand."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.commands import Place
from companion.core.ids import PieceId, RuleId
from companion.core.rules import Accepted, Rejected
from companion.games.heroclix.commands import BeginGame, MoveFigure, UsePower
from companion.games.heroclix.events.damage import DamageDealt
from companion.games.heroclix.events.play import ActionEnded, PiecePlaced, TokenPlaced
from tests.games.heroclix.opening import field
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure


@pytest.mark.rule("HC-VAL-01")
def test_a_card_may_set_a_rule_aside_but_no_golden_one() -> None:
    """Agreed, A goes further than its speed; onto the square of B it does not go, whatever a card says."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", speed=2))
    scene.put("B", "blue", (9, 9))
    far, taken = MoveFigure(RED, a, (at(4, 0),)), MoveFigure(RED, a, (at(9, 9),))
    every = frozenset(RuleId(rule) for rule in ("HC-MOVE-01", "HC-VAL-10"))
    assert scene.refused(far) == {"HC-MOVE-01"}
    assert isinstance(GAME.decide(scene.state, far, waived=every), Accepted)
    refused = GAME.decide(scene.state, taken, waived=every)
    assert isinstance(refused, Rejected)
    assert {one.rule for one in refused.violations} == {"HC-VAL-10"}


@pytest.mark.rule("HC-VAL-21", "HC-VAL-08", "HC-ATK-11", "HC-DMG-01")
def test_the_rule_of_three_limits_values_and_not_the_damage_dealt() -> None:
    """EX-VAL-08: damage 3, +2 by itself and +1 by a friend: value 6; two sixes: 7 are dealt."""
    scene = Scene()
    a = scene.put("A", "red", (1, 1), figure("A", damage=3, powers={"damage": "close_combat_expert"}))
    scene.put("F", "red", (0, 1), figure("F", powers={"damage": "empower"}))
    b = scene.put("B", "blue", (2, 1), figure("B", clicks=12, defense=30))
    scene.do(UsePower(RED, a, "close_combat_expert", (b,)))
    assert scene.state.attack is not None
    assert scene.state.attack.damage == 6
    events = scene.roll(6, 6)
    assert [(one.dealt, one.taken) for one in events if isinstance(one, DamageDealt)] == [(7, 7)]


@pytest.mark.rule("HC-ACT-19", "HC-TOKEN-07")
def test_an_action_is_resolved_after_all_of_it() -> None:
    """Charge: the move, the close attack it gives, its roll and damage, the token; only then the action is over."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", powers={"speed": "charge"}))
    b = scene.put("B", "blue", (3, 0), figure("B", defense=10))
    events: list[Any] = scene.do(UsePower(RED, a, "charge", (), (at(2, 0),)))
    events += scene.choose(b)
    events += scene.roll(3, 4)
    kinds = [type(one) for one in events]
    assert kinds.count(ActionEnded) == 1
    assert kinds.index(DamageDealt) < kinds.index(TokenPlaced) < kinds.index(ActionEnded) == len(kinds) - 1


@pytest.mark.rule("HC-SETUP-02")
def test_all_forces_lie_open_before_anything_is_rolled() -> None:
    """Whoever looks sees every figure of every force, before and after the game is begun."""
    state = GAME.initial_state(field().setup)
    for seat in (RED, BLUE, None):
        assert [one.id for one in GAME.view_for(state, seat).pieces] == [
            PieceId(one) for one in ("b1", "b2", "r1", "r2")
        ]
    decision = GAME.decide(state, BeginGame(RED))
    assert isinstance(decision, Accepted)


@pytest.mark.rule("HC-VAL-11")
def test_who_must_be_put_somewhere_is_put_on_another_free_square() -> None:
    """A runs past B: where it goes on to is asked, B's square is none of the answers, and another one is."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", powers={"speed": "hypersonic_speed"}))
    b = scene.put("B", "blue", (3, 0))
    scene.do(UsePower(RED, a, "hypersonic_speed", (), (at(2, 0),)))
    scene.choose(b)
    scene.roll(1, 2)
    request: Any = scene.state.flow.open[0]
    assert at(3, 0) not in request.spaces
    assert scene.refused(Place(RED, a, (at(3, 0),), None, request.id)) == {"TW-ASK-03"}
    scene.do(Place(RED, a, (at(4, 0),), None, request.id))
    assert scene.piece(a).spaces == (at(4, 0),)


@pytest.mark.rule("HC-VAL-12")
def test_only_the_part_that_breaks_occupancy_is_ignored() -> None:
    """Telekinesis hits B; its square was taken meanwhile: B stays, and the attack and its token stand."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", powers={"attack": "telekinesis"}))
    b = scene.put("B", "blue", (4, 0))
    c = scene.put("C", "blue", (9, 9))
    scene.do(UsePower(RED, a, "telekinesis", (b,), (at(4, 2),)))
    scene.state = GAME.apply(scene.state, PiecePlaced(c, (at(4, 2),)))
    scene.roll(5, 4)
    assert (scene.piece(b).spaces, scene.piece(c).spaces) == ((at(4, 0),), (at(4, 2),))
    assert (scene.piece(a).tokens, scene.state.work) == (1, None)
