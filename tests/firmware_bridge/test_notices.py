"""A notice about a device is read as it was written; strange words are refused with their topic."""

from __future__ import annotations

import pytest

from companion.errors import InputError
from companion.table.observation import LinkState
from firmware_bridge.notices import DeviceStatus, format_status, parse_status, status_topic

TOPIC = status_topic("tower-9f3a12c4")


@pytest.mark.parametrize(
    "status",
    [
        DeviceStatus("tower-9f3a12c4", LinkState.OFFLINE, "radio-gone"),
        DeviceStatus("tower-9f3a12c4", LinkState.DEGRADED, "battery-low", "0.3.0", 61, 3650, True),
    ],
)
def test_a_status_reads_as_it_was_written(status: DeviceStatus) -> None:
    assert parse_status(TOPIC, format_status(status)) == status


@pytest.mark.parametrize(
    "words",
    [
        b"",
        b"\xff",
        b"[]",
        b"7",
        b"{}",
        b'{"state": "flying", "why": "", "firmware": "", "signal": 0, "battery": 0, "is_low": false}',
        b'{"state": "online", "why": "", "firmware": "", "signal": "loud", "battery": 0, "is_low": false}',
        b'{"state": "online", "why": "", "firmware": "", "signal": [], "battery": 0, "is_low": false}',
    ],
)
def test_words_that_are_no_status_are_refused_with_their_topic(words: bytes) -> None:
    with pytest.raises(InputError, match="tw/table/tower-9f3a12c4/status"):
        parse_status(TOPIC, words)
