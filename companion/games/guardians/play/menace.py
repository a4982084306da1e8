"""Actions of scenarios and MENACE sheets: at the end of the turn, as reactions, and as results of tests.

deed ─ verb ─> what it does; a choice that its text leaves open is the First Group's (GC-VILL-11, GC-AMB-38), and in
solo play the worst for the heroes stands first (GC-SOLO-11, GC-AMB-44)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.board.areas.map import zone_of
from companion.core.ids import PieceId, RuleId, SpaceId, ZoneId
from companion.core.procedure import Script, Teller
from companion.games.guardians import events as ev
from companion.games.guardians.content.kinds import HEALTH, SPEED, Deed, Test
from companion.games.guardians.play import goals, harm, ways
from companion.games.guardians.play.attack import Moment, Strike, manner_of, push, strike, target_violations
from companion.games.guardians.play.trials import roll_test
from companion.games.guardians.play.values import value
from companion.games.guardians.scenario import MENACE
from companion.games.guardians.state import Figure, State

ACTIONS = RuleId("GC-VILL-06")
CHOICE, WAY = "GC-VILL-11", "GC-VILL-02"  # whom it acts against, where; of a move, towards whom and where to
ENTRY = "GC-VILL-06"  # where a figure comes into play


def carry_out(
    t: Teller[State], deeds: Iterable[Deed], who: Figure | None = None, by: PieceId | None = None
) -> Script[None]:
    """Do a list of deeds in its order; ``who`` reacts, ``by`` brought it about. All of them are one action: what it
    achieves is looked at when it is over (GC-AMB-36).
    """
    for deed in deeds:
        for _ in range(deed.times):
            if t.state.flow.outcome is None:
                moments = yield from _DO[deed.verb](t, deed, who, by)
                yield from react(t, [one for one in moments if one.when != "attacked" or not _is_villain(t.state, one)])


def is_idle(state: State, deed: Deed, who: Figure | None, by: PieceId | None) -> bool:
    """Whether the deed changes nothing as things are."""
    match deed.verb:
        case "heal":
            return not any(state.who(one).damage for one in named(state, deed.who or deed.target, who, by))
        case "door":
            return state.open_doors.get(deed.what) == (deed.amount > 0)
        case "remove":
            return not state.is_there(deed.what)
        case "article":
            return any(deed.what in side.articles for side in state.sides)
    return False


def _is_villain(state: State, moment: Moment) -> bool:
    """Whether a villain did it: villains do not react to their own."""
    doer = state.find(moment.by) if moment.by else None
    return doer is not None and not doer.is_hero


def react(t: Teller[State], moments: Sequence[Moment], *, are_apart: bool = False) -> Script[None]:
    """Carry out the reactions to what happened, once it is wholly resolved (GC-VILL-08, GC-AMB-42).

    ``are_apart``: each is an action of its own, which may end the game.
    """
    for moment in moments:
        for reaction in t.state.scenario.menace.reactions:
            if reaction.when != moment.when or t.state.flow.outcome is not None:
                continue
            figure = t.state.find(moment.whom)
            names = {moment.whom} | ({figure.sheet, figure.kind.value} if figure else set())
            if reaction.who in names and not (figure is not None and figure.out and not reaction.dying):
                yield from carry_out(t, reaction.do, figure, moment.by)
                if are_apart:
                    goals.settle(t)


def end_actions(t: Teller[State]) -> Script[None]:
    """Carry out the villain's actions of this turn, unless it was knocked out (GC-ACT-08, GC-TURN-09, GC-VILL-07)."""
    menace = t.state.scenario.menace
    if goals.is_boss_out(t.state):
        return
    for deed in menace.end_of_turn:  # each an action of its own, in the order written (GC-VILL-06)
        before = harm.healths(t.state)
        yield from carry_out(t, (deed,), t.state.find(menace.boss))
        yield from harm.check_weaker(t, before)
        goals.settle(t)


# who is meant


def named(state: State, name: str, who: Figure | None, by: PieceId | None) -> tuple[PieceId, ...]:
    """The figures in play that a word of a deed means: one, all of a sheet (GC-CHAR-10), or all of a side."""
    if not name:
        return (who.id,) if who is not None and who.at is not None else ()
    if name == "attacker":
        return tuple(one.id for one in state.in_play() if one.id == by)
    sides = {"heroes": state.camps, "own": (who.side,) if who else ()}.get(name, (name,))
    return tuple(
        one.id
        for one in state.in_play()
        if name in (one.id, one.sheet) or one.side in sides or (name == "all" and one.is_hero)
    )


