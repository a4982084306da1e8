"""The devices of a table: who holds which, as what, in which seats; kept beside the game, so that a host may restart.

Guest   name, role, seats, language; its screen and its connections while it is here
Kept    game.db.guests: code, epoch, guests; lost, everybody gives the code once more
"""

from __future__ import annotations

import unicodedata
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec

from companion.core.ids import Seat
from companion.errors import InputError
from companion.files import write_file
from ui.web.door import new_code
from ui.web.messages import Answer

ANSWERS_KEPT = 64  # of one device, for taps that are sent again
NAME_LENGTH = 24  # letters
ACCENTS = 2  # on one letter, as Vietnamese has them; more run into the lines above
UNSEEN = -1  # instead of a version: what was seen of the game is not known
JUDGE_LETTERS = 6  # of the code for judges: whoever has it may remove people


class Role(StrEnum):
    """The role of a device at the table."""

    PLAYER = "player"
    SPECTATOR = "spectator"
    JUDGE = "judge"
    SCREEN = "screen"  # a big screen for everybody
    OVERLAY = "overlay"  # over the picture of a stream
    PROJECTOR = "projector"  # light on the table itself


class KeptGuest(msgspec.Struct):
    """The part of a guest that outlives the host."""

    number: int
    token: str  # its hash
    name: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]
    role: Role
    seats: list[str] = []
    lang: str = ""
    lost: dict[str, int] = {}  # seats that others took over while it was away, and the version at which it went
    watches: bool = False


class Kept(msgspec.Struct):
    """The guests of a table, as they are kept."""

    code: str
    epoch: int = 0  # how often a host was started on this game
    guests: list[KeptGuest] = []
    url: str = ""
    judge: str = ""  # the code with which a judge comes in
    resting: list[str] = []  # seats that are left at home
    port: int = 0  # where it was served last
    before: list[str] = []  # the stores of the games that were played at this table before


@dataclass(eq=False)
class Guest:
    """A device."""

    number: int
    token: str  # its hash
    name: str
    role: Role
    lang: str
    seats: tuple[Seat, ...] = ()
    answers: OrderedDict[int, Answer] = field(default_factory=OrderedDict)
    last: int = 0  # the highest number of its taps
    lost: dict[Seat, int] = field(default_factory=dict)  # seats that others played while it was away; see ``left``
    watches: bool = False  # without a seat, and not to be asked for one
    left: int = UNSEEN  # the version of the game when its device went

    @property
    def sender(self) -> str:
        """The name of the sender in the record."""
        return f"{self.name or 'guest'}-{self.number}"

    @property
    def may_tap(self) -> bool:
        """Whether its screen is its own; those who only look on share one."""
        return self.role is Role.PLAYER or self.role is Role.JUDGE

    def remember(self, answer: Answer) -> Answer:
        """The answer, kept for a tap that is sent again."""
        self.last = max(self.last, answer.id)
        self.answers[answer.id] = answer
        if len(self.answers) > ANSWERS_KEPT:
            self.answers.popitem(last=False)
        return answer


def plain_name(typed: str) -> str:
    """Return the name as it can be shown anywhere: letters of any script, no more than so many; empty: none is left.

    Letters and their accents are joined where Unicode has one for both; more than two accents on a letter are dropped.
    """
    letters: list[str] = []
    accents = 0
    for letter in unicodedata.normalize("NFC", " ".join(typed.split())):
        accents = accents + 1 if unicodedata.combining(letter) else 0
        if letter.isprintable() and accents <= ACCENTS and (letters or not accents):
            letters.append(letter)
    return "".join(letters)[:NAME_LENGTH].strip()


def guest_file(store: Path) -> Path:
    """Return the file that keeps the guests of the game in a store."""
    return store.with_name(f"{store.name}.guests")


def come_along(before: Path, store: Path) -> bool:
    """Let everybody around one game sit around the next: the same code, port and seats, and no page asks again. Whoever
    lost a seat is told so there too, and nothing of the game before. Return whether that game was shared.
    """
    if not guest_file(before).is_file():
        return False
    file = GuestFile(guest_file(before))
    for guest in file.kept.guests:
        guest.lost = dict.fromkeys(guest.lost, UNSEEN)
    file.kept.epoch -= 1  # which the next one counts
    file.kept.before = [*(one for one in file.kept.before if one != str(before)), str(before)]
    write_file(guest_file(store), msgspec.json.encode(file.kept))
    return True


def games_before(store: Path) -> list[Path]:
    """Return the stores of the games that were played around that table before the one in this store."""
    kept = _kept_at(store)
    return [Path(one) for one in kept.before] if kept is not None else []


def hosted_at(store: Path) -> Kept | None:
    """Return where the pages of a game are served, and its code; ``None`` when they are not, or it cannot be told."""
    kept = _kept_at(store)
    return kept if kept is not None and kept.url else None


def _kept_at(store: Path) -> Kept | None:
    try:
        return msgspec.json.decode(guest_file(store).read_bytes(), type=Kept)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


class GuestFile:
    """The file beside the game; without one, guests are kept as long as the host lives."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.kept = self._read() if path is not None and path.exists() else Kept(new_code())
        self.kept.judge = self.kept.judge or new_code(JUDGE_LETTERS)
        self.kept.epoch += 1

    def guests(self) -> list[Guest]:
        """Return the guests who were here."""
        return [
            Guest(
                kept.number,
                kept.token,
                kept.name,
                kept.role,
                kept.lang,
                tuple(map(Seat, kept.seats)),
                lost={Seat(seat): version for seat, version in kept.lost.items()},
                watches=kept.watches,
            )
            for kept in self.kept.guests
        ]

    def keep(self, guests: list[Guest], resting: Iterable[Seat] = ()) -> None:
        """Write down who is here, and which seats are left at home."""
        self.kept.resting = sorted(resting)
        self.kept.guests = [
            KeptGuest(
                guest.number,
                guest.token,
                guest.name,
                guest.role,
                list(guest.seats),
                guest.lang,
                {str(seat): version for seat, version in guest.lost.items()},
                guest.watches,
            )
            for guest in guests
        ]
        if self._path is not None:
            write_file(self._path, msgspec.json.encode(self.kept))
            self._path.chmod(0o600)

    def _read(self) -> Kept:
        assert self._path is not None
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=Kept)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as wrong:
            raise InputError(str(self._path), "", str(wrong), "the guests of a table, or no such file") from wrong
