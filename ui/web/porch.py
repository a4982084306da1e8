"""The address of a shared table while no table is open: says so, and what to do; the next table opens there by itself.

table ──closed──> porch: "This table is closed …", looked at again every few seconds ──the next one opens──> its pages
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Sequence
from html import escape
from http.server import BaseHTTPRequestHandler, HTTPServer

from companion.text.wording import Wording
from ui.web.address import Doorstep, parse_share

AGAIN_S = 3  # until the page looks for the next table
SLOWEST_S = 2.0  # a request that takes longer is dropped: the others wait behind it
POLL_S = 0.1  # until it hears that it is closed

_STYLE = "body{font:1.3rem/1.5 sans-serif;max-width:28rem;margin:12vh auto;padding:0 1rem;color-scheme:light dark}"


def closed_page(wording: Wording) -> bytes:
    """Return the page that says that the table is closed, and what to do."""
    title, what = escape(wording.say("page.closed_title")), escape(wording.say("page.closed_text"))
    return (
        f'<!doctype html><html lang="{wording.lang}"><head><meta charset="utf-8"><meta http-equiv="refresh" '
        f'content="{AGAIN_S}"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}</style></head><body><h1>{title}</h1><p>{what}</p></body></html>"
    ).encode()


class _Answer(BaseHTTPRequestHandler):
    timeout = SLOWEST_S

    def do_GET(self) -> None:
        """Answer whatever is asked for with the one page."""
        lang = "fr" if self.headers.get("accept-language", "").lower().startswith("fr") else "en"
        page = closed_page(Wording(lang))
        self.send_response(503)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(page)))
        self.send_header("cache-control", "no-store")
        self.send_header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
        self.end_headers()
        self.wfile.write(page)

    def version_string(self) -> str:
        """Return no program's name."""
        return "-"

    def log_message(self, *_: object) -> None:
        """Write nothing."""


class _Server(HTTPServer):
    """A server at a socket that listens already."""

    def __init__(self, listening: socket.socket) -> None:
        super().__init__(listening.getsockname()[:2], _Answer, bind_and_activate=False)
        self.socket.close()
        self.socket = listening

    def handle_error(self, *_: object) -> None:
        """Forget whoever hung up."""


class Porch:
    """The page at that port of every address of this machine, until it is closed."""

    def __init__(self, port: int) -> None:
        """Raise ``InputError`` where it cannot be served."""
        doorstep = Doorstep(parse_share(""), is_shown=True, before=port)
        is_there = doorstep.port == port
        if not is_there:
            doorstep.close()
        self._servers: Sequence[_Server] = [_Server(one) for one in doorstep.sockets] if is_there else []
        self._threads = [
            threading.Thread(target=one.serve_forever, args=(POLL_S,), name="porch", daemon=True)
            for one in self._servers
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Let go of the address: a table opens there."""
        for one in self._servers:
            one.shutdown()
            one.server_close()
        for thread in self._threads:
            thread.join()
