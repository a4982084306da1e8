"""The board as drawn: each zone cut into squares, each square given to the nearest space of its zone.

┌──────┬──────┐     a figure stands on the square of its space, a letter marks what may be used there
│ a1 a2┃ b1   │     ┃ a wall or a closed door: no way
│ a3 o ╎ b2   │     ╎ posts: an open way from zone to zone
└──────┴──────┘
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from companion.board.areas.map import zone_of
from companion.board.areas.outlines import Outline, is_inside
from companion.board.labels import initials
from companion.board.picture import BoardPicture, Door, Place, Plate, Point, Segment, Thing, Tile, Token
from companion.core.ids import PieceId, SpaceId, ZoneId
from companion.games.guardians.face.view import GuardiansView
from companion.games.guardians.ground.ground import Drawn, Ground

LEAST, MOST = 6, 40  # squares across a drawn map: the fewest at which every space has one, so that figures are large


class SpaceDrawing:
    """The drawing of spaces: which square belongs to which space, and where each space's figure is drawn."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        drawn = ground if isinstance(ground, Drawn) else None
        self.is_to_scale = drawn is not None
        self.places, self._spots = _laid_out(drawn) if drawn else _in_rows(ground)
        self.columns = max(column for column, _ in self.places) + 1
        self.rows = max(row for _, row in self.places) + 1

    def space_at(self, column: int, row: int) -> SpaceId | None:
        """The space drawn there."""
        return self.places.get((column, row))

    def place(self, space: SpaceId) -> Place:
        """Return the place where a figure on that space is drawn."""
        return self._spots[space]

    def middle(self, space: SpaceId) -> Point:
        """The middle of its square."""
        column, row = self.place(space)
        return column + 0.5, row + 0.5

    @cached_property
    def seams(self) -> tuple[tuple[Segment, ZoneId, ZoneId], ...]:
        """Every side of a square at which one zone meets another."""
        return tuple(self._seams())

    def _seams(self) -> Iterator[tuple[Segment, ZoneId, ZoneId]]:
        for (column, row), space in sorted(self.places.items()):
            beside = ((column + 1, row), ((column + 1, row), (column + 1, row + 1)))
            below = ((column, row + 1), ((column, row + 1), (column + 1, row + 1)))
            for place, ends in (beside, below):
                other = self.places.get(place)
                if other is not None and zone_of(other) != zone_of(space):
                    yield ends, zone_of(space), zone_of(other)


def _laid_out(drawn: Drawn) -> tuple[dict[Place, SpaceId], dict[SpaceId, Place]]:
    """Return the space of each square, and the square nearest to each space's middle."""
    for columns in range(LEAST, MOST):
        grid = _Grid(drawn, columns)
        places = dict(grid.cut())
        spots = {site.name: grid.spot(site.at) for site in drawn.areas.sites}
        if all(places.get(spot) == space for space, spot in spots.items()):
            break
    return places, spots


class _Grid:
    """Squares laid over a drawn map, so many across."""

    def __init__(self, drawn: Drawn, columns: int) -> None:
        corners = [corner for zone in drawn.areas.zones for corner in zone.outline]
        self.drawn, self.columns = drawn, columns
        self.left, self.top = min(x for x, _ in corners), min(y for _, y in corners)
        self.unit = (max(x for x, _ in corners) - self.left) / columns
        self.rows = round((max(y for _, y in corners) - self.top) / self.unit)

    def spot(self, point: tuple[int, int]) -> Place:
        """The square a point of the map lies on."""
        x, y = point
        return int((x - self.left) / self.unit), int((y - self.top) / self.unit)

    def cut(self) -> Iterator[tuple[Place, SpaceId]]:
        """Every square with the nearest space of the zone its middle lies in."""
        outlines: list[tuple[ZoneId, Outline]] = [
            (zone.name, tuple((2 * x, 2 * y) for x, y in zone.outline)) for zone in self.drawn.areas.zones
        ]
        for row in range(self.rows):
            for column in range(self.columns):
                x, y = self.left + (column + 0.5) * self.unit, self.top + (row + 0.5) * self.unit
                point = (round(2 * x) | 1, round(2 * y) | 1)  # between the lines of the map
                zone = next((name for name, outline in outlines if is_inside(point, outline)), None)
                if zone is not None:
                    sites = [site for site in self.drawn.areas.sites if zone_of(site.name) == zone]
                    nearest = min(sites, key=lambda site: (site.at[0] - x) ** 2 + (site.at[1] - y) ** 2)
                    yield (column, row), nearest.name


