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
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

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
        let standing stands next effect effects mean means meaning rule rules work works explain""",
    "fr": """un deux aller faire prendre mettre donner temps chose façon veut utiliser utilise venir plus pas premier
        seulement autre même nouveau avant après pendant tout tous chaque reste rester bien là ici trop où sans
        être quand effet effets signifie règle règles marche fonctionne explique""",
}
K, B = 1.6, 0.4  # BM25's own: how soon a repeated word stops counting, how much long entries are held back
LIGHT = 0.6  # of a word that tells little against one that tells much
PAIR = 0.7  # of a pair of neighbouring words against one word
RARE = 12.0  # entries: as rare as that is as rare as can be, or one odd word would outweigh all the others
FIELDS = (2.0, 0.7, 1.6)  # title, words, words asked with
LEAST = 0.12  # of the best score: what lies below is left out
AKIN = 0.35  # of a word that is near the one asked with
COVER = 0.6  # of the score that hangs on how much of the question is answered
LIKE = 0.4  # of a score that does not hang on one phrase being like the question
INTENT = 0.2  # of a score that hangs on the question's small words: "how many" is asked otherwise than "may I"
NAMED = 1.5  # of a text whose title is all that is asked with
NUMBER = 1.3  # of a text with a number, where the question is how many or how much
RUNS = (3, 4)  # letters in a row, blanks too: they hear the endings and small words that stems leave out
LOOKED_AT = 80  # texts whose phrases are held against the question
_WORD = re.compile(r"[a-z0-9]+")
_MANY = frozenset(("howmany", "combien"))  # the first words of the glossaries' groups that ask for a number
_NUMBER = re.compile(
    r"\d|\b(one|two|three|four|five|six|half|double|once|twice|un|une|deux|trois|quatre|cinq|moitie|dix)\b"
)
_PHRASE = re.compile(r"[.;:,?!]")


# French words that are others without their accents: the die is no "of", who is trapped no trap, who lies no reach
_ACCENTED = {"dé": "dede", "dés": "dede"}
_ACCENTED |= {
    f"{word}{ending}": instead
    for word, instead in (("piégé", "coince"), ("allongé", "couche"))
    for ending in ("", "e", "s")
}
_TOLD_APART = re.compile(rf"\b({'|'.join(_ACCENTED)})\b")


def plain(text: str) -> str:
    """Return the text in small letters without accents."""
    small = _TOLD_APART.sub(lambda found: _ACCENTED[found[0]], unicodedata.normalize("NFC", text.casefold()))
    marked = unicodedata.normalize("NFKD", small.replace("œ", "oe").replace("æ", "ae"))
    return "".join(letter for letter in marked if not unicodedata.combining(letter))


SMALL = {lang: frozenset(_WORD.findall(plain(words))) for lang, words in _SMALL.items()}


# forms that no ending tells: each line's words are the first one
_IRREGULAR = {
    "en": """throw threw thrown|fall fell fallen|hold held|take took taken|break broke broken|give gave given
        lose lost|sight los|win won|choose chose chosen|see saw seen|stand stood|begin began begun|hide hid hidden
        fight fought|find found|draw drew drawn|run ran|strike struck|pay paid|keep kept|know knew known|come came
        make made|spend spent|buy bought|bring brought|fly flew flown|swim swam|hear heard|bite bit bitten|sell sold
        build built|catch caught|shoot shot|steal stole stolen|foot feet|dead died dies dying|dice die
        lie lay lain lying|half halve
        enemy enemies|ally allies|myself yourself himself herself itself oneself themselves|edge border|fire burn
        house building buildings|tonight evening evenings""",
    "fr": """prendre pris prise prend prends prennent|mettre mis mise met mets|voir vu vue voit vois voient|tenir tenu
        tenue tient tiens|perdre perdu perdue perd perds|rendre rendu rend|ouvrir ouvert ouverte ouvre|venir venu vient
        recevoir reçu reçue reçoit reçoivent|battre battu bat|atteindre atteint atteinte|détruire détruit détruite
        réduire réduit réduite réduisent|mourir mort meurt meurent|partir parti part pars|sortir sorti sors
        choisir choisi choisit choisis|finir fini finit finis|courir court cours couru|tomber tombé tombe tombent
        vaincre vaincu vaincue|servir sert servi|suivre suit suivi|lire lit lu|craindre craint|dire dit dits|bord bords
        bordure|traverser traverse|soi lui-même moi-même soi-même|égal égale égaux égales|feu brûler brûle|yeux oeil
        jeton jetons|réussir réussi réussie réussis réussit réussite|devoir devez doit dois doivent|parmi entre
        versus contre|portail porte portes|rayon portée portées|dextre droite droites
        trancher couper coupe coupez coupé coupée coupés
        reprendre reprend repris reprennent|remettre remis|revenir revient reviennent revenu|haut hauteur""",
}
IRREGULAR = {
    lang: {form: forms[0] for line in re.split(r"[|\n]", text) if (forms := plain(line).split()) for form in forms}
    for lang, text in _IRREGULAR.items()
}


# endings of plurals and adverbs, and what stays
_ENGLISH = (
    *(("ies", "y"), ("ied", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x")),
    *(("ly", ""), ("s", "")),
)


def _english(word: str) -> str:
    known = IRREGULAR["en"]
    for ending, instead in _ENGLISH:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and word not in known and word[-2:] != "ss":
            word = word.removesuffix(ending) + instead
            break
    word = known.get(word, word)
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            if word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    return word.removesuffix("e") if len(word) > 3 else word


_FRENCH = (
    *("issement", "ement", "ation", "erait", "erai", "ante", "ente", "aient", "iez", "ant", "ent", "ait", "ai"),
    *("era", "ee", "er", "ez", "e"),
)


def _french(word: str) -> str:
    known = IRREGULAR["fr"]
    if word not in known and word[-1] in "sx" and len(word) > 3:
        word = word[:-1] if not word.endswith("aux") or word.endswith("eaux") else f"{word[:-3]}al"
    word = known.get(word) or known.get(word.removesuffix("e"), word)
    for ending in _FRENCH:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


STEMS = {"en": _english, "fr": _french}
LIGHT_STEMS = {lang: frozenset(map(STEMS[lang], _WORD.findall(plain(words)))) for lang, words in _LIGHT.items()}


def heard_in(text: str) -> str | None:
    """Return the language whose small words a question has most of; ``None``: they do not tell."""
    words = _WORD.findall(plain(text))
    counts = {lang: sum(word in small for word in words) for lang, small in SMALL.items()}
    first, second = sorted(counts, key=lambda lang: -counts[lang])[:2]
    return first if counts[first] > counts[second] + 1 else None


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


def _spaced(text: str) -> str:
    """Return the plain words of a text, a blank before and behind each."""
    return f" {' '.join(_WORD.findall(plain(text)))} "


def _shared(some: frozenset[str], others: frozenset[str]) -> float:
    """Return how much two sets share, from 0 to 1."""
    return len(some & others) / math.sqrt(len(some) * len(others)) if some and others else 0.0


class Glossary:
    """The words of one language at a table: ``alike``: groups that mean one thing, each word standing for the first of
    its group; ``akin``: groups that are near each other.
    """

    def __init__(self, lang: str, alike: Iterable[str], akin: Iterable[str] = ()) -> None:
        self.lang, self._stem = lang, STEMS[lang]
        self._known: dict[str, str] = {}
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
        """Return the stems of a plain text; of a word that tells nothing, its stem behind a blank."""
        known, stem, small = self._known, self._stem, SMALL[self.lang]
        found = []
        for word in _WORD.findall(text):
            if (one := known.get(word)) is None:
                is_small = word in small or (len(word) < 2 and not word.isdigit())
                known[word] = one = f" {stem(word)}" if is_small else stem(word)
            found.append(one)
        return found

    def terms(self, stems: Sequence[str]) -> Iterator[str]:
        """Generate what stems tell: the longest expression of a group first, else the word where it tells anything."""
        whole = [one.removeprefix(" ") for one in stems]
        place = 0
        while place < len(stems):
            for length in range(min(self._longest.get(whole[place], 1), len(stems) - place), 1, -1):
                if (head := self.heads.get(tuple(whole[place : place + length]))) is not None:
                    yield head
                    place += length
                    break
            else:
                if stems[place][0] != " ":
                    yield self.heads.get((stems[place],), stems[place])
                place += 1

    @cached_property
    def _longest(self) -> Mapping[str, int]:
        """The length of the longest expression that begins with a stem."""
        longest: dict[str, int] = {}
        for one in self.heads:
            longest[one[0]] = max(longest.get(one[0], 1), len(one))
        return longest


_NONE: frozenset[str] = frozenset()


class _Read(NamedTuple):
    """The texts read: the weight of each term and pair in each of them, their lengths against the mean, the terms of
    their phrases, and how often each stem is written.
    """

    postings: Mapping[str, Mapping[int, float]]
    lengths: Sequence[float]
    phrases: Sequence[Sequence[frozenset[str]]]
    intents: Sequence[Sequence[frozenset[str]]]  # the small words of the phrases that are asked with
    written: Mapping[str, int]


class Index:
    """The texts of one language, each in three fields: title, words, words asked with; ``weights``: of each text."""

    def __init__(
        self, glossary: Glossary, texts: Sequence[Sequence[str]], weights: Sequence[float] | None = None
    ) -> None:
        self.glossary, self._texts, self._weights = glossary, texts, weights or [1.0] * len(texts)

    @cached_property
    def _read(self) -> _Read:
        found: defaultdict[str, defaultdict[int, float]] = defaultdict(lambda: defaultdict(float))
        written: Counter[str] = Counter(self.glossary.single)
        lengths: list[float] = []
        phrases: list[list[frozenset[str]]] = []
        intents: list[list[frozenset[str]]] = []
        for number, fields in enumerate(self._texts):
            length = 0.0
            phrases.append([])
            for place, (weight, field) in enumerate(zip(FIELDS, fields, strict=True)):
                for phrase in _PHRASE.split(plain(field)) if place else [plain(field)]:  # a title is one phrase
                    stems = self.glossary.stems(phrase)
                    terms = list(self.glossary.terms(stems))
                    written.update(stems)
                    length += weight * len(terms)
                    phrases[-1].append(frozenset(terms))
                    for term in (*terms, *map(" ".join, pairwise(terms))):
                        found[term][number] += weight
            lengths.append(length)
            intents.append([self._intent(phrase) for phrase in _PHRASE.split(plain(fields[-1]))])
        mean = sum(lengths) / len(lengths) if lengths else 1.0
        return _Read(found, [length / mean for length in lengths], phrases, intents, written)

    def _intent(self, text: str) -> frozenset[str]:
        """Return the small words of a plain text."""
        return frozenset(stem for stem in self.glossary.stems(text) if stem[0] == " ")

    def known(self, text: str) -> int:
        """Return how many words of a question this language has."""
        written = self._read.written
        return sum(one[0] == " " or one in written for one in self.glossary.stems(plain(text)))

    def _asked(self, text: str) -> list[str]:
        """Return the terms of a question; a stem nobody wrote is the nearest one that somebody did."""
        written = self._read.written

        def nearest(stem: str) -> str:
            if stem[0] == " " or stem in written or len(stem) < 4:
                return stem
            near = [one for one in written if one[0] == stem[0] and is_near(stem, one)]
            return max(near, key=lambda one: (_alike_from_the_start(one, stem), written[one]), default=stem)

        return list(self.glossary.terms([nearest(stem) for stem in self.glossary.stems(plain(text))]))

    def _worth(self, term: str) -> float:
        """Return how much a term tells: the rarer, the more."""
        share = LIGHT if term in LIGHT_STEMS[self.glossary.lang] else 1.0
        return share * math.log(1 + len(self._texts) / (len(self._read.postings.get(term, ())) + RARE))

    @cached_property
    def _letters(self) -> Sequence[str]:
        return [_spaced(" . ".join(fields)) for fields in self._texts]

    def _lettered(self, text: str, numbers: Sequence[int]) -> Sequence[float]:
        """Return how well each of these texts has the question's runs of letters, 1 for the best: BM25 among them."""
        said, texts = _spaced(text), [self._letters[number] for number in numbers]
        whole, found = sum(map(len, texts)), [0.0] * len(texts)
        held = [K * (1 - B + B * len(one) * len(texts) / whole) for one in texts]
        for run in sorted({said[start : start + size] for size in RUNS for start in range(len(said) - size + 1)}):
            counts = [one.count(run) for one in texts]
            worth = math.log(1 + len(texts) / (sum(map(bool, counts)) + RARE))
            found = [score + worth * n * (K + 1) / (n + h) for score, n, h in zip(found, counts, held, strict=True)]
        best = max(found, default=0.0)
        return [score / best if best else 1.0 for score in found]

    def _likeness(self, asked: Mapping[str, float], phrase: frozenset[str]) -> float:
        """Return how alike a question and a phrase are, from 0 to 1: the cosine of their terms by worth."""
        akin = self.glossary.akin
        shared = sum(
            worth**2 * (1.0 if term in phrase else AKIN if not akin.get(term, _NONE).isdisjoint(phrase) else 0.0)
            for term, worth in asked.items()
        )
        if not shared:
            return 0.0
        return shared / math.sqrt(sum(w**2 for w in asked.values()) * sum(self._worth(term) ** 2 for term in phrase))

    def search(self, text: str) -> list[tuple[float, int]]:
        """Return the score and number of the texts that answer a question, best first."""
        read, akin = self._read, self.glossary.akin
        terms = self._asked(text)
        asked = {term: self._worth(term) for term in terms}
        whole = sum(asked.values())
        pairs = {" ".join(pair): PAIR * min(asked[pair[0]], asked[pair[1]]) for pair in pairwise(terms)}
        scores: defaultdict[int, float] = defaultdict(float)
        covered: defaultdict[int, float] = defaultdict(float)
        for term, worth in [*asked.items(), *pairs.items()]:
            having = dict(read.postings.get(term, {}))
            for near in akin.get(term, ()):
                for number, often in read.postings.get(near, {}).items():
                    having[number] = max(having.get(number, 0.0), AKIN * often)
            for number, often in having.items():
                part = often * (K + 1) / (often + K * (1 - B + B * read.lengths[number]))
                scores[number] += worth * part
                covered[number] += worth * min(1.0, part) if term in asked else 0
        ranked = [
            (score * self._weights[number] * (1 - COVER + COVER * covered[number] / whole), number)
            for number, score in scores.items()
        ]
        ranked.sort(key=lambda one: (-one[0], one[1]))
        again, intent, is_many = [], self._intent(plain(text)), not _MANY.isdisjoint(asked)
        ranked = ranked[:LOOKED_AT]
        lettered = self._lettered(text, [number for _, number in ranked])
        for (score, number), letters in zip(ranked, lettered, strict=True):
            like = LIKE + max(self._likeness(asked, phrase) for phrase in read.phrases[number])
            like *= 1 + INTENT * max(_shared(intent, other) for other in read.intents[number])
            named = NAMED if asked.keys() == read.phrases[number][0] else 1
            counts = is_many and _NUMBER.search(plain(" ".join(self._texts[number][:-1]))) is not None
            again.append((score * like * letters * named * (NUMBER if counts else 1), number))
        return sorted(again, key=lambda one: (-one[0], one[1]))
