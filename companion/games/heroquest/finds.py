"""Finds: things seen, heard, searched and set off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.ids import PieceId, RuleId, SpaceId, ZoneId
from companion.core.phrases import Phrase

TREASURE = ("gold", "item", "weapon", "trap", "wandering", "nothing")  # kinds that the catalogues have words for


def _treasure(written: str) -> Phrase | str:
    kind, _, what = written.partition(" ")
    return Phrase(f"found.{kind}", {"what": what}) if kind in TREASURE else written


@dataclass(frozen=True, slots=True)
class SquaresSeen:
    """The heroes see a part of the dungeon for the first time."""

    irreversible: ClassVar[bool] = True
    spaces: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class MonsterRevealed:
    """The heroes see a monster."""

    irreversible: ClassVar[bool] = True
    piece: PieceId
    kind: str
    at: SpaceId
    facing: str


@dataclass(frozen=True, slots=True)
class MonsterPlaced:
    """A monster came into the quest (HQ-SEARCH-01)."""

    piece: PieceId
    kind: str
    at: SpaceId
    facing: str
    revealed: bool = True


@dataclass(frozen=True, slots=True)
class TrapChanged:
    """A trap was revealed, disarmed, spent or blocked (HQ-TRAP-03, HQ-TRAP-23)."""

    irreversible: ClassVar[bool] = True
    trap: PieceId
    status: str
    type: str
    squares: tuple[SpaceId, ...]
    by: PieceId | None = None


@dataclass(frozen=True, slots=True)
class TrapSprung:
    """A trap went off (HQ-TRAP-18)."""

    trap: PieceId
    type: str
    victims: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class TrapLaid:
    """A dwarf built a trap (HQ-HERO-DWARF-07)."""

    trap: PieceId
    at: SpaceId
    by: PieceId


@dataclass(frozen=True, slots=True)
class RubbleFell:
    """A square is full of rubble (HQ-TRAP-08)."""

    at: SpaceId


@dataclass(frozen=True, slots=True)
class Heard:
    """A character listened at a door (HQ-LISTEN-01): the master's word, and what an elf makes out."""

    irreversible: ClassVar[bool] = True
    piece: PieceId
    door: PieceId
    word: str
    number: int | None = None
    races: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sensed:
    """An enchanter knows whether there are spellcasters in a place (HQ-HERO-ENCH-03)."""

    irreversible: ClassVar[bool] = True
    piece: PieceId
    place: ZoneId
    present: bool


@dataclass(frozen=True, slots=True)
class Scanned:
    """An elf looked far down a corridor (HQ-HERO-ELF-07), and saw so many squares that nobody knew."""

    irreversible: ClassVar[bool] = True
    piece: PieceId
    new: int


@dataclass(frozen=True, slots=True)
class Searched:
    """A room, a piece of furniture, or a place for what is hidden was searched (HQ-SEARCH-02, HQ-SEARCH-17)."""

    irreversible: ClassVar[bool] = True
    piece: PieceId
    what: str
    found: tuple[str, ...]
    rule: RuleId

    @property
    def told(self) -> dict[str, object]:
        """The treasure in words, as a quest writes it: ``gold 20``, ``item herbs``; a thing by its name."""
        return {"found": tuple(map(_treasure, self.found))}


@dataclass(frozen=True, slots=True)
class FurnitureChanged:
    """A piece of furniture was toppled, thrown or trampled (HQ-COMBAT-TOPPLE-05); no squares: it is gone."""

    piece: PieceId
    squares: tuple[SpaceId, ...]
    by: PieceId
    rule: RuleId


@dataclass(frozen=True, slots=True)
class EffectBrewed:
    """An effect was announced for a turn of the master (HQ-MON-FIMIR-06, HQ-TRAP-21)."""

    kind: str
    by: PieceId
    place: ZoneId | None = None
    at: SpaceId | None = None
    direction: str = ""


@dataclass(frozen=True, slots=True)
class EffectOver:
    """The effect has happened."""

    kind: str
    by: PieceId


@dataclass(frozen=True, slots=True)
class SphereRolled:
    """A granite sphere rolled on (HQ-TRAP-21)."""

    trap: PieceId
    to: SpaceId


@dataclass(frozen=True, slots=True)
class MistFell:
    """Black mist fills a place for good (HQ-MON-FIMIR-08)."""

    place: ZoneId
