"""A table that is closed says so at its address, and what to do; the next one opens there."""

from __future__ import annotations

import socket
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from companion.text.wording import Wording
from tests.ui.led import GAMES
from tests.ui.web.listening import Ear
from ui.library import Library
from ui.tablet.navigation import Navigator
from ui.web import address


def seen_at(url: str, lang: str) -> tuple[int, str]:
    """What a phone is shown there."""
    asked = urllib.request.Request(f"{url}/table", headers={"accept-language": lang})
    try:
        with urllib.request.urlopen(asked) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read().decode()


@pytest.mark.parametrize("game", GAMES)
def test_a_closed_table_says_what_to_do(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "own_addresses", lambda: (address.ALONE,))
    with socket.create_server((address.ALONE, 0)) as free:  # nobody else's meanwhile
        monkeypatch.setattr(address, "PORT", free.getsockname()[1])
    tablet = Navigator(Library(tmp_path))
    for action in ("en", f"now:{game}"):
        tablet.press(action)
    assert tablet.table_session is not None
    tablet.table_session.share()
    host: Any = tablet.table
    url = host.url
    tablet.leave_table("home")
    try:
        for lang, title, does in (
            ("en-GB", "This table is closed", "on the tablet"),
            ("fr-FR", "Cette table est fermée", "sur la tablette"),
        ):
            status, page = seen_at(url, lang)
            assert status == 503 and title in page and does in page
            assert 'http-equiv="refresh"' in page, "the next table is found by itself"
        tablet.press(f"now:{game}")
        host = tablet.table
        assert host.url == url, "the next one has its address"
    finally:
        tablet.close()


def test_what_sharing_will_do_is_said_before_it_is_done(tmp_path: Path) -> None:
    for lang, words in (
        ("en", ("QR code", "chooses a seat", "Nothing leaves this network")),
        ("fr", ("code QR", "choisit une place", "Rien ne sort de ce réseau")),
    ):
        tablet = Navigator(Library(tmp_path / lang))
        for action in (lang, "now:heroclix"):
            tablet.press(action)
        tablet.leave_table("share")
        page = tablet.page()
        assert page.buttons[0][0] == "open"
        told = " ".join((page.text, *(tile.title for tile in page.tiles)))
        assert all(one in told for one in words)
        tablet.close()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_who_came_in_is_listed_beside_the_code(tmp_path: Path, game: str, lang: str) -> None:
    """The seats as the door calls them, as people come and go, and those who only look on."""
    wording = Wording(lang)
    free, away, looks_on = wording.say("page.free"), wording.say("page.away"), wording.word("role", "spectator")
    tablet = Navigator(Library(tmp_path))
    for action in (lang, f"now:{game}"):
        tablet.press(action)
    tablet.leave_table("share")
    tablet.press("open")
    assert {tile.badge for tile in tablet.page().tiles} == {free}
    assert tablet.page().is_waiting, "drawn again while others come in"
    host: Any = tablet.table
    first = host.hall.seating.seats[0]
    ann = Ear(host.hall, first, "Ann")
    Ear(host.hall, "spectator", "Eva")
    told = [(tile.title, tile.badge) for tile in tablet.page().tiles]
    assert told[0] == (host.hall.door(lang)[0].called, "✓") and told[0][0].startswith("Ann (")
    assert [badge for _, badge in told[1:-1]] == [free] * (len(host.hall.seating.seats) - 1)
    assert told[-1] == ("Eva", looks_on)
    host.hall.leave(ann)
    assert tablet.page().tiles[0].badge == away
    tablet.close()
