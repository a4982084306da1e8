"""Answers to what is asked: whether they fit the open request, the event they become, and all there are to give.

The same for every game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.core.choices import choice_violations, legal_choices
from companion.core.commands import Choose, Pass, Place, ReportDice
from companion.core.dice import DiceRequest, Die
from companion.core.events import ChoiceMade, DiceReported, Passed
from companion.core.flow import ChoiceRequest, ConsentRequest, Flow, PlacementRequest, Request, seat_of
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.rules import Violation, violation

Answer = ReportDice | Choose | Place | Pass
AnswerEvent = DiceReported | ChoiceMade | Passed
YES, NO = "yes", "no"


def is_answer(command: object) -> bool:
    """Whether the command answers a request: a placement or a pass may also stand for itself."""
    if isinstance(command, Place | Pass):
        return command.request is not None
    return isinstance(command, ReportDice | Choose)


def answer_violations(flow: Flow, command: Answer, dice: Mapping[str, Die]) -> Iterator[Violation]:
    """Why the answer does not fit."""
    name = command.result.request if isinstance(command, ReportDice) else command.request
    request = flow.find(name) if name is not None else None
    match command, request:
        case ReportDice(), DiceRequest():
            yield from _dice(command, request, dice)
        case Choose(options=options), ChoiceRequest():
            yield from _seat(request, command)
            yield from choice_violations(request, options)
        case Choose(options=options), ConsentRequest():
            yield from _seat(request, command)
            if options not in ((YES,), (NO,)):
                yield violation("TW-ASK-03", waivable=False, found=", ".join(options) or "-", expected=f"{YES}, {NO}")
        case Place(), PlacementRequest() if request.piece == command.piece:
            yield from _seat(request, command)
            yield from _placement(request, command)
        case Pass(), ChoiceRequest() if request.optional:
            yield from _seat(request, command)
        case _:
            yield violation("TW-ASK-01", waivable=False, request=name or "-")


def _seat(request: Request, command: Choose | Place | Pass) -> Iterator[Violation]:
    asked = seat_of(request)
    if command.seat != asked:
        yield violation("TW-ASK-02", waivable=False, seat=command.seat, asked=asked)


def _dice(command: ReportDice, request: DiceRequest, dice: Mapping[str, Die]) -> Iterator[Violation]:
    faces = command.result.faces
    if len(faces) != len(request.dice):
        yield violation("TW-DICE-01", waivable=False, found=len(faces), expected=len(request.dice))
        return
    for die, face in zip(request.dice, faces, strict=True):
        if dice[die].face(face) is None:
            yield violation("TW-DICE-02", waivable=False, die=die, found=face)


def _placement(request: PlacementRequest, command: Place) -> Iterator[Violation]:
    spaces = command.spaces
    if len(spaces) != 1 or spaces[0] not in request.spaces:
        found, expected = ", ".join(spaces) or "-", ", ".join(request.spaces)
        yield violation("TW-ASK-03", spaces[0] if spaces else None, waivable=False, found=found, expected=expected)


def answer_event(command: Answer) -> AnswerEvent:
    """Return the event that records this answer."""
    match command:
        case ReportDice(_, result):
            return DiceReported(result)
        case Choose(seat, request, options):
            return ChoiceMade(seat, request, options)
        case Place(seat, _, spaces, _, request):
            assert request is not None
            return ChoiceMade(seat, request, tuple(spaces))
        case Pass(seat, request):
            assert request is not None
            return Passed(seat, request)


def legal_answers(flow: Flow, seat: Seat) -> Iterator[Answer]:
    """Generate every answer the seat may give to an open request. Dice are thrown, not chosen: a roll offers none."""
    for request in flow.open:
        if seat_of(request) != seat:
            continue
        match request:
            case ChoiceRequest():
                yield from (Choose(seat, request.id, options) for options in legal_choices(request))
                if request.optional:
                    yield Pass(seat, request.id)
            case ConsentRequest():
                yield from (Choose(seat, request.id, (option,)) for option in (YES, NO))
            case PlacementRequest():
                yield from (Place(seat, request.piece, (space,), None, request.id) for space in request.spaces)
            case DiceRequest():
                pass


def placements(flow: Flow, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[Place]:
    """The answers to an open request after which the piece stands there: what a camera's picture may mean."""
    for request in flow.open:
        if isinstance(request, PlacementRequest) and request.piece == piece and spaces and spaces[0] in request.spaces:
            yield Place(request.seat, piece, spaces, None, request.id)
