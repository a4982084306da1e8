"""The events that a side heard of the order given last, and that order's dice as they lie: attack by attack.

thrown ──some thrown again, in their places──> lying ──others besides──> lying      hit or missed ──> a throw of its own
another attack of the same order ──once its dice lie──> what came of the one before is its own no more, and put away
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.core.dice import DiceRequest
from companion.core.events import DiceReported, DiceRequested
from companion.core.flow import Request
from companion.core.ids import RequestId
from companion.core.pool import again_places
from companion.text.wording import Wording

Faces = tuple[tuple[str, str], ...]  # of dice: the kind of each, and what lies up


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice as they lie: the versions of the first and the last of them, and who was asked for them."""

    version: int
    faces: Faces
    request: DiceRequest
    last: int


@dataclass(slots=True)
class Attack:
    """The events and the dice of one attack, or of what is none; ``until``: the version at which the next began."""

    events: list[object] = field(default_factory=list)
    throws: list[Throw] = field(default_factory=list)
    decided: Throw | None = None  # the one that hit or missed
    begun: object = None  # the event by which it began
    until: int | None = None

    @property
    def shown(self) -> Throw | None:
        """The throw that decided, else the last; ``None``: nothing was thrown."""
        return self.decided or (self.throws[-1] if self.throws else None)

    @property
    def last(self) -> int:
        """The version of its last dice; below all where none lie."""
        return max((throw.last for throw in self.throws), default=-1)


class OrderDice:
    """The events and the dice of one order."""

    def __init__(self) -> None:
        self.last: int | None = None  # the version of its last dice; as long as none lie, of who was hurt last
        self.harmed: int | None = None  # … of who was hurt first
        self.growth = ""  # whether these were thrown "again", or are "more" than those before
        self._attacks = [Attack()]
        self._growing: DiceRequest | None = None  # the roll to which dice may still come

    @property
    def attack(self) -> Attack:
        """The last attack of which dice lie."""
        return next((one for one in reversed(self._attacks) if one.shown is not None), self._attacks[-1])

    def lain(self, since: int) -> list[Attack]:
        """Return the attacks of which dice lie since that version."""
        return [one for one in self._attacks if one.last > since]

    @property
    def current(self) -> Attack:
        """The attack that goes on."""
        return self._attacks[-1]

    def take(
        self,
        version: int,
        event: object,
        asked: Mapping[RequestId, Request],
        *,
        decides: bool,
        begins: bool,
        harms: bool = False,
    ) -> None:
        """Take in what was heard next; ``decides``: whether it says that the dice hit or missed; ``begins``: whether it
        begins another attack; ``harms``: whether somebody is hurt by it.
        """
        if harms and self.attack.shown is None:
            self.harmed, self.last = self.harmed or version, version
        now = self._attacks[-1]
        if begins and now.decided is not None:
            place = now.throws.index(now.decided) + 1
            since = now.throws[place:]  # is for this one, but for what stops the one before
            own = [one for one in since if not _answers(one, now.begun, event)]
            now.throws, now.until = [one for one in now.throws if one not in own], own[0].version if own else version
            first = _since(own, now.events)
            now.events, now = now.events[:first], Attack(events=now.events[first:], throws=own)
            self._attacks.append(now)
            self._growing = None
        now.begun = event if begins else now.begun
        now.events.append(event)
        if decides:
            now.decided = now.throws[-1] if now.throws else None
            self._growing = None
        if isinstance(event, DiceRequested) and event.others:
            self._growing = None  # all throw at once, perhaps once more after a tie: nobody adds to what lies
        if isinstance(event, DiceReported):
            self._lay(version, event, asked.get(event.result.request))
            self.last = version

    def growth_of(self, request: DiceRequest) -> str:
        """Return whether dice that are asked for are thrown ``again``, or are ``more`` beside those that lie."""
        now, before = self._attacks[-1], self._growing
        places = again_places(now.events)
        if before is None or not now.throws or places is None or not _alike(before, request):
            return ""
        return "again" if places else "more"

    def _lay(self, version: int, reported: DiceReported, request: Request | None) -> None:
        if not isinstance(request, DiceRequest):
            self.growth = ""
            return
        now = self._attacks[-1]
        thrown = tuple(zip(request.dice, reported.result.faces, strict=True))
        places = again_places(now.events) or ()
        self.growth = self.growth_of(request)
        if self.growth:
            first = now.throws.pop()
            changed = dict(zip(places, thrown, strict=False))
            lying = tuple(changed.get(place, one) for place, one in enumerate(first.faces))
            now.throws.append(replace(first, faces=lying if places else (*first.faces, *thrown), last=version))
        else:
            now.throws.append(Throw(version, thrown, request, version))
        self._growing = request


def _since(throws: Sequence[Throw], events: Sequence[object]) -> int:
    """Return the place of the event by which the first of these throws lay; behind the last: there is none."""
    asked = throws[0].request.id if throws else ""
    lay = (place for place, one in enumerate(events) if isinstance(one, DiceReported) and one.result.request == asked)
    return next(lay, len(events))


def faces_of(throw: Throw, wording: Wording) -> tuple[str, ...]:
    """Return the faces in words; a number among others that are none is named by its die."""
    words = [wording.face(die, face) for die, face in throw.faces]
    is_mixed = not all(map(str.isdecimal, words))
    purpose = str(throw.request.purpose)
    return tuple(
        wording.pair(wording.die(die, purpose), word) if is_mixed and word.isdecimal() and die[1:].isdecimal() else word
        for (die, _), word in zip(throw.faces, words, strict=True)
    )


def _answers(throw: Throw, struck: object, event: object) -> bool:
    """Whether dice are of who was struck, against that attack, when the next one begins upon somebody else."""
    target = getattr(struck, "target", None)
    return throw.request.piece == target and getattr(event, "target", None) not in (None, target)


def _alike(one: DiceRequest, other: DiceRequest) -> bool:
    """Whether two requests are of one roll."""
    return (one.purpose, one.roller, one.piece) == (other.purpose, other.roller, other.piece)
