"""A step of a case, read: the command, the answers, what is expected of it.

{ do = "move", piece = "A", to = "F9", dice = [4], expect = {…} }      refused = a rule · overrule = rules
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.casebook.answers import read_answers
from companion.casebook.expectations import read_expectations, read_refusal
from companion.casebook.language import CaseLanguage, Check, Opening, Order
from companion.core.ids import RuleId, Seat
from companion.documents import Node

__all__ = ["TAKE_BACK", "Step", "read_step"]

SHARED = {"do", "dice", "choose", "refused", "overrule", "judge", "agreed", "asks", "expect", "note"}
TAKE_BACK = "take_back"
ANSWERING = {"pass", "place", "concede", TAKE_BACK}  # what may be done while something is asked


@dataclass(frozen=True)
class Step:
    """One step; ``order`` is ``None`` for a step that only answers, or takes back."""

    node: Node
    order: Order | None
    takes_back: bool
    by: Seat | None
    refused: tuple[str, ...] | None  # the rules that should refuse: none of them in particular for ()
    overruled: tuple[RuleId, ...]
    agreed: tuple[Seat, ...]
    judge: str | None
    checks: tuple[Check, ...]
    names_question: bool  # it says itself what is asked at its end

    @property
    def label(self) -> str:
        """The step in short, as it is written."""
        told = {key: value for key, value in self.node.value.items() if key not in ("expect", "note", "asks")}
        return " ".join(f"{key}={_short(value)}" for key, value in told.items())

    @property
    def may_answer(self) -> bool:
        """Whether the step may follow while somebody is asked."""
        return self.order is None or self.node.value.get("do") in ANSWERING or self.refused is not None


def read_step(node: Node, opening: Opening, language: CaseLanguage) -> Step:
    """The step in a table; what contradicts itself is refused."""
    if not isinstance(node.value, dict):
        node.refuse("a step, which is a table")
    order, takes_back = _order(node, opening, language)
    if order is None and not takes_back and not {"dice", "choose", "expect", "asks"} & node.value.keys():
        node.refuse("a step with 'do', 'dice', 'choose' or 'expect'", "a step in which nothing happens")
    refused = read_refusal(node["refused"], language) if "refused" in node else None
    _refuse_contradictions(node)
    read_answers(node, None)  # refused now, if it cannot be read; given when the step is played
    checks: list[Check] = []
    if "asks" in node:
        asks = Node(node.file, node.place, {"asks": node["asks"].value})
        checks += read_expectations(asks, opening, language)
    if "expect" in node:
        checks += read_expectations(node["expect"], opening, language)
    return Step(
        node,
        order,
        takes_back,
        Seat(node["by"].word(opening.seats)) if "by" in node else None,
        refused,
        tuple(RuleId(rule) for rule in read_refusal(node["overrule"], language)) if "overrule" in node else (),
        tuple(Seat(one.word(opening.seats)) for one in node["agreed"].items()) if "agreed" in node else opening.seats,
        node["judge"].text() if "judge" in node else None,
        tuple(checks),
        "asks" in node or ("expect" in node and "asks" in node["expect"]),
    )


def _order(node: Node, opening: Opening, language: CaseLanguage) -> tuple[Order | None, bool]:
    if "do" not in node:
        node.table((), {*SHARED, "by"})
        return None, False
    if opening.unplayable:
        node["do"].refuse(opening.unplayable)
    if node["do"].value == TAKE_BACK:
        node.table({"do", "by"}, SHARED)
        return None, True
    if node["do"].text() not in language.words:
        node["do"].refuse(f"one of {', '.join(sorted([*language.words, TAKE_BACK]))}")
    return language.read_command(node, opening, SHARED), False


def _refuse_contradictions(node: Node) -> None:
    answers = {"dice", "choose"} & node.value.keys()
    if "refused" in node and "do" in node and answers:
        node["refused"].refuse("a refusal or answers: a refused command asks nothing", "both")
    if "refused" in node and "overrule" in node:
        node["overrule"].refuse("either 'refused' or 'overrule'", "both")
    if "overrule" in node and ("do" not in node or node["overrule"].value is True):
        node["overrule"].refuse("the rules to set aside for the command in 'do'")
    if "refused" in node and node.value.get("expect", {}) and node["expect"].value.get("events"):
        node["expect"]["events"].refuse("no events in a step that is refused")


def _short(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(_short, value))
    return str(value)
