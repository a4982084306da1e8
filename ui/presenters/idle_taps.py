"""Spots that are tapped without a meaning: ground, doors, objects, tokens, as that side's board shows them.

tap ──game──> means nothing ──> a card: hindering terrain · a door, closed · Crate
          └─> lets go of a figure ──> the same, where something lies there too
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Protocol

from companion.board.picture import BoardPicture, Place
from companion.board.picture import Tile as Square
from companion.core.ids import PieceId, SpaceId
from ui.presenters.adapter import Chosen, Drawing, Look, Tap
from ui.presenters.models import CardModel


class Pictured(Protocol):
    """A game that can be looked at."""

    def picture(self, look: Look, away: frozenset[PieceId]) -> BoardPicture:
        """The board as that side knows it."""

    def thing(self, look: Look, name: PieceId) -> str:
        """Return what can be done with what lies there, or with the space itself."""


class Tapped(Pictured, Protocol):
    """A game whose board can be tapped."""

    @property
    def drawing(self) -> Drawing:
        """The drawing of the board."""

    def tap(self, look: Look, space: SpaceId) -> Tap | None:
        """Return the meaning of a tap on a space."""


def beneath(game: Tapped, look: Look, piece: PieceId) -> Tap | None:
    """Return the meaning of a tap on the space under a token that is no figure: a starting area's number."""
    tokens = (one for one in game.picture(look, frozenset()).tokens if one.piece == piece)
    spaces = (game.drawing.space_at(int(one.column), int(one.row)) for one in tokens)
    space = next(spaces, None)
    return game.tap(look, space) if space is not None else None


class SpotDesk:
    """The space that was tapped last, where the tap meant nothing."""

    def __init__(self) -> None:
        self.at: SpaceId | None = None
        self._meant: SpaceId | None = None  # the space of a tap that meant something
        self._is_bare = True

    def tapped(self, space: SpaceId | None, tap: Tap | None) -> Tap | None:
        """The tap as it came; where it meant nothing, its space is told of."""
        self._is_bare = tap is None
        self._meant = space
        self.at = space if tap is None or tap == Chosen(None) else None
        return tap

    def card(self, game: Pictured, look: Look) -> CardModel | None:
        """Return the card of what is there; ``None`` where nothing was tapped, or nothing is known of it."""
        if self.at is None:
            return None
        board = game.picture(look, frozenset())
        squares = [square for square in board.tiles if square.space == self.at]
        places = {(square.column, square.row) for square in squares}
        things = [
            look.wording.pair(name, does) if (does := game.thing(look, thing)) else name
            for thing, name in _lying(board, self.at, look).items()
        ]
        if not squares or not (things or self._is_bare):
            return None
        ground = [*_ground(board, squares[0], look), *_at_its_sides(board, places, look)]
        own = game.thing(look, PieceId(self.at))
        told = ". ".join(filter(None, dict.fromkeys([*things, *ground, own]))) or look.say("spot_empty")
        return CardModel("spot", squares[0].name or look.name(self.at), told, (("dismiss", look.say("understood")),))

    def beside(self, card: CardModel, meant: object, game: Pictured, look: Look) -> CardModel:
        """Return the card of what a tap meant, with the names of what lies where it was: they are letters there."""
        named = _named_by(meant) if self._meant is not None else ()
        lying = _lying(game.picture(look, frozenset()), self._meant, look) if self._meant in named else {}
        unsaid = [name for name in lying.values() if name.casefold() not in f"{card.title} {card.text}".casefold()]
        if not unsaid:
            return card
        here = look.say("spot_here", things=look.wording.listed(unsaid))
        return replace(card, text="\n".join(filter(None, (card.text, here))))


def _named_by(command: object) -> set[object]:
    """Return all that a command names."""
    values = [getattr(command, one.name) for one in fields(command)] if is_dataclass(command) else []
    return {one for value in values for one in (value if isinstance(value, tuple) else (value,))}


def _lying(board: BoardPicture, space: SpaceId | None, look: Look) -> dict[PieceId, str]:
    """Return what lies in a space, with its name."""
    places = {(square.column, square.row) for square in board.tiles if square.space == space}
    lying = (thing for thing in board.objects if (thing.column, thing.row) in places)
    return {thing.object: thing.name or look.name(thing.object) for thing in lying}


def _ground(board: BoardPicture, square: Square, look: Look) -> Iterator[str]:
    """The kinds of its terrain, and what marks it."""
    way, place = "zone" if board.plates else "ground", (square.column, square.row)
    yield from (look.wording.say(f"{way}.{kind}") for kind in square.kinds)
    if square.starting:
        owner = look.wording.word("seat", square.starting)  # of some maps the seats choose among the areas
        is_owned = owner != square.starting
        yield look.say("spot_starting", seat=owner) if is_owned else look.say("spot_start")
    for is_so, key in (
        (square.indoor, "spot_indoor"),
        (place in board.debris, "spot_debris"),
        (place in board.markers, "spot_marker"),
        (any(place in ramp for ramp in board.ramps), "spot_ramp"),
        (square.spot == "interaction", "spot_interaction"),
    ):
        if is_so:
            yield look.say(key)
    if square.elevation > 1:
        yield look.say("spot_level", level=square.elevation)


def _at_its_sides(board: BoardPicture, places: set[Place], look: Look) -> Iterator[str]:
    """The doors round it; on a board of zones the shut ones alone: every other way from one to the next is open."""
    for door in (one for one in board.doors if not board.plates or one.now != "open"):
        (column, row), end = min(door.at), max(door.at)
        beside = (column - 1, row) if end[0] == column else (column, row - 1)
        if {(column, row), beside} & places:
            yield look.say("spot_door", now=look.wording.word("door", door.now))
