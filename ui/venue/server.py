"""The pages of an event over HTTP: who asks is who the cookie or the link says; a form does one thing and comes back.

GET /  /screen  /stream  /enter  /register  /organiser  /judge  /judge/table/<number>  /judge/case/<call>  /me/<key>
    /papers/<name>  /clock.json  /forces  /tables  /health  /news        POST /table/<key>: a host's report
POST to the same: refused without a trace when it comes from another site
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, unquote

import segno
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from companion.core.ids import Seat
from companion.errors import InputError, StoreFault
from companion.storage.reported import Fault, ReportStore
from companion.text.wording import LANGUAGES, Wording
from companion.tournament.revising import Plan
from companion.tournament.state import ORGANISER, Player, player_seat
from companion.tournament.system import STAFF
from ui.presenters.rules import QUESTION
from ui.venue.calls import judge_page
from ui.venue.counting import Counting
from ui.venue.doors import PLAYER, TABLE, Doors
from ui.venue.entrance import Entrance
from ui.venue.fields import NAME
from ui.venue.following import Following
from ui.venue.forces import forces_page, own_force
from ui.venue.front import DATA, NAME_COOKIE, PRIVATE, Front, remembering, set_private, to
from ui.venue.hall import Form, Hall, json_of
from ui.venue.judging import Judging
from ui.venue.keys import keys_section
from ui.venue.log import asked_page, log_page
from ui.venue.news import STREAMS, Look, News
from ui.venue.orders import titles_asked
from ui.venue.organiser import organiser_page
from ui.venue.pages import REFRESH_S, Writer
from ui.venue.paper import fetch_paper
from ui.venue.people import player_desk
from ui.venue.photographs import Photographs
from ui.venue.player import player_page
from ui.venue.public import everybody, stream, wall
from ui.venue.reports import Inbox, Watch, parse_report
from ui.venue.tables import link_slips, links_page, table_news, table_words
from ui.web.design import design_routes
from ui.web.door import Tries
from ui.web.guard import Guarded, read_body, sender_of
from ui.web.limits import CALLS, FORMS, LINK_LETTERS, PAPERS, REPORT_BYTES, REPORTS, WRONG_LINKS
from ui.web.security import Log, NoLog

FOLDER = Path(__file__).parent / "static"


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
        log: Log | None = None,
        trust: tuple[str, str] = ("", ""),
    ) -> None:
        """``trust``: the page where phones learn to trust the event's own authority, and its fingerprint."""
        self._hall = hall
        self._doors = doors
        self._url, self._trust = url, trust
        self._following, self._log = following, log or NoLog()
        self._front = Front(hall, doors, now, self._log)
        self._tries = Tries(now)
        self._entrance = Entrance(self._front, self._tries)
        self._store, self._inbox, self._watch = store, Inbox(store), Watch(store)
        self._judging = Judging(self._front, store, self._watch, photographs)
        self._counting = Counting(hall, store, self._watch)
        wordings = tuple(map(Wording, LANGUAGES))
        self._news = News(hall, lambda: [Writer(hall, wording).standings() for wording in wordings])
        self._said = (-1, b"")  # what /health said, at which version

    def app(self) -> ASGIApp:
        """The application to serve."""
        both, judging = ["GET", "POST"], self._judging
        routes = [
            Route("/table/{key}", self._report, methods=["POST"]),
            Route("/health", self._health),  # asked most: first
            Route("/news", self._open_news),
            Route("/", self._everybody),
            Route("/screen", self._screen),
            Route("/stream", self._stream),
            Route("/enter", self._entrance.enter, methods=both),
            Route("/leave", self._entrance.leave, methods=["POST"]),
            Route("/register", self._entrance.register, methods=both),
            Route("/organiser", self._organiser, methods=both),
            Route("/player", self._player_desk, methods=both),
            Route("/links", self._links),
            Route("/log", self._log_of_orders, methods=both),
            Route("/judge", self._judge, methods=both),
            Route("/me/{key}", self._me, methods=both),
            Route("/me/{key}/news", self._open_news),
            Route("/papers/{name}", self._papers),
            Route("/clock.json", self._clock),
            Route("/judge/table/{number:int}", judging.table, methods=both),
            Route("/tables", self._tables),
            Route("/judge/table/{number:int}/version", judging.table_version),
            Route("/judge/case/{call:int}", judging.case),
            Route("/judge/table/{number:int}/photo", judging.photo, methods=both),
            Route("/forces", self._forces, methods=both),
            *design_routes(),
            Mount("/static", StaticFiles(directory=FOLDER)),
        ]
        if self._following is None:
            return Guarded(Starlette(routes=routes), self._log)
        listening = self._following.listening
        return Guarded(self._following.around(Starlette(routes=routes, lifespan=listening)), self._log)

    def close(self) -> None:
        """Let those go who wait for news."""
        self._news.close()

    async def _everybody(self, request: Request) -> Response:
        return self._public(request, everybody)

    async def _screen(self, request: Request) -> Response:
        return self._public(request, self._wall)

    def _wall(self, writer: Writer) -> str:
        return wall(writer, self._hall.once(("qr", self._doors.is_open), self._registration_code))

    def _registration_code(self) -> str:
        if not self._doors.is_open:
            return ""
        drawn = io.BytesIO()
        link = self._trust[0] or f"{self._url}/register"
        segno.make(link).save(drawn, kind="svg", omitsize=True, xmldecl=False, light="#ffffff")
        return drawn.getvalue().decode()

    def _public(self, request: Request, write: Callable[[Writer], str]) -> Response:
        """A page of everybody: made once a version and language, and again before a page without scripts would come."""
        page, tag = self._written(self._front.writer(request), request.url.path, write)
        if request.headers.get("if-none-match") == tag and "lang" not in request.query_params:
            return Response(status_code=304, headers={"etag": tag})
        return remembering(request, HTMLResponse(page, headers={"etag": tag, "cache-control": "no-cache"}))

    def _written(self, writer: Writer, path: str, write: Callable[[Writer], str]) -> tuple[bytes, str]:
        writer.role = None
        moment = int(self._hall.now_ms() // 1000 // REFRESH_S) if self._hall.clock()["runs"] else 0
        key = (path, writer.wording.lang, self._doors.is_open, moment)

        def made() -> tuple[bytes, str]:
            page = write(writer).encode()
            return page, f'"{writer.version}-{hash(page) & 0xFFFFFFFF:x}"'

        return self._hall.once(key, made)

    async def _open_news(self, request: Request) -> Response:
        """Send a page that is open its news, as they come."""
        if self._news.open >= STREAMS:
            return PlainTextResponse("", 503, headers={"retry-after": "30"})
        at, have = request.query_params.get("at", "")[:120], request.query_params.get("have", "")[:400]
        key = request.path_params.get("key", "")
        lang = self._front.writer(request).wording

        def parts(write: Callable[[Writer], str]) -> Callable[[], tuple[str, ...]]:
            def now() -> tuple[str, ...]:
                writer = Writer(self._hall, lang)
                write(writer)
                return writer.parts

            return now

        def shared(name: str, write: Callable[[Writer], str]) -> Callable[[], tuple[str, ...]]:
            key = ("parts", name, lang.lang, self._doors.is_open)
            return lambda: self._hall.once((*key, self._doors.is_open), parts(write))

        look: Callable[[], tuple[str, ...]] | None = None
        if at == "/":
            look = shared(at, everybody)
        elif at == "/screen":
            look = shared(at, self._wall)
        elif key and (player := self._player(key)) is not None:
            number = player.number
            look = parts(lambda writer: self._own_page(writer, number))
        news = self._news.stream(Look(look, have.split(".")))
        return StreamingResponse(news, media_type="text/event-stream", headers=PRIVATE)

    async def _stream(self, request: Request) -> Response:
        """The featured table over a video; its score from its own record, where it reports."""
        writer = self._front.writer(request)
        pairing, round_ = writer.state.featured, writer.state.flow.round
        score: Mapping[str, int] = {}
        if pairing is not None and pairing.result is None:

            def counted() -> Mapping[str, int]:
                with self._watch.opened(round_, pairing.table) as game:
                    return dict(zip(pairing.players, game.scores(), strict=False)) if game is not None else {}

            score = await asyncio.to_thread(counted)
        ground = "chroma" if request.query_params.get("ground") == "chroma" else ""
        return self._front.shown(request, stream(writer, ground, score))

    async def _clock(self, request: Request) -> Response:
        return Response(json_of(self._hall.clock()), media_type="application/json", headers=PRIVATE | DATA)

    async def _health(self, request: Request) -> Response:
        version = self._hall.session.version
        if version != self._said[0]:  # every page without a stream asks this, every few seconds
            state = self._hall.state
            health = {
                "event": state.setup.name,
                "version": version,
                "round": state.flow.round,
                "players": len(state.active),
            }
            self._said = version, json_of(health)
        return Response(self._said[1], media_type="application/json", headers=DATA)

    async def _organiser(self, request: Request) -> Response:
        return await self._desk(request, (ORGANISER,), self._organiser_page)

    def _organiser_page(self, writer: Writer, request: Request, wrong: str, form: Form) -> str:
        key_of = self._entrance.key_of
        links = [(player, f"/me/{key_of(player.number)}") for player in self._hall.state.players]
        doors = keys_section(writer, self._tries.wrong, request.scope.get("told", ("", "")), self._trust)
        return organiser_page(
            writer,
            links,
            doors,
            is_open=self._doors.is_open,
            wrong=wrong,
            typed=form.get("names", ""),
            titles=titles_asked(form) if wrong else (),
        )

    async def _judge(self, request: Request) -> Response:
        return await self._desk(request, STAFF, self._judge_page)

    def _judge_page(self, writer: Writer, request: Request, wrong: str, form: Form) -> str:
        question = request.query_params.get("rule", "")[:QUESTION]
        name = unquote(request.cookies.get(NAME_COOKIE, ""))[:NAME]
        return judge_page(writer, wrong, question, name)

    async def _player_desk(self, request: Request) -> Response:
        number = request.query_params.get("number", "")
        player = self._hall.player(int(number)) if number.isdecimal() and len(number) < 7 else None
        if player is None:
            return to("/organiser")

        def page(writer: Writer, request: Request, wrong: str, form: Form) -> str:
            now = self._hall.player(player.number)
            return player_desk(writer, now, wrong) if now is not None else judge_page(writer, wrong)

        return await self._desk(request, STAFF, page)

    async def _log_of_orders(self, request: Request) -> Response:
        def page(writer: Writer, request: Request, wrong: str, form: Form) -> str:
            return log_page(writer, wrong, request.query_params.get("find", "")[:80])

        return await self._desk(request, (ORGANISER,), page)

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
        front = self._front
        role, writer = front.role(request), front.writer(request)
        if role not in roles:
            return to("/enter")
        if request.method == "GET":
            return await self._written_aside(request, page, "", {})
        form, wrong = await front.form(request)
        if wrong:
            return await self._written_aside(request, page, wrong, form, 409 if form else 403)
        doors = self._entrance.of_doors
        at_doors = await self._hall.do(lambda: doors(request, form)) if role == ORGANISER else None
        if at_doors is not None:
            wrong, pin = at_doors
            self._news.tell()
            if pin:  # told once, on this page
                request.scope["told"] = form["role"], pin
                return await self._written_aside(request, page, wrong, form)
        elif role == ORGANISER and form.get("do") in ("undo", "redo"):
            device = front.device(request)
            revised = await self._hall.do(lambda: self._hall.revise(role, form, writer.wording, device))
            if isinstance(revised, Plan):  # others' orders would go along: a second step asks
                return front.shown(request, asked_page(front.writer(request), revised, form, request.url.path), 409)
            wrong = revised
        else:
            device = front.device(request)
            wrong = await self._hall.do(lambda: self._hall.order(role, form, writer.wording, device))
        if wrong:
            return await self._written_aside(request, page, wrong, form, 409)
        await self._counting.count(writer.wording)
        here = request.url.path
        answer = to(f"{here}?{request.url.query}" if here == "/player" else here + _place(form))
        if form.get("judge"):
            set_private(request, answer, NAME_COOKIE, quote(form["judge"][:NAME]), 3 * 86400)
        return answer

    async def _written_aside(
        self,
        request: Request,
        page: Callable[[Writer, Request, str, Form], str],
        wrong: str,
        form: Form,
        status: int = 200,
    ) -> Response:
        """A page of the staff: a great one takes a while to write, and nobody waits for that."""
        written = await asyncio.to_thread(page, self._front.writer(request), request, wrong, form)
        return self._front.shown(request, written, status)

    def _player(self, key: str) -> Player | None:
        """The player whose personal link that is."""
        number = self._doors.number_of(key[:LINK_LETTERS], PLAYER, self._hall.mark_of)
        return self._hall.player(number) if number is not None else None

    def _own_page(self, writer: Writer, number: int, wrong: str = "", form: Form | None = None) -> str:
        player = self._hall.player(number)
        if player is None:
            return writer.door(writer.wording.say("venue.no_such_link"))
        typed = self._typed(form, writer) if form else ""
        return player_page(writer, player, wrong, own_force(writer, player, typed))

    async def _me(self, request: Request) -> Response:
        front, writer = self._front, self._front.writer(request)
        player = self._player(request.path_params["key"])
        if player is None:
            wrong = front.must_wait(WRONG_LINKS, sender_of(request), request)
            front.log.note("link_wrong", sender_of(request))
            page = writer.door(wrong or writer.wording.say("venue.no_such_link"))
            return front.shown(request, page, 429 if wrong else 404)
        if request.method == "GET":
            return front.shown(request, self._own_page(writer, player.number))
        form, wrong = await front.form(request, FORMS, f"player {player.number}")
        status = 403 if not form else 429 if wrong else 409
        if form.get("do") == "call" and not wrong:
            wrong = front.must_wait(CALLS, f"player {player.number}", request)
            status = 429 if wrong else 409
        seat, device = player_seat(player.number), front.device(request)
        wrong = wrong or await self._hall.do(lambda: self._hall.order(seat, form, writer.wording, device))
        if wrong:
            return front.shown(request, self._own_page(front.writer(request), player.number, wrong, form), status)
        await self._counting.count(writer.wording)
        return to(request.url.path)

    async def _links(self, request: Request) -> Response:
        """Every player's link as a slip to cut, for the organiser to print."""
        if self._front.role(request) != ORGANISER:
            return to("/enter")
        key_of = self._entrance.key_of
        links = [(player, f"{self._url}/me/{key_of(player.number)}") for player in self._hall.state.players]
        return self._front.shown(request, link_slips(self._front.writer(request), links))

    async def _tables(self, request: Request) -> Response:
        """The tables' links, for the organiser to hand out or to print."""
        if self._front.role(request) != ORGANISER:
            return to("/enter")
        round_ = self._hall.state.published[-1] if self._hall.state.published else None
        tables = [pairing.table for pairing in round_.pairings] if round_ else []
        links = {table: f"{self._url}/table/{self._doors.key_of(table, TABLE)}" for table in tables}
        return self._front.shown(request, links_page(self._front.writer(request), links))

    async def _report(self, request: Request) -> Response:
        """Keep a host's report, durable before it is answered; the answer brings the table's news."""
        table = self._doors.number_of(request.path_params["key"][:LINK_LETTERS], TABLE)
        writer = self._front.writer(request)
        if table is None:
            self._front.log.note("link_wrong", sender_of(request), table=True)
        elif wait := self._front.must_wait(REPORTS, f"table {table}", request):
            return told(0, wait, "fast", status=429)
        body = await read_body(request, REPORT_BYTES) if table is not None else None
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
                self._front.log.note("report_refused", sender_of(request), table=table, why=kept.fault)
                await self._hall.do(lambda: self._hall.call_about(report.device, table, words, writer.wording))
            return told(kept.length, words, kept.fault)
        await self._counting.count_table(kept.round, kept.table, kept.length, writer.wording)
        asked = request.headers.get("x-call", ""), unquote(request.headers.get("x-call-text", ""))
        if asked[0]:
            await self._hall.do(lambda: self._hall.call_from((kept.round, kept.table), *asked, writer.wording))
        return told(kept.length, table_words(writer, kept.round, kept.table), news=table_news(self._hall, kept))

    async def _papers(self, request: Request) -> Response:
        front, writer = self._front, self._front.writer(request)
        if front.role(request) is None:
            return to("/enter")
        if wrong := front.must_wait(PAPERS, front.token(request), request):
            return PlainTextResponse(wrong, 429, headers=PRIVATE)
        paper = await fetch_paper(self._hall, writer.wording, request.path_params["name"])
        if paper is None:
            return PlainTextResponse("", 404)
        return Response(paper[1], media_type=paper[0], headers=PRIVATE)


def told(
    have: int, words: str, fault: str = "", *, status: int = 200, news: Mapping[str, object] | None = None
) -> Response:
    """The answer to a report."""
    answer = {"have": have, "says": words, "fault": fault, **(news or {})}
    return Response(json_of(answer), status, media_type="application/json", headers=PRIVATE | DATA)


def _place(form: Mapping[str, str]) -> str:
    """Return the place on the page to come back to after the form."""
    match form.get("do"):
        case "result":
            return "#table-" + "-".join(filter(None, (form.get("round", ""), form.get("table", ""))))
        case "take" | "close" | "appeal":
            return f"#call-{form.get('call', '')}"
        case "register" | "drop" | "return" | "settle" | "worth" | "check_in" | "open_door" | "close_door":
            return "#players"
        case "check" | "prize" | "day":
            return "#lots"
        case "pair" | "publish" | "swap" | "assign" | "cut" | "feature" | "undo" | "redo":
            return "#round_now"  # an old place in the address would hide the draft
    return ""
