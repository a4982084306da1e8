"""``companion play``: the tablet app, on the sample game, on two forces, or on a game in a store."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from companion.cli.front import command as make_command
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


@make_command("play", epilog="Example: companion play --demo")
@click.option("--demo", is_flag=True, help="The sample game on a virtual table: virtual camera and dice tower.")
@click.option(
    "--force",
    "forces",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A force file; two to four, one for each player, clockwise.",
)
@click.option("--pairs", is_flag=True, help="Four players as two sides: partners sit opposite each other.")
@edition_option
@click.option(
    "--map",
    "maps",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A map file; of several the first player chooses. Default: a shipped map.",
)
@click.option("--data", metavar="DIR", help="The figures: a folder an import wrote. Default: those that are shipped.")
@click.option("--cards", type=click.Path(path_type=Path), help="Feats, objects, conditions … of your own.")
@click.option("--points", default=300, show_default=True, help="The build total.")
@click.option("--quest", metavar="QUEST", help="A quest of HeroQuest: the name of a shipped one, or a file.")
@click.option(
    "--side",
    "sides",
    multiple=True,
    type=click.Choice(["heroes", "master"]),
    help="Whose screen this is in a quest. Default: both, handed over.",
)
@click.option("--store", type=click.Path(path_type=Path), help="The game store; a game in it goes on.")
@click.option("--settings", type=click.Path(path_type=Path), help="A table.toml with the settings of this table.")
@click.option("--tower", help="The port of a dice tower.")
@click.option("--camera", help="A camera's number, http://… of a phone, a folder of pictures, or a clip.")
@click.option("--view", help="The view that `companion camera setup` stored; replaces hidden markers.")
@click.option("--empty", metavar="PHOTO", help="A photo of the empty map: figures without a tag are followed too.")
@click.option("--tray", help="The same for a camera over the dice tray.")
@click.option("--layout", help="The layout of markers and tags, as printed by print-markers.")
@click.option("--size", default="1280x800", show_default=True, help="The size of the window.")
@click.option("--scale", type=float, help="The size of text and buttons; default: fits the window.")
@click.option("--text", type=click.FloatRange(0.8, 2.0), default=1.0, show_default=True, help="The size of text alone.")
@click.option("--seconds", type=float, hidden=True, help="Close the window by itself, for journey tests.")
def command(
    demo: bool,
    forces: tuple[Path, ...],
    pairs: bool,
    edition: str,
    maps: tuple[Path, ...],
    data: str | None,
    cards: Path | None,
    points: int,
    quest: str | None,
    sides: tuple[str, ...],
    store: Path | None,
    settings: Path | None,
    tower: str | None,
    camera: str | None,
    view: str | None,
    empty: str | None,
    tray: str | None,
    layout: str | None,
    size: str,
    scale: float | None,
    text: float,
    seconds: float | None,
) -> int:
    """Open the tablet's window: at home, or at the table that is named."""
    from companion.cli.tables import quest_from, setup_from
    from ui.bootstrap import open_table, sources_of
    from ui.config import load_config
    from ui.evening import Evening
    from ui.shelf import Shelf
    from ui.window import open_window

    width, height = _size(size)
    config = load_config(
        settings,
        store=str(store) if store else None,
        tower=tower,
        camera=camera,
        tray=tray,
        empty=empty,
        view=view,
        layout=layout,
        lang=os.environ.get("TABLEWRIGHT_LANG"),
    )
    setup: Any = None
    if forces:
        setup = setup_from(forces, maps, points, pairs=pairs, edition=edition, data=data, cards=cards)
    elif quest:
        setup = quest_from(quest)
    shelf, table = Shelf(), None
    if demo:
        from companion.cli.demo.playable import demo_table

        table = demo_table(config, edition)
    elif setup is not None or config.store:
        if setup is None and not Path(config.store).exists():
            raise click.UsageError(f"nothing to play in {config.store}: give --force twice or --quest, or no --store")
        game = config
        if not config.store:  # a real game is always kept: nobody should lose an evening to a flat battery
            game = replace(config, store=str(shelf.new_store()))
            click.echo(f"the game is kept in {game.store}: go on with --store")
        table = open_table(game, setup, sources=sources_of(game), sides=sides)
    open_window(Evening(shelf, config, table), (width, height), scale=scale, text=text, seconds=seconds)
    return 0


def _size(text: str) -> tuple[int, int]:
    try:
        width, height = (int(part) for part in text.split("x"))
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a size like 1280x800", param_hint="--size") from None
    return width, height
