"""A whole event of sixteen in real browsers: organiser, judge, head judge, two players on phones, the big screen.

Fourteen players send what their pages would send. Who is further up in the list wins, by the points of ``score``; the
places are counted by the slow oracle from the exported games. With TABLEWRIGHT_PICTURES=FOLDER every page is kept as a
picture at each moment, in both languages.
"""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from companion.storage.reported import ReportStore
from companion.storage.sql import file_of
from companion.storage.sqlite import SqliteRecorder
from companion.tournament.state import lot
from tests.oracles.pairings import Game, placed
from tests.patience import PATIENCE_MS, PATIENCE_S, wait_until
from tests.ui.venue.serving import Served
from tests.ui.venue.test_day import links_of, paired, person, post, press, rows, visit
from tests.ui.venue.test_reporting import LINES, link_of

SEED = 7
NAMES = (
    "Ada Lovelace",
    "Ben <b>",
    "Cléo Dubois",
    "Dan & Co",
    "Ève Martin",
    "Finn Ó Briain",
    "Gaëlle Le Goff",
    "Hugo Petit",
    "Inès Moreau",
    "Jonas Weber",
    "Katja Novák",
    "Léo Bernard",
    "Mia Rossi",
    "Noé Lefèvre",
    "Olga Iwanowa",
    "Pierre-Alexandre de La Tour",
)
LATE = "Quentin Late"
EVERYBODY = (*NAMES, LATE)
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "laptop": {"width": 1280, "height": 800},
    "wall": {"width": 1920, "height": 1080},
}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    begin = ["new", str(tmp_path / "friday.event"), "--name", "Friday night", "--seed", str(SEED)]
    subprocess.run([sys.executable, "-m", "companion", "event", *begin], check=True, capture_output=True)
    made = Served(tmp_path)
    yield made
    made.stop()


def score(winner: str, loser: str) -> tuple[int, int]:
    """Victory points of a game: nobody has the same, so that places are told apart."""
    first, second = EVERYBODY.index(winner), EVERYBODY.index(loser)
    return 300 - 7 * first, 11 * second


class Floor:
    """The pages of the evening, and what those do who have none."""

    def __init__(self, chromium: Browser, served: Served) -> None:
        self.chromium, self.served = chromium, served
        self.organiser, self.judge, self.head = (
            person(chromium, served, role) for role in ("Organiser", "Judge", "Head judge")
        )
        self.wall = person(chromium, served, wide=1920)
        visit(self.wall, f"{served.url}/screen")
        self.links: dict[str, str] = {}
        self._moment = 0

    def send(self, name: str, **form: str) -> None:
        status, page = post(self.served.url + self.links[name], form)
        assert status == 200, page

    def tables(self) -> list[tuple[str, str]]:
        """Who plays whom, in the order of tables, as everybody's page has it."""
        page = person(self.chromium, self.served)
        found = [(row[1], row[2]) for row in rows(page)]
        page.context.close()
        return found

    def play(self, *but: str) -> None:
        """Everybody reports the own game, both with the same words, but for those who do it on their pages."""
        for pair in self.tables():
            if not set(pair) & set(but):
                outcome, points = self.result(pair)
                for name in pair:
                    self.send(name, do="report", outcome=outcome, first=str(points[0]), second=str(points[1]))

    @staticmethod
    def result(pair: tuple[str, str]) -> tuple[str, tuple[int, int]]:
        """How a game of these two ends."""
        winner, loser = sorted(pair, key=EVERYBODY.index)
        points = score(winner, loser)
        return ("first", points) if pair[0] == winner else ("second", (points[1], points[0]))

    def next_round(self) -> None:
        visit(self.organiser, f"{self.served.url}/organiser")
        paired(self.organiser)
        press(self.organiser, "Start the timer")

    def look(self, label: str, **pages: tuple[Page, str]) -> None:
        """Keep every page as it is now, where pictures are wanted: a page, and the size of who looks at it."""
        self._moment += 1
        folder = os.environ.get("TABLEWRIGHT_PICTURES")
        if not folder:
            return
        mine = {"organiser": (self.organiser, "laptop"), "judge": (self.judge, "laptop"), "wall": (self.wall, "wall")}
        for name, (page, size) in {**mine, **pages}.items():
            for lang in ("en", "fr"):
                context = self.chromium.new_context(viewport=SIZES[size], locale=lang)
                context.add_cookies([one for one in page.context.cookies() if one["name"] != "lang"])  # type: ignore[misc]
                context.set_default_timeout(PATIENCE_MS)
                shown = context.new_page()
                shown.goto(page.url.partition("#")[0])
                shown.screenshot(path=f"{folder}/{self._moment:02}-{label}-{name}-{lang}.png", full_page=size != "wall")
                context.close()


