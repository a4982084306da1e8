"""The steps before the first turn with everything a force may bring: EX-SETUP-01, -02, EX-OBJ-09, by hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board.grid import Tile
from companion.board.spaces import Terrain
from companion.core.commands import Choose, Pass, Place, ReportDice
from companion.core.dice import DiceRequest, DiceResult
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat
from companion.core.rules import Accepted, Rejected
from companion.games.heroclix.commands import BeginGame, EndTurn, MoveFigure
from companion.games.heroclix.events.tactics import ObjectsWithheld
from companion.games.heroclix.forces.cards import Weight
from companion.games.heroclix.forces.setup import Condition, EventDial, MapObject, Tactics, Theme
from companion.games.heroclix.position.holding import conditions_in_effect
from companion.games.heroclix.state.state import Phase
from tests.games.heroclix.scene import GAME, Scene, at, figure

A, B, C = Seat("a"), Seat("b"), Seat("c")


def table(tactics: Tactics, seats: Sequence[str] = ("a", "b"), *, bystander: bool = False) -> Scene:
    """One figure a seat on 12 × 20 squares; areas are the first and last rows, and the left column between them."""
    scene = Scene(size=(12, 20), seats=seats, tactics=tactics)
    tiles = list(scene.board.tiles)
    for column in range(12):
        tiles[column] = Tile(starting="north")
        tiles[19 * 12 + column] = Tile(starting="south")
    if len(seats) > 2:
        for row in range(4, 16):
            tiles[row * 12] = Tile(starting="west")
    tiles[10 * 12 + 6] = Tile(terrain=frozenset({Terrain.HINDERING}))
    scene.board = replace(scene.board, tiles=tuple(tiles))
    for seat in seats:
        scene.put(f"{seat}1", seat, (0, 0))
    if bystander:
        scene.put("cat", seats[0], (0, 0), replace(figure("cat", clicks=1, points=0), kind="bystander"))
    scene.state = GAME.initial_state(scene.setup)
    return scene


def thing(name: str, seat: Seat, *, special: bool = False) -> MapObject:
    return MapObject(PieceId(name), seat, name, Weight.LIGHT, 8 if special else 0, special)


def begun(scene: Scene, *rolls: tuple[int, int]) -> Scene:
    """The scene after the rolls for first player, in the order of the seats."""
    scene.do(BeginGame(scene.state.table.seats[0]))
    for faces in rolls:
        scene.roll(*faces)
    return scene


def choose(scene: Scene, option: str) -> None:
    request: Any = scene.state.flow.open[0]
    scene.do(Choose(request.seat, request.id, (option,)))


def theme(seat: Seat, count: int) -> Theme:
    return Theme(seat, "Undertow", count, count // 2)


@pytest.mark.rule("HC-THEME-05", "HC-SETUP-03")
def test_a_themed_team_adds_its_characters_to_the_roll() -> None:
    """EX-SETUP-01: 7 and a team of 3 beat 9; 6 and 3 tie with 9."""
    scene = begun(table(Tactics(themes=(theme(A, 3),))), (3, 4), (4, 5))
    assert scene.state.first_player == A
    again = begun(table(Tactics(themes=(theme(A, 3),))), (3, 3), (4, 5))
    assert again.state.first_player is None
    assert len(again.state.flow.open) == 2, "both throw again"


FOG = (Condition("a-fog", A, "Fog"), Condition("b-fog", B, "Fog"))


@pytest.mark.rule("HC-SETUP-09", "HC-BFC-02", "HC-BFC-07", "HC-THEME-06")
def test_conditions_are_revealed_and_themed_teams_cancel_one_copy_each() -> None:
    """AMB-31: in turn order, one copy each; the own one is among them."""
    scene = begun(table(Tactics(conditions=FOG, themes=(theme(A, 2), theme(B, 2)))), (1, 1), (6, 6))
    choose(scene, "south")  # a chooses, b is first player
    assert scene.state.flow.phase == Phase.CONDITIONS
    request: Any = scene.state.flow.open[0]
    assert (request.seat, request.options) == (B, ("none", "a-fog", "b-fog"))
    choose(scene, "b-fog")
    request = scene.state.flow.open[0]
    assert (request.seat, request.options) == (A, ("none", "a-fog"))
    choose(scene, "none")
    assert [one.id for one in conditions_in_effect(scene.state)] == ["a-fog"]
    assert scene.state.flow.phase == Phase.DEPLOYMENT
    assert [one.id for one in GAME.view_for(scene.state, A).tactics.conditions] == ["a-fog"]


@pytest.mark.rule("HC-BFC-05", "HC-BFC-06", "HC-BFC-01")
def test_copies_stay_when_their_owner_is_out() -> None:
    """EX-BFC-01: two copies are two; with one owner eliminated they still are. Nobody themed: nobody is asked."""
    scene = begun(table(Tactics(conditions=FOG)), (1, 1), (6, 6))
    choose(scene, "south")
    assert scene.state.flow.phase == Phase.DEPLOYMENT
    piece = replace(scene.state.piece(PieceId("a1")), ko=True)
    assert len(conditions_in_effect(scene.state.with_piece(piece))) == 2


def three(*objects: MapObject) -> Scene:
    scene = begun(table(Tactics(objects=objects), ("a", "b", "c")), (6, 6), (1, 1), (1, 2))
    for area in ("north", "south"):
        choose(scene, area)
    return scene


@pytest.mark.rule("HC-SETUP-06", "HC-SETUP-10", "HC-SETUP-11", "HC-OBJ-08", "HC-SETUP-01")
def test_three_players_in_turn() -> None:
    """EX-SETUP-02: areas b, c, a; objects a, b, c, a, …, who has none left is skipped; figures a, b, c."""
    scene = three(thing("o1", A), thing("o2", A), thing("o3", A), thing("p1", B), thing("q1", C), thing("q2", C))
    assert dict(scene.state.areas) == {"b": "north", "c": "south", "a": "west"}
    order = []
    for column in range(6):
        seat = scene.state.active_seat
        assert seat is not None
        order.append(seat)
        commands = GAME.legal_commands(scene.state, seat)
        first = next(one for one in commands if isinstance(one, Place))
        scene.do(replace(first, spaces=(at(4 + column, 9),)))
    assert order == [A, B, C, A, C, A]
    assert (scene.state.flow.phase, scene.state.active_seat) == (Phase.DEPLOYMENT, A)
    for name, spot in [("a1", (0, 5)), ("b1", (3, 0)), ("c1", (3, 19))]:
        seat = Seat(name[0])
        assert scene.state.active_seat == seat
        scene.do(Place(seat, PieceId(name), (at(*spot),)))
    assert (scene.state.flow.phase, scene.state.active_seat, scene.state.flow.round) == (Phase.PLAY, A, 1)


def pair(*objects: MapObject, **more: Any) -> Scene:
    scene = begun(table(Tactics(objects=objects, **more)), (6, 6), (1, 1))
    choose(scene, "north")
    return scene


@pytest.mark.rule("HC-OBJ-09", "HC-OBJ-10", "HC-OBJ-12", "HC-OBJ-08")
def test_where_objects_may_lie() -> None:
    """EX-OBJ-09: a special object 4 squares from an area is refused, 5 is fine; clear squares, none in an area."""
    scene = pair(thing("o", A), thing("p", B), thing("s", A, special=True))
    o, p, s = PieceId("o"), PieceId("p"), PieceId("s")
    assert scene.refused(Place(A, o, (at(3, 0),))) == {"HC-OBJ-09"}, "a starting area"
    assert scene.refused(Place(A, o, (at(6, 10),))) == {"HC-OBJ-09"}, "hindering terrain"
    assert scene.refused(Place(A, o, (at(3, 3), at(4, 3)))) == {"HC-OBJ-09"}
    assert scene.refused(Place(B, p, (at(3, 3),))) == {"HC-OBJ-08"}, "not its turn"
    assert scene.refused(Place(A, p, (at(3, 3),))) == {"HC-OBJ-08"}, "not its object"
    assert scene.refused(Place(A, PieceId("a1"), (at(3, 0),))) == {"TW-PIECE-01"}, "no figures yet"
    assert scene.refused(Place(A, s, (at(3, 4),))) == {"HC-OBJ-10"}
    scene.do(Place(A, s, (at(3, 5),)))
    assert scene.refused(Place(B, p, (at(3, 5),))) == {"HC-OBJ-09"}, "an object lies there"
    scene.do(Place(B, p, (at(3, 1),)))
    scene.do(Place(A, o, (at(4, 18),)))
    assert scene.state.flow.phase == Phase.DEPLOYMENT


@pytest.mark.rule("HC-OBJ-11", "HC-OBJ-08")
def test_an_object_makes_its_square_hindering_and_placing_is_a_choice() -> None:
    scene = pair(thing("o", A), thing("o2", A), thing("p", B))
    scene.do(Place(A, PieceId("o"), (at(3, 5),)))
    assert scene.state.table.board.has(at(3, 5), Terrain.HINDERING)
    events = scene.do(Pass(B))
    assert events[0] == ObjectsWithheld(B, (PieceId("p"),))
    assert scene.state.active_seat == A
    assert scene.refused(Pass(B)) == {"TW-ASK-01"}
    scene.do(Pass(A))
    assert scene.state.flow.phase == Phase.DEPLOYMENT
    assert [(item.id, space) for item, space in GAME.view_for(scene.state, B).tactics.objects] == [("o", at(3, 5))]


def deployed(scene: Scene) -> Scene:
    for name, spot in [("a1", (3, 19)), ("b1", (3, 0))]:
        scene.do(Place(Seat(name[0]), PieceId(name), (at(*spot),)))
    return scene


@pytest.mark.rule("HC-BYST-01", "HC-BYST-02")
def test_bystanders_wait_beside_the_map() -> None:
    """EX-BYST-01, first half: a token is a character that one click of damage takes off."""
    scene = begun(table(Tactics(), bystander=True), (6, 6), (1, 1))
    choose(scene, "north")
    cat = PieceId("cat")
    assert scene.refused(Place(A, cat, (at(4, 19),))) == {"HC-BYST-01"}
    deployed(scene)
    assert scene.state.flow.phase == Phase.PLAY, "nobody waits for the token"
    assert scene.refused(Place(B, cat, (at(4, 10),))) == {"HC-BYST-01"}
    assert scene.refused(Place(A, cat, (at(3, 0),))) == {"HC-VAL-10"}
    assert scene.refused(Place(A, PieceId("a1"), (at(5, 10),))) == {"HC-SETUP-11"}
    scene.do(Place(A, cat, (at(4, 10),)))
    assert scene.piece(cat).spaces == (at(4, 10),)
    assert scene.refused(Place(A, cat, (at(5, 10),))) == {"HC-BYST-01"}
    scene.do(MoveFigure(A, cat, (at(4, 12),)))
    assert scene.piece(cat).tokens == 1, "it acts like any character"


@pytest.mark.rule("HC-SETUP-14", "HC-EVENT-06")
def test_the_event_dial_starts_on_a_green_line() -> None:
    dial = EventDial("Flood", 6, green=(3,))
    assert table(Tactics(event=dial)).state.tactics.event_click == 3
    assert table(Tactics()).state.tactics.event_click == 0


def random_tactics(rng: random.Random, seats: Sequence[Seat]) -> Tactics:
    objects = [
        thing(f"{seat}-{n}", seat, special=rng.random() < 0.4) for seat in seats for n in range(rng.randint(0, 3))
    ]
    conditions = [Condition(f"{seat}-fog", seat, "Fog") for seat in seats if rng.random() < 0.5]
    themes = [theme(seat, rng.randint(1, 5)) for seat in seats if rng.random() < 0.5]
    return Tactics(tuple(objects), conditions=tuple(conditions), themes=tuple(themes))


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), count=st.sampled_from([2, 3]))
def test_offered_commands_lead_to_the_first_turn(seed: int, count: int) -> None:
    """By offered commands only; each is accepted, and those of one seat are refused to another by a known rule."""
    rng = random.Random(seed)
    names = ("a", "b", "c")[:count]
    scene = table(random_tactics(rng, [Seat(name) for name in names]), names, bystander=rng.random() < 0.5)
    for _ in range(80):
        state = scene.state
        if state.flow.phase == Phase.PLAY:
            break
        if state.flow.open and isinstance(request := state.flow.open[0], DiceRequest):
            faces = tuple(str(rng.randint(1, 6)) for _ in request.dice)
            scene.do(ReportDice(request.roller, DiceResult(request.id, faces)))
            continue
        offers: list[Any] = [one for seat in state.table.seats for one in GAME.legal_commands(state, seat)]
        assert offers
        for one in rng.sample(offers, min(4, len(offers))):
            assert isinstance(GAME.decide(state, one), Accepted), one
            for other in state.table.seats:
                answer = GAME.decide(state, replace(one, seat=other))
                if isinstance(answer, Rejected):
                    assert all(
                        broken.rule in GAME.catalogue or broken.rule.startswith("TW-") for broken in answer.violations
                    )
        scene.do(rng.choice(offers))
    assert scene.state.flow.phase == Phase.PLAY
    assert {one.seat for one in scene.state.on_map()} == set(scene.state.table.seats)
    taken = [space for one in scene.state.on_map() for space in one.spaces]
    assert len(taken) == len(set(taken))
    assert isinstance(GAME.decide(scene.state, EndTurn(scene.state.order[0])), Accepted)
    assert not any(isinstance(one, ChoiceRequest) for one in scene.state.flow.open)
