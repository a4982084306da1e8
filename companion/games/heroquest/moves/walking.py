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
from companion.games.heroquest import finds
from companion.games.heroquest.actions import acting, spend, spending_violations, turn_of
from companion.games.heroquest.attack.toll import end_if_over, loosen
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import RollMovement, Turn, Walk
from companion.games.heroquest.footing import facing_after, turning_cost, way_cost, way_violations
from companion.games.heroquest.gear import has_technique, row_of
from companion.games.heroquest.hidden.seeing import look, look_around
from companion.games.heroquest.state import State, TrapState
from companion.games.heroquest.traps import spring
from companion.games.heroquest.windows import opportunities, sprung

TRAMPLE = RuleId("HQ-MON-TECH-20")


def trample(t: Teller[State], piece: PieceId) -> Script[None]:
    """Step on a table: the second monster to do so in one turn of the master shatters it (HQ-MON-TECH-10, -20)."""
    one = t.state.who(piece)
    assert one.at is not None
    table = t.state.furniture_at(one.at)
    if table is None or not t.state.furniture_kind(table).trampled or not has_technique(t.state, one, "trampling"):
        return
    before = {walker for furniture, walker in t.state.trampled if furniture == table.id}
    if piece in before:
        return
    t.tell(ev.Walked(piece, table.id, TRAMPLE))
    if before:
        t.tell(finds.FurnitureChanged(table.id, (), piece, RuleId("HQ-MON-TECH-10")))
    return
    yield


def leave(t: Teller[State], piece: PieceId, to: SpaceId) -> Script[bool]:
    """Whether it may make the step: alive after the opportunity attacks."""
    return (yield from opportunities(t, piece))


def goes_off(state: State, trap: TrapState, one: Character, *, pushed: bool = False) -> bool:
    """Whether the trap goes off under that character (HQ-TRAP-18, HQ-MON-TECH-13, -22, HQ-HERO-DWARF-13, HQ-AMB-39)."""
    if not trap.is_armed:
        return False
    if trap.by is not None:
        return not one.is_hero
    return one.is_hero or pushed or trap.status == "revealed"


def arrive(t: Teller[State], piece: PieceId, start: SpaceId) -> Script[bool]:
    """Whether it may go on after a step."""
    yield from set_down(t, piece, start)
    one = t.state.find(piece)
    if one is not None and t.state.flow.outcome is None and one.ambush is None:
        yield from sprung(t, piece, start)
    if t.state.flow.outcome is None:
        end_if_over(t)
    one = t.state.find(piece)
    if one is None or t.state.flow.outcome is not None:
        return False
    own = turn_of(one)
    return own.moving and not own.over


def set_down(t: Teller[State], piece: PieceId, start: SpaceId | None, *, pushed: bool = False) -> Script[None]:
    """Meet what standing on its square brings, however it came there (HQ-COMBAT-SHOVE-10)."""
    loosen(t, piece)
    look(t, piece)
    look_around(t)
    one = t.state.find(piece)
    if one is None or one.at is None:
        return
    if not one.is_hero:
        yield from trample(t, piece)
    for trap in list(t.state.traps_at(one.at)):
        now = t.state.find(piece)
        if now is None or now.at != one.at or t.state.flow.outcome is not None:
            return
        if goes_off(t.state, trap, now, pushed=pushed):
            yield from spring(t, trap, piece, start)
    moved = t.state.find(piece)
    if moved is None or moved.at == one.at:
        return
    if moved.at == start:  # a dwarf that avoided a pit never left its square (HQ-HERO-DWARF-11)
        loosen(t, piece)
        look(t, piece)
    elif t.state.flow.outcome is None:
        yield from set_down(t, piece, None, pushed=pushed)


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
    """Begin a move."""
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
    """Go as far as it gets, back where it came from too (HQ-MOVE-03)."""
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
    """Turn."""
    _turn_to(t, t.state.who(command.piece), command.facing)
    return
    yield


def _turn_to(t: Teller[State], one: Character, facing: str) -> None:
    cost = turning_cost(one, facing)
    if facing != one.facing and cost <= turn_of(one).left + (cost == 0):
        t.tell(ev.Turned(one.id, facing, cost, free=False))


def stop(t: Teller[State], piece: PieceId, rule: str) -> None:
    """End its movement."""
    t.tell(ev.MovementStopped(piece, RuleId(rule)))
