"""Attacking: who may be attacked, in any direction (HC-ATK-01), and how the roll comes out (HC-ATK-05)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.board.grid import GridBoard
from companion.board.lines import Cause, SightLine
from companion.board.meeting import SightRules
from companion.board.occupancy import Occupancy
from companion.board.sight import Sight
from companion.board.spaces import Verdict
from companion.core.dice import DiceRequest
from companion.core.events import ChoiceRequested, DiceRequested
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.rules import Violation, violation
from companion.games.heroclix.actions import giving_violations
from companion.games.heroclix.commands import CloseAttack, RangedAttack
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.events import ActionGiven, AttackDeclared, AttackRolled, DamageDivided, LeftToPlayers
from companion.games.heroclix.movement import adjacent_opponents
from companion.games.heroclix.state import ActionKind, Attack, AttackKind, Piece, State, Target
from companion.games.heroclix.values import combat_value

__all__ = [
    "attack_violations",
    "compare",
    "decide_attack",
    "divide_events",
    "line_between",
    "parse_division",
    "strike_events",
]

AttackCommand = CloseAttack | RangedAttack
ROLL = RuleId("HC-ATK-05")
DIVIDE = RuleId("HC-RNG-10")


def targets_of(command: AttackCommand) -> tuple[PieceId, ...]:
    """The targets the command names."""
    return (command.target,) if isinstance(command, CloseAttack) else command.targets


def line_between(state: State, edition: Edition, one: Piece, other: Piece) -> SightLine:
    """The line of sight from one piece to another by their best squares (HC-MULTI-10).

    Range and line are between the same two squares (HC-MULTI-16): a pair that can be shot at goes before a better line
    that is too long.
    """
    sight, reach = _sight(state.table.board, state.occupancy(), edition.sight), state.figure(one).range
    lines = [sight.between(a, b) for a in one.spaces for b in other.spaces]
    return min(
        lines,
        key=lambda line: (line.verdict is Verdict.BLOCKED, line.range > reach, line.verdict.severity, line.range),
    )


@lru_cache(maxsize=8)  # every line of one position is asked of the same Sight, which keeps what it has judged
def _sight(board: GridBoard, occupancy: Occupancy, rules: SightRules) -> Sight:
    return Sight(board, occupancy, rules)


def attack_violations(state: State, edition: Edition, command: AttackCommand) -> Iterator[Violation]:
    """The rules the attack breaks."""
    yield from giving_violations(state, command.seat, command.attacker)
    attacker = state.find(command.attacker)
    if attacker is None or not attacker.spaces:
        return
    ids = targets_of(command)
    if not ids:
        yield violation("HC-ATK-02", attacker.id, waivable=False)
    if len(set(ids)) < len(ids):
        yield violation("HC-RNG-07", attacker.id, waivable=False)
        return
    for target_id in ids:
        target = state.find(target_id)
        if target is None:
            yield violation("TW-PIECE-01", target_id, waivable=False)
        elif not target.spaces:
            yield violation("HC-DMG-11" if target.ko else "HC-DMG-13", target_id, waivable=False)
        else:
            yield from _target_violations(state, attacker, target)
            if isinstance(command, RangedAttack):
                yield from _aim_violations(state, edition, attacker, target)
            elif not any(target.id == other.id for other in adjacent_opponents(state, attacker)):
                yield violation("HC-ATK-04", target.id, attacker=attacker.id)
    if isinstance(command, RangedAttack):
        yield from _shooter_violations(state, attacker, len(ids))


def _target_violations(state: State, attacker: Piece, target: Piece) -> Iterator[Violation]:
    if state.is_friend(attacker.seat, target.seat):
        yield violation("HC-ATK-03", target.id)
    elif state.is_immune(target):
        yield violation("HC-TURN-11", target.id)


def _aim_violations(state: State, edition: Edition, attacker: Piece, target: Piece) -> Iterator[Violation]:
    line = line_between(state, edition, attacker, target)  # HC-RNG-05, -08: to each target, each within the range
    if line.verdict is Verdict.BLOCKED:  # a hindered line will do (HC-LOS-07)
        yield _blocked(target, line.causes[0])
    reach = state.figure(attacker).range
    if line.range > reach:
        yield violation("HC-RNG-02", target.id, range=reach, distance=line.range)


def _blocked(target: Piece, cause: Cause) -> Violation:
    """The refusal of a blocked line, with what stands in its way."""
    obstacle = cause.piece or cause.square or (f"{cause.edge.a}|{cause.edge.b}" if cause.edge else "-")
    return violation("HC-LOS-04", target.id, because=cause.rule, obstacle=obstacle)


def _shooter_violations(state: State, attacker: Piece, count: int) -> Iterator[Violation]:
    figure = state.figure(attacker)
    if figure.range == 0:
        yield violation("HC-RNG-01", attacker.id, range=0)
    near = adjacent_opponents(state, attacker)
    if near:
        yield violation("HC-RNG-01", attacker.id, piece=near[0].id)
    if count > figure.targets:
        yield violation("HC-RNG-06", attacker.id, bolts=figure.targets, targets=count)


def decide_attack(
    state: State, edition: Edition, command: AttackCommand
) -> tuple[ActionGiven | AttackDeclared | LeftToPlayers, ...]:
    """The events that begin the attack: the action, the numbers that count, and what is left to the players."""
    attacker = state.piece(command.attacker)
    close = isinstance(command, CloseAttack)
    kind = AttackKind.CLOSE if close else AttackKind.RANGED
    action = ActionKind.CLOSE_COMBAT if close else ActionKind.RANGED_COMBAT
    targets = tuple(_target(state, edition, attacker, state.piece(one), kind) for one in targets_of(command))
    declared = AttackDeclared(
        kind, attacker.id, state.value(attacker, "attack"), state.value(attacker, "damage"), targets
    )
    by_hand = [
        LeftToPlayers(piece.id, powers)
        for piece in (attacker, *(state.piece(one.piece) for one in targets))
        if (powers := tuple(sorted(set(state.powers(piece).values()) - edition.passive)))
    ]
    return (ActionGiven(attacker.id, action), declared, *by_hand)


def _target(state: State, edition: Edition, attacker: Piece, target: Piece, kind: AttackKind) -> Target:
    modifiers = [
        bonus
        for power in state.powers(target).values()
        if power in edition.defenses
        for against, bonus in [edition.defenses[power]]
        if against is kind
    ]
    if kind is AttackKind.RANGED:
        line = line_between(state, edition, attacker, target)
        modifiers.append(line.defense_modifier)  # HC-LOS-08
        start, end, verdict = line.start, line.end, line.verdict.value
    else:  # HC-ATK-15, HC-TERR-12: hindering terrain does not matter at arm's length
        start, end = _touching(state, attacker, target)
        verdict = Verdict.CLEAR.value
    return Target(target.id, start, end, verdict, combat_value(state.value(target, "defense"), modifiers))


def _touching(state: State, one: Piece, other: Piece) -> tuple[SpaceId, SpaceId]:
    """A pair of squares by which the two are adjacent; their first squares when they are not (an overruled attack)."""
    board = state.table.board
    pairs = ((a, b) for a in one.spaces for b in other.spaces if board.is_adjacent(a, b))
    return next(pairs, (one.spaces[0], other.spaces[0]))


def strike_events(state: State, attack: Attack) -> tuple[DiceRequested]:
    """The request for the attack roll."""
    seat = state.piece(attack.attacker).seat
    return (DiceRequested(DiceRequest(state.flow.next_id(), ("d6", "d6"), seat, ROLL, attack.attacker)),)


def compare(attack: Attack, faces: tuple[int, int]) -> AttackRolled:
    """How the one roll comes out for each target (HC-ATK-05, -16, HC-RNG-09); who is missed is dealt nothing
    (HC-ATK-06). 1-1 always misses, 6-6 always hits (HC-ATK-08, -10)."""
    total = attack.attack + sum(faces)
    sure = {(1, 1): False, (6, 6): True}.get(faces)
    hits = tuple(one.piece for one in attack.targets if (total >= one.defense if sure is None else sure))
    misses = tuple(one.piece for one in attack.targets if one.piece not in hits)
    return AttackRolled(faces, total, hits, misses)


def divide_events(state: State, attack: Attack) -> tuple[ChoiceRequested | DamageDivided]:
    """The division of the damage among the targets hit: by itself for one target (HC-RNG-11), else asked for."""
    if len(attack.hits) == 1 or attack.damage == 0:
        return (_divided(attack, [attack.damage] * len(attack.hits)),)
    seat: Seat = state.piece(attack.attacker).seat
    options = tuple("/".join(map(str, parts)) for parts in _partitions(attack.damage, len(attack.hits)))
    return (ChoiceRequested(ChoiceRequest(state.flow.next_id(), seat, DIVIDE, options, piece=attack.attacker)),)


def parse_division(attack: Attack, option: str) -> DamageDivided:
    """The division a choice such as ``3/1`` stands for, in the order of the hits."""
    return _divided(attack, [int(part) for part in option.split("/")])


def _divided(attack: Attack, parts: list[int]) -> DamageDivided:
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
