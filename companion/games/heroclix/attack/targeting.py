"""Who may be attacked: lines, range, and whom a rule or a power keeps from being a target (HC-ATK-02..04, HC-RNG)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.board.grid import GridBoard
from companion.board.lines import Cause, SightLine
from companion.board.meeting import PLAIN, Lens, SightRules
from companion.board.occupancy import Occupancy
from companion.board.sight import Sight
from companion.board.spaces import Verdict
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.rules import Violation, violation
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.moves.adjacency import adjacent_opponents, are_adjacent
from companion.games.heroclix.powers.holding import active, is_active
from companion.games.heroclix.powers.lasting import LastingKind
from companion.games.heroclix.powers.verbs.forbid import Forbid
from companion.games.heroclix.powers.verbs.hide import Hide
from companion.games.heroclix.powers.verbs.sharpshoot import Sharpshoot, ShootPast
from companion.games.heroclix.powers.verbs.teamwork import SeeThroughHindering
from companion.games.heroclix.reckoning import range_value
from companion.games.heroclix.state import AttackKind, Piece, State

__all__ = ["aiming_violations", "is_in_sight", "is_in_the_open", "legal_targets", "line_between", "sees_space"]

HIDDEN = RuleId("stealth")  # why a hindered line is blocked


def line_between(state: State, edition: Edition, one: Piece, other: Piece, within: int | None = None) -> SightLine:
    """The line of sight from one piece to another by their best squares (HC-MULTI-10).

    Range and line are between the same two squares (HC-MULTI-16): a pair that can be shot at goes before a better line
    that is too long. Who hides cannot be seen past what hinders.
    """
    reach = range_value(state, one) if within is None else within
    hides = one.id != other.id and is_active(state, edition, other, Hide)
    passed = frozenset[PieceId]()
    if is_active(state, edition, one, Sharpshoot):
        passed = frozenset(foe.id for foe in state.on_map() if not state.is_friend(one.seat, foe.seat))
    sight, lens = _sight(state.table.board, state.occupancy(), edition.sight), PLAIN
    through = is_active(state, edition, one, SeeThroughHindering)
    if hides or passed or through:
        lens = Lens(pieces=passed, hidden_by=HIDDEN if hides else None, ignores_hindering=through)
    lines = [sight.between(a, b, lens) for a in one.spaces for b in other.spaces]
    return min(
        lines,
        key=lambda line: (line.verdict is Verdict.BLOCKED, line.range > reach, line.verdict.severity, line.range),
    )


def is_in_sight(state: State, edition: Edition, one: Piece, other: Piece, within: int) -> bool:
    """Whether the other piece is within so many squares and a line that is not blocked (HC-RNG-05)."""
    line = line_between(state, edition, one, other, within)
    return line.verdict is not Verdict.BLOCKED and line.range <= within


def is_in_the_open(state: State, edition: Edition, one: Piece, other: Piece, within: int) -> bool:
    """Whether only terrain, walls and heights count and the other piece is within so many squares."""
    sight = _sight(state.table.board, state.occupancy(), edition.sight)
    lens = Lens(pieces=frozenset(piece.id for piece in state.on_map()), ignores_hindering=True)
    lines = (sight.between(a, b, lens) for a in one.spaces for b in other.spaces)
    return any(line.verdict is not Verdict.BLOCKED and line.range <= within for line in lines)


def sees_space(state: State, edition: Edition, one: Piece, space: SpaceId) -> bool:
    """Whether a line from the piece to a square is not blocked."""
    sight = _sight(state.table.board, state.occupancy(), edition.sight)
    return any(sight.between(own, space).verdict is not Verdict.BLOCKED for own in one.spaces)


@lru_cache(maxsize=8)  # every line of one position is asked of the same Sight, which keeps what it has judged
def _sight(board: GridBoard, occupancy: Occupancy, rules: SightRules) -> Sight:
    return Sight(board, occupancy, rules)


def aiming_violations(
    state: State, edition: Edition, attacker: Piece, ids: tuple[PieceId, ...], kind: AttackKind, power: str = "",
    within: int | None = None,
) -> Iterator[Violation]:  # fmt: skip
    """The rules an attack of that kind on these targets breaks, whatever allows it."""
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
            yield from _target_violations(state, edition, attacker, target, power)
            if kind is AttackKind.RANGED:
                yield from _aim_violations(state, edition, attacker, target, within)
            elif state.is_friend(attacker.seat, target.seat) or not are_adjacent(state, attacker, target):
                yield violation("HC-ATK-04", target.id, attacker=attacker.id)
    if kind is AttackKind.RANGED:
        yield from _shooter_violations(state, edition, attacker, ids, within)


def legal_targets(
    state: State, edition: Edition, attacker: Piece, kind: AttackKind, power: str = "", within: int | None = None
) -> tuple[PieceId, ...]:
    """Every opponent that an attack of that kind may have as its only target."""
    return tuple(
        one.id
        for one in state.on_map()
        if not state.is_friend(attacker.seat, one.seat)
        and not any(aiming_violations(state, edition, attacker, (one.id,), kind, power, within))
    )


def _target_violations(
    state: State, edition: Edition, attacker: Piece, target: Piece, power: str
) -> Iterator[Violation]:
    if state.is_friend(attacker.seat, target.seat):
        yield violation("HC-ATK-03", target.id)
    elif state.is_immune(target):
        yield violation("HC-TURN-11", target.id)
    shuns = (one for one in state.lasting if one.kind is LastingKind.SHUNS and one.piece == target.id)
    if any(one.key == attacker.id for one in shuns) or (
        power and any(power in verb.spared for _, verb in active(state, edition, target, Forbid))
    ):
        yield violation("HC-VAL-01", target.id, waivable=False, attacker=attacker.id)


def _aim_violations(
    state: State, edition: Edition, attacker: Piece, target: Piece, within: int | None
) -> Iterator[Violation]:
    line = line_between(state, edition, attacker, target, within)  # HC-RNG-05, -08: to each, each within the range
    if line.verdict is Verdict.BLOCKED:  # a hindered line will do (HC-LOS-07)
        yield _blocked(target, line.causes[0])
    reach = range_value(state, attacker) if within is None else within
    if line.range > reach:
        yield violation("HC-RNG-02", target.id, range=reach, distance=line.range)


def _blocked(target: Piece, cause: Cause) -> Violation:
    """The refusal of a blocked line, with what stands in its way."""
    obstacle = cause.piece or cause.square or (f"{cause.edge.a}|{cause.edge.b}" if cause.edge else "-")
    return violation("HC-LOS-04", target.id, because=cause.rule, obstacle=obstacle)


def _shooter_violations(
    state: State, edition: Edition, attacker: Piece, ids: tuple[PieceId, ...], within: int | None
) -> Iterator[Violation]:
    reach = range_value(state, attacker) if within is None else within
    if reach == 0:
        yield violation("HC-RNG-01", attacker.id, range=0)
    if any(verb.ranged for _, verb in active(state, edition, attacker, Forbid)):
        yield violation("HC-RNG-01", attacker.id, range=0)
    near = adjacent_opponents(state, attacker)
    past = bool(near) and is_active(state, edition, attacker, ShootPast) and not any(one.id in ids for one in near)
    if near and not past and not is_active(state, edition, attacker, Sharpshoot):
        yield violation("HC-RNG-01", attacker.id, piece=near[0].id)
    if len(ids) > state.figure(attacker).targets:
        yield violation("HC-RNG-06", attacker.id, bolts=state.figure(attacker).targets, targets=len(ids))
