"""The report of a game on a phone: two taps from its end; its record and theatre once it is over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.core.commands import Concede
from companion.text.wording import LANGUAGES, Wording
from tests.ui.web.browser import Come
from tests.ui.web.hosting import Client, Served, served
from tests.ui.web.tables import fight
from ui.table.bootstrap import Table
from ui.table.papers import PhonePapers
from ui.web.around import paper_words
from ui.web.kept import KINDS


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
    assert table.get("/kept/report.html")[0].status == 303, "a stranger is led to the door"
    answer, page = table.get(f"/kept/report.html?code={table.host.code}")
    assert answer.status == 200 and "Anna" in page
    assert table.get("/kept/game.record", headers={"cookie": anna.cookie})[0].status == 404, "it is not over"
    table.ask(lambda: over(table.host.table))  # type: ignore[arg-type]
    anna.settle()
    assert [words for _, *words in anna.parts["papers"]] == [
        ["Report", "opens on a page of its own"],
        ["Theatre", "opens on a page of its own"],
        ["Report on paper (PDF)", "opens on a page of its own, to be printed"],
        ["Record", "is saved on this device"],
    ]
    answer, record = table.get("/kept/game.record", headers={"cookie": anna.cookie})
    assert answer.status == 200 and "GameEnded" in record
    anna.close()


def test_a_paper_that_is_looked_at_says_at_once_that_it_is_being_made(table: Served) -> None:
    looks = {"accept": "text/html,*/*"}
    for lang, said in (("en", "The report is being made…"), ("fr", "Le rapport se prépare…")):
        path = f"/kept/report.html?code={table.host.code}&lang={lang}"
        answer, _ = table.get(path, headers=looks)
        answer, page = table.get(answer.headers["location"].partition(f":{table.port}")[2], headers=looks)
        assert answer.status == 200 and said in page and "url=/kept/report.html?" in page
        assert said not in table.get(f"{path}&ready=", headers=looks)[1]


@pytest.mark.slow
def test_from_the_end_to_the_report_on_a_phone_is_one_tap(table: Served, come: Come) -> None:
    anna = come(table).come_in("red", "Anna")
    table.ask(lambda: over(table.host.table))  # type: ignore[arg-type]
    with anna.page.expect_popup() as opened:
        anna.page.get_by_role("link", name="Report opens on a page of its own", exact=True).click()
    report = opened.value
    report.get_by_text("The report is being made…").or_(report.get_by_text("Turn 1")).first.wait_for()
    report.wait_for_url("**ready**")
    report.wait_for_load_state()
    assert "Turn 1" in report.inner_text("body")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_paper_says_what_it_is_for_whom_and_how_it_opens(lang: str) -> None:
    """In words: no file's name stands on a screen."""
    for name in KINDS:
        what, opens = paper_words(name, Wording(lang))
        told = (what, opens, Wording(lang).word("kept_file", name))
        assert not any(name in one or "." in one for one in told), told
