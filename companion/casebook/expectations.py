"""What a case may expect of any game; a game's own expectations come from its language.

asks · turn · round · phase · winners · over     where the game stands
events · never                                   what happened, and what did not
legal · illegal                                  what might be done now
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.casebook.language import CaseLanguage, Check, Moment, Opening
from companion.casebook.patterns import first_missing, plain, read_pattern
from companion.core.rules import Accepted, Rejected
from companion.documents import Node, describe

__all__ = ["COMMON", "compared", "read_expectations"]

COMMON = {"asks", "turn", "round", "phase", "winners", "over", "events", "never", "legal", "illegal"}


def read_expectations(node: Node, opening: Opening, language: CaseLanguage) -> list[Check]:
    """The checks in an ``expect`` table."""
    node.table((), {*COMMON, *language.expectations})
    _refuse_contradictions(node)
    found: list[Check] = []
    for key, value in node.entries():
        if key in COMMON:
            found += _READERS[key](value, opening, language)
        else:
            found += language.read_checks(key, value, opening)
    return found


def compared(node: Node, wanted: Any, find: Callable[[Moment], Any]) -> Check:
    """The check that what is found there is the wanted value."""

    def look(moment: Moment) -> str | None:
        found = plain(find(moment))
        return None if found == wanted else _told(found)

    return Check(node.place, _told(wanted), look)


def _told(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_told, value)) + "]"
    return describe(value)


def _refuse_contradictions(node: Node) -> None:
    for one, other in (("events", "never"), ("legal", "illegal")):
        if one in node and other in node:
            said = list(node[one].items())
            for entry in node[other].items():
                if any(entry.value == before.value for before in said):
                    entry.refuse(f"nothing that {one!r} names too", "what is expected both to be and not to be")
    if "winners" in node and "over" in node and node["over"].value is False:
        node["over"].refuse("true, where there are winners")


def _asks(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    if node.value is False:
        yield compared(node, [], lambda moment: [one.purpose for one in moment.state.flow.open])
    elif isinstance(node.value, dict):
        node.table({"rule"}, {"seat", "options"})
        yield from _asks(node["rule"], opening, language)
        if "seat" in node:
            seat = node["seat"].word(opening.seats)
            yield compared(node["seat"], seat, lambda moment: _seat_of(moment))
        if "options" in node:
            options = [str(one.value) for one in node["options"].items()]
            yield compared(node["options"], options, lambda moment: list(getattr(_first(moment), "options", ())))
    else:
        rules = [one.text() for one in (node.items() if isinstance(node.value, list) else [node])]
        for rule in rules:
            if not language.may_ask(rule):
                node.refuse("the rule that asks, several for several questions, or false")
        wanted: Any = rules if isinstance(node.value, list) else rules[0]
        yield compared(node, wanted, lambda moment: _alike([one.purpose for one in moment.state.flow.open], wanted))


def _alike(found: list[Any], wanted: Any) -> Any:
    return found[0] if len(found) == 1 and isinstance(wanted, str) else found


def _first(moment: Moment) -> Any:
    return next(iter(moment.state.flow.open), None)


def _seat_of(moment: Moment) -> Any:
    request = _first(moment)
    return getattr(request, "seat", None) or getattr(request, "roller", None)


def _turn(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    wanted = node.word(opening.seats)
    yield compared(node, wanted, lambda moment: _alike(sorted(moment.state.flow.active), wanted))


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


def _events(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    patterns = [read_pattern(entry, opening, language) for entry in node.items()]
    for place, entry in enumerate(node.items()):
        yield Check(entry.place, patterns[place].text, _look_for(patterns, place))


def _look_for(patterns: list[Any], place: int) -> Callable[[Moment], str | None]:
    def look(moment: Moment) -> str | None:
        if first_missing(patterns[: place + 1], moment.events) is not patterns[place]:
            return None  # it is there, or one before it is not and says so itself
        return ", ".join(type(one.event).__name__ for one in moment.events) or "no events"

    return look


def _never(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    for entry in node.items():
        pattern = read_pattern(entry, opening, language)

        def look(moment: Moment, pattern: Any = pattern) -> str | None:
            fitting = next((one for one in moment.events if pattern.fits(one)), None)
            return None if fitting is None else f"{type(fitting.event).__name__} {plain(fitting.event)}"

        yield Check(entry.place, f"never {pattern.text}", look)


def _legal(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    for entry in node.items():
        order = language.read_command(entry, opening, {"do"})

        def look(moment: Moment, order: Any = order) -> str | None:
            decision = moment.opening.system.decide(moment.state, order(moment.state))
            return None if isinstance(decision, Accepted) else f"refused by {_rules(decision)}"

        yield Check(entry.place, "legal", look)


def _illegal(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    for entry in node.items():
        order = language.read_command(entry, opening, {"do", "refused"})
        wanted = read_refusal(entry["refused"], language) if "refused" in entry else ()

        def look(moment: Moment, order: Any = order, wanted: tuple[str, ...] = wanted) -> str | None:
            decision = moment.opening.system.decide(moment.state, order(moment.state))
            return refused_otherwise(decision, wanted)

        yield Check(entry.place, f"refused by {' and '.join(wanted) or 'some rule'}", look)


def read_refusal(node: Node, language: CaseLanguage) -> tuple[str, ...]:
    """The rules that should refuse; none for ``true``, which means any."""
    if node.value is True:
        return ()
    entries = list(node.items()) if isinstance(node.value, list) else [node]
    for one in entries:
        if one.text() not in language.rules:
            one.refuse("the id of a rule, a list of them, or true for any")
    return tuple(one.text() for one in entries)


def refused_otherwise(decision: Any, wanted: tuple[str, ...]) -> str | None:
    """What happened instead of a refusal by these rules; ``None`` when they refused."""
    if not isinstance(decision, Rejected):
        return "accepted"
    missing = set(wanted) - {one.rule for one in decision.violations}
    return f"refused by {_rules(decision)}" if missing else None


def _rules(decision: Any) -> str:
    return ", ".join(dict.fromkeys(one.rule for one in decision.violations))


_READERS: dict[str, Callable[[Node, Opening, CaseLanguage], Iterator[Check]]] = {
    "asks": _asks,
    "turn": _turn,
    "round": _round,
    "phase": _phase,
    "winners": _winners,
    "over": _over,
    "events": _events,
    "never": _never,
    "legal": _legal,
    "illegal": _illegal,
}
