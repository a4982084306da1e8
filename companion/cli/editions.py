"""The option that chooses by which edition a game is played."""

from __future__ import annotations

import click

__all__ = ["EDITIONS", "edition_option"]

EDITIONS = ("core", "newer", "core-2011", "newer-2013")  # those of the games' SYSTEMS, which a test holds this to

edition_option = click.option(
    "--edition",
    type=click.Choice(EDITIONS),
    default=EDITIONS[0],
    show_default=True,
    help="The rules: the core rulebook, the newer attack chapter over it, either with another year's powers.",
)
