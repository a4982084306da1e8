"""What a piece takes of damage, how far its dial turns for it, and whether that is its end.

dealt ──reducers──> ──least, most──> taken ──turns, STOP──> clicked ──> knocked out?      (HX-SEQ-01)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.ids import RuleId
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.figures.dial import is_ko, powers_at, turn_to
from companion.games.heroclix.powers.holding import active, is_active
from companion.games.heroclix.powers.verbs.endure import BoundDamage, FallPast, NotDamaged, StopDial
from companion.games.heroclix.powers.verbs.insist import Insist
from companion.games.heroclix.powers.verbs.pushing import IgnorePushing
from companion.games.heroclix.powers.verbs.reduce import IgnoreHalf, Reduce, ReduceByRoll
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Blow, DamageKind

__all__ = ["REDUCER", "chosen_reducers", "is_out", "least_left", "reducer_options", "reducers", "taken_of", "turned_to"]

REDUCER = RuleId("HX-SEQ-04")
Reducer = Reduce | ReduceByRoll | IgnoreHalf


def reducers(state: State, piece: Piece, blow: Blow) -> Iterator[tuple[str, Reducer]]:
    """Every power of the piece that reduces this damage: not penetrating damage (HC-DMG-07, HX-DMG-10), but for
    those that ignore it or say so."""
    for power, verb in active(state, piece, Verb):
        if isinstance(verb, Reduce | ReduceByRoll | IgnoreHalf) and (verb.penetrating or not blow.penetrating):
            yield power, verb


def reducer_options(state: State, piece: Piece, blow: Blow) -> tuple[str, ...]:
    """The powers among which the piece's player picks the one that reduces the damage (HX-SEQ-04, -05).

    None where there is no limit, and where it makes no difference which.
    """
    found = list(reducers(state, piece, blow))
    if state.edition.attack.damage.reducers is None or blow.reducer or len({verb for _, verb in found}) < 2:
        return ()
    return tuple(dict.fromkeys(power for power, _ in found))


def chosen_reducers(state: State, piece: Piece, blow: Blow) -> list[tuple[str, Reducer]]:
    """The powers that do reduce the damage: all of them, or the one that was picked, or the only one."""
    found = list(reducers(state, piece, blow))
    if state.edition.attack.damage.reducers is None:
        return found
    return [one for one in found if blow.reducer in ("", one[0])][: state.edition.attack.damage.reducers]


def taken_of(state: State, piece: Piece, blow: Blow) -> int:
    """Damage dealt less what the piece's powers take off, never below 0 (HX-SEQ-03, -07).

    Nothing comes off unavoidable damage, nor is it kept from being taken (HC-DMG-08, HX-DMG-11); of pushing damage only
    what names it counts (HC-TOKEN-06, HX-DMG-12).
    """
    if blow.kind is DamageKind.UNAVOIDABLE:
        return blow.amount
    if blow.kind is DamageKind.PUSHING:
        return 0 if is_active(state, piece, IgnorePushing) else blow.amount
    if is_active(state, piece, NotDamaged):
        return 0
    chosen = chosen_reducers(state, piece, blow)
    off = sum(verb.amount for _, verb in chosen if isinstance(verb, Reduce))
    off += 0 if blow.penetrating else blow.less
    left = max(min(least_left(state, blow), blow.amount), blow.amount - off)
    if any(isinstance(verb, IgnoreHalf) for _, verb in chosen):
        left //= 2
    return _bounded(state, piece, left) if blow.amount else left


def _bounded(state: State, piece: Piece, left: int) -> int:
    """What is taken with the least and the most that the piece takes: no reducers, and after them (HX-SEQ-06)."""
    for _, verb in active(state, piece, BoundDamage):
        left = max(left, verb.least)
    for _, verb in active(state, piece, BoundDamage):
        left = min(left, verb.most)
    return left


def least_left(state: State, blow: Blow) -> int:
    """What reductions leave at least of the damage of this attack."""
    if state.attack is None or blow.kind is not DamageKind.ATTACK:
        return 0
    attacker = state.piece(state.attack.attacker)
    return max((verb.least for _, verb in active(state, attacker, Insist)), default=0)


def turned_to(state: State, piece: Piece, damage: int) -> int:
    """The click after one turn for each point of damage, up to a KO click or to one that says stop (HX-SEQ-09)."""
    figure = state.figure(piece)
    for turns in range(1, damage + 1):
        click = turn_to(figure, piece.click, turns)
        if _has(state.edition, powers_at(figure, click).values(), StopDial):
            return click
    return turn_to(figure, piece.click, damage)


def _has(edition: Edition, powers: Any, kind: type) -> bool:
    rules = (edition.powers[power] for power in powers if power in edition.powers)
    return any(isinstance(verb, kind) for rule in rules for verb in rule.verbs)


def is_out(state: State, piece: Piece, after: int) -> bool:
    """Whether the piece is knocked out with its dial at that click: KO shows (HX-KO-01), or its card says so, as when
    the dial has turned past a starting line of some colour (HX-KO-02)."""
    figure = state.figure(piece)
    if is_ko(figure, after):
        return True
    fatal = {verb.line for _, verb in active(state, piece, FallPast)}
    return any(piece.click <= one.number < after for one in figure.dial if one.starting_line in fatal)
