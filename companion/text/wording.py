"""Words for rules, questions and events, in English and French.

    en.po, fr.po     gettext catalogues; the message id is a rule id, ``ask.<rule>``, ``event.<name>`` or a word's key,
                     the plural's id the name of the word that is counted: msgid "event.Hurt", msgid_plural "lost"
    Wording(lang)    looks up and fills in; a key that is missing says so in tests, and shows itself on the table

Nothing here knows a game: an event is a record with fields, and its fields are the words of its message.
"""

from __future__ import annotations

import locale
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, get_args

from companion.core.phrases import Dice, Happened, Joined, Lower, Mean, Name, Phrase, Refusal, Terms, Told, Word
from companion.text.catalogue import catalogue_of

if TYPE_CHECKING:
    from companion.core.events import ChoiceMade, Passed
    from companion.core.flow import Request
    from companion.core.reckoning import Contribution
    from companion.core.rules import Violation

LANGUAGES = ("en", "fr")
ASKED_BY = ("TABLEWRIGHT_LANG", "LC_ALL", "LC_MESSAGES", "LANG")  # a locale need not be installed for it

# fields of events whose values are words of a family
_FAMILIES = {
    "seat": "seat",
    "by": "seat",
    "kind": "kind",
    "phase": "phase",
    "area": "area",
    "slot": "slot",
    "moment": "moment",
    "what": "what",
    "manner": "manner",
    "now": "door",
    "word": "option",
    "use": "use",
}
PHRASES = tuple(kind for kind in get_args(Told) if kind is not str)
_BEFORE_A_NAME = re.compile(r"\b([Dd]e|[Qq]ue|[Àà]) \{(\w+)\}")  # of French
_OWNER = re.compile(r"\{(\w+)\}'s")  # of English
_TAKEN_UP = {  # articles of names
    ("de", "Le"): "du",
    ("de", "La"): "de la",
    ("de", "Les"): "des",
    ("à", "Le"): "au",
    ("à", "La"): "à la",
    ("à", "Les"): "aux",
}
_FIRST_WORD = re.compile(r"\{(\w+)\}")  # a sentence that begins with the name of something
_VOWELS = frozenset("aàâeéèêëiîïoôuùûAÀÂEÉÈÊËIÎÏOÔUÙÛ")
_OPTIONS = ("direction", "area", "option")  # families of what is chosen


def language() -> str:
    """The language asked for by ``--lang``, by the environment or by the locale; English when it is neither of ours."""
    asked = next(filter(None, map(os.environ.get, ASKED_BY)), "") or locale.getlocale()[0] or ""
    return "fr" if asked.lower().startswith("fr") else "en"


@cache
def _keys_of(lang: str, family: str) -> tuple[str, ...]:
    return tuple(sorted(key for key in catalogue_of(lang).messages if key.startswith(f"{family}.")))


