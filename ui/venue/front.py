"""The front of every page of an event: who asks, in which language, how often; and how its answer is kept.

a page of everybody   asked about before it is shown again (a tag says whether it changed)
a page of somebody    kept nowhere but on the screen: ``no-store``
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from math import ceil

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from companion.core.ids import Seat
from companion.text.wording import LANGUAGES, Wording
from ui.venue.doors import Doors
from ui.venue.fields import OutOfLimit, checked, too_long
from ui.venue.hall import Hall
from ui.venue.pages import Writer
from ui.web.guard import is_own, read_form, sender_of
from ui.web.limits import STAFF_FORMS, Rate, Rates
from ui.web.security import Log

COOKIE, NAME_COOKIE = "venue", "judge"  # who the device is; the name of the judge who carries it
_KINDS = (("iPad", "tablet"), ("Tablet", "tablet"), ("iPhone", "phone"), ("Mobile", "phone"))
PRIVATE: dict[str, str] = {"cache-control": "no-store"}
DATA: dict[str, str] = {"content-disposition": 'attachment; filename="api.json"'}  # opened by itself it is no page


class Front:
    """The event, its doors, and who may ask how much."""

    def __init__(self, hall: Hall, doors: Doors, now: Callable[[], float], log: Log) -> None:
        self.hall, self.doors, self.log = hall, doors, log
        self.rates = Rates(now)

    def writer(self, request: HTTPConnection) -> Writer:
        """The writer of pages in the language of who asks."""
        asked = request.query_params.get("lang") or request.cookies.get("lang", "")
        lang = asked if asked in LANGUAGES else request.headers.get("accept-language", "en")[:2].lower()
        wording = Wording(lang if lang in LANGUAGES else "en")
        return Writer(self.hall, wording, self.role(request), is_safe=is_safe(request))

    def token(self, request: HTTPConnection) -> str:
        """The token that the device shows; nothing of it is looked at yet."""
        return request.cookies.get(cookie_name(request), "")[:200]

    def device(self, request: HTTPConnection) -> str:
        """The device an order comes from, as the log names it: its kind, and a mark by which two are told apart."""
        agent = request.headers.get("user-agent", "")
        kind = next((kind for word, kind in _KINDS if word in agent), "computer")
        shown = self.token(request) or f"{request.url.path} {agent}"  # never the link or the token itself
        return f"{kind}-{hashlib.sha256(shown.encode()).hexdigest()[:6]}"

    def role(self, request: HTTPConnection) -> Seat | None:
        """The role of who asks."""
        token = self.token(request)
        return self.doors.role_of(token) if token else None

    def shown(self, request: HTTPConnection, page: str | bytes, status: int = 200) -> HTMLResponse:
        """A page of somebody, or of a moment: kept nowhere."""
        return remembering(request, HTMLResponse(page, status, headers=PRIVATE))

    def must_wait(self, rate: Rate, sender: str, request: Request) -> str:
        """Why that is too much for now, in words; empty when it is not."""
        wait_s = self.rates.take(rate, sender)
        if not wait_s:
            return ""
        self.log.note("too_fast", sender_of(request), rate=rate.name)
        return self.writer(request).wording.say("venue.too_fast", seconds=ceil(wait_s))

    async def form(self, request: Request, rate: Rate = STAFF_FORMS, sender: str = "") -> tuple[dict[str, str], str]:
        """A form, and what stands against it in words: then nothing of it is to be done."""
        wording = self.writer(request).wording
        wrong = self.must_wait(rate, sender or self.token(request) or sender_of(request), request)
        form = await read_form(request)
        if form is None:
            self.log.note("form_refused", sender_of(request), path=request.url.path.split("/")[1])
            return {}, too_long(wording) if is_own(request) else wording.say("venue.not_from_here")
        if wrong:
            return form, wrong
        try:
            return checked(form, wording), ""
        except OutOfLimit as beyond:
            return form, str(beyond)


def remembering(request: HTTPConnection, answer: HTMLResponse) -> HTMLResponse:
    """The answer, which lets the browser remember the language that was chosen."""
    if request.query_params.get("lang") in LANGUAGES:
        answer.set_cookie("lang", request.query_params["lang"], samesite="strict", path="/", secure=is_safe(request))
    return answer


def to(path: str) -> Response:
    """Send who asked on to another page."""
    return RedirectResponse(path, 303, headers=PRIVATE)


def is_safe(request: HTTPConnection) -> bool:
    """Whether it came by HTTPS."""
    return request.url.scheme in ("https", "wss")


def cookie_name(request: HTTPConnection) -> str:
    """The cookie of a device; by HTTPS one that no other server of this name, and no plain page, can set."""
    return f"__Host-{COOKIE}" if is_safe(request) else COOKIE


def set_private(request: HTTPConnection, answer: Response, name: str, value: str, seconds: int) -> None:
    """Let the device keep a cookie that no script reads and no other site sends."""
    answer.set_cookie(name, value, max_age=seconds, httponly=True, samesite="strict", secure=is_safe(request), path="/")
