"""The roll that one side is asked for, at its screen: what the dice row shows, and what a tap on it means.

asked ──tap on a face──> ReportDice, with the last one      ──throw──> the tower's dice fall, or the machine's report
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest, Source
from companion.core.session import Session
from companion.table.follow import Follower
from ui.presenters.adapter import Look
from ui.presenters.devices import part_read
from ui.presenters.models import DiceModel
from ui.presenters.questions import DiceDesk
from ui.presenters.requests import RequestsOf

Decides = Callable[[Look, DiceRequest], tuple[str, ...]]  # what a roll decides, line by line


class Throwing:
    """The throw of one side; the faces tapped so far lie on the ``desk``."""

    def __init__(
        self, desk: DiceDesk, asked: RequestsOf, session: Session, follower: Follower, decides: Decides
    ) -> None:
        self._desk = desk
        self._asked = asked
        self._session = session
        self._follower = follower
        self._decides = decides

    def row(self, look: Look) -> DiceModel | None:
        """The dice row; ``None`` while this side is asked for no dice."""
        request = self._asked.request(DiceRequest)
        if request is None:
            return None
        kinds, read = self._session.system.dice_of(self._session.state), part_read(self._follower, request)
        row = self._desk.row(request, kinds, read, self._follower.tower, look)
        return replace(row, decides=self._decides(look, request))

    def press(self, how: str, face: str) -> tuple[ReportDice | None, Source]:
        """Enter a face, forget what was entered, or let tower or machine throw; return the report, and its source."""
        request = self._asked.request(DiceRequest)
        if request is None:
            return None, Source.HAND
        if how == "clear_dice":
            self._desk.clear()
            self._follower.dismiss()
            return None, Source.HAND
        if how == "face":
            return self._desk.tap(request, part_read(self._follower, request), face), Source.HAND
        return self._desk.roll(request, self._session.system.dice_of(self._session.state)), Source.MACHINE