class Wording:
    """The words of one language; ``names`` gives the names of pieces and seats where they differ from their ids."""

    def __init__(self, lang: str | None = None, names: Mapping[str, str] | None = None) -> None:
        self.lang = lang if lang in LANGUAGES else language()
        self.names = dict(names or {})
        self.players: Mapping[str, str] = {}  # what the players at the seats are called

    def has(self, key: str) -> bool:
        """Whether the catalogue has a message for the key."""
        return key in catalogue_of(self.lang).messages

    def family(self, name: str) -> dict[str, str]:
        """Every message of a family by the rest of its key."""
        return {key.removeprefix(f"{name}."): self.say(key) for key in _keys_of(self.lang, name)}

    def say(self, key: str, **words: object) -> str:
        """The message with its words filled in, in the form that fits the word that is counted in it."""
        message = catalogue_of(self.lang).form(key, words)
        filled = _Words({name: self._word(value) for name, value in words.items()})
        if self.lang == "fr":
            message = _BEFORE_A_NAME.sub(lambda small: _joined(small, filled), message)
        elif "}'s" in message:
            message = _OWNER.sub(lambda owner: _owned(owner, filled), message)
        return message.format_map(filled)

    def pair(self, what: object, says: object) -> str:
        """Join a subject and its statement with a colon, as the language writes one."""
        return self.say("pair", what=what, says=says)

    def word(self, family: str, value: Any) -> str:
        """The word for a value of a family (``slot``, ``kind``, ``seat`` …), or the value as it is."""
        if family == "seat" and value in self.players:
            return self.players[value]
        key = f"{family}.{value}"
        return self.say(key) if self.has(key) else self._word(value)

    def face(self, die: str, face: str) -> str:
        """The word for what a die shows; the face as it is printed where it needs none."""
        key = f"face.{die}.{face}"
        return self.say(key) if self.has(key) else face

    def option(self, option: str) -> str:
        """The word for something that may be chosen: a direction, an area, a name."""
        family = next((family for family in _OPTIONS if self.has(f"{family}.{option}")), "")
        return self.word(family, option)

    def violation(self, broken: Violation) -> str:
        """Say a refusal to the players."""
        words: dict[str, Any] = dict(broken.words)
        for name in ("active", "seat", "asked", "missing"):
            if name in words:
                words[name] = self.word("seat", words[name])
        if broken.rule == "TW-SEAT-02":
            words["seats"] = ", ".join(self.word("seat", seat) for seat in str(words["seats"]).split(", "))
        return self.say(broken.rule, at=broken.at or "", **words)

    def question(self, request: Request) -> str:
        """Say what a request asks, and of whom."""
        who = {name: self.word("seat", getattr(request, name)) for name in ("roller", "seat") if hasattr(request, name)}
        asked = next(iter(who.values()), "")  # a power may ask for dice and for a choice in the same words
        key, power = f"ask.{request.purpose}", str(request.purpose).removeprefix("power.")
        if power != request.purpose and not self.has(key):  # a power that a card brings: named, not described
            who["power"], key = self._word(power), "ask.power"
        if asked and asked == self._word(getattr(request, "piece", None)) and self.has(f"{key}.own"):
            key += ".own"  # who throws for itself is not named twice
        return self.say(key, piece=getattr(request, "piece", None) or "", who=asked, **who)

    def speakers(self, seats: Iterable[str]) -> tuple[str, ...]:
        """The seats by whose names a side is told: of several of a side (``dawn``, ``dawn-2``) the first alone, unless
        their players have names.
        """
        kept = tuple(seats)
        return tuple(one for one in kept if one in self.players or _first_of(one) == one or _first_of(one) not in kept)

    def winners(self, seats: Sequence[str], rule: str = "") -> str:
        """Name the winners; without any, say that it is a draw, or, by a rule against which all play, that all lost."""
        names = tuple(self.word("seat", seat) for seat in self.speakers(seats))
        if not names:
            return self.say(next(filter(self.has, (f"outcome.lost.{rule}", "outcome.draw"))))
        return self.say("outcome.winners", seats=names, count=len(names))

    def event(self, event: Any) -> str:
        """Tell an event in one sentence."""
        name = type(event).__name__
        words = {one.name: getattr(event, one.name) for one in fields(event)} if is_dataclass(event) else {}
        empty = (f"event.{name}.{field}" for field, value in words.items() if not value)  # told in other words then
        ruled = (f"event.{name}.{rule}" for rule in words.get("rules") or () if isinstance(rule, str))
        key = next(filter(self.has, (*ruled, *empty)), f"event.{name}")
        shown = {**self._enriched(words), **getattr(event, "told", {})}
        sentence = self.say(key, **shown).strip()
        first = _FIRST_WORD.match(catalogue_of(self.lang).form(key, shown))
        is_name = first is not None and str(getattr(event, first[1], "")) != self._word(shown.get(first[1], ""))
        return sentence[:1].upper() + sentence[1:] if is_name else sentence  # an id stays as it is written

    def answer(self, event: ChoiceMade | Passed, asked: Request) -> str:
        """Tell an answer with what it was asked for: by its name where that has one, else after the question."""
        about = next((key for key in (f"about.{asked.purpose}", f"term.{asked.purpose}") if self.has(key)), "")
        words = self._enriched({one.name: getattr(event, one.name) for one in fields(event)})
        if about:
            return self.say(f"event.{type(event).__name__}.about", about=self.say(about), **words)
        if type(event).__name__ == "ChoiceMade" and self.has(f"ask.{asked.purpose}"):
            return self.say("event.ChoiceMade.asked", asked=self.question(asked), **words)
        return self.event(event)

    def _enriched(self, words: dict[str, Any]) -> dict[str, Any]:
        """The fields of an event as words: seats and kinds by name, a path by its ends, a result by its faces."""
        path = words.get("path") or words.get("spaces")
        if path:
            words |= {"start": path[0], "to": path[-1]}
        for field, family in _FAMILIES.items():
            if words.get(field) is not None:
                words[field] = self.word(family, words[field])
        if (result := words.get("result")) is not None and hasattr(result, "faces"):  # dice; another result is a word
            between = " " if all(map(str.isdecimal, result.faces)) else ", "
            words |= {"faces": between.join(result.faces), "source": self.word("source", result.source)}
        if hasattr(words.get("outcome"), "winners"):
            words["winners"] = self.winners(words["outcome"].winners, words["outcome"].rule)
        if isinstance(words.get("options"), tuple):
            words["options"] = tuple(self.option(option) for option in words["options"])
        for field in ("seats", "agreed"):
            if isinstance(words.get(field), tuple):
                words[field] = tuple(self.word("seat", seat) for seat in words[field])
        return words

    def _word(self, value: Any) -> str:
        if isinstance(value, Enum):
            return str(value.value)
        if hasattr(value, "_fields"):  # a border, by its two sides
            return "|".join(self._word(one) for one in value)
        if isinstance(value, tuple | list | frozenset):
            return ", ".join(self._word(one) for one in value)
        if isinstance(value, PHRASES):
            return told(value, self)
        text = str(value)
        source = value.source if hasattr(value, "operation") else ""  # a part of a value: whose power or rule it is
        return text.replace(source, self.names.get(source, source)) if source else self.names.get(text, text)