def players_page(floor: Floor, name: str) -> Page:
    """The page of a player's phone."""
    page = person(floor.chromium, floor.served, wide=390)
    visit(page, floor.served.url + floor.links[name])
    return page


def say_result(page: Page, outcome: str, points: tuple[int, int]) -> None:
    page.select_option("[name=outcome]", outcome)
    page.fill("[name=first]", str(points[0]))
    page.fill("[name=second]", str(points[1]))
    press(page, "Report")


@pytest.mark.long
def test_an_event_of_sixteen(chromium: Browser, served: Served, tmp_path: Path) -> None:
    floor = Floor(chromium, served)
    organiser, judge, wall = floor.organiser, floor.judge, floor.wall

    # fourteen by a file, two by the code on the wall; nobody by a name that is taken
    listed = tmp_path / "players.csv"
    listed.write_text("name,club,table\n" + "".join(f"{name},North,\n" for name in NAMES[:14]), encoding="utf-8")
    organiser.set_input_files("input[data-into=names]", str(listed))
    organiser.wait_for_function("() => document.querySelector('[name=names]').value.length > 100")
    press(organiser, "Add")
    press(organiser, "Open registration by QR code")
    wall.wait_for_selector("figure svg")
    for name in NAMES[14:]:
        door = person(chromium, served, wide=390)
        visit(door, f"{served.url}/register")
        door.fill("[name=name]", "ada lovelace")
        press(door, "Take part")
        assert "Names tell players apart" in door.locator("[role=alert]").inner_text()
        door.fill("[name=name]", name)
        press(door, "Take part")
        assert "/me/" in door.url
    visit(organiser, f"{served.url}/organiser")
    floor.links = links_of(organiser)
    assert list(floor.links) == list(NAMES)
    assert wall.locator(".entered li").count() == 16 or wall.wait_for_selector("h2:has-text('(16)')")
    floor.look("registered", door=(door, "phone"))

    # round 1: the first table is played on two phones
    floor.next_round()
    first, second = floor.tables()[0]
    phones = {name: players_page(floor, name) for name in (first, second)}
    one, other = phones.values()
    assert f"against {second}" in one.inner_text("section.card")
    wall.wait_for_selector("ol.games li:nth-child(8)")
    outcome, points = floor.result((first, second))
    say_result(one, outcome, points)
    say_result(other, outcome, (points[0] + 1, points[1]))
    floor.look("two-words", player=(one, "phone"))
    judge.wait_for_selector("li.open:has-text('Two results')")  # it comes by itself
    say_result(other, outcome, points)
    floor.play(first, second)
    organiser.wait_for_selector("h2:has-text('8 of 8')")
    wall.wait_for_selector("ol.places li:nth-child(16)")
    floor.look("round-1-is-played", player=(one, "phone"))

    # one drops: a bye, and somebody late takes the chair before the round is out
    gone = next(name for name in reversed(NAMES) if name not in phones)
    leaver = players_page(floor, gone)
    leaver.click("summary:has-text('I drop out')")
    press(leaver, "Yes, I play no more rounds")
    assert "You have dropped out" in leaver.content()
    floor.next_round()
    floor.look("round-2-with-a-bye", player=(one, "phone"), gone=(leaver, "phone"))
    assert everybodys(floor).locator("p", has_text="bye").count() == 1
    one.wait_for_selector("h2:has-text('Round 2')")
    wall.wait_for_selector(".clock small:has-text('until')")  # the clock of round 1 was never stopped

    # a result of round 1 was wrong: places follow, round 2 stays
    before = floor.tables()
    right = next(line for line in places(organiser) if line[1] in (first, second))
    organiser.click("summary:has-text('Correct round 1')")
    assert "stays as it was paired" in organiser.inner_text("#results")
    form = organiser.locator("#table-1-1")
    form.locator("summary").click()
    form.locator("[name=outcome]").select_option("second" if outcome == "first" else "first")
    form.locator("[name=first]").fill(str(points[1]))
    form.locator("[name=second]").fill(str(points[0]))
    press(organiser, "Report", form)
    assert floor.tables() == before
    corrected = {line[1]: line[2] for line in places(organiser)}
    assert right[2] == "1" and corrected[right[1]] == "0"
    floor.look("corrected")

    # a call from a phone about a line of sight: the judge opens the table, asks, rules, gives time, notes; an appeal
    name = min((first, second), key=EVERYBODY.index)
    table = next(number for number, pair in enumerate(before, 1) if name in pair)
    with closing(SqliteRecorder(tmp_path / "table.db")) as recorder:
        recorder.append(LINES[:60], 0)
    host = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "companion",
            "host",
            str(tmp_path / "table.db"),
            "--share",
            "127.0.0.1:0",
            "--venue",
            link_of(served, table),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        call_about_a_line(floor, phones[name], name, table)
        wait_until(lambda: len(reported_in(served, 2, table)) >= 61)
    finally:
        host.terminate()
        host.wait(PATIENCE_S)
    floor.play()
    finish(floor, tmp_path)


