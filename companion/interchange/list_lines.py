"""One figure as a line of a list has it: every way to understand the words, of which those that explain all count.

2x lq005 Harbour Watch 40        count, id, name, cost         75LQ002 Gull-Wing      the cost glued to the id
Gull-Wing (75)   75 Gull-Wing    name and cost                 Gull-Wing (lq)         name and set

A number may be a cost, a count, or a part of the name: each is tried, and what no figure bears out is given up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.typed import plain
from companion.interchange.roster import Known, Roster

_UNIT = r"(?:points?|pts?\.?|p\.?)"
_COST = r"([1-9]\d{0,3}|0)"
_COUNTS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"^(\d{1,2})\s*[x×*]\s*(?=\S)",
        r"^[x×]\s?(\d{1,2})\s+",
        r"\s*[(\[]?\s*(?<![^\W\d])[x×*]\s*(\d{1,2})\s*[)\]]?$",
        r"\s*[(\[]?\s*\b(\d{1,2})\s*[x×]\s*[)\]]?$",
    )
)
_COSTS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\s*[(\[{{]\s*(?:cost\s*:?\s*)?{_COST}\s*{_UNIT}?\s*[)\]}}]",
        rf"[\s:,;.|/=@–—-]+{_COST}\s*{_UNIT}?\.?$",
        rf"^{_COST}\s*{_UNIT}?[\s:,;.|/=–—-]+(?=\S)",
        rf"^{_COST}(?=[^\W\d]|[(\[])",
        rf"(?<=[^\W\d)\]]){_COST}{_UNIT}?$",
        rf"(?<=[)\]]){_COST}{_UNIT}?$",
        *(rf"^([1-9]\d{{{digits}}})(?=\d)" for digits in range(4)),
        *(rf"(?<=\d)([1-9]\d{{{digits}}}){_UNIT}?$" for digits in range(4)),
    )
)
_NOT_GLUED = 4  # the first forms: the others take digits off the end of a word
_BARE_COUNT = re.compile(r"^([1-9])\s+(?=\S)")
_ORNAMENTS = re.compile(r"^(?:[-*+•·●▪►–—>]+\s+|[•·●▪►]|\(?\d{1,2}[.)]\s+|\[[ xX✓]?\]\s*)+")
_EDGES = "\"'“”‘’«»()[]{}<>,;:.|*_•–—-#"
_ID_LIKE = re.compile(
    r"(?<![^\W_])(?=[A-Za-z0-9-]*[A-Za-z])[A-Za-z0-9]{1,8}-?[A-Za-z]{0,3}-?\d{3}(?:\.\d\d)?[A-Za-z]{0,2}(?!\w)"
)
LONGEST = 300  # letters of a line that may name a figure: more are no line of a list


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a line; ``points`` is ``None`` where it names no cost."""

    figure: Known
    points: int | None
    count: int
    is_whole: bool  # whether the figure bears out every word

    @property
    def is_possible(self) -> bool:
        """Whether the figure has that cost; what costs nothing may be said to."""
        return self.points is None or self.points in (self.figure.points or (0,))


def without_ornament(line: str) -> str:
    """The line without the dash, dot or number that lists put before each entry."""
    return _ORNAMENTS.sub("", line.strip(" |")).strip()


def looks_like_an_entry(words: str) -> bool:
    """Whether it seems to name a figure, though perhaps one that is not here: by a count, a cost, an id."""
    rest = without_ornament(words)
    return bool(_ID_LIKE.search(rest)) or any(form.search(rest) for form in (*_COUNTS, *_COSTS[:3]))


def written_cost(words: str) -> int | None:
    """The cost that a line of something unknown seems to name."""
    rest = without_ornament(words)
    glued = re.match(rf"{_COST}(?=[A-Za-z][\w-]*\d{{2}})", rest)
    found = next((found for form in _COSTS[:3] if (found := form.search(rest))), glued)
    return int(found[1]) if found else None


def readings(words: str, roster: Roster) -> list[Reading]:
    """Every way in which the words name a figure: those that explain all of them, or, without such, those by id."""
    found = list(dict.fromkeys(_all(words, roster)))
    whole = [one for one in found if one.is_whole]
    possible = [one for one in whole if one.is_possible]
    if possible:
        return _without_repeats(possible)
    counted = _BARE_COUNT.search(words)
    if counted and (rest := [one for one in readings(words[counted.end() :], roster) if one.is_whole]):
        many = [
            Reading(one.figure, one.points, int(counted[1]), True) for one in rest if one.is_possible and one.count == 1
        ]
        if many:
            return many
    return whole or _without_repeats(found)


def numbers_besides(words: str, figure: Known) -> list[int]:
    """The numbers in a line that names a figure by its id, among other words: one of them may be its cost."""
    others = [part for part in words.split() if plain(part) not in (plain(figure.id), plain(figure.name))]
    bare = plain(figure.name)
    found = [int(one) for part in others for one in re.findall(r"(?<![\w#.])\d{1,4}(?![\w.])", part)]
    return [one for one in found if str(one) not in re.findall(r"\d+", bare)]