def _first_of(seat: str) -> str:
    """Return the first seat of the side: ``dawn-2`` sits beside ``dawn``."""
    side, _, number = seat.rpartition("-")
    return side if side and number.isdecimal() else seat


def _joined(small: re.Match[str], words: Mapping[str, str]) -> str:
    """« de Odrun » is « d'Odrun », « de Le maître » is « du maître », « à Les Vilains » is « aux Vilains »."""
    word, field = small.groups()
    name = words.get(field, "")
    if word[-1] == "e" and name[:1] in _VOWELS:
        return f"{word[:-1]}'{{{field}}}"
    article, _, rest = name.partition(" ")
    taken = _TAKEN_UP.get((word, article))
    return f"{taken} {rest.replace('{', '{{').replace('}', '}}')}" if taken else small[0]


def _owned(owner: re.Match[str], words: Mapping[str, str]) -> str:
    """“The villains's turn” is “The villains' turn”."""
    return owner[0][:-1] if words.get(owner[1], "").endswith("s") else owner[0]


class _Words(dict[str, str]):
    """Words for ``format_map``: a missing one shows its name instead of taking the table down."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def told(phrase: object, wording: Wording) -> str:
    """Say a phrase; anything else as the catalogue says words, ids by their names."""
    match phrase:
        case str():
            return phrase
        case Phrase(key, words, special):
            key = next(filter(wording.has, special), key)
            return wording.say(key, **{name: _part(word, wording) for name, word in words.items()})
        case Word(family, value, otherwise):
            is_known = not otherwise or wording.has(f"{family}.{value}")
            return wording.word(family, value) if is_known else told(otherwise, wording)
        case Name(of, otherwise):
            return wording.names.get(of, otherwise or of)
        case Dice(kinds):
            return dice_words(kinds, wording)
        case Terms(parts, cited):
            rules = (f" [{part.source}]" if cited else "" for part in parts)
            return ", ".join(term_words(part, wording) + rule for part, rule in zip(parts, rules, strict=True))
        case Happened(event):
            return wording.event(event)
        case Refusal(broken):
            return wording.violation(broken)
        case Mean(value):
            return f"{float(value):.1f}".replace(".", "," if wording.lang == "fr" else ".")
        case Lower(what):
            return told(what, wording).lower()
        case Joined(parts, between):
            return between.join(filter(None, (told(part, wording) for part in parts)))
        case Fraction():
            return str(percent(phrase))
        case _:
            return str(phrase)


def names_told(families: Iterable[str], names: Mapping[str, object], lang: str) -> dict[str, str]:
    """Return the names of everything at a table: the words of these families, and the table's own names."""
    wording = Wording(lang)
    words = {key: word for family in families for key, word in wording.family(family).items()}
    return words | {key: told(name, wording) for key, name in names.items()}


def _part(word: object, wording: Wording) -> object:
    """A word of a message: phrases are said, the rest is the catalogue's affair (an id becomes a name)."""
    if isinstance(word, PHRASES):
        return told(word, wording)
    if isinstance(word, tuple | list):
        return tuple(_part(one, wording) for one in word)
    return word


def dice_words(dice: Sequence[str], wording: Wording) -> str:
    """Count dice by kind in words: 3 × combat die, 1 × yellow; 0 where there is none."""
    counted = (f"{count} × {wording.word('die', die)}" for die, count in Counter(dice).items())
    return ", ".join(counted) or "0"


def percent(chance: Fraction) -> int:
    """The chance in hundredths; never all or nothing where it is not quite."""
    return min(99, max(1, round(100 * chance))) if 0 < chance < 1 else round(100 * chance)


def term_words(part: Contribution, wording: Wording) -> str:
    """A term in words: Martial Arts +2, or = 0 where it sets the number."""
    return f"{wording.word('term', part.source)} " + (f"= {part.amount}" if part.replaces else f"{part.amount:+d}")
