"""Tables that are served in tests."""

from __future__ import annotations

from pathlib import Path

from companion.games.heroclix.sample import sample_setup
from companion.games.heroquest.sample import sample_setup as sample_quest
from companion.system import DiceGenerator
from ui.cli.demo.playable import play_opening
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig


def fight(store: Path | None = None) -> Table:
    """The sample game of two forces at its first turn."""
    table = open_table(TableConfig(str(store) if store else "", lang="en"), sample_setup("lantern-vault"))
    play_opening(table.session, DiceGenerator(1))
    return table


def opening(store: Path | None = None) -> Table:
    """The sample game, before it begins."""
    return open_table(TableConfig(str(store) if store else "", lang="en"), sample_setup("lantern-vault"))


def quest(store: Path | None = None) -> Table:
    """The shipped quest, before it begins."""
    return open_table(TableConfig(str(store) if store else "", lang="en"), sample_quest())
