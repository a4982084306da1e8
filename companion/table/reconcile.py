"""What a picture means, given what the record says: an explanation, never a change.

Agrees        the table stands as the record says
Explained     one piece stands elsewhere, and legal commands take it there (rivals when there are several)
SetUp         several pieces newly stand on the map, each where it may be put: their order does not matter
Behind        the record is ahead of the hands: these pieces are still to be put where it says (guidance)
TakenBack     the table stands as it did before the last command
Unexplained   none of these: ask, naming the pieces

A piece that is not seen (lifted to turn its dial, hidden behind another) keeps its square (HC-SETUP-13): ``unseen``
names it, and it stands in nobody's way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.ids import PieceId, SpaceId
from companion.core.rules import RulesSystem
from companion.table.picture import Picture

__all__ = [
    "Agrees",
    "Behind",
    "Difference",
    "Explained",
    "Reading",
    "SetUp",
    "TakenBack",
    "Unexplained",
    "read_picture",
    "unseen",
]

Positions = Mapping[PieceId, tuple[SpaceId, ...]]


@dataclass(frozen=True, slots=True)
class Difference:
    """A piece that is seen elsewhere than the record has it; ``()`` is off the map, or not seen."""

    piece: PieceId
    recorded: tuple[SpaceId, ...]
    seen: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class Agrees:
    """The table stands as the record says, as far as it was seen."""


@dataclass(frozen=True, slots=True)
class Explained:
    """Commands that explain the one difference; more than one are rivals, and a person chooses."""

    difference: Difference
    commands: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Behind:
    """Pieces the hands have still to move, take or set up, because the rules moved them."""

    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The table stands as it did at that version: perhaps a take-back."""

    version: int
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Unexplained:
    """What differs and cannot be explained by one legal command; ``why`` holds the camera's own doubts."""

    differences: tuple[Difference, ...]
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetUp:
    """Several pieces put on the map at once, one command for each."""

    explained: tuple[Explained, ...]


Reading = Agrees | Explained | SetUp | Behind | TakenBack | Unexplained


def read_picture(
    system: RulesSystem[Any],
    state: Any,
    picture: Picture,
    *,
    owed: Positions | None = None,
    before: tuple[int, Any] | None = None,
) -> Reading:
    """What the picture means.

    ``owed``: pieces the rules moved and the hands may not have touched yet, with where they stood before.
    ``before``: the version and state before the last command, to recognise a take-back.
    """
    owed = owed or {}
    found = [one for one in differences(system.positions(state), picture) if one.seen or not one.recorded]
    behind = tuple(one for one in found if one.piece in owed and one.seen == owed[one.piece])
    open_ = tuple(one for one in found if one not in behind)
    if picture.doubtful:
        return Unexplained(open_, picture.doubtful)
    if not open_:
        return Behind(behind) if behind else Agrees()
    if before is not None and not _seen_elsewhere(system.positions(before[1]), picture):
        return TakenBack(before[0], open_)
    if len(open_) == 1 and open_[0].seen:
        commands = tuple(system.commands_placing(state, open_[0].piece, open_[0].seen))
        if commands:
            return Explained(open_[0], commands)
    if len(open_) > 1 and not any(one.recorded for one in open_):
        found_for = [Explained(one, tuple(system.commands_placing(state, one.piece, one.seen))) for one in open_]
        if all(one.commands for one in found_for):
            return SetUp(tuple(found_for))
    return Unexplained(open_)


def unseen(recorded: Positions, picture: Picture) -> tuple[PieceId, ...]:
    """The pieces on the map that the picture does not show."""
    return tuple(sorted(piece for piece, place in recorded.items() if place and piece not in picture.pieces))


def _seen_elsewhere(recorded: Positions, picture: Picture) -> bool:
    return any(one.seen for one in differences(recorded, picture))


def differences(recorded: Positions, picture: Picture) -> tuple[Difference, ...]:
    """The pieces that are seen elsewhere than recorded, in the order of their names."""
    names: Sequence[PieceId] = sorted({*recorded, *picture.pieces})
    pairs = ((name, recorded.get(name, ()), picture.pieces.get(name, ())) for name in names)
    return tuple(Difference(name, there, seen) for name, there, seen in pairs if not _same(there, seen))


def _same(recorded: tuple[SpaceId, ...], seen: tuple[SpaceId, ...]) -> bool:
    """Whether the places agree: a larger base is seen by one tag, on any of its squares."""
    return set(seen) <= set(recorded) if seen else not recorded
