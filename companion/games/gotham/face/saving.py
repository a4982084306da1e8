"""The cubes that a hero saves for its Defense, for whoever learns the game.

who may strike it, by the tiles that may act ──successes on average──> over those of a cube ──> cubes, as its box takes
"""

from __future__ import annotations

from fractions import Fraction
from heapq import nlargest
from math import ceil

from companion.core.phrases import Told, say
from companion.games.gotham.acting import room_of
from companion.games.gotham.attack.defense import printed_of
from companion.games.gotham.attack.odds import mean, thrown
from companion.games.gotham.attack.orders import dice_of
from companion.games.gotham.content.settings import AVAILABLE, DEFENSE, MELEE, RANGED
from companion.games.gotham.figures import Figure
from companion.games.gotham.state import State


def saved(state: State, hero: Figure) -> int:
    """Return the cubes that its Defenses of the next villains' turn can use (GO-BASE-ATK-09, GO-BASE-TURN-04)."""
    guard = printed_of(state, hero)
    if not hero.is_hero or guard is None:
        return 0
    struck: dict[str, Fraction] = {}
    for foe in state.standing():
        if not foe.is_hero and state.are_enemies(hero, foe):
            tile = next((tile for tile in reversed(state.river) if tile in foe.sheets), "")
            struck[tile] = struck.get(tile, Fraction(0)) + _blow(state, foe, hero)
    coming = sum(nlargest(state.settings.activations, struck.values()), Fraction(0))
    each = stopped(state, hero)
    return min(room_of(state, hero.id, DEFENSE) - hero.cubes_at(DEFENSE), ceil(coming / each)) if each else 0


def kept(state: State, hero: Figure, spent: int) -> Told:
    """Tell what is left for its Defense once it has spent so many cubes; empty: nobody is about to strike it."""
    if not spent or not saved(state, hero):
        return ""
    left = hero.cubes_at(AVAILABLE) - spent
    return say("cubes_kept", count=left) if left > 0 else say("cubes_kept_none")


def stopped(state: State, hero: Figure) -> Fraction:
    """Return the successes that each cube of its Defense stops on average (GO-BASE-ATK-09)."""
    guard = printed_of(state, hero)
    return mean(thrown(state, (guard.die,) * guard.count)) if guard is not None else Fraction(0)


def _blow(state: State, foe: Figure, hero: Figure) -> Fraction:
    """Return the successes on average of the strongest attack that it may make on the hero: where it is or sees it, or
    where the movement printed on its tile takes it.
    """
    if foe.zone is None or hero.zone is None:
        return Fraction(0)
    far, sheet = state.board.distance(foe.zone, hero.zone), state.sheet(foe.id)
    is_near = far is not None and far <= sheet.bonus
    sees = any(True for _ in state.board.lines_between(foe.zone, hero.zone, state.broken))
    kinds = [kind for kind, may in ((MELEE, is_near), (RANGED, is_near or sees)) if may and kind in sheet.dice]
    return max((mean(thrown(state, dice_of(state, foe, kind, 0))) for kind in kinds), default=Fraction(0))
