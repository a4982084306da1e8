"""Striking: who speaks before the roll, how it comes out (HC-ATK-05), who speaks after it, what is dealt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.dice import DiceRequest
from companion.core.events import ChoiceRequested, DiceRequested
from companion.core.flow import ChoiceRequest
from companion.core.ids import RuleId
from companion.games.heroclix.attack.power_events import AttackDropped
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.events import AttackRolled, DamageDivided
from companion.games.heroclix.powers.events import PowerUsed
from companion.games.heroclix.powers.holding import active, active_of, is_active
from companion.games.heroclix.powers.verbs.evade import Evade
from companion.games.heroclix.powers.verbs.forbid import Forbid
from companion.games.heroclix.powers.verbs.insist import Insist
from companion.games.heroclix.powers.verbs.refuse_target import RefuseTarget
from companion.games.heroclix.powers.verbs.replace_value import lenders_of, lending_power
from companion.games.heroclix.state import Attack, State

__all__ = ["DIVIDE", "ROLL", "compare", "divide_events", "parse_division", "strike_events"]

ROLL = RuleId("HC-ATK-05")
DIVIDE = RuleId("HC-RNG-10")


def strike_events(state: State, edition: Edition, attack: Attack) -> tuple[Any, ...]:
    """The attack roll, once every power that speaks before it has spoken."""
    if not attack.targets:
        return (AttackDropped(attack.attacker),)
    attacker = state.piece(attack.attacker)
    ignored = {name for _, verb in active(state, edition, attacker, Forbid) for name in verb.ignores}
    for target in attack.targets:
        piece = state.piece(target.piece)
        for power, _ in active(state, edition, piece, RefuseTarget):
            if (piece.id, power) not in attack.answered and power not in ignored:
                return (PowerUsed(piece.id, power, (attack.attacker,)),)
        for lender in lenders_of(state, edition, piece):
            power = lending_power(state, edition, piece, lender)
            if (piece.id, power) not in attack.answered:
                return (PowerUsed(piece.id, power),)
    return (DiceRequested(DiceRequest(state.flow.next_id(), ("d6", "d6"), attacker.seat, ROLL, attack.attacker)),)


def compare(attack: Attack, faces: tuple[int, int]) -> AttackRolled:
    """How the one roll comes out for each target (HC-ATK-05, -16, HC-RNG-09); who is missed is dealt nothing
    (HC-ATK-06). 1-1 always misses, 6-6 always hits (HC-ATK-08, -10)."""
    total = attack.attack + sum(faces)
    sure = {(1, 1): False, (6, 6): True}.get(faces)
    hits = tuple(one.piece for one in attack.targets if (total >= one.defense if sure is None else sure))
    misses = tuple(one.piece for one in attack.targets if one.piece not in hits)
    return AttackRolled(faces, total, hits, misses)


def divide_events(state: State, edition: Edition, attack: Attack) -> tuple[Any, ...]:
    """The division of the damage among the targets hit: by itself for one target (HC-RNG-11), else asked for.

    Whoever may evade the hit does so before (HC-ATK-07), and what the attack deals is settled.
    """
    attacker = state.piece(attack.attacker)
    for hit in attack.hits if not is_active(state, edition, attacker, Insist) else ():
        for power, _ in active(state, edition, state.piece(hit), Evade):
            if (hit, power) not in attack.answered:
                return (PowerUsed(hit, power),)
    if attack.hits and attack.power and (attacker.id, attack.power) not in attack.answered and attacker.spaces:
        for _, verb in active_of(state, edition, attacker, attack.power):
            if verb.after_hit:
                return (PowerUsed(attacker.id, attack.power, attack.hits),)
    if attack.whole or len(attack.hits) <= 1 or attack.damage == 0 or attack.harmless:
        often = dict(attack.times)
        return (_divided(attack, [attack.damage * often.get(hit, 1) for hit in attack.hits]),)
    seat = attacker.seat
    options = tuple("/".join(map(str, parts)) for parts in _partitions(attack.damage, len(attack.hits)))
    return (ChoiceRequested(ChoiceRequest(state.flow.next_id(), seat, DIVIDE, options, piece=attack.attacker)),)


def parse_division(attack: Attack, option: str) -> DamageDivided:
    """The division a choice such as ``3/1`` stands for, in the order of the hits."""
    return _divided(attack, [int(part) for part in option.split("/")])


def _divided(attack: Attack, parts: list[int]) -> DamageDivided:
    if attack.harmless:  # HC-DMG-05: nothing adds to no damage
        return DamageDivided(())
    bonus = 1 if attack.is_critical_hit else 0  # HC-ATK-11, on 0 damage too (HC-DMG-06); AMB-14: after dividing
    return DamageDivided(tuple((piece, part + bonus) for piece, part in zip(attack.hits, parts, strict=True)))


def _partitions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to write ``total`` as that many whole numbers, the first one largest first (EX-RNG-02)."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _partitions(total - first, parts - 1):
            yield (first, *rest)
