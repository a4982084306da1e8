"""Effects that make an attack: on one target, or on everybody who meets a condition (HX-ATK-01, HX-TGT-06).

within 3, sight      every opponent within three squares to whom a line is not blocked
regardless "line"    drops that one requirement (HX-TERM-07)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from companion.board.spaces import Verdict
from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.attack import declare_events
from companion.games.heroclix.attack.declared import AttackKind
from companion.games.heroclix.attack.power_events import AttackShaped
from companion.games.heroclix.attack.targeting import aiming_violations, is_beside, line_between
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.moves.adjacency import are_adjacent
from companion.games.heroclix.powers.events import PowerResolved
from companion.games.heroclix.powers.verbs.modify_value import During
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.reckoning import range_value
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Resolve

__all__ = ["Among", "AttackEach", "MakeAttack"]


class Among(StrEnum):
    """Who may be a target; the attacker itself never is (AMB-68)."""

    OPPONENTS = "opponents"
    FRIENDS = "friends"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class MakeAttack(Verb):
    """One attack on a character, which is no friend unless the effect says so (HX-ATK-03, -04)."""

    attack: During = During.ANY  # any: the player chooses, by the option ``close`` or ``ranged``
    among: Among = Among.OPPONENTS
    within: int = 0  # squares; none: the range value
    regardless: tuple[str, ...] = ()  # ``adjacency``, ``line``, ``range``
    damage: int = -1  # instead of normal damage (HX-DMG-06); less than none: the damage value
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def kinds(self, option: str) -> tuple[AttackKind, ...]:
        """The kinds of attack that the option leaves."""
        kinds = (kind for kind in AttackKind if self.attack.covers(kind))
        return tuple(kind for kind in kinds if option in ("", kind.value))

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether its one target may be attacked."""
        kinds = self.kinds(use.option)
        if len(kinds) != 1:
            yield violation("HC-ATK-02", use.piece, waivable=False)
            return
        target = state.find(use.targets[0]) if use.targets else None
        if self.among is Among.FRIENDS and target is not None and not state.is_friend(use.seat, target.seat):
            yield violation("HC-ATK-02", target.id)
        yield from aiming_violations(
            state, state.piece(use.piece), use.targets[:1], kinds[0], use.power, self.within or None,
            frozenset(self.regardless) | self._friends,
        )  # fmt: skip

    @property
    def _friends(self) -> frozenset[str]:
        return frozenset() if self.among is Among.OPPONENTS else frozenset({"friend"})

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """One for each kind and each piece."""
        for kind in self.kinds(""):
            option = kind.value if self.attack is During.ANY else ""
            for one in state.on_map():
                if one.id != use.piece:
                    yield UsePower(use.seat, use.piece, use.power, (one.id,), (), option)

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The attack."""
        shape = AttackShaped(step.power, None if self.damage < 0 else self.damage)
        attacker, kind = state.piece(step.piece), self.kinds(step.option)[0]
        declared = declare_events(state, attacker, step.targets[:1], kind, shape)
        return PowerResolved(step.piece, step.power), *declared


@dataclass(frozen=True, slots=True)
class AttackEach(Verb):
    """One attack targeting everybody who meets the conditions, whatever the number of bolts: the damage whole to each,
    unless the effect divides it (HX-DMG-02, -03)."""

    attack: During = During.RANGED
    among: Among = Among.OPPONENTS
    within: int = 0  # squares, counted as range is (HX-TERM-06); none: the range value (HX-TERM-05), or adjacent
    sight: bool = True  # a line that is not blocked (HX-TERM-04); both are independent (HX-TERM-08)
    direct: bool = False  # in one row, column or perfect diagonal (HX-TERM-03)
    damage: int = -1  # instead of normal damage (HX-DMG-06); less than none: the damage value
    divide: bool = False
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def met(self, state: State, piece: Piece) -> tuple[Piece, ...]:
        """Everybody who is a target."""
        reach = self.within or range_value(state, piece)
        return tuple(one for one in state.on_map() if self._is_met(state, piece, one, reach))

    def _is_met(self, state: State, piece: Piece, one: Piece, reach: int) -> bool:
        is_friend = state.is_friend(piece.seat, one.seat)
        if one.id == piece.id or (self.among is Among.OPPONENTS and is_friend):
            return False
        if (self.among is Among.FRIENDS and not is_friend) or (not is_friend and state.is_immune(one)):
            return False
        if self.attack is During.CLOSE and not self.within:
            return are_adjacent(state, piece, one)
        line = line_between(state, piece, one, reach)  # both from the same square (HX-TERM-09)
        is_direct = not self.direct or state.table.board.is_direct(line.start, line.end)
        return line.range <= reach and is_direct and (not self.sight or line.verdict is not Verdict.BLOCKED)

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether it may attack at all, and there is anybody."""
        piece = state.piece(use.piece)
        if self.attack is not During.CLOSE:
            yield from is_beside(state, piece, tuple(one.id for one in self.met(state, piece)))
        if not self.met(state, piece):
            yield violation("HC-ATK-02", piece.id, waivable=False)

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The attack."""
        piece = state.piece(step.piece)
        targets = tuple(one.id for one in self.met(state, piece))
        kind = AttackKind.CLOSE if self.attack is During.CLOSE else AttackKind.RANGED
        shape = AttackShaped(step.power, None if self.damage < 0 else self.damage, whole=not self.divide)
        declared = declare_events(state, piece, targets, kind, shape)
        return PowerResolved(step.piece, step.power), *declared
