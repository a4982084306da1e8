"""Cards, and how one is drawn.

    deck ──draw──> hand ──play──> table ──> discard ──turned over──> deck

A deck's order is chance, so nobody here knows it: it is a set of cards that may come, and which one came is asked
for, like dice. A hand that holds the real deck says it; else the machine draws (``ChoiceRequest.drawn``).
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.ids import PieceId, Seat
from companion.core.procedure import S, Script, Teller

FACE_DOWN = ""  # a card somebody may count, but not read


def first_copies(options: Iterable[str]) -> list[str]:
    """Return one of each kind of the cards that ``draw`` offers: which copy came is the same to everybody."""
    return list({option.partition(" #")[0]: option for option in reversed([*options])}.values())[::-1]


def draw(
    t: Teller[S],
    seat: Seat,
    purpose: str,
    deck: Iterable[str],
    count: int = 1,
    *,
    piece: PieceId | None = None,
    confidants: Iterable[Seat] = (),
    is_open: bool = False,
) -> Script[tuple[str, ...]]:
    """The cards that come from the deck, in secret unless ``is_open``; all of it when it holds no more than ``count``.

    Nobody is asked where all cards are alike.

    A card that is in the deck several times is offered as ``name``, ``name #2`` …, and comes back as its name.
    """
    copies: dict[str, str] = {}
    for card in sorted(deck):
        number = sum(name == card for name in copies.values()) + 1
        copies[card if number == 1 else f"{card} #{number}"] = card
    if len(copies) <= count or len(set(copies.values())) == 1:
        return tuple(copies.values())[:count]
    request = t.choice(
        seat,
        purpose,
        tuple(copies),
        piece,
        at_least=count,
        at_most=count,
        drawn=True,
        secret=not is_open,
        confidants=tuple(confidants),
    )
    answers = yield from t.ask_all([request])
    return tuple(copies[card] for card in answers[seat] or ())
