"""Verbs that answer an attack, or change what it is.

Hits become misses (HC-ATK-07); pieces refuse to be the target, or become it for another one (HX-HIT-06, -07); a defense
is lent, a damage rolled for, a token given.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from companion.board.spaces import Verdict
from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.core.reckoning import Contribution, Operation, Reckoning
from companion.games.heroclix.attack.declaring import aim_at
from companion.games.heroclix.attack.targeting import legal_targets
from companion.games.heroclix.damage.blow import push, suffer
from companion.games.heroclix.damage.taking import Insist
from companion.games.heroclix.events.attack import (
    AttackShaped,
    DefenseLent,
    HitEvaded,
    HitRedirected,
    TargetFound,
    TargetLost,
    TargetRedirected,
)
from companion.games.heroclix.events.damage import EffectDealt
from companion.games.heroclix.events.play import TokenPlaced
from companion.games.heroclix.events.powers import EffectBegan, PowerUsed
from companion.games.heroclix.position.happening import happen, next_number
from companion.games.heroclix.position.holding import active, adjacent_friends, are_adjacent
from companion.games.heroclix.position.reckoning import HINDERED, distance, fighting_value
from companion.games.heroclix.position.rolls import throw
from companion.games.heroclix.position.verb import During, Forbid, Verb, may, purpose_of
from companion.games.heroclix.state.attack import Attack, AttackKind, Blow, DamageKind, Target
from companion.games.heroclix.state.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.state.state import MOST_TOKENS, Piece, State


@dataclass(frozen=True, slots=True)
class Evade(Verb):
    """A die when hit, before damage is dealt; on these faces it is a miss."""

    faces: tuple[int, ...]
    resolves: ClassVar[bool] = True

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The roll, then the miss."""
        attack, piece = t.state.attack, t.state.piece(used.piece)
        face = yield from throw(t, piece, purpose_of(used.power))
        if attack is not None:  # what the attacker's powers add to the die
            attacker = t.state.piece(attack.attacker)
            face += sum(verb.roll for _, verb in active(t.state, attacker, Insist))
        happen(t, *([HitEvaded(used.piece, used.power)] if face in self.faces else []))


@dataclass(frozen=True, slots=True)
class RefuseTarget(Verb):
    """A die when chosen as a target; on these faces that attacker may not target it this turn, but another piece."""

    faces: tuple[int, ...]
    again: bool = True  # the attacker may choose a new target (HX-TGT-07)
    resolves: ClassVar[bool] = True

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The roll, and then the other target, if there is one."""
        if (yield from throw(t, t.state.piece(used.piece), purpose_of(used.power))) not in self.faces:
            return
        assert t.state.attack is not None
        attacker, until = t.state.piece(t.state.attack.attacker), Until.TURN_END
        number = next_number(t.state)
        shuns = Lasting(number, LastingKind.SHUNS, used.piece, attacker.id, until, power=used.power)
        happen(t, TargetLost(used.piece, used.power), EffectBegan(shuns))
        attack, attacker = t.state.attack, t.state.piece(attacker.id)
        aimed = {target.piece for target in attack.targets}
        legal = legal_targets(t.state, attacker, attack.kind, attack.power)
        others = [name for name in legal if name not in aimed] if self.again else []
        chosen = (yield from may(t, used, others, attacker.seat, attacker.id)) if others else ""
        if chosen:
            target, _ = aim_at(t.state, attacker, t.state.piece(PieceId(chosen)), attack.kind)
            happen(t, TargetFound(target))


class Becomes(StrEnum):
    """The change of a friend's part in the attack: it becomes a target, or is hit."""

    TARGET = "target"
    HIT = "hit"


