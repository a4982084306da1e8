"""A judge's photographs at a table: a dial's, beside its turns; the table's, under a line of sight."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from companion.board.squares import parse_square
from companion.storage.jsonl import sealed_line
from tests.rendered import render_table
from tests.ui.venue.serving import FOUR, Served
from tests.ui.venue.test_day import person, post, press, visit
from tests.ui.venue.test_reporting import LINES, link_of, report
from tests.ui.web.browser import faults_of
from ui.presenters.games import game_of
from ui.venue.watching import Watched
from vision.pictures import announced_size, decode_picture, write_picture
from vision.plane.layout import Layout, build_layout, format_layout
from vision.virtual.scene import Base, Scene


@pytest.fixture
def layout() -> Layout:
    """The markers of the map on which the table's game is played."""
    session = Watched(LINES)._session
    board = session.state.table.board
    return build_layout(board.columns, board.rows, dict(game_of(session.system.id).tags(session.records[0].event)))


@pytest.fixture
def served(tmp_path: Path, layout: Layout) -> Iterator[Served]:
    """An event of four in its first round; the first table has reported all of its game."""
    (tmp_path / "map.json").write_text(format_layout(layout), encoding="utf-8")
    made = Served(tmp_path, "--layout", str(tmp_path / "map.json"), orders=FOUR)
    assert report(link_of(made, 1), list(map(sealed_line, LINES)))[1]["have"] == len(LINES)
    yield made
    made.stop()


def shown_pictures(page: Page) -> list[list[int]]:
    """The sizes of the pictures that the browser has drawn."""
    sizes: list[list[int]] = page.evaluate(
        "Promise.all([...document.images].map(async image => {"
        " await image.decode(); return [image.naturalWidth, image.naturalHeight]; }))"
    )
    return sizes


@pytest.mark.slow
def test_a_dial_and_a_table_are_photographed(chromium: Browser, served: Served, layout: Layout, tmp_path: Path) -> None:
    judge = person(chromium, served, "Judge", wide=390)
    visit(judge, f"{served.url}/judge/table/1")
    piece = judge.locator("select[name=piece] option").nth(1).get_attribute("value")
    visit(judge, f"{served.url}/judge/table/1?piece={piece}")
    dial = tmp_path / "dial.png"
    write_picture(dial, np.full((1200, 3200, 3), 90, dtype=np.uint8))
    with judge.expect_navigation():
        judge.locator(f"input[data-photo$='of={piece}']").set_input_files(str(dial))
    judge.wait_for_selector("section.card figure img")
    assert shown_pictures(judge) == [[1600, 600]], "as large as a page needs it"
    assert judge.locator("figcaption").inner_text() == f"after line {len(LINES)}"
    assert judge.locator("ol.turns li").count() > 0, "its turns stand beside it"
    tags = {base.piece: tag for tag, base in layout.by_tag.items()}
    places = Watched(LINES)._session
    bases = tuple(
        Base(tags[piece], *parse_square(spaces[0]))
        for piece, spaces in sorted(places.system.positions(places.state).items())
        if spaces and piece in tags
    )
    write_picture(tmp_path / "table.png", render_table(Scene(layout, bases=bases), seed=5))
    with judge.expect_navigation():
        judge.locator("input[data-photo$='of=']").set_input_files(str(tmp_path / "table.png"))
    ground = judge.locator("[data-tap] svg image")
    flat = judge.request.get(served.url + str(ground.get_attribute("href")))
    assert announced_size(flat.body()) == (56 * places.state.table.board.columns, 56 * places.state.table.board.rows)
    assert decode_picture(flat.body(), "flat").std() > 20, "something is seen on it"
    judge.fill("[name=from]", "A1")
    judge.fill("[name=to]", "H8")
    press(judge, "Show")
    assert judge.locator("section[aria-live] h3").inner_text().startswith("A1 → H8")
    assert ground.count() == 1, "the line lies on the photograph"
    assert faults_of(judge) == []


@pytest.mark.slow
def test_what_is_no_photograph_is_said_beside_the_button(chromium: Browser, served: Served, tmp_path: Path) -> None:
    judge = person(chromium, served, "Judge", wide=390)
    visit(judge, f"{served.url}/judge/table/1")
    for name, data, words in (
        ("notes.png", b"not a picture", "cannot read that file"),
        ("wall.png", None, "The map cannot be measured on this photo"),
    ):
        if data is None:
            write_picture(tmp_path / name, np.full((600, 800, 3), 90, dtype=np.uint8))
        else:
            (tmp_path / name).write_bytes(data)
        judge.locator("input[data-photo$='of=']").set_input_files(str(tmp_path / name))
        judge.locator(".photo + .wrong", has_text=words).wait_for()
    assert judge.locator("[data-tap] svg image").count() == 0
    picture = f"{served.url}/judge/table/1/photo?round=1&of=r1"
    assert post(picture, {})[0] == 403, "a judge's alone"
