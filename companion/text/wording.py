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
from typing import TYPE_CHECKING, Any, cast, get_args

from companion.core.phrases import Dice, Happened, Joined, Listed, Lower, Mean, Name, Phrase, Refusal, Terms, Told, Word
from companion.text.catalogue import catalogue_of
from companion.text.placing import Named, called, placed, within

if TYPE_CHECKING:
    from companion.core.dice import DiceRequest, DiceResult
    from companion.core.events import ChoiceMade
    from companion.core.flow import Outcome, Request
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
    "facing": "facing",
    "status": "trap_status",
}
PHRASES = tuple(kind for kind in get_args(Told) if kind is not str)
_FIRST_WORD = re.compile(r"\{(\w+)\}")  # a sentence that begins with the name of something
_FACES = re.compile(r"\s*:[^:]*\([^()]*\)\.$")  # at the end of a line that tells dice
_OPTIONS = ("direction", "area", "option")  # families of what is chosen


def language() -> str:
    """The language asked for by ``--lang``, by the environment or by the locale; English when it is neither of ours."""
    asked = next(filter(None, map(os.environ.get, ASKED_BY)), "") or locale.getlocale()[0] or ""
    return "fr" if asked.lower().startswith("fr") else "en"


@cache
def _family(lang: str, name: str) -> Mapping[str, str]:
    wording, keys = Wording(lang), sorted(key for key in catalogue_of(lang).messages if key.startswith(f"{name}."))
    return {key.removeprefix(f"{name}."): wording.say(key) for key in keys}


FAMILY_OF = {  # the words of a refusal: the families that may have the words for their values, one or several
    **dict.fromkeys(("active", "asked", "missing", "seat", "seats"), ("seat",)),
    **dict.fromkeys(("side", "sides"), ("side", "seat")),
    "entry": ("entry",),
    "pile": ("pile",),
    "slot": ("slot",),
    "tests": ("slot",),
    "use": ("use",),
    "way": ("manner",),
}


