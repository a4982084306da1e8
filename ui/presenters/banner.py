"""The banner, the one place that says what is going on: whose turn it is, what is left of it, who is asked for what.

asked (as far as this side heard of it) ──> "Anna throws the dice"        the question in full below
else whose turn ──────────────────────────> "Anna's turn · Actions left: 2"   round and phase below
nobody sits there, or its device is away ─> that, behind the name
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from enum import StrEnum

from companion.core.consent import Matter
from companion.core.dice import DiceRequest
from companion.core.flow import ConsentRequest, Outcome, PlacementRequest, Request, seat_of
from companion.core.ids import Seat
from ui.presenters.adapter import GameAdapter, Look
from ui.presenters.cards import wish_of
from ui.presenters.models import BannerModel, CardModel, DiceModel


class Presence(StrEnum):
    """Where the player of a seat is."""

    HERE = "here"
    AWAY = "away"  # its device is not connected
    TABLET = "tablet"  # it is played at the table's own screen
    FREE = "free"  # nobody sits there
    RESTS = "rests"  # left at home for this evening


LISTED = 4  # names of those who are asked that stand in the large words
NAMED = 2  # players of a turn that stand in the large words; more stand below
AT_TABLE = (Presence.HERE, Presence.TABLET)
Presences = Callable[[Seat], Presence]


def everybody_here(seat: Seat) -> Presence:
    """Return that the player is at the table: around one tablet everybody is."""
    return Presence.HERE


class Banner:
    """The banner of one screen."""

    def __init__(
        self, game: GameAdapter, heard: Callable[[], Sequence[Request]], matters: Callable[[], Sequence[Matter]]
    ) -> None:
        self._game, self._heard = game, heard  # the open requests that this side heard of
        self._matters = matters  # what somebody asked the others to agree to
        self.presence: Presences = everybody_here
        self.names_absent = True  # unless the screen asks about them, with what may be done

    def awaited(self, look: Look) -> tuple[Seat, ...]:
        """Return the seats that the table waits for: who is asked, as far as it is heard or may be guessed, else whose
        turn it is.
        """
        heard = tuple(dict.fromkeys(map(seat_of, self._heard())))
        return heard or tuple(self._game.waits_for(look)) or tuple(self._game.acting(look))

    def model(self, look: Look, outcome: Outcome | None) -> BannerModel:
        """Return the banner; ``outcome``: of a game that is over, in which nobody is awaited."""
        title, seats, asked = self._game.title(look), self.awaited(look), self._heard()
        if outcome is not None:
            won = look.wording.winners(outcome.winners, outcome.rule)
            return BannerModel(won, title.removesuffix(won).strip(), None)  # said once
        for matter in self._matters():
            if matter.missing and {matter.by, *matter.missing} & set(look.seats):
                missing = sorted(matter.missing)
                who, is_own = _names(missing, look), bool(matter.missing & set(look.seats))
                return BannerModel(
                    look.say("now_agrees", who=who), wish_of(matter, look), missing[0], is_own, "", title
                )
        if not seats:
            words = self._game.left(look) or title.rpartition(" · ")[2]
            return BannerModel(words, _rest(title, {words}, (), look), None)
        is_own = bool(set(seats) & set(look.seats))
        own = tuple(seat for seat in seats if seat in look.seats)
        first = (own or seats)[0]
        lacking, left, place = self._lacking(seats, look), self._game.left(look), ""
        if asked:
            of_first = next(request for request in asked if seat_of(request) == first)
            words, left, more = self._asked(of_first, seats, look), "", look.wording.question(of_first)
            if isinstance(of_first, DiceRequest) and not is_own:
                more = look.wording.thrown(of_first)  # who looks on is told, and asked for nothing
            if is_own and len(_called(seats, look)) == 1:  # whose name the large words say
                more = more.removeprefix(look.wording.pair(_names(seats, look), ""))
                more = more[:1].upper() + more[1:]
            more = more if _are_few(seats, look) or _names(seats, look) in words else f"{_names(seats, look)} · {more}"
            place = _rest(title, {words}, seats, look)
        elif self._game.waits_for(look):
            words, left = look.say("now_all", who=_names(seats, look)), ""
            more = _rest(title, {words}, seats, look)
        elif _are_few(seats, look):
            key = "now_turn" if len(_called(seats, look)) == 1 else "now_turns"
            words = look.say(key, who=_names(seats, look))
            more = _rest(title, {words, left}, seats, look)
        else:
            words = left or title.rpartition(" · ")[2]
            rest = _rest(title, {words}, seats, look)
            here = [seat for seat in seats if self.presence(seat) in AT_TABLE]
            now = look.say("now_turns", who=_names(here, look)) if here else ""
            more, left = " · ".join(filter(None, (now, rest))), ""
        detail = " · ".join(filter(None, (*lacking, more)))
        left = "" if left == words else left  # said once
        return BannerModel(words, detail[:1].upper() + detail[1:], first, is_own, left, place)

    def _asked(self, request: Request, seats: Sequence[Seat], look: Look) -> str:
        who = _names(seats, look)
        if len(_called(seats, look)) > 1:
            if not _are_few(seats, look) and {*itertools.chain(*self._game.sides.values())} <= {*seats}:
                return look.say("now_everybody")
            are_named = _are_few(seats, look) or len(_called(seats, look)) <= LISTED
            return look.say("now_all", who=who) if are_named else look.say("now_asked", count=len(seats))
        match request:
            case DiceRequest():
                return look.say("now_throws", who=who)
            case PlacementRequest(piece=piece):
                return look.say("now_puts", who=who, piece=piece)
            case ConsentRequest():
                return look.say("now_answers", who=who)
            case _:
                return look.say("now_chooses", who=who)

    def _lacking(self, seats: Sequence[Seat], look: Look) -> list[str]:
        """Say of which of them there is no player at the table just now, or none with a device."""
        lacking: dict[Presence, list[Seat]] = {}
        for seat in seats:
            lacking.setdefault(self.presence(seat), []).append(seat)
        told = (Presence.AWAY, Presence.FREE) if self.names_absent else ()
        at_tablet = () if {*lacking.get(Presence.TABLET, ())} & {*look.seats} else (Presence.TABLET,)
        return [
            look.say(f"presence_{presence}", who=_names(lacking[presence], look))
            for presence in (*told, *at_tablet)
            if presence in lacking
        ]


def said_once(now: BannerModel, card: CardModel | None, dice: DiceModel | None) -> BannerModel:
    """The banner with where the game is in place of a question that stands below it."""
    below = (card.title if card is not None else "", dice.question if dice is not None else "")
    is_below = bool(now.place and now.more) and any(now.more[1:] in asked for asked in below)  # there with who is asked
    return replace(now, more=now.place, place="") if is_below else now


def _called(seats: Sequence[Seat], look: Look) -> tuple[str, ...]:
    """Return who plays these seats, each once."""
    return look.wording.callers(seats)


def _are_few(seats: Sequence[Seat], look: Look) -> bool:
    """Whether they are named in the large words: one who plays them all, or few seats."""
    return len(seats) <= NAMED or len(_called(seats, look)) == 1


def _names(seats: Sequence[Seat], look: Look) -> str:
    return look.wording.listed(_called(seats, look))


def _rest(title: str, said: Set[str], seats: Sequence[Seat], look: Look) -> str:
    """Return the parts of a title that the large words do not say."""
    said = {*said, *(look.wording.word("seat", seat) for seat in seats)}
    return " · ".join(part for part in title.split(" · ") if part not in said)
