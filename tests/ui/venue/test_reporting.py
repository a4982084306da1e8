"""Tables report to the event: real hosts, real pages, and what is left when either side is killed."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from companion.storage.jsonl import read_sealed_lines, sealed_line
from companion.storage.reported import ReportStore
from companion.storage.sql import file_of
from companion.storage.sqlite import SqliteRecorder
from companion.table.observation import CallSeen, CallsSeen
from tests.patience import PATIENCE_MS, PATIENCE_S, wait_until
from tests.ui.venue.serving import FOUR, NAMES, Served
from tests.ui.venue.test_day import form_sent, paired, person, press, visit
from tests.ui.web.browser import faults_of, touch
from ui.table.venue_link import VenueLink
from ui.venue.doors import TABLE, SafeFile, open_doors
from ui.web.limits import HEAD_BYTES

pytestmark = pytest.mark.slow

RECORD = Path(__file__).parents[2] / "records" / "heroclix-core.record"
LINES = list(read_sealed_lines(RECORD))
Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """An event of four, its first round published."""
    made = Served(tmp_path, orders=FOUR)
    yield made
    made.stop()


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a process; what still runs afterwards is ended."""
    begun: list[subprocess.Popen[str]] = []

    def make(*command: str) -> subprocess.Popen[str]:
        env = os.environ | {"TABLEWRIGHT_LANG": "en", "PYTHONUNBUFFERED": "1"}
        whole = [sys.executable, "-m", *command]
        begun.append(subprocess.Popen(whole, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env))
        return begun[-1]

    yield make
    for process in begun:
        process.kill()
        if process.stdout is not None and not process.stdout.closed:
            process.communicate()


def link_of(served: Served, table: int) -> str:
    doors, _ = open_doors(SafeFile(served.event))
    return f"{served.url}/table/{doors.key_of(table, TABLE)}"


def report(link: str, lines: list[bytes], first: int = 0, device: str = "a device of a test") -> tuple[int, Any]:
    """The answer to lines that are sent as a host sends them."""
    at = urlsplit(link)
    with closing(http.client.HTTPConnection(at.netloc, timeout=PATIENCE_S)) as connection:
        connection.request("POST", at.path, b"".join(lines), {"x-device": device, "x-first": str(first)})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())


def reported(served: Served, table: int) -> list[bytes]:
    """The lines that are kept at the venue."""
    with closing(file_of(served.event.with_name("friday.event.tables"))) as tables:
        return [entry.line for entry in ReportStore(tables).read(1, table)]


def player_at(host: subprocess.Popen[str], chromium: Browser) -> Page:
    """A phone that sat down at the table of that host."""
    assert host.stdout is not None
    url, code = re.findall(r"(http://\S+) with the code (\S+)", host.stdout.readline())[0]
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="en")
    context.set_default_timeout(PATIENCE_MS)
    phone = context.new_page()
    visit(phone, f"{url}/?code={code}")
    phone.click("form button")
    return phone


def test_a_table_counts_what_attacks_would_do_where_its_organiser_lets_it(chromium: Browser, tmp_path: Path) -> None:
    """Settled on the organiser's page, heard at the table."""
    served = Served(tmp_path, orders=FOUR[:1])
    try:
        organiser = person(chromium, served, "Organiser")
        organiser.click("#players summary")
        organiser.select_option("[name=advice]", "1")
        press(organiser, "Settle")
        paired(organiser)
        with closing(SqliteRecorder(tmp_path / "table.db")) as recorder:
            recorder.append(LINES[:60], 0)
        with closing(VenueLink(link_of(served, 1), tmp_path / "table.db", "en", lambda: 0.0)) as reporter:
            seen = [one for one in reporter.poll() if isinstance(one, CallsSeen)]
        assert seen[-1].advice
    finally:
        served.stop()


