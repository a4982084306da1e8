"""Every verb by the name that rows of data call it."""

from __future__ import annotations

from companion.games.heroclix.attack.answering import (
    Evade,
    GiveToken,
    KnocksBack,
    LendDefense,
    Pierce,
    RedirectHit,
    RefuseTarget,
    RollDamage,
)
from companion.games.heroclix.attack.targeting import Forbid, StrikeAcrossLevels
from companion.games.heroclix.damage.blow import Burst, HealByHitting, HealWhenMateFalls, StrikeBack
from companion.games.heroclix.damage.dial import FallPast, StopDial
from companion.games.heroclix.damage.knockback import GiveWay, StandFirm
from companion.games.heroclix.damage.taking import (
    BoundDamage,
    IgnoreHalf,
    IgnorePushing,
    Insist,
    NotDamaged,
    Reduce,
    ReduceByRoll,
    Transfer,
)
from companion.games.heroclix.moves.carrying import CarryFriend
from companion.games.heroclix.moves.gaits import BreakAway, Gait, StandardSymbols, Uncounted
from companion.games.heroclix.position.in_hand import HoldObjects
from companion.games.heroclix.position.lines import Hide, SeeThroughHindering, Sharpshoot, ShootPast
from companion.games.heroclix.position.reckoning import BorrowValue, CoverFire, KeepValues, RaiseDealt, RaiseTotal
from companion.games.heroclix.position.rolls import Reroll
from companion.games.heroclix.position.verb import ModifyValue, Verb
from companion.games.heroclix.powers.altering import BeyondCounter, Counter, LetUse, MarkCard, ModifyForAWhile
from companion.games.heroclix.powers.control import TakeControl
from companion.games.heroclix.powers.healing import (
    ExtraAction,
    Heal,
    HealFriend,
    HealTeammate,
    HurtNeighbours,
    PushAway,
    ShedToken,
)
from companion.games.heroclix.powers.making import (
    AttackAgain,
    AttackAllAround,
    AttackArea,
    AttackEach,
    AttackTwice,
    Explode,
    MakeAttack,
    StrikeHarder,
)
from companion.games.heroclix.powers.moving import AttackOnTheWay, MoveFreely, MoveThenAttack
from companion.games.heroclix.powers.placing import PlaceMarkers, PlaceOther
from companion.games.heroclix.turns.clock import RollEachTurn, TurnDialAt

VERBS: dict[str, type[Verb]] = {
    "attack_again": AttackAgain,
    "attack_all_around": AttackAllAround,
    "attack_area": AttackArea,
    "attack_each": AttackEach,
    "attack_on_the_way": AttackOnTheWay,
    "attack_twice": AttackTwice,
    "beyond_counter": BeyondCounter,
    "borrow_value": BorrowValue,
    "bound_damage": BoundDamage,
    "break_away": BreakAway,
    "burst": Burst,
    "carry_friend": CarryFriend,
    "counter": Counter,
    "cover_fire": CoverFire,
    "evade": Evade,
    "explode": Explode,
    "extra_action": ExtraAction,
    "fall_past": FallPast,
    "forbid": Forbid,
    "gait": Gait,
    "give_token": GiveToken,
    "give_way": GiveWay,
    "heal": Heal,
    "heal_by_hitting": HealByHitting,
    "heal_friend": HealFriend,
    "heal_teammate": HealTeammate,
    "heal_when_mate_falls": HealWhenMateFalls,
    "hide": Hide,
    "hold_objects": HoldObjects,
    "hurt_neighbours": HurtNeighbours,
    "ignore_half": IgnoreHalf,
    "ignore_pushing": IgnorePushing,
    "insist": Insist,
    "keep_values": KeepValues,
    "knocks_back": KnocksBack,
    "lend_defense": LendDefense,
    "let_use": LetUse,
    "make_attack": MakeAttack,
    "mark_card": MarkCard,
    "modify_for_a_while": ModifyForAWhile,
    "modify_value": ModifyValue,
    "move_freely": MoveFreely,
    "move_then_attack": MoveThenAttack,
    "not_damaged": NotDamaged,
    "pierce": Pierce,
    "place_markers": PlaceMarkers,
    "place_other": PlaceOther,
    "push_away": PushAway,
    "raise_dealt": RaiseDealt,
    "raise_total": RaiseTotal,
    "redirect_hit": RedirectHit,
    "reduce": Reduce,
    "reduce_by_roll": ReduceByRoll,
    "refuse_target": RefuseTarget,
    "reroll": Reroll,
    "roll_damage": RollDamage,
    "roll_each_turn": RollEachTurn,
    "see_through_hindering": SeeThroughHindering,
    "sharpshoot": Sharpshoot,
    "shed_token": ShedToken,
    "shoot_past": ShootPast,
    "stand_firm": StandFirm,
    "standard_symbols": StandardSymbols,
    "stop_dial": StopDial,
    "strike_across_levels": StrikeAcrossLevels,
    "strike_back": StrikeBack,
    "strike_harder": StrikeHarder,
    "take_control": TakeControl,
    "transfer": Transfer,
    "turn_dial_at": TurnDialAt,
    "uncounted": Uncounted,
}
