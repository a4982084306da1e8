"""Buttons keep their places while one card follows another: what goes fades where it stood, the new is last.

"Open the door", "Search", "Attack"  ──the door is open──>  (faded), "Search", "Attack", "Barricade the door"
                                     ──searched──────────>  "Barricade the door", (faded), "Attack"
"""

from __future__ import annotations

from collections.abc import Sequence

Button = tuple[str, str]  # action, label; no action: it has just gone, and is only seen
ANSWER = "choose:"


class Places:
    """The places of one card's buttons, by what they say, or by the answer that they give; another title or page,
    another card.
    """

    def __init__(self) -> None:
        self._of: tuple[str, ...] | None = None
        self._labels: dict[str, str] = {}  # by their names, in their places
        self._gone: set[str] = set()  # what is only seen

    def arranged(self, card: tuple[str, str], buttons: Sequence[Button]) -> list[Button]:
        """The buttons of the card (its kind and title) in their places."""
        shown = *card, *(action for action, _ in buttons if action.startswith("page:"))
        names = [action if action.startswith(ANSWER) else label for action, label in buttons]  # a picked one is marked
        labels, stood = dict(zip(names, (label for _, label in buttons), strict=True)), {*self._labels} - self._gone
        if shown != self._of or not stood & {*names} or len(labels) < len(names):
            self._of, self._labels, self._gone = shown, labels, set()
            return list(buttons)
        places = self._filled(names) if {*names} != stood else list(self._labels)
        self._labels = {name: labels.get(name) or self._labels[name] for name in places}
        self._gone = {*places} - {*names}
        by_name = dict(zip(names, buttons, strict=True))
        return [by_name.get(name, ("", self._labels[name])) for name in places]

    def _filled(self, labels: Sequence[str]) -> list[str]:
        """The places now: those that had faded before are taken by what is new, else by what stood last."""
        new = [label for label in labels if label not in self._labels]
        free = self._gone - {*labels}
        places: list[str | None] = [None if label in free else label for label in self._labels]
        for place, label in enumerate(places):
            if label is None and new:
                places[place] = new.pop(0)
        places += new
        while places and places[-1] not in labels:
            places.pop()
        while None in places:
            last = places.pop()
            if last in labels:
                places[places.index(None)] = last
        return [label for label in places if label is not None]
