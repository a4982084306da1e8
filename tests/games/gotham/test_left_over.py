"""Successes that do not end with the target: said before the throw, and no dice that change them are called idle."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from companion.core.dice import DiceRequest
from companion.core.face import Counsel
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat
from companion.core.phrases import Name, average, joined, say
from companion.core.reckoning import Contribution, Operation
from companion.games.gotham.commands import MeleeAttack, RangedAttack
from companion.games.gotham.events import Reckoned
from companion.games.gotham.face.counsel import counsel
from companion.games.gotham.face.foretell import foretold
from companion.games.gotham.face.throwing import awaited
from companion.games.gotham.face.words import event_words
from companion.games.gotham.state import State
from companion.text.wording import Wording, told
from tests.games.gotham.tables import GOTHAM, after, mission, played

DICE = {"red": [4, 4, 5, 6], "orange": [0, 0, 2]}  # a red one fells whoever bears one wound
STRIKE: dict[str, type[MeleeAttack | RangedAttack]] = {"melee": MeleeAttack, "ranged": RangedAttack}
WAYS = [("melee", "circular_strike"), ("ranged", "burst")]


def order(kind: str) -> MeleeAttack | RangedAttack:
    return STRIKE[kind](Seat("A"), PieceId("A"), PieceId("B"), cubes=1)


def fight(target: dict[str, Any], others: dict[str, Any], **skills: int) -> State:
    """A, who throws one red die a cube, beside B and others."""
    hero = {"cubes": 9, "at": "a", "melee": "red", "ranged": "red", "skills": skills}
    beside = {name: {"life": 9, "at": "a", **one} for name, one in others.items()}
    return mission({"A": hero, "B": {"at": "a", "life": 1, **target}, **beside}, dice=DICE)


def asked(state: State) -> DiceRequest:
    (request,) = state.flow.open
    assert isinstance(request, DiceRequest)
    return request


@pytest.mark.rule("GO-BURST-01", "GO-CIRCULAR-01")
@pytest.mark.parametrize(("kind", "skill"), WAYS)
@pytest.mark.parametrize("others", [{"C": {}}, {}], ids=["another", "nobody else"])
def test_what_is_left_over_is_told_before_the_throw(kind: str, skill: str, others: dict[str, Any]) -> None:
    state = fight({}, others, **{skill: 1})
    begun = after(state, GOTHAM.decide(state, order(kind)))
    line = say("left_over", skills=joined(", ", Name(skill)))
    for coming in (foretold(state, order(kind)), awaited(GOTHAM, begun, asked(begun))):
        assert (line in coming.lines, coming.idle) == (bool(others), not others)
    assert awaited(GOTHAM, *_begun(fight({}, others), kind)).idle, "without the skill"


def _begun(state: State, kind: str) -> tuple[State, DiceRequest]:
    begun = after(state, GOTHAM.decide(state, order(kind)))
    return begun, asked(begun)


@pytest.mark.rule("GO-BURST-03", "GO-SHARPSHOOT-01")
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A's Ranged attack, with the 6 left over and Sharpshooter +1, no dice: 7 successes."),
        ("fr", "Attaque à distance d'A, avec les 6 restants et Tireur d'élite +1, sans dés : 7 succès."),
    ],
)
def test_what_is_added_to_the_successes_left_over_is_told(lang: str, line: str) -> None:
    sharp = Contribution(Operation.MODIFIED, 1, "GO-SHARPSHOOT-01", PieceId("A"))
    state = fight({}, {"C": {}}, burst=1)
    words = event_words(state, state, Reckoned(PieceId("A"), "ranged", 7, 6, (sharp,), carried=True))
    assert told(words or "", Wording(lang, {"A": "A"})) == line


@pytest.mark.rule("GO-CHAIN-01")
def test_a_chain_needs_nothing_left_over() -> None:
    """The target falls whatever lies there, and the next one has dice of its own."""
    coming = awaited(GOTHAM, *_begun(fight({}, {"C": {}}, chain_attack=1), "melee"))
    assert say("strikes_on", skills=joined(", ", Name("chain_attack"))) in coming.lines and coming.idle


@pytest.mark.rule("GO-CHAIN-01", "GO-BIND-01")
def test_a_chain_is_led_to_whom_it_wounds_most_and_wounds_rather_than_binds() -> None:
    """19 / 4 wounds on average; an orange die lessens them by 2 / 3."""
    state = fight({}, {"C": {"defense": "1 orange"}, "D": {}}, chain_attack=1, bind=1)
    for answers, best in (([[4]], ("D",)), ([[4], ["D"]], ())):
        asking = played(state, order("melee"), answers)
        (question,) = asking.flow.open
        assert isinstance(question, ChoiceRequest)
        told = joined(" · ", say("chance_then", chance=Fraction(1)), average("wound", Fraction(19, 4)))
        assert counsel(GOTHAM, asking, question) == Counsel(best, told)


@pytest.mark.rule("GO-SACRIFICE-03")
def test_who_is_struck_is_not_led_by_the_chance_of_the_blow() -> None:
    """It comes whatever the answer is: nothing is compared."""
    asking = played(fight({}, {"C": {"skills": {"sacrifice": 9}}}), order("melee"))
    (question,) = asking.flow.open
    assert isinstance(question, ChoiceRequest) and counsel(GOTHAM, asking, question) is None


@pytest.mark.rule("GO-BURST-01")
def test_who_cannot_fall_leaves_nothing_over() -> None:
    """Six wounds at most, of nine."""
    coming = awaited(GOTHAM, *_begun(fight({"life": 9}, {"C": {}}, burst=1), "ranged"))
    assert not [line for line in coming.lines if "left_over" in str(line)]


@pytest.mark.rule("GO-BASE-ATK-09", "GO-BURST-01")
@pytest.mark.parametrize(("skills", "idle"), [({"burst": 1}, False), ({}, True)])
def test_a_defense_that_saves_nobody_still_lessens_what_goes_on(skills: dict[str, int], idle: bool) -> None:
    """Four successes against two at most: one gets through at least, and fells; two more may go on."""
    struck = played(fight({"defense": "1 orange"}, {"C": {}}, **skills), order("ranged"), [[4]])
    assert awaited(GOTHAM, struck, asked(struck)).idle == idle


@pytest.mark.rule("GO-SACRIFICE-03")
def test_wounds_that_an_ally_takes_hang_on_the_dice() -> None:
    state = fight({}, {"C": {"skills": {"sacrifice": 9}}})
    pledged = played(state, order("melee"), ["yes"])
    coming = awaited(GOTHAM, pledged, asked(pledged))
    assert coming.chance == 0 and not coming.idle


@pytest.mark.rule("GO-LUCK-01", "GO-SACRIFICE-03")
def test_no_counsel_calls_a_throw_vain_that_wounds_an_ally() -> None:
    """A four lies there, all of it C's: a five would wound C more."""
    state = fight({}, {"C": {"skills": {"sacrifice": 9}}}, luck=1)
    lies = played(state, order("melee"), ["yes", [4]])
    (request,) = lies.flow.open
    assert isinstance(request, ChoiceRequest) and request.optional
    assert counsel(GOTHAM, lies, request) == Counsel((), say("dice_beyond"))
    alone = played(fight({}, {}, luck=1), order("melee"), [[4]])
    (request,) = alone.flow.open
    assert isinstance(request, ChoiceRequest)
    assert counsel(GOTHAM, alone, request) == Counsel((), say("dice_enough"))


@pytest.mark.rule("GO-BURST-01", "GO-LUCK-01")
def test_no_throw_is_advised_once_the_target_has_enough() -> None:
    """B, of one Life Point, falls by either 4 alone; more would only be C's."""
    state = played(fight({}, {"C": {}}, burst=1, luck=1), replace(order("ranged"), cubes=2), [[4, 4]])
    (request,) = state.flow.open
    assert isinstance(request, ChoiceRequest)
    assert counsel(GOTHAM, state, request) == Counsel((), say("dice_beyond"))
