"""All pairs, single squares and moving pieces: every fast answer is the line's own."""

from __future__ import annotations

import random

import pytest

from companion.board import (
    GridBoard,
    LiveSurvey,
    Occupancy,
    Occupant,
    Sight,
    Survey,
    Terrain,
    Tile,
    Verdict,
    all_verdicts,
    seen_from,
    within_reach,
)
from companion.board.view import View
from companion.core.ids import PieceId
from tests.board.agreement import EDITIONS
from tests.board.boards import sight_of, sq
from tests.board.scenes import EVERY, random_scene
from tests.thinned import thinned

pytestmark = pytest.mark.slow

SHAPES = [(1, 1), (1, 5), (5, 1), (2, 2), (2, 6), (6, 2), (3, 3), (8, 5), (5, 8), (9, 7)]


def sights(seed: int, shape: tuple[int, int]) -> list[Sight]:
    scene = random_scene(seed, *shape, levels=1 + seed % 4, density=0.3, bases=EVERY)
    return [sight_of(scene, edition) for edition in EDITIONS]


def check(sight: Sight, survey: Survey) -> None:
    view = View(sight)
    for start in sight.board.spaces:
        seen = view.severities(start)
        for place, end in enumerate(sight.board.spaces):
            verdict = sight.between(start, end).verdict
            assert survey.verdict(start, end) is verdict, f"{start} to {end}"
            assert seen[place] == verdict.severity, f"{start} to {end}, seen from there"


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seed", thinned(range(4), 2))
def test_every_fast_answer_is_the_lines_own(seed: int, shape: tuple[int, int]) -> None:
    for sight in sights(seed, shape):
        check(sight, Survey(sight))
        check(sight, LiveSurvey(sight))
        for start, verdicts in all_verdicts(sight):
            assert list(verdicts) == [sight.verdict(start, end) for end in sight.board.spaces]


@pytest.mark.parametrize("seed", thinned(range(16), 2))
def test_a_survey_follows_every_piece_that_moves(seed: int) -> None:
    dice = random.Random(seed)
    for sight in sights(seed, (8, 6)):
        survey = first = LiveSurvey(sight)
        for _ in range(6):
            pieces = [piece for piece in survey.sight.occupancy if len(piece.spaces) == 1]
            free = [space for space in sight.board.spaces if survey.sight.occupancy.on(space) is None]
            if pieces and free:
                survey = survey.moved(dice.choice(pieces).piece, (dice.choice(free),))
                check(survey.sight, survey)
        check(sight, first)


def test_a_larger_base_is_followed_too() -> None:
    for seed in range(10):
        sight = sights(seed, (9, 7))[0]
        large = [piece for piece in sight.occupancy if len(piece.spaces) > 1]
        beside = [tuple(sq(int(n), 6) for n in range(len(piece.spaces))) for piece in large]
        for piece, spaces in zip(large, beside, strict=True):
            taken = {space for other in sight.occupancy if other != piece for space in other.spaces}
            if not taken & set(spaces):
                survey = LiveSurvey(sight).moved(piece.piece, spaces)
                check(survey.sight, survey)


def test_what_is_within_reach_is_seen_and_near() -> None:
    for seed in range(20):
        sight = sights(seed, (8, 6))[0]
        for piece in sight.occupancy:
            near: dict[str, int] = {}
            for start in piece.spaces:
                for end in sight.board.within(3, start):
                    severity = sight.verdict(start, end).severity
                    near[end] = min(near.get(end, severity), severity)
            found = within_reach(sight, piece.spaces, 3)
            assert {end: verdict.severity for end, verdict in found.items()} == {
                end: severity for end, severity in near.items() if severity < 2
            }
            seen = seen_from(sight, piece.spaces)
            assert all(seen[end].severity <= verdict.severity for end, verdict in found.items())


def test_open_ground_is_clear_and_rough_ground_hinders_everywhere() -> None:
    rules = sights(0, (3, 3))[0].rules
    open_ground = Sight(GridBoard("open", 7, 4, (Tile(),) * 28), Occupancy(), rules)
    assert {verdict for _, verdicts in all_verdicts(open_ground) for verdict in verdicts} == {Verdict.CLEAR}
    rough = Sight(GridBoard("rough", 7, 4, (Tile(frozenset({Terrain.HINDERING})),) * 28), Occupancy(), rules)
    for start, verdicts in all_verdicts(rough):
        others = zip(rough.board.spaces, verdicts, strict=True)
        assert {verdict for end, verdict in others if end != start} == {Verdict.HINDERED}


@pytest.mark.parametrize("shape", [(24, 16), (16, 24), (37, 5)])
def test_a_whole_map_is_followed_too(shape: tuple[int, int]) -> None:
    dice = random.Random(shape[0])
    sight = sight_of(random_scene(shape[0], *shape, levels=2, density=0.2, bases=EVERY), "core")
    survey, spaces = LiveSurvey(sight), sight.board.spaces
    for _ in range(4):
        piece = next(piece for piece in survey.sight.occupancy if len(piece.spaces) == 1)
        free = [space for space in spaces if survey.sight.occupancy.on(space) is None]
        survey = survey.moved(piece.piece, (dice.choice(free),))
    view = {start: View(survey.sight).severities(start) for start in dice.sample(spaces, 8)}
    for start, seen in view.items():
        for place, end in enumerate(spaces):
            verdict = survey.sight.between(start, end).verdict
            assert (survey.verdict(start, end), seen[place]) == (verdict, verdict.severity), f"{start} to {end}"


def test_two_pieces_that_close_a_corner_open_it_again() -> None:
    """Every two squares across a corner of a small board, either piece moving away and back."""
    board = GridBoard("yard", 4, 3, (Tile(),) * 12)
    rules = sights(0, (3, 3))[0].rules
    corners = [((x, y), (x + 1, y + 1)) for x in range(3) for y in range(2)]
    corners += [((x + 1, y), (x, y + 1)) for x in range(3) for y in range(2)]
    for ends in corners:
        spaces = [sq(*end) for end in ends]
        pieces = [Occupant(PieceId(name), "red", (space,)) for name, space in zip("AB", spaces, strict=True)]
        closed = LiveSurvey(Sight(board, Occupancy.of(pieces), rules))
        for piece, space in zip(pieces, spaces, strict=True):
            for away in set(board.spaces) - set(spaces):
                opened = closed.moved(piece.piece, (away,))
                check(opened.sight, opened)
                back = opened.moved(piece.piece, (space,))
                check(back.sight, back)
