"""Healing: dials that turn back, never past the starting line (HC-DMG-15, -16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.damage.blow import deal_effect, deal_unavoidable, knock_back
from companion.games.heroclix.damage.dial import healed
from companion.games.heroclix.events.damage import EffectDealt, KnockBackDue, UnavoidableDealt
from companion.games.heroclix.events.play import MOVED, ActionsAdded, TokenShed
from companion.games.heroclix.events.powers import PowerUsed
from companion.games.heroclix.position.happening import happen
from companion.games.heroclix.position.holding import adjacent_friends, adjacent_opponents, are_adjacent, partners_of
from companion.games.heroclix.position.lines import is_in_sight
from companion.games.heroclix.position.reckoning import standing_value, within_of
from companion.games.heroclix.position.rolls import throw
from companion.games.heroclix.position.verb import Verb, may, purpose_of
from companion.games.heroclix.state.state import Piece, State


@dataclass(frozen=True, slots=True)
class Heal(Verb):
    """The piece heals a die less an amount."""

    less: int = 0
    least: int = 0
    half: bool = False  # of the die, rounded up (HC-VAL-05)
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The roll, then the dial."""
        face = yield from throw(t, t.state.piece(used.piece), purpose_of(used.power))
        clicks = max(self.least, ((face + 1) // 2 if self.half else face) - self.less)
        happen(t, *healed(t.state, t.state.piece(used.piece), clicks, used.power))


@dataclass(frozen=True, slots=True)
class HealFriend(Verb):
    """An adjacent friend heals a die less an amount, when two dice and the attack reach its defense.

    Neither may be next to an opponent. 1-1 fails and hurts the patient, 6-6 succeeds and heals one more (HC-ATK-13).
    """

    less: int = 0
    least: int = 0
    plain: bool = False  # by the values that count, and two ones or two sixes mean no more than their sum
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether both are where they must be."""
        piece, patient = state.piece(use.piece), state.find(use.targets[0]) if use.targets else None
        if patient is None or not patient.spaces:
            yield violation("TW-PIECE-01", use.piece, waivable=False)
            return
        if not state.is_friend(piece.seat, patient.seat) or not are_adjacent(state, piece, patient):
            yield violation("HC-ADJ-02", patient.id, piece=piece.id)
        for one in (piece, patient):
            near = adjacent_opponents(state, one)
            if near:
                yield violation("HC-ADJ-02", one.id, waivable=False, piece=near[0].id)

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """One for each friend beside it."""
        for friend in adjacent_friends(state, state.piece(use.piece)):
            yield UsePower(use.seat, use.piece, use.power, (friend.id,))

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The roll to reach, the roll to heal, the dial."""
        piece, patient = t.state.piece(used.piece), used.targets[0]
        reached = yield from throw(t, piece, purpose_of(used.power), 2)
        if reached == 2 and not self.plain:
            hurt = UnavoidableDealt(patient, 1, RuleId("HC-ATK-13"))
            happen(t, hurt)
            yield from deal_unavoidable(t, hurt)
            return
        total, needed = reached + t.state.value(piece, "attack"), t.state.value(t.state.piece(patient), "defense")
        if self.plain:  # the values that count, modified or not
            total = reached + standing_value(t.state, piece, "attack").value
            needed = standing_value(t.state, t.state.piece(patient), "defense").value
        is_best = reached == 12 and not self.plain
        if not is_best and total < needed:
            return
        face = yield from throw(t, piece, purpose_of(used.power))
        clicks = max(self.least, face - self.less) + is_best
        happen(t, *healed(t.state, t.state.piece(patient), clicks, used.power))


@dataclass(frozen=True, slots=True)
class HealTeammate(Verb):
    """An adjacent friend with the same ability heals; a die may hurt the healer, unavoidably."""

    clicks: int
    hurts_on: tuple[int, ...]
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether the patient stands beside it and uses the ability too (HC-TA-05)."""
        patient = state.find(use.targets[0]) if use.targets else None
        if patient is None or not patient.spaces:
            yield violation("TW-PIECE-01", use.piece, waivable=False)
        elif patient not in partners_of(state, state.piece(use.piece), use.power):
            yield violation("HC-TA-05", patient.id, waivable=False, ability=use.power)

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """One for each teammate beside it."""
        for mate in partners_of(state, state.piece(use.piece), use.power):
            yield UsePower(use.seat, use.piece, use.power, (mate.id,))

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The roll, the dial of the one, the damage of the other."""
        face = yield from throw(t, t.state.piece(used.piece), purpose_of(used.power))
        hurt = UnavoidableDealt(used.piece, 1, RuleId("HC-DMG-08"))
        hurts, patient = face in self.hurts_on, t.state.piece(used.targets[0])
        happen(t, *healed(t.state, patient, self.clicks, used.power), *([hurt] if hurts else []))
        if hurts:
            yield from deal_unavoidable(t, hurt)


@dataclass(frozen=True, slots=True)
class HurtNeighbours(Verb):
    """Damage to every adjacent opponent, as far as immunity lets it (HC-TURN-11)."""

    damage: int
    still: bool = False  # not when it has moved, or was placed, this turn
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether it has stayed where it was."""
        if self.still and MOVED in state.piece(use.piece).used:
            yield violation("HC-POW-01", use.piece, waivable=False, power=use.power)

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The damage to each."""
        piece = t.state.piece(used.piece)
        near = tuple(other.id for other in adjacent_opponents(t.state, piece) if not t.state.is_immune(other))
        dealt = EffectDealt(piece.id, used.power, near, self.damage)
        happen(t, dealt)
        yield from deal_effect(t, dealt, piece.seat)


@dataclass(frozen=True, slots=True)
class PushAway(Verb):
    """One adjacent opponent is knocked back as many squares as a die shows: once used, it is not declined (HX-KB-07).

    The squares may be fixed, and the opponent may be within so many squares and in sight instead (HX-KB-06).
    """

    squares: int = 0  # none: a die
    within: int = 0  # none: adjacent
    minimum: bool = False  # ``within`` is a minimum range
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether the target stands beside it and may be knocked back."""
        piece, target = state.piece(use.piece), state.find(use.targets[0]) if use.targets else None
        if target is None or not target.spaces:
            yield violation("TW-PIECE-01", use.piece, waivable=False)
            return
        if state.is_friend(piece.seat, target.seat):
            yield violation("HC-ATK-03", target.id)
        if state.is_immune(target):
            yield violation("HC-TURN-11", target.id)
        if self.within:
            within = within_of(state, piece, self.within, minimum=self.minimum)
            if not is_in_sight(state, piece, target, within):
                yield violation("HC-RNG-05", target.id, range=within)
        elif not are_adjacent(state, piece, target):
            yield violation("HC-ATK-04", target.id, attacker=piece.id)

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """One for each opponent beside it, or near enough."""
        piece = state.piece(use.piece)
        foes = (other for other in state.on_map() if not state.is_friend(piece.seat, other.seat))
        for target in foes if self.within else adjacent_opponents(state, piece):
            yield UsePower(use.seat, use.piece, use.power, (target.id,))

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The roll, then the way back."""
        piece, squares = t.state.piece(used.piece), self.squares
        if not squares:
            squares = yield from throw(t, piece, purpose_of(used.power))
        board, target = t.state.table.board, t.state.piece(used.targets[0])
        pairs = ((a, b) for a in piece.spaces for b in target.spaces)
        line = min(pairs, key=lambda pair: (not board.is_adjacent(*pair), board.distance(*pair)))
        happen(t, KnockBackDue(target.id, squares, line, piece.seat))
        yield from knock_back(t, target.id, squares, line, piece.seat)


@dataclass(frozen=True, slots=True)
class ShedToken(Verb):
    """A die; on these faces one of the piece's own tokens is removed."""

    faces: tuple[int, ...]
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether there is a token to remove."""
        if not state.piece(use.piece).tokens:
            yield violation("HC-TOKEN-01", use.piece, waivable=False)

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The roll, then the token."""
        face = yield from throw(t, t.state.piece(used.piece), purpose_of(used.power))
        left = max(0, t.state.piece(used.piece).tokens - 1)
        happen(t, *([TokenShed(used.piece, left)] if face in self.faces else []))


@dataclass(frozen=True, slots=True)
class ExtraAction(Verb):
    """A die; on these faces one more action this turn, and at most one from all such powers; no faces: no die.

    And ``frees``: then a token may go from an adjacent friend of fewer points.
    """

    faces: tuple[int, ...] = ()
    frees: bool = False
    sure: bool = False  # the action comes whatever the die says, which is thrown for the token alone
    kin: bool = False  # that friend may be one with a keyword in common instead
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def _may_free(self, state: State, piece: Piece, friend: Piece) -> bool:
        common = {*state.figure(piece).keywords} & {*state.figure(friend).keywords} if self.kin else set()
        return friend.tokens > 0 and (friend.points < piece.points or bool(common))

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The roll, then the action."""
        piece = t.state.piece(used.piece)
        added = [] if t.state.extra_actions else [ActionsAdded(piece.seat, 1)]
        if self.sure:
            happen(t, *added)
        if self.faces and (yield from throw(t, piece, purpose_of(used.power))) not in self.faces:
            return
        happen(t, *([] if self.sure else added))
        friends = [other.id for other in adjacent_friends(t.state, piece) if self._may_free(t.state, piece, other)]
        chosen = (yield from may(t, used, friends)) if self.frees and friends else ""
        if chosen:
            happen(t, TokenShed(PieceId(chosen), t.state.piece(PieceId(chosen)).tokens - 1))
