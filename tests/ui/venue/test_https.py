"""An event's pages by HTTPS, with a certificate of the event's own: a browser that trusts it, and a table's host."""

from __future__ import annotations

import asyncio
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from companion.storage.jsonl import JsonlRecorder, read_sealed_lines
from companion.storage.sqlite import SqliteRecorder
from tests.self_signed import self_signed
from tests.ui.venue.serving import Served
from ui.bench.venue import open_event
from ui.table.venue_link import VenueLink
from ui.venue.doors import SafeFile, open_doors
from ui.venue.wire import Loop
from ui.web import waiting
from ui.web.waiting import PlainLoop

pytestmark = pytest.mark.slow

RECORD = Path(__file__).parents[2] / "records" / "heroclix-core.record"


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    return self_signed(tmp_path)


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def test_pages_and_reports_by_https(
    certificate: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, key = certificate
    event = tmp_path / "friday.event"
    safe = SafeFile(event)
    _, pins = open_doors(safe)
    with closing(JsonlRecorder(event)) as recorder:
        link = open_event(recorder, safe, 2)[0]
    host = Served(tmp_path, "--certificate", str(made), "--key", str(key), pins=pins)
    try:
        assert host.url.startswith("https://127.0.0.1:")
        trusting = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=str(made)))
        form = f"role=organiser&pin={pins['organiser']}".encode()
        with pytest.raises(urllib.error.HTTPError) as sent_on:
            urllib.request.build_opener(trusting, _Stay()).open(f"{host.url}/enter", form, 10)
        with sent_on.value as answer:
            assert "Secure" in str(answer.headers["set-cookie"]), "the cookie never goes out in the clear"
        with closing(SqliteRecorder(tmp_path / "table.db", host=True)) as store:
            store.append(list(read_sealed_lines(RECORD))[:20], 0)
        for trusted, have in (("", None), (str(made), 20)):
            monkeypatch.setenv("SSL_CERT_FILE", trusted)
            reporter = VenueLink(host.url + link, tmp_path / "table.db", "en", lambda: 0.0)
            reporter.poll()
            reporter.poll()
            assert reporter.have == have, "a host reports to who shows a certificate it trusts, and to nobody else"
            reporter.close()
    finally:
        host.stop()


def test_a_certificate_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "event.pem").write_text("a letter", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "companion",
        "venue",
        "--event",
        str(tmp_path / "friday.event"),
        "--address",
        "127.0.0.1:0",
        "--certificate",
        str(tmp_path / "event.pem"),
        "--key",
        "nothing.key",
    ]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "event.pem: found " in ended.stderr
    assert "expected a certificate and its key, PEM" in ended.stderr


@pytest.mark.parametrize("kind", [Loop, PlainLoop])
def test_a_handshake_that_is_not_gone_on_with_has_the_time_of_a_head(
    kind: Callable[[], asyncio.AbstractEventLoop], certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "HEAD_S", 0.2)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)

    async def held() -> bytes:
        server = await asyncio.get_running_loop().create_server(asyncio.Protocol, "127.0.0.1", 0, ssl=context)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(b"\x16\x03\x01")  # a handshake begins so
        try:
            return await asyncio.wait_for(reader.read(), 50.0)  # less than the minute that uvicorn gives
        finally:
            writer.close()
            server.close()

    def ran() -> bytes:
        with asyncio.Runner(loop_factory=kind) as runner:
            return runner.run(held())

    with ThreadPoolExecutor(1) as beside:  # a browser may keep a loop of its own in this thread
        assert beside.submit(ran).result() == b""
