"""The desks of an event: pages of the organiser and the judges, shown, or a form of theirs carried out.

/organiser  /judge  /player  /forces  /log       a form does one thing and comes back to its place on the page
/links  /tables                                  slips and links, for the organiser to print
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from urllib.parse import quote, unquote

from starlette.requests import Request
from starlette.responses import Response

from companion.core.ids import Seat
from companion.tournament.revising import Plan
from companion.tournament.state import ORGANISER
from companion.tournament.system import STAFF
from ui.presenters.rules import QUESTION
from ui.venue.calls import judge_page
from ui.venue.counting import Counting
from ui.venue.doors import TABLE
from ui.venue.entrance import Entrance
from ui.venue.fields import NAME, Form
from ui.venue.forces import forces_page, typed_force
from ui.venue.front import NAME_COOKIE, Front, set_private, to
from ui.venue.keys import keys_section
from ui.venue.log import asked_page, log_page
from ui.venue.news import News
from ui.venue.orders import titles_asked
from ui.venue.organiser import organiser_page
from ui.venue.pages import Writer
from ui.venue.people import player_desk
from ui.venue.tables import link_slips, links_page
from ui.web.door import Tries

Page = Callable[[Writer, Request, str, Form], str]


class Desks:
    """The pages of the staff."""

    def __init__(
        self,
        front: Front,
        entrance: Entrance,
        tries: Tries,
        counting: Counting,
        news: News,
        url: str,
        trust: tuple[str, str],
    ) -> None:
        self._front, self._hall, self._doors = front, front.hall, front.doors
        self._entrance = entrance
        self._tries, self._counting, self._news = tries, counting, news
        self._url, self._trust = url, trust

    async def organiser(self, request: Request) -> Response:
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

    async def judge(self, request: Request) -> Response:
        return await self._desk(request, STAFF, self._judge_page)

    def _judge_page(self, writer: Writer, request: Request, wrong: str, form: Form) -> str:
        question = request.query_params.get("rule", "")[:QUESTION]
        name = unquote(request.cookies.get(NAME_COOKIE, ""))[:NAME]
        return judge_page(writer, wrong, question, name, form)

    async def player(self, request: Request) -> Response:
        number = request.query_params.get("number", "")
        player = self._hall.player(int(number)) if number.isdecimal() and len(number) < 7 else None
        if player is None:
            return to("/organiser")

        def page(writer: Writer, request: Request, wrong: str, form: Form) -> str:
            now = self._hall.player(player.number)
            return player_desk(writer, now, wrong) if now is not None else judge_page(writer, wrong)

        return await self._desk(request, STAFF, page)

    async def log(self, request: Request) -> Response:
        def page(writer: Writer, request: Request, wrong: str, form: Form) -> str:
            return log_page(writer, wrong, request.query_params.get("find", "")[:80])

        return await self._desk(request, (ORGANISER,), page)

    async def forces(self, request: Request) -> Response:
        def page(writer: Writer, request: Request, wrong: str, form: Form) -> str:
            return forces_page(writer, wrong, form.get("player", ""), typed_force(self._hall, form, writer.wording))

        return await self._desk(request, STAFF, page)

    async def _desk(self, request: Request, roles: tuple[Seat, ...], page: Page) -> Response:
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
        page: Page,
        wrong: str,
        form: Form,
        status: int = 200,
    ) -> Response:
        """A page of the staff: a great one takes a while to write, and nobody waits for that."""
        written = await asyncio.to_thread(page, self._front.writer(request), request, wrong, form)
        return self._front.shown(request, written, status)

    async def links(self, request: Request) -> Response:
        """Every player's link as a slip to cut, for the organiser to print."""
        if self._front.role(request) != ORGANISER:
            return to("/enter")
        key_of = self._entrance.key_of
        links = [(player, f"{self._url}/me/{key_of(player.number)}") for player in self._hall.state.players]
        return self._front.shown(request, link_slips(self._front.writer(request), links))

    async def tables(self, request: Request) -> Response:
        """The tables' links, for the organiser to hand out or to print."""
        if self._front.role(request) != ORGANISER:
            return to("/enter")
        round_ = self._hall.state.published[-1] if self._hall.state.published else None
        tables = [pairing.table for pairing in round_.pairings] if round_ else []
        links = {table: f"{self._url}/table/{self._doors.key_of(table, TABLE)}" for table in tables}
        return self._front.shown(request, links_page(self._front.writer(request), links))


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
