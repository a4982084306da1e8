"""The harm that answers to a question do by themselves: told before one is given, and which answer is better.

asked ──each answer──> the ends it may come to ──> who has less left, who is out       of several ends the worst

Who falls counts first, then what is lost: one's own against the others'. Where dice come next nothing is compared, and
nobody is said to be unhurt: they decide it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.branches import End, answers_to, ends_of
from companion.core.events import Recorded
from companion.core.face import Face, Standing
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId
from companion.core.phrases import Name, Terms, Told, joined, say
from companion.core.reckoning import Contribution
from companion.core.rules import GameState, RulesSystem

AnyFace = Face[Any, Any]
Value = tuple[int, int]  # to whoever is asked: who is out, what is lost


@dataclass(frozen=True, slots=True)
class Harm:
    """The harm that a figure takes."""

    piece: PieceId
    lost: int  # 0: nobody says how much
    falls: bool  # it is out of play then
    points: int  # that it is worth then
    terms: tuple[Contribution, ...] = ()  # that made it so much

    @property
    def told(self) -> Told:
        """The figure, what it loses, and that it falls."""
        loss = joined(" ", Name(self.piece), f"−{self.lost}" if self.lost else "")
        parts: list[Told] = [say("harm_made", harm=loss, terms=Terms(self.terms, cited=True)) if self.terms else loss]
        if self.falls:
            parts += [say("standing_out"), *([say("points", points=self.points)] if self.points else [])]
        return joined(", ", *parts)


@dataclass(frozen=True, slots=True)
class Harms:
    """The harm that each answer does, the refusal's under an empty key; ``better``: the answers that gain most, none
    where they cannot be compared.
    """

    told: Mapping[str, Told]
    better: tuple[str, ...]


@dataclass(slots=True)  # as the protocol has it
class _Supposed:
    """A game as it would stand: nothing of it is written."""

    state: GameState
    system: RulesSystem[Any]
    version: int
    records: Sequence[Recorded]
    standing: Callable[[], list[Recorded]]


def harms_of(face: AnyFace, request: ChoiceRequest) -> Harms | None:
    """Return the harm that the answers do; ``None``: none does any, or all of them the same, or the game keeps secrets
    that would show.
    """
    if not face.foretells_answers or request.at_most != 1 or request.at_least > 1:
        return None
    before, worst, values, sure = face.roster(request.seat), dict[str, tuple[Harm, ...]](), dict[str, Value](), True
    told: dict[str, Told] = {}
    for answer in answers_to(request):
        ends = ends_of(face.game.system, face.state, request, answer)
        if not ends:
            return None
        is_open = any(end.state.flow.open for end in ends)
        sure = sure and not is_open
        found = [tuple(_harmed(face, before, end, request)) for end in ends]
        worst[answer] = min(found, key=lambda one: _value(face, request, before, one))
        values[answer] = _value(face, request, before, worst[answer])
        if is_open and not worst[answer]:
            continue
        harm = joined(" · ", *(one.told for one in worst[answer])) if worst[answer] else say("harms_nobody")
        told[answer] = say("harms_at_worst", harm=harm) if worst[answer] and len({*found}) > 1 else harm
    if len({*worst.values()}) == 1:
        return None
    best = max(values.values())
    is_clear = sure and min(values.values()) < best
    return Harms(told, tuple(one for one, value in values.items() if value == best) if is_clear else ())


def _roster(face: AnyFace, state: GameState, request: ChoiceRequest) -> Sequence[Standing]:
    game = face.game
    return type(face)(_Supposed(state, game.system, game.version, game.records, game.standing)).roster(request.seat)


def _harmed(face: AnyFace, before: Iterable[Standing], end: End[Any], request: ChoiceRequest) -> Iterable[Harm]:
    """Generate the harm of each figure at an end."""
    now = {one.piece: one for one in _roster(face, end.state, request)}
    for one in before:
        then = now.get(one.piece, one)
        lost = one.left - then.left if one.left is not None and then.left is not None else 0
        falls = then.is_out and not one.is_out
        if lost > 0 or falls:
            yield Harm(one.piece, max(0, lost), falls, one.points or 0, tuple(face.harm_terms(end.events, one.piece)))


def _value(face: AnyFace, request: ChoiceRequest, before: Iterable[Standing], harms: Sequence[Harm]) -> Value:
    """Return what the harm is worth to whoever is asked."""
    own, sides = face.side_of(request.seat), {one.piece: face.side_of(one.seat) for one in before}
    signs = [-1 if sides[one.piece] == own else 0 if sides[one.piece] is None else 1 for one in harms]
    return (
        sum(sign for sign, one in zip(signs, harms, strict=True) if one.falls),
        sum(sign * one.lost for sign, one in zip(signs, harms, strict=True)),
    )
