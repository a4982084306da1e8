"""Every command of a quest. Fields are text, numbers and lists of text: a record can hold one (core.packing)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core import by_hand
from companion.core.commands import CoreCommand
from companion.core.ids import PieceId, Seat, SpaceId


@dataclass(frozen=True, slots=True)
class Order:
    """A command of a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Deed(Order):
    """A command of a seat to one of its characters."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class BeginQuest(Order):
    """Begins the quest."""


@dataclass(frozen=True, slots=True)
class TakeTurn(Deed):
    """Lets a hero have its turn: the players choose the order (HQ-AMB-04)."""


@dataclass(frozen=True, slots=True)
class EndTurn(Deed):
    """Ends a hero's turn, whatever is left of it (HQ-ACT-07)."""


@dataclass(frozen=True, slots=True)
class EndPhase(Order):
    """Ends the master's part of the round."""


@dataclass(frozen=True, slots=True)
class DrinkPotion(Deed):
    item: str


@dataclass(frozen=True, slots=True)
class Heal(Deed):
    """Turns a mind point into a body point (HQ-HERO-ENCH-06)."""


@dataclass(frozen=True, slots=True)
class ChangeWeapon(Deed):
    """Takes another weapon in hand: one carried, one dropped, or one of the dead (HQ-WEAPON-01)."""

    weapon: str


@dataclass(frozen=True, slots=True)
class GiveAward(Deed):
    """Hands out experience for a kill: to all alike, or to each what it removed (HQ-COMBAT-GROUP-05)."""

    points: int


@dataclass(frozen=True, slots=True)
class Relocate(by_hand.Relocate):
    """Puts a character where the master says it stands, and turns it (HQ-GEN-01)."""

    facing: str | None = None


@dataclass(frozen=True, slots=True)
class RollMovement(Deed):
    """Begins a move: its dice are thrown (HQ-MOVE-01)."""


@dataclass(frozen=True, slots=True)
class Walk(Deed):
    """Goes along a path, and may turn at its end."""

    path: tuple[SpaceId, ...]
    facing: str | None = None


@dataclass(frozen=True, slots=True)
class Turn(Deed):
    """Turns on the spot (HQ-MOVE-07, -09)."""

    facing: str


@dataclass(frozen=True, slots=True)
class Jump(Deed):
    """Jumps over a revealed pit, or steps over it with long strides (HQ-TRAP-19, HQ-MON-TECH-09)."""

    to: SpaceId


@dataclass(frozen=True, slots=True)
class Teleport(Deed):
    """Move to another square at once (HQ-HERO-ENCH-05)."""

    to: SpaceId
    facing: str | None = None


@dataclass(frozen=True, slots=True)
class OpenDoor(Deed):
    """Opens a door (HQ-MOVE-05)."""

    door: PieceId


@dataclass(frozen=True, slots=True)
class Barricade(Deed):
    """Barricades a door behind it (HQ-DOOR-01)."""

    door: PieceId


@dataclass(frozen=True, slots=True)
class BreakIn(Deed):
    """Breaks a barricaded door in (HQ-DOOR-07)."""

    door: PieceId


@dataclass(frozen=True, slots=True)
class Climb(Deed):
    """Climbs furniture, or comes down from it (HQ-MON-TECH-21)."""

    to: SpaceId


@dataclass(frozen=True, slots=True)
class HelpOver(Deed):
    """Helps another monster over a chasm (HQ-MON-TECH-15)."""

    friend: PieceId
    to: SpaceId


@dataclass(frozen=True, slots=True)
class HelpFree(Deed):
    """Frees somebody from a steel jaw (HQ-TRAP-14, HQ-AMB-43)."""

    friend: PieceId


@dataclass(frozen=True, slots=True)
class Shove(Deed):
    """Pushes an enemy back, with others beside it (HQ-COMBAT-SHOVE-01)."""

    target: PieceId
    with_: tuple[PieceId, ...] = ()


@dataclass(frozen=True, slots=True)
class Attack(Deed):
    """Strikes or shoots. Ways: bite, assured, wide, deadly, power-1, power-2."""

    target: PieceId
    ways: tuple[str, ...] = ()
    facing: str | None = None


@dataclass(frozen=True, slots=True)
class CommitAttack(Deed):
    """Holds its attack until others join (HQ-COMBAT-GROUP-01, HQ-AMB-48)."""

    target: PieceId


@dataclass(frozen=True, slots=True)
class Cast(Deed):
    """Casts a spell, or magic of so many dice (HQ-HERO-ENCH-02)."""

    spell: str
    target: PieceId | None = None
    number: int = 0
    ways: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DisarmOpponent(Deed):
    """Tries to knock the weapon out of a hand (HQ-DISARM-01)."""

    target: PieceId


@dataclass(frozen=True, slots=True)
class Ambush(Deed):
    """Lies in ambush beside a door or at a corner (HQ-COMBAT-AMBUSH-01)."""

    door: PieceId | None = None
    corner: SpaceId | None = None


@dataclass(frozen=True, slots=True)
class Topple(Deed):
    """Topples a wardrobe or a bookcase (HQ-COMBAT-TOPPLE-01)."""

    furniture: PieceId
    towards: str | None = None


@dataclass(frozen=True, slots=True)
class ThrowFurniture(Deed):
    """Throws furniture (HQ-MON-TECH-06)."""

    furniture: PieceId
    squares: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class Listen(Deed):
    """Listens at a door (HQ-LISTEN-01)."""

    door: PieceId


@dataclass(frozen=True, slots=True)
class Scan(Deed):
    """Looks down a corridor as elves do (HQ-HERO-ELF-07)."""


@dataclass(frozen=True, slots=True)
class Detect(Deed):
    """Feels for spellcasters (HQ-HERO-ENCH-03)."""

    door: PieceId


@dataclass(frozen=True, slots=True)
class SearchRoom(Deed):
    """Searches the room (HQ-SEARCH-01)."""


@dataclass(frozen=True, slots=True)
class SearchFurniture(Deed):
    """Searches a piece of furniture (HQ-SEARCH-03)."""

    furniture: PieceId


@dataclass(frozen=True, slots=True)
class SearchTraps(Deed):
    """Searches for traps (HQ-SEARCH-09)."""


@dataclass(frozen=True, slots=True)
class SearchPassages(Deed):
    """Searches for secret passages (HQ-SEARCH-15)."""


@dataclass(frozen=True, slots=True)
class DisarmTrap(Deed):
    """Disarms a trap (HQ-HERO-DWARF-06)."""

    trap: PieceId


@dataclass(frozen=True, slots=True)
class BuildTrap(Deed):
    """Builds a trap from three pieces (HQ-HERO-DWARF-07)."""

    at: SpaceId


Command = Order | by_hand.Adjust | by_hand.Relocate | by_hand.MoveCard | CoreCommand
