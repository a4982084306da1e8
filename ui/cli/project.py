"""``companion project``: light on the real map, from a projector that a camera sees."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.board.picture import GridDrawing
from companion.errors import InputError
from companion.table.clock import Limits
from ui.cli.front import command as make_command
from ui.cli.front import example
from ui.cli.game_options import GameOptions, game_options
from ui.cli.host import serve
from ui.cli.share_options import ShareOptions, share_options
from ui.cli.text import say
from ui.web.beam import Beam

if TYPE_CHECKING:
    from ui.table.settings import TableConfig
    from ui.web.host import Host
    from vision.plane.layout import Layout


@make_command(
    "project",
    epilog=example(
        "companion project evening.db --demo --camera 0 --layout layout.json",
        needs="with a projector and a camera, until Ctrl-C",
    ),
)
@click.argument("store", type=click.Path(path_type=Path))
@game_options
@share_options
def command(store: Path, game: GameOptions, share: ShareOptions) -> int:
    """Serve the game in STORE as `companion host` does, and light its board with a projector above the table.

    Open the address that is printed, full screen, on the projector. Dots blink until the camera over the table has
    found where their light falls; then the reach, the targets and the lines of whoever has the turn lie on the real
    map. After something moved on the table the place is looked at again.
    """
    from vision.plane.layout import read_layout
    from vision.sources.opening import is_live

    if game.demo:
        raise click.UsageError("--demo plays on a table that is only drawn: there is nothing to light")
    config = game.config(store)
    if not (config.camera and config.layout):
        raise click.UsageError("a projector's light is found by a camera: give --camera and --layout")
    if not is_live(config.camera):
        raise InputError("--camera", "", config.camera, "a live camera: its number, or http://… of a phone")
    if config.empty:
        raise click.UsageError("--empty: figures without a tag are not told from light; give tags, and leave it out")
    layout = read_layout(Path(config.layout))
    return serve(store, lambda: _lit(game, share, config, layout), Limits())


def _lit(game: GameOptions, share: ShareOptions, config: TableConfig, layout: Layout) -> Host:
    """The table with its light; refused where the board is not one of squares, or another than the layout's."""
    from vision.beam.seeking import Seeker

    seeker = Seeker(layout)
    table = game.open(config, seeker=seeker)
    drawing = table.presenter.game.drawing
    board = (drawing.board.columns, drawing.board.rows) if isinstance(drawing, GridDrawing) else None
    if not isinstance(drawing, GridDrawing) or layout.board is not None or board != (layout.columns, layout.rows):
        table.close()
        if board is None or layout.board is not None:
            raise click.UsageError("light falls on boards of squares; this board has zones")
        raise InputError(
            config.layout, "map", f"{layout.columns} x {layout.rows} squares", f"this board's {board[0]} x {board[1]}"
        )
    host = share.host(table, Beam(seeker, drawing, layout.square_mm))
    click.echo(say("share.projector", url=f"{host.link}&as=projector"))
    return host
