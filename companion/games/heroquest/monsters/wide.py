"""A wide strike: one roll, its skulls shared among those in front before any defense (HQ-MON-TECH-05, -18).

x x x      the five squares ahead and beside; the three behind are out of reach
x M x
"""

from __future__ import annotations

from companion.board.facing import is_in_front
from companion.core.ids import PieceId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.defense import DEFENSE, defend
from companion.games.heroquest.attack.engaging import engage
from companion.games.heroquest.attack.pool import MELEE, pool_of
from companion.games.heroquest.attack.reactions import counter
from companion.games.heroquest.attack.rolling import Part, roll_part
from companion.games.heroquest.attack.striking import may_finish
from companion.games.heroquest.attack.toll import hurt, kill
from companion.games.heroquest.characters import Character
from companion.games.heroquest.gear import defense_dice, weapon_of
from companion.games.heroquest.reach import reaches
from companion.games.heroquest.state import State

__all__ = ["in_front", "wide_strike"]

SHARE = "HQ-MON-TECH-18"


def in_front(state: State, one: Character) -> tuple[Character, ...]:
    """The enemies on the five squares, in reach."""
    assert one.at is not None
    return tuple(
        other for other in state.enemies(one)
        if other.at is not None and is_in_front(one.at, one.facing, other.at) and reaches(state, one, other)
    )  # fmt: skip


def wide_strike(t: Teller[State], piece: PieceId, main: PieceId) -> Script[None]:
    """Nothing: every victim defends its share and may counter by itself; with no skull only the main target may."""
    one = t.state.who(piece)
    victims = tuple(other.id for other in in_front(t.state, one))
    t.tell(ev.StrikeDeclared((piece,), main, one.weapon, MELEE))
    part = Part(piece, one.weapon, MELEE, pool_of(t.state, one, weapon_of(t.state, one), MELEE, ()))
    rolled = yield from roll_part(t, part, main, perfect=False)
    t.tell(ev.StrikeRolled((piece,), main, rolled.skulls, 0, rolled.critical, rolled.bonus))
    engage(t, piece, main)
    if rolled.skulls == 0:
        yield from counter(t, main, piece, None)
        return
    shares = dict.fromkeys(victims, 0)
    for _ in range(rolled.skulls):
        aimed = victims[0]
        if len(victims) > 1:
            chosen = yield from t.choose(one.seat, SHARE, victims, piece)
            aimed = PieceId((chosen or (aimed,))[0])
        shares[aimed] += 1
    for victim, skulls in shares.items():
        if skulls and t.state.find(victim) is not None and t.state.flow.outcome is None:
            yield from _share(t, piece, victim, skulls)


def _share(t: Teller[State], piece: PieceId, victim: PieceId, skulls: int) -> Script[None]:
    engage(t, piece, victim)
    dice = defense_dice(t.state, t.state.who(victim))
    if may_finish(t.state, victim, skulls, dice):
        t.tell(ev.FinishingBlow(victim, piece))
        yield from kill(t, victim, "HQ-COMBAT-FINISH-01", piece)
        return
    shields = yield from defend(t, victim, dice, DEFENSE, melee=True)
    lost = max(0, skulls - shields.white)
    yield from hurt(t, victim, lost, "HQ-MON-TECH-05", piece)
    if not lost and shields.black:
        yield from counter(t, victim, piece, shields.black)
