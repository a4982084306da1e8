"""A warrior of chaos moves its dice between attack and defense, and lives with it until its next turn.

heroes' turn   stance  4/4 ─> 3/5 ─> 2/6     raised, never lowered (HQ-MON-CHAOS-06)
its own turn   power   4/4 ─> 5/3 or 6/2     only if it defended at 4 (HQ-MON-CHAOS-03)
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.characters import Character
from companion.games.heroquest.gear import has_technique
from companion.games.heroquest.state import Phase, State

__all__ = ["POWERS", "power_up", "power_violations", "stance", "straighten"]

MOST = 2  # HQ-MON-CHAOS-05: each number stays between 2 and 6
STANCE, POWER = RuleId("HQ-MON-CHAOS-02"), "HQ-MON-CHAOS-03"
POWERS = {"power-1": 1, "power-2": 2}


def stance(t: Teller[State], piece: PieceId) -> Script[None]:
    """Nothing: attacked in the heroes' turn, it may take its stance before the dice (HQ-MON-CHAOS-02, -06)."""
    one = t.state.who(piece)
    if not has_technique(t.state, one, "shifting") or t.state.flow.phase != Phase.HEROES:
        return
    if one.shifted_in not in ("", "stance") or one.shift >= MOST:
        return
    options = [str(number) for number in range(one.shift, MOST + 1)]
    chosen = yield from t.choose(one.seat, "HQ-MON-CHAOS-06", options, piece)
    shift = int((chosen or (options[0],))[0])
    if shift > one.shift:
        t.tell(ev.Counted(piece, "shift", shift, STANCE), ev.Noted(piece, "shifted_in", "stance", STANCE))


def power_violations(state: State, one: Character, ways: tuple[str, ...]) -> Iterator[Violation]:
    """Why it may not put defense dice into this attack (HQ-MON-CHAOS-03, -04, -07)."""
    if not any(way in POWERS for way in ways):
        return
    if not has_technique(state, one, "shifting") or one.shifted_in or one.shift:
        yield violation(POWER, one.id)


def power_up(t: Teller[State], piece: PieceId, ways: tuple[str, ...]) -> None:
    """Nothing: the dice are moved; the defense of the next heroes' turn pays for it."""
    more = sum(POWERS.get(way, 0) for way in ways)
    if more:
        rule = RuleId(POWER)
        t.tell(ev.Counted(piece, "shift", -more, rule), ev.Noted(piece, "shifted_in", "power", rule))


def straighten(t: Teller[State], piece: PieceId, now: str) -> None:
    """Nothing: it stands at four and four again (HQ-MON-CHAOS-07)."""
    rule = RuleId("HQ-MON-CHAOS-07")
    t.tell(ev.Counted(piece, "shift", 0, rule), ev.Noted(piece, "shifted_in", now, rule))
