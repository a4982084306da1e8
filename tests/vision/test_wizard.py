"""Every reason of the set-up wizard, with rendered pictures made wrong on purpose; and a good one without any."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.core.ids import PieceId
from companion.text.wording import Wording
from tests.rendered import render_table
from vision.arrays import Picture
from vision.lens import Four
from vision.plane.layout import build_layout
from vision.virtual.camera import camera_over
from vision.virtual.scene import Base, Scene
from vision.virtual.sensor import GOOD, expose
from vision.wizard.advice import Advice, advise

pytestmark = pytest.mark.slow

SCENE = Scene(build_layout(12, 10, {8: PieceId("red-1"), 9: PieceId("blue-1")}), bases=(Base(8, 2, 3), Base(9, 8, 6)))
LAYOUT = SCENE.layout
WIDE, HIGH = 12 * 38.1, 10 * 38.1
OVER = camera_over(WIDE, HIGH, tilt_deg=8)
CLEAN = replace(GOOD, noise_level=0.0, jpeg_quality=None, blur_px=0.0)


@pytest.fixture(scope="module")
def clean() -> Picture:
    return render_table(SCENE, OVER, 1, sensor=CLEAN)


def shot(picture: Picture, seed: int = 1, **sensor: float) -> Picture:
    return expose(picture, replace(GOOD, uneven=0.0, vignette=0.0, **sensor), seed)  # type: ignore[arg-type]


def codes(advice: Advice) -> list[str]:
    return [one.code for one in advice.reasons]


def test_a_good_picture_has_no_reasons_and_its_figures(clean: Picture) -> None:
    advice = advise([shot(clean, seed) for seed in (1, 2, 3)], LAYOUT)
    assert (codes(advice), advice.is_good) == ([], True)
    assert advice.figures is not None
    assert advice.figures.error_mm <= 0.5
    assert advice.figures.tilt_deg == pytest.approx(8.0, abs=3.0)
    corner = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    assert advice.figures.px_per_mm == pytest.approx(
        float(np.linalg.norm(np.diff(OVER.to_px(corner), axis=0))), rel=0.1
    )
    assert advice.figures.on_grid


def test_light_lens_and_stand(clean: Picture) -> None:
    glare = clean.copy()
    at = OVER.to_px(np.array([[5.5 * 38.1, 4.5 * 38.1, 0.0]]))[0].round().astype(int)
    cv2.circle(glare, tuple(int(part) for part in at), 90, (255, 255, 255), -1)
    swung = render_table(SCENE, replace(OVER, aim_mm=(OVER.aim_mm[0] + 4.0, OVER.aim_mm[1])), 1, sensor=CLEAN)
    cases: dict[str, list[Picture]] = {
        "no-picture": [],
        "dark": [shot(clean, exposure=0.15)],
        "flat": [np.full((1080, 1920, 3), 120, np.uint8)],
        "blurred": [shot(clean, blur_px=3.2)],
        "flicker": [shot(clean, exposure=level) for level in (0.8, 1.0, 0.82, 0.98)],
        "glare": [shot(glare)],
        "moves": [shot(clean), shot(swung)],
    }
    for code, pictures in cases.items():
        advice = advise(pictures, LAYOUT)
        assert code in codes(advice), (code, codes(advice))
        assert not advice.is_good
        for other in {"dark", "flat", "flicker", "glare", "moves", "blurred"} - {code}:
            assert other not in codes(advice), (code, codes(advice))
    (where,) = [one.words["where"] for one in advise([shot(glare)], LAYOUT).reasons if one.code == "glare"]
    assert "F5" in str(where)


@pytest.mark.long
def test_where_the_camera_hangs() -> None:
    soft = replace(GOOD, blur_px=0.4)
    for size, code in (((960, 540), "tags-small"), ((800, 450), "too-far")):
        away = camera_over(WIDE, HIGH, tilt_deg=8, size_px=size)
        assert code in codes(advise([render_table(SCENE, away, 1, sensor=soft)], LAYOUT))
    slanted = camera_over(WIDE, HIGH, tilt_deg=40)
    assert "tilted" in codes(advise([render_table(SCENE, slanted, 1)], LAYOUT))


def test_markers_tags_and_grid(clean: Picture) -> None:
    def picture(scene: Scene) -> Picture:
        return render_table(scene, OVER, 1)

    hidden = advise([picture(replace(SCENE, hidden_corners=frozenset({7})))], LAYOUT)
    assert [(one.code, one.words) for one in hidden.reasons] == [("marker-hidden", {"marker": 7, "place": "left"})]
    assert hidden.is_good  # seven are plenty
    gone = advise([picture(replace(SCENE, hidden_corners=frozenset(range(5))))], LAYOUT)
    assert codes(gone) == ["markers-missing"]
    assert "0 (top left)" in str(gone.reasons[0].words["markers"])
    corners = tuple(
        replace(one, centre_mm=(one.centre_mm[0] + (9.0 if one.id == 2 else 0.0), one.centre_mm[1]))
        for one in LAYOUT.corners
    )
    assert codes(advise([shot(clean)], replace(LAYOUT, corners=corners))) == ["marker-misplaced"]
    bare = advise([picture(replace(SCENE, bases=SCENE.bases[:1]))], LAYOUT)
    assert [(one.code, one.words["tag"]) for one in bare.reasons] == [("tag-hidden", 9)]
    inside = OVER.to_px(np.array([[-2.0, -2, 0], [WIDE + 2, -2, 0], [WIDE + 2, HIGH + 2, 0], [-2.0, HIGH + 2, 0]]))
    blank = clean.copy()
    cv2.fillPoly(blank, [inside.round().astype(np.int32)], (190, 205, 214))
    assert "grid-not-found" in codes(advise([shot(blank)], LAYOUT))
    a, b, c, d = (
        (float(x), float(y))
        for x, y in OVER.to_px(np.array([[38.1, 0, 0], [WIDE + 38.1, 0, 0], [WIDE + 38.1, HIGH, 0], [38.1, HIGH, 0]]))
    )
    off: Four = (a, b, c, d)
    shifted = advise([shot(clean)], LAYOUT, corners_px=off)
    assert codes(shifted)[-1:] == ["grid-shifted"]
    assert codes(advise([shot(clean)], LAYOUT, corners_px=(b, a, d, c))) == ["corners"]


CODES = (
    "no-picture",
    "dark",
    "flat",
    "blurred",
    "flicker",
    "glare",
    "moves",
    "tilted",
    "too-far",
    "tags-small",
    "markers-missing",
    "marker-twice",
    "marker-misplaced",
    "marker-hidden",
    "tag-hidden",
    "corners",
    "grid-shifted",
    "grid-not-found",
    "grid-far",
    "grid-unclear",
)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_reason_has_its_words(lang: str) -> None:
    assert [code for code in CODES if not Wording(lang).has(f"camera.reason.{code}")] == []
