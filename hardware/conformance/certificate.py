"""A certificate of conformance: what was examined, what was found, and the verdict. It knows no words and no device.

pass       the device did what its paragraph of ``hardware/protocol/README.md`` asks
fail       it did not, or gave no answer
left-out   the paragraph lets it do without, or only hands or another line could show it: said, and no failure
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from firmware_bridge import formats

PAGE = Path(__file__).resolve().parents[1] / "protocol" / "README.md"

# line -> paragraph of the page it stands on
PARAGRAPHS: Mapping[str, str] = MappingProxyType(
    {
        "greeting": "2.1",
        "unwelcome": "2.2",
        "session": "2.3",
        "version": "2.4",
        "goodbye": "2.5",
        "silence": "2.6",
        "golden": "1.8",
        "damaged": "1.6",
        "checksum": "1.4",
        "sizes": "1.1",
        "unknown-frame": "1.7",
        "flood": "1.6",
        "written": "1.3",
        "time": "5.1",
        "speed": "5.2",
        "telemetry": "5.3",
        "orders": "4.1",
        "twice": "4.2",
        "expired": "4.3",
        "unknown-order": "4.4",
        "order": "3.3",
        "resent": "3.4",
        "window": "3.4",
        "acknowledged": "3.5",
        "foreign": "3.5",
        "restart": "3.1",
        "kept": "3.2",
        "replayed": "3.6",
        "numbers": "3.2",
        "power": "3.2",
        "full": "3.7",
        "key": "6.1",
        "signed": "6.2",
        "key-kept": "6.3",
        "key-gone": "6.4",
    }
)


class Verdict(StrEnum):
    """What came of one line."""

    PASS = "pass"
    FAIL = "fail"
    LEFT_OUT = "left-out"


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was examined; ``why`` is empty, ``silent`` when no answer came, or why it was left out."""

    name: str
    verdict: Verdict
    figures: Mapping[str, object] = field(default_factory=dict)
    why: str = ""

    @property
    def paragraph(self) -> str:
        """Where the page asks for it."""
        return PARAGRAPHS[self.name]


def judged(name: str, right: bool, **figures: object) -> Line:
    """The line of something that was seen to be right or wrong."""
    return Line(name, Verdict.PASS if right else Verdict.FAIL, figures)


@dataclass(slots=True)
class Certificate:
    """Who was examined, and what came of it."""

    about: dict[str, str]
    lines: list[Line] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether nothing failed and something was examined."""
        return any(line.verdict is Verdict.PASS for line in self.lines) and not self.failures

    @property
    def failures(self) -> list[Line]:
        """What failed."""
        return [line for line in self.lines if line.verdict is Verdict.FAIL]

    def line(self, name: str) -> Line:
        """The line of that name; ``KeyError`` when it was not examined."""
        for one in self.lines:
            if one.name == name:
                return one
        raise KeyError(name)


def golden(name: str) -> bytes:
    """A file of golden data as it is shipped: ``vectors.json`` or ``signed.json``."""
    return (PAGE.parent / name).read_bytes()


def edition() -> dict[str, str]:
    """Which protocol and which golden data a certificate speaks of."""
    digest = hashlib.sha256(golden("vectors.json") + golden("signed.json")).hexdigest()
    return {"protocol": str(formats.PROTO), "schema": f"{formats.SCHEMA_CRC:08x}", "golden": digest[:16]}
