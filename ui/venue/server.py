"""The pages of an event over HTTP: who asks is who the cookie or the link says; a form does one thing and comes back.

GET /  /season  /screen  /stream  /enter  /register  /organiser  /judge  /judge/table/<number>  /judge/case/<call>
    /me/<key>  /papers/<name>  /clock.json  /forces  /tables  /health  /news        POST /table/<key>: a host's report
POST to the same: refused without a trace when it comes from another site
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import unquote

import segno
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from companion.errors import MissingPart, StoreFault
from companion.storage.reported import Fault, ReportStore
from companion.text.faults import fault_words
from companion.text.wording import LANGUAGES, Wording
from companion.tournament.state import Player, player_seat
from ui.venue.counting import Counting
from ui.venue.desks import Desks
from ui.venue.doors import PLAYER, TABLE, Doors
from ui.venue.entrance import Entrance
from ui.venue.fields import Form
from ui.venue.following import Following
from ui.venue.forces import own_force, typed_force
from ui.venue.front import DATA, PRIVATE, Front, remembering, to
from ui.venue.hall import Hall, json_of
from ui.venue.judging import Judging
from ui.venue.news import STREAMS, Look, News
from ui.venue.pages import REFRESH_S, Writer
from ui.venue.paper import fetch_paper
from ui.venue.photographs import Photographs
from ui.venue.player import player_page
from ui.venue.public import everybody, stream, wall
from ui.venue.reports import Inbox, Watch, parse_report
from ui.venue.season import season_page
from ui.venue.tables import table_news, table_words
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
        self._desks = Desks(self._front, self._entrance, self._tries, self._counting, self._news, url, trust)
        self._said = (-1, b"")  # what /health said, at which version

    def app(self) -> ASGIApp:
        """The application to serve."""
        both, judging, desks = ["GET", "POST"], self._judging, self._desks
        routes = [
            Route("/table/{key}", self._report, methods=["POST"]),
            Route("/health", self._health),  # asked most: first
            Route("/news", self._open_news),
            Route("/", self._everybody),
            Route("/season", self._season),
            Route("/screen", self._screen),
            Route("/stream", self._stream),
            Route("/enter", self._entrance.enter, methods=both),
            Route("/leave", self._entrance.leave, methods=["POST"]),
            Route("/register", self._entrance.register, methods=both),
            Route("/organiser", desks.organiser, methods=both),
            Route("/player", desks.player, methods=both),
            Route("/links", desks.links),
            Route("/log", desks.log, methods=both),
            Route("/judge", desks.judge, methods=both),
            Route("/me/{key}", self._me, methods=both),
            Route("/me/{key}/news", self._open_news),
            Route("/papers/{name}", self._papers),
            Route("/clock.json", self._clock),
            Route("/judge/table/{number:int}", judging.table, methods=both),
            Route("/tables", desks.tables),
            Route("/judge/table/{number:int}/version", judging.table_version),
            Route("/judge/case/{call:int}", judging.case),
            Route("/judge/table/{number:int}/photo", judging.photo, methods=both),
            Route("/forces", desks.forces, methods=both),
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

    async def _season(self, request: Request) -> Response:
        return self._public(request, season_page)

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

    def _player(self, key: str) -> Player | None:
        """The player whose personal link that is."""
        number = self._doors.number_of(key[:LINK_LETTERS], PLAYER, self._hall.mark_of)
        return self._hall.player(number) if number is not None else None

    def _own_page(self, writer: Writer, number: int, wrong: str = "", form: Form | None = None) -> str:
        player = self._hall.player(number)
        if player is None:
            return writer.refusal("no_such_link")
        typed = typed_force(self._hall, form, writer.wording) if form else ""
        return player_page(writer, player, wrong, own_force(writer, player, typed))

    async def _me(self, request: Request) -> Response:
        front, writer = self._front, self._front.writer(request)
        player = self._player(request.path_params["key"])
        if player is None:
            wrong = front.must_wait(WRONG_LINKS, sender_of(request), request)
            front.log.note("link_wrong", sender_of(request))
            page = (
                writer.page(writer.say("take_part"), writer.wrong(wrong)) if wrong else writer.refusal("no_such_link")
            )
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
        try:
            paper = await fetch_paper(self._hall, writer.wording, request.path_params["name"])
        except MissingPart as missing:
            return PlainTextResponse(fault_words(missing, writer.wording), 501, headers=PRIVATE)
        if paper is None:
            return PlainTextResponse("", 404)
        return Response(paper[1], media_type=paper[0], headers=PRIVATE)


def told(
    have: int, words: str, fault: str = "", *, status: int = 200, news: Mapping[str, object] | None = None
) -> Response:
    """The answer to a report."""
    answer = {"have": have, "says": words, "fault": fault, **(news or {})}
    return Response(json_of(answer), status, media_type="application/json", headers=PRIVATE | DATA)
