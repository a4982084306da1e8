"""How much of the texts of figures is played, set by set, and which texts are left to the players most often.

in force    the whole of it        asked    some of it, or all when the players say so; the rest is shown at its moment
left        nothing of it: shown on the sheet, and before an attack that it may be about
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.games.heroclix.figures.figure import Figure, SpecialPower
from companion.games.heroclix.figures.hand import read_text

OF_GAMES = ("character", "bystander", "feat")  # kinds whose texts speak of what is played


@dataclass
class TextCount:
    """The texts of one set."""

    set: str
    texts: int = 0
    in_force: int = 0
    asked: int = 0
    left: int = 0
    most_left: Counter[str] = field(default_factory=Counter)  # texts of which nothing is played, names as X

    def add(self, figure: Figure, special: SpecialPower) -> None:
        """Count a text."""
        reading = read_text(figure, special)
        self.texts += 1
        if reading.is_whole and (special.text or special.powers or reading.named):
            self.in_force += 1
        elif reading.uses or reading.possesses or reading.symbols or reading.effects or reading.asked or reading.named:
            self.asked += 1
        else:
            self.left += 1
            self.most_left[_nameless(figure, special.text)] += 1


def count_texts(figures: Iterable[Figure]) -> list[TextCount]:
    """Count the special powers, traits and feats of the figures by set, in order of appearance."""
    found: dict[str, TextCount] = {}
    for figure in figures:
        if figure.kind in OF_GAMES:
            for special in figure.specials:
                found.setdefault(figure.set, TextCount(figure.set)).add(figure, special)
    return list(found.values())


def _nameless(figure: Figure, text: str) -> str:
    """The text with X for the figure's name, so that the same words of two figures are one text."""
    words = " ".join(text.split())
    for name in filter(None, (figure.name, figure.real_name)):
        words = re.sub(rf"\b{re.escape(name)}\b", "X", words)
    return words
