"""Moves that go on to an attack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.core.ids import SpaceId
from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.attack import declare_events, shape_of
from companion.games.heroclix.attack.declared import AttackKind
from companion.games.heroclix.attack.targeting import legal_targets
from companion.games.heroclix.commands import UsePower, used
from companion.games.heroclix.events import FigureMoved
from companion.games.heroclix.moves.adjacency import adjacent_opponents
from companion.games.heroclix.moves.movement import (
    Manner,
    ending_of,
    legal_bases,
    mover_of,
    reach_of,
    rest_of,
)
from companion.games.heroclix.objects.picking_up import legal_fetches, move_with_violations
from companion.games.heroclix.objects.throwing import throw_events, throw_targets
from companion.games.heroclix.powers.durations import next_number
from companion.games.heroclix.powers.events import EffectBegan, PowerResolved, PowerUsed
from companion.games.heroclix.powers.holding import active_of, held
from companion.games.heroclix.powers.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.powers.verbs.asking import ask_choice, ask_place, at_stage
from companion.games.heroclix.powers.verbs.modify_value import During
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.reckoning import range_value
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.steps import Resolve
from companion.games.heroclix.values import Contribution, Operation, reckon

__all__ = ["AttackOnTheWay", "MoveFreely", "MoveThenAttack", "Moving"]

PLAIN_ACTION = "plain"  # a combat action that activates no power
THROW = "throw"  # one by which it throws the object it holds


class Moving(Verb):
    """A verb whose command says where its move ends."""

    __slots__ = ()
    is_action: ClassVar[bool] = True
    offers_legal: ClassVar[bool] = True

    def manner(self, power: str) -> Manner:
        """The way the move is made."""
        return Manner()

    def left_over(self, state: State, piece: Piece, to: tuple[SpaceId, ...], power: str) -> int:
        """The squares that a move ending there leaves; none where it has to stop."""
        manner = self.manner(power)
        speed, found = mover_of(state, piece, manner).speed, reach_of(state, piece, manner)
        end = ending_of(state, piece, to, manner)
        return speed - end.counted if end is not None and found.goes_on(end.last) else 0

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether the move may end there."""
        piece, manner = state.piece(use.piece), self.manner(use.power)
        yield from move_with_violations(state, piece, use.to, manner, use.pick_up)

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """One for each end of the move, staying included."""
        for base in legal_bases(state, state.piece(use.piece), self.manner(use.power)):
            yield used(use, (), base)
        for base, item, via in legal_fetches(state, state.piece(use.piece), self.manner(use.power)):
            if via is None:
                yield UsePower(use.seat, use.piece, use.power, (), base, pick_up=item)


@dataclass(frozen=True, slots=True)
class MoveThenAttack(Moving):
    """Half the speed, a move, then a combat action as a free action: powers that need one may join (HC-ACT-16)."""

    attack: During
    speed: int = 0  # locked at so many squares instead of halved
    plain: bool = False  # an attack alone, which activates no power
    resolves: ClassVar[bool] = True

    def manner(self, power: str) -> Manner:
        """Half the speed, or the locked one."""
        locked = Contribution(Operation.LOCKED, self.speed, power)
        return Manner((locked if self.speed else Contribution(Operation.HALVED, 0, power),), own_gaits=False)

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """Which power the combat action activates, at whom it is aimed, the attack."""
        resolved, piece = PowerResolved(step.piece, step.power), state.piece(step.piece)
        kind = AttackKind(self.attack.value)
        if step.stage == 0:
            ways = list(self._ways(state, piece, kind))
            if step.answer is None:
                if not ways:
                    return (resolved,)
                if ways == [PLAIN_ACTION]:
                    return (at_stage(step, 1, option=PLAIN_ACTION),)
                return ask_choice(state, step, ways)
            if not step.answer:
                return (resolved,)
            return (at_stage(step, 1, option=step.answer[0]),)
        if step.option == THROW:
            return self._throw(state, step, piece)
        power = "" if step.option == PLAIN_ACTION else step.option
        verbs = [verb for _, verb in active_of(state, piece, power)]
        if any(verb.is_action for verb in verbs):  # it aims at everybody around
            return resolved, PowerUsed(piece.id, power)
        targets = legal_targets(state, piece, kind, power)
        if step.answer is None and targets:
            return ask_choice(state, step, targets)
        chosen = tuple(one for one in targets if step.answer and one == step.answer[0])
        if not chosen:
            return (resolved,)
        follows = (PowerUsed(piece.id, power),) if any(verb.follows for verb in verbs) else ()
        shape = shape_of(state, piece, kind, power) if power else None
        return resolved, *follows, *declare_events(state, piece, chosen, kind, shape)

    def _throw(self, state: State, step: Resolve, piece: Piece) -> tuple[Any, ...]:
        """At whom it throws what it holds, and the throw (HC-OBJ-32)."""
        resolved, targets = PowerResolved(step.piece, step.power), throw_targets(state, piece)
        if step.answer is None and targets:
            return ask_choice(state, step, targets)
        chosen = [one for one in targets if step.answer and one == step.answer[0]]
        if not chosen:
            return (resolved,)
        return resolved, *throw_events(state, piece, state.piece(chosen[0]))

    def _ways(self, state: State, piece: Piece, kind: AttackKind) -> Iterator[str]:
        """The powers that the combat action could activate here, the plain one first."""
        if not piece.spaces:
            return
        if legal_targets(state, piece, kind):
            yield PLAIN_ACTION
        if kind is AttackKind.RANGED and throw_targets(state, piece):
            yield THROW
        for one in () if self.plain else held(state, piece):
            rule = state.edition.powers.get(one.power)
            if rule is None or self.attack.value not in rule.actions or "power" in rule.actions:
                continue
            shaped = shape_of(state, piece, kind, one.power) is not None
            use = UsePower(piece.seat, piece.id, one.power)
            around = [verb for verb in rule.verbs if verb.is_action]
            fits = around and not any(around[0].violations(state, use))
            if fits or (shaped and legal_targets(state, piece, kind, one.power)):
                yield one.power


