"""A cable in memory with its far end in reach: the fake that sits the same examination as the serial link."""

from __future__ import annotations


class MemoryLink:
    """A ``Link`` whose other end is the caller: ``send`` and ``received`` are the device's side."""

    def __init__(self, name: str = "memory") -> None:
        self.name = name
        self._plugged, self._up, self._closed = True, False, False
        self._why, self._opened = "cable", 0
        self._in, self._out = bytearray(), bytearray()

    @property
    def is_up(self) -> bool:
        """Whether the cable is plugged in and was opened."""
        return self._up

    @property
    def why(self) -> str:
        """``cable`` while down."""
        return "" if self._up else self._why

    @property
    def opened(self) -> int:
        """How many times it came up."""
        return self._opened

    def read(self) -> bytes:
        """What the far end sent since the last call."""
        if not self._up and self._plugged and not self._closed:
            self._up, self._opened = True, self._opened + 1
            self._in.clear()
            self._out.clear()
        if not self._plugged:
            self._up = False
        data = bytes(self._in) if self._up else b""
        self._in.clear()
        return data

    def write(self, data: bytes) -> None:
        """Let the far end find it in ``received``."""
        if self._up and self._plugged:
            self._out += data

    def wait(self, timeout_s: float) -> None:
        """Return at once: what was sent is there."""

    def close(self) -> None:
        """Go down for good."""
        self._closed, self._up = True, False

    def send(self, data: bytes) -> None:
        """Let the far end say something; lost while unplugged or unopened, as on a wire."""
        if self._plugged and self._up:
            self._in += data

    def received(self) -> bytes:
        """What the near end wrote since the last call."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def pull(self) -> None:
        """Pull the plug: bytes under way are gone."""
        self._plugged = False
        self._in.clear()
        self._out.clear()

    def plug(self) -> None:
        """Put the plug in again."""
        self._plugged = True
