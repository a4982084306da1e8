"""The tablet handed from side to side: to whom, by name, and the cover until they say that they have it.

"Hand the tablet to Bob" ──tap──> the same words, large, on a board of which nothing is seen ──"I am Bob"──> Bob's side
mates at phones ──> it lies in the middle, for all to see ──"I am Mistral"──> Mistral's side, until Mistral is done
Bob's phone is away, and somebody plays for Bob ──> it lies there too, between what is Bob's alone: "I play for Bob";
mere dice are thrown on it as it lies
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from companion.board.picture import BoardPicture
from companion.core.ids import Seat
from ui.presenters.adapter import ONLOOKERS, GameAdapter, Look
from ui.presenters.banner import NAMED
from ui.presenters.models import BannerModel, CardModel, TableModel
from ui.presenters.seat_voice import Voice


class Holder:
    """Who holds the tablet: one side of several at a time, whose view is on the screen.

    ``is_covered``: it is on its way to the next side; ``is_lent``: others around it look at it, to throw;
    ``is_seated``: somebody plays there on a device of their own, and needs it not; ``is_held``: or did, and the
    device is away: the seat is theirs until somebody takes it over at the tablet, by a tap that says so.
    ``is_down``: it lies in the middle of the table, and nobody's secrets are on it.
    """

    def __init__(
        self,
        game: GameAdapter,
        sides: Sequence[str],
        voice: Voice,
        *,
        is_passed: bool,
        is_begun: Callable[[], bool] = lambda: True,
    ) -> None:
        self._game, self._voice, self._is_begun = game, voice, is_begun
        self.sides, self.side = tuple(sides), sides[0]
        self.is_tablet, self.is_passed = is_passed, is_passed and len(sides) > 1  # from side to side
        self.is_covered = self.is_lent = self.is_down = False
        self._taken: frozenset[Seat] | None = None  # the seats for which it was taken from the middle of the table
        self._taken_in: int | None = None  # … and the round; ``None``: it was not looked at since
        self.is_seated: Callable[[Seat], bool] = lambda seat: False
        self.is_held: Callable[[Seat], bool] = lambda seat: False
        self._over: dict[Seat, bool] = {}  # seats that were taken over, and whether their devices were away then

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats whose taps these are: once it is taken for some, those alone."""
        seats = self.seats_of(self.side)
        return seats if self._taken is None else tuple(seat for seat in seats if seat in self._taken)

    @property
    def view(self) -> tuple[str, tuple[Seat, ...]]:
        """The side that is shown, and whose taps count: nobody's own while others look at it."""
        return (ONLOOKERS, ()) if self.is_lent or self.is_down else (self.side, self.seats)

    def seats_of(self, side: str) -> tuple[Seat, ...]:
        """Return the seats of a side, of a tablet that is passed those without a device; of a device of one's own those
        of its voice.
        """
        if self._voice.seats is not None:
            return self._voice.seats
        seats = self._game.sides.get(side, ())
        return self.free(seats) if self.is_tablet and self._is_begun() else seats

    def free(self, seats: Sequence[Seat]) -> tuple[Seat, ...]:
        """Return those of the seats that are nobody's on a device of their own, or were taken over from there."""
        return tuple(seat for seat in seats if seat in self._over or not self.is_held(seat))

    def elsewhere(self, seats: Collection[Seat]) -> tuple[Seat, ...]:
        """Return those of the seats that are played on devices of their own, where this is the table's screen."""
        may = self.is_tablet and self._is_begun()
        return tuple(sorted(seat for seat in seats if self.is_held(seat) and seat not in self._over)) if may else ()

    def take_over(self, seats: Collection[Seat], *, is_open: bool = False) -> None:
        """Play these seats here: of a phone that is away until it is back, else as long as they are awaited;
        ``is_open``: for what all may see, so that the screen stays with who looks at it.
        """
        self._over |= {seat: not self.is_seated(seat) for seat in seats}
        if not is_open:
            self.turn_to(tuple(seats))

    def played_for(self, seats: Collection[Seat]) -> tuple[Seat, ...]:
        """Return those of the seats that are played here while their devices are away."""
        return tuple(seat for seat in seats if self._over.get(seat, False))

    def plays_for(self, seats: Collection[Seat]) -> bool:
        """Whether any of the seats was taken over: who takes the tablet for it is not its player."""
        return any(seat in self._over for seat in seats)

    def give_back(self, awaited: Collection[Seat]) -> None:
        """Leave the seats that were taken over to their devices: those that are back, and what is not awaited now."""
        back = {seat for seat, was_away in self._over.items() if was_away and self.is_seated(seat)}
        done = {seat for seat, was_away in self._over.items() if not was_away and seat not in awaited}
        self._over = {seat: was_away for seat, was_away in self._over.items() if seat not in back | done}

    def around(self) -> set[Seat]:
        """Return the seats of everybody around this one tablet, whoever holds it."""
        if self._voice.seats is not None:
            return set()
        return {seat for side in self.sides for seat in self.free(self.seats_of(side))}

    def next_side(self) -> str:
        """Return the side it goes to next: one that does not look at devices of its own; else the side it is with."""
        here = self.sides.index(self.side)
        others = (*self.sides[here + 1 :], *self.sides[:here])
        return next((one for one in others if self.seats_of(one) and not self._is_shared(one)), self.side)

    def hand_on(self) -> bool:
        """Cover it and hand it to the next side; whether there is one."""
        before, self.side = self.side, self.next_side()
        is_handed = self.side != before
        self.is_covered |= is_handed
        return is_handed

    def readers(self) -> set[Seat]:
        """Return the seats of whoever reads what is shown: of a tablet that all look at those around it, each in their
        own place.
        """
        if not (self.is_lent or self.is_down):
            return {*self.seats}
        others = self.around() - ({*self.seats} if self.is_lent else set())
        return others - {*self.played_for(others)}

    def lay_down(self, awaited: Collection[Seat], acting: Collection[Seat], round_: int) -> bool:
        """Lay it in the middle of the table, where it is nobody's own, until a seat that is played here is awaited, and
        somebody takes it for that; whether it is laid down now. Whose turn it is keeps it while others are asked, but
        not for what the next round asks: at a turn everybody looks on.
        """
        if not self.is_passed or not self._is_begun() or self.is_covered:
            return False
        was_down, wanted = self.is_down, [side for side in self.sides if {*awaited} & {*self.seats_of(side)}]
        is_own_turn = bool(acting) and {*acting} <= {*self.seats}
        self._taken_in = round_ if self._taken_in is None else self._taken_in
        is_over = self._taken_in != round_ or not (is_own_turn or {*self.seats} & {*awaited})
        is_done = self._taken is not None and is_over
        is_untaken = self._taken is None and self._is_common(self.side)
        is_for_others = self.side not in wanted and any(map(self._is_shared, wanted))
        self.is_down = self.is_down or is_done or is_untaken or is_for_others
        if self.is_down:
            self._taken = None
            self.turn_to(self.free(tuple(awaited)))
            self.is_down = self._game.hides(self.side)
        return self.is_down and not was_down

    def _is_shared(self, side: str) -> bool:
        """Whether a side has secrets, and somebody of it has a device of their own, here or away: also while somebody
        else plays for them at the tablet.
        """
        return self._game.hides(side) and any(map(self.is_held, self._game.sides.get(side, ())))

    def _is_common(self, side: str) -> bool:
        """Whether a side with secrets holds the tablet only as long as it is asked: it has devices of its own, or the
        others around the tablet are of such a side.
        """
        others = (one for one in self.sides if one != side and self.seats_of(one))
        return self._game.hides(side) and (self._is_shared(side) or any(map(self._is_shared, others)))

    def lend(self, *, is_lent: bool) -> None:
        """Let others around it look at it, or no more: held only as long as it is asked, it is taken anew then."""
        if self.is_lent and not is_lent and self._is_common(self.side):
            self._taken = None
        self.is_lent = is_lent

    def take(self) -> None:
        """Take it: whoever it is for looks at it, and the others look away."""
        self.is_covered = self.is_down = self.is_lent = False
        self._taken = self._taken_in = None  # of all its seats that are played here
        self._taken = frozenset(self.seats) if self._is_common(self.side) else None

    def turn_to(self, acting: Sequence[Seat]) -> None:
        """Give it to the side of whoever acts."""
        self.side = next((side for side in self.sides if {*acting} & {*self.seats_of(side)}), self.side)


