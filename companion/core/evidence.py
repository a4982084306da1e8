"""Evidence for an entry of the record: which sensor said what, when, and how to find it again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Evidence:
    """One sensor's part of an entry.

    ``at_ms`` counts from the sighting that led to the entry (before it: negative), ``err_ms`` is how far it may be off.
    ``key`` names the reading for ever: ``node/epoch/number`` of a device, the file of a picture.
    """

    source: str
    says: str
    at_ms: int = 0
    err_ms: int = 0
    key: str = ""
    is_verified: bool = False  # signed by the device with a key that the table knows