def call_about_a_line(floor: Floor, caller: Page, name: str, table: int) -> None:
    judge, head = floor.judge, floor.head
    visit(caller, floor.served.url + floor.links[name])
    caller.select_option("[name=kind]", "line of sight")
    caller.fill("[name=text]", "C4 to F9")
    press(caller, "Call a judge")
    assert "a judge was called" in caller.content()
    visit(judge, f"{floor.served.url}/judge")
    call = judge.locator("li.open", has_text="C4 to F9")
    call.locator("[name=judge]").fill("Maria")
    press(judge, "Go there", call)
    caller.wait_for_selector("text=Maria is coming")
    judge.locator("li.open", has_text="C4 to F9").get_by_role("link", name=f"Table {table}").click()
    judge.wait_for_selector("[data-tap] svg")
    judge.fill("[name=from]", "A1")
    judge.fill("[name=to]", "H8")
    press(judge, "Show")
    assert judge.locator("section[aria-live] h3").inner_text().startswith("A1 → H8 · blocked"), "a figure stands on C3"
    floor.look("line-of-sight", table=(judge, "laptop"), caller=(caller, "phone"))
    call = judge.locator("li.open", has_text="C4 to F9")
    call.locator("[name=ruling]").fill("hindered, no more")
    call.locator("[name=rule]").fill("HC-LOS-08")
    call.locator("[name=minutes]").fill("4")
    call.locator("[name=penalty]").select_option("caution")
    call.locator("[name=player]").select_option(name)
    press(judge, "Close the call", call)
    visit(caller, floor.served.url + floor.links[name])
    assert "+4 min" in caller.inner_text(".clock")
    visit(judge, f"{floor.served.url}/judge")
    press(judge, "Appeal", judge.locator("li.over", has_text="C4 to F9"))
    call = judge.locator("li.open", has_text="C4 to F9")
    call.locator("[name=ruling]").fill("I said so")
    press(judge, "Close the call", call)
    assert judge.locator("[role=alert]").count() == 1, "an appeal is the head judge's"
    visit(head, f"{floor.served.url}/judge")
    floor.look("appeal", head=(head, "phone"))
    call = head.locator("li.open", has_text="C4 to F9")
    assert "Caution" in " ".join(call.locator(".claims").all_inner_texts()), "what the player had before"
    call.locator("[name=penalty]").select_option("")
    call.locator("[name=ruling]").fill("blocked: the first ruling falls")
    call.locator("[name=rule]").fill("HC-LOS-02")
    press(head, "Close the call", call)
    assert "the first ruling falls" in head.locator("li.over", has_text="C4 to F9").inner_text()


