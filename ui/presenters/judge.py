"""A judge of the event that the table reports to: called from any of its screens, and seen to come.

button ──> card with the kinds ──tap──> caller ──event──> "A judge was called", "Rita is coming" under the board
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, runtime_checkable

from companion.core.rules import Violation
from companion.table.follow import Follower
from companion.table.observation import CallSeen
from companion.text.wording import Wording
from ui.presenters.adapter import Command, Look
from ui.presenters.models import CardModel

OPENS, CALLS = "judge", "call"
Refused = tuple[Command, Sequence[Violation]]


@runtime_checkable
class JudgeCaller(Protocol):
    """The way to bring a judge to the table: an event that it reports to."""

    def call(self, kind: str, text: str) -> None:
        """Ask for a judge about one of the kinds that ``CallsSeen`` names; what became of it is seen there."""


class JudgeDesk:
    """Whether the kinds of calls are shown on this screen."""

    def __init__(self, follower: Follower, caller: JudgeCaller | None) -> None:
        self.caller, self._follower, self._is_open = caller, follower, False

    def takes(self, action: str, refused: Refused | None, wording: Wording, press: Callable[[str], None]) -> bool:
        """Whether a button was about a judge: the kinds are shown, or put away, or one of them is called about.

        What the screen refuses just then goes along, and is put back: the judge reads it, and may let it stand.
        """
        name, _, kind = action.partition(":")
        if self.caller is None or name not in (OPENS, CALLS):
            return False
        self._is_open = name == OPENS and not self._is_open
        if name == CALLS:
            command, broken = refused or (None, ())
            self._follower.disputed = (command, [one.rule for one in broken]) if broken else None
            self.caller.call(kind, " ".join(f"{wording.violation(one)} [{one.rule}]" for one in broken))
            if broken:
                press("dismiss")
        return True

    def close(self) -> None:
        """Put the kinds away."""
        self._is_open = False

    def buttons(self, look: Look) -> tuple[tuple[str, str], ...]:
        """The button that begins a call; none where nobody can be called."""
        can_call = self.caller is not None and self._follower.calls is not None and look.seats
        return ((OPENS, look.wording.say("venue.call")),) if can_call else ()

    def card(self, look: Look) -> CardModel | None:
        """The kinds, where they are asked for; one that is open already is not offered again."""
        seen = self._follower.calls
        if not self._is_open or seen is None:
            return None
        waiting = {call.kind for call in self._open()}
        kinds = tuple((f"{CALLS}:{kind}", kind_words(kind, look)) for kind in seen.kinds if kind not in waiting)
        text = "\n".join(self.lines(look)) or look.say("judge_about")
        return CardModel("judge", look.wording.say("venue.call"), text, (*kinds, (OPENS, look.say("close_line"))))

    def lines(self, look: Look) -> Iterator[str]:
        """Generate the lines of open calls, and whether a judge is on the way."""
        for call in self._open():
            state = "judge_comes" if call.judge else "judge_called" if call.is_sent else "judge_unsent"
            said = look.wording.say(f"venue.{state}", judge=call.judge)
            yield look.wording.pair(kind_words(call.kind, look), said)

    def _open(self) -> Iterator[CallSeen]:
        return (call for call in (self._follower.calls.calls if self._follower.calls else ()) if call.is_open)


def kind_words(kind: str, look: Look) -> str:
    """Say what a call is about."""
    key = f"venue.kind_{kind.replace(' ', '_')}"
    return look.wording.say(key) if look.wording.has(key) else kind
