"""Moments of the clock at which effects happen: what happened, and the state after it (HC-TURN-04, -06, -08, -09)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.core.ids import PieceId
from companion.games.heroclix.state import State
from companion.games.heroclix.steps import Moment, Occur, Resolve

__all__ = ["MOMENT_EVENTS", "MOMENT_FOLDS", "EffectCame", "MomentCame", "MomentPassed", "parse_effect"]


@dataclass(frozen=True, slots=True)
class MomentCame:
    """A moment at which these effects happen; without any it passes unsaid."""

    moment: Moment
    effects: tuple[tuple[PieceId, str], ...]


@dataclass(frozen=True, slots=True)
class EffectCame:
    """The next effect of the moment happens (HC-TURN-10)."""

    piece: PieceId
    power: str


@dataclass(frozen=True, slots=True)
class MomentPassed:
    """All effects of the moment have happened."""

    moment: Moment


def _came(state: State, event: MomentCame) -> State:
    return replace(state, agenda=(Occur(event.moment, event.effects), *state.agenda))


def _effect(state: State, event: EffectCame) -> State:
    head, *rest = state.agenda
    assert isinstance(head, Occur)
    left = tuple(one for one in head.effects if one != (event.piece, event.power))
    return replace(state, agenda=(Resolve(event.piece, event.power), Occur(head.moment, left), *rest))


def _passed(state: State, event: MomentPassed) -> State:
    return replace(state, agenda=state.agenda[1:])


def parse_effect(item: Occur, option: str) -> tuple[PieceId, str]:
    """The effect a choice such as ``A: second_wind`` stands for."""
    return next(one for one in item.effects if f"{one[0]}: {one[1]}" == option)


MOMENT_EVENTS: tuple[type, ...] = (MomentCame, EffectCame, MomentPassed)
MOMENT_FOLDS: dict[type, Callable[[State, Any], State]] = {
    MomentCame: _came,
    EffectCame: _effect,
    MomentPassed: _passed,
}
