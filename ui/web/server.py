"""The pages of a table over HTTP and WebSocket. It lives in a thread of its own and asks the hall for everything.

GET /  POST /door  GET /table  WS /wire    POST /picture  GET /flat.jpg    GET /health  GET /qr.svg  GET /static/…
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, TypeVar
from urllib.parse import quote, urlencode

import segno
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from companion.text.wording import Wording
from ui.presenters.rules import QUESTION
from ui.web.aside import Aside, aside_body
from ui.web.design import design_routes
from ui.web.door import VISITOR, Tries, is_code
from ui.web.guard import Guarded, is_own, read_body, read_form, sender_of
from ui.web.guests import NAME_LENGTH, Guest, Role
from ui.web.kept import BACK, FOLDER, KINDS, MAKING, READY, SHOWN, Caller, Papers, paper_at, papers_of, with_way_back
from ui.web.limits import FORMS, PAPERS, PICTURES, QUESTIONS, Rate, Rates
from ui.web.messages import PROTOCOL, Answer, Hello, Tap, frame
from ui.web.pages import BUILD, aside_page, back_page, door_page, making_page, refusal_page, rules_page, table_page
from ui.web.porch import closed_page
from ui.web.rules import rules_body
from ui.web.security import Log, NoLog
from ui.web.shared_table import SharedTable
from ui.web.wire import PageWire

STATIC_FILES = Path(__file__).parent / "static"
COOKIE = "table"
NOTHING: Mapping[str, str] = MappingProxyType({})
PRIVATE: Mapping[str, str] = {"cache-control": "no-store"}
# a paper is shown as it was fetched a moment ago, also where the table closes in between
FETCHED: Mapping[str, str] = {"cache-control": "private, max-age=30"}
FORM_BYTES = 2048  # of the form at the door
PICTURE_BYTES = 12 << 20
PAUSE_S = 0.02  # between two looks back, whoever looks: the table goes first
WIRES = 160  # connections of all pages together
NOT_THERE = "not_there"
# why nothing is shown, by the status
REFUSALS: Mapping[int, str] = MappingProxyType({403: "not_for_you", 429: "too_often", 500: "fault"})

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Told:
    """The answer to a picture: a status, words, and on one of the table who stands where."""

    status: int
    words: str
    stands: Mapping[str, str] = field(default_factory=dict)


class Watcher(Protocol):
    """The interface that takes photographs in."""

    @property
    def has_table(self) -> bool:
        """Whether photographs of the table are read."""

    @property
    def has_screens(self) -> bool:
        """Whether photographs of players' screens are read."""

    def flat(self, guest: Guest) -> bytes | None:
        """The map from straight above, as that device photographed it last."""

    async def take(self, guest: Guest, picture: bytes, of: str) -> Told:
        """Take in a picture of the ``dice``, of the ``table`` or of the player's ``screen``; return the
        answer to it.
        """


