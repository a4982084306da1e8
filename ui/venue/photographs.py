"""A judge's photographs at a table: of a dial, beside its turns; of the whole table, as the ground of its board.

phone ──picture──> decoded in bounds, made small, nothing of the phone's own in it ──> kept with the line of the record
       of the table ──the markers printed on its map──> seen from straight above: a line is asked on the photograph
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import urlencode

from companion.errors import InputError, StoreFault
from companion.storage.photographs import PhotoStore
from companion.text.wording import Wording


@dataclass(frozen=True, slots=True)
class Lenses:
    """Readers of a judge's pictures; they raise ``InputError``. ``flat``: a text says why one cannot be measured."""

    small: Callable[[bytes], bytes]
    flat: Callable[[bytes], bytes | str] | None = None


class Photographs:
    """Takes them in, one at a time: a picture that is decoded takes memory."""

    def __init__(self, store: PhotoStore, lenses: Lenses | None) -> None:
        self.store, self._lenses, self._busy = store, lenses, asyncio.Semaphore(1)

    def can_take(self, of: str) -> bool:
        """Whether such a photograph is read here: of a piece's dial, or, without one, of the table."""
        return self._lenses is not None and (bool(of) or self._lenses.flat is not None)

    async def take(
        self, round_: int, table: int, of: str, lines: int, packed: bytes, wording: Wording
    ) -> tuple[int, str]:
        """The status, and why it is not kept."""
        lenses = self._lenses
        read = None if lenses is None else lenses.small if of else lenses.flat
        if read is None:
            return 404, wording.say("venue.no_lens")
        try:
            async with self._busy:
                picture = await asyncio.to_thread(read, packed)
                if isinstance(picture, str):
                    return 422, wording.say("page.no_map", why=picture)
                await asyncio.to_thread(self.store.keep, round_, table, of, lines, picture)
        except InputError:
            return 415, wording.say("page.not_a_picture")
        except StoreFault as wrong:
            return 503, wording.say("venue.not_kept", why=wrong)
        return 200, ""


def address(round_: int, table: int, of: str, lines: int | None = None) -> str:
    """Return the address of a photograph, to fetch or to send it."""
    asked: dict[str, object] = {"round": round_, "of": of} | ({"lines": lines} if lines is not None else {})
    return f"/judge/table/{table}/photo?{urlencode(asked)}"


def photo_input(words: str, round_: int, table: int, of: str) -> str:
    """The button that opens a phone's camera; a script sends what it took."""
    sends = f'type="file" accept="image/*" capture="environment" data-photo="{escape(address(round_, table, of))}"'
    return f'<label class="photo">{words}<input {sends}></label><output class="wrong" hidden></output>'


def pictures(wording: Wording, round_: int, table: int, of: str, taken: Sequence[int]) -> str:
    """The photographs of a dial, the newest first, each with the line of the record after which it was taken."""
    shown = (
        f'<figure><img src="{escape(address(round_, table, of, lines))}" '
        f'alt="{(told := escape(wording.say("venue.taken_at", line=lines)))}"><figcaption>{told}</figcaption></figure>'
        for lines in reversed(taken)
    )
    return "".join(shown)
