"""The cubes that a hero saves for its Defense, for whoever learns the game.

who may strike it, by the tiles that may act ──successes on average──> over those of a cube ──> cubes, as its box takes
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from heapq import nlargest
from math import ceil

from companion.core.ids import PieceId
from companion.core.phrases import Name, Told, say
from companion.games.gotham.acting import room_of
from companion.games.gotham.attack.defense import printed_of
from companion.games.gotham.attack.odds import mean, thrown
from companion.games.gotham.attack.orders import dice_of
from companion.games.gotham.content.settings import AVAILABLE, DEFENSE, MELEE, RANGED
from companion.games.gotham.figures import Figure
from companion.games.gotham.state import State


def saved(state: State, hero: Figure) -> int:
    """Return the cubes that its Defenses of the next villains' turn can use (GO-BASE-ATK-09, GO-BASE-TURN-04); none in
    a round by whose end others win.
    """
    words = (one for end in state.table.ends if end.winner != hero.side for one in end.when)
    is_last = any(word == "round_over" and int(about) <= state.flow.round for word, about in words)
    each = stopped(state, hero) if hero.is_hero and not is_last else Fraction(0)
    if not each:
        return 0
    return min(room_of(state, hero.id, DEFENSE) - hero.cubes_at(DEFENSE), ceil(_coming(state, hero) / each))


def kept(state: State, hero: Figure, spent: int) -> Told:
    """Tell what is left for its Defense once it has spent so many cubes, and if nothing, who may strike it; empty:
    nobody is about to.
    """
    if not spent or not saved(state, hero):
        return ""
    left = hero.cubes_at(AVAILABLE) - spent
    return say("cubes_kept", count=left) if left > 0 else say("cubes_kept_none", foe=foe_of(state, hero))


def foe_of(state: State, hero: Figure) -> Name:
    """Return who may strike it hardest."""
    blows = _blows(state, hero)
    return Name(max(blows, key=lambda foe: blows[foe]))


def lost(state: State, hero: Figure, cubes: int) -> Fraction:
    """Return the wounds that so many cubes would stop, as far as they are saved: none of who pays no cubes."""
    spare = max(0, hero.cubes_at(AVAILABLE) - saved(state, hero)) if hero.is_hero else cubes
    return stopped(state, hero) * max(0, cubes - spare)


def risk(state: State, hero: Figure, cubes: int) -> Fraction:
    """Return the share that it loses by that of what the villains' next turn leaves of it (GO-BASE-FIG-07)."""
    if not (more := lost(state, hero, cubes)):
        return Fraction(0)
    held = stopped(state, hero) * min(saved(state, hero), hero.cubes_at(AVAILABLE))
    left = hero.endures - max(Fraction(0), _coming(state, hero) - held)
    return more / left if left > more else Fraction(1)


def spared(state: State, hero: Figure, foe: Figure) -> Fraction:
    """Return the successes on average that strike a hero no more, of those that it saves cubes for, once a success has
    put that foe out.
    """
    if foe.endures > 1 or not saved(state, hero):
        return Fraction(0)
    return _coming(state, hero) - _coming(state.changed(foe.id, neutralised=True), hero)


def stopped(state: State, hero: Figure) -> Fraction:
    """Return the successes that each cube of its Defense stops on average (GO-BASE-ATK-09)."""
    guard = printed_of(state, hero)
    return mean(thrown(state, (guard.die,) * guard.count)) if guard is not None else Fraction(0)


def _coming(state: State, hero: Figure) -> Fraction:
    """Return the successes on average that strike it in the villains' next turn, by the tiles that may act."""
    struck: dict[str, Fraction] = {}
    for foe, blow in _blows(state, hero).items():
        tile = next((tile for tile in reversed(state.river) if tile in state.who(foe).sheets), "")
        struck[tile] = struck.get(tile, Fraction(0)) + blow
    return sum(nlargest(state.settings.activations, struck.values()), Fraction(0))


def _blows(state: State, hero: Figure) -> Mapping[PieceId, Fraction]:
    """Return who may strike it, with the successes on average."""
    foes = (foe for foe in state.standing() if not foe.is_hero and state.are_enemies(hero, foe))
    return {foe.id: blow for foe in foes if (blow := _blow(state, foe, hero))}


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