class Wording:
    """The words of one language; ``names`` gives the names of pieces and seats where they differ from their ids."""

    def __init__(self, lang: str | None = None, names: Mapping[str, str] | None = None) -> None:
        self.lang = lang if lang in LANGUAGES else language()
        self.names = dict(names or {})
        self.players: Mapping[str, str] = {}  # what the players at the seats are called

    def has(self, key: str) -> bool:
        """Whether the catalogue has a message for the key."""
        return key in catalogue_of(self.lang).messages

    def family(self, name: str) -> Mapping[str, str]:
        """Every message of a family by the rest of its key."""
        return _family(self.lang, name)

    def say(self, key: str, **words: object) -> str:
        """The message with its words filled in, in the form that fits the word that is counted in it."""
        message = catalogue_of(self.lang).form(key, words)
        filled = _Words({name: self._word(value) for name, value in words.items()})
        message = placed(message, self.lang, filled, Named(self.names.values(), self.players.values()))
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
        words: dict[str, Any] = {
            name: ", ".join(self._of_family(FAMILY_OF.get(name, ()), one) for one in value.split(", "))
            for name, value in broken.words
        }
        special = (f"{broken.rule}.{name}" for name in words)  # one that has more to say has words of its own
        key = next(filter(self.has, special), str(broken.rule))
        return self.say(key, at=broken.at or words.get("seat", ""), **words)

    def _of_family(self, families: Sequence[str], value: str) -> str:
        """The word for a value of the first family that has one."""
        known = (family for family in families if self.has(f"{family}.{value}"))
        return self.word(next(known, families[-1] if families else ""), value)

    def question(self, request: Request, **more: object) -> str:
        """Say what a request asks, and of whom; ``more``: words that the request does not hold."""
        who = {name: self.side(getattr(request, name)) for name in ("roller", "seat") if hasattr(request, name)}
        asked = next(iter(who.values()), "")  # a power may ask for dice and for a choice in the same words
        key, power = f"ask.{request.purpose}", str(request.purpose).removeprefix("power.")
        if power != request.purpose and not self.has(key):  # a power that a card brings: named, not described
            who["power"], key = self._word(power), "ask.power"
        if hasattr(request, "roller") and not self.has(key):  # a trap, a bolt: the throw says itself what it is
            return self.thrown(cast("DiceRequest", request))  # by its shape: words do not open the room of dice
        if hasattr(request, "roller") and self.has(f"{key}.throw"):  # what somebody said yes to before
            key += ".throw"
        if asked and asked == self._word(getattr(request, "piece", None)) and self.has(f"{key}.own"):
            key += ".own"  # who throws for itself is not named twice
        if hasattr(request, "spaces") and self.has(f"{key}.put"):  # somebody is put down, whatever else it decides
            key += ".put"
        if self.has(f"{key}.where") and all("." in option for option in getattr(request, "options", ())):
            key += ".where"  # by their shape: spaces of areas
        words: dict[str, object] = {"by": "", **more, "who": asked, **who}
        words["count"] = len(getattr(request, "dice", ()))
        said = self.say(key, piece=getattr(request, "piece", None) or "", **words)
        if asked and asked == self._word(getattr(request, "piece", None)) and said != self.say(key, piece="", **words):
            said = said.removeprefix(self.pair(asked, ""))  # nor who decides for itself
        return said[:1].upper() + said[1:]

    def speakers(self, seats: Iterable[str]) -> tuple[str, ...]:
        """The seats by whose names a side is told: of several of a side (``dawn``, ``dawn-2``) the first alone, unless
        their players have names.
        """
        kept = tuple(seats)
        return tuple(one for one in kept if one in self.players or _first_of(one) == one or _first_of(one) not in kept)

    def side(self, seat: str) -> str:
        """Return the name of a seat's player, or of its side without the seat's number; of its figure, where players
        of that side are called by their names.
        """
        first = _first_of(seat)
        if seat in self.players or first not in self.names:
            return self.word("seat", seat)
        return str(self.names[f"{seat}.self"]) if self._is_told_apart(seat) else self.names[first]

    def team(self, seat: str) -> str:
        """Return whom the seat wins and loses with: equal for all seats of a side, whoever plays them."""
        return str(self.names.get(f"{seat}.side") or _first_of(seat))

    def callers(self, seats: Iterable[str]) -> tuple[str, ...]:
        """Return what each of the seats is called, once; those of one side that have no player's name, together."""
        kept = tuple(seats)
        speakers = self.speakers(kept)
        return tuple(dict.fromkeys(self.side(one) for one in kept if one in speakers or self._is_told_apart(one)))

    def _is_told_apart(self, seat: str) -> bool:
        """Whether others of the seat's side have players' names, and its figure's is known."""
        mates = (one for one in self.players if one != seat and _first_of(one) == _first_of(seat))
        return seat not in self.players and f"{seat}.self" in self.names and any(mates)

    def gather(self, seats: Iterable[str]) -> None:
        """Call all seats of a side by its name alone: in a story a number behind it means nothing."""
        kept = tuple(seats)
        alike = {one: _first_of(one) for one in kept if _first_of(one) != one and _first_of(one) in kept}
        self.names |= {one: self.names[first] for one, first in alike.items() if first in self.names}

    def winners(self, seats: Sequence[str], rule: str = "") -> str:
        """Name the winners; without any, say that it is a draw, or, by a rule against which all play, that all lost."""
        names = tuple(dict.fromkeys(self.word("seat", seat) for seat in self.speakers(seats)))  # some play two
        (first, *others) = {_first_of(seat) for seat in seats} or {""}
        if first in self.names and not others and 0 < sum(seat in self.players for seat in seats) < len(seats):
            names = (self.names[first],)  # the side, of which some have no name
        if not names:
            return self.say(f"outcome.lost.{rule}" if self.has_losers(rule) else "outcome.draw")
        side, mates = self._side_of(seats)
        is_one = len({self.players.get(seat, seat) for seat in mates}) < 2  # who plays all of it is called by name
        listed, count = (self.listed(names), len(names)) if is_one else (side, len(mates))
        said = self.say("outcome.winners", seats=listed, count=count)
        return said[:1].upper() + said[1:]

    def has_losers(self, rule: str) -> bool:
        """Whether an end by that rule without winners is lost by all, and no draw."""
        return self.has(f"outcome.lost.{rule}")

    def scorer(self, seat: str) -> str:
        """Return whose the points of a seat are: of a side that several play the side's."""
        side, mates = self._side_of((seat,))
        if not mates and (first := _first_of(seat)) in self.names:
            side, mates = self.names[first], tuple(one for one in self.names if _first_of(one) == first)
        return side if len({self.players.get(one, one) for one in mates}) > 1 else self.word("seat", seat)

    def _side_of(self, seats: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        """Return the side that the seats are of, where they win and lose as one, and all its seats; else nothing."""
        side = self.names.get(f"{seats[0]}.side", "")
        mates = (key.removesuffix(".side") for key, name in self.names.items() if key.endswith(".side"))
        own = tuple(seat for seat in mates if self.names[f"{seat}.side"] == side)
        return (side, own) if {*seats} <= {*own} else ("", ())

    def listed(self, names: Sequence[str]) -> str:
        """Name several in a row: A, B and C."""
        if len(names) < 2:
            return "".join(names)
        first, *others = names
        *most, last = (name if name in self.players.values() else within(name) for name in others)
        return catalogue_of(self.lang).form("listed", {}).format(most=", ".join((first, *most)), last=last)

    def ending(self, outcome: Outcome, why: str = "") -> str:
        """Tell the end of a game: who won, ``why`` (else by which rule), with how many points."""
        speakers = self.speakers(seat for seat, _ in outcome.scores)
        counted = ((self.scorer(seat), many) for seat, many in outcome.scores if seat in speakers)
        points = dict.fromkeys(self.say("outcome.points", seat=seat, count=many) for seat, many in counted)
        why = why or next((self.say(key) for key in (f"end.{outcome.rule}", outcome.rule) if self.has(key)), "")
        scores = ", ".join(points)
        first = self.say("event.GameEnded", winners=self.winners(outcome.winners, outcome.rule))
        return " ".join(filter(None, (first, why[:1].upper() + why[1:], f"{scores}." if scores else "")))

    def event(self, event: Any) -> str:
        """Tell an event in one sentence."""
        key, shown = self._sentence(event)
        sentence = self.say(key, **shown).strip()
        first = _FIRST_WORD.match(catalogue_of(self.lang).form(key, shown))
        is_name = first is not None and str(getattr(event, first[1], "")) != self._word(shown.get(first[1], ""))
        return sentence[:1].upper() + sentence[1:] if is_name else sentence  # an id stays as it is written

    def sequel(self, event: object, own: Told | None, before: Mapping[str, str]) -> str:
        """Tell an event in one line with the one ``before`` it, ``own``: in the game's words; empty where the catalogue
        has no such line. The words of that line are ``first``, those of its dice ``faces`` and ``source``.
        """
        line, *others = own.parts if isinstance(own, Joined) else (own,)
        words: Mapping[str, object]
        if isinstance(line, Phrase):
            key, words = next(filter(self.has, line.special), line.key), line.words
        elif line is None or isinstance(line, Happened):
            key, words = self._sentence(event)
        else:
            return ""
        if not self.has(f"{key}.then"):
            return ""
        said = told(Joined((Phrase(f"{key}.then", {**words, **before}), *others), " "), self).strip()
        return said[:1].upper() + said[1:]

    def _sentence(self, event: object) -> tuple[str, dict[str, Any]]:
        """Return the key of the sentence that tells an event, and its words."""
        name = type(event).__name__
        words = {one.name: getattr(event, one.name) for one in fields(event)} if is_dataclass(event) else {}
        empty = [field for field, value in words.items() if not value]  # told in other words then
        rules = words.get("rules") or (words.get("rule"),)
        ruled = [f"event.{name}.{rule}" for rule in rules if isinstance(rule, str)]
        both = (f"{key}.{field}" for key in ruled for field in empty)
        bare = (f"event.{name}.{field}" for field in empty)
        key = next(filter(self.has, (*both, *ruled, *bare)), f"event.{name}")
        return key, {**self._enriched(words), **getattr(event, "told", {})}

    def throw(
        self, result: DiceResult, asked: DiceRequest, growth: str = "", needs: Mapping[str, Told] | None = None
    ) -> str:
        """Tell dice by their faces, those of a kind together, with who threw them for what: ``again``, or one ``more``
        that those before brought; ``needs``: by the kind of die what it has to show.
        """
        return self._thrown(asked, growth, **self.lying(result, asked, needs))

    def lying(self, result: DiceResult, asked: DiceRequest, needs: Mapping[str, Told] | None = None) -> dict[str, str]:
        """Return the words of dice that lie: their faces, those of a kind together, and where they were read."""
        purpose, kinds = str(asked.purpose), dict[str, list[str]]()
        for die, face in zip(asked.dice, result.faces, strict=True):
            kinds.setdefault(die, []).append(self.face(die, face))
        told = {die: (" " if all(map(str.isdecimal, faces)) else ", ").join(faces) for die, faces in kinds.items()}
        is_number = any(map(str.isdecimal, result.faces))  # that alone does not say of which die
        is_named = len(told) > 1 and (is_number or any(self.has(f"die.{die}.{purpose}") for die in told))
        names = {die: self._die(die, kinds[die], purpose) if is_named else "" for die in kinds}
        names |= {die: f"{names[die]} ({self._word(need)})" for die, need in (needs or {}).items() if names.get(die)}
        named = (f"{names[die]} {faces}".strip() for die, faces in told.items())
        return {"faces": (" · " if is_named else ", ").join(named), "source": self.word("source", result.source)}

    def thrown(self, asked: DiceRequest) -> str:
        """Tell who threw dice and what for, without what came up."""
        return _FACES.sub("", self._thrown(asked, faces="", source=""))

    def _thrown(self, asked: DiceRequest, growth: str = "", **words: object) -> str:
        purpose = str(asked.purpose)
        words["who"] = self._word(asked.piece) if asked.piece is not None else self.word("seat", asked.roller)
        power = purpose.removeprefix("power.")
        if not growth and self.has(f"event.DiceReported.{purpose}"):
            said = self.say(f"event.DiceReported.{purpose}", **words)
        elif not self.has(f"throw.{purpose}") and power == purpose:
            said = self.say("event.DiceReported.by" if words["faces"] else "screen.now_throws", **words)
        else:
            what, key = Phrase(f"throw.{purpose}") if power == purpose else Name(power), growth or "thrown"
            own = f"event.DiceReported.{key}.{purpose}"
            said = self.say(own if self.has(own) else f"event.DiceReported.{key}", what=what, **words)
        return said[:1].upper() + said[1:]

    def die(self, die: str, purpose: str, asked: Sequence[str] = ()) -> str:
        """Return the name of a die that is asked for: of a number what that decides; among others which it is."""
        own, among = f"die.{die}.{purpose}", f"die.{die}.among"
        if die[1:].isdecimal() and self.has(own):
            return self.say(own)
        return self.say(among) if len({*asked}) > 1 and self.has(among) else self.word("die", die)

    def _die(self, die: str, faces: Sequence[str], purpose: str) -> str:
        """Return the name of the die as that throw calls it, of several as many."""
        names = (f"die.{die}.{purpose}", f"dice.{die}" * (len(faces) > 1), f"die.{die}.among")
        called = next(filter(self.has, names), f"die.{die}")
        return self.say(called) if self.has(called) else self.word("die", die)

    def answer(self, event: ChoiceMade, asked: Request) -> str:
        """Tell an answer as what is so now, in the sentence of what was asked, or of what was chosen."""
        purpose, piece = str(asked.purpose), getattr(asked, "piece", None) or ""
        power = purpose.removeprefix("power.")
        families = (purpose,) if power == purpose else (purpose, "power")
        only = event.options if len(event.options) == 1 else ()
        keys = [f"answered.{family}.{option}" for family in families for option in only]
        key = next(filter(self.has, [*keys, *(f"answered.{family}" for family in families)]), "")
        if not key:
            return self.event(event)
        chosen = [self.say(f"told.{one}") if self.has(f"told.{one}") else self.option(one) for one in event.options]
        words = self._enriched({one.name: getattr(event, one.name) for one in fields(event)})
        words |= {"piece": piece, "power": self._word(power)} | dict.fromkeys(("options", "to"), self.listed(chosen))
        said = self.say(key, **words)
        return said[:1].upper() + said[1:]

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
            return self.listed([self._word(one) for one in value])
        if isinstance(value, PHRASES):
            return told(value, self)
        text = str(value)
        source = value.source if hasattr(value, "operation") else ""  # a part of a value: whose power or rule it is
        return text.replace(source, self.names.get(source, source)) if source else self.names.get(text, text)


def _first_of(seat: str) -> str:
    """Return the first seat of the side: ``dawn-2`` sits beside ``dawn``."""
    side, _, number = seat.rpartition("-")
    return side if side and number.isdecimal() else seat


class _Words(dict[str, str]):
    """Words for ``format_map``: a missing one shows its name instead of taking the table down."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def line_told(phrase: object, wording: Wording) -> str:
    """Say a phrase as a line of its own: a whole sentence begins with a capital, even with the name of a kind."""
    said = told(phrase, wording)
    return said[:1].upper() + said[1:] if said.endswith(".") else said


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
        case Listed(names):
            return wording.listed([told(name, wording) for name in names])
        case Fraction():
            return str(percent(phrase))
        case _:
            return str(phrase)


def names_told(families: Iterable[str], names: Mapping[str, object], lang: str) -> dict[str, str]:
    """Return the names of everything at a table: the words of these families, and the table's own names."""
    wording = Wording(lang)
    words = {key: word for family in families for key, word in wording.family(family).items()}
    return words | {key: called(told(name, wording), lang) for key, name in names.items()}


def _part(word: object, wording: Wording) -> object:
    """A word of a message: phrases are said, the rest is the catalogue's affair (an id becomes a name)."""
    if isinstance(word, PHRASES):
        return told(word, wording)
    if isinstance(word, tuple | list):
        return tuple(_part(one, wording) for one in word)
    return word


def dice_words(dice: Sequence[str], wording: Wording) -> str:
    """Count dice by kind in words: 3 × combat die, 1 × yellow die; 0 where there is none."""
    counted = (f"{count} × {wording.die(die, '', dice)}" for die, count in Counter(dice).items())
    return ", ".join(counted) or "0"


def percent(chance: Fraction) -> int:
    """The chance in hundredths; never all or nothing where it is not quite."""
    return min(99, max(1, round(100 * chance))) if 0 < chance < 1 else round(100 * chance)


def term_words(part: Contribution, wording: Wording) -> str:
    """A term in words: Martial Arts +2, or = 0 where it sets the number."""
    return f"{wording.word('term', part.source)} " + (f"= {part.amount}" if part.replaces else f"{part.amount:+d}")
