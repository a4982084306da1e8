"""Camera and devices by touch: a layout made for this game, a look through the camera in words, the table watched."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.system import DiceGenerator
from companion.table.observation import LinkState
from tests.patience import wait_until
from tests.ui.test_evening import Opener, Taps, begun, start  # noqa: F401  (the fixture)
from ui.cli.demo.playable import play_opening
from ui.presenters.table import TablePresenter
from ui.table.session import chosen_for

pytestmark = pytest.mark.slow

pytest.importorskip("cv2")


def open_table(taps: Taps) -> TablePresenter:
    table = taps.evening.table
    assert table is not None
    return table.presenter


def watched(taps: Taps, *ways: str) -> Taps:
    """On the page of the camera over a game that has begun, the rendered table chosen."""
    play_opening(open_table(begun(taps)).session, DiceGenerator(5))
    taps.evening.leave_table("devices")
    return taps.on("Camera over the map", "A drawn table, to try it out", *ways)


def test_a_camera_is_chosen_looked_through_and_used_by_touch(start: Opener) -> None:  # noqa: F811
    taps = watched(start(), "Print the markers for this map")
    store = taps.evening.library.stores()[0]
    layout = json.loads(store.with_suffix(".layout.json").read_text())
    assert (layout["map"]["columns"], layout["map"]["rows"]) == (16, 24)
    assert {base["piece"] for base in layout["base_tags"]} == {p.id for p in open_table(taps).state.pieces}
    (paper,) = taps.evening.library.papers.iterdir()
    assert paper.read_bytes().startswith(b"%PDF")
    assert str(paper) in taps.page.notes[0]
    taps.on("Look now")
    assert taps.page.picture.startswith(b"\x89PNG")
    assert any("px per mm" in note for note in taps.page.notes)
    version = open_table(taps).session.version
    taps.on("Back", "Use these from now on")
    evening, table = taps.evening, taps.evening.table
    assert table is not None
    assert not evening.is_aside
    assert open_table(taps).session.version == version, "the game goes on where it was"
    table.start()
    wait_until(lambda: open_table(taps).follower.links, table.step)
    (link,) = open_table(taps).follower.links.values()
    assert link.state is not LinkState.OFFLINE
    evening.leave_table("home")
    again = start().on("Continue").evening
    assert again.table is not None
    assert len(again.table.sources) == 1, "what watches a game is kept with it"  # type: ignore[attr-defined]
    again.leave_table("home")


def test_the_tablet_looks_like_the_table(start: Opener, tmp_path: Path) -> None:  # noqa: F811
    """The photograph is a real render of a map with a red patch on A1; turned, A1 is at the foot, on the left."""
    import cv2

    from vision.plane.layout import parse_layout
    from vision.sources.opening import scene_of_layout
    from vision.virtual.camera import camera_over
    from vision.virtual.table import still_picture

    taps = watched(start(), "Print the markers for this map")
    store = taps.evening.library.stores()[0]
    scene = scene_of_layout(parse_layout(store.with_suffix(".layout.json").read_text(), "layout"))
    camera = camera_over(16 * 38.1, 24 * 38.1, margin_mm=70, tilt_deg=3)
    picture = still_picture(replace(scene, bases=()), camera)
    corners = camera.to_px(np.array([(3, 3, 0), (35, 3, 0), (35, 35, 0), (3, 35, 0)]))
    cv2.fillPoly(picture, [corners.round().astype("int32")], (0, 0, 255))
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), picture)
    taps.evening.enter("camera", str(file))
    taps.on("Photograph the empty map", "Take portraits for the tokens")
    assert taps.evening.table_session is not None
    looks = taps.evening.table_session.looks()
    assert looks.portraits.keys() == {piece.id for piece in open_table(taps).state.pieces}
    ground = cv2.imdecode(np.frombuffer(looks.ground, np.uint8), cv2.IMREAD_COLOR)
    assert ground is not None
    assert ground.shape[:2] == (16 * 64, 24 * 64)
    blue, _, red = ground[16 * 64 - 32, 32]
    assert red > 200 > 60 > blue
    assert tuple(ground[32, 32]) != tuple(ground[16 * 64 - 32, 32])
    taps.evening.leave_table("home")


def test_a_look_without_a_layout_says_what_to_do(start: Opener) -> None:  # noqa: F811
    taps = watched(start(), "Look now")
    assert "no markers yet" in taps.page.notes[-1]
    assert "Print the markers" in taps.page.notes[-1]
    taps.on("None", "Photograph the empty map")
    assert taps.page.notes == ("Choose a camera above first.",)
    taps.on("A square of the map measures")
    assert taps.tile("A square of the map measures").badge == "30.0 mm"
    taps.evening.leave_table("home")


def test_a_camera_that_is_gone_does_not_keep_a_game_closed(start: Opener, tmp_path: Path) -> None:  # noqa: F811
    taps = watched(start(), "Print the markers for this map")
    taps.evening.enter("camera", str(tmp_path / "no-such-folder"))
    taps.on("Back", "Use these from now on")
    assert "no-such-folder" in taps.page.notes[-1]
    taps.on("Back")
    assert open_table(taps).model().links == ()
    taps.evening.leave_table("home")
    kept = start().on("Continue").evening
    assert kept.table is not None
    kept.leave_table("home")


def test_a_port_at_which_nobody_answers_is_told(start: Opener, tmp_path: Path) -> None:  # noqa: F811
    pytest.importorskip("serial")
    taps = begun(start())
    store = taps.evening.library.stores()[0]
    taps.evening.library.keep_devices(store, {"tower": str(tmp_path / "tty")})
    taps.evening.leave_table("devices")
    taps.on("Test the cable")
    assert taps.tile("Test the cable").text == "No answer: check its cable."
    taps.evening.leave_table("home")


def test_what_watches_a_table_watches_the_next(start: Opener) -> None:  # noqa: F811
    """The same figures on the same map keep their layout; another map waits for its own, and its game begins."""
    taps = watched(start(), "Print the markers for this map", "Back", "Use these from now on")
    evening, before = taps.evening, taps.evening.library.stores()[0]
    evening.leave_table("again")
    assert evening.table_session is not None
    assert evening.table_session.store != before
    assert not evening.is_aside
    assert chosen_for(evening.table_session.store, evening.library) == chosen_for(before, evening.library)
    assert len(evening.table.sources) == 1  # type: ignore[union-attr]
    evening.leave_table("home")
    taps.on("New game", "HeroClix", "Map", "The Lantern Vault", "Begin")
    assert not evening.is_aside
    assert evening.table.sources == []  # type: ignore[union-attr]
    evening.leave_table("devices")
    assert taps.tile("Camera over the map").badge == "A drawn table, to try it out"
    assert "This map has no markers yet" in taps.tile("Camera over the map").text
    evening.leave_table("home")


def test_a_map_that_is_not_found_is_told_in_words(start: Opener, tmp_path: Path) -> None:  # noqa: F811
    """A picture of bare wood: nothing is kept, and each reason is a sentence."""
    import cv2

    taps = watched(start(), "Print the markers for this map")
    cv2.imwrite(str(tmp_path / "wood.png"), np.full((800, 1200, 3), (60, 90, 120), np.uint8))
    taps.evening.enter("camera", str(tmp_path / "wood.png"))
    taps.on("Photograph the empty map")
    assert taps.page.notes[0].startswith("1. ")
    assert taps.page.picture.startswith(b"\x89PNG")
    assert taps.evening.table_session is not None
    assert taps.evening.table_session.looks().ground == b""
    taps.evening.leave_table("home")
