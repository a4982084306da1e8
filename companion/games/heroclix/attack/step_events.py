"""What happens in the steps of an attack that the newer edition tells apart (HX-ATK-05), and with one die of a roll."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId
from companion.games.heroclix.attack.declared import Target
from companion.games.heroclix.steps import DamageKind

__all__ = [
    "STEP_EVENTS",
    "AttackResolved",
    "DamageClicked",
    "DiceJoined",
    "DieKept",
    "HitRedirected",
    "HitsSettled",
    "KnockBackGained",
    "KnockBackSettled",
    "TargetRedirected",
    "TokenShed",
]


@dataclass(frozen=True, slots=True)
class DieKept:
    """One die of a roll is thrown again, by a power of this piece; these faces stay, ``-`` stands for the other."""

    piece: PieceId
    power: str
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiceJoined:
    """The die thrown again and the one that was kept are the roll now (HX-ROLL-04)."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HitRedirected:
    """A piece became the hit target in the place of another one, wherever it stands (HX-HIT-06, -07)."""

    piece: PieceId
    power: str
    target: Target


@dataclass(frozen=True, slots=True)
class TargetRedirected:
    """A piece became the target in the place of another one, and cannot refuse to be (HX-HIT-06)."""

    piece: PieceId
    power: str
    target: Target


@dataclass(frozen=True, slots=True)
class HitsSettled:
    """Who is hit and who is missed is final (HX-HIT-03)."""

    hits: tuple[PieceId, ...]
    misses: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class KnockBackGained:
    """The attack has the ability to knock back: by doubles, or by a power (HX-KB-04)."""

    piece: PieceId
    source: str


@dataclass(frozen=True, slots=True)
class DamageClicked:
    """A dial made this many turns for damage taken (HX-SEQ-10)."""

    piece: PieceId
    taken: int
    clicked: int
    kind: DamageKind


@dataclass(frozen=True, slots=True)
class KnockBackSettled:
    """These pieces are knocked back by the attack, each so many squares; nobody, when the attacker does without."""

    piece: PieceId
    distances: tuple[tuple[PieceId, int], ...]


@dataclass(frozen=True, slots=True)
class AttackResolved:
    """The attack is resolved: its last step (HX-ATK-05); then two ones hurt the attacker (HX-HIT-09)."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class TokenShed:
    """A piece lost an action token by a power; ``tokens`` is what it holds now."""

    piece: PieceId
    tokens: int


STEP_EVENTS: tuple[type, ...] = (
    DieKept,
    DiceJoined,
    HitRedirected,
    TargetRedirected,
    HitsSettled,
    KnockBackGained,
    DamageClicked,
    KnockBackSettled,
    AttackResolved,
    TokenShed,
)
