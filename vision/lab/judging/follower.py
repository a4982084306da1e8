"""An honest player's part in measuring games: it knows who stood where, sees pictures, commits or asks.

    occupied where nobody was + gone from where somebody was + touched places ──likeness──> one clear assignment: commit
                                                                └─> two that fit, something unsure, doubtful: ask

It never sees the truth; ``tell`` is the answer to its question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from math import log

from companion.board.squares import format_square, parse_square
from companion.table.observation import FigureSeen, PictureSeen
from vision.figures.reference import Square

STIRRED = 0.06  # share of a square's pixels that changed: somebody touched what stands there
CLEAR = log(4.0)  # the best assignment must be four times as likely as the next
STRANGE = 0.05  # a figure less like the one it should be is not taken for it
FARTHEST = 10  # squares a figure may go in one move
MOST = 6  # places that one assignment may hold


@dataclass
class Follower:
    """The record: where every figure is, as far as commits and answers say; figures off the table are absent."""

    places: dict[str, Square]
    names: frozenset[str]
    tags: Mapping[int, str]
    question: str = ""
    unsure: frozenset[Square] = frozenset()  # in the last picture
    covered: frozenset[Square] = frozenset()  # of these, where somebody stood

    def tell(self, places: Mapping[str, Square]) -> None:
        """Take a person's word for where everything stands."""
        self.places, self.question = dict(places), ""

    def see(self, picture: PictureSeen) -> str:
        """The question this picture leaves, or an empty text when the record is now what it shows."""
        self.question = picture.doubtful[0] if picture.doubtful else self._follow(picture)
        return self.question

    def _follow(self, picture: PictureSeen) -> str:
        figures = {parse_square(one.spaces[0]): one for one in picture.figures or ()}
        unsure = {parse_square(space) for space in picture.unsure}
        named = {self.tags[piece.tag]: parse_square(piece.space) for piece in picture.pieces}
        standing = {name: square for name, square in self.places.items() if name not in named}
        at = {square: name for name, square in standing.items()}
        new = [square for square in figures if square not in at]
        gone = [square for square in at if square not in figures and square not in unsure]
        touched = [square for square in figures if square in at and self._touched(square, figures[square])]
        waiting = [square for square in at if square in unsure]
        if waiting and len(new) > len(gone):
            return f"{at[waiting[0]]} may have left {format_square(*waiting[0])}"
        if gone and len(new) < len(gone) and (unsure - set(at)):
            return f"{at[gone[0]]} may stand on {format_square(*min(unsure - set(at)))}"
        fresh, self.unsure = unsure - self.unsure - set(at), frozenset(unsure)
        alone = [one for one in fresh if not any(_apart(one, other) <= 2 for other in [*new, *touched])]
        if alone:  # no figure that came may hide it
            return f"something may stand on {format_square(*min(alone))}"
        covered, self.covered = frozenset(waiting) - self.covered, frozenset(waiting)
        if touched and covered and not new and not gone:
            return f"{at[min(covered)]} cannot be seen, and {at[touched[0]]} was touched: did they change places?"
        after = dict(self.places)
        if not new and not gone and len(touched) < 2:
            strange = [one for one in touched if figures[one].likeness.get(format_square(*one), 1.0) < 0.5]
            if strange:
                return f"{at[strange[0]]} does not look like itself"
            self.places = after | named
            return ""
        if len(new) > len(gone):
            off = sorted(self.names - set(self.places) - set(named))
            if len(new) == 1 and not gone and len(off) == 1 and not touched:
                self.places = after | named | {off[0]: new[0]}
                return ""
            return f"{len(new)} figures appeared, {len(gone)} went"
        answer = self._assign([*gone, *touched], [*new, *touched], figures)
        if isinstance(answer, str):
            return answer
        for start in [*gone, *touched]:
            del after[at[start]]
        for start, end in answer.items():
            after[at[start]] = end
        self.places = after | named
        return ""

    def _touched(self, square: Square, figure: FigureSeen) -> bool:
        own = figure.likeness.get(figure.spaces[0], 1.0)
        return own < 0.5 or figure.evidence.get("stirred", 0.0) > STIRRED

    def _assign(
        self, starts: list[Square], ends: list[Square], figures: Mapping[Square, FigureSeen]
    ) -> dict[Square, Square] | str:
        if len(starts) > MOST:
            return f"{len(starts)} places changed at once"
        found: list[tuple[float, dict[Square, Square]]] = []
        for order in permutations(starts, len(ends)):
            pairs = dict(zip(order, ends, strict=True))
            if any(_apart(start, end) > FARTHEST for start, end in pairs.items()):
                continue
            shares = [figures[end].likeness.get(format_square(*start), 0.0) for start, end in pairs.items()]
            found.append((sum(log(min(max(share, 0.005), 0.995)) for share in shares), pairs))
        found.sort(key=lambda one: -one[0])
        if not found:
            return "nobody could have gone that far"
        if len(found) > 1 and found[0][0] - found[1][0] < CLEAR:
            return "two figures look alike"
        worst = min(
            (figures[end].likeness.get(format_square(*start), 0.0) for start, end in found[0][1].items()), default=1.0
        )
        return found[0][1] if worst >= STRANGE else "a figure looks like none that could be there"


def _apart(one: Square, other: Square) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
