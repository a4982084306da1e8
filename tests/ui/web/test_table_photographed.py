"""A phone's photograph of the table: the figures' places are read, a player confirms, and a line is asked on it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.board.squares import parse_square
from companion.core.dice import Source
from companion.core.events import Recorded
from companion.core.ids import PieceId, SpaceId
from companion.games.heroclix.events.play import FigureMoved
from companion.games.heroclix.position.lines import line_between
from tests.rendered import render_table
from tests.ui.web.browser import Come
from tests.ui.web.hosting import Client, Served, served
from tests.ui.web.tables import fight
from ui.presenters.games import game_of
from ui.table.photographs import host_eyes
from ui.web import photographs
from vision.pictures import write_picture
from vision.plane.layout import Layout, build_layout, format_layout
from vision.virtual.scene import Base, Scene

Stands = dict[PieceId, tuple[SpaceId, ...]]


@pytest.fixture
def layout(tmp_path: Path) -> Path:
    """The layout of markers and tags of the sample game on its map."""
    table = fight()
    setup, board = table.session.records[0].event, table.session.state.table.board
    drawn = build_layout(board.columns, board.rows, dict(game_of(setup.system).tags(setup)))  # type: ignore[attr-defined]
    table.close()
    path = tmp_path / "layout.json"
    path.write_text(format_layout(drawn), encoding="utf-8")
    return path


@pytest.fixture
def table(layout: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(photographs, "PAUSE_S", 0.0)
    with served(fight, eyes=host_eyes(str(layout))) as made:
        yield made


def stands(table: Served) -> Stands:
    """Where everybody is, as recorded."""
    session = table.host.table.session
    return dict(table.ask(lambda: session.system.positions(session.state)))


def moves(table: Served) -> list[Recorded]:
    records = table.ask(lambda: list(table.host.table.session.records))
    return [record for record in records if isinstance(record.event, FigureMoved)]


def photographed(layout: Path, places: Stands, to: Path) -> Path:
    """A phone's picture of the table with everybody there."""
    from vision.plane.layout import read_layout

    drawn: Layout = read_layout(layout)
    tags = {base.piece: tag for tag, base in drawn.by_tag.items()}
    bases = tuple(Base(tags[piece], *parse_square(spaces[0])) for piece, spaces in sorted(places.items()) if spaces)
    write_picture(to, render_table(Scene(drawn, bases=bases), seed=5))
    return to


def send(table: Served, client: Client, data: bytes) -> tuple[int, dict[str, object]]:
    answer, body = table.get("/picture?of=table", data, {"Cookie": client.cookie, "content-type": "image/png"})
    told: dict[str, object] = json.loads(body)
    return answer.status, told


def one_goes(table: Served, mover: Client) -> tuple[PieceId, SpaceId, Stands]:
    """Somebody who may go two squares, where to, and how the table stands then."""
    piece = next(figure["piece"] for figure in mover.parts["standing"]["figures"] if "may_be_lifted" in figure["marks"])
    assert mover.tap("piece", piece)["ok"]
    mover.settle()
    goal = next(name for name, _, _, steps in mover.parts["standing"]["goals"] if steps == 2)
    assert mover.tap("piece", piece)["ok"]
    return PieceId(piece), SpaceId(goal), {**stands(table), PieceId(piece): (SpaceId(goal),)}


@pytest.mark.slow
def test_who_stands_elsewhere_is_proposed_and_confirmed(table: Served, layout: Path, tmp_path: Path) -> None:
    seat = str(table.ask(lambda: table.host.table.session.state.active_seat))
    mover, other = Client(table, table.token(seat)), Client(table, table.token("blue" if seat == "red" else "red"))
    piece, goal, after = one_goes(table, mover)
    picture = photographed(layout, after, tmp_path / "table.png").read_bytes()
    status, told = send(table, other, picture)  # whoever has a phone at hand
    assert (status, told["stands"]) == (200, {one: spaces[0] for one, spaces in after.items() if spaces})
    assert moves(table) == []
    mover.settle()
    other.settle()
    assert other.parts["card"] is None  # who moved it confirms
    assert mover.button("Confirm")["ok"]
    record = moves(table)[0]
    assert (record.event.piece, record.event.path[-1], record.source) == (piece, goal, Source.CAMERA)  # type: ignore[attr-defined]
    answer = table.get("/flat.jpg", None, {"Cookie": mover.cookie})[0]
    assert answer.status == 404  # the picture is that of the device which took it


@pytest.mark.slow
def test_a_picture_without_the_map_says_why(table: Served, tmp_path: Path) -> None:
    red = Client(table, table.token("red"))
    file = tmp_path / "elsewhere.png"
    write_picture(file, render_table(Scene(build_layout(6, 4, {})), seed=1)[200:500, 200:700])
    status, told = send(table, red, file.read_bytes())
    assert status == 422 and str(told["words"]).startswith("The map cannot be measured on this photo: ")
    spectator = Client(table, table.token("spectator"))
    assert send(table, spectator, file.read_bytes())[0] == 404
    assert send(table, red, b"none")[0] == 415


@pytest.mark.slow
def test_a_line_is_asked_on_the_photograph(table: Served, layout: Path, tmp_path: Path, come: Come) -> None:
    seat = str(table.ask(lambda: table.host.table.session.state.active_seat))
    anna = come(table).come_in(seat)
    picture = photographed(layout, stands(table), tmp_path / "table.png")
    anna.page.locator(".table-photo input").set_input_files(str(picture))
    anna.until("() => document.querySelector('.layers .flat image')?.href.baseVal.startsWith('/flat.jpg')")
    anna.sees("figures seen", within=".told")
    anna.press("Check a line of sight")
    (column, row), (other, below) = (parse_square(place[0]) for place in list(stands(table).values())[:2])
    anna.touch(column, row)
    anna.sees("tap where it ends", within=".card")
    anna.touch(other, below)
    state = table.host.table.session.state
    pieces = [state.piece(piece) for piece in list(stands(table))[:2]]
    line = table.ask(lambda: line_between(state, pieces[0], pieces[1]))
    anna.sees(f"{line.start} → {line.end} · {line.verdict.value} · {line.range}", within=".card")
    assert anna.page.locator(".layers .marks circle").count() == 2  # both its ends
    anna.press("Close")
    anna.press("Drawing")
    anna.until("() => !document.querySelector('.layers .flat')")
