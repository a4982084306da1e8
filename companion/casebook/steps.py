"""A step of a case, read: the command, what is expected of it, and the answers it gives to whoever is asked.

{ do = "move", piece = "A", to = "F9", dice = [4], expect = {…} }      refused = a rule · overrule = rules
dice = [4, 4]     the faces of the rolls asked for, one after another        dice = { red = [6, 6], blue = [1, 2] }
choose = "east"   the choices asked for; "pass" declines where it may        choose = { red = "a", blue = ["b"] }
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeGuard

from companion.casebook.expectations import read_expectations
from companion.casebook.language import CaseLanguage, Check, Opening, Order, Viewer
from companion.casebook.refusals import Refusal, read_refusal
from companion.core.commands import Choose, Pass, Place, ReportDice
from companion.core.dice import DiceRequest, DiceResult
from companion.core.flow import ChoiceRequest, Flow, PlacementRequest, Request, seat_of
from companion.core.ids import RequestId, Seat, SpaceId
from companion.documents import Node

SHARED = {"do", "dice", "choose", "refused", "overrule", "judge", "agreed", "asks", "expect", "note"}
TAKE_BACK = "take_back"
ANSWERING = {"pass", "place", "concede", TAKE_BACK}  # what may be done while something is asked
PASS = ("pass",)
NOBODYS = RequestId("nobody's")  # question: an answer to it is refused (TW-ASK-01)


@dataclass(frozen=True)
class Step:
    """One step; ``order`` is ``None`` for a step that only answers, or takes back."""

    node: Node
    order: Order | None
    takes_back: bool
    by: Seat | None
    refused: tuple[Refusal, ...] | None  # the refusals that should come: no particular one for ()
    overruled: tuple[Refusal, ...]
    agreed: tuple[Seat, ...]
    judge: str | None
    checks: tuple[Check, ...]
    names_question: bool  # it says itself what is asked at its end
    language: CaseLanguage

    @property
    def label(self) -> str:
        """The step in short, as it is written."""
        told = {key: value for key, value in self.node.mapping.items() if key not in ("expect", "note", "asks")}
        return " ".join(f"{key}={_short(value)}" for key, value in told.items())

    @property
    def may_answer(self) -> bool:
        """Whether the step may follow while somebody is asked."""
        answering = ANSWERING | self.language.answering
        return self.order is None or self.node.mapping.get("do") in answering or self.refused is not None


def read_step(node: Node, opening: Opening, language: CaseLanguage, viewer: Viewer | None) -> Step:
    """The step in a table; what contradicts itself is refused."""
    if not isinstance(node.value, dict):
        node.refuse("a step, which is a table")
    order, takes_back = _order(node, opening, language)
    if order is None and not takes_back and not {"dice", "choose", "expect", "asks"} & node.mapping.keys():
        node.refuse("a step with 'do', 'dice', 'choose' or 'expect'", "a step in which nothing happens")
    refused = read_refusal(node["refused"], language) if "refused" in node else None
    _refuse_contradictions(node)
    Answers(node, opening, language)  # refused now, if they cannot be read; given when the step is played
    checks: list[Check] = []
    if "asks" in node:
        asks = Node(node.file, node.place, {"asks": node["asks"].value})
        checks += read_expectations(asks, opening, language, viewer)
    if "expect" in node:
        checks += read_expectations(node["expect"], opening, language, viewer)
    return Step(
        node,
        order,
        takes_back,
        Seat(node["by"].word(opening.seats)) if "by" in node else None,
        refused,
        read_refusal(node["overrule"], language) if "overrule" in node else (),
        tuple(Seat(seat.word(opening.seats)) for seat in node["agreed"].items()) if "agreed" in node else opening.seats,
        node["judge"].text() if "judge" in node else None,
        tuple(checks),
        "asks" in node or ("expect" in node and "asks" in node["expect"]),
        language,
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
    if node["do"].text() not in language.commands:
        node["do"].refuse(f"one of {', '.join(sorted([*language.commands, TAKE_BACK]))}")
    return language.read_command(node, opening, SHARED), False


def _refuse_contradictions(node: Node) -> None:
    answers = {"dice", "choose"} & node.mapping.keys()
    if "refused" in node and "do" in node and answers:
        node["refused"].refuse("a refusal or answers: a refused command asks nothing", "both")
    if "refused" in node and "overrule" in node:
        node["overrule"].refuse("either 'refused' or 'overrule'", "both")
    if "overrule" in node and ("do" not in node or node["overrule"].value is True):
        node["overrule"].refuse("the rules to set aside for the command in 'do'")
    if "refused" in node or not {"do", *answers} & node.mapping.keys():
        for key in (key for key in ("events", "never") if "expect" in node and key in node["expect"]):
            node["expect"][key].refuse("a step in which something happens", "a step in which nothing can")


def _short(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(_short, value))
    return str(value)


class Answers:
    """The answers a step has left to give: by seats where it says so, else to whoever is asked."""

    def __init__(
        self,
        node: Node,
        opening: Opening,
        language: CaseLanguage,
        by: Seat | None = None,
        *,
        gives_order: bool = False,  # ``by`` says who gives the order then, not who throws
    ) -> None:
        self._node, self._by, self._language = node, by, language
        self._gives_order, self._somebody = gives_order, by or opening.seats[0]
        self._faces = {seat: list(_faces(part)) for seat, part in _by_seat(node, "dice", opening)}
        self._choices = {seat: list(_choices(part)) for seat, part in _by_seat(node, "choose", opening)}

    def next_for(
        self, flow: Flow, leaves: Callable[[ChoiceRequest], bool], *, whatever: bool = False
    ) -> ReportDice | Choose | Place | Pass | None:
        """The command that answers an open request, or ``None``; too few dice are refused unless ``whatever``.

        With ``whatever`` an answer that nobody asked for is given too. A choice that has one answer alone need not be
        written: it is answered, unless the step ``leaves`` it open.
        """
        mine = [
            request
            for request in flow.open
            if seat_of(request) == self._by and not (self._gives_order and isinstance(request, DiceRequest))
        ]
        for request in mine or flow.open:
            if isinstance(request, DiceRequest):
                faces = self._faces.get(request.roller) or self._faces.get(None)
                if faces:
                    return self._report(request, faces, whatever=whatever)
                continue
            choices = self._choices.get(request.seat) or self._choices.get(None) or []
            if not whatever and _is_forced(request) and not self.begins_with(request) and not leaves(request):
                return Choose(request.seat, request.id, request.options)
            if choices:
                return self._answer(request, choices.pop(0))
        return self._unasked() if whatever else None

    def begins_with(self, request: ChoiceRequest) -> bool:
        """Whether the next answer is the one that the request has alone."""
        choices = self._choices.get(request.seat) or self._choices.get(None) or [()]
        return sorted(map(self._language.spell, choices[0])) == sorted(request.options)

    def refuse_rest(self, flow: Flow) -> None:
        """Refuse dice or choices that nobody asked for."""
        waiting = ", ".join(request.purpose for request in flow.open) or "nothing"
        for key, noun, left in (("dice", "dice", self._faces), ("choose", "answers", self._choices)):
            if count := sum(map(len, left.values())):
                found = f"{count} too many ({waiting} is asked for)"
                self._node[key].refuse(f"as many {noun} as are asked for", found)

    def _unasked(self) -> ReportDice | Choose | None:
        """The first answer that is left, to a question that nobody asked."""
        for seat, choices in self._choices.items():
            if choices:
                return Choose(seat or self._somebody, NOBODYS, tuple(map(self._language.spell, choices.pop(0))))
        for seat, faces in self._faces.items():
            if faces:
                thrown = tuple(map(self._language.read_face, faces))
                faces.clear()
                return ReportDice(seat or self._somebody, DiceResult(NOBODYS, thrown))
        return None

    def _report(self, request: DiceRequest, faces: list[str], *, whatever: bool) -> ReportDice:
        count = len(request.dice)
        if len(faces) < count and not whatever:
            self._node["dice"].refuse(f"{count} dice for {request.purpose}", ", ".join(faces))
        given = tuple(map(self._language.read_face, faces if whatever else faces[:count]))
        del faces[: len(given)]
        return ReportDice(self._by or request.roller, DiceResult(request.id, given))

    def _answer(self, request: Request, written: tuple[str, ...]) -> Choose | Place | Pass:
        options, seat = tuple(map(self._language.spell, written)), self._by or seat_of(request)
        if isinstance(request, PlacementRequest):
            return Place(seat, request.piece, tuple(map(SpaceId, options)), None, request.id)
        declines = isinstance(request, ChoiceRequest) and request.optional and "pass" not in request.options
        if declines and options == PASS:
            return Pass(seat, request.id)
        return Choose(seat, request.id, options)


def _is_forced(request: Request) -> TypeGuard[ChoiceRequest]:
    """Whether there is one answer alone, and everybody knows it."""
    if not isinstance(request, ChoiceRequest) or request.optional or request.ordered or request.secret:
        return False
    return len(request.options) == request.at_least


def _by_seat(node: Node, key: str, opening: Opening) -> Iterator[tuple[Seat | None, Node]]:
    """The answers under a key, by the seats that give them; ``None`` for whoever is asked."""
    if key not in node:
        return
    if not isinstance(node[key].value, dict):
        yield None, node[key]
        return
    for seat, part in node[key].entries():
        if seat not in opening.seats:
            part.refuse(f"one of {', '.join(opening.seats)} as key", f"the key {seat!r}")
        yield Seat(seat), part


def _faces(node: Node) -> Iterator[str]:
    """Every face in a list, which may group them by rolls; one alone needs no list."""
    if not isinstance(node.value, list):
        yield _word(node)
        return
    for entry in node.items():
        yield from (_word(part) for part in entry.items()) if isinstance(entry.value, list) else (_word(entry),)


def _choices(node: Node) -> Iterator[tuple[str, ...]]:
    """Every answer in a list; one of several options, in the order they are chosen, is a list in the list."""
    if not isinstance(node.value, list):
        yield (_word(node),)
        return
    for entry in node.items():
        yield tuple(_word(part) for part in entry.items()) if isinstance(entry.value, list) else (_word(entry),)


def _word(node: Node) -> str:
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return str(node.value)
    return node.text()
