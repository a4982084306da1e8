"""Reading of card texts, with care: the standard powers, abilities and symbols they grant without conditions.

"Ada can use Charge and Perplex."              uses charge, perplex                 nothing left over
"Ada can use Charge. When she does, …"         uses charge                          the rest is for the players
"When adjacent to a friend, she can use …"     asked: the players say that it holds now
SEISMIC BLAST (Quake)                          is Quake under a name of its own (HC-POW-03)
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.core.typed import plain
from companion.documents import Node
from companion.games.heroclix.figures.figure import SLOTS, SpecialPower
from companion.games.heroclix.figures.plain_changes import (
    asked_changes,
    changes_by_tokens,
    changes_in_attacks,
    plain_rows,
    predicates,
)
from companion.games.heroclix.figures.powers_table import power_names
from companion.games.heroclix.figures.team_names import team_names
from companion.games.heroclix.figures.whom import Row, lent_to, whom_of

TEAM = "team:"  # before the id of a team ability
SYMBOL = "symbol:"  # before a symbol that replaces the printed one, as texts call it

# combat abilities as texts call them
ABILITY_NAMES: Mapping[str, str] = {
    "flight": "flight",
    "carry": "carry",
    "swim": "swim",
    "sharpshooter": "sharpshooter",
    "indomitable": "indomitable",
    "duo attack": "duo_attack",
    "move and attack": "move_and_attack",
    "giant reach": "giant_stride",
    "multiattack": "multiattack",
    "capture": "capture",
    "giant stride": "giant_stride",
    "giant size": "giant",
    "colossal size": "colossal",
    "great size": "giant",
    "tiny size": "tiny",
}
SYMBOLS: Mapping[str, tuple[str, str]] = {
    "boot": ("speed", "boot"),
    "wing": ("speed", "wing"),
    "dolphin": ("speed", "dolphin"),
    "inverted boot": ("speed", "transport_boot"),
    "inverted wing": ("speed", "transport_wing"),
    "inverted dolphin": ("speed", "transport_dolphin"),
    "fist": ("attack", "fist"),
    "duo": ("attack", "duo"),
    "sharpshooter": ("attack", "sharpshooter"),
    "shield": ("defense", "shield"),
    "indomitable": ("defense", "indomitable"),
    "starburst": ("damage", "starburst"),
    "giant": ("damage", "giant"),
    "colossal": ("damage", "colossal"),
    "tiny": ("damage", "tiny"),
}


@dataclass(frozen=True, slots=True)
class Reading:
    """The grants of a special power, a trait or another text; powers and abilities by id, teams after ``team:``."""

    uses: tuple[str, ...] = ()  # HC-POW-15
    possesses: tuple[str, ...] = ()  # HC-POW-14
    symbols: tuple[tuple[str, str], ...] = ()  # slot, symbol (HC-ABIL-05)
    asked: tuple[str, ...] = ()  # named under a condition: granted when the players say so
    effects: tuple[str, ...] = ()  # plain changes: rows that name verbs, as JSON texts
    named: str = ""  # the standard power it is under another name (HC-POW-03)
    is_whole: bool = True  # whether nothing of the text is left to the players
    optional: bool = True  # HC-POW-06
    counterable: bool = True  # HC-POW-16


@lru_cache(maxsize=32768)  # the texts of every figure that players have imported
def read_special(special: SpecialPower, names: tuple[str, ...] = ()) -> Reading:
    """Read the grants and the plain changes of a special power or trait; whatever is not sure is asked, never assumed.

    ``names`` are what the figure is called: without them a change of values is in force only for "this character".

    A correction (``grants``) goes before the text, and stands for a whole reading of it; without a text the powers
    that the file lists are granted.
    """
    named = _named(special.name) if special.slot in SLOTS else ""
    if special.grants is not None:
        symbols = tuple(SYMBOLS[one.removeprefix(SYMBOL)] for one in special.grants if one.startswith(SYMBOL))
        uses = tuple(one for one in special.grants if not one.startswith(SYMBOL))
        return Reading(uses, symbols=symbols, named=named, asked=_others(special, uses))
    if named and not special.text:
        return Reading(named=named)
    if not special.text:
        return Reading(special.powers)
    found = _Sentences(special.text, names)
    given = found.uses + found.possesses
    sure = special.slot in (*SLOTS, "trait") and not found.is_limited
    if not sure:
        asked = (*dict.fromkeys((*given, *_others(special, given), *found.asked)),)
        return Reading(asked=asked, named=named, is_whole=False, optional=found.optional, counterable=found.counterable)
    others = dict.fromkeys((*_others(special, given), *found.asked))
    asked = tuple(power for power in others if power not in given)
    return Reading(
        tuple(dict.fromkeys(found.uses)),
        tuple(dict.fromkeys(found.possesses)),
        tuple(found.symbols),
        asked,
        tuple(json.dumps(row, sort_keys=True) for row in found.effects),
        named,
        found.is_whole,
        found.optional,
        found.counterable,
    )


def grants_of(node: Node) -> tuple[str, ...]:
    """Read the grants in a correction or a case: ids of powers and abilities, ``team:…``, ``symbol:…``."""
    known = {*power_names(), *ABILITY_NAMES.values(), *(TEAM + one for one in team_names().values())}
    return tuple(entry.word({*known, *(SYMBOL + word for word in SYMBOLS)}) for entry in node.items())


def _others(special: SpecialPower, given: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Return the powers that the file lists for the text and no sure sentence grants."""
    return tuple(power for power in special.powers if power not in given and power in power_names())


