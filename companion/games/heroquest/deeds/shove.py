"""A crowd pushes back who stands in its way (HQ-COMBAT-SHOVE).

p L x y .  ─>  p . L x y      weights: a major monster 3, everybody else 1; heavier pushes, or as heavy and more figures
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.facing import facings_to, step_on
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import actions, footing, gear, reach
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.reactions import answer, roll_damage, wants_to
from companion.games.heroquest.attack.toll import uproot
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import Shove
from companion.games.heroquest.content.dice import BLACK
from companion.games.heroquest.moves.walking import arrive, moving_violations, set_down
from companion.games.heroquest.state import State
from companion.games.heroquest.windows import opportunities

PUSH, ONWARD, COUNTER = "HQ-COMBAT-SHOVE-07", "HQ-COMBAT-SHOVE-08", "HQ-COMBAT-SHOVE-09"
FARTHEST = 3  # HQ-COMBAT-SHOVE-04
SHOVED = "shove"


def outweighs(state: State, pushers: tuple[Character, ...], pushed: tuple[Character, ...]) -> bool:
    """Whether the pushers are heavy enough (HQ-COMBAT-SHOVE-02, -03, -07)."""
    ours, theirs = (sum(gear.weight_of(state, figure) for figure in side) for side in (pushers, pushed))
    return ours > theirs or (ours == theirs and len(pushers) > len(pushed))


def row_ahead(state: State, target: Character, facing: str) -> tuple[tuple[Character, ...], SpaceId | None]:
    """The figures that stand in a row from the target on, and the free square at its end, if it can give way there."""
    row, here = [target], target.at
    while here is not None:
        there = step_on(state.dungeon.board, here, facing)
        if there is None or state.is_shut(here, there) or footing.is_solid(state, there):
            return tuple(row), None
        other = state.at(there)
        if other is None:
            return tuple(row), there
        row.append(other)
        here = there
    return tuple(row), None


def _aside(state: State, target: Character, facing: str) -> tuple[SpaceId, ...]:
    """The free squares at the target's side (HQ-COMBAT-SHOVE-08)."""
    ahead, behind = (step_on(state.dungeon.board, target.square, facing, count) for count in (1, -1))
    return tuple(space for space in footing.free_beside(state, target.square) if space not in (ahead, behind))


def shove_violations(state: State, figure: Character, command: Shove) -> Iterator[Violation]:
    """Why they cannot push: no move, not beside, too light, nowhere to give way."""
    yield from moving_violations(figure)
    target = state.find(command.target)
    if target is None or target.side == figure.side or not reach.are_beside(state, figure, target):
        yield violation("HQ-COMBAT-SHOVE-01", figure.id)
        return
    if (left := actions.turn_of(figure).left) < (cost := 1 + footing.way_cost(figure, target.square)):
        yield violation("HQ-MOVE-01", target.square, cost=cost, left=left)
    if actions.turn_of(figure).free.count(SHOVED) >= FARTHEST:
        yield violation("HQ-COMBAT-SHOVE-04", target.id)
    friends = {friend.id: friend for friend in state.characters if friend.side == figure.side and friend != figure}
    helpers = tuple(friends[name] for name in dict.fromkeys(command.with_) if name in friends)
    if len(helpers) != len(command.with_) or not _together(state, figure, helpers):
        yield violation("HQ-COMBAT-SHOVE-01", figure.id)
    facing = facings_to(figure.square, target.square)[0]
    row, free = row_ahead(state, target, facing)
    if free is None and not _aside(state, target, facing):
        yield violation(ONWARD, target.id)
    elif not outweighs(state, (figure, *helpers), row if free is not None else (target,)):
        yield violation(PUSH, target.id)


def _together(state: State, figure: Character, others: tuple[Character, ...]) -> bool:
    """Whether they push in one crowd: each touches another of them, aslant too."""
    crowd, rest = {figure.at}, {other.at for other in others}
    while rest:
        near = {at for at in rest if at and any(at in state.dungeon.board.neighbours(by) for by in crowd if by)}
        if not near:
            return False
        crowd |= near
        rest -= near
    return True


def shove(t: Teller[State], figure: Character, command: Shove) -> Script[None]:
    """Push the target one square on; the leader stands in its place."""
    target = t.state.who(command.target)
    start, into, facing = figure.square, target.square, facings_to(figure.square, target.square)[0]
    first = SHOVED not in actions.turn_of(figure).free
    row, free = row_ahead(t.state, target, facing)
    moved = tuple(other.id for other in row) if free is not None else (target.id,)
    if not (yield from opportunities(t, figure.id, spared=moved)):
        return
    t.tell(ev.ActionSpent(figure.id, SHOVED, True))
    if free is None:
        to = yield from t.place(figure.seat, ONWARD, target.id, _aside(t.state, target, facing))
        yield from _put(t, target.id, to)
    else:
        for other in reversed(row):
            to = step_on(t.state.dungeon.board, other.square, facing) or free
            yield from _put(t, other.id, to)
    if t.state.find(figure.id) is None or t.state.flow.outcome is not None:
        return
    if t.state.at(into) is None:
        cost, door = 1 + footing.way_cost(figure, into), t.state.door_between(start, into)
        t.tell(ev.Stepped(figure.id, start, into, facing, cost, door))
        yield from arrive(t, figure.id, start)
    if first:
        yield from _countered(t, target.id, figure.id)


def _put(t: Teller[State], piece: PieceId, to: SpaceId) -> Script[None]:
    """A displaced figure keeps its facing, and meets what lies there (HQ-COMBAT-SHOVE-06, -10)."""
    figure = t.state.find(piece)
    if figure is None or t.state.at(to) is not None:
        return
    uproot(t, piece)
    t.tell(ev.Placed(piece, figure.at, to, figure.facing, RuleId("HQ-COMBAT-SHOVE-10")))
    yield from set_down(t, piece, figure.at, pushed=True)


def _countered(t: Teller[State], piece: PieceId, leader: PieceId) -> Script[None]:
    """The first figure moved may answer the leader, no failed attack needed (HQ-COMBAT-SHOVE-05, -09)."""
    figure, other = t.state.find(piece), t.state.find(leader)
    if figure is None or other is None or t.state.flow.outcome is not None:
        return
    with t.window(COUNTER, figure.seat, piece):
        if (yield from wants_to(t, piece, COUNTER)):
            damage = yield from roll_damage(t, piece, leader, COUNTER, (BLACK,))
            yield from answer(t, piece, leader, COUNTER, damage)
