"""An event attacked: by guesses, slow and many connections, numbers, names; who does it waits, and nobody else.

Expected figures are from ``ui/web/door.py``, ``ui/web/limits.py``, ``ui/venue/fields.py``: five tries, twelve forms …
"""

from __future__ import annotations

import http.client
import json
import re
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.patience import PATIENCE_S, wait_until
from tests.ui.venue.serving import FOUR, Served
from ui.web.door import TRIES
from ui.web.limits import FORM_FIELDS, FORMS, HEAD_S, WAITING

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: str
    cookies: dict[str, str]
    headers: dict[str, str]


class Caller:
    """Somebody at an address of this machine, as a browser or without one."""

    def __init__(self, served: Served, address: str = "127.0.0.1") -> None:
        self._where, self.address = served.url.partition("//")[2], address
        self.cookies: dict[str, str] = {}

    def ask(self, path: str, headers: dict[str, str] | None = None, /, **form: str) -> Answer:
        """Send a form, or ask for the page where there is none."""
        line = http.client.HTTPConnection(self._where, timeout=PATIENCE_S, source_address=(self.address, 0))
        given = {"content-type": "application/x-www-form-urlencoded", **(headers or {})}
        given["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        line.request("POST" if form else "GET", path, urlencode(form) if form else None, given)
        answer = line.getresponse()
        body = answer.read().decode()
        line.close()
        cookies = dict(
            part.partition(";")[0].split("=", 1) for name, part in answer.getheaders() if name.lower() == "set-cookie"
        )
        self.cookies |= cookies
        return Answer(answer.status, body, cookies, {name.lower(): value for name, value in answer.getheaders()})

    def enter(self, role: str, pin: str) -> int:
        return self.ask("/enter", role=role, pin=pin).status


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("attacked"), orders=FOUR)
    yield made
    made.stop()


def organiser(served: Served, address: str = "127.0.0.1") -> Caller:
    caller = Caller(served, address)
    caller.ask("/enter")
    assert caller.enter("organiser", served.pins["Organiser"]) == 303
    return caller


def links(page: str) -> dict[str, str]:
    return dict(re.findall(r'>([^<]+)</a></td><td><a href="(/me/[^"]+)"', page))


def noted(served: Served) -> list[str]:
    log = served.event.with_name(f"{served.event.name}.security")
    assert log.stat().st_mode & 0o077 == 0
    text = log.read_text(encoding="ascii")
    assert not any(pin in text for pin in served.pins.values())
    return [json.loads(line)["what"] for line in text.splitlines()]


def test_a_hundred_guesses_at_once_are_five_and_the_staff_come_in(served: Served) -> None:
    guesser = "127.0.7.1"
    with ThreadPoolExecutor(60) as crowd:
        tries = [crowd.submit(Caller(served, guesser).enter, "organiser", f"{n:06}") for n in range(60)]
        inside = crowd.submit(organiser, served)
        same = crowd.submit(organiser, served, guesser)  # a browser behind the same address
        assert Counter(one.result() for one in tries) == {403: TRIES, 429: 60 - TRIES}
        assert inside.result() and same.result()
    assert Caller(served, guesser).enter("organiser", served.pins["Organiser"]) == 429, "the right one is a guess, too"
    answer = Caller(served, guesser).ask("/enter", role="judge", pin="000000")
    assert 0 < int(answer.headers["retry-after"]) <= 60
    assert {"came_in", "pin_wrong", "pin_waits"} <= set(noted(served))


@pytest.mark.long
def test_ten_thousand_pins_from_fifty_addresses_are_a_hundred_guesses(tmp_path: Path) -> None:
    served = Served(tmp_path)
    addresses = [f"127.0.8.{n}" for n in range(1, 51)]
    with ThreadPoolExecutor(32) as crowd:
        tries = [crowd.submit(Caller(served, addresses[n % 50]).enter, "judge", f"{n:06}") for n in range(10_000)]
        took = []
        for n in range(1, 6):
            begun = time.perf_counter()
            organiser(served, f"127.0.9.{n}")
            took.append(time.perf_counter() - begun)
        told = Counter(one.result() for one in tries)
    sys.stdout.write(f"{told}; staff in after {max(took):.2f} s at most\n")
    assert told[403] <= 100 and told[403] + told[429] == 10_000
    served.stop()


