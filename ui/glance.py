"""A kept game at a glance: where it is, who plays, the board. Nothing is written, and nobody else's game is taken."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.board.picture import AreaPicture
from companion.core.events import GameEnded
from companion.core.ids import SystemId
from companion.core.ledger import Ledger
from companion.core.session import Session
from companion.errors import InputError
from companion.games import find_system
from companion.painting import area_sheet, board_svg
from companion.storage.codec import JsonCodec
from companion.storage.sqlite import SqliteRecorder
from companion.system import WallClock
from companion.text.wording import Wording
from ui.bootstrap import game_kept
from ui.presenters.adapter import Look
from ui.presenters.games import game_of


@dataclass(frozen=True, slots=True)
class Glance:
    """What everybody may know of a game."""

    system: SystemId
    title: str
    players: str
    drawing: str  # SVG
    is_over: bool


def glance_at(store: Path, wording: Wording) -> Glance:
    """The game in the store; raises ``InputError`` for an empty store or one that is none."""
    setup = game_kept(store)
    if setup is None:
        raise InputError(str(store), "", "an empty game store", "a stored game")
    system = find_system(setup.system, setup.edition, str(store))
    recorder = SqliteRecorder(store)
    try:
        session = Session(system, Ledger(recorder, JsonCodec(system.event_types)), WallClock(), seats=setup.seats)
    finally:
        recorder.close()
    game = game_of(setup.system).adapter(session)
    side = next(iter(game.sides))
    look = Look(side, game.sides[side], wording)
    wording.names = dict(game.names(side, wording.lang))
    has_secrets = len(game.sides) > 1
    picture = game.unknown() if has_secrets else game.picture(look, frozenset())
    over = next((one.event for one in reversed(session.standing()) if isinstance(one.event, GameEnded)), None)
    title = wording.event(over) if over else game.title(look)
    drawing = area_sheet(picture, [title]) if isinstance(picture, AreaPicture) else board_svg(picture)
    players = ", ".join(wording.word("seat", seat) for seat in setup.seats)
    return Glance(setup.system, title, players, drawing, over is not None)
