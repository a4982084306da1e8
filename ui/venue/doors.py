"""Doors of an event's pages: a PIN for each role, a personal link for each player.

    organiser, head judge, judge ── PIN ──> a token of the device's own, signed for that role, until its session ends
    player ── /me/<number>-<key>: the key is made from a secret of this event, and written down nowhere
    table ─── /table/<number>-<key>: where its host reports

The secret and the hashes of the PINs lie beside the record, for this event's hosts alone; the record itself holds no
secret. Any host that can read them knows every device, so that none of it lives in a process.

What ends a key: a device goes out, or twelve hours have passed · all devices of a role are ended, or it gets a new PIN
· a player is taken back: who is entered next has another link, also under the same number · a link is made anew.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import msgspec

from companion.core.ids import Seat
from companion.errors import InputError
from companion.files import write_file
from companion.tournament.state import HEAD_JUDGE, JUDGE, ORGANISER
from ui.web.door import new_token

PLAYER, TABLE = "player", "table"  # what has a link of its own
ROLES = (ORGANISER, HEAD_JUDGE, JUDGE)
SESSION_S = 12 * 3600  # of a device of the staff: an event's day (ASVS 3.3.2)
_ROUNDS = 310_000  # of PBKDF2 (ASVS 2.4.3): a PIN has six digits, and guessing must be slow for who has a hash alone
_FIRST_ROUNDS = 200_000  # of events whose doors were made before a hash told its own
_MOST_ENDED = 4096  # devices that went out, kept until their sessions would have ended


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
        write_file(self._path, kept.encode(), mode=0o600)
        self._path.chmod(0o600)


class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """The doors as they are kept."""

    secret: str
    pins: dict[str, str]  # the hash of each role's
    is_open: bool
    turns: dict[str, int] = {}  # how often all devices of a role were ended
    ended: dict[str, int] = {}  # devices that went out by themselves, each with the second when its session is over
    links: dict[str, int] = {}  # how often a link was made anew


class Doors:
    """The doors of one event, as they were when they were last read."""

    def __init__(self, safe: Safe, kept: str, now_s: Callable[[], float] = time.time) -> None:
        self._safe, self._text, self._now_s = safe, "\0", now_s  # nothing was read yet
        self._kept = Kept("", {}, is_open=False)
        self._quick, self._own_key = dict[str, tuple[str, bytes]](), secrets.token_bytes(32)
        self._take(kept)

    @property
    def is_open(self) -> bool:
        """Whether players may enter their own names."""
        return self._kept.is_open

    def open(self, is_open: bool) -> None:
        """Let players enter their own names from now on, or no more."""
        self._change(lambda kept: setattr(kept, "is_open", is_open))

    def look_again(self) -> None:
        """Read the changes of other hosts."""
        self._take(self._safe.read() or self._text)

    def is_quick(self, role: str) -> bool:
        """Whether a PIN of that role is told right from wrong at once: this process has seen the right one."""
        return role not in self._kept.pins or self._quick.get(role, ("",))[0] == self._kept.pins[role]

    def enter(self, role: str, pin: str) -> str | None:
        """A token for the device, when that is the role's PIN; slow where this process never saw the right one."""
        wanted = self._kept.pins.get(role, "")
        if not wanted:
            return None
        if self.is_quick(role):
            is_right = hmac.compare_digest(self._quick[role][1], self._digest(pin))
        else:
            is_right = _is_same(_hash(pin, *_salt_of(wanted, self._kept.secret, role)), wanted)
        if not is_right:
            return None
        self._remember(role, pin)
        own, at = new_token(), f"{int(self._now_s()):x}"
        return f"{own}.{at}.{self._token_of(role, own, at)}"

    def role_of(self, token: str) -> Seat | None:
        """Return the role of a device, as long as its session goes on."""
        own, at, signed = self._parts(token)
        if not own or not 0 <= self._now_s() - int(at, 16) < SESSION_S or _short(own) in self._kept.ended:
            return None
        return next((role for role in ROLES if _is_same(self._token_of(role, own, at), signed)), None)

    def leave(self, token: str) -> None:
        """End the session of that device."""
        own, at, _ = self._parts(token)
        if self.role_of(token) is None:
            return
        now = int(self._now_s())

        def left(kept: Kept) -> None:
            kept.ended = {one: until for one, until in kept.ended.items() if until > now}
            while len(kept.ended) >= _MOST_ENDED:
                del kept.ended[min(kept.ended, key=kept.ended.__getitem__)]
            kept.ended[_short(own)] = int(at, 16) + SESSION_S

        self._change(left)

    def end_all(self, role: str) -> None:
        """End the sessions of all devices of that role."""
        self._change(lambda kept: kept.turns.update({role: kept.turns.get(role, 0) + 1}))

    def new_pin(self, role: str) -> str:
        """A new PIN for that role; who came in by the old one is out."""
        pin = _new_pin()

        def renewed(kept: Kept) -> None:
            kept.pins[role] = _hash(pin)
            kept.turns[role] = kept.turns.get(role, 0) + 1

        self._change(renewed)
        self._remember(role, pin)
        return pin

    def new_link(self, number: int, what: str = PLAYER) -> None:
        """Let the link of that player or table be another one from now on."""
        link = f"{what} {number}"
        self._change(lambda kept: kept.links.update({link: kept.links.get(link, 0) + 1}))

    def key_of(self, number: int, what: str = PLAYER, mark: str = "") -> str:
        """The last part of the link of a player, or of a table; ``mark``: of whom that number names now."""
        link = f"{what} {number}"
        turn = self._kept.links.get(link, 0)
        own = " ".join(filter(None, (link, mark, f"#{turn}" if turn else "")))
        return f"{number}-{self._signed(own)[:20]}"

    def number_of(
        self, key: str, what: str = PLAYER, mark_of: Callable[[int], str | None] = lambda _: ""
    ) -> int | None:
        """The number of the player, or the table, whose link that is; ``mark_of``: ``None`` where there is none."""
        number, _, _ = key.partition("-")
        if not (number.isascii() and number.isdecimal()) or len(number) > 6:
            return None
        mark = mark_of(int(number))
        return int(number) if mark is not None and _is_same(self.key_of(int(number), what, mark), key) else None

    def _parts(self, token: str) -> tuple[str, str, str]:
        """The own part of a token, when it was given out (hexadecimal), its signature; empty: it is none."""
        own, _, rest = token.partition(".")
        at, _, signed = rest.partition(".")
        is_token = own and 0 < len(at) < 12 and all(digit in "0123456789abcdef" for digit in at)
        return (own, at, signed) if is_token else ("", "0", "")

    def _token_of(self, role: str, own: str, at: str) -> str:
        return self._signed(f"device {role} {self._kept.turns.get(role, 0)} {at} {own}")

    def _signed(self, text: str) -> str:
        return hmac.new(self._kept.secret.encode(), text.encode(), hashlib.sha256).hexdigest()

    def _digest(self, pin: str) -> bytes:
        return hmac.digest(self._own_key, _plain(pin), "sha256")

    def _remember(self, role: str, pin: str) -> None:
        """Keep the right PIN in this process, as a digest by a key that nobody else has: others are told at once."""
        self._quick[role] = self._kept.pins[role], self._digest(pin)

    def _change(self, change: Callable[[Kept], object]) -> None:
        """Change what is kept, as it is now."""
        self.look_again()
        kept = _read(self._text, self._safe.name)
        change(kept)
        text = _text(kept)
        self._safe.write(text)
        self._take(text)

    def _take(self, text: str) -> None:
        if text != self._text:
            self._kept = _read(text, self._safe.name)
            self._text = text


