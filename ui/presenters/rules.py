"""The rulebook on screens: found by what one would ask, or by the id that a line cites; for tablet, phones, an event.

"… [HC-LOS-02]" ──a tap──> RuleDesk, that rule first, then those beside it
"can I shoot past my friend" ──> answers: title and words, best first
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from companion.core.finding import plain
from companion.core.rulebook import Entry
from companion.games import HOUSE, SYSTEMS, editions_with, rulebook, search_of
from companion.text.wording import Wording
from ui.presenters.models import DialModel
from ui.presenters.pages import Field, Page, Tile, Turn

CITED = re.compile(r"\[([A-Z]{2}-[A-Z0-9-]+\d)\]")  # as lines of every screen cite a rule
_WITH_SPACE = re.compile(r"\s*" + CITED.pattern)
MOST = 12  # rules on a page
QUESTION = 120  # letters
GAMES = tuple(row.id for row in SYSTEMS)


def uncited(text: str) -> str:
    """Return the text without the rules that it cites, for where nothing leads to their words."""
    return _WITH_SPACE.sub("", text)


@dataclass(frozen=True, slots=True)
class Answer:
    """A rule as a page shows it; ``source``: the game or the edition it is a rule of, where that is not the table's."""

    rule: str
    system: str
    title: str
    words: str
    is_secret: bool = False
    source: str = ""


def answers(question: str, system: str | None, lang: str, most: int = MOST, *, edition: str = "") -> tuple[Answer, ...]:
    """Return what answers a question, best first; after a rule that is named, those beside it.

    ``edition``: of the table; rules of others come last, and say of which they are, as those of all games do.
    """
    if not question.strip():
        return ()
    search, others = search_of(system), editions_with(system, edition) if system else {}
    found = search.find(question[:QUESTION], lang, most, others)
    if len(found) == 1 and found[0].system != HOUSE and "." not in found[0].id:
        beside = search.find(found[0].id.rpartition("-")[0], lang, most)
        found = [*found, *(one for one in beside if one is not found[0])]
    wording = Wording(lang)

    def source(one: Entry) -> str:
        if one.id in others:
            return wording.say(f"edition.{others[one.id]}")
        return wording.say(f"game.{one.system}") if system is None and one.system != HOUSE else ""

    return tuple(replace(answer_of(one, lang), source=source(one)) for one in found[:most])


def words_of(system: str, name: str, lang: str) -> str:
    """Return the words of a rule, power or ability by its id; empty where it has none."""
    entry = rulebook(system).entry(name)
    return entry.by_lang[lang].words if entry is not None else ""


def rule_id(name: str) -> str:
    """Return the id of a rule of whichever game as its book writes it; empty where there is none."""
    found = (rulebook(system).entry(name[:QUESTION]) for system in (*GAMES, HOUSE))
    return next((entry.id for entry in found if entry is not None), "")


def rule_words(name: str, lang: str) -> str:
    """Return the words of a rule of whichever game; empty where it has none."""
    return next((words for system in (*GAMES, HOUSE) if (words := words_of(system, name, lang))), "")


@dataclass(frozen=True, slots=True)
class Note:
    """A note of a sheet, left out where it has no words; ``rule``: that it stands by; ``said``: by a card, of it."""

    words: str
    rule: str = ""
    said: str = ""


def with_words(
    sheet: DialModel, system: str, lang: str, notes: Iterable[Note], values: Mapping[str, str], line: str
) -> DialModel:
    """Return the sheet with these notes, and with what the rules say of all that it names: of a note without a rule
    the terms that are in it.

    ``values``: the rules of its values; ``line``: that of the line below the name.
    """

    def told(rule: str) -> str:
        entry = rulebook(system).entry(rule)
        assert entry is not None, rule
        return f"{entry.by_lang[lang].words} [{entry.id}]"

    def about(words: str, rule: str) -> str:
        return told(rule) if rule else _terms_in(words, system, lang)

    slots = tuple(
        slot if slot.text or slot.slot not in values else replace(slot, text=told(values[slot.slot]))
        for slot in sheet.slots
    )
    kept = [note for note in notes if note.words]
    said = (about(sheet.line, line), *(note.said or about(note.words, note.rule) for note in kept))
    return replace(sheet, slots=slots, notes=tuple(note.words for note in kept), about=said)


