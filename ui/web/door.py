"""The door of a table, and of an event: a code, few tries at it, and a token for each device that came in.

    code ──right──> a token of its own, kept by the device as a cookie, by the host as a hash
         └─wrong──> another try; after five a minute's wait, then twice as long for each: for that device alone

A try is counted before the code is looked at, so that a hundred at once are no more than five; a right one is given
back. Who guesses waits, and nobody else: a device is told from others at its address by the cookie it was given with
the form, and one that once had the right code by that alone. All devices of an address that are not known have
``SHARES`` times as many tries together as one.

Whoever tries from morning to evening has some forty tries: of the million PINs of an event that is one in 25,000.
Where many guess, from as many addresses as a network has, each new one has two tries and then none for an hour: the
hundred an hour of ASVS 2.2.1 for fifty addresses, two for each that is added, and never a lock that hits the staff.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ui.web.limits import SENDERS

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels: no words; and none that is taken for another
LENGTH = 4  # letters of the code
TRIES, WAIT_S, LONGEST_S = 5, 60.0, 3600.0  # before the first wait; its seconds; no wait is longer
ALARM, IN_ALARM = 50, 2  # wrong ones within the longest wait, from anywhere; tries of a stranger from then on
SHARES = 4  # devices behind one address that mistype at the same time: a family, a shop's counter
VISITOR = "visitor"  # the cookie


@dataclass(slots=True)
class _Guesser:
    """The wrong codes of a device, or of an address."""

    wrong: int = 0
    free_at: float = 0.0
    last_at: float = 0.0


class Tries:
    """The wrong guesses of a code."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._guessers: OrderedDict[str, _Guesser] = OrderedDict()
        self._known: OrderedDict[str, None] = OrderedDict()  # visitors who had the right code
        self._key = secrets.token_bytes(32)
        self._lately: deque[float] = deque(maxlen=2 * ALARM)
        self.wrong = 0  # altogether

    def visitor(self, cookie: str) -> str:
        """Return the cookie of a device that looks at the form: its own, or a new one."""
        return cookie if self._own(cookie) else self._signed(secrets.token_urlsafe(9))

    def take(self, address: str, cookie: str = "") -> float:
        """Count a try and return 0; or the seconds for which there is none from there."""
        shares, now = list(self._shares(address, self._own(cookie))), self._now()
        is_alarm = len(self._lately) >= ALARM and self._lately[-ALARM] > now - LONGEST_S
        wait_s = max((self._wait_s(who, most, is_alarm) for who, most in shares), default=0.0)
        if wait_s > 0:
            return wait_s
        for who, most in shares:
            guesser = self._guessers.setdefault(who, _Guesser())
            guesser.wrong, guesser.last_at = guesser.wrong + 1, now
            if guesser.wrong >= most:
                guesser.free_at = now + min(LONGEST_S, WAIT_S * 2 ** min(16, guesser.wrong - most))
            self._guessers.move_to_end(who)
        self._lately.append(now)
        while len(self._guessers) > SENDERS:
            self._guessers.popitem(last=False)
        self.wrong += 1
        return 0.0

    def give_back(self, address: str, cookie: str = "") -> None:
        """The code was right: that was no guess, and the device is known from now on."""
        own = self._own(cookie)
        for who, _ in self._shares(address, own):
            if guesser := self._guessers.get(who):
                guesser.wrong, guesser.free_at = guesser.wrong - 1, 0.0
        self.wrong -= 1
        if self._lately:
            self._lately.pop()
        if own:
            self._known[own] = None
            while len(self._known) > SENDERS:
                self._known.popitem(last=False)

    def rank(self, address: str, cookie: str = "") -> int:
        """Return how many wrong ones came from there: who has the fewest is answered first."""
        shares = self._shares(address, self._own(cookie))
        return max(self._guessers[who].wrong if who in self._guessers else 0 for who, _ in shares)

    def _wait_s(self, who: str, most: int, is_alarm: bool) -> float:
        guesser = self._guessers.get(who)
        if guesser is None:
            return 0.0
        free_at = guesser.free_at
        if is_alarm and guesser.wrong >= IN_ALARM * most // TRIES and who.partition(" ")[2] not in self._known:
            free_at = max(free_at, guesser.last_at + LONGEST_S)
        return free_at - self._now()

    def _shares(self, address: str, own: str) -> Iterator[tuple[str, int]]:
        """Generate those whose try it is, with how many each has before it waits."""
        if own:
            yield f"device {own}", TRIES
        if not own:
            yield f"address {address}", TRIES
        if own not in self._known:
            yield f"all {address}", SHARES * TRIES

    def _signed(self, own: str) -> str:
        return f"{own}.{hmac.new(self._key, own.encode(), hashlib.sha256).hexdigest()[:20]}"

    def _own(self, cookie: str) -> str:
        """The visitor of a cookie of ours; empty: none."""
        own = cookie.partition(".")[0]
        is_ours = own and hmac.compare_digest(self._signed(own).encode(), cookie.encode())
        return own if is_ours else ""


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
