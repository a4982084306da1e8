"""Corrections by hand: the master has the last word (HQ-GEN-01), and what follows from it comes about.

figure   its sheet · what befell it · steps left · cards: items, weapons, spells      the dead   body: alive again
door     open, barricaded, hidden      trap   armed, revealed      furniture   there, searched, toppled      room  …
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.board.facing import FACINGS
from companion.core.by_hand import Adjust, CardPut, MoveCard, PutRight, PutThere
from companion.core.correcting import MOST, YES_OR_NO, Correction, Corrections, Range
from companion.core.ids import PieceId, RuleId, Seat, SpaceId, ZoneId
from companion.core.phrases import Phrase, Told, Word, say
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest import finds, footing
from companion.games.heroquest.attack.toll import end_if_over, kill, loosen, uproot
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import Relocate
from companion.games.heroquest.quest import Standing, TrapState
from companion.games.heroquest.seeing import look, look_around
from companion.games.heroquest.state import DoorState, State

RULE = RuleId("HQ-GEN-01")
RICH = 9999  # gold and experience, far beyond what an evening brings
PURSE = ("gold", "experience")
POINTS = ("body", "mind", "attack", "defense", "diseased")
OF_HEROES = ("gold", "experience", "spell_points", "mana", "kills", "delta", "trap_pieces")
SHEET = {*POINTS, *OF_HEROES, "saved"}  # numbers by their names, whatever other games call so
MARKS = ("in_pit", "hypnotised")
CARRIED = "carried"  # the pile of what a character has
SHELVES = ("items", "weapons", "spells")  # of the content, and of a character


class Hands(Corrections[State]):
    """The numbers, places and gear that the master puts right."""

    rule = RULE
    placing = Relocate

    def figures(self, state: State) -> list[PieceId]:
        """Return every character, the dead last."""
        return [figure.id for figure in (*state.characters, *state.dead)]

    def things(self, state: State) -> list[PieceId]:
        """Return doors, traps, furniture and rooms."""
        rooms = (PieceId(place.id) for place in state.dungeon.places if place.is_room)
        lying = (*(trap.id for trap in state.traps), *(piece.id for piece in state.quest.furniture))
        named = (*(door for door, _ in state.doors), *lying)
        return list(dict.fromkeys((*named, *rooms)))

    def ranges(self, state: State, piece: str) -> dict[str, Range]:
        """Return what can be put right, with the least and the most it may be."""
        figure = state.find(piece)
        if figure is not None:
            numbers = (*POINTS, *(OF_HEROES if figure.is_hero else ("saved",)))
            found = {what: (0, RICH if what in PURSE else MOST) for what in numbers} | dict.fromkeys(MARKS, YES_OR_NO)
            found |= {} if figure.revealed else {"revealed": YES_OR_NO}
            return found | ({"steps": (0, MOST)} if figure.turn is not None and figure.turn.moving else {})
        if any(figure.id == piece for figure in state.dead):
            return {"body": (0, MOST)}
        found = {}
        if state.door(PieceId(piece)) is not None:
            found = dict.fromkeys(("open", "barricaded", "hidden"), YES_OR_NO)
        if _trap(state, piece) is not None:
            found |= dict.fromkeys(("armed", "revealed"), YES_OR_NO)
        if _printed(state, piece) is not None:
            there = dict.fromkeys(("searched", "toppled"), YES_OR_NO) if state.piece_of(PieceId(piece)) else {}
            found |= {"there": YES_OR_NO, **there}
        return found | ({"searched": YES_OR_NO} if _is_room(state, piece) else {})

    def now(self, state: State, piece: str, what: str) -> int:
        """Return the number as it stands."""
        if piece in self.figures(state):
            figure = state.who(piece)
            return figure.turn.left if what == "steps" and figure.turn is not None else int(getattr(figure, what))
        if (trap := _trap(state, piece)) is not None and what in ("armed", "revealed"):
            return int(trap.is_armed if what == "armed" else trap.status != "hidden")
        if (door := state.door(PieceId(piece))) is not None and what in ("open", "barricaded", "hidden"):
            return int(door == what)
        if what == "there":
            return int(state.piece_of(PieceId(piece)) is not None)
        standing = state.piece_of(PieceId(piece))
        return int(getattr(standing, what) if standing is not None else ZoneId(piece) in state.searched)

    def spaces(self, state: State) -> list[SpaceId]:
        """Return the squares."""
        return list(state.dungeon.place_at)

    def listed(self, state: State, seat: Seat, piece: PieceId) -> Iterator[Correction]:
        """Generate besides where it may look, standing where it stands."""
        yield from super().listed(state, seat, piece)
        figure = state.find(piece)
        if figure is not None and figure.at is not None:
            turned = (Relocate(seat, piece, figure.at, facing=facing) for facing in FACINGS)
            yield from (one for one in turned if self.is_legal(state, one))

    def words(self, state: State, command: Correction) -> Told:
        """Tell a correction: where it looks, of who stays where it is."""
        if isinstance(command, Relocate) and command.facing is not None:
            return say("facing", facing=Word("facing", command.facing))
        if isinstance(command, Adjust) and command.what in SHEET and command.piece in self.figures(state):
            shown = f"{self.now(state, command.piece, command.what)} → {command.value}"
            return Phrase("put.number", {"what": Word("what", command.what), "value": shown})
        return super().words(state, command)

    def hindrances(self, state: State, command: Correction) -> Iterator[Violation]:
        """Why nothing may be put right now: it is the master who corrects."""
        if command.seat != state.table.gm:
            yield violation(RULE, command.piece, waivable=False, seat=command.seat)
        yield from super().hindrances(state, command)

    def adjust_violations(self, state: State, command: Adjust) -> Iterator[Violation]:
        """Why that number cannot be put right so: the dead have their body points alone."""
        if command.what != "body" and any(figure.id == command.piece for figure in state.dead):
            yield violation("TW-PIECE-01", command.piece, waivable=False)
        else:
            yield from super().adjust_violations(state, command)

    def adjust(self, t: Teller[State], command: Adjust) -> Script[None]:
        """Put the number right: at no body point the character is dead, and with some it lives again, to be put on the
        board with ``Relocate``; what is found is seen by the heroes.
        """
        fields = command.seat, command.piece, command.what, command.value, command.note
        if command.piece not in self.figures(t.state):
            t.tell(PutRight(*fields))
            _show(t, command)
        elif command.what == "revealed":
            figure = t.state.who(command.piece)
            t.tell(PutRight(*fields), *_revealed(figure))
        else:
            t.tell(ev.Corrected(*fields))
            if command.what == "body" and command.value == 0:
                yield from kill(t, command.piece, "HQ-GEN-05")
        self.follow(t)

    def relocate_violations(self, state: State, command: Correction) -> Iterator[Violation]:
        """Why nobody can be put there: on a free square, and the living alone; turned where it stands."""
        assert isinstance(command, self.placing)
        figure, facing = state.find(command.piece), getattr(command, "facing", None)
        if figure is None:
            yield violation("TW-PIECE-01", command.piece, waivable=False)
        elif facing is not None and facing not in FACINGS:
            yield violation("HQ-GEN-07", command.piece, waivable=False)
        elif command.to is None and figure.at is None:
            yield violation("HQ-MOVE-11", command.piece, waivable=False)
        elif command.to is None or (command.to == figure.at and facing not in (None, figure.facing)):
            return
        elif command.to not in state.dungeon.board or not footing.is_free(state, command.to):
            yield violation("HQ-MOVE-11", command.to, waivable=False)

    def relocate(self, t: Teller[State], command: Correction) -> None:
        """Put it there; what lies there does nothing to it, since it did not walk."""
        assert isinstance(command, self.placing)
        figure = t.state.who(command.piece)
        if command.to is None:
            t.tell(*(ev.Disengaged(figure.id, other) for other in _engaged_with(t.state, figure.id)))
            t.tell(PutThere(command.seat, figure.id, None, command.note))
        else:
            facing = getattr(command, "facing", None) or figure.facing
            if command.to != figure.at:
                _lift(t, figure)
            t.tell(ev.Placed(figure.id, figure.at, command.to, facing, RULE))
            loosen(t, figure.id)
        self.follow(t)

    def piles(self, state: State, piece: PieceId) -> Iterator[tuple[str, str]]:
        """Generate what a character carries, with who may have it, and what it may be given."""
        figure = state.find(piece)
        if figure is None:
            return
        for shelf in SHELVES:
            held = dict.fromkeys(card for card in getattr(figure, shelf) if card in getattr(state.content, shelf))
            yield from ((card, to) for card in held for to in ("", *_others(state, figure)))
            yield from ((card, CARRIED) for card in getattr(state.content, shelf))

    def pile_of(self, state: State, piece: PieceId, card: str, to: str) -> str:
        """Return what it carries, of which it gives; a new one comes from outside."""
        return "" if to == CARRIED else CARRIED

    def card_violations(self, state: State, command: MoveCard) -> Iterator[Violation]:
        """Why that cannot be given or taken: what is given away is carried."""
        figure, shelf = state.find(command.piece), _shelf(state, command.card)
        if figure is None:
            yield violation("TW-PIECE-01", command.piece, waivable=False)
        elif not shelf or (command.to != CARRIED and command.card not in getattr(figure, shelf)):
            yield self.refusal(figure.id, *(card for one in SHELVES for card in getattr(figure, one)))
        elif command.to not in ("", CARRIED, *(others := _others(state, figure))):
            yield self.refusal(figure.id, CARRIED, *others)

    def follow(self, t: Teller[State]) -> None:
        """The heroes see what there is to see now, and the quest may be over."""
        if not t.state.flow.round:
            return
        for figure in t.state.characters:
            look(t, figure.id)
        look_around(t)
        end_if_over(t)


HANDS = Hands()


def _trap(state: State, piece: str) -> TrapState | None:
    return next((trap for trap in state.traps if trap.id == piece), None)


def _printed(state: State, piece: str) -> Standing | None:
    return next((standing for standing in state.quest.furniture if standing.id == piece), None)


def _is_room(state: State, piece: str) -> bool:
    return any(place.id == piece and place.is_room for place in state.dungeon.places)


def _others(state: State, figure: Character) -> list[PieceId]:
    return [one.id for one in state.characters if one.is_hero and one.id != figure.id]


def _shelf(state: State, card: str) -> str:
    return next((shelf for shelf in SHELVES if card in getattr(state.content, shelf)), "")


def _engaged_with(state: State, piece: PieceId) -> list[PieceId]:
    return [next(one for one in pair if one != piece) for pair in state.engaged if piece in pair]


def _revealed(figure: Character) -> list[finds.MonsterRevealed]:
    return [finds.MonsterRevealed(figure.id, figure.kind, figure.at, figure.facing)] if figure.at is not None else []


def _show(t: Teller[State], command: Adjust) -> None:
    """Tell a trap or a door that the heroes did not know as one that is found."""
    thing = command.piece
    if (trap := _trap(t.state, thing)) is not None and command.what == "revealed" and command.value:
        t.tell(finds.TrapChanged(trap.id, trap.status, trap.type, trap.squares))
    elif (door := t.state.door(thing)) is not None and command.what == "hidden" and not command.value:
        t.tell(ev.DoorChanged(thing, door.value))


# what the record's lines change


def put_right(state: State, event: PutRight) -> State:
    """The state with the number put right."""
    piece, what, value = event.piece, event.what, event.value
    back = next((figure for figure in state.dead if figure.id == piece), None)
    if back is not None:
        dead = tuple(figure for figure in state.dead if figure.id != piece)
        state = replace(state, dead=dead, characters=(*state.characters, replace(back, acted=True)))
    figure = state.find(piece)
    if figure is None:
        return _put_thing(state, piece, what, value)
    if what == "steps":
        return state.changed(piece, turn=figure.turn and replace(figure.turn, left=value))
    return state.changed(piece, **{what: bool(value) if what in (*MARKS, "revealed") else value})


def _put_thing(state: State, piece: PieceId, what: str, value: int) -> State:
    match what:
        case "open" | "barricaded" | "hidden":
            now = DoorState(what) if value else DoorState.CLOSED
            return replace(state, doors=tuple((door, now if door == piece else old) for door, old in state.doors))
        case "armed" | "revealed":
            status = {"armed": ("disarmed", "revealed"), "revealed": ("hidden", "revealed")}[what][value]
            traps = (replace(trap, status=status) if trap.id == piece else trap for trap in state.traps)
            return replace(state, traps=tuple(traps))
        case "there":
            left = tuple(standing for standing in state.furniture if standing.id != piece)
            printed = _printed(state, piece)
            return replace(state, furniture=(*left, printed) if value and printed is not None else left)
        case _ if state.piece_of(piece) is not None:
            pieces = (_marked(one, what, bool(value)) if one.id == piece else one for one in state.furniture)
            return replace(state, furniture=tuple(pieces))
    searched = {*state.searched, ZoneId(piece)} if value else {*state.searched} - {ZoneId(piece)}
    return replace(state, searched=tuple(sorted(searched)))


def _marked(standing: Standing, what: str, value: bool) -> Standing:
    return replace(standing, searched=value) if what == "searched" else replace(standing, toppled=value)


def _lift(t: Teller[State], figure: Character) -> None:
    """Take it off its square, where nothing holds it any more."""
    uproot(t, figure.id)
    for what in ("held", "perch"):
        if getattr(figure, what):
            t.tell(ev.Noted(figure.id, what, "", RULE))


def put_there(state: State, event: PutThere) -> State:
    """The state with the character off the board: nothing holds it there any more."""
    committed = tuple(one for one in state.committed if event.piece not in (one.piece, one.target))
    off = {"at": event.to, "ambush": None, "perch": None, "in_pit": False, "held": ""}
    return replace(state.changed(event.piece, **off), committed=committed)


def card_put(state: State, event: CardPut) -> State:
    """The state with the card there; who loses the weapon in hand is unarmed."""
    shelf = _shelf(state, event.card)
    if event.start:
        figure = state.who(event.piece)
        left = list(getattr(figure, shelf))
        left.remove(event.card)
        unarmed = {"weapon": ""} if figure.weapon == event.card and event.card not in left else {}
        state = state.changed(figure.id, **{shelf: tuple(left), **unarmed})
    to = {"": None, CARRIED: event.piece}.get(event.to, PieceId(event.to))
    if to is None:
        return state
    return state.changed(to, **{shelf: (*getattr(state.who(to), shelf), event.card)})
