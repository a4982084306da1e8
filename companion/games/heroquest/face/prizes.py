"""The prize of a blow: the quest, where it ends with whom it strikes (HQ-GEN-02).

the last hero    its master knows how little is left of it        the goal's monster    its heroes never know
"""

from __future__ import annotations

from companion.core.ids import RuleId
from companion.core.prizes import Prize
from companion.core.rules import Command, RulesSystem
from companion.games.heroquest import commands as cm
from companion.games.heroquest.attack.toll import is_reached
from companion.games.heroquest.deeds.spells import is_bolt
from companion.games.heroquest.events import Killed
from companion.games.heroquest.face.foretell import SHARED_SKULLS
from companion.games.heroquest.state import State

BY_BLOW = RuleId("HQ-ATK-10")


def prize(system: RulesSystem[State], state: State, command: Command) -> Prize:
    """Return whether the side of who strikes wins once its target is dead; nothing that the side may not know: of what
    else is left on the board the heroes see only some.
    """
    if not isinstance(command, cm.Attack | cm.Cast) or (isinstance(command, cm.Cast) and not is_bolt(state, command)):
        return Prize()
    striker, victim = state.find(command.piece), state.find(command.target) if command.target is not None else None
    if striker is None or victim is None or striker.side == victim.side:
        return Prize()
    if striker.is_hero and (state.quest.goal.kind, state.quest.goal.target) != ("slay", victim.id):
        return Prize()
    after = system.apply(state, Killed(victim.id, BY_BLOW, striker.id))
    is_over = is_reached(after) if striker.is_hero else not any(one.is_hero for one in after.characters)
    if not is_over:
        return Prize()
    is_shared = isinstance(command, cm.Attack) and bool(SHARED_SKULLS & {*command.ways})
    is_sure = victim.is_hero and victim.body <= 1 and not is_shared
    return Prize(wins=True) if is_sure else Prize(falls=victim.id)
