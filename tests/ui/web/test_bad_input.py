"""What comes wrong to a page or its door is said in words, and the game stays as it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.ui.web.browser import Come, Person
from tests.ui.web.hosting import Served, served
from tests.ui.web.listening import Ear
from tests.ui.web.tables import fight, quest
from ui.web import server
from ui.web.shared_table import GUESTS

OLD = "This browser is too old for the table"


@pytest.fixture
def table() -> Iterator[Served]:
    with served(quest) as made:
        yield made
        assert made.ask(lambda: made.host.table.session.version) == 0, "the game was touched"


def stands_there(person: Person, words: str) -> None:
    """It is seen, and not only in the page."""
    person.page.get_by_text(words).wait_for(state="visible")


def test_what_was_typed_at_the_door_stays(table: Served) -> None:
    _, body = table.knock("dwarf", code="AAAA", name="Anna <3")
    assert 'value="Anna &lt;3"' in body and '<option value="dwarf" selected>' in body


def test_a_full_room_is_full(table: Served) -> None:
    hall = table.host.hall
    ears = table.ask(lambda: [Ear(hall, "spectator") for _ in range(GUESTS)])
    answer, body = table.knock("elf", name="Late")
    assert answer.status == 503 and "The table is full." in body and 'value="Late"' in body
    table.ask(lambda: hall.leave(ears[0]))  # whoever is gone and sits nowhere makes room
    assert table.knock("elf")[0].status == 303


@pytest.mark.slow
def test_a_browser_without_scripts_or_without_sockets_or_with_old_ones_reads_why(
    table: Served, come: Come, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf = come(table)
    deaf.page.add_init_script("delete window.WebSocket")
    old = come(table)  # it knows no private fields: one module is nonsense to it, and none of them runs
    old.page.route("**/static/link.js", lambda route: route.fulfill(body="@", content_type="text/javascript"))
    for person in (deaf, old):
        person.door()
        person.page.click("form button")
        stands_there(person, OLD)
    still = come(table, scripts=False)
    still.door()
    still.page.click("form button")
    stands_there(still, OLD)
    for person in (deaf, old):
        person.faults.clear()  # that is what the browser says to it


@pytest.mark.slow
def test_a_page_of_an_older_version_is_loaded_again(table: Served, come: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    elf = come(table).come_in("elf", "Anna")
    elf.page.wait_for_timeout(5000)  # it has been open for a while
    elf.page.evaluate("() => { document.body.dataset.build = '0.1'; window.isOld = true; }")
    elf.offline(cut=True)
    elf.sees("No connection")
    elf.offline(cut=False)
    elf.until("() => !window.isOld")
    elf.sees_table()
    monkeypatch.setattr(server, "BUILD", "99")  # a host whose pages never fit: said, and not again and again
    elf.page.reload()
    elf.sees("This page is out of date")
    elf.page.evaluate("() => { window.stays = true; }")
    elf.page.wait_for_timeout(1000)
    assert elf.page.evaluate("() => window.stays")
    elf.faults.clear()


@pytest.mark.slow
def test_a_page_of_yesterdays_table_leads_to_the_door_of_todays(come: Come) -> None:
    """The phone was never closed; tonight another game is served from the same machine, and knows nobody."""
    with served(quest) as yesterday:
        elf = come(yesterday).come_in("elf", "Anna")
        port = yesterday.port
    with served(fight, port=port):
        elf.page.wait_for_selector("form [name=code]")
        assert not elf.page.input_value("[name=code]"), "yesterday's code opens nothing"
    elf.faults.clear()  # that its table was gone for a while