def test_heads_that_never_end_keep_nobody_out(served: Served) -> None:
    host, port = served.url.partition("//")[2].split(":")
    held = []
    try:
        for _ in range(1024):
            one = socket.create_connection((host, int(port)), PATIENCE_S)
            one.sendall(b"GET / HTTP/1.1\r\nhost: ")
            held.append(one)
        assert Caller(served).ask("/health").status == 200
        gone = [one for one in held if is_closed(one)]
        wait_until(lambda: sum(map(is_closed, held)) >= 1024 - WAITING, told=lambda: f"{len(gone)} closed")
        wait_until(lambda: all(map(is_closed, held)), told=lambda: f"heads are still waited for after {HEAD_S} s")
    finally:
        for one in held:
            one.close()
    assert "slow_connection" in noted(served)


def is_closed(one: socket.socket) -> bool:
    one.setblocking(False)
    try:
        return one.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def test_keys_die_with_device_role_and_player(served: Served) -> None:
    desk, other = organiser(served), organiser(served)
    assert desk.ask("/organiser").status == 200
    kept = dict(desk.cookies)
    assert desk.ask("/leave", do="leave").status == 303
    desk.cookies = kept
    assert desk.ask("/organiser").status == 303, "a copy of the cookie is worth nothing"
    assert other.ask("/organiser").status == 200, "the other device stays"
    judge = Caller(served)
    judge.ask("/enter")
    assert judge.enter("judge", served.pins["Judge"]) == 303
    assert other.ask("/organiser", do="end_all", role="judge").status == 303
    assert judge.ask("/judge").status == 303, "out"
    page = other.ask("/organiser", do="new_pin", role="judge").body
    pin = re.findall(r"PIN (\d{6})", page)[0]
    assert pin not in other.ask("/organiser").body, "shown once"
    assert judge.enter("judge", served.pins["Judge"]) == 403
    assert judge.enter("judge", pin) == 303
    served.pins["Judge"] = pin
    own = links(other.ask("/organiser").body)["Ada"]
    assert Caller(served).ask(own).status == 200
    assert other.ask("/organiser", do="new_link", player="Ada").status == 303
    assert Caller(served).ask(own).status == 404
    assert Caller(served).ask(links(other.ask("/organiser").body)["Ada"]).status == 200


def test_the_next_player_of_a_number_has_another_link(tmp_path: Path) -> None:
    served = Served(tmp_path)
    desk = organiser(served)
    desk.ask("/organiser", do="register", names="Ada")
    first = links(desk.ask("/organiser").body)["Ada"]
    desk.ask("/organiser", do="undo", sure="1")
    assert Caller(served).ask(first).status == 404
    desk.ask("/organiser", do="register", names="Ben")
    assert Caller(served).ask(first).status == 404, "the number is the same, the player is not"
    assert Caller(served).ask(links(desk.ask("/organiser").body)["Ben"]).status == 200
    served.stop()


def test_pages_of_somebody_are_kept_nowhere(served: Served) -> None:
    desk = organiser(served)
    own = links(desk.ask("/organiser").body)["Ben"]
    for path in ("/organiser", "/judge", "/forces", "/tables", "/papers/players.csv", "/enter", own):
        assert desk.ask(path).headers["cache-control"] == "no-store", path
    page = Caller(served).ask("/")
    assert page.headers["cache-control"] == "no-cache"
    assert Caller(served).ask("/", {"if-none-match": page.headers["etag"]}).status == 304


