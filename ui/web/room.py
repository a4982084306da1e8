"""The people around the table, as a page shows them: seats, names, and what one may ask of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.core.ids import Seat
from companion.text.wording import Wording
from ui.presenters.banner import Presence
from ui.presenters.clock import called_words
from ui.presenters.models import ClockHands
from ui.presenters.pages import Tile
from ui.web.guests import Guest, Role
from ui.web.seating import Seating, Wish

Ask = dict[str, object]  # a question about people, and its answers


@dataclass(frozen=True, slots=True)
class SeatAtDoor:
    """A seat that may be chosen at the door, with who is known to play it."""

    seat: Seat
    word: str
    name: str
    is_held: bool  # by a device
    is_free: bool = False  # nobody plays it, as far as it is known: not at the tablet either

    @property
    def called(self) -> str:
        """Who plays it, with the seat behind."""
        return f"{self.name} ({self.word})" if self.name else self.word


def people_tiles(
    seats: Sequence[SeatAtDoor], seating: Seating, here: Sequence[Guest], wording: Wording
) -> tuple[Tile, ...]:
    """Return who came in as the table's own screen lists them: the seats as the door calls them, then the others."""
    tiles = []
    for seat in seats:
        is_here = any(holder in here for holder in seating.holders(seat.seat))
        state = "" if is_here else "away" if seat.is_held else "rests" if seat.seat in seating.resting else "free"
        state = "at_tablet" if state == "free" and seat.name else state
        tiles.append(Tile("", seat.called, badge=wording.say(f"page.{state}") if state else "✓", tone=seat.seat))
    others = [one for one in seating.guests.values() if one in here and not one.seats]
    return (*tiles, *(Tile("", _name(one, wording), badge=wording.word("role", one.role)) for one in others))


def room_part(
    seating: Seating,
    here: Sequence[Guest],
    guest: Guest | None,
    wording: Wording,
    missing: Sequence[Ask] = (),
    returns: Sequence[Ask] = (),
    *,
    called: Mapping[Seat, str],
    players: Mapping[str, str],
    has_tablet: bool = False,
    rests: Collection[Seat] = (),
) -> dict[str, object]:
    """The part of a model that tells of people; ``guest``: whose page it is, where it may ask for anything.

    ``called``: the seats, as ``seats_called`` has them; ``players``: who plays them, as far as it is known;
    ``missing``: the questions about seats that are awaited and whose players are not there; ``returns``: what somebody
    is told whose device was away; ``has_tablet``: free seats are played at the table's own screen; ``rests``: the seats
    whose turns may go by.
    """
    seats = []
    free = wording.say("page.at_tablet") if has_tablet else ""
    for seat in seating.seats:
        holders = seating.holders(seat)
        seats.append(
            {
                "seat": seat,
                "word": called[seat],
                "name": ", ".join(_name(holder, wording) for holder in holders)
                or " · ".join(filter(None, (players.get(seat, ""), free))),
                "held": bool(holders),
                "here": any(holder in here for holder in holders) or not holders,
                "rests": seat in seating.resting,
                "do": _wish(seating, seat, guest, wording),
                "rest": _resting(seating, seat, guest, wording) if seat in rests else None,
                "join": _joining(seating, seat, guest, here, wording),
            }
        )
    wishes: list[Ask] = [
        {
            "text": wish_words(wish, players, wording),
            "do": [
                [f"give:{wish.guest.number}", wording.word("option", "yes")],
                [f"keep:{wish.guest.number}", wording.word("option", "no")],
            ],
        }
        for wish in seating.wishes
        if guest in wish.asked
    ]
    refused = seating.refused.get(guest) if guest is not None else None
    asks = [*returns, *([_refused(*refused, wording)] if refused else []), *wishes]
    asks += _seatless(seating, guest, called, wording)
    removing = seating.guests.get(seating.removing.get(guest, 0)) if guest is not None else None
    asks += [_removing(removing, wording)] if removing is not None else []
    asks += [_leaving(leaving, wording)] if guest is not None and (leaving := seating.leaving.get(guest)) else []
    others = [one for one in seating.guests.values() if not one.seats and (one.role is not Role.PLAYER or one in here)]
    return {
        "you": {"role": guest.role, "seats": guest.seats, "name": guest.name} if guest else {"role": Role.SPECTATOR},
        "seats": seats,
        "asks": asks,
        "missing": missing,
        "waits": waits_of(seating, guest, here, wording, has_tablet=has_tablet),
        "people": [
            {
                "name": _name(one, wording),
                "role": wording.word("role", one.role),
                "here": one in here,
                "do": _removal(one, guest, wording),
            }
            for one in others
        ],
    }


