"""A first evening: the shipped quest, its first hero about to walk."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.face import Command
from companion.core.opening import Opening, first_of
from companion.games.heroquest import commands as cm
from companion.games.heroquest.face.leading import stays_back
from companion.games.heroquest.footing import free_beside
from companion.games.heroquest.sample import sample_setup
from companion.games.heroquest.setup import QuestSetUp
from companion.games.heroquest.state import State


def first_evening() -> QuestSetUp:
    """The set-up of the quest that is played at once."""
    return sample_setup()


def _is_ready(state: State) -> bool:
    """Whether a hero has steps to make."""
    hero = state.find(state.active) if state.active is not None else None
    return hero is not None and hero.turn is not None and hero.turn.moving and not state.flow.open


def _pick(state: State, offers: Sequence[Command]) -> Command | None:
    """Begin; a hero with room goes first, who need not ask the others to let it pass (HQ-MOVE-11): best one who fights
    ahead, for whoever stays back has nothing to do yet.
    """

    def room(turn: cm.TakeTurn) -> tuple[bool, bool, int]:
        hero = state.who(turn.piece)
        free = len(free_beside(state, hero.at)) if hero.at is not None else 0
        return free > 0, not stays_back(state, hero), free

    turns = [offer for offer in offers if isinstance(offer, cm.TakeTurn)]
    return max(turns, key=room, default=None) or first_of(cm.BeginQuest, cm.RollMovement)(state, offers)


OPENING = Opening(_is_ready, _pick)
