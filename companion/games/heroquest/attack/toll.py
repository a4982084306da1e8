"""What a loss brings with it: rage lost, death, the kill's credit, the end of the quest.

hurt ──> rage gone (HQ-HERO-WARRIOR-02) ──> 0 body points: killed (HQ-GEN-05) ──> rage fed, weapon to loot
"""

from __future__ import annotations

from companion.core.events import GameEnded
from companion.core.flow import Outcome
from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest.gear import is_armed
from companion.games.heroquest.heroes.rage import feed
from companion.games.heroquest.state import State

__all__ = ["end_if_over", "hurt", "kill", "lose_mind"]

RAGE_LOST = RuleId("HQ-HERO-WARRIOR-02")


def hurt(t: Teller[State], piece: PieceId, lost: int, rule: str, by: PieceId | None = None) -> Script[None]:
    """Nothing: the character loses body points, and dies at none."""
    one = t.state.find(piece)
    if one is None or lost <= 0:
        return
    t.tell(ev.Hurt(piece, min(lost, one.body), RuleId(rule), by))
    _calm(t, piece)
    if not t.state.who(piece).is_alive:
        yield from kill(t, piece, rule, by)


def lose_mind(t: Teller[State], piece: PieceId, rule: str) -> None:
    """Nothing: the character loses a mind point; at none nothing further happens (HQ-GEN-05, HQ-AMB-16)."""
    one = t.state.find(piece)
    if one is not None and one.mind > 0:
        t.tell(ev.Counted(piece, "mind", one.mind - 1, RuleId(rule)))
        _calm(t, piece)


def _calm(t: Teller[State], piece: PieceId) -> None:
    """Nothing: a warrior's rage is gone, kills saved for an unfinished step included (HQ-HERO-WARRIOR-12)."""
    one = t.state.who(piece)
    if one.hero == "warrior" and one.kills:
        t.tell(ev.Counted(piece, "kills", 0, RAGE_LOST), ev.Listed(piece, "choices", (), RAGE_LOST))


def kill(t: Teller[State], piece: PieceId, rule: str, by: PieceId | None = None) -> Script[None]:
    """Nothing: the character is dead; whoever killed it gains what a kill brings (HQ-HERO-WARRIOR-11)."""
    dead = t.state.find(piece)
    if dead is None:
        return
    t.tell(ev.Killed(piece, RuleId(rule), by))
    killer = t.state.find(by) if by is not None else None
    if killer is not None and killer.side != dead.side and killer.hero == "warrior" and is_armed(t.state, killer):
        yield from feed(t, killer.id)
    end_if_over(t)


def end_if_over(t: Teller[State]) -> None:
    """Nothing: the quest is over when its goal is reached, or no hero is left (HQ-GEN-02)."""
    state = t.state
    if state.flow.outcome is not None:
        return
    heroes = [one for one in state.characters if one.is_hero]
    goal = state.quest.goal
    if not heroes:
        t.tell(GameEnded(Outcome((state.table.gm,), RuleId("HQ-GEN-02"))))
        return
    monsters = {one.id for one in state.characters if not one.is_hero}
    reached = {
        "clear": not monsters,
        "slay": goal.target not in monsters and any(one.id == goal.target for one in state.dead),
        "reach": any(one.at == goal.target for one in heroes),
    }
    if reached.get(goal.kind, False):
        winners = tuple(dict.fromkeys(one.seat for one in heroes))
        t.tell(GameEnded(Outcome(winners, RuleId("HQ-GEN-02"))))
