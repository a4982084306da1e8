"""Photographs that a phone sends of the dice it was asked for: one at a time, not too often, read by the host's eyes.

picture ──the roll is this guest's?──> eyes (a thread of their own) ──> what is seen ──> a proposal the player confirms
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from companion.errors import InputError
from companion.table.observation import DiceSeen, ReadVerdict
from companion.text.wording import Wording
from ui.web.guests import Guest
from ui.web.hall import Hall
from ui.web.server import Caller

PAUSE_S = 1.0  # between two pictures of one device

Look = Callable[[bytes, Sequence[str], str], DiceSeen]  # a picture, the kinds of dice, who looked


class Photographs:
    """See above."""

    def __init__(self, hall: Hall, call: Caller, look: Look, now: Callable[[], float]) -> None:
        self._hall, self._call, self._look, self._now = hall, call, look, now
        self._last: dict[int, float] = {}
        self._busy = asyncio.Semaphore(1)  # a picture that is decoded takes memory: one at a time

    async def take(self, guest: Guest, picture: bytes) -> tuple[int, str]:
        """A status, and what became of the picture in words."""
        say = Wording(guest.lang).say
        if self._now() < self._last.get(guest.number, float("-inf")) + PAUSE_S:
            return 429, say("page.too_many_pictures")
        self._last[guest.number] = self._now()
        dice = await self._call(lambda: self._asked(guest))
        if not dice:
            return 409, say("page.no_dice_asked")
        async with self._busy:
            try:
                seen = await asyncio.to_thread(self._look, picture, dice, guest.sender)
            except InputError:
                return 415, say("page.not_a_picture")
        is_told = await self._call(lambda: self._tell(guest, dice, seen))
        if not is_told:
            return 409, say("page.no_dice_asked")
        return 200, say("page.dice_seen" if seen.verdict is ReadVerdict.READ else "page.dice_asked")

    def _asked(self, guest: Guest) -> tuple[str, ...]:
        """The dice that this guest is to throw now."""
        request = self._hall.table.follower.open_roll()
        return tuple(request.dice) if request is not None and request.roller in guest.seats else ()

    def _tell(self, guest: Guest, dice: Sequence[str], seen: DiceSeen) -> bool:
        """Whether the roll is still open: then the table knows what was seen."""
        if self._asked(guest) != tuple(dice):
            return False
        self._hall.table.follower.see(seen)
        return True