@dataclass(frozen=True, slots=True)
class RedirectHit(Verb):
    """When the piece would be hit, a friend may become the hit target instead: range, line and adjacency to the
    attacker do not matter, and it neither refuses to be the target nor evades. Or the target, when it would be one."""

    within: int = 0  # squares to that friend, whatever lies between; none: adjacent
    lesser: bool = True  # of fewer points, or with a keyword in common
    becomes: Becomes = Becomes.HIT
    harmed: bool = False  # only where an opponent's attack deals damage
    resolves: ClassVar[bool] = True

    def bearers(self, state: State, piece: Piece) -> Iterator[Piece]:
        """The friends that could become it."""
        hits = state.attack.hits if state.attack else ()
        if state.attack and self.becomes is Becomes.TARGET:
            hits = tuple(target.piece for target in state.attack.targets)
        for other in state.on_map():
            if other.id == piece.id or other.id in hits or not state.is_friend(piece.seat, other.seat):
                continue
            if self._is_near(state, piece, other) and (not self.lesser or self._is_lesser(state, piece, other)):
                yield other

    def _is_near(self, state: State, piece: Piece, one: Piece) -> bool:
        return distance(state, piece, one) <= self.within if self.within else are_adjacent(state, piece, one)

    def _is_lesser(self, state: State, piece: Piece, one: Piece) -> bool:
        common = {*state.figure(piece).keywords} & {*state.figure(one).keywords}
        return one.points < piece.points or bool(common)

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """Ask which friend becomes it, if any."""
        bearers = [piece.id for piece in self.bearers(t.state, t.state.piece(used.piece))]
        chosen, attack = (yield from may(t, used, bearers)), t.state.attack
        if not chosen or attack is None:
            return
        friend, start = t.state.piece(PieceId(chosen)), attack.target(used.piece).start
        defense = t.state.value(friend, "defense")
        to = Target(friend.id, start, friend.spaces[0], Verdict.CLEAR.value, defense)
        redirected = TargetRedirected if self.becomes is Becomes.TARGET else HitRedirected
        happen(t, redirected(used.piece, used.power, to))


@dataclass(frozen=True, slots=True)
class LendDefense(Verb):
    """Adjacent friends may use this piece's unmodified defense; modifiers come after it (HC-VAL-02)."""

    mates: bool = False  # only friends who use the same ability may
    resolves: ClassVar[bool] = True

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The target's controller names whose defense it uses, or keeps its own; before any dice."""
        piece = t.state.piece(used.piece)
        chosen = yield from may(t, used, [other.id for other in lenders_of(t.state, piece)])
        if chosen:
            assert t.state.attack is not None
            lender = t.state.piece(PieceId(chosen))
            lent = lent_defense(t.state, t.state.attack, piece, lender, used.power)
            happen(t, DefenseLent(piece.id, lender.id, lent.value))


def redirecting(state: State, piece: Piece, becomes: Becomes) -> Iterator[tuple[str, RedirectHit]]:
    """The powers by which a friend may become that in the place of the piece."""
    attack = state.attack
    is_spared = attack is not None and state.is_friend(state.piece(attack.attacker).seat, piece.seat)
    for power, verb in active(state, piece, RedirectHit):
        if verb.harmed and (is_spared or attack is None or attack.harmless):
            continue
        if verb.becomes is becomes and any(verb.bearers(state, piece)):
            yield power, verb


def lenders_of(state: State, piece: Piece) -> tuple[Piece, ...]:
    """The friends beside a piece whose better unmodified defense it may use."""
    own = state.value(piece, "defense")
    friends = (other for other in adjacent_friends(state, piece) if state.value(other, "defense") > own)
    return tuple(other for other in friends if lending_power(state, piece, other))


def lending_power(state: State, piece: Piece, lender: Piece) -> str:
    """The power or team ability by which the lender may lend the piece its defense; empty for none."""
    for power, verb in active(state, lender, LendDefense):
        if not verb.mates or any(own == power for own, _ in active(state, piece, LendDefense)):
            return power
    return ""


