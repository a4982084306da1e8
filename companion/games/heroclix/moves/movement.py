"""Moving: where a piece may go, and whether it must break away.

A move crosses every square of its path (HC-MOVE-14), and never leaves the map (HC-END-04).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.board.endings import Ending, endings
from companion.board.grid import GridBoard
from companion.board.occupancy import Occupancy, Occupant
from companion.board.paths import Reach, allowance, reach
from companion.core.ids import PieceId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.reckoning import Contribution, Operation
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import ObjectId
from companion.games.heroclix.damage.blow import place_token
from companion.games.heroclix.events.play import (
    ActionGiven,
    ActionSpared,
    BreakAwayFailed,
    BrokeAway,
    FigureMoved,
    FreeMoveBegan,
)
from companion.games.heroclix.events.tactics import ObjectEffectsIgnored, ObjectPickedUp
from companion.games.heroclix.moves.gaits import BreakAway, policy_of
from companion.games.heroclix.position.happening import happen
from companion.games.heroclix.position.holding import active, adjacent_opponents
from companion.games.heroclix.position.reckoning import lasting_parts, power_parts, reckoned_value
from companion.games.heroclix.position.rolls import throw_dice
from companion.games.heroclix.state.attack import ActionKind
from companion.games.heroclix.state.state import Piece, State
from companion.games.heroclix.turns.acting import spares


@dataclass(frozen=True, slots=True)
class Manner:
    """A manner of moving other than a move action's: terms on the speed, and ways of going."""

    speed: tuple[Contribution, ...] = ()
    gaits: tuple[str, ...] = ()
    own_gaits: bool = True  # whether powers that change a move *action* count (HC-ACT-15)


MOVE_ACTION = Manner()


def mover_of(state: State, piece: Piece, manner: Manner = MOVE_ACTION) -> Occupant:
    """The piece as it moves: the speed that counts, halved where it starts in what hinders (HC-TERR-14)."""
    return state.once(manner, piece, lambda piece: _mover(state, piece, manner))


def _mover(state: State, piece: Piece, manner: Manner) -> Occupant:
    mover = state.occupant(piece)
    own = mover.abilities if manner.own_gaits else state.abilities(piece)
    gaits = manner.gaits if state.table.parts.break_away else ("first_game",)
    mover = replace(mover, abilities=own | frozenset(gaits))
    parts = [*manner.speed, *lasting_parts(state, piece, "speed"), *power_parts(state, piece, "speed", None)]
    if allowance(state.table.board, replace(mover, speed=2), policy_of(mover.abilities)) < 2:
        parts.insert(0, Contribution(Operation.HALVED, 0, "HC-TERR-14"))
    return replace(mover, speed=reckoned_value(state, piece, "speed", mover.speed, parts).value)


def reach_of(state: State, piece: Piece, manner: Manner = MOVE_ACTION) -> Reach:
    """Return the reach of a move, supposing that the piece breaks away."""
    return state.once(("reach", manner), piece, lambda piece: _walk(state, mover_of(state, piece, manner)))


def _walk(state: State, mover: Occupant) -> Reach:
    """The reach of the mover; a slower one's begins like that of a faster one who goes the same way."""
    policy = policy_of(mover.abilities)
    key = ("walk", mover.piece, mover.spaces, mover.side, mover.size, policy)
    known: tuple[int, Reach] | None = state.kept.get(key)
    if known is not None and known[0] >= mover.speed:
        return known[1].within(mover.speed)
    found = _reach(state.table.board, state.occupancy(), mover)
    state.kept[key] = (mover.speed, found)
    return found


def rest_of(state: State, piece: Piece, manner: Manner, squares: int) -> Reach:
    """Return the reach of the rest of a move, so many squares further."""
    mover = replace(mover_of(state, piece, manner), speed=squares)
    return _reach(state.table.board, state.occupancy(), mover)


@lru_cache(maxsize=64)  # a screen asks about one position again and again, a rehearsal about the next and the next
def _reach(board: GridBoard, occupancy: Occupancy, mover: Occupant) -> Reach:
    return reach(board, occupancy, mover, policy_of(mover.abilities), is_halved=True)


def ending_of(state: State, piece: Piece, to: tuple[SpaceId, ...], manner: Manner = MOVE_ACTION) -> Ending | None:
    """Return the ending of a move with the base on ``to``, or ``None`` when none does."""
    found = reach_of(state, piece, manner)
    if len(to) == 1:
        return Ending(to, to[0], found.costs[to[0]]) if to[0] in found.costs else None
    ways = endings(state.table.board, state.occupancy(), state.occupant(piece), found)
    return next((one for one in ways if set(one.base) == set(to)), None)


def needs_break_away(state: State, piece: Piece, manner: Manner = MOVE_ACTION) -> bool:
    """Whether moving the piece takes a roll (HC-MOVE-06)."""
    near = adjacent_opponents(state, piece)
    freely = policy_of(mover_of(state, piece, manner).abilities).breaks_away_freely
    held = any(verb.holds for other in near for _, verb in _held_by(state, other, piece))
    return bool(near) and (held or not freely)


