"""Rolling a defense: white shields cancel, black shields may answer, a dodge strengthens what was obtained."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.dodge import bonus, tiers_of
from companion.games.heroquest.content.dice import BLACK, WHITE, count
from companion.games.heroquest.gear import defense_dice
from companion.games.heroquest.state import State

__all__ = ["DEFENSE", "PARRY", "Shields", "defend", "parry"]

DEFENSE, PARRY = "HQ-ATK-07", "HQ-COMBAT-COUNTER-05"


@dataclass(frozen=True, slots=True)
class Shields:
    """What a defense roll shows."""

    white: int = 0
    black: int = 0


def defend(t: Teller[State], piece: PieceId, dice: int, rule: str, *, melee: bool) -> Script[Shields]:
    """The shields of a defense roll, dodge included; white ones for monsters too (HQ-ATK-08, HQ-DODGE-01, HQ-DODGE-19,
    HQ-MON-TECH-01)."""
    one = t.state.who(piece)
    if dice <= 0:
        return Shields()
    tiers = tiers_of(t.state, one)
    faces = yield from t.roll(("combat",) * dice + ("d20", "d20") * bool(tiers), one.seat, rule, piece)
    white, black = count(faces[:dice], WHITE), count(faces[:dice], BLACK)
    if tiers:
        more = bonus(tiers, int(faces[dice]), int(faces[dice + 1]), one.delta)
        if one.hero == "elf" and melee:  # HQ-DODGE-04
            black += more if black else 0
        else:  # HQ-DODGE-03
            white += more if white else 0
    t.tell(ev.Defended(piece, white, black, RuleId(rule)))
    return Shields(white, black)


def parry(t: Teller[State], piece: PieceId, damage: int, *, melee: bool = True) -> Script[int]:
    """The damage that gets through a parry: as many dice as damage, no more than its own (HQ-COMBAT-COUNTER-05)."""
    if damage <= 0:
        return 0
    dice = min(damage, defense_dice(t.state, t.state.who(piece)))
    shields = yield from defend(t, piece, dice, PARRY, melee=melee)
    return max(0, damage - shields.white)
