"""Events of powers and re-rolls, and the state after them. They check nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.phrases import Name, Word, joined
from companion.games.heroclix.events.changes import nothing
from companion.games.heroclix.state.ground import with_lasting
from companion.games.heroclix.state.lasting import Lasting
from companion.games.heroclix.state.state import Piece, State


@dataclass(frozen=True, slots=True)
class PowerUsed:
    """A piece activates one of its powers or abilities: it begins to use it (HC-POW-09, -19)."""

    piece: PieceId
    power: str
    targets: tuple[PieceId, ...] = ()
    spaces: tuple[SpaceId, ...] = ()
    option: str = ""

    @property
    def told(self) -> dict[str, object]:
        """The power, and the option that was chosen where it has a name: a count is told by what follows."""
        option = "" if self.option.isdigit() else Word("option", self.option)
        return {"used": joined(" – ", Name(self.power), option)}


@dataclass(frozen=True, slots=True)
class TextUsed:
    """The players say that a special power or trait holds now, and for which power it names (HC-POW-15)."""

    piece: PieceId
    text: str
    power: str = ""


@dataclass(frozen=True, slots=True)
class EffectBegan:
    """An effect that lasts began."""

    effect: Lasting

    @property
    def told(self) -> dict[str, object]:
        """The effect and its piece, as a sentence of its kind."""
        return {"effect": self.effect.sentence}


@dataclass(frozen=True, slots=True)
class EffectsEnded:
    """Effects that lasted are over, by their numbers; ``effects``: as they were."""

    numbers: tuple[int, ...]
    effects: tuple[Lasting, ...] = ()

    @property
    def told(self) -> dict[str, object]:
        """The effects in words, each with its piece."""
        return {"effects": tuple(joined(" – ", Name(one.piece), one.phrase) for one in self.effects)}


@dataclass(frozen=True, slots=True)
class ControlTaken:
    """Pieces are this seat's for one action (HC-TEAM-08)."""

    pieces: tuple[PieceId, ...]
    seat: Seat


@dataclass(frozen=True, slots=True)
class ControlReturned:
    """A piece is its owner's again."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class CardMarked:
    """A marker was put on the card of a character, where it stays when its power is lost (HC-POW-13)."""

    piece: PieceId
    power: str
    mark: str


@dataclass(frozen=True, slots=True)
class Rerolled:
    """A roll is ignored and thrown again, by a power of this piece."""

    piece: PieceId
    power: str


@dataclass(frozen=True, slots=True)
class DieKept:
    """One die of a roll is thrown again, by a power of this piece; these faces stay, ``-`` stands for the other."""

    piece: PieceId
    power: str
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiceJoined:
    """The die thrown again and the one that was kept are the roll now (HX-ROLL-04)."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RollTakenAgain:
    """A themed team has the roll thrown again; the piece gets a token for it (HC-THEME-09)."""

    irreversible: ClassVar[bool] = True
    seat: Seat
    piece: PieceId


def _used(state: State, event: PowerUsed) -> State:
    """Mark the power as used: its cause will not call for it again in this attack."""
    attack = state.attack
    if attack is not None:
        attack = replace(attack, answered=(*attack.answered, (event.piece, event.power)))
    used = tuple(dict.fromkeys((*state.piece(event.piece).used, event.power)))
    return replace(state.changed(event.piece, used=used), attack=attack)


def _effects_ended(state: State, event: EffectsEnded) -> State:
    return with_lasting(state, tuple(effect for effect in state.lasting if effect.number not in event.numbers))


def _control_taken(state: State, event: ControlTaken) -> State:
    for name in event.pieces:
        piece = state.piece(name)
        state = state.changed(name, seat=event.seat, owner=piece.owner or piece.seat)
    return state


def _control_returned(state: State, event: ControlReturned) -> State:
    piece = state.piece(event.piece)
    return state.changed(event.piece, seat=piece.owner or piece.seat, owner=None)


def _card_marked(state: State, event: CardMarked) -> State:
    marks = {(piece, mark): count for piece, mark, count in state.tactics.marks}
    marks[event.piece, event.mark] = marks.get((event.piece, event.mark), 0) + 1
    rows = tuple((piece, mark, count) for (piece, mark), count in sorted(marks.items()))
    return replace(state, tactics=replace(state.tactics, marks=rows))


def reroll_key(state: State, piece: Piece, power: str) -> str:
    """Return the name under which a re-roll is noted: in one's own turn, in a round, or in every turn."""
    if piece.seat in state.flow.active:
        return power
    has_several = state.edition.attack.rerolls.each_turn and len(state.order) > 2  # opponents, with a turn each a round
    return f"{power}@{state.flow.round}" + (f".{state.active_seat}" if has_several else "")


def _rolled_again(state: State, event: Rerolled | DieKept) -> State:
    piece = state.piece(event.piece)
    return state.changed(event.piece, used=(*piece.used, reroll_key(state, piece, event.power)))


def _roll_taken_again(state: State, event: RollTakenAgain) -> State:
    rerolls: dict[Seat, int] = dict(state.tactics.rerolls)
    rerolls[event.seat] = rerolls.get(event.seat, 0) + 1
    return replace(state, tactics=replace(state.tactics, rerolls=tuple(sorted(rerolls.items()))))


FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    PowerUsed: _used,
    TextUsed: nothing,
    EffectBegan: lambda state, event: with_lasting(state, (*state.lasting, event.effect)),
    EffectsEnded: _effects_ended,
    ControlTaken: _control_taken,
    ControlReturned: _control_returned,
    CardMarked: _card_marked,
    Rerolled: _rolled_again,
    DieKept: _rolled_again,
    DiceJoined: nothing,
    RollTakenAgain: _roll_taken_again,
}
