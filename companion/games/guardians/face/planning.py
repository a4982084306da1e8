"""Counsel of the Strategy: the cards that gain a hero something now, two where two may be played (GC-TURN-02).

left    healing of what is hurt, numbers above nothing that work all turn      what costs an action is not counted
right   the technique's numbers, added up                                       (GC-CARD-05, GC-CARD-26)
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.face import Counsel
from companion.core.flow import ChoiceRequest
from companion.core.phrases import say
from companion.games.guardians.content.kinds import STATS, Effect, Prefix
from companion.games.guardians.play.turns import PLAN
from companion.games.guardians.state import Figure, State

ADDING = frozenset({"bonus", "damage", "absorb", "brace", "dice", "ease"})  # verbs whose amount counts all turn


def planned(state: State, request: ChoiceRequest) -> Counsel | None:
    """Return the cards that gain most, no card twice; ``None``: another question, or none gains anything."""
    if request.purpose != PLAN or request.piece is None:
        return None
    hero, chosen = state.who(request.piece), list[str]()
    while len(chosen) < request.at_most:
        cards = {option.partition(":")[2] for option in chosen}
        free = [option for option in request.options if option.partition(":")[2] not in cards]
        best = max(free, key=lambda option: gained(state, hero, option), default="")
        if not best or gained(state, hero, best) <= 0:
            break
        chosen.append(best)
        hero = replace(hero, damage=max(0, hero.damage - _healed(state, hero, best)))  # nothing is healed twice
    return Counsel(tuple(chosen), say("cards_gain")) if chosen else None


def gained(state: State, hero: Figure, option: str) -> int:
    """Return what a card gains the hero on that side just now; a wound nothing."""
    side, _, name = option.partition(":")
    card = state.content.cards.get(name)
    if card is None:
        return 0
    if side == "right":
        return sum(getattr(card.technique, stat) for stat in STATS if hasattr(card.technique, stat))
    effects = card.special.effects if card.special is not None else ()
    is_free = card.special is not None and card.special.prefix is Prefix.PERMANENT
    return _healed(state, hero, option) + sum(map(_adds, effects if is_free else ()))


def _healed(state: State, hero: Figure, option: str) -> int:
    """Return what a card heals of the hero on that side: no more than is hurt."""
    side, _, name = option.partition(":")
    card = state.content.cards.get(name)
    if side != "left" or card is None:
        return 0
    effects = card.special.effects if card.special is not None else ()
    own = sum(one.amount for one in effects if one.verb == "heal" and one.whom == "self")
    return hero.damage if card.weakness else min(own, hero.damage)


def _adds(effect: Effect) -> int:
    """Return what an effect adds to the hero's side."""
    if effect.verb not in ADDING:
        return 0
    return -effect.amount if effect.whom.endswith("enemies") else effect.amount
