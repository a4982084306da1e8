"""The attack, told from its declaration to its last consequence.

targets (HX-TGT) ─> roll, total (HX-ROLL) ─> hits and misses, evasions (HX-HIT) ─> what is dealt (HX-DMG) ─> knock back
                                             the newer edition tells seven steps (HX-ATK-05): hits are settled, knock
                                             back is offered, the attack is resolved; then two ones hurt
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.board.squares import parse_square
from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.core.reckoning import Contribution
from companion.games.heroclix.attack.answering import (
    Becomes,
    Evade,
    KnocksBack,
    RefuseTarget,
    lenders_of,
    lending_power,
    redirecting,
)
from companion.games.heroclix.attack.declaring import AttackCommand, decide_attack, declare_events
from companion.games.heroclix.damage.blow import (
    HealByHitting,
    StrikeBack,
    deal_back,
    knock_back,
    place_token,
    suffer,
)
from companion.games.heroclix.damage.dial import healed
from companion.games.heroclix.damage.knockback import ignores_knock_back
from companion.games.heroclix.damage.taking import Insist
from companion.games.heroclix.events.attack import (
    AttackDropped,
    AttackResolved,
    AttackRolled,
    AttackShaped,
    DamageDivided,
    HitsSettled,
    KnockBackGained,
)
from companion.games.heroclix.events.damage import KnockBackSettled
from companion.games.heroclix.events.powers import PowerUsed
from companion.games.heroclix.position.happening import happen, resolve, use
from companion.games.heroclix.position.holding import active, active_of, ignores
from companion.games.heroclix.position.reckoning import RaiseDealt, RaiseTotal
from companion.games.heroclix.position.rolls import throw_dice
from companion.games.heroclix.position.verb import Verb
from companion.games.heroclix.state.attack import Attack, AttackKind, Blow, DamageKind, Target
from companion.games.heroclix.state.state import Piece, State
from companion.games.heroclix.turns.acting import finish

ROLL = RuleId("HC-ATK-05")
DIVIDE = RuleId("HC-RNG-10")
OFFER = RuleId("HX-KB-03")


def attack(t: Teller[State], command: AttackCommand) -> Script[None]:
    """The action, the attack, and what the power that the action activates lets follow."""
    attacker, power = t.state.piece(command.attacker), command.power
    follows = any(verb.follows for _, verb in active_of(t.state, attacker, power))
    used = [PowerUsed(attacker.id, power)] if follows else []
    happen(t, *used, *decide_attack(t.state, command))
    yield from strike(t)
    for following in used:
        yield from resolve(t, following)
    yield from finish(t, attacker.id)


def make_attack(
    t: Teller[State],
    attacker: Piece,
    targets: tuple[PieceId, ...],
    kind: AttackKind,
    shape: AttackShaped | None = None,
    *more: Contribution,
    better: Contribution | None = None,
) -> Script[None]:
    """An attack that an effect makes: it is no action, so that no power joins it (HC-ACT-17, HX-ATK-01)."""
    happen(t, *declare_events(t.state, attacker, targets, kind, shape, *more, better=better))
    yield from strike(t)


def strike(t: Teller[State]) -> Script[None]:
    """The attack that was declared: one roll for all its targets (HX-ROLL-01), and what comes of it.

    Each target may still become an illegal one (HX-TGT-07, AMB-58); with none left no roll is made (HX-TGT-08), else
    the others are attacked (HX-TGT-09).
    """
    while True:
        while (called := _escape(t.state)) is not None:
            yield from use(t, called)
        attack = attack_of(t.state)
        if not attack.targets:
            happen(t, AttackDropped(attack.attacker))
            return
        thrown = yield from throw_dice(t, t.state.piece(attack.attacker), t.state.edition.rule(ROLL), 2, themed=True)
        if thrown.again is None:
            break
        yield from place_token(t, thrown.again)  # and the push it may bring; then the same roll anew (HC-THEME-09)
    happen(t, compared(t.state, (thrown.faces[0], thrown.faces[1])))
    if attack_of(t.state).hits:
        yield from _hit(t)
    yield from _conclude(t)


def _escape(state: State) -> PowerUsed | None:
    """The next power that speaks before the roll: a target may cease to be one, who became the target stays it
    (HX-HIT-06); or it lends itself a friend's defense."""
    attack = attack_of(state)
    attacker = state.piece(attack.attacker)
    beside = () if attack.whole else dict(attack.times)  # who is no target, but stands beside one
    for target in attack.targets:
        piece = state.piece(target.piece)
        if piece.id not in attack.chosen and piece.id not in beside:
            escapes = [power for power, _ in redirecting(state, piece, Becomes.TARGET)]
            escapes += [power for power, _ in active(state, piece, RefuseTarget)]
            for power in escapes:
                if (piece.id, power) not in attack.answered and not ignores(state, attacker, power):
                    return PowerUsed(piece.id, power, (attack.attacker,))
        for lender in lenders_of(state, piece):
            power = lending_power(state, piece, lender)
            if (piece.id, power) not in attack.answered:
                return PowerUsed(piece.id, power)
    return None


