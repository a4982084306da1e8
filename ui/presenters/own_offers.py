"""Offers by seat: on a device of one seat the others' are not listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.dice import Source
from companion.core.ids import Seat
from companion.core.rules import Rejected, Violation
from ui.presenters.adapter import Command, GameAdapter, Group, Look, Menu, Offer


@dataclass(frozen=True, slots=True)
class Pending:
    """A command a player has tapped together and not yet confirmed."""

    command: Command
    source: Source = Source.HAND
    at: int = 0  # the version of the game it was last allowed in


def refusal_of(command: Command, decision: object) -> tuple[Command, tuple[Violation, ...]] | None:
    """The command with what forbids it; ``None``: nothing does."""
    return (command, decision.violations) if isinstance(decision, Rejected) else None


def is_for(entry: Offer | Group, seats: Sequence[Seat]) -> bool:
    """Whether these seats may give it; what only chooses, or opens a list of theirs, is."""
    if isinstance(entry, Group):
        return any(is_for(offer, seats) for offer in entry.offers)
    return entry.command is None or entry.command.seat in seats


def offered_to(menu: Menu | None, seats: Sequence[Seat]) -> Menu | None:
    """Return the part of a menu that these seats may give; ``None``: nothing of it."""
    if menu is None:
        return None
    entries = tuple(
        replace(entry, offers=tuple(offer for offer in entry.offers if is_for(offer, seats)))
        if isinstance(entry, Group)
        else entry
        for entry in menu.entries
        if is_for(entry, seats)
    )
    return replace(menu, entries=entries) if entries or not menu.entries else None


def ending_for(game: GameAdapter, look: Look) -> Offer | None:
    """Return the offer that ends a turn or a phase, where it is theirs; onlookers end nothing."""
    ending = game.ending(look) if look.seats else None
    return ending if ending is not None and is_for(ending, look.seats) else None


def ends_for(game: GameAdapter, over: str, look: Look) -> Menu | None:
    """Return the menu of their ways to bring the game to its end now; ``over``: whose time is."""
    title = over or look.say("end_game")
    return offered_to(Menu("ending", title, "", tuple(game.endings(look)), may_close=True), look.seats)


def group_of(menu: Menu | None, key: str) -> Group | None:
    """The group of that key in a menu, or ``None``."""
    groups = (entry for entry in menu.entries if isinstance(entry, Group)) if menu else iter(())
    return next((group for group in groups if group.key == key), None)


def opened(menu: Menu | None, key: str) -> Menu | None:
    """The group of that key as a menu of its own; the whole menu where there is none."""
    group = group_of(menu, key)
    return Menu("powers", group.title, group.text, group.offers, may_close=True) if group else menu
