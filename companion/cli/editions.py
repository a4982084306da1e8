"""The option that chooses by which edition a game is played."""

from __future__ import annotations

import click

from companion.core.ids import SystemId
from companion.games import editions_of

EDITIONS = editions_of(SystemId("heroclix"))

edition_option = click.option(
    "--edition",
    type=click.Choice(EDITIONS),
    default=EDITIONS[0],
    show_default=True,
    help="The rules: the core rulebook, the newer attack chapter over it, either with another year's powers, "
    "or the first game without powers.",
)
