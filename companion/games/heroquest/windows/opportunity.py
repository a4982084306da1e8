"""Opportunity: a step that begins in an enemy's control zone may be struck at (HQ-COMBAT-OPP)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.reactions import answer, roll_damage, wants_to
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.dice import BLACK
from companion.games.heroquest.reach import engaged_with, zone_of
from companion.games.heroquest.state import State
from companion.games.heroquest.turns.actions import turn_of

__all__ = ["controllers", "opportunities"]

STRUCK = "HQ-COMBAT-OPP-04"


def controllers(state: State, mover: Character) -> Iterator[Character]:
    """Who may strike at a step it makes now: once a turn, not while busy with another (HQ-COMBAT-OPP-06, -09)."""
    for other in state.enemies(mover):
        if other.id in turn_of(mover).struck_by or other.in_pit or (mover.is_hero and not other.revealed):
            continue
        busy = [foe for foe in engaged_with(state, other.id) if foe != mover.id]
        if not busy and any(space == mover.at for space in zone_of(state, other, mover)):
            yield other


def opportunities(t: Teller[State], mover: PieceId, spared: tuple[PieceId, ...] = ()) -> Script[bool]:
    """Whether the mover is alive after all who may have struck (HQ-COMBAT-OPP-05, -07, -08); not those in
    ``spared``."""
    one = t.state.who(mover)
    for other in [each.id for each in controllers(t.state, one) if each.id not in spared]:
        if t.state.find(mover) is None or t.state.flow.outcome is not None:
            return False
        if t.state.find(other) is None:
            continue
        with t.window("HQ-COMBAT-OPP-05", t.state.who(other).seat, other):
            if (yield from wants_to(t, other, STRUCK)):
                t.tell(ev.Reacted(other, mover))
                damage = yield from roll_damage(t, other, mover, STRUCK, (BLACK,))
                yield from answer(t, other, mover, STRUCK, damage)
    return t.state.find(mover) is not None and t.state.flow.outcome is None
