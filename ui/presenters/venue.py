"""The event that a table reports to, joined by the link that the organiser's page shows for this table."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from companion.errors import InputError
from companion.text.wording import Wording
from ui.presenters.pages import Field, Leave, Page, Turn


def site_of(link: str) -> str:
    """Return the host of a table's link at an event; the link's key is for nobody to read."""
    return urlsplit(link).netloc


def check_link(link: str, where: str) -> None:
    """Raise ``InputError`` for a text that is no table's link at an event."""
    try:
        parts = urlsplit(link)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.netloc or not parts.path.startswith("/table/"):
        raise InputError(where, "", repr(link), "the table's link, as the organiser's page shows it")


class EventDesk:
    """The link, typed or pasted; ``keep`` takes a good one, or nothing for no event."""

    def __init__(self, link: str, keep: Callable[[str], None]) -> None:
        self._link, self._keep, self._joined = link, keep, link
        self._wording = Wording()

    def page(self, wording: Wording) -> Page:
        """The field, and what can be done with it."""
        self._wording = wording
        buttons = [("join", wording.say("venue.join"))] if self._link else []
        buttons += [("leave", wording.say("venue.leave"))] if self._joined else []
        field = Field("link", wording.say("venue.link_of_table"), self._link)
        title = wording.say("devices.venue")
        return Page(title, wording.say("venue.join_text"), fields=(field,), buttons=tuple(buttons))

    def press(self, action: str) -> Turn:
        """Join, or leave; both go back, where the devices are used."""
        link = self._link if action == "join" else ""
        if link:
            check_link(link, self._wording.say("devices.venue"))
        self._keep(link)
        return Leave.BACK

    def enter(self, field: str, text: str) -> None:
        """Take the link."""
        self._link = text.strip()
