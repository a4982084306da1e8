"""The bodies that the number reader's lessons draw, and what its crops say of them."""

from __future__ import annotations

from pathlib import Path

import font_lato
import numpy as np
import pytest

from vision.lab.training import typefaces
from vision.lab.training.number_crops import render_numbers
from vision.lab.training.polyhedra import body_of, lay
from vision.lab.training.solids import Camera
from vision.numbers.kinds import KINDS, TURNED
from vision.numbers.network import READINGS, SORTS

LATO = Path(font_lato.__file__).parent / "files" / "Lato-Bold.ttf"
ABOVE = Camera.over(0.0, 0.0, 40.0, 96.0, 320, 1.0)
CORNERS = {"d4": (4, 3), "d6": (8, 4), "d8": (6, 3), "d10": (12, 4), "d12": (20, 5), "d20": (12, 3)}  # all, of a face


@pytest.mark.parametrize("kind", CORNERS)
def test_bodies_have_their_faces_and_corners(kind: str) -> None:
    body = body_of(kind)
    assert len(body.normals) == int(kind[1:])
    assert len(np.unique(np.round(body.vertices, 6), axis=0)) == CORNERS[kind][0]
    assert {len(corners) for corners in body.corners} == {CORNERS[kind][1]}
    assert np.allclose(np.einsum("fi,fi->f", body.middles, body.normals), 0.5), "the incircle lies on its face"
    if kind != "d4":
        assert all(np.isclose(body.normals @ -out, 1.0).any() for out in body.normals), "it lies on a face"


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_upper_faces_are_as_large_as_the_reader_takes_them_to_be(kind: str) -> None:
    body = body_of(kind)
    assert abs(2 * body.inner[0] / body.reach(0) - KINDS[kind].face_share) < 0.01


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_face_laid_upwards_looks_up_and_leans_by_as_much_as_it_was_tipped(kind: str) -> None:
    for face in range(len(body_of(kind).normals)):
        flat = lay(kind, face, np.zeros(2), 0.3 * face, 0.0, 0.0, 1.0)
        assert int(np.argmax(flat.slants(ABOVE))) == face
        assert abs(float(flat.place(flat.body.vertices)[:, 2].min())) < 1e-9, "it stands on the table"
        tipped = lay(kind, face, np.zeros(2), 0.3 * face, np.radians(12.0), 1.0, 1.0)
        assert abs(float((tipped.turning @ tipped.body.normals[face])[2]) - np.cos(np.radians(12.0))) < 1e-9


@pytest.mark.slow
def test_crops_are_the_same_for_the_same_seed_and_name_what_they_show(monkeypatch: pytest.MonkeyPatch) -> None:
    # in one typeface that comes with a dependency: those of the lessons are packages that only training needs
    monkeypatch.setattr(typefaces, "_file_of", lambda typeface: LATO)
    typefaces.mask_of.cache_clear()
    one, two = (render_numbers(4, 30, 4) for _ in range(2))
    typefaces.mask_of.cache_clear()
    for name in one:
        assert one[name].tobytes() == two[name].tobytes(), name
    assert set(one["sort_labels"]) == set(range(len(SORTS)))
    labels = one["numeral_labels"].astype(np.int64)
    assert 0.2 < float((labels == READINGS.index(TURNED)).mean()) < 0.5
    places = one["places"].astype(np.float64)
    known = ~np.isnan(places[:, 0])
    assert (known == (one["sort_labels"] != SORTS.index("nothing"))).all()
    assert float(np.abs(places[known][:, 2:4]).max()) < 0.2, "a crop shows its die near its middle"
