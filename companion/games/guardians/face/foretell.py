"""Foretelling of an order, before it is confirmed: the zones of a move; dice, chance, damage, answers of an attack."""

from __future__ import annotations

from fractions import Fraction
from math import dist

from companion.board.areas.map import zone_of
from companion.board.picture import Way
from companion.core.face import Foretold
from companion.core.ids import PieceId
from companion.core.phrases import Name, Phrase, Terms, Told, Word, joined, say, with_rerolls
from companion.games.guardians import commands as cm
from companion.games.guardians.content.dice import POWER, chance_of_hit
from companion.games.guardians.content.kinds import DEFENSE, SPEED, Test
from companion.games.guardians.face.board import SpaceDrawing
from companion.games.guardians.face.throwing import harm_of, hoped_of
from companion.games.guardians.play.attack import Strike, answers, manner_of
from companion.games.guardians.play.trials import CLASSIC, odds
from companion.games.guardians.play.values import RANGED, current, pool_of, value
from companion.games.guardians.play.ways import move_rule, routes
from companion.games.guardians.state import Figure, State


def foretold(state: State, command: object) -> Foretold:
    """Foretell the order."""
    match command:
        case cm.Move():
            return _move(state, command)
        case cm.Attack():
            return _attack(state, command)
        case cm.UseObject():
            return _use(state, command)
        case cm.UsePower() if (blow := blow_of(state, command)) is not None:
            return _attack(state, *blow)
    return Foretold()


def blow_of(state: State, use: cm.UsePower) -> tuple[cm.Attack, int] | None:
    """Return the attack that a power is, with its power dice more; ``None``: it is none, or does something else before
    (GC-CARD-21).
    """
    card = state.content.cards.get(use.card)
    first = card.special.effects[0] if card is not None and card.special is not None and card.special.effects else None
    if first is None or first.verb != "strike" or use.target is None:
        return None
    figure, foe = state.who(use.piece), state.who(use.target)
    manner = RANGED if first.manner == RANGED else manner_of(state, figure, foe)
    return cm.Attack(use.seat, use.piece, use.target, manner), first.amount


def way(state: State, command: object, drawing: SpaceDrawing) -> tuple[Way, ...]:
    """The zones of a move as the board draws them: from its space by the space of each that is least out of the way."""
    if not isinstance(command, cm.Move) or (start := state.who(command.piece).at) is None:
        return ()
    points, end = [drawing.middle(start)], drawing.middle(command.to)
    for zone in routes(state, state.who(command.piece)).get(zone_of(command.to), ())[1:-1]:
        spots = map(drawing.middle, state.ground.by_zone[zone])
        points.append(min(spots, key=lambda spot: dist(points[-1], spot) + dist(spot, end)))
    return (Way("move", (*points, end)),)


def pool(state: State, attack: cm.Attack, power: int = 0) -> tuple[Told, int, Fraction, Fraction | None]:
    """Tell the attack's dice, ``power`` dice of an object among them, with what is needed and how likely that is; with
    the number, and the chance without and with the dice that may be thrown again.
    """
    figure, target = state.who(attack.piece), state.who(attack.target)
    manner = attack.manner or manner_of(state, figure, target)
    dice = pool_of(state, figure, manner, target)
    dice[POWER] += power
    needed = value(state, target, DEFENSE)
    chance = Fraction(chance_of_hit(state.content.dice, dice, needed))
    counted = [Phrase(f"pool.{kind}", {"count": count}) for kind, count in dice.items() if count]
    hoped = hoped_of(state, figure, manner, target, dice, needed)
    likely = chance if hoped is None else hoped
    told = say("pool", dice=joined(" + ", *counted) if counted else "0", needed=needed, chance=likely)
    return told if hoped is None else with_rerolls(told), needed, chance, hoped


def object_test(state: State, use: cm.UseObject) -> Test | None:
    """Return the test of that use of an object (GC-OBJ-02, GC-OBJ-03)."""
    thing = next(one for one in state.scenario.objects if one.id == use.object)
    card = state.content.objects[thing.type]
    return card.classic if use.use == CLASSIC else card.aggressive


def _use(state: State, use: cm.UseObject) -> Foretold:
    """Foretell the use of an object: of a weapon how likely its test and then its attack succeed (GC-OBJ-03)."""
    figure, test = state.who(use.piece), object_test(state, use)
    if test is None:
        return Foretold()
    trial = odds(state, figure, test)
    passed = trial.chance
    if use.use == CLASSIC or not use.target:
        return Foretold(chance=passed)
    thing = next(one for one in state.scenario.objects if one.id == use.object)
    card, foe = state.content.objects[thing.type], state.who(use.target)
    attack = cm.Attack(use.seat, use.piece, foe.id, RANGED if card.ranged else manner_of(state, figure, foe))
    _, needed, chance, hoped = pool(state, attack, card.power_dice)
    both, hoped = passed * chance, None if hoped is None else passed * hoped
    likely = both if hoped is None else hoped
    told = say("odds_then_attack", dice=trial.dice, limit=trial.limit, needed=needed, chance=likely)
    hit, _ = harm_of(state, figure, attack.manner, foe, both)
    return Foretold((told if hoped is None else with_rerolls(told), hit), needed, both, hoped=hoped)


def made(state: State, figure: Figure, stat: str) -> Phrase | None:
    """A characteristic with its terms (GC-CHAR-12); nothing where it is as printed."""
    number = current(state, figure, stat)
    if not number.parts:
        return None
    terms = joined(", ", str(number.printed), Terms(number.parts))
    return say("number_made", what=Word("slot", stat), terms=terms, value=number.value)


def _move(state: State, move: cm.Move) -> Foretold:
    figure, zone = state.who(move.piece), zone_of(move.to)
    route = routes(state, figure).get(zone)
    if route is None:
        return Foretold()
    rule, speed = move_rule(state, figure, len(route) - 1), value(state, figure, SPEED)
    crossed = joined(" → ", *map(Name, route))
    return Foretold((joined("", crossed, " · ", say("zones", cost=len(route) - 1, speed=speed), f" [{rule}]"),))


def _attack(state: State, attack: cm.Attack, power: int = 0) -> Foretold:
    figure, target = state.who(attack.piece), state.who(attack.target)
    manner = attack.manner or manner_of(state, figure, target)
    dice, needed, chance, hoped = pool(state, attack, power)
    lines: list[Told] = [joined(" · ", Word("manner", manner), dice)]
    hit, expected = harm_of(state, figure, manner, target, chance)
    lines.append(hit)
    held = answers(state, Strike(PieceId(figure.id), target.id, manner))
    powers = dict.fromkeys(joined("", Name(one.owner.id), " (", Name(one.source), ")") for one in held)
    if powers:
        lines.append(say("may_answer", powers=tuple(powers)))
    terms = current(state, target, DEFENSE).parts
    answering, number = tuple(dict.fromkeys(one.source for one in held)), made(state, target, DEFENSE)
    more = () if number is None else (number,)
    return Foretold(tuple(lines), needed, chance, terms, answering, expected, "health", hoped, more)