def handing(side: str, seats: Sequence[Seat], look: Look) -> str:
    """Return the words that hand the tablet to a side."""
    return look.say("hand_to", to=party(side, seats, look))


def cover_model(
    unknown: BoardPicture, words: dict[str, str], look: Look, *, plays_for: bool, may_wait: bool
) -> TableModel:
    """A screen that shows nothing but whose it is, while a tablet is handed over; ``plays_for``: in place of somebody
    whose device is away; ``may_wait``: others around the tablet may have it instead.
    """
    who = party(look.side, look.seats, look)
    title = look.say("cover", to=who)
    mine = (
        "uncover",
        look.say("i_play_for", who=who) if plays_for else look.say("i_am", who=who, count=len(look.seats)),
    )
    others = (("hand_over", look.say("cover_waits")),) if may_wait else ()
    card = CardModel("begin", title, look.say("cover_text", who=who), (mine, *others), likely=mine[0])
    now = BannerModel(title, card.text, None, awaited=card.text)
    return TableModel(title, None, (), unknown, None, None, card, (), (), (), words, now)


def party(side: str, seats: Sequence[Seat], look: Look) -> str:
    """Return the players of a side by name, where all of them have one and they are few; else the side."""
    called = tuple(dict.fromkeys(look.wording.players.get(seat, "") for seat in seats))
    return ", ".join(called) if all(called) and len(called) <= NAMED else look.wording.word("side", side)
