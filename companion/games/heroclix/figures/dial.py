"""The dial of a piece: what shows in the window, and what turning does (HC-DIAL-07..15).

click  1   2   3   4   5   6   KO
       ▲ starting line         └ no click with that number is printed: the dial is in its KO part
"""

from __future__ import annotations

from companion.games.heroclix.figures.figure import SLOTS, Click, Figure, Value

__all__ = ["click_at", "heal_to", "is_ko", "powers_at", "turn_to", "value_at"]


def click_at(figure: Figure, number: int) -> Click | None:
    """What shows in the window at that click number, or ``None`` in the KO part (HC-DIAL-14)."""
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
