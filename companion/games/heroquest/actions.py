"""Actions left to a character in its turn: two different ones and the free ones (HQ-ACT, HQ-FREE).

entries   move · attack (spells too) · barricade · search · seek · disarm_trap · weapon · help, and free ones repeated
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.ids import PieceId, Seat
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.characters import Character, Turn
from companion.games.heroquest.state import Phase, State

MOST = 2  # HQ-ACT-01
FREE = ("listen", "scan", "detect", "heal", "drink", "disarm", "weapon")  # HQ-FREE-01
MONSTERS_DO = ("move", "attack", "disarm")  # HQ-AMB-05
BUDGET, ONCE, PRICED, THRICE, HEALED = "HQ-ACT-01", "HQ-ACT-02", "HQ-FREE-03", "HQ-FREE-06", "HQ-FREE-07"


def turn_of(figure: Character) -> Turn:
    """Return the character's turn; an empty one when it has none."""
    return figure.turn or Turn()


def acting(state: State, seat: Seat, piece: PieceId) -> Iterator[Violation]:
    """Why the seat may not act with that character now."""
    figure = state.find(piece)
    if figure is None:
        yield violation("TW-PIECE-01", piece, waivable=False)
    elif figure.seat != seat:
        yield violation("TW-ASK-02", piece, waivable=False, seat=seat, asked=figure.seat)
    elif state.flow.phase == Phase.WAITING or state.flow.outcome is not None:
        yield violation("HQ-GEN-02", waivable=False)
    elif state.is_busy:
        yield violation("TW-ASK-01", waivable=False, request="-")
    elif figure.turn is None:
        yield violation("HQ-ACT-01", piece, waivable=False)
    elif figure.turn.over:
        yield violation("HQ-DISARM-05", piece)


def spending_violations(figure: Character, entry: str) -> Iterator[Violation]:
    """Why it may not do that as a normal action (HQ-ACT-01, HQ-ACT-02, HQ-ACT-05)."""
    turn = turn_of(figure)
    if not figure.is_hero and entry not in MONSTERS_DO:
        yield violation(BUDGET, figure.id)
    elif entry in turn.used:
        yield violation(ONCE, figure.id, entry=entry)
    elif len([used for used in turn.used if figure.is_hero or used in ("move", "attack")]) >= MOST:
        yield violation(BUDGET, figure.id)


def free_violations(figure: Character, entry: str) -> Iterator[Violation]:
    """Why it may not do that even by paying an action for doing it again (HQ-FREE-02, -03, -06, -07).

    Nothing else is asked: a free action comes at any moment of the turn, between two steps too (HQ-FREE-04).
    """
    turn = turn_of(figure)
    if entry not in turn.free:
        return
    if entry == "heal":
        yield violation(HEALED, figure.id)
    elif entry in turn.used:
        yield violation(THRICE, figure.id, entry=entry)
    elif len(turn.used) >= MOST:
        yield violation(PRICED, figure.id, entry=entry)


def spend(t: Teller[State], piece: PieceId, entry: str) -> None:
    """Use a normal action; who lay in ambush does so no more (HQ-COMBAT-AMBUSH-07)."""
    if t.state.who(piece).ambush is not None:
        t.tell(ev.AmbushEnded(piece))
    t.tell(ev.ActionSpent(piece, entry))


def spend_free(t: Teller[State], piece: PieceId, entry: str) -> None:
    """Use a free action, or a normal one when it was done before (HQ-FREE-03)."""
    is_free = entry not in turn_of(t.state.who(piece)).free
    t.tell(ev.ActionSpent(piece, entry, is_free))


def is_crowded(state: State, figure: Character) -> bool:
    """Whether an enemy it knows of is in the same room or corridor (HQ-ACT-06, HQ-AMB-06).

    Monsters the heroes do not see do not count: a refusal would betray them (HQ-GEN-03).
    """
    place = state.place_of(figure)
    if place is None:
        return False
    return any(other.at in place.squares and (other.revealed or not figure.is_hero) for other in state.enemies(figure))


def pick(
    t: Teller[State], seat: Seat, rule: str, able: Sequence[PieceId], piece: PieceId | None = None
) -> Script[PieceId]:
    """The one of them that the seat picks; where there is one alone, nobody is asked."""
    if len(able) == 1:
        return able[0]
    chosen = yield from t.choose(seat, rule, able, piece)
    return PieceId((chosen or able)[0])
