"""Seating: a free seat is taken, one's own given back, another's taken over when its holder or the table agrees.

sit ──free, or taken while one was away──> yours        ──held by who is here──> that guest is asked
    └─held by who is gone──> whoever else sits here, or a judge, is asked; nobody else here: yours
join: to hold it together
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.core.ids import Seat
from ui.web.guests import Guest, Role


@dataclass(frozen=True, slots=True)
class Wish:
    """A guest would have a seat that another one holds."""

    guest: Guest
    seat: Seat
    asked: tuple[Guest, ...]  # any of them may say yes or no
    joins: bool = False  # and both hold it then


class Seating:
    """The seats of a table and the wishes for them."""

    def __init__(self, sides: Mapping[str, Sequence[Seat]], guests: Iterable[Guest]) -> None:
        self._sides = {seat: side for side, seats in sides.items() for seat in seats}
        self.guests = {guest.number: guest for guest in guests}
        self.wishes: list[Wish] = []
        self.resting: set[Seat] = set()  # out of the game: their turns go by
        self.leaving: dict[Guest, tuple[Seat, ...]] = {}  # which seats a player would let rest, until it is said twice
        self.refused: dict[Guest, tuple[Seat, Guest | None]] = {}  # what was asked for, and who said no; see ``answer``
        self.removing: dict[Guest, int] = {}  # whom a judge would remove, until it is said twice

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(self._sides)

    def side_of(self, guest: Guest) -> str | None:
        """The side whose screen it gets; ``None``: an onlooker's."""
        return self._sides.get(guest.seats[0]) if guest.seats else None

    def is_own_side(self, guest: Guest, seat: Seat) -> bool:
        """Whether it may sit there beside the seats it has: who knows one side's secrets does not play the other's."""
        return all(self._sides[own] == self._sides[seat] for own in guest.seats)

    def holder(self, seat: Seat) -> Guest | None:
        """Return the holder of the seat; of several the first."""
        return next(iter(self.holders(seat)), None)

    def holders(self, seat: Seat) -> list[Guest]:
        return [guest for guest in self.guests.values() if seat in guest.seats]

    def held(self) -> list[tuple[Seat, str]]:
        """Every seat and the name of who sits there: empty when nobody does."""
        return [(seat, ", ".join(guest.name or "…" for guest in self.holders(seat))) for seat in self._sides]

    def sit(self, guest: Guest, seat: Seat, here: Sequence[Guest], *, joins: bool = False) -> str:
        """Seat the guest; return ``sat``, ``asked``, or why not: ``no_seat``, ``no_player``, ``other_side``.

        ``joins``: beside its holder, who is asked: a second device, a partner.
        """
        self.refused.pop(guest, None)
        if seat not in self._sides:
            return "no_seat"
        if guest.role is not Role.PLAYER:
            return "no_player"
        if not self.is_own_side(guest, seat):
            return "other_side"
        holder = self.holder(seat)
        if holder is None or (seat in guest.lost and not joins):
            self._give(guest, seat)
        elif seat not in guest.seats:
            others = tuple(other for other in here if other is not guest and (other.seats or other.role is Role.JUDGE))
            asked = tuple(one for one in self.holders(seat) if one in here) or others
            if asked:
                self.wishes = [wish for wish in self.wishes if wish.guest is not guest]
                self.wishes.append(Wish(guest, seat, asked, joins))
                return "asked"
            self._give(guest, seat, joins=joins)
        return "sat"

    def rest(self, guest: Guest, seat: Seat) -> bool:
        """Whether the free seat is left at home now, by a player of its side."""
        may = guest.role is Role.PLAYER and seat in self._sides and self.is_own_side(guest, seat)
        if may and self.holder(seat) is None:
            self.resting.add(seat)
        return seat in self.resting

    def rise(self, guest: Guest, seat: Seat) -> None:
        """The seat is free again."""
        guest.seats = tuple(own for own in guest.seats if own != seat)

    def orphaned(self, here: Sequence[Guest]) -> list[Wish]:
        """Return the wishes for seats whose holders are gone: whoever sits at the table may answer them."""
        return [wish for wish in self.wishes if not any(holder in here for holder in self.holders(wish.seat))]

    def answer(self, guest: Guest | None, number: int, *, agrees: bool) -> bool:
        """Whether the wish of that guest was this one's to answer; ``None``: at the table's own screen."""
        asked = (wish for wish in self.wishes if wish.guest.number == number)
        wish = next((wish for wish in asked if guest is None or guest in wish.asked), None)
        if wish is None:
            return False
        self.wishes.remove(wish)
        if not agrees:
            self.refused[wish.guest] = wish.seat, guest
        else:
            self._give(wish.guest, wish.seat, by=guest, joins=wish.joins)
        return True

    def leave(self, guest: Guest) -> None:
        """The guest is none any more."""
        self.guests.pop(guest.number, None)
        self.removing = {judge: number for judge, number in self.removing.items() if judge is not guest}
        self.wishes = [wish for wish in self.wishes if wish.guest is not guest]
        guest.seats = ()

    def _give(self, guest: Guest, seat: Seat, *, by: Guest | None = None, joins: bool = False) -> None:
        """Seat the guest there; whoever had the seat and did not give it away, as the one who agreed, is told so."""
        is_back = seat in guest.lost  # whoever kept it warm knows that it was another's
        for holder in () if joins else self.holders(seat):
            self.rise(holder, seat)
            if holder is not by and holder is not guest and not is_back:
                holder.lost[seat] = holder.left
        guest.lost.pop(seat, None)
        guest.watches = False
        guest.seats = tuple(own for own in self._sides if own in guest.seats or own == seat)
        self.resting.discard(seat)
        self.wishes = [wish for wish in self.wishes if wish.seat != seat]
