"""A model as parts, and what of them a page does not have yet.

    model ──parts_of──> {"bar": …, "card": …}          each as JSON
    Shown: number 7 ──other parts──> number 8           every part knows the number at which it last changed
    Shown.update(have=6) ──> the parts that are newer than 6, and the lines of the log that are

A page that is slow gets the newest of everything, and nothing in between; how much is sent depends on nothing but
what that page shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

import msgspec

from companion.board.picture import BoardPicture, Box, Tile, Token
from companion.core.ids import PieceId, SpaceId
from companion.painting import CELL, board_svg, edge_of
from companion.painting.card import card_svg, height_of
from companion.painting.dial import DialFace, dial_svg
from companion.painting.figures import base_of
from companion.painting.grid import Grid
from companion.painting.palette import health_tone
from ui.presenters.models import CardModel, DialModel, LogLine, RosterFigure, TableModel

Parts = Mapping[str, bytes]
_ENCODER = msgspec.json.Encoder(order="deterministic", enc_hook=float)  # a chance is exact everywhere but on its way


@dataclass(frozen=True, slots=True)
class Shown:
    """The state of a page: its parts, its log, and when each of them last changed. A value: threads may share it."""

    number: int = 0
    parts: Parts = field(default_factory=dict)
    since: Mapping[str, int] = field(default_factory=dict)
    lines: tuple[tuple[LogLine, int], ...] = ()

    def changed(self, parts: Parts, log: tuple[LogLine, ...]) -> Shown:
        """The same with these parts now; itself when nothing is new."""
        number = self.number + 1
        since = {name: number for name, part in parts.items() if self.parts.get(name) != part}
        before = {line.number: (line, changed) for line, changed in self.lines}
        lines = tuple(
            held if (held := before.get(line.number)) is not None and held[0] == line else (line, number)
            for line in log
        )
        if not since and lines == self.lines:
            return self
        if lines != self.lines:
            since["log"] = number
        return Shown(number, parts, {**self.since, **since}, lines)

    def is_current(self, names: tuple[str, ...], seen: int) -> bool:
        """Whether these parts are as they were in the model of that number."""
        return seen <= self.number and all(self.since.get(name, 0) <= seen for name in names)

    def update(self, have: int) -> bytes:
        """The frame for a page that has the model of that number; 0: it has nothing."""
        newer = [b"%s:%s" % (_ENCODER.encode(name), part) for name, part in self.parts.items() if self._new(name, have)]
        lines = [
            (line.number, line.text, line.heading, line.taken_back, line.terms, line.seat, line.detail, line.first)
            for line, changed in self.lines
            if changed > have
        ]
        head = {"type": "model", "number": self.number, "from": have, "whole": have == 0, "log": lines}
        return b'%s,"parts":{%s}}' % (msgspec.json.encode(head)[:-1], b",".join(newer))

    def _new(self, name: str, have: int) -> bool:
        return self.since[name] > have


RIM = 4  # units around a base that its light on a page takes
_ANYBODY = Token(PieceId(""), "", "", "", 0, 0)


class Painter:
    """Draws the boards of one screen as SVG, in layers; a layer is drawn again when what it shows has changed."""

    def __init__(self) -> None:
        self._drawn: dict[str, tuple[tuple[BoardPicture, Box], bytes]] = {}

    def layers(self, picture: BoardPicture, *, is_whole: bool = False) -> dict[str, bytes]:
        """``ground`` is printed, ``marks`` are where one may go and what is seen, ``figures`` stand on both: of what is
        shown of the board, or of the whole of it.
        """
        box = (0, 0, picture.columns, picture.rows) if is_whole else picture.shown
        bare = replace(
            picture,
            tokens=(),
            line=None,
            field=None,
            objects=(),
            debris=(),
            markers=(),
            ways=(),
            outlined=(),
            trail=(),
            asked=(),
            led=(),
        )
        reached = tuple(tile for tile in picture.tiles if tile.reach is not None)
        plain = bare
        if reached:
            tiles = tuple(tile if tile.reach is None else replace(tile, reach=None) for tile in picture.tiles)
            plain = replace(bare, tiles=tiles)
        marks = replace(
            bare,
            tiles=reached,
            line=picture.line,
            field=picture.field,
            outlined=picture.outlined,
            ways=picture.ways,
            trail=picture.trail,
            asked=picture.asked,
            led=picture.led,
        )
        figures = replace(
            bare,
            tiles=(),
            tokens=tuple(map(_standing_there, picture.tokens)),
            objects=picture.objects,
            debris=picture.debris,
            markers=picture.markers,
        )
        return {
            "ground": self._layer("ground", plain, box, is_laid=False),
            "marks": self._layer("marks", marks, box, is_laid=True),
            "figures": self._layer("figures", figures, box, is_laid=True),
        }

    def _layer(self, name: str, picture: BoardPicture, box: Box, *, is_laid: bool) -> bytes:
        drawn = self._drawn.get(name)
        if drawn is None or drawn[0] != (picture, box):
            svg = board_svg(picture, kind=name, box=box)
            base = base_of(_ANYBODY, Grid(), is_zoned=bool(picture.plates))
            size: dict[str, object] = {
                "columns": picture.columns,
                "rows": picture.rows,
                "cell": CELL,
                "edge": edge_of(picture),
                "box": box,
                "is_part": picture.explored is not None,
            }
            size |= {"inset": base.x - base.wide - RIM, "low": base.y - CELL / 2}
            more = {"led": picture.led[0]} if picture.led else {}  # where a hint leads: the page brings it into sight
            drawn = self._drawn[name] = (picture, box), _ENCODER.encode({"svg": svg, **(more if is_laid else size)})
        return drawn[1]


def _disc(dial: DialModel | None) -> str:
    """The dial as a picture, where it is drawn as a disc."""
    if dial is None or not dial.clicks[1]:
        return ""
    return dial_svg(
        DialFace(dial.seat, tuple((slot.slot, slot.value, slot.colour) for slot in dial.slots), *dial.clicks)
    )


def _standing_there(token: Token) -> Token:
    """The figure as every page draws it; a light around it is the page's own."""
    if token.chosen or token.target:
        return replace(token, chosen=False, target=False, friend=False)
    return token


