"""In and out: a PIN for the staff, a name for a player, and the way out; and what the organiser does at the doors.

GET /enter ──> the form, and a cookie that tells this device from others at its address
POST /enter ──try counted──> PIN ──right──> a token for twelve hours    POST /leave ──> it is none
"""

from __future__ import annotations

from math import ceil

from starlette.requests import Request
from starlette.responses import Response

from companion.core.ids import Seat
from companion.tournament.state import ORGANISER
from ui.venue.doors import PLAYER, ROLES, SESSION_S, TABLE
from ui.venue.front import Front, cookie_name, set_private, to
from ui.venue.pages import Writer
from ui.web.door import VISITOR, Tries
from ui.web.guard import is_own, sender_of
from ui.web.limits import FORMS, REGISTRATIONS
from ui.web.slow import SlowWork


class Entrance:
    """The doors as people use them."""

    def __init__(self, front: Front, tries: Tries) -> None:
        self._front, self._tries, self._slow = front, tries, SlowWork()

    async def enter(self, request: Request) -> Response:
        """The form for a PIN, and what becomes of one."""
        front, writer = self._front, self._front.writer(request)
        visitor, address = request.cookies.get(VISITOR, "")[:80], sender_of(request)
        if request.method == "GET":
            if (inside := front.role(request)) is not None:
                return to(home(inside))
            answer: Response = front.shown(request, writer.door())
            set_private(request, answer, VISITOR, self._tries.visitor(visitor), SESSION_S)
            return answer
        if not is_own(request):
            return front.shown(request, writer.door(writer.wording.say("venue.not_from_here")), 403)
        wait_s = self._tries.take(address, visitor)  # before anything is read: a hundred at once are no more than five
        if wait_s:
            front.log.note("pin_waits", address)
            return self._refused(request, writer, wait_s)
        form, wrong = await front.form(request, FORMS, f"enter {visitor or address}")
        role, pin = form.get("role", ""), form.get("pin", "")
        if wrong or role not in ROLES or len(pin) > 20:
            return front.shown(request, writer.door(wrong or writer.wording.say("venue.wrong_pin")), 403)
        if front.doors.is_quick(role):
            token = front.doors.enter(role, pin)
        else:
            rank = self._tries.rank(address, visitor)
            token = await self._slow.do(rank, lambda: front.doors.enter(role, pin))
        if token is None:
            front.log.note("pin_wrong", address, role=role)
            return front.shown(request, writer.door(writer.wording.say("venue.wrong_pin")), 403)
        self._tries.give_back(address, visitor)
        front.log.note("came_in", address, role=role)
        answer = to(home(Seat(role)))
        set_private(request, answer, cookie_name(request), token, SESSION_S)
        return answer

    def _refused(self, request: Request, writer: Writer, wait_s: float) -> Response:
        minutes = ceil(wait_s / 60)
        key = "venue.must_wait" if minutes <= 1 else "venue.must_wait_long"
        answer = self._front.shown(request, writer.door(writer.wording.say(key, minutes=minutes)), 429)
        answer.headers["retry-after"] = str(ceil(wait_s))
        return answer

    async def leave(self, request: Request) -> Response:
        """The device goes out."""
        front = self._front
        role = front.role(request)
        _, wrong = await front.form(request)
        answer = to("/enter")
        if role is None or wrong:
            return answer
        wording, token = front.writer(request).wording, front.token(request)
        not_kept = await front.hall.do(lambda: front.hall.kept(lambda: front.doors.leave(token), wording))
        if not_kept:
            return front.shown(request, front.writer(request).door(not_kept), 503)
        front.log.note("went_out", sender_of(request), role=role)
        answer.delete_cookie(cookie_name(request), path="/", secure=request.url.scheme == "https", httponly=True)
        answer.headers["clear-site-data"] = '"cache"'
        return answer

    async def register(self, request: Request) -> Response:
        """A player's own name."""
        front, writer = self._front, self._front.writer(request)
        if not front.doors.is_open:
            return front.shown(request, writer.refusal("door_is_shut"), 403)
        if request.method == "GET":
            return front.shown(request, writer.registering())
        form, wrong = await front.form(request, REGISTRATIONS, sender_of(request))
        if wrong:
            return front.shown(request, writer.registering(wrong), 429 if form else 403)
        number, wrong = await front.hall.do(
            lambda: front.hall.register(form.get("name", ""), writer.wording, self._front.device(request))
        )
        if number is None:
            return front.shown(request, writer.registering(wrong), 409)
        front.log.note("registered", sender_of(request), player=number)
        return to(f"/me/{self.key_of(number)}")

    def key_of(self, number: int) -> str:
        """The key of a player's own page."""
        return self._front.doors.key_of(number, PLAYER, self._front.hall.mark_of(number) or "")

    def of_doors(self, request: Request, form: dict[str, str]) -> tuple[str, str] | None:
        """Carry out an order about the doors; return what stands against it, and a PIN that is told once.

        ``None``: the form is no such order.
        """
        front, hall, do = self._front, self._front.hall, form.get("do", "")
        wording, address = front.writer(request).wording, sender_of(request)
        role, told = form.get("role", ""), list[str]()
        match do:
            case "open_door" | "close_door":
                wrong = hall.kept(lambda: front.doors.open(do == "open_door"), wording)
            case "new_pin" if role in ROLES:
                wrong = hall.kept(lambda: told.append(front.doors.new_pin(role)), wording)
            case "end_all" if role in ROLES:
                wrong = hall.kept(lambda: front.doors.end_all(role), wording)
            case "new_link":
                player = hall.state.find(form.get("player", ""))
                if player is None:
                    return wording.say("venue.unclear"), ""
                wrong = hall.kept(lambda: front.doors.new_link(player.number), wording)
            case "new_table_link" if form.get("table", ""):
                wrong = hall.kept(lambda: front.doors.new_link(int(form["table"]), TABLE), wording)
            case _:
                return None
        front.log.note("door", address, by=ORGANISER, order=do, role=role, wrong=bool(wrong))
        return wrong, "".join(told)


def home(role: Seat | None) -> str:
    """The page of a role."""
    return "/organiser" if role == ORGANISER else "/judge"
