"""``companion host``: a table's pages without a window."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import GameTaken, InputError
from companion.table.clock import Limits
from ui.cli.ending import ending
from ui.cli.front import command as make_command
from ui.cli.front import example
from ui.cli.game_options import GameOptions, game_options
from ui.cli.share_options import ShareOptions, announce, hosted, share_options
from ui.library import Library

if TYPE_CHECKING:
    from ui.web.host import Host


@make_command("host", epilog=example("companion host evening.db --quest salt-cellars", needs="until Ctrl-C"))
@click.argument("store", type=click.Path(path_type=Path))
@game_options
@share_options
@click.option("--evening", type=click.IntRange(0), default=0, metavar="MINUTES", help="When time is called for all.")
@click.option("--each", type=click.IntRange(0), default=0, metavar="MINUTES", help="The time that each player has.")
def command(store: Path, game: GameOptions, share: ShareOptions, evening: int, each: int) -> int:
    """Serve everybody's own screen of the game in STORE, without a window; a new store begins a game.

    Stop it with Ctrl-C; started again, it goes on where it was, and so does every page.
    """

    def opened() -> Host:
        from ui.table.session import last_places

        table = game.open(game.config(store))
        beside = sorted(store.resolve().parent.glob(f"*{store.suffix or '.db'}"), key=_age)
        table.remember(last_places([*beside, *Library().stores()], table))
        return share.host(table)

    return serve(store, opened, Limits(evening, each))


def _age(file: Path) -> float:
    return -file.stat().st_mtime


def serve(store: Path, opened: Callable[[], Host], limits: Limits) -> int:
    """Serve that table until a signal comes; ``store``: where its game is kept."""
    try:
        host = opened()
    except GameTaken as taken:
        raise hosted(str(store)) or taken from taken

    ended = ending()
    try:
        host.clock.limit(limits)
        host.clock.switch()
        host.start()
        announce(host)
        host.run(ended)
    finally:
        with suppress(InputError):  # what they were called at the door, for whoever reads the record later
            Library().keep_players(store, host.hall.table.session.players)
        host.close()
    return 0
