"""Every event by name, and the one door through which each changes the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.events import CORE_EVENTS
from companion.core.procedure import Finished, Undertaken
from companion.games.heroclix.events import attack, by_hand, damage, play, powers, tactics
from companion.games.heroclix.forces.setup import GameSetUp
from companion.games.heroclix.state.state import State


@dataclass(frozen=True, slots=True)
class Superseded:
    """A step of an action as older releases recorded it: it says nothing that the events beside it do not say."""

    kind: str


FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    **play.FOLDS,
    **attack.FOLDS,
    **damage.FOLDS,
    **powers.FOLDS,
    **tactics.FOLDS,
    **by_hand.FOLDS,
}
EVENTS: Mapping[str, type] = {
    **CORE_EVENTS,
    **{kind.__name__: kind for kind in (GameSetUp, Superseded, Undertaken, Finished, *FOLDS)},
}


def fold(state: State, event: object) -> State:
    """The state after an event of the game; one that is no business of the table leaves it as it is."""
    change = FOLDS.get(type(event))
    return change(state, event) if change is not None else state
