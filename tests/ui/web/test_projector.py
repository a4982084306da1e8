"""A projector's page in a real browser: what it shows falls on a rendered table, and a camera finds where."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.board.picture import GridDrawing
from companion.board.squares import parse_square
from companion.core.ids import PieceId
from tests.ui.web.browser import Come, Person
from tests.ui.web.hosting import Served, served
from tests.ui.web.tables import fight
from tests.ui.web.test_pages import active
from ui.presenters.games import game_of
from ui.table.bootstrap import Table
from ui.web.beam import Beam
from vision.arrays import Frame, Picture
from vision.beam.aim import Aim
from vision.beam.seeking import Lighted, Seeker
from vision.plane.layout import Layout, build_layout
from vision.plane.project import square_centre_mm
from vision.virtual.camera import Camera, camera_over
from vision.virtual.projector import Light
from vision.virtual.scene import Scene
from vision.virtual.sensor import GOOD, expose
from vision.virtual.table import still_frames, still_picture
from vision.watch.adapter import TableCamera
from vision.watch.pipeline import TablePipeline

pytestmark = pytest.mark.slow

SIZE = (1280, 720)


class Room:
    """A table under a camera and a projector: each frame is what the page shows at that moment, as light."""

    def __init__(self, layout: Layout) -> None:
        wide, high = layout.columns * layout.square_mm, layout.rows * layout.square_mm
        self.layout = layout
        self.camera = camera_over(wide, high, tilt_deg=18.0, size_px=(1280, 720))
        above = camera_over(wide, high, margin_mm=50.0, tilt_deg=10.0, view_deg=40.0, size_px=SIZE)
        self.lamp = Camera(above.aim_mm, above.height_mm, 10.0, 177.0, 40.0, SIZE)
        self.still, self.light = still_picture(Scene(layout), self.camera), Light(self.camera, self.lamp)
        self._frames: deque[Frame] = deque()
        self.count, self._page, self.seen = 0, b"", self.still

    def shows(self, person: Person) -> Picture:
        """What the page shows falls on the table, and the camera takes a frame."""
        at_s, self.count = time.monotonic(), self.count + 1
        packed = person.page.screenshot(type="jpeg", quality=95)
        if packed != self._page:
            page: Picture = np.asarray(cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR), dtype=np.uint8)
            self._page = packed
            self.seen = expose(self.light.on(self.still, page), replace(GOOD, noise_level=0.0, jpeg_quality=None), 1)
        (picture,) = still_frames(self.seen, 1, self.count)
        self._frames.append(Frame(picture, at_s))
        return picture

    def read(self) -> Frame | None:
        return self._frames.popleft() if self._frames else None

    def reopen(self) -> None: ...

    def close(self) -> None: ...


class Lit:
    """The sample fight, served with a camera and a projector."""

    def __init__(self) -> None:
        first = fight()
        setup, board = first.session.records[0].event, first.session.state.table.board
        first.close()
        names = dict(game_of(setup.system).tags(setup))  # type: ignore[attr-defined]
        self.room = Room(build_layout(board.columns, board.rows, names))
        self.seeker = Seeker(self.room.layout)

    def table(self) -> Table:
        pipeline = Lighted(TablePipeline(self.room.layout), self.seeker)
        table = fight()
        table.sources = [TableCamera(self.room, pipeline, time.monotonic)]
        return table

    def beam(self, table: Table) -> Beam:
        drawing = table.presenter.game.drawing
        assert isinstance(drawing, GridDrawing)
        return Beam(self.seeker, drawing, self.room.layout.square_mm)


@pytest.fixture
def lit() -> Lit:
    return Lit()


@pytest.fixture
def table(lit: Lit) -> Iterator[Served]:
    with served(lit.table, beam=lit.beam) as made:
        yield made


def found(lit: Lit, projector: Person) -> Aim:
    for _ in range(400):
        lit.room.shows(projector)
        if lit.seeker.showing.aimed is not None:
            return lit.seeker.showing.aimed
        assert not lit.seeker.showing.why
    raise AssertionError("the light was not found")


def test_reach_lies_on_the_map(lit: Lit, table: Served, come: Come, tmp_path: Path) -> None:
    projector = come(table, size=SIZE)
    projector.door()
    projector.page.goto(f"{projector.page.url}&as=projector")
    projector.page.click("form button")
    projector.until("() => document.querySelector('.beam')")
    aimed = found(lit, projector)
    square = lit.room.layout.square_mm
    meant = np.array([[square * column, square * row] for column in (1, 8, 15) for row in (1, 6, 11)])
    errors = np.linalg.norm(aimed.to_px(meant) - lit.room.lamp.to_px(np.column_stack([meant, np.zeros(9)])), axis=1)
    assert errors.max() < 0.1 * square * SIZE[0] / 900  # a tenth of a square in pixels of the projector, at least

    player = come(table).come_in(active(table))
    player.page.locator(".hits .may_be_lifted").first.click()
    player.until("() => document.querySelector('.goals-list')")
    goals = player.page.eval_on_selector_all(".goals-list button", "(all) => all.map((one) => one.dataset.at)")
    projector.until("() => document.querySelectorAll('.lit rect.chosen').length === 1")
    seen = lit.room.shows(projector)
    dark = lit.room.light.on(lit.room.still, np.zeros((SIZE[1], SIZE[0]), np.uint8))
    bright = cv2.GaussianBlur(seen.max(axis=2).astype(np.float32) - dark.max(axis=2), (0, 0), 3.0)
    cv2.imwrite(str(tmp_path / "lit.png"), seen)
    projector.page.screenshot(path=tmp_path / "projector.png")
    drawing = table.ask(lambda: table.host.presenter.game.drawing)
    own = PieceId(player.page.locator(".hits .chosen").get_attribute("data-piece") or "")
    stands = table.ask(lambda: table.host.table.session.system.positions(table.host.table.session.state)[own])
    reached = {tuple(map(int, at.split(","))) for at in goals} - {drawing.place(space) for space in stands}
    lights: dict[bool, list[float]] = {True: [], False: []}
    for space in drawing.board.spaces:
        x_mm, y_mm = square_centre_mm(*parse_square(space), lit.room.layout)
        x, y = lit.room.camera.to_px(np.array([[x_mm, y_mm, 0.0]]))[0]
        lights[drawing.place(space) in reached].append(float(bright[round(y), round(x)]))
    assert len(lights[True]) > 5
    assert min(lights[True]) > max(4.0, float(np.percentile(lights[False], 90)))
