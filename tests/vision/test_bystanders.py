"""Things that both readers take for dice are not read as dice: their outline is no die's."""

from __future__ import annotations

import pytest

from companion.table.observation import ReadVerdict
from tests.thinned import thinned
from vision.dice.reading import read_dice
from vision.lab.judging.bystanders import draw_scene
from vision.lab.judging.completeness import judge_scene

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("seed", "why"),
    [
        (8, "edge to edge, as on a domino"),
        (51144, "edge to edge, as on a domino"),  # red on red: only the line between its halves is seen
        (60146, "edge to edge, as on a domino"),  # black on black
        (14, "is round"),
        (166, "longer than a die"),
        (92, "spots without a body"),
        (6052, "do not agree"),  # a card with five pips, far longer than wide
        (50036, "no die with what lies around it"),  # a card that fills the picture, its pip in the middle
        (51052, "no die with what lies around it"),  # two buttons far apart, which look like the pips of a two
        (60053, "the two readers do not agree on a die"),  # two cards; of the six on one four pips had been read
        (60078, "no die with what lies around it"),  # a card with one diamond
        (61180, "the two readers do not agree on a die"),  # nine spots, the middle ones of which make a five
    ],
)
def test_what_is_no_die_is_asked_about_and_why_is_said(seed: int, why: str) -> None:
    seen = read_dice(draw_scene(seed).picture)
    assert seen.verdict is ReadVerdict.ASK
    assert why in (seen.why or "")
    assert all(die.face is None for die in seen.dice)


DOMINOES = [6006, 6076, 6125, 6206, 6306, 6404, 6458]  # both halves are taken for faces
HALVES = [6217, 6314, 6741]  # one is, the other is blank
SHEETS = [6008, 6037]


@pytest.mark.parametrize("seed", thinned([*DOMINOES, *HALVES, *SHEETS], 3))
def test_dominoes_and_sheets_of_spots_that_were_read_once_are_no_dice(seed: int) -> None:
    assert judge_scene(draw_scene(seed)) in ("asked", "right")


def test_a_button_beside_two_dice_is_asked_about_unless_it_is_known_that_two_were_thrown() -> None:
    scene = draw_scene(3)  # two green buttons, a two and a one
    assert judge_scene(scene) == "asked"
    assert judge_scene(scene, is_counted=True) == "right"


@pytest.mark.parametrize("seed", [60_596, 60_608])
def test_a_card_with_one_pip_is_no_die_though_it_seems_to_slant_a_little(seed: int) -> None:
    assert judge_scene(draw_scene(seed)) == "asked"


def test_a_domino_whose_bar_ends_before_its_edge_is_asked_about() -> None:
    assert judge_scene(draw_scene(60_723)) == "asked"


@pytest.mark.long
def test_of_a_hundred_scenes_of_things_that_look_like_dice_one_is_read_wrong_and_no_more() -> None:
    wrong = [seed for seed in range(100) if judge_scene(draw_scene(seed)) == "wrong"]
    assert set(wrong) <= {78}  # a card with five pips, as long as a leaning die looks
