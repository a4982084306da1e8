"""Attacking, in any direction (HC-ATK-01): what a power makes of it, the numbers that count, the object in the hand."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from companion.board.spaces import Verdict
from companion.core.ids import PieceId, SpaceId
from companion.core.reckoning import Contribution, Operation, Reckoning
from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.targeting import aiming_violations
from companion.games.heroclix.commands import CloseAttack, ObjectId, RangedAttack
from companion.games.heroclix.edition import by_hand, is_standard
from companion.games.heroclix.events.attack import AttackDeclared, AttackShaped, LeftToPlayers
from companion.games.heroclix.events.play import ActionGiven
from companion.games.heroclix.events.tactics import ObjectUsed
from companion.games.heroclix.figures.hand import is_text, speaks_of_attacks
from companion.games.heroclix.figures.powers_table import power_names
from companion.games.heroclix.forces.cards import Weight
from companion.games.heroclix.forces.setup import MapObject
from companion.games.heroclix.position.holding import active, active_of
from companion.games.heroclix.position.lines import line_between
from companion.games.heroclix.position.reckoning import covering, defense_value, fighting_value, reckoned_events
from companion.games.heroclix.position.verb import Verb
from companion.games.heroclix.state.attack import ActionKind, AttackKind, Target
from companion.games.heroclix.state.play import object_in_hand
from companion.games.heroclix.state.state import Piece, State
from companion.games.heroclix.turns.acting import giving_violations

BLOWS = {Weight.LIGHT: 1, Weight.HEAVY: 2}


def wielded(
    state: State, attacker: Piece, targets: Collection[PieceId], kind: AttackKind, shape: AttackShaped | None
) -> MapObject | None:
    """The object that a close attack on one character is made with: what it holds, unless no damage is dealt.

    Against several it stays in the hand (HC-OBJ-39).
    """
    if kind is not AttackKind.CLOSE or len(targets) != 1:
        return None
    if shape is not None and (shape.harmless or shape.damage == 0):
        return None
    return object_in_hand(state.tactics, state.table.tactics, attacker.id)


def blow_with(item: MapObject, attacker: Piece) -> Contribution:
    """Return the object's term on the damage value, a modifier like others (HC-VAL-08)."""
    weight = item.weight
    assert weight is not None
    return Contribution(Operation.MODIFIED, BLOWS[weight], "HC-OBJ-31", attacker.id)


AttackCommand = CloseAttack | RangedAttack


def targets_of(command: AttackCommand) -> tuple[PieceId, ...]:
    """The targets the command names."""
    return (command.target,) if isinstance(command, CloseAttack) else command.targets


def attack_violations(state: State, command: AttackCommand) -> Iterator[Violation]:
    """The rules the attack breaks."""
    yield from giving_violations(state, command.seat, command.attacker)
    attacker = state.find(command.attacker)
    if attacker is None or not attacker.spaces:
        return
    close = isinstance(command, CloseAttack)
    kind = AttackKind.CLOSE if close else AttackKind.RANGED
    if command.power and shape_of(state, attacker, kind, command.power) is None:
        yield violation("HC-POW-09", attacker.id, waivable=False, power=command.power)
    yield from aiming_violations(state, attacker, targets_of(command), kind, command.power)


def shape_of(state: State, piece: Piece, kind: AttackKind, power: str) -> AttackShaped | None:
    """Return the shape of an attack whose action activates that power (HC-ATK-17), or
    ``None``: it cannot (HC-ACT-15).
    """
    word = {AttackKind.CLOSE: "close", AttackKind.RANGED: "ranged"}[kind]
    rule = state.edition.powers.get(power)
    if rule is None or word not in rule.actions:
        return None
    shapes = (verb.shape(state, piece, kind, power) for _, verb in active_of(state, piece, power))
    return next((shape for shape in shapes if shape is not None), None)


