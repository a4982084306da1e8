"""Walking: the dice are thrown, the figure goes square by square, and everything on its way may stop it.

RollMovement ─> left = 2D6 ─> Walk(path) ─ each step: opportunity ─> step ─> sight ─> trap ─> ambush ─> next
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from companion.board.facing import FACINGS, offset
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import RollMovement, Turn, Walk
from companion.games.heroquest.gear import row_of
from companion.games.heroquest.moves.arriving import arrive, leave
from companion.games.heroquest.moves.facing import facing_after, turning_cost, way_cost
from companion.games.heroquest.moves.footing import way_violations
from companion.games.heroquest.state import State
from companion.games.heroquest.turns.actions import acting, spend, spending_violations, turn_of

__all__ = [
    "can_move", "movement_dice", "roll_movement", "roll_violations", "step", "turn", "turn_violations", "walk",
    "walk_violations",
]  # fmt: skip


def movement_dice(state: State, one: Character) -> tuple[str, ...]:
    """The dice of its movement (HQ-MOVE-01, HQ-MOVE-12, HQ-HERO-ELF-03)."""
    row = row_of(state, one)
    if row is not None:
        return row.move
    return ("d6", "d8") if one.hero == "elf" else ("d6", "d6")


def can_move(one: Character) -> Iterator[Violation]:
    """Why it cannot move at all now."""
    if one.held:
        yield violation("HQ-TRAP-20", one.id, held=one.held)
    if turn_of(one).stopped:
        yield violation("HQ-MOVE-13", one.id)


def roll_violations(state: State, command: RollMovement) -> Iterator[Violation]:
    """Why the movement dice may not be thrown."""
    yield from acting(state, command.seat, command.piece)
    one = state.find(command.piece)
    if one is not None:
        yield from spending_violations(one, "move")
        yield from can_move(one)


def roll_movement(t: Teller[State], command: RollMovement) -> Script[None]:
    """Nothing: the move begins."""
    one = t.state.who(command.piece)
    spend(t, one.id, "move")
    dice = movement_dice(t.state, one)
    faces = yield from t.roll(dice, one.seat, "HQ-MOVE-01", one.id)
    t.tell(ev.MovementRolled(one.id, sum(map(int, faces))))


def moving_violations(state: State, piece: PieceId) -> Iterator[Violation]:
    """Why it is not in the middle of a move (HQ-MOVE-13)."""
    one = state.find(piece)
    if one is not None:
        yield from can_move(one)
        if one.perch:
            yield violation("HQ-MON-TECH-21", piece)
        if not turn_of(one).moving:
            yield violation("HQ-MOVE-01" if turn_of(one).rolled is None else "HQ-MOVE-13", piece)


def walk_violations(state: State, command: Walk) -> Iterator[Violation]:
    """Why it may not go that way."""
    yield from acting(state, command.seat, command.piece)
    one = state.find(command.piece)
    if one is None or one.at is None or not command.path:
        yield violation("HQ-MOVE-02", command.piece, waivable=False)
        return
    yield from moving_violations(state, command.piece)
    if command.facing is not None and command.facing not in FACINGS:
        yield violation("HQ-GEN-07", command.piece, waivable=False)
        return
    walker, left = one, turn_of(one).left
    for space in command.path:
        assert walker.at is not None
        broken = list(way_violations(state, walker, walker.at, space))
        yield from broken
        if broken:
            return
        left -= 1 + way_cost(walker, space)
        walker = _after(walker, space)
    if command.facing is not None:
        left -= turning_cost(walker, command.facing)
    if left < 0:
        yield violation("HQ-MOVE-01", command.path[-1], left=turn_of(one).left)
    if state.at(command.path[-1]) not in (None, one):
        yield violation("HQ-MOVE-11", command.path[-1], piece=one.id)


def _after(one: Character, to: SpaceId) -> Character:
    """The walker one square on, as far as its facing goes."""
    assert one.at is not None
    aslant = all(offset(one.at, to))
    turn = replace(turn_of(one), turned=False, came=one.at if aslant else None)
    return replace(one, at=to, facing=facing_after(one, to), turn=turn)


def walk(t: Teller[State], command: Walk) -> Script[None]:
    """Nothing: the figure goes as far as it gets, back where it came from too (HQ-MOVE-03)."""
    one = t.state.who(command.piece)
    free, asked = one.at, 0  # the last square that was its own; how far allies have agreed
    for number, space in enumerate(command.path):
        if number >= asked:
            allies = list(takewhile(lambda there: _ally_on(t.state, one, there), command.path[number:]))
            asked = number + len(allies)
            if not (yield from _all_agree(t, one, allies)):
                return
        went = yield from step(t, command.piece, space)
        if not went:
            break
        free = free if _is_shared(t.state, space) else space
    now = t.state.find(command.piece)
    if now is None or now.at is None or free is None:
        return
    if _is_shared(t.state, now.at):  # cut short on an ally's square, it ends before it
        t.tell(ev.Placed(now.id, now.at, free, now.facing, RuleId("HQ-MOVE-11")))
    elif command.facing is not None and now.at == command.path[-1] and turn_of(now).moving:
        _turn_to(t, now, command.facing)


def _is_shared(state: State, space: SpaceId) -> bool:
    return sum(one.at == space for one in state.characters) > 1


def _ally_on(state: State, one: Character, space: SpaceId) -> Character | None:
    other = state.at(space)
    return other if other is not None and other.id != one.id else None


def _all_agree(t: Teller[State], one: Character, squares: Sequence[SpaceId]) -> Script[bool]:
    """Whether everybody on those squares lets it pass: all are asked before it leaves its own (HQ-MOVE-11)."""
    for space in squares:
        other = _ally_on(t.state, one, space)
        if other is not None and other.seat != one.seat:
            answer = yield from t.choose(other.seat, "HQ-MOVE-11", ("yes", "no"), one.id)
            if answer != ("yes",):
                return False
    return True


def step(t: Teller[State], piece: PieceId, to: SpaceId) -> Script[bool]:
    """Whether the figure is on that square now and may go on."""
    one = t.state.who(piece)
    assert one.at is not None
    start = one.at
    is_there = yield from leave(t, piece, to)
    if not is_there:
        return False
    one = t.state.who(piece)
    cost, facing = 1 + way_cost(one, to), facing_after(one, to)
    t.tell(ev.Stepped(piece, start, to, facing, cost, t.state.door_between(start, to)))
    return (yield from arrive(t, piece, start))


def turn_violations(state: State, command: Turn) -> Iterator[Violation]:
    """Why it may not turn so: a half-turn takes a step of a move (HQ-MOVE-09)."""
    yield from acting(state, command.seat, command.piece)
    one = state.find(command.piece)
    if one is None:
        return
    if command.facing not in FACINGS or command.facing == one.facing:
        yield violation("HQ-GEN-07", command.piece, waivable=False)
    elif cost := turning_cost(one, command.facing):
        own = turn_of(one)
        if not own.moving or own.left < cost:
            yield violation("HQ-MOVE-09", command.piece)


def turn(t: Teller[State], command: Turn) -> Script[None]:
    """Nothing: the figure has turned."""
    _turn_to(t, t.state.who(command.piece), command.facing)
    return
    yield


def _turn_to(t: Teller[State], one: Character, facing: str) -> None:
    cost = turning_cost(one, facing)
    if facing != one.facing and cost <= turn_of(one).left + (cost == 0):
        t.tell(ev.Turned(one.id, facing, cost, free=False))


def stop(t: Teller[State], piece: PieceId, rule: str) -> None:
    """Nothing: its movement is over for this turn."""
    t.tell(ev.MovementStopped(piece, RuleId(rule)))
