"""Striking: who speaks before the roll, how it comes out (HC-ATK-05), who speaks after it, what is dealt.

targets (HX-TGT) ─> roll, total (HX-ROLL) ─> hits and misses, evasions (HX-HIT) ─> what is dealt (HX-DMG)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.dice import DiceRequest
from companion.core.events import ChoiceRequested, DiceRequested
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, RuleId
from companion.games.heroclix.attack.declared import AttackKind
from companion.games.heroclix.attack.power_events import AttackDropped
from companion.games.heroclix.attack.step_events import HitsSettled, KnockBackGained
from companion.games.heroclix.attack.turning import turned
from companion.games.heroclix.events import AttackRolled, DamageDivided
from companion.games.heroclix.figures.dial import heal_to
from companion.games.heroclix.powers.events import PowerUsed
from companion.games.heroclix.powers.holding import active, active_of
from companion.games.heroclix.powers.verbs.evade import Evade
from companion.games.heroclix.powers.verbs.forbid import Forbid
from companion.games.heroclix.powers.verbs.heal import HealByHitting
from companion.games.heroclix.powers.verbs.insist import Insist
from companion.games.heroclix.powers.verbs.knock_back import KnocksBack
from companion.games.heroclix.powers.verbs.raising import RaiseDealt, RaiseTotal
from companion.games.heroclix.powers.verbs.redirect_hit import Becomes, RedirectHit
from companion.games.heroclix.powers.verbs.refuse_target import RefuseTarget
from companion.games.heroclix.powers.verbs.replace_value import lenders_of, lending_power
from companion.games.heroclix.state import Attack, Piece, State

__all__ = [
    "DIVIDE",
    "ROLL",
    "compare",
    "conclusion_events",
    "divide_events",
    "parse_division",
    "roll_bonus",
    "strike_events",
]

ROLL = RuleId("HC-ATK-05")
DIVIDE = RuleId("HC-RNG-10")


def strike_events(state: State, attack: Attack) -> tuple[Any, ...]:
    """The attack roll, once every power that speaks before it has spoken: one roll for all targets (HX-ROLL-01).

    Each target may still become an illegal one (HX-TGT-07, AMB-58); with none left no roll is made (HX-TGT-08), else
    the others are attacked (HX-TGT-09).
    """
    if not attack.targets:
        return (AttackDropped(attack.attacker),)
    attacker = state.piece(attack.attacker)
    ignored = {name for _, verb in active(state, attacker, Forbid) for name in verb.ignores}
    for target in attack.targets:
        piece = state.piece(target.piece)
        for power in _escapes(state, attack, piece):
            if (piece.id, power) not in attack.answered and power not in ignored:
                return (PowerUsed(piece.id, power, (attack.attacker,)),)
        for lender in lenders_of(state, piece):
            power = lending_power(state, piece, lender)
            if (piece.id, power) not in attack.answered:
                return (PowerUsed(piece.id, power),)
    rule = state.edition.rule(ROLL)
    return (DiceRequested(DiceRequest(state.flow.next_id(), ("d6", "d6"), attacker.seat, rule, attack.attacker)),)


def _escapes(state: State, attack: Attack, piece: Piece) -> Iterator[str]:
    """The powers by which a target may cease to be one; who became the target stays it (HX-HIT-06)."""
    if piece.id not in attack.chosen:
        yield from (power for power, _ in _redirecting(state, piece.id, Becomes.TARGET))
        yield from (power for power, _ in active(state, piece, RefuseTarget))


def roll_bonus(state: State, attack: Attack) -> int:
    """What effects of the attacker and its targets add to the total once nobody throws again (HX-ROLL-03)."""
    attacker = state.piece(attack.attacker)
    return sum(
        verb.amount for _, verb in active(state, attacker, RaiseTotal) if verb.attack.covers(attack.kind)
    )


def compare(attack: Attack, faces: tuple[int, int], more: int = 0) -> AttackRolled:
    """How the one roll comes out for each target (HC-ATK-05, -16, HC-RNG-09, HX-ROLL-02, HX-HIT-01, -02); who is missed
    is dealt nothing (HC-ATK-06). 1-1 always misses, 6-6 always hits (HC-ATK-08, -10, HX-HIT-08, -10)."""
    total = attack.attack + sum(faces) + more
    sure = None if attack.plain else {(1, 1): False, (6, 6): True}.get(faces)
    hits = tuple(one.piece for one in attack.targets if (total >= one.defense if sure is None else sure))
    misses = tuple(one.piece for one in attack.targets if one.piece not in hits)
    return AttackRolled(faces, total, hits, misses)


def divide_events(state: State, attack: Attack) -> tuple[Any, ...]:
    """The division of the damage among the targets hit: by itself for one target (HC-RNG-11), else asked for.

    Whoever may evade the hit does so before (HC-ATK-07), and what the attack deals is settled.
    """
    attacker = state.piece(attack.attacker)
    if not attack.settled:
        called = _turning_away(state, attack)
        if called is not None:
            return (called,)
        if state.edition.attack.hits.settled:  # HX-HIT-03; what a hit brings comes after it, before damage (HX-HIT-04)
            misses = tuple(one.piece for one in attack.targets if one.piece not in attack.hits)
            return (HitsSettled(attack.hits, misses),)
    if attack.hits and attack.power and (attacker.id, attack.power) not in attack.answered and attacker.spaces:
        for _, verb in active_of(state, attacker, attack.power):
            if verb.after_hit:
                return (PowerUsed(attacker.id, attack.power, attack.hits),)
    gained = _gained(state, attack)
    if gained:
        return gained
    if attack.whole or len(attack.hits) <= 1 or attack.damage == 0 or attack.harmless:  # HX-DMG-02, -03
        often = dict(attack.times)
        return (_divided(state, attack, [attack.damage * often.get(hit, 1) for hit in attack.hits]),)
    seat = attacker.seat
    options = tuple("/".join(map(str, parts)) for parts in _partitions(attack.damage, len(attack.hits)))
    return (
        ChoiceRequested(
            ChoiceRequest(state.flow.next_id(), seat, state.edition.rule(DIVIDE), options, piece=attack.attacker)
        ),
    )


def _turning_away(state: State, attack: Attack) -> PowerUsed | None:
    """The next power by which a piece turns its hit away; who became hit cannot (HX-HIT-05..07, HX-HIT-12)."""
    if attack.is_critical_hit and not state.edition.attack.hits.critical_evadable:
        return None
    sure = any(verb.sure for _, verb in active(state, state.piece(attack.attacker), Insist))
    for hit in attack.hits:
        for power, verb in (
            *active(state, state.piece(hit), Evade),
            *_redirecting(state, hit, Becomes.HIT),
        ):
            barred = sure and isinstance(verb, Evade)
            if hit not in attack.sure and (hit, power) not in attack.answered and not barred:
                return PowerUsed(hit, power)
    return None


def _redirecting(state: State, hit: PieceId, becomes: Becomes) -> Iterator[tuple[str, RedirectHit]]:
    piece = state.piece(hit)
    for name, verb in active(state, piece, RedirectHit):
        if verb.becomes is becomes and any(verb.bearers(state, piece)):
            yield name, verb


def _gained(state: State, attack: Attack) -> tuple[KnockBackGained, ...]:
    """The ability to knock back, where it is one: by doubles or a power; twice is no more than once (HX-KB-04, -05)."""
    if not state.edition.attack.knock_back.keyword or attack.knocks or not attack.hits:
        return ()
    attacker = state.piece(attack.attacker)
    for power, verb in active(state, attacker, KnocksBack):
        if verb.attack.covers(attack.kind):
            return (KnockBackGained(attacker.id, power),)
    return (KnockBackGained(attacker.id, "doubles"),) if attack.is_double else ()


def conclusion_events(state: State, piece: PieceId) -> tuple[Any, ...]:
    """What comes after an attack is resolved besides a critical miss: what heals once by it."""
    attack, attacker = state.attack, state.piece(piece)
    if attack is None or attack.kind is not AttackKind.CLOSE or not attacker.spaces:
        return ()
    hurt = [one for one, _ in attack.clicked if not state.is_friend(attacker.seat, state.piece(one).seat)]
    for power, verb in active(state, attacker, HealByHitting) if hurt else ():
        after = heal_to(attacker.click, verb.clicks, attacker.start_click)
        if verb.once and after != attacker.click:
            return turned(state, attacker, after, power)
    return ()


def parse_division(state: State, attack: Attack, option: str) -> DamageDivided:
    """The division a choice such as ``3/1`` stands for, in the order of the hits."""
    return _divided(state, attack, [int(part) for part in option.split("/")])


def _divided(state: State, attack: Attack, parts: list[int]) -> DamageDivided:
    """What each is dealt, all at once (HX-DMG-04): its part, then what increases damage dealt (HX-DMG-07, -09)."""
    if attack.harmless:  # HC-DMG-05: nothing adds to no damage
        return DamageDivided(())
    attacker = state.piece(attack.attacker)
    bonus = (
        1 if attack.is_critical_hit else 0
    )  # HC-ATK-11, HX-HIT-11, on 0 damage too (HC-DMG-06); AMB-14: after dividing
    raising = active(state, attacker, RaiseDealt)
    bonus += sum(verb.amount for _, verb in raising if verb.attack.covers(attack.kind))
    return DamageDivided(tuple((piece, max(0, part + bonus)) for piece, part in zip(attack.hits, parts, strict=True)))


def _partitions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to write ``total`` as that many whole numbers, the first one largest first (EX-RNG-02)."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _partitions(total - first, parts - 1):
            yield (first, *rest)
