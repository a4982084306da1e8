"""The end and its points: EX-END-01, EX-VP-01..03, EX-EVENT-01, sides, agreed ends; by hand from the catalogue."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.commands import Choose, Concede
from companion.core.events import GameEnded
from companion.core.ids import PieceId, Seat
from companion.games.heroclix.commands import (
    AdjustDial,
    CloseAttack,
    End,
    EndTurn,
    ProposeEnd,
    RangedAttack,
    RemoveElement,
    TurnEventDial,
    UseFeat,
)
from companion.games.heroclix.events.play import EndDeclined
from companion.games.heroclix.events.tactics import ElementScored
from companion.games.heroclix.forces.cards import Needs, Weight
from companion.games.heroclix.forces.setup import Alternate, EventDial, Feat, MapObject, Tactics
from companion.games.heroclix.position.holding import is_gone
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, figure

A, B, C, D = (Seat(name) for name in "abcd")
X, Y, Z = PieceId("X"), PieceId("Y"), PieceId("Z")


def sheet(scene: Scene, seat: Seat) -> list[tuple[str, int]]:
    found = next(one for one in GAME.view_for(scene.state, seat).tactics.sheets if one.seat == seat)
    assert found.total == sum(line.points for line in found.lines)
    return [(line.rule, line.points) for line in found.lines]


def prey(tactics: Tactics, *more: str, points: int = 75) -> Scene:
    """Red A beside blue X of one click and 75 points; other blue figures of two clicks at the far end."""
    scene = Scene(tactics=tactics)
    scene.put("A", "red", (0, 0), figure("A", damage=1))
    scene.put("X", "blue", (1, 0), figure("X", clicks=1, points=points))
    for column, name in enumerate(more):
        scene.put(name, "blue", (2 + column, 20), figure(name, clicks=2, points=30))
    return scene


def knock_out(scene: Scene, piece: PieceId) -> None:
    scene.do(AdjustDial(RED, piece, 2, "an effect"))


@pytest.mark.rule("HC-VP-01", "HC-VP-03", "HC-VP-07", "HC-TA-19", "HC-FEAT-17")
def test_a_character_with_all_it_was_given() -> None:
    """EX-VP-01: 75 points, an alternate ability of 5 a character, a feat of 10: 90."""
    given = Alternate(BLUE, "Oath", "undertow", 5, (X, Y))
    scene = prey(Tactics(feats=(Feat("f", BLUE, "Hook", 10, (X,)),), alternates=(given,)), "Y")
    scene.do(CloseAttack(RED, PieceId("A"), X))
    scene.roll(5, 4)
    assert dict(scene.state.scores)[RED] == 90
    assert sheet(scene, RED) == [("HC-VP-01", 75), ("HC-VP-03", 5), ("HC-VP-07", 10)]
    assert is_gone(scene.state, scene.state.table.tactics.feats[0])


@pytest.mark.rule("HC-VP-08", "HC-VP-09", "HC-VP-10", "HC-VP-04")
def test_feats_of_several_and_of_the_whole_team() -> None:
    """Of two: with the last of them; each an increment; of the team: with its last character."""
    feats = (
        Feat("two", BLUE, "Ropes", 6, (X, Y)),
        Feat("each", BLUE, "Shift", 5, (X, Y, Z), per_character=True),
        Feat("team", BLUE, "Watch", 8),
    )
    scene = prey(Tactics(feats=feats), "Y", "Z")
    knock_out(scene, X)
    assert sheet(scene, RED) == [("HC-VP-01", 75), ("HC-VP-09", 5)]
    knock_out(scene, Y)
    assert sheet(scene, RED)[2:] == [("HC-VP-01", 30), ("HC-VP-08", 6), ("HC-VP-09", 5)]
    knock_out(scene, Z)
    assert sheet(scene, RED)[5:] == [("HC-VP-01", 30), ("HC-VP-09", 5), ("HC-VP-10", 8)]
    assert dict(scene.state.scores)[RED] == 164
    assert scene.state.flow.outcome is not None


def thing(seat: Seat, points: int = 8) -> MapObject:
    return MapObject(PieceId("bell"), seat, "Bell", Weight.HEAVY, points, is_special=True)


@pytest.mark.rule("HC-VP-02", "HC-VP-05", "HC-OBJ-38")
@pytest.mark.parametrize(
    ("seats", "owner", "scorer"),
    [
        (("a", "b"), A, B),  # EX-VP-03: an own object, in the own turn
        (("a", "b", "c"), A, None),
        (("a", "b", "c"), B, A),  # an opponent's, whoever removed it: the active player
        (("a", "b"), B, A),
    ],
)
def test_objects_that_leave_the_game(seats: tuple[str, ...], owner: Seat, scorer: Seat | None) -> None:
    scene = Scene(seats=seats, tactics=Tactics(objects=(thing(owner),)))
    for column, seat in enumerate(seats):
        scene.put(seat.upper(), seat, (5 * column, 0))
    scene.do(RemoveElement(A, "bell", "thrown"))
    assert dict(scene.state.scores) == {Seat(seat): 8 if seat == scorer else 0 for seat in seats}
    assert scene.refused(RemoveElement(A, "bell")) == {"HC-VP-02"}
    assert scene.refused(RemoveElement(A, "gong")) == {"TW-PIECE-01"}


@pytest.mark.rule("HC-VP-11")
def test_a_feat_that_leaves_while_its_characters_stand() -> None:
    """The last opponent who hurt one of them scores: b hurt X, then c hurt Y, so c."""
    feat = Feat("f", A, "Ropes", 6, (X, Y))
    scene = Scene(seats=("b", "c", "a"), tactics=Tactics(feats=(feat,)))
    scene.put("X", "a", (5, 5))
    scene.put("Y", "a", (6, 6))
    scene.put("K", "b", (5, 10), figure("K", damage=1))
    scene.put("L", "c", (10, 10), figure("L", damage=1))
    scene.do(RangedAttack(B, PieceId("K"), (X,)))
    scene.roll(6, 4)
    scene.do(EndTurn(B))
    scene.do(RangedAttack(C, PieceId("L"), (Y,)))
    scene.roll(6, 4)
    events = scene.do(RemoveElement(C, "f", "an effect"))
    assert events[1].seat == C
    assert dict(scene.state.scores) == {"a": 0, "b": 0, "c": 6}


def sides(limit: int | None = None) -> Scene:
    scene = Scene(seats=("a", "c", "b", "d"), round_limit=limit, tactics=Tactics(sides=((A, B), (C, D))))
    for column, seat in enumerate(("a", "c", "b", "d")):
        scene.put(seat.upper(), seat, (5 * column, 0))
    return scene


@pytest.mark.rule("HC-END-07", "HC-END-06", "HC-TEAM-08")
def test_a_side_adds_its_points_together() -> None:
    """EX-END-01, last part: 100 + 80 = 180 beats 170, though 170 is the most of one seat."""
    scene = sides(limit=2)
    for seat, points in [(A, 100), (B, 80), (C, 170)]:
        scene.state = GAME.apply(scene.state, ElementScored(seat, points, "HC-VP-02", "made up"))  # type: ignore[arg-type]
    for seat in (A, C, B, D):
        scene.do(EndTurn(seat))
    assert scene.state.flow.outcome is not None
    assert scene.state.flow.outcome.winners == (A, B)
    assert scene.refused(CloseAttack(A, PieceId("A"), PieceId("B"))) >= {"HC-END-01"}


@pytest.mark.rule("HC-END-01", "HC-END-07", "HC-TEAM-08", "HC-ATK-03")
def test_the_last_side_wins_and_friends_are_no_targets() -> None:
    """AMB-65: with c and d out, a and b win together; a side that is out with one seat plays on."""
    scene = sides()
    assert scene.refused(CloseAttack(A, PieceId("A"), PieceId("B"))) >= {"HC-ATK-03"}
    scene.do(Concede(C))
    assert scene.state.flow.outcome is None
    scene.do(Concede(D))
    assert scene.state.flow.outcome is not None
    assert scene.state.flow.outcome.winners == (A, B)


@pytest.mark.rule("HC-END-08", "HC-END-07")
def test_a_tie_of_sides_is_rolled_by_all_of_them() -> None:
    scene = sides(limit=2)
    for seat in (A, C, B, D):
        scene.do(EndTurn(seat))
    thrown = {A: (1, 1), C: (6, 5), B: (6, 6), D: (2, 2)}
    while scene.state.flow.open:
        scene.roll(*thrown[scene.state.flow.open[0].roller])  # type: ignore[union-attr]
    assert scene.state.flow.outcome is not None
    assert scene.state.flow.outcome.winners == (A, B)


def answer(scene: Scene, option: str) -> list[Any]:
    request: Any = scene.state.flow.open[0]
    return scene.do(Choose(request.seat, request.id, (option,)))


@pytest.mark.rule("TW-DRAW-01")
def test_a_draw_needs_everybody() -> None:
    scene = prey(Tactics(), "Y")
    scene.do(ProposeEnd(RED, End.DRAW))
    assert answer(scene, "no")[-1] == EndDeclined(BLUE)
    assert scene.state.work is None
    scene.do(ProposeEnd(RED, End.DRAW))
    events = answer(scene, "yes")
    assert isinstance(events[-1], GameEnded)
    assert (events[-1].outcome.winners, events[-1].outcome.rule) == ((), "TW-DRAW-01")
    assert scene.refused(ProposeEnd(BLUE, End.DRAW)) == {"HC-END-01"}


@pytest.mark.rule("HC-END-02", "HC-END-06", "HC-END-08")
def test_time_is_up() -> None:
    """EX-END-01: 150 against 150 when time is called: both throw; with 75 more on one side it has won."""
    tied = prey(Tactics(), "Y")
    tied.do(ProposeEnd(RED, End.TIME))
    answer(tied, "yes")
    assert [request.purpose for request in tied.state.flow.open] == ["HC-END-08", "HC-END-08"]
    ahead = prey(Tactics(), "Y")
    knock_out(ahead, X)
    ahead.do(ProposeEnd(BLUE, End.TIME))
    answer(ahead, "yes")
    assert ahead.state.flow.outcome is not None
    assert (ahead.state.flow.outcome.winners, ahead.state.flow.outcome.rule) == ((RED,), "HC-END-02")


@pytest.mark.rule("HC-END-03")
def test_a_scenario_ends_the_game() -> None:
    """It may name its winners; else the points decide. Nothing else names winners."""
    scene = prey(Tactics(), "Y")
    assert scene.refused(ProposeEnd(RED, End.TIME, (RED,))) == {"HC-END-03"}
    assert scene.refused(ProposeEnd(RED, End.SCENARIO, (Seat("nobody"),))) == {"HC-END-03"}
    scene.do(ProposeEnd(RED, End.SCENARIO, (BLUE,)))
    answer(scene, "yes")
    assert scene.state.flow.outcome is not None
    assert scene.state.flow.outcome.winners == (BLUE,)


@pytest.mark.rule("HC-EVENT-02", "HC-EVENT-06", "HC-EVENT-07", "HC-EVENT-08")
def test_the_event_dial_stops_at_its_lines() -> None:
    """EX-EVENT-01: green on 1, red on 5 of 6."""
    scene = prey(Tactics(event=EventDial("Flood", 6, (1,), (5,))), "Y")
    assert scene.refused(TurnEventDial(RED, -1)) == {"HC-EVENT-06"}
    scene.do(TurnEventDial(RED, 4))
    assert scene.state.tactics.event_click == 5
    assert scene.refused(TurnEventDial(BLUE, 1)) == {"HC-EVENT-07"}
    scene.do(TurnEventDial(BLUE, -1))
    assert GAME.view_for(scene.state, RED).tactics.event == ("Flood", 4)
    endless = prey(Tactics(event=EventDial("Bell", 6, (1,))), "Y")
    endless.do(TurnEventDial(RED, 5))
    endless.do(TurnEventDial(RED, 1))
    assert endless.state.tactics.event_click == 1
    assert prey(Tactics(), "Y").refused(TurnEventDial(RED, 1)) == {"HC-EVENT-02"}


@pytest.mark.rule("HC-FEAT-02", "HC-FEAT-09", "HC-FEAT-11", "HC-FEAT-17", "HC-FEAT-18")
def test_who_may_use_a_feat() -> None:
    charge = Needs(powers=("charge",))
    feats = (Feat("hook", BLUE, "Hook", 10, (X,)), Feat("spur", BLUE, "Spur", 5, (Y,), needs=charge))
    scene = prey(Tactics(feats=feats), "Y")
    scene.do(UseFeat(BLUE, "hook", X))
    assert scene.refused(UseFeat(RED, "hook", X)) == {"HC-FEAT-09"}
    assert scene.refused(UseFeat(BLUE, "hook", Y)) == {"HC-FEAT-02"}
    assert scene.refused(UseFeat(BLUE, "spur", Y)) == {"HC-FEAT-18"}
    assert scene.refused(UseFeat(BLUE, "sail", Y)) == {"TW-PIECE-01"}
    assert [one.feats for one in GAME.view_for(scene.state, None).tactics.pieces] == [("Hook",)]
    scene.do(RemoveElement(BLUE, "hook", "a card says so"))
    assert scene.refused(UseFeat(BLUE, "hook", X)) == {"HC-FEAT-17"}


@pytest.mark.rule("HC-BYST-02")
def test_a_bystander_goes_with_its_first_click() -> None:
    """EX-BYST-01: dealt 1 and taking 1 it is out; dealt 1 and taking 0 (Toughness) it stays."""
    for powers, is_out in ((None, True), ({"defense": "toughness"}, False)):
        scene = Scene()
        a = scene.put("A", "red", (0, 0), figure("A", damage=1))
        token = replace(figure("cat", clicks=2, points=0, powers=powers), kind="bystander")
        cat = scene.put("cat", "blue", (1, 0), token)
        scene.put("Y", "blue", (9, 9))
        scene.do(CloseAttack(RED, a, cat))
        scene.roll(5, 4)
        assert scene.piece(cat).ko is is_out
