"""The terms that no skill brings: hindrance, terrain, levels, Bind tokens, Smoke. Each names its rule.

cost        hindrance of size (10) · difficult terrain (20) · jump, climb (30)
arrive      successes of a fall (0)
successes   Bind tokens (30) · Smoke (40) · hindrance of threat (60)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from companion.core.hooks import Hook
from companion.core.ids import PieceId, ZoneId
from companion.core.procedure import Script, Teller
from companion.core.reckoning import Contribution, plus
from companion.games.gotham.board import CLIMB, JUMP
from companion.games.gotham.content.settings import MANIPULATION, RANGED, THOUGHT
from companion.games.gotham.content.words import Step
from companion.games.gotham.figures import Figure
from companion.games.gotham.state import State
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.levels import ignored_tokens

SIZE, ROUGH, LEVEL, FALLING = "GO-BASE-MOVE-06", "GO-BASE-MOVE-05", "GO-BASE-MOVE-07", "GO-BASE-MOVE-08"
Terms = Callable[[State, Deed], Iterator[tuple[int, Contribution]]]
THREAT, BINDS, SMOKE = "GO-BASE-ACT-04", "GO-BIND-04", "GO-SMOKE-03"


def rough_levels(state: State, piece: PieceId, zone: ZoneId) -> int:
    """Difficult Terrain as it is for that figure (GO-BASE-ZONE-04, -09, GO-FROST-02, -03)."""
    frost = 0 if "frost" in ignored_tokens(state, piece, Step.ROUGH) else state.tokens_in(zone, "frost")
    return state.zone(zone).difficult + frost


def dangerous_levels(state: State, piece: PieceId, zone: ZoneId, cards: Sequence[str] = ()) -> int:
    """Dangerous Terrain as it is for that figure (GO-FLAME-03, -05, GO-TOXGAS-02, -03, GO-T-GASIMMUNE-01)."""
    spared = ignored_tokens(state, piece, Step.DANGER, cards)
    return state.zone(zone).dangerous + sum(
        state.tokens_in(zone, kind) for kind in ("flame", "gas") if kind not in spared
    )


def size_hindrance(state: State, piece: PieceId, zone: ZoneId) -> int:
    """The enemies' total size in the zone that is left, less what this table takes off (GO-AMB-29)."""
    figure, rules = state.who(piece), state.settings
    off = rules.hindrance_offset
    if rules.hindrance_of != "none":
        off += state.sheet(piece).size
    if rules.hindrance_of == "allies":
        off += sum(state.sheet(ally.id).size for ally in state.allies(figure, zone))
    return max(0, sum(state.sheet(enemy.id).size for enemy in state.enemies(figure, zone)) - off)


def threat_hindrance(state: State, piece: PieceId) -> int:
    """The enemies' total threat in its zone, less what this table takes off (GO-BASE-ACT-04)."""
    threat = sum(state.sheet(enemy.id).threat for enemy in threats(state, piece))
    return max(0, threat - state.settings.threat_offset)


def threats(state: State, piece: PieceId) -> Iterator[Figure]:
    """Generate the enemies in its zone that hinder what it does there."""
    figure = state.who(piece)
    return (enemy for enemy in state.enemies(figure, figure.zone) if state.sheet(enemy.id).threat)


def smoke_between(state: State, start: ZoneId, end: ZoneId) -> int:
    """The Smoke tokens along the clearest Line of Sight, both ends included (GO-SMOKE-03, GO-AMB-09)."""
    ends = () if state.settings.smoke_ends else (start, end)
    lines = state.board.lines_between(start, end, state.broken)
    return min((sum(state.tokens_in(zone, "smoke") for zone in line if zone not in ends) for line in lines), default=0)


def costs(state: State, deed: Deed) -> Iterator[tuple[int, Contribution]]:
    """Generate the terms that make a Movement dearer, with their order in the step (GO-BASE-MOVE-05..07)."""
    start = deed.zones[0]
    yield 10, plus(size_hindrance(state, deed.piece, start), SIZE)
    yield 20, plus(rough_levels(state, deed.piece, start), ROUGH)
    if deed.way in (JUMP, CLIMB):
        yield 30, plus(deed.level, LEVEL)


def reductions(state: State, deed: Deed) -> Iterator[tuple[int, Contribution]]:
    """Generate the terms that reduce successes, with their order; carried successes are not
    reduced again (GO-AMB-40).
    """
    if not deed.is_rolled:
        return
    yield 30, plus(-state.who(deed.piece).binds, BINDS)
    if deed.kind == RANGED and deed.target is not None:
        yield 40, plus(-smoke_between(state, state.zone_of(deed.piece), state.zone_of(deed.target)), SMOKE)
    if deed.kind in (RANGED, MANIPULATION, THOUGHT):
        yield 60, plus(-threat_hindrance(state, deed.piece), THREAT)


def falls(state: State, deed: Deed) -> Iterator[tuple[int, Contribution]]:
    """The successes of a fall's dice are its wounds (GO-BASE-MOVE-08)."""
    yield 0, plus(deed.count, FALLING)


def base_hooks() -> Iterator[Hook[State, Deed]]:
    """The terms as hooks of their steps, between the skills."""
    for step, terms, orders in (
        (Step.COST, costs, (10, 20, 30)),
        (Step.ARRIVE, falls, (0,)),
        (Step.SUCCESSES, reductions, (30, 40, 60)),
        (Step.DEFENSE, reductions, (30,)),
    ):
        for order in orders:
            yield _hook(step, terms, order)


def _hook(step: Step, terms: Terms, order: int) -> Hook[State, Deed]:
    def found(state: State, deed: Deed) -> list[Contribution]:
        return [part for place, part in terms(state, deed) if place == order and part.amount]

    def does(t: Teller[State], deed: Deed) -> Script[Deed]:
        return replace(deed, parts=(*deed.parts, *found(t.state, deed)))
        yield

    return Hook(step, "base", lambda state, deed: bool(found(state, deed)), does, order)
