"""Questions about dice that may be thrown again, where no throw can change anything: nobody need be asked them.

asked ──No──> the game goes on      ──any dice, any faces──> the very same game, less what it cost: the question is idle
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import combinations, combinations_with_replacement, groupby, product

from companion.core.commands import Choose, Pass, ReportDice
from companion.core.consequences import Answer
from companion.core.dice import DiceRequest, DiceResult, Die
from companion.core.events import ChoiceMade, DiceRequested
from companion.core.flow import ChoiceRequest
from companion.core.pool import DIE
from companion.core.rules import Accepted, RulesSystem, S, with_flow

MOST = 120  # throws that are tried; a question with more is asked: raise it where deciding one takes far below 1 ms


Plain = Callable[[S], S]  # a state without what it only tells, as numbers with their terms


def answer_of(system: RulesSystem[S], plain: Plain[S], state: S, request: ChoiceRequest) -> Pass | None:
    """Return the No to a question that is idle; ``None``: whoever is asked answers it."""
    is_idle = is_about_dice(request) and _is_idle(system, plain, state, request)
    return Pass(request.seat, request.id) if is_idle else None


def is_about_dice(request: ChoiceRequest) -> bool:
    """Whether it asks which dice are thrown again, if any."""
    return request.optional and bool(request.options) and all(option.startswith(DIE) for option in request.options)


def _is_idle(system: RulesSystem[S], plain: Plain[S], state: S, request: ChoiceRequest) -> bool:
    """Whether the game is the same after No and after every throw there may be, but for its price; each is followed to
    where it rests.
    """
    declined = _rested(system, plain, _after(system, state, Pass(request.seat, request.id)))
    if declined is None:
        return False
    for tries, (price, thrown) in enumerate(_throws(system, state, request), 1):
        if tries > MOST or _rested(system, plain, thrown) != reduce(system.apply, price, declined):
            return False
    return True


def _rested(system: RulesSystem[S], plain: Plain[S], state: S | None) -> S | None:
    """The game once nothing is in progress, further idle questions declined; ``None``: somebody is asked before."""
    while state is not None and state.is_busy:
        asked = state.flow.open
        if (
            len(asked) != 1
            or not isinstance(asked[0], ChoiceRequest)
            or answer_of(system, plain, state, asked[0]) is None
        ):
            return None
        state = _after(system, state, Pass(asked[0].seat, asked[0].id))
    return plain(with_flow(state, replace(state.flow, asked=0))) if state is not None else None


def _throws(system: RulesSystem[S], state: S, request: ChoiceRequest) -> Iterator[tuple[Sequence[object], S | None]]:
    """Generate the game after each throw of each number of dice that may be thrown again, with the price of it."""
    kinds = system.dice_of(state)
    for many in range(request.at_least, request.at_most + 1):
        for options in combinations(request.options, many):
            decision = system.decide(state, Choose(request.seat, request.id, options))
            if not isinstance(decision, Accepted):
                continue
            price = [one for one in decision.events if not isinstance(one, ChoiceMade | DiceRequested)]
            after = reduce(system.apply, decision.events, state)
            (roll,) = after.flow.open
            if not isinstance(roll, DiceRequest):
                yield price, None  # more is asked before
                return
            for faces in _results(roll.dice, kinds):
                yield price, _after(system, after, ReportDice(roll.roller, DiceResult(roll.id, faces)))


def _results(dice: tuple[str, ...], kinds: Mapping[str, Die]) -> Iterator[tuple[str, ...]]:
    """Generate the ways that dice may lie: of several of a kind that stand in a row the order does not count."""
    rows = [(kind, len(list(row))) for kind, row in groupby(dice)]
    labels = {kind: tuple(dict.fromkeys(face.label for face in kinds[kind].faces)) for kind, _ in rows}
    for parts in product(*(combinations_with_replacement(labels[kind], count) for kind, count in rows)):
        yield tuple(face for part in parts for face in part)


def _after(system: RulesSystem[S], state: S, answer: Answer) -> S | None:
    """The state after an answer; ``None`` where it is refused."""
    decision = system.decide(state, answer)
    if not isinstance(decision, Accepted):
        return None
    return reduce(system.apply, decision.events, state)
