"""Positions on maps of areas, ``tablewright/area-position@1``: what a question of sight is asked about there.

map ── pieces ── relations ── doors, objects      where lines are drawn over the zones
                           └─ broken walls, smoke where lines are links between markers
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from companion.board import Occupant
from companion.board.areas import AreaMap, BlockingRules, LinkRules, Relations, Token, parse_areas
from companion.board.areas.checks import check_token
from companion.board.areas.loading import FORMAT as MAP_FORMAT
from companion.board.areas.loading import parse_space, parse_tokens, parse_zone
from companion.board.loading import refuse_space_as_id
from companion.core.ids import PieceId, SpaceId, SystemId, ZoneId
from companion.documents import Node, load_document, parse_json
from companion.games.gotham.lines import MARKERS
from companion.games.guardians.lines import MELEE, RANGED

FORMAT = "tablewright/area-position@1"
DRAWN: Mapping[SystemId, tuple[BlockingRules, BlockingRules]] = {SystemId("guardians"): (RANGED, MELEE)}  # far, near
LINKED: Mapping[SystemId, LinkRules] = {SystemId("gotham"): MARKERS}

_KEYS = {"format", "system", "map"}
_ALWAYS = {"pieces", "relations"}
_WHERE_DRAWN = {"doors", "objects", "removed_objects"}
_WHERE_LINKED = {"broken_walls", "smoke"}


@dataclass(frozen=True, slots=True)
class AreaPosition:
    """A map as it stands, doors and tokens already changed, and who is where."""

    system: SystemId
    areas: AreaMap
    pieces: tuple[Occupant, ...] = ()
    relations: Relations = field(default_factory=Relations)
    smoke: Mapping[ZoneId, int] = field(default_factory=dict)

    def find(self, name: str) -> SpaceId | None:
        """The space of the piece or the space with that name; ``None`` when there is neither."""
        for piece in self.pieces:
            if piece.piece == name:
                return piece.spaces[0]
        return SpaceId(name) if name in self.areas else None


def shipped_maps() -> Mapping[str, str]:
    """The maps that come with the program, name to text; no file is needed for them."""
    found: dict[str, str] = {}
    for system in (*DRAWN, *LINKED):
        for file in sorted((files(f"companion.games.{system}") / "data" / "maps").iterdir(), key=lambda one: one.name):
            found[file.name.removesuffix(".json")] = file.read_text(encoding="utf-8")
    return found


def load_area_position(name: str) -> AreaPosition:
    """The position in a file or on standard input; a map alone, or the name of a shipped one, is an empty position."""
    if name.replace("-", "").isalnum() and name != "-" and not Path(name).exists():
        shipped = shipped_maps()
        if name not in shipped:
            Node(name, "", name).refuse(f"a file, or one of the maps {', '.join(sorted(shipped))}")
        return _empty(parse_areas(parse_json(shipped[name], name)))
    node = load_document(name)
    if isinstance(node.value, dict) and node.mapping.get("format") == MAP_FORMAT:
        return _empty(parse_areas(node))
    return parse_area_position(node)


def parse_area_position(node: Node) -> AreaPosition:
    """The position in a document; a refusal names the place."""
    node.of_format(FORMAT).table(_KEYS, _ALWAYS | _WHERE_DRAWN | _WHERE_LINKED)
    system = SystemId(node["system"].word({*DRAWN, *LINKED}))
    printed = _read_map(node)
    is_drawn = printed.links is None
    if system not in (DRAWN if is_drawn else LINKED):
        words = "polygons" if system in DRAWN else "links"
        node["map"].refuse(f"a map of {system}, with lines by {words}", f"the map {printed.name}")
    node.table(_KEYS, _ALWAYS | (_WHERE_DRAWN if is_drawn else _WHERE_LINKED))
    areas = printed.with_changes(
        doors=dict(_read_doors(node, printed)),
        broken=_read_broken(node, printed),
        removed=_read_removed(node, printed),
        placed=_read_objects(node, printed),
    )
    smoke = {parse_zone(count, printed, key): count.number(0, 99) for key, count in _entries(node, "smoke")}
    pieces = tuple(_read_pieces(node, areas, is_crowded=not is_drawn))
    return AreaPosition(system, areas, pieces, _read_relations(node), smoke)


def _empty(areas: AreaMap) -> AreaPosition:
    return AreaPosition(next(iter(DRAWN if areas.links is None else LINKED)), areas)


def _read_map(node: Node) -> AreaMap:
    source = node["map"]
    if isinstance(source.value, dict):
        return parse_areas(source)
    name = source.text()
    if name in (shipped := shipped_maps()):
        return parse_areas(parse_json(shipped[name], name))
    if not name.endswith((".json", ".toml")):
        source.refuse(f"a map object, a .json or .toml file, or one of the maps {', '.join(sorted(shipped))}")
    folder = Path(node.file).parent if node.file != "standard input" else Path()
    return parse_areas(load_document(str(folder / name)))


def _items(node: Node, key: str) -> tuple[Node, ...]:
    return tuple(node[key].items()) if key in node else ()


def _entries(node: Node, key: str) -> tuple[tuple[str, Node], ...]:
    return tuple(node[key].entries()) if key in node else ()


def _read_doors(node: Node, areas: AreaMap) -> Iterator[tuple[str, bool]]:
    known = [door.name for door in areas.doors]
    for name, state in _entries(node, "doors"):
        if name not in known:
            state.refuse(f"a door of the map: {', '.join(known) or 'it has none'}", f"the door {name!r}")
        yield name, state.word({"open", "closed"}) == "open"


def _read_broken(node: Node, areas: AreaMap) -> Iterator[str]:
    walls = {wall.name: wall for wall in areas.walls}
    for entry in _items(node, "broken_walls"):
        wall = walls.get(entry.text())
        if wall is None:
            entry.refuse(f"a wall of the map: {', '.join(walls) or 'it has none'}")
        if wall.level is None or wall.between is None:
            entry.refuse("a wall with a level (GO-WALLBREAK-04)", f"{wall.name}, which has none")
        one, other = (areas.zone(zone) for zone in wall.between)
        if one.elevation != other.elevation:
            found = f"{wall.name}, between {one.name} and {other.name}"
            entry.refuse("a wall between zones of one elevation (GO-WALLBREAK-03)", found)
        yield wall.name


def _read_removed(node: Node, areas: AreaMap) -> Iterator[str]:
    known = [token.name for token in areas.tokens]
    for entry in _items(node, "removed_objects"):
        if entry.text() not in known:
            entry.refuse(f"an object of the map: {', '.join(known) or 'it has none'}")
        yield entry.text()


def _read_objects(node: Node, areas: AreaMap) -> Iterator[Token]:
    known = {token.name for token in areas.tokens}
    for token in parse_tokens(node["objects"]) if "objects" in node else ():
        place = node["objects"][token.name]
        if token.name in known:
            place.refuse("a name that no object of the map has", f"the name {token.name!r}")
        check_token(place, token, areas)
        yield token


def _read_pieces(node: Node, areas: AreaMap, *, is_crowded: bool) -> Iterator[Occupant]:
    """The pieces; where it is not crowded a space holds one figure (GC-MAP-03)."""
    names = {token.name for token in areas.tokens}
    taken: dict[SpaceId, str] = {}
    for entry in _items(node, "pieces"):
        entry.table({"id", "side", "space"})
        name, space = entry["id"].text(), parse_space(entry["space"], areas)
        if not name or name in names:
            entry["id"].refuse("an id of its own")
        refuse_space_as_id(entry["id"], name, areas)
        if space in taken and not is_crowded:
            entry["space"].refuse("a free space (GC-MAP-03)", f"{space}, where {taken[space]} stands")
        names.add(name)
        taken[space] = name
        yield Occupant(PieceId(name), entry["side"].text(), (space,))


def _read_relations(node: Node) -> Relations:
    """The friendships: ``[side, side, "ally"]``; ``"enemy"`` is what two sides are anyway (GC-AMB-29)."""
    said: dict[frozenset[str], str] = {}
    for entry in _items(node, "relations"):
        parts = list(entry.items())
        if len(parts) != 3:
            entry.refuse("two sides and a word: [side, side, 'ally' or 'enemy']")
        pair, word = frozenset(part.text() for part in parts[:2]), parts[2].word({"ally", "enemy"})
        if len(pair) == 1:
            parts[1].refuse("another side than the first")
        if pair in said:
            entry.refuse("every pair of sides once")
        said[pair] = word
    return Relations(frozenset(pair for pair, word in said.items() if word == "ally"))
