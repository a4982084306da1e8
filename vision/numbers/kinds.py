"""The kinds of dice that carry numbers, what their faces say, and how large the upper face is from above.

             outline from above   upper face     faces
    d8       hexagon              triangle       1 … 8
    d10      decagon              kite           0 … 9, or the tens 00, 10 … 90; a 10 is the tens' 10
    d12      decagon              pentagon       1 … 12
    d20      hexagon              small triangle 1 … 20

``69`` is a six or a nine without a line or a dot that tells which: on a d8, which has no nine, it is a six.
"""

from __future__ import annotations

from dataclasses import dataclass

EITHER = "69"  # a numeral, not a face
TURNED = "turned"  # what the numeral network calls anything that is no numeral the right way up


@dataclass(frozen=True, slots=True)
class NumberKind:
    """A kind of dice: the faces it has, and the width of its upper face's incircle as a share of the outline's."""

    faces: tuple[str, ...]
    face_share: float

    def face_of(self, numeral: str) -> str | None:
        """The face that shows this numeral; ``None`` when the kind has none such, or it may be another."""
        if numeral == EITHER:
            return "6" if "9" not in self.faces else None
        return numeral if numeral in self.faces else None


KINDS: dict[str, NumberKind] = {
    "d8": NumberKind(tuple(str(number) for number in range(1, 9)), 0.50),
    "d10": NumberKind((*map(str, range(10)), "00", *map(str, range(10, 100, 10))), 0.43),
    "d12": NumberKind(tuple(str(number) for number in range(1, 13)), 0.50),
    "d20": NumberKind(tuple(str(number) for number in range(1, 21)), 0.309),
}
NUMERALS: tuple[str, ...] = (*(str(number) for number in range(21)), "00", *map(str, range(30, 100, 10)), EITHER)
HALF_TURNS: frozenset[str] = frozenset({"0", "00", "8", "11", "1"})  # nearly the same upside down
