"""The base of all verbs: every question a verb may be asked, with the answer of one that has nothing to say.

use ──violations──> an action of its own            offers ──> the ways to use it
shape ──> a combat action that activates it          script ──> what it does

A verb stands in the room whose rule it bends; ``powers.table`` names them all for the rows of data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from companion.core.ids import PieceId, RuleId, Seat
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.events.attack import AttackShaped
from companion.games.heroclix.events.powers import PowerUsed
from companion.games.heroclix.state.attack import AttackKind, Target
from companion.games.heroclix.state.state import Piece, State


class Verb:
    """One verb with its parameters; what it does is in the methods a family overrides."""

    __slots__ = ()
    is_action: ClassVar[bool] = False  # used by a command of its own
    aims: ClassVar[int | None] = 0  # … which names so many targets at most; ``None``: as many as the attack may have
    says: ClassVar[frozenset[str]] = frozenset()  # … and more: ``to``, ``option``
    offers_legal: ClassVar[bool] = False  # every use offered passes ``violations``, which need not be asked again
    resolves: ClassVar[bool] = False  # has a script
    follows: ClassVar[bool] = False  # … behind an attack whose action activated it
    after_hit: ClassVar[bool] = False  # … once such an attack has hit

    def joins(self, kind: AttackKind) -> bool:
        """Whether it may also speak once an attack of that kind has hit that no action activated it for."""
        return False

    @property
    def stays(self) -> bool:
        """Whether what it began lasts though the power is lost: a card that says so goes before HC-POW-13."""
        return False

    def burden(self, state: State, layer: Piece, piece: Piece, power: str, slot: str) -> int:
        """Return the modifier that markers laid by the power put on a value of a piece that stands in them."""
        return 0

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """The rules this use of the power breaks, besides those of giving the action."""
        return iter(())

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """Every way to use the power that may be legal; ``use`` names seat, piece and power."""
        if self.is_action:
            yield use

    def shape(self, state: State, piece: Piece, kind: AttackKind, power: str) -> AttackShaped | None:
        """Return the shape of an attack of that kind whose action activates the power; ``None``: it cannot."""
        return None

    def widened(self, state: State, attacker: Piece, aims: tuple[Target, ...], power: str) -> tuple[object, ...]:
        """Return the events of everything else such an attack meets, besides the targets it was aimed at."""
        return ()

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """Carry out the power; ``used`` names its piece and targets."""
        yield from ()


class Slot(StrEnum):
    """A combat value, range included."""

    SPEED = "speed"
    ATTACK = "attack"
    DEFENSE = "defense"
    DAMAGE = "damage"
    RANGE = "range"


class During(StrEnum):
    """The attacks in which it counts."""

    CLOSE = "close"
    RANGED = "ranged"
    ANY = "any"

    def covers(self, kind: AttackKind | None) -> bool:
        """Whether it counts in an attack of that kind, or outside of attacks."""
        return self is During.ANY or (kind is not None and self.value == kind.value)


class Whom(StrEnum):
    """The pieces whose value a power modifies."""

    SELF = "self"
    ADJACENT_FRIENDS = "adjacent_friends"
    FRIENDS_WITHIN = "friends_within"  # so many squares, whatever lies between: nobody is targeted (HX-TERM-10)
    FRIENDS = "friends"  # anywhere on the map
    ADJACENT_OPPONENTS = "adjacent_opponents"
    OPPONENTS_WITHIN = "opponents_within"
    OPPONENTS = "opponents"


@dataclass(frozen=True, slots=True)
class ModifyValue(Verb):
    """Plus or minus on one value in attacks of a kind: the attacker's, or of a defense the
    target's; on speed and range always.
    """

    value: Slot
    amount: int
    attack: During = During.ANY
    whom: Whom = Whom.SELF
    within: int = 0


@dataclass(frozen=True, slots=True)
class ModifyFor(ModifyValue):
    """The same for those alone that have one of the keywords, or while the holder has so many action tokens."""

    keywords: tuple[str, ...] = ()
    tokens: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HaveValue(Verb):
    """A value is so much, whatever is printed; what modifies it comes after."""

    value: Slot
    amount: int


@dataclass(frozen=True, slots=True)
class Forbid(Verb):
    """No ranged attacks, no riding, no healing; powers of others it ignores, and attacks that may not target it."""

    ranged: bool = False
    carried: bool = False
    ignores: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    healed: bool = False  # nothing heals it
    targeted: tuple[str, ...] = ()  # kinds of attacks that may not target it: ``close``, ``ranged``


@dataclass(frozen=True, slots=True)
class LendPowers(Verb):
    """Friends can use these powers and abilities: adjacent ones, those within so many squares, or all; by keyword.

    Or they have what the ``effects`` say.
    """

    powers: tuple[str, ...] = ()
    effects: tuple[Verb, ...] = ()
    whom: Whom = Whom.ADJACENT_FRIENDS
    within: int = 0
    keywords: tuple[str, ...] = ()
    own: bool = False  # and the holder itself


PURPOSE = "power."  # what a question of a power is for: this and the power's id


def purpose_of(power: str) -> RuleId:
    """Return the purpose of a power's question."""
    return RuleId(PURPOSE + power)


def may(
    t: Teller[State], used: PowerUsed, options: Iterable[str], seat: Seat | None = None, piece: PieceId | None = None
) -> Script[str]:
    """Ask the piece's player, or that seat, to choose about a power; empty when it declines."""
    chooser, asked = seat or t.state.piece(used.piece).seat, piece or used.piece
    answer = yield from t.choose(chooser, purpose_of(used.power), tuple(options), asked, optional=True)
    return answer[0] if answer else ""
