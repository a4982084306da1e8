"""Attacks on everybody around, or in an area."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.core.procedure import Script, Teller
from companion.core.reckoning import Contribution, Operation
from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.striking import make_attack, strike
from companion.games.heroclix.attack.targeting import legal_targets
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.damage.blow import knock_back
from companion.games.heroclix.events.attack import AttackDeclared, AttackShaped, TargetFound, ValueReckoned
from companion.games.heroclix.events.powers import EffectBegan, PowerUsed
from companion.games.heroclix.position.happening import happen, next_number
from companion.games.heroclix.position.holding import active, are_adjacent, held
from companion.games.heroclix.position.lines import is_in_the_open
from companion.games.heroclix.position.reckoning import (
    defense_value,
    fighting_value,
    range_value,
    reckoned_events,
    reckoned_value,
)
from companion.games.heroclix.position.verb import Forbid, Verb
from companion.games.heroclix.state.attack import AttackKind, Target
from companion.games.heroclix.state.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.state.state import Piece, State
from companion.games.heroclix.values import reckon


@dataclass(frozen=True, slots=True)
class AttackAllAround(Verb):
    """One close attack against every adjacent opponent, with at most so much damage to each, knocked back besides."""

    most: int
    least: int = 0  # more than less damage becomes: with ``most`` alike, the damage is locked
    pushes: int = 0  # everybody hit goes back so many squares, whatever damage it took
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether there is anybody to attack."""
        if not legal_targets(state, state.piece(use.piece), AttackKind.CLOSE, use.power):
            yield violation("HC-ATK-02", use.piece, waivable=False)

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        piece, kind = t.state.piece(used.piece), AttackKind.CLOSE
        damage = fighting_value(t.state, piece, "damage", kind).value
        locked = max(self.least, min(damage, self.most))
        shape = AttackShaped(used.power, locked, whole=True, knocks=not self.pushes)
        targets = legal_targets(t.state, piece, kind, used.power)
        yield from make_attack(t, piece, targets, kind, shape)
        attack = t.state.attack if self.pushes else None
        for aim in (attack.target(hit) for hit in attack.hits) if attack else ():
            if t.state.piece(aim.piece).spaces[:1] == (aim.end,):  # else the attack has knocked it back (HX-KB-05)
                yield from knock_back(t, aim.piece, self.pushes, (aim.start, aim.end), piece.seat)


@dataclass(frozen=True, slots=True)
class AttackArea(Verb):
    """One ranged attack on all others within half the range, friends too, next to opponents or not.

    Only walls, blocking and elevated terrain stop its lines; what those pieces can do is ignored until the action ends.
    With more than one of them the damage is so much to each.
    """

    damage: int
    always: bool = False  # for one of them too
    printed: bool = False  # compared with printed defenses
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def everybody(self, state: State, piece: Piece) -> tuple[Piece, ...]:
        """The others in the area; who is immune is not touched by an opponent (HC-TURN-11)."""
        half = Contribution(Operation.HALVED, 0, "HC-VAL-05")
        reach = reckoned_value(state, piece, "range", range_value(state, piece), (half,)).value
        others = (other for other in state.on_map() if other.id != piece.id)
        touched = (other for other in others if state.is_friend(piece.seat, other.seat) or not state.is_immune(other))
        return tuple(one for one in touched if is_in_the_open(state, piece, one, reach))

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether it may shoot, and an opponent is there."""
        piece = state.piece(use.piece)
        if any(verb.ranged for _, verb in active(state, piece, Forbid)):
            yield violation("HC-RNG-01", piece.id, range=0)
        if all(state.is_friend(piece.seat, other.seat) for other in self.everybody(state, piece)):
            yield violation("HC-ATK-02", piece.id, waivable=False)

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """First what they can do is off, then the attack is reckoned."""
        piece, kind = t.state.piece(used.piece), AttackKind.RANGED
        others = self.everybody(t.state, piece)
        gone = [(other.id, holding.power) for other in others for holding in held(t.state, other)]
        for number, (name, power) in enumerate(gone, start=next_number(t.state)):
            t.tell(EffectBegan(Lasting(number, LastingKind.TURNED_OFF, name, power, Until.ACTION_END)))
        happen(t)
        state, aims, reckoned = t.state, list[Target](), list[ValueReckoned]()
        for aimed in others:
            other = state.piece(aimed.id)
            defense = defense_value(state, other, kind, None)
            if self.printed:
                defense = reckon(state.value(other, "defense"), ())
            pairs = ((a, b) for a in piece.spaces for b in other.spaces)
            start, end = min(pairs, key=lambda pair: state.table.board.distance(*pair))
            aims.append(Target(other.id, start, end, "clear", defense.value))
            reckoned += reckoned_events(other.id, "defense", defense)
        attack = fighting_value(state, state.piece(piece.id), "attack", kind)
        damage = fighting_value(state, state.piece(piece.id), "damage", kind)
        many = len(aims) > 1 or self.always
        shape = AttackShaped(used.power, self.damage if many else None, whole=True)
        happen(t, AttackDeclared(kind, piece.id, attack.value, damage.value, tuple(aims)), shape, *reckoned)
        yield from strike(t)


@dataclass(frozen=True, slots=True)
class Explode(Verb):
    """The damage of a ranged attack becomes so much, and whoever stands next to a target is compared with the roll too.

    Friends are hit as well; who is next to several targets, or is one itself, is dealt the damage as often.
    """

    damage: int
    once: bool = False  # everybody beside is dealt the damage once
    bolts: bool = False  # targets are dealt the usual damage; those beside a target hit, so much for each bolt printed

    def shape(self, state: State, piece: Piece, kind: AttackKind, power: str) -> AttackShaped | None:
        """The attack, with less damage to each."""
        if kind is not AttackKind.RANGED:
            return None
        return AttackShaped(power) if self.bolts else AttackShaped(power, self.damage, whole=True)

    def widened(self, state: State, attacker: Piece, aims: tuple[Target, ...], power: str) -> tuple[object, ...]:
        """Return the pieces beside the targets, and how often each is hit."""
        often, found = Counter(aim.piece for aim in aims), list[object]()
        for aim in aims:
            target = state.piece(aim.piece)
            for other in state.on_map():
                touched = state.is_friend(attacker.seat, other.seat) or not state.is_immune(other)
                if other.id != attacker.id and touched and are_adjacent(state, target, other):
                    often[other.id] += 1
        for id_ in sorted(often):
            if id_ not in {aim.piece for aim in aims}:
                other = state.piece(id_)
                defense = defense_value(state, other, AttackKind.RANGED, None)
                beside = Target(id_, attacker.spaces[0], other.spaces[0], "clear", defense.value)
                found += [TargetFound(beside), *reckoned_events(id_, "defense", defense)]
        times = () if self.once else tuple(sorted(often.items()))
        if self.bolts:  # damage of their own, in the place of how often
            aimed, dealt = {aim.piece for aim in aims}, self.damage * state.figure(attacker).targets
            times = tuple((name, dealt) for name in sorted(often) if name not in aimed)
        return *found, AttackShaped(power, times=times)
