"""The pages of an event over HTTP: who asks is who the cookie or the link says; a form does one thing and comes back.

GET /  /screen  /stream  /enter  /register  /organiser  /judge  /judge/table/<number>  /judge/case/<call>  /me/<key>
    /papers/<name>  /clock.json  /forces  /tables  /health        POST /table/<key>: a host's report
POST to the same: refused without a trace when it comes from another site
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote, urlencode

import segno
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from companion.core.ids import Seat
from companion.errors import InputError, StoreFault
from companion.storage.reported import Fault, ReportStore
from companion.text.wording import LANGUAGES, Wording
from companion.tournament.state import ORGANISER, player_seat
from companion.tournament.system import STAFF
from ui.venue.calls import judge_page
from ui.venue.counting import Counting
from ui.venue.doors import TABLE, Doors
from ui.venue.following import Following
from ui.venue.forces import forces_page, own_force
from ui.venue.hall import NAME, Form, Hall, find_rules, json_of
from ui.venue.organiser import organiser_page
from ui.venue.pages import Writer
from ui.venue.paper import fetch_paper
from ui.venue.photographs import Photographs
from ui.venue.player import player_page
from ui.venue.public import everybody, stream, wall
from ui.venue.reports import Inbox, Watch, parse_report
from ui.venue.tables import links_page, ruling_file, table_news, table_page, table_words
from ui.venue.watching import PHOTO, Question
from ui.web.design import design_routes
from ui.web.door import Tries
from ui.web.guard import Guarded, is_own, read_body

FOLDER = Path(__file__).parent / "static"
COOKIE, NAME_COOKIE = "venue", "judge"  # who the device is; the name of the judge who carries it
FORM_BYTES, REPORT_BYTES, PHOTO_BYTES = 64 << 10, 8 << 20, 16 << 20


class Venue:
    """The application of one event."""

    def __init__(
        self,
        hall: Hall,
        doors: Doors,
        store: ReportStore,
        url: str,
        now: Callable[[], float],
        photographs: Photographs,
        following: Following | None = None,
    ) -> None:
        self._hall = hall
        self._doors = doors
        self._url = url
        self._following = following
        self._store, self._inbox, self._watch = store, Inbox(store), Watch(store)
        self._photographs = photographs
        self._counting = Counting(hall, store, self._watch)
        self._tries, self._said = Tries(now), (-1, b"")  # what /health said, at which version

    def app(self) -> ASGIApp:
        """The application to serve."""
        both = ["GET", "POST"]
        routes = [
            Route("/table/{key}", self._report, methods=["POST"]),
            Route("/health", self._health),  # asked most: first
            Route("/", self._everybody),
            Route("/screen", self._screen),
            Route("/stream", self._stream),
            Route("/enter", self._enter, methods=both),
            Route("/register", self._register, methods=both),
            Route("/organiser", self._organiser, methods=both),
            Route("/judge", self._judge, methods=both),
            Route("/me/{key}", self._me, methods=both),
            Route("/papers/{name}", self._papers),
            Route("/clock.json", self._clock),
            Route("/judge/table/{number:int}", self._table, methods=both),
            Route("/tables", self._tables),
            Route("/judge/table/{number:int}/version", self._table_version),
            Route("/judge/case/{call:int}", self._case),
            Route("/judge/table/{number:int}/photo", self._photo, methods=both),
            Route("/forces", self._forces, methods=both),
            *design_routes(),
            Mount("/static", StaticFiles(directory=FOLDER)),
        ]
        if self._following is None:
            return Guarded(Starlette(routes=routes))
        return Guarded(self._following.around(Starlette(routes=routes, lifespan=self._following.listening)))

    async def _everybody(self, request: Request) -> Response:
        return self._shown(request, everybody(self._writer(request)))

    async def _screen(self, request: Request) -> Response:
        qr = ""
        if self._doors.is_open:
            drawn = io.BytesIO()
            segno.make(f"{self._url}/register").save(drawn, kind="svg", omitsize=True, xmldecl=False, light="#ffffff")
            qr = drawn.getvalue().decode()
        return self._shown(request, wall(self._writer(request), qr))

    async def _stream(self, request: Request) -> Response:
        """The featured table over a video; its score from its own record, where it reports."""
        writer = self._writer(request)
        pairing, round_ = writer.state.featured, writer.state.flow.round
        score: Mapping[str, int] = {}
        if pairing is not None and pairing.result is None:

            def counted() -> Mapping[str, int]:
                with self._watch.opened(round_, pairing.table) as game:
                    return dict(zip(pairing.players, game.scores(), strict=False)) if game is not None else {}

            score = await asyncio.to_thread(counted)
        ground = "chroma" if request.query_params.get("ground") == "chroma" else ""
        return self._shown(request, stream(writer, ground, score))

    async def _clock(self, request: Request) -> Response:
        return Response(json_of(self._hall.clock()), media_type="application/json")

    async def _health(self, request: Request) -> Response:
        version = self._hall.session.version
        if version != self._said[0]:  # every page that is open asks this, every few seconds
            state = self._hall.state
            health = {
                "event": state.setup.name,
                "version": version,
                "round": state.flow.round,
                "players": len(state.active),
            }
            self._said = version, json_of(health)
        return Response(self._said[1], media_type="application/json")

    async def _enter(self, request: Request) -> Response:
        writer = self._writer(request)
        if request.method == "GET":
            role = self._role(request)
            return RedirectResponse(_home(role), 303) if role else self._shown(request, writer.door())
        form, address = await self._form(request), request.client.host if request.client else ""
        if form is None:
            return self._shown(request, writer.door(writer.wording.say("venue.not_from_here")), 403)
        if self._tries.must_wait(address):
            return self._shown(request, writer.door(writer.wording.say("venue.must_wait")), 429)
        token = await asyncio.to_thread(self._doors.enter, form.get("role", ""), form.get("pin", ""))  # slow on purpose
        if token is None:
            self._tries.note_wrong(address)
            return self._shown(request, writer.door(writer.wording.say("venue.wrong_pin")), 403)
        answer = RedirectResponse(_home(Seat(form["role"])), 303)
        safe = request.url.scheme == "https"
        answer.set_cookie(COOKIE, token, max_age=3 * 86400, httponly=True, samesite="strict", secure=safe, path="/")
        return answer

    async def _register(self, request: Request) -> Response:
        writer = self._writer(request)
        if not self._doors.is_open:
            return self._shown(request, writer.registering(writer.wording.say("venue.door_is_shut")), 403)
        if request.method == "GET":
            return self._shown(request, writer.registering())
        form = await self._form(request)
        if form is None:
            return self._shown(request, writer.registering(writer.wording.say("venue.not_from_here")), 403)
        number, wrong = self._hall.register(form.get("name", ""), writer.wording)
        if number is None:
            return self._shown(request, writer.registering(wrong), 409)
        return RedirectResponse(f"/me/{self._doors.key_of(number)}", 303)

    async def _organiser(self, request: Request) -> Response:
        return await self._desk(request, (ORGANISER,), self._organiser_page)

    def _organiser_page(self, writer: Writer, request: Request, wrong: str, form: Form) -> str:
        links = [(player, f"/me/{self._doors.key_of(player.number)}") for player in self._hall.state.players]
        return organiser_page(writer, links, is_open=self._doors.is_open, wrong=wrong, typed=form.get("names", ""))

    async def _judge(self, request: Request) -> Response:
        return await self._desk(request, STAFF, self._judge_page)

    def _judge_page(self, writer: Writer, request: Request, wrong: str, form: Form) -> str:
        words = request.query_params.get("rule", "")[:80]
        name = unquote(request.cookies.get(NAME_COOKIE, ""))[:NAME]
        return judge_page(writer, wrong, words, find_rules(words, writer.wording), name)

    async def _forces(self, request: Request) -> Response:
        def page(writer: Writer, request: Request, wrong: str, form: Form) -> str:
            return forces_page(writer, wrong, form.get("player", ""), self._typed(form, writer))

        return await self._desk(request, STAFF, page)

    def _typed(self, form: Form, writer: Writer) -> str:
        """The force that was refused, as it was typed, with what was chosen in it."""
        with suppress(InputError, KeyError):
            return self._hall.typed_force(form, writer.wording)
        return form.get("text", "")

    async def _desk(
        self, request: Request, roles: tuple[Seat, ...], page: Callable[[Writer, Request, str, Form], str]
    ) -> Response:
        """A page of these roles: shown, or a form of it carried out; what was refused stands in it as it was typed."""
        role, writer = self._role(request), self._writer(request)
        if role not in roles:
            return RedirectResponse("/enter", 303)
        if request.method == "GET":
            return self._shown(request, page(writer, request, "", {}))
        form = await self._form(request)
        if form is None:
            return self._shown(request, page(writer, request, writer.wording.say("venue.not_from_here"), {}), 403)
        if role == ORGANISER and form.get("do") in ("open_door", "close_door"):
            wrong = self._hall.kept(lambda: self._doors.open(form["do"] == "open_door"), writer.wording)
        else:
            wrong = self._hall.order(role, form, writer.wording)
        if wrong:
            return self._shown(request, page(writer, request, wrong, form), 409)
        await self._counting.count(writer.wording)
        answer = RedirectResponse(request.url.path + _place(form), 303)
        if form.get("judge"):
            name = quote(form["judge"][:NAME])
            answer.set_cookie(NAME_COOKIE, name, max_age=3 * 86400, httponly=True, samesite="strict", path="/")
        return answer

    async def _me(self, request: Request) -> Response:
        writer = self._writer(request)
        number = self._doors.number_of(request.path_params["key"])
        player = self._hall.player(number) if number is not None else None
        if player is None:
            return self._shown(request, writer.door(writer.wording.say("venue.no_such_link")), 404)
        if request.method == "GET":
            return self._shown(request, player_page(writer, player, beside=own_force(writer, player)))
        form = await self._form(request)
        wrong = writer.wording.say("venue.not_from_here")
        if form is not None:
            wrong = self._hall.order(player_seat(player.number), form, writer.wording)
        if wrong:
            page = player_page(writer, player, wrong, own_force(writer, player, self._typed(form or {}, writer)))
            return self._shown(request, page, 403 if form is None else 409)
        await self._counting.count(writer.wording)
        return RedirectResponse(request.url.path, 303)

    def _round(self, request: Request) -> int:
        """The round that is named, or the one that is played."""
        named = request.query_params.get("round", "")
        return int(named) if named.isdecimal() and len(named) < 4 else self._hall.state.flow.round

    async def _table_version(self, request: Request) -> Response:
        """Return how many lines the table has: a page that is open asks whether to come again."""
        if self._role(request) is None:
            return PlainTextResponse("", 403)
        table = self._round(request), request.path_params["number"]
        length = await asyncio.to_thread(self._store.length, *table)
        return Response(json_of({"version": str(length)}), media_type="application/json")

    async def _table(self, request: Request) -> Response:
        """A judge's look at a table: rulings, and another device let in."""
        round_, number, asked = self._round(request), request.path_params["number"], request.query_params
        role, writer, wrong = self._role(request), self._writer(request), ""
        if role is None:
            return RedirectResponse("/enter", 303)
        if request.method == "POST":
            form = await self._form(request)
            if form is None:
                wrong = writer.wording.say("venue.not_from_here")
            elif form.get("do") == "let_go":
                await asyncio.to_thread(self._store.let_go, round_, number)
            else:
                wrong = self._hall.order(role, form, writer.wording)
            if not wrong:
                return RedirectResponse(str(request.url), 303)
        question = Question(*(asked.get(name, "")[:60] for name in ("side", "piece", "from", "to", "ground")))

        def opened() -> tuple[str, bool]:
            with self._watch.opened(round_, number) as game:
                return table_page(writer, round_, number, game, self._photographs, question, wrong), game is not None

        page, is_there = await asyncio.to_thread(opened)  # a long game takes a while
        return self._shown(request, page, 409 if wrong else 200 if is_there else 404)

    async def _case(self, request: Request) -> Response:
        """A ruling as a casebook file, where the table's game was reported."""
        call, asked = self._hall.state.call(request.path_params["call"]), request.query_params
        if self._role(request) is None:
            return RedirectResponse("/enter", 303)
        if call is None or call.is_open:
            return PlainTextResponse(self._writer(request).say("no_ruling"), 404)
        line = Question(start=asked.get("from", "")[:60], end=asked.get("to", "")[:60])

        def written() -> str | None:
            with self._watch.opened(call.round, call.table) as game:
                kept = self._store.read(call.round, call.table)
                return None if game is None else ruling_file(self._hall, call, game, kept, line)

        text = await asyncio.to_thread(written)
        if text is None:
            return PlainTextResponse(self._writer(request).say("not_reported"), 404)
        name = f'attachment; filename="call-{call.id}.toml"'
        return PlainTextResponse(text, headers={"content-disposition": name}, media_type="application/toml")

    async def _photo(self, request: Request) -> Response:
        """A judge's photograph of a table or of a dial there: taken in, or shown."""
        if self._role(request) is None or not is_own(request):
            return PlainTextResponse("", 403)
        number, round_, asked = request.path_params["number"], self._round(request), request.query_params
        of, lines = asked.get("of", "")[:60], asked.get("lines", "")
        if request.method == "GET":
            line = int(lines) if lines.isdecimal() and len(lines) < 9 else -1
            picture = await asyncio.to_thread(self._photographs.store.read, round_, number, of, line)
            return Response(picture or b"", 200 if picture else 404, media_type="image/jpeg")
        body, wording = await read_body(request, PHOTO_BYTES), self._writer(request).wording
        if body is None:
            return PlainTextResponse(wording.say("page.not_a_picture"), 413)
        length = await asyncio.to_thread(self._store.length, round_, number)
        status, wrong = await self._photographs.take(round_, number, of, length, body, wording)
        shown = {"round": round_, "piece": of} if of else {"round": round_, "ground": PHOTO}
        return PlainTextResponse(wrong or f"/judge/table/{number}?{urlencode(shown)}", status)

    async def _tables(self, request: Request) -> Response:
        """The tables' links, for the organiser to hand out or to print."""
        if self._role(request) != ORGANISER:
            return RedirectResponse("/enter", 303)
        round_ = self._hall.state.published[-1] if self._hall.state.published else None
        tables = [pairing.table for pairing in round_.pairings] if round_ else []
        links = {table: f"{self._url}/table/{self._doors.key_of(table, TABLE)}" for table in tables}
        return self._shown(request, links_page(self._writer(request), links))

    async def _report(self, request: Request) -> Response:
        """Keep a host's report, durable before it is answered; the answer brings the table's news."""
        table = self._doors.number_of(request.path_params["key"], TABLE)
        body = await read_body(request, REPORT_BYTES) if table is not None else None
        writer = self._writer(request)
        if table is None or body is None:
            return told(0, writer.wording.say("venue.no_such_link"), "link", status=404 if table is None else 413)
        round_ = self._hall.state.flow.round
        report = parse_report(body, request.headers, round_, table)
        if report is None:
            return told(0, writer.wording.say("venue.no_report"), "form", status=400)
        if not round_:
            return told(0, writer.wording.say("venue.no_round"), "no_round")
        try:
            kept = await self._inbox.keep(report)
        except StoreFault as wrong:
            return told(0, str(wrong), "store", status=503)
        if kept.fault:
            words = writer.wording.say(f"venue.report_{kept.fault}", table=kept.table)
            if kept.fault is not Fault.GAP:  # which a host mends by itself
                self._hall.call_about(report.device, table, words, writer.wording)
            return told(kept.length, words, kept.fault)
        await self._counting.count_table(kept.round, kept.table, kept.length, writer.wording)
        asked = request.headers.get("x-call", ""), unquote(request.headers.get("x-call-text", ""))
        self._hall.call_from((kept.round, kept.table), *asked, writer.wording)
        return told(kept.length, table_words(writer, kept.round, kept.table), news=table_news(self._hall, kept))

    async def _papers(self, request: Request) -> Response:
        if self._role(request) is None:
            return RedirectResponse("/enter", 303)
        paper = await fetch_paper(self._hall, self._writer(request).wording, request.path_params["name"])
        return PlainTextResponse("", 404) if paper is None else Response(paper[1], media_type=paper[0])

    def _writer(self, request: Request) -> Writer:
        asked = request.query_params.get("lang") or request.cookies.get("lang", "")
        lang = asked if asked in LANGUAGES else request.headers.get("accept-language", "en")[:2].lower()
        return Writer(self._hall, Wording(lang if lang in LANGUAGES else "en"))

    def _shown(self, request: Request, page: str, status: int = 200) -> HTMLResponse:
        answer = HTMLResponse(page, status)
        if request.query_params.get("lang") in LANGUAGES:
            answer.set_cookie("lang", request.query_params["lang"], samesite="strict", path="/")
        return answer

    def _role(self, request: Request) -> Seat | None:
        return self._doors.role_of(request.cookies.get(COOKIE, ""))

    async def _form(self, request: Request) -> dict[str, str] | None:
        """Read a form; ``None`` when it is too long, or from another site."""
        body = await read_body(request, FORM_BYTES)
        if body is None or not is_own(request):
            return None
        fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=40)
        return {name: values[0] for name, values in fields.items()}


def told(
    have: int, words: str, fault: str = "", *, status: int = 200, news: Mapping[str, object] | None = None
) -> Response:
    """The answer to a report."""
    answer = {"have": have, "says": words, "fault": fault, **(news or {})}
    return Response(json_of(answer), status, media_type="application/json")


def _place(form: Mapping[str, str]) -> str:
    """Return the place on the page to come back to after the form."""
    match form.get("do"):
        case "result":
            return "#table-" + "-".join(filter(None, (form.get("round", ""), form.get("table", ""))))
        case "take" | "close" | "appeal":
            return f"#call-{form.get('call', '')}"
        case "register" | "drop" | "settle" | "open_door" | "close_door":
            return "#players"
    return ""


def _home(role: Seat | None) -> str:
    return "/organiser" if role == ORGANISER else "/judge"
