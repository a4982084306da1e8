"""The ways that bring a hero's mission to its end in this activation, for whoever learns the game (GC-PRESS-05).

each step that it may take ──the rules──> how far its mission is then ── done with the actions that are left? ──> spaces
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from companion.core.consequences import step
from companion.core.face import AT_ONCE
from companion.core.ids import PieceId, SpaceId
from companion.core.prizes import NOTHING, Gain
from companion.core.rules import RulesSystem
from companion.games.guardians import commands as cm
from companion.games.guardians.play.goals import HERO_ARTICLE, parts_of
from companion.games.guardians.play.harm import BLUE
from companion.games.guardians.state import State


def errand(
    system: RulesSystem[State], state: State, piece: PieceId, moves: Iterable[cm.Move]
) -> tuple[list[SpaceId], Gain]:
    """Return the spaces by which the mission comes farthest, and what that gains; none where steps alone do not achieve
    it in time.
    """
    missing = _missing(state, piece)
    left = {move.to: _missing(step(system, state, move)[0], piece) for move in moves} if missing else {}
    nearer = missing - min(left.values(), default=missing)
    if not nearer or nearer * state.who(piece).actions < missing:
        return [], NOTHING
    actions = -(-missing // nearer)  # each has its share of the point
    return [to for to in left if missing - left[to] == nearer], Gain(AT_ONCE, Fraction(HERO_ARTICLE[BLUE], actions))


def _missing(state: State, piece: PieceId) -> int:
    """Return how many steps its mission is away, 0 where there is none to achieve."""
    hero = state.who(piece)
    mission = state.sheet(hero).missions.get(hero.mission)
    if mission is None or hero.achieved or hero.article:
        return 0
    return sum(max(0, part.needed - part.done) for part in parts_of(state, mission.when, hero.side, hero))
