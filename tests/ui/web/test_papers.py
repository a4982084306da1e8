"""The report of a game on a phone: two taps from its end; its record and theatre once it is over."""

from __future__ import annotations

import http.client
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from companion.core.commands import Concede
from companion.text.wording import LANGUAGES, Wording
from tests.patience import PATIENCE_S
from tests.ui.led import GAMES
from tests.ui.web.browser import Come
from tests.ui.web.hosting import Client, Served, served
from tests.ui.web.listening import Ear
from tests.ui.web.tables import fight, opening
from tests.ui.web.test_once_more import Evening
from ui.table.bootstrap import Table
from ui.table.papers import PhonePapers
from ui.web import address, server
from ui.web.around import paper_words
from ui.web.kept import KINDS, Caller, Papers, papers_of


@pytest.fixture
def table() -> Iterator[Served]:
    """The sample fight, served, with its papers."""
    with served(fight, papers=lambda table: PhonePapers(table.session)) as made:
        yield made


def over(table: Table) -> None:
    table.session.submit(Concede(next(iter(table.session.state.flow.active))))


def test_papers_are_for_guests_and_for_who_has_the_code(table: Served) -> None:
    anna = Client(table, table.token("red", "Anna"))
    assert anna.parts["papers"] == []
    assert table.get("/kept/memory/report.html")[0].status == 303, "a stranger is led to the door"
    answer, page = table.get(f"/kept/memory/report.html?code={table.host.code}")
    assert answer.status == 200 and "Anna" in page
    assert table.get("/kept/memory/game.record", headers={"cookie": anna.cookie})[0].status == 404, "it is not over"
    table.ask(lambda: over(table.host.table))  # type: ignore[arg-type]
    anna.settle()
    assert [words for _, *words in anna.parts["papers"]] == [
        ["Report", "opens on a page of its own"],
        ["Theatre", "opens on a page of its own"],
        ["Report on paper (PDF)", "opens on a page of its own, to be printed"],
        ["Record", "is saved on this device"],
    ]
    answer, record = table.get("/kept/memory/game.record", headers={"cookie": anna.cookie})
    assert answer.status == 200 and "GameEnded" in record
    anna.close()


def test_a_paper_that_is_looked_at_says_at_once_that_it_is_being_made(table: Served) -> None:
    looks = {"accept": "text/html,*/*"}
    for lang, said in (("en", "The report is being made…"), ("fr", "Le rapport se prépare…")):
        path = f"/kept/memory/report.html?code={table.host.code}&lang={lang}"
        answer, _ = table.get(path, headers=looks)
        answer, page = table.get(answer.headers["location"].partition(f":{table.port}")[2], headers=looks)
        assert answer.status == 200 and said in page and "/kept/memory/report.html?" in page
        assert said not in table.get(f"{path}&ready=", headers=looks)[1]


