"""The door of a table: who comes in, who does not, and what anybody may ask."""

from __future__ import annotations

import json
import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from companion.core.ids import Seat
from companion.errors import InputError
from companion.text.wording import Wording
from tests.full_disk import full_disk
from tests.patience import PATIENCE_S, wait_until
from tests.ui.led import evening
from tests.ui.web.hosting import Client, Served, served
from tests.ui.web.tables import quest
from ui.presenters.adapter import ONLOOKERS
from ui.presenters.players import seats_called
from ui.web.address import Share, parse_share
from ui.web.door import TRIES
from ui.web.guard import is_near
from ui.web.host import Host
from ui.web.limits import WAITING


@pytest.fixture
def table() -> Iterator[Served]:
    with served(quest) as made:
        yield made


def test_two_seats_of_a_side_are_told_apart_by_who_is_played_there(tmp_path: Path) -> None:
    with evening(tmp_path, "guardians", "en", seed=4) as made:
        assert made.table is not None
        game = made.table.presenter.game
        names = game.names(ONLOOKERS, "en")
        called = seats_called(game, ("dusk", "dusk-2"), Wording("en", names))  # type: ignore[arg-type]
    assert names["dusk-2"] == "The Dusk League (Briar)", "nobody's seat has a number"
    assert [*called.values()] == ["The Dusk League (Anvil)", "The Dusk League (Briar)"]


def test_health_tells_what_everybody_may_know(table: Served) -> None:
    answer, body = table.get("/health")
    assert answer.status == 200
    seats = ["warrior", "dwarf", "elf", "enchanter", "master"]
    assert json.loads(body) == {"table": "Tablewright", "version": 0, "seats": seats, "guests": 0}


def test_the_code_opens_the_door_and_the_page_may_load_nothing_foreign(table: Served) -> None:
    answer, body = table.get("/")
    assert answer.status == 200 and "<form" in body
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self';" in policy and "unsafe" not in policy
    answer, _ = table.knock("elf", name="Anna")
    assert answer.status == 303
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    assert table.get("/table", headers={"Cookie": answer.headers["set-cookie"].partition(";")[0]})[0].status == 200
    assert table.get("/table", headers={"Cookie": "table=forged"})[0].status == 303  # back to the door


@pytest.mark.parametrize(("role", "comes_to"), [("spectator", "Come in"), ("elf", "")])
def test_who_looks_on_takes_part_after_all(table: Served, role: str, comes_to: str) -> None:
    """The code leads to the door again, where a seat is free; a player it leads back to the table."""
    cookie = table.token(role, "Ben")
    answer, body = table.get(f"/?code={table.host.code}", headers={"Cookie": cookie})
    assert (answer.status == 200) == bool(comes_to) and comes_to in body
    if comes_to:
        answer, _ = table.knock("dwarf", name="Ben", headers={"Cookie": cookie})
        assert answer.status == 303
        guests = table.ask(lambda: [(one.name, one.seats) for one in table.host.hall.guests.values()])
        assert guests == [("Ben", ("dwarf",))], "one device is one person"


def test_a_code_is_guessed_a_few_times_only(table: Served) -> None:
    for _ in range(TRIES):
        answer, body = table.knock("elf", code="AAAA")
        assert answer.status == 403 and "not this table" in body
    answer, body = table.knock("elf")  # even the right one has to wait now
    assert answer.status == 429 and "wait a minute" in body


def test_another_site_drives_nothing(table: Served) -> None:
    elsewhere = {"Origin": "http://evil.example"}
    assert table.knock("elf", headers=elsewhere)[0].status == 403
    cookie, wire = table.token("elf"), f"ws://127.0.0.1:{table.port}"
    with pytest.raises(InvalidStatus):
        connect(f"{wire}/wire", additional_headers={"Cookie": cookie}, origin=Origin("http://evil.example"))
    with pytest.raises(InvalidStatus):
        connect(f"{wire}/wire", origin=Origin(f"http://127.0.0.1:{table.port}"))  # nobody's
    assert table.get("/health", headers={"Host": "evil.example"})[0].status == 403


