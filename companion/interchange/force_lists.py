"""A force as players write, paste and save it, line by line: what is understood is kept, the rest told with its line.

# Night watch               the force's name: a heading, or a first line that looks like no figure
Characters:                 a section, a comment, an address: passed over, and shown
2x lq005 Harbour Watch 40   figures, in every spelling that ``list_lines`` knows
Captain America 75          which of them? asked
Sideline: / Total: 300      what follows does not count; compared
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Protocol

from companion.core.typed import plain, tidied
from companion.errors import InputError
from companion.games.heroclix.forces.cards import Cards, load_cards
from companion.interchange.force_list import FOR_THE_JUDGE, ForceList, Listed, Unclear
from companion.interchange.list_lines import (
    LONGEST,
    Reading,
    looks_like_an_entry,
    numbers_besides,
    readings,
    without_ornament,
    written_cost,
)
from companion.interchange.list_words import (
    ABOUT,
    ADDRESS,
    AS,
    BESIDE,
    CARD,
    COMMENT,
    FIGURES,
    HEADING,
    KEY,
    KEYS,
    NUMBER,
    SECTIONS,
    TITLES,
    TOTAL,
    TRAILING,
    unscripted,
)
from companion.interchange.roster import Known, Roster

EXPECTED = "a figure's id or name, perhaps with count and cost"
WRONG = -1  # a cost that no figure has
BUILD_STEP = 100  # points: a number before everything else that is so round is what the force is built to
MOST_CHOICES = 60  # of one question; more names no figure
_MOST_ALIKE = 20  # lines for which names that are spelled nearly so are looked for: each costs some milliseconds


def read_list(text: str, roster: Roster, where: str, cards: Cards | None = None) -> ForceList:
    """The list in the text; raises ``InputError`` with the first line of one in which nothing is understood."""
    reader = _Reader(roster, cards)
    for number, line in enumerate(text.splitlines(), 1):
        words = tidied(TRAILING.sub("", unscripted(line)))
        if words:
            reader.read(number, words)
    found = reader.done()
    found.text = text
    if not found.figures and not found.other and not any(one.choices for one in found.unclear):
        first = next((one for one in found.unclear if one.why != "list.total"), None)
        if first is None and found.name:
            first = Unclear(1, found.name, "list.unread")
        if first is None:
            raise InputError(where, "", "no figure", "one figure a line")
        raise InputError(where, f"line {first.line}", repr(first.words[:80]), EXPECTED)
    return found


class Named(Protocol):
    """A card, as far as a list can name it."""

    @property
    def name(self) -> str: ...


class _Reader:
    """A list being read from its first line to its last."""

    def __init__(self, roster: Roster, cards: Cards | None) -> None:
        self._roster, self._cards = roster, load_cards() if cards is None else cards
        self._found = ForceList()
        self._is_beside = False
        self._is_first = True
        self._number: tuple[int, str, int] | None = None  # a line of a number alone: the next one's cost, or the total
        self._total: tuple[int, str, int] | None = None
        self._alike = _MOST_ALIKE
        self._known: dict[str, list[Reading]] = {}  # what the words of a line may mean: asked several times
        self._is_of_pieces = False  # under a title such as Bystanders: what is not here is a piece, for the judge

    def _readings(self, words: str) -> list[Reading]:
        if words not in self._known:
            self._known[words] = readings(words, self._roster)
        return self._known[words]

    def read(self, line: int, words: str) -> None:
        """Take in a line."""
        is_first, self._is_first = self._is_first, False
        if is_number := NUMBER.fullmatch(words):
            self._hold()
            self._number = line, words, int(is_number[1])
        elif total := TOTAL.fullmatch(words):
            self._hold()
            self._total = line, words, int(total[1] or total[2])
        elif heading := HEADING.fullmatch(words):
            self._head(line, next(filter(None, heading.groups()), words), is_first)
        elif ADDRESS.fullmatch(words) or COMMENT.fullmatch(words) or TITLES.fullmatch(words):
            self._pass(line, words, "comment")
        elif not self._is_keyed(line, words):
            self._entry(line, words, is_first)

    def done(self) -> ForceList:
        """The list as a whole: its total compared with what was read."""
        if self._number is not None and self._total is None:
            self._total, self._number = self._number, None
        self._hold()
        found = self._found
        if self._total is not None:
            self._compare(*self._total)
        first = found.unclear[0] if found.unclear else None
        if first is not None and first.why == "list.unread" and first.told.get("first") and found.figures:
            found.unclear.remove(first)
            found.name = first.words.strip("#= :*")
        return found

    def _compare(self, line: int, words: str, total: int) -> None:
        found = self._found
        if not found.figures:
            self._pass(line, words, "total")
            return
        read = sum(one.cost * one.count for one in found.figures) + self._cost_of_cards()
        costs = [one.cost for one in found.unclear if not one.told.get("first")]
        read += sum(cost for cost in costs if cost is not None)
        is_sure = None not in costs
        if read == total or (not is_sure and read < total):
            self._pass(line, words, "total")
        else:
            found.unclear.append(Unclear(line, words, "list.total", {"total": total, "read": read}))

    def _cost_of_cards(self) -> int:
        cards, other = self._cards, self._found.other
        cost: int = sum(cards.objects[one].points for one in other.get("objects", ()))
        for feat in other.get("feats", ()):
            card = cards.feats[feat["feat"]]
            cost += card.points * (len(feat.get("to", ())) if card.per_character else 1)
        for one in other.get("alternates", ()):
            cost += cards.alternates[one["card"]].points * len(one.get("to", ()))
        return cost

    def _pass(self, line: int, words: str, what: str) -> None:
        self._found.passed.append((line, words, what))

    def _hold(self) -> None:
        """Pass over a number that was no entry's cost and not the last one."""
        if self._number is not None:
            line, words, _ = self._number
            self._pass(line, words, "number")
            self._number = None

    def _head(self, line: int, words: str, is_first: bool) -> None:
        section = SECTIONS.fullmatch(words)
        if is_first and not section:
            self._found.name = words.strip(" :#=*")
            return
        self._open(section["what"].casefold() if section else "")
        named = [one for one in self._readings(words) if one.is_whole and one.is_possible]
        if named and not section:
            choices = [
                _written(one.figure, cost, one.count) for one in named for cost in _costs(one.figure, one.points)
            ]
            self._ask(line, words, "list.heading", choices, {})
        else:
            self._pass(line, words, "heading")

    def _open(self, section: str) -> None:
        """Begin a section, by its title."""
        self._is_beside = section in BESIDE
        self._is_of_pieces = section not in ("", *BESIDE) and not FIGURES.match(section)

    def _is_keyed(self, line: int, words: str) -> bool:
        """Whether the line is a section's title, or says something besides figures: name, theme, objects, cards."""
        section = SECTIONS.fullmatch(words)
        if section and (words.endswith(":") or not self._readings(words)):
            self._hold()
            self._open(section["what"].casefold())
            self._pass(line, words, "heading")
            return True
        keyed = KEY.fullmatch(words)
        if keyed is None:
            return False
        key, value = keyed[1].casefold(), keyed[2]
        if key in ABOUT:
            self._pass(line, words, "comment")
            return True
        what = next((name for name, words_ in KEYS.items() if key in words_), None)
        if what is None or any(one.is_whole for one in self._readings(words)):
            return False
        self._take(what, line, words, value)
        return True

    def _take(self, what: str, line: int, words: str, value: str) -> None:
        """Take in what a list says besides its figures."""
        found, known = self._found, self._known_cards(what)
        if what == "name":
            found.name = value
        elif what == "theme":
            found.other["theme"] = value
        elif what in ("feats", "alternates"):
            named = CARD.fullmatch(value)
            card = _card(named[1], known) if named else None
            if named is None or card is None:
                found.unclear.append(Unclear(line, words, "list.card", cost=written_cost(words)))
                return
            to = [one.strip() for one in (named[2] or "").split(",") if one.strip()]
            entry = {"feat" if what == "feats" else "card": card, **({"to": to} if to else {})}
            found.other.setdefault(what, []).append(entry)
        else:
            for part in re.split(r"\s*[,;]\s*", value):
                card = _card(part, known)
                if card is None:
                    found.unclear.append(Unclear(line, part, "list.card", cost=written_cost(part)))
                elif what == "event":
                    found.other["event"] = card
                else:
                    found.other.setdefault(what, []).append(card)

    def _known_cards(self, what: str) -> Mapping[str, Named]:
        cards = self._cards
        match what:
            case "objects":
                return cards.objects
            case "feats":
                return cards.feats
            case "alternates":
                return cards.alternates
            case "conditions":
                return cards.conditions
            case "event":
                return cards.events
        return {}

    def _entry(self, line: int, words: str, is_first: bool) -> None:
        if words.startswith(FOR_THE_JUDGE):
            piece = words.removeprefix(FOR_THE_JUDGE)
            self._found.unclear.append(Unclear(line, piece, "list.unknown", cost=written_cost(piece)))
            return
        name = AS.search(words)
        if name:
            words = words[: name.start()]
        if self._number is not None:  # a cost on the line before its figure
            together = self._with_cost(self._number[0], self._number[2], words)
            if together:
                self._number = None
                self._add(line, words, together)
                return
        parts = self._parts(words)
        cost = None
        if self._number is not None and len(parts) == 1 and not parts[0][1] and looks_like_an_entry(words):
            cost, self._number = self._number[2], None  # of a piece that nobody knows
        self._hold()
        for part, found in parts:
            is_alone = len(parts) == 1
            self._add(
                line,
                part,
                found,
                is_title=is_first and is_alone and not found and not looks_like_an_entry(part),
                cost=cost,
            )
        if name and len(parts) == 1 and self._found.figures and self._found.figures[-1].line == line:
            self._found.names[len(self._found.figures) - 1] = name[1]

    def _with_cost(self, place: int, cost: int, words: str) -> list[Reading]:
        """The readings of a line with the number before it as its cost; none where that number is a build total."""
        found = self._readings(words)
        alone = [one for one in found if one.is_whole or len(found) == 1]
        together = [replace(one, points=cost) for one in alone if one.points is None]
        borne_out = [one for one in together if one.is_possible]
        is_total = place == 1 and not cost % BUILD_STEP
        return borne_out or ([] if is_total else together)

    def _parts(self, words: str) -> list[tuple[str, list[Reading]]]:
        """The entries of a line: the whole of it, or what commas, signs and spaces between ids divide."""
        if len(words) > LONGEST and not re.search(r"[;,|\t]", words):
            return [(words, [])]
        whole = self._readings(words) if len(words) <= LONGEST else []
        if any(one.is_whole for one in whole):
            return [(words, whole)]
        ids = [piece for piece in words.split() if self._roster.with_id(piece)]
        if len(ids) > 1 and len(ids) == len(words.split()):
            return [(piece, self._readings(piece)) for piece in ids]
        for divider in (r"\s*[;|]\s*", r"\s*[;,|]\s*", r"\s+\+\s+"):
            pieces = [piece for piece in re.split(divider, words) if piece]
            if len(pieces) > 1:
                found = [(piece, self._readings(piece) if len(piece) <= LONGEST else []) for piece in pieces]
                is_clear = [any(one.is_whole for one in each) for _, each in found]
                strange = [piece for (piece, _), clear in zip(found, is_clear, strict=True) if not clear]
                if any(is_clear) and all(map(looks_like_an_entry, strange)) and (not strange or not whole):
                    return found
        return [(words, whole)]

    def _add(
        self, line: int, words: str, found: list[Reading], *, is_title: bool = False, cost: int | None = None
    ) -> None:
        """Keep what the words name, or what is to be asked or told of them."""
        ids = {one.figure.id for one in found}
        if len(ids) == 1 and not any(one.is_whole for one in found):
            numbers = set(numbers_besides(words, found[0].figure))
            if len(numbers) == 1 and found[0].points is None:  # among other words, its cost
                found = [replace(one, points=max(numbers)) for one in found]
            elif len(numbers) > 1:
                found = [replace(one, points=WRONG) for one in found]
        possible = [one for one in found if one.is_possible]
        if len(possible) == 1 and (possible[0].is_whole or len(ids) == 1):
            one = possible[0]
            other = [] if one.is_whole else self._contradicted(words, one)
            if other:
                choices = [
                    _written(one.figure, one.points, one.count),
                    *(_written(known, cost_, one.count) for known in other for cost_ in _costs(known)),
                ]
                self._ask(line, words, "list.other", choices, {"figure": one.figure.name})
            elif self._is_beside:
                self._pass(line, words, "beside")
            else:
                self._found.figures.append(Listed(one.figure, one.points, one.count, line))
        elif possible:
            choices = [
                _written(one.figure, cost, one.count) for one in possible for cost in _costs(one.figure, one.points)
            ]
            why = "list.which" if len(ids) > 1 else "list.unclear"
            self._ask(line, words, why, choices, {"count": len(ids)})
        elif found:
            choices = [_written(one.figure, cost, one.count) for one in found for cost in _costs(one.figure)]
            one = found[0]
            costs = "/".join(str(cost) for cost in one.figure.points) or "0"
            told: Mapping[str, object] = {
                "figure": one.figure.name,
                "costs": costs,
                "points": one.points,
                "count": len(ids),
            }
            why = "list.cost" if len(ids) == 1 else "list.costs"
            self._ask(line, words, why, choices, told)
        else:
            self._unknown(line, words, is_title, cost)

    def _ask(self, line: int, words: str, why: str, choices: list[str], told: Mapping[str, object]) -> None:
        if self._is_beside:
            self._pass(line, words, "beside")
            return
        kept = tuple(dict.fromkeys(choices))[:MOST_CHOICES]
        self._found.unclear.append(Unclear(line, words, why, told, kept, written_cost(words)))

    def _unknown(self, line: int, words: str, is_title: bool, cost: int | None) -> None:
        alike: list[Known] = []
        if self._alike > 0 and len(words) <= LONGEST:
            self._alike -= 1
            bare = without_ornament(words)
            without = re.sub(r"[(\[{].*?[)\]}]", " ", bare).strip() or bare
            named = re.sub(r"(?:^\d+\s*[x×]?\s*|[\s,:@-]+(?:\d+\s*(?:points?|pts?)?|[x×]\s*\d+)$)", "", without).strip()
            alike = [*self._roster.named(named)] or self._roster.alike(named)
        choices = tuple(_written(known, cost, 1) for known in alike for cost in _costs(known))[:MOST_CHOICES]
        if self._is_beside:
            self._pass(line, words, "beside")
            return
        if choices:
            choices = (*choices, FOR_THE_JUDGE + words)
        is_piece = (looks_like_an_entry(words) or self._is_of_pieces) and not choices
        why = "list.unknown" if is_piece else "list.alike" if choices else "list.unread"
        told = {"first": True} if is_title and not choices else {}
        cost = written_cost(words) if cost is None else cost
        self._found.unclear.append(Unclear(line, words[:LONGEST], why, told, choices, cost))

    def _contradicted(self, words: str, one: Reading) -> list[Known]:
        """Other figures that the rest of the words, beside an id, name."""
        rest = [part for part in without_ornament(words).split() if plain(part) != plain(one.figure.id)]
        named = [
            known for known in (*self._roster.named(" ".join(rest)), *self._names_in(rest)) if known.id != one.figure.id
        ]
        return list(dict.fromkeys(named)) if plain(one.figure.name) not in plain(words) else []

    def _names_in(self, parts: list[str]) -> Iterator[Known]:
        words = [part for part in parts if not re.fullmatch(r"\W*[x×]?\d+[x×]?\W*", part)]
        yield from self._roster.named(" ".join(words))


def _costs(figure: Known, points: int | None = None) -> tuple[int | None, ...]:
    return (points,) if points is not None else figure.points or (None,)


def _written(figure: Known, points: int | None, count: int) -> str:
    """The entry as a list has it that cannot be misread."""
    cost = points if points is not None else figure.points[0] if len(figure.points) == 1 else None
    return f"{f'{count}x ' if count > 1 else ''}{figure.id} {figure.name}{f' ({cost})' if cost is not None else ''}"


def _card(words: str, known: Mapping[str, Named]) -> str | None:
    """The id of the card that is called so, with or without its cost."""
    bare = re.sub(r"\s*[(\[]?\d+\s*(?:points?|pts)?[)\]]?$", "", words)
    wanted = {plain(words), plain(bare)}
    return next((key for key, card in known.items() if plain(key) in wanted or plain(card.name) in wanted), None)
