"""A season: points by place over many events, of each player the best so many.

places      1   2   3   4   5   6   7   8   every other one who took part
points     10   8   6   5   4   3   2   1   0                               where nothing else is said
equal      more first places, then more second ones …; still equal: the same place
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.tournament.elimination import final_places
from companion.tournament.names import shown
from companion.tournament.state import TournamentState, named

POINTS = (10, 8, 6, 5, 4, 3, 2, 1)  # of the first places; a usual table of clubs, given otherwise by --points

Places = Sequence[tuple[str, int]]  # of one event: players and their final places


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player's line of a season: the points that count, in how many events, and every place."""

    place: int
    player: str
    points: int
    events: int
    places: tuple[int, ...]

    def plain(self) -> dict[str, object]:
        """Return the line in plain values."""
        return {"place": self.place, "player": self.player, "points": self.points, "events": self.events}


@dataclass(frozen=True, slots=True)
class Earlier:
    """The events of a season that were played before, by name; ``best``: so many count of each player, or all."""

    events: tuple[tuple[str, Places], ...] = ()
    best: int | None = None


def places_of(state: TournamentState) -> Places | None:
    """Return the final places of an event that is played to its end; ``None`` for one that is not."""
    is_over = state.winner is not None if state.cut else bool(state.published) and not state.published[-1].missing
    return [(line.player, place) for place, line in final_places(shown(state))] if is_over else None


def season(events: Iterable[Places], best: int | None = None, points: Sequence[int] = POINTS) -> list[SeasonLine]:
    """Return everybody who took part, the first place first; of each the ``best`` events count, or all."""
    called: dict[str, str] = {}
    places: dict[str, list[int]] = {}
    for event in events:
        for name, place in event:
            called[named(name)] = name
            places.setdefault(named(name), []).append(place)
    totals = {}
    for key, own in places.items():
        gained = sorted((points[place - 1] if place <= len(points) else 0 for place in own), reverse=True)
        totals[key] = sum(gained[:best])
    most = max((place for own in places.values() for place in own), default=0)

    def worth(key: str) -> tuple[int, tuple[int, ...]]:
        return -totals[key], tuple(-places[key].count(place) for place in range(1, most + 1))

    order = sorted(totals, key=lambda key: (worth(key), called[key].casefold()))
    lines: list[SeasonLine] = []
    for number, key in enumerate(order, 1):
        is_equal = bool(lines) and worth(key) == worth(order[number - 2])
        place = lines[-1].place if is_equal else number
        lines.append(SeasonLine(place, called[key], totals[key], len(places[key]), tuple(sorted(places[key]))))
    return lines
