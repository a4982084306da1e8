"""Ways: where one Move action may end, and what is in the way (GC-MOVE); who sees whom (GC-LOS).

own zone ── any free space (b)    contested start ── one zone (c)    else up to SPEED zones, into a contested one (a)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from companion.board.areas.map import zone_of
from companion.core.ids import PieceId, RuleId, SpaceId, ZoneId
from companion.core.rules import Violation, violation
from companion.games.guardians.content.kinds import SPEED
from companion.games.guardians.ground.ground import Cause, Look
from companion.games.guardians.play.values import effects_on, forbidden, value
from companion.games.guardians.state import Figure, State

ENEMIES, DOORS, WALLS = "enemies", "doors", "walls"
REPOSITION, WALK, LEAVE = RuleId("GC-MOVE-02"), RuleId("GC-MOVE-01"), RuleId("GC-MOVE-03")


def has(state: State, figure: Figure, verb: str) -> bool:
    """Whether some effect of that verb is in force on it."""
    return any(effects_on(state, figure, verb))


def is_contested(state: State, figure: Figure, zone: ZoneId) -> bool:
    """Whether an enemy of the figure stands in the zone (GC-MOVE-04, GC-MOVE-10)."""
    held = state.once(f"zones against {figure.side}", lambda: {other.zone for other in state.enemies(figure)})
    return zone in held


def free_spaces(state: State, zone: ZoneId) -> tuple[SpaceId, ...]:
    """The spaces of a zone where nobody stands, orange ones too (GC-MOVE-08, GC-MAP-03)."""
    taken = {figure.at for figure in state.in_play()}
    return tuple(space for space in state.ground.by_zone.get(zone, ()) if space not in taken)


def routes(
    state: State, figure: Figure, steps: int | None = None, past: Collection[str] = ()
) -> Mapping[ZoneId, tuple[ZoneId, ...]]:
    """A shortest way to each zone that one Move action may end in or cross, from its own zone on; ``past``: also past
    enemies, doors, walls.

    SPEED is the number of zones (GC-CHAR-01). A zone of enemies is entered, not crossed (GC-MOVE-04, GC-MOVE-05,
    GC-MOVE-07); from one, one zone alone, whatever the SPEED (GC-MOVE-03, GC-MOVE-12).
    """
    here = figure.zone
    if here is None:
        return {}
    passes_enemies, past_doors, past_walls = (
        what in past or has(state, figure, f"pass_{what}") for what in (ENEMIES, DOORS, WALLS)
    )
    if steps is None:
        steps = value(state, figure, SPEED)
        if is_contested(state, figure, here) and not has(state, figure, "free_leave"):
            steps = 1
    found: dict[ZoneId, tuple[ZoneId, ...]] = {here: (here,)}
    frontier = [here]
    for _ in range(steps):
        following: list[ZoneId] = []
        for zone in frontier:
            for other in state.ground.next_zones(zone, state.open_doors, past_doors=past_doors, past_walls=past_walls):
                if other not in found:
                    found[other] = (*found[zone], other)
                    if passes_enemies or not is_contested(state, figure, other):
                        following.append(other)
        frontier = following
    return found


def zones_in_reach(state: State, figure: Figure, steps: int | None = None) -> Mapping[ZoneId, int]:
    """The zones one Move action may end in or cross, with the borders crossed to get there; its own with 0."""
    return {zone: len(route) - 1 for zone, route in routes(state, figure, steps).items()}


def destinations(state: State, figure: Figure) -> Mapping[SpaceId, int]:
    """Every space where one Move action may end, with the borders crossed (GC-MOVE-06, GC-MOVE-08, GC-MOVE-09)."""
    reach = zones_in_reach(state, figure)
    return {space: steps for zone, steps in reach.items() for space in free_spaces(state, zone)}


def move_rule(state: State, figure: Figure, steps: int) -> RuleId:
    """Return the rule of the move: which of the three kinds it is (GC-MOVE-01)."""
    if steps == 0:
        return REPOSITION
    return LEAVE if figure.zone is not None and is_contested(state, figure, figure.zone) else WALK


def way_violations(state: State, figure: Figure, to: SpaceId) -> Iterator[Violation]:
    """Why a Move action cannot end there."""
    yield from forbidden(state, figure, "move")
    if to not in state.ground.spaces:
        yield violation("GC-MAP-03", to, waivable=False)
        return
    standing = state.at(to)
    if standing is not None:
        yield violation("GC-MAP-03", to, piece=standing.id)
    if to in destinations(state, figure) or figure.zone is None:
        return
    zone = zone_of(to)
    if standing is not None and zone in zones_in_reach(state, figure):
        if not free_spaces(state, zone) and zone != figure.zone:
            contested = is_contested(state, figure, zone)
            yield violation("GC-MOVE-09" if contested else "GC-MOVE-06", to)
        return
    yield from _reach_violations(state, figure, to)


def _reach_violations(state: State, figure: Figure, to: SpaceId) -> Iterator[Violation]:
    """Why no way that leads there is short enough: each rule that would forbid it if there were no other.

    What is near enough but for an enemy, a wall or a closed door is not too far (GC-MOVE-01).
    """
    assert figure.zone is not None
    zone, speed, everywhere = zone_of(to), value(state, figure, SPEED), len(state.ground.zones)
    straight = routes(state, figure, everywhere, (ENEMIES, DOORS, WALLS)).get(zone)
    on_foot = routes(state, figure, everywhere, (ENEMIES,)).get(zone)
    around = routes(state, figure, everywhere).get(zone)
    is_held = is_contested(state, figure, figure.zone) and not has(state, figure, "free_leave")
    most = 1 + (1 if is_held else speed)  # zones, its own too
    if is_held and len(on_foot or straight or ()) > most:
        yield violation("GC-MOVE-03", to)
    if speed == 0 and not is_held:
        yield violation("GC-MOVE-12", to)
    if straight is not None and len(straight) > max(most, speed + 1):
        yield violation("GC-MOVE-01", to, speed=speed)
    if on_foot is None or (straight is not None and len(straight) <= most < len(on_foot)):
        yield violation("GC-MOVE-11", to)
    elif around is None or len(on_foot) <= most < len(around):
        held = [one for one in on_foot[1:-1] if is_contested(state, figure, one)]
        for one in held[:1]:
            yield violation("GC-MOVE-04", to, zone=one)
            yield violation("GC-MOVE-05", to, zone=one)
            if not free_spaces(state, one):
                yield violation("GC-MOVE-07", to, zone=one)


def look_of(state: State, figure: Figure, *, melee: bool, target: Figure | None, spared: str = "") -> Look:
    """Return the look by which the figure's lines are judged now."""
    ignored = {held.effect.what for held in effects_on(state, figure, "see_past")}
    gone = {name for name, there in state.objects if not there} | _unblocking(state) | ({spared} if spared else set())
    if "objects" in ignored:
        gone |= {name for name, _ in state.objects} | set(state.scenario.sites)
    figures: dict[SpaceId, tuple[PieceId, str]] = {}
    if "figures" not in ignored:
        figures = {one.at: (one.id, one.side) for one in state.in_play() if one.at is not None}
    side = target.side if target is not None else ""
    return Look(figure.side, side, figures, state.scenario.relations, frozenset(gone), melee)


