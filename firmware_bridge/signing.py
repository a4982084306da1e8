"""Signed readings: a tag that only the device and the rules core can make, so that nobody between can invent a roll.

    tag = HMAC-SHA-256(key, type | node | epoch | seq | boot | t_ms | kind | body), its first 16 bytes

The numbers are little-endian as in the EVENT frame, the name is length byte and UTF-8. A replayed old reading carries
its old number and is known by it; time plays no part. The key is set at pairing, over USB (hardware notes 3.9).

    epoch 7 of the device     1  2  3  4 │ 5  6  7 …          any other epoch     1  2  3 …
                              unsigned,  │ signed,                                signed,
                              unverified │ or refused                             or refused
                                         └ first: the device said it over the cable, when it took the key

What a device wrote before it had its key is still wanted, and nobody can sign it any more. So ``NodeKey`` holds where
signing begins, in each epoch known at pairing; everywhere else it begins at once. Whoever sits between can fill the
numbers before that which are not yet delivered, with readings marked unverified, and no other.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from firmware_bridge import formats
from firmware_bridge.spool import SpooledEvent

SIGNED = 2  # flag of an EVENT frame: the last 16 bytes of its body are the tag
TAG_BYTES = 16  # of an HMAC-SHA-256: half of it; more: less room in an event
KEY_BYTES = 32
_CHECK_BYTES = 8  # they tell two keys apart, no more


class Proof(StrEnum):
    """What is known of a reading's origin."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"  # no key is set, or it was written before the key: usable, and marked
    MISSING = "missing"  # it must be signed and is not: never used
    FORGED = "forged"  # a tag that does not fit: never used


@dataclass(frozen=True, slots=True)
class NodeKey:
    """The secret of a device, and for each epoch that it wrote unsigned the number from which on it signs."""

    secret: bytes = field(repr=False)
    begins: Mapping[int, int] = field(default_factory=dict)


Keys = Mapping[str, NodeKey]  # by the name of the device


def new_key() -> bytes:
    """A fresh secret of 32 bytes."""
    return secrets.token_bytes(KEY_BYTES)


def tag_of(key: bytes, event: SpooledEvent) -> bytes:
    """The 16 bytes that sign the event."""
    numbers = struct.pack("<IIIQB", event.epoch, event.seq, event.boot, event.t_ms, event.kind)
    return _hmac(key, "EVENT", event.node, numbers + event.body)[:TAG_BYTES]


def check_of(key: bytes, node: str, epoch: int, first: int) -> str:
    """What a device that holds the key and signs from ``first`` on says in HELLO; it gives nothing of the key away."""
    return _hmac(key, "KEY", node, struct.pack("<II", epoch, first))[:_CHECK_BYTES].hex()


def card_secret(card: str, node: str) -> str:
    """The password at the broker of a device that joined without a cable, made from the word on its card."""
    return hmac.new(card.encode(), b"tablewright radio-" + node.encode(), hashlib.sha256).hexdigest()[:32]


def tag_of_update(key: bytes, node: str, boot: int, update: int, size: int, manifest: int, sha256: str) -> str:
    """What lets an update begin by radio, for this start of the device alone: 32 hex digits."""
    numbers = struct.pack("<IIIH", boot, update, size, manifest)
    return _hmac(key, "FW_BEGIN", node, numbers + sha256.encode())[:TAG_BYTES].hex()


def split_tag(flags: int, body: bytes) -> tuple[bytes, bytes]:
    """The body and the tag of an EVENT frame; the tag is empty when the frame is not signed or too short to be."""
    if flags & SIGNED and len(body) >= TAG_BYTES:
        return body[:-TAG_BYTES], body[-TAG_BYTES:]
    return body, b""


def proof_of(key: NodeKey | None, event: SpooledEvent) -> Proof:
    """What the tag proves; nothing without a key, and nothing before signing began, whatever stands there."""
    if key is None or event.seq < key.begins.get(event.epoch, 0):
        return Proof.UNVERIFIED
    if not event.sig:
        return Proof.MISSING
    return Proof.VERIFIED if hmac.compare_digest(tag_of(key.secret, event), event.sig) else Proof.FORGED


def objection_to(keys: Keys, event: SpooledEvent) -> str:
    """The reason word for an event that must not be used, else empty."""
    return _OBJECTIONS.get(proof_of(keys.get(event.node), event), "")


_OBJECTIONS = {Proof.MISSING: "unsigned", Proof.FORGED: "bad-signature"}


def _hmac(key: bytes, frame: str, node: str, text: bytes) -> bytes:
    name = node.encode()
    head = bytes((formats.KINDS["frame"][frame].number, len(name))) + name
    return hmac.new(key, head + text, hashlib.sha256).digest()
