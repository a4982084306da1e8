"""Healing: dials that turn back, never past the starting line (HC-DMG-15, -16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.core.ids import RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.damage.blow import deal_unavoidable
from companion.games.heroclix.damage.dial import healed
from companion.games.heroclix.events.damage import UnavoidableDealt
from companion.games.heroclix.events.powers import PowerUsed
from companion.games.heroclix.position.happening import happen
from companion.games.heroclix.position.holding import adjacent_friends, adjacent_opponents, are_adjacent, partners_of
from companion.games.heroclix.position.reckoning import standing_value
from companion.games.heroclix.position.rolls import throw
from companion.games.heroclix.position.verb import Verb, purpose_of
from companion.games.heroclix.state.state import State


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
    aims: ClassVar[int | None] = 1
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
        """Generate a use for each friend beside it."""
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
    aims: ClassVar[int | None] = 1
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether the patient stands beside it and uses the ability too (HC-TA-05)."""
        patient = state.find(use.targets[0]) if use.targets else None
        if patient is None or not patient.spaces:
            yield violation("TW-PIECE-01", use.piece, waivable=False)
        elif patient not in partners_of(state, state.piece(use.piece), use.power):
            yield violation("HC-TA-05", patient.id, waivable=False, ability=use.power)

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """Generate a use for each teammate beside it."""
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