def _unblocking(state: State) -> set[str]:
    return {thing.id for thing in state.scenario.objects if not state.content.objects[thing.type].blocks}


def line_causes(
    state: State, figure: Figure, to: SpaceId, *, melee: bool = False, target: Figure | None = None, spared: str = ""
) -> tuple[Cause, ...]:
    """Return the causes that block the figure's line to a space (GC-LOS-01..10); ``spared``:
    the object it uses (GC-LOS-08).
    """
    if figure.at is None:
        return ()
    look = look_of(state, figure, melee=melee, target=target, spared=spared)
    return state.ground.causes(figure.at, to, state.open_doors, look)


def causes_between(state: State, start: SpaceId, end: SpaceId) -> tuple[Cause, ...]:
    """Return the causes that block the line between two spaces, for the figure on the first at the one on the second.

    Where nobody looks, there are no enemies: figures block nothing (GC-LOS-04).
    """
    figure, target = state.at(start), state.at(end)
    if figure is not None:
        return line_causes(state, figure, end, target=target)
    gone = frozenset(name for name, there in state.objects if not there) | _unblocking(state)
    return state.ground.causes(start, end, state.open_doors, Look("", relations=state.scenario.relations, spared=gone))


def is_adjacent(state: State, one: Figure, other: Figure) -> bool:
    """Whether two figures stand on adjacent spaces, with no wall or closed door between (GC-ATK-02, GC-LOS-07)."""
    return one.at is not None and other.at in state.ground.near(one.at, state.open_doors)


def push_spaces(state: State, target: Figure) -> tuple[SpaceId, ...]:
    """The free spaces adjacent to the target's own (GC-ATK-12, GC-AMB-11)."""
    if target.at is None:
        return ()
    return tuple(space for space in state.ground.near(target.at, state.open_doors) if state.at(space) is None)


def zones_apart(state: State, one: Figure, other: Figure) -> int | None:
    """The least borders between two figures' zones, whoever stands there; ``None`` when no way leads there."""
    return None if one.zone is None or other.zone is None else borders_between(state, one.zone, other.zone)


def borders_between(state: State, start: ZoneId, end: ZoneId) -> int | None:
    """The least borders between two zones, whoever stands there; ``None`` when no way leads there."""
    steps, frontier = {start: 0}, [start]
    for zone in frontier:
        for there in state.ground.next_zones(zone, state.open_doors):
            if there not in steps:
                steps[there] = steps[zone] + 1
                frontier.append(there)
    return steps.get(end)
