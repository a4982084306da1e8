"""Over a pit: a jump that may fail, a hook or long strides that do not, two monsters that help each other.

a ▢ .      two steps to the free square beyond: star die; an elf throws a combat die and falls on a black shield
           (HQ-TRAP-04, -05, -19, HQ-HERO-ELF-06); helped: two turns from the same side, one from across
           (HQ-MON-TECH-15, -16)
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.facing import FACINGS, facings_to, step_on
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import actions, footing, gear, reach
from companion.games.heroquest import events as ev
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import HelpOver, Jump
from companion.games.heroquest.moves.walking import arrive, moving_violations, set_down
from companion.games.heroquest.quest import TrapState
from companion.games.heroquest.state import State
from companion.games.heroquest.windows import opportunities

STEPS = 2  # HQ-TRAP-19
HOOK = "hook"
HELP = "HQ-MON-TECH-15"
NEAR = 2  # squares from the jumper to the pit


def pit_between(state: State, at: SpaceId, to: SpaceId) -> tuple[SpaceId, TrapState] | None:
    """The square jumped over and the revealed pit in it, when ``to`` lies straight beyond one no wider than a
    square."""
    sides = facings_to(at, to)
    if len(sides) != 1 or step_on(state.dungeon.board, at, sides[0], 2) != to:
        return None
    middle = step_on(state.dungeon.board, at, sides[0])
    if middle is None or state.is_shut(at, middle) or state.is_shut(middle, to):
        return None
    for trap in state.traps_at(middle):
        if trap.status == "revealed" and state.trap_kind(trap).pit and to not in trap.squares:
            return middle, trap
    return None


def jump_violations(state: State, figure: Character, command: Jump) -> Iterator[Violation]:
    """Why it cannot jump there: no revealed pit of one square between, no room beyond, no steps left."""
    yield from moving_violations(figure)
    over = pit_between(state, figure.square, command.to)
    if over is None or not footing.is_free(state, command.to) or state.at(over[0]) is not None:
        yield violation("HQ-TRAP-19", command.to)
    elif (left := actions.turn_of(figure).left) < (cost := STEPS + footing.way_cost(figure, over[0])):
        yield violation("HQ-MOVE-01", command.to, cost=cost, left=left)


def jump(t: Teller[State], figure: Character, command: Jump) -> Script[None]:
    """Cross, or fall into the pit."""
    start, over = figure.square, pit_between(t.state, figure.square, command.to)
    assert over is not None
    if not (yield from opportunities(t, figure.id)):
        return
    figure = t.state.who(figure.id)
    facing, cost = facings_to(start, command.to)[0], footing.way_cost(figure, over[0])
    across = yield from _luck(t, figure)
    if across:
        t.tell(ev.Stepped(figure.id, start, command.to, facing, STEPS + cost))
    else:
        t.tell(ev.Stepped(figure.id, start, over[0], facing, 1 + cost))
    yield from arrive(t, figure.id, start)


def _luck(t: Teller[State], figure: Character) -> Script[bool]:
    """Whether it gets across (HQ-MON-TECH-09, -14, -22, HQ-AMB-31)."""
    strides = gear.has_technique(t.state, figure, "long_strides") and gear.status_of(t.state, figure) == "major"
    if strides or HOOK in figure.items:
        return True
    if figure.hero == "elf":
        (face,) = yield from t.roll(("combat",), figure.seat, "HQ-HERO-ELF-06", figure.id)
        return "black" not in face
    (face,) = yield from t.roll(("star",), figure.seat, "HQ-TRAP-19" if figure.is_hero else "HQ-MON-TECH-14", figure.id)
    return face == "star"


def landings(state: State, piece: PieceId) -> tuple[SpaceId, ...]:
    figure = state.who(piece)
    if figure.at is None:
        return ()
    ahead = (step_on(state.dungeon.board, figure.at, facing, 2) for facing in FACINGS)
    return tuple(to for to in ahead if to is not None and pit_between(state, figure.square, to) is not None)


def help_violations(state: State, figure: Character, command: HelpOver) -> Iterator[Violation]:
    """Why it cannot help: no pit there, not beside it, or under attack itself."""
    friend = state.find(command.friend)
    yield from actions.spending_violations(figure, "attack")
    if friend is None or friend.at is None or friend.id == figure.id or figure.is_hero or friend.is_hero:
        yield violation(HELP, figure.id, waivable=False)
        return
    if reach.engaged_with(state, figure.id):
        yield violation("HQ-MON-TECH-16", figure.id)
    over = pit_between(state, friend.at, command.to)
    if over is None or not footing.is_free(state, command.to) or reach.distance(figure.square, over[0]) > NEAR:
        yield violation(HELP, command.to)
    if "move" in actions.turn_of(friend).used:
        yield violation("HQ-ACT-02", friend.id, entry="move")


def help_over(t: Teller[State], figure: Character, command: HelpOver) -> Script[None]:
    """Help it over: at once when the helper stands beyond, else after the second such turn."""
    friend = t.state.who(command.friend)
    actions.spend(t, figure.id, "attack")
    beyond = reach.distance(figure.square, command.to) < reach.distance(figure.square, friend.square)
    begun = (friend.id, figure.id) in t.state.pulled
    if not beyond and not begun:
        t.tell(ev.Walked(friend.id, figure.id, RuleId(HELP)))
        actions.spend(t, friend.id, "move")
        return
    if friend.turn is not None:
        actions.spend(t, friend.id, "move")
    t.tell(ev.Placed(friend.id, friend.square, command.to, friend.facing, RuleId(HELP)))
    yield from set_down(t, friend.id, None)
