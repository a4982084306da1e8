"""The port every cable offers: bytes in, bytes out, and whether somebody is there.

    DOWN ──read() finds it──> UP (opened += 1) ──pulled──> DOWN, why = "cable" ──close()──> CLOSED

Nothing here raises for a device that went away; ``why`` says in one word what a person can do:

    cable            not there, or pulled          plug it in
    port-busy        another program holds it      close that program
    no-permission    not allowed to open it        join the group that owns it
"""

from __future__ import annotations

from typing import Protocol


class Link(Protocol):
    """A byte stream to one device that may come and go."""

    name: str

    @property
    def is_up(self) -> bool:
        """Whether bytes can travel, as far as is known."""

    @property
    def why(self) -> str:
        """The reason word while it is down, else empty."""

    @property
    def opened(self) -> int:
        """How many times it came up: a new number means a new conversation."""

    def read(self) -> bytes:
        """The bytes that are there, perhaps none; tries to come up again when down. Never blocks, never raises."""

    def write(self, data: bytes) -> None:
        """Send the bytes or lose them with the cable; the conversation above resends. Never raises."""

    def wait(self, timeout_s: float) -> None:
        """Wait until bytes may be there, at the latest until the time-out."""

    def close(self) -> None:
        """Go down for good; may be called twice."""
