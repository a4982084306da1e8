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
from companion.core.rules import GameState
from companion.text.placing import within
from ui.presenters.adapter import GameAdapter, Look
from ui.presenters.cards import why_over, wish_of
from ui.presenters.models import BannerModel, CardModel, DiceModel


class Presence(StrEnum):
    """Where the player of a seat is."""

    HERE = "here"
    AWAY = "away"  # its device is not connected
    TABLET = "tablet"  # it is played at the table's own screen
    STANDS_IN = "stands_in"  # it is played there for somebody whose device is away
    FREE = "free"  # nobody sits there
    RESTS = "rests"  # left at home for this evening


LISTED = 4  # names of those who are awaited that stand in the large words
NAMED = 2  # of a side whose players have no names: of more the side itself stands there
BY_TABLET = (Presence.TABLET, Presence.STANDS_IN)
AT_TABLE = (Presence.HERE, *BY_TABLET)
Presences = Callable[[Seat], Presence]


def everybody_here(seat: Seat) -> Presence:
    """Return that the player is at the table: around one tablet everybody is."""
    return Presence.HERE


class Banner:
    """The banner of one screen."""

    def __init__(
        self,
        game: GameAdapter,
        state: Callable[[], GameState],
        heard: Callable[[], Sequence[Request]],
        matters: Callable[[], Sequence[Matter]],
    ) -> None:
        self._game, self._state = game, state
        self._heard = heard  # the open requests that this side heard of
        self._matters = matters  # what somebody asked the others to agree to
        self.presence: Presences = everybody_here
        self.is_personal = False  # a player's own device: who looks is spoken to
        self.names_absent = True  # unless the screen asks about them, with what may be done

    def awaited(self, look: Look) -> tuple[Seat, ...]:
        """Return the seats that the table waits for: who is asked, as far as it is heard or may be guessed, else whose
        turn it is.
        """
        heard = tuple(dict.fromkeys((*map(seat_of, self._heard()), *self._game.plans(look))))
        return heard or tuple(self._game.waits_for(look)) or tuple(self._game.acting(look))

    def model(self, look: Look, outcome: Outcome | None, *, is_done: bool = False) -> BannerModel:
        """Return the banner; ``outcome``: of a game that is over, in which nobody is awaited; ``is_done``: who looks
        has nothing to do any more, and waits for the others.
        """
        story = self._game.story(look)
        title, seats, asked = _without(story, self._game.title(look)), self.awaited(look), self._heard()
        seats = tuple(seat for seat in seats if not (is_done and seat in look.seats)) or seats
        if outcome is not None:
            return self._over(outcome, title, look)
        for matter in self._matters():
            if matter.missing and {matter.by, *matter.missing} & set(look.seats):
                missing = sorted(matter.missing)
                who, is_own = _names(missing, look), bool(matter.missing & set(look.seats))
                words = look.say("now_agrees", who=who)
                wish = wish_of(matter, look)
                return BannerModel(words, wish, missing[0], is_own, "", title, story, awaited=wish)
        if not seats:
            words = self._game.left(look) or title.rpartition(" · ")[2] or story
            rest = _rest(title, {words}, (), look)
            return BannerModel(words, rest, None, story=_without(words, story), where=rest)
        is_own = bool(set(seats) & set(look.seats))
        own = tuple(seat for seat in seats if seat in look.seats)
        first = (own or seats)[0]
        lacking, left, place, rest = self._lacking(seats, look), self._game.left(look), "", ""
        behind = ""
        others = self._others(seats, look)
        is_mixed = len(_called(own, look)) == 1 and bool(others or {*_called(seats, look)} - {*_called(own, look)})
        is_spoken_to = is_mixed or (self.is_personal and len(_called(own, look)) == 1)
        if asked and is_spoken_to:  # one's own comes first; who else is asked, behind it
            of_first = next(request for request in asked if seat_of(request) == first)
            words, left, more = (
                self._own(of_first, _names(own, look), look),
                "",
                self._own_question(of_first, own, look),
            )
            told = more
            place, behind = " · ".join(filter(None, (_rest(title, {words}, seats, look), others))), others
        elif asked:
            of_first = next(request for request in asked if seat_of(request) == first)
            words, left, more = self._asked(of_first, seats, look), "", self._question(of_first, look)
            if isinstance(of_first, DiceRequest) and not is_own:
                more = look.wording.thrown(of_first)  # who looks on is told, and asked for nothing
            if is_own and len(_called(seats, look)) == 1:  # whose name the large words say
                more = self._own_question(of_first, seats, look)
            more = more if _are_few(seats, look) or _names(seats, look) in words else f"{_names(seats, look)} · {more}"
            told = more
            place = _rest(title, {words}, seats, look)
        elif self._game.is_ready(look):
            words, left, told = look.say("now_begins"), "", ""
            more = rest = _rest(title, {words}, seats, look)
        elif self._game.plans(look):
            words, left = self._all_of(seats, look, "now_all"), ""
            rest, told = _rest(title, {words}, seats, look), look.say("now_plans")
            more = " · ".join(filter(None, (rest, told)))
        elif self._game.waits_for(look):
            words, left = look.say("now_all", who=_names(seats, look)), ""
            rest, told = _rest(title, {words}, seats, look), self._reason(seats, look)
            more = " · ".join(filter(None, (told, rest)))
        elif is_spoken_to:
            words = look.say("now_own_turn", who=_names(own, look))
            left = "" if is_mixed else left
            rest, told = _rest(title, {words, left}, seats, look), others
            more = " · ".join(filter(None, (rest, told)))
        elif _are_few(seats, look):
            key = "now_turn" if len(_called(seats, look)) == 1 else "now_turns"
            words = look.say(key, who=_names(seats, look))
            more = rest = _rest(title, {words, left}, seats, look)
            told = ""
        else:
            phase, now = left or title.rpartition(" · ")[2] or story, ""
            here = [seat for seat in seats if self._is_at_table(seat, seats, look)]
            here.sort(key=lambda seat: seat not in look.seats)
            if look.wording.players and here:
                words = self._all_of(here, look, "now_turns")
                lacking = self._lacking([seat for seat in seats if seat not in here], look)  # each is named once
            elif look.wording.players:  # where they are names them already
                words, *lacking = lacking
                words = words[:1].upper() + words[1:]
            else:  # nobody has a name: the side, and its figures below
                words, now = phase, look.say("now_turns", who=_players(here, look)) if here else ""
            rest, done = _rest(title, {words, left}, seats, look), "" if left in (words, "") else left
            told = " · ".join(filter(None, (done, now)))
            more, left = " · ".join(filter(None, (rest, told))), ""
        if asked and self._game.plays_itself(look, of_first):
            place = " · ".join(filter(None, (look.say("now_itself"), place)))
        said = (*lacking, more) if not self._is_free(seats) else (more, *lacking)
        left = "" if left == words else left  # said once
        more, awaited = _sentence(said), _sentence((*lacking, told))
        story, absent = _without(words, story), "" if self._is_free(seats) else _sentence(lacking)
        last = self._game.last(look)
        return BannerModel(words, more, first, is_own, left, place, story, awaited, rest, behind, absent, last)

    def _over(self, outcome: Outcome, title: str, look: Look) -> BannerModel:
        """Say who won, and why; to a person at a device of their own, whether it was they."""
        won, why = look.wording.winners(outcome.winners, outcome.rule), why_over(self._game, self._state(), look)
        rest, own = title.removesuffix(won).strip(), {seat in outcome.winners for seat in look.seats}  # said once
        is_decided = bool(outcome.winners) or look.wording.has_losers(outcome.rule)
        if not (self.is_personal and is_decided and len(own) == 1):
            return BannerModel(won, why, None, place=rest, awaited=why)
        words = look.say("now_own_win" if True in own else "now_own_loss", who=_names(look.seats, look))
        why = f"{won} {why}".strip()
        return BannerModel(words, why, None, place=rest, awaited=why)

    def _is_free(self, seats: Sequence[Seat]) -> bool:
        """Whether nobody plays any of the seats: that is no news, and where the game is comes first."""
        return all(self.presence(seat) is Presence.FREE for seat in seats)

    def _asked(self, request: Request, seats: Sequence[Seat], look: Look) -> str:
        who = _names(seats, look)
        if len(_called(seats, look)) > 1:
            return self._all_of(seats, look, "now_all")
        match request:
            case DiceRequest():
                return look.say("now_throws", who=who)
            case PlacementRequest(piece=piece):
                return look.say("now_puts", who=who, piece=piece)
            case ConsentRequest():
                return look.say("now_answers", who=who)
            case _:
                return look.say("now_chooses", who=who)

    def _all_of(self, seats: Sequence[Seat], look: Look, key: str) -> str:
        """Name several who are awaited; of many that it is everybody, or how many."""
        if not _are_few(seats, look) and {*itertools.chain(*self._game.sides.values())} <= {*seats}:
            return look.say("now_everybody")
        if not _are_few(seats, look) and len(_called(seats, look)) > LISTED:
            return look.say("now_asked", count=len(seats))
        alone = sum(seat in look.wording.players for seat in seats) == 1  # beside figures at the tablet
        return look.say(key, who=_players(seats, look) if alone else _names(seats, look))

    def _question(self, request: Request, look: Look) -> str:
        return look.wording.question(request, **self._game.particulars(request))

    def _own_question(self, request: Request, seats: Sequence[Seat], look: Look) -> str:
        """Return what is asked without the name that the large words say."""
        said = self._question(request, look).removeprefix(look.wording.pair(_names(seats, look), ""))
        return said[:1].upper() + said[1:]

    @staticmethod
    def _own(request: Request, who: str, look: Look) -> str:
        """Say what those who look are to do: at a device of their own, or while others are asked as well."""
        match request:
            case DiceRequest():
                return look.say("now_own_throw", who=who)
            case PlacementRequest(piece=piece):
                return look.say("now_own_place", who=who, piece=piece)
            case ConsentRequest():
                return look.say("now_own_answer", who=who)
            case _:
                return look.say("now_own_choice", who=who)

    def _others(self, seats: Sequence[Seat], look: Look) -> str:
        """Name those who are awaited beside who looks and of whom it is not said where they are; empty for nobody."""
        here = [seat for seat in seats if seat not in look.seats and not self._is_told(seat, seats, look)]
        return look.say("now_others", who=_players(here, look)) if here else ""

    def _reason(self, seats: Sequence[Seat], look: Look) -> str:
        """Say what is waited for, while the question itself is not heard."""
        first = next(iter(self._game.interruptions(look)), None)
        if first is None:
            return look.say("now_settles", who=_names(seats, look))
        who, own = first.piece or look.wording.word("seat", first.seat), f"window.{first.rule}"
        said = look.wording.say(own if look.wording.has(own) else "screen.now_interrupts", who=who)
        return said[:1].upper() + said[1:]

    def _is_told(self, seat: Seat, seats: Sequence[Seat], look: Look) -> bool:
        """Whether it is said where the player of the seat is."""
        return self.presence(seat) in self._told(seats, look)

    def _is_at_table(self, seat: Seat, seats: Sequence[Seat], look: Look) -> bool:
        """Whether somebody there may act for the seat: also whoever plays at the tablet."""
        return self.presence(seat) in BY_TABLET or not self._is_told(seat, seats, look)

    def _told(self, seats: Sequence[Seat], look: Look) -> tuple[Presence, ...]:
        """Where those are of whom it is said: of who plays at the tablet only where others do not."""
        told = (*((Presence.AWAY, Presence.FREE) if self.names_absent else ()), Presence.STANDS_IN)
        everybody = itertools.chain(*self._game.sides.values())
        are_apart = any(self.presence(seat) not in BY_TABLET for seat in everybody)
        return (*told, Presence.TABLET) if are_apart else told

    def _lacking(self, seats: Sequence[Seat], look: Look) -> list[str]:
        """Say of which of them there is no player at the table just now, or none with a device."""
        lacking: dict[Presence, list[Seat]] = {}
        for seat in seats:
            lacking.setdefault(self.presence(seat), []).append(seat)
        return [
            look.say(f"presence_{presence}", who=_names(lacking[presence], look))
            for presence in self._told(seats, look)
            if presence in lacking
        ]


