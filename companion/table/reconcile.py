"""Readings: a picture explained by the record; an explanation, never a change.

Agrees        the table stands as the record says
Explained     one piece stands elsewhere, and legal commands take it there (rivals when there are several)
SetUp         several pieces newly stand on the map, each where it may be put: their order does not matter
Together      several pieces moved before the camera came to rest: legal commands, one after another
Behind        the record is ahead of the hands: these pieces are still to be put where it says (guidance)
TakenBack     the table stands as it did before the last command
Unexplained   none of these: ask, naming the pieces

A piece that is not seen (lifted to turn its dial, hidden behind another) keeps its square (HC-SETUP-13): ``unseen``
names it, and it stands in nobody's way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from companion.core.ids import PieceId, SpaceId
from companion.core.rules import Accepted, RulesSystem
from companion.table.picture import Picture

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
    """Differences that no legal command explains; ``why`` holds the camera's own doubts."""

    differences: tuple[Difference, ...]
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetUp:
    """Several pieces put on the map at once, one command for each."""

    explained: tuple[Explained, ...]


@dataclass(frozen=True, slots=True)
class Together:
    """Several pieces moved, each by a legal command after the one before, in this order."""

    explained: tuple[Explained, ...]


Reading = Agrees | Explained | SetUp | Together | Behind | TakenBack | Unexplained
_MOST_TOGETHER = 3  # moves that fast hands make before the camera sees the table at rest


def read_picture(
    system: RulesSystem[Any],
    state: Any,
    picture: Picture,
    *,
    owed: Positions | None = None,
    before: tuple[int, Any] | None = None,
) -> Reading:
    """Explain the picture by the record.

    ``owed``: pieces the rules moved and the hands may not have touched yet, with where they stood before.
    ``before``: the version and state before the last command, to recognise a take-back.
    Where figures can be told apart in several ways, all must be explained by one move each: then they are rivals.
    """
    ways = [
        _read(system, state, pieces, picture.doubtful, owed or {}, before)
        for pieces in (picture.pieces, *picture.rivals)
    ]
    first = ways[0]
    if len(ways) == 1:
        return first
    moves = [way for way in ways if isinstance(way, Explained)]
    if moves and len(moves) == len(ways):
        return Explained(
            moves[0].difference, tuple(dict.fromkeys(command for way in moves for command in way.commands))
        )
    found = dict.fromkeys(
        difference
        for pieces in (picture.pieces, *picture.rivals)
        for difference in differences(system.positions(state), pieces)
        if difference.seen
    )
    return Unexplained(tuple(found), picture.doubtful)


def _read(
    system: RulesSystem[Any],
    state: Any,
    pieces: Positions,
    doubtful: tuple[str, ...],
    owed: Positions,
    before: tuple[int, Any] | None,
) -> Reading:
    found = [
        difference
        for difference in differences(system.positions(state), pieces)
        if difference.seen or not difference.recorded
    ]
    behind = tuple(one for one in found if one.piece in owed and one.seen == owed[one.piece])
    open_ = tuple(one for one in found if one not in behind)
    if doubtful:
        return Unexplained(open_, doubtful)
    if not open_:
        return Behind(behind) if behind else Agrees()
    if before is not None and not _seen_elsewhere(system.positions(before[1]), pieces):
        return TakenBack(before[0], open_)
    if len(open_) == 1 and open_[0].seen:
        commands = tuple(system.commands_placing(state, open_[0].piece, open_[0].seen))
        if commands:
            return Explained(open_[0], commands)
    if len(open_) > 1 and not any(one.recorded for one in open_):
        found_for = [Explained(one, tuple(system.commands_placing(state, one.piece, one.seen))) for one in open_]
        if all(one.commands for one in found_for):
            return SetUp(tuple(found_for))
    if 1 < len(open_) <= _MOST_TOGETHER:
        for order in permutations(open_):
            steps = _one_after_another(system, state, order)
            if steps:
                return Together(steps)
    return Unexplained(open_)


def _one_after_another(
    system: RulesSystem[Any], state: Any, order: Sequence[Difference]
) -> tuple[Explained, ...] | None:
    """The commands that bring the pieces there in this order, when each is legal after the one before."""
    steps: list[Explained] = []
    for difference in order:
        commands = tuple(system.commands_placing(state, difference.piece, difference.seen))
        decision = system.decide(state, commands[0]) if commands else None
        if not isinstance(decision, Accepted):
            return None
        for event in decision.events:
            state = system.apply(state, event)
        steps.append(Explained(difference, commands))
    return tuple(steps)


def unseen(recorded: Positions, picture: Picture) -> tuple[PieceId, ...]:
    """The pieces on the map that the picture does not show."""
    return tuple(sorted(piece for piece, place in recorded.items() if place and piece not in picture.pieces))


def _seen_elsewhere(recorded: Positions, pieces: Positions) -> bool:
    return any(difference.seen for difference in differences(recorded, pieces))


def differences(recorded: Positions, seen: Positions) -> tuple[Difference, ...]:
    """The pieces that are seen elsewhere than recorded, in the order of their names."""
    names: Sequence[PieceId] = sorted({*recorded, *seen})
    pairs = ((name, recorded.get(name, ()), seen.get(name, ())) for name in names)
    return tuple(Difference(name, there, here) for name, there, here in pairs if not _same(there, here))


def _same(recorded: tuple[SpaceId, ...], seen: tuple[SpaceId, ...]) -> bool:
    """Whether the places agree: a larger base is seen by one tag, on any of its squares."""
    return set(seen) <= set(recorded) if seen else not recorded
