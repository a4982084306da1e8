"""Corrections by hand, and the state after them. They check nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.board.spaces import edge
from companion.core.by_hand import CardPut, PutRight, PutThere
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.games.heroclix.events.changes import letting_fall, with_points
from companion.games.heroclix.figures.figure import is_ko
from companion.games.heroclix.state.ground import laid_out
from companion.games.heroclix.state.play import HeldObject, InPlay, LyingObject, ScoreLine
from companion.games.heroclix.state.state import State

BY_HAND = RuleId("TW-HAND-01")


def _put_right(state: State, event: PutRight) -> State:
    """Put a number right; a dial that turns and a knock out are told besides, and change the state themselves."""
    name, value, play = event.piece, event.value, state.tactics
    match event.what:
        case "tokens":
            return state.changed(name, tokens=value)
        case "acted":
            return state.changed(name, acted=bool(value))
        case "out" if not value:
            return _in_again(state, name)
        case "score":
            seat = Seat(name)
            return with_points(state, ScoreLine(seat, value - dict(state.scores)[seat], BY_HAND, ""))
        case "actions":
            return replace(state, actions_given=state.table.actions + state.extra_actions - value)
        case "there" if value:
            left = (
                tuple(one for one in play.removed if one != name),
                tuple(one for one in play.cancelled if one != name),
            )
            back = replace(state, tactics=replace(play, removed=left[0], cancelled=left[1]))
            return _unscored(back, _name_of(state, name))
        case "there" if any(condition.id == name for condition in state.table.tactics.conditions):
            return replace(state, tactics=replace(play, cancelled=(*play.cancelled, name)))
        case "debris":
            square = SpaceId(name)
            rest = tuple(space for space in play.debris if space != square)
            return _with_ground(state, replace(play, debris=(*rest, square) if value else rest))
        case "fallen":
            first, _, second = name.partition("|")
            wall = edge(SpaceId(first), SpaceId(second))
            rest_of_walls = tuple(one for one in play.fallen if one != wall)
            return _with_ground(state, replace(play, fallen=(*rest_of_walls, wall) if value else rest_of_walls))
    return state


def _with_ground(state: State, play: InPlay) -> State:
    """Return the state with what lies on the map put so, and its ground laid out anew."""
    return laid_out(replace(state, tactics=play))


def _in_again(state: State, name: PieceId) -> State:
    """The figure is in the game again, off the map, and nobody has points for it any more (HC-VP-01, -03, -07)."""
    piece, tactics = state.piece(name), state.table.tactics
    last = max((click.number for click in state.figure(piece).dial), default=piece.click)
    click = last if is_ko(state.figure(piece), piece.click) else piece.click
    cards = [(card.name, card.pieces) for card in tactics.alternates] + [
        (one.name, one.pieces) for one in tactics.feats
    ]
    back = state.changed(name, ko=False, click=click)
    return _unscored(back, name, *(card for card, pieces in cards if name in pieces))


def _name_of(state: State, element: str) -> str:
    """The name under which an object or a feat is scored."""
    tactics = state.table.tactics
    found = tactics.object(PieceId(element)) or tactics.feat(element)
    return found.name if found is not None else element


def _unscored(state: State, *elements: str) -> State:
    """The state in which the last line of the score sheet for each of these is taken back, by a line that says so."""
    for element in elements:
        lines = [line for line in state.tactics.sheet if line.element == element]
        if lines and sum(line.points for line in lines) > 0:
            back = min(lines[-1].points, dict(state.scores)[lines[-1].seat])  # less was left of them by hand
            state = with_points(state, ScoreLine(lines[-1].seat, -back, BY_HAND, element))
    return state


def _put_there(state: State, event: PutThere) -> State:
    """A figure off the map; one on it is ``PiecePlaced``. An object on its square, out of every hand."""
    if state.find(event.piece) is not None:
        if event.to is not None:
            return state
        return letting_fall(state, event.piece).changed(event.piece, spaces=())
    play = _without(state.tactics, event.piece)
    back = tuple(one for one in play.removed if one != event.piece)
    lying = (*play.lying, *((LyingObject(event.piece, event.to),) if event.to is not None else ()))
    return _with_ground(state, replace(state.tactics, lying=lying, held=play.held, removed=back))


def _card_put(state: State, event: CardPut) -> State:
    """The object in that hand; out of the game it is ``ElementRemoved``."""
    item = PieceId(event.card)
    play = _without(state.tactics, item)
    if not event.to:
        return state
    taker = event.piece if event.to == "carried" else PieceId(event.to)
    back = tuple(one for one in play.removed if one != item)
    held = (*play.held, HeldObject(item, taker))
    return _with_ground(state, replace(state.tactics, lying=play.lying, held=held, removed=back))


def _without(play: InPlay, item: PieceId) -> InPlay:
    """The tactics with the object neither on the map nor in a hand."""
    lying = tuple(one for one in play.lying if one.object != item)
    return replace(play, lying=lying, held=tuple(one for one in play.held if one.object != item))


FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    PutRight: _put_right,
    PutThere: _put_there,
    CardPut: _card_put,
}
