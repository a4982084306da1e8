"""Effects that make an attack: on one target, or on everybody who meets a condition (HX-ATK-01, HX-TGT-06).

within 3, sight      every opponent within three squares to whom a line is not blocked
regardless "line"    drops that one requirement (HX-TERM-07)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from companion.board.spaces import Verdict
from companion.core.ids import PieceId
from companion.core.procedure import Script, Teller
from companion.core.reckoning import Contribution, Operation
from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.striking import make_attack
from companion.games.heroclix.attack.targeting import aiming_violations, is_beside, legal_targets
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.events.attack import AttackShaped
from companion.games.heroclix.events.powers import PowerUsed
from companion.games.heroclix.position.holding import active_of, are_adjacent
from companion.games.heroclix.position.lines import line_between
from companion.games.heroclix.position.reckoning import fighting_value, range_value
from companion.games.heroclix.position.verb import During, Verb, may
from companion.games.heroclix.state.attack import AttackKind
from companion.games.heroclix.state.state import Piece, State


class Among(StrEnum):
    """The possible targets; the attacker itself never is one (AMB-68)."""

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
    says: ClassVar[frozenset[str]] = frozenset(("option",))
    aims: ClassVar[int | None] = 1
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
            state,
            state.piece(use.piece),
            use.targets[:1],
            kinds[0],
            use.power,
            self.within or None,
            frozenset(self.regardless) | self._friends,
        )

    @property
    def _friends(self) -> frozenset[str]:
        return frozenset() if self.among is Among.OPPONENTS else frozenset({"friend"})

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """Generate a use for each kind and each piece."""
        for kind in self.kinds(""):
            option = kind.value if self.attack is During.ANY else ""
            for piece in state.on_map():
                if piece.id != use.piece:
                    yield UsePower(use.seat, use.piece, use.power, (piece.id,), (), option)

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        shape = AttackShaped(used.power, None if self.damage < 0 else self.damage)
        attacker, kind = t.state.piece(used.piece), self.kinds(used.option)[0]
        yield from make_attack(t, attacker, used.targets[:1], kind, shape)


@dataclass(frozen=True, slots=True)
class AttackEach(Verb):
    """One attack targeting everybody who meets the conditions, whatever the number of bolts: the damage whole to each,
    unless the effect divides it, or the edition that of every shot (HX-DMG-02, -03, ED-22)."""

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
        """Return the pieces that are targets."""
        reach = self.within or range_value(state, piece)
        return tuple(other for other in state.on_map() if self._is_met(state, piece, other, reach))

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

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        piece = t.state.piece(used.piece)
        targets = tuple(one.id for one in self.met(t.state, piece))
        kind = AttackKind.CLOSE if self.attack is During.CLOSE else AttackKind.RANGED
        is_divided = self.divide or (kind is AttackKind.RANGED and t.state.edition.attack.damage.divided)
        shape = AttackShaped(used.power, None if self.damage < 0 else self.damage, whole=not is_divided)
        yield from make_attack(t, piece, targets, kind, shape)


@dataclass(frozen=True, slots=True)
class AttackTwice(Verb):
    """Two attacks, close or ranged, on one target each; the damage of the second one is modified.

    Each is an attack and no action: no power joins it (HC-ACT-17). Lost before the second, there is none.
    """

    second: int = 0
    least: int = 0  # not below so much, unless the damage value is lower itself
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether there is anybody to attack."""
        if not _targets(state, state.piece(use.piece)):
            yield violation("HC-ATK-02", use.piece, waivable=False)

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The target, the attack; and again."""
        for more in (0, self.second):
            piece = t.state.piece(used.piece)
            has_it = bool(piece.spaces) and next(active_of(t.state, piece, used.power), None) is not None
            targets = _targets(t.state, piece) if has_it else {}
            chosen = PieceId((yield from may(t, used, targets)) if targets else "")
            if not chosen:
                return
            if more and self.least:
                more = min(0, max(more, self.least - fighting_value(t.state, piece, "damage", targets[chosen]).value))
            weaker = [Contribution(Operation.MODIFIED, more, used.power, piece.id)] if more else []
            yield from make_attack(t, piece, (chosen,), targets[chosen], None, *weaker)


def _targets(state: State, piece: Piece) -> dict[PieceId, AttackKind]:
    """Return the pieces it may attack, and how: at arm's length close attacks alone."""
    shots = dict.fromkeys(legal_targets(state, piece, AttackKind.RANGED), AttackKind.RANGED)
    return shots | dict.fromkeys(legal_targets(state, piece, AttackKind.CLOSE), AttackKind.CLOSE)


@dataclass(frozen=True, slots=True)
class AttackAgain(Verb):
    """After the attack of the action one more close attack, on any legal target; gone when the power is lost.

    An attack is no action: no other power joins it (HC-ACT-17).
    """

    kept: bool = False  # there also when the power is lost
    resolves: ClassVar[bool] = True
    follows: ClassVar[bool] = True

    def shape(self, state: State, piece: Piece, kind: AttackKind, power: str) -> AttackShaped | None:
        """The first attack, with the power declared."""
        return AttackShaped(power) if kind is AttackKind.CLOSE else None

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The second target, then the second attack."""
        piece, kind = t.state.piece(used.piece), AttackKind.CLOSE
        has_it = self.kept or next(active_of(t.state, piece, used.power), None) is not None
        targets = legal_targets(t.state, piece, kind) if has_it and piece.spaces else ()
        chosen = (yield from may(t, used, targets)) if targets else ""
        if chosen:
            yield from make_attack(t, piece, (PieceId(chosen),), kind)


@dataclass(frozen=True, slots=True)
class StrikeHarder(Verb):
    """A power action: one attack on a single target, with more damage; or ``choice``: with as much more attack, or half
    of it to both, as the option says: ``damage+2``, ``attack+2``, ``both+1``."""

    attack: During
    damage: int
    choice: bool = False
    is_action: ClassVar[bool] = True
    says: ClassVar[frozenset[str]] = frozenset(("option",))
    aims: ClassVar[int | None] = 1
    resolves: ClassVar[bool] = True

    @property
    def kind(self) -> AttackKind:
        return AttackKind(self.attack.value)

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether its one target may be attacked."""
        attacker = state.piece(use.piece)
        yield from aiming_violations(state, attacker, use.targets[:1], self.kind, use.power)
        if use.option not in self.options:
            yield violation("HC-VAL-03", use.piece, waivable=False, found=use.option or "-")

    @property
    def options(self) -> dict[str, tuple[int, int]]:
        """The options: more attack and more damage for each; damage alone needs no choice."""
        whole, half = self.damage, self.damage // 2
        choices = {f"attack+{whole}": (whole, 0), f"damage+{whole}": (0, whole), f"both+{half}": (half, half)}
        return choices if self.choice else {"": (0, whole)}

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """Generate a use for each target and choice."""
        for target in legal_targets(state, state.piece(use.piece), self.kind, use.power):
            for option in self.options:
                yield UsePower(use.seat, use.piece, use.power, (target,), (), option)

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The attack."""
        attack, damage = self.options[used.option]
        more = Contribution(Operation.MODIFIED, damage, used.power, used.piece)
        better = Contribution(Operation.MODIFIED, attack, used.power, used.piece) if attack else None
        attacker, shape = t.state.piece(used.piece), AttackShaped(used.power)
        yield from make_attack(t, attacker, used.targets[:1], self.kind, shape, more, better=better)
