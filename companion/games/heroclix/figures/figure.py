"""A HeroClix figure: what is printed on its base, its dial and its card (HC-DIAL-02, -07).

Figure ── base data, symbols, keywords
  └── dial: Click × n        four values, each with or without a power
        └── Value(value, power)
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import FigureId

__all__ = ["SLOTS", "Click", "Figure", "SpecialPower", "StartingLine", "Symbols", "Value"]

SLOTS = ("speed", "attack", "defense", "damage")


@dataclass(frozen=True, slots=True)
class Value:
    """One number in the window; ``value`` is ``None`` when the file gives no number there (``raw`` keeps its text)."""

    value: int | None
    power: str | None = None  # powers catalogue id, "special" for a white square, None for none
    raw: str | None = None


@dataclass(frozen=True, slots=True)
class Click:
    """One step of the dial (HC-DIAL-07). ``number`` is the printed one: it may skip, and is never renumbered."""

    number: int
    speed: Value
    attack: Value
    defense: Value
    damage: Value
    starting_line: str | None = None  # "green" (plain) or the colour of the line


@dataclass(frozen=True, slots=True)
class StartingLine:
    """A place a dial may start on, with what it costs; ``points`` is ``None`` for a line reached only in play."""

    click: int
    colour: str
    points: int | None


@dataclass(frozen=True, slots=True)
class Symbols:
    """The four combat symbols beside the window (HC-ABIL-06..10)."""

    speed: str = "boot"
    attack: str = "fist"
    defense: str = "shield"
    damage: str = "starburst"


@dataclass(frozen=True, slots=True)
class SpecialPower:
    """A white square, a trait or another text of the card; ``slot`` is trait, speed, attack, defense, damage …"""

    slot: str
    name: str
    text: str
    powers: tuple[str, ...] = ()  # standard powers that the file lists for it, under conditions or not
    grants: tuple[str, ...] | None = None  # what a correction says it grants, whatever the text sounds like
    effects: tuple[str, ...] = ()  # what else it does: rows naming verbs, as JSON texts


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as its file gives it. ``kind`` is character, bystander, object …; only characters must have a dial."""

    id: FigureId
    name: str
    set: str
    collector_number: str
    kind: str = "character"
    rarity: str | None = None
    experience: str | None = None  # rookie, experienced, veteran (HC-DIAL-05)
    unique: bool = False
    points: tuple[int, ...] = ()
    dial: tuple[Click, ...] = ()
    dial_size: int = 0
    range: int = 0
    targets: int = 1
    symbols: Symbols = Symbols()
    dimensions: tuple[int, int] = (1, 1)  # columns, rows of the base
    team_abilities: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    specials: tuple[SpecialPower, ...] = ()
    real_name: str | None = None
    improved_movement: tuple[str, ...] = ()  # what later cards let it ignore: elevated, hindering, blocking …
    improved_targeting: tuple[str, ...] = ()

    @property
    def starting_lines(self) -> tuple[StartingLine, ...]:
        """The starting lines, lowest click first; point values pair in order, the largest with the lowest click."""
        lines = [click for click in self.dial if click.starting_line]
        costs: list[int | None] = [*sorted(self.points, reverse=True)]
        costs += [None] * (len(lines) - len(costs))
        return tuple(
            StartingLine(click.number, click.starting_line or "green", cost)
            for click, cost in zip(lines, costs, strict=False)
        )
