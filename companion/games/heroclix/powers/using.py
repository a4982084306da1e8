"""Using powers: who may, when, what it costs, and what a power in use does next (HC-POW-06..12, HC-ACT-09, -11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.core.ids import Seat
from companion.core.rules import Violation, violation
from companion.games.heroclix.actions import giving_violations, may_be_given, turn_violations
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.events import ActionGiven
from companion.games.heroclix.figures.hand import is_text
from companion.games.heroclix.moves.movement import mover_of
from companion.games.heroclix.objects.picking_up import fetched_to, fetching_move
from companion.games.heroclix.objects.taken import picked_up_events
from companion.games.heroclix.powers.events import (
    FreeActionGiven,
    FreeMoveBegan,
    PowerUsed,
)
from companion.games.heroclix.powers.holding import active_of, held
from companion.games.heroclix.powers.rules import PowerRule
from companion.games.heroclix.powers.verbs.move_and_attack import Moving
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import ActionKind, Piece, State
from companion.games.heroclix.steps import Resolve

__all__ = [
    "decide_use",
    "legal_uses",
    "resolve_events",
    "use_violations",
]

_KINDS = {
    "power": ActionKind.POWER,
    "move": ActionKind.MOVE,
    "close": ActionKind.CLOSE_COMBAT,
    "ranged": ActionKind.RANGED_COMBAT,
}


def _verb(state: State, piece: Piece, power: str) -> Any:
    """The verb of the power that is used by an action of its own, or ``None``: there is none in force."""
    return next((verb for _, verb in active_of(state, piece, power) if verb.is_action), None)


def _by_its_name(state: State, use: UsePower) -> UsePower:
    """The use with the effects of a text under their own name: ``special.attack`` is ``lq001/special.attack``."""
    piece = state.find(use.piece)
    own = f"{piece.figure}/{use.power}" if piece is not None and is_text(use.power) else ""
    return replace(use, power=own) if own in dict(state.table.inline) else use


def use_violations(state: State, use: UsePower) -> Iterator[Violation]:
    """The rules this use of a power breaks."""
    use = _by_its_name(state, use)
    piece, rule = state.find(use.piece), state.edition.powers.get(use.power)
    if piece is None:
        yield violation("TW-PIECE-01", use.piece, waivable=False)
        return
    if rule is None or not rule.actions:
        yield violation("HC-ACT-15", piece.id, waivable=False, power=use.power)
        return
    yield from _given_violations(state, use, piece, rule)
    if not piece.spaces:
        return
    verb = _verb(state, piece, use.power)
    if verb is None:  # HC-POW-01, -08, -18: not in the window, turned off, countered, or left to the players
        yield violation("HC-POW-01", piece.id, waivable=False, power=use.power)
        return
    if use.pick_up is not None and not isinstance(verb, Moving):  # it moves nobody
        yield violation("HC-OBJ-20", use.pick_up, waivable=False, piece=piece.id, to=piece.spaces[0])
    yield from verb.violations(state, use)


def _given_violations(state: State, use: UsePower, piece: Piece, rule: PowerRule) -> Iterator[Violation]:
    """Why the piece may not be given the action of the power, however it is used."""
    if "free" in rule.actions:
        yield from _free_violations(state, use, piece, opening=rule.opening)
    else:
        yield from giving_violations(state, use.seat, use.piece)


def _free_violations(state: State, use: UsePower, piece: Piece, *, opening: bool) -> Iterator[Violation]:
    """Why the piece may not be given this free action: no token, no count, but once each turn (HC-ACT-09)."""
    yield from turn_violations(state, use.seat)
    if piece.ko or not piece.spaces:
        yield violation("HC-DMG-11" if piece.ko else "HC-DMG-13", piece.id, waivable=False)
    if piece.seat != use.seat:
        yield violation("HC-ACT-04", piece.id, owner=piece.seat)
    if use.power in piece.used:
        yield violation("HC-ACT-09", piece.id, power=use.power)
    if opening and state.actions_given:
        yield violation("HC-TURN-06", piece.id, power=use.power)


def decide_use(state: State, use: UsePower) -> tuple[Any, ...]:
    """The events that begin it: the power, then its action, with the move that belongs to it."""
    use = _by_its_name(state, use)
    piece, rule = state.piece(use.piece), state.edition.powers[use.power]
    verb = _verb(state, piece, use.power)
    option = use.option
    manner = verb.manner(use.power) if isinstance(verb, Moving) else None
    if isinstance(verb, Moving) and manner is not None:
        option = str(verb.left_over(state, piece, use.to, use.power))
        if use.pick_up is not None and (way := fetched_to(state, piece, use.to, manner, use.pick_up)) is not None:
            option = str(mover_of(state, piece, manner).speed - way.cost if way.goes_on else 0)
    used = PowerUsed(piece.id, use.power, use.targets, use.to, option)
    if "free" in rule.actions:
        free = FreeActionGiven(piece.id, use.power)
        if manner is None:
            return used, free
        move = fetching_move(state, piece, use.to, ActionKind.MOVE, manner, use.pick_up)
        began = FreeMoveBegan(piece.id, move.path, move.to, move.cost, move.breaks_away, move.pick_up)
        return used, free, began, *(() if move.path else picked_up_events(state, piece.id, use.pick_up))
    kind = _KINDS[rule.actions[0]]
    if manner is None:
        return used, ActionGiven(piece.id, kind)
    given = fetching_move(state, piece, use.to, kind, manner, use.pick_up)
    return used, given, *(() if given.path else picked_up_events(state, piece.id, use.pick_up))


def legal_uses(state: State, seat: Seat, piece: Piece) -> Iterator[UsePower]:
    """Every legal use of the piece's powers: whether it may be given the action is asked once for each power."""
    for one in held(state, piece):
        rule = state.edition.powers.get(one.power)
        if rule is None or not rule.actions:
            continue
        if "free" not in rule.actions and not may_be_given(state, seat, piece):
            continue
        verb, asked = _verb(state, piece, one.power), UsePower(seat, piece.id, one.power)
        if verb is None or ("free" in rule.actions and any(_given_violations(state, asked, piece, rule))):
            continue
        offers = verb.offers(state, asked)
        if verb.offers_legal and _by_its_name(state, asked) == asked:
            yield from offers
        else:
            yield from (use for use in offers if not any(use_violations(state, use)))


def resolve_events(state: State, step: Resolve) -> tuple[Any, ...]:
    """What the power on top of the agenda does next, whether or not it still shows."""
    verb: Verb = next((one for one in state.edition.powers[step.power].verbs if one.resolves), Verb())
    return verb.resolve(state, step)
