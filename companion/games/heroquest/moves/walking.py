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
from companion.games.heroquest import actions, finds, footing, gear
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.toll import end_if_over, loosen, uproot
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import RollMovement, Turn, Walk
from companion.games.heroquest.quest import TrapState
from companion.games.heroquest.seeing import look, look_around
from companion.games.heroquest.state import State
from companion.games.heroquest.traps import spring
from companion.games.heroquest.windows import opportunities, sprung

TRAMPLE = RuleId("HQ-MON-TECH-20")


def trample(t: Teller[State], piece: PieceId) -> None:
    """Step on a table: the second monster to do so in one turn of the master shatters it (HQ-MON-TECH-10, -20)."""
    figure = t.state.who(piece)
    table = t.state.furniture_at(figure.square)
    tramples = gear.has_technique(t.state, figure, "trampling")
    if table is None or not tramples or not t.state.furniture_kind(table).trampled:
        return
    before = {walker for furniture, walker in t.state.trampled if furniture == table.id}
    if piece in before:
        return
    t.tell(ev.Walked(piece, table.id, TRAMPLE))
    if before:
        t.tell(finds.FurnitureChanged(table.id, (), piece, RuleId("HQ-MON-TECH-10")))


def goes_off(state: State, trap: TrapState, figure: Character, *, pushed: bool = False) -> bool:
    """Whether the trap goes off under that character (HQ-TRAP-18, HQ-MON-TECH-13, -22, HQ-HERO-DWARF-13, HQ-AMB-39)."""
    if not trap.is_armed:
        return False
    if trap.by is not None:
        return not figure.is_hero
    return figure.is_hero or pushed or trap.status == "revealed"


def arrive(t: Teller[State], piece: PieceId, start: SpaceId) -> Script[bool]:
    """Whether it may go on after a step."""
    yield from set_down(t, piece, start)
    figure = t.state.find(piece)
    if figure is not None and t.state.flow.outcome is None and figure.ambush is None:
        yield from sprung(t, piece, start)
    if t.state.flow.outcome is None:
        end_if_over(t)
    figure = t.state.find(piece)
    if figure is None or t.state.flow.outcome is not None:
        return False
    own = actions.turn_of(figure)
    return own.moving and not own.over


def set_down(t: Teller[State], piece: PieceId, start: SpaceId | None, *, pushed: bool = False) -> Script[None]:
    """Meet what standing on its square brings, however it came there (HQ-COMBAT-SHOVE-10)."""
    loosen(t, piece)
    look(t, piece)
    look_around(t)
    figure = t.state.find(piece)
    if figure is None or figure.at is None:
        return
    if not figure.is_hero:
        trample(t, piece)
    for trap in list(t.state.traps_at(figure.at)):
        now = t.state.find(piece)
        if now is None or now.at != figure.at or t.state.flow.outcome is not None:
            return
        if goes_off(t.state, trap, now, pushed=pushed):
            yield from spring(t, trap, piece, start)
    moved = t.state.find(piece)
    if moved is None or moved.at == figure.at:
        return
    if moved.at == start:  # a dwarf that avoided a pit never left its square (HQ-HERO-DWARF-11)
        loosen(t, piece)
        look(t, piece)
    elif t.state.flow.outcome is None:
        yield from set_down(t, piece, None, pushed=pushed)


def movement_dice(state: State, figure: Character) -> tuple[str, ...]:
    """The dice of its movement (HQ-MOVE-01, HQ-MOVE-12, HQ-HERO-ELF-03)."""
    row = gear.row_of(state, figure)
    if row is not None:
        return row.move
    return ("d6", "d8") if figure.hero == "elf" else ("d6", "d6")


def can_move(figure: Character) -> Iterator[Violation]:
    """Why it cannot move at all now."""
    if figure.held:
        yield violation("HQ-TRAP-20", figure.id, held=figure.held)
    if actions.turn_of(figure).stopped:
        yield violation("HQ-MOVE-13", figure.id)
        if "barricade" in actions.turn_of(figure).used:
            yield violation("HQ-DOOR-06", figure.id)


def roll_violations(state: State, figure: Character, command: RollMovement) -> Iterator[Violation]:
    yield from actions.spending_violations(figure, "move")
    yield from can_move(figure)


def roll_movement(t: Teller[State], figure: Character, command: RollMovement) -> Script[None]:
    actions.spend(t, figure.id, "move")
    dice = movement_dice(t.state, figure)
    faces = yield from t.roll(dice, figure.seat, "HQ-MOVE-01", figure.id)
    t.tell(ev.MovementRolled(figure.id, sum(map(int, faces))))


def moving_violations(figure: Character) -> Iterator[Violation]:
    """Why it is not in the middle of a move (HQ-MOVE-13)."""
    yield from can_move(figure)
    if figure.perch:
        yield violation("HQ-MON-TECH-21", figure.id)
    if not actions.turn_of(figure).moving:
        yield violation("HQ-MOVE-01" if actions.turn_of(figure).rolled is None else "HQ-MOVE-13", figure.id)


