"""Doors by a stepped clock: sessions that end, keys that die, doors of an event from before. No server."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from companion.errors import InputError
from ui.venue.doors import SESSION_S, TABLE, Doors, SafeFile, open_doors


class Now:
    s = 1_800_000_000.0

    def __call__(self) -> float:
        return self.s


@pytest.fixture
def made(tmp_path: Path) -> tuple[Doors, dict[str, str], Now, SafeFile]:
    now, safe = Now(), SafeFile(tmp_path / "friday.event")
    doors, pins = open_doors(safe, now)
    return doors, pins, now, safe


def test_a_session_ends_after_twelve_hours_and_cannot_be_made_longer(
    made: tuple[Doors, dict[str, str], Now, SafeFile],
) -> None:
    doors, pins, now, safe = made
    token = doors.enter("judge", pins["judge"])
    assert token is not None and doors.role_of(token) == "judge"
    own, at, signed = token.split(".")
    for forged in (f"{own}.{int(at, 16) + 3600:x}.{signed}", f"x{token}", f"{own}.{at}.", "..", own, "a.-1.b", "a.g.b"):
        assert doors.role_of(forged) is None, forged
    now.s += SESSION_S - 1
    assert doors.role_of(token) == "judge"
    assert open_doors(safe, now)[0].role_of(token) == "judge", "another host knows it, too"
    now.s += 1
    assert doors.role_of(token) is None


def test_logging_out_ends_one_device_and_a_new_pin_all_of_a_role(
    made: tuple[Doors, dict[str, str], Now, SafeFile],
) -> None:
    doors, pins, now, safe = made
    one, other, head = (doors.enter(role, pins[role]) or "" for role in ("judge", "judge", "head-judge"))
    doors.leave(one)
    assert [doors.role_of(token) for token in (one, other, head)] == [None, "judge", "head-judge"]
    host = open_doors(safe, now)[0]
    assert host.role_of(one) is None, "at every host"
    pin = host.new_pin("judge")
    doors.look_again()
    assert [doors.role_of(token) for token in (other, head)] == [None, "head-judge"]
    assert doors.enter("judge", pin) and (pin == pins["judge"] or not doors.enter("judge", pins["judge"]))
    doors.end_all("head-judge")
    assert doors.role_of(head) is None and doors.enter("head-judge", pins["head-judge"])
    now.s += SESSION_S
    doors.leave(doors.enter("judge", pin) or "")
    assert len(json.loads(safe.read() or "")["ended"]) == 1, "those whose time is over are forgotten"


def test_a_link_is_its_owners_and_dies_with_him(made: tuple[Doors, dict[str, str], Now, SafeFile]) -> None:
    doors = made[0]
    ada = doors.key_of(1, mark="@3")
    assert doors.number_of(ada, mark_of=lambda _: "@3") == 1
    assert doors.number_of(ada, mark_of=lambda _: "@7") is None, "another has the number now"
    assert doors.number_of(ada, mark_of=lambda _: None) is None
    assert doors.number_of(ada, TABLE) is None
    doors.new_link(1)
    assert doors.number_of(ada, mark_of=lambda _: "@3") is None
    table = doors.key_of(1, TABLE)
    assert doors.number_of(table, TABLE) == 1
    doors.new_link(1, TABLE)
    assert doors.number_of(table, TABLE) is None


def test_pins_are_kept_as_salted_slow_hashes_and_told_at_once_when_one_was_right(
    made: tuple[Doors, dict[str, str], Now, SafeFile],
) -> None:
    _, pins, now, safe = made
    kept = json.loads(safe.read() or "")["pins"]
    salts = {value.split("$")[1] for value in kept.values()}
    assert all(int(value.split("$")[0]) >= 310_000 for value in kept.values()) and len(salts) == 3
    again = open_doors(safe, now)[0]
    assert not again.is_quick("judge")
    assert again.enter("judge", "000000") is None or pins["judge"] == "000000"
    assert again.enter("judge", pins["judge"]) and again.is_quick("judge")


def test_doors_of_before_open_with_their_pins(tmp_path: Path) -> None:
    roles = ("organiser", "head-judge", "judge")
    old = {role: hashlib.pbkdf2_hmac("sha256", b"123456", f"s/{role}".encode(), 200_000).hex() for role in roles}
    safe = SafeFile(tmp_path / "friday.event")
    safe.write(json.dumps({"secret": "s", "pins": old, "is_open": True}))
    doors, told = open_doors(safe)
    assert told == {} and doors.is_open
    assert doors.enter("judge", "123 456") and not doors.enter("judge", "123457")


@pytest.mark.parametrize("text", ["", "{}", '{"secret":"","pins":{},"is_open":true}', "[" * 9999])
def test_doors_that_are_none_are_said(tmp_path: Path, text: str) -> None:
    safe = SafeFile(tmp_path / "friday.event")
    safe.write(text)
    with pytest.raises(InputError, match=r"friday\.event\.doors"):
        open_doors(safe)
