"""Who may enter an event's pages as whom: a PIN for each role, a personal link for each player.

    organiser, head judge, judge ── PIN ──> a token of the device's own, kept here as a hash
    player ── /me/<number>-<key>: the key is made from a secret of this event, and written down nowhere
    table ─── /table/<number>-<key>: where its host reports

They lie beside the record, readable by its owner alone; the record itself holds no secret.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from dataclasses import dataclass, field
from pathlib import Path

from companion.core.ids import Seat
from companion.documents import load_document
from companion.errors import InputError
from companion.files import write_file
from companion.tournament.state import HEAD_JUDGE, JUDGE, ORGANISER
from ui.web.door import hash_of, new_token

PLAYER, TABLE = "player", "table"  # what has a link of its own
ROLES = (ORGANISER, HEAD_JUDGE, JUDGE)
_ROUNDS = 200_000  # of PBKDF2: a PIN has six digits, and guessing must be slow


@dataclass
class Doors:
    """The doors of one event."""

    path: Path
    secret: str = ""
    pins: dict[str, str] = field(default_factory=dict)  # role -> hash
    tokens: dict[str, str] = field(default_factory=dict)  # hash of a device's token -> role
    is_open: bool = False  # whether players may enter their own names

    def enter(self, role: str, pin: str) -> str | None:
        """A token for the device, when that is the role's PIN."""
        wanted = self.pins.get(role, "")
        if not wanted or not hmac.compare_digest(self._hash(role, pin), wanted):
            return None
        token = new_token()
        self.tokens[hash_of(token)] = role
        self.keep()
        return token

    def role_of(self, token: str) -> Seat | None:
        """Whose token that is."""
        role = self.tokens.get(hash_of(token)) if token else None
        return Seat(role) if role else None

    def leave(self, token: str) -> None:
        """Forget the device."""
        if self.tokens.pop(hash_of(token), None):
            self.keep()

    def key_of(self, number: int, what: str = PLAYER) -> str:
        """The last part of the link of a player, or of a table."""
        made = hmac.new(self.secret.encode(), f"{what} {number}".encode(), hashlib.sha256).hexdigest()
        return f"{number}-{made[:20]}"

    def number_of(self, key: str, what: str = PLAYER) -> int | None:
        """The number of the player, or the table, whose link that is."""
        number, _, _ = key.partition("-")
        if not number.isdecimal() or len(number) > 6:
            return None
        return int(number) if hmac.compare_digest(self.key_of(int(number), what).encode(), key.encode()) else None

    def keep(self) -> None:
        """Write the doors down, for this event's host alone."""
        document = {
            "secret": self.secret, "pins": self.pins, "tokens": dict(list(self.tokens.items())[-200:]),
            "is_open": self.is_open,
        }  # fmt: skip
        write_file(self.path, json.dumps(document).encode())
        self.path.chmod(0o600)

    def _hash(self, role: str, pin: str) -> str:
        plain = "".join(pin.split()).encode()
        return hashlib.pbkdf2_hmac("sha256", plain, f"{self.secret}/{role}".encode(), _ROUNDS).hex()


def open_doors(event: Path) -> tuple[Doors, dict[str, str]]:
    """The doors of that event; with its PINs when they were made just now, for they are written down nowhere."""
    path = event.with_name(f"{event.name}.doors")
    if path.is_file():
        node = load_document(str(path)).table({"secret", "pins", "tokens", "is_open"})
        pins, tokens = (node[key].value for key in ("pins", "tokens"))
        if not isinstance(pins, dict) or not isinstance(tokens, dict):
            raise InputError(str(path), "pins", "no table", "the doors of an event; without the file new ones are made")
        return Doors(path, node["secret"].text(), pins, tokens, bool(node["is_open"].value)), {}
    doors = Doors(path, secrets.token_hex(32))
    pins = {role: f"{secrets.randbelow(10**6):06}" for role in ROLES}
    doors.pins = {role: doors._hash(role, pin) for role, pin in pins.items()}
    doors.keep()
    return doors, pins
