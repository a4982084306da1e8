"""Rolling a defense: white shields cancel, black shields may answer, a dodge strengthens what was obtained.

Dodging: two D20 beside the defense dice, each tier adding its bonuses to those below (HQ-DODGE-05).

instinctive    sum over 21: +1 · a 20: +1 · double 20: +2
advanced       odd sum: +1 · any double: +2 · sum a multiple of 5: +1
extraordinary  at once: +1 · the lucky number on a die: +1
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.dice import BLACK, WHITE, count
from companion.games.heroquest.gear import defense_dice, items_of, weapon_of
from companion.games.heroquest.state import State

TIERS = ("instinctive", "advanced", "extraordinary")
DEFENSE, PARRY = "HQ-ATK-07", "HQ-COMBAT-COUNTER-05"


def bonus(tiers: tuple[str, ...], first: int, second: int, lucky: int = 0) -> int:
    """Return the bonus of two D20 to a shield that was obtained (HQ-DODGE-02)."""
    return sum(bonuses(tiers, first, second, lucky).values())


def bonuses(tiers: tuple[str, ...], first: int, second: int, lucky: int = 0) -> Mapping[str, int]:
    """Return what the bonus is made of, by the rules that the dice meet (HQ-DODGE-18)."""
    total, more = first + second, dict[str, int]()
    if "instinctive" in tiers:
        more["HQ-DODGE-07"] = int(total > 21)
        more["HQ-DODGE-08"] = int(20 in (first, second))
        more["HQ-DODGE-09"] = 2 * (first == second == 20)
    if "advanced" in tiers:
        more["HQ-DODGE-11"] = total % 2
        more["HQ-DODGE-12"] = 2 * (first == second)
        more["HQ-DODGE-13"] = int(total % 5 == 0)
    if "extraordinary" in tiers:
        more["HQ-DODGE-15"] = 1
        more["HQ-DODGE-16"] = int(lucky in (first, second))
    return {rule: many for rule, many in more.items() if many}


def tiers_of(state: State, figure: Character) -> tuple[str, ...]:
    """The tiers it has and whose gear it wears: each is looked at by itself (HQ-DODGE-06, -10, -14, -17)."""
    if not figure.dodge:
        return ()
    has = TIERS[: TIERS.index(figure.dodge) + 1]
    worn = list(items_of(state, figure))
    burdened = any(item.kind == "helmet" or item.plate for item in worn) or weapon_of(state, figure).heavy
    shielded = any(item.kind == "shield" for item in worn)
    if burdened:
        return ()
    return has[:1] if shielded else has


@dataclass(frozen=True, slots=True)
class Shields:
    """The shields of a defense roll."""

    white: int = 0
    black: int = 0


def defend(t: Teller[State], piece: PieceId, dice: int, rule: str, *, melee: bool) -> Script[Shields]:
    """The shields of a defense roll, dodge included; white ones for monsters too (HQ-ATK-08, HQ-DODGE-01,
    HQ-DODGE-19, HQ-MON-TECH-01).
    """
    figure = t.state.who(piece)
    if dice <= 0:
        return Shields()
    tiers = tiers_of(t.state, figure)
    faces = yield from t.roll(("combat",) * dice + ("d20", "d20") * bool(tiers), figure.seat, rule, piece)
    white, black = count(faces[:dice], WHITE), count(faces[:dice], BLACK)
    if tiers:
        more = bonus(tiers, int(faces[dice]), int(faces[dice + 1]), figure.delta)
        if figure.hero == "elf" and melee:  # HQ-DODGE-04
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
