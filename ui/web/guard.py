"""Guards of every server of pages: who may ask for one, how much may be sent, what a page of ours may load.

another host's name, an address that is not near ──> 403          a form sent from another site ──> not its own
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from functools import lru_cache

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.web.kept import FOLDER as KEPT
from ui.web.kept import POLICY as PAPER

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
    """Turns away who is not near or names another host, and says what a page of ours may load."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        client = scope.get("client")
        if not _HOST.match(host) or client is None or not is_near(client[0]):
            if scope["type"] == "http":
                await PlainTextResponse("", 403)(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        headers = _headers(host, PAPER if scope["path"].startswith(f"{KEPT}/") else "")

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *headers]
            await send(message)

        await self._app(scope, receive, guarded)


def _headers(host: str, policy: str) -> list[tuple[bytes, bytes]]:
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
        "cache-control": "no-cache",
    }
    return [(name.encode(), value.encode()) for name, value in plain.items()]


def is_own(request: HTTPConnection) -> bool:
    """Whether the page that asks is this table's own (or no browser's at all)."""
    origin, host = request.headers.get("origin"), request.headers.get("host", "")
    return origin is None or origin.partition("://")[2].lower() == host.lower()


async def read_body(request: Request, most: int) -> bytes | None:
    """Read the body of a request; ``None`` when it is longer than that."""
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > most:
            return None
    return bytes(data)
