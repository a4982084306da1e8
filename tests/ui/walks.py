"""Games played at random, the same each time: an attack rather than none, and dice by the machine."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from companion.core.commands import Concede, ReportDice
from companion.core.dice import DiceRequest
from companion.core.rules import Command
from companion.games.gotham import sample as gotham
from companion.games.guardians import sample as guardians
from companion.games.heroclix import sample as heroclix
from companion.games.heroquest import sample as heroquest
from companion.system import DiceGenerator
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig

SETUPS: dict[str, Callable[[], Any]] = {
    "heroclix": heroclix.sample_setup,
    "heroquest": heroquest.sample_setup,
    "guardians": guardians.sample_setup,
    "gotham": gotham.sample_setup,
}


def walk(game: str, lang: str, orders: int, seed: int = 5) -> Iterator[Table]:
    """Generate the table before each order and after the last."""
    table = open_table(TableConfig(lang=lang), SETUPS[game]())
    chance, dice = random.Random(seed), DiceGenerator(seed)
    for _ in range(orders):
        yield table
        order = next_order(table, chance, dice)
        if order is None:
            break
        table.session.submit(order)
    yield table
    table.close()


def next_order(table: Table, chance: random.Random, dice: DiceGenerator) -> Command | None:
    session = table.session
    for one in session.state.flow.open:
        if isinstance(one, DiceRequest):
            return ReportDice(one.roller, dice.roll(one, session.system.dice_of(session.state)))
    offers = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
    offers = [one for one in offers if not isinstance(one, Concede)]
    attacks = [one for one in offers if "ttack" in type(one).__name__]
    return chance.choice(attacks or offers) if offers else None
