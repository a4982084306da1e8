"""Whom the table waits for, and what the tablet does about it: it lies down, is taken up, or is handed on.

asked, else whose turn ──at a phone──> that phone leads; the tablet lies where who looks at it has mates at phones
                       └─without one─> "Mistral, take the tablet", or the button that hands it to the next side
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.core.flow import Flow, seat_of
from companion.core.ids import Seat
from ui.presenters.adapter import GameAdapter, Look
from ui.presenters.handing import Holder, party
from ui.presenters.models import CardModel, TableModel


class Awaited:
    """The seats that the game waits for, whoever may know it, as the holder of this screen meets them."""

    def __init__(self, game: GameAdapter, holder: Holder, flow: Callable[[], Flow], look: Callable[[], Look]) -> None:
        self._game, self._holder = game, holder
        self._flow, self._look = flow, look

    @property
    def seats(self) -> set[Seat]:
        """Who is asked, else who may act."""
        asked = {seat_of(one) for one in self._flow().open}
        return asked or {*self._game.acting(self._look())}

    @property
    def elsewhere(self) -> tuple[Seat, ...]:
        """Who is awaited at a device of their own, where nobody is around this tablet."""
        seats = self.seats if self._flow().outcome is None else set[Seat]()
        others = self._holder.elsewhere(seats)
        return others if {*others} == seats else ()

    @property
    def are_unled(self) -> bool:
        """Whether who is awaited has no device that leads them."""
        seats = tuple(self.seats)
        return not seats or bool(self._holder.free(seats))

    def told(self, shown: TableModel, look: Look) -> TableModel:
        """The screen with what the tablet is to do for who is awaited, where nothing else is to be done on it."""
        if self._flow().outcome is not None:
            return shown
        seats = self.seats
        own = tuple(seat for seat in self._holder.seats if seat in seats)
        if self._holder.is_down and own and not (shown.has_card or shown.dice or shown.has_result):
            return laid_down(shown, own, look, plays_for=self._holder.plays_for(own))
        if (others := self.elsewhere) and not is_able(shown):
            is_away = not any(map(self._holder.is_seated, others))
            sides = {side for side, own in self._game.sides.items() if {*own} & {*others}}
            is_secret = self._holder.is_passed and any(map(self._game.hides, sides))
            is_private = is_secret and shown.watched is None  # dice are thrown on what all may see
            return at_devices(shown, others, look, is_away=is_away, is_private=is_private)
        after, is_idle = self._holder.next_side(), not (shown.watched or shown.has_result or is_able(shown))
        is_others = is_idle and after != self._holder.side and not seats & {*self._holder.seats}
        if is_others and seats & self._holder.around():
            return handed_on(shown, party(after, self._game.sides[after], look), look)
        return shown


def is_able(shown: TableModel) -> bool:
    """Whether something is to be done on a screen."""
    return bool(shown.has_card or shown.dice or shown.can_end_turn)


def laid_down(shown: TableModel, seats: Sequence[Seat], look: Look, *, plays_for: bool) -> TableModel:
    """The screen that everybody sees, while seats are awaited that are played here: whoever plays them takes the
    tablet; ``plays_for``: in place of somebody whose device is away.
    """
    called = look.wording.callers(seats)
    who, are_named = look.wording.listed(called), all(look.wording.players.get(seat) for seat in seats)
    i_play = look.say("i_play_for" if plays_for else "i_play", who=who)
    mine = ("uncover", look.say("i_am", who=who, count=len(called)) if are_named and not plays_for else i_play)
    card = CardModel("begin", look.say("take_up", who=who), look.say("cover_text", who=who), (mine,), likely=mine[0])
    return replace(shown, card=card, dice=None)


def handed_on(shown: TableModel, to: str, look: Look) -> TableModel:
    """The screen of a side that waits for another around the tablet: to hand it on is the button of its card."""
    button = next(one for one in shown.beside if one[0] == "hand_over")
    now = shown.now
    if now.is_own:  # its own turn, in which others were asked what this side did not hear
        now = replace(now, words=look.say("waits_for", to=to), seat=None, is_own=False, left="")
    card = shown.card or CardModel("begin", "", "", (), is_beside=True)
    card = replace(card, title="", buttons=(button, *card.buttons), likely=button[0])
    return replace(shown, now=now, card=card, beside=tuple(one for one in shown.beside if one != button))


def at_devices(shown: TableModel, seats: Sequence[Seat], look: Look, *, is_away: bool, is_private: bool) -> TableModel:
    """The screen while those who are awaited play on phones, or their phones are away: who must may play for them, and
    reads before that others are to look away then.
    """
    who = look.wording.listed(look.wording.callers(seats))
    over = ("take_over", look.say("take_over", who=who))
    title, text = ("phone_away", "phone_away_text") if is_away else ("phone_here", "phone_text")
    card = shown.card or CardModel("begin", "", "", (), is_beside=True)
    likely = over[0] if is_away else card.likely
    told = "\n".join((look.say(text), *([look.say("over_text", who=who)] if is_private else [])))
    said = replace(card, title=look.say(title, who=who), text=told, buttons=(over, *card.buttons), likely=likely)
    return replace(shown, card=said)