def wish_words(wish: Wish, players: Mapping[str, str], wording: Wording) -> str:
    """Return what a guest asks for: a seat that was its own, another's, or to share it."""
    who, is_own = _name(wish.guest, wording), wish.guest.name and wish.guest.name == players.get(wish.seat)
    is_back = is_own or wish.seat in wish.guest.lost
    key = "wants_to_join" if wish.joins else "is_back" if is_back else "wants_seat"
    return wording.say(f"page.{key}", who=who, seat=wording.word("seat", wish.seat))


def waits_of(
    seating: Seating, guest: Guest | None, here: Sequence[Guest], wording: Wording, *, has_tablet: bool
) -> str:
    """Say to who asked for a seat whom that waits for; empty: to nobody."""
    wish = next((wish for wish in seating.wishes if wish.guest is guest), None)
    if wish is None:
        return ""
    asked = [_name(one, wording) for one in wish.asked if one in here]
    asked += [wording.say("page.the_tablet")] if has_tablet and wish in seating.orphaned(here) else []
    return wording.say("page.seat_asked", seat=wording.word("seat", wish.seat), who=", ".join(asked))


def missing_ask(
    seating: Seating, seats: Sequence[Seat], presence: Presence, guest: Guest, wording: Wording, *, may_rest: bool
) -> Ask:
    """The question to a player about seats that are awaited and whose players are not there."""
    holders = [holder for seat in seats for holder in seating.holders(seat)] if presence is Presence.AWAY else []
    who = wording.listed([_name(one, wording) for one in holders] or [wording.word("seat", seat) for seat in seats])
    if not all(seating.is_own_side(guest, seat) for seat in seats):
        text = "free_other" if presence is Presence.FREE else f"{presence}_awaited"
        return {"text": wording.say(f"page.{text}", who=who), "do": []}
    does = [(f"sit:{' '.join(seats)}", f"page.{presence}_sit")]
    does += [(f"rest:{' '.join(seats)}", "page.free_rest")] if may_rest and presence is Presence.FREE else []
    return {
        "text": wording.say(f"page.{presence}_awaited", who=who),
        "do": [[action, wording.say(key, who=who)] for action, key in does],
    }


def return_ask(seating: Seating, seat: Seat, guest: Guest, since: Sequence[str], wording: Wording) -> Ask:
    """Tell a player whose device was away who played the seat meanwhile, and how it is had back."""
    names = {"who": wording.listed([_name(one, wording) for one in seating.holders(seat)] or [""])}
    key = "played_for" if seat in guest.seats else "lost_seat" if names["who"] else "lost_free"
    lines = [wording.say(f"page.{key}", seat=wording.word("seat", seat), **names)]
    if since:
        lines += [wording.say("page.meanwhile"), *(f"- {line}" for line in since)]
    back = {"lost_seat": "play_on", "lost_free": "sit"}.get(key)
    does = [(f"sit:{seat}", back), (f"let:{seat}", "leave_it")] if back else [(f"let:{seat}", "understood")]
    return {"text": "\n".join(lines), "do": [[action, wording.say(f"page.{word}")] for action, word in does]}


def _refused(seat: Seat, by: Guest | None, wording: Wording) -> Ask:
    """Tell who asked for a seat that the answer was no; ``by``: who gave it, ``None`` at the table's own screen."""
    who = wording.say("page.the_tablet") if by is None else _name(by, wording)
    text = wording.say("page.wish_refused", who=who, seat=wording.word("seat", seat))
    return {"text": text, "do": [["heard", wording.say("page.understood")]]}


