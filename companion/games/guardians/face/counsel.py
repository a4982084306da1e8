"""Counsel where a power lets dice of an attack be thrown again: is what lies enough, else which of them (GC-CARD-24).

dice as they lie ──enough, or never enough──> No        ──too few──> the dice whose throw is enough most likely
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from companion.core.consequences import rehearsed
from companion.core.dice import DieFace
from companion.core.events import DiceReported, DiceRequested
from companion.core.face import Counsel
from companion.core.flow import ChoiceRequest
from companion.core.ids import RequestId
from companion.core.phrases import say
from companion.core.pool import chances
from companion.core.rules import RulesSystem
from companion.games.guardians import events as ev
from companion.games.guardians.content.dice import worth
from companion.games.guardians.face.deciding import decided
from companion.games.guardians.face.planning import planned
from companion.games.guardians.face.throwing import Least
from companion.games.guardians.play.attack import REROLL, ROLL
from companion.games.guardians.state import State


def counsel(system: RulesSystem[State], state: State, request: ChoiceRequest) -> Counsel | None:
    """Return the answer to whether dice are thrown again; which cards are played; where somebody is
    better pushed, whom a villain had better turn to; nothing of other questions.
    """
    if request.purpose != REROLL:
        return planned(state, request) or decided(system, state, request)
    dice, coming = list(_lying(state)), Least(state)
    found = rehearsed(system, state, request, coming, ev.AttackResult)
    if found is None or coming.dice or len(dice) != len(request.options):
        return None
    short = found.defense - found.successes
    if short <= 0:
        return Counsel((), say("dice_enough"))
    ways = {
        places: _chance(state, [dice[place] for place in places], short)
        for many in range(1, request.at_most + 1)
        for places in combinations(range(len(dice)), many)
    }
    best = max(ways, key=lambda places: ways[places])
    if not ways[best]:
        return Counsel((), say("dice_vain"))
    told = say("dice_short", more=short, chance=ways[best])
    return Counsel(tuple(request.options[place] for place in best), told)


def _chance(state: State, dice: list[tuple[str, DieFace]], short: int) -> Fraction:
    """Return how likely these dice, thrown once more, bring so many successes more than they show."""
    needed = short + sum(worth(face) for _, face in dice)
    sums = chances([state.content.dice[die] for die, _ in dice], worth)
    return sum((share for total, share in sums.items() if total >= needed), Fraction(0))


def _lying(state: State) -> Iterator[tuple[str, DieFace]]:
    """Generate the dice of the attack as they lie, those that POW brought behind the others."""
    asked: dict[RequestId, tuple[str, ...]] = {}
    log = state.work.log if state.work is not None else ()
    launched = max((at for at, event in enumerate(log) if isinstance(event, ev.AttackLaunched)), default=0)
    for event in log[launched:]:
        match event:
            case DiceRequested(request) if request.purpose == ROLL:
                asked[request.id] = request.dice
            case DiceReported(result) if result.request in asked:
                for die, label in zip(asked[result.request], result.faces, strict=True):
                    face = state.content.dice[die].face(label)
                    assert face is not None
                    yield die, face
