"""Exact chances of an attack with re-rolls against a Defense, against every throw there is, played by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from companion.core.commands import Choose, Pass, ReportDice
from companion.core.dice import DiceRequest, DiceResult, Die, DieFace
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat
from companion.games.gotham.chances import successes, wounds
from companion.games.gotham.commands import MeleeAttack
from companion.games.gotham.state import State
from tests.games.gotham.tables import GOTHAM, after, mission

VALUES = {"red": (0, 1, 1, 3), "orange": (0, 0, 2)}
DICE = {name: Die(name, tuple(DieFace(str(value), value) for value in faces)) for name, faces in VALUES.items()}


def every_end(state: State) -> Iterator[tuple[State, Fraction]]:
    """Every state a command may come to, with its chance; a re-roll is of the die that shows least below its mean."""
    if not state.flow.open:
        yield state, Fraction(1)
        return
    (request,) = state.flow.open
    if isinstance(request, DiceRequest):
        weights = [Counter(VALUES[die]) for die in request.dice]
        for faces in product(*weights):
            share = Fraction(1)
            for die, count, face in zip(request.dice, weights, faces, strict=True):
                share *= Fraction(count[face], len(VALUES[die]))
            report = ReportDice(request.roller, DiceResult(request.id, tuple(map(str, faces))))
            for end, chance in every_end(after(state, GOTHAM.decide(state, report))):
                yield end, share * chance
        return
    assert isinstance(request, ChoiceRequest)
    lying = _lying(state)
    least = min(lying)
    mean = Fraction(sum(VALUES["red"]), 4)
    answer: Choose | Pass = Pass(request.seat, request.id)
    if least < mean:
        answer = Choose(request.seat, request.id, (f"die_{lying.index(least) + 1}",))
    yield from every_end(after(state, GOTHAM.decide(state, answer)))


def _lying(state: State) -> list[int]:
    """What lies on the table, by what the record of this attack says."""
    assert state.work is not None
    faces: list[int] = []
    picked: list[int] = []
    for event in state.work.log:
        name = type(event).__name__
        if name == "DiceReported":
            thrown = list(map(int, event.result.faces))  # type: ignore[attr-defined]
            if not faces:
                faces = thrown
            else:
                for place, value in zip(picked, thrown, strict=True):
                    faces[place] = value
        elif name == "ChoiceMade":
            picked = [int(option.removeprefix("die_")) - 1 for option in event.options]  # type: ignore[attr-defined]
    return faces


@pytest.mark.rule("GO-BASE-ACT-06", "GO-LUCK-01", "GO-BASE-ATK-06")
@pytest.mark.parametrize(("cubes", "luck", "guard"), [(1, 1, 1), (2, 1, 1), (2, 2, 0), (1, 3, 2)])
def test_chances_are_those_of_the_game(cubes: int, luck: int, guard: int) -> None:
    pieces = {
        "A": {"cubes": 9, "at": "a", "melee": "red", "skills": {"luck": luck, "martial_arts": 1}},
        "B": {"life": 30, "at": "a", **({"defense": f"{guard} orange"} if guard else {})},
    }
    state = mission(pieces, dice={name: list(faces) for name, faces in VALUES.items()})
    begun = after(state, GOTHAM.decide(state, MeleeAttack(Seat("A"), PieceId("A"), PieceId("B"), cubes=cubes)))
    played: Counter[int] = Counter()
    shares: dict[int, Fraction] = {}
    for end, chance in every_end(begun):
        taken = 30 - end.who("B").life
        played[taken] += 1
        shares[taken] = shares.get(taken, Fraction(0)) + chance
    attack = {
        total + (total > 0): chance for total, chance in successes([DICE["red"]] * cubes, luck).items()
    }  # Martial Arts 1
    expected = wounds(attack, successes([DICE["orange"]] * guard))
    assert dict(sorted(shares.items())) == expected and sum(expected.values()) == 1
    assert len(played) > 2


def test_by_hand() -> None:
    """One die of 0 1 1 3 is worth 5/4: a 0 or a 1 is thrown again."""
    quarter = Fraction(1, 16)
    assert successes([DICE["red"]], 1) == {0: 3 * quarter, 1: 6 * quarter, 3: 7 * quarter}
    assert wounds({0: Fraction(1, 2), 2: Fraction(1, 2)}, {1: Fraction(1)}, 1) == {0: Fraction(1, 2), 2: Fraction(1, 2)}