@dataclass(frozen=True, slots=True)
class AttackOnTheWay(Moving):
    """The whole speed, past opponents without stopping; on the way one close attack, or a ranged one at half range.

    The command names the square of the attack; where the move ends is asked for after it. An attack is no action: no
    power that needs one joins it (HC-ACT-17).
    """

    penalty: int = 0  # to its attack
    apart: bool = False  # not when it begins next to an opponent
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether it may begin here, and the move may end there."""
        near = adjacent_opponents(state, state.piece(use.piece)) if self.apart else ()
        if near:
            yield violation("HC-ADJ-02", use.piece, waivable=False, piece=near[0].id)
        yield from Moving.violations(self, state, use)

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """One for each square of the attack, where it may begin."""
        if not (self.apart and adjacent_opponents(state, state.piece(use.piece))):
            yield from Moving.offers(self, state, use)

    def manner(self, power: str) -> Manner:
        """Away from everybody, and past everybody."""
        return Manner((), ("runner",), own_gaits=False)

    def resolve(self, state: State, step: Resolve) -> tuple[Any, ...]:
        """The target, the attack, the rest of the way."""
        resolved, piece = PowerResolved(step.piece, step.power), state.piece(step.piece)
        if not piece.spaces:
            return (resolved,)
        if step.stage == 0:
            half = reckon(range_value(state, piece), (Contribution(Operation.HALVED, 0, step.power),)).value
            close = legal_targets(state, piece, AttackKind.CLOSE)
            ranged = legal_targets(state, piece, AttackKind.RANGED, within=half)
            targets = (*close, *ranged)
            if step.answer is None and targets:
                return ask_choice(state, step, targets)
            chosen = tuple(one for one in targets if step.answer and one == step.answer[0])
            if not chosen:
                return (at_stage(step, 1),)
            kind = AttackKind.CLOSE if chosen[0] in close else AttackKind.RANGED
            weaker = self._weaker(state, step) if self.penalty else ()
            after = replace(state, lasting=(*state.lasting, *(one.effect for one in weaker)))
            return at_stage(step, 1), *weaker, *declare_events(after, piece, chosen, kind)
        found = rest_of(state, piece, self.manner(step.power), int(step.option))
        if step.answer is None and len(found.costs) > 1:
            return ask_place(state, step, found.costs)
        if not step.answer or step.answer[0] in piece.spaces:
            return (resolved,)
        to = next(space for space in found.costs if space == step.answer[0])
        path = (piece.spaces[0], *found.path_to(to))
        return resolved, FigureMoved(piece.id, path, (to,), found.costs[to])

    def _weaker(self, state: State, step: Resolve) -> tuple[EffectBegan, ...]:
        """What the attack on the way loses, until the action ends."""
        effect = Lasting(
            next_number(state), LastingKind.MODIFIES, step.piece, "attack", Until.ACTION_END, self.penalty,
            by=step.piece, power=step.power,
        )  # fmt: skip
        return (EffectBegan(effect),)


@dataclass(frozen=True, slots=True)
class MoveFreely(Moving):
    """A move with the speed locked at so many squares, for this move alone (HC-VAL-06, -07)."""

    speed: int

    def manner(self, power: str) -> Manner:
        """The locked speed."""
        return Manner((Contribution(Operation.LOCKED, self.speed, power),), own_gaits=False)
