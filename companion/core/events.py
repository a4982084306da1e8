"""Events every game has: what happened. Past tense; applying one never fails and checks nothing.

Events whose class says ``irreversible`` cannot be un-known (a die lies, a secret is out, a dial has clicked): a
take-back past one needs the other side's consent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, get_args

from companion.core.dice import DiceRequest, DiceResult, Source
from companion.core.evidence import Evidence
from companion.core.flow import ChoiceRequest, ConsentRequest, Flow, Outcome, PlacementRequest, Window
from companion.core.ids import CommandId, RequestId, RuleId, Seat


@dataclass(frozen=True, slots=True)
class DiceRequested:
    """Dice are to be rolled; ``others`` are open at the same time."""

    request: DiceRequest
    others: tuple[DiceRequest, ...] = ()


@dataclass(frozen=True, slots=True)
class DiceReported:
    """Dice were rolled."""

    irreversible: ClassVar[bool] = True
    result: DiceResult


@dataclass(frozen=True, slots=True)
class ChoiceRequested:
    """A seat was asked to choose; ``others`` choose at the same time."""

    request: ChoiceRequest
    others: tuple[ChoiceRequest, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacementRequested:
    """A seat was asked to put a piece somewhere."""

    request: PlacementRequest


@dataclass(frozen=True, slots=True)
class ConsentRequested:
    """A seat was asked to agree."""

    request: ConsentRequest


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """A choice (or a consent) was given."""

    seat: Seat
    request: RequestId
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChoicesOpened:
    """The secret choices of several seats were revealed."""

    irreversible: ClassVar[bool] = True
    choices: tuple[ChoiceMade, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """An optional request was declined."""

    seat: Seat
    request: RequestId


@dataclass(frozen=True, slots=True)
class Conceded:
    """A seat gave the game up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Ruled:
    """A refused command was let through: which rules were set aside, and who agreed (seats, or a judge).

    Alone, without events that it lets through: what a judge ruled about the game.
    """

    rules: tuple[RuleId, ...]
    agreed: tuple[Seat, ...]
    judge: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Everything after version ``to`` counts as not having happened; it stays in the record."""

    to: int
    by: Seat
    agreed: tuple[Seat, ...] = ()
    judge: str | None = None


@dataclass(frozen=True, slots=True)
class BroughtBack:
    """Everything that the take-back at version ``back`` undid counts again; nothing had happened since."""

    back: int
    by: Seat
    agreed: tuple[Seat, ...] = ()
    judge: str | None = None


@dataclass(frozen=True, slots=True)
class Revised:
    """Entries of the record count no more (``without``) or count once more (``again``); all the others stay.

    The state is told anew from those that count. ``back``: the revision that this one takes back; 0 for none. A system
    in which an order can be taken back from among later ones lists it with its events.
    """

    without: tuple[int, ...]
    again: tuple[int, ...]
    by: Seat
    back: int = 0


@dataclass(frozen=True, slots=True)
class WindowOpened:
    """The action in progress was interrupted."""

    window: Window


@dataclass(frozen=True, slots=True)
class WindowClosed:
    """The interruption is over; what it interrupted goes on."""


CoreEvent = (
    DiceRequested
    | DiceReported
    | ChoiceRequested
    | PlacementRequested
    | ConsentRequested
    | ChoiceMade
    | ChoicesOpened
    | Passed
    | Conceded
    | GameEnded
    | Ruled
    | TakenBack
    | BroughtBack
    | WindowOpened
    | WindowClosed
)

CORE_EVENTS: dict[str, type] = {kind.__name__: kind for kind in get_args(CoreEvent)}


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event in its envelope: its version, the command it came from, when (unix ms) and where from.

    ``evidence`` is what sensors said; of the events of one command the first has it. ``by`` gave the command, where a
    seat did and not the machine.
    """

    version: int
    event: object
    command_id: CommandId
    at: int
    source: Source
    evidence: tuple[Evidence, ...] = ()
    by: Seat | None = None


def apply_to_flow(flow: Flow, event: object) -> Flow:
    """The flow after a core event; other events leave it as it is."""
    match event:
        case DiceRequested(request, others) | ChoiceRequested(request, others):
            return flow.push(request, *others)
        case PlacementRequested(request) | ConsentRequested(request):
            return flow.push(request)
        case DiceReported(result):
            return flow.answered(result.request)
        case ChoiceMade(_, request) | Passed(_, request):
            return flow.answered(request)
        case WindowOpened(window):
            return replace(flow, pending=(*flow.pending, window))
        case WindowClosed():
            return flow.closed()
        case GameEnded(outcome):
            return replace(flow, outcome=outcome, pending=(), active=frozenset())
        case _:
            return flow