@lru_cache(maxsize=512)
def _terms_in(text: str, system: str, lang: str) -> str:
    """Return the terms that a text names, in its order, each with its words."""
    found = {match.start(): entries for term, entries in _terms(system, lang) if (match := term.search(text))}
    said = ((one.by_lang[lang], one.id) for place in sorted(found) for one in found[place])
    return "\n".join(Wording(lang).pair(words.title, f"{words.words} [{rule}]") for words, rule in said)


def glossary(text: str, system: str, lang: str, edition: str = "") -> tuple[Entry, ...]:
    """Return the terms of an edition that a text names, by the alphabet: of one inside another the longer, a case of a
    term only where it is written as a name.
    """
    others = editions_with(system, edition)
    places = [(match, entries) for term, entries in _terms(system, lang) for match in term.finditer(text)]
    named, told = dict[str, Entry](), 0
    for match, entries in sorted(places, key=lambda place: (place[0].start(), -place[0].end())):
        if match.end() > told:
            own = [one for one in entries if one.id not in others]
            cased = [one for one in own if match[0][0].isupper() or ":" not in one.by_lang[lang].title]
            told, named = match.end(), named | {one.id: one for one in cased}
    return tuple(sorted(named.values(), key=lambda one: plain(one.by_lang[lang].title)))


@cache
def _terms(system: str, lang: str) -> Sequence[tuple[re.Pattern[str], Sequence[Entry]]]:
    """The terms of a game as they are found in a text: rules by their titles, "Regeneration: heroes" where no rule is
    called "Regeneration".
    """
    terms: dict[str, list[Entry]] = {}
    for entry in rulebook(system).entries.values():
        term, _, case = entry.by_lang[lang].title.partition(":")
        known = terms.setdefault(term.strip().lower(), [])
        if not entry.is_secret and (not known or (case and ":" in known[0].by_lang[lang].title)):
            known.append(entry)
    return [
        (re.compile(rf"\b{re.escape(term)}\b", re.IGNORECASE), entries) for term, entries in terms.items() if entries
    ]


def answer_of(entry: Entry, lang: str) -> Answer:
    said = entry.by_lang[lang]
    return Answer(
        "" if entry.id.startswith("help.") else entry.id, entry.system, said.title, said.words, entry.is_secret
    )


class RuleDesk:
    """The page of rules: a question is typed; without one, what is asked on a first evening.

    ``system``: the game at the table, with its ``edition``, or ``None`` for every game; ``question``: what is asked
    already.
    """

    def __init__(self, system: str | None = None, question: str = "", edition: str = "") -> None:
        self._table = self._system = system
        self._question, self._edition = question, edition

    def page(self, wording: Wording) -> Page:
        """The best answers, each with its id."""
        chips: tuple[Tile, ...] = ()
        if self._table is None:
            games = (("", "rules.every_game"), *((game, f"game.{game}") for game in GAMES))
            chips = tuple(
                Tile(f"game:{game}", wording.say(key), chosen=game == (self._system or "")) for game, key in games
            )
        found = answers(self._question, self._system, wording.lang, edition=self._edition)
        notes = (wording.say("rules.none"),) if self._question.strip() and not found else ()
        shown = found or first_questions(wording.lang)
        tiles = tuple(Tile("", titled(one), f"{one.words} [{one.rule}]" if one.rule else one.words) for one in shown)
        text = "" if self._question.strip() else wording.say("rules.text")
        ask = Field("ask", wording.say("rules.ask"), self._question)
        return Page(wording.say("rules.title"), text, fields=(ask,), chips=chips, tiles=tiles, notes=notes)

    def press(self, action: str) -> Turn:
        """Take the game that is asked about."""
        what, _, game = action.partition(":")
        if what == "game":
            self._system = game or None
        return None

    def enter(self, field: str, text: str) -> None:
        """Take the question."""
        self._question = text[:QUESTION]


def titled(answer: Answer) -> str:
    """Return the title of a rule with the game or edition it is of, where that is not the table's."""
    return " · ".join(filter(None, (answer.title, answer.source)))


def rules_of(system: str, lang: str, edition: str = "") -> tuple[Answer, ...]:
    """Return the rules of an edition of a game that everybody may read, in the order of its book."""
    others, entries = editions_with(system, edition), rulebook(system).entries.values()
    return tuple(answer_of(one, lang) for one in entries if not one.is_secret and one.id not in others)


def first_questions(lang: str) -> tuple[Answer, ...]:
    """Return the questions of a first evening with their answers."""
    return tuple(answer_of(one, lang) for name, one in rulebook(HOUSE).entries.items() if name.startswith("help."))
