"""The figures of a scenario: whose they are, where they stand, and in a game that goes on what became of them.

pieces.A = { hero = "wren", at = "yard" }        pieces.d1 = { tile = "docker", at = "lane" }
pieces.B = { kind = "minion", life = 2, melee = "2 red", skills = { counter = 1 }, at = "lane" }     a sheet of its own
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.core.ids import PieceId, Seat, ZoneId
from companion.documents import Node
from companion.games.gotham.board import Board
from companion.games.gotham.content.content import Content, laid_over, sorted_entries
from companion.games.gotham.content.settings import ACTIVE, AVAILABLE, FATIGUE, WOUNDS
from companion.games.gotham.content.sheets import HERO, SHEET_KEYS, Sheet, parse_sheet
from companion.games.gotham.content.skills import spelled
from companion.games.gotham.figures import HEROES, NOBODY, PLACES, VILLAINS, Figure

VILLAIN_SEAT = Seat("villains")
SITUATION = {"at", "seat", "wounds", "fatigue", "lost", "state", "lying", "neutralised", "binds", "cards", "aside"}
SITUATION |= {"bonus_used", "friend", "drives", "commander", "acted", "over", "hero", "tile", "tiles"}
PIECE_KEYS = SITUATION | SHEET_KEYS
MOST = 99  # the largest number of a figure; more is taken for a slip of the pen


@dataclass(frozen=True, slots=True)
class Brought:
    """The figures, and the sheets that came with them."""

    figures: tuple[Figure, ...]
    sheets: Mapping[str, Sheet]


def parse_pieces(node: Node, content: Content, board: Board, sheets_document: Mapping[str, Any]) -> Brought:
    """The figures of a table of pieces; faults are refused with their place."""
    figures: list[Figure] = []
    sheets = dict(content.sheets)
    for name, entry in sorted_entries(node):
        entry.table((), PIECE_KEYS)
        if name in board.zones:
            entry.refuse("an id that is no zone of the board", f"the key {name!r}")
        for sheet in _sheets(entry, name, content, sheets_document):
            sheets.setdefault(sheet.id, sheet)
        figures.append(_figure(entry, name, sheets, content, board))
    known = {figure.id: figure for figure in figures}
    for _, entry in node.entries():
        if "commander" in entry:
            entry["commander"].word(known)
    return Brought(tuple(_led(figure, known) for figure in figures), sheets)


def _sheets(node: Node, name: str, content: Content, document: Mapping[str, Any]) -> tuple[Sheet, ...]:
    """The screen or tiles of a piece: named ones, or one of its own."""
    own = SHEET_KEYS & node.mapping.keys()
    if "tiles" in node:
        if not list(node["tiles"].items()):
            node["tiles"].refuse("at least one tile")
        return tuple(content.sheets[entry.word(content.sheets)] for entry in node["tiles"].items())
    if "tile" in node:
        wrong = sorted(own - {"cubes", "life"})
        if wrong:
            node[wrong[0]].refuse("no key of a sheet: its tile says it", f"the key {wrong[0]!r}")
        return (content.sheets[node["tile"].word(content.sheets)],)
    if "hero" in node and isinstance(node["hero"].value, str):
        base = node["hero"].word([name for name, sheet in content.sheets.items() if sheet.is_hero])
        if own <= {"cubes"} and not isinstance(node["cubes"].value, int):
            return (content.sheets[base],)
        value = laid_over(document[base], {key: node.value[key] for key in own})
        if isinstance(node["cubes"].value, dict):
            value["cubes"] = document[base]["cubes"]
        return (parse_sheet(Node(node.file, node.place, value), name, content.skills, content.dice),)
    is_hero = node["hero"].value is True or node["kind"].value == HERO or ("kind" not in node and "cubes" in node)
    return (parse_sheet(node, name, content.skills, content.dice, HERO if is_hero else ""),)


def _figure(node: Node, name: str, sheets: Mapping[str, Sheet], content: Content, board: Board) -> Figure:
    names = _names(node, name, sheets)
    sheet = sheets[names[0]]
    side = node["side"].word((HEROES, VILLAINS, NOBODY)) if "side" in node else sheet.side
    seat = VILLAIN_SEAT if side != HEROES else Seat(name)
    figure = Figure(
        PieceId(name),
        Seat(node["seat"].text()) if "seat" in node else seat,
        side,
        names,
        ZoneId(node["at"].word(board.zones)) if "at" in node else None,
        sheet.is_hero,
        _cubes(node, sheet) if sheet.is_hero else (),
        0 if sheet.is_hero else _life(node, sheet),
        node["state"].word({"", *content.settings.states}) if "state" in node else ACTIVE if sheet.is_hero else "",
        lying=_flag(node, "lying"),
        neutralised=_flag(node, "neutralised"),
        binds=node["binds"].number(0, MOST) if "binds" in node else 0,
        cards=tuple(card.word(content.cards) for card in node["cards"].items()) if "cards" in node else (),
        aside=tuple(spelled(content.skills, row).id for row in node["aside"].items()) if "aside" in node else (),
        bonus_used=_flag(node, "bonus_used"),
        friend=node["friend"].text() if "friend" in node else "",
        drives=tuple(row.word(content.sheets) for row in node["drives"].items()) if "drives" in node else (),
        commander=PieceId(node["commander"].text()) if "commander" in node else None,
        acted=tuple(row.word(("move", "act")) for row in node["acted"].items()) if "acted" in node else (),
        over=_flag(node, "over"),
    )
    if figure.cards and not figure.is_hero:
        node["cards"].refuse("no cards: heroes carry them", "cards of a non-hero")
    return figure


def _names(node: Node, name: str, sheets: Mapping[str, Sheet]) -> tuple[str, ...]:
    if "tiles" in node:
        return tuple(entry.text() for entry in node["tiles"].items())
    if "tile" in node:
        return (node["tile"].text(),)
    return (name,) if name in sheets else (node["hero"].text(),)


def _flag(node: Node, key: str) -> bool:
    return node[key].flag() if key in node else False


def _life(node: Node, sheet: Sheet) -> int:
    """Read the figure's Life Points now: those of its tile, less what it ``lost``."""
    lost = "lost" if "lost" in node else "wounds"
    return sheet.life - (node[lost].number(0, sheet.life) if lost in node else 0)


def _cubes(node: Node, sheet: Sheet) -> tuple[tuple[str, int], ...]:
    """Read where a figure's cubes lie: as told place by place, the rest available."""
    told = node["cubes"]
    held = {place: entry.number(0, MOST) for place, entry in told.entries()} if isinstance(told.value, dict) else {}
    if held:
        told.table((), PLACES)
    for key in (WOUNDS, FATIGUE):
        if key in node:
            held[key] = node[key].number(0, MOST)
    rest = sheet.cubes - sum(count for place, count in held.items() if place != AVAILABLE)
    if rest < 0 or held.get(AVAILABLE, rest) != rest:
        node.refuse(f"{sheet.cubes} cubes in all, as the screen has", f"{sum(held.values())}")
    held[AVAILABLE] = rest
    return tuple((place, held[place]) for place in PLACES if held.get(place))


def _led(figure: Figure, known: Mapping[PieceId, Figure]) -> Figure:
    """A figure with whose it is by Command: a commanded one plays on its commander's seat and side."""
    drives = dict.fromkeys(tile for other in known.values() if other.commander == figure.id for tile in other.sheets)
    if drives:
        figure = replace(figure, drives=tuple(dict.fromkeys((*figure.drives, *drives))))
    if figure.commander is not None:
        leader = known[figure.commander]
        figure = replace(figure, seat=leader.seat, side=leader.side)
    return figure
