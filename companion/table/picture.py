"""The last settled picture of the table, as pieces on spaces.

PictureSeen (tags)    ──roster──> Picture (pieces)      a tag nobody registered is a remark, not a piece
            (figures) ──identify─┘                      two ways to read it: both are kept, the likelier first
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.ids import PieceId, SpaceId
from companion.table.identify import CLEARLY, May, Places, hypotheses
from companion.table.observation import PictureSeen

Roster = Mapping[int, PieceId]  # which tag stands for which piece
_WORTH_ASKING = 0.05  # a way to read the picture below this share is not put to the players


@dataclass(frozen=True, slots=True)
class Picture:
    """The spaces where every piece was seen, and why the picture may be incomplete."""

    pieces: Places
    doubtful: tuple[str, ...] = ()
    source: str = ""
    file: str | None = None
    rivals: tuple[Places, ...] = ()  # other ways to say which untagged figure is which piece, likeliest first


def picture_from(seen: PictureSeen, roster: Roster, stood: Places, may: May) -> Picture:
    """The picture of the pieces; a piece seen twice, or a strange tag, makes it doubtful.

    Untagged figures are told apart by where the pieces ``stood`` and by what they ``may`` do: ``identify``.
    """
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
    ways: list[Places] = []
    if seen.figures is not None:
        tagged = set(roster.values())
        untagged = {piece: spaces for piece, spaces in stood.items() if piece not in tagged}
        found = hypotheses(untagged, seen.figures, seen.unsure, may)
        if not found:
            doubtful.append("more figures moved than can be told apart")
        elif found[0].strangers:
            places = ", ".join(spaces[0] for spaces in found[0].strangers)
            doubtful.append(f"something that is no piece stands on {places}")
        kept = found[:1] if found and found[0].share >= CLEARLY else [one for one in found if one.share > _WORTH_ASKING]
        ways = [{**pieces, **one.pieces} for one in kept]
    return Picture(ways[0] if ways else pieces, tuple(doubtful), seen.source, seen.picture, tuple(ways[1:]))
