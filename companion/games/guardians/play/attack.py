"""An attack, from its declaration to the push.

declared ─ reactions ─> dice, POW again ─> successes ≥ DEFENSE ─ reactions ─> damage ─> push ─> reactions
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.board.areas.map import zone_of
from companion.core.hooks import Hook, Steps
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.pool import Reroll, reroll, throw
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.guardians import events as ev
from companion.games.guardians.content.dice import COMBAT, POWER, TEST, chance_of_hit, explodes
from companion.games.guardians.content.kinds import DEFENSE, Kind
from companion.games.guardians.play import harm, ways
from companion.games.guardians.play.values import (
    MELEE,
    RANGED,
    InForce,
    attack_effects,
    effects_on,
    forbidden,
    is_against,
    pool_of,
    value,
)
from companion.games.guardians.state import Figure, State

ROLL, PUSH, REACT, REROLL = "GC-ATK-05", "GC-ATK-12", "GC-ATK-14", "GC-CARD-24"
DECLARED, HIT, RESOLVED = "declared", "hit", "resolved"
USE = "use"


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment to which a villain may react: what happened, to whom or where, by whom (GC-VILL-08)."""

    when: str
    whom: str
    by: PieceId | None = None


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack under way."""

    attacker: PieceId
    target: PieceId
    manner: str
    power: int = 0  # power dice besides those of the figure
    raised: int = 0  # DEFENSE against this attack alone
    absorbed: int = 0
    answers: bool = True  # whether the target may strike back


def reach_at_range(state: State, figure: Figure, target: Figure) -> bool:
    """Whether a power lets it attack that target at range (GC-ATK-03, GC-ATK-04)."""
    far = ways.zones_apart(state, figure, target)
    for held in effects_on(state, figure, "ranged"):
        within = not held.effect.zones or (far is not None and far <= held.effect.zones)
        if within and is_against(state, held.effect, target):
            return True
    return False


def manner_of(state: State, figure: Figure, target: Figure, wanted: str = "") -> str:
    """Hand to hand where they are adjacent, else at range, unless it insists."""
    return wanted or (MELEE if ways.is_adjacent(state, figure, target) else RANGED)


def out_of_play(figure: Figure) -> Violation:
    """The rule by which a figure is not on the board: knocked out as its kind is, or taken off it."""
    rules = {Kind.HERO: "GC-WOUND-08", Kind.TEAM_UP: "GC-WOUND-07"}
    rule = rules.get(figure.kind, "GC-WOUND-06") if figure.out else "GC-SETUP-07"
    return violation(rule, figure.id, waivable=False)


def cannot_hit(state: State, figure: Figure, target: Figure, manner: str = "", more: int = 0) -> bool:
    """Whether no roll of that attack, with so many power dice more, reaches DEFENSE."""
    pool = pool_of(state, figure, manner_of(state, figure, target, manner), target)
    pool[POWER] += more
    return not chance_of_hit(state.content.dice, pool, value(state, target, DEFENSE))


def target_violations(
    state: State, figure: Figure, target: Figure | None, wanted: str = "", *, at_range: bool = False, spared: str = ""
) -> Iterator[Violation]:
    """Why that figure cannot be attacked; ``at_range``: what is used lets it, whatever its powers."""
    if target is None:
        yield violation("TW-PIECE-01", waivable=False)
        return
    if target.at is None:
        yield out_of_play(target)
        return
    if not state.are_enemies(figure.side, target.side):
        yield violation("GC-ATK-15", target.id)
    yield from forbidden(state, figure, "attack")
    if wanted not in ("", MELEE, RANGED):
        yield violation("GC-ATK-03", target.id, waivable=False)
        return
    is_adjacent = ways.is_adjacent(state, figure, target)
    if wanted == MELEE or (not at_range and not wanted and is_adjacent):
        if not is_adjacent:
            yield violation("GC-ATK-02", target.id)
            yield from _parted(state, figure, target, spared)
        return
    if at_range or reach_at_range(state, figure, target):
        yield from _line(state, figure, target, melee=False, spared=spared)
        return
    if not wanted:
        yield violation("GC-ATK-02", target.id)
        yield from _parted(state, figure, target, spared)
    is_limited = any(held.effect.zones for held in effects_on(state, figure, "ranged"))
    yield violation("GC-ATK-04" if is_limited else "GC-ATK-03", target.id)
    if is_limited:
        yield from _line(state, figure, target, melee=False, spared=spared)


def _parted(state: State, figure: Figure, target: Figure, spared: str) -> Iterator[Violation]:
    """The walls and closed doors that part two figures who are beside each other but for them (GC-LOS-07)."""
    assert figure.zone is not None and target.zone is not None
    beside = state.ground.next_zones(figure.zone, state.open_doors, past_doors=True, past_walls=True)
    if target.zone in (figure.zone, *beside):
        yield from _line(state, figure, target, melee=True, spared=spared)


def _line(state: State, figure: Figure, target: Figure, *, melee: bool, spared: str) -> Iterator[Violation]:
    assert target.at is not None
    for rule, thing in ways.line_causes(state, figure, target.at, melee=melee, target=target, spared=spared):
        yield violation(rule, target.id, thing=thing)


def owner_of(state: State, figure: Figure) -> Seat:
    """Return the seat that decides for a figure: its player; for villains the First Group (GC-AMB-38)."""
    return figure.seat or state.captain(state.first or state.camps[0])


def strike(t: Teller[State], attack: Strike) -> Script[tuple[Moment, ...]]:
    """Carry an attack out against DEFENSE; what villains may react to comes back (GC-ATK-05..14, GC-CHAR-03)."""
    figure, target = t.state.who(attack.attacker), t.state.who(attack.target)
    pool = pool_of(t.state, figure, attack.manner, target)
    pool[POWER] += attack.power
    needed = value(t.state, target, DEFENSE)
    t.tell(ev.AttackLaunched(figure.id, target.id, attack.manner, pool[COMBAT], pool[POWER], needed))
    attack = yield from REACTIONS.run(t, DECLARED, attack)
    figure, target = t.state.who(attack.attacker), t.state.who(attack.target)
    if figure.out or target.out:
        return ()
    needed = value(t.state, target, DEFENSE) + attack.raised
    successes = yield from _rolled(t, figure, pool, attack, target)
    is_hit = successes >= needed
    t.tell(ev.AttackResult(figure.id, target.id, successes, needed, is_hit))
    moments = [Moment("attacked", target.id, figure.id)]
    if is_hit:
        attack = yield from REACTIONS.run(t, HIT, attack)
        amount = damage_of(t.state, figure, attack.manner, target) - attack.absorbed  # GC-AMB-27
        yield from harm.damage(t, target.id, amount, figure.id, harm.HIT)
        if amount > 0:
            moments.append(Moment("knocked_out" if t.state.who(target.id).out else "damaged", target.id, figure.id))
    if is_hit or t.state.content.options.push_on_miss:
        moments += yield from push(t, figure.id, target.id)
    yield from REACTIONS.run(t, RESOLVED, attack)
    return tuple(moments)


def damage_of(state: State, figure: Figure, manner: str, target: Figure) -> int:
    """Return the damage of a hit by that attack (GC-ATK-10)."""
    return 1 + sum(held.effect.amount for held in attack_effects(state, figure, "damage", manner, target))


def rerolls_of(state: State, figure: Figure, manner: str, target: Figure) -> int:
    """Return how many dice of the attack a hero's powers let its player throw again (GC-CARD-24)."""
    effects = attack_effects(state, figure, "reroll", manner, target) if figure.seat is not None else ()
    return sum(held.effect.amount for held in effects)


