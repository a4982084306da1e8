"""Values: a figure's characteristics now, and every effect in force on it, each with its source.

printed + techniques (right) + tokens + effects (left, innate, begun)    never below 0 (GC-CHAR-12, GC-CHAR-13)
In an attack roll techniques are dice: power dice for a bonus, combat dice fewer for a penalty (GC-CARD-15, -16).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.reckoning import Contribution, Reckoning, plus, reckon
from companion.core.rules import Violation, violation
from companion.games.guardians.content.dice import COMBAT, POWER
from companion.games.guardians.content.kinds import ATTACK, DEFENSE, HEALTH, Effect, Prefix, Technique
from companion.games.guardians.content.verbs import PASSIVE, REACTIONS
from companion.games.guardians.state import Figure, State

INNATE = "innate"
MELEE, RANGED = "melee", "ranged"


@dataclass(frozen=True, slots=True)
class InForce:
    """An effect that counts now: what it comes from, and whose it is."""

    source: str
    owner: Figure
    effect: Effect


def own_effects(state: State, figure: Figure) -> Iterator[InForce]:
    """Generate a figure's own effects: its innate power, permanent cards, what it began (GC-CARD-20, GC-VILL-04)."""
    for effect in state.sheet(figure).power:
        yield InForce(INNATE, figure, effect)
    for card in (*figure.left, *figure.right):
        wound = state.content.wounds.get(card)
        if wound is not None:
            yield from (InForce(card, figure, effect) for effect in wound.effects)
    for card in figure.left:
        row = state.content.cards.get(card)
        if row is not None and row.special is not None and row.special.prefix is Prefix.PERMANENT:
            yield from (InForce(card, figure, effect) for effect in row.special.effects)
    for card, effect in figure.begun:
        yield InForce(card, figure, effect)


def reaches(state: State, owner: Figure, whom: str, figure: Figure) -> bool:
    """Whether an effect of its owner on these reaches the figure."""
    if whom in ("self", "target"):
        return owner.id == figure.id
    near, _, group = whom.rpartition("_")
    if state.are_enemies(owner.side, figure.side) != (group == "enemies"):
        return False
    if near == "zone":
        return figure.zone is not None and owner.zone == figure.zone
    if near == "adjacent":
        return owner.at is not None and figure.at in state.ground.near(owner.at, state.open_doors)
    return True


def effects_on(state: State, figure: Figure, verb: str) -> Iterator[InForce]:
    """Every effect of that verb in force on the figure, whoever it comes from."""
    for held in state.once("effects", lambda: _in_force(state)).get(verb, ()):
        owner = held.owner
        if (owner.at is not None or owner.id == figure.id) and reaches(state, owner, held.effect.whom, figure):
            yield held


def _in_force(state: State) -> dict[str, list[InForce]]:
    """Return the lasting effects of every figure, by verb."""
    found: dict[str, list[InForce]] = {}
    for owner in state.figures:
        for held in own_effects(state, owner) if not owner.out else ():
            if held.effect.verb in PASSIVE or held.effect.verb in REACTIONS:
                found.setdefault(held.effect.verb, []).append(held)
    return found


def techniques(state: State, figure: Figure) -> Iterator[tuple[str, Technique]]:
    """The techniques in play: of power cards on the right, of wound cards wherever they lie (GC-CARD-13)."""
    for card in figure.right:
        row = state.content.cards.get(card)
        if row is not None and row.technique is not None:
            yield card, row.technique
    for card in (*figure.left, *figure.right):
        if card in state.content.wounds:
            yield card, state.content.wounds[card].technique


def current(state: State, figure: Figure, stat: str, *, in_attack: bool = False) -> Reckoning:
    """A characteristic with its terms (GC-CHAR-12); ``in_attack`` leaves techniques out: they are dice there."""
    parts: list[Contribution] = []
    if not in_attack and stat != HEALTH:
        for card, technique in techniques(state, figure):
            if amount := getattr(technique, stat):
                parts.append(plus(amount, card, figure.id))
    for held in effects_on(state, figure, "bonus"):
        if held.effect.stat == stat:
            parts.append(plus(held.effect.amount, held.source, held.owner.id))
    for source, tokens in (("tokens", figure.tokens), ("team_up", figure.team_up)):
        if amount := figure.count(tokens, stat):
            parts.append(plus(amount, source, figure.id))
    if stat == DEFENSE and figure.difficulty:
        parts.append(plus(figure.difficulty, "difficulty", figure.id))  # GC-SOLO-06
    return reckon(state.sheet(figure).printed(stat), parts)


def value(state: State, figure: Figure, stat: str) -> int:
    """Return the characteristic as it is now."""
    return current(state, figure, stat).value


def is_against(state: State, effect: Effect, target: Figure | None) -> bool:
    """Whether an effect that is meant for some foes counts against this one (GC-CHAR-08)."""
    sheet = state.sheet(target) if target is not None else None
    return not effect.foe or (sheet is not None and effect.foe in (sheet.type, sheet.kind.value, sheet.id))


def attack_effects(state: State, figure: Figure, verb: str, manner: str, target: Figure | None) -> Iterator[InForce]:
    """The effects of a verb that count in this attack."""
    for held in effects_on(state, figure, verb):
        if held.effect.manner in ("any", manner) and is_against(state, held.effect, target):
            yield held


def pool_of(state: State, figure: Figure, manner: str, target: Figure | None) -> dict[str, int]:
    """The dice of an attack roll, ATTACK combat dice and more (GC-CHAR-02, GC-ATK-05, GC-CARD-15, GC-CARD-16)."""
    more = more_dice(state, figure, manner, target)
    combat = current(state, figure, ATTACK, in_attack=True).value + sum(part.amount for part in more[COMBAT])
    return {COMBAT: max(0, combat), POWER: max(0, sum(part.amount for part in more[POWER]))}


def more_dice(state: State, figure: Figure, manner: str, target: Figure | None) -> dict[str, tuple[Contribution, ...]]:
    """Return what adds to the dice of an attack roll, and takes away, besides ATTACK itself, by their kinds."""
    combat: list[Contribution] = []
    power: list[Contribution] = []
    for card, technique in techniques(state, figure):
        if technique.attack:
            (power if technique.attack > 0 else combat).append(plus(technique.attack, card, figure.id))
    for verb, dice in (("combat_dice", combat), ("dice", power)):
        effects = attack_effects(state, figure, verb, manner, target)
        dice += (plus(held.effect.amount, held.source, held.owner.id) for held in effects)
    return {COMBAT: tuple(combat), POWER: tuple(power)}


def forbidden(state: State, figure: Figure, deed: str) -> Iterator[Violation]:
    """Generate why the figure may not move, attack, test or use powers: each effect by the rule that keeps it."""
    for held in effects_on(state, figure, "forbid"):
        if held.effect.what != deed:
            continue
        if held.source in state.content.wounds:
            yield violation("GC-WOUND-12", figure.id, source=held.source)
        elif held.source == INNATE:
            yield violation("GC-CHAR-07", figure.id, piece=held.owner.id)
        else:
            yield violation("GC-CARD-08", figure.id, piece=held.owner.id, card=held.source)


def action_count(state: State, figure: Figure, usual: int) -> int:
    """The actions of an activation (GC-ACT-05)."""
    return max(0, usual + sum(held.effect.amount for held in effects_on(state, figure, "actions")))
