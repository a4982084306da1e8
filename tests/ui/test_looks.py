"""The tablet looks like the table: grounds and portraits out of photographs, by hand.

Where a point of the map lies on a photograph is known without any lens: seen from wherever, a map's diagonals cross
in its middle, so a dot painted where they cross on the photograph must come out in the middle of the ground.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from companion.core.ids import PieceId
from companion.text.wording import LANGUAGES, Wording
from tests.ui.test_evening import Opener, Taps, begun, start  # noqa: F401  (the fixture)
from ui.presenters.appearance import Unusable
from ui.presenters.models import Looks
from ui.presenters.pages import Share
from ui.table.album import Album
from ui.table.cropping import PhotoEditor

SIZE = (1200, 900)
CORNERS = ((340, 90), (860, 130), (1120, 800), (120, 860))  # of the map on the photograph, clockwise
RED, GREEN = (220, 30, 30), (30, 200, 60)


def crossing() -> tuple[float, float]:
    """Where the diagonals of ``CORNERS`` meet."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = CORNERS
    part = ((x1 - x0) * (y1 - y3) - (y1 - y0) * (x1 - x3)) / ((x2 - x0) * (y1 - y3) - (y2 - y0) * (x1 - x3))
    return x0 + part * (x2 - x0), y0 + part * (y2 - y0)


def photograph(folder: Path) -> Path:
    """A map seen aslant: green at its first corner, red in its middle."""
    image = Image.new("RGB", SIZE, (90, 60, 40))
    brush = ImageDraw.Draw(image)
    brush.polygon(CORNERS, fill=(230, 225, 200))
    brush.circle(CORNERS[0], 60, fill=GREEN)
    brush.circle(crossing(), 22, fill=RED)
    folder.mkdir(parents=True, exist_ok=True)
    image.save(folder / "table.png")
    return folder / "table.png"


def shares(corners: Sequence[tuple[float, float]]) -> list[Share]:
    return [(x / SIZE[0], y / SIZE[1]) for x, y in corners]


