"""Tries and rates by a stepped clock; slow connections by a loop's own. Expected figures by hand from their pages."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tests.ui.venue.machines import ran
from ui.web.door import SHARES, TRIES, Tries
from ui.web.guard import Guarded
from ui.web.limits import SENDERS, Rate, Rates
from ui.web.security import A_MINUTE, MOST_BYTES, SecurityLog
from ui.web.slow import SlowWork


class Now:
    """A clock that goes when it is told."""

    def __init__(self) -> None:
        self.s = 1000.0

    def __call__(self) -> float:
        return self.s


def test_waits_double_and_hit_the_guesser_alone() -> None:
    now = Now()
    tries = Tries(now)
    assert [tries.take("10.0.0.9") for _ in range(TRIES)] == [0] * TRIES
    waits = []
    for _ in range(8):
        waits.append(tries.take("10.0.0.9"))
        now.s += waits[-1]
        assert tries.take("10.0.0.9") == 0, "whoever waited as told may try once more"
    assert waits == [60, 120, 240, 480, 960, 1920, 3600, 3600]
    assert tries.take("10.0.0.8") == 0, "the neighbour"


def test_a_day_of_guessing_is_forty_tries() -> None:
    now = Now()
    tries, tried = Tries(now), 0
    cookie = tries.visitor("")
    end = now.s + 12 * 3600
    while now.s < end:
        tried += tries.take("10.0.0.9", cookie) == 0
        tried += tries.take("10.0.0.9") == 0
        cookie = tries.visitor("")  # a new one each time
        now.s += 10
    assert TRIES < tried <= SHARES * TRIES + 20


def test_where_many_guess_each_new_one_has_two_tries() -> None:
    now = Now()
    tries = Tries(now)
    told = [tries.take(f"10.0.0.{n % 50}") == 0 for n in range(10_000)]
    assert sum(told) == 100, "ASVS 2.2.1: no more than a hundred an hour"
    assert tries.take("10.0.1.1") == 0, "who comes to an address nobody guessed from"
    tries.give_back("10.0.1.1")
    now.s += 3601
    assert tries.take("10.0.0.1") == 0


def test_who_was_inside_is_not_hindered_by_others_at_the_same_address() -> None:
    tries = Tries(Now())
    known = tries.visitor("")
    assert tries.take("10.0.0.9", known) == 0
    tries.give_back("10.0.0.9", known)
    for _ in range(99):
        tries.take("10.0.0.9", tries.visitor(""))
        tries.take("10.0.0.9")
    assert tries.take("10.0.0.9", tries.visitor("")) > 0
    assert tries.take("10.0.0.9", known) == 0
    assert tries.visitor("forged.00") != "forged.00"


def test_a_right_code_between_wrong_ones_gives_no_more_tries() -> None:
    """A person with a judge's PIN does not guess the organiser's in its shadow."""
    now = Now()
    tries, wrong = Tries(now), 0
    cookie = tries.visitor("")
    for _ in range(200):
        wrong += tries.take("10.0.0.9", cookie) == 0
        if tries.take("10.0.0.9", cookie) == 0:
            tries.give_back("10.0.0.9", cookie)
        now.s += 1
    assert wrong <= TRIES + 2


def test_memory_is_bounded_however_many_guess() -> None:
    tries = Tries(Now())
    for number in range(SENDERS * 3):
        tries.take(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(tries._guessers) <= SENDERS


def test_a_rate_is_so_many_at_once_then_one_in_a_while() -> None:
    now = Now()
    rates, rate = Rates(now), Rate("forms", 3, 2.0)
    assert [rates.take(rate, "a") for _ in range(5)] == [0, 0, 0, 2.0, 2.0]
    assert rates.take(rate, "b") == 0
    now.s += 2
    assert [rates.take(rate, "a") for _ in range(2)] == [0, 2.0]
    now.s += 100
    assert [rates.take(rate, "a") for _ in range(4)] == [0, 0, 0, 2.0], "no more are saved up"


def test_slow_work_is_done_for_who_guessed_least() -> None:
    order: list[str] = []

    async def run() -> None:
        slow = SlowWork()
        named = ((0, "first"), (5, "guesser"), (1, "gone"), (0, "staff"))
        jobs = [asyncio.create_task(slow.do(rank, partial(order.append, name))) for rank, name in named]
        await asyncio.sleep(0)
        jobs.pop(2).cancel()
        await asyncio.gather(*jobs)

    ran(run())
    assert order == ["first", "staff", "guesser"]


def test_the_log_is_bounded_and_says_what_it_left_out(tmp_path: Path) -> None:
    at = datetime(2026, 11, 28, 9, 0, tzinfo=UTC)
    log = SecurityLog(tmp_path / "log", lambda: at)
    for _ in range(A_MINUTE + 30):
        log.note("pin_wrong", "10.0.0.9", role="judge\n{}")
    at = at.replace(minute=1)
    log.note("pin_wrong", "10.0.0.9")
    lines = [json.loads(line) for line in (tmp_path / "log").read_text(encoding="ascii").splitlines()]
    assert len(lines) == A_MINUTE + 1 and lines[-1]["left_out"] == 30
    assert lines[0] == {"at": "2026-11-28T09:00:00Z", "what": "pin_wrong", "from": "10.0.0.9", "role": "judge\n{}"}
    assert (tmp_path / "log").stat().st_mode & 0o077 == 0
    log.note("turned_away", "10.0.0.9", host="x" * MOST_BYTES)
    assert not (tmp_path / "log").exists() and (tmp_path / "log.1").exists()


def test_a_fault_is_noted_and_not_told(tmp_path: Path) -> None:
    """A person who asks for a page that breaks is told that it does, and nothing of why."""

    def broken(_: Request) -> Response:
        raise RuntimeError("the secret of the house")

    log = SecurityLog(tmp_path / "log")
    app = Guarded(Starlette(routes=[Route("/me/{key}", broken)]), log)
    sent: list[dict[str, object]] = []

    async def run() -> None:
        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: dict[str, object]) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": "GET",
            "path": "/me/1-key",
            "raw_path": b"/me/1-key",
            "root_path": "",
            "scheme": "http",
            "query_string": b"",
            "headers": [(b"host", b"localhost")],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        await app(scope, receive, send)  # type: ignore[arg-type]

    with pytest.raises(RuntimeError):
        ran(run())
    assert sent[0]["status"] == 500 and "secret" not in repr(sent)
    noted = json.loads((tmp_path / "log").read_text(encoding="ascii"))
    assert (noted["what"], noted["path"]) == ("fault", "/me"), "and not the key"
