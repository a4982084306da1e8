"""Foretelling of an order, before anybody confirms it: cubes, dice, chances with their terms, who may answer.

attack ──> cubes spent · dice · successes · Defense · answers     task ──> dice · difficulty     Movement ──> points
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.core.face import Foretold
from companion.core.ids import ZoneId
from companion.core.phrases import Dice, Name, Terms, Told, Word, joined, listed, say
from companion.games.gotham import commands as cm
from companion.games.gotham.acting import pushes, room_of
from companion.games.gotham.actions.tasks import Complex, difficulty_of, spent_by
from companion.games.gotham.asked.hooks import steps_of
from companion.games.gotham.attack.odds import counted, least, made, thrown
from companion.games.gotham.attack.orders import dice_of
from companion.games.gotham.attack.pipeline import armed
from companion.games.gotham.board import FALL
from companion.games.gotham.content.settings import AVAILABLE, DEFENSE, MOVEMENT
from companion.games.gotham.content.words import Step
from companion.games.gotham.face.offers import BOX_OF
from companion.games.gotham.face.throwing import aimed, struck
from companion.games.gotham.figures import Figure
from companion.games.gotham.moves import cost_of, fee, pool_of, way_of
from companion.games.gotham.occasions import deed_of, occasion_of
from companion.games.gotham.rolling import payer_of
from companion.games.gotham.state import State
from companion.games.gotham.steps.base import dangerous_levels
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.levels import level
from companion.games.gotham.steps.numbers import weighed

Strike = cm.MeleeAttack | cm.RangedAttack
Pool = tuple[str, ...]


def cost_to(state: State, step: cm.Step) -> int:
    """The Movement Points that one Movement takes (GO-BASE-MOVE-04)."""
    here = state.zone_of(step.piece)
    way = way_of(state, step.piece, here, step.to, step.way)
    return cost_of(state, step.piece, here, step.to, *way).value + fee(way[0]) if way else 0


def is_foretold(state: State, command: object) -> bool:
    """Whether there is more to say than the board shows: of a Movement its cost is written on the zone."""
    match command:
        case cm.Step():
            return cost_to(state, command) > 1 or bool(list(_arrival(state, command)))
        case cm.Manipulate() | cm.Think() | cm.Unbind() | cm.DispelFriend():
            return difficulty_of(state, command) > 0
    return isinstance(command, Strike | cm.Grenade | cm.Scream | cm.Breathe)


def foretold(state: State, command: object) -> Foretold:
    """Foretell the order; the board's own facts are left out."""
    match command:
        case cm.MeleeAttack() | cm.RangedAttack():
            return _attack(state, command)
        case cm.Grenade(to=to):
            found = _complex(state, command)
            return replace(found, lines=(*found.lines, *_blast(state, command, (to,))))
        case cm.Scream(to=to) | cm.Breathe(to=to):
            here = (state.zone_of(command.piece), *((to,) if to is not None else ()))
            return Foretold(tuple(_blast(state, command, here)))
        case cm.Manipulate() | cm.Think() | cm.Unbind() | cm.DispelFriend():
            return _complex(state, command)
        case cm.Move():
            return Foretold(tuple(_movement(state, command)))
        case cm.Step():
            return Foretold(tuple(_step(state, command)))
    return Foretold()


def _paid(state: State, command: cm.Paid) -> Iterator[Told]:
    """The cubes that are gone then, a commander's too, and the wounds of pushing (GO-BASE-FIG-02, GO-COMMAND-07,
    GO-PUSHLIMITS-05).
    """
    figure = state.who(command.piece)
    payer, _ = payer_of(state, figure, BOX_OF[type(command)])
    if payer is not None and (payer == figure or isinstance(command, cm.Move)):  # a tile's other dice are printed
        held = payer.cubes_at(AVAILABLE)
        left = held - spent(state, command)
        if payer == figure:
            yield say("cubes_gone", box=Word("slot", AVAILABLE), held=held, left=left)
        else:
            yield say("cubes_gone_of", who=Name(payer.id), held=held, left=left)
    if command.push:
        yield say("push_wounds", wounds=pushes(state, figure.id, command.using))


def spent(state: State, command: cm.Paid) -> int:
    """Return the cubes that an order takes (GO-BASE-FIG-02)."""
    return spent_by(command, difficulty_of(state, command)) if isinstance(command, Complex) else command.cubes


def _dice(state: State, command: cm.Paid) -> Pool:
    """The dice that the cubes pay for, with those of pushing."""
    figure = state.who(command.piece)
    cubes = command.cubes + (pushes(state, figure.id, command.using) if command.push else 0)
    return dice_of(state, figure, BOX_OF[type(command)], cubes)


def _attack(state: State, command: Strike) -> Foretold:
    target = state.who(command.target)
    deed = replace(deed_of(command), pool=_dice(state, command), zones=(state.zone_of(target.id),))
    deed = armed(state, deed)
    found = struck(state, deed, thrown(state, deed.pool))
    steps = steps_of(state.content)
    hooks = (hook for step in (Step.ROLL, Step.STOOD) for hook in steps.at(step, state, deed))
    answers = tuple(dict.fromkeys(hook.source for hook in hooks))
    more = (
        *_paid(state, command),
        *found.more,
        *_may_defend(state, deed),
        *([say("may_answer", powers=tuple(map(Name, answers)))] if answers else ()),
    )
    return replace(found, more=more, answers=answers)


