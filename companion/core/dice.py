"""Dice: what they are, how a roll is asked for, and how it is answered.

    DiceRequest ──(somebody throws)──> DiceResult      chance is asked for, never drawn

A die is a list of faces; a face has a label and, on dice that count, a value. Symbol dice (skulls, shields, stars)
are the same thing with values of ``None`` and tags.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.ids import PieceId, RequestId, RuleId, Seat


class Source(StrEnum):
    """The origin of a fact; it stays with the fact in the record."""

    HAND = "hand"  # a person typed or tapped it
    CAMERA = "camera"  # read by the camera, accepted by the players
    MACHINE = "machine"  # drawn by the dice generator, because the players chose so
    JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class DieFace:
    """One side of a die."""

    label: str
    value: int | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Die:
    """A kind of die; ``faces`` lists every side, equal ones as often as they occur."""

    id: str
    faces: tuple[DieFace, ...]

    def face(self, label: str) -> DieFace | None:
        """The face with this label, or ``None``."""
        return next((face for face in self.faces if face.label == label), None)


D6 = Die("d6", tuple(DieFace(str(n), n) for n in range(1, 7)))
DICE = {D6.id: D6}


@dataclass(frozen=True, slots=True)
class DiceRequest:
    """A roll somebody must make: which dice, who rolls, and the rule that asks for it."""

    id: RequestId
    dice: tuple[str, ...]  # ids of the dice, in the order the faces are reported
    roller: Seat
    purpose: RuleId
    piece: PieceId | None = None


@dataclass(frozen=True, slots=True)
class DiceResult:
    """The faces that lie up, in the order of the request, and who says so."""

    request: RequestId
    faces: tuple[str, ...]
    source: Source = Source.HAND
