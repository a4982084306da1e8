"""What a card asks of a character, click by click: powers, symbols, keywords, least values (HC-FEAT-04..06).

needs {powers: charge, damage: 4}      click 2: charge, damage 3 ✗      click 5: charge, damage 4 ✓
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.heroclix.figures.dial import click_at
from companion.games.heroclix.figures.figure import SLOTS, Click, Figure

__all__ = ["NOTHING", "Needs", "can_be_assigned", "is_met", "powers_usable"]

ABILITIES = {"wing": "flight", "dolphin": "swim", "transport_wing": "flight", "transport_dolphin": "swim"}


@dataclass(frozen=True, slots=True)
class Needs:
    """Everything that must show at the same time; an empty one asks nothing."""

    powers: tuple[str, ...] = ()  # ids of powers or of abilities that symbols give
    symbols: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    least: tuple[tuple[str, int], ...] = ()  # slot, least value printed there


NOTHING = Needs()


def can_be_assigned(figure: Figure, needs: Needs) -> bool:
    """Whether some click of the dial, not necessarily the first, shows all of it at once (HC-FEAT-04)."""
    return any(_is_met_on(figure, click, needs) for click in figure.dial)


def is_met(figure: Figure, number: int, needs: Needs, changed: Mapping[str, int] | None = None) -> bool:
    """Whether the click in the window meets the needs now (HC-FEAT-11, -18).

    ``changed`` are the values after modifiers: they can lose a prerequisite, and never gain one (HC-FEAT-12, -13).
    """
    click = click_at(figure, number)
    if click is None or not _is_met_on(figure, click, needs):
        return False
    return all((changed or {}).get(slot, least) >= least for slot, least in needs.least)


def powers_usable(figure: Figure, click: Click) -> frozenset[str]:
    """The powers and abilities of a click: those that show, those that its special powers and traits name, and those
    of its symbols (HC-FEAT-05, -06)."""
    shown = {slot: getattr(click, slot).power for slot in SLOTS}
    named = {
        power
        for special in figure.specials
        if special.slot == "trait" or shown.get(special.slot) == "special"
        for power in special.powers
    }
    symbols = {getattr(figure.symbols, slot) for slot in SLOTS}
    given = {ABILITIES[symbol] for symbol in symbols if symbol in ABILITIES}
    return frozenset(({power for power in shown.values() if power} | named | symbols | given) - {"special"})


def _is_met_on(figure: Figure, click: Click, needs: Needs) -> bool:
    symbols = {getattr(figure.symbols, slot) for slot in SLOTS}
    keywords = {word.casefold() for word in figure.keywords}
    return (
        set(needs.powers) <= powers_usable(figure, click)
        and set(needs.symbols) <= symbols
        and {word.casefold() for word in needs.keywords} <= keywords
        and all((getattr(click, slot).value or 0) >= least for slot, least in needs.least)
    )