def compared(state: State, faces: tuple[int, int]) -> AttackRolled:
    """Compare the roll, with terms added once nobody throws again (HX-ROLL-03); a target that the push for its
    own re-roll knocked out is hit no more (HC-DMG-12).
    """
    attack = attack_of(state)
    raising = active(state, state.piece(attack.attacker), RaiseTotal)
    more = sum(verb.amount for _, verb in raising if verb.attack.covers(attack.kind))
    rolled = compare(attack, faces, more)
    hits = tuple(hit for hit in rolled.hits if not state.piece(hit).ko)
    defenses = tuple(attack.target(piece).defense for piece in (*hits, *rolled.misses))
    return replace(rolled, hits=hits, defenses=defenses)


def compare(attack: Attack, faces: tuple[int, int], more: int = 0) -> AttackRolled:
    """Compare the one roll with each target (HC-ATK-05, -16, HC-RNG-09, HX-ROLL-02, HX-HIT-01, -02); a missed one
    is dealt nothing (HC-ATK-06). 1-1 always misses, 6-6 always hits (HC-ATK-08, -10, HX-HIT-08, -10).
    """
    total = attack.attack + sum(faces) + more
    sure = None if attack.plain else {(1, 1): False, (6, 6): True}.get(faces)
    hits = tuple(target.piece for target in attack.targets if (total >= target.defense if sure is None else sure))
    if attack.times and not attack.whole:  # those beside a target share its fate: they are hit with it alone
        beside = dict(attack.times)
        struck = [target for target in attack.targets if target.piece in hits and target.piece not in beside]
        hits = tuple(hit for hit in hits if hit not in beside or any(_touch(attack.target(hit), one) for one in struck))
    misses = tuple(target.piece for target in attack.targets if target.piece not in hits)
    return AttackRolled(faces, total, hits, misses)


def _touch(one: Target, other: Target) -> bool:
    """Whether the two stand beside each other, by their squares in the attack."""
    (column, row), (across, down) = parse_square(one.end), parse_square(other.end)
    return max(abs(column - across), abs(row - down)) <= 1


def _hit(t: Teller[State]) -> Script[None]:
    """Resolve the hits: first those who may turn a hit away (HC-ATK-07), then what being hit brings, before damage
    (HX-HIT-04); then the damage is divided and dealt, and those whom it throws are thrown.
    """
    yield from _turn_away(t)
    attack = attack_of(t.state)
    if t.state.edition.attack.hits.settled:  # HX-HIT-03
        misses = tuple(target.piece for target in attack.targets if target.piece not in attack.hits)
        happen(t, HitsSettled(attack.hits, misses))
        if not attack.hits:  # all are missed, nothing is dealt
            return
    attacker = t.state.piece(attack.attacker)
    is_new = attack.power and (attacker.id, attack.power) not in attack.answered
    verbs = active_of(t.state, attacker, attack.power)
    if attack.hits and is_new and attacker.spaces and any(verb.after_hit for _, verb in verbs):
        yield from use(t, PowerUsed(attacker.id, attack.power, attack.hits))
        if not t.state.edition.attack.hits.settled:  # a token may have pushed it to a click that evades
            yield from _turn_away(t)
    while (joining := _joining(t.state)) is not None:
        yield from use(t, joining)
    if (gained := _gained(t.state)) is not None:
        happen(t, gained)
    yield from _deal(t)


def _turn_away(t: Teller[State]) -> Script[None]:
    while (called := _turning_away(t.state)) is not None:
        yield from use(t, called)


