"""Using powers: who may, when, what it costs, and what follows (HC-POW-06..12, HC-ACT-09, -11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.ids import Seat
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.edition import PowerRule
from companion.games.heroclix.events.play import ActionGiven, FreeActionGiven, FreeMoveBegan
from companion.games.heroclix.events.powers import PowerUsed
from companion.games.heroclix.figures.hand import is_text
from companion.games.heroclix.moves.fetching import fetched_to, fetching_move
from companion.games.heroclix.moves.movement import go, mover_of, picked_up_events
from companion.games.heroclix.position.happening import happen, resolve
from companion.games.heroclix.position.holding import active_of, held
from companion.games.heroclix.position.verb import Verb
from companion.games.heroclix.powers.moving import Moving
from companion.games.heroclix.state.attack import ActionKind
from companion.games.heroclix.state.state import Piece, State
from companion.games.heroclix.turns.acting import finish, giving_violations, may_be_given, turn_violations

_KINDS = {
    "free": ActionKind.MOVE,
    "power": ActionKind.POWER,
    "move": ActionKind.MOVE,
    "close": ActionKind.CLOSE_COMBAT,
    "ranged": ActionKind.RANGED_COMBAT,
}


def _verb(state: State, piece: Piece, power: str) -> Verb | None:
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
    if verb is None:
        is_there = any(active_of(state, piece, use.power))  # it rides on a move or an attack; else HC-POW-01, -08, -18
        yield violation("HC-ACT-15" if is_there else "HC-POW-01", piece.id, waivable=False, power=use.power)
        return
    if use.pick_up is not None and not isinstance(verb, Moving):  # it moves nobody
        yield violation("HC-OBJ-20", use.pick_up, waivable=False, piece=piece.id, to=piece.spaces[0])
    for key, found in (("to", ", ".join(use.to)), ("option", use.option)):
        if found and key not in verb.says:
            yield violation("TW-ORDER-01", piece.id, waivable=False, found=found)
    if verb.aims is not None and len(use.targets) > verb.aims:
        yield violation("HC-RNG-06", piece.id, waivable=False, bolts=verb.aims, targets=len(use.targets))
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


def use_power(t: Teller[State], command: UsePower) -> Script[None]:
    """The power and its action, free or not; the move that belongs to it, without which nothing more is done (AMB-32);
    then what the power does."""
    command = _by_its_name(t.state, command)
    state, piece, rule = t.state, t.state.piece(command.piece), t.state.edition.powers[command.power]
    verb, option, item = _verb(state, piece, command.power), command.option, command.pick_up
    kind, is_free = _KINDS[rule.actions[0]], "free" in rule.actions
    given = ActionGiven(piece.id, kind)
    picked: tuple[object, ...] = ()
    if isinstance(verb, Moving):
        manner = verb.manner(command.power)
        option = str(verb.left_over(state, piece, command.to, command.power))
        if item is not None and (way := fetched_to(state, piece, command.to, manner, item)) is not None:
            option = str(mover_of(state, piece, manner).speed - way.cost if way.goes_on else 0)
        given = fetching_move(state, piece, command.to, kind, manner, item)
        picked = () if given.path else picked_up_events(state, piece.id, item)
    used = PowerUsed(piece.id, command.power, command.targets, command.to, option)
    began: list[object] = [given]
    if is_free:
        began = [FreeActionGiven(piece.id, command.power)]
        if isinstance(verb, Moving):
            began.append(FreeMoveBegan(piece.id, given.path, given.to, given.cost, given.breaks_away, given.pick_up))
    happen(t, used, *began, *picked)
    if (yield from go(t, given)):
        yield from resolve(t, used)
    yield from finish(t, piece.id, is_free=is_free)


def legal_uses(state: State, seat: Seat, piece: Piece) -> Iterator[UsePower]:
    """Every legal use of the piece's powers: whether it may be given the action is asked once for each power."""
    for holding in held(state, piece):
        rule = state.edition.powers.get(holding.power)
        if rule is None or not rule.actions:
            continue
        if "free" not in rule.actions and not may_be_given(state, seat, piece):
            continue
        verb, asked = _verb(state, piece, holding.power), UsePower(seat, piece.id, holding.power)
        if verb is None or ("free" in rule.actions and any(_given_violations(state, asked, piece, rule))):
            continue
        offers = verb.offers(state, asked)
        if verb.offers_legal and _by_its_name(state, asked) == asked:
            yield from offers
        else:
            yield from (use for use in offers if not any(use_violations(state, use)))