def _may_defend(state: State, deed: Deed) -> Iterator[Told]:
    """Tell what a hero may pay for its Defense."""
    target = state.who(deed.aim)
    payer, box = payer_of(state, target, DEFENSE)
    if payer is not None:
        most = min(payer.cubes_at(AVAILABLE), room_of(state, payer.id, box) - payer.cubes_at(box))
        yield say("may_defend", who=Name(target.id), count=max(0, most))


def _complex(state: State, command: Complex) -> Foretold:
    """Foretell a complex action; of an automatic one, or one that needs no roll, what it costs."""
    needed = difficulty_of(state, command)
    if not needed:
        return Foretold(tuple(_paid(state, command)))
    occasion = occasion_of(state, command).deeds[0]
    deed = replace(occasion, cards=command.using, pool=_dice(state, command))
    deed = weighed(state, Step.POOL, deed)
    chance = least(counted(state, Step.SUCCESSES, deed, thrown(state, deed.pool)), needed)
    parts = made(state, Step.SUCCESSES, deed, needed).parts
    told = say("success_chance", needed=needed, chance=chance)
    more = (*_paid(state, command), *([Terms(parts, cited=True)] if parts else ()))
    return Foretold((aimed(_aim(command), deed.pool, parts), told), needed, chance, parts, more=more)


def _blast(state: State, command: cm.Grenade | cm.Scream | cm.Breathe, zones: Iterable[ZoneId]) -> Iterator[Told]:
    """Tell whom an explosion strikes, and how hard: friends too, and nobody defends (GO-BASE-ACT-07, GO-SCREAM-03)."""
    skill = {cm.Grenade: "grenade", cm.Scream: "scream"}.get(type(command), "breath")
    high, die = level(state, command.piece, skill, command.using), state.settings.explosion_die
    for zone in zones:
        struck = [one.id for one in state.inside(zone) if one.id != command.piece or isinstance(command, cm.Grenade)]
        if not struck:
            yield say("blast_nobody", zone=Name(zone))
            continue
        each = say("blast_dice", dice=Dice((die,) * high)) if die else say("blast_wounds", count=high)
        yield say("blast", zone=Name(zone), who=listed(struck), each=each)


def _aim(command: Complex) -> str:
    """Return the task, the figure or the zone that the action is about."""
    return str(getattr(command, "task", "") or getattr(command, "target", "") or getattr(command, "to", ""))


def _movement(state: State, command: cm.Move) -> Iterator[Told]:
    """Tell the cubes that are gone, and the Movement Points with their terms (GO-BASE-MOVE-01)."""
    yield from _paid(state, command)
    figure = state.who(command.piece)
    payer, _ = payer_of(state, figure, MOVEMENT)
    cubes = command.cubes if payer is not None else 0
    points = pool_of(state, figure, cubes + (pushes(state, figure.id, command.using) if command.push else 0))
    yield say("movement_points", points=points.value)
    if points.parts:
        yield Terms(points.parts, cited=True)
    cost, zone = _nearest(state, figure)
    if zone is not None and not command.path and points.value < cost:
        yield say("move_too_short", zone=Name(zone), cost=cost)


def _nearest(state: State, figure: Figure) -> tuple[int, ZoneId | None]:
    """Return what the cheapest Movement of the figure costs, and where it leads; ``None``: nowhere."""
    steps = (cm.Step(figure.seat, figure.id, zone) for zone in state.board.zones if zone != figure.zone)
    costs = ((cost, step.to) for step in steps if (cost := cost_to(state, step)))
    return min(costs, default=(0, None), key=lambda one: one[0])


def stranded(state: State) -> Told:
    """Tell that the Movement Points left reach nothing; else nothing (GO-BASE-MOVE-04)."""
    if state.moving is None or not state.moving.points:
        return ""
    cost, zone = _nearest(state, state.who(state.moving.piece))
    if zone is None or cost <= state.moving.points:
        return ""
    return say("move_stranded", count=state.moving.points, zone=Name(zone), cost=cost)


def _step(state: State, step: cm.Step) -> Iterator[Told]:
    here = state.zone_of(step.piece)
    way = way_of(state, step.piece, here, step.to, step.way)
    if way is None:
        return
    left = state.moving.points if state.moving is not None else 0
    points = say("points_of", cost=cost_to(state, step), left=left)
    yield joined(" · ", joined(" → ", Name(here), Name(step.to)), points)
    if parts := cost_of(state, step.piece, here, step.to, *way).parts:
        yield Terms(parts, cited=True)
    for what, levels in _arrival(state, step):
        yield say(what, count=levels)


def _arrival(state: State, step: cm.Step) -> Iterator[tuple[str, int]]:
    """Generate the dangers at the end of a Movement: a fall's dice, Dangerous Terrain
    (GO-BASE-MOVE-08, GO-BASE-ZONE-08).
    """
    way = way_of(state, step.piece, state.zone_of(step.piece), step.to, step.way)
    if way is not None and way[0] == FALL:
        yield "falls", way[1]
    if levels := dangerous_levels(state, step.piece, step.to):
        yield "danger", levels
