"""Expectations that every game has; a game's own come from its case language.

asks · turn · round · phase · winners · over     where the game stands
events · never                                   what happened, and what did not
legal · illegal · offered · not_offered          what might be done now, and what of it is shown as possible
as_seen_by · view · sees · hides                 whose eyes and ears count, and what they may know
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.casebook.asking import alone, asks
from companion.casebook.facts import compared, told_of
from companion.casebook.language import CaseLanguage, Check, Moment, Opening, Viewer
from companion.casebook.patterns import Pattern, agrees, first_missing, plain, read_pattern
from companion.casebook.refusals import Refusal, read_refusal, refusal_told, refused_otherwise, rules_of
from companion.core.ids import Seat
from companion.core.offers import can_be_said
from companion.core.rules import Accepted
from companion.documents import Node

BY = "as_seen_by"
SPECTATORS = "spectators"


def read_expectations(
    node: Node, opening: Opening, language: CaseLanguage, viewer: Viewer | None = None
) -> list[Check]:
    """The checks in an ``expect`` table; ``viewer`` is the one whom the case names."""
    node.table((), {BY, *COMMON, *language.expectations})
    _refuse_contradictions(node)
    viewer = read_viewer(node[BY], opening) if BY in node else viewer
    checks: list[Check] = []
    for key, value in node.entries():
        if key in COMMON:
            checks += COMMON[key](value, opening, language)
        elif key != BY:
            checks += language.expectations[key](value, opening)
    if not checks:
        node.refuse("something that is expected", "nothing")
    return [replace(check, viewer=viewer) for check in checks]


def read_viewer(node: Node, opening: Opening) -> Viewer:
    """Read the viewer: a seat, or spectators."""
    name = node.word({*opening.seats, SPECTATORS})
    return Viewer(Seat(name) if name in opening.seats else None)


def _refuse_contradictions(node: Node) -> None:
    pairs = (("events", "never"), ("legal", "illegal"), ("offered", "not_offered"), ("sees", "hides"))
    for key, other in pairs:
        if key in node and other in node:
            said = list(node[key].items())
            for entry in node[other].items():
                if any(entry.value == before.value for before in said):
                    entry.refuse(f"nothing that {key!r} names too", "what is expected both to be and not to be")
    if "winners" in node and "over" in node and node["over"].value is False:
        node["over"].refuse("true, where there are winners")


# where the game stands


def _turn(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    yield compared(node, node.word(opening.seats), lambda moment: alone(sorted(moment.state.flow.active)))


def _round(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    yield compared(node, node.number(0, 999), lambda moment: moment.state.flow.round)


def _phase(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    yield compared(node, node.text(), lambda moment: moment.state.flow.phase)


def _winners(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    wanted = sorted(seat.word(opening.seats) for seat in node.items())

    def find(moment: Moment) -> Any:
        outcome = moment.state.flow.outcome
        return None if outcome is None else sorted(outcome.winners)

    yield compared(node, wanted, find)


def _over(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    yield compared(node, node.flag(), lambda moment: moment.state.flow.outcome is not None)


# what happened


def _events(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    patterns = [read_pattern(entry, opening, language) for entry in node.items()]
    for place, entry in enumerate(node.items()):
        yield Check(entry.place, patterns[place].text, _look_for(patterns, place))


def _look_for(patterns: list[Pattern], place: int) -> Callable[[Moment], str | None]:
    def look(moment: Moment) -> str | None:
        if first_missing(patterns[: place + 1], moment.events) is not patterns[place]:
            return None  # it is there, or one before it is not and says so itself
        return ", ".join(type(heard.event).__name__ for heard in moment.events) or "no events"

    return look


def _never(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    for entry in node.items():
        pattern = read_pattern(entry, opening, language)

        def look(moment: Moment, pattern: Pattern = pattern) -> str | None:
            fitting = next((heard.event for heard in moment.events if pattern.fits(heard)), None)
            return None if fitting is None else f"{type(fitting).__name__} {plain(fitting)}"

        yield Check(entry.place, f"never {pattern.text}", look)


# what may be done


def _legal(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    for entry in node.items():
        order = language.read_command(entry, opening, {"do"})

        def look(moment: Moment, order: Any = order) -> str | None:
            decision = moment.opening.system.decide(moment.state, order(moment.state))
            return None if isinstance(decision, Accepted) else f"refused by {rules_of(decision)}"

        yield Check(entry.place, "legal", look)


def _illegal(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    for entry in node.items():
        order = language.read_command(entry, opening, {"do", "refused"})
        wanted = read_refusal(entry["refused"], language) if "refused" in entry else ()

        def look(moment: Moment, order: Any = order, wanted: tuple[Refusal, ...] = wanted) -> str | None:
            decision = moment.opening.system.decide(moment.state, order(moment.state))
            return refused_otherwise(decision, wanted, moment.say)

        yield Check(entry.place, refusal_told(wanted), look)


def _offered(node: Node, opening: Opening, language: CaseLanguage, *, wanted: bool = True) -> Iterator[Check]:
    """Commands that a seat can, or cannot, put together from what it is shown as possible: the viewer's, or the
    command's own."""
    for entry in node.items():
        order = language.read_command(entry, opening, {"do"})

        def find(moment: Moment, order: Any = order) -> bool:
            command = order(moment.state)
            seat = moment.viewer.seat if moment.viewer else command.seat
            return seat is not None and can_be_said(moment.opening.system, moment.state, seat, command)

        yield compared(entry, wanted, find)