def _without_repeats(found: list[Reading]) -> list[Reading]:
    """One reading a figure and count: that which takes a number as the cost before that which passes it over."""
    best: dict[tuple[str, int], Reading] = {}
    for one in found:
        key = (one.figure.id, one.count)
        if key not in best or (best[key].points is None and one.points is not None):
            best[key] = one
    kept = list(best.values())
    return [one for one in kept if not any(_is_less_of(one, other) for other in kept)]


def _is_less_of(one: Reading, other: Reading) -> bool:
    """Whether the other takes as a count or a cost what this one passed over."""
    return one.figure.id == other.figure.id and one.count == 1 and one.points is None and other.count > 1


def _all(words: str, roster: Roster) -> Iterator[Reading]:
    for count, cost, rest in _peeled(words, roster):
        for figure, is_whole in _figures(rest, roster):
            each, points = count or 1, cost
            if cost is not None and cost not in figure.points:
                if each > 1 and not cost % each and cost // each in figure.points:
                    points = cost // each  # the cost of all of them together
                elif cost == 0 and not figure.points:
                    points = None
            yield Reading(figure, points, each, is_whole)


def _peeled(words: str, roster: Roster) -> set[tuple[int | None, int | None, str]]:
    """The words without a count, a cost, both or neither, wherever they may stand."""
    first = without_ornament(words)
    found: set[tuple[int | None, int | None, str]] = set()
    starts = dict.fromkeys((words.strip(), first, " ".join(re.split(r"[,;|\s]+", first))))  # as a row of a table too
    waiting: list[tuple[int | None, int | None, str]] = [(None, None, start) for start in starts]
    while waiting:
        count, cost, rest = state = waiting.pop()
        if not rest or state in found:
            continue
        found.add(state)
        if count is None:
            waiting += [(int(m[1]), cost, _cut(rest, m)) for form in _COUNTS if (m := form.search(rest)) and int(m[1])]
        if cost is None:
            forms = (
                _COSTS[:_NOT_GLUED] if roster.with_id(rest.split()[-1].strip(_EDGES)) else _COSTS
            )  # an id is no cost
            waiting += [(count, int(m[1]), _cut(rest, m)) for form in forms for m in form.finditer(rest)]
    return found


def _cut(words: str, found: re.Match[str]) -> str:
    return f"{words[: found.start()]} {words[found.end() :]}".strip()


def _figures(words: str, roster: Roster) -> Iterator[tuple[Known, bool]]:
    """The figures that the words name, and whether all the words are about each."""
    for known in (*roster.with_id(words.strip(_EDGES)), *roster.named(words)):
        yield known, True
    parts = words.split()
    for place, part in enumerate(parts):
        for length in (1, 2):
            spelled = [one.strip(_EDGES) for one in parts[place : place + length]]
            others = [*parts[:place], *parts[place + length :]]
            if length == 2:
                known_here = (*roster.with_id("".join(spelled)), *roster.numbered(spelled[0], spelled[-1]))
            else:
                known_here = (*roster.with_id(spelled[0]), *_joined(part, roster))
            for known in known_here:
                yield known, _is_about(others, known)
        bare = part.strip(_EDGES).casefold()
        others = [*parts[:place], *parts[place + 1 :]]
        if others and bare in roster.sets:
            yield from ((known, True) for known in _within(others, roster) if known.set.casefold() == bare)
        if others and (part.lstrip("([").startswith("#") or re.fullmatch(r"\d{3}[A-Za-z]?", bare)):
            yield from ((known, True) for known in _within(others, roster) if known in roster.numbered(known.set, bare))


def _joined(part: str, roster: Roster) -> tuple[Known, ...]:
    """The figures of set and number in one word: CA-018, ca#018."""
    set_, sign, number = part.strip(_EDGES).replace("#", "-").rpartition("-")
    return tuple(roster.numbered(set_, number)) if sign else ()


def _within(parts: list[str], roster: Roster) -> tuple[Known, ...]:
    return tuple(roster.named(" ".join(parts).strip(" ,;:–—-")))


def _is_about(parts: list[str], known: Known) -> bool:
    """Whether the rest of the words repeats what the figure is called, and says nothing else.

    A plain number that could be a cost is not taken for the collector's.
    """
    own = {plain(one) for one in (known.set, known.number, known.kind)}
    own = {one for one in own if not re.fullmatch(_COST, one)}
    left = [part for part in parts if plain(part) not in own]
    return (
        plain(" ".join(left)) in ("", plain(known.name))
        or plain(" ".join(parts)) == plain(known.name)
        or not any(any(map(str.isalnum, part)) for part in left)
    )
