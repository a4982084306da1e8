"""What stands on the broker's topics, read strictly: a stranger's text never becomes a roll."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError
from firmware_bridge.spool import SpooledEvent
from firmware_bridge.topics import format_event, node_of, parse_event, topic

EV = topic("t1", "tower-1", "ev")
NUMBERS = st.integers(0, 2**32 - 1)
EVENTS = st.builds(
    SpooledEvent,
    st.just("tower-1"),
    NUMBERS,
    NUMBERS,
    NUMBERS,
    st.integers(0, 2**62),
    st.integers(0, 255),
    st.binary(max_size=100),
    st.integers(0, 2**62),
    NUMBERS,
    st.booleans(),
)


@given(EVENTS, NUMBERS)
def test_what_is_written_is_read(event: SpooledEvent, oldest: int) -> None:
    assert parse_event(EV, format_event(event, oldest)) == (event, oldest)


def test_an_event_in_words() -> None:
    event = SpooledEvent("tower-1", 7, 3, 2, 500, 4, bytes([2, 2, 2, 1, 0]), 1000, 3, True)
    assert json.loads(format_event(event, 2)) == {
        "v": 1,
        "node": "tower-1",
        "epoch": 7,
        "seq": 3,
        "boot": 2,
        "t": 500,
        "at": 1000,
        "err": 3,
        "kind": "settled",
        "body": {"expected": 2, "entered": 2, "left": 2, "roll": 1},
        "replay": True,
        "oldest": 2,
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("node", "tower-2"),
        ("seq", -1),
        ("seq", "3"),
        ("seq", True),
        ("epoch", None),
        ("kind", "exploded"),
        ("kind", 300),
        ("body", {"left": 2}),
        ("body", None),
        ("body", {"expected": 2, "entered": 2, "left": 999, "roll": 1}),
        ("t", 1 << 64),
    ],
)
def test_a_field_that_is_not_as_declared_is_refused(name: str, value: Any) -> None:
    event = SpooledEvent("tower-1", 7, 3, 2, 500, 4, bytes([2, 2, 2, 1, 0]))
    words = json.loads(format_event(event, 1)) | {name: value}
    with pytest.raises(InputError):
        parse_event(EV, json.dumps(words).encode())


@pytest.mark.parametrize("wrong", ["mt/1/t1/core/state", "mt/2/t1/node/x/ev", "", "mt/1/t1/node"])
def test_a_topic_that_is_none_of_ours_is_refused(wrong: str) -> None:
    with pytest.raises(InputError):
        node_of(wrong)
