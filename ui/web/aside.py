"""Pages beside the table on a phone: what the players of a game look after between evenings, as plain forms.

/aside/campaign ──a button──> the desk's own press ──> the page again, another page, or what was wrong, in words
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

from companion.errors import InputError
from companion.text.faults import fault_words
from companion.text.wording import Wording
from ui.presenters.pages import Desk, Go, Leave, Page, Tile

Desks = Mapping[str, Callable[[], Desk]]


class Aside:
    """The pages of every guest: each goes on where that guest left it."""

    def __init__(self, desks: Desks) -> None:
        self._desks = desks
        self._open: dict[tuple[int, str], list[Desk]] = {}
        self._wrong: dict[tuple[int, str], InputError] = {}

    def __contains__(self, key: object) -> bool:
        return key in self._desks

    def links(self, wording: Wording) -> list[tuple[str, str]]:
        """Return every page with its word."""
        return [(f"/aside/{key}", wording.say(f"evening.{key}")) for key in self._desks]

    def page(self, guest: int, key: str, wording: Wording) -> Page:
        """The page as it is now, with what was wrong about the last tap."""
        page = self._stack(guest, key)[-1].page(wording)
        wrong = self._wrong.pop((guest, key), None)
        return page if wrong is None else page.with_notes(fault_words(wrong, wording))

    def is_deep(self, guest: int, key: str) -> bool:
        """Whether the guest has gone on from the first page."""
        return len(self._stack(guest, key)) > 1

    def press(self, guest: int, key: str, action: str, wording: Wording) -> None:
        """Take the press of a button that the page has; another is none."""
        stack = self._stack(guest, key)
        if action == "back":
            del stack[1:]
        if action not in actions_of(stack[-1].page(wording)):
            return
        try:
            turn = stack[-1].press(action)
        except InputError as wrong:
            self._wrong[guest, key] = wrong
            return
        if isinstance(turn, Go):
            stack.append(turn.desk)
        elif isinstance(turn, Leave):
            del stack[1:]

    def _stack(self, guest: int, key: str) -> list[Desk]:
        if (guest, key) not in self._open:
            self._open[guest, key] = [self._desks[key]()]
        return self._open[guest, key]


def actions_of(page: Page) -> set[str]:
    """Return every action that the page has a button for."""
    extra = {action for tile in page.tiles for action, _ in tile.extra}
    return {action for action, _ in page.buttons} | {tile.action for tile in page.tiles if tile.action} | extra


def aside_body(page: Page, key: str, wording: Wording, *, may_press: bool, is_deep: bool = False) -> str:
    """The page as markup, every word escaped; without buttons for who only looks on; ``is_deep``: with a way back."""
    notes = "".join(f'<p class="wrong" role="alert">{escape(note)}</p>' for note in page.notes)
    tiles = "".join(_tile(tile, may_press) for tile in page.tiles)
    buttons = "".join(_button(action, label) for action, label in page.buttons) if may_press else ""
    back = _button("back", wording.say("screen.shut")) if may_press and is_deep else ""
    return (
        f'<main class="door aside"><h1>{escape(page.title)}</h1><p>{escape(page.text)}</p>{notes}'
        f'<form method="post" action="/aside/{escape(key)}"><ul>{tiles}</ul>{buttons}{back}</form>'
        f'<p><a href="/table">{escape(wording.say("page.to_the_table"))}</a></p></main>'
    )


def _tile(tile: Tile, may_press: bool) -> str:
    title = escape(tile.title)
    head = _button(tile.action, tile.title) if tile.action and may_press else f"<b>{title}</b>"
    badge = f" <small>{escape(tile.badge)}</small>" if tile.badge else ""
    extra = "".join(_button(action, label) for action, label in tile.extra) if may_press else ""
    chosen = ' class="chosen"' if tile.chosen else ""
    return f"<li{chosen}>{head}{badge}<p>{escape(tile.text)}</p>{extra}</li>"


def _button(action: str, label: str) -> str:
    return f'<button name="do" value="{escape(action)}">{escape(label)}</button>'
