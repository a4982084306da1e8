"""What was brewing happens in the master's turn: marsh gas ignites, a sphere rolls on (HQ-MON-FIMIR-06, HQ-TRAP-21)."""

from __future__ import annotations

from companion.board.facing import step_on
from companion.core.ids import PieceId, SpaceId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.toll import hurt
from companion.games.heroquest.content.dice import SKULL, count
from companion.games.heroquest.hidden.seeing import look_around
from companion.games.heroquest.state import Delayed, State

__all__ = ["brew_over", "roll_on", "unblockable"]

GAS = "HQ-MON-FIMIR-06"
SPHERE = "HQ-TRAP-11"


def brew_over(t: Teller[State]) -> Script[None]:
    """Nothing: every delayed effect does its part."""
    for effect in t.state.delayed:
        if t.state.flow.outcome is not None:
            return
        if effect.kind == "gas":
            t.tell(ev.EffectOver("gas", effect.by))
            yield from _ignite(t, effect)
        else:
            yield from roll_on(t, effect.by)


def _ignite(t: Teller[State], effect: Delayed) -> Script[None]:
    assert effect.place is not None
    squares = t.state.dungeon.place(effect.place).squares
    dice = t.state.content.spells["marsh_gas"].dice
    for one in [other for other in t.state.characters if other.at in squares]:
        if one.is_hero or t.state.content.monsters[one.kind].race != "fimir":
            yield from unblockable(t, one.id, dice, GAS, effect.by)


def unblockable(
    t: Teller[State], piece: PieceId, dice: int, rule: str, by: PieceId | None = None, extra: int = 0
) -> Script[int]:
    """The points a character loses to dice that nobody defends against; ``extra`` come without a roll (HQ-TRAP-06)."""
    if t.state.find(piece) is None:
        return 0
    faces = yield from t.roll(("combat",) * dice, t.state.table.gm, rule, piece)
    lost = count(faces, SKULL) + extra
    yield from hurt(t, piece, lost, rule, by)
    return lost


def roll_on(t: Teller[State], trap: PieceId) -> Script[None]:
    """Nothing: the sphere rolls its squares, and over whoever stands in its way, until a wall stops it (HQ-TRAP-12)."""
    sphere = next((one for one in t.state.delayed if one.kind == "sphere" and one.by == trap), None)
    if sphere is None:
        return
    state = t.state
    at, dice = sphere.at, next(state.trap_kind(one).dice for one in state.traps if one.id == trap)
    assert at is not None
    for _ in range(state.content.options.sphere_speed):
        there = step_on(state.dungeon.board, at, sphere.direction)
        if there is None or t.state.is_shut(at, there) or t.state.furniture_at(there) is not None:
            t.tell(ev.EffectOver("sphere", trap))
            return
        at = SpaceId(there)
        t.tell(ev.SphereRolled(trap, at))
        hit = t.state.at(at)
        if hit is not None:
            yield from unblockable(t, hit.id, dice, SPHERE)
        if t.state.flow.outcome is not None:
            return
    look_around(t)
