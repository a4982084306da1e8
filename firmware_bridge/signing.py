"""Signed readings: a tag that only the device and the rules core can make, so that nobody between can invent a roll.

    tag = HMAC-SHA-256(key, type | node | epoch | seq | boot | t_ms | kind | body), its first 16 bytes

The numbers are little-endian as in the EVENT frame, the name is length byte and UTF-8. A replayed old reading carries
its old number and is known by it; time plays no part. The key is set at pairing, over USB (hardware notes 3.9).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from enum import StrEnum

from firmware_bridge import formats
from firmware_bridge.spool import SpooledEvent

__all__ = ["KEY_BYTES", "SIGNED", "TAG_BYTES", "Proof", "new_key", "proof_of", "split_tag", "tag_of"]

SIGNED = 2  # flag of an EVENT frame: the last 16 bytes of its body are the tag
TAG_BYTES = 16
KEY_BYTES = 32


class Proof(StrEnum):
    """What is known of a reading's origin."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"  # no key is set, or the device does not sign: usable, and marked
    FORGED = "forged"  # a tag that does not fit: never used


def new_key() -> bytes:
    """A fresh secret of 32 bytes."""
    return secrets.token_bytes(KEY_BYTES)


def tag_of(key: bytes, event: SpooledEvent) -> bytes:
    """The 16 bytes that sign the event."""
    node = event.node.encode()
    text = bytes((formats.KINDS["frame"]["EVENT"].number, len(node))) + node
    text += struct.pack("<IIIQB", event.epoch, event.seq, event.boot, event.t_ms, event.kind) + event.body
    return hmac.new(key, text, hashlib.sha256).digest()[:TAG_BYTES]


def split_tag(flags: int, body: bytes) -> tuple[bytes, bytes]:
    """The body and the tag of an EVENT frame; the tag is empty when the frame is not signed or too short to be."""
    if flags & SIGNED and len(body) >= TAG_BYTES:
        return body[:-TAG_BYTES], body[-TAG_BYTES:]
    return body, b""


def proof_of(key: bytes | None, event: SpooledEvent) -> Proof:
    """What the tag proves under the key; without a key nothing, with one a wrong tag is a forgery."""
    if key is None or not event.sig:
        return Proof.UNVERIFIED
    return Proof.VERIFIED if hmac.compare_digest(tag_of(key, event), event.sig) else Proof.FORGED
