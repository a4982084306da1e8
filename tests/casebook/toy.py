"""A toy game with its own case language: what the casebook must play without knowing any game.

{ do = "ask", what = "dice" }      asks for a roll, a choice, a placement or a consent; the last answer is remembered
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.casebook import CaseContext, CaseLanguage, Check, Opening
from companion.casebook.facts import compared
from companion.casebook.spelling import spell_commands
from companion.core.catalogue import Catalogue, Rule, RuleStatus
from companion.core.choices import choice_violations
from companion.core.commands import Choose, Pass, Place, ReportDice
from companion.core.dice import DICE, DiceRequest, Die
from companion.core.events import CORE_EVENTS, ChoiceMade, DiceReported, Passed, apply_to_flow
from companion.core.flow import ChoiceRequest, ConsentRequest, Flow, PlacementRequest, Request, may_see
from companion.core.ids import EditionId, PieceId, RequestId, RuleId, Seat, SpaceId, SystemId
from companion.core.rules import Accepted, Decision, Rejected, RulesSystem, violation
from companion.documents import Node

TOY, RULE, PAWN = SystemId("toy"), RuleId("XX-TOY-01"), PieceId("pawn")
KINDS = ("choice", "consent", "dice", "placement", "secret", "together")


@dataclass(frozen=True, slots=True)
class Printing:
    """The only one."""

    id: EditionId = EditionId("toy")  # noqa: RUF009


@dataclass(frozen=True, slots=True)
class SetUp:
    """The set-up: nothing."""

    system: SystemId = TOY


@dataclass(frozen=True, slots=True)
class Ask:
    """Asks for something."""

    seat: Seat
    what: str


@dataclass(frozen=True, slots=True)
class Asked:
    """Something is asked (XX-TOY-01)."""

    what: str


@dataclass(frozen=True, slots=True)
class Put:
    """The pawn was put down."""

    space: SpaceId
    request: RequestId


@dataclass(frozen=True, slots=True)
class State:
    """Where the toy stands."""

    flow: Flow = field(default_factory=lambda: Flow(phase="play", active=frozenset({Seat("me")})))
    last: str = ""
    viewer: Seat | None = None
    is_busy = False

    @property
    def asked(self) -> tuple[Request, ...]:
        """What the viewer knows to be asked."""
        return tuple(request for request in self.flow.open if may_see(request, self.viewer))


class Toy:
    """The rules of the toy."""

    id = TOY
    catalogue = Catalogue((Rule(RULE, RuleStatus.ENFORCED),))
    event_types: Mapping[str, type] = CORE_EVENTS | {"SetUp": SetUp, "Asked": Asked, "Put": Put}

    def initial_state(self, setup: Any) -> State:
        return State()

    def legal_commands(self, state: State, seat: Seat, *, piece: PieceId | None = None) -> Iterator[Any]:
        return iter([Ask(seat, "dice")] if seat == "me" else [])

    def variations(self, state: State, command: Any) -> Iterator[Any]:
        return iter(())

    def at_any_time(self, state: State, seat: Seat, *, piece: PieceId | None = None) -> Iterator[Any]:
        return iter(())

    def asks_others(self, state: State, command: Any) -> bool:
        return False

    def commands_placing(self, state: State, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[Any]:
        return iter(())

    def positions(self, state: State) -> Mapping[PieceId, tuple[SpaceId, ...]]:
        return {}

    edition = Printing()

    def is_whole(self, setup: Any) -> bool:
        return True

    def heard_by(self, state: Any, event: Any, seat: Seat | None) -> Any:
        """Answers are their seat's own secret."""
        return None if isinstance(event, ChoiceMade) and event.seat != seat else event

    def dice_of(self, state: Any) -> Mapping[str, Die]:
        return DICE

    def summary(self, state: Any, seat: Seat | None = None) -> dict[str, Any]:
        return {}

    def view_for(self, state: State, seat: Seat | None) -> Any:
        return replace(state, viewer=seat, last=state.last if seat == "me" else "hushed")

    def decide(self, state: State, command: Any, *, waived: frozenset[RuleId] = frozenset()) -> Decision:
        match command:
            case Ask(_, what) if what in KINDS or RULE in waived:
                return Accepted((Asked(what),))
            case ReportDice(_, result) if len(result.faces) == 2:
                return Accepted((DiceReported(result),))
            case Choose(seat, request, options):
                asked = state.flow.find(request)
                if isinstance(asked, ChoiceRequest) and (broken := tuple(choice_violations(asked, options))):
                    return Rejected(broken)
                return Accepted((ChoiceMade(seat, request, options),))
            case Pass(seat, request) if request:
                return Accepted((Passed(seat, request),))
            case Place(_, _, spaces, _, request) if request and spaces[0] in ("left", "right"):
                return Accepted((Put(spaces[0], request),))
        return Rejected((violation(RULE),))

    def apply(self, state: State, event: Any) -> State:
        me, asked = Seat("me"), state.flow.next_id()
        match event:
            case Asked("dice"):
                return replace(state, flow=state.flow.push(DiceRequest(asked, ("coin", "coin"), me, RULE)))
            case Asked("choice"):
                request = ChoiceRequest(asked, me, RULE, ("a", "b", "c"), at_most=2, optional=True)
                return replace(state, flow=state.flow.push(request))
            case Asked("secret"):
                return replace(state, flow=state.flow.push(ChoiceRequest(asked, me, RULE, ("a", "b"), secret=True)))
            case Asked("together"):
                other = ChoiceRequest(state.flow.next_id(1), Seat("you"), RULE, ("c", "d"))
                return replace(state, flow=state.flow.push(ChoiceRequest(asked, me, RULE, ("a", "b")), other))
            case Asked("placement"):
                places = (SpaceId("left"), SpaceId("right"))
                return replace(state, flow=state.flow.push(PlacementRequest(asked, me, RULE, PAWN, places)))
            case Asked("consent"):
                return replace(state, flow=state.flow.push(ConsentRequest(asked, me, RULE)))
            case Put(space, request):
                return replace(state, flow=state.flow.answered(request), last=space)
            case DiceReported(result):
                state = replace(state, last=" ".join(result.faces))
            case ChoiceMade(_, _, options):
                state = replace(state, last=" ".join((*state.last.split(), *options)))
            case Passed():
                state = replace(state, last="passed")
        return replace(state, flow=apply_to_flow(state.flow, event))


def _open(setup: Node, edition: Node, context: CaseContext) -> Opening:
    setup.table(())
    system = context.find_rules(TOY, EDITION)
    assert system is not None
    return _resume(system, SetUp(), None)


def _resume(system: RulesSystem[State], setup: SetUp, state: State | None) -> Opening:
    return Opening(system, setup, (), (Seat("me"), Seat("you")), frozenset({PAWN}), EDITION)


def _last(node: Node, opening: Opening) -> Iterator[Check]:
    yield compared(node, node.text(), lambda moment: moment.state.last)


EDITION = EditionId("only")
LANGUAGE = CaseLanguage(
    system=TOY,
    editions=(EDITION,),
    catalogues=lambda: (Toy.catalogue,),
    data=Path("nowhere"),
    commands=spell_commands(Ask | Pass, {}),
    expectations={"last": _last},
    open=_open,
    resume=_resume,
    readers=lambda opening: {},
    to_act=lambda state: Seat("me"),
)
