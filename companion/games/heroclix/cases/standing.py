"""The pieces of a case as they stand: what cannot be, and the events that bring the situation about.

first player · play · round ── figures on their squares ── dials, tokens, scores ── the turn begins
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.board.grid import GridBoard
from companion.board.spaces import Terrain
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.documents import Node
from companion.games.heroclix.cases.brought import Thing
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.events.damage import DamageDealt, DialTurned, KnockedOut, VictoryPointsScored
from companion.games.heroclix.events.play import (
    FigureDeployed,
    FigureMoved,
    FirstPlayerSettled,
    PhaseBegan,
    RoundBegan,
    TokenPlaced,
    TurnBegan,
)
from companion.games.heroclix.figures.hand import NONE_GONE, deal
from companion.games.heroclix.forces.setup import Enlisted
from companion.games.heroclix.position.in_hand import HoldObjects
from companion.games.heroclix.state.attack import DamageKind
from companion.games.heroclix.state.state import MOST_TOKENS, Phase


@dataclass(frozen=True)
class Entry:
    """A piece of the set-up."""

    enlisted: Enlisted
    spaces: tuple[SpaceId, ...]
    click: int
    tokens: int
    ko: bool
    stirred: bool


def refuse_crowds(setup: Node, entries: list[Entry], board: GridBoard) -> None:
    """Refuse two pieces on a square, one in blocking terrain, one knocked out on the map."""
    taken: dict[SpaceId, str] = {}
    for entry in entries:
        node = setup["pieces"][entry.enlisted.piece]
        if entry.ko and entry.spaces:
            node["ko"].refuse("no square for a piece that is knocked out")
        for space in entry.spaces:
            if space in taken:  # HC-VAL-10
                node.refuse("a free square", f"{space}, where {taken[space]} stands")
            if board.has(space, Terrain.BLOCKING):  # HC-TERR-20
                node.refuse("a square that is not blocking terrain", space)
            taken[space] = entry.enlisted.piece


def refuse_empty_hands(things: tuple[Thing, ...], setup: Node, entries: list[Entry], rules: Edition) -> None:
    """An object lies, is held by a piece on the map, or waits for a game that has not begun."""
    standing = {one.enlisted.piece: _powers_of(one) for one in entries if one.spaces}
    holding = {
        power for power, rule in rules.powers.items() if any(isinstance(verb, HoldObjects) for verb in rule.verbs)
    }
    has_begun = "phase" not in setup or setup["phase"].value != Phase.WAITING.value
    for one in things:
        if one.holder is not None and one.holder not in standing:
            one.node["held_by"].refuse("a piece on the map", one.holder)
        if one.holder is not None and not standing[one.holder] & holding:
            one.node["held_by"].refuse(f"a piece that shows {' or '.join(sorted(holding))}", one.holder)
        if has_begun and one.space is None and one.holder is None:
            one.node.refuse("'square' or 'held_by'", "neither")
        if not has_begun and one.space is not None:
            one.node["square"].refuse("no square before the game has begun", one.space)


def _powers_of(entry: Entry) -> set[str]:
    """The powers of the piece at its click, those of texts and traits too."""
    return {one.power for one in deal(entry.enlisted.figure, entry.click, NONE_GONE, (), {}).held}


def begin(setup: Node, entries: list[Entry], seats: tuple[Seat, ...], things: tuple[Thing, ...]) -> Iterator[Any]:
    """The events after which the game stands as the set-up says."""
    phase = setup["phase"].word({Phase.WAITING.value, Phase.PLAY.value}) if "phase" in setup else Phase.PLAY.value
    if phase == Phase.WAITING.value:
        standing = next((one for one in entries if one.spaces), None)
        if standing:
            setup["pieces"][standing.enlisted.piece].refuse("no square before the game has begun")
        return
    turn = Seat(setup["turn"].word(seats)) if "turn" in setup else seats[0]
    first = Seat(setup["first_player"].word(seats)) if "first_player" in setup else seats[0]
    yield FirstPlayerSettled(first)
    yield PhaseBegan(Phase.PLAY, (turn,))
    yield RoundBegan(setup["round"].number(1, 999) if "round" in setup else 2)
    for entry in entries:
        yield from _brought_about(entry)
    for thing in things:
        yield from thing.brought_about()
    for seat, node in setup["scores"].entries() if "scores" in setup else ():
        if seat not in seats:
            node.refuse(f"one of {', '.join(seats)} as key", f"the key {seat!r}")
        yield VictoryPointsScored(Seat(seat), node.number(0, 99999), PieceId("-"))
    yield TurnBegan(turn, 1)


def _brought_about(entry: Entry) -> Iterator[Any]:
    """The events after which a piece stands as the case says: deployed, turned, with its tokens."""
    piece, start = entry.enlisted.piece, entry.enlisted.start_click
    if entry.spaces:
        yield FigureDeployed(piece, entry.spaces)
        if entry.stirred:
            yield FigureMoved(piece, entry.spaces[:1], entry.spaces, 0)
    if entry.click != start:
        yield DialTurned(piece, start, entry.click)
    if entry.tokens:
        yield TokenPlaced(piece, entry.tokens)
    if entry.tokens == MOST_TOKENS:  # its push lies behind it
        yield DamageDealt(piece, 1, 0, DamageKind.PUSHING, RuleId("HC-TOKEN-05"))
    if entry.ko:
        yield KnockedOut(piece)