def test_names_are_escaped(table: Served) -> None:
    table.token("elf", name="<b>&'\"")
    _, body = table.get("/")
    assert "<b>" not in body and "&lt;b&gt;" in body


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("192.168.1.4", True),
        ("10.0.0.9", True),
        ("127.0.0.1", True),
        ("::1", True),
        ("fe80::1%eth0", True),
        ("8.8.8.8", False),
        ("2a00:1450::1", False),
        ("::ffff:8.8.8.8", False),
        ("", False),
    ],
)
def test_who_is_near(address: str, *, near: bool) -> None:
    assert is_near(address) is near


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("", Share("", 8321)),
        ("9000", Share("", 9000)),
        ("10.0.0.2", Share("10.0.0.2", 8321)),
        ("10.0.0.2:80", Share("10.0.0.2", 80)),
        ("[::1]:9", Share("[::1]", 9)),
    ],
)
def test_addresses_to_share_at(text: str, share: Share) -> None:
    assert parse_share(text) == share


@pytest.mark.parametrize("text", ["10.0.0.2:port", "1:70000"])
def test_addresses_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match=r"--share: found .* expected ADDRESS:PORT"):
        parse_share(text)


def test_a_port_that_is_used_is_named(table: Served) -> None:
    with pytest.raises(InputError, match=rf"--share: 127.0.0.1:{table.port}: found Address already in use"):
        Host(quest(), Share("127.0.0.1", table.port), None)


def test_a_removed_device_is_out_at_once(table: Served) -> None:
    elf, judge = Client(table, table.token("elf", "Anna")), Client(table, table.token("judge"))
    assert judge.tap("room", "out:1")["ok"], "and nothing happens: it was not asked for"
    assert elf.tap_is_possible()
    assert judge.tap("room", "remove:1")["ok"]
    assert judge.tap("room", "out:1")["ok"]
    assert elf.receive("out")["words"] == "You were asked to leave the table."
    assert not elf.tap_is_possible()
    answer, _ = table.get("/table", headers={"Cookie": elf.cookie})
    assert answer.status == 303


def test_a_full_disk_keeps_nobody_out_and_is_shown(tmp_path: Path) -> None:
    with served(quest, tmp_path / "game.db") as made:
        with full_disk():
            assert made.token("player", "Ann")
            (shown,) = made.ask(lambda: made.host.presenter.model().links)
            assert shown.state == "degraded"
        assert made.token("player", "Ben")
        kept = made.host.hall.file.guests()
    assert [guest.name for guest in kept] == ["Ann", "Ben"]


def test_codes_guessed_at_once_are_five_and_a_device_that_was_inside_comes_in(table: Served) -> None:
    looked, _ = table.get("/")
    visitor = {"Cookie": looked.headers["set-cookie"].partition(";")[0]}
    assert table.knock("elf", headers=visitor)[0].status == 303
    with ThreadPoolExecutor(30) as crowd:
        tries = [crowd.submit(table.knock, "dwarf", code="AAAA") for _ in range(30)]
        told = Counter(one.result()[0].status for one in tries)
    assert told == {403: TRIES, 429: 30 - TRIES}
    assert table.knock("spectator", headers=visitor)[0].status == 303
    assert table.knock("judge", code=table.host.code, headers=visitor)[0].status == 403, "the players' code makes none"


def test_heads_that_never_end_leave_the_door_open(table: Served) -> None:
    held = [socket.create_connection(("127.0.0.1", table.port), PATIENCE_S) for _ in range(WAITING + 40)]
    try:
        for one in held:
            one.sendall(b"GET / HTTP/1.1\r\nhost: ")
        assert table.get("/health")[0].status == 200
        wait_until(lambda: is_closed(held[0]), told=lambda: "the oldest is still waited for")
    finally:
        for one in held:
            one.close()


def is_closed(one: socket.socket) -> bool:
    one.setblocking(False)
    try:
        return one.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def test_the_door_proposes_a_seat_that_nobody_plays(table: Served) -> None:
    """Not the host's own at the tablet, nor one that a device holds; where none is known to be free, none."""
    chosen = 'value="{}" data-name="Rosa" selected'
    hall = table.host.hall

    def named(**players: str) -> None:
        hall.company.has_tablet = True
        hall.table.session.players = {Seat(seat): name for seat, name in players.items()}

    assert 'value="warrior" selected' in table.get("/")[1], "without a tablet the first is free"
    table.ask(lambda: named(warrior="Rosa"))
    body = table.get("/")[1]
    assert chosen.format("warrior") not in body and 'value="dwarf" selected' in body
    table.token("dwarf", "Ben")
    assert 'value="elf" selected' in table.get("/")[1]
    table.ask(named)
    body = table.get("/")[1]
    assert "Choose a seat…" in body and 'value="warrior" selected' not in body, "any may be the tablet's"