def _joining(state: State) -> PowerUsed | None:
    """The next power of the attacker that may join an attack that has hit, though no action activated it."""
    attack = attack_of(state)
    attacker = state.piece(attack.attacker)
    for power, verb in active(state, attacker, Verb) if attack.hits and attacker.spaces else ():
        is_new = power != attack.power and (attacker.id, power) not in attack.answered
        if is_new and not attack.harmless and verb.joins(attack.kind):
            return PowerUsed(attacker.id, power, attack.hits)
    return None


def _turning_away(state: State) -> PowerUsed | None:
    """The next power by which a piece turns its hit away; who became hit cannot (HX-HIT-05..07, HX-HIT-12)."""
    attack = attack_of(state)
    if attack.is_critical_hit and not state.edition.attack.hits.critical_evadable:
        return None
    sure = any(verb.sure for _, verb in active(state, state.piece(attack.attacker), Insist))
    for hit in attack.hits:
        piece = state.piece(hit)
        for power, verb in (*active(state, piece, Evade), *redirecting(state, piece, Becomes.HIT)):
            barred = sure and isinstance(verb, Evade)
            if hit not in attack.sure and (hit, power) not in attack.answered and not barred:
                return PowerUsed(hit, power)
    return None


def _gained(state: State) -> KnockBackGained | None:
    """The ability to knock back, where it is one: by doubles or a power; twice is no more than once (HX-KB-04, -05)."""
    attack = attack_of(state)
    if not state.edition.attack.knock_back.keyword or attack.knocks or not attack.hits:
        return None
    attacker = state.piece(attack.attacker)
    for power, verb in active(state, attacker, KnocksBack):
        if verb.attack.covers(attack.kind):
            return KnockBackGained(attacker.id, power)
    return KnockBackGained(attacker.id, "doubles") if attack.is_double else None


def _deal(t: Teller[State]) -> Script[None]:
    """The damage is divided among those hit: by itself for one (HC-RNG-11), else the attacker says how; then it is
    dealt in the order of the targets, and knocks back from the farthest to the nearest (HC-KB-01, -07)."""
    attack = attack_of(t.state)
    attacker = t.state.piece(attack.attacker)
    parts = undivided(attack)
    if parts is None:
        beside = dict(attack.times)
        sharing = [hit for hit in attack.hits if hit not in beside]
        options = tuple("/".join(map(str, parts)) for parts in _partitions(attack.damage, len(sharing)))
        answer = yield from t.choose(attacker.seat, t.state.edition.rule(DIVIDE), options, attacker.id)
        shares = iter((answer or options)[0].split("/"))
        parts = [beside[hit] if hit in beside else int(next(shares)) for hit in attack.hits]
    dealt = divided(t.state, attack, parts)
    happen(t, dealt)
    borne = list[tuple[PieceId, int]]()
    for piece, amount in dealt.dealt:
        kind, rule = DamageKind.ATTACK, RuleId("HC-DMG-01")
        blow = Blow(piece, amount, kind, rule, attacker.seat, penetrating=attack.penetrating)
        borne.append((yield from suffer(t, blow)))
    if t.state.edition.attack.knock_back.keyword:  # HX-KB-02, -03: offered in a step of its own, after all damage
        if attack.knocks and dealt.dealt:
            yield from _offer_knock_back(t)
    elif attack.is_double or attack.knocks:
        lines = {aim.piece: (aim.start, aim.end) for aim in attack.targets}
        far = [-t.state.table.board.distance(*lines[piece]) for piece, _ in dealt.dealt]
        for _, (piece, taken) in sorted(zip(far, borne, strict=True), key=lambda pair: pair[0]):
            if taken:  # HC-KB-04
                yield from _knock(t, piece, taken)


def undivided(attack: Attack) -> list[int] | None:
    """Return the damage of each piece that is hit, where nobody has to divide it (HC-RNG-11, HX-DMG-02, -03); else
    ``None``.
    """
    beside = {} if attack.whole else dict(attack.times)  # who is dealt damage of its own
    if beside and sum(hit not in beside for hit in attack.hits) <= 1:
        return [beside.get(hit, attack.damage) for hit in attack.hits]
    if attack.whole or len(attack.hits) <= 1 or attack.damage == 0 or attack.harmless:
        often = dict(attack.times)
        return [attack.damage * often.get(hit, 1) for hit in attack.hits]
    return None


