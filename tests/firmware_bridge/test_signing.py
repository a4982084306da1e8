"""Signed readings: the tag as another hand computes it (``tests/oracles/signature.py``), at both ends.

Every changed bit is found, and signing begins where the device said.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.errors import InputError
from firmware_bridge.protocol import Decoder, decode
from firmware_bridge.registry import load_keys, save_keys
from firmware_bridge.signing import (
    SIGNED,
    NodeKey,
    Proof,
    check_of,
    new_key,
    objection_to,
    proof_of,
    split_tag,
    tag_of,
)
from firmware_bridge.spool import SpooledEvent
from tests.oracles import signature

SIGNED_FILE = Path(__file__).parents[2] / "hardware" / "protocol" / "signed.json"
GOLDEN: list[dict[str, Any]] = json.loads(SIGNED_FILE.read_text())
KEY = bytes(range(32))
EVENT = SpooledEvent("tower-1", 0x01020304, 5, 6, 0x0708090A0B, 4, b"\2\2\2\1\0")
SIG = signature.tag(
    KEY,
    {
        "node": "tower-1",
        "epoch": 0x01020304,
        "seq": 5,
        "boot": 6,
        "t_ms": 0x0708090A0B,
        "kind": 4,
        "body": "0202020100",
    },
)


def event_of(row: dict[str, Any]) -> SpooledEvent:
    numbers = {name: row[name] for name in ("epoch", "seq", "boot", "t_ms", "kind")}
    return SpooledEvent(row["node"], body=bytes.fromhex(row["body"]), sig=bytes.fromhex(row["tag"]), **numbers)


def test_the_golden_signatures_are_the_oracles() -> None:
    found = SIGNED_FILE.read_text()
    assert found == signature.text(), "run python -m tests.oracles.signature"


@pytest.mark.parametrize("row", GOLDEN, ids=lambda row: f"{row['node']}-{row['seq']}")
def test_both_ends_sign_as_the_golden_signatures_say(firmware: Any, tmp_path: Path, row: dict[str, Any]) -> None:
    event, key = event_of(row), bytes.fromhex(row["key"])
    assert tag_of(key, event) == event.sig
    assert check_of(key, event.node, event.epoch, event.seq) == row["check"]
    assert proof_of(NodeKey(key), event) is Proof.VERIFIED
    box = SimpleNamespace(epoch=event.epoch, next_seq=event.seq)
    theirs = firmware.signer.Signer(str(tmp_path / "key"), event.node, box)
    answer = theirs.heard({"key": key})
    assert (answer["signs"], answer["check"]) == (event.seq, row["check"])
    if event.seq:
        assert theirs.tag((event.seq, event.t_ms, event.boot, event.kind, event.body)) == event.sig
    message = decode(bytes.fromhex(row["frame"])[:-1])
    assert message is not None
    assert split_tag(message.flags, message.raw("body")) == (event.body, event.sig)
    assert Decoder().feed(bytes.fromhex(row["frame"])) == [message]


@pytest.mark.parametrize(
    "other",
    [{"node": "tower-2"}, {"epoch": 1}, {"seq": 6}, {"boot": 7}, {"t_ms": 1}, {"kind": 5}, {"body": b"\2\2\3\1\0"}],
)
def test_whatever_is_changed_is_a_forgery(other: dict[str, object]) -> None:
    assert proof_of(NodeKey(KEY), replace(EVENT, sig=SIG, **other)) is Proof.FORGED  # type: ignore[arg-type]


@pytest.mark.parametrize("bit", range(0, 128, 5))
def test_every_flipped_bit_and_every_cut_of_a_tag_is_a_forgery(bit: int) -> None:
    bad = bytearray(SIG)
    bad[bit // 8] ^= 1 << bit % 8
    assert proof_of(NodeKey(KEY), replace(EVENT, sig=bytes(bad))) is Proof.FORGED
    cut = SIG[: bit // 8]
    assert proof_of(NodeKey(KEY), replace(EVENT, sig=cut)) is (Proof.FORGED if cut else Proof.MISSING)


def test_another_key_verifies_nothing() -> None:
    assert proof_of(NodeKey(new_key()), replace(EVENT, sig=SIG)) is Proof.FORGED


def test_our_own_time_and_the_replay_flag_are_not_signed() -> None:
    assert proof_of(NodeKey(KEY), replace(EVENT, sig=SIG, at_ms=9, err_ms=9, replayed=True)) is Proof.VERIFIED


@pytest.mark.parametrize(
    ("epoch", "seq", "sig", "proof"),
    [
        (EVENT.epoch, 4, b"", Proof.UNVERIFIED),  # written before the key
        (EVENT.epoch, 4, SIG, Proof.UNVERIFIED),  # and a tag there says nothing, for or against
        (EVENT.epoch, 5, b"", Proof.MISSING),
        (EVENT.epoch, 5, SIG, Proof.VERIFIED),
        (EVENT.epoch, 6, SIG, Proof.FORGED),
        (99, 1, b"", Proof.MISSING),  # an epoch that was not known at pairing is signed from its first event
        (8, 2, b"", Proof.UNVERIFIED),
        (8, 3, b"", Proof.MISSING),
    ],
)
def test_signing_begins_where_the_device_said_and_nowhere_later(epoch: int, seq: int, sig: bytes, proof: Proof) -> None:
    key = NodeKey(KEY, {EVENT.epoch: 5, 8: 3})
    event = replace(EVENT, epoch=epoch, seq=seq, sig=sig)
    assert proof_of(key, event) is proof
    words = {Proof.MISSING: "unsigned", Proof.FORGED: "bad-signature"}
    assert objection_to({"tower-1": key}, event) == words.get(proof, "")


def test_without_a_key_nothing_is_proved_and_nothing_refused() -> None:
    assert proof_of(None, replace(EVENT, sig=SIG)) is Proof.UNVERIFIED
    assert objection_to({"tower-2": NodeKey(KEY)}, EVENT) == ""


def test_the_tag_is_cut_off_a_signed_frame_alone() -> None:
    body = b"12345" + SIG
    assert split_tag(SIGNED, body) == (b"12345", SIG)
    assert split_tag(0, body) == (body, b"")
    assert split_tag(SIGNED, b"short") == (b"short", b"")


def test_keys_are_kept_for_this_user_alone_and_never_shown(tmp_path: Path) -> None:
    file = tmp_path / "device-keys.json"
    keys = {"tower-1": NodeKey(KEY, {7: 12, 3: 1}), "mat-1": NodeKey(new_key())}
    save_keys(file, keys)
    assert load_keys(file) == keys
    assert oct(file.stat().st_mode & 0o777) == "0o600"
    assert [path.name for path in tmp_path.iterdir()] == ["device-keys.json"]
    assert KEY.hex() not in repr(keys) and repr(KEY) not in repr(keys)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"tower-1": "00"}',
        '{"tower-1": {"key": "00ff", "begins": {}}}',
        '{"tower-1": {"begins": {}}}',
        '{"tower-1": {"key": "' + "11" * 32 + '", "begins": {"7": -1}}}',
    ],
)
def test_a_broken_file_of_keys_is_refused_and_not_repeated(tmp_path: Path, text: str) -> None:
    file = tmp_path / "device-keys.json"
    file.touch(mode=0o600)
    file.write_text(text)
    with pytest.raises(InputError, match="device-keys") as refused:
        load_keys(file)
    assert "1111" not in str(refused.value)


def test_a_file_of_keys_that_others_may_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "device-keys.json"
    save_keys(file, {"tower-1": NodeKey(KEY)})
    file.chmod(0o640)
    with pytest.raises(InputError, match="chmod 600"):
        load_keys(file)
