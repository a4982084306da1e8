"""The options ``--photo`` and ``--layout``: a picture is drawn on a photograph of the table instead of on paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.errors import InputError

if TYPE_CHECKING:
    from companion.interchange.position import Position

__all__ = ["check_photo", "open_photo", "photo_options"]


def photo_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with both options; they reach it as ``photo`` and ``layout``."""
    layout = click.option("--layout", metavar="LAYOUT.json", help="The layout of the markers on the photo.")
    photo = click.option("--photo", metavar="PHOTO", help="Draw the picture on this photo of the table.")
    wrapped: Callable[..., Any] = photo(layout(function))
    return wrapped


def check_photo(picture: str | None, photo: str | None, layout: str | None) -> None:
    """Nothing: refuses a photograph without a picture to draw, or without its layout."""
    if bool(photo) != bool(layout):
        raise click.UsageError("--photo and --layout go together")
    if photo and not picture:
        raise click.UsageError("--photo needs --picture: the file to draw")


def open_photo(table: Position, photo: str | None, layout: str | None) -> Any:
    """The photographed map from straight above, or ``None`` when none was given."""
    if not photo or not layout:
        return None
    from PIL import Image

    from companion.cli.picture.sheet import CELL
    from vision.plane.layout import read_layout
    from vision.plane.overhead import overhead

    told, board = read_layout(Path(layout)), table.board
    if (told.columns, told.rows) != (board.columns, board.rows):
        wanted = f"{board.columns} x {board.rows}, the size of the position's map"
        raise InputError(layout, "map", f"{told.columns} x {told.rows} squares", wanted)
    flat = overhead(Path(photo), told, CELL)
    return Image.fromarray(flat[..., ::-1].copy())  # BGR to RGB
