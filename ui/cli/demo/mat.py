"""The reader mat under the demonstration's map: some squares with a reader each, and a tag in every base.

hands put a figure down ──> its tag in the reader's field ──> the mat's firmware ── by radio ──> ReaderSeen

It tells who came to a square and who left it, beside the camera's picture of the move; it proposes nothing by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.ids import PieceId, SpaceId
from companion.table.observation import LinkState, Observation
from companion.table.sighting import CAME, LEFT
from ui.cli.demo.tray import Tray

READ_S = 3.0  # a reader that says nothing for so long is not waited for
AWAY_S = 1.0  # hands take so long between two deeds, and readers see them, whoever listens


def tags_of(pieces: Sequence[PieceId]) -> Mapping[str, PieceId]:
    """The tag in each base, by its UID."""
    return {f"04a1b2c3d4e5{number:02x}": piece for number, piece in enumerate(pieces, 1)}


class Mat:
    """The mat that came with the tower by radio, under these squares; where there is none, hands do nothing to it."""

    def __init__(self, tray: Tray, squares: Sequence[str], tags: Mapping[str, PieceId]) -> None:
        self._tray, self._squares, self._uid = tray, squares, {piece: uid for uid, piece in tags.items()}
        self._stands: dict[PieceId, SpaceId] = {}
        self.deeds: list[str] = []  # of the hands, in the words of the record's evidence

    @property
    def due(self) -> int:
        """Deeds that the mat has not told yet."""
        return len(self.deeds) - self._tray.readings

    def put(self, piece: PieceId, space: SpaceId | None) -> None:
        """Let the piece stand there from now on; ``None``: nowhere."""
        before = self._stands.pop(piece, None)
        if before != space:
            self._do("take", LEFT, piece, before)
            self._do("tag", CAME, piece, space)
        if space is not None:
            self._stands[piece] = space

    def listen(self) -> list[Observation]:
        """Return all that devices said until the mat told every deed; while it is away, until its readers have read."""
        if not self.due:
            return []
        is_there = self._tray.links.get("mat") is not LinkState.OFFLINE
        return self._tray.hear(lambda: not self.due, READ_S if is_there else AWAY_S)

    def _do(self, order: str, word: str, piece: PieceId, space: SpaceId | None) -> None:
        radio = self._tray.radio
        if radio is not None and radio.mat is not None and space in self._squares:
            radio.mat.order(f"{order} {self._squares.index(space)} {self._uid[piece]}")
            self.deeds.append(f"{piece} {word} {space}")
