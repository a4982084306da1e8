"""Corrections by hand: every number, every figure, every card, as the table says, and what follows.

figure   life, or cubes by their place · binds · lying · bonus · friend · state · acts, over      zone   its tokens
hero     its cards: taken away, given by another, given anew      task  done      wall  broken      the mover's points

Who has nothing left is Neutralised then, and the mission may be over; who has something left again stands again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.board.areas.map import border
from companion.core.by_hand import Adjust, CardPut, MoveCard, PutRight, PutThere, Relocate, busy
from companion.core.ids import PieceId, ZoneId
from companion.core.procedure import Teller
from companion.core.rules import Violation, violation
from companion.games.gotham import events as ev
from companion.games.gotham.acting import end_movement
from companion.games.gotham.content.settings import AVAILABLE, FATIGUE, TOKENS, WOUNDS
from companion.games.gotham.figures import PLACES, Figure
from companion.games.gotham.moves import is_full
from companion.games.gotham.rounds import declared_by_all
from companion.games.gotham.state import State, Token
from companion.games.gotham.wounds import end_if_over

RULE = "TW-HAND-01"
MOST = 99
YES_OR_NO = (0, 1)
CARRIED = "carried"  # the pile of the cards that a hero has


def ranges(state: State, piece: str) -> dict[str, tuple[int, int]]:
    """Return what can be put right about a figure or a thing, with the least and the most it may be."""
    figure = state.find(piece)
    if figure is not None:
        return _of_figure(state, figure)
    if piece in state.board.zones:
        return {kind: (0, state.settings.stock[kind]) for kind in TOKENS}
    if piece in state.table.tasks:
        return {"done": YES_OR_NO}
    limit = state.board.limits.get(wall_of(piece))
    if limit is None or not limit.is_wall:
        return {}
    return {"broken": (0, int(limit.wall is not None))}  # without a level it never breaks (GO-WALLBREAK-04)


def _of_figure(state: State, figure: Figure) -> dict[str, tuple[int, int]]:
    if figure.is_hero:
        found = dict.fromkeys((AVAILABLE, WOUNDS, FATIGUE, *PLACES), (0, MOST))
        found |= dict.fromkeys(state.settings.states, YES_OR_NO)
    else:
        found = {"life": (0, state.sheet(figure.id).life), "acts": YES_OR_NO, "over": YES_OR_NO}
    found |= {"binds": (0, MOST), "lying": YES_OR_NO, "bonus": YES_OR_NO}
    found |= {"friend": YES_OR_NO} if figure.friend else {}
    return found | ({"points": (0, MOST)} if state.moving and state.moving.piece == figure.id else {})


def wall_of(piece: str) -> tuple[ZoneId, ZoneId]:
    """Return the limit that is meant, whichever of its zones stands first."""
    first, _, second = piece.partition("|")
    return border(ZoneId(first), ZoneId(second))


def things_of(state: State) -> Iterator[PieceId]:
    """Generate the things besides figures whose numbers can be put right."""
    walls = ("|".join(pair) for pair, limit in state.board.limits.items() if limit.wall is not None)
    yield from map(PieceId, (*state.board.zones, *state.table.tasks, *walls))


def now(state: State, piece: str, what: str) -> int:
    """Return the number as it stands."""
    figure = state.find(piece)
    if figure is None:
        if what == "broken":
            return int(wall_of(piece) in state.broken)
        return int(piece in state.done) if what == "done" else state.tokens_in(ZoneId(piece), what)
    match what:
        case "bonus":
            return int(not (figure.bonus_used or figure.rising))
        case "friend":
            return int(bool(figure.friend))
        case "points":
            return state.moving.points if state.moving is not None else 0
        case "acts":
            return int(figure.activated)
        case "life" | "binds" | "lying" | "over":
            return int(getattr(figure, what))
    return figure.cubes_at(what) if what in PLACES else int(figure.state == what)


# a number


def adjust_violations(state: State, command: Adjust) -> Iterator[Violation]:
    """Why that number cannot be put right so."""
    known = ranges(state, command.piece)
    if not known:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif command.what not in known:
        yield violation(RULE, command.piece, waivable=False, known=", ".join(known))
    elif not known[command.what][0] <= command.value <= known[command.what][1]:
        least, most = known[command.what]
        yield violation(RULE, command.piece, waivable=False, known=f"{command.what} {least}..{most}")
    elif now(state, command.piece, command.what) == command.value:
        yield violation(RULE, command.piece, waivable=False, known=f"{command.what} {command.value}")
    yield from busy(state)


def adjust(t: Teller[State], command: Adjust) -> None:
    """Put the number right, and see to what follows."""
    t.tell(PutRight(command.seat, command.piece, command.what, command.value, command.note))
    _follow(t)


def put_right(state: State, event: PutRight) -> State:
    """The state with the number put right."""
    piece, what, value = event.piece, event.what, event.value
    if state.find(piece) is not None:
        return _put_right_of(state, piece, what, value)
    if what == "done":
        done = tuple(task for task in state.done if task != piece)
        return replace(state, done=(*done, piece) if value else done)
    if what == "broken":
        wall = wall_of(piece)
        return replace(state, broken=state.broken | {wall} if value else state.broken - {wall})
    zone = ZoneId(piece)
    lying = sorted((token for token in state.tokens if (token.zone, token.kind) == (zone, what)), key=_age)
    others = tuple(token for token in state.tokens if (token.zone, token.kind) != (zone, what))
    return replace(state, tokens=(*others, *lying[:value], *[Token(what, zone)] * (value - len(lying))))


def _age(token: Token) -> int:
    return token.age


def _put_right_of(state: State, piece: PieceId, what: str, value: int) -> State:
    figure = state.who(piece)
    match what:
        case "points" if state.moving is not None:
            return replace(state, moving=replace(state.moving, points=value))
        case "bonus":
            return state.changed(piece, bonus_used=not value, rising=False)
        case "friend":
            return state.changed(piece, friend=figure.friend if value else "")
        case "binds":
            return state.changed(piece, binds=value)
        case "life":
            state = state.changed(piece, life=value)
        case "acts":
            return state.changed(piece, activated=bool(value), over=False, acted=())
        case "lying" | "over":
            return state.changed(piece, **{what: bool(value)})
        case place if place in PLACES:
            held = {**dict.fromkeys(PLACES, 0), **figure.boxes, place: value}
            state = state.changed(piece, cubes=tuple((one, held[one]) for one in PLACES if held[one]))
        case _:
            return state.changed(piece, state=what if value else "")
    stands = state.who(piece).endures > 0
    return state.changed(piece, neutralised=False) if stands and figure.neutralised else state


# a piece


def relocate_violations(state: State, command: Relocate) -> Iterator[Violation]:
    """Why that figure cannot be put there: a zone holds so many (GO-BASE-ZONE-05)."""
    figure = state.find(command.piece)
    zone = ZoneId(command.to or "")
    if figure is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif figure.zone == (zone or None) or (zone and zone not in state.board.zones):
        yield violation(RULE, figure.id, waivable=False, known=", ".join(state.board.zones))
    elif zone and not figure.neutralised and is_full(state, zone):
        yield violation("GO-BASE-ZONE-05", figure.id, zone=zone)
    yield from busy(state)


def relocate(t: Teller[State], command: Relocate) -> None:
    """Put it there, or take it off the board: what it was doing is over then."""
    if command.to is None and t.state.moving is not None and t.state.moving.piece == command.piece:
        end_movement(t)
    t.tell(PutThere(command.seat, command.piece, command.to, command.note))
    _follow(t)


def put_there(state: State, event: PutThere) -> State:
    """The state with the figure there."""
    return state.changed(event.piece, zone=ZoneId(event.to) if event.to else None)


# a card


def card_violations(state: State, command: MoveCard) -> Iterator[Violation]:
    """Why that card cannot lie there: heroes carry cards, and give those that they carry."""
    figure = state.find(command.piece)
    other, is_new = state.find(command.to), command.to == CARRIED
    if figure is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif not figure.is_hero or command.card not in (state.content.cards if is_new else figure.cards):
        yield violation(RULE, figure.id, waivable=False, known=", ".join(figure.cards) or "-")
    elif command.to not in ("", CARRIED) and (other is None or not other.is_hero or other.id == figure.id):
        heroes = [one.id for one in state.figures if one.is_hero and one.id != figure.id]
        yield violation(RULE, figure.id, waivable=False, known=", ".join((CARRIED, *heroes)))
    yield from busy(state)


def move_card(t: Teller[State], command: MoveCard) -> None:
    """Put the card there."""
    start = "" if command.to == CARRIED else CARRIED
    t.tell(CardPut(command.seat, command.piece, command.card, start, command.to, command.note))


def card_put(state: State, event: CardPut) -> State:
    """The state with the card there."""
    if event.start:
        cards = list(state.who(event.piece).cards)
        cards.remove(event.card)
        state = state.changed(event.piece, cards=tuple(cards))
    to = {"": None, CARRIED: event.piece}.get(event.to, PieceId(event.to))
    return state if to is None else state.changed(to, cards=(*state.who(to).cards, event.card))


# what follows, and what there is to put right


def _follow(t: Teller[State]) -> None:
    """Who has nothing left is Neutralised; a commander that is gone commands nobody; the mission may be over."""
    for figure in t.state.figures:
        if not figure.endures and not figure.neutralised:
            t.tell(ev.Neutralised(figure.id))
    leader = t.state.find(t.state.commanding.piece) if t.state.commanding is not None else None
    if leader is not None and t.state.commanding is not None and (leader.neutralised or leader.zone is None):
        end_movement(t)
        t.tell(ev.CommandEnded(leader.id, t.state.commanding.tile))
    end_if_over(t)
    if t.state.flow.outcome is None:
        declared_by_all(t)


def corrections(state: State, piece: PieceId) -> Iterator[tuple[str, int]]:
    """Generate the numbers of a figure or a thing with the next ones up and down."""
    for what, (least, most) in ranges(state, piece).items():
        held = now(state, piece, what)
        yield from ((what, value) for value in (held - 1, held + 1) if least <= value <= most)
