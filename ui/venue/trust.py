"""The plain page that leads a phone to trust an event served by HTTPS: nothing else is served in the clear.

GET /  how to, the fingerprint, the way on      GET /authority.crt      anything else: sent on to HTTPS
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from companion.text.wording import LANGUAGES, Wording
from ui.venue.pages import STATIC
from ui.venue.wire import Wire
from ui.web.address import Doorstep
from ui.web.authority import Certified
from ui.web.guard import Guarded
from ui.web.security import Log
from ui.web.waiting import Connections

_KINDS = ("iphone", "android", "computer")


def trust_app(made: Certified, url: str, name: str, log: Log) -> ASGIApp:
    """The application: ``url`` is where the event is served by HTTPS."""
    certificate, fingerprint = made.authority.read_bytes(), made.fingerprint

    async def page(request: Request) -> Response:
        asked = request.query_params.get("lang") or request.headers.get("accept-language", "en")[:2].lower()
        lang = asked if asked in LANGUAGES else "en"
        return HTMLResponse(_page(Wording(lang), lang, url, name, fingerprint))

    async def authority(_: Request) -> Response:
        named = {"content-disposition": 'attachment; filename="event.crt"'}
        return Response(certificate, media_type="application/x-x509-ca-cert", headers=named)

    async def onward(request: Request) -> Response:
        return RedirectResponse(f"{url}{request.url.path}", 307 if request.method == "GET" else 303)

    folder = Path(__file__).parent / "static"
    routes = [
        Route("/", page),
        Route("/authority.crt", authority),
        Mount(STATIC, StaticFiles(directory=folder)),
        Route("/{path:path}", onward),
    ]
    return Guarded(Starlette(routes=routes), log)


def served_beside(app: ASGIApp, doorstep: Doorstep, log: Log) -> Callable[[], None]:
    """Serve it in a thread of its own; return what ends it."""
    config = uvicorn.Config(
        app,
        log_level="error",
        lifespan="off",
        server_header=False,
        http=partial(Wire, Connections(log)),  # type: ignore[arg-type]  # called like a class
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: server.run(sockets=list(doorstep.sockets)), name="trust", daemon=True)
    thread.start()

    def end() -> None:
        server.should_exit = True
        thread.join(5)

    return end


def _page(wording: Wording, lang: str, url: str, name: str, fingerprint: str) -> str:
    def say(key: str, **words: object) -> str:
        return escape(wording.say(f"trust.{key}", **words))

    ways = "".join(f"<h3>{say(kind)}</h3><p>{say(f'{kind}_text')}</p>" for kind in _KINDS)
    other = "fr" if lang == "en" else "en"
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(name)}</title><link rel="stylesheet" href="{STATIC}/venue.css"></head><body>'
        f'<header><h1>{escape(name)}</h1><nav><a href="?lang={other}" lang="{other}">'
        f"{escape(Wording(other).say('venue.this_language'))}</a></nav></header><main>"
        f"<p>{say('why')}</p><p><a href='/authority.crt' download><b>{say('fetch')}</b></a></p>{ways}"
        f"<p>{say('compare')}</p><p><code>{escape(fingerprint)}</code></p>"
        f"<p class='large'><a href='{escape(url)}/'>{say('onward')}</a> · "
        f"<a href='{escape(url)}/register'>{escape(wording.say('venue.take_part'))}</a></p>"
        f"<p>{say('not')}</p></main></body></html>"
    )
