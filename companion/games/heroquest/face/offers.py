"""Offers to a side's characters: by their target, by the square that is tapped."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.face import fields_of
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.phrases import Told, Word, joined, say
from companion.games.heroquest import commands as cm
from companion.games.heroquest.characters import Character

BY_TAP = (cm.Walk, cm.Teleport, cm.Jump)  # squares are tapped, not chosen from a list
SELDOM = (cm.Turn, cm.ChangeWeapon)  # at the end of the list
ENDS = (cm.EndTurn, cm.EndPhase)
OF_THE_TABLE = (cm.TakeTurn, *ENDS)
_STEPS = (("body", 1), ("mind", 1), ("gold", 10), ("spell_points", 1), ("mana", 1))


def about(command: object) -> list[str]:
    """Return the targets of the command."""
    return fields_of(command, ("target", "friend", "furniture", "trap", "door"))


def corrections(master: Seat, character: Character) -> Iterator[tuple[Told, cm.Adjust | cm.GiveAward]]:
    """The master's word (HQ-GEN-01): every number up or down; experience is given, never taken (HQ-GEN-06)."""
    for value_of, step in _STEPS:
        value = getattr(character, value_of)
        if value_of not in ("body", "mind") and not (character.is_hero and (value or value_of == "gold")):
            continue
        for change in (-step, step):
            if value + change >= 0:
                told = joined(" ", Word("what", value_of), f"{value} → {value + change}")
                yield told, cm.Adjust(master, character.id, value_of, value + change)
    if character.is_hero:
        yield say("award"), cm.GiveAward(master, character.id, 1)


def put_there(master: Seat, piece: PieceId, space: SpaceId) -> cm.Relocate:
    """The master puts a character anywhere (HQ-GEN-01)."""
    return cm.Relocate(master, piece, space)


def is_walk(command: object) -> bool:
    """Whether it is a way over squares, which is shown before it is gone."""
    return isinstance(command, cm.Walk)
