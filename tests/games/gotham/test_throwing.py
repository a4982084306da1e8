"""The words beside the dice of a mission, in numbers made by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from companion.core.dice import DiceRequest
from companion.core.face import Counsel
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, RequestId, RuleId, Seat, ZoneId
from companion.core.phrases import Name, Phrase, Told, average, joined, say
from companion.games.gotham.commands import MeleeAttack, Move, Step
from companion.games.gotham.events import Reckoned, TargetDesignated
from companion.games.gotham.face.counsel import counsel as advised
from companion.games.gotham.face.foretell import foretold, stranded
from companion.games.gotham.face.saving import saved
from companion.games.gotham.face.throwing import awaited, result
from companion.games.gotham.state import State
from tests.games.gotham.tables import GOTHAM, after, mission, played

DICE = {"red": [0, 1, 1, 3], "orange": [0, 0, 2]}
STRIKE = MeleeAttack(Seat("A"), PieceId("A"), PieceId("B"), cubes=1)


def fight(target: dict[str, Any], **skills: int) -> State:
    """A, who strikes with one red die a cube, beside B."""
    hero = {"cubes": 9, "at": "a", "melee": "red", "skills": skills}
    return mission({"A": hero, "B": {"at": "a", **target}}, dice=DICE)


def asked(state: State) -> DiceRequest:
    (request,) = state.flow.open
    assert isinstance(request, DiceRequest)
    return request


@pytest.mark.rule("GO-MARTIAL-01", "GO-BASE-ATK-06")
def test_martial_arts_counts_where_there_is_a_success() -> None:
    """A zero stays one, 1 becomes 2, 3 becomes 4: three throws of four wound, for (2 + 2 + 4) / 4 on average."""
    state = fight({"life": 30}, martial_arts=1)
    before = foretold(state, STRIKE)
    state = after(state, GOTHAM.decide(state, STRIKE))
    for coming in (before, awaited(GOTHAM, state, asked(state))):
        assert (coming.chance, coming.expected) == (Fraction(3, 4), Fraction(2))
        assert [part.source for part in coming.terms] == ["GO-MARTIAL-01"]


@pytest.mark.rule("GO-BASE-ATK-06", "GO-BASE-ATK-09")
def test_a_printed_defense_and_the_life_that_is_left_count() -> None:
    """Against one orange die, 2 on a third: 1 gets through twice of three times, 3 always; one Life Point is lost."""
    state = fight({"life": 1, "defense": "1 orange"})
    coming = foretold(state, STRIKE)
    assert coming.chance == Fraction(1, 2) * Fraction(2, 3) + Fraction(1, 4)
    assert coming.expected == coming.chance


@pytest.mark.rule("GO-BASE-ATK-09")
def test_a_defense_is_foretold_by_what_it_has_to_stop() -> None:
    """One success lies there: an orange die stops it with its 2, once in three times."""
    struck = played(fight({"life": 4, "defense": "1 orange"}), STRIKE, [[1]])
    coming = awaited(GOTHAM, struck, asked(struck))
    assert (coming.number, coming.chance) == (1, Fraction(1, 3))


@pytest.mark.rule("GO-LUCK-01", "GO-BADLUCK-01")
@pytest.mark.parametrize(("luck", "chance"), [(1, Fraction(15, 16)), (2, Fraction(63, 64)), (0, None)])
def test_free_re_rolls_are_counted_as_well_as_they_can_be_used(luck: int, chance: Fraction | None) -> None:
    """A zero, one throw of four, is thrown again, and with Luck 2 once more."""
    state = fight({"life": 30}, **({"luck": luck} if luck else {}))
    begun = after(state, GOTHAM.decide(state, STRIKE))
    for coming in (foretold(state, STRIKE), awaited(GOTHAM, begun, asked(begun))):
        assert coming.hoped == chance
        assert coming.likely == (chance or Fraction(3, 4)), "the one that is told"
        assert len(coming.lines) == 2 and coming.more, "the rest is read by who asks"
        assert coming.chance == Fraction(3, 4), "before re-rolls"


def test_an_attack_is_a_hit_once_nobody_can_stop_it_any_more() -> None:
    hero, thug = PieceId("hero"), PieceId("thug")
    aimed = TargetDesignated(hero, thug, "melee", "")
    events = [aimed, *(Reckoned(hero, what, value, value, ()) for what, value in (("melee", 2), ("wounds", 2)))]
    struck, settled = result(events[:2]), result(events)
    assert struck is not None and (struck.cue, struck.title) == (None, say("successes_of", count=2))
    assert settled is not None and settled.title == Phrase("result.hit")


def likely_wound(chance: int) -> Told:
    told = say("likely_wound", chance=Fraction(chance), needed=1)
    return joined(" · ", say("as_they_lie"), joined(" · ", told, average("wound", Fraction(chance))))


@pytest.mark.rule("GO-LUCK-01")
@pytest.mark.parametrize(
    ("face", "life", "counsel"),
    [
        (
            0,
            1,
            Counsel(("die_1",), likely_wound(0)),
        ),
        (1, 1, Counsel((), say("dice_enough"))),  # no more can be lost than one Life Point
        (
            1,
            9,
            Counsel(("die_1",), likely_wound(1)),
        ),
        (3, 9, Counsel((), say("dice_enough"))),  # the best face
    ],
)
def test_a_success_that_is_enough_is_not_thrown_again(face: int, life: int, counsel: Counsel) -> None:
    """A red die makes 5/4 of a wound on average: more than 0 or 1, where so many can be lost."""
    state = played(fight({"life": life}, luck=1), STRIKE, [[face]])
    (request,) = state.flow.open
    assert isinstance(request, ChoiceRequest)
    assert advised(GOTHAM, state, request) == counsel


@pytest.mark.rule("GO-CIRCULAR-05")
@pytest.mark.parametrize(
    ("other", "counsel"), [("a", Counsel((), say("dice_beyond"))), ("b", Counsel((), say("dice_enough")))]
)
def test_what_may_strike_others_is_not_called_enough(other: str, counsel: Counsel) -> None:
    hero = {"cubes": 9, "at": "a", "melee": "red", "skills": {"luck": 1, "circular_strike": 1}}
    state = mission({"A": hero, "B": {"at": "a", "life": 1}, "C": {"at": other, "life": 1}}, dice=DICE)
    state = played(state, STRIKE, [["1"]])
    (request,) = state.flow.open
    assert isinstance(request, ChoiceRequest)
    assert advised(GOTHAM, state, request) == counsel


def test_a_defense_that_can_stop_no_more_is_not_thrown_again() -> None:
    """Two orange successes are the most; of what is stopped already nothing is thrown again either."""
    for struck, stopped, words in (("3", 0, None), ("1", 2, "dice_enough")):
        state = fight({"life": 4, "defense": "1 orange", "skills": {"luck": 1}})
        state = played(state, STRIKE, [[int(struck)], [stopped]])
        (request,) = state.flow.open
        assert isinstance(request, ChoiceRequest)
        found = advised(GOTHAM, state, request)
        assert found is not None
        assert (not found.options) == (words is not None)
        assert words is None or found.words == say(words)


@pytest.mark.rule("GO-BASE-MOVE-04", "GO-BASE-ZONE-03")
def test_a_movement_that_reaches_nothing_says_so_before_it_is_paid_for() -> None:
    """Out of a zone of difficulty 1 the next one takes two points."""
    state = mission({"A": {"cubes": 9, "at": "a"}}, zones={"a": {"difficult": 1}, "b": {}})
    told = {cubes: foretold(state, Move(Seat("A"), PieceId("A"), cubes=cubes)).lines for cubes in (1, 2)}
    short = say("move_too_short", zone=Name("b"), cost=2)
    assert {cubes: short in lines for cubes, lines in told.items()} == {1: True, 2: False}


@pytest.mark.rule("GO-BASE-MOVE-04", "GO-BASE-ZONE-03")
def test_points_that_are_left_and_reach_nothing_are_told() -> None:
    """Two points: one step into the zone of difficulty 1 takes one, and out of it the next one takes two."""
    state = mission({"A": {"cubes": 9, "at": "a"}}, zones={"a": {}, "b": {"difficult": 1}, "c": {}})
    moving = played(state, Move(Seat("A"), PieceId("A"), cubes=2))
    assert stranded(moving) == ""
    there = played(moving, Step(Seat("A"), PieceId("A"), ZoneId("b")))
    assert stranded(there) == say("move_stranded", count=1, zone=Name("a"), cost=2)


@pytest.mark.rule("GO-COMMAND-07")
def test_who_pays_for_a_commanded_movement_is_told_before() -> None:
    pieces = {"A": {"cubes": 9, "at": "a"}, "G": {"tile": "guard", "at": "a", "commander": "A"}}
    state = mission(pieces, sheets={"guard": {"kind": "minion", "side": "heroes", "life": 2}})
    lines = foretold(state, Move(Seat("A"), PieceId("G"), cubes=2)).lines
    assert say("cubes_gone_of", who=Name("A"), held=9, left=7) in lines


@pytest.mark.rule("GO-BASE-ACT-05")
@pytest.mark.parametrize(("face", "is_paid"), [(0, True), (1, False)])
def test_a_cube_is_paid_for_another_throw_only_where_it_gains_a_sixth(face: int, is_paid: bool) -> None:
    """A red die makes 5/4 on average: far more than 0; of 3/4, that 1 and a half get through, no sixth is to be had."""
    hero = {"cubes": 9, "at": "a", "melee": "red", "saturation": {"melee": 3, "reroll": 2}}
    state = mission({"A": hero, "B": {"at": "a", "life": 1, "defense": "1 orange"}}, dice=DICE)
    state = played(state, STRIKE, [[face]])
    (request,) = state.flow.open
    assert isinstance(request, ChoiceRequest)
    found = advised(GOTHAM, state, request)
    assert found is not None and bool(found.options) == is_paid


@pytest.mark.rule("GO-BASE-ACT-05", "TW-END-01")
@pytest.mark.parametrize("wins", [True, False])
def test_where_a_hit_wins_a_cube_is_paid_for_every_chance(wins: bool) -> None:
    """Against one orange die, 1 gets through 2/3 and a red die again 1/4 + 1/2 × 2/3 = 7/12; of 1 and 0 beside it the 0
    again makes (2/3 + 2 × 2/3 + 1)/4 = 3/4: a twelfth more, no sixth.
    """
    hero = {"cubes": 4, "at": "a", "melee": "red", "defense": "orange", "saturation": {"melee": 3, "reroll": 2}}
    pieces = {"A": hero, "B": {"at": "a", "life": 1, "defense": "1 orange", "melee": "1 red"}}
    ends = [{"winner": "heroes", "when": {"neutralised": "B"}}] if wins else []
    state = played(mission(pieces, dice=DICE, ends=ends), replace(STRIKE, cubes=2), [[1, 0]])
    (request,) = state.flow.open
    assert isinstance(request, ChoiceRequest)
    found = advised(GOTHAM, state, request)
    assert found is not None and bool(found.options) == wins


@pytest.mark.rule("GO-BASE-ACT-05", "GO-BASE-ATK-09")
def test_what_the_defense_can_use_is_not_paid_for_another_throw() -> None:
    """B makes 5/4 of a success on average, a cube stops 2/3: two cubes are saved, the last two that are left."""
    for cubes, is_paid in ((3, False), (4, True)):
        hero = {"cubes": cubes, "at": "a", "melee": "red", "defense": "orange", "saturation": {"melee": 3, "reroll": 2}}
        foe = {"at": "a", "life": 9, "melee": "1 red"}
        state = played(mission({"A": hero, "B": foe}, dice=DICE), STRIKE, [[0]])
        (request,) = state.flow.open
        assert isinstance(request, ChoiceRequest)
        found = advised(GOTHAM, state, request)
        assert found is not None and bool(found.options) == is_paid, cubes
        assert saved(state, state.who(PieceId("A"))) == 2


@pytest.mark.rule("GO-BASE-ATK-09")
@pytest.mark.parametrize(("hits", "cubes"), [(1, "2"), (3, "3")])
def test_a_defense_is_worth_cubes_as_long_as_another_stops_a_sixth_of_a_wound(hits: int, cubes: str) -> None:
    """An orange die stops 2 on a third. Of one success 2/3, 4/9, 8/27 get through: the third cube stops 4/27, less
    than a sixth.
    """
    hero = {"cubes": 9, "at": "a", "defense": "orange", "saturation": {"defense": 3}}
    foe = {"at": "a", "life": 9, "melee": "1 red"}
    strike = MeleeAttack(Seat("villains"), PieceId("B"), PieceId("A"))
    state = played(mission({"A": hero, "B": foe}, dice=DICE, turn="B"), strike, [[hits]])
    (request,) = state.flow.open
    assert isinstance(request, ChoiceRequest)
    found = advised(GOTHAM, state, request)
    assert found is not None and found.options == (cubes,)


@pytest.mark.rule("GO-BASE-ATK-09")
def test_dice_are_not_called_enough_while_a_defense_is_still_thrown() -> None:
    """The best face of three against two orange dice, which may stop four."""
    state = played(fight({"life": 9, "defense": "2 orange"}, luck=1), STRIKE, [[3]])
    (request,) = state.flow.open
    assert isinstance(request, ChoiceRequest)
    assert advised(GOTHAM, state, request) == Counsel((), say("dice_best"))


@pytest.mark.rule("GO-LUCK-01")
def test_two_dice_that_may_be_thrown_again_at_once_are_advised_together() -> None:
    """Two noughts of red dice: each makes 5/4 on average."""
    state = played(fight({"life": 9}, luck=2), replace(STRIKE, cubes=2), [[0, 0]])
    (request,) = state.flow.open
    assert isinstance(request, ChoiceRequest) and request.at_most > 1
    found = advised(GOTHAM, state, request)
    assert found is not None and {*found.options} == {"die_1", "die_2"}


@pytest.mark.rule("GO-LUCK-01", "GO-BASE-ATK-09")
def test_hardly_more_on_average_is_not_advised_where_it_succeeds_less_often() -> None:
    """A 1 of a die of four noughts, a 1 and a 6 wounds as it lies, thrown again on a third, for a sixth of a wound more
    on average; with a 9 instead of the 6 for two thirds.
    """
    for best, is_advised in ((9, True), (6, False)):
        hero = {"cubes": 9, "at": "a", "melee": "odd", "skills": {"luck": 1}}
        dice = {"odd": [0, 0, 0, 0, 1, best]}
        state = mission({"A": hero, "B": {"at": "a", "life": 9}}, dice=dice)
        state = played(state, STRIKE, [[1]])
        (request,) = state.flow.open
        assert isinstance(request, ChoiceRequest)
        found = advised(GOTHAM, state, request)
        assert found is not None and bool(found.options) == is_advised


@pytest.mark.rule("GO-BASE-ATK-09")
def test_how_many_cubes_a_defense_is_counted_with_is_said() -> None:
    """An orange die stops 2 on a third: two stop a success on 5 of 9."""
    hero = {"cubes": 9, "at": "a", "defense": "orange", "saturation": {"defense": 3}}
    foe = {"at": "a", "life": 9, "melee": "1 red"}
    strike = MeleeAttack(Seat("villains"), PieceId("B"), PieceId("A"))
    state = played(mission({"A": hero, "B": foe}, dice=DICE, turn="B"), strike, [[1]])
    (request,) = state.flow.open
    assert isinstance(request, ChoiceRequest)
    found = advised(GOTHAM, state, request)
    told = joined(" · ", say("cubes", count=2), say("held_chance", chance=Fraction(5, 9)))
    assert found is not None and found.words == told


@pytest.mark.rule("GO-BIND-03")
def test_as_many_bind_tokens_as_there_may_be_are_advised() -> None:
    request = ChoiceRequest(RequestId("1"), Seat("A"), RuleId("GO-BIND-03"), ("0", "1", "2"), optional=True)
    assert advised(GOTHAM, fight({}), request) == Counsel(("2",), say("bind_most"))
