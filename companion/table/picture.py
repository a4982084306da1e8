"""What the sensors show now: the last settled picture of the table, as pieces on spaces.

PictureSeen (tags) ──roster──> Picture (pieces)      a tag nobody registered is a remark, not a piece
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.ids import PieceId, SpaceId
from companion.table.observation import PictureSeen

__all__ = ["Picture", "Roster", "picture_from"]

Roster = Mapping[int, PieceId]  # which tag stands for which piece


@dataclass(frozen=True, slots=True)
class Picture:
    """Where every piece was seen, and why the picture may be incomplete."""

    pieces: Mapping[PieceId, tuple[SpaceId, ...]]
    doubtful: tuple[str, ...] = ()
    source: str = ""
    file: str | None = None


def picture_from(seen: PictureSeen, roster: Roster) -> Picture:
    """The picture of the pieces on the roster; a piece seen twice, or a strange tag, makes it doubtful."""
    pieces: dict[PieceId, tuple[SpaceId, ...]] = {}
    doubtful = list(seen.doubtful)
    for one in seen.pieces:
        piece = roster.get(one.tag)
        if piece is None:
            doubtful.append(f"tag {one.tag} on {one.space} is nobody's")
        elif piece in pieces:
            doubtful.append(f"{piece} was seen on {pieces[piece][0]} and on {one.space}")
        else:
            pieces[piece] = (one.space,)
    return Picture(pieces, tuple(doubtful), seen.source, seen.picture)
