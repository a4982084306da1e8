"""Tables that are served in tests."""

from __future__ import annotations

import random
from pathlib import Path

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.games.heroclix.commands import CloseAttack, RangedAttack
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


def shot() -> Table:
    """The sample fight where an attack waits for its dice."""
    table = fight()
    session, chance, dice = table.session, random.Random(3), DiceGenerator(3)
    while not any(one.purpose == "HC-ATK-05" for one in session.state.flow.open):
        rolls = [one for one in session.state.flow.open if isinstance(one, DiceRequest)]
        if rolls:
            session.submit(ReportDice(rolls[0].roller, dice.roll(rolls[0])))
            continue
        offers = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
        attacks = [one for one in offers if isinstance(one, RangedAttack | CloseAttack)]
        session.submit(chance.choice(attacks or offers))
    return table
