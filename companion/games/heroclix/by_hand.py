"""Corrections by hand: dials, tokens, points, what lies on the map, and what follows from them.

figure   click · tokens · acted · out      player   score · actions      square   debris      wall   fallen
object, feat, condition   there            objects also in a hand (as cards), on a square, off the map

Who is out then is knocked out by the rules, with its points; who is in again gives them back.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.spaces import Edge, edge
from companion.core.by_hand import Adjust, CardPut, MoveCard, PutRight, PutThere, Relocate
from companion.core.correcting import YES_OR_NO, Correction, Corrections, Range
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import AdjustDial, RemoveElement
from companion.games.heroclix.damage.dial import healed, is_out, turned, turned_to
from companion.games.heroclix.events.damage import KnockedOut
from companion.games.heroclix.events.play import PiecePlaced
from companion.games.heroclix.figures.figure import heal_to, turn_to
from companion.games.heroclix.opening.areas import base_of, footing_violations
from companion.games.heroclix.position.happening import happen
from companion.games.heroclix.position.holding import not_between_actions, not_in_play
from companion.games.heroclix.position.in_hand import PORTABLE, is_holding, lying_object, may_hold
from companion.games.heroclix.position.scoring import removed, score_events, scorer_of
from companion.games.heroclix.position.team_abilities import lost
from companion.games.heroclix.state.state import MOST_TOKENS, Piece, State
from companion.games.heroclix.turns.ends import look_at_the_end

MOST = 9999  # points, far beyond what any force costs
CARRIED = "carried"  # the pile of what a figure holds
BY_HAND = RuleId("TW-HAND-01")


class Hands(Corrections[State]):
    """The numbers, places and objects of a game."""

    def figures(self, state: State) -> list[PieceId]:
        """Return every figure and every object: both stand somewhere, or nowhere."""
        return [*(piece.id for piece in state.pieces), *(item.id for item in state.table.tactics.objects)]

    def things(self, state: State) -> list[PieceId]:
        """Return players, feats and conditions, squares with debris, walls that fell."""
        tactics, play = state.table.tactics, state.tactics
        cards = (*(feat.id for feat in tactics.feats), *(condition.id for condition in tactics.conditions))
        walls = (f"{wall.a}|{wall.b}" for wall in play.fallen)
        return list(map(PieceId, (*state.table.seats, *cards, *play.debris, *walls)))

    def ranges(self, state: State, piece: str) -> dict[str, Range]:
        """Return what can be put right, with the least and the most it may be."""
        found = state.find(PieceId(piece))
        if found is not None:
            last = turn_to(state.figure(found), 1, len(state.figure(found).dial))
            tokens = {"tokens": (0, MOST_TOKENS)} if state.table.parts.tokens else {}
            acted = {"acted": YES_OR_NO} if found.seat in state.flow.active and found.spaces else {}
            return {"click": (1, last), "out": YES_OR_NO} | ({} if found.ko else {**tokens, **acted})
        if piece in state.table.seats:
            actions = {"actions": (0, state.table.actions + state.extra_actions)}
            return {"score": (0, MOST)} | (actions if piece == state.active_seat else {})
        if _is_element(state, piece):
            return {"there": YES_OR_NO}
        if piece in state.table.board:
            return {"debris": YES_OR_NO}
        return {"fallen": YES_OR_NO} if _wall(state, piece) is not None else {}

    def now(self, state: State, piece: str, what: str) -> int:
        """Return the number as it stands."""
        found = state.find(PieceId(piece))
        if found is not None:
            return int(found.ko if what == "out" else getattr(found, what))
        match what:
            case "score":
                return dict(state.scores)[Seat(piece)]
            case "actions":
                return state.actions_left
            case "debris":
                return int(piece in state.tactics.debris)
            case "fallen":
                return int(_wall(state, piece) in state.tactics.fallen)
        return int(piece not in (*state.tactics.removed, *state.tactics.cancelled))

    def spaces(self, state: State) -> list[SpaceId]:
        """Return the squares of the map."""
        return list(state.table.board.spaces)

    def hindrances(self, state: State, command: Correction) -> Iterator[Violation]:
        """Why nothing may be put right now: an action is in progress, or nobody plays (HC-ACT-08, HC-SETUP-12)."""
        refusal = not_between_actions(state)
        if refusal is not None:
            yield refusal

    def adjust(self, t: Teller[State], command: Adjust) -> Script[None]:
        """Put the number right: a dial that shows KO then is the end of its figure (HC-DMG-11)."""
        element = command.piece
        if command.what == "there" and not command.value:
            yield from _out_of_the_game(t, command)
            return
        t.tell(PutRight(command.seat, element, command.what, command.value, command.note))
        piece = t.state.find(element)
        if piece is not None and command.what == "click":
            yield from turn_dial(t, piece, command.value, str(BY_HAND))
        elif piece is not None and command.what == "out" and command.value:
            yield from _knock_out(t, piece)
        else:
            yield from look_at_the_end(t)

    def relocate_violations(self, state: State, command: Relocate) -> Iterator[Violation]:
        """Why it cannot be put there: a base lies as in the set-up (HC-SETUP-11), one object a square (HC-OBJ-09)."""
        piece, to = state.find(command.piece), command.to
        lying = lying_object(state, command.piece)
        where = piece.spaces if piece is not None else (lying.space,) if lying is not None else ()
        if (to is None and not where and piece is not None) or (to is not None and where[:1] == (to,)):
            yield self.refusal(command.piece, *where)
        elif to is None:
            if piece is None and not self.now(state, command.piece, "there"):
                yield violation("HC-VP-02", command.piece, waivable=False, element=command.piece)
        elif to not in state.table.board:
            yield violation("HC-MAP-07", None, waivable=False, found=to)
        elif piece is not None:
            yield from footing_violations(state, piece, base_of(state, piece, to))
        elif any(other.space == to for other in state.tactics.lying):
            yield violation("HC-OBJ-09", to, waivable=False, piece=command.piece)

    def relocate(self, t: Teller[State], command: Relocate) -> Script[None]:
        """Put it there; who was knocked out is in the game again; an object off the map has left the game."""
        piece = t.state.find(command.piece)
        if piece is None and command.to is None:
            yield from _out_of_the_game(t, command)
            return
        if piece is not None and piece.ko:
            t.tell(PutRight(command.seat, piece.id, "out", 0, command.note))
        placed = PiecePlaced(piece.id, base_of(t.state, piece, command.to)) if piece and command.to else None
        t.tell(PutThere(command.seat, command.piece, command.to, command.note))
        happen(t, *((placed,) if placed else ()))

    def piles(self, state: State, piece: PieceId) -> Iterator[tuple[str, str]]:
        """Generate the objects that a figure may be given, and who may be given the one it holds."""
        if state.find(piece) is None:
            return
        for item in state.table.tactics.objects:
            others = (PieceId(other.id) for other in state.on_map() if other.id != piece)
            is_held = bool(self.pile_of(state, piece, item.id, ""))
            yield from ((item.id, to) for to in (("", *others) if is_held else (CARRIED,)))

    def pile_of(self, state: State, piece: PieceId, card: str, to: str) -> str:
        """Return the hand in which the object is."""
        is_held = any(holding.object == card and holding.piece == piece for holding in state.tactics.held)
        return CARRIED if is_held and to != CARRIED else ""

    def card_violations(self, state: State, command: MoveCard) -> Iterator[Violation]:
        """Why the object cannot go there: who takes it can hold it (HC-OBJ-18, -19, -25)."""
        piece, item = state.find(command.piece), state.table.tactics.object(PieceId(command.card))
        taker = piece if command.to == CARRIED else state.find(PieceId(command.to))
        is_held = bool(self.pile_of(state, command.piece, command.card, ""))
        if piece is None or item is None:
            yield violation("TW-PIECE-01", command.piece, waivable=False)
        elif is_held == (command.to == CARRIED) or (command.to and (taker is None or not taker.spaces)):
            yield self.refusal(piece.id, CARRIED, *(other.id for other in state.on_map()))
        elif taker is not None and not may_hold(state, taker):
            yield violation("HC-OBJ-19", taker.id, waivable=False, object=item.name)
        elif taker is not None and is_holding(state, taker.id):
            yield violation("HC-OBJ-25", taker.id, waivable=False)
        elif taker is not None and item.weight not in PORTABLE:
            yield violation("HC-OBJ-18", item.id, waivable=False)

    def move_card(self, t: Teller[State], command: MoveCard) -> Script[None]:
        """Put the object in that hand, or out of the game."""
        start = self.pile_of(t.state, command.piece, command.card, command.to)
        t.tell(CardPut(command.seat, command.piece, command.card, start, command.to, command.note))
        if not command.to:
            happen(t, *removed(t.state, command.card, command.note or str(BY_HAND)))
            yield from look_at_the_end(t)


HANDS = Hands()


def _is_element(state: State, name: str) -> bool:
    tactics = state.table.tactics
    is_card = tactics.feat(name) is not None or any(condition.id == name for condition in tactics.conditions)
    return is_card or tactics.object(PieceId(name)) is not None


def _wall(state: State, name: str) -> Edge | None:
    """Return the wall section of the printed map between two squares, ``A1|B1``."""
    first, _, second = name.partition("|")
    printed = state.table.printed or state.table.board
    if SpaceId(first) not in printed or SpaceId(second) not in printed:
        return None
    found = edge(SpaceId(first), SpaceId(second))
    return found if found in printed.walls else None


def _out_of_the_game(t: Teller[State], command: Adjust | Relocate) -> Script[None]:
    """The removal of an object, a feat or a condition, and what it scores (HC-VP-02, -11)."""
    name, reason = command.piece, command.note or str(BY_HAND)
    t.tell(PutRight(command.seat, name, "there", 0, command.note))
    is_condition = any(condition.id == name for condition in t.state.table.tactics.conditions)
    happen(t, *(() if is_condition else removed(t.state, name, reason)))
    yield from look_at_the_end(t)


def turn_dial(t: Teller[State], piece: Piece, after: int, reason: str) -> Script[None]:
    """Turn the dial, and see to what that brings: powers that come and go, the end of the figure, or of the game."""
    is_end = is_out(t.state, piece, after) and not piece.ko
    t.tell(*turned(t.state, piece, after, reason))
    if is_end:
        yield from _knock_out(t, piece)
    happen(t)


def _knock_out(t: Teller[State], piece: Piece) -> Script[None]:
    """The knock out, with its points (HC-DMG-11, HC-VP-05); ``piece`` as it stood."""
    scores = score_events(t.state, piece, scorer_of(t.state, piece, piece.hurt_by))
    t.tell(KnockedOut(piece.id, piece.spaces[0] if piece.spaces else None), *scores)
    yield from look_at_the_end(t, *lost(t.state))


# the same as case files and older devices say it


def dial_violations(state: State, command: AdjustDial) -> Iterator[Violation]:
    """Why the dial may not be turned by hand now."""
    piece = state.find(command.piece)
    if piece is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif (refusal := not_in_play(state)) is not None:
        yield refusal
    elif not piece.spaces:
        yield violation("HC-DMG-11", piece.id, waivable=False)
    elif state.is_busy:
        yield violation("HC-ACT-08", waivable=False)
    elif command.clicks == 0:
        yield violation("HC-DIAL-12", piece.id, waivable=False)
    elif command.clicks < 0 and heal_to(piece.click, -command.clicks, piece.start_click) == piece.click:
        yield violation("HC-DMG-16", piece.id, waivable=False)


def adjust_dial(t: Teller[State], command: AdjustDial) -> Script[None]:
    """Turn the dial by so many clicks, as damage and healing do: no farther than they would."""
    piece = t.state.piece(command.piece)
    if command.clicks < 0:
        happen(t, *healed(t.state, piece, -command.clicks, command.reason, by_hand=True))
        return
    yield from turn_dial(t, piece, turned_to(t.state, piece, command.clicks), command.reason)


def remove(t: Teller[State], command: RemoveElement) -> Script[None]:
    """The removal of an object or a feat, and what it scores."""
    happen(t, *removed(t.state, command.element, command.reason))
    yield from ()
