"""The options ``--photo``, ``--layout`` and ``--seen``: an answer about, and drawn on, a photograph of the table."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.errors import InputError
from ui.cli.text import say

if TYPE_CHECKING:
    from companion.interchange.position import Position


def photo_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with the options; they reach it as ``photo``, ``layout`` and ``seen``."""
    layout = click.option("--layout", metavar="LAYOUT.json", help="The layout of the markers on the photo.")
    photo = click.option("--photo", metavar="PHOTO", help="Draw the picture on this photo of the table.")
    seen = click.option("--seen", is_flag=True, help="Pieces stand where their tags are read on the photo.")
    wrapped: Callable[..., Any] = photo(layout(seen(function)))
    return wrapped


def check_photo(picture: str | None, photo: str | None, layout: str | None, seen: bool) -> None:
    """Refuse a photograph without a picture to draw, or without its layout."""
    if bool(photo) != bool(layout):
        raise click.UsageError("--photo and --layout go together")
    if seen and not photo:
        raise click.UsageError("--seen needs --photo and --layout")
    if photo and not picture and not seen:
        raise click.UsageError("--photo needs --picture: the file to draw; or --seen")


def as_seen(table: Position, photo: str | None, layout: str | None, seen: bool) -> Position:
    """The position with its pieces where the photograph shows them, when that is asked for.

    Without ``seen`` the position stays as it is, and every piece that the photograph shows elsewhere is said: an answer
    about one table must not be drawn on another. Raises ``InputError`` when a piece of the position is in doubt.
    """
    if not photo or not layout:
        return table
    from companion.board import Occupancy
    from vision.pictures import read_picture
    from vision.plane.calibration import CalibrationRefused
    from vision.plane.layout import read_layout
    from vision.settings import VisionSettings
    from vision.watch.pipeline import read_table

    told = read_layout(Path(layout))
    reading = read_table(read_picture(Path(photo)), told, VisionSettings())
    if isinstance(reading, CalibrationRefused):
        raise InputError(photo, "", reading.why, "a photograph with the layout's corner markers")
    _, pieces, doubts = reading
    places = {told.by_tag[piece.tag].piece: piece.space for piece in pieces}
    known = {occupant.piece for occupant in table.occupancy.occupants}
    doubtful = [doubt for doubt in doubts if told.by_tag[doubt.tag].piece in known]
    if seen and doubtful:
        raise InputError(photo, f"tag {doubtful[0].tag}", doubtful[0].why, "every piece of the position in one square")
    moved = []
    for occupant in table.occupancy.occupants:
        place = places.get(occupant.piece)
        if place is None or place in occupant.spaces or (seen and len(occupant.spaces) > 1):
            moved.append(
                occupant
            )  # not seen, or as the position has it; a larger base has one tag, on any of its squares
            continue
        stands = "/".join(occupant.spaces)
        if not seen:
            _warn(
                photo,
                say("photo.is_seen_on_the", piece=occupant.piece, place=place, stands=stands),
            )
        moved.append(replace(occupant, spaces=(place,)) if seen else occupant)
    if seen:
        for piece in sorted(known - set(places)):
            _warn(
                photo,
                say("photo.is_not_seen_it", piece=piece),
            )
    try:
        return replace(table, occupancy=Occupancy(tuple(moved)))
    except ValueError as wrong:
        raise InputError(photo, "", str(wrong), "one piece a square") from None


def _warn(photo: str, words: str) -> None:
    print(f"{photo}: {words}", file=sys.stderr)


def open_photo(table: Position, photo: str | None, layout: str | None) -> bytes | None:
    """The photographed map from straight above as a PNG, or ``None`` when none was given."""
    if not photo or not layout:
        return None
    from companion.painting import CELL
    from vision.pictures import encode_png
    from vision.plane.layout import read_layout
    from vision.plane.overhead import overhead

    told, board = read_layout(Path(layout)), table.board
    if (told.columns, told.rows) != (board.columns, board.rows):
        wanted = f"{board.columns} x {board.rows}, the size of the position's map"
        raise InputError(layout, "map", f"{told.columns} x {told.rows} squares", wanted)
    return encode_png(overhead(Path(photo), told, CELL))
