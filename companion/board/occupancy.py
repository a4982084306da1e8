"""Occupancy: which piece stands where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.core.ids import PieceId, SpaceId


class Size(StrEnum):
    """The size of a piece for lines of sight; ``giant`` and ``colossal`` are tall (HC-ABIL-12)."""

    TINY = "tiny"
    STANDARD = "standard"
    GIANT = "giant"
    COLOSSAL = "colossal"

    @property
    def is_tall(self) -> bool:
        """Whether it stands in the way of lines between levels (AMB-11)."""
        return self in (Size.GIANT, Size.COLOSSAL)


@dataclass(frozen=True, slots=True)
class Occupant:
    """One piece on the board: whose it is, every square its base covers, how big and how fast it is."""

    piece: PieceId
    side: str
    spaces: tuple[SpaceId, ...]
    size: Size = Size.STANDARD
    speed: int = 0
    abilities: frozenset[str] = frozenset()

    def is_opposed_to(self, other: Occupant) -> bool:
        """Whether the two are on different sides (HC-TEAM-08)."""
        return self.side != other.side


@dataclass(frozen=True, slots=True)
class Occupancy:
    """All pieces on a board; no square holds two (HC-VAL-10), which ``ValueError`` enforces."""

    occupants: tuple[Occupant, ...] = ()
    _by_piece: Mapping[PieceId, Occupant] = field(init=False, repr=False, compare=False)
    _by_space: Mapping[SpaceId, Occupant] = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_piece: dict[PieceId, Occupant] = {}
        by_space: dict[SpaceId, Occupant] = {}
        for occupant in self.occupants:
            if occupant.piece in by_piece:
                raise ValueError(f"two pieces are called {occupant.piece}")
            by_piece[occupant.piece] = occupant
            for space in occupant.spaces:
                if space in by_space:
                    raise ValueError(f"{occupant.piece} and {by_space[space].piece} both stand on {space}")
                by_space[space] = occupant
        object.__setattr__(self, "_by_piece", by_piece)
        object.__setattr__(self, "_by_space", by_space)
        object.__setattr__(self, "_hash", hash(self.occupants))

    def __hash__(self) -> int:
        return self._hash

    @classmethod
    def of(cls, occupants: Iterable[Occupant]) -> Occupancy:
        """The occupancy of these pieces."""
        return cls(tuple(occupants))

    def __iter__(self) -> Iterator[Occupant]:
        return iter(self.occupants)

    def __getitem__(self, piece: PieceId) -> Occupant:
        return self._by_piece[piece]

    def __contains__(self, piece: object) -> bool:
        return piece in self._by_piece

    def on(self, space: SpaceId) -> Occupant | None:
        """Return the piece on the square, or ``None``."""
        return self._by_space.get(space)

    @property
    def by_space(self) -> Mapping[SpaceId, Occupant]:
        """Every covered square with who covers it."""
        return self._by_space
