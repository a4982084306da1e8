"""Phrases of a game's face in a language: ``companion.core.face`` says what, the catalogues how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from companion.core.face import Dice, Happened, Joined, Lower, Name, Phrase, Refusal, Terms, Word
from companion.core.reckoning import Contribution
from companion.text.wording import Wording


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
    if isinstance(word, Phrase | Word | Name | Dice | Terms | Happened | Refusal | Lower | Joined | Fraction):
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
