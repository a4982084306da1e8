"""An attack from behind or in pincer: one D20 for the whole attack (HQ-COMBAT-BACK-02..04, HQ-COMBAT-GROUP-06)."""

from __future__ import annotations

from companion.core.ids import PieceId, RuleId, Seat
from companion.core.procedure import Script, Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest.state import State

__all__ = ["NO_DEFENSE", "PERFECT", "WEAKER", "surprised"]

WEAKER, NO_DEFENSE, PERFECT = "weaker", "none", "perfect"
NONE_FROM, PERFECT_AT = 16, 20


def surprised(t: Teller[State], target: PieceId, roller: Seat, rule: str | None) -> Script[str]:
    """What the D20 brings: a die less, no defense, or a perfect attack; nothing where no rule asks for it."""
    if rule is None:
        return ""
    (face,) = yield from t.roll(("d20",), roller, rule, target)
    result = PERFECT if int(face) >= PERFECT_AT else NO_DEFENSE if int(face) >= NONE_FROM else WEAKER
    t.tell(ev.SurpriseRolled(target, result, RuleId(rule)))
    return result