def _in_rows(ground: Ground) -> tuple[dict[Place, SpaceId], dict[SpaceId, Place]]:
    """Zones that no map draws: a row each, a square for every space."""
    rows = enumerate(ground.by_zone.values())
    spots = {space: (column, row) for row, spaces in rows for column, space in enumerate(spaces)}
    return {place: space for space, place in spots.items()}, spots


def board_picture(
    drawing: SpaceDrawing,
    view: GuardiansView | None,
    names: Mapping[str, str],
    *,
    chosen: PieceId | None = None,
    reach: Mapping[SpaceId, int] | None = None,
    targets: Collection[PieceId] = (),
) -> BoardPicture:
    """Draw the table."""
    ground = drawing.ground
    now = dict(view.doors) if view is not None else ground.doors
    walls: list[Segment] = []
    doors: list[Door] = []
    for ends, one, other in drawing.seams:
        if other in ground.next_zones(one, now):
            doors.append(Door(ends, "open"))
        elif other in ground.next_zones(one, now, past_doors=True):
            doors.append(Door(ends, "closed"))
        else:
            walls.append(ends)
    spots = {drawing.place(space) for space in ground.spaces}
    steps = reach or {}
    tiles = tuple(
        Tile(
            space,
            *place,
            reach=steps.get(space) if place in spots else None,
            name=names.get(space, ""),
            spot=("interaction" if ground.is_orange(space) else "plain") if place in spots else "",
        )
        for place, space in drawing.places.items()
    )
    return BoardPicture(
        drawing.columns,
        drawing.rows,
        tiles,
        tuple(walls),
        tokens=tuple(_standers(drawing, view, names, chosen, targets)) if view is not None else (),
        objects=tuple(_things(drawing, view, names)) if view is not None else (),
        doors=tuple(doors),
        plates=tuple(_plates(drawing, names)),
    )


def _plates(drawing: SpaceDrawing, names: Mapping[str, str]) -> Iterator[Plate]:
    """Each zone's name, along its first row."""
    rows: dict[ZoneId, list[Place]] = {}
    for place, space in sorted(drawing.places.items(), key=lambda entry: (entry[0][1], entry[0][0])):
        squares = rows.setdefault(zone_of(space), [])
        if not squares or place == (squares[-1][0] + 1, squares[0][1]):
            squares.append(place)
    for zone, squares in rows.items():
        yield Plate(names.get(zone, zone), *squares[0], len(squares))


def _standers(
    drawing: SpaceDrawing,
    view: GuardiansView,
    names: Mapping[str, str],
    chosen: PieceId | None,
    targets: Collection[PieceId],
) -> Iterator[Token]:
    labels = letters_of(view, names)
    for figure in (one for one in view.figures if one.at is not None):
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


def letters_of(view: GuardiansView, names: Mapping[str, str]) -> Mapping[PieceId, str]:
    """Letters for everything, on the board or off it: nobody's change while the game goes on."""
    named = (
        [one.id for one in view.figures] + [one.id for one in view.objects] + [PieceId(one.id) for one in view.sites]
    )
    return initials({one: names.get(one, one) for one in named})


def _things(drawing: SpaceDrawing, view: GuardiansView, names: Mapping[str, str]) -> Iterator[Thing]:
    """Objects and places of tests by the letters of their names; a ✓ once passed, else the −1 tokens that lie there."""
    labels = letters_of(view, names)
    for thing in view.objects:
        name = names.get(thing.id, "")
        yield Thing(thing.id, labels[thing.id], *drawing.place(thing.at), "heavy", name=name)
    for site in view.sites:
        failures = sum(count for _, count in site.failures)
        label = "✓" if site.passed else f"−{failures}" if failures else labels[PieceId(site.id)]
        yield Thing(PieceId(site.id), label, *drawing.place(site.at), "light", name=names.get(site.id, ""))
