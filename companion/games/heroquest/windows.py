"""Interruptions of a step: opportunity and ambush, each in a window that everybody sees.

opportunity   a step that begins in an enemy's control zone may be struck at (HQ-COMBAT-OPP-04)
ambush        who waits beside a door or at a corner strikes the first who comes into its reach (HQ-COMBAT-AMBUSH-02)
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import actions, finds, reach
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.attack import free_strike
from companion.games.heroquest.attack.legality import manner_of
from companion.games.heroquest.attack.pool import RANGED
from companion.games.heroquest.attack.reactions import answer, roll_damage, wants_to
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import Ambush
from companion.games.heroquest.content.dice import BLACK
from companion.games.heroquest.state import State

STRUCK, OPPORTUNITY = "HQ-COMBAT-OPP-04", "HQ-COMBAT-OPP-05"
WAIT, STRIKE = "HQ-COMBAT-AMBUSH-01", "HQ-COMBAT-AMBUSH-02"


def controllers(state: State, mover: Character) -> Iterator[Character]:
    """Generate the enemies that may strike at a step it makes now: once a turn, not while busy with another
    (HQ-COMBAT-OPP-06, -09).
    """
    for other in state.enemies(mover):
        turn = actions.turn_of(mover)
        if other.id in (*turn.struck_by, *turn.let_by) or other.in_pit or (mover.is_hero and not other.revealed):
            continue
        busy = [foe for foe in reach.engaged_with(state, other.id) if foe != mover.id]
        if not busy and any(space == mover.at for space in reach.zone_of(state, other, mover)):
            yield other


def opportunities(t: Teller[State], mover: PieceId, spared: tuple[PieceId, ...] = ()) -> Script[bool]:
    """Whether the mover is alive after all who may have struck (HQ-COMBAT-OPP-05, -07, -08); not those in
    ``spared``."""
    figure = t.state.who(mover)
    for other in [each.id for each in controllers(t.state, figure) if each.id not in spared]:
        if t.state.find(mover) is None or t.state.flow.outcome is not None:
            return False
        if t.state.find(other) is None:
            continue
        with t.window(OPPORTUNITY, t.state.who(other).seat, other):
            if (yield from wants_to(t, other, STRUCK)):
                t.tell(ev.Reacted(other, mover))
                damage = yield from roll_damage(t, other, mover, STRUCK, (BLACK,))
                yield from answer(t, other, mover, STRUCK, damage)
            else:
                t.tell(ev.LetBy(other, mover))
    return t.state.find(mover) is not None and t.state.flow.outcome is None


def ambush_violations(state: State, figure: Character, command: Ambush) -> Iterator[Violation]:
    """Why it cannot lie in ambush there; what it has seen is for the master to judge (HQ-COMBAT-AMBUSH-05)."""
    if "move" not in actions.turn_of(figure).used:  # set up with the move action, at its end (HQ-AMB-36)
        yield from actions.spending_violations(figure, "move")
    if (command.door is None) == (command.corner is None):
        yield violation(WAIT, figure.id, waivable=False)
    elif command.door is not None:  # a door that heroes have not found is none to them
        is_known = command.door in state.doors_known(master=not figure.is_hero)
        border = state.door_edge(command.door) if is_known else ()
        if all(reach.distance(figure.square, space) > 1 for space in border):
            yield violation(WAIT, figure.id)
    elif command.corner not in {figure.square, *state.dungeon.sides[figure.square]} & state.dungeon.place_at.keys():
        yield violation(WAIT, figure.id)


def ambush(t: Teller[State], figure: Character, command: Ambush) -> None:
    if "move" not in actions.turn_of(t.state.who(figure.id)).used:
        actions.spend(t, figure.id, "move")
    t.tell(ev.AmbushLaid(figure.id, command.door, command.corner))
    t.tell(ev.MovementStopped(figure.id, RuleId(WAIT)))


def _comes(state: State, waiter: Character, mover: Character, start: SpaceId) -> bool:
    """Whether the mover has just come into reach through that door or round that corner (HQ-COMBAT-AMBUSH-06)."""
    trap = waiter.ambush
    assert trap is not None
    ranged = manner_of(state, waiter, mover)[0] == RANGED
    if not (reach.has_line(state, waiter.square, mover.square) if ranged else reach.reaches(state, waiter, mover)):
        return False
    if trap.door is not None:
        return state.door_between(start, mover.square) == trap.door or trap.door in actions.turn_of(mover).crossed
    return trap.corner in (start, mover.square) or not reach.has_line(state, waiter.square, start)


def sprung(t: Teller[State], mover: PieceId, start: SpaceId) -> Script[bool]:
    """Whether the mover is alive after those who lay in ambush have struck, friend or foe (HQ-COMBAT-AMBUSH-02,
    HQ-COMBAT-AMBUSH-03)."""
    for waiter in [figure.id for figure in t.state.characters if figure.ambush is not None and figure.id != mover]:
        figure, other = t.state.find(waiter), t.state.find(mover)
        if other is None or t.state.flow.outcome is not None:
            return False
        if figure is None or figure.ambush is None or not _comes(t.state, figure, other, start):
            continue
        with t.window(STRIKE, figure.seat, waiter):
            t.tell(ev.AmbushEnded(waiter))
            if not figure.revealed:
                t.tell(finds.MonsterRevealed(waiter, figure.kind, figure.square, figure.facing))
            yield from free_strike(t, waiter, mover)
    return t.state.find(mover) is not None and t.state.flow.outcome is None
