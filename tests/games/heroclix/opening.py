"""A real session through the whole opening: first player, areas, deployment."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.board.grid import Tile
from companion.board.spaces import Terrain
from companion.core.commands import Choose, Place, ReportDice
from companion.core.dice import DiceResult
from companion.core.ids import PieceId
from companion.core.ledger import Ledger, Recorder
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.games.heroclix.commands import BeginGame
from companion.games.heroclix.forces.cards import Weight
from companion.games.heroclix.forces.setup import MapObject
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure

__all__ = ["accept", "field", "furnished", "opened", "throw"]


def field() -> Scene:
    """Two against two on a map with a starting area at the north and one at the south edge."""
    scene = Scene(size=(12, 12))
    tiles = list(scene.board.tiles)
    for column in range(12):
        tiles[column] = Tile(starting="north")
        tiles[11 * 12 + column] = Tile(starting="south")
    scene.board = replace(scene.board, tiles=tuple(tiles))
    for name, seat in [("b1", "blue"), ("b2", "blue"), ("r1", "red"), ("r2", "red")]:
        scene.put(name, seat, (0, 0))
    return scene


def furnished() -> Scene:
    """The same field with blocks, walls, three objects a side, and figures strong enough to hold them."""
    scene = Scene(size=(12, 12), walls=[((x, 5), (x, 6)) for x in (1, 2, 6, 7, 8)])
    tiles = list(scene.board.tiles)
    for column in range(12):
        tiles[column] = Tile(starting="north")
        tiles[11 * 12 + column] = Tile(starting="south")
    for column, row in ((3, 3), (8, 3), (3, 8), (8, 8)):
        tiles[row * 12 + column] = Tile(frozenset({Terrain.BLOCKING}))
    scene.board = replace(scene.board, tiles=tuple(tiles))
    for name, seat in [("b1", "blue"), ("b2", "blue"), ("r1", "red"), ("r2", "red")]:
        scene.put(name, seat, (0, 0), figure(name, powers={"attack": "super_strength"}))
    things = [
        MapObject(PieceId(f"{seat}-{weight.value}"), seat, weight.value, weight, points, is_special=points > 0)
        for seat in (RED, BLUE)
        for weight, points in ((Weight.LIGHT, 8), (Weight.HEAVY, 0), (Weight.IMMOBILE, 5))
    ]
    scene.tactics = replace(scene.tactics, objects=tuple(things))
    return scene


def accept(session: Session, command: Any) -> None:
    """A refusal fails the test."""
    decision = session.submit(command)
    assert isinstance(decision, Accepted), decision


def throw(session: Session, *faces: int) -> None:
    """Answers the open roll."""
    request: Any = session.state.flow.open[0]
    accept(session, ReportDice(request.roller, DiceResult(request.id, tuple(map(str, faces)))))


def opened(clock: Any, *, recorder: Recorder | None = None, roll_off: bool = False) -> Session:
    """A session at red's first turn with red in the north; with ``roll_off`` only until the first roll is in."""
    ledger = Ledger(recorder or MemoryRecorder(), JsonCodec(GAME.event_types))
    session = Session(GAME, ledger, clock, field().setup, seats=(RED, BLUE))
    accept(session, BeginGame(RED))
    throw(session, 6, 5)
    if roll_off:
        return session
    throw(session, 1, 2)
    request: Any = session.state.flow.open[0]
    accept(session, Choose(BLUE, request.id, ("south",)))
    for seat, row, names in [(RED, 0, ("r1", "r2")), (BLUE, 11, ("b1", "b2"))]:
        for column, name in enumerate(names, start=1):
            accept(session, Place(seat, session.state.piece(name).id, (at(column, row),)))
    return session