def said_once(now: BannerModel, card: CardModel | None, dice: DiceModel | None) -> BannerModel:
    """The banner with where the game is in place of a question that stands below it."""
    below = (card.title if card is not None else "", dice.question if dice is not None else "")
    is_below = bool(now.place and now.told) and any(now.told[1:] in asked for asked in below)  # there with who is asked
    where = now.place.removesuffix(now.others).removesuffix(" · ")
    more, awaited = _sentence((now.absent, now.place)), _sentence((now.absent, now.others))
    return replace(now, more=more, place="", awaited=awaited, where=where, others="", absent="") if is_below else now


def _sentence(parts: Sequence[str]) -> str:
    """Return the parts in a line that begins with a capital letter."""
    line = " · ".join(filter(None, parts))
    return line[:1].upper() + line[1:]


def _called(seats: Sequence[Seat], look: Look) -> tuple[str, ...]:
    """Return who plays these seats, each once."""
    return look.wording.callers(seats)


def _are_few(seats: Sequence[Seat], look: Look) -> bool:
    """Whether they are named in the large words: one who plays them all, or few seats."""
    return len(seats) <= NAMED or len(_called(seats, look)) == 1


def _names(seats: Sequence[Seat], look: Look) -> str:
    return look.wording.listed(_called(seats, look))


def _players(seats: Sequence[Seat], look: Look) -> str:
    """Name who plays these seats, a person together with whom he plays."""
    played: dict[str, list[str]] = {}
    for seat, name in ((seat, look.wording.side(seat)) for seat in seats):
        figure = look.wording.names.get(f"{seat}.self", look.wording.names.get(seat))
        played.setdefault(name, []).extend([within(figure)] if seat in look.wording.players and figure else [])
    told = (f"{name} ({', '.join(figures)})" if figures else name for name, figures in played.items())
    return look.wording.listed(tuple(told))


def _without(said: str, title: str) -> str:
    """Return the title without a part that is said elsewhere."""
    return " · ".join(part for part in title.split(" · ") if part != said)


def _rest(title: str, said: Set[str], seats: Sequence[Seat], look: Look) -> str:
    """Return the parts of a title that the large words do not say."""
    said = {*said, *(look.wording.word("seat", seat) for seat in seats)}
    return " · ".join(part for part in title.split(" · ") if part not in said)
