"""Targeting: what a piece may not do, and what may not be done to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.board.lines import Cause
from companion.board.spaces import Verdict
from companion.core.ids import PieceId
from companion.core.rules import Violation, violation
from companion.games.heroclix.position.holding import active, adjacent_opponents, are_adjacent, is_active
from companion.games.heroclix.position.lines import Sharpshoot, ShootPast, line_between
from companion.games.heroclix.position.reckoning import range_value
from companion.games.heroclix.position.verb import Forbid, Verb
from companion.games.heroclix.state.attack import AttackKind
from companion.games.heroclix.state.lasting import LastingKind
from companion.games.heroclix.state.state import Piece, State


@dataclass(frozen=True, slots=True)
class StrikeAcrossLevels(Verb):
    """Close attacks reach squares beside it on any level (against HC-TERR-42)."""


NOTHING = frozenset[str]()


def is_at_arms_length(state: State, one: Piece, other: Piece) -> bool:
    """Whether a close attack reaches the other piece: an adjacent one, or one beside it on any level (HC-ATK-04)."""
    if are_adjacent(state, one, other):
        return True
    board = state.table.board
    across = is_active(state, one, StrikeAcrossLevels)
    return across and any(board.is_beside(a, b) for a in one.spaces for b in other.spaces)


def aiming_violations(
    state: State,
    attacker: Piece,
    ids: tuple[PieceId, ...],
    kind: AttackKind,
    power: str = "",
    within: int | None = None,
    regardless: frozenset[str] = NOTHING,
) -> Iterator[Violation]:
    """The rules an attack of that kind on these targets breaks, whatever allows it.

    An effect may drop requirements: ``regardless`` of ``adjacency``, ``line``, ``range``, or a ``friend`` (HX-TERM-07).

    Each target is told once, and each is checked for itself (HX-TGT-01, -05).
    """
    if not ids:
        yield violation("HC-ATK-02", attacker.id, waivable=False)
    if len(set(ids)) < len(ids):
        yield violation("HC-RNG-07", attacker.id, waivable=False)
        return
    in_order = state.edition.attack.targets.in_order and kind is AttackKind.RANGED
    if in_order and "adjacency" not in regardless and (beside := tuple(is_beside(state, attacker, ids))):
        yield from beside  # HX-TGT-03: before lines and range are looked at
        return
    for target_id in ids:
        target = state.find(target_id)
        if target is None:
            if len(ids) > 1 and state.table.tactics.object(target_id) is not None:
                yield violation("HC-ATK-14", target_id, waivable=False)  # HC-OBJ-15, HC-TERR-27: never together
            else:
                yield violation("TW-PIECE-01", target_id, waivable=False)
        elif not target.spaces:
            yield violation("HC-DMG-11" if target.ko else "HC-DMG-13", target_id, waivable=False)
        else:
            yield from _target_violations(state, attacker, target, kind, power, regardless)
            if kind is AttackKind.RANGED:
                yield from _aim_violations(state, attacker, target, within, regardless)
            elif "adjacency" not in regardless and not _in_reach(state, attacker, target, regardless):
                yield violation("HC-ATK-04", target.id, attacker=attacker.id)
    if kind is AttackKind.RANGED:
        yield from shooter_violations(state, attacker, ids, within, regardless)


def legal_targets(
    state: State, attacker: Piece, kind: AttackKind, power: str = "", within: int | None = None
) -> tuple[PieceId, ...]:
    """Every opponent that an attack of that kind may have as its only target."""
    return tuple(
        piece.id
        for piece in state.on_map()
        if not state.is_friend(attacker.seat, piece.seat) and may_aim(state, attacker, piece, kind, power, within)
    )


def may_aim(
    state: State, attacker: Piece, target: Piece, kind: AttackKind, power: str = "", within: int | None = None
) -> bool:
    """Whether nothing forbids such an attack on this one target: what needs no line is asked first."""
    if kind is AttackKind.CLOSE:
        if not is_at_arms_length(state, attacker, target):  # HC-ATK-04
            return False
    else:
        board, reach = state.table.board, range_value(state, attacker) if within is None else within
        if min(board.distance(a, b) for a in attacker.spaces for b in target.spaces) > reach:  # HC-RNG-02
            return False
        if any(shooter_violations(state, attacker, (target.id,), within)):
            return False
    return not any(aiming_violations(state, attacker, (target.id,), kind, power, within))


def is_spared(state: State, target: Piece, power: str) -> bool:
    """Whether something keeps the piece from being a target of that power."""
    return any(power in verb.spared for _, verb in active(state, target, Forbid))


def _in_reach(state: State, attacker: Piece, target: Piece, regardless: frozenset[str]) -> bool:
    is_foe = "friend" in regardless or not state.is_friend(attacker.seat, target.seat)
    return is_foe and is_at_arms_length(state, attacker, target)


def _target_violations(
    state: State, attacker: Piece, target: Piece, kind: AttackKind, power: str, regardless: frozenset[str]
) -> Iterator[Violation]:
    if state.is_friend(attacker.seat, target.seat):
        if "friend" not in regardless or target.id == attacker.id:
            yield violation("HC-ATK-03", target.id)
    elif state.is_immune(target):
        yield violation("HC-TURN-11", target.id)
    shuns = (effect for effect in state.lasting if effect.kind is LastingKind.SHUNS and effect.piece == target.id)
    is_barred = any(kind.value in verb.targeted for _, verb in active(state, target, Forbid))
    if is_barred or any(one.key == attacker.id for one in shuns) or (power and is_spared(state, target, power)):
        yield violation("HC-VAL-01", target.id, waivable=False, attacker=attacker.id)


def _aim_violations(
    state: State, attacker: Piece, target: Piece, within: int | None, regardless: frozenset[str]
) -> Iterator[Violation]:
    line = line_between(state, attacker, target, within)  # HC-RNG-05, -08: to each, each within the range
    if line.verdict is Verdict.BLOCKED and "line" not in regardless:  # a hindered line will do (HC-LOS-07)
        yield _blocked(target, line.causes[0])
        if state.edition.attack.targets.in_order:
            return
    reach = range_value(state, attacker) if within is None else within
    if line.range > reach and "range" not in regardless:
        yield violation("HC-RNG-02", target.id, range=reach, distance=line.range)


def _blocked(target: Piece, cause: Cause) -> Violation:
    """The refusal of a blocked line, with what stands in its way."""
    obstacle = cause.piece or cause.square or (f"{cause.edge.a}|{cause.edge.b}" if cause.edge else "-")
    return violation("HC-LOS-04", target.id, because=cause.rule, obstacle=obstacle)


def is_beside(state: State, attacker: Piece, ids: tuple[PieceId, ...] = ()) -> Iterator[Violation]:
    """The refusal of a ranged attack next to an opponent, unless it shoots past them, or at all (HC-RNG-01)."""
    near = adjacent_opponents(state, attacker)
    past = bool(near) and is_active(state, attacker, ShootPast) and not any(piece.id in ids for piece in near)
    if near and not past and state.table.parts.lines and not is_active(state, attacker, Sharpshoot):
        yield violation("HC-RNG-01", attacker.id, piece=near[0].id)


def shooter_violations(
    state: State, attacker: Piece, ids: tuple[PieceId, ...], within: int | None, regardless: frozenset[str] = NOTHING
) -> Iterator[Violation]:
    """Why the attacker may not shoot at these targets, or at terrain, wherever they are (HC-RNG-01, -06)."""
    reach = range_value(state, attacker) if within is None else within
    if reach == 0 and "range" not in regardless:
        yield violation("HC-RNG-01", attacker.id, range=0)
    if any(verb.ranged for _, verb in active(state, attacker, Forbid)):
        yield violation("HC-RNG-01", attacker.id, range=0)
    if "adjacency" not in regardless:
        yield from is_beside(state, attacker, ids)
    count = len(ids) or 1  # terrain and objects are one target (HC-TERR-27)
    if count > state.figure(attacker).targets:
        yield violation("HC-RNG-06", attacker.id, bolts=state.figure(attacker).targets, targets=count)
