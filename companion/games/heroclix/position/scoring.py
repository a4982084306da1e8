"""Victory points: what a knock-out is worth besides the character, and what an element that leaves the game is (HC-VP).

KO of a piece   its points · its alternate ability's cost (HC-TA-19) · its feats, when it was the last who had them
removal         an object of an opposing team · a feat whose characters all stand
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId, RuleId, Seat
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import RemoveElement
from companion.games.heroclix.events.damage import VictoryPointsScored
from companion.games.heroclix.events.tactics import ElementRemoved, ElementScored
from companion.games.heroclix.forces.setup import Feat, MapObject
from companion.games.heroclix.position.holding import is_gone, not_in_play
from companion.games.heroclix.state.state import Piece, State


def score_events(state: State, piece: Piece, seat: Seat | None) -> tuple[VictoryPointsScored | ElementScored, ...]:
    """Return the scores of a knock-out for the seat, which may be nobody; the piece still stands in ``state``."""
    if seat is None:
        return ()
    own = VictoryPointsScored(seat, piece.points, piece.id)  # HC-VP-01
    alternates = (
        ElementScored(seat, card.points, RuleId("HC-VP-03"), card.name)
        for card in state.table.tactics.alternates
        if piece.id in card.pieces
    )
    feats = (
        ElementScored(seat, feat.points, RuleId(rule), feat.name)
        for feat in state.table.tactics.feats
        if not is_gone(state, feat) and (rule := _rule_of(state, feat, piece))
    )
    return (own, *(one for one in (*alternates, *feats) if one.points))


def _rule_of(state: State, feat: Feat, piece: Piece) -> str | None:
    """The rule by which the feat is scored with this piece, if it is (HC-VP-07..10)."""
    if feat.pieces:
        if piece.id not in feat.pieces:
            return None
        if feat.per_character:
            return "HC-VP-09"
        if len(feat.pieces) == 1:
            return "HC-VP-07"
        others = [state.piece(other) for other in feat.pieces if other != piece.id]
        return "HC-VP-08" if all(other.ko for other in others) else None
    others = [other for other in state.on_map(piece.seat) if other.id != piece.id]
    return "HC-VP-10" if piece.seat == feat.seat and not others else None


def object_gone(state: State, item: MapObject, reason: str) -> tuple[ElementRemoved | ElementScored, ...]:
    """The removal of an object, by whatever cause, and who scores it (HC-VP-02)."""
    seat, gone = _scorer_of_object(state, item), ElementRemoved(item.id, reason)
    return (gone, ElementScored(seat, item.points, RuleId("HC-VP-02"), item.name)) if seat and item.points else (gone,)


def _scorer_of_object(state: State, item: MapObject) -> Seat | None:
    """The active player (HC-VP-05); an own object scores for the one opponent, or for nobody (AMB-34)."""
    active = state.active_seat
    if active is not None and not state.is_friend(item.seat, active):
        return active
    others = [seat for seat in state.table.seats if seat != item.seat]
    return others[0] if len(others) == 1 else None


def _scorer_of_feat(state: State, feat: Feat) -> Seat | None:
    """The last opponent who hurt one of its characters, while all of them stand (HC-VP-11)."""
    pieces = [state.piece(piece) for piece in feat.pieces]
    if not pieces or any(one.ko for one in pieces):
        return None
    hurt = [name for name in state.tactics.hurt if name in feat.pieces]
    return state.piece(hurt[-1]).hurt_by if hurt else None


def scores_by_side(state: State) -> dict[tuple[Seat, ...], int]:
    """The victory points of every side, teammates' added together (HC-END-07)."""
    found: dict[tuple[Seat, ...], int] = {}
    for seat, points in state.scores:
        side = state.table.tactics.side_of(seat)
        found[side] = found.get(side, 0) + points
    return found


def scorer_of(state: State, piece: Piece, hurt_by: Seat | None) -> Seat | None:
    """Return the seat that scores a knocked-out piece: the active one, or on its own turn the one that hurt it last
    (HC-VP-05, -06).

    All of it is in the state, so the score follows from the record (HC-VP-13).
    """
    if piece.owner is not None:  # controlled by an opponent, who scores it
        return piece.seat
    active = state.active_seat
    if active is not None and not state.is_friend(active, piece.seat):
        return active
    if hurt_by is not None:
        return hurt_by
    others = [seat for seat in state.table.seats if seat != piece.seat]
    return others[0] if len(others) == 1 else None  # AMB-33


def leaving_events(state: State, item: PieceId, reason: str) -> tuple[object, ...]:
    """The removal and what it scores, whoever caused it (HC-OBJ-16, -38, HC-VP-02, -05); ``reason`` is a rule."""
    found = state.table.tactics.object(item)
    assert found is not None, item
    return object_gone(state, found, reason)


def removal_violations(state: State, command: RemoveElement) -> Iterator[Violation]:
    """Why the element cannot be taken out of the game now."""
    item = _element(state, command.element)
    if (refusal := not_in_play(state)) is not None:
        yield refusal
    elif item is None:
        yield violation("TW-PIECE-01", waivable=False)
    elif item.id in state.tactics.removed or (isinstance(item, Feat) and is_gone(state, item)):
        yield violation("HC-VP-02", waivable=False, element=command.element)


def _element(state: State, name: str) -> MapObject | Feat | None:
    tactics = state.table.tactics
    return next((item for item in tactics.objects if item.id == name), None) or tactics.feat(name)


def removed(state: State, name: str, reason: str) -> tuple[ElementRemoved | ElementScored, ...]:
    """The removal of an object or a feat, and what it scores."""
    item = _element(state, name)
    assert item is not None
    if isinstance(item, MapObject):
        return object_gone(state, item, reason)
    seat, gone = _scorer_of_feat(state, item), ElementRemoved(name, reason)
    return (gone, ElementScored(seat, item.points, RuleId("HC-VP-11"), item.name)) if seat and item.points else (gone,)