def _knock(t: Teller[State], piece: PieceId, squares: int) -> Script[None]:
    attack = attack_of(t.state)
    aim = attack.target(piece)
    yield from knock_back(t, piece, squares, (aim.start, aim.end), t.state.piece(attack.attacker).seat)


def divided(state: State, attack: Attack, parts: list[int]) -> DamageDivided:
    """Return the damage dealt to each, all at once (HX-DMG-04): its part, then what increases it (HX-DMG-07, -09)."""
    if attack.harmless:  # HC-DMG-05: nothing adds to no damage
        return DamageDivided(())
    bonus = 1 if attack.is_critical_hit else 0  # HC-ATK-11, HX-HIT-11, on 0 damage too (HC-DMG-06); AMB-14
    raising = active(state, state.piece(attack.attacker), RaiseDealt)
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


def _offer_knock_back(t: Teller[State]) -> Script[None]:
    """The attacker knocks back all opponents that its attack damaged, or nobody (HX-KB-03, AMB-49): each by the clicks
    of its own damage, once for this attack (HX-KB-05), the farthest first (HC-KB-07)."""
    attack, pushed = attack_of(t.state), dict[PieceId, int]()
    attacker = t.state.piece(attack.attacker)
    for name, clicks in attack.clicked:
        piece = t.state.piece(name)
        if piece.spaces and clicks and not t.state.is_friend(attacker.seat, piece.seat):
            pushed[name] = pushed.get(name, 0) + clicks
    answer = None
    if any(not ignores_knock_back(t.state, t.state.piece(name)) for name in pushed):
        answer = yield from t.choose(attacker.seat, OFFER, ("knock_back",), attacker.id, optional=True)
    lines = {aim.piece: (aim.start, aim.end) for aim in attack.targets}
    order = sorted(pushed, key=lambda name: -t.state.table.board.distance(*lines[name])) if answer else []
    happen(t, KnockBackSettled(attacker.id, tuple((name, pushed[name]) for name in order)))
    for name in order:
        yield from _knock(t, name, pushed[name])


def _conclude(t: Teller[State]) -> Script[None]:
    """Two ones hurt the attacker (HC-ATK-09, HX-HIT-09), unless no damage is dealt where that spares it (HC-ATK-12);
    where the attack is resolved in a step of its own, after it and what heals by it (HX-ATK-05)."""
    attack, rules = attack_of(t.state), t.state.edition.attack.hits
    yield from _strike_back_missed(t, attack)
    hurts = attack.is_critical_miss and not (attack.harmless and rules.harmless_spares)
    if rules.settled:
        hurts = hurts and bool(t.state.piece(attack.attacker).spaces)
        happen(t, AttackResolved(attack.attacker), *_healed_at_last(t.state, attack))
    if hurts:
        rule = RuleId("HX-HIT-09" if rules.settled else "HC-ATK-09")
        yield from suffer(t, Blow(attack.attacker, 1, DamageKind.UNAVOIDABLE, rule))


def _strike_back_missed(t: Teller[State], attack: Attack) -> Script[None]:
    """Deal the attacker the damage of those it missed, where an effect of theirs says so."""
    missed = [t.state.piece(target.piece) for target in attack.targets if target.piece not in attack.hits]
    for piece in missed:
        attacker = t.state.piece(attack.attacker)
        if piece.spaces and attacker.spaces and not t.state.is_friend(attacker.seat, piece.seat):
            for power, verb in active(t.state, piece, StrikeBack):
                if verb.missed:
                    dealt = verb.dealt(piece.id, power, attacker.id)
                    happen(t, dealt)
                    yield from deal_back(t, dealt, piece.seat)


def _healed_at_last(state: State, attack: Attack) -> tuple[object, ...]:
    """Return the healing that an attack brings once, when it is resolved."""
    attacker = state.piece(attack.attacker)
    if attack.kind is not AttackKind.CLOSE or not attacker.spaces:
        return ()
    hurt = any(not state.is_friend(attacker.seat, state.piece(name).seat) for name, _ in attack.clicked)
    for power, verb in active(state, attacker, HealByHitting) if hurt else ():
        if verb.once and (events := healed(state, attacker, verb.clicks, power)):
            return events
    return ()


def attack_of(state: State) -> Attack:
    """The attack in progress."""
    assert state.attack is not None
    return state.attack
