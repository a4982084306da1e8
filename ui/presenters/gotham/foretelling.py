"""What an order will do, before anybody confirms it: cubes, dice, chances with their terms, who may answer.

attack ──> cubes spent · dice · successes · Defense · answers     task ──> dice · difficulty     Movement ──> points
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from companion.core.pool import chances
from companion.core.reckoning import Contribution, reckon
from companion.games.gotham import commands as cm
from companion.games.gotham.acting import pushes, room_of
from companion.games.gotham.asked.hooks import steps_of
from companion.games.gotham.attack.orders import deed_of, dice_of
from companion.games.gotham.attack.pipeline import armed, weapon_successes
from companion.games.gotham.board import FALL
from companion.games.gotham.content.content import SUCCESS
from companion.games.gotham.content.settings import AVAILABLE, DEFENSE
from companion.games.gotham.content.words import Step
from companion.games.gotham.moves import cost_of, fee, way_of
from companion.games.gotham.rolling import payer_of
from companion.games.gotham.state import State, Task
from companion.games.gotham.steps.base import dangerous_levels
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.numbers import number, weighed
from ui.presenters.adapter import Command, Look
from ui.presenters.gotham.cubes import BOX_OF
from ui.presenters.odds import dice_words, percent
from ui.presenters.terms import told_term

Strike = cm.MeleeAttack | cm.RangedAttack
TaskOrder = cm.Manipulate | cm.Think


def cost_to(state: State, step: cm.Step) -> int:
    """The Movement Points that one Movement takes (GO-BASE-MOVE-04)."""
    here = state.zone_of(step.piece)
    way = way_of(state, step.piece, here, step.to, step.way)
    return cost_of(state, step.piece, here, step.to, *way).value + fee(way[0]) if way else 0


def is_foretold(state: State, command: Command) -> bool:
    """Whether there is more to say than the board shows: of a Movement its cost is written on the zone."""
    match command:
        case cm.Step():
            return cost_to(state, command) > 1 or bool(list(_arrival(state, command)))
        case cm.Manipulate() | cm.Think():
            return _difficulty(state, command) > 0
    return isinstance(command, Strike)


def foretold(state: State, look: Look, command: Command) -> Iterator[str]:
    """What it will do, line by line."""
    match command:
        case cm.MeleeAttack() | cm.RangedAttack():
            yield from _paid(state, look, command)
            yield from _attack(state, look, command)
        case cm.Manipulate() | cm.Think():
            yield from _paid(state, look, command)
            yield from _task(state, look, command)
        case cm.Step():
            yield from _step(state, look, command)


def _paid(state: State, look: Look, command: cm.Paid) -> Iterator[str]:
    """The cubes that are gone then, and the wounds of pushing (GO-BASE-FIG-02, GO-PUSHLIMITS-05)."""
    figure = state.who(command.piece)
    if figure.is_hero:
        held = figure.cubes_at(AVAILABLE)
        yield look.say("cubes_gone", box=look.wording.word("slot", AVAILABLE), held=held, left=held - command.cubes)
    if command.push:
        yield look.say("push_wounds", wounds=pushes(state, figure.id))


def _attack(state: State, look: Look, command: Strike) -> Iterator[str]:
    figure, target = state.who(command.piece), state.who(command.target)
    cubes = command.cubes + (pushes(state, figure.id) if command.push else 0)
    ordered = deed_of(command)
    deed = replace(ordered, pool=dice_of(state, figure, ordered.kind, cubes), zones=(state.zone_of(target.id),))
    deed = armed(state, deed)
    parts = (*number(state, Step.SUCCESSES, deed).parts, *weapon_successes(state, deed))
    struck = _successes(state, deed.pool, parts)
    yield f"→ {look.name(target.id)} · {dice_words(deed.pool, look)}"
    yield from _terms(look, parts)
    yield look.say("success_chance", needed=1, chance=percent(_least(struck, 1)))
    yield from _defense(state, look, deed, struck)
    steps = steps_of(state.content)
    hooks = (hook for step in (Step.ROLL, Step.STOOD) for hook in steps.at(step, state, deed))
    if powers := tuple(dict.fromkeys(look.name(hook.source) for hook in hooks)):
        yield look.say("may_answer", powers=powers)


def _defense(state: State, look: Look, deed: Deed, struck: Mapping[int, Fraction]) -> Iterator[str]:
    """What a hero may pay for; of a tile its printed dice, and the chance that more successes are left than it has."""
    target = state.who(deed.aim)
    payer, box = payer_of(state, target, DEFENSE)
    if payer is not None:
        most = min(payer.cubes_at(AVAILABLE), room_of(state, payer.id, box) - payer.cubes_at(box))
        yield look.say("may_defend", who=look.name(target.id), count=max(0, most))
        return
    printed = state.sheet(target.id).dice.get(DEFENSE)
    pool = (printed.die,) * printed.count if printed else ()
    guard = Deed(DEFENSE, target.id, deed.piece, against=deed.kind, pool=pool)
    parts = number(state, Step.DEFENSE, guard).parts
    guarded = _successes(state, pool, parts)
    chance = sum(
        (one * other for hit, one in struck.items() for kept, other in guarded.items() if hit > kept), Fraction(0)
    )
    yield look.say("against", dice=dice_words(pool, look), chance=percent(chance))


def _task(state: State, look: Look, command: TaskOrder) -> Iterator[str]:
    task, figure = state.table.tasks[command.task], state.who(command.piece)
    cubes = command.cubes + (pushes(state, figure.id) if command.push else 0)
    deed = _tried(state, task, command, dice_of(state, figure, BOX_OF[type(command)], cubes))
    parts = number(state, Step.SUCCESSES, deed).parts
    yield f"→ {look.name(task.id)} · {dice_words(deed.pool, look)}"
    yield from _terms(look, parts)
    needed = _difficulty(state, command)
    yield look.say("success_chance", needed=needed, chance=percent(_least(_successes(state, deed.pool, parts), needed)))


def _tried(state: State, task: Task, command: TaskOrder, pool: tuple[str, ...]) -> Deed:
    deed = Deed(BOX_OF[type(command)], command.piece, cards=command.using, skills=task.skills, pool=pool)
    return weighed(state, Step.POOL, deed)


def _difficulty(state: State, command: TaskOrder) -> int:
    task = state.table.tasks.get(command.task)
    return (task.difficulty or 0) if task is not None else 0


def _step(state: State, look: Look, step: cm.Step) -> Iterator[str]:
    here = state.zone_of(step.piece)
    way = way_of(state, step.piece, here, step.to, step.way)
    if way is None:
        return
    left = state.moving.points if state.moving is not None else 0
    yield f"{look.name(here)} → {look.name(step.to)} · {look.say('points_of', cost=cost_to(state, step), left=left)}"
    yield from _terms(look, cost_of(state, step.piece, here, step.to, *way).parts)
    for what, levels in _arrival(state, step):
        yield look.say(what, count=levels)


def _arrival(state: State, step: cm.Step) -> Iterator[tuple[str, int]]:
    """What waits at the end of a Movement: a fall's dice, Dangerous Terrain (GO-BASE-MOVE-08, GO-BASE-ZONE-08)."""
    way = way_of(state, step.piece, state.zone_of(step.piece), step.to, step.way)
    if way is not None and way[0] == FALL:
        yield "falls", way[1]
    if levels := dangerous_levels(state, step.piece, step.to):
        yield "danger", levels


def _successes(state: State, pool: Sequence[str], parts: Sequence[Contribution]) -> Mapping[int, Fraction]:
    """How likely each number of successes is, its terms counted, before anything is thrown again."""
    found: dict[int, Fraction] = {}
    thrown = chances([state.content.dice[die] for die in pool], lambda face: face.tags.count(SUCCESS))
    for rolled, share in thrown.items():
        value = reckon(rolled, parts).value
        found[value] = found.get(value, Fraction(0)) + share
    return found


def _least(successes: Mapping[int, Fraction], needed: int) -> Fraction:
    return sum((share for value, share in successes.items() if value >= needed), Fraction(0))


def _terms(look: Look, parts: Sequence[Contribution]) -> Iterator[str]:
    if parts:
        yield ", ".join(f"{told_term(part, look.wording)} [{part.source}]" for part in parts)
