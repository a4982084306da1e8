"""Doors of an event's pages: a PIN for each role, a personal link for each player.

    organiser, head judge, judge ── PIN ──> a token of the device's own, signed for that role
    player ── /me/<number>-<key>: the key is made from a secret of this event, and written down nowhere
    table ─── /table/<number>-<key>: where its host reports

The secret and the hashes of the PINs lie beside the record, for this event's hosts alone; the record itself holds no
secret. Any host that can read them knows every device, so that none of it lives in a process.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from pathlib import Path
from typing import Protocol

from companion.core.ids import Seat
from companion.documents import parse_json
from companion.files import write_file
from companion.tournament.state import HEAD_JUDGE, JUDGE, ORGANISER
from ui.web.door import new_token

PLAYER, TABLE = "player", "table"  # what has a link of its own
ROLES = (ORGANISER, HEAD_JUDGE, JUDGE)
_ROUNDS = 200_000  # of PBKDF2: a PIN has six digits, and guessing must be slow


class Safe(Protocol):
    """The place where the doors of one event are kept."""

    name: str

    def read(self) -> str | None:
        """Return the doors as kept; ``None`` when there are none yet."""

    def begin(self, kept: str) -> bool:
        """Keep the first; ``False`` when another host did."""

    def write(self, kept: str) -> None:
        """Keep this instead."""


class SafeFile:
    """A file beside the record, readable by its owner alone."""

    def __init__(self, event: Path) -> None:
        self._path = event.with_name(f"{event.name}.doors")
        self.name = str(self._path)

    def read(self) -> str | None:
        return self._path.read_text(encoding="utf-8") if self._path.is_file() else None

    def begin(self, kept: str) -> bool:
        """An event in a file has one host."""
        self.write(kept)
        return True

    def write(self, kept: str) -> None:
        write_file(self._path, kept.encode())
        self._path.chmod(0o600)


class Doors:
    """The doors of one event, as they were when they were last read."""

    def __init__(self, safe: Safe, kept: str) -> None:
        self._safe, self._kept = safe, ""
        self._secret, self._pins, self._is_open = "", dict[str, str](), False
        self._take(kept)

    @property
    def is_open(self) -> bool:
        """Whether players may enter their own names."""
        return self._is_open

    def open(self, is_open: bool) -> None:
        """Let players enter their own names from now on, or no more."""
        kept = _text(self._secret, self._pins, is_open)
        self._safe.write(kept)
        self._take(kept)

    def look_again(self) -> None:
        """Read the changes of other hosts."""
        self._take(self._safe.read() or self._kept)

    def enter(self, role: str, pin: str) -> str | None:
        """A token for the device, when that is the role's PIN."""
        wanted = self._pins.get(role, "")
        if not wanted or not hmac.compare_digest(_hash(self._secret, role, pin), wanted):
            return None
        own = new_token()
        return f"{own}.{self._signed(f'device {role} {own}')}"

    def role_of(self, token: str) -> Seat | None:
        own, _, signed = token.rpartition(".")
        signatures = {role: self._signed(f"device {role} {own}") for role in ROLES} if own else {}
        return next((role for role, right in signatures.items() if _is_same(right, signed)), None)

    def key_of(self, number: int, what: str = PLAYER) -> str:
        """The last part of the link of a player, or of a table."""
        return f"{number}-{self._signed(f'{what} {number}')[:20]}"

    def number_of(self, key: str, what: str = PLAYER) -> int | None:
        """The number of the player, or the table, whose link that is."""
        number, _, _ = key.partition("-")
        if not number.isdecimal() or len(number) > 6:
            return None
        return int(number) if _is_same(self.key_of(int(number), what), key) else None

    def _signed(self, text: str) -> str:
        return hmac.new(self._secret.encode(), text.encode(), hashlib.sha256).hexdigest()

    def _take(self, kept: str) -> None:
        if kept == self._kept:
            return
        node = parse_json(kept, self._safe.name).table({"secret", "pins", "is_open"})
        pins = {str(role): node["pins"].table(set(ROLES))[role].text() for role in ROLES}
        self._kept, self._secret, self._is_open = kept, node["secret"].text(), node["is_open"].flag()
        self._pins = pins


def open_doors(safe: Safe) -> tuple[Doors, dict[str, str]]:
    """The doors that are kept there; with their PINs when they were made just now: they are written down nowhere."""
    kept = safe.read()
    if kept is None:
        secret, pins = secrets.token_hex(32), {role: f"{secrets.randbelow(10**6):06}" for role in ROLES}
        made = _text(secret, {role: _hash(secret, role, pin) for role, pin in pins.items()}, is_open=False)
        if safe.begin(made):
            return Doors(safe, made), {str(role): pin for role, pin in pins.items()}
        kept = safe.read() or ""
    return Doors(safe, kept), {}


def _text(secret: str, pins: dict[str, str], is_open: bool) -> str:
    return json.dumps({"secret": secret, "pins": pins, "is_open": is_open})


def _hash(secret: str, role: str, pin: str) -> str:
    plain = "".join(pin.split()).encode()
    return hashlib.pbkdf2_hmac("sha256", plain, f"{secret}/{role}".encode(), _ROUNDS).hex()


def _is_same(right: str, given: str) -> bool:
    return hmac.compare_digest(right.encode(), given.encode())
