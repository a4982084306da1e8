"""Where a led figure goes: to whom and what its mission asks for, and first to where that wins it."""

from __future__ import annotations

import pytest

from companion.core.ids import PieceId, Seat
from companion.core.phrases import Name, say
from companion.core.prizes import Prize
from companion.games.gotham import commands as cm
from companion.games.gotham.events import TaskDone
from companion.games.gotham.face.face import GothamFace
from companion.games.gotham.face.goals import goals, winning
from companion.games.gotham.state import State
from tests.conformance.test_faces import Moment, parts
from tests.games.gotham.tables import GOTHAM, HERO, mission, played
from tests.ui.test_gotham_screen import opened

A = PieceId("A")
FELLS = {"winner": "heroes", "when": {"task": "ledger", "neutralised": "prey"}}
LEDGER = {"ledger": {"action": "thought", "difficulty": 1, "zone": "a"}}


def table(*, is_written: bool = True, life: int = 1) -> State:
    """A hero in b; a guard beside it, who strikes hard enough that every cube is saved; the prey in d, the ledger in a,
    written or not.
    """
    hero = {"cubes": 4, "at": "b", "melee": "red", "thought": "red", "defense": "orange"}
    foes = {"guard": {"at": "b", "life": 9, "melee": "9 red"}, "prey": {"at": "d", "life": life}}
    state = mission(
        {"A": hero, **foes},
        zones=["a", "b", "c", "d"],
        dice={"red": [0, 1, 1, 2], "orange": [0, 0, 2]},
        tasks=LEDGER,
        ends=[FELLS],
    )
    return GOTHAM.apply(state, TaskDone("ledger", A)) if is_written else state


def face(state: State) -> GothamFace:
    """The face of that moment, over the board of a mission that is shipped."""
    moment = Moment(GOTHAM, state)
    moment.records = list(opened().records)
    return GothamFace(moment)


def test_a_hero_is_after_whom_and_what_the_mission_asks_for_and_the_others_only_where_it_asks_nobody() -> None:
    assert goals(table(is_written=False), A) == {"prey": "d", "ledger": "a"}
    assert goals(table(), A) == {"prey": "d"}
    assert goals(mission({"A": HERO | {"at": "a"}, "B": {"at": "b", "life": 1}}), A) == {"B": "b"}


def test_the_last_of_an_end_wins_whatever_was_first() -> None:
    assert not winning(GOTHAM, table(is_written=False), A)
    assert not winning(GOTHAM, table(life=2), A), "one success is too little"
    assert winning(GOTHAM, table(), A) == {"prey": "d"}


@pytest.mark.rule("GO-BASE-ATK-09")
@pytest.mark.parametrize(("is_written", "life", "is_led"), [(True, 1, True), (False, 1, False), (True, 2, False)])
def test_what_is_saved_pays_for_a_way_to_where_the_mission_is_won(*, is_written: bool, life: int, is_led: bool) -> None:
    made = face(table(is_written=is_written, life=life))
    moves = [one for one in made.orders(A) if isinstance(one, cm.Move) and not (one.push or one.path)]
    led = [one for one in moves if made.worth(one)]
    assert made.saved(A) >= 4 and bool(led) == is_led
    assert all(2 <= one.cubes < 4 for one in led), "two zones, and a cube is left for the attack"
    assert all(say("lead_wins") in parts(made.gains(one)) for one in led)


def test_its_fall_is_the_prize_of_the_attack_there() -> None:
    made = face(table())
    assert made.prize(cm.MeleeAttack(Seat("A"), A, target=PieceId("prey"))) == Prize(wins=True)


def test_where_a_success_cannot_come_nothing_is_won() -> None:
    """A guard in whose zone no task succeeds with the cubes that are left."""
    hard = {"ledger": {"action": "thought", "difficulty": 9, "zone": "a"}}
    easy = {"ledger": {"action": "thought", "difficulty": 1, "zone": "a"}}
    for tasks, wins in ((hard, {}), (easy, {"ledger": "a"})):
        state = mission(
            {"A": HERO | {"cubes": 2, "at": "b"}, "V": {"at": "d", "life": 9}},
            zones=["a", "b", "c", "d"],
            dice={"red": [0, 1, 1, 2]},
            tasks=tasks,
            ends=[{"winner": "heroes", "when": {"task": "ledger"}}],
        )
        assert winning(GOTHAM, state, A) == wins


@pytest.mark.rule("GO-BASE-MOVE-09")
def test_an_order_that_ends_the_movement_of_another_hero_is_told_first() -> None:
    """Not where it is one's own, or where nobody moves."""
    state = mission({name: HERO | {"at": "a"} for name in ("A", "B")})
    begun, other = played(state, cm.Move(Seat("A"), A, cubes=2)), cm.Move(Seat("B"), PieceId("B"), cubes=1)
    lost = begun.moving.points if begun.moving is not None else 0
    made, words = face(begun), say("stops_moving", piece=Name(A), lost=lost)
    assert lost and made.is_told_first(other) and words in made.foretell(Seat("B"), other).lines
    assert not made.is_told_first(cm.Move(Seat("A"), A, cubes=1)) and not face(state).is_told_first(other)
