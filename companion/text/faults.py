"""Faults of files, and the camera's questions, in the players' language: the code's own line is English.

    InputError("own.json", "line 3 column 5", "the key 'x'", "one of the keys a, b")
        ──> own.json, ligne 3 colonne 5 : la clé 'x' au lieu de : une des clés a, b

The phrases of exceptions are the keys of their messages (``fault.the key {a}``): a phrase is matched against them, and
what stands in the places of the one that fits is filled into the message. A phrase that fits none stays as it is.
"""

from __future__ import annotations

import re
from functools import cache

from companion.errors import BrokenSeal, InputError, MissingPart
from companion.text.wording import Wording

_SENTENCE = re.compile("found (.+?), expected (.+)")
_REASONS = re.compile(r"; (?![^(]*\))")  # but not between what several looks say, in brackets
_IN_BRACKETS = re.compile(r"\(([a-z ]+)\)")
_PLACE = re.compile(r"\\{(\w)\\}")


def fault_words(wrong: BaseException, wording: Wording) -> str:
    """Say the fault in one line."""
    match wrong:
        case InputError():
            found, expected = (phrase_words(one, wording) for one in (wrong.found, wrong.expected))
            if not wrong.file and not wrong.place:
                return wording.say("fault_instead", found=found, expected=expected)
            where, place = phrase_words(wrong.file, wording), phrase_words(wrong.place, wording)
            if wrong.place:
                where = wording.say("fault_where", file=where, place=place) if wrong.file else place
            return " ".join(wording.say("fault", where=where, found=found, expected=expected).split())
        case MissingPart():
            part, remedy = (phrase_words(one, wording) for one in (wrong.part, wrong.remedy))
            return wording.say("fault_missing", part=part, remedy=remedy)
        case BrokenSeal():
            where = wording.say("fault_where", file=wrong.file, place=phrase_words(f"line {wrong.line}", wording))
            return wording.pair(where, phrase_words(wrong.why, wording))
        case OSError(strerror=str(found)):
            return ": ".join(part for part in (str(wrong.filename or ""), phrase_words(found, wording)) if part)
    return phrase_words(str(wrong), wording)


def typed_words(line: str, wording: Wording) -> str:
    """Say what is wrong with words that were typed, part by part: ``Invalid value for '--rounds': 77 is …``."""
    for key, form in _forms("typed", wording.lang):
        if fits := form.fullmatch(line):
            return wording.say(key, **{name: typed_words(part, wording) for name, part in fits.groupdict().items()})
    return line


def seen_words(why: str, wording: Wording) -> str:
    """Why a picture is asked about: one reason or several, ``the die leans: it may be cocked; no die is seen``."""
    return "; ".join(_sided(_in_family("eyes", reason, wording), wording) for reason in _REASONS.split(why))


def phrase_words(phrase: str, wording: Wording) -> str:
    """A phrase of an exception or of an import's remark; a whole ``found …, expected …`` in its parts."""
    if sentence := _SENTENCE.fullmatch(phrase):
        found, expected = (phrase_words(part, wording) for part in sentence.groups())
        return wording.say("fault_instead", found=found, expected=expected)
    return _in_family("fault", phrase, wording)


def _in_family(family: str, phrase: str, wording: Wording) -> str:
    for key, form in _forms(family, wording.lang):
        if fits := form.fullmatch(phrase):
            return wording.say(key, **fits.groupdict())
    return phrase


def _sided(said: str, wording: Wording) -> str:
    """The words with the sides of a map that they name: ``left``, or ``3 (top left), 4 (bottom)``."""
    if wording.has(f"place.{said}"):
        return wording.say(f"place.{said}")
    return _IN_BRACKETS.sub(lambda side: f"({_sided(side[1], wording)})", said)


@cache
def _forms(family: str, lang: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The message of every phrase with the form of the phrase; those that say most themselves are tried first."""
    forms = {phrase: re.escape(phrase) for phrase in Wording(lang).family(family)}
    own = sorted(forms, key=lambda phrase: -len(_PLACE.sub("", forms[phrase])))
    return tuple((f"{family}.{phrase}", re.compile(_PLACE.sub(r"(?P<\1>.+)", forms[phrase]))) for phrase in own)