def seen(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def near(colour: object, other: tuple[int, int, int]) -> bool:
    assert isinstance(colour, tuple)
    return all(abs(one - two) < 40 for one, two in zip(colour, other, strict=True))


def on_the_ground(taps: Taps) -> Taps:
    """On the page with the four corners over the photograph."""
    photograph(taps.evening.library.papers)
    taps.evening.leave_table("more")
    return taps.on("Make the tablet look like your table", "Background", "table.png")


def drag(taps: Taps) -> None:
    frame = taps.page.frame
    assert frame is not None
    for mark, (x, y) in zip(frame.marks, shares(CORNERS), strict=True):
        taps.evening.press(f"mark:{mark.key}:{x}:{y}")


def test_four_dragged_corners_make_the_ground(start: Opener) -> None:  # noqa: F811
    taps = on_the_ground(begun(start()))
    assert taps.page.frame is not None
    assert [mark.key for mark in taps.page.frame.marks] == ["P1", "P24", "A24", "A1"]
    drag(taps)
    taps.on("Show the result")
    made = seen(taps.page.picture)
    assert made.width / made.height == 24 / 16
    assert near(made.getpixel((made.width // 2, made.height // 2)), RED)
    assert near(made.getpixel((2, 2)), GREEN)
    taps.on("Turn a quarter")
    assert not near(seen(taps.page.picture).getpixel((2, 2)), GREEN)
    taps.on(*("Turn a quarter",) * 3)
    assert taps.evening.table_session is not None
    assert taps.evening.table_session.looks().ground == b"", "nothing is taken before it is seen"
    taps.on("Keep it")
    assert taps.tile("Background").badge == "Photograph"
    assert near(seen(taps.evening.table_session.looks().ground).getpixel((2, 2)), GREEN)
    taps.on("Delete the background")
    assert taps.evening.table_session.looks().ground == b""
    taps.on("Back to the table")
    assert not taps.evening.is_aside
    taps.evening.leave_table("home")


def test_what_was_dragged_is_there_again(start: Opener) -> None:  # noqa: F811
    taps = on_the_ground(begun(start()))
    drag(taps)
    frame = taps.page.frame
    taps.on("Back", "Background")
    assert taps.page.frame == frame
    taps.evening.leave_table("home")


def test_a_dragged_circle_makes_a_portrait(start: Opener) -> None:  # noqa: F811
    taps = begun(start())
    photograph(taps.evening.library.papers)
    taps.evening.leave_table("more")
    taps.on("Make the tablet look like your table", "Portraits", "Wickmaster", "table.png")
    (x, y), edge = shares([crossing()])[0], shares([(crossing()[0] + 22, crossing()[1])])[0]
    taps.evening.press(f"mark:+:{x}:{y}")
    taps.evening.press(f"mark:o:{edge[0]}:{edge[1]}")
    taps.on("Show the result", "Keep it")
    assert taps.evening.table_session is not None
    ((piece, face),) = taps.evening.table_session.looks().portraits.items()
    table = taps.evening.table
    assert table is not None
    assert table.presenter.look.wording.names[piece] == "Wickmaster"
    assert near(seen(face).getpixel((96, 96)), RED)
    assert not near(seen(face).getpixel((3, 3)), RED)
    assert taps.tile("Wickmaster").picture == face
    taps.on("Back", "Delete the portraits")
    assert taps.evening.table_session.looks().portraits == {}
    taps.evening.leave_table("home")


def spoilt(why: str, folder: Path) -> list[Share]:
    """The corners with which the photograph ``spoilt.png`` cannot be used."""
    path, places = folder / "spoilt.png", [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]
    image = Image.effect_noise(SIZE, 90).convert("RGB")
    if why == "none":
        path.write_text("a letter")
        return places
    if why == "small":
        image = image.resize((300, 150))
    if why == "plain":
        image = Image.new("RGB", SIZE, (120, 120, 120))
    image.save(path)
    others = {
        "crossed": [places[1], places[0], places[2], places[3]],
        "far": [(0.5, 0.5), (0.6, 0.5), (0.6, 0.6), (0.5, 0.6)],
        "slanted": [(0.4, 0.1), (0.6, 0.1), (0.95, 0.9), (0.05, 0.9)],
    }
    return others.get(why, places)


@pytest.mark.parametrize("why", ["none", "small", "crossed", "far", "slanted", "plain"])
def test_a_photograph_of_which_nothing_can_be_made_says_why(why: str, tmp_path: Path) -> None:
    corners = spoilt(why, tmp_path)
    with pytest.raises(Unusable) as refused:
        PhotoEditor([tmp_path], lambda: None).open(tmp_path / "spoilt.png").square(corners, 16, 16)
    assert refused.value.why == why
    for lang in LANGUAGES:
        assert Wording(lang).has(f"looks.wrong.{why}")
        assert "{" not in Wording(lang).say(f"looks.wrong.{why}", **refused.value.words)


def test_a_refusal_stands_on_the_page_and_nothing_is_lost(start: Opener) -> None:  # noqa: F811
    taps = begun(start())
    papers = photograph(taps.evening.library.papers).parent
    (papers / "letter.jpg").write_text("a letter")
    taps.evening.leave_table("more")
    taps.on("Make the tablet look like your table", "Background", "letter.jpg")
    assert taps.page.notes == ("This file is not a photograph the app can read. Choose a PNG, JPEG or WebP file.",)
    taps.evening.enter("file", str(papers / "table.png"))
    taps.on("Open")
    assert not taps.page.notes
    assert taps.page.frame is not None
    taps.evening.leave_table("home")


@pytest.mark.parametrize("game", ["Guardians", "Gotham"])
def test_boards_of_zones_have_looks_and_devices_too(game: str, start: Opener) -> None:  # noqa: F811
    taps = start()
    title = next(tile.title for tile in taps.on("New game").page.tiles if game in tile.title)
    taps.on(title, "Begin")
    if game == "Guardians":
        on_the_ground(taps)
        drag(taps)
        taps.on("Show the result", "Keep it", "Back")
    else:
        taps.evening.leave_table("more")
    taps.on("Camera and devices")
    assert {tile.action for tile in taps.page.tiles} >= {"tray", "tower", "venue"}
    taps.evening.leave_table("home")


def test_a_rematch_is_played_on_the_same_ground_by_the_same_faces(start: Opener) -> None:  # noqa: F811
    """Red's figures are Blue's when the sides are swapped, and the portraits go with them."""
    taps = begun(start())
    store = taps.evening.library.stores()[0]
    Album(store).keep(Looks(b"ground", {PieceId("red-1"): b"Wickmaster", PieceId("blue-2"): b"a diver"}))
    taps.evening.leave_table("again")
    assert looks(taps) == Looks(b"ground", {PieceId("blue-2"): b"a diver", PieceId("red-1"): b"Wickmaster"})
    names = figures(taps)
    taps.evening.leave_table("swapped")
    assert looks(taps) == Looks(b"ground", {PieceId("blue-1"): b"Wickmaster", PieceId("red-2"): b"a diver"})
    swapped = figures(taps)
    assert (swapped[PieceId("blue-1")], swapped[PieceId("red-2")]) == (
        names[PieceId("red-1")],
        names[PieceId("blue-2")],
    )
    taps.evening.leave_table("home")


def looks(taps: Taps) -> Looks:
    assert taps.evening.table_session is not None
    return taps.evening.table_session.looks()


def figures(taps: Taps) -> dict[PieceId, str]:
    assert taps.evening.table is not None
    setup: Any = taps.evening.table.presenter.session.records[0].event
    return {enlisted.piece: enlisted.figure.name for enlisted in setup.forces}
