"""Every command of a mission. Fields are text, numbers and lists of text: a record can hold one (core.packing)."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.commands import CoreCommand
from companion.core.ids import PieceId, Seat, ZoneId


@dataclass(frozen=True, slots=True)
class Order:
    """A command of a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class FigureOrder(Order):
    """A command of a seat to one of its figures."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class Paid(FigureOrder):
    """An action a hero spends cubes for; ``push``: it pushes its limits first; ``using``: cards declared for it."""

    cubes: int = field(default=1, kw_only=True)
    push: bool = field(default=False, kw_only=True)
    using: tuple[str, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class BeginMission(Order):
    """Ends the set-up and begins the first round."""


@dataclass(frozen=True, slots=True)
class DeclareState(FigureOrder):
    """Declares a hero's state; what it recovers follows."""

    state: str


@dataclass(frozen=True, slots=True)
class EndTurn(Order):
    """The seat has done what it wanted in this turn."""


@dataclass(frozen=True, slots=True)
class ActivateTile(Order):
    """Activates a tile of the River."""

    tile: str


@dataclass(frozen=True, slots=True)
class ActivateFigure(FigureOrder):
    """Begins the activation of a figure of the tile, before it does anything."""


@dataclass(frozen=True, slots=True)
class EndActivation(Order):
    """Ends the activation of the tile."""


@dataclass(frozen=True, slots=True)
class SetAside(FigureOrder):
    """Does not use a skill from now on, or uses it again with ``aside`` false."""

    skill: str
    aside: bool = True


@dataclass(frozen=True, slots=True)
class Move(Paid):
    """Begins a Movement action, and goes along the path at once if there is one."""

    path: tuple[ZoneId, ...] = ()


@dataclass(frozen=True, slots=True)
class Step(FigureOrder):
    """One Movement of the action: to a zone, by a way where there are several."""

    to: ZoneId
    way: str = ""


@dataclass(frozen=True, slots=True)
class EndMove(FigureOrder):
    """Ends the Movement action; what is left of its points is lost."""


@dataclass(frozen=True, slots=True)
class MeleeAttack(Paid):
    """Attacks in melee, with weapons, or to bind."""

    target: PieceId
    weapons: tuple[str, ...] = ()
    bind: bool = False


@dataclass(frozen=True, slots=True)
class RangedAttack(Paid):
    """Attacks from a distance, with weapons."""

    target: PieceId
    weapons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Manipulate(Paid):
    """A manipulation that the mission names; automatic ones cost one cube."""

    task: str


@dataclass(frozen=True, slots=True)
class Think(Paid):
    """A thought that the mission names; automatic ones cost one cube."""

    task: str


@dataclass(frozen=True, slots=True)
class Unbind(Paid):
    """Takes the Bind tokens off a figure."""

    target: PieceId


@dataclass(frozen=True, slots=True)
class DispelFriend(Paid):
    """Removes an enemy's Imaginary Friend."""

    target: PieceId


@dataclass(frozen=True, slots=True)
class Grenade(Paid):
    """Throws a grenade at a zone."""

    to: ZoneId


@dataclass(frozen=True, slots=True)
class Attract(FigureOrder):
    """Draws a figure into its zone."""

    target: PieceId
    push: bool = False
    using: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scream(FigureOrder):
    """Screams: here, and in an adjacent zone."""

    to: ZoneId | None = None
    using: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Breathe(FigureOrder):
    """Breathes: here, and into an adjacent zone."""

    to: ZoneId | None = None
    push: bool = False
    using: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CommandTile(FigureOrder):
    """Lets the figures of a commanded tile act."""

    tile: str
    push: bool = False
    using: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EndCommand(FigureOrder):
    """Says that the commanded figures have done what they should."""


@dataclass(frozen=True, slots=True)
class UseTactician(FigureOrder):
    """Gives an ally Movement Points, to be used at once."""

    ally: PieceId
    push: bool = False
    using: tuple[str, ...] = ()


Command = Order | CoreCommand
