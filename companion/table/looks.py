"""Several looks at one throw: what two phones, or a phone and the camera over the tray, read of the same dice.

5 2  and  5 2      read, and the entry names both        5 2  and  5 3      asked: they contradict each other
5 ?  and  ? 2      read: a five and a two are certain, and there are two dice        leaning dice are asked about
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.core.dice import DiceRequest
from companion.core.ids import RequestId
from companion.table.evidence import RECENT_S, Sighting
from companion.table.observation import LEANS, DiceSeen, DieSeen, ReadVerdict
from companion.table.sighting import dice_sighting


class Looks:
    """The last look of every source at the throw that is open."""

    def __init__(self) -> None:
        self._request: RequestId | None = None
        self._looks: dict[str, DiceSeen] = {}

    def clear(self) -> None:
        """Forget them: the dice were thrown again, or are told by hand."""
        self._looks.clear()

    def joined(self, request: DiceRequest, seen: DiceSeen) -> tuple[DiceSeen, tuple[Sighting, ...]]:
        """Join this look with the others at the throw; return the result, and the others as sightings."""
        if request.id != self._request:
            self._request = request.id
            self.clear()
        others = [
            look for source, look in self._looks.items() if source != seen.source and look.at_s > seen.at_s - RECENT_S
        ]
        self._looks = {look.source: look for look in (*others, seen)}
        if seen.verdict is ReadVerdict.GONE:  # a die was moved: nobody's look is true any more
            self.clear()
        if not others or seen.verdict is ReadVerdict.GONE:
            return seen, ()
        return _together((*others, seen), len(request.dice)), tuple(map(dice_sighting, others))


def _together(looks: Sequence[DiceSeen], count: int) -> DiceSeen:
    """The newest look with what all of them are certain of; a question where that is not the whole throw."""
    newest = looks[-1]
    leaning = next((look for look in looks if any(die.evidence.get(LEANS) for die in look.dice)), None)
    if leaning is not None:
        return replace(newest, verdict=ReadVerdict.ASK, why=leaning.why)
    certain: Counter[tuple[str, str]] = Counter()
    for look in looks:  # a face that two looks show may be one die: each counts as often as one look shows it
        certain |= Counter((die.face, die.kind) for die in look.dice if die.face is not None)
    if certain.total() > count or any(len(look.dice) > count for look in looks):
        told = "; ".join(f"{look.source}: {dice_sighting(look).says}" for look in looks)
        return replace(newest, verdict=ReadVerdict.ASK, why=f"the looks at this throw disagree ({told})")
    if certain.total() < count:
        return newest
    whole = next((look for look in reversed(looks) if look.verdict is ReadVerdict.READ), None)
    faces = sorted(certain.elements())
    dice = whole.dice if whole else tuple(DieSeen(face, 0, 0, 0, 0, kind=kind) for face, kind in faces)
    return replace(newest, verdict=ReadVerdict.READ, dice=dice, why=None)
