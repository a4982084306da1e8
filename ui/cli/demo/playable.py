"""``companion play --demo``: the sample game on a virtual table, played by whoever sits before the window.

taps ──> session ──accepted──> virtual hands ──> rendered table ──> camera (vision) ──┐
         dice asked for ─────> virtual tower (firmware in a VM) ──> tray ──> reader ──┴─> gate ──> follower
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.core.commands import Choose, Place, ReportDice
from companion.core.dice import DiceRequest, Source
from companion.core.flow import ChoiceRequest
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.games.heroclix import commands as cm
from companion.games.heroclix.forces.setup import GameSetUp
from companion.games.heroclix.sample import sample_setup
from companion.games.heroclix.state.state import Phase
from companion.system import DiceGenerator
from ui.cli.demo.virtual import VirtualDice, VirtualEyes
from ui.presenters.games import game_of
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig
from ui.table.sources import venue_of

MAP = "lantern-vault"  # 16 x 16: its squares are large on a tablet, and the camera reads every tag


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
    while session.state.flow.phase != Phase.PLAY and session.state.flow.outcome is None:
        decision = session.submit(_next(session, generator), Source.MACHINE)
        assert isinstance(decision, Accepted), decision


def _next(session: Session, generator: DiceGenerator) -> Any:
    state = session.state
    if state.flow.phase == Phase.WAITING:
        return cm.BeginGame(session.seats[0])
    for request in state.flow.open:
        if isinstance(request, DiceRequest):
            return ReportDice(request.roller, generator.roll(request))
        if isinstance(request, ChoiceRequest):
            return Choose(request.seat, request.id, request.options[:1])
    return _deployment(session)


def _deployment(session: Session) -> Place:
    """The next figure, as near to the middle of its area as there is room, two squares from its neighbours."""
    state = session.state
    seat = state.active_seat
    piece = next(piece for piece in state.pieces if piece.seat == seat and not piece.spaces)
    offers = [offer for offer in session.system.legal_commands(state, seat, piece=piece.id) if isinstance(offer, Place)]
    board, middle = state.table.board, state.table.board.columns / 2
    taken = [space for other in state.on_map() for space in other.spaces]

    def spread(place: Place) -> tuple[float, str]:
        near = sum(board.distance(place.spaces[0], other) < 2 for other in taken)
        return near * 4 + abs(ord(place.spaces[0][0]) - ord("A") + 0.5 - middle), place.spaces[0]

    return min(offers, key=spread)
