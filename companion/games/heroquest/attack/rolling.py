"""The roll of an attack: every attacker its own dice and its own D20, the sum is one attack (HQ-COMBAT-GROUP-01)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId
from companion.core.procedure import Script, Teller
from companion.games.heroquest.attack.pool import MELEE, Pool
from companion.games.heroquest.attack.position import is_cornered
from companion.games.heroquest.content.dice import count
from companion.games.heroquest.state import State

__all__ = ["Part", "Rolled", "roll_part"]


@dataclass(frozen=True, slots=True)
class Part:
    """One attacker's share of an attack."""

    piece: PieceId
    weapon: str
    manner: str
    pool: Pool
    ways: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rolled:
    """What an attacker's dice show: skulls with all that adds to them, those nobody can defend against, the faces."""

    part: Part
    skulls: int
    unblockable: int
    critical: int
    bonus: int
    faces: tuple[str, ...]
    own: int  # skulls that really lie there


def roll_part(t: Teller[State], part: Part, target: PieceId, *, perfect: bool) -> Script[Rolled]:
    """The attacker's roll (HQ-ATK-05, HQ-CRIT-01); a perfect attack makes a skull of every die (HQ-AMB-21)."""
    state = t.state
    one, victim, pool = state.who(part.piece), state.who(target), part.pool
    table = state.content.tables.critical
    dice = (*pool.dice, *(("d20",) if table else ()))
    faces = yield from t.roll(dice, one.seat, "HQ-ATK-05", part.piece)
    number = len(pool.dice)
    worth = [count((face,), pool.hit) for face in faces[:number]]
    if perfect and state.content.options.perfect_attack:
        worth = [max(1, each) for each in worth]
    own, deadly = sum(worth), sum(worth[number - pool.deadly :]) if pool.deadly else 0
    critical = 0
    if table and own:  # HQ-CRIT-02
        rolled = int(faces[number])
        critical = sum(more for least, most, more in table if least <= rolled <= most)
    cornered = int(part.manner == MELEE and is_cornered(state, one, victim))  # HQ-COMBAT-CORNER-01, -04
    points = pool.points if own + cornered else 0
    skulls = own + critical + cornered + points
    return Rolled(part, skulls, deadly, critical, cornered + points, faces[:number], own)
