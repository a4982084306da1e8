"""A first evening: the shipped mission, every hero active, the first one about to act."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.face import Command
from companion.core.opening import Opening, first_of
from companion.games.gotham import commands as cm
from companion.games.gotham.content.settings import ACTIVE
from companion.games.gotham.sample import sample_setup
from companion.games.gotham.setup import MissionSetUp
from companion.games.gotham.state import HERO_TURN, State


def first_evening() -> MissionSetUp:
    """The set-up of the mission that is played at once."""
    return sample_setup()


def _pick(state: State, offers: Sequence[Command]) -> Command | None:
    active = [offer for offer in offers if isinstance(offer, cm.DeclareState) and offer.state == ACTIVE]
    return first_of(cm.DeclareState)(state, active) or first_of(cm.BeginMission)(state, offers)


OPENING = Opening(lambda state: state.flow.phase == HERO_TURN and not state.flow.open, _pick)