@pytest.mark.slow
def test_from_the_end_to_the_report_on_a_phone_is_one_tap(
    table: Served, come: Come, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def counted(papers: Papers, game: str, lang: str, call: Caller) -> Mapping[str, bytes] | None:
        asked.append(game)
        return await papers_of(papers, game, lang, call)

    monkeypatch.setattr(server, "papers_of", counted)
    anna = come(table).come_in("red", "Anna")
    table.ask(lambda: over(table.host.table))  # type: ignore[arg-type]
    with anna.page.expect_popup() as opened:
        anna.page.get_by_role("link", name="Report opens on a page of its own", exact=True).click()
    report = opened.value
    report.get_by_text("The report is being made…").or_(report.get_by_text("Turn 1")).first.wait_for()
    report.wait_for_url("**ready**")
    report.wait_for_load_state()
    assert "Turn 1" in report.inner_text("body")
    assert asked == ["memory"], "what came is shown: the table may close in between"
    report.get_by_role("link", name="Back to the table").click()
    report.wait_for_url("**/table")
    report.locator("body[data-link='on']").wait_for()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_paper_says_what_it_is_for_whom_and_how_it_opens(lang: str) -> None:
    """In words: no file's name stands on a screen."""
    for name in KINDS:
        what, opens = paper_words(name, Wording(lang))
        told = (what, opens, Wording(lang).word("kept_file", name))
        assert not any(name in one or "." in one for one in told), told


def looked_at(evening: Evening, path: str, lang: str = "en") -> tuple[int, str]:
    """What a phone with the code is shown there."""
    at = http.client.HTTPConnection(evening.host.url.rpartition("/")[2], timeout=PATIENCE_S)
    at.request("GET", f"{path}?code={evening.host.code}&lang={lang}&ready=", headers={"accept": "text/html"})
    answer = at.getresponse()
    shown = answer.status, answer.read().decode()
    at.close()
    return shown


@pytest.mark.parametrize("game", GAMES)
def test_a_report_stays_open_after_a_rematch(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its address names its game: the same one shows the same game for the rest of the evening, whatever is begun."""
    monkeypatch.setattr(address, "own_addresses", lambda: (address.ALONE,))
    evening = Evening(tmp_path, game)

    def at_its_end() -> str:
        host: Any = evening.host
        ear = Ear(host.hall, "spectator")
        session = host.table.session
        for seat in session.seats:
            session.submit(Concede(seat))
        host.hall.settle()
        return str(ear.parts["papers"][0][0])

    def again() -> None:
        evening.tablet.leave_table("again")
        evening.host.start()

    try:
        first = evening.ask(at_its_end)
        told = looked_at(evening, first)
        evening.ask(again)
        assert looked_at(evening, first) == told and told[0] == 200
        second = evening.ask(at_its_end)
        assert second != first and looked_at(evening, second)[0] == 200
        evening.ask(again)
        assert looked_at(evening, first) == told, "and after one more"
        assert looked_at(evening, second)[1] != told[1]
    finally:
        evening.close()


def test_a_game_that_has_just_begun_has_a_report() -> None:
    table = opening()
    make = PhonePapers(table.session).moment("memory")
    assert make is not None
    made = make("en")
    assert made["report.html"] and made["report.pdf"]


@pytest.mark.slow
def test_a_report_is_made_while_the_next_game_begins(
    come: Come, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asked just before the rematch reads it all the same."""
    monkeypatch.setattr(address, "own_addresses", lambda: (address.ALONE,))
    evening = Evening(tmp_path, "heroclix")
    try:
        served: Any = evening
        ann = come(served).come_in(str(evening.ask(lambda: evening.host.presenter.seats[0])), "Ann")

        def gives_up() -> None:
            session = evening.host.table.session
            session.submit(Concede(session.seats[0]))

        evening.ask(gives_up)
        link = ann.page.get_by_role("link", name="Report opens on a page of its own", exact=True)
        link.wait_for()
        path = str(link.get_attribute("href")).replace("/kept/", "/making/")

        def next_game() -> None:
            evening.tablet.leave_table("again")

        report = ann.page.context.new_page()
        report.goto(f"{evening.host.url}{path}?lang=en")
        evening.ask(next_game)
        evening.ask(lambda: evening.host.start())
        report.wait_for_url("**ready**")
        report.get_by_role("link", name="Back to the table").wait_for()
        assert "Ann" in report.inner_text("body") and "Internal" not in report.inner_text("body")
    finally:
        evening.close()


@pytest.mark.parametrize(("lang", "says", "back"), [("en", "no such page", "Back"), ("fr", "n'existe pas", "Revenir")])
def test_what_is_not_there_is_said_in_words_with_the_way_back(table: Served, lang: str, says: str, back: str) -> None:
    for path in (
        f"/kept/memory/nothing.html?code={table.host.code}&",
        f"/kept/another/report.html?ready=&code={table.host.code}&",
        "/making/memory/nothing.html?",
        "/nowhere?",
        "/flat.jpg?",
    ):
        answer, page = table.get(f"{path}lang={lang}", headers={"accept": "text/html"})
        page = unescape(page)
        assert answer.status == 404 and says in page and back in page and "/table" in page, (path, page)
        assert "sandbox" not in answer.headers["content-security-policy"]


@pytest.mark.parametrize(("lang", "says"), [("en", "could not be made"), ("fr", "n'a pas pu se faire")])
def test_a_fault_is_said_in_words_with_the_way_back(
    table: Served, lang: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> dict[str, bytes]:
        raise ValueError

    monkeypatch.setattr("ui.table.papers.keepsakes", fails)
    answer, page = table.get(f"/kept/memory/report.html?lang={lang}&code={table.host.code}")
    assert answer.status == 500 and says in unescape(page) and "/table" in page
