"""High ground: small monsters on wardrobes and bookcases (HQ-MON-TECH-12, -21)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.facing import facings_to
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.commands import Climb
from companion.games.heroquest.gear import has_technique
from companion.games.heroquest.moves.arriving import arrive, leave
from companion.games.heroquest.moves.footing import is_free, is_solid
from companion.games.heroquest.moves.walking import can_move
from companion.games.heroquest.reach import are_adjacent, distance
from companion.games.heroquest.state import State
from companion.games.heroquest.traps.brewing import unblockable
from companion.games.heroquest.turns.actions import acting, turn_of

__all__ = ["climb", "climb_violations", "thrown_down"]

HIGH, MOST = "HQ-MON-TECH-21", 2


def climb_violations(state: State, command: Climb) -> Iterator[Violation]:
    """Why it cannot climb there: goblins do, one step up or down, two on a piece at most."""
    yield from acting(state, command.seat, command.piece)
    one = state.find(command.piece)
    if one is None or one.at is None:
        return
    yield from can_move(one)
    if not turn_of(one).moving or turn_of(one).left < 1:
        yield violation("HQ-MOVE-01", command.to, left=turn_of(one).left)
    if command.to not in state.dungeon.board or not are_adjacent(state, one.at, command.to):
        yield violation(HIGH, command.to)
        return
    piece = state.furniture_at(command.to)
    if one.perch and piece is None:
        if not is_free(state, command.to):
            yield violation(HIGH, command.to)
        return
    crowd = [
        other for other in state.characters if piece is not None and other.perch == piece.id and other.id != one.id
    ]
    is_high = piece is not None and state.furniture_kind(piece).high and not piece.toppled
    if not is_high or not has_technique(state, one, "high_ground") or len(crowd) >= MOST or state.at(command.to):
        yield violation(HIGH, command.to)


def climb(t: Teller[State], command: Climb) -> Script[None]:
    """Nothing: it is up there, or down again."""
    one = t.state.who(command.piece)
    assert one.at is not None
    if not (yield from leave(t, one.id, command.to)):
        return
    piece = t.state.furniture_at(command.to)
    start, facing = one.at, facings_to(one.at, command.to)[0]
    t.tell(ev.Stepped(one.id, start, command.to, facing, 1))
    t.tell(ev.Noted(one.id, "perch", piece.id if piece else "", RuleId(HIGH)))
    yield from arrive(t, one.id, start)


def thrown_down(t: Teller[State], furniture: PieceId) -> Script[None]:
    """Nothing: whoever sat on it falls, is hurt, and lies on the nearest free square (HQ-MON-TECH-12, -21)."""
    for name in [one.id for one in t.state.characters if one.perch == furniture]:
        yield from unblockable(t, name, 1, "HQ-MON-TECH-12")
        one = t.state.find(name)
        if one is None or one.at is None:
            continue
        at = one.at
        free = [space for space in t.state.dungeon.board.spaces if _may_land(t.state, at, space)]
        t.tell(ev.Noted(name, "perch", "", RuleId(HIGH)))
        if free:
            to = min(free, key=lambda space: (distance(at, space), t.state.dungeon.board.index(space)))
            t.tell(ev.Placed(name, at, to, one.facing, RuleId(HIGH)))


def _may_land(state: State, at: SpaceId, space: SpaceId) -> bool:
    """Whether it may lie there: in the same place, on a free square, or where it was when nothing stands there now."""
    if state.dungeon.place_at.get(at) != state.dungeon.place_at.get(space):
        return False
    return is_free(state, space) or (space == at and not is_solid(state, space))