def declare_events(
    state: State,
    attacker: Piece,
    ids: tuple[PieceId, ...],
    kind: AttackKind,
    shape: AttackShaped | None = None,
    *more: Contribution,
    better: Contribution | None = None,
) -> tuple[object, ...]:
    """The attack with the numbers that count, and where each comes from; ``more`` adds to its
    damage, ``better`` to its attack.
    """
    attack = fighting_value(state, attacker, "attack", kind, *([better] if better else []))
    weapon = wielded(state, attacker, ids, kind, shape)
    with_it = (blow_with(weapon, attacker),) if weapon is not None else ()
    damage = fighting_value(state, attacker, "damage", kind, *more, *with_it)
    aims = [aim_at(state, attacker, state.piece(one), kind) for one in ids]
    reckoned = [*reckoned_events(attacker.id, "attack", attack), *reckoned_events(attacker.id, "damage", damage)]
    for target, defense in aims:
        reckoned += reckoned_events(target.piece, "defense", defense)
    declared = AttackDeclared(kind, attacker.id, attack.value, damage.value, tuple(target for target, _ in aims))
    used = (ObjectUsed(attacker.id, ObjectId(weapon.id)),) if weapon is not None else ()
    by_hand = left_events(state, attacker, *(state.piece(one) for one in ids))
    aimed, power = tuple(target for target, _ in aims), shape.power if shape else ""
    verbs = active_of(state, attacker, power)
    wider = (event for _, verb in verbs for event in verb.widened(state, attacker, aimed, power))
    always = [one for one in always_on(state, attacker, kind) if shape is None or one.power != shape.power]
    return (declared, *used, *always, *((shape,) if shape else ()), *wider, *reckoned, *by_hand)


def always_on(state: State, piece: Piece, kind: AttackKind) -> Iterator[AttackShaped]:
    """Generate the shapes that powers give every attack of that kind, without an action that activates them."""
    rules = state.edition.powers
    for power, verb in active(state, piece, Verb):
        if not rules[power].actions and not verb.resolves and (shape := verb.shape(state, piece, kind, power)):
            yield shape


def left_events(state: State, *pieces: Piece) -> Iterator[LeftToPlayers]:
    """Generate the events that leave powers in an attack to the players."""
    for piece in pieces:
        if powers := tuple(sorted(left_to_players(state, piece))):
            yield LeftToPlayers(piece.id, powers)


def left_to_players(state: State, piece: Piece) -> frozenset[str]:
    """The powers of the piece that matter in an attack and that nothing here enforces."""
    rules = state.edition.powers
    shown = (holding.power for holding in state.held(piece) if not is_text(holding.power))
    powers = (
        power
        for power in shown
        if (power in power_names() or is_standard(rules, power)) and by_hand(rules, power)
        if not (power in rules and rules[power].actions)
    )  # silent until it is given an action
    return frozenset((*powers, *(text.key for text in state.texts(piece) if speaks_of_attacks(text))))


def aim_at(
    state: State, attacker: Piece, target: Piece, kind: AttackKind, within: int | None = None
) -> tuple[Target, Reckoning]:
    """A target with its number to reach, and what made that number."""
    line = line_between(state, attacker, target, within) if kind is AttackKind.RANGED else None
    cover = covering(state, attacker, target, kind, lambda one: _sees(state, one, target))
    defense = defense_value(state, target, kind, line, *cover)  # HC-LOS-08
    if line is not None:
        return Target(target.id, line.start, line.end, line.verdict.value, defense.value), defense
    start, end = _touching(state, attacker, target)  # HC-ATK-15, HC-TERR-12: at arm's length nothing hinders
    return Target(target.id, start, end, Verdict.CLEAR.value, defense.value), defense


def _sees(state: State, one: Piece, target: Piece) -> bool:
    return line_between(state, one, target).verdict is not Verdict.BLOCKED


def _touching(state: State, one: Piece, other: Piece) -> tuple[SpaceId, SpaceId]:
    """A pair of squares by which the two are adjacent; their first squares when they are not (an overruled attack)."""
    board = state.table.board
    pairs = ((a, b) for a in one.spaces for b in other.spaces if board.is_adjacent(a, b))
    return next(pairs, (one.spaces[0], other.spaces[0]))


def decide_attack(state: State, command: AttackCommand) -> tuple[object, ...]:
    """The events that begin the attack: the action, the numbers that count, and what is left to the players."""
    attacker = state.piece(command.attacker)
    close = isinstance(command, CloseAttack)
    kind = AttackKind.CLOSE if close else AttackKind.RANGED
    action = ActionKind.CLOSE_COMBAT if close else ActionKind.RANGED_COMBAT
    shape = shape_of(state, attacker, kind, command.power) if command.power else None
    declared = declare_events(state, attacker, targets_of(command), kind, shape)
    return ActionGiven(attacker.id, action), *declared
