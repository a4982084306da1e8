"""Every command of a kind that a player could name, in the order of the list, with nothing left out beforehand.

Which of them are legal is asked of the checks that ``decide`` makes, for each command anew and as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.board.squares import parse_square
from companion.games.heroclix import commands as cm
from companion.games.heroclix.commands import AttackTerrain, ObjectId, ThrowObject
from companion.games.heroclix.powers.altering import Counter, ModifyForAWhile
from companion.games.heroclix.powers.moving import Moving
from companion.games.heroclix.powers.placing import PlaceMarkers, PlaceOther
from companion.games.heroclix.state.attack import AttackKind

__all__ = ["attacks", "moves", "terrain_attacks", "throws", "turnings_off", "uses"]


def moves(state: Any, piece: Any) -> Iterator[Any]:
    """Moves without passenger and object, of a base of one square."""
    return (cm.MoveFigure(piece.seat, piece.id, (space,)) for space in state.table.board.spaces)


def attacks(state: Any, piece: Any) -> Iterator[Any]:
    """Attacks on one opponent, with each power or none."""
    for target in state.pieces:
        for power in ("", *(one.power for one in state.held(piece))) if target.seat != piece.seat else ():
            yield cm.CloseAttack(piece.seat, piece.id, target.id, power)
            yield cm.RangedAttack(piece.seat, piece.id, (target.id,), power)


def throws(state: Any, piece: Any) -> Iterator[Any]:
    """Throws of what the piece holds, if it holds anything."""
    return (ThrowObject(piece.seat, piece.id, one.id) for one in state.pieces)


def terrain_attacks(state: Any, piece: Any) -> Iterator[Any]:
    """Attacks on objects, squares and walls."""
    board = state.table.board
    for kind in (AttackKind.CLOSE, AttackKind.RANGED):
        for one in state.tactics.lying:
            yield AttackTerrain(piece.seat, piece.id, kind, object=ObjectId(one.object))
        for space in board.spaces:
            yield AttackTerrain(piece.seat, piece.id, kind, square=space)
        for wall in sorted(board.walls, key=lambda one: (board.index(one.a), one.b)):
            yield AttackTerrain(piece.seat, piece.id, kind, wall=wall)


def turnings_off(state: Any, piece: Any) -> Iterator[Any]:
    """Every power and ability that is turned off."""
    return (cm.TurnOff(piece.seat, piece.id, one.power) for one in state.held(piece))


def uses(state: Any, piece: Any) -> Iterator[Any]:
    """Uses of powers on every piece and every square, with everything that may be chosen; no object is taken along."""
    for one in state.held(piece):
        rule = state.edition.powers.get(one.power)
        verb = next((verb for verb in rule.verbs if verb.is_action), None) if rule else None
        if verb is not None:
            for targets, to, option in _ways(state, piece, one.power, verb):
                yield cm.UsePower(piece.seat, piece.id, one.power, targets, to, option)


def _ways(state: Any, piece: Any, power: str, verb: Any) -> Iterator[tuple[Any, Any, str]]:
    spaces = state.table.board.spaces
    if isinstance(verb, Moving):
        yield from (((), (space,), "") for space in spaces)
    elif isinstance(verb, PlaceOther):
        names = [one.id for one in state.pieces]
        yield from (((name,), (space,), "") for name in names for space in spaces)
    elif isinstance(verb, PlaceMarkers):
        yield from (((), line, "") for space in spaces for line in _lines(state.table.board, space, verb.most))
    elif isinstance(verb, Counter):
        yield from (((one.id,), (), what.power) for one in state.pieces for what in state.held(one))
    elif isinstance(verb, ModifyForAWhile):
        yield from (((one.id,), (), option) for one in state.pieces for option in verb.options)
    else:  # a handful, filtered by the whole check in the game too
        asked = cm.UsePower(piece.seat, piece.id, power)
        yield from ((one.targets, one.to, one.option) for one in verb.offers(state, asked))


def _lines(board: Any, space: Any, most: int) -> Iterator[tuple[Any, ...]]:
    """The square alone, and as many as there may be to the right of it, and below."""
    column, row = parse_square(space)
    yield (space,)
    for across, down in ((1, 0), (0, 1)):
        line = tuple(board.at(column + across * n, row + down * n) for n in range(most))
        if None not in line:
            yield line
