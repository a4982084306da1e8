"""The players of a table as its devices tell: what they are called, who is there, what may be done where one is not.

"Anna" at the door ──sits──> Anna on every banner, score, line and big screen      rises ──> as the seat was called
awaited, and not there ──> the others are asked: play it too, or leave it at home
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from companion.core.flow import seat_of
from companion.core.ids import Seat
from companion.core.session import Session
from companion.text.wording import Wording
from ui.presenters.banner import AT_TABLE, Presence
from ui.presenters.games import game_of
from ui.presenters.stints import changed
from ui.presenters.table import TablePresenter
from ui.web.guests import Guest
from ui.web.room import Ask, missing_ask, return_ask
from ui.web.seating import Seating


class Company:
    """The players; ``here``: the guests whose devices are connected."""

    def __init__(self, seating: Seating, session: Session, here: Callable[[], Sequence[Guest]]) -> None:
        self._seating, self._session, self.here = seating, session, here
        self.has_tablet = False  # the table has a screen of its own: whoever is around it plays the free seats
        self.game_of_papers = ""  # whose report and record can be made for phones; empty: of none
        self.played_at_tablet: Callable[[Sequence[Seat]], Sequence[Seat]] = lambda seats: ()  # while they are away
        self._before: dict[Seat, str] = {}  # what a seat was called before somebody sat down there

    def presence(self, seat: Seat) -> Presence:
        """Return where the player of that seat is."""
        holders = self._seating.holders(seat)
        if self.is_seated(seat):
            return Presence.HERE
        if self.played_at_tablet((seat,)):
            return Presence.STANDS_IN
        if self.has_tablet and not holders:
            return Presence.TABLET
        return Presence.AWAY if holders else Presence.RESTS if seat in self._seating.resting else Presence.FREE

    def is_seated(self, seat: Seat) -> bool:
        """Whether somebody plays that seat on a device that is connected."""
        return any(holder in self.here() for holder in self._seating.holders(seat))

    def is_held(self, seat: Seat) -> bool:
        """Whether somebody plays that seat on a device, though it may be away."""
        return bool(self._seating.holders(seat))

    def call(self) -> None:
        """Call the players what they are called at the door; who gives a seat back takes the name along, and who takes
        one over while it is played is noted beside whoever had it.
        """
        flow, before, played = self._session.state.flow, self._session.players, {*self._before}
        players = {**before}
        seated = self._seated()
        for seat in self._seating.seats:
            if seat in seated:
                self._before.setdefault(seat, players.get(seat, ""))
                players[seat] = seated[seat]
            else:
                called = self._before.pop(seat, players.get(seat, ""))
                players[seat] = "" if called in seated.values() else called  # who played it before plays elsewhere now
        now = {seat: name for seat, name in players.items() if name}
        self._session.players = changed(before, now, flow.round, played) if flow.round and flow.outcome is None else now

    def _seated(self) -> dict[Seat, str]:
        """Return what the players are called who hold a seat; of equal names the later one has a number."""
        by_holders: dict[tuple[Guest, ...], list[Seat]] = {}
        for seat in self._seating.seats:
            by_holders.setdefault(tuple(self._seating.holders(seat)), []).append(seat)
        called, many = dict[Seat, str](), Counter[str]()
        for holders, seats in sorted(by_holders.items(), key=lambda one: [holder.number for holder in one[0]]):
            if name := " & ".join(filter(None, (holder.name for holder in holders))):
                many[name] += 1
                called |= dict.fromkeys(seats, f"{name} {many[name]}" if many[name] > 1 else name)
        return called

    def returns(self, guest: Guest, presenter: TablePresenter, wording: Wording) -> list[Ask]:
        """Return what somebody whose device was away is told: who played the seats since, what happened, what now."""
        wished = {wish.seat for wish in self._seating.wishes if wish.guest is guest}  # the answer is awaited
        return [
            return_ask(self._seating, seat, guest, self._meanwhile(seat, version, presenter), wording)
            for seat, version in guest.lost.items()
            if seat not in wished
        ]

    def _meanwhile(self, seat: Seat, version: int, presenter: TablePresenter) -> list[str]:
        """Tell what befell a seat's figures since that version, and which side has more points, or fewer."""
        look, session = presenter.look, self._session
        own = {one.piece for one in presenter.game.roster(look) if one.seat == seat}
        lines = presenter.log.told_since(version, look.wording, (seat,), own)
        if not 0 <= version <= session.version:
            return lines
        then = dict(game_of(session.system.id).adapter(session.at(version)).scores(look))
        changed = [(side, now) for side, now in presenter.game.scores(look) if now != then.get(side, 0)]
        scored = (look.wording.pair(look.wording.scorer(side), look.say("points", points=now)) for side, now in changed)
        return [*lines, *scored]

    def hands_of(self, guest: Guest) -> tuple[Seat, ...]:
        """Return the seats whose figures that player's hands move: its own, and those of its side that nobody holds;
        where the table has a screen of its own, these are told there.
        """
        if self.has_tablet:
            return tuple(map(Seat, guest.seats))
        own = [seat for seat in self._seating.seats if self._seating.is_own_side(guest, seat)] if guest.seats else []
        return tuple(seat for seat in own if seat in guest.seats or not self._seating.holders(seat))

    def rests(self, presenter: TablePresenter) -> Sequence[Seat]:
        """Return the seats that may be left at home: once the game has begun, where no tablet plays them."""
        flow = presenter.state.flow
        return presenter.game.may_rest if (flow.round or flow.open) and not self.has_tablet else ()

    def missing(self, guest: Guest, presenter: TablePresenter, wording: Wording) -> list[Ask]:
        """Return the questions to a player about seats that are awaited and whose players are not there."""
        rests, alike = self.rests(presenter), dict[tuple[Presence, bool, Seat | None], list[Seat]]()
        wished = {wish.seat for wish in self._seating.wishes if wish.guest is guest}  # the answer is awaited
        awaited, asked = presenter.banner.awaited(presenter.look), {*map(seat_of, presenter.state.flow.open)}
        go_on = not asked & {*awaited} and any(self.presence(seat) in AT_TABLE for seat in awaited)
        for seat in (one for one in awaited if one not in wished):
            presence, is_own = self.presence(seat), self._seating.is_own_side(guest, seat)
            if go_on and presence is Presence.AWAY:
                continue  # any of them may act: one does who is there
            alone = None if is_own and presence is Presence.FREE else seat  # of the others there is one question
            if presence not in AT_TABLE:
                alike.setdefault((presence, seat in rests, alone), []).append(seat)
        return [
            missing_ask(self._seating, seats, presence, guest, wording, may_rest=may_rest)
            for (presence, may_rest, _), seats in alike.items()
        ]
