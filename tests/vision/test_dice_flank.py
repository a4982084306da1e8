"""Where side faces of a read die are seen: places worked out by hand for a cube seen at an angle, parallel rays.

A camera tilted by θ sees the upper face's middle at the origin, its slant along -y by sin θ; the side face that looks
at it has its middle (sin θ + cos θ) / 2 sides below; a die that touches it there has its upper face cos θ below.
"""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.flank import faces_front, is_flank

DIE = (200.0, 100.0, 40.0)


def slant(tilt_deg: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array([0.0, -np.sin(np.radians(tilt_deg))])


@pytest.mark.parametrize("tilt_deg", [12.0, 20.0, 30.0, 38.0])
def test_the_face_that_looks_at_the_camera_is_the_dies_own_and_a_die_that_touches_it_is_none(tilt_deg: float) -> None:
    tilt = np.radians(tilt_deg)
    below = 100.0 + 40.0 * (np.sin(tilt) + np.cos(tilt)) / 2
    assert is_flank(200.0, below, 20.0, DIE, slant(tilt_deg))
    assert not is_flank(200.0, 100.0 + 40.0 * np.cos(tilt), 20.0, DIE, slant(tilt_deg))
    assert not is_flank(200.0, 200.0 - below, 20.0, DIE, slant(tilt_deg))  # behind it the ground is seen


def test_two_side_faces_are_seen_where_an_edge_looks_at_the_camera() -> None:
    tilt = np.radians(30.0)
    for aside in (-1, 1):  # each turned away by 45 degrees
        x = 200.0 + aside * 40.0 * 0.5 * np.sin(np.radians(45.0))
        y = 100.0 + 40.0 * (np.sin(tilt) / 2 + np.cos(tilt) * np.cos(np.radians(45.0)) / 2)
        assert is_flank(x, y, 18.0, DIE, slant(30.0))


def test_what_is_larger_than_the_die_or_beside_it_is_no_part_of_it() -> None:
    assert not is_flank(200.0, 126.0, 52.0, DIE, slant(30.0))
    assert not is_flank(176.0, 117.6, 36.0, DIE, np.array([0.1, -0.2])), "seen from above a side face is a slit"
    assert not is_flank(228.0, 122.0, 18.0, DIE, slant(30.0))


def test_a_front_face_slants_against_an_upper_one_that_slants_up_the_picture() -> None:
    assert faces_front(-slant(50.0), slant(40.0))
    assert not faces_front(slant(40.0), -slant(50.0)), "before an upright camera no upper face slants down"
    assert not faces_front(slant(30.0), slant(40.0))
    assert not faces_front(-slant(30.0), slant(15.0)), "a die that leans beside one seen from above is no front face"


def test_a_die_seen_from_straight_above_shows_no_side_face() -> None:
    assert not is_flank(200.0, 124.0, 18.0, DIE, slant(5.0))