def parts_of(model: TableModel, painter: Painter, lang: str) -> dict[str, bytes]:
    """The model by its parts; the log goes line by line."""
    picture = model.board
    if model.hand is not None:
        picture = replace(picture, field=model.hand.field, line=model.hand.line)
    plates = {(plate.column, plate.row): plate.words for plate in picture.plates}
    words = {tile.space: plates[tile.column, tile.row] for tile in picture.tiles if (tile.column, tile.row) in plates}
    names = {(tile.column, tile.row): words.get(tile.space, tile.name or str(tile.space)) for tile in picture.tiles}
    bar = {
        "lang": lang,
        "title": model.title,
        "now": model.now,
        "seat": model.seat,
        "scores": [(model.tones.get(seat, seat), word, points) for seat, word, points in model.scores],
        "words": model.words,
        "undo": model.can_undo,
        "end_turn": model.can_end_turn,
        "ends_next": model.ends_next,
        "end_game": model.can_end_game,
        "beside": model.beside,
    }
    goals = [  # zones have names, and no squares to count on the way
        (names[tile.column, tile.row], tile.column, tile.row, 0 if tile.space in words else tile.reach)
        for tile in reached(picture)
    ]
    hand = model.card.hand if model.card else ()
    parts: dict[str, object] = {
        "bar": bar,
        "standing": {
            "figures": [_figure(token, names) for token in picture.tokens],
            "goals": goals,
            "way": next((way.points for way in picture.ways if way.kind == "move"), ()),
        },
        "sheet": model.dial,
        "dial": _disc(model.dial),
        "dice": model.dice,
        "watched": model.watched,
        "result": model.result,
        "parties": [_standing(one) for one in model.parties],
        "roster": [_standing(one) for one in model.roster],
        "card": _card(model.card),
        "cards": [card_svg(card, height_of(hand)) for card in hand],
        "links": model.links,
        "errands": model.errands,
        "brings": model.brings,
        "hint": model.hint and (model.hint, model.words["hint_close"], model.leads),
        "cue": model.cue,
        "prints": model.prints,
        "hand": model.hand
        and {
            "piece": model.hand.piece,
            "places": model.hand.places,
            "words": model.hand.words,
            "legal": model.hand.is_legal,
        },
    }
    return painter.layers(picture) | {name: _ENCODER.encode(part) for name, part in parts.items()}


def _card(card: CardModel | None) -> dict[str, object] | None:
    """The card in plain values, with whether a turn asks nothing there: no page judges that by its kind."""
    if card is None:
        return None
    return {one.name: getattr(card, one.name) for one in fields(card)} | {"is_menu": card.is_menu}


def marked(picture: BoardPicture, painter: Painter) -> dict[str, bytes]:
    """The parts of a board that is light alone: its marks, and which figures are chosen or targets."""
    figures = [_figure(token, {}) for token in picture.tokens if token.chosen or token.target]
    layers = painter.layers(replace(picture, doors=()), is_whole=True)  # which are there to be seen
    return {"marks": layers["marks"], "standing": _ENCODER.encode({"figures": figures, "goals": []})}


def reached(picture: BoardPicture) -> list[Tile]:
    """The squares to go to, the nearest first; one of each space."""
    spaces: dict[SpaceId, Tile] = {}
    for tile in picture.tiles:
        if tile.reach is not None:
            spaces.setdefault(tile.space, tile)
    return sorted(spaces.values(), key=lambda tile: tile.reach or 0)


def _standing(one: RosterFigure) -> dict[str, object]:
    """A figure of the roster in plain values."""
    tone = health_tone(one.health) if one.health is not None else ""
    is_so = (("out", one.is_out), ("own", one.is_own), ("chosen", one.is_chosen), ("due", one.is_due))
    return {
        "piece": one.piece,
        "label": one.label,
        "name": one.name,
        "seat": one.seat,
        "health": one.health,
        "words": one.words,
        "count": one.count,
        "tokens": one.tokens,
        "marks": [word for word, holds in (*is_so, (tone, tone)) if holds],
    }


def _figure(token: Token, names: Mapping[tuple[int, int], str]) -> dict[str, object]:
    """A figure in plain values: who reads a page aloud hears it, and a finger finds it."""
    return {
        "piece": token.piece,
        "name": token.name,
        "label": token.label,
        "seat": token.seat,
        "at": names.get((int(token.column), int(token.row)), ""),
        "box": (token.column, token.row, token.width, token.height),
        "marks": [
            mark
            for mark in ("chosen", "target", "friend", "waiting", "done", "lying", "may_be_lifted")
            if getattr(token, mark)
        ],
    }