def test_a_call_waits_for_the_venue_and_is_never_two(served: Served, tmp_path: Path) -> None:
    """Called twice while the venue is away, sent when it is back, told to whoever looks at the table."""
    with closing(SqliteRecorder(tmp_path / "table.db")) as recorder:
        recorder.append(LINES[:60], 0)
    now_s, seen = 0.0, list[CallsSeen]()
    reporter = VenueLink(link_of(served, 1), tmp_path / "table.db", "en", lambda: now_s)

    def poll() -> CallsSeen:
        seen.extend(one for one in reporter.poll() if isinstance(one, CallsSeen))
        return seen[-1]

    assert poll().calls == ()
    assert "line of sight" in seen[-1].kinds
    assert not seen[-1].advice, "the organiser has allowed none"
    served.kill()
    now_s += 10
    reporter.poll()
    reporter.call("dial", "")
    reporter.call("dial", "")
    assert poll().calls == (CallSeen("dial", is_sent=False),), "it waits"
    served.start()
    for _ in range(3):  # that it is back; what it lacks, with the call; what it says
        now_s += 10
        poll()
    assert seen[-1].calls == (CallSeen("dial"),)
    reporter.call("dial", "")
    poll()
    assert poll().calls == (CallSeen("dial"),), "no second one while the first is open"
    reporter.call("a nonsense", "")
    poll()
    assert poll().calls == (CallSeen("dial"),)
    reporter.close()


def test_bad_reports_are_said_and_change_nothing(served: Served) -> None:
    link, lines = link_of(served, 1), list(map(sealed_line, LINES))
    status, told = report(link, lines[:20])
    assert (status, told["have"], told["fault"]) == (200, 20, "")
    assert (told["round"], told["table"], set(told["players"]) <= set(NAMES)) == (1, 1, True)
    assert report(link, lines[10:30], 10)[1]["have"] == 30, "a retry"
    assert report(link, lines[40:], 40)[1]["fault"] == "gap"
    forged = lines[30].replace(b'"version":30', b'"version":31')
    for _ in range(2):
        assert report(link, [forged], 30)[1]["fault"] == "seal"
    assert report(link, [b"not a line\n"], 30)[0] == 400
    assert report(link, lines[30:31], 30, "short")[0] == 400
    assert report(link_of(served, 2), lines[30:], 30)[1]["says"] == "This device already reports table 1."
    other = report(link, lines[30:], 30, "another device of a test")
    assert other[1]["fault"] == "other_device"
    assert report(link.replace("/table/1-", "/table/2-"), lines)[0] == 404, "a table's key opens that table alone"
    told = map(json.loads, served.event.read_text(encoding="utf-8").splitlines())
    calls = [line["event"]["call"] for line in told if line["type"] == "CallChanged"]
    assert [(call["table"], call["kind"]) for call in calls] == [(1, "device"), (2, "device")], "one open call a table"
    served.stop()
    assert reported(served, 1) == [entry.line for entry in LINES[:30]]


def test_a_head_that_never_ends_is_hung_up_on(served: Served) -> None:
    at = urlsplit(served.url)
    with socket.create_connection((at.hostname, at.port), timeout=PATIENCE_S) as line, pytest.raises(OSError):
        line.sendall(b"GET / HTTP/1.1\r\nx: ")
        for _ in range(1000):
            line.sendall(b"x" * 4096)
    lines = [sealed_line(entry) for entry in LINES]
    assert sum(map(len, lines)) > HEAD_BYTES
    assert report(link_of(served, 1), lines)[1]["have"] == len(lines), "a long body is no long head"


def test_a_game_on_the_virtual_table_reports_too(
    chromium: Browser, served: Served, start: Start, tmp_path: Path
) -> None:
    store = tmp_path / "virtual.db"
    host = start("companion", "host", str(store), "--demo", "--share", "127.0.0.1:0", "--venue", link_of(served, 2))
    wait_until(lambda: len(reported(served, 2)) > 20)
    player_at(host, chromium).get_by_role("button", name="Call a judge").wait_for()
    with closing(SqliteRecorder(store)) as recorder:
        assert reported(served, 2) == [entry.line for entry in recorder.read()]


