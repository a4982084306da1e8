"""``companion play --demo``: the sample game on a virtual table, played by whoever sits before the window.

taps ──> session ──accepted──> virtual hands ──> rendered table ──> camera (vision) ──┐
         dice asked for ─────> virtual tower (firmware in a VM) ──> tray ──> reader ──┴─> gate ──> follower
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.core.dice import Source
from companion.core.opening import next_order
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.games.heroclix.face.opening import MAP, OPENING
from companion.games.heroclix.forces.setup import GameSetUp
from companion.games.heroclix.sample import sample_setup
from companion.system import DiceGenerator
from ui.cli.demo.virtual import VirtualDice, VirtualEyes
from ui.presenters.games import game_of
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig
from ui.table.sources import venue_of


def demo_table(config: TableConfig, edition: str = "core", *, seed: int | None = None) -> Table:
    """The sample game at its first turn, with a virtual camera and dice tower; a game in the store goes on."""
    folder = tempfile.TemporaryDirectory(prefix="table-")
    dice = VirtualDice(Path(folder.name), seed)
    table = open_table(config, sample_setup(MAP, edition=edition), sources=venue_of(config), thrower=dice)
    session = table.session
    play_opening(session, DiceGenerator(seed))
    names = {str(piece.id): session.state.figure(piece).name for piece in session.state.pieces}
    setup = session.records[0].event
    assert isinstance(setup, GameSetUp)
    eyes = VirtualEyes(
        session.state.table.board, game_of(setup.system).tags(setup), names, Path(folder.name), folder.cleanup
    )

    def follow(_: Sequence[Any]) -> None:
        eyes.bring(session.system.positions(session.state))
        dice.asked = table.follower.open_roll()

    follow(())
    session.listen(follow)
    table.sources = (eyes, dice, *table.sources)
    return table


def play_opening(session: Session, generator: DiceGenerator) -> None:
    """Play a game that has not begun to its first turn; the record says that the machine did."""
    while order := next_order(OPENING, session.system, session.state, session.seats, generator.roll):
        decision = session.submit(order, Source.MACHINE)
        assert isinstance(decision, Accepted), decision
