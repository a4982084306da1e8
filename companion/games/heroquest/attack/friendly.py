"""Stray arrows: a shot without a skull hits the nearest ally in its line (HQ-COMBAT-FRIENDLY).

a → e → b     next to the shooter: as many points as white shields; farther: as many as black ones
"""

from __future__ import annotations

from companion.board.facing import offset
from companion.core.ids import PieceId
from companion.core.procedure import Script, Teller
from companion.games.heroquest.attack.toll import hurt
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.dice import BLACK, WHITE, count
from companion.games.heroquest.reach import are_adjacent, fire_line
from companion.games.heroquest.state import State

__all__ = ["allies_in_line", "stray"]

NEAR, FAR = "HQ-COMBAT-FRIENDLY-03", "HQ-COMBAT-FRIENDLY-04"
WHICH = "HQ-COMBAT-FRIENDLY-02"


def allies_in_line(state: State, shooter: Character, target: Character) -> tuple[Character, ...]:
    """The nearest allies in the line of fire, before or behind the target (HQ-COMBAT-FRIENDLY-01, -08)."""
    assert shooter.at is not None and target.at is not None
    line = fire_line(state, shooter.at, target.at)
    allies = [one for one in state.side(shooter.side) if one.at in line and one.id != shooter.id]
    if not allies:
        return ()

    def far(one: Character) -> int:
        assert shooter.at is not None and one.at is not None
        wide, tall = offset(shooter.at, one.at)
        return wide * wide + tall * tall

    least = min(map(far, allies))
    return tuple(one for one in allies if far(one) == least)


def stray(t: Teller[State], shooter: PieceId, target: PieceId, faces: tuple[str, ...]) -> Script[None]:
    """Nothing: the nearest ally pays for a shot without a skull, undefended (HQ-COMBAT-FRIENDLY-05, -07, -09)."""
    one, aim = t.state.who(shooter), t.state.who(target)
    if one.hero == "enchanter":  # HQ-COMBAT-FRIENDLY-06
        return
    if not one.is_hero and not t.state.content.options.friendly_fire_monsters:
        return
    allies = allies_in_line(t.state, one, aim)
    if not allies:
        return
    hit = allies[0].id
    if len(allies) > 1:
        chosen = yield from t.choose(t.state.table.gm, WHICH, [ally.id for ally in allies], shooter)
        hit = PieceId((chosen or (hit,))[0])
    ally = t.state.who(hit)
    assert one.at is not None and ally.at is not None
    near = are_adjacent(t.state, one.at, ally.at)
    yield from hurt(t, hit, count(faces, WHITE if near else BLACK), NEAR if near else FAR, None)