def _named(name: str) -> str:
    """The standard power in the parentheses of a title: SEISMIC BLAST (Quake)."""
    found = re.fullmatch(r"[^()]+\(([^()]+)\)\s*", name)
    return _powers().get(found[1].strip().casefold(), "") if found else ""


@lru_cache(maxsize=1)
def _powers() -> Mapping[str, str]:
    return {power.english.casefold(): power.id for power in power_names().values()}


_VERB = re.compile(r"(?P<who>.*?)\b(?P<verb>can use|may use|uses|has|have|possesses|possess) (?P<what>.+)", re.I)
# a subject that is not the figure itself, or not always
_NOT_ITSELF = re.compile(
    r"\b(adjacent|friendly|opposing|opponents?|others?|each|all|any|when\w*|if|while|once|until|as|unless|chosen|target\w*"
    r"|characters|player|beginning|during|after|before|who|that|which|with|for|may|or|then|can't|cannot|not)\b",
    re.I,
)
_LIMITS = re.compile(r"\b(only|can't|cannot|may not|unless|except|must|instead|no damage|becomes)\b", re.I)
_PRONOUN = re.compile(r"(he|she|it|they|this character|character)\Z", re.I)
_BEYOND = re.compile(
    r"(?:this|that|the) \w+ (?:can't|cannot) be (?P<what>countered|ignored|countered or ignored)", re.I
)
_PENETRATING_TOO = re.compile(
    r"(?:this|it|this \w+) (?:can |may |also )*(?:reduces?|applies to|affects) penetrating damage(?:,? too| as well)?",
    re.I,
)
_LASTS = re.compile(r"\b(until|this effect|lasts?|removed|end of)\b", re.I)
_TITLES = re.compile(r"\b(Drs?|Mrs?|Ms|St|Lt|Prof|Sgt)\.(?= ?[\w#])")  # they end no sentence
_INITIALS = re.compile(r"\b(?:[A-Z]\.){2,}")


def _abbreviated(words: str) -> str:
    """The words without the dots that end no sentence: of titles and of initials."""
    return _TITLES.sub(r"\1", _INITIALS.sub(lambda found: found[0].replace(".", ""), words))


