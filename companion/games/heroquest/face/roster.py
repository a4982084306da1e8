"""The roster of a quest: heroes and their body points, the monsters that were seen, and who has died."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.face import Standing
from companion.core.ids import Seat
from companion.core.phrases import Told, say
from companion.games.heroquest.characters import Character
from companion.games.heroquest.face.view import CharacterView, QuestView
from companion.games.heroquest.state import State


def roster_of(state: State, view: QuestView, seat: Seat | None) -> Sequence[Standing]:
    """Return the characters that the side of the view knows, living ones first, heroes before monsters."""
    known = sorted(view.characters, key=lambda one: one.sheet is None or not one.sheet.is_hero)
    dead = [one for one in state.dead if one.revealed or seat == state.table.gm]
    return [*map(_standing, known), *(Standing(one.id, one.seat, is_out=True) for one in dead)]


def _standing(shown: CharacterView) -> Standing:
    sheet = shown.sheet
    if sheet is None:
        return Standing(shown.id, shown.seat, states=(say("standing_in_pit"),) if shown.in_pit else ())
    states = tuple(_states(sheet))
    return Standing(shown.id, shown.seat, sheet.body, sheet.body_max, "body", states=states)


def _states(sheet: Character) -> Iterator[Told]:
    says = (
        (sheet.in_pit, "in_pit"),
        (bool(sheet.held), "held"),
        (sheet.hypnotised, "hypnotised"),
        (sheet.diseased > 0, "diseased"),
    )
    return (say(f"standing_{word}") for holds, word in says if holds)
