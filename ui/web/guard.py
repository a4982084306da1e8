"""Guards of every server of pages: who may ask for one, how much may be sent, what a page of ours may load.

another host's name, an address that is not near ──> 403          a form sent from another site ──> not its own
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import parse_qs

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.web.kept import FOLDER as KEPT
from ui.web.kept import POLICY as PAPER
from ui.web.limits import FORM_BYTES, FORM_FIELDS, HEADERS
from ui.web.security import Log, NoLog

SAFE_S = 12 * 3600  # a browser asks by HTTPS alone: an event's day; its machine has other uses afterwards

_HOST = re.compile(r"^(\[[0-9a-f:.]+\]|[0-9.]+|localhost|[a-z0-9-]+(\.local)?)(:\d+)?$", re.IGNORECASE)


@lru_cache(4096)  # a table reports twice a second
def is_near(address: str) -> bool:
    """Whether the address is of this machine, or of its own network."""
    try:
        peer = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    plain = getattr(peer, "ipv4_mapped", None) or peer
    return bool(plain.is_private or plain.is_loopback or plain.is_link_local)


class Guarded:
    """Turns away who is not near, names another host, sends a head of too many fields; says what a page may load.

    A page says itself how it may be kept; of one that does not, a copy is asked about before it is shown again.
    """

    def __init__(self, app: ASGIApp, log: Log | None = None) -> None:
        self._app, self._log = app, log or NoLog()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        client = scope.get("client")
        is_near_one = client is not None and is_near(client[0])
        if not _HOST.match(host) or not is_near_one or len(scope["headers"]) > HEADERS:
            self._log.note("turned_away", client[0] if client else "", host=host[:80])
            if scope["type"] == "http":
                await PlainTextResponse("", 403)(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        is_safe = scope["scheme"] in ("https", "wss")
        is_kept = scope["path"].startswith(f"{KEPT}/")

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = list(message["headers"])
                headers = _headers(host, PAPER if is_kept and message["status"] == 200 else "", is_safe)
                if message["status"] == 405:
                    self._log.note("method_refused", client[0] if client else "", method=scope["method"][:20])
                keeps = [] if any(name == b"cache-control" for name, _ in own) else [_ASKED_ABOUT]
                message["headers"] = [*own, *headers, *keeps]
            await send(message)

        try:
            await self._app(scope, receive, guarded)
        except Exception as fault:  # who asked was told no more than that there is one
            self._log.note(
                "fault", client[0] if client else "", path=f"/{scope['path'].split('/')[1]}", kind=repr(fault)[:80]
            )
            raise


_FORM = "application/x-www-form-urlencoded"
_ASKED_ABOUT = (b"cache-control", b"no-cache")


@lru_cache(64)  # a server is reached by a handful of names
def _headers(host: str, policy: str, is_safe: bool) -> tuple[tuple[bytes, bytes], ...]:
    """Return the headers of a page: nothing but ours is loaded; ``policy``: of one that brings everything along."""
    policy = policy or (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob:; "
        "manifest-src 'self'; "
        f"connect-src 'self' ws://{host} wss://{host}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    plain: Mapping[str, str] = {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(self), microphone=(), geolocation=()",
    } | ({"strict-transport-security": f"max-age={SAFE_S}"} if is_safe else {})
    return tuple((name.encode(), value.encode()) for name, value in plain.items())


def is_own(request: HTTPConnection) -> bool:
    """Whether the page that asks is this table's own (or no browser's at all)."""
    origin, host = request.headers.get("origin"), request.headers.get("host", "")
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    return origin is None or origin.partition("://")[2].lower() == host.lower()


async def read_body(request: Request, most: int) -> bytes | None:
    """Read the body of a request; ``None`` when it is longer than that."""
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > most:
            return None
    return bytes(data)


async def read_form(request: Request, most: int = FORM_BYTES) -> dict[str, str] | None:
    """Read a form; ``None`` for one that is too long, has too many fields, or comes from another site."""
    kind = request.headers.get("content-type", _FORM).partition(";")[0].strip().lower()
    body = await read_body(request, most) if kind == _FORM else None
    if body is None or not is_own(request):
        return None
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=FORM_FIELDS)
    except ValueError:  # more fields, or no text
        return None
    return {name: values[0] for name, values in fields.items()}


def sender_of(request: HTTPConnection) -> str:
    """The address of who asks."""
    return request.client.host if request.client else ""