def finish(floor: Floor, folder: Path) -> None:
    """Rounds 3 and 4, the cut, the end, and what is left of it."""
    organiser, served = floor.organiser, floor.served
    visit(organiser, f"{served.url}/organiser")
    organiser.fill("textarea", LATE)
    press(organiser, "Add")
    floor.links = links_of(organiser)
    for number in (3, 4):
        floor.next_round()
        if number == 4:
            post(served.url + floor.links["Noé Lefèvre"], {"do": "drop", "player": "Noé Lefèvre"})
        floor.play()
    met = [frozenset(pair) for pair in games_in(floor)]
    assert len(met) == len(set(met)), "nobody met twice"
    visit(organiser, f"{served.url}/organiser")
    swiss = places(organiser)
    organiser.fill("#round_now [name=players]", "4")
    press(organiser, "Cut to elimination")
    floor.look("cut")
    alive = [line[1] for line in swiss if not line[-1]][:4]
    for expected in ((alive[0], alive[3]), (alive[1], alive[2])), None:
        floor.next_round()
        if expected is not None:
            assert floor.tables() == list(expected), "the best against the last"
            floor.look(
                "elimination",
                player=(players_page(floor, alive[0]), "phone"),
                out=(players_page(floor, swiss[-1][1]), "phone"),
            )
        floor.play()
    champion = min(alive, key=EVERYBODY.index)
    floor.wall.wait_for_selector(f".winner:has-text('{champion}')")
    floor.look("end", player=(players_page(floor, champion), "phone"), all=(everybodys(floor), "phone"))
    visit(organiser, f"{served.url}/organiser")
    assert f"{champion} wins the event" in organiser.inner_text("main")
    check_papers(floor, swiss, folder)


def games_in(floor: Floor) -> list[tuple[str, str]]:
    told = floor.organiser.request.get(f"{floor.served.url}/papers/rounds.csv").text()
    return [(row["first"], row["second"]) for row in csv.DictReader(io.StringIO(told)) if row["second"]]


def check_papers(floor: Floor, swiss: list[list[str]], folder: Path) -> None:
    """The exported games, counted slowly, give the places of the pages; the record is whole."""
    organiser, served = floor.organiser, floor.served

    def paper(name: str) -> bytes:
        answer = organiser.request.get(f"{served.url}/papers/{name}")
        assert answer.status == 200, name
        return answer.body()

    games: list[Game] = []
    for row in csv.DictReader(io.StringIO(paper("rounds.csv").decode())):
        if int(row["round"]) > 4:
            continue
        if not row["second"]:
            games.append((row["first"], None, 1, 300, 0))
            continue
        won = {"first": (1, 0), "second": (0, 1)}[row["outcome"]]
        points = int(row["first_points"]), int(row["second_points"])
        games.append((row["first"], row["second"], won[0], *points))
        games.append((row["second"], row["first"], won[1], points[1], points[0]))
    lots = sorted(EVERYBODY, key=lambda name: lot(SEED, "standings", EVERYBODY.index(name) + 1))
    expected = placed(games, EVERYBODY, lots)
    assert [line[1] for line in swiss] == [name for name, _ in expected]
    assert [line[2] for line in swiss] == [f"{float(str(columns['match_points'])):g}" for _, columns in expected]
    whole = json.loads(paper("event.json"))
    assert [row["player"] for row in whole["standings"]] == [name for name, _ in expected]
    assert whole["winner"] == min((line[1] for line in swiss if not line[-1]), key=EVERYBODY.index)
    assert paper("sheets.pdf").startswith(b"%PDF")
    record = folder / "copy.event"
    record.write_bytes(paper("event.record"))
    for order in ("verify", "standings"):
        command = [sys.executable, "-m", "companion", "event", order, str(record)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    damaged = record.read_bytes().replace(b"Ada Lovelace", b"Ida Lovelace", 1)
    record.write_bytes(damaged)
    verify = [sys.executable, "-m", "companion", "event", "verify", str(record)]
    assert subprocess.run(verify, capture_output=True, check=False).returncode == 1, "the seals hold"


def everybodys(floor: Floor) -> Page:
    return person(floor.chromium, floor.served, wide=390)


def places(page: Page) -> list[list[str]]:
    """The standings of a page, line by line."""
    visit(page, page.url.partition("#")[0])
    lines = page.locator("#standings tbody tr").all()
    return [line.locator("td").all_inner_texts() for line in lines]


def reported_in(served: Served, round_: int, table: int) -> list[bytes]:
    with closing(file_of(served.event.with_name("friday.event.tables"))) as tables:
        return [entry.line for entry in ReportStore(tables).read(round_, table)]
