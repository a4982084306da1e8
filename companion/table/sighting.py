"""Observations as sightings: what each sensor says of a fact, in words of the record, and where two contradict.

TowerSeen   "settled 2"         ReaderSeen  "red-1 left B2", "tag 04a1b2c3 came to A1" when nobody wears it
DiceSeen    "3 5"               PictureSeen "red-1 C7"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from companion.core.ids import PieceId, SpaceId
from companion.table.evidence import Sighting, key_of
from companion.table.observation import DiceSeen, PictureSeen, ReaderSeen, TowerPhase, TowerSeen
from companion.table.proposal import Proposal

LEFT, CAME = "left", "came to"


def tower_sighting(seen: TowerSeen) -> Sighting:
    """Return the tower's report as a sighting: its phase, and how many dice came out."""
    says = f"{seen.phase.value} {seen.count}" if seen.count else seen.phase.value
    return Sighting(
        seen.source,
        says,
        seen.at_s,
        seen.err_s,
        key_of(seen.node, seen.epoch, seen.seq),
        seen.node,
        seen.seq,
        "roll",
        seen.is_verified,
    )


def reader_sighting(seen: ReaderSeen, figures: Mapping[str, PieceId]) -> Sighting:
    """Return a reader's report as a sighting: which figure came or left, and where."""
    who = figures.get(seen.uid, f"tag {seen.uid}")
    return Sighting(
        seen.source,
        f"{who} {CAME if seen.is_there else LEFT} {seen.zone}",
        seen.at_s,
        seen.err_s,
        key_of(seen.node, seen.epoch, seen.seq),
        seen.node,
        seen.seq,
        "",
        seen.is_verified,
    )


def dice_sighting(seen: DiceSeen) -> Sighting:
    """Return the camera's reading of the dice as a sighting: their faces."""
    return Sighting(seen.source, " ".join(die.face or "?" for die in seen.dice), seen.at_s, key=seen.picture or "")


def picture_sighting(seen: PictureSeen, proposal: Proposal) -> Sighting:
    """Return the camera's picture as a sighting: the figure that moved, and where it stands now."""
    piece, places = getattr(proposal.command, "piece", ""), getattr(proposal.command, "to", ())
    places = places or getattr(proposal.command, "spaces", ())
    places = (places,) if isinstance(places, str) else places  # one space, in games where nobody needs more
    says = " ".join((str(piece), *map(str, places))) if piece else "picture"
    return Sighting(seen.source, says, seen.at_s, key=seen.picture or "")


def counted_otherwise(parts: Sequence[Sighting], dice: int) -> str:
    """Why the tower's count speaks against so many dice, else empty."""
    for part in parts:
        phase, _, count = part.says.partition(" ")
        if part.topic == "roll" and phase == TowerPhase.SETTLED.value and count.isdigit() and int(count) != dice:
            return f"the {part.source} counted {count} dice, {dice} were asked for"
    return ""


def of_the_move(parts: tuple[Sighting, ...], proposal: Proposal, moved: Set[str]) -> tuple[Sighting, ...]:
    """The parts without what is of no move, a roll, and of the others that the same picture saw ``moved``."""
    others = tuple(f"{piece} " for piece in moved - {getattr(proposal.command, "piece", "")})
    *rest, main = parts
    return (*(part for part in rest if not part.topic and not part.says.startswith(others)), main)


def other_figure(parts: Sequence[Sighting], piece: PieceId, stood: Sequence[SpaceId]) -> str:
    """Why a reader speaks against this piece having left where it stood, else empty; an unknown tag says nothing."""
    for part in parts:
        who, _, where = part.says.partition(f" {LEFT} ")
        if part.device and where in stood and not part.topic and who != piece and not who.startswith("tag "):
            return f"the camera saw {piece} leave {where}, the {part.source} saw {who} leave it"
    return ""