def path_violations(
    state: State, piece: Piece, to: tuple[SpaceId, ...], manner: Manner = MOVE_ACTION
) -> Iterator[Violation]:
    """The rules that a move ending there breaks."""
    board = state.table.board
    strange = [space for space in to if space not in board]
    if strange or len(to) != len(piece.spaces):
        found = ", ".join(to) or "-"
        yield violation("HC-MAP-07", strange[0] if strange else None, waivable=False, found=found)
        return
    if set(to) == set(piece.spaces):
        return  # a move of 0 (HC-MOVE-02)
    taken = [other for other in state.on_map() if other.id != piece.id and set(other.spaces) & set(to)]
    if taken:  # HC-VAL-10 cannot be agreed away: two pieces do not fit in one square of a record
        yield violation("HC-VAL-10", to[0], waivable=False, piece=taken[0].id)
        return
    if ending_of(state, piece, to, manner) is None:
        yield violation("HC-MOVE-01", to[0], piece=piece.id, speed=mover_of(state, piece, manner).speed)


def spared_events(state: State, piece: Piece) -> tuple[ActionSpared, ...]:
    """Return the event that spares a move action of the piece from counting against the total, if something does."""
    power = spares(state, piece, "move")
    return (ActionSpared(piece.id, power),) if power else ()


def move_of(
    state: State, piece: Piece, to: tuple[SpaceId, ...], kind: ActionKind, manner: Manner = MOVE_ACTION
) -> ActionGiven:
    """The action with its path and whether a roll comes first."""
    if set(to) == set(piece.spaces):  # AMB-15: a move of 0 needs no roll
        return ActionGiven(piece.id, kind, to=piece.spaces)
    end = ending_of(state, piece, to, manner)
    # overruled: from here to there
    way = reach_of(state, piece, manner).path_to(end.last, end.counted) if end else (to[0],)
    cost = end.counted if end else 0
    return ActionGiven(piece.id, kind, (piece.spaces[0], *way), cost, needs_break_away(state, piece, manner), to)


def gets_away(face: int, modifier: int, needed: int) -> bool:
    """Whether a break-away roll succeeds, whatever modifies it (HC-MOVE-07, HC-MOVE-08)."""
    return face == 6 or (face != 1 and face + modifier >= needed)


def legal_bases(state: State, piece: Piece, manner: Manner = MOVE_ACTION) -> Iterator[tuple[SpaceId, ...]]:
    """Every way the base may lie after a move, nearest squares first."""
    found = reach_of(state, piece, manner)
    if len(piece.spaces) == 1:  # the costs are in this order
        return zip(found.costs)
    return (end.base for end in endings(state.table.board, state.occupancy(), state.occupant(piece), found))


def go(t: Teller[State], move: ActionGiven | FreeMoveBegan) -> Script[bool]:
    """Whether the piece has gone along the path, with the object it takes along: next to opponents it breaks away
    first, by one roll from all of them (HC-MOVE-06, -07, -09, -10). Without a path it stays, and has gone."""
    if not move.path:
        return True
    while move.breaks_away:
        piece = t.state.piece(move.piece)
        if piece.ko:
            return False
        thrown = yield from throw_dice(t, piece, "HC-MOVE-07", themed=True)
        if thrown.again is not None:
            yield from place_token(t, thrown.again)
            continue
        kind = move.kind if isinstance(move, ActionGiven) else None
        if not gets_away(thrown.faces[0], _leaving(t.state, piece, kind), t.state.edition.break_away_at):
            happen(t, BreakAwayFailed(piece.id))
            return False
        happen(t, BrokeAway(piece.id))
        break
    moved = FigureMoved(move.piece, move.path, move.to, move.cost)
    happen(t, moved, *picked_up_events(t.state, move.piece, move.pick_up))
    return True


def _held_by(state: State, other: Piece, piece: Piece) -> Iterator[tuple[str, BreakAway]]:
    """Generate the powers that make it harder to leave that opponent; giants ignore those that hold fast."""
    is_tall = state.occupant(piece).size.is_tall
    return ((power, verb) for power, verb in active(state, other, BreakAway) if not (verb.holds and is_tall))


def _leaving(state: State, piece: Piece, kind: ActionKind | None) -> int:
    """Return what powers add to the break-away roll for an action of that kind, a free one for ``None``."""
    verbs = [verb for _, verb in active(state, piece, BreakAway)]
    own = sum(verb.own for verb in verbs if not verb.action or (kind is not None and verb.action == kind.value))
    powers = {*state.powers(piece).values(), *(held.power for held in state.held(piece))}
    for other in adjacent_opponents(state, piece):
        harder = (verb.opponents for _, verb in _held_by(state, other, piece) if not powers & {*verb.spares})
        own += min(harder, default=0)
    return own


def picked_up_events(state: State, piece: PieceId, item: PieceId | None) -> tuple[object, ...]:
    """The object is held at once (HC-OBJ-22); what a special one does is said to count no more (HC-OBJ-04)."""
    found = state.table.tactics.object(item) if item is not None else None
    if found is None:
        return ()
    ignored = (ObjectEffectsIgnored(ObjectId(found.id)),) if found.is_special else ()
    return ObjectPickedUp(piece, ObjectId(found.id)), *ignored
