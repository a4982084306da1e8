"""``companion play``: the tablet app, on the sample game, on two forces, or on a game in a store."""

from __future__ import annotations

from pathlib import Path

import click

from companion.errors import GameTaken
from ui.cli.front import command as make_command
from ui.cli.front import example
from ui.cli.game_options import GameOptions, game_options
from ui.cli.share_options import ShareOptions, come_as_guest, hosted, share_options
from ui.library import Library
from ui.table.photographs import code_text
from ui.tablet.navigation import Navigator
from ui.tablet.window import open_window


@make_command("play", epilog=example("companion play --demo", needs="with a screen"))
@game_options
@share_options
@click.option(
    "--side",
    "sides",
    multiple=True,
    type=click.Choice(["heroes", "master"]),
    help="Whose screen this is in a quest. Default: both, handed over.",
)
@click.option("--store", type=click.Path(path_type=Path), help="The game store; a game in it goes on.")
@click.option("--size", default="1280x800", show_default=True, help="The size of the window.")
@click.option("--scale", type=float, help="The size of text and buttons; default: fits the window.")
@click.option("--text", type=click.FloatRange(0.8, 2.0), default=1.0, show_default=True, help="The size of text alone.")
@click.option("--seconds", type=float, hidden=True, help="Close the window by itself, for journey tests.")
def command(
    game: GameOptions,
    share: ShareOptions,
    sides: tuple[str, ...],
    store: Path | None,
    size: str,
    scale: float | None,
    text: float,
    seconds: float | None,
) -> int:
    """Open the tablet's window: at home, or at the table that is named."""
    width, height = _size(size)
    config = game.config(store)
    opens = (lambda: share.around(game.open(config, sides=sides))) if game.is_named(config) else None
    navigator = Navigator(Library(read_code=code_text), config, around=share.around, opens=opens)
    try:
        open_window(navigator, (width, height), scale=scale, text=text, seconds=seconds)
    except GameTaken as taken:
        if not come_as_guest(Path(config.store)):
            raise hosted(config.store) or taken from taken
    return 0


def _size(text: str) -> tuple[int, int]:
    try:
        width, height = (int(part) for part in text.split("x"))
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a size like 1280x800", param_hint="--size") from None
    return width, height