def test_one_phone_is_slowed_and_no_other(served: Served) -> None:
    own = links(organiser(served).ask("/organiser").body)
    phone = Caller(served, "127.0.7.9")
    told = Counter(phone.ask(own["Cleo"], do="report", outcome="draw").status for _ in range(40))
    assert told[303] in (FORMS.at_once, FORMS.at_once + 1) and told[429] >= 27 and len(told) == 2
    assert "wait" in phone.ask(own["Cleo"], do="report", outcome="draw").body
    assert Caller(served, "127.0.7.9").ask(own["Dan"], do="report", outcome="draw").status == 303


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"do": "result", "table": "1", "outcome": "first", "first": "9" * 4300}, "from 0 to 99999, not 99999999…"),
        ({"do": "result", "table": "1", "outcome": "first", "first": "-1"}, "from 0 to 99999, not -1"),
        ({"do": "result", "table": "1" * 5000, "outcome": "first"}, "Table: a number from 0 to 9999, not 11111111…"),
        ({"do": "time", "table": "1", "minutes": "-60"}, "Minutes: a number from 0 to 60, not -60"),
        ({"do": "time", "table": "1", "minutes": "1" + "0" * 25}, "from 0 to 60, not 10000000…"),
        ({"do": "close", "call": "1", "minutes": "٣٠٠"}, "from 0 to 60"),
        ({"do": "call", "text": "x" * 20_001}, "20000 characters at most, not 20001"),
        ({"do": "register", "names": "Eve " * 16}, "60 characters at most, not 63"),
        ({"do": "register", "names": "А\u200bdа"}, "looks like Ada"),
        ({"do": "register", "names": "A\u202eda\u2066"}, "Ada already plays here"),
        ({"do": "register", "names": "\u200b\u2800\u3164"}, "player"),
        ({f"field{n}": "" for n in range(FORM_FIELDS + 1)}, "too long to be sent at once"),
    ],
)
def test_what_is_beyond_a_limit_is_refused_in_words(served: Served, form: dict[str, str], said: str) -> None:
    desk = organiser(served)
    answer = desk.ask("/organiser", **form)
    assert answer.status in (403, 409)
    assert said in answer.body
    assert Caller(served).ask("/").status == 200


def test_addresses_with_numbers_that_none_has(served: Served) -> None:
    desk = organiser(served)
    for path in ("/judge/table/{}", "/judge/table/{}/version", "/judge/case/{}", "/judge/table/1?round={}"):
        assert desk.ask(path.format("9" * 4200)).status in (200, 404)
        assert desk.ask(path.format(2**70)).status in (200, 404)
    assert Caller(served).ask(f"/me/{'9' * 4200}-x").status == 404
    assert Caller(served).ask("/me/%D9%A3-x").status in (400, 404)


def test_what_is_refused_is_in_the_log(served: Served) -> None:
    someone = Caller(served, "127.0.7.20")
    assert someone.ask("/organiser", {"content-type": "text/plain"}, do="pair").status == 303, "to the door"
    own = links(organiser(served).ask("/organiser").body)["Ada"]
    assert someone.ask(own, {"content-type": "text/plain"}, do="drop").status == 403
    assert someone.ask(own, {"sec-fetch-site": "cross-site"}, do="drop").status == 403
    assert someone.ask("/health", do="x").status == 405
    assert someone.ask("/health", {"host": "evil.example"}).status == 403
    assert someone.ask("/me/1-0").status == 404
    assert {"form_refused", "method_refused", "turned_away", "link_wrong"} <= set(noted(served))
    data = someone.ask("/health").headers
    assert data["content-disposition"] == 'attachment; filename="api.json"'
    page = someone.ask("/").headers
    assert page["content-type"] == "text/html; charset=utf-8" and "server" not in page
    assert page["x-content-type-options"] == "nosniff" and page["referrer-policy"] == "same-origin"
    assert "frame-ancestors 'none'" in page["content-security-policy"]
    assert not any(name.startswith("access-control") for name in page)


def test_many_wrong_pins_are_told_to_the_organiser(served: Served) -> None:
    for n in range(130):
        Caller(served, f"127.0.10.{n + 1}").enter("judge", "xxxxxx")
    assert "wrong PINs here" in organiser(served, "127.0.7.30").ask("/organiser").body


def test_a_forwarded_address_is_believed_from_the_balancer_alone(tmp_path: Path) -> None:
    """This machine may be the balancer's: it tells others' addresses. Another one, which may not, tells none."""
    served = Served(tmp_path)
    told = [
        Caller(served).ask("/enter", {"x-forwarded-for": f"127.0.11.{n}"}, role="judge", pin="000000").status
        for n in range(TRIES + 3)
    ]
    assert told == [403] * (TRIES + 3)
    lying = [
        Caller(served, "127.0.12.1").ask("/enter", {"x-forwarded-for": f"127.0.13.{n}"}, role="judge", pin="0").status
        for n in range(TRIES + 3)
    ]
    assert lying == [403] * TRIES + [429] * 3
    served.stop()
