"""The options that say what is known of a view: ``--corners``, ``--view`` and ``--lens``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from vision.settings import VisionSettings


def view_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with the options; they reach it as ``corners``, ``view`` and ``lens``."""
    corners = click.option(
        "--corners",
        nargs=4,
        metavar="X,Y X,Y X,Y X,Y",
        help="The map's corners in the picture, px: top left of A1, then clockwise.",
    )
    view = click.option("--view", metavar="VIEW.json", help="A view that `companion camera setup` stored.")
    lens = click.option("--lens", metavar="CAMERA.json", help="A lens that `companion camera calibrate` measured.")
    wrapped: Callable[..., Any] = corners(view(lens(function)))
    return wrapped


def settings_of(corners: tuple[str, ...] | None, view: str | None, lens: str | None) -> tuple[VisionSettings, Any]:
    """The settings with what was given, and the given corners (or ``None``)."""
    from dataclasses import replace

    from vision.plane.intrinsics import read_camera
    from vision.plane.view import parse_corners, read_view
    from vision.settings import VisionSettings

    if corners and view:
        raise click.UsageError("--corners and --view say the same thing: give one")
    try:
        given = parse_corners(corners) if corners else None
    except ValueError as wrong:
        raise click.UsageError(f"--corners: {wrong}") from None
    chosen = VisionSettings()
    known = replace(
        chosen.calibration,
        view=read_view(Path(view)) if view else None,
        lens=read_camera(Path(lens)) if lens else None,
    )
    return replace(chosen, calibration=known), given
