"""A first evening: the shipped scenario, its first turn planned, the first hero about to go."""

from __future__ import annotations

from companion.core.opening import Opening, first_of
from companion.games.guardians import commands as cm
from companion.games.guardians.sample import sample_setup
from companion.games.guardians.setup import GuardiansSetUp
from companion.games.guardians.state import State


def first_evening() -> GuardiansSetUp:
    """The set-up of the scenario that is played at once."""
    return sample_setup()


def _is_ready(state: State) -> bool:
    return state.active is not None and state.who(state.active).seat is not None and not state.flow.open


OPENING = Opening(_is_ready, first_of(cm.BeginGame))
