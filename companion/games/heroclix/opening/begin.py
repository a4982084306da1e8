"""The set-up of a game from what the players brought: forces, seats clockwise, maps.

forces, one a seat ─┐
maps ───────────────┼──> GameSetUp; what cannot be played is refused with the force's or the map's name
build total ────────┘
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.board.loading import parse_map
from companion.core.ids import EditionId, Seat
from companion.documents import Node
from companion.errors import InputError
from companion.games.heroclix.forces.enlisting import enlist, tactics_of
from companion.games.heroclix.forces.force import Force
from companion.games.heroclix.forces.rules import check_force
from companion.games.heroclix.forces.setup import Enlisted, GameSetUp
from companion.games.heroclix.opening.areas import areas_on
from companion.games.heroclix.sample import SEATS

TABLE_SEATS = (*SEATS, Seat("green"), Seat("gold"))  # clockwise; the tablet seats two to four (HC-SETUP-01)


def begin(
    forces: Sequence[tuple[str, Force]],
    maps: Sequence[tuple[str, Mapping[str, Any]]],
    points: int,
    *,
    edition: str = "core",
    pairs: bool = False,
    round_limit: int | None = None,
) -> GameSetUp:
    """The set-up of a game: forces and maps with the name that a refusal calls them by; raises ``InputError``.

    With ``pairs`` four seats are two sides, partners opposite each other (HC-END-07).
    """
    seats = TABLE_SEATS[: len(forces)]
    for where, document in maps:
        areas = areas_on(parse_map(Node(where, "", document)))
        if len(areas) < len(seats):  # HC-SETUP-06
            raise InputError(where, "", f"{len(areas)} starting areas", f"{len(seats)}")
    names = [str(document["name"]) for _, document in maps]
    if len(set(names)) < len(names):  # HC-SETUP-05: one of them is chosen by its name
        raise InputError("--map", "", ", ".join(names), "maps with a name of their own each")
    enlisted: list[Enlisted] = []
    for seat, (where, force) in zip(seats, forces, strict=True):
        check = check_force(force, points)
        if not check.is_legal:
            raise InputError(where, "", check.violations[0].message, f"a legal force of {points} points")
        enlisted += enlist(force, seat)
    sides = [seats[0::2], seats[1::2]] if pairs else []
    tactics = tactics_of({seat: force for seat, (_, force) in zip(seats, forces, strict=True)}, sides)
    (_, first), *others = maps
    return GameSetUp(
        EditionId(edition),
        points,
        seats,
        tuple(enlisted),
        dict(first),
        round_limit,
        tactics=tactics,
        other_maps=tuple(dict(document) for _, document in others),
    )