def _unpointed(name: str) -> str:
    """A name as it stands in a sentence that is taken apart: nothing of it parts a sentence."""
    return " ".join(re.sub(r"[,.;:!?]", " ", _abbreviated(name.replace("’", "'"))).split())


class _Sentences:
    """A text, sentence by sentence: what each gives for sure."""

    def __init__(self, text: str, names: tuple[str, ...] = ()) -> None:
        called = {name.replace("’", "'"): _unpointed(name) for name in names}
        spelt = (*called, *called.values())
        self._names = {word for name in spelt for word in re.findall(r"[\w']+", name.casefold())}
        self._called = {name.casefold() for name in called.values()}
        self.effects: list[Row] = []
        self._is_of_others = False  # whether the last sentence spoke of somebody else
        self.uses: list[str] = []
        self.possesses: list[str] = []
        self.symbols: list[tuple[str, str]] = []
        self.asked: list[str] = []
        self.is_whole = True
        self.is_limited = False
        self.optional = True
        self.counterable = True
        plain = text.replace("//", ". ").replace("’", "'")
        for name, bare in called.items():
            plain = re.sub(re.escape(name), bare, plain, flags=re.I) if name != bare else plain
        plain = _abbreviated(plain)
        if "(non-optional)" in plain:
            self.optional, plain = False, plain.replace("(non-optional)", "")
        for sentence in re.split(r"(?<=[.!?])\s+|\.\s*\.", plain):
            words = sentence.strip().rstrip(".! ").strip()
            if words:
                self._read(words)

    def _read(self, words: str) -> None:
        if meta := _BEYOND.fullmatch(words):
            self.counterable &= "counter" not in meta["what"].lower()
            return
        if self.effects and "reduce" in self.effects[-1]["verb"] and _PENETRATING_TOO.fullmatch(words):
            self.effects[-1] |= {"penetrating": True}
            return
        for form in (plain_rows, changes_by_tokens, changes_in_attacks) if self.is_whole else ():
            if (rows := form(words, self._is_own)) is not None:
                self._take(rows)
                return
        if self._grants(words) or self._lends(words):
            return
        parts = predicates(words)
        if self.is_whole and len(parts) > 1 and all(self._says(part) for part in parts):
            return
        if self.uses or self.possesses or self.effects:
            self.is_limited |= bool(_LIMITS.search(words))
        if self.effects:
            self.is_limited |= bool(_LASTS.search(words))
        self.asked += [*_under_condition(words), *asked_changes(words, self._is_own)]
        self.is_whole = False

    def _lends(self, words: str) -> bool:
        """Take in the powers and abilities that a sentence lets friends use; whether it says nothing else."""
        found = _VERB.fullmatch(words) if self.is_whole else None
        if found is None or found["verb"].casefold() != "can use":
            return False
        whom, items = whom_of(found["who"].strip(), self._is_own), _items(found["what"])
        if not whom or items is None or any(kind not in ("power", "ability") for kind, _ in items):
            return False
        powers = [key for _, key in items]
        itself: Row = {"powers": powers}
        rows = lent_to(whom, [itself], powers=powers)
        if rows is None:
            return False
        self._take([row for row in rows if row is not itself])
        self.uses += powers if itself in rows else []
        return True

    def _says(self, words: str) -> bool:
        """Take in one of several things that a sentence says of its subject; whether it is plain."""
        rows = plain_rows(words, self._is_own)
        if rows is not None:
            self._take(rows)
        return rows is not None or self._grants(words) or self._lends(words)

    def _take(self, rows: list[Row]) -> None:
        self.effects += rows
        self._is_of_others = any("whom" in row for row in rows)

    def _is_own(self, words: str) -> bool:
        """Whether the words name the figure itself."""
        who = words.strip().casefold()
        if who in ("this character", "the character", "character") or who in self._called:
            return True
        if _PRONOUN.fullmatch(who) or who in ("his", "her", "its", "their", "him", "them"):
            return self.is_whole and not self._is_of_others
        named = re.findall(r"[A-Z][\w'.-]*|[0-9]+", words)
        if not named or _NOT_ITSELF.search(words):
            return False
        return all(part in self._names for one in named for part in re.findall(r"[\w']+", one.casefold()))

    def _grants(self, words: str) -> bool:
        """Take in the powers, abilities and symbols of a sentence that grants nothing else; whether it does."""
        found = _VERB.fullmatch(words)
        who, verb = (found["who"].strip(), found["verb"].casefold()) if found else ("", "can use")
        items = _items(found["what"] if found else words)
        sure = items is not None and not _NOT_ITSELF.search(who)
        is_told = self.is_whole and not self._is_of_others
        if sure and _PRONOUN.match(who) and not is_told and who.casefold() not in ("this character", "character"):
            sure = False  # whom it speaks of, a sentence before it says
        if not sure or items is None:
            return False
        self._is_of_others = False
        for kind, key in items:
            if kind == "symbol":
                self.symbols.append(SYMBOLS[key])
            elif verb in ("can use", "may use", "uses"):
                self.uses.append(key)
            else:
                self.possesses.append(key)
        return True


