"""A judge's look at a table over HTTP: its record told again, asked about, photographed; a ruling as a casebook file.

GET /judge/table/<number>  …/version  …/photo  /judge/case/<call>        POST the first: an order, or a device let go
"""

from __future__ import annotations

import asyncio
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from companion.storage.reported import ReportStore
from ui.venue.fields import NUMBERS
from ui.venue.front import DATA, PRIVATE, Front, to
from ui.venue.hall import json_of
from ui.venue.photographs import Photographs
from ui.venue.reports import Watch
from ui.venue.tables import ruling_file, table_page
from ui.venue.watching import PHOTO, Question
from ui.web.guard import is_own, read_body, sender_of
from ui.web.limits import PHOTO_BYTES, PICTURES


class Judging:
    """The tables, for the staff."""

    def __init__(self, front: Front, store: ReportStore, watch: Watch, photographs: Photographs) -> None:
        self._front, self._photographs = front, photographs
        self._store, self._watch = store, watch

    def _round(self, request: Request) -> int:
        """The round that is named, or the one that is played."""
        named = request.query_params.get("round", "")
        return int(named) if named.isdecimal() and len(named) < 4 else self._front.hall.state.flow.round

    def _number(self, request: Request) -> int:
        """The table that is named; 0, which no table has, for a number that none can have."""
        number: int = request.path_params["number"]
        return number if number in NUMBERS["table"][0] else 0

    async def table_version(self, request: Request) -> Response:
        """Return how many lines the table has: a page that is open asks whether to come again."""
        if self._front.role(request) is None:
            return PlainTextResponse("", 403)
        table = self._round(request), self._number(request)
        length = await asyncio.to_thread(self._store.length, *table)
        return Response(json_of({"version": str(length)}), media_type="application/json", headers=PRIVATE | DATA)

    async def table(self, request: Request) -> Response:
        """A judge's look at a table: rulings, and another device let in."""
        round_, number, asked = self._round(request), self._number(request), request.query_params
        role, writer, wrong = self._front.role(request), self._front.writer(request), ""
        if role is None:
            return to("/enter")
        if request.method == "POST":
            form, wrong = await self._front.form(request)
            if not wrong and form.get("do") == "let_go":
                await asyncio.to_thread(self._store.let_go, round_, number)
                self._front.log.note("device_let_go", sender_of(request), by=role, table=number, round=round_)
            elif not wrong:
                hall, device = self._front.hall, self._front.device(request)
                wrong = await hall.do(lambda: hall.order(role, form, writer.wording, device))
            if not wrong:
                return to(f"{request.url.path}?{request.url.query}".rstrip("?"))
        question = Question(*(asked.get(name, "")[:60] for name in ("side", "piece", "from", "to", "ground")))

        def opened() -> tuple[str, bool]:
            with self._watch.opened(round_, number) as game:
                return table_page(writer, round_, number, game, self._photographs, question, wrong), game is not None

        page, is_there = await asyncio.to_thread(opened)  # a long game takes a while
        return self._front.shown(request, page, 409 if wrong else 200 if is_there else 404)

    async def case(self, request: Request) -> Response:
        """A ruling as a casebook file, where the table's game was reported."""
        asked, wanted = request.query_params, request.path_params["call"]
        call = self._front.hall.state.call(wanted) if wanted in NUMBERS["call"][0] else None
        if self._front.role(request) is None:
            return to("/enter")
        if call is None or call.is_open:
            return PlainTextResponse(self._front.writer(request).say("no_ruling"), 404)
        line = Question(start=asked.get("from", "")[:60], end=asked.get("to", "")[:60])

        def written() -> str | None:
            with self._watch.opened(call.round, call.table) as game:
                kept = self._store.read(call.round, call.table)
                return None if game is None else ruling_file(self._front.hall, call, game, kept, line)

        text = await asyncio.to_thread(written)
        if text is None:
            return PlainTextResponse(self._front.writer(request).say("not_reported"), 404)
        name = f'attachment; filename="call-{call.id}.toml"'
        return PlainTextResponse(text, headers={"content-disposition": name, **PRIVATE}, media_type="application/toml")

    async def photo(self, request: Request) -> Response:
        """A judge's photograph of a table or of a dial there: taken in, or shown."""
        if self._front.role(request) is None or not is_own(request):
            return PlainTextResponse("", 403)
        number, round_, asked = self._number(request), self._round(request), request.query_params
        of, lines = asked.get("of", "")[:60], asked.get("lines", "")
        if request.method == "GET":
            line = int(lines) if lines.isdecimal() and len(lines) < 9 else -1
            picture = await asyncio.to_thread(self._photographs.store.read, round_, number, of, line)
            return Response(picture or b"", 200 if picture else 404, media_type="image/jpeg", headers=PRIVATE)
        if wait := self._front.must_wait(PICTURES, self._front.token(request), request):
            return PlainTextResponse(wait, 429)
        body, wording = await read_body(request, PHOTO_BYTES), self._front.writer(request).wording
        if body is None:
            return PlainTextResponse(wording.say("page.not_a_picture"), 413)
        length = await asyncio.to_thread(self._store.length, round_, number)
        status, wrong = await self._photographs.take(round_, number, of, length, body, wording)
        shown = {"round": round_, "piece": of} if of else {"round": round_, "ground": PHOTO}
        return PlainTextResponse(wrong or f"/judge/table/{number}?{urlencode(shown)}", status)
