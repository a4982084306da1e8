"""A HeroClix figure: what is printed on its base, its dial and its card (HC-DIAL-02, -07).

Figure ── base data, symbols, keywords; the colours of the base (HC-DIAL-04, -05)
  └── dial: Click × n        four values, each with or without a power
        └── Value(value, power)

click  1   2   3   4   5   6   KO      what shows in the window, and what turning does (HC-DIAL-07..15)
       ▲ starting line         └ no click with that number is printed: the dial is in its KO part
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import FigureId

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


def click_at(figure: Figure, number: int) -> Click | None:
    """Return the click of that number, or ``None`` in the KO part (HC-DIAL-14)."""
    dial = figure.dial
    if 0 < number <= len(dial) and dial[number - 1].number == number:  # as nearly every file numbers them
        return dial[number - 1]
    return next((click for click in dial if click.number == number), None)


def is_ko(figure: Figure, number: int) -> bool:
    """Whether the window shows KO at that click number (HC-DIAL-14, AMB-36)."""
    return click_at(figure, number) is None


def value_at(figure: Figure, number: int, slot: str) -> Value:
    """The value of a slot at a click; an empty one in the KO part."""
    click = click_at(figure, number)
    found: Value = getattr(click, slot) if click else Value(None)
    return found


def powers_at(figure: Figure, number: int) -> dict[str, str]:
    """The powers in the window by slot, the others being lost (HC-DIAL-13, HC-POW-01, -05, HC-DMG-17)."""
    return {slot: power for slot in SLOTS if (power := value_at(figure, number, slot).power)}


def turn_to(figure: Figure, number: int, damage: int) -> int:
    """The click number after turning clockwise once per point, stopping at the first KO click (HC-DMG-03)."""
    if figure.kind == "bystander" and damage:  # HC-BYST-02: it has no clicks to lose
        return max((click.number for click in figure.dial), default=number) + 1
    for _ in range(damage):
        if is_ko(figure, number):
            break
        number += 1
    return number


def heal_to(number: int, healing: int, start: int) -> int:
    """The click number after healing: never past the starting line used in this game (HC-DMG-15, -16)."""
    return max(number - healing, min(start, number))


SET_SYMBOLS = {
    "common": "white",
    "uncommon": "green",
    "rare": "silver",
    "super_rare": "gold",
    "limited_edition": "bronze",
}
EXPERIENCE = {"rookie": "yellow", "experienced": "blue", "veteran": "red", "unique": "silver"}


def set_symbol_of(figure: Figure) -> str | None:
    """The colour of the set symbol by rarity (HC-DIAL-04), or ``None`` for a rarity that has none."""
    return SET_SYMBOLS.get(figure.rarity or "")


def ring_of(figure: Figure) -> str | None:
    """The colour of the ring (HC-DIAL-05), or ``None`` where the figure's file says nothing of it.

    Uniques of older sets have a golden or a bronze ring; figure files do not tell sets by their age, so all are silver.
    """
    return EXPERIENCE["unique"] if figure.unique else EXPERIENCE.get(figure.experience or "")
