"""A campaign on a phone: its players choose what they learn; who looks on reads."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.core.commands import Concede
from companion.games.guardians.face import careers
from companion.games.guardians.sample import sample_setup
from companion.text.wording import Wording
from tests.patience import PATIENCE_MS
from tests.ui.web.browser import Come
from tests.ui.web.hosting import Served, served
from ui.library import Library
from ui.presenters.guardians.campaign import CampaignDesk, keep_campaign, kept_campaign
from ui.presenters.pages import Go
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig

ABROAD = ("anvil", "oriel")


def clash(store: Path | None = None) -> Table:
    return open_table(TableConfig(str(store) if store else "", lang="en"), sample_setup(heroes=ABROAD, players=1))


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """An evening of a campaign: Anvil and Oriel are out on an adventure."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    keep_campaign(Library(), careers.begin(random.Random(7).sample).set_out(ABROAD))
    with served(clash) as made:
        yield made


def end(table: Served) -> None:
    """One of the sides gives up."""
    session = table.host.table.session
    table.ask(lambda: session.submit(Concede(session.seats[0])))


def press(table: Served, cookie: str, action: str) -> str:
    """The page after that button."""
    answer, _ = table.get("/aside/campaign", urlencode({"do": action}), {"Cookie": cookie})
    assert answer.status == 303, answer.status
    return table.get("/aside/campaign", headers={"Cookie": cookie})[1]


def swap(table: Served, cookie: str, hero: str, **cards: str) -> None:
    """Choose the card that it gives, the one that it takes."""
    for what, card in cards.items():
        press(table, cookie, f"{what}:{hero}")
        press(table, cookie, card)


@pytest.mark.rule("GC-RANK-06", "GC-RANK-10")
def test_a_player_chooses_on_the_phone_what_a_hero_learns(table: Served) -> None:
    cookie = table.token("dawn")
    assert '<a href="/aside/campaign">Campaign</a>' in table.get("/table", headers={"Cookie": cookie})[1]
    body = table.get("/aside/campaign", headers={"Cookie": cookie})[1]
    assert "Adventures: 0 of 4" in body and "The adventure goes on" in body
    assert ": everybody learns" not in body and "Shoulder</button>" not in body, "nothing is learnt before it is over"
    press(table, cookie, "played")
    assert kept_campaign(Library()).playing == ABROAD
    end(table)
    assert "Anvil: which Rookie card goes?" in press(table, cookie, "give:anvil")
    press(table, cookie, "anvil-stubborn")
    assert "Not chosen yet: Anvil and Oriel." in press(table, cookie, ""), "half a choice is none"
    swap(table, cookie, "anvil", take=kept_campaign(Library()).careers["anvil"].removed[0])
    assert "Not chosen yet: Oriel." in press(table, cookie, "played"), "nobody decides for another"
    assert "Not chosen yet" not in press(table, cookie, "decline:oriel")
    assert "Adventures: 1 of 4" in press(table, cookie, "played")
    anvil, oriel = (kept_campaign(Library()).careers[hero] for hero in ("anvil", "oriel"))
    assert (anvil.added, len(anvil.removed), anvil.adventures) == (("anvil-shoulder",), 1, 1)
    assert (len(oriel.added), oriel.adventures) == (2, 1)


@pytest.mark.slow
def test_a_page_follows_what_another_chooses(table: Served, come: Come) -> None:
    end(table)
    ann, ben = come(table).come_in("dawn", "Ann"), come(table, lang="fr").come_in("dusk", "Ben")
    for person in (ann, ben):
        person.page.locator(".beside a[href='/aside/campaign']").click()
        person.page.wait_for_selector(".aside", timeout=PATIENCE_MS)
    ann.page.locator("button[value='decline:oriel']").click()
    ben.until("() => document.body.textContent.includes('Changer de cartes, finalement')")
    asks = CampaignDesk(Library(), None).press("missed")
    assert isinstance(asks, Go) and kept_campaign(Library()).playing == ABROAD, "it says first what it loses"
    asks.desk.press("yes")
    for person in (ann, ben):
        person.until("() => !document.querySelector('.aside button')")


@pytest.mark.rule("GC-RANK-06")
def test_what_the_tablet_told_is_told_on_the_phone_and_not_once_more(table: Served) -> None:
    """What a phone chose counts at the tablet too; one that still shows the buttons then learns what is now."""
    cookie = table.token("dawn")
    end(table)
    assert "Not chosen yet" in table.get("/aside/campaign", headers={"Cookie": cookie})[1]
    press(table, cookie, "decline:anvil")
    tablet = CampaignDesk(Library(), None)
    page = tablet.page(Wording("en"))
    labels = [label for tile in page.tiles for _, label in tile.extra]
    assert "Change cards after all" in labels and {"− choose", "+ choose"} <= set(labels)
    assert page.is_waiting, "it follows what others choose meanwhile"
    swap(table, cookie, "oriel", give="oriel-guess", take=kept_campaign(Library()).careers["oriel"].removed[1])
    tablet.press("played")
    anvil, oriel = tablet.page(Wording("en")).text.split(" · ")
    assert anvil == "Anvil: keeps its cards" and re.match(r"Oriel: \+ [\w ]+, − [\w ]+\. The next", oriel)
    body = press(table, cookie, "played")
    assert "Anvil: keeps its cards" in body, "everybody is told what everybody learnt"
    assert "Adventures: 1 of 4" in body and "everybody learns" not in body and "alert" not in body
    assert {one.adventures for one in kept_campaign(Library()).careers.values()} == {0, 1}


def test_who_looks_on_presses_nothing_and_strangers_read_nothing(table: Served) -> None:
    cookie = table.token("spectator")
    body = table.get("/aside/campaign", headers={"Cookie": cookie})[1]
    assert "Anvil" in body and "<button" not in body
    assert table.get("/aside/campaign", urlencode({"do": "played"}), {"Cookie": cookie})[0].status == 403
    assert table.get("/aside/campaign")[0].status == 303
    assert table.get("/aside/forces", headers={"Cookie": cookie})[0].status == 303
    assert kept_campaign(Library()).playing == ABROAD


def test_a_button_that_the_page_has_not_does_nothing(table: Served) -> None:
    cookie = table.token("dawn")
    for action in ("adventure", "promote:anvil", "end", "give:nobody", "anvil-rust", ""):
        press(table, cookie, action)
    assert kept_campaign(Library()).playing == ABROAD
