"""Buttons keep their places while one card follows another: what stays stays, what goes leaves a gap, the new is last.

"Open the door", "Search", "Attack"  ──the door is open──>  (gap), "Search", "Attack", "Barricade the door"
"""

from __future__ import annotations

from collections.abc import Sequence

Button = tuple[str, str]  # action, label


class Places:
    """The places of one card's buttons, by what they say; another title, another card."""

    def __init__(self) -> None:
        self._of: tuple[str, str] | None = None
        self._labels: list[str] = []

    def arranged(self, card: tuple[str, str], buttons: Sequence[Button]) -> list[Button | None]:
        """The buttons of the card (its kind and title) in their places; ``None`` for a gap."""
        labels = [label for _, label in buttons]
        if card != self._of or not set(labels) & set(self._labels) or len(set(labels)) < len(labels):
            self._of, self._labels = card, labels
            return list(buttons)
        self._labels += [label for label in labels if label not in self._labels]
        while self._labels and self._labels[-1] not in labels:
            self._labels.pop()
        by_label = {label: (action, label) for action, label in buttons}
        return [by_label.get(label) for label in self._labels]
