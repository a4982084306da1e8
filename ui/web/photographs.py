"""Photographs that phones send: one at a time, not too often, read by the host's eyes as any camera's.

dice ───a roll that this guest heard of is open?──> eyes (a thread of their own) ──> a look at the throw, beside others
screen ─whoever sits there─────────────────> eyes ──> how many cubes lie on each box, for its own page to confirm
table ──whoever may tap──────────────────────────> eyes ──> where the figures stand, and the map from straight above
                                                     └──> the follower ──> a proposal that the player confirms
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.core.dice import DiceRequest
from companion.errors import InputError
from companion.table.observation import DiceSeen, PictureSeen, ReadVerdict, ScreenSeen
from companion.text.wording import Wording
from ui.web.guests import Guest
from ui.web.kept import Caller
from ui.web.server import Told
from ui.web.shared_table import SharedTable

PAUSE_S = 1.0  # between two pictures of one device
MAPS_KEPT = 4  # of the last devices that photographed the table


@dataclass(frozen=True, slots=True)
class TableLook:
    """The reading of a photograph of the table; ``flat``: the map from straight above, a JPEG."""

    seen: PictureSeen
    flat: bytes


@dataclass(frozen=True, slots=True)
class Eyes:
    """Readers of photographs, given the picture and who looked; they raise ``InputError`` for what is no picture."""

    dice: Callable[[bytes, Sequence[str], str], DiceSeen]  # with the kinds of dice that were asked for
    table: Callable[[bytes, str], TableLook | str] | None = None  # a text: why the map cannot be measured on it
    screen: Callable[[bytes, str, str], ScreenSeen | None] | None = None  # of that seat; ``None``: never shown


class Photographs:
    """The photographs of one table's phones."""

    def __init__(self, hall: SharedTable, call: Caller, eyes: Eyes, now: Callable[[], float]) -> None:
        self._hall = hall
        self._call = call
        self._eyes = eyes
        self._now = now
        self._last: dict[int, float] = {}
        self._maps: OrderedDict[int, bytes] = OrderedDict()
        self._busy = asyncio.Semaphore(1)  # a picture that is decoded takes memory: one at a time

    @property
    def has_table(self) -> bool:
        """Whether photographs of the table are read."""
        return self._eyes.table is not None

    @property
    def has_screens(self) -> bool:
        """Whether photographs of players' screens are read."""
        return self._eyes.screen is not None

    def flat(self, guest: Guest) -> bytes | None:
        """The map from straight above, as that device photographed it last."""
        return self._maps.get(guest.number)

    async def take(self, guest: Guest, picture: bytes, of: str) -> Told:
        """Take in a picture of the ``dice``, of the ``table`` or of the player's ``screen``; return the
        answer to it.
        """
        say = Wording(guest.lang).say
        if self._now() < self._last.get(guest.number, float("-inf")) + PAUSE_S:
            return Told(429, say("page.too_many_pictures"))
        self._last[guest.number] = self._now()
        try:
            takes = {"table": self._take_table, "screen": self._take_screen}.get(of, self._take_dice)
            return await takes(guest, picture)
        except InputError:
            return Told(415, say("page.not_a_picture"))

    async def _take_dice(self, guest: Guest, picture: bytes) -> Told:
        say = Wording(guest.lang).say
        asked = await self._call(lambda: self._hall.roll_for(guest))
        if asked is None:
            return Told(409, say("page.no_dice_asked"))
        async with self._busy:
            seen = await asyncio.to_thread(self._eyes.dice, picture, asked.dice, guest.sender)
        if not await self._call(lambda: self._tell_dice(guest, asked, seen)):
            return Told(409, say("page.no_dice_asked"))
        if asked.roller not in guest.seats:
            return Told(200, say("page.look_counts"))
        return Told(200, say("page.dice_seen" if seen.verdict is ReadVerdict.READ else "page.dice_asked"))

    def _tell_dice(self, guest: Guest, asked: DiceRequest, seen: DiceSeen) -> bool:
        """Whether the roll is still open: then the table knows what was seen."""
        if self._hall.roll_for(guest) != asked:
            return False
        self._hall.table.follower.see(seen)
        return True

    async def _take_table(self, guest: Guest, picture: bytes) -> Told:
        say, read = Wording(guest.lang).say, self._eyes.table
        if read is None or not guest.may_tap:
            return Told(404, say("page.no_table_eyes"))
        async with self._busy:
            look = await asyncio.to_thread(read, picture, guest.sender)
        if isinstance(look, str):
            return Told(422, say("page.no_map", why=look))
        self._maps[guest.number] = look.flat
        while len(self._maps) > MAPS_KEPT:
            self._maps.popitem(last=False)
        stands = await self._call(lambda: self._tell_table(look.seen))
        return Told(200, say("page.table_seen", count=len(stands)), stands)

    async def _take_screen(self, guest: Guest, picture: bytes) -> Told:
        say, read = Wording(guest.lang).say, self._eyes.screen
        if read is None or not guest.may_tap:
            return Told(404, say("page.no_table_eyes"))
        seat = await self._call(lambda: self._hall.sheet_of(guest))
        if seat is None:
            return Told(409, say("page.no_screen"))
        async with self._busy:
            seen = await asyncio.to_thread(read, picture, seat, guest.sender)
        if seen is None:
            return Told(404, say("page.screen_not_shown", seat=seat))
        await self._call(lambda: self._hall.count(guest, seat, seen))
        return Told(200, say("page.screen_seen"))

    def _tell_table(self, seen: PictureSeen) -> Mapping[str, str]:
        """Show the picture to the follower; return which piece stands where on it."""
        follower = self._hall.table.follower
        follower.see(seen)
        return {follower.roster[piece.tag]: piece.space for piece in seen.pieces if piece.tag in follower.roster}