def _removing(other: Guest, wording: Wording) -> Ask:
    """The question to a judge whether a guest is really removed."""
    answers = ((f"out:{other.number}", "yes"), (f"stay:{other.number}", "no"))
    return {
        "text": wording.say("page.really_remove", who=_name(other, wording)),
        "do": [[does, wording.word("option", says)] for does, says in answers],
    }


def _leaving(seats: Sequence[Seat], wording: Wording) -> Ask:
    """The question to a player whether free seats really let their turns go by."""
    about = " ".join(seats)
    return {
        "text": wording.say("page.really_rest", who=wording.listed([wording.word("seat", seat) for seat in seats])),
        "do": [[f"{does}:{about}", wording.word("option", says)] for does, says in (("rested", "yes"), ("kept", "no"))],
    }


def clock_part(hands: ClockHands, wording: Wording, *, may_stop: bool) -> dict[str, object]:
    """The part of a model that tells the time: seconds gone and their limit at ``at``; the page counts on by itself."""
    switch = ["clock", wording.say("clock.pause" if hands.is_running else "clock.go")]
    return {
        "at": hands.at,
        "times": [
            (wording.word("seat", time.seat) if time.seat else "", time.gone, time.limit, time.is_running)
            for time in hands.times
        ],
        "over": called_words(hands.over, wording) if hands.over else "",
        "do": switch if may_stop else None,
    }


def _name(guest: Guest, wording: Wording) -> str:
    return guest.name or wording.say("page.guest", number=guest.number)


def _seatless(seating: Seating, guest: Guest | None, called: Mapping[Seat, str], wording: Wording) -> list[Ask]:
    """Ask a player whose seat is not of this game, as after a rematch of other sides, which one is theirs now."""
    if guest is None or guest.role is not Role.PLAYER or guest.seats or guest.lost or guest.watches:
        return []
    free = [seat for seat in seating.seats if seating.holder(seat) is None]
    is_asking = any(wish.guest is guest for wish in seating.wishes)
    does = [*([f"sit:{seat}", called[seat]] for seat in free), ["watch", wording.say("page.just_watching")]]
    return [{"text": wording.say("page.which_seat"), "do": does}] if free and not is_asking else []


def _wish(seating: Seating, seat: Seat, guest: Guest | None, wording: Wording) -> list[str] | None:
    """The button beside a seat."""
    holder = seating.holder(seat)
    if guest is None or not seating.is_own_side(guest, seat):
        return None
    if guest.role is not Role.PLAYER:
        return _removal(holder, guest, wording) if holder else None
    if seat in guest.seats:
        return [f"rise:{seat}", wording.say("page.rise")]
    return [f"sit:{seat}", wording.say("page.sit" if holder is None else "page.take_over")]


def _resting(seating: Seating, seat: Seat, guest: Guest | None, wording: Wording) -> list[str] | None:
    """The button that lets the turns of a free seat go by, once it is said twice."""
    is_free = seating.holder(seat) is None and seat not in seating.resting
    if guest is None or guest.role is not Role.PLAYER or not is_free or not seating.is_own_side(guest, seat):
        return None
    return [f"rest:{seat}", wording.say("page.free_rest", who=wording.word("seat", seat))]


def _joining(
    seating: Seating, seat: Seat, guest: Guest | None, here: Sequence[Guest], wording: Wording
) -> list[str] | None:
    """The button to hold a seat together with who is there."""
    is_player = guest is not None and guest.role is Role.PLAYER and seating.is_own_side(guest, seat)
    others = [holder for holder in seating.holders(seat) if holder in here]
    if guest is None or not is_player or not others or seat in guest.seats:
        return None
    return [f"join:{seat}", wording.say("page.join")]


def _removal(other: Guest, guest: Guest | None, wording: Wording) -> list[str] | None:
    """The button that only a judge has."""
    return [f"remove:{other.number}", wording.say("page.remove")] if guest and guest.role is Role.JUDGE else None
