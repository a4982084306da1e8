"""Corrections by hand: every number, every figure, every card, as the table says, and what follows.

figure   life, or cubes by their place · binds · lying · bonus · friend · state · acts, over      zone   its tokens
hero     its cards: taken away, given by another, given anew      task  done      wall  broken      the mover's points

Who has nothing left is Neutralised then, and the mission may be over; who has something left again stands again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.board.areas.map import border
from companion.core.by_hand import CardPut, MoveCard, PutRight, PutThere, Relocate
from companion.core.correcting import MOST, YES_OR_NO, Corrections, Range
from companion.core.ids import PieceId, SpaceId, ZoneId
from companion.core.procedure import Teller
from companion.core.rules import Violation, violation
from companion.games.gotham import events as ev
from companion.games.gotham.acting import end_movement
from companion.games.gotham.content.settings import AVAILABLE, FATIGUE, TOKENS, WOUNDS
from companion.games.gotham.figures import PLACES, Figure
from companion.games.gotham.moves import is_full
from companion.games.gotham.rounds import declared_by_all
from companion.games.gotham.state import State, Token
from companion.games.gotham.wounds import dismiss, end_if_over

CARRIED = "carried"  # the pile of the cards that a hero has


class Hands(Corrections[State]):
    """The numbers, places and cards of a mission."""

    def figures(self, state: State) -> list[PieceId]:
        """Return every figure."""
        return [figure.id for figure in state.figures]

    def things(self, state: State) -> list[PieceId]:
        """Return zones, for their tokens, tasks, and walls that can break."""
        walls = ("|".join(pair) for pair, limit in state.board.limits.items() if limit.wall is not None)
        return list(map(PieceId, (*state.board.zones, *state.table.tasks, *walls)))

    def ranges(self, state: State, piece: str) -> dict[str, Range]:
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

    def now(self, state: State, piece: str, what: str) -> int:
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

    def spaces(self, state: State) -> list[SpaceId]:
        """Return the zones."""
        return list(map(SpaceId, state.board.zones))

    def relocate_violations(self, state: State, command: Relocate) -> Iterator[Violation]:
        """Why that figure cannot be put there: a zone holds so many (GO-BASE-ZONE-05)."""
        figure, zone = state.who(command.piece), ZoneId(command.to or "")
        if figure.zone == (zone or None) or (zone and zone not in state.board.zones):
            yield self.refusal(figure.id, *state.board.zones)
        elif zone and not figure.neutralised and is_full(state, zone):
            yield violation("GO-BASE-ZONE-05", figure.id, zone=zone)

    def relocate(self, t: Teller[State], command: Relocate) -> None:
        """Put it there, or take it off the board: what it was doing is over then."""
        if command.to is None and t.state.moving is not None and t.state.moving.piece == command.piece:
            end_movement(t)
        super().relocate(t, command)

    def piles(self, state: State, piece: PieceId) -> Iterator[tuple[str, str]]:
        """Generate the cards that a hero gives away, to whom, and those it may be given."""
        figure = state.find(piece)
        if figure is not None and figure.is_hero:
            yield from ((card, to) for card in dict.fromkeys(figure.cards) for to in ("", *_others(state, figure)))
            yield from ((card, CARRIED) for card in state.content.cards)

    def pile_of(self, state: State, piece: PieceId, card: str, to: str) -> str:
        """Return what it carries, of which it gives; a new card comes from outside."""
        return "" if to == CARRIED else CARRIED

    def card_violations(self, state: State, command: MoveCard) -> Iterator[Violation]:
        """Why that card cannot lie there: heroes carry cards, and give those that they carry."""
        figure = state.find(command.piece)
        if figure is None:
            yield violation("TW-PIECE-01", command.piece, waivable=False)
        elif not figure.is_hero or command.card not in (state.content.cards if command.to == CARRIED else figure.cards):
            yield self.refusal(figure.id, *figure.cards)
        elif command.to not in ("", CARRIED, *(others := _others(state, figure))):
            yield self.refusal(figure.id, CARRIED, *others)

    def follow(self, t: Teller[State]) -> None:
        """Who has nothing left is Neutralised; a commander that is gone commands nobody; the mission may be over."""
        for figure in t.state.figures:
            if not figure.endures and not figure.neutralised:
                t.tell(ev.Neutralised(figure.id))
        dismiss(t)
        end_if_over(t)
        if t.state.flow.outcome is None:
            declared_by_all(t)


HANDS = Hands()


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


def _others(state: State, figure: Figure) -> list[PieceId]:
    return [one.id for one in state.figures if one.is_hero and one.id != figure.id]


# what the record's lines change


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


def put_there(state: State, event: PutThere) -> State:
    """The state with the figure there."""
    return state.changed(event.piece, zone=ZoneId(event.to) if event.to else None)


def card_put(state: State, event: CardPut) -> State:
    """The state with the card there."""
    if event.start:
        cards = list(state.who(event.piece).cards)
        cards.remove(event.card)
        state = state.changed(event.piece, cards=tuple(cards))
    to = {"": None, CARRIED: event.piece}.get(event.to, PieceId(event.to))
    return state if to is None else state.changed(to, cards=(*state.who(to).cards, event.card))
