"""Movement: the pool of points, each Movement with its cost and its terms, what happens on arrival.

pool = cubes × multiplier + First Movement Bonus        cost = 1 + hindrance + difficult + jump, climb + horror (+ 2)
arrive: a fall's dice, dangerous terrain
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.board.areas.map import border
from companion.core.ids import PieceId, RuleId, ZoneId
from companion.core.pool import throw
from companion.core.procedure import Script, Teller
from companion.core.reckoning import Reckoning, plus, reckon
from companion.core.rules import Violation, violation
from companion.games.gotham import commands as cm
from companion.games.gotham import events as ev
from companion.games.gotham.acting import (
    MOVE,
    acting_violations,
    begin,
    deed_violations,
    end_movement,
    pay,
    paying_violations,
    pushes,
)
from companion.games.gotham.asked.cards import lend, spend_cards
from companion.games.gotham.board import ADJACENT, BREAK, FALL, WAYS
from companion.games.gotham.content.content import SUCCESS
from companion.games.gotham.content.settings import MOVEMENT
from companion.games.gotham.content.words import Step, Verb
from companion.games.gotham.figures import Figure
from companion.games.gotham.occasions import using_violations
from companion.games.gotham.rolling import payer_of, show
from companion.games.gotham.state import Moving, State
from companion.games.gotham.steps.base import FALLING
from companion.games.gotham.steps.deed import MOVE as MOVING
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.levels import level
from companion.games.gotham.steps.numbers import number, weighed
from companion.games.gotham.wounds import enter, suffer

Lent = tuple[tuple[PieceId, str], ...]  # cards, by who declared them
FEE, BONUS = 2, "GO-BASE-MOVE-02"


def bonus_of(state: State, figure: Figure) -> int:
    """Return the figure's First Movement Bonus, if it still has it: once a hero's turn, once an
    activation (GO-BASE-MOVE-02). What lies there until its activation begins has none in it (GO-IMMOB-02).
    """
    rises = figure.lying and not figure.is_hero and "begun" not in figure.acted
    return 0 if figure.bonus_used or figure.rising or rises else state.sheet(figure.id).bonus


def multiplier_of(state: State, figure: Figure) -> int:
    """Points for each cube; always 1 for who is commanded (GO-BASE-MOVE-10, GO-COMMAND-08)."""
    return 1 if figure.commander is not None else state.sheet(figure.id).multiplier


def pool_of(state: State, figure: Figure, cubes: int, gift: int = 0, rule: str = "GO-TACTICIAN-03") -> Reckoning:
    """The Movement Points with their terms (GO-BASE-MOVE-01, GO-TACTICIAN-03..05)."""
    found = (plus(bonus_of(state, figure), BONUS, figure.id), plus(gift, rule, figure.id))
    return reckon(cubes * multiplier_of(state, figure), [part for part in found if part.amount])


def move_violations(state: State, command: cm.Move) -> Iterator[Violation]:
    """Why that Movement action cannot begin, or not go along that path."""
    found = list(deed_violations(state, command.seat, command.piece, MOVE))
    yield from found
    figure = state.find(command.piece)
    if found or figure is None:
        return
    unusable = list(using_violations(state, figure, command))
    yield from unusable
    payer, box = payer_of(state, figure, MOVEMENT)
    if payer is not None and payer.id == figure.id:
        cubes, cards = command.cubes, command.using
        yield from paying_violations(state, payer.id, box, cubes, push=command.push, cards=cards)
    else:  # who is led does no action of its leader's: the limits pushed would be its own (GO-PUSHLIMITS-01)
        yield from paying_violations(state, figure.id, box, 1, push=command.push)
        yield from paying_violations(state, (payer or figure).id, box, command.cubes, push=False)
    if not unusable:
        yield from _path_violations(state, figure, command)


def _path_violations(state: State, figure: Figure, command: cm.Move) -> Iterator[Violation]:
    """Why the path cannot be gone along to its end, wall after wall broken; more than the points is too much."""
    cards = command.using
    cubes = _cubes(state, figure, command) + (pushes(state, figure.id, cards) if command.push else 0)
    points, total = pool_of(state, figure if figure.is_hero else _fresh(figure), cubes).value, 0
    state = replace(state, moving=Moving(figure.id, points, cards=cards))
    for zone in command.path:
        here = state.zone_of(figure.id)
        yield from (forbidden := list(_leg_violations(state, figure.id, here, zone, "")))
        if forbidden:
            return
        found = way_of(state, figure.id, here, zone, "")
        assert found is not None
        total += cost_of(state, figure.id, here, zone, *found).value + fee(found[0])
        state = replace(state, broken=state.broken | ({border(here, zone)} if found[0] == BREAK else set()))
        state = state.changed(figure.id, zone=zone)
    is_paid = payer_of(state, figure, MOVEMENT)[0] is not None  # nobody sets out without a point, and spends nothing
    if total > points or (is_paid and not points):
        yield violation("GO-BASE-MOVE-04", figure.id, found=points, expected=max(1, total))


def _fresh(figure: Figure) -> Figure:
    """A figure of a tile as it will be when its activation begins, unless it has (GO-IMMOB-02)."""
    begun = "begun" in figure.acted
    return figure if begun else replace(figure, bonus_used=False, rising=figure.lying)


def _cubes(state: State, figure: Figure, command: cm.Move) -> int:
    """A commander pays for its figures only what it is told to (GO-COMMAND-07); a tile alone pays nothing."""
    return command.cubes if payer_of(state, figure, MOVEMENT)[0] is not None else 0


def move(t: Teller[State], command: cm.Move) -> Script[None]:
    """Begin a Movement action; a path is gone along as far as what happens on it allows."""
    yield from begin(t, command.piece, MOVE)
    figure = t.state.who(command.piece)
    payer, box = payer_of(t.state, figure, MOVEMENT)
    cubes = 0
    if payer is not None:
        cubes = yield from pay(t, payer.id, box, command.cubes, push=command.push, cards=command.using)
    set_out(t, command.piece, cubes, cards=command.using)
    if not t.state.who(command.piece).neutralised:
        spend_cards(t, command.piece, command.using)
    yield from go_along(t, command.piece, command.path)


def set_out(
    t: Teller[State], piece: PieceId, cubes: int, gift: int = 0, *, at_once: bool = False, cards: tuple[str, ...] = ()
) -> None:
    """Build the pool of Movement Points; the First Movement Bonus is used by that."""
    figure = t.state.who(piece)
    if figure.neutralised or t.state.flow.outcome is not None:
        return
    points = pool_of(t.state, figure, cubes, gift)
    show(t, piece, "points", points)
    t.tell(ev.MovementBegan(piece, points.value, at_once, cards))


def go_along(t: Teller[State], piece: PieceId, path: tuple[ZoneId, ...]) -> Script[None]:
    """Movement by Movement along the path, until one of them is not allowed."""
    for zone in path:
        if t.state.moving is None or any(_leg_violations(t.state, piece, t.state.zone_of(piece), zone, "", paid=True)):
            return
        yield from _go(t, piece, zone, "")
        if t.state.who(piece).zone != zone:  # it was kept out
            return


def step_violations(state: State, command: cm.Step) -> Iterator[Violation]:
    """Why that Movement cannot be made."""
    found = list(acting_violations(state, command.seat, command.piece, steps=True))
    yield from found
    if found:
        return
    if state.moving is None or state.moving.piece != command.piece:
        yield violation("GO-BASE-MOVE-01", command.piece)
    elif command.way and command.way not in WAYS:
        yield violation("GO-BASE-MOVE-03", command.piece, waivable=False, found=command.way, expected=", ".join(WAYS))
    else:
        start = state.zone_of(command.piece)
        yield from _leg_violations(state, command.piece, start, command.to, command.way, paid=True)


def _leg_violations(
    state: State, piece: PieceId, start: ZoneId, to: ZoneId, way: str, *, paid: bool = False
) -> Iterator[Violation]:
    found = way_of(state, piece, start, to, way)
    if found is None:
        yield from _no_way(state, piece, start, to, way)
        return
    cost = cost_of(state, piece, start, to, *found)
    points = state.moving.points if state.moving is not None and paid else None
    if points is not None and cost.value + fee(found[0]) > points:
        yield violation("GO-BASE-MOVE-04", piece, found=points, expected=cost.value + fee(found[0]))
    if is_full(state, to):
        yield violation("GO-BASE-ZONE-05", piece, zone=to)


def is_full(state: State, zone: ZoneId) -> bool:
    """Whether one figure more would over-saturate the zone (GO-BASE-ZONE-05)."""
    capacity = state.zone(zone).capacity
    return capacity is not None and sum(1 for _ in state.inside(zone)) >= capacity


def way_of(state: State, piece: PieceId, start: ZoneId, to: ZoneId, way: str) -> tuple[str, int] | None:
    """The kind of Movement that takes it there, with its level: the one named, else the cheapest, breaking last."""
    if to not in state.board.zones:
        return None
    ways = [(kind, high) for kind, high in state.board.ways(start, to, state.broken) if _may(state, piece, kind)]
    if may_break(state, piece, start, to):
        ways.append((BREAK, 0))
    ways = [found for found in ways if way in ("", found[0])]
    return min(ways, key=lambda found: (found[0] == BREAK, found[0] == FALL, found[1]), default=None)


def _may(state: State, piece: PieceId, kind: str) -> bool:
    """Whether no trait bars such a Movement: Reduced Mobility leaves adjacent ones alone (GO-T-REDUCEDMOB-01)."""
    return kind == ADJACENT or not any(
        level(state, piece, skill.id)
        for skill in state.content.skills.values()
        for row in skill.rows
        if row.step is Step.WAYS and row.verb is Verb.BAR
    )


def may_break(state: State, piece: PieceId, start: ZoneId, to: ZoneId) -> bool:
    """Whether it may go through the wall there: its level, both zones alike in height (GO-WALLBREAK-01, -03..05)."""
    limit = state.board.limit(start, to)
    if limit is None or limit.wall is None or limit.between in state.broken:
        return False
    high = number(state, Step.WALL, Deed(MOVING, piece, cards=state.declared(piece))).value
    return 0 < high >= limit.wall and state.zone(start).elevation == state.zone(to).elevation


def _no_way(state: State, piece: PieceId, start: ZoneId, to: ZoneId, way: str) -> Iterator[Violation]:
    """Generate the rules that keep the piece from going there."""
    limit = state.board.limit(start, to) if to in state.board.zones else None
    if limit is None:
        yield violation("GO-BASE-ZONE-01", piece, start=start, to=to)
    elif any(way in ("", kind) for kind, _ in state.board.ways(start, to, state.broken)):
        yield violation("GO-T-REDUCEDMOB-01", piece, start=start, to=to)
    elif limit.is_wall and number(state, Step.WALL, Deed(MOVING, piece, cards=state.declared(piece))).value:
        if limit.wall is None:
            yield violation("GO-WALLBREAK-04", piece, start=start, to=to)
        elif state.zone(start).elevation != state.zone(to).elevation:
            yield violation("GO-WALLBREAK-03", piece, start=start, to=to)
        else:
            yield violation("GO-WALLBREAK-01", piece, start=start, to=to)
    else:
        yield violation("GO-BASE-ZONE-02" if limit.is_wall else "GO-BASE-MOVE-03", piece, start=start, to=to)


def fee(way: str) -> int:
    """Return the extra cost of breaking a wall, also for a piece that flies (GO-WALLBREAK-01, GO-AMB-10)."""
    return FEE if way == BREAK else 0


def cost_of(state: State, piece: PieceId, start: ZoneId, to: ZoneId, way: str, high: int, lent: Lent = ()) -> Reckoning:
    """The cost of one Movement with its terms, without the fee for a wall (GO-BASE-MOVE-04..07); ``lent``: cards that
    others declared against it."""
    deed = Deed(MOVING, piece, way=way, cards=state.declared(piece), lent=lent, zones=(start, to), level=high)
    return number(state, Step.COST, deed, 1)


def step(t: Teller[State], command: cm.Step) -> Script[None]:
    yield from _go(t, command.piece, command.to, command.way)


def _go(t: Teller[State], piece: PieceId, to: ZoneId, way: str) -> Script[None]:
    """Make one Movement: its cost, then the effects of the zone it leads to."""
    start = t.state.zone_of(piece)
    found = way_of(t.state, piece, start, to, way)
    assert found is not None
    kind, high = found
    cost = cost_of(t.state, piece, start, to, kind, high)
    if not any(part.replaces for part in cost.parts):  # else nothing makes it dearer
        met = yield from lend(t, Deed(MOVING, piece, way=kind, zones=(start, to), level=high), Step.COST)
        cost = cost_of(t.state, piece, start, to, kind, high, met.lent)
        if t.state.moving is not None and met.lent and cost.value + fee(kind) > t.state.moving.points:
            show(t, piece, "cost", cost)  # it is kept out (GO-HORROR-01)
            return
    if kind == BREAK:
        cost = Reckoning(cost.value + FEE, cost.printed, (*cost.parts, plus(FEE, "GO-WALLBREAK-01", piece)))
        t.tell(ev.WallBroken(piece, (start, to)))
    show(t, piece, "cost", cost)
    t.tell(ev.FigureWent(piece, start, to, kind, cost.value, RuleId("GO-BASE-MOVE-03")))
    if kind == FALL:
        yield from _fall(t, piece, high)
    if t.state.flow.outcome is None and not t.state.who(piece).neutralised:
        yield from enter(t, piece, to)


def _fall(t: Teller[State], piece: PieceId, high: int) -> Script[None]:
    """Throw as many yellow dice as the level, then deal fewer wounds by Parkour (GO-BASE-MOVE-08, GO-PARKOUR-02, -03).

    Who flies does not fall (GO-T-FLIGHT-01, -02).
    """
    deed = Deed(MOVING, piece, way=FALL, cards=t.state.declared(piece), level=high)
    if not any(part.replaces for part in weighed(t.state, Step.ARRIVE, deed).parts):
        seat, dice = t.state.who(piece).seat, t.state.content.dice
        thrown = yield from throw(t, ("yellow",) * high, seat, FALLING, dice, piece=piece)
        deed = replace(deed, count=thrown.count(SUCCESS, dice))
    wounds = number(t.state, Step.ARRIVE, deed)
    show(t, piece, "fall", wounds)
    yield from suffer(t, piece, wounds.value, FALLING)


def end_move_violations(state: State, command: cm.EndMove) -> Iterator[Violation]:
    yield from acting_violations(state, command.seat, command.piece, steps=True)
    if state.moving is None or state.moving.piece != command.piece:
        yield violation("GO-BASE-MOVE-01", command.piece)


def end_move(t: Teller[State], command: cm.EndMove) -> None:
    """End the action; its figure's own activation goes on."""
    end_movement(t)
