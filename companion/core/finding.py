"""Finding an entry by words somebody would ask with: BM25 over three fields, light stems, typing errors forgiven.

question ──heard in──> en │ fr ──glossary, stems──> terms and pairs of terms ──postings──> score of each entry
                               a stem nobody wrote ──nearest one──┘
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

# words of a question that tell no rule from another
_SMALL = {
    "en": """a an the i me my mine you your we us our he him his she her it its they them their this that these those
        there is are am be been was were do does did done can could may might should shall will would have has had
        what who whom whose which why how if of to in on at for from with and or as so then than by about into happen
        happens get gets got s t re ll ve d any some just also yet really allowed possible ok i'm somebody someone
        anybody everybody when while""",
    "fr": """le la les l un une des du de d au aux a en et ou où je j tu il elle on nous vous ils elles me m te t se s
        mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce c ces cet cette ça cela qui que qu quoi
        quel quelle quelles quels est es suis sont êtes être ai as avons avez ont avoir fait faire fais peut peux
        pouvez peuvent pouvoir puis dans sur pour par avec si y lui eux comment pourquoi quand n ne donc alors mais
        aussi dont quelqu passe arrive sait veux vouloir permis""",
}
# words that tell little: everybody says them of everything
_LIGHT = {
    "en": """one two go make take stand put give time thing way want still use using used come more no not first only
        other same new another out off up down before after during where all every each own else left has me now
        let standing stands next""",
    "fr": """un deux aller faire prendre mettre donner temps chose façon veut utiliser utilise venir plus pas premier
        seulement autre même nouveau avant après pendant tout tous chaque reste rester bien là ici trop où sans
        être quand""",
}
K, B = 1.2, 0.4  # BM25's own: how soon a repeated word stops counting, how much long entries are held back
LIGHT = 0.35  # of a word that tells little against one that tells much
PAIR = 0.7  # of a pair of neighbouring words against one word
RARE = 4.0  # entries: as rare as that is as rare as can be, or one odd word would outweigh all the others
FIELDS = (2.0, 0.7, 1.6)  # title, words, words asked with
LEAST = 0.25  # of the best score: what lies below is left out
AKIN = 0.5  # of a word that is near the one asked with
COVER = 0.6  # of the score that hangs on how much of the question is answered
LONGEST = 5  # words of an expression of a glossary
_WORD = re.compile(r"[a-z0-9]+")
_PHRASE = re.compile(r"[.;:,?!]")


def plain(text: str) -> str:
    """Return the text in small letters without accents."""
    marked = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    return "".join(letter for letter in marked if not unicodedata.combining(letter))


SMALL = {lang: frozenset(_WORD.findall(plain(words))) for lang, words in _SMALL.items()}


@lru_cache(maxsize=20_000)
def _english(word: str) -> str:
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x")):
        if word.endswith(ending) and len(word) > 4:
            word = word.removesuffix(ending) + instead
            break
    else:
        if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
            word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            if word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    return word.removesuffix("e") if len(word) > 3 else word


_FRENCH = (
    *("issements", "issement", "ements", "ement", "ations", "ation", "erait", "erai", "antes", "ante", "aient"),
    *("iez", "ions", "ant", "ent", "ees", "ait", "ais", "ons", "era", "ee", "er", "ez", "es", "e", "s", "x"),
)


@lru_cache(maxsize=20_000)
def _french(word: str) -> str:
    for ending in _FRENCH:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


STEMS = {"en": _english, "fr": _french}
LIGHT_STEMS = {lang: frozenset(map(STEMS[lang], _WORD.findall(plain(words)))) for lang, words in _LIGHT.items()}


def is_near(word: str, other: str) -> bool:
    """Whether one is the other with a typing error: a letter more, less, wrong or swapped; two in a long word."""
    allowed = 2 if min(len(word), len(other)) > 7 else 1
    if abs(len(word) - len(other)) > allowed:
        return False
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        now = [i]
        for j, against in enumerate(other, 1):
            cost = min(row[j] + 1, now[j - 1] + 1, row[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == against:
                cost = min(cost, before[j - 2] + 1)
            now.append(cost)
        if min(now) > allowed:
            return False
        before, row = row, now
    return row[-1] <= allowed


def _alike_from_the_start(word: str, other: str) -> int:
    """Return how many letters both begin with."""
    return next((place for place, (one, two) in enumerate(zip(word, other, strict=False)) if one != two), len(word))


class Glossary:
    """The words of one language at a table: ``alike``: groups that mean one thing, each word standing for the first of
    its group; ``akin``: groups that are near each other.
    """

    def __init__(self, lang: str, alike: Iterable[str], akin: Iterable[str] = ()) -> None:
        self.lang, self._stem = lang, STEMS[lang]
        self.heads: dict[tuple[str, ...], str] = {}
        for group in alike:
            head, *others = map(self._stems, group.split(","))
            first = self.heads.get(head, "".join(head))
            for one in (head, *others):
                self.heads.setdefault(one, first)
        self.akin: defaultdict[str, set[str]] = defaultdict(set)
        for group in akin:
            terms = [self.heads.get(one, one[-1]) for one in map(self._stems, group.split(","))]
            for term in terms:
                self.akin[term] |= {*terms} - {term}

    def _stems(self, text: str) -> tuple[str, ...]:
        return tuple(map(self._stem, _WORD.findall(plain(text))))

    @cached_property
    def single(self) -> frozenset[str]:
        """The stems that are a word of a group by themselves."""
        return frozenset(one[0] for one in self.heads if len(one) == 1)

    def stems(self, text: str) -> list[str]:
        """Return the stems of a text; of a word that tells nothing, the word itself behind a blank."""
        small = SMALL[self.lang]
        words = _WORD.findall(plain(text))
        return [
            f" {word}" if word in small or (len(word) < 2 and not word.isdigit()) else self._stem(word)
            for word in words
        ]

    def terms(self, stems: Sequence[str]) -> Iterator[str]:
        """Generate what stems tell: the longest expression of a group first, else the word where it tells anything."""
        whole = [self._stem(one[1:]) if one[0] == " " else one for one in stems]
        place = 0
        while place < len(stems):
            for length in range(min(LONGEST, len(stems) - place), 1, -1):
                if (head := self.heads.get(tuple(whole[place : place + length]))) is not None:
                    yield head
                    place += length
                    break
            else:
                if stems[place][0] != " ":
                    yield self.heads.get((stems[place],), stems[place])
                place += 1


class Index:
    """The texts of one language, each in three fields: title, words, words asked with; ``weights``: of each text."""

    def __init__(
        self, glossary: Glossary, texts: Sequence[Sequence[str]], weights: Sequence[float] | None = None
    ) -> None:
        self.glossary, self._texts, self._weights = glossary, texts, weights or [1.0] * len(texts)

    @cached_property
    def _read(self) -> tuple[Mapping[str, Mapping[int, float]], Sequence[float], Mapping[str, int]]:
        """Return the weight of each term and pair in each text, each text's length against the mean, and how often
        each stem is written.
        """
        found: defaultdict[str, defaultdict[int, float]] = defaultdict(lambda: defaultdict(float))
        written: Counter[str] = Counter(self.glossary.single)
        lengths = []
        for number, fields in enumerate(self._texts):
            length = 0.0
            for weight, field in zip(FIELDS, fields, strict=True):
                for phrase in _PHRASE.split(field):
                    stems = self.glossary.stems(phrase)
                    terms = list(self.glossary.terms(stems))
                    written.update(stems)
                    length += weight * len(terms)
                    for term in (*terms, *map(" ".join, pairwise(terms))):
                        found[term][number] += weight
            lengths.append(length)
        mean = sum(lengths) / len(lengths) if lengths else 1.0
        return found, [length / mean for length in lengths], written

    def known(self, text: str) -> int:
        """Return how many words of a question this language has."""
        written = self._read[2]
        return sum(one[0] == " " or one in written for one in self.glossary.stems(text))

    def _asked(self, text: str) -> list[str]:
        """Return the terms of a question; a stem nobody wrote is the nearest one that somebody did."""
        written = self._read[2]

        def nearest(stem: str) -> str:
            if stem[0] == " " or stem in written or len(stem) < 4:
                return stem
            near = [one for one in written if one[0] != " " and is_near(stem, one)]
            return max(near, key=lambda one: (_alike_from_the_start(one, stem), written[one]), default=stem)

        return list(self.glossary.terms([nearest(stem) for stem in self.glossary.stems(text)]))

    def search(self, text: str) -> list[tuple[float, int]]:
        """Return the score and number of the texts that answer a question, best first."""
        postings, lengths, _ = self._read
        terms = self._asked(text)
        light = LIGHT_STEMS[self.glossary.lang]
        shares = {term: LIGHT if term in light else 1.0 for term in terms}
        pairs = {" ".join(pair): PAIR * min(shares[pair[0]], shares[pair[1]]) for pair in pairwise(terms)}
        scores: defaultdict[int, float] = defaultdict(float)
        covered: defaultdict[int, float] = defaultdict(float)
        whole = 0.0
        for term, share in [*shares.items(), *pairs.items()]:
            having = dict(postings.get(term, {}))
            worth = share * math.log(1 + len(lengths) / (len(having) + RARE))
            for near in self.glossary.akin.get(term, ()):
                for number, often in postings.get(near, {}).items():
                    having[number] = max(having.get(number, 0.0), AKIN * often)
            whole += worth if term in shares else 0
            for number, often in having.items():
                part = often * (K + 1) / (often + K * (1 - B + B * lengths[number]))
                scores[number] += worth * part
                covered[number] += worth * min(1.0, part) if term in shares else 0
        ranked = [
            (score * self._weights[number] * (1 - COVER + COVER * covered[number] / whole), number)
            for number, score in scores.items()
        ]
        return sorted(ranked, key=lambda one: (-one[0], one[1]))
