"""Rolls, and what becomes of one before it counts: who may have it thrown again, by a power or as a themed team.

roll ─> each that may is asked (HX-ROLL-08) ─nobody─> it counts
 ^──── all dice, or one with the other kept ─┘            a themed team's piece gets a token for it (HC-THEME-07..10)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from companion.core.dice import DiceRequest
from companion.core.ids import PieceId, RuleId, Seat
from companion.core.procedure import Script, Teller
from companion.games.heroclix.events.powers import DiceJoined, DieKept, Rerolled, RollTakenAgain, reroll_key
from companion.games.heroclix.position.happening import happen
from companion.games.heroclix.position.holding import active
from companion.games.heroclix.position.lines import is_in_sight
from companion.games.heroclix.position.reckoning import within_of
from companion.games.heroclix.position.verb import Verb, purpose_of
from companion.games.heroclix.state.state import MOST_TOKENS, Piece, State

THEMED = RuleId("HC-THEME-07")
NONE = "none"
AGAIN = "roll_again"  # all dice
DIE = "die_"
OTHER = "-"  # the place of the die that is thrown again


@dataclass(frozen=True, slots=True)
class Reroll(Verb):
    """Once in the own turn an own roll, once a round, or a turn, in an opponent's turn one of that opponent's.

    The piece that rolled is within so many squares and in sight. All dice are thrown again, and the first roll is
    ignored; what the roll is added to stays.
    """

    within: int
    dice: int = 0  # how many of them; none: all
    rolls: tuple[str, ...] = ()  # which rolls, ``attack`` and ``break_away``; none: all
    minimum: bool = False  # ``within`` is a minimum range


class Thrown(NamedTuple):
    """A roll that counts, or the piece by which a themed team has it taken again from the beginning."""

    faces: tuple[int, ...]
    again: PieceId | None = None


def throw(t: Teller[State], piece: Piece, purpose: str, count: int = 1, seat: Seat | None = None) -> Script[int]:
    """The sum of a roll of a power, once nobody has it thrown again."""
    thrown = yield from throw_dice(t, piece, purpose, count, seat)
    return sum(thrown.faces)


def throw_dice(
    t: Teller[State], piece: Piece, purpose: str, count: int = 1, seat: Seat | None = None, *, themed: bool = False
) -> Script[Thrown]:
    """The faces of a roll that count. After any re-roll all are asked anew (HX-ROLL-09); whoever threw the dice throws
    them again (HX-ROLL-06), and of the first roll nothing is left (HX-ROLL-05)."""
    dice, roller = ("d6",) * count, seat or piece.seat
    request = DiceRequest(t.next_id(), dice, roller, RuleId(purpose), piece.id)
    faces = yield from t.roll(dice, roller, purpose, piece.id)
    declined: tuple[PieceId, ...] = ()
    while (asking := next(_questions(t.state, request, faces, declined, themed), None)) is not None:
        who, power, options = asking
        if not power:  # a themed team, in its seat's turn
            answer = yield from t.choose(Seat(who), THEMED, options)
            if answer and answer[0] != NONE:
                return _taken_again(t, Seat(who), PieceId(answer[0]))
            declined = (*declined, PieceId(f"theme:{who}"))
            continue
        answer = yield from t.choose(t.state.piece(who).seat, purpose_of(power), options, who, optional=True)
        if not answer:
            declined = (*declined, who)
            continue
        declined = ()
        if answer[0].startswith(DIE):
            place = int(answer[0].removeprefix(DIE)) - 1
            kept = tuple(OTHER if one == place else face for one, face in enumerate(faces))
            t.tell(DieKept(who, power, kept))
            (face,) = yield from t.roll((dice[place],), roller, purpose, piece.id)
            faces = tuple(face if one == OTHER else one for one in kept)  # HX-ROLL-04
            happen(t, DiceJoined(faces))
        else:
            t.tell(Rerolled(who, power))
            faces = yield from t.roll(dice, roller, purpose, piece.id)
    numbers = tuple(map(int, faces))
    if themed and not t.state.edition.attack.rerolls.by_player:  # the powers have spoken: each themed team in turn
        for seat in [seat for seat in seats_in_turn(t.state) if may_reroll(t.state, seat)]:
            answer = yield from t.choose(seat, THEMED, (NONE, *may_reroll(t.state, seat)))
            if answer and answer[0] != NONE:
                return _taken_again(t, seat, PieceId(answer[0]))
    return Thrown(numbers)


def _taken_again(t: Teller[State], seat: Seat, piece: PieceId) -> Thrown:
    happen(t, RollTakenAgain(seat, piece))
    return Thrown((), piece)


def _questions(
    state: State, request: DiceRequest, faces: tuple[str, ...], declined: tuple[PieceId, ...], themed: bool
) -> Iterator[tuple[PieceId, str, tuple[str, ...]]]:
    """Generate the questions still open about the roll: piece, power, options; the active player's first
    (HC-VAL-17, HX-ROLL-08).
    """
    by_player = state.edition.attack.rerolls.by_player
    able = list(rerollers(state, request, declined))
    for seat in seats_in_turn(state) if by_player else (None,):
        for piece, power in able:
            if seat in (None, piece.seat):
                single = 0 < _dice_of(state, piece, power) < len(faces)
                options = tuple(f"{DIE}{n}" for n in range(1, len(faces) + 1)) if single else (AGAIN,)
                yield piece.id, power, options
        if seat is not None and themed and f"theme:{seat}" not in declined and may_reroll(state, seat):
            yield PieceId(seat), "", (NONE, *may_reroll(state, seat))


def _dice_of(state: State, piece: Piece, power: str) -> int:
    """Return how many dice that power of the piece has thrown again; 0: all (HX-ROLL-04)."""
    return next((verb.dice for name, verb in active(state, piece, Reroll) if name == power), 0)


def rerollers(state: State, request: DiceRequest, declined: tuple[PieceId, ...] = ()) -> Iterator[tuple[Piece, str]]:
    """The pieces that may have this roll thrown again now, with their power: the active player's first (HC-VAL-17)."""
    rolled = state.find(request.piece) if request.piece else None
    active_seat = state.active_seat
    if rolled is None or not rolled.spaces or active_seat is None or request.roller != active_seat:
        return
    if len(request.dice) > state.edition.attack.rerolls.most_dice or set(request.dice) != {"d6"}:  # HX-ROLL-07
        return
    rule = state.edition.rule
    kind = {rule("HC-ATK-05"): "attack", rule("HC-MOVE-07"): "break_away"}.get(request.purpose, "power")
    for piece in sorted(state.on_map(), key=lambda one: (one.seat != active_seat, one.id)):
        is_teammate = piece.seat != active_seat and state.is_friend(active_seat, piece.seat)
        if piece.id in declined or is_teammate:
            continue
        for power, verb in active(state, piece, Reroll):
            within = within_of(state, piece, verb.within, minimum=verb.minimum)
            near = piece.id == rolled.id or is_in_sight(state, piece, rolled, within)
            if reroll_key(state, piece, power) not in piece.used and near and (not verb.rolls or kind in verb.rolls):
                yield piece, power


def may_reroll(state: State, seat: Seat) -> tuple[PieceId, ...]:
    """The pieces by which the seat may have a roll thrown again now: of a themed team with uses left (HC-THEME-10),
    without an action this turn (HC-THEME-08), and not holding two tokens (HC-THEME-09, HC-TOKEN-08, -09)."""
    theme = state.table.tactics.theme_of(seat)
    if theme is None or dict(state.tactics.rerolls).get(seat, 0) >= theme.rerolls:
        return ()
    return tuple(piece.id for piece in state.on_map(seat) if not piece.acted and piece.tokens < MOST_TOKENS)


def seats_in_turn(state: State) -> tuple[Seat, ...]:
    """The seats clockwise from the active player (AMB-51)."""
    order = state.order
    start = order.index(state.active_seat) if state.active_seat in order else 0
    return *order[start:], *order[:start]
