"""Questions that a case expects: by which rule, of whom, and with which options.

asks = "XX-KB-06"        asks = { rule = "XX-KB-06", seat = "red", options = ["east", "west"] }        asks = false
asks = [{ rule = "XX-01", seat = "red" }, { rule = "XX-01", seat = "blue" }]      of several seats at once
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from companion.casebook.facts import compared, listed, told_of
from companion.casebook.language import CaseLanguage, Check, Moment, Opening
from companion.casebook.patterns import agrees, plain
from companion.core.dice import DiceRequest
from companion.core.flow import ChoiceRequest, ConsentRequest, PlacementRequest, Request, seat_of
from companion.documents import Node, describe

REQUESTS = (ChoiceRequest, ConsentRequest, DiceRequest, PlacementRequest)
ASKED = {entry.name for kind in REQUESTS for entry in fields(kind)} - {"id", "purpose", "roller"}


def asks(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    """The checks of what is asked: ``false``, a rule, a question field by field, or several, in whatever order."""
    if node.value is False:
        yield compared(node, [], lambda moment: [request.purpose for request in moment.asked], told="false")
    elif isinstance(node.value, list):
        wanted = [_read_question(entry, opening, language) for entry in node.items()]
        yield Check(node.place, told_of([_question_told(entry.value) for entry in node.items()]), _all_asked(wanted))
    elif isinstance(node.value, dict):
        yield from _question(node, opening, language)
    else:
        purpose = _purpose(node, language)
        yield compared(node, purpose, lambda moment: alone([request.purpose for request in moment.asked]))


def _purpose(node: Node, language: CaseLanguage) -> str:
    if not isinstance(node.value, str) or not language.may_ask(node.text()):
        node.refuse("the rule that asks, a list for several questions, or false")
    return node.text()


def _question_told(value: Any) -> Any:
    return " ".join(f"{key}={part}" for key, part in value.items()) if isinstance(value, dict) else value


def alone(purposes: list[Any]) -> Any:
    """The only one, or all of them."""
    return purposes[0] if len(purposes) == 1 else purposes


def _read_question(node: Node, opening: Opening, language: CaseLanguage) -> Mapping[str, Any]:
    """Read the expected fields of a question, ``rule`` for its purpose."""
    if not isinstance(node.value, dict):
        return {"rule": _purpose(node, language)}
    node.table({"rule"}, {*ASKED, "offers"})
    _purpose(node["rule"], language)
    if "seat" in node:
        node["seat"].word(opening.seats)
    wanted: dict[str, Any] = language.spell(node.value)
    for key in ("options", "offers", "spaces", "dice"):
        if key in node:
            wanted = {**wanted, key: [str(entry) for entry in wanted[key]] if list(node[key].items()) else []}
    return wanted


def _shown(request: Request | None) -> dict[str, Any]:
    """The question as a document would hold it."""
    return {} if request is None else {**plain(request), "rule": request.purpose, "seat": seat_of(request)}


def _question(node: Node, opening: Opening, language: CaseLanguage) -> Iterator[Check]:
    """The one question that is open, field by field: ``options`` all of them in their order, ``offers`` some."""
    wanted = _read_question(node, opening, language)
    for key, value in node.entries():
        if key != "offers":
            yield compared(value, wanted[key], _field(key))
    for entry, option in zip(listed(node, "offers"), wanted.get("offers", ()), strict=True):
        yield Check(entry.place, describe(entry.value), _offering(option))


def _field(key: str) -> Callable[[Moment], Any]:
    def find(moment: Moment) -> Any:
        if key == "rule":
            return alone([request.purpose for request in moment.asked])
        return _shown(next(iter(moment.asked), None)).get(key)

    return find


def _offering(option: str) -> Callable[[Moment], str | None]:
    def look(moment: Moment) -> str | None:
        shown = _shown(next(iter(moment.asked), None))
        options = [*shown.get("options", ()), *shown.get("spaces", ())]
        return None if option in options else told_of(options)

    return look


def _all_asked(wanted: Sequence[Mapping[str, Any]]) -> Callable[[Moment], str | None]:
    """Each of the questions is open, in whatever order, and no other."""

    def look(moment: Moment) -> str | None:
        left = [_shown(request) for request in moment.asked]
        for question in sorted(wanted, key=len, reverse=True):
            fitting = next((shown for shown in left if _fits(shown, question)), None)
            if fitting is not None:
                left.remove(fitting)
        if not left and len(moment.asked) == len(wanted):
            return None
        return told_of([f"{request.purpose} of {seat_of(request)}" for request in moment.asked])

    return look


def _fits(shown: Mapping[str, Any], question: Mapping[str, Any]) -> bool:
    offers = set(question.get("offers", ())) <= {*shown.get("options", ()), *shown.get("spaces", ())}
    return offers and all(agrees(shown.get(key), value) for key, value in question.items() if key != "offers")
