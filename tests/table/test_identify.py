"""Who stands where without tags: numbers worked out by hand from likeness and from what the rules allow."""

from __future__ import annotations

import pytest

from companion.core.ids import PieceId, SpaceId
from companion.table.identify import CLEARLY, Hypothesis, hypotheses
from companion.table.observation import FigureSeen

STOOD = {PieceId("r1"): (SpaceId("B1"),), PieceId("r2"): (SpaceId("C1"),), PieceId("b1"): (SpaceId("B9"),)}


def figure(space: str, **likeness: float) -> FigureSeen:
    return FigureSeen((SpaceId(space),), likeness={SpaceId(key): value for key, value in likeness.items()})


def anywhere(piece: PieceId, spaces: tuple[SpaceId, ...]) -> bool:
    return True


def only(*legal: tuple[str, str]) -> object:
    return lambda piece, spaces: (piece, spaces[0]) in legal


def ways(*figures: FigureSeen, unsure: tuple[str, ...] = (), may: object = anywhere) -> tuple[Hypothesis, ...]:
    return hypotheses(STOOD, figures, tuple(SpaceId(one) for one in unsure), may)  # type: ignore[arg-type]


def places(way: Hypothesis) -> dict[str, str]:
    return {str(piece): str(spaces[0]) for piece, spaces in way.pieces.items()}


def test_figures_that_look_as_before_have_stayed() -> None:
    (way,) = ways(figure("B1", B1=0.9, C1=0.3), figure("C1", C1=0.9, B1=0.3), figure("B9", B9=0.8))
    assert (places(way), way.share) == ({"r1": "B1", "r2": "C1", "b1": "B9"}, 1.0)


def test_the_one_that_left_is_the_one_that_arrived() -> None:
    best = ways(figure("D4", B1=0.9, C1=0.2, B9=0.2), figure("C1", C1=0.9), figure("B9", B9=0.9))[0]
    assert places(best) == {"r1": "D4", "r2": "C1", "b1": "B9"}
    assert best.share > CLEARLY


def test_twins_that_both_moved_are_told_apart_by_the_rules_only() -> None:
    moved = (figure("D4", B1=0.9, C1=0.9), figure("E5", B1=0.9, C1=0.9), figure("B9", B9=0.9))
    best, second, *_ = ways(*moved)
    assert best.share < CLEARLY
    assert best.share == pytest.approx(second.share)  # nothing speaks for either
    told = ways(*moved, may=only(("r1", "D4"), ("r2", "E5")))[0]
    assert places(told) == {"r1": "D4", "r2": "E5", "b1": "B9"}
    assert told.share > CLEARLY


def test_two_that_changed_places_are_noticed_when_they_look_different() -> None:
    nowhere = only()
    best = ways(figure("B1", B1=0.1, C1=0.9), figure("C1", C1=0.1, B1=0.9), figure("B9", B9=0.9), may=nowhere)[0]
    assert places(best) == {"r1": "C1", "r2": "B1", "b1": "B9"}


def test_look_alikes_that_changed_places_cannot_be_noticed() -> None:
    (way,) = ways(figure("B1", B1=0.9, C1=0.9), figure("C1", C1=0.9, B1=0.9), figure("B9", B9=0.9))
    assert places(way) == {"r1": "B1", "r2": "C1", "b1": "B9"}


def test_a_piece_on_a_space_that_cannot_be_seen_is_no_mover() -> None:
    """r1's space is hidden; somebody new on D4 is the other one that left, or a stranger: never r1."""
    found = ways(figure("D4", B1=0.9, C1=0.6), figure("B9", B9=0.9), unsure=("B1",))
    assert all("r1" not in way.pieces for way in found)
    assert places(found[0]) == {"r2": "D4", "b1": "B9"}


def test_a_cup_is_no_piece() -> None:
    everybody = (figure("B1", B1=0.9), figure("C1", C1=0.9), figure("B9", B9=0.9))
    (way,) = ways(*everybody, figure("F6", B1=0.2, C1=0.1, B9=0.1))
    assert way.strangers == ((SpaceId("F6"),),)


def test_when_everything_moved_nothing_is_said() -> None:
    assert ways(*(figure(space, B1=0.5) for space in ("D1", "D2", "D3", "D4", "D5"))) == ()


def test_the_shares_of_all_ways_are_one() -> None:
    found = ways(figure("D4", B1=0.7, C1=0.5), figure("E5", B1=0.4, C1=0.6), figure("B9", B9=0.9))
    assert sum(way.share for way in found) == pytest.approx(1.0)
    assert [way.share for way in found] == sorted((way.share for way in found), reverse=True)
