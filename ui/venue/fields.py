"""Fields of a form, looked at before anything is done with them: how long each may be, which numbers it may hold.

A limit comes from what it is of: an event's tables, a game's points, what a judge writes on a phone. What is beyond
is refused in words, with the limit in them; nothing is cut off in silence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from companion.text.wording import Wording
from ui.web.limits import FIELD, NAMES_BYTES

Form = Mapping[str, str]
MOST_PLAYERS = 2048  # of an event: the greatest that is paired within seconds
NAME = 60  # letters of a name: the longest of a million Frenchmen with both family names has 54
FORCE = 20_000  # letters of a force that is handed in: a thousand figures
LENGTHS = {"names": NAMES_BYTES, "text": FORCE, "name": NAME, "judge": NAME, "player": NAME * 2, "other": NAME * 2}
# the numbers a field may hold, and the words that name it
NUMBERS: Mapping[str, tuple[range, str]] = {
    "table": (range(10_000), "table"),  # halls number their tables, also from 1001 on
    "round": (range(1000), "round_number"),
    "call": (range(1_000_000), "call_number"),
    "first": (range(100_000), "points_number"),  # victory points: a force has as many at most
    "second": (range(100_000), "points_number"),
    "minutes": (range(61), "minutes"),  # given to a table: more is another round
    "players": (range(10_000), "players"),
    "count": (range(1, 100), "how_many"),
    "place": (range(10_000), "prize_place"),
    "back": (range(1_000_000), "back_to"),
}
OF_SETTINGS = range(100_000)  # minutes and points there: the rules of the event say which (TW-EV-27)
_NUMBER = re.compile(r"\s*-?\d{1,9}\s*", re.ASCII)


class OutOfLimit(Exception):
    """A field holds more than it may; its text says what, in the language of who asks."""


def checked(form: Form, wording: Wording) -> dict[str, str]:
    """The form without letters that control a terminal or a printer; raises ``OutOfLimit``."""
    plain = {}
    for name, value in form.items():
        numbers, key = NUMBERS.get(name, (range(0), ""))
        if form.get("do") == "settle" and key:
            numbers = OF_SETTINGS
        if key and value.strip() and not (_NUMBER.fullmatch(value) and int(value) in numbers):
            found = value.strip() if len(value.strip()) < 12 else f"{value.strip()[:8]}…"
            said = {"least": numbers[0], "most": numbers[-1], "found": found, "what": wording.say(f"venue.{key}")}
            raise OutOfLimit(wording.say("venue.out_of_range", **said))
        most = LENGTHS.get(name, FIELD)
        if len(value) > most:
            raise OutOfLimit(wording.say("venue.too_long", most=most, found=len(value)))
        if name == "names" and any(letter < " " and letter not in "\r\n\t" for letter in value):
            raise OutOfLimit(wording.say("venue.no_list"))
        plain[name] = "".join(letter for letter in value if letter in "\r\n\t" or _is_text(letter))
    return plain


def too_long(wording: Wording) -> str:
    """Return what is said of a form, or a list, that is longer than any may be."""
    return wording.say("venue.form_too_long", most=MOST_PLAYERS)


def _is_text(letter: str) -> bool:
    return unicodedata.category(letter) not in ("Cc", "Cs")
