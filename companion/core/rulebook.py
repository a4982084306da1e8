"""A game's rulebook: every rule, power, term and sign by its id, in words of ours; found by what one would ask.

HC-LOS-02                                             an id
en Somebody in between | You cannot … | shoot past    title | words | words asked with, phrases apart by ";"
fr Quelqu'un entre les deux | Vous ne … | tirer à …

``= en friend, ally, team mate`` is a line of a glossary: they mean one thing; ``~ en walk, cross``: they are near each
other. Before the first id, ``* 0.8``: what the file says stands behind in a search; ``!``: it is for a master's eyes.
Nothing is read before it is asked.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable

from companion.core.finding import LEAST, Glossary, Index, heard_in, plain
from companion.errors import InputError

LANGS = ("en", "fr")
GROUPS = ("=", "~")  # of a glossary: words that mean one thing, and words near each other


@dataclass(frozen=True, slots=True)
class Words:
    """A rule's title and words in one language, and the words by which one asks for it."""

    title: str
    words: str
    asked: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule, power, term or sign in its words."""

    system: str
    id: str
    by_lang: Mapping[str, Words]
    weight: float = 1.0  # in a search: what answers few questions at a table stands behind
    is_secret: bool = False  # the master's to know, until players live through it


class Rulebook:
    """The entries of one system, read from its files when something is first asked."""

    def __init__(self, system: str, files: Sequence[Traversable]) -> None:
        self.system, self._files = system, files

    @cached_property
    def _read(self) -> tuple[Mapping[str, Entry], Mapping[str, Mapping[str, Sequence[str]]]]:
        entries: dict[str, Entry] = {}
        groups: dict[str, dict[str, list[str]]] = {mark: {lang: [] for lang in LANGS} for mark in GROUPS}
        for file in self._files:
            entry = ""
            weight, is_secret = 1.0, False
            told: dict[str, Words] = {}
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                key, _, rest = line.partition(" ")
                parts = tuple(part.strip() for part in rest.split(" | "))
                match key:
                    case "" | "#":
                        continue
                    case "*" if not entry and rest.replace(".", "", 1).isdecimal():
                        weight = float(rest)
                    case "!" if not entry:
                        is_secret = True
                    case "=" | "~" if (lang := rest[:2]) in LANGS:
                        groups[key][lang].append(rest[3:])
                    case "en" | "fr" if entry and key not in told and len(parts) == 3 and all(parts):
                        told[key] = Words(*parts)
                    case _ if not rest and key not in entries and len(told) in (0, len(LANGS)):
                        entry, told = key, {}
                        entries[key] = Entry(self.system, key, told, weight, is_secret)
                    case _:
                        raise InputError(
                            file.name, f"line {number}", repr(line), "an id, or a language with three parts"
                        )
            if entry and len(told) != len(LANGS):
                raise InputError(file.name, entry, "its end", "words in every language")
        return entries, groups

    @property
    def entries(self) -> Mapping[str, Entry]:
        """Every entry by its id, in the order of the files."""
        return self._read[0]

    def entry(self, name: str) -> Entry | None:
        """Return the entry of that id, however it is capitalised."""
        return self.entries.get(name) or self._by_plain_id.get(plain(name.strip()))

    @cached_property
    def _by_plain_id(self) -> Mapping[str, Entry]:
        return {plain(name): entry for name, entry in self.entries.items()}

    def groups(self, mark: str, lang: str) -> Sequence[str]:
        """Return the glossary's groups of words with that mark."""
        return self._read[1][mark][lang]


class Search:
    """Rulebooks searched as one, in the language of the question."""

    def __init__(self, books: Sequence[Rulebook]) -> None:
        self.books = books
        self._made: dict[str, Index] = {}

    @cached_property
    def _entries(self) -> Sequence[Entry]:
        return [entry for book in self.books for entry in book.entries.values()]

    def _index(self, lang: str) -> Index:
        if lang not in self._made:
            groups = ([one for book in self.books for one in book.groups(mark, lang)] for mark in GROUPS)
            said = [entry.by_lang[lang] for entry in self._entries]
            self._made[lang] = Index(
                Glossary(lang, *groups),
                [(one.title, one.words, one.asked) for one in said],
                [entry.weight for entry in self._entries],
            )
        return self._made[lang]

    def find(self, question: str, lang: str, most: int = 10, behind: Container[str] = ()) -> list[Entry]:
        """Return what answers a question, best first; an id finds itself, an area's name its rules.

        ``lang``: of a question whose words belong to both languages; ``behind``: rules that are no rules of this table,
        and come after those that are.
        """
        if named := [found for book in self.books if (found := book.entry(question))]:
            return named
        if area := list(self._area(question)):
            return area
        heard = heard_in(question) or max(LANGS, key=lambda one: (self._index(one).known(question), one == lang))
        ranked = self._index(heard).search(question)
        near = [self._entries[number] for score, number in ranked if score >= LEAST * ranked[0][0]]
        return sorted(near, key=lambda one: one.id in behind)[:most]

    def _area(self, question: str) -> Iterator[Entry]:
        start = f"{plain(question.strip())}-"
        return (one for one in self._entries if len(start) > 3 and plain(one.id).rpartition("-")[0] == start[:-1])