_OF_OTHERS = re.compile(r"\b(characters|opposing|opponents?|friends|allies)\b", re.I)
_NAMES_A_USE = re.compile(r"(?P<who>.*?)\b(?:can|may) (?:also )?use (?P<what>.+)", re.I)


def _under_condition(words: str) -> list[str]:
    """The powers and abilities that a sentence lets the figure itself use under a condition."""
    found = _NAMES_A_USE.fullmatch(words)
    if found is None or _OF_OTHERS.search(found["who"].rpartition(",")[2]):
        return []
    names = re.compile("|".join(sorted(map(re.escape, _powers()), key=len, reverse=True)))
    abilities = re.findall(rf"({'|'.join(ABILITY_NAMES)}) (?:combat )?abilit", found["what"].casefold())
    powers = [_powers()[name] for name in names.findall(found["what"].casefold())]
    return [*powers, *(ABILITY_NAMES[name] for name in abilities)]


def _items(words: str) -> list[tuple[str, str]] | None:
    """The powers, abilities and symbols of a list of nothing else, or ``None``."""
    parts = [part.strip() for part in re.split(r",? and |, |;", words.strip()) if part.strip()]
    found, tail = list[tuple[str, str]](), ""
    for part in reversed(parts):  # "the Avengers, Defenders and X-Men team abilities": the last word is said for all
        item = _item(part, tail)
        if item is None:
            return None
        tail = next((end for end in ("team abilities", "abilities", "symbols") if part.endswith(end)), tail)
        found.append(item)
    return found[::-1] or None


def _item(part: str, tail: str) -> tuple[str, str] | None:
    name = re.sub(r"^(?:the|a) ", "", part, flags=re.I).replace('"', "").strip()
    power = _powers().get(name.casefold())
    if power is not None:
        return "power", power
    full = name if re.search(r"(abilit(y|ies)|symbols?)$", name) or not tail else f"{name} {tail}"
    team = re.fullmatch(r"(.+) team abilit(?:y|ies)", full, re.I)
    if team:
        known = team_names().get(plain(team[1]))
        return ("team", TEAM + known) if known else None
    ability = re.fullmatch(r"(.+?) (?:combat )?abilit(?:y|ies)", full, re.I)
    if ability:
        named = ABILITY_NAMES.get(ability[1].casefold()) or _powers().get(ability[1].casefold())
        return ("ability", named) if named else None
    symbol = re.fullmatch(r"(.+?) (?:(?:combat|speed|attack|defense|damage) )?symbols?", full, re.I)
    if symbol and symbol[1].casefold() in SYMBOLS:
        return "symbol", symbol[1].casefold()
    return None
