"""The options that say which game is opened, at which table: shared by the commands that open one."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.core.ids import SystemId
from companion.games import editions_of
from ui.cli.scenarios import scenario_from
from ui.cli.tables import quest_from, setup_from
from ui.library import Library
from ui.table.bootstrap import open_table
from ui.table.settings import load_config
from ui.table.sources import sources_of

if TYPE_CHECKING:
    from ui.table.bootstrap import Table
    from ui.table.settings import TableConfig
    from vision.beam.seeking import Seeker

EDITIONS = editions_of(SystemId("heroclix"))

edition_option = click.option(
    "--edition",
    type=click.Choice(EDITIONS),
    default=EDITIONS[0],
    show_default=True,
    help="The rules: the core rulebook, the newer attack chapter over it, either with another year's powers, "
    "or the first game without powers.",
)
_FILE = click.Path(path_type=Path)
_OPTIONS: Sequence[Callable[[Callable[..., int]], Callable[..., int]]] = (
    click.option("--demo", is_flag=True, help="The sample game on a virtual table: virtual camera and dice tower."),
    click.option(
        "--force",
        "forces",
        multiple=True,
        type=_FILE,
        help="A force file; two to four, one for each player, clockwise.",
    ),
    click.option("--pairs", is_flag=True, help="Four players as two sides: partners sit opposite each other."),
    edition_option,
    click.option(
        "--map",
        "maps",
        multiple=True,
        type=_FILE,
        help="A map file; of several the first player chooses. Default: a shipped map.",
    ),
    click.option(
        "--data",
        metavar="DIR",
        help="The figures: a folder an import wrote. Default: those that are shipped.",
    ),
    click.option("--cards", type=_FILE, help="Feats, objects, conditions … of your own."),
    click.option("--points", default=300, show_default=True, help="The build total."),
    click.option("--quest", metavar="QUEST", help="A quest of HeroQuest: the name of a shipped one, or a file."),
    click.option(
        "--scenario",
        metavar="SCENARIO",
        help="A scenario of Guardians' or Gotham City Chronicles: the name of a shipped one, or a file.",
    ),
    click.option("--settings", type=_FILE, help="A table.toml with the settings of this table."),
    click.option("--tower", help="The port of a dice tower."),
    click.option("--camera", help="A camera's number, http://… of a phone, a folder of pictures, or a clip."),
    click.option("--view", help="The view that `companion camera setup` stored; replaces hidden markers."),
    click.option("--empty", metavar="PHOTO", help="A photo of the empty map: figures without a tag are followed too."),
    click.option("--tray", help="The same for a camera over the dice tray; a folder has one picture a throw."),
    click.option("--layout", help="The layout of markers and tags, as printed by print-markers."),
    click.option("--venue", metavar="LINK", help="The table's link at an event: the game is reported there, live."),
)


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options that were given."""

    demo: bool
    forces: tuple[Path, ...]
    pairs: bool
    edition: str
    maps: tuple[Path, ...]
    data: str | None
    cards: Path | None
    points: int
    quest: str | None
    scenario: str | None
    settings: Path | None
    tower: str | None
    camera: str | None
    view: str | None
    empty: str | None
    tray: str | None
    layout: str | None
    venue: str | None

    def config(self, store: Path | None) -> TableConfig:
        """The settings of the table."""
        return load_config(
            self.settings,
            store=str(store) if store else None,
            tower=self.tower,
            camera=self.camera,
            tray=self.tray,
            empty=self.empty,
            view=self.view,
            layout=self.layout,
            venue=self.venue,
            lang=os.environ.get("TABLEWRIGHT_LANG"),
        )

    def _check(self) -> None:
        """Refuse options of which one would silently be left out; raises ``UsageError``."""
        games = [
            name
            for name, given in (
                ("--demo", self.demo),
                ("--force", self.forces),
                ("--quest", self.quest),
                ("--scenario", self.scenario),
            )
            if given
        ]
        if len(games) > 1:
            raise click.UsageError(f"{' and '.join(games)} are different games: choose one")
        virtual = ("tower", "camera", "tray", "view", "empty", "layout") if self.demo else ()
        forces = ("maps", "pairs", "data", "cards") if games and games != ["--force"] else ()
        for name in (*virtual, *forces):
            if getattr(self, name):
                option = f"--{name.removesuffix('s') if name == 'maps' else name}"
                why = "brings a table and devices of its own" if name in virtual else "brings its own"
                raise click.UsageError(f"{games[0]} {why}: leave {option} out")

    def is_named(self, config: TableConfig) -> bool:
        """Whether the options name a game: one to begin, or one in a store."""
        return bool(self.demo or self.forces or self.quest or self.scenario or config.store)

    def open(self, config: TableConfig, *, sides: tuple[str, ...] = (), seeker: Seeker | None = None) -> Table:
        """The table; raises ``UsageError`` when there is nothing to play; ``seeker``: of a projector's place."""
        self._check()
        setup: Any = None
        if self.forces:
            setup = setup_from(
                self.forces,
                self.maps,
                self.points,
                pairs=self.pairs,
                edition=self.edition,
                data=self.data,
                cards=self.cards,
            )
        elif self.quest:
            setup = quest_from(self.quest)
        elif self.scenario:
            setup = scenario_from(self.scenario)
        if self.demo:
            from ui.cli.demo.playable import demo_table

            return demo_table(config, self.edition)
        if setup is None and not (config.store and Path(config.store).exists()):
            raise click.UsageError(
                "nothing to play: give --demo, --force twice, --quest, --scenario, or a --store that holds a game"
            )
        if not config.store:  # a real game is always kept: nobody should lose an evening to a flat battery
            config = replace(config, store=str(Library().new_store()))
            click.echo(f"the game is kept in {config.store}: go on with --store")
        return open_table(config, setup, sources=sources_of(config, seeker), sides=sides)


def game_options(function: Callable[..., int]) -> Callable[..., int]:
    """The function with the options; they reach it together, as ``game``."""
    names = GameOptions.__dataclass_fields__

    @wraps(function)
    def gathered(**given: object) -> int:
        chosen: dict[str, Any] = {name: given.pop(name) for name in names}
        return function(game=GameOptions(**chosen), **given)

    wrapped: Callable[..., int] = gathered
    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped
