"""A roll on the virtual table: tower and tray, the reader, the players' yes; anything uncertain is read out."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.rules import Accepted, Decision
from companion.ports import RingPattern
from ui.cli.demo.diary import Watch
from ui.cli.demo.tray import Tray

COCKED = 4  # the throw in which a die is made to lean


class Rolls:
    """The rolls of one demonstration."""

    def __init__(self, watch: Watch, tray: Tray) -> None:
        self._watch, self._tray, self._throws = watch, tray, 0

    def roll(self, request: DiceRequest) -> None:
        """Throw and read the dice; a die that leans is thrown again, what else is not certain is read out."""
        watch, follower = self._watch, self._watch.follower
        is_read = bool(self._tray.kinds_in(request))
        self._throws += is_read
        (before, chosen), beside = follower.thrown(), follower.beside()
        taken = [(before.dice[place], before.faces[place]) for place in chosen]
        is_cocked = is_read and self._throws == COCKED
        watch.see(self._tray.throw(request, cocked=is_cocked, taken=taken, beside=beside))
        if follower.question and follower.question.about == "dice" and is_cocked:
            watch.answer("thrown_again")
            self._tray.show(RingPattern.ASK)
            taken = list(zip(request.dice, self._tray.faces, strict=True))
            watch.see(self._tray.throw(request, taken=taken, beside=beside))
        proposal, question = follower.proposal, follower.question
        if proposal is not None and isinstance(proposal.command, ReportDice):
            decision = self._said(request, proposal.command.result.faces) or follower.confirm()
        elif question is not None and question.read:
            decision = self._said(request, question.read) or follower.answer_dice(self._told(request, question.read))
        else:
            if question is None and is_read:
                watch.diary.asked += 1  # no word from any sensor
            self._read_out(request, [None] * len(request.dice))
            decision = follower.answer_dice(self._tray.faces)
        assert isinstance(decision, Accepted), decision
        self._light(decision.events)

    def _light(self, events: Sequence[object]) -> None:
        """Let the ring tell a hit or a miss."""
        cues = [cue for event in events if (cue := self._watch.table.presenter.game.cue(event)) is not None]
        if cues:
            self._watch.note("lights", cues[-1].value, ring=self._tray.show(RingPattern(cues[-1])))

    def _said(self, request: DiceRequest, read: Sequence[str | None]) -> Decision | None:
        """The decision on what the players say instead, where the reading is not what lies there; else ``None``."""
        lies = [face for face, seen in zip(self._tray.faces, read, strict=True) if seen is not None]
        if sorted(filter(None, read)) == sorted(lies):
            return None
        self._watch.diary.corrected += 1
        self._read_out(request, [None] * len(request.dice))
        return self._watch.follower.answer_dice(self._tray.faces)

    def _told(self, request: DiceRequest, read: Sequence[str | None]) -> list[str]:
        """The reading, completed by what only the players see."""
        self._read_out(request, read)
        return [seen if seen is not None else face for face, seen in zip(self._tray.faces, read, strict=True)]

    def _read_out(self, request: DiceRequest, read: Sequence[str | None]) -> None:
        """Note that the players say those dice that were not read."""
        lying = zip(request.dice, self._tray.faces, read, strict=True)
        faces = tuple(self._watch.wording.face(die, face) for die, face, seen in lying if seen is None)
        self._watch.answer("read_out", faces=", ".join(faces))