def test_a_judge_lets_stand_what_was_refused(chromium: Browser, served: Served, start: Start, tmp_path: Path) -> None:
    """A phone means a square out of reach; the refusal goes with the call, and the ruling carries it out."""
    with closing(SqliteRecorder(tmp_path / "table.db")) as recorder:
        recorder.append(LINES[:60], 0)
    host = start(
        "companion", "host", str(tmp_path / "table.db"), "--share", "127.0.0.1:0", "--venue", link_of(served, 1)
    )
    phone = player_at(host, chromium)
    phone.locator('.hits [data-piece="r1"]').first.click()
    phone.locator(".goals-list").wait_for(state="attached")
    touch(phone, 0, 0)  # A1, from J12
    phone.get_by_text("cannot reach A1").first.wait_for()
    phone.get_by_role("button", name="Call a judge").click()
    phone.get_by_role("button", name="Illegal action", exact=True).click()
    phone.get_by_text("Illegal action: a judge was called").wait_for()
    judge = person(chromium, served, "Judge", wide=390)
    visit(judge, f"{served.url}/judge")
    call = judge.locator("li.open")
    assert "cannot reach A1. [HC-MOVE-01]" in call.inner_text()
    call.locator("[name=ruling]").fill("the map was bumped: it stood at H6")
    call.get_by_label("Allow what was refused").check()
    press(judge, "Close the call", call)
    wait_until(lambda: len(reported(served, 1)) > 61)
    host.send_signal(signal.SIGTERM)
    host.wait(PATIENCE_S)
    told, ruled, moved = (json.loads(line)["event"] for line in reported(served, 1)[60:63])
    assert (told["judge"], told["note"]) == ("judge", "#1 the map was bumped: it stood at H6")
    assert (ruled["judge"], ruled["rules"]) == ("judge", ["HC-MOVE-01"])
    assert (moved["kind"], moved["piece"], moved["to"]) == ("move", "r1", ["A1"])


