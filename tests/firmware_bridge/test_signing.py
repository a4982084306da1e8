"""Signed readings: the tag as another hand computes it, every changed bit found."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from firmware_bridge.signing import SIGNED, Proof, proof_of, split_tag, tag_of
from firmware_bridge.spool import SpooledEvent

KEY = bytes(range(32))
EVENT = SpooledEvent("tower-1", 0x01020304, 5, 6, 0x0708090A0B, 4, b"\2\2\2\1\0")


def by_hand() -> bytes:
    """HMAC as RFC 2104 writes it, over the bytes as they stand in the document."""
    text = bytes.fromhex("1007") + b"tower-1" + bytes.fromhex("0403020105000000060000000b0a09080700000004")
    text += bytes.fromhex("0202020100")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in KEY.ljust(64, b"\0")) + text).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in KEY.ljust(64, b"\0")) + inner).digest()[:16]


def test_the_tag_is_what_the_document_says() -> None:
    assert tag_of(KEY, EVENT) == by_hand()
    assert proof_of(KEY, replace(EVENT, sig=by_hand())) is Proof.VERIFIED


@pytest.mark.parametrize(
    "other",
    [{"node": "tower-2"}, {"epoch": 1}, {"seq": 6}, {"boot": 7}, {"t_ms": 1}, {"kind": 5}, {"body": b"\2\2\3\1\0"}],
)
def test_whatever_is_changed_is_a_forgery(other: dict[str, object]) -> None:
    assert proof_of(KEY, replace(EVENT, sig=by_hand(), **other)) is Proof.FORGED  # type: ignore[arg-type]


def test_our_own_time_and_the_replay_flag_are_not_signed() -> None:
    assert proof_of(KEY, replace(EVENT, sig=by_hand(), at_ms=9, err_ms=9, replayed=True)) is Proof.VERIFIED


def test_without_key_or_tag_nothing_is_proved() -> None:
    assert proof_of(None, replace(EVENT, sig=by_hand())) is Proof.UNVERIFIED
    assert proof_of(KEY, EVENT) is Proof.UNVERIFIED


def test_the_tag_is_cut_off_a_signed_frame_alone() -> None:
    body = b"12345" + by_hand()
    assert split_tag(SIGNED, body) == (b"12345", by_hand())
    assert split_tag(0, body) == (body, b"")
    assert split_tag(SIGNED, b"short") == (b"short", b"")
