"""A phone's photograph of the dice: read by the host's eyes, confirmed by the player; bounded in size and rate."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.dice import Source
from companion.core.events import DiceReported
from tests.rendered import render_dice
from tests.ui.web.browser import Come
from tests.ui.web.hosting import Client, Served, served
from tests.ui.web.tables import opening
from ui.table.photographs import MOST_PIXELS, dice_eyes
from ui.web import photographs
from ui.web.photographs import Eyes
from ui.web.server import PICTURE_BYTES
from vision.pictures import write_picture


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(photographs, "PAUSE_S", 0.0)
    with served(opening, eyes=Eyes(dice_eyes())) as made:
        yield made


@pytest.fixture
def thrown(tmp_path: Path) -> Path:
    """A photograph of a five and a two."""
    file = tmp_path / "roll.png"
    write_picture(file, render_dice((5, 2), 4, size_px=(640, 480)).picture)
    return file


def send(table: Served, client: Client, data: bytes) -> tuple[int, str]:
    answer, body = table.get("/picture", data, {"Cookie": client.cookie, "content-type": "image/png"})
    words: str = json.loads(body)["words"]
    return answer.status, words


def reported(table: Served) -> list[tuple[tuple[str, ...], Source]]:
    records = table.ask(lambda: list(table.host.table.session.records))
    return [(one.event.result.faces, one.source) for one in records if isinstance(one.event, DiceReported)]


def test_dice_are_read_and_confirmed(table: Served, thrown: Path) -> None:
    red, blue = Client(table, table.token("red")), Client(table, table.token("blue"))
    assert send(table, red, thrown.read_bytes()) == (409, "No dice are to be thrown now.")
    red.button("Begin")
    red.settle()
    blue.settle()
    asked, other = (red, blue) if red.parts["dice"] else (blue, red)
    assert send(table, asked, thrown.read_bytes()) == (200, "The photo is read. Check the dice.")
    assert reported(table) == []
    asked.settle()
    assert sorted(asked.parts["card"]["text"].split(" + ")) == ["2", "5"]
    other.settle()
    assert other.parts["card"] is None  # only who is asked confirms
    assert asked.button("Confirm")["ok"]
    assert [(sorted(faces), source) for faces, source in reported(table)][:1] == [(["2", "5"], Source.CAMERA)]


def test_what_is_no_picture_is_refused_in_words(table: Served, thrown: Path) -> None:
    red = Client(table, table.token("red"))
    red.button("Begin")
    bad = 415
    assert send(table, red, b"not a picture") == (bad, "This table cannot read that file: send a photo.")
    assert send(table, red, thrown.read_bytes()[:900])[0] == bad
    assert send(table, red, huge_png())[0] == bad
    assert send(table, red, b"\x00" * (PICTURE_BYTES + 1)) == (413, "The photo is too large: take a smaller one.")
    answer, _ = table.get("/picture", thrown.read_bytes(), {"Cookie": red.cookie, "Origin": "http://evil.example"})
    assert answer.status == 403
    assert table.get("/picture", thrown.read_bytes())[0].status == 403
    assert reported(table) == []


def test_not_too_often(table: Served, thrown: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photographs, "PAUSE_S", 60.0)
    red = Client(table, table.token("red"))
    red.button("Begin")
    assert send(table, red, b"one")[0] == 415
    assert send(table, red, thrown.read_bytes()) == (429, "Too many photos: wait a moment.")


def huge_png() -> bytes:
    """A few bytes that would be a picture larger than any phone's."""
    side = int(MOST_PIXELS**0.5) + 100

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"\x00" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def test_several_looks_at_one_throw_count_together(table: Served, shared: Path) -> None:
    """Real photographs: the first two show a five and a three, the third a six and a two."""
    folder = shared / "vision" / "dice_dev" / "images"
    one, other, another = ((folder / f"sane_00{number}.jpg").read_bytes() for number in range(3))
    red, blue = Client(table, table.token("red", "Anna")), Client(table, table.token("blue", "Bert"))
    red.button("Begin")
    for client in (red, blue):
        client.settle()
    roller, beside = (red, blue) if red.parts["dice"] else (blue, red)
    assert roller.parts["room"]["throw"] == ""  # it has the dice row
    assert beside.parts["room"]["throw"].endswith("throw 2 dice to see who plays first")
    counts = "Your photo helps to read the dice: whoever throws confirms them."
    assert send(table, roller, one)[0] == 200
    assert send(table, beside, another) == (200, counts)
    roller.settle()
    assert "the looks at this throw disagree" in roller.parts["card"]["text"]
    assert send(table, beside, other) == (200, counts)  # looked again, better
    assert roller.button("Confirm")["ok"]
    records = table.ask(lambda: list(table.host.table.session.records))
    entry = next(record for record in records if isinstance(record.event, DiceReported))
    assert sorted(entry.event.result.faces) == ["3", "5"]
    assert sorted((look.source, sorted(look.says.split())) for look in entry.evidence) == [
        ("Anna-1", ["3", "5"]),
        ("Bert-2", ["3", "5"]),
    ]


@pytest.mark.slow
def test_a_photograph_is_sent_from_a_phone(table: Served, thrown: Path, come: Come) -> None:
    red = come(table).come_in("red")
    red.press("Begin")
    red.page.wait_for_selector(".photo input", state="attached")
    red.page.locator(".photo input").set_input_files(str(thrown))
    red.press("Confirm")
    red.until("() => document.querySelector('.log').textContent.includes('(camera)')")
    assert sorted(reported(table)[0][0]) == ["2", "5"]
