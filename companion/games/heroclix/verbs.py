"""Every command with what forbids it and its script: rows, not branches."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.commands import Concede, Pass, Place
from companion.core.scripted import Verb
from companion.games.heroclix import commands as cm
from companion.games.heroclix.attack.declaring import attack_violations
from companion.games.heroclix.attack.striking import attack
from companion.games.heroclix.attack.throwing import throw_object, throw_violations
from companion.games.heroclix.by_hand import HANDS, adjust_dial, dial_violations, remove
from companion.games.heroclix.moves.action import move, move_violations
from companion.games.heroclix.opening.objects import withhold, withhold_violations
from companion.games.heroclix.opening.opening import begin, begin_violations, place, place_violations
from companion.games.heroclix.position.holding import feat_violations
from companion.games.heroclix.position.scoring import removal_violations
from companion.games.heroclix.position.team_abilities import choice_violations
from companion.games.heroclix.powers.by_hand import (
    choose_ability,
    off_violations,
    text_violations,
    turn_off,
    use_feat,
    use_text,
)
from companion.games.heroclix.powers.using import use_power, use_violations
from companion.games.heroclix.state.state import State
from companion.games.heroclix.terrain import attack_terrain, terrain_violations
from companion.games.heroclix.turns.acting import end_violations
from companion.games.heroclix.turns.clock import (
    concede,
    concede_violations,
    declare_end,
    event_dial_violations,
    turn_event_dial,
)
from companion.games.heroclix.turns.ends import proposal_violations, propose

VERBS: Mapping[type, Verb[State]] = {
    cm.BeginGame: Verb(begin_violations, begin),
    Place: Verb(place_violations, place),
    Pass: Verb(withhold_violations, withhold),
    cm.MoveFigure: Verb(move_violations, move),
    cm.CloseAttack: Verb(attack_violations, attack),
    cm.RangedAttack: Verb(attack_violations, attack),
    cm.ThrowObject: Verb(throw_violations, throw_object),
    cm.AttackTerrain: Verb(terrain_violations, attack_terrain),
    cm.DestroyTerrain: Verb(terrain_violations, attack_terrain),
    cm.UsePower: Verb(use_violations, use_power),
    cm.TurnOff: Verb(off_violations, turn_off),
    cm.UseText: Verb(text_violations, use_text),
    cm.UseFeat: Verb(feat_violations, use_feat),
    cm.ChooseTeamAbility: Verb(choice_violations, choose_ability),
    cm.AdjustDial: Verb(dial_violations, adjust_dial),
    cm.RemoveElement: Verb(removal_violations, remove),
    **HANDS.verbs,
    cm.TurnEventDial: Verb(event_dial_violations, turn_event_dial),
    cm.ProposeEnd: Verb(proposal_violations, propose),
    cm.EndTurn: Verb(end_violations, declare_end),
    Concede: Verb(concede_violations, concede),
}
