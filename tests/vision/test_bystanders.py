"""Things that look like dice are not read as dice: no two witnesses agree, or their outline is no die's."""

from __future__ import annotations

import pytest

from companion.table.observation import ReadVerdict
from tests.thinned import thinned
from vision.dice import reading
from vision.dice.reading import read_dice
from vision.lab.judging.bystanders import draw_scene
from vision.lab.judging.completeness import judge_scene

pytestmark = pytest.mark.slow


# dominoes, a button, cards, beads, a blister: the witnesses of before had read them
READ_ONCE = [8, 51144, 60146, 14, 166, 92, 6052, 50036, 51052, 60053, 60078, 61180]


@pytest.mark.parametrize("seed", READ_ONCE)
def test_what_is_no_die_is_asked_about(seed: int) -> None:
    assert read_dice(draw_scene(seed).picture).verdict is ReadVerdict.ASK


@pytest.mark.parametrize(
    ("seed", "why"),
    [
        (8, "edge to edge, as on a domino"),
        (51144, "edge to edge, as on a domino"),  # red on red: only the line between its halves is seen
        (60146, "edge to edge, as on a domino"),  # black on black
        (14, "is round"),
        (51052, "is round"),
        (92, "spots without a body"),
    ],
)
def test_an_outline_that_is_no_die_s_is_asked_about_though_every_witness_were_certain(
    seed: int, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "agreed", lambda _place, sight, _counted: sight.value)
    seen = read_dice(draw_scene(seed).picture)
    assert seen.verdict is ReadVerdict.ASK
    assert why in (seen.why or "")


DOMINOES = [6006, 6076, 6125, 6206, 6306, 6404, 6458]  # both halves are taken for faces
HALVES = [6217, 6314, 6741]  # one is, the other is blank
SHEETS = [6008, 6037]


@pytest.mark.parametrize("seed", thinned([*DOMINOES, *HALVES, *SHEETS], 3))
def test_dominoes_and_sheets_of_spots_that_were_read_once_are_no_dice(seed: int) -> None:
    assert judge_scene(draw_scene(seed)) in ("asked", "right")


@pytest.mark.parametrize("is_counted", [False, True])
def test_a_button_beside_two_dice_is_asked_about(is_counted: bool) -> None:
    assert judge_scene(draw_scene(3), is_counted=is_counted) == "asked"  # two green buttons, a two and a one


@pytest.mark.parametrize("seed", [60_596, 60_608])
def test_a_card_with_one_pip_is_no_die_though_it_seems_to_slant_a_little(seed: int) -> None:
    assert judge_scene(draw_scene(seed)) == "asked"


def test_a_domino_whose_bar_ends_before_its_edge_is_asked_about() -> None:
    assert judge_scene(draw_scene(60_723)) == "asked"


@pytest.mark.long
def test_of_a_hundred_scenes_of_things_that_look_like_dice_one_is_read_wrong_and_no_more() -> None:
    wrong = [seed for seed in range(100) if judge_scene(draw_scene(seed)) == "wrong"]
    assert set(wrong) <= {78}  # a card with five pips, as long as a leaning die looks