def walk_violations(state: State, figure: Character, command: Walk) -> Iterator[Violation]:
    if not command.path:
        yield violation("HQ-MOVE-02", figure.id, waivable=False)
        return
    yield from moving_violations(figure)
    if command.facing is not None and command.facing not in FACINGS:
        yield violation("HQ-GEN-07", figure.id, waivable=False)
        return
    walker = figure
    for space in command.path:
        broken = list(footing.way_violations(state, walker, walker.square, space))
        yield from broken
        if broken:
            return
        walker = after_step(walker, space)
    own, cost = actions.turn_of(figure), walk_cost(figure, command.path, command.facing)
    if own.moving and cost > own.left:
        yield violation("HQ-MOVE-01", command.path[-1], cost=cost, left=own.left)
    if state.at(command.path[-1]) not in (None, figure):
        yield violation("HQ-MOVE-11", command.path[-1], piece=figure.id)


def walk_cost(figure: Character, path: Sequence[SpaceId], facing: str | None = None) -> int:
    """The steps a path takes, with those for turning on it and at its end (HQ-MOVE-01, HQ-MOVE-08, HQ-MOVE-09)."""
    cost = 0
    for space in path:
        cost += 1 + footing.way_cost(figure, space)
        figure = after_step(figure, space)
    return cost if facing is None else cost + footing.turning_cost(figure, facing)


def after_step(figure: Character, to: SpaceId) -> Character:
    """The walker one square on, as far as its facing goes."""
    aslant = all(offset(figure.square, to))
    turn = replace(actions.turn_of(figure), turned=False, came=figure.square if aslant else None)
    return replace(figure, at=to, facing=footing.facing_after(figure, to), turn=turn)


def walk(t: Teller[State], figure: Character, command: Walk) -> Script[None]:
    """Go as far as it gets, back where it came from too (HQ-MOVE-03)."""
    free, asked = figure.square, 0  # the last square that was its own; how far allies have agreed
    for number, space in enumerate(command.path):
        if number >= asked:
            allies = list(takewhile(lambda there: _ally_on(t.state, figure, there), command.path[number:]))
            asked = number + len(allies)
            if not (yield from _all_agree(t, figure, allies)):
                return
        if not (yield from step(t, figure.id, space)) or t.state.who(figure.id).at != space:
            break  # it was stopped, or is elsewhere: what it meant to walk led on from there (HQ-TRAP-07)
        free = free if _is_shared(t.state, space) else space
    now = t.state.find(figure.id)
    if now is None or now.at is None or free is None:
        return
    if _is_shared(t.state, now.at):  # cut short on an ally's square, it ends before it, out of a pit too
        uproot(t, now.id)
        t.tell(ev.Placed(now.id, now.at, free, now.facing, RuleId("HQ-MOVE-11")))
    elif command.facing is not None and now.at == command.path[-1] and actions.turn_of(now).moving:
        _turn_to(t, now, command.facing)


def _is_shared(state: State, space: SpaceId) -> bool:
    return sum(figure.at == space for figure in state.characters) > 1


def _ally_on(state: State, figure: Character, space: SpaceId) -> Character | None:
    other = state.at(space)
    return other if other is not None and other.id != figure.id else None


def _all_agree(t: Teller[State], figure: Character, squares: Sequence[SpaceId]) -> Script[bool]:
    """Whether everybody on those squares lets it pass: all are asked before it leaves its own (HQ-MOVE-11)."""
    for space in squares:
        other = _ally_on(t.state, figure, space)
        if other is not None and other.seat != figure.seat:
            answer = yield from t.choose(other.seat, "HQ-MOVE-11", ("yes", "no"), figure.id)
            if answer != ("yes",):
                return False
    return True


def step(t: Teller[State], piece: PieceId, to: SpaceId) -> Script[bool]:
    """Whether the figure is on that square now and may go on."""
    figure = t.state.who(piece)
    start = figure.square
    if not (yield from opportunities(t, piece)):
        return False
    figure = t.state.who(piece)
    if figure.at != start:  # the strike moved it: the way began elsewhere
        return False
    cost, facing = 1 + footing.way_cost(figure, to), footing.facing_after(figure, to)
    t.tell(ev.Stepped(piece, start, to, facing, cost, t.state.door_between(start, to)))
    return (yield from arrive(t, piece, start))


def turn_violations(state: State, figure: Character, command: Turn) -> Iterator[Violation]:
    """Why it may not turn so: a half-turn takes a step of a move (HQ-MOVE-09)."""
    if command.facing not in FACINGS or command.facing == figure.facing:
        yield violation("HQ-GEN-07", command.piece, waivable=False)
    elif cost := footing.turning_cost(figure, command.facing):
        own = actions.turn_of(figure)
        if not own.moving or own.left < cost:
            yield violation("HQ-MOVE-09", command.piece)


def turn(t: Teller[State], figure: Character, command: Turn) -> None:
    _turn_to(t, figure, command.facing)


def _turn_to(t: Teller[State], figure: Character, facing: str) -> None:
    cost = footing.turning_cost(figure, facing)
    if facing != figure.facing and cost <= actions.turn_of(figure).left + (cost == 0):
        t.tell(ev.Turned(figure.id, facing, cost, free=False))
