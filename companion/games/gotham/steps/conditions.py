"""When a row of a skill counts: each word of ``when`` is a question about the deed and the skill's possessor."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.ids import PieceId
from companion.games.gotham.content.settings import MANIPULATION, MELEE, RANGED, THOUGHT, WOUNDS
from companion.games.gotham.content.sheets import VILLAIN
from companion.games.gotham.state import State
from companion.games.gotham.steps.base import reductions
from companion.games.gotham.steps.deed import ACTION, COUNTER, EXPLOSION, RIPOSTE, Deed

Condition = Callable[[State, Deed, PieceId], bool]


def obtained(state: State, deed: Deed) -> int:
    """The successes of the roll, or carried over, that "at least 1" looks at (GO-GEN-09, GO-AMB-12, GO-AMB-04)."""
    if state.settings.success_check == "before":
        return deed.count
    return deed.count + sum(part.amount for _, part in reductions(state, deed))


def _half_wounded(state: State, deed: Deed, piece: PieceId) -> bool:
    """Whether half of the cubes are in the Wound zone, or of the Life Points lost
    (GO-FURY-02, GO-FURY-03, GO-AMB-15).
    """
    figure, sheet = state.who(piece), state.sheet(piece)
    if figure.is_hero:
        return 2 * figure.cubes_at(WOUNDS) >= figure.total_cubes
    return (state.settings.fury == "life" or sheet.kind == VILLAIN) and 2 * (sheet.life - figure.life) >= sheet.life


def _same_zone(state: State, deed: Deed, piece: PieceId) -> bool:
    return deed.target is not None and state.zone_of(deed.piece) == state.zone_of(deed.target)


def _allies_threaten(state: State, deed: Deed, piece: PieceId) -> bool:
    """Allies' threat without one's own, against enemies' with the target's (GO-SNEAK-01..03, GO-AMB-13, GO-AMB-46)."""
    figure = state.who(piece)
    ours = sum(state.sheet(ally.id).threat for ally in state.allies(figure, figure.zone))
    return ours >= sum(state.sheet(enemy.id).threat for enemy in state.enemies(figure, figure.zone))


def _armed_to_shoot(state: State, deed: Deed, piece: PieceId) -> bool:
    """A hero carries a ranged weapon that is not single-use; a lethal one will do (GO-RIPOSTE-05, GO-AMB-50)."""
    figure = state.who(piece)
    cards = [state.card(card) for card in figure.cards]
    return not figure.is_hero or any(card.weapon == RANGED and not card.single_use for card in cards)


CONDITIONS: Mapping[str, Condition] = {
    "melee": lambda state, deed, piece: deed.kind == MELEE,
    "ranged": lambda state, deed, piece: deed.kind == RANGED,
    "attack": lambda state, deed, piece: deed.is_attack,
    "action": lambda state, deed, piece: deed.is_action,
    "explosion": lambda state, deed, piece: deed.kind == EXPLOSION,
    "complex_manipulation": lambda state, deed, piece: deed.kind == MANIPULATION,
    "complex_thought": lambda state, deed, piece: deed.kind == THOUGHT,
    "against_melee": lambda state, deed, piece: deed.against == MELEE,
    "against_ranged": lambda state, deed, piece: deed.against == RANGED,
    "rolled": lambda state, deed, piece: deed.is_rolled,
    "success": lambda state, deed, piece: obtained(state, deed) >= 1,
    "through": lambda state, deed, piece: deed.margin > 0 and not deed.bound,  # GO-ELECTRIC-01, -02, GO-AMB-16
    "would_wound": lambda state, deed, piece: deed.margin > 0,  # before Harmless: GO-AMB-36
    "bind_declared": lambda state, deed, piece: deed.binds,
    "same_zone": _same_zone,
    "allies_threaten": _allies_threaten,
    "half_wounded": _half_wounded,
    "no_free_action": lambda state, deed, piece: deed.way == ACTION,  # GO-CIRCULAR-02, GO-CHAIN-02, GO-BURST-02
    "successes_left": lambda state, deed, piece: deed.remaining > 0,
    "not_a_counter": lambda state, deed, piece: deed.way != COUNTER,  # GO-COUNTER-02
    "not_a_riposte": lambda state, deed, piece: deed.way != RIPOSTE,  # GO-RIPOSTE-02
    "armed_to_shoot": _armed_to_shoot,
    "friend_there": lambda state, deed, piece: bool(state.who(piece).friend),
    "hero": lambda state, deed, piece: state.who(piece).is_hero,
    "no_hero": lambda state, deed, piece: not state.who(piece).is_hero,
    "printed": lambda state, deed, piece: True,  # read by levels.ignored_tokens (GO-AMB-35)
    "named": lambda state, deed, piece: True,  # the mission or another skill names the skill: hooks.holders looks
}