def _targets(state: State, deed: Deed, figure: Figure, by: PieceId | None, *, attack: bool) -> list[PieceId]:
    """Return the targets that the word of a deed allows, the worst for the heroes first (GC-SOLO-11)."""
    foes = [one for one in state.enemies(figure) if one.is_hero or deed.target in (one.id, one.sheet)]
    if attack:
        foes = [one for one in foes if not any(target_violations(state, figure, one))]
    if deed.target not in ("", "any", "nearest", "weakest", "most_damaged"):
        names = named(state, deed.target, figure, by)
        foes = [one for one in foes if one.id in names]
    measure: Callable[[Figure], int] = {
        "nearest": lambda one: _far(state, figure, one),
        "weakest": lambda one: value(state, one, "defense"),
        "most_damaged": lambda one: -one.damage,
    }.get(deed.target, lambda one: 0)
    best = min(map(measure, foes), default=0)
    fitting = [one for one in foes if measure(one) == best]
    fitting.sort(key=lambda one: (value(state, one, HEALTH) - one.damage, one.id))
    return [one.id for one in fitting]


def _far(state: State, figure: Figure, other: Figure) -> int:
    far = ways.zones_apart(state, figure, other)
    return 99 if far is None else far


def _pick(t: Teller[State], options: Sequence[str], piece: PieceId | None, rule: str = CHOICE) -> Script[str]:
    """The one option, or what the First Group chooses (GC-AMB-38)."""
    if len(options) == 1:
        return options[0]
    state = t.state
    answer = yield from t.choose(state.captain(state.first or state.camps[0]), rule, options, piece)
    return (answer or tuple(options))[0]


# the verbs


def _move(t: Teller[State], deed: Deed, who: Figure | None, by: PieceId | None) -> Script[tuple[Moment, ...]]:
    for piece in named(t.state, deed.who, who, by):
        figure = t.state.who(piece)
        goal = yield from _goal(t, deed, figure, by)
        if goal is None:
            continue
        steps = deed.zones or value(t.state, figure, SPEED)
        if figure.zone is not None and ways.is_contested(t.state, figure, figure.zone):
            steps = min(steps, 1)
        reach = ways.zones_in_reach(t.state, figure, steps)
        spaces = [space for zone in reach for space in ways.free_spaces(t.state, zone)]
        spaces = _closest(t.state, spaces, goal, figure)
        if spaces:
            to = SpaceId((yield from _pick(t, spaces, piece, WAY)))
            if to != figure.at:
                t.tell(ev.Moved(piece, to, reach[zone_of(to)], RuleId("GC-VILL-02")))
    return ()


def _goal(t: Teller[State], deed: Deed, figure: Figure, by: PieceId | None) -> Script[SpaceId | ZoneId | None]:
    """Return the goal of the figure's move: a place of the board, or the enemy its word means."""
    state = t.state
    if deed.to in state.ground.spaces or deed.to in state.ground.zones:
        return SpaceId(deed.to)
    wanted = Deed("move", target=deed.to or deed.target or "nearest")
    foes = _targets(state, wanted, figure, by, attack=False)
    if not foes:
        return None
    foe = yield from _pick(t, foes, figure.id, WAY)
    return state.who(foe).at


def _closest(state: State, spaces: Sequence[SpaceId], goal: str, figure: Figure) -> list[SpaceId]:
    """The spaces nearest to the goal: it itself, next to it, then by zones; where it stands counts as well."""
    target = ZoneId(goal.partition(".")[0])
    far = {target: 0}
    frontier = [target]
    for zone in frontier:
        for other in state.ground.next_zones(zone, state.open_doors):
            if other not in far:
                far[other] = far[zone] + 1
                frontier.append(other)
    near = state.ground.near(SpaceId(goal), state.open_doors) if goal in state.ground.spaces else ()

    def measure(space: SpaceId) -> tuple[int, int]:
        beside = 0 if space == goal else 1 if space in near else 2
        return (0 if beside < 2 else 1, beside if beside < 2 else far.get(zone_of(space), 99))

    options = [*spaces, *((figure.at,) if figure.at else ())]
    best = min(map(measure, options), default=None)
    return (
        [] if best is None or (figure.at and measure(figure.at) == best) else [s for s in spaces if measure(s) == best]
    )


def _attack(t: Teller[State], deed: Deed, who: Figure | None, by: PieceId | None) -> Script[tuple[Moment, ...]]:
    moments: tuple[Moment, ...] = ()
    for piece in named(t.state, deed.who, who, by):
        figure = t.state.who(piece)
        foes = [] if figure.out else _targets(t.state, deed, figure, by, attack=True)
        if foes:
            foe = t.state.who((yield from _pick(t, foes, piece)))
            moments += yield from strike(t, Strike(piece, foe.id, manner_of(t.state, figure, foe)))
    return moments


