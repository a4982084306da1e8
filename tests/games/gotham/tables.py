"""Small missions for tests: a document, its state, commands played on it by the real rules with the faces given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.core.commands import Choose, Pass, ReportDice
from companion.core.dice import DiceRequest, DiceResult
from companion.core.flow import ChoiceRequest
from companion.core.ids import Seat
from companion.core.rules import Accepted, Decision
from companion.documents import Node
from companion.games.gotham.scenario.document import parse_scenario
from companion.games.gotham.state import State
from companion.games.gotham.system import Gotham

GOTHAM = Gotham()
HERO = {"cubes": 8, "melee": "red", "ranged": "red", "manipulation": "red", "thought": "red"}


def mission(pieces: Mapping[str, Any], **more: Any) -> State:
    """The state of a small mission; its zones are a and b, unless it says more."""
    document = {"zones": ["a", "b"], "turn": "heroes", "pieces": pieces, **more}
    return parse_scenario(Node("a test", "", document)).state


def after(state: State, decision: Decision) -> State:
    """The state after what was decided; it must have been accepted."""
    assert isinstance(decision, Accepted), decision
    for event in decision.events:
        state = GOTHAM.apply(state, event)
    return state


def played(state: State, command: Any, answers: Iterable[Any] = ()) -> State:
    """The state after a command and its answers: a list of faces for dice, a word or a tuple of words for a choice,
    ``None`` to pass."""
    state = after(state, GOTHAM.decide(state, command))
    for answer in answers:
        (request,) = state.flow.open
        if isinstance(request, DiceRequest):
            faces = tuple(map(str, answer))
            state = after(state, GOTHAM.decide(state, ReportDice(request.roller, DiceResult(request.id, faces))))
        elif answer is None:
            state = after(state, GOTHAM.decide(state, Pass(Seat(request.seat), request.id)))
        else:
            assert isinstance(request, ChoiceRequest), request
            options = (answer,) if isinstance(answer, str) else tuple(answer)
            state = after(state, GOTHAM.decide(state, Choose(request.seat, request.id, options)))
    return state
