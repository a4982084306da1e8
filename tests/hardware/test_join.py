"""Joining without a cable: the device's own network and page, a phone's HTTP client, mosquitto; callers who mean harm.

The shipped files run in the VM, their sockets are real. On the copy that runs, times are shorter and the port another.
"""

from __future__ import annotations

import contextlib
import http.client
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner, Result

from companion.errors import MissingPart
from firmware_bridge.broker import Broker
from firmware_bridge.broker_home import own_folder
from firmware_bridge.radio_link import PREFIX, Receiver
from firmware_bridge.signing import card_secret
from hardware.conformance.talk import Talk
from tests.hardware.board import Board, powered
from tests.hardware.test_air_update import Alive
from tests.hardware.test_radio import AIR, NETWORK, PASSWORD, free_port
from tests.missing import absent
from tests.patience import PATIENCE_S
from ui.cli.devices import command as devices

pytestmark = pytest.mark.slow

NODE = "tower-9f3a12c4"
CARD = "word-on-the-card"


class Phone:
    """Speaks with the device's page, as long as its network is there."""

    def __init__(self, board: Board, alive: Alive, port: int) -> None:
        self.board, self.alive, self.port = board, alive, port
        self.own = board.flash.parent / f"{board.flash.name}-air-own"

    def sees_network(self, there: bool = True, within_s: float = PATIENCE_S) -> bool:
        """Whether the device's own network comes with its page, or goes, in time."""
        return until(lambda: self.own.exists() is there and (not there or self._is_served()), within_s)

    def _is_served(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S):
            return True
        return False

    def ask(self, method: str = "GET", path: str = "/", lang: str = "en", **typed: str) -> tuple[int, str]:
        """(status, page) of a request."""
        phone = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        headers = {"Accept-Language": lang, "Content-Type": "application/x-www-form-urlencoded"}
        phone.request(method, path, urlencode(typed) if typed else None, headers)
        answer = phone.getresponse()
        page = answer.read().decode()
        phone.close()
        return answer.status, page

    def raw(self, *parts: bytes, ends: bool = False) -> bytes:
        """What is answered to bytes in pieces."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S) as line:
            for part in parts:
                line.sendall(part)
                time.sleep(0.02)
            if ends:
                line.shutdown(socket.SHUT_WR)
            said = b""
            while data := line.recv(4096):
                said += data
        return said


def until(found: Callable[[], bool], within_s: float = PATIENCE_S) -> bool:
    end_s = time.monotonic() + within_s
    while not found() and time.monotonic() < end_s:
        time.sleep(0.01)
    return found()


def changed(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")


@contextmanager
def phone_at(vm: Path, folder: Path, broker_port: int = 1, card: str = CARD, held: str = "") -> Iterator[Phone]:
    """A tower with a radio that nobody told a network, and a phone beside it."""
    port = free_port()
    with powered(vm, folder, "tower", air=AIR, held=held) as board:
        board.hello()
        board.pull()
        (board.flash / "card").write_text(card + "\n")
        changed(board.flash / "node.py", "ALONE_MS = 30000", "ALONE_MS = 700")
        changed(board.flash / "page.py", "PORT = 80", f"PORT = {port}")
        changed(board.flash / "page.py", "PATIENCE_MS = 4000", "PATIENCE_MS = 1000")
        changed(board.flash / "join.py", "BROKER_PORT = 1883", f"BROKER_PORT = {broker_port}")
        changed(board.flash / "join.py", "STAYS_MS = 30000, 8000", "STAYS_MS = 12000, 2000")
        changed(board.flash / "join.py", "SHOWN_MS = 1500", "SHOWN_MS = 300")
        board.plug()
        alive = Alive(board)
        try:
            yield Phone(board, alive, port)
        finally:
            alive.rest()


def ring(board: Board) -> set[str]:
    """The colours that the device shows."""
    return set((board.flash.parent / f"{board.flash.name}-ring").read_text().split())


def test_a_phone_tells_it_the_network_it_comes_in_and_its_events_are_there(
    vm: Path, tmp_path: Path, broker: Broker
) -> None:
    broker.home.let_in(PREFIX + NODE, card_secret(CARD, NODE))
    with phone_at(vm, tmp_path, broker.port) as phone:
        assert phone.sees_network()
        assert phone.own.read_text() == f"{NODE} {CARD}"
        assert until(lambda: (tmp_path / "flash-ring").exists())
        for lang, words in (("en-GB", "Name of the Wi-Fi"), ("fr-FR,fr;q=0.9,en;q=0.8", "Nom du Wi-Fi")):
            status, page = phone.ask(lang=lang)
            assert (status, words in page, f"lang={lang[:2]}" in page) == (200, True, True)
        status, page = phone.ask("POST", ssid=NETWORK, password=PASSWORD, host="127.0.0.1")
        assert (status, "green light" in page, PASSWORD in page) == (200, True, False)
        assert phone.sees_network(False)
        receiver = Receiver(broker.address.connector())
        talk = Talk(receiver.link_to(NODE))
        hello = talk.greet()
        assert (hello.text("node"), hello.text("why"), hello.number("oldest")) == (NODE, "", 1)
        waiting = [talk.until(lambda one: one.name == "EVENT", "its events").number("seq") for _ in range(3)]
        assert sorted(set(waiting)) == list(range(1, len(set(waiting)) + 1)), "from the first on, none is missing"
        assert not phone.own.exists()
        receiver.close()


def test_what_went_wrong_is_told_on_the_page_that_comes_back_and_by_the_ring(
    vm: Path, tmp_path: Path, broker: Broker
) -> None:
    broker.home.let_in(PREFIX + NODE, "another")
    with phone_at(vm, tmp_path, broker.port) as phone:
        assert phone.sees_network()
        for typed, english, french in (
            ({"password": "wrong-password"}, "refused the password", "refusé le mot de passe"),
            ({"ssid": "L'autre <b>"}, "No Wi-Fi of that name", "Aucun Wi-Fi de ce nom"),
            ({"password": PASSWORD}, "does not know this device: admit it", "ne connaît pas cet appareil"),
        ):
            told = {"ssid": NETWORK, "password": PASSWORD, "host": "127.0.0.1"} | typed
            assert phone.ask("POST", **told)[0] == 200
            assert phone.sees_network(False)
            assert phone.sees_network()
            page = phone.ask()[1]
            assert english in page
            assert french in phone.ask(lang="fr")[1]
            assert told["ssid"].replace("'", "&#39;").replace("<b>", "&lt;b&gt;") in page
            assert told["password"] not in page
            assert until(lambda: ring(phone.board) <= {"000000", "ff0000"} and "ff0000" in ring(phone.board))
        broker.home.let_in(PREFIX + NODE, card_secret(CARD, NODE))
        phone.ask("POST", ssid=NETWORK, password=PASSWORD, host="127.0.0.1")
        receiver = Receiver(broker.address.connector())
        assert Talk(receiver.link_to(NODE)).greet().text("node") == NODE
        receiver.close()


FORM = b"ssid=table&password=&host=127.0.0.1"
HEAD = b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n"
HOSTILE = {
    "a method of its own": ((b"DELETE / HTTP/1.1\r\n\r\n",), b"405"),
    "another path": ((b"GET /../wifi HTTP/1.1\r\n\r\n",), b"404"),
    "no HTTP": ((b"\x16\x03\x01\x02\0\x01\0\r\n\r\n",), b"400"),
    "no UTF-8 in its head": ((b"GET / HTTP/1.1\r\nX: \xff\xfe\r\n\r\n",), b"400"),
    "no UTF-8 in the form": ((HEAD % 21 + b"ssid=%FF&host=1.2.3.4",), b"400"),
    "no form": ((HEAD % 5 + b"&&&&&",), b"400"),
    "half a percent": ((HEAD % 9 + b"ssid=%2&a",), b"400"),
    "a length of letters": ((b"POST / HTTP/1.1\r\nContent-Length: ten\r\n\r\n",), b"400"),
    "a length below nothing": ((b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",), b"413"),
    "a body too long": ((HEAD % 100000 + b"s" * 5000,), b"413"),
    "a head without end": ((b"GET / HTTP/1.1\r\n" + (b"X: " + b"y" * 500 + b"\r\n") * 20,), b"413"),
    "half a form, then silence": ((HEAD % len(FORM) + FORM[:-4],), b"408"),
    "nothing at all": ((), b"408"),
}


def test_callers_who_mean_harm_get_one_line_and_leave_no_half_file(vm: Path, tmp_path: Path) -> None:
    with phone_at(vm, tmp_path) as phone:
        assert phone.sees_network()
        for what, (parts, code) in HOSTILE.items():
            said = phone.raw(*parts)
            assert said.startswith(b"HTTP/1.0 " + code), (what, said)
            assert len(said.split(b"\r\n\r\n")[1].splitlines()) == 1, what
        assert phone.raw(HEAD % len(FORM) + FORM[:-4], ends=True) == b""
        for typed, words in (
            ({"ssid": "", "password": "", "host": "1.2.3.4"}, "1 to 32 signs"),
            ({"ssid": "é" * 17, "password": "", "host": "1.2.3.4"}, "1 to 32 signs"),
            ({"ssid": "table", "password": "short", "host": "1.2.3.4"}, "8 to 63 signs"),
            ({"ssid": "table", "password": "long-enough", "host": "1.2.3.256"}, "four numbers"),
            ({"ssid": "table", "password": "long-enough", "host": "<script>"}, "four numbers"),
        ):
            status, page = phone.ask("POST", **typed)
            assert (status, words in page) == (200, True), typed
            assert "<script>" not in page and "long-enough" not in page
        assert phone.ask()[0] == 200
        assert not [path.name for path in phone.board.flash.iterdir() if path.name.startswith("wifi")]
        assert phone.own.exists()


@pytest.mark.long
def test_a_power_cut_while_it_is_told_leaves_a_whole_file_or_none_and_the_page_or_the_network(
    vm: Path, tmp_path: Path, broker: Broker
) -> None:
    """At moments around the one write; ``on_vm/exam_air.py`` cuts that write at each step of the flash."""
    broker.home.let_in(PREFIX + NODE, card_secret(CARD, NODE))
    receiver = Receiver(broker.address.connector())
    link, ways = receiver.link_to(NODE), set()
    with phone_at(vm, tmp_path, broker.port) as phone:
        for cut in range(12):
            assert phone.sees_network()
            phone.ask("POST", ssid=NETWORK, password=PASSWORD, host="127.0.0.1")
            time.sleep(0.6 + cut * 0.03)
            phone.alive.rest()
            phone.board.pull()
            phone.own.unlink(missing_ok=True)  # no power, no network
            phone.board.plug()
            phone.alive.live()

            def comes_in() -> bool:
                return bool(link.read()) or link.is_up

            assert until(lambda: phone.own.exists() or comes_in())
            ways.add(phone.own.exists())
            assert (phone.board.flash / "wifi").exists() is not phone.own.exists()
            (phone.board.flash / "wifi").unlink(missing_ok=True)
            if not phone.own.exists():
                phone.alive.rest()
                phone.board.pull()
                phone.board.plug()
                phone.alive.live()
                assert until(lambda: not comes_in())
    receiver.close()
    assert ways == {True, False}, "cuts before and behind the write"


def test_a_host_at_the_cable_ends_it_and_so_it_is_until_the_next_power_on(vm: Path, tmp_path: Path) -> None:
    with phone_at(vm, tmp_path) as phone:
        assert phone.sees_network()
        phone.board.say("ERR", code=1, detail=b"who are you?")
        assert phone.sees_network(False)
        phone.board.hello(why="")
        time.sleep(1.5)
        assert not phone.own.exists()


def test_without_a_word_on_its_card_or_with_one_too_short_no_network_is_opened(vm: Path, tmp_path: Path) -> None:
    with phone_at(vm, tmp_path, card="short") as phone:
        first = phone.board.hello().number("boot")
        again = phone.board.hello(boot=first + 1)  # it looked for the word, and runs as usual
        assert (again.text("why"), again.text("caps")) == ("", "arm,ring,shake")
        assert not phone.own.exists()


def test_a_button_that_is_held_on_opens_it_also_on_a_device_that_was_told(vm: Path, tmp_path: Path) -> None:
    with phone_at(vm, tmp_path, held="12") as phone:
        assert phone.sees_network()
        assert phone.ask()[0] == 200


def test_the_word_on_the_card_lets_it_in_at_the_broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    card = tmp_path / "card"

    def admit(word: str) -> Result:
        card.write_text(word + "\n")
        return CliRunner().invoke(devices, ["admit", NODE, "--card-file", str(card)])

    assert "no broker was started here" in str(admit(CARD).exception)
    try:
        made = Broker(own_folder())
    except MissingPart as missing:
        absent(missing)
    with made:
        assert "8 to 63 signs" in str(admit("short").exception)
        assert PREFIX + NODE not in made.passwords
        assert admit(CARD).exit_code == 0
        assert made.passwords[PREFIX + NODE] == card_secret(CARD, NODE)
        others = made.passwords
        assert admit(CARD).exit_code == 0
        assert made.passwords == others