def test_a_judge_opens_a_table_and_asks_a_line(chromium: Browser, served: Served, start: Start, tmp_path: Path) -> None:
    with closing(SqliteRecorder(tmp_path / "table.db")) as recorder:
        recorder.append(LINES[:60], 0)
    store = str(tmp_path / "table.db")
    host = start("companion", "host", store, "--share", "127.0.0.1:0", "--venue", link_of(served, 1))
    phone = player_at(host, chromium)
    judge = person(chromium, served, "Judge")
    press_link = judge.locator("ul.tables a", has_text="Open the table").first
    press_link.click()
    judge.wait_for_selector("[data-tap] svg")
    assert "60 lines of its record" in judge.content()
    names = judge.locator("select[name=piece] option").all_inner_texts()[1:]
    judge.select_option("[name=piece]", label=names[0])
    judge.fill("[name=from]", names[0])
    judge.fill("[name=to]", "H8")
    press(judge, "Show")
    answer = judge.locator("section[aria-live]")
    assert re.search(r"→ H8 · (clear|hindered|blocked) · \d+", answer.locator("h3").inner_text())
    assert judge.locator("section.card h3", has_text=names[0]).count() == 1, "its dial"
    assert faults_of(judge) == []
    judge.fill("[name=to]", "Z99")
    press(judge, "Show")
    assert "Z99 is no square of this map" in judge.locator("[role=alert]").inner_text()
    judge.fill("[name=from]", "")
    judge.fill("[name=to]", "")
    box = judge.locator("[data-tap] svg").bounding_box()
    assert box is not None
    judge.mouse.click(box["x"] + 0.2 * box["width"], box["y"] + 0.2 * box["height"])
    with form_sent(judge):
        judge.mouse.click(box["x"] + 0.8 * box["width"], box["y"] + 0.8 * box["height"])
    assert judge.locator("section[aria-live] h3").count() == 1, "two taps on the board are a question"
    organiser = person(chromium, served, "Organiser")
    visit(organiser, f"{served.url}/tables")
    assert link_of(served, 1) in organiser.content()
    phone.get_by_role("button", name="Call a judge").click()
    phone.get_by_role("button", name="Illegal action", exact=True).click()
    phone.get_by_text("Illegal action: a judge was called").wait_for()
    visit(judge, f"{served.url}/judge/table/1")
    call = judge.locator("li.open")
    call.locator("[name=judge]").fill("Maria")
    press(judge, "Go there", call)
    phone.get_by_text("Illegal action: Maria is coming").wait_for()
    call = judge.locator("li.open")
    call.locator("[name=ruling]").fill("it may not move: back to the turn before")
    call.locator("[name=rule]").fill("HC-LOS-08")
    call.locator("[name=back]").fill("40")
    press(judge, "Close the call", call)
    wait_until(lambda: len(reported(served, 1)) == 62)
    visit(judge, f"{served.url}/judge/table/1")
    phone.get_by_text("Judge Maria: #1 it may not move").wait_for()
    assert phone.get_by_text("Maria is coming").count() == 0, "the call is closed"
    assert "Judge Maria: #1 it may not move" in judge.locator("ul.history").inner_text()
    assert judge.locator("ul.history s").count() > 3, "what was taken back is struck out"
    visit(judge, f"{served.url}/judge/table/1?from=r2&to=A4")
    with judge.expect_download() as saved:
        judge.get_by_role("link", name="Casebook file").click()
    case = tmp_path / saved.value.suggested_filename
    saved.value.save_as(case)
    told = tomllib.loads(case.read_text(encoding="utf-8"))["case"][0]
    assert (told["title"], told["rules"], told["setup"]["lines"]) == (
        "it may not move: back to the turn before",
        ["HC-LOS-08"],
        60,
    )
    assert told["expect"]["questions"] == [{"line": ["B12", "A4"], "verdict": "clear"}], "where r2 stood then"
    played = subprocess.run([sys.executable, "-m", "companion", "case", str(case)], capture_output=True, text=True)
    assert (played.returncode, "passed" in played.stdout) == (0, True), played.stdout + played.stderr
    assert not set(NAMES) & set(case.read_text(encoding="utf-8").split('"')), "no player is named"
    visit(judge, f"{served.url}/judge/case/7")
    assert judge.locator("body").inner_text() == "There is no ruling of that number."
    host.send_signal(signal.SIGTERM)
    host.wait(PATIENCE_S)
    ruled, back = (json.loads(line)["event"] for line in reported(served, 1)[60:])
    assert (ruled["judge"], ruled["rules"], back["to"], back["judge"]) == ("Maria", ["HC-LOS-08"], 39, "Maria")
    with closing(SqliteRecorder(tmp_path / "table.db")) as recorder:
        assert [entry.line for entry in recorder.read()] == reported(served, 1), "the same in both records"
    assert "it may not move" in served.event.read_text(encoding="utf-8")


def test_what_is_acknowledged_survives_a_kill_of_either_side(served: Served, start: Start, tmp_path: Path) -> None:
    links = [link_of(served, table) for table in (1, 2)]
    stores = [tmp_path / f"table-{table}.db" for table in (1, 2)]

    def begin(number: int) -> subprocess.Popen[str]:
        return start("tests.ui.venue.playing", str(RECORD), str(stores[number]), links[number], "0.1")

    first, _ = begin(0), begin(1)
    most = 0
    for _ in range(2):
        before = len(reported(served, 1))
        wait_until(lambda: len(reported(served, 1)) > min(before, len(LINES) - 1))  # noqa: B023
        served.kill()  # in the middle of what both tables send
        first.kill()
        acknowledged = max(map(int, first.communicate()[0].split()))
        assert acknowledged <= len(reported(served, 1))
        most = max(most, acknowledged)
        served.start()
        first = begin(0)
    assert most > 0
    wait_until(lambda: len(reported(served, 1)) == len(LINES) == len(reported(served, 2)))
    whole = [entry.line for entry in LINES]
    assert reported(served, 1) == reported(served, 2) == whole, "nothing lost, nothing doubled, in order"
    for store in stores:
        with closing(SqliteRecorder(store)) as recorder:
            assert [entry.line for entry in recorder.read()] == whole