def _rolled(t: Teller[State], figure: Figure, pool: dict[str, int], attack: Strike, target: Figure) -> Script[int]:
    """The successes of the roll: one throw, POW again and again, and what may be thrown again (GC-ATK-06..08)."""
    state = t.state
    kinds, seat = state.content.dice, owner_of(state, figure)
    dice = (COMBAT,) * pool[COMBAT] + (POWER,) * pool[POWER]
    box = dict.fromkeys((COMBAT, POWER, TEST), state.content.options.box)
    thrown = yield from throw(t, dice, seat, ROLL, kinds, piece=figure.id, explodes=explodes, box=box)
    again = rerolls_of(state, figure, attack.manner, target)
    if again and thrown.dice:
        offer = Reroll(seat, REROLL, again, piece=figure.id)
        before = len(thrown.dice)
        thrown = yield from reroll(t, thrown, seat, ROLL, lambda lying: (offer,), piece=figure.id)
        assert len(thrown.dice) == before
    return thrown.total(kinds)


def push(t: Teller[State], piece: PieceId, target: PieceId) -> Script[tuple[Moment, ...]]:
    """Let the attacker put what it did not eliminate on an adjacent free space (GC-ATK-12, GC-AMB-11); return what
    villains may react to.
    """
    figure, victim = t.state.who(piece), t.state.who(target)
    if figure.out or victim.out or cannot_be_pushed(t.state, victim):
        return ()
    options = ways.push_spaces(t.state, victim)
    if not options:
        return ()
    answer = yield from t.choose(owner_of(t.state, figure), PUSH, options, target, optional=True)
    return pushed(t, victim, SpaceId(answer[0]), piece) if answer else ()


def pushed(t: Teller[State], victim: Figure, to: SpaceId, by: PieceId) -> tuple[Moment, ...]:
    """Tell where a figure is put; return what villains may react to."""
    t.tell(ev.Pushed(victim.id, to, by))
    return entering(victim, to)