def open_doors(safe: Safe, now_s: Callable[[], float] = time.time) -> tuple[Doors, dict[str, str]]:
    """The doors that are kept there; with their PINs when they were made just now: they are written down nowhere."""
    text = safe.read()
    if text is None:
        secret, pins = secrets.token_hex(32), {str(role): _new_pin() for role in ROLES}
        made = _text(Kept(secret, {role: _hash(pin) for role, pin in pins.items()}, is_open=False))
        if safe.begin(made):
            doors = Doors(safe, made, now_s)
            for role, pin in pins.items():
                doors._remember(role, pin)
            return doors, pins
        text = safe.read() or ""
    return Doors(safe, text, now_s), {}


def _read(text: str, name: str) -> Kept:
    try:
        kept = msgspec.json.decode(text, type=Kept)
    except msgspec.MsgspecError as wrong:
        raise InputError(name, "", str(wrong), "the doors of an event, or no such file") from wrong
    if kept.pins.keys() != set(ROLES) or not kept.secret:
        raise InputError(name, "pins", ", ".join(kept.pins) or "nothing", ", ".join(ROLES))
    return kept


def _text(kept: Kept) -> str:
    return msgspec.json.encode(kept).decode()


def _new_pin() -> str:
    return f"{secrets.randbelow(10**6):06}"


def _plain(pin: str) -> bytes:
    return "".join(pin.split()).encode()


def _hash(pin: str, rounds: int = _ROUNDS, salt: str = "") -> str:
    """The hash of a PIN with a salt of its own, as it is kept; no rounds: as the first events had it."""
    salt = salt or secrets.token_hex(16)
    made = hashlib.pbkdf2_hmac("sha256", _plain(pin), salt.encode(), rounds or _FIRST_ROUNDS).hex()
    return f"{rounds}${salt}${made}" if rounds else made


def _salt_of(kept: str, secret: str, role: str) -> tuple[int, str]:
    """Return the rounds and the salt of a hash that is kept."""
    rounds, _, rest = kept.partition("$")
    return (int(rounds), rest.partition("$")[0]) if rest else (0, f"{secret}/{role}")


def _short(own: str) -> str:
    return hashlib.sha256(own.encode()).hexdigest()[:16]


def _is_same(right: str, given: str) -> bool:
    return hmac.compare_digest(right.encode(), given.encode())
