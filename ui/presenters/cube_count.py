"""A photograph of a player's screen: how many cubes it shows on each box, beside the record, for the player to confirm.

seen    available 7 · movement 2      laid: as if a finger laid two cubes there; what they pay for is chosen next
record  available 9 · movement 0      a box that is not certain is asked about first; it never writes anything itself
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.table.observation import BoxSeen, ScreenSeen
from companion.text.faults import seen_words
from ui.presenters.adapter import Look
from ui.presenters.models import CardModel, DialModel, SlotModel

_NEAR = 2  # counts beside the recorded one that are offered where a photograph gives none


class CountDesk:
    """The last photograph of the screen, until it is laid or put away."""

    def __init__(self) -> None:
        self._seen: ScreenSeen | None = None
        self._told: dict[str, int] = {}  # by the player, where the photograph was not certain

    @property
    def is_open(self) -> bool:
        """Whether a photograph waits for the player."""
        return self._seen is not None

    def take(self, seen: ScreenSeen | None) -> None:
        """Take a photograph in; ``None``: put it away."""
        self._seen, self._told = seen, {}

    def takes(self, action: str, sheet: Callable[[], DialModel | None], press: Callable[[str], None]) -> bool:
        """Whether a button was about the photograph: a count, laying, putting away."""
        name, _, told = action.partition(":")
        if not self.is_open or name not in ("count", "lay", "dismiss"):
            return False
        if name == "count":
            box, _, count = told.partition(":")
            self._told[box] = int(count)
            return True
        while name == "lay" and (dial := sheet()) is not None and (drop := self.next_drop(dial)):
            press(drop)
        self.take(None)
        return True

    def next_drop(self, dial: DialModel) -> str:
        """The button that lays one more of the cubes that were seen; empty when none is left to lay."""
        counts = self._counts()
        lacking = (slot for slot in dial.slots if slot.slot in counts and int(slot.value) < counts[slot.slot])
        return next((slot.drop for slot in lacking if slot.drop), "")

    def card(self, dial: DialModel, look: Look) -> CardModel:
        """Return the card of the count beside the record; or of the box that is not certain."""
        assert self._seen is not None
        title, close = look.say("screen_seen", name=dial.name), ("dismiss", look.say("dismiss"))
        if self._seen.why:
            why = seen_words(self._seen.why, look.wording)
            return CardModel("counted", title, look.say("screen_doubtful", why=why), (close,))
        counts, labels = self._counts(), {slot.slot: slot for slot in dial.slots}
        unsure = next((box for box in self._seen.boxes if box.box in labels and box.box not in counts), None)
        if unsure is not None:
            text = look.say("how_many_cubes", box=labels[unsure.box].label)
            offers = [(f"count:{unsure.box}:{count}", str(count)) for count in _offered(unsure, labels[unsure.box])]
            return CardModel("counted", title, text, (*offers, close))
        others = [slot for slot in dial.slots if slot.slot in counts and counts[slot.slot] != int(slot.value)]
        if not others:
            return CardModel("counted", title, look.say("as_recorded_all"), (("dismiss", look.say("understood")),))
        lines = [look.say("box_seen", box=slot.label, seen=counts[slot.slot], recorded=slot.value) for slot in others]
        if not _is_laid(others, counts):
            return CardModel("counted", title, "\n".join((look.say("put_cubes_right"), *lines)), (close,))
        return CardModel("counted", title, "\n".join(lines), (("lay", look.say("lay_cubes")), close))

    def _counts(self) -> dict[str, int]:
        boxes: tuple[BoxSeen, ...] = self._seen.boxes if self._seen is not None else ()
        return {box.box: box.count for box in boxes if box.count is not None} | self._told


def _offered(box: BoxSeen, slot: SlotModel) -> Iterator[int]:
    """The counts a player may choose of: those it may be, else those about the recorded one."""
    recorded = int(slot.value)
    yield from box.may_be or range(max(0, recorded - _NEAR), recorded + _NEAR + 1)


def _is_laid(others: list[SlotModel], counts: dict[str, int]) -> bool:
    """Whether cubes went from one place to one box that takes them now."""
    more = [slot for slot in others if counts[slot.slot] > int(slot.value)]
    moved = sum(counts[slot.slot] - int(slot.value) for slot in others)
    return len(others) == 2 and len(more) == 1 and moved == 0 and more[0].drop.startswith("pick:")
