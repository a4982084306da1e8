"""Which dice lean: slants written down by hand for a camera above the middle, its focal length as assumed."""

from __future__ import annotations

import numpy as np

from vision.dice.lean import leaning

SIZE = (1000, 800)
MIDDLE = np.array([499.5, 399.5])


def flat(
    x: float, y: float, camera_tilt: float = 0.0, focal_px: float = 1500.0
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The slant of a flat die at (x, y): along the ray, about as far as the ray leaves the middle."""
    offset = (np.array([x, y]) - MIDDLE) / focal_px
    return np.asarray(offset / np.sqrt(1 + offset @ offset) + [0.0, np.sin(camera_tilt)])


PLACES = [(100.0, 100.0), (800.0, 200.0), (500.0, 700.0), (300.0, 500.0)]


def test_flat_dice_all_over_the_picture_do_not_lean() -> None:
    for tilt in (0.0, 0.12):
        assert max(leaning(PLACES, [flat(*place, tilt) for place in PLACES], SIZE)) < 1.0


def test_one_of_four_that_leans_by_eighteen_degrees_is_the_one() -> None:
    slants = [flat(*place) for place in PLACES]
    slants[2] = slants[2] + np.array([np.sin(np.radians(18.0)), 0.0])
    leans = leaning(PLACES, slants, SIZE)
    assert [lean > 1.0 for lean in leans] == [False, False, True, False]


def test_dice_far_apart_before_a_wide_lens_do_not_lean_where_three_say_so() -> None:
    places = [(40.0, 60.0), (950.0, 120.0), (500.0, 760.0)]
    slants = [flat(*place, focal_px=1100.0) for place in places]
    assert float(np.linalg.norm(slants[1] - np.median(slants, axis=0))) > 0.35  # one that leans differs as much
    assert max(leaning(places, slants, SIZE)) < 1.0
    assert min(leaning(places[:2], slants[:2], SIZE)) > 1.0  # some lens explains nearly any two


def test_two_that_differ_are_both_meant() -> None:
    slants = [flat(*PLACES[0]), flat(*PLACES[1]) + np.array([0.0, 0.4])]
    assert all(lean > 1.0 for lean in leaning(PLACES[:2], slants, SIZE))


def test_a_lone_die_leans_only_when_an_edge_may_be_up() -> None:
    assert leaning([(500.0, 400.0)], [np.array([0.3, 0.0])], SIZE)[0] < 1.0
    assert leaning([(500.0, 400.0)], [np.array([0.6, 0.0])], SIZE)[0] > 1.0


def test_two_that_slant_much_and_alike_are_seen_from_aside() -> None:
    places = [(450.0, 400.0), (550.0, 400.0)]
    slants = [flat(*place, camera_tilt=np.radians(36.0)) for place in places]
    assert min(np.linalg.norm(slant) for slant in slants) > 0.52  # each alone would be asked about
    assert max(leaning(places, slants, SIZE)) < 1.0
    turned = [slants[0], slants[1][::-1]]
    assert min(leaning(places, turned, SIZE)) > 1.0


def test_no_dice_lean_when_there_are_none() -> None:
    assert leaning([], [], SIZE) == []


def test_two_flat_dice_far_apart_below_a_long_lens_do_not_lean() -> None:
    slants = [np.array([-0.014, 0.028]), np.array([0.031, 0.024])]  # as a network measured them, hardly any slant
    assert max(leaning([(260.0, 363.0), (717.0, 494.0)], slants, (960, 720))) < 1.0


def test_far_from_the_middle_one_that_is_not_surely_read_is_not_explained_by_a_wide_lens() -> None:
    places = [(551.0, 66.0), (400.0, 280.0), (625.0, 396.0), (249.0, 409.0), (641.0, 543.0)]
    measured = [(-0.014, -0.285), (-0.014, -0.016), (0.03, 0.004), (-0.056, 0.017), (0.052, 0.075)]
    sure = [0.69, 0.96, 0.97, 0.99, 0.99]  # the first one leans by 36 degrees
    leans = leaning(places, [np.array(slant) for slant in measured], (960, 720), sure)
    assert [lean > 1.0 for lean in leans] == [True, False, False, False, False]
