"""The board as drawn: each zone cut into squares, each square given to the nearest space of its zone.

┌──────┬──────┐     a figure stands on the square of its space, a letter marks what may be used there
│ a1 a2┃ b1   │     ┃ a wall or a closed door: no way
│ a3 o ╎ b2   │     ╎ posts: an open way from zone to zone
└──────┴──────┘
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from companion.board.areas.map import zone_of
from companion.board.areas.outlines import Outline, is_inside
from companion.board.picture import BoardPicture, Door, Place, Segment, Thing, Tile, Token
from companion.core.ids import PieceId, SpaceId, ZoneId
from companion.games.guardians.ground.ground import Drawn, Ground
from companion.games.guardians.hidden.view import GuardiansView
from ui.presenters.names import initials

COLUMNS = 20  # squares across a drawn map


class SpaceDrawing:
    """Which square belongs to which space, and where each space's figure is drawn."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        drawn = ground if isinstance(ground, Drawn) else None
        self.places: dict[Place, SpaceId] = dict(_cut(drawn) if drawn else _in_rows(ground))
        self.columns = max(column for column, _ in self.places) + 1
        self.rows = max(row for _, row in self.places) + 1
        self._spots: dict[SpaceId, Place] = dict(_spots(drawn, self.places) if drawn else _first(self.places))

    def space_at(self, column: int, row: int) -> SpaceId | None:
        """The space drawn there."""
        return self.places.get((column, row))

    def place(self, space: SpaceId) -> Place:
        """Where a figure on that space is drawn."""
        return self._spots[space]

    def seams(self) -> Iterator[tuple[Segment, ZoneId, ZoneId]]:
        """Every side of a square at which one zone meets another."""
        for (column, row), space in sorted(self.places.items()):
            beside = ((column + 1, row), ((column + 1, row), (column + 1, row + 1)))
            below = ((column, row + 1), ((column, row + 1), (column + 1, row + 1)))
            for place, ends in (beside, below):
                other = self.places.get(place)
                if other is not None and zone_of(other) != zone_of(space):
                    yield ends, zone_of(space), zone_of(other)


def _scale(drawn: Drawn) -> tuple[int, int, float, int]:
    """Left, top, units a square, rows."""
    corners = [corner for zone in drawn.areas.zones for corner in zone.outline]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    unit = (max(x for x, _ in corners) - left) / COLUMNS
    return left, top, unit, round((max(y for _, y in corners) - top) / unit)


def _cut(drawn: Drawn) -> Iterator[tuple[Place, SpaceId]]:
    left, top, unit, rows = _scale(drawn)
    large: list[tuple[ZoneId, Outline]] = [
        (zone.name, tuple((2 * x, 2 * y) for x, y in zone.outline)) for zone in drawn.areas.zones
    ]
    for row in range(rows):
        for column in range(COLUMNS):
            x, y = left + (column + 0.5) * unit, top + (row + 0.5) * unit
            point = (round(2 * x) | 1, round(2 * y) | 1)  # between the lines of the map
            zone = next((name for name, outline in large if is_inside(point, outline)), None)
            if zone is not None:
                sites = [site for site in drawn.areas.sites if zone_of(site.name) == zone]
                nearest = min(sites, key=lambda site: (site.at[0] - x) ** 2 + (site.at[1] - y) ** 2)
                yield (column, row), nearest.name


def _spots(drawn: Drawn, places: Mapping[Place, SpaceId]) -> Iterator[tuple[SpaceId, Place]]:
    """The square nearest to each space's middle."""
    left, top, unit, _ = _scale(drawn)
    for site in drawn.areas.sites:
        own = [place for place, space in places.items() if space == site.name] or list(places)
        at = (site.at[0] - left) / unit - 0.5, (site.at[1] - top) / unit - 0.5
        yield site.name, min(own, key=lambda place: (place[0] - at[0]) ** 2 + (place[1] - at[1]) ** 2)


def _in_rows(ground: Ground) -> Iterator[tuple[Place, SpaceId]]:
    """Zones that no map draws: a row each, a square for every space."""
    for row, spaces in enumerate(ground.by_zone.values()):
        yield from (((column, row), space) for column, space in enumerate(spaces))


def _first(places: Mapping[Place, SpaceId]) -> Iterator[tuple[SpaceId, Place]]:
    return ((space, place) for place, space in places.items())


def board_picture(
    drawing: SpaceDrawing,
    view: GuardiansView | None,
    names: Mapping[str, str],
    *,
    chosen: PieceId | None = None,
    reach: Mapping[SpaceId, int] | None = None,
    targets: Collection[PieceId] = (),
) -> BoardPicture:
    """What lies on the table."""
    ground = drawing.ground
    now = dict(view.doors) if view is not None else ground.doors
    walls: list[Segment] = []
    doors: list[Door] = []
    for ends, one, other in drawing.seams():
        if other not in ground.next_zones(one, now):
            walls.append(ends)
        else:
            doors.append(Door(ends, "open"))
    spots = {drawing.place(space) for space in ground.spaces}
    steps = reach or {}
    tiles = tuple(
        Tile(space, *place, _kinds(ground, space, place in spots), 1, steps.get(space) if place in spots else None)
        for place, space in drawing.places.items()
    )
    return BoardPicture(
        drawing.columns,
        drawing.rows,
        tiles,
        tuple(walls),
        tokens=tuple(_standers(drawing, view, names, chosen, targets)) if view is not None else (),
        objects=tuple(_things(drawing, view)) if view is not None else (),
        doors=tuple(doors),
    )


def _kinds(ground: Ground, space: SpaceId, is_spot: bool) -> tuple[str, ...]:
    """The square of a space stands out: as rough ground, or as water where something is used (GC-MAP-04)."""
    if not is_spot:
        return ()
    return ("water",) if ground.is_orange(space) else ("hindering",)


def _standers(
    drawing: SpaceDrawing,
    view: GuardiansView,
    names: Mapping[str, str],
    chosen: PieceId | None,
    targets: Collection[PieceId],
) -> Iterator[Token]:
    standing = [figure for figure in view.figures if figure.at is not None]
    labels = initials({figure.id: names.get(figure.id, figure.id) for figure in standing})
    for figure in standing:
        assert figure.at is not None
        column, row = drawing.place(figure.at)
        yield Token(
            figure.id,
            labels[figure.id],
            names.get(figure.id, figure.id),
            figure.seat or figure.side,
            column,
            row,
            tokens=figure.damage,
            chosen=figure.id == chosen,
            target=figure.id in targets,
            done=figure.activated and figure.id != view.hero,
        )


def _things(drawing: SpaceDrawing, view: GuardiansView) -> Iterator[Thing]:
    """Objects by their first letter, places of tests by the −1 tokens that lie there."""
    for thing in view.objects:
        yield Thing(thing.id, thing.type[:1].upper(), *drawing.place(thing.at), "heavy")
    for site in view.sites:
        failures = sum(count for _, count in site.failures)
        label = "✓" if site.passed else f"T−{failures}" if failures else "T"
        yield Thing(PieceId(site.id), label, *drawing.place(site.at), "light")
