"""Every verb by the name that rows of data call it."""

from __future__ import annotations

from companion.games.heroclix.powers.verbs.alter import ModifyForAWhile
from companion.games.heroclix.powers.verbs.answering import Burst
from companion.games.heroclix.powers.verbs.area_attack import AttackAllAround, AttackArea, Explode
from companion.games.heroclix.powers.verbs.attack_twice import AttackTwice
from companion.games.heroclix.powers.verbs.carry import CarryFriend
from companion.games.heroclix.powers.verbs.control import TakeControl
from companion.games.heroclix.powers.verbs.counter import BeyondCounter, Counter
from companion.games.heroclix.powers.verbs.endure import BoundDamage, FallPast, NotDamaged, StopDial
from companion.games.heroclix.powers.verbs.evade import Evade
from companion.games.heroclix.powers.verbs.extra_action import ExtraAction
from companion.games.heroclix.powers.verbs.forbid import Forbid
from companion.games.heroclix.powers.verbs.gait import (
    BreakAway,
    Gait,
    StandardSymbols,
    StrikeAcrossLevels,
    Uncounted,
)
from companion.games.heroclix.powers.verbs.heal import Heal, HealByHitting, HealFriend
from companion.games.heroclix.powers.verbs.hide import Hide
from companion.games.heroclix.powers.verbs.hold_objects import HoldObjects
from companion.games.heroclix.powers.verbs.hurt import HurtNeighbours
from companion.games.heroclix.powers.verbs.insist import Insist
from companion.games.heroclix.powers.verbs.knock_back import GiveWay, KnocksBack, PushAway, StandFirm
from companion.games.heroclix.powers.verbs.let_use import LetUse
from companion.games.heroclix.powers.verbs.make_attack import AttackEach, MakeAttack
from companion.games.heroclix.powers.verbs.mark_card import MarkCard
from companion.games.heroclix.powers.verbs.mates import HealTeammate, HealWhenMateFalls, StrikeBack
from companion.games.heroclix.powers.verbs.modify_value import ModifyValue
from companion.games.heroclix.powers.verbs.moment import TurnDialAt
from companion.games.heroclix.powers.verbs.move_and_attack import AttackOnTheWay, MoveFreely, MoveThenAttack
from companion.games.heroclix.powers.verbs.move_other import PlaceOther
from companion.games.heroclix.powers.verbs.pierce import GiveToken, Pierce, StrikeHarder
from companion.games.heroclix.powers.verbs.place_marker import PlaceMarkers
from companion.games.heroclix.powers.verbs.pushing import IgnorePushing
from companion.games.heroclix.powers.verbs.raising import RaiseDealt, RaiseTotal
from companion.games.heroclix.powers.verbs.redirect_hit import RedirectHit
from companion.games.heroclix.powers.verbs.reduce import IgnoreHalf, Reduce, ReduceByRoll
from companion.games.heroclix.powers.verbs.refuse_target import RefuseTarget
from companion.games.heroclix.powers.verbs.replace_value import LendDefense, RollDamage
from companion.games.heroclix.powers.verbs.reroll import Reroll
from companion.games.heroclix.powers.verbs.several_attacks import AttackAgain
from companion.games.heroclix.powers.verbs.sharpshoot import Sharpshoot, ShootPast
from companion.games.heroclix.powers.verbs.shed_token import ShedToken
from companion.games.heroclix.powers.verbs.teamwork import BorrowValue, CoverFire, KeepValues, SeeThroughHindering
from companion.games.heroclix.powers.verbs.transfer import Transfer
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.powers.verbs.weather import RollEachTurn

__all__ = ["VERBS"]

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