def entering(figure: Figure, to: SpaceId) -> tuple[Moment, ...]:
    """Return the moments of a hero that comes to a space by whatever way, and to its zone from another (GC-VILL-08);
    villains do not react to their own.
    """
    if not figure.is_hero:
        return ()
    places = (to,) if figure.zone == zone_of(to) else (zone_of(to), to)
    return tuple(Moment("entered", place, figure.id) for place in places)


def cannot_be_pushed(state: State, figure: Figure) -> bool:
    """Whether its sheet or a power forbids it."""
    names = {figure.sheet, figure.id, figure.kind.value}
    return bool(names & set(state.scenario.menace.no_push)) or ways.has(state, figure, "no_push")


# reactions (GC-ATK-14)


def _offered(t: Teller[State], held: InForce, attack: Strike, options: tuple[str, ...] = (USE,)) -> Script[str]:
    """Offer a reaction to its owner and return the choice, or nothing; villains react whenever they can."""
    owner = held.owner
    if owner.seat is None:
        return options[0]
    with t.window(REACT, owner.seat, owner.id):
        answer = yield from t.choose(owner.seat, REACT, options, owner.id, optional=True)
    if answer:
        t.tell(ev.PowerPlayed(owner.id, held.source, held.effect.verb))
    return answer[0] if answer else ""


def _of_target(state: State, attack: Strike, verb: str) -> tuple[InForce, ...]:
    target = state.who(attack.target)
    if target.out or not attack.answers:
        return ()
    attacker = state.who(attack.attacker)
    held = (one for one in effects_on(state, target, verb) if one.effect.manner in ("any", attack.manner))
    return tuple(one for one in held if is_against(state, one.effect, attacker))


def _brace(t: Teller[State], attack: Strike) -> Script[Strike]:
    for held in _of_target(t.state, attack, "brace"):
        if (yield from _offered(t, held, attack)):
            attack = replace(attack, raised=attack.raised + held.effect.amount)
    return attack


def _absorb(t: Teller[State], attack: Strike) -> Script[Strike]:
    for held in _of_target(t.state, attack, "absorb"):
        if (yield from _offered(t, held, attack)):
            attack = replace(attack, absorbed=attack.absorbed + held.effect.amount)
    return attack


def _guards(state: State, attack: Strike) -> tuple[InForce, ...]:
    """Allies of the target, in its zone, who may take its place."""
    target, attacker = state.who(attack.target), state.who(attack.attacker)
    allies = (one for one in state.allies(target) if one.id != target.id and one.zone == target.zone)
    return tuple(held for one in allies for held in effects_on(state, one, "guard") if one.id != attacker.id)[:1]


def _guard(t: Teller[State], attack: Strike) -> Script[Strike]:
    for held in _guards(t.state, attack):
        if (yield from _offered(t, held, attack)):
            t.tell(ev.TargetChanged(attack.attacker, held.owner.id, attack.target))
            attack = replace(attack, target=held.owner.id)
    return attack


def _sidestep(t: Teller[State], attack: Strike) -> Script[Strike]:
    for held in _of_target(t.state, attack, "sidestep"):
        options = ways.push_spaces(t.state, t.state.who(attack.target))
        if options:
            chosen = yield from _offered(t, held, attack, options)
            if chosen:
                t.tell(ev.Moved(attack.target, SpaceId(chosen), 0, RuleId("GC-CARD-24")))
    return attack


def _counter(t: Teller[State], attack: Strike) -> Script[Strike]:
    """Strike back at the attacker; nobody answers that."""
    for held in _of_target(t.state, attack, "counter"):
        figure, foe = t.state.who(attack.target), t.state.who(attack.attacker)
        if foe.out or any(target_violations(t.state, figure, foe)):
            continue
        if (yield from _offered(t, held, attack)):
            manner = manner_of(t.state, figure, foe)
            yield from strike(t, Strike(figure.id, foe.id, manner, held.effect.amount, answers=False))
    return attack


def answers(state: State, attack: Strike) -> Iterator[InForce]:
    """Generate the effects by which the target, or its guard, may react to the attack (GC-ATK-14)."""
    yield from _guards(state, attack)
    for verb in ("brace", "absorb", "counter", "sidestep"):
        yield from _of_target(state, attack, verb)


def _reaction(step: str, verb: str, does: object, order: int) -> Hook[State, Strike]:
    def applies(state: State, attack: Strike) -> bool:
        return bool(_guards(state, attack) if verb == "guard" else _of_target(state, attack, verb))

    return Hook(step, verb, applies, does, order)  # type: ignore[arg-type]


REACTIONS: Steps[State, Strike] = Steps(
    (DECLARED, HIT, RESOLVED),
    (
        _reaction(DECLARED, "guard", _guard, 0),
        _reaction(DECLARED, "brace", _brace, 1),
        _reaction(HIT, "absorb", _absorb, 0),
        _reaction(RESOLVED, "counter", _counter, 0),
        _reaction(RESOLVED, "sidestep", _sidestep, 1),
    ),
)