def _place(t: Teller[State], deed: Deed, who: Figure | None, by: PieceId | None) -> Script[tuple[Moment, ...]]:
    """Bring figures into play, no more than the box holds of them (GC-SETUP-02)."""
    for _ in range(deed.amount):
        stock = t.state.scenario.document.get("stock", {}).get(deed.what, 99)
        if sum(one.sheet == deed.what for one in t.state.in_play()) >= stock:
            break
        spaces = _landings(t.state, deed, who)
        if spaces:
            at = SpaceId((yield from _pick(t, spaces, PieceId(deed.what), ENTRY)))
            name = PieceId(f"{deed.what}-{t.state.placed + 1}")
            t.tell(ev.FigurePlaced(name, deed.what, deed.side or MENACE, at))
    return ()


def _landings(state: State, deed: Deed, who: Figure | None) -> list[SpaceId]:
    """The free spaces of the place that is named, or of the zone of who calls."""
    if deed.to in state.ground.spaces and state.at(SpaceId(deed.to)) is None:
        return [SpaceId(deed.to)]
    zone = zone_of(SpaceId(deed.to)) if deed.to else (who.zone if who else None)
    return list(ways.free_spaces(state, zone)) if zone else []


def _damage(t: Teller[State], deed: Deed, who: Figure | None, by: PieceId | None) -> Script[tuple[Moment, ...]]:
    for piece in named(t.state, deed.target or "attacker", who, by):
        yield from harm.damage(t, piece, deed.amount, who.id if who else None, ACTIONS)
    return ()


def _heal(t: Teller[State], deed: Deed, who: Figure | None, by: PieceId | None) -> Script[tuple[Moment, ...]]:
    for piece in named(t.state, deed.who or deed.target, who, by):
        if damage := t.state.who(piece).damage:
            t.tell(ev.Healed(piece, min(damage, deed.amount), ACTIONS))
    return ()
    yield


def _count(t: Teller[State], deed: Deed, who: Figure | None, by: PieceId | None) -> Script[tuple[Moment, ...]]:
    t.tell(ev.StoryCounted(deed.what, t.state.counter(deed.what) + deed.amount))
    return ()
    yield


def _token(t: Teller[State], deed: Deed, who: Figure | None, by: PieceId | None) -> Script[tuple[Moment, ...]]:
    for piece in named(t.state, deed.who or deed.target, who, by):
        t.tell(ev.ModifierPlaced(piece, deed.stat, deed.amount))
        yield from harm.check_health(t, piece)
    return ()


def _door(t: Teller[State], deed: Deed, who: Figure | None, by: PieceId | None) -> Script[tuple[Moment, ...]]:
    t.tell(ev.DoorChanged(deed.what, "open" if deed.amount > 0 else "closed"))
    return ()
    yield


def _remove(t: Teller[State], deed: Deed, who: Figure | None, by: PieceId | None) -> Script[tuple[Moment, ...]]:
    t.tell(ev.ObjectRemoved(PieceId(deed.what)))
    return ()
    yield


def _article(t: Teller[State], deed: Deed, who: Figure | None, by: PieceId | None) -> Script[tuple[Moment, ...]]:
    doer = t.state.find(by) if by else who
    goals.give(t, deed.side or (doer.side if doer else ""), deed.what, "GC-PRESS-02")
    return ()
    yield


def _test(t: Teller[State], deed: Deed, who: Figure | None, by: PieceId | None) -> Script[tuple[Moment, ...]]:
    """Demand a DIRECT test, which costs no action (GC-TEST-15, GC-AMB-45)."""
    for piece in named(t.state, deed.target or "attacker", who, by):
        passed = yield from roll_test(t, piece, Test(deed.stat, deed.amount, direct=True), who.id if who else "")
        for name in deed.success if passed else deed.failure:
            yield from carry_out(t, t.state.scenario.deeds[name], who, piece)
    return ()


def _push(t: Teller[State], deed: Deed, who: Figure | None, by: PieceId | None) -> Script[tuple[Moment, ...]]:
    moments: tuple[Moment, ...] = ()
    if who is not None:
        for piece in named(t.state, deed.target or "attacker", who, by):
            moments += yield from push(t, who.id, piece)
    return moments


def _path(t: Teller[State], deed: Deed, who: Figure | None, by: PieceId | None) -> Script[tuple[Moment, ...]]:
    figure = next(iter(named(t.state, deed.who, who, by)), None)
    place = deed.to or (str(t.state.who(figure).zone) if figure else "")
    t.tell(ev.PathLaid(place))
    return ()
    yield


def _end(t: Teller[State], deed: Deed, who: Figure | None, by: PieceId | None) -> Script[tuple[Moment, ...]]:
    goals.finish(t, RuleId("GC-TURN-12"), deed.side)
    return ()
    yield


Doing = Callable[[Teller[State], Deed, Figure | None, PieceId | None], Script[tuple[Moment, ...]]]
_DO: Mapping[str, Doing] = {
    "move": _move,
    "attack": _attack,
    "place": _place,
    "damage": _damage,
    "heal": _heal,
    "count": _count,
    "token": _token,
    "door": _door,
    "remove": _remove,
    "article": _article,
    "test": _test,
    "push": _push,
    "path": _path,
    "end": _end,
}
