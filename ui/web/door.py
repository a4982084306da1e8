"""The door of a table: a code of four letters, few tries at it, and a token for each device that came in.

code ──right──> a token of its own, kept by the device as a cookie, by the host as a hash
     └─wrong──> another try; after a few, that address waits, and after many everybody does
"""

from __future__ import annotations

import hashlib
import secrets
from collections import defaultdict, deque
from collections.abc import Callable

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels: no words; and none that is taken for another
LENGTH = 4  # letters of the code
TRIES, TRIES_OF_ALL, WAIT_S = 5, 40, 60.0  # wrong codes of one address, and of all, within so many seconds


class Tries:
    """The wrong guesses of the code, lately."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._wrong: dict[str, deque[float]] = defaultdict(deque)

    def must_wait(self, address: str) -> bool:
        """Whether that address may not try now."""
        return self._count(address) >= TRIES or self._count("") >= TRIES_OF_ALL

    def note_wrong(self, address: str) -> None:
        """Count one more wrong code from there."""
        for key in (address, ""):
            self._wrong[key].append(self._now())

    def _count(self, key: str) -> int:
        tries = self._wrong[key]
        while tries and tries[0] < self._now() - WAIT_S:
            tries.popleft()
        if not tries:
            del self._wrong[key]
        return len(tries)


def new_code(length: int = LENGTH) -> str:
    """A code nobody can foresee."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def is_code(given: str, code: str) -> bool:
    """Whether the code is the right one, however it is written."""
    plain = "".join(given.split()).upper()
    return secrets.compare_digest(plain.encode(), code.encode())


def new_token() -> str:
    """Make the token that a device shows from now on."""
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """Return the hash that is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
