"""Manipulations and thoughts: automatic ones cost a cube, complex ones are rolled against a difficulty.

a task of the mission · bind tokens taken off · an Imaginary Friend sent away        pool ─> successes ≥ difficulty?
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.gotham import commands as cm
from companion.games.gotham import events as ev
from companion.games.gotham.acting import begin, deed_violations, pay, paying_violations
from companion.games.gotham.asked.cards import spend_cards
from companion.games.gotham.attack.orders import dice_of
from companion.games.gotham.content.settings import MANIPULATION, THOUGHT
from companion.games.gotham.content.words import Step
from companion.games.gotham.figures import Figure
from companion.games.gotham.occasions import Using, using_violations
from companion.games.gotham.rolling import counted, rolled
from companion.games.gotham.state import State, Task
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.levels import has
from companion.games.gotham.steps.numbers import weighed
from companion.games.gotham.wounds import end_if_over

TaskOrder = cm.Manipulate | cm.Think
Complex = TaskOrder | cm.Grenade | cm.Unbind | cm.DispelFriend


def difficulty_of(state: State, command: Complex) -> int:
    """Return the successes that the action needs; 0 where it needs no roll (GO-AMB-18)."""
    match command:
        case cm.Grenade():
            distance = state.board.distance(state.zone_of(command.piece), command.to)
            return 1 if distance is None else distance
        case cm.Unbind():
            bound = state.find(command.target)
            return max(1, bound.binds) if bound is not None else 1
        case cm.DispelFriend():  # used or not (GO-GEN-02)
            return has(state, command.target, "imaginary_friend") if state.find(command.target) is not None else 1
    task = state.table.tasks.get(command.task)
    return (task.difficulty or 0) if task is not None else 0


def action_violations(state: State, command: cm.Paid, box: str, difficulty: int | None) -> Iterator[Violation]:
    """Why such an action cannot be begun or paid for; what needs no roll costs exactly a cube (GO-BASE-ACT-02)."""
    found = list(deed_violations(state, command.seat, command.piece))
    yield from found
    figure = state.find(command.piece)
    if found or figure is None:
        return
    yield from using_violations(state, figure, command)
    if difficulty is not None and box not in state.sheet(figure.id).dice:
        yield violation("GO-BASE-FIG-09", figure.id, slot=box)
    exactly = None if difficulty or not figure.is_hero else 0 if command.push else 1
    cubes, cards = spent_by(command, difficulty), command.using
    yield from paying_violations(state, figure.id, box, cubes, push=command.push, cards=cards, exactly=exactly)
    if difficulty and figure.is_hero and not command.cubes and not command.push:
        yield violation("GO-BASE-FIG-03", figure.id)


def spent_by(command: cm.Paid, difficulty: int | None) -> int:
    """Return the cubes of the order: none besides the wounds that pay for what needs no roll (GO-PUSHLIMITS-03), where
    one is what an order says that says nothing of cubes."""
    return 0 if not difficulty and command.push and command.cubes == 1 else command.cubes


def rolled_action(
    t: Teller[State], command: cm.Paid, box: str, what: str, difficulty: int, skills: tuple[str, ...] = ()
) -> Script[tuple[int, bool] | None]:
    """Roll the action; return its successes, and whether they are enough (GO-BASE-ACT-03); ``None`` when its own effort
    Neutralised it.

    ``skills``: those that mission rules or another skill name (GO-BOMBTECH-01, GO-LOCKPICK-01, GO-INVESTIGATE-01,
    GO-HACK-01). A difficulty of 0 needs no roll (GO-AMB-18).
    """
    yield from begin(t, command.piece)
    figure = t.state.who(command.piece)
    cubes = yield from pay(t, figure.id, box, spent_by(command, difficulty), push=command.push, cards=command.using)
    if t.state.who(figure.id).neutralised or t.state.flow.outcome is not None:
        return None
    aim = str(getattr(command, "to", getattr(command, "target", "")))
    t.tell(ev.ActionDeclared(figure.id, what, aim, command.using))
    if not difficulty:
        t.tell(ev.ActionResolved(figure.id, what, 0, 0, True))
        return 0, True
    pool = dice_of(t.state, figure, box, cubes)
    deed = Deed(box, figure.id, cards=command.using, skills=skills, pool=pool)
    deed = yield from rolled(t, weighed(t.state, Step.POOL, deed))
    successes = counted(t, deed, Step.SUCCESSES)
    enough = successes >= difficulty
    t.tell(ev.ActionResolved(figure.id, what, successes, difficulty, enough))
    return successes, enough


def automatic(
    t: Teller[State], command: cm.FigureOrder, box: str, *, push: bool = False, cards: tuple[str, ...] = ()
) -> Script[bool]:
    """Pay for an automatic action: one cube, or wounds instead (GO-BASE-ACT-02, GO-PUSHLIMITS-03).

    Whether it can go on: who pushes too far is Neutralised.
    """
    yield from begin(t, command.piece)
    yield from pay(t, command.piece, box, 0 if push else 1, push=push, cards=cards)
    return not t.state.who(command.piece).neutralised and t.state.flow.outcome is None


def spend_used(t: Teller[State], command: Using) -> None:
    """The cards declared for an action are used up at its end; who fell by its own effort has spent them already."""
    if not t.state.who(command.piece).neutralised:
        spend_cards(t, command.piece, command.using)


def task_violations(state: State, command: TaskOrder) -> Iterator[Violation]:
    """Why that task of the mission cannot be tried."""
    box = MANIPULATION if isinstance(command, cm.Manipulate) else THOUGHT
    task = state.table.tasks.get(command.task)
    if task is None or task.action != box:
        yield violation("GO-BASE-ACT-01", command.piece, waivable=False, task=command.task)
        return
    yield from action_violations(state, command, box, task.difficulty)
    figure = state.find(command.piece)
    if figure is not None and figure.zone is not None:
        yield from _out_of_place(state, figure, task)


def is_due(state: State, task: Task) -> bool:
    """Whether the task may still be done."""
    return task.again or task.id not in state.done


def _out_of_place(state: State, figure: Figure, task: Task) -> Iterator[Violation]:
    if not is_due(state, task) or figure.side != task.side:
        yield violation("GO-BASE-ACT-01", figure.id, task=task.id)
    if task.zone is not None and figure.zone != task.zone:
        yield violation("GO-BASE-ACT-01", figure.id, task=task.id)


def do_task(t: Teller[State], command: TaskOrder) -> Script[None]:
    """Try it: an automatic one succeeds, a complex one is rolled (GO-BASE-ACT-01)."""
    task = t.state.table.tasks[command.task]
    if task.difficulty is None:
        done = yield from automatic(t, command, task.action, push=command.push, cards=command.using)
    else:
        tried = yield from rolled_action(t, command, task.action, task.id, task.difficulty, task.skills)
        done = tried is not None and tried[1]
    if done:
        t.tell(ev.TaskDone(task.id, command.piece))
    spend_used(t, command)
    end_if_over(t)


def unbind_violations(state: State, command: cm.Unbind) -> Iterator[Violation]:
    """Why those tokens cannot be taken off: one's own, or of an ally in one's zone (GO-BIND-06)."""
    figure, bound = state.find(command.piece), state.find(command.target)
    yield from action_violations(state, command, MANIPULATION, difficulty_of(state, command))
    if bound is None:
        yield violation("TW-PIECE-01", command.target, waivable=False)
    elif bound.neutralised:  # neither ally nor enemy of anybody (GO-AMB-48)
        yield violation("GO-BASE-FIG-07", bound.id)
    elif figure is not None and (
        not bound.binds or bound.zone != figure.zone or not (bound.id == figure.id or state.are_allies(figure, bound))
    ):
        yield violation("GO-BIND-06", bound.id)


def unbind(t: Teller[State], command: cm.Unbind) -> Script[None]:
    """A complex manipulation against as many as there are tokens; Lockpicking helps, they hinder (GO-BIND-06..08)."""
    binds = difficulty_of(t.state, command)
    tried = yield from rolled_action(t, command, MANIPULATION, "unbind", binds, ("lockpick",))
    if tried is not None and tried[1]:
        t.tell(ev.BindsRemoved(command.target, binds))
    spend_used(t, command)


def dispel_violations(state: State, command: cm.DispelFriend) -> Iterator[Violation]:
    """Why that Imaginary Friend cannot be removed: by an enemy in its zone alone (GO-IMAGFRIEND-05, -06)."""
    figure, other = state.find(command.piece), state.find(command.target)
    yield from action_violations(state, command, THOUGHT, difficulty_of(state, command))
    if other is None:
        yield violation("TW-PIECE-01", command.target, waivable=False)
    elif other.neutralised:  # GO-AMB-48
        yield violation("GO-BASE-FIG-07", other.id)
    elif figure is not None and (not other.friend or other.zone != figure.zone or not state.are_enemies(figure, other)):
        yield violation("GO-IMAGFRIEND-06", other.id)


def dispel(t: Teller[State], command: cm.DispelFriend) -> Script[None]:
    """A complex thought against the skill's level; the friend never comes back (GO-IMAGFRIEND-06, -07)."""
    tried = yield from rolled_action(t, command, THOUGHT, "dispel_friend", difficulty_of(t.state, command))
    if tried is not None and tried[1]:
        t.tell(ev.FriendRemoved(command.target, t.state.who(command.target).friend))
    spend_used(t, command)
