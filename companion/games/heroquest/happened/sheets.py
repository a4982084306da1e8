"""What changes on a character's sheet."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId, RuleId

__all__ = ["Counted", "Listed", "Marked", "Noted"]


@dataclass(frozen=True, slots=True)
class Counted:
    """A number on a character's sheet changed: mind, mana, gold, kills …"""

    piece: PieceId
    what: str
    value: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Noted:
    """A word on a character's sheet changed: the weapon in hand, what holds it … Empty: no more."""

    piece: PieceId
    what: str
    value: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Listed:
    """A list on a character's sheet changed: weapons, items, spells …"""

    piece: PieceId
    what: str
    values: tuple[str, ...]
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Marked:
    """A character is, or is no longer, in a pit, hypnotised …"""

    piece: PieceId
    what: str
    value: bool
    rule: RuleId