def _not_offered(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    return _offered(node, opening, language, wanted=False)


# what may be known


def _view(node: Node, opening: Opening, language: CaseLanguage, path: tuple[str, ...] = ()) -> Iterator[Check]:
    """Check a view field by field: a table of tables by their ids, a list of ids for what there is at all."""
    if isinstance(node.value, dict):
        for key, value in node.entries():
            yield from _view(value, opening, language, (*path, key))
    else:
        yield Check(node.place, told_of(node.value), _look_at(node, path, language.spell(node.value)))


def _look_at(node: Node, path: tuple[str, ...], wanted: Any) -> Callable[[Moment], str | None]:
    def look(moment: Moment) -> str | None:
        shown = plain(moment.view)
        if path and path[0] not in shown:
            node.refuse(f"what a view holds: {', '.join(sorted(shown))}", path[0])
        for key in path:
            if isinstance(shown, list):
                shown = next((part for part in shown if isinstance(part, dict) and part.get("id") == key), None)
            else:
                shown = shown.get(key) if isinstance(shown, dict) else None
        if isinstance(shown, list) and isinstance(wanted, list) and all(isinstance(part, dict) for part in shown):
            ids = sorted(str(part.get("id")) for part in shown)
            return None if ids == sorted(map(str, wanted)) else told_of(ids)
        return None if agrees(shown, wanted) else told_of(shown)

    return look


def _sees(node: Node, opening: Opening, language: CaseLanguage, *, wanted: bool = True) -> Iterator[Check]:
    """Words (ids, squares) that stand somewhere, or nowhere, in what is seen."""
    for entry in node.items():
        yield compared(entry, wanted, _naming(language.spell(entry.text())))


def _hides(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    return _sees(node, opening, language, wanted=False)


def _naming(word: str) -> Callable[[Moment], bool]:
    return lambda moment: word in _words_of(plain(moment.view))


def _words_of(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield str(key)
            yield from _words_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from _words_of(part)
    else:
        yield str(value)


COMMON: Mapping[str, Callable[[Node, Opening, CaseLanguage], Iterator[Check]]] = {
    "asks": asks,
    "turn": _turn,
    "round": _round,
    "phase": _phase,
    "winners": _winners,
    "over": _over,
    "events": _events,
    "never": _never,
    "legal": _legal,
    "illegal": _illegal,
    "offered": _offered,
    "not_offered": _not_offered,
    "view": _view,
    "sees": _sees,
    "hides": _hides,
}