class Pages:
    """The application."""

    def __init__(
        self,
        hall: SharedTable,
        call: Caller,
        url: Callable[[], str],
        now: Callable[[], float],
        eyes: Watcher | None = None,
        papers: Papers | None = None,
        log: Log | None = None,
    ) -> None:
        self._log, self._rates = log or NoLog(), Rates(now)
        self._hall = hall
        self._call = call
        self._url = url
        self._eyes = eyes
        self._papers = papers
        self._tries = Tries(now)
        self._beside = Aside(hall.desks)
        self._looking_back = asyncio.Semaphore(1)
        self._wires = 0

    def app(self) -> ASGIApp:
        """The application to serve."""
        routes = [
            Route("/", self._door),
            Route("/door", self._come_in, methods=["POST"]),
            Route("/table", self._table),
            Route("/health", self._health),
            Route("/qr.svg", self._qr),
            WebSocketRoute("/wire", self._wire),
            Route("/picture", self._picture, methods=["POST"]),
            Route("/flat.jpg", self._flat),
            Route("/then", self._then),
            Route(f"{FOLDER}/{{game}}/{{name}}", self._kept),
            Route(f"{MAKING}/{{game}}/{{name}}", self._making),
            Route(BACK, self._back),
            Route("/rules", self._rules),
            Route("/aside/{key}", self._aside, methods=["GET", "POST"]),
            *design_routes(),
            Mount("/static", StaticFiles(directory=STATIC_FILES)),
        ]
        says = {HTTPException: self._refused, Exception: self._refused}
        return Guarded(Starlette(routes=routes, exception_handlers=says), self._log)

    async def _refused(self, request: Request, fault: Exception) -> Response:
        """Say in words what was asked for in vain; no answer is a bare line of the server's."""
        status = fault.status_code if isinstance(fault, HTTPException) else 500
        with suppress(Exception):  # whose language is asked of the table, which may be at fault
            guest = await self._guest(request)
            wording = Wording(guest.lang) if guest is not None else _wording(request)
            return HTMLResponse(refusal_page(wording, REFUSALS.get(status, NOT_THERE)), status, headers=PRIVATE)
        return HTMLResponse(refusal_page(_wording(request), REFUSALS[500]), status, headers=PRIVATE)

    async def _door(self, request: Request) -> Response:
        guest, asked = await self._guest(request), request.query_params
        looks_on = guest is not None and guest.role is Role.SPECTATOR and "code" in asked  # and would now take part
        if guest is not None and "again" not in asked and not looks_on:
            return RedirectResponse("/table", 303)
        return await self._door_again(request, 200, "", asked.get("code", "")[:8], {"as": asked.get("as", "")})

    async def _door_again(
        self,
        request: Request,
        status: int,
        key: str,
        code: str = "",
        form: Mapping[str, str] = NOTHING,
        minutes: int = 0,
    ) -> HTMLResponse:
        wording = _wording(request)
        seats = await self._call(lambda: self._hall.door(wording.lang))
        wrong = wording.say(f"page.{key}", minutes=minutes) if key else ""
        answer = HTMLResponse(
            door_page(
                wording,
                await self._title(wording),
                seats,
                code=code,
                wrong=wrong,
                name=form.get("name", "")[:NAME_LENGTH],
                wanted=form.get("as", ""),
                has_beam=self._hall.beam is not None,
            ),
            status,
            headers=PRIVATE,
        )
        visitor = self._tries.visitor(request.cookies.get(VISITOR, "")[:80])
        _set(request, answer, VISITOR, visitor)
        return answer

    async def _come_in(self, request: Request) -> Response:
        address, visitor = sender_of(request), request.cookies.get(VISITOR, "")[:80]
        form = await read_form(request, FORM_BYTES) if is_own(request) else None
        if form is None:
            self._log.note("form_refused", address)
            return await self._door_again(request, 403, "not_from_here")
        if wait_s := self._tries.take(address, visitor):  # counted before it is looked at
            self._log.note("code_waits", address)
            minutes = ceil(wait_s / 60)
            key = "wait" if minutes <= 1 else "wait_long"
            return await self._door_again(request, 429, key, form=form, minutes=minutes)
        code, kept = form.get("code", ""), self._hall.file.kept
        is_judge = is_code(code, kept.judge)
        if not is_judge and not is_code(code, kept.code):
            self._log.note("code_wrong", address)
            return await self._door_again(request, 403, "wrong_code", form=form)
        if form.get("as") == Role.JUDGE and not is_judge:  # let in by whoever hosts, not by himself
            self._log.note("code_wrong", address, role=Role.JUDGE)
            return await self._door_again(request, 403, "judge_code", form=form)
        self._tries.give_back(address, visitor)
        name, wanted, lang = form.get("name", ""), form.get("as", "spectator"), _wording(request, form.get("lang")).lang
        if self._is_much(FORMS, f"{address} {visitor}"):
            return await self._door_again(request, 429, "wait", form=form)
        token = await self._call(lambda: self._hall.admit(name, wanted, lang))
        if token is None:
            return await self._door_again(request, 503, "full", form=form)
        before = await self._guest(request)
        if before is not None and before.role is Role.SPECTATOR:  # one device is one person
            number = before.number
            await self._call(lambda: self._hall.remove(number))
        self._log.note("came_in", address, role=wanted[:40])
        answer = RedirectResponse("/table", 303, headers=PRIVATE)
        _set(request, answer, COOKIE, token)
        return answer

    def _is_much(self, rate: Rate, sender: str) -> bool:
        """Whether that was more than may be for now."""
        if not self._rates.take(rate, sender):
            return False
        self._log.note("too_fast", rate=rate.name)
        return True

    async def _table(self, request: Request) -> Response:
        guest = await self._guest(request)
        if guest is None:
            return RedirectResponse("/", 303)
        wording = Wording(guest.lang)
        rules = ("/rules", wording.say("page.rules"))
        links = (
            (*self._beside.links(wording), rules) if guest.may_tap else ()
        )  # not on a projector's light, nor a big screen
        return HTMLResponse(table_page(wording, await self._title(wording), links), headers=PRIVATE)

    async def _rules(self, request: Request) -> Response:
        """Rules found by words, or by an id that a line of the table cites."""
        guest = await self._guest(request)
        if guest is None:
            return RedirectResponse("/", 303)
        if self._is_much(QUESTIONS, str(guest.number)):
            raise HTTPException(429)
        wording, question = Wording(guest.lang), request.query_params.get("ask", "")[:QUESTION]
        in_play = () if question.strip() else await self._call(lambda: self._hall.rules_in_play(guest))
        game = self._hall.system, self._hall.edition
        make = partial(rules_body, wording, question, game, "/rules", in_play=in_play)
        body = await asyncio.to_thread(make)
        return HTMLResponse(rules_page(wording, await self._title(wording), body), headers=PRIVATE)

    async def _aside(self, request: Request) -> Response:
        """A page beside the table; who only looks on presses nothing there."""
        guest, key = await self._guest(request), request.path_params["key"]
        if guest is None or key not in self._beside:
            return RedirectResponse("/", 303)
        wording = Wording(guest.lang)
        if request.method == "POST":
            form = await read_form(request, FORM_BYTES)
            if form is None or not guest.may_tap:
                raise HTTPException(403)
            action = form.get("do", "")
            await self._call(lambda: self._beside.press(guest.number, key, action, wording))
            return RedirectResponse(f"/aside/{key}", 303)
        page = await self._call(lambda: self._beside.page(guest.number, key, wording))
        is_deep = self._beside.is_deep(guest.number, key)
        markup = aside_body(page, key, wording, may_press=guest.may_tap, is_deep=is_deep)
        return HTMLResponse(aside_page(wording, await self._title(wording), markup), headers=PRIVATE)

    async def _title(self, wording: Wording) -> str:
        return await self._call(lambda: self._hall.title(wording.lang))

    async def _health(self, request: Request) -> Response:
        health = await self._call(self._hall.health)
        return JSONResponse(
            {
                "table": health.table,
                "version": health.version,
                "seats": list(health.seats),
                "guests": health.guests,
            }
        )

    async def _qr(self, request: Request) -> Response:
        if await self._guest(request) is None:
            raise HTTPException(403)
        drawn = io.BytesIO()
        segno.make(join_link(self._url(), self._hall.file.kept.code)).save(drawn, kind="svg", scale=6, light="#ffffff")
        return Response(drawn.getvalue(), media_type="image/svg+xml")

    async def _picture(self, request: Request) -> Response:
        guest = await self._guest(request)
        if guest is None or not is_own(request):
            return JSONResponse({"ok": False, "words": _wording(request).say("page.not_from_here")}, 403)
        say = Wording(guest.lang).say
        if self._eyes is None:
            return JSONResponse({"ok": False, "words": say("page.no_eyes")}, 404)
        if self._is_much(PICTURES, guest.token):
            return JSONResponse({"ok": False, "words": say("page.wait")}, 429)
        body = await read_body(request, PICTURE_BYTES)
        if body is None:
            return JSONResponse({"ok": False, "words": say("page.picture_large")}, 413)
        told = await self._eyes.take(guest, body, request.query_params.get("of", "dice"))
        return JSONResponse({"ok": told.status == 200, "words": told.words, "stands": dict(told.stands)}, told.status)

    async def _flat(self, request: Request) -> Response:
        guest = await self._guest(request)
        flat = self._eyes.flat(guest) if guest is not None and self._eyes is not None else None
        if flat is None:
            raise HTTPException(404)
        return Response(flat, media_type="image/jpeg")

    async def _then(self, request: Request) -> Response:
        guest, line = await self._guest(request), request.query_params.get("line", "")
        if guest is None or not (line.isdecimal() and len(line) < 9):
            raise HTTPException(404)
        async with self._looking_back:
            then = await self._call(lambda: self._hall.then(guest, int(line)))
            await asyncio.sleep(PAUSE_S)
        if then is None:
            raise HTTPException(404)
        return Response(then, media_type="application/json")

    async def _kept(self, request: Request) -> Response:
        """A paper of a game, for guests and for whoever has the code; a wrong one is a try at the door."""
        guest, game, name = await self._guest(request), request.path_params["game"], request.path_params["name"]
        code, address = request.query_params.get("code", ""), sender_of(request)
        if guest is None:
            visitor = request.cookies.get(VISITOR, "")[:80]
            if self._tries.take(address, visitor) or not is_code(code, self._hall.file.kept.code):
                self._log.note("code_wrong", address)
                return RedirectResponse("/", 303)
            self._tries.give_back(address, visitor)
        if self._papers is None or name not in KINDS:
            raise HTTPException(404)
        lang = guest.lang if guest is not None else _wording(request).lang
        is_looked_at = name in SHOWN and "text/html" in request.headers.get("accept", "")
        if is_looked_at and READY not in request.query_params:  # which takes seconds: said at once
            making = request.url.replace(path=paper_at(game, name, MAKING)).include_query_params(lang=lang)
            return RedirectResponse(making, 303)
        if self._is_much(PAPERS, guest.token if guest is not None else address):
            raise HTTPException(429)
        try:
            async with self._looking_back:
                made = await papers_of(self._papers, game, lang, self._call)
        except asyncio.CancelledError:  # the table closes; the next one at this address goes on with it
            return Response(closed_page(Wording(lang)), 503, media_type="text/html", headers=PRIVATE)
        if made is None:
            raise HTTPException(404)
        if name not in made:
            return HTMLResponse(refusal_page(Wording(lang), "not_over"), 404, headers=PRIVATE)
        words = Wording(lang).say("page.to_the_table")
        shown = with_way_back(made[name], words) if KINDS[name].startswith("text/html") else made[name]
        headers = FETCHED if READY in request.query_params else PRIVATE
        return Response(shown, media_type=KINDS[name], headers=headers)

    async def _making(self, request: Request) -> Response:
        """Say that a paper is being made; the browser goes on to it, and shows this until it comes."""
        game, name = request.path_params["game"], request.path_params["name"]
        if name not in SHOWN:
            raise HTTPException(404)
        url = f"{paper_at(game, name)}?{urlencode({**request.query_params, READY: ''})}"
        return HTMLResponse(making_page(_wording(request), name, url), headers=PRIVATE)

    async def _back(self, request: Request) -> Response:
        """Go on from a paper to the table, as a page of the table's own does: its cookie comes along."""
        return HTMLResponse(back_page(_wording(request)), headers=PRIVATE)

    async def _wire(self, socket: WebSocket) -> None:
        token = socket.cookies.get(COOKIE, "")
        if not is_own(socket) or self._wires >= WIRES:
            await socket.close()
            return
        wire = PageWire(socket, asyncio.get_running_loop())
        guest = await self._call(lambda: self._hall.enter(wire, token))
        if guest is None:
            await socket.close()
            return
        await socket.accept()
        self._wires += 1
        writing = asyncio.create_task(wire.write())
        epoch = self._hall.epoch

        async def greet(_: Hello) -> bytes:
            now = await self._call(self._hall.table.clock.now_ms)  # what is new is shown before anything is answered
            return frame(
                "welcome",
                protocol=PROTOCOL,
                build=BUILD,
                epoch=epoch,
                next=guest.last + 1,
                role=guest.role,
                now=now,
                eyes=self._eyes is not None,
                table=self._eyes is not None and self._eyes.has_table,
                screens=self._eyes is not None and self._eyes.has_screens,
            )

        async def tap(touch: Tap) -> Answer:
            return await self._call(lambda: self._hall.tap(guest, touch))

        reading = asyncio.create_task(wire.read(greet, tap, epoch))
        try:
            await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._wires -= 1
            for task in (reading, writing):
                task.cancel()
            await asyncio.gather(reading, writing, return_exceptions=True)
            await self._call(lambda: self._hall.leave(wire))

    async def _guest(self, request: Request) -> Guest | None:
        token = request.cookies.get(COOKIE, "")
        return await self._call(lambda: self._hall.guest_of(token)) if token else None


def _set(request: HTTPConnection, answer: Response, name: str, value: str) -> None:
    """Let the device keep a cookie that no script reads and no other site sends."""
    safe = request.url.scheme == "https"
    answer.set_cookie(name, value, max_age=30 * 86400, httponly=True, samesite="strict", secure=safe, path="/")


def _wording(request: HTTPConnection, lang: str | None = None) -> Wording:
    """The language that was asked for, or that the browser prefers."""
    wanted = lang or request.query_params.get("lang") or request.headers.get("accept-language", "")
    return Wording("fr" if wanted.lower().startswith("fr") else "en")


def join_link(url: str, code: str) -> str:
    """Return the link in a QR code: the door, with the code filled in."""
    return f"{url}/?code={quote(code)}"
