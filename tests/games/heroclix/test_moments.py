"""Effects at the start and end of turns and rounds, in the order a player says (HC-TURN, EX-TURN-04): by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.heroclix.commands import EndTurn
from companion.games.heroclix.edition import PowerRule
from companion.games.heroclix.editions.core import CORE
from companion.games.heroclix.events.play import Moment, MomentCame, MomentPassed, RoundBegan, TurnBegan, TurnEnded
from companion.games.heroclix.events.powers import EffectsEnded
from companion.games.heroclix.state.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.system import HeroClix
from companion.games.heroclix.turns.clock import TurnDialAt
from tests.games.heroclix.scene import BLUE, RED, Scene, figure

ROWS = {
    "mend": PowerRule("mend", (TurnDialAt(Moment.TURN_END, heal=1),)),
    "bleed": PowerRule("bleed", (TurnDialAt(Moment.TURN_END, damage=2),)),
    "wake": PowerRule("wake", (TurnDialAt(Moment.TURN_START, heal=1),)),
    "ebb": PowerRule("ebb", (TurnDialAt(Moment.ROUND_END, damage=1),)),
    "flood": PowerRule("flood", (TurnDialAt(Moment.ROUND_START, damage=1),)),
}
GAME = HeroClix(replace(CORE, powers={**CORE.powers, **ROWS}))


def scene_with(a: dict[str, str], b: dict[str, str] | None = None, **more: Any) -> Scene:
    """Red's A and blue's B far apart, both on click 3 of 6, A with a friend C."""
    scene = Scene(game=GAME, **more)
    scene.put("A", "red", (0, 0), figure("A", powers=a))
    scene.put("B", "blue", (15, 23), figure("B", powers=b or {}))
    for name in ("A", "B"):
        piece = scene.state.find(name)  # type: ignore[arg-type]
        assert piece is not None
        scene.state = scene.state.with_piece(replace(piece, click=3))
    return scene


def kinds(events: list[Any]) -> list[str]:
    return [type(one).__name__ for one in events]


@pytest.mark.rule("HC-TURN-08", "HC-TURN-10")
def test_end_of_turn_effects_come_in_the_order_the_active_player_says() -> None:
    """A mends 1 and takes 2: mending first is 3 - 1 + 2 = 4, and so is the other way; the order is in the record."""
    for first, order in [("A: mend", [2, 4]), ("A: bleed", [5, 4])]:
        scene = scene_with({"speed": "mend", "damage": "bleed"})
        events = scene.do(EndTurn(RED))
        assert kinds(events) == ["TurnEnded", "MomentCame", "ChoiceRequested"]
        assert scene.asked == "HC-TURN-10"
        events = scene.choose(first)
        turned = [one.after for one in events if type(one).__name__ == "DialTurned"]
        assert turned == order
        assert kinds(events)[-2:] == ["MomentPassed", "TurnBegan"]
        assert scene.state.active_seat == BLUE


@pytest.mark.rule("HC-TURN-05", "HC-TURN-07", "HC-TURN-08")
def test_what_lasted_this_turn_is_over_before_effects_of_its_end() -> None:
    """EX-TURN-04: Mend is countered "this turn"; that ends before the end of the turn, so A mends."""
    scene = scene_with({"speed": "mend"})
    countered = Lasting(1, LastingKind.COUNTERS, scene.state.pieces[0].id, "mend", Until.TURN_END)
    scene.state = replace(scene.state, lasting=(countered,))
    events = scene.do(EndTurn(RED))
    assert [type(one) for one in events[:3]] == [TurnEnded, EffectsEnded, MomentCame]
    assert scene.state.pieces[0].click == 2


@pytest.mark.rule("HC-TURN-05", "HC-TURN-06")
def test_what_lasted_until_the_turn_is_over_before_effects_of_its_start() -> None:
    """EX-TURN-04: Wake is countered until red's next turn; then that ends, and Wake happens, in this order."""
    scene = scene_with({"speed": "wake"})
    countered = Lasting(1, LastingKind.COUNTERS, scene.state.pieces[0].id, "wake", Until.TURN_START, seat=RED)
    scene.state = replace(scene.state, lasting=(countered,))
    scene.do(EndTurn(RED))
    events = scene.do(EndTurn(BLUE))
    assert [one for one in kinds(events) if one in ("TurnBegan", "EffectsEnded", "MomentCame", "MomentPassed")] == [
        "TurnBegan",
        "EffectsEnded",
        "MomentCame",
        "MomentPassed",
    ]
    assert scene.state.pieces[0].click == 2


@pytest.mark.rule("HC-TURN-04", "HC-TURN-09")
def test_effects_of_the_round_come_after_its_last_turn_and_before_its_first() -> None:
    """Both take 1 at the end of the round, and 1 as the next begins; the first player says in which order (AMB-46)."""
    both = {"speed": "ebb", "damage": "flood"}
    scene = scene_with(both, both)
    assert MomentCame not in {type(one) for one in scene.do(EndTurn(RED))}  # the round goes on
    events = scene.do(EndTurn(BLUE))
    assert (events[-2].moment, scene.state.flow.open[0].seat) == (Moment.ROUND_END, RED)  # type: ignore[union-attr]
    events = scene.choose("B: ebb")
    assert [one.piece for one in events if type(one).__name__ == "DialTurned"] == ["B", "A"]
    assert [one.click for one in scene.state.pieces] == [4, 4]
    began = [one for one in kinds(events) if one in ("MomentPassed", "RoundBegan", "MomentCame", "TurnBegan")]
    assert began == ["MomentPassed", "RoundBegan", "MomentCame"]
    assert [type(one) for one in scene.choose("A: flood")[-2:]] == [MomentPassed, TurnBegan]
    assert [one.click for one in scene.state.pieces] == [5, 5]


@pytest.mark.rule("HC-TURN-08", "HC-TURN-10")
def test_an_effect_that_ends_the_game_ends_it_there() -> None:
    """A on its last click takes 2 at the end of its turn: nobody is left but B."""
    scene = scene_with({"damage": "bleed"})
    a = scene.state.pieces[0]
    scene.state = scene.state.with_piece(replace(a, click=6))
    events = scene.do(EndTurn(RED))
    assert scene.state.flow.outcome is not None
    assert scene.state.flow.outcome.winners == (BLUE,)
    assert not {TurnBegan, RoundBegan} & {type(one) for one in events}