@dataclass(frozen=True, slots=True)
class RollDamage(Verb):
    """After a hit of an attack whose action activated it: a die may replace the damage, which is then locked."""

    attack: During
    below: int = 99  # not so much less than the printed damage
    free: bool = False  # for every such attack on a single target, whatever made it
    resolves: ClassVar[bool] = True
    after_hit: ClassVar[bool] = True

    def shape(self, state: State, piece: Piece, kind: AttackKind, power: str) -> AttackShaped | None:
        """The attack, with the power declared for it."""
        return AttackShaped(power) if self.attack.covers(kind) else None

    def joins(self, kind: AttackKind) -> bool:
        """Whether every such attack may use it."""
        return self.free and self.attack.covers(kind)

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """Whether to roll, the roll, the damage."""
        if self.free and t.state.attack is not None and len(t.state.attack.targets) > 1:
            return
        if not (yield from may(t, used, ["roll"])):
            return
        face = yield from throw(t, t.state.piece(used.piece), purpose_of(used.power))
        happen(t, AttackShaped(used.power, self.damage(t.state, t.state.piece(used.piece), face)))

    def damage(self, state: State, piece: Piece, face: int) -> int:
        """Return the damage that the face puts in the place of the piece's own."""
        return max(face, state.value(piece, "damage") - self.below)

    def may_speak(self, attack: Attack, power: str) -> bool:
        """Whether it may once the attack has hit: it was declared for it, or joins it (of one target)."""
        joins = self.joins(attack.kind) and (attack.attacker, power) not in attack.answered
        return (
            not attack.harmless
            and (joins if self.free else power == attack.power)
            and (len(attack.targets) == 1 or not self.free)
        )


def lent_defense(state: State, attack: Attack, piece: Piece, lender: Piece, power: str) -> Reckoning:
    """The defense of a target that uses a friend's: replaced, then modified as its own would be."""
    lent = Contribution(Operation.BECOMES, state.value(lender, "defense"), power, lender.id)
    target = attack.target(piece.id)
    hindered = target.verdict == "hindered"
    parts = [Contribution(Operation.MODIFIED, 1, HINDERED)] if hindered else []
    return fighting_value(state, piece, "defense", attack.kind, lent, *parts)


@dataclass(frozen=True, slots=True)
class Pierce(Verb):
    """The damage of the attack is penetrating (HC-DMG-07); of each such attack, where no action activates it."""

    attack: During

    def shape(self, state: State, piece: Piece, kind: AttackKind, power: str) -> AttackShaped | None:
        """The attack, penetrating."""
        return AttackShaped(power, penetrating=True) if self.attack.covers(kind) else None


@dataclass(frozen=True, slots=True)
class GiveToken(Verb):
    """The attack deals no damage; who is hit gets an action token like any other (HC-TOKEN-08), unless it
    holds two (HC-VAL-14): then it is dealt so much penetrating damage, if any."""

    attack: During = During.ANY
    penetrating: int = 0
    free: bool = False  # for every such attack, whatever made it: once it has hit, tokens may be given instead
    resolves: ClassVar[bool] = True
    after_hit: ClassVar[bool] = True

    def shape(self, state: State, piece: Piece, kind: AttackKind, power: str) -> AttackShaped | None:
        """The attack, harmless."""
        return AttackShaped(power, harmless=True) if self.attack.covers(kind) else None

    def joins(self, kind: AttackKind) -> bool:
        """Whether every such attack may use it."""
        return self.free and self.attack.covers(kind)

    def _is_spared(self, state: State, piece: PieceId, power: str) -> bool:
        return any(power in verb.spared for _, verb in active(state, state.piece(piece), Forbid))

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The tokens of those hit; a second one pushes (HC-TOKEN-05)."""
        attack = t.state.attack
        hits = [hit for hit in (attack.hits if attack else ()) if not self._is_spared(t.state, hit, used.power)]
        if attack is not None and not attack.harmless:
            if not hits or not (yield from may(t, used, ["token"])):
                return
            happen(t, AttackShaped(used.power, harmless=True))
        given = [piece for piece in map(t.state.piece, hits) if piece.tokens < MOST_TOKENS]
        happen(t, *(TokenPlaced(piece.id, piece.tokens + 1) for piece in given))
        for piece in reversed(given):
            if piece.tokens + 1 == MOST_TOKENS:
                yield from push(t, piece.id)
        tired = tuple(name for name in hits if name not in {piece.id for piece in given}) if self.penetrating else ()
        happen(t, *([EffectDealt(used.piece, used.power, tired, self.penetrating)] if tired else []))
        for name in tired:
            kind, seat = DamageKind.EFFECT, t.state.piece(used.piece).seat
            yield from suffer(t, Blow(name, self.penetrating, kind, RuleId("HC-DMG-07"), seat, penetrating=True))


@dataclass(frozen=True, slots=True)
class KnocksBack(Verb):
    """Attacks of that kind have the ability to knock back, where it is one (HX-KB-04)."""

    attack: During = During.ANY
