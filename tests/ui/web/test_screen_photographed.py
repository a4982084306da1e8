"""A phone photographs its hero's screen: the cubes are counted, laid by the player's yes; the record has none of it."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from companion.core.ids import PieceId, Seat
from companion.games.gotham.commands import BeginMission, DeclareState
from companion.games.gotham.sample import sample_setup
from tests.thinned import thinned
from tests.ui.web.browser import Come
from tests.ui.web.hosting import Served, served
from tests.vision.screens import BOXES_MM, NAMES, Cube, boxes_px, photographed, printed, spread
from ui.table.bootstrap import open_table
from ui.table.photographs import dice_eyes, screen_eyes
from ui.table.settings import TableConfig
from ui.web.photographs import Eyes
from vision.cubes.counting import show_screen
from vision.cubes.shown import format_screen

pytestmark = pytest.mark.slow


def begun(table: Served) -> None:
    """The heroes' turn; what is asked on the way is answered with the first that may be."""
    session = table.host.table.session
    session.submit(BeginMission(Seat("wren")))
    while session.state.flow.open:
        request = session.state.flow.open[0]
        session.submit(next(iter(session.system.legal_commands(session.state, request.seat))))
    for hero in ("wren", "ferrier", "lamplight", "marshal"):
        session.submit(DeclareState(Seat(hero), PieceId(hero), "active"))


@pytest.mark.parametrize(
    ("lang", "words", "opened"),
    thinned(
        [
            ("fr", "Les poser ainsi", "Poser 2 cubes sur Distance"),
            ("en", "Lay them like this", "Lay 2 cubes on Ranged"),
        ],
        2,
    ),
)
def test_two_cubes_on_a_box(come: Come, tmp_path: Path, lang: str, words: str, opened: str) -> None:
    shown = show_screen(
        "lamplight", printed(), photographed(spread(dict.fromkeys(NAMES, 1), 3), 2, tilt_deg=8), boxes_px(), "one.jpg"
    )
    (tmp_path / "lamplight.json").write_text(format_screen(shown))
    left, top, *_ = BOXES_MM["available"]
    cubes = [Cube(left + 6 + 12 * (number % 3), top + 7 + 14 * (number // 3)) for number in range(7)]  # close together
    left, top, *_ = BOXES_MM["ranged"]
    cubes += [Cube(left + 9, top + 10, 20.0), Cube(left + 26, top + 30, 60.0)]
    eyes = Eyes(dice_eyes(), None, screen_eyes(tmp_path))
    with served(lambda: open_table(TableConfig(lang="en"), sample_setup()), eyes=eyes) as table:
        table.ask(lambda: begun(table))
        photo = tmp_path / "screen.png"
        cv2.imwrite(str(photo), photographed(cubes, 5, tilt_deg=6))
        anna = come(table, lang=lang).come_in("lamplight")
        version = table.ask(lambda: table.host.table.session.version)
        anna.page.locator(".sheet .photo input").set_input_files(str(photo))
        anna.press("7", within=".card")  # how many cubes lie there: they are too close to be counted for sure
        anna.press(words, within=".card")
        anna.sees(opened, within=".card")
        anna.photograph(tmp_path / "laid.png")
        assert table.ask(lambda: table.host.table.session.version) == version
        anna.close()
