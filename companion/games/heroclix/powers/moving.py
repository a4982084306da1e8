"""Moves that go on to an attack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.core.ids import PieceId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.reckoning import Contribution, Operation
from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.declaring import declare_events, shape_of
from companion.games.heroclix.attack.striking import make_attack, strike
from companion.games.heroclix.attack.targeting import legal_targets
from companion.games.heroclix.attack.throwing import throw_events, throw_targets
from companion.games.heroclix.commands import UsePower, used
from companion.games.heroclix.events.play import FigureMoved
from companion.games.heroclix.events.powers import EffectBegan, PowerUsed
from companion.games.heroclix.moves.fetching import legal_fetches, move_with_violations
from companion.games.heroclix.moves.movement import Manner, ending_of, legal_bases, mover_of, reach_of, rest_of
from companion.games.heroclix.position.happening import happen, next_number, resolve, use
from companion.games.heroclix.position.holding import active_of, adjacent_opponents, held
from companion.games.heroclix.position.reckoning import range_value, reckoned_value
from companion.games.heroclix.position.verb import During, Verb, may, purpose_of
from companion.games.heroclix.state.attack import AttackKind
from companion.games.heroclix.state.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.state.state import Piece, State

PLAIN_ACTION = "plain"  # a combat action that activates no power
THROW = "throw"  # one by which it throws the object it holds


class Moving(Verb):
    """A verb whose command says where its move ends."""

    __slots__ = ()
    is_action: ClassVar[bool] = True
    says: ClassVar[frozenset[str]] = frozenset(("to",))
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
        """Generate a use for each end of the move, staying included."""
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
        """Return the manner of the move: half the speed, or the locked one."""
        locked = Contribution(Operation.LOCKED, self.speed, power)
        return Manner((locked if self.speed else Contribution(Operation.HALVED, 0, power),), own_gaits=False)

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """Ask which power the combat action activates and at whom it is aimed, then attack."""
        piece, kind = t.state.piece(used.piece), AttackKind(self.attack.value)
        ways = list(self._ways(t.state, piece, kind))
        way = ways[0] if ways == [PLAIN_ACTION] else (yield from may(t, used, ways)) if ways else ""
        if not way:
            return
        power = "" if way in (PLAIN_ACTION, THROW) else way
        verbs = [verb for _, verb in active_of(t.state, piece, power)]
        if any(verb.is_action for verb in verbs):  # it aims at everybody around
            yield from use(t, PowerUsed(piece.id, power))
            return
        targets = throw_targets(t.state, piece) if way == THROW else legal_targets(t.state, piece, kind, power)
        chosen = PieceId((yield from may(t, used, targets)) if targets else "")
        if not chosen:
            return
        if way == THROW:  # HC-OBJ-32
            happen(t, *throw_events(t.state, piece, t.state.piece(chosen)))
            yield from strike(t)
            return
        following = [PowerUsed(piece.id, power)] if any(verb.follows for verb in verbs) else []
        shape = shape_of(t.state, piece, kind, power) if power else None
        happen(t, *following, *declare_events(t.state, piece, (chosen,), kind, shape))
        yield from strike(t)
        for attack in following:
            yield from resolve(t, attack)

    def _ways(self, state: State, piece: Piece, kind: AttackKind) -> Iterator[str]:
        """The powers that the combat action could activate here, the plain one first."""
        if not piece.spaces:
            return
        if legal_targets(state, piece, kind):
            yield PLAIN_ACTION
        if kind is AttackKind.RANGED and throw_targets(state, piece):
            yield THROW
        for holding in () if self.plain else held(state, piece):
            rule = state.edition.powers.get(holding.power)
            if rule is None or self.attack.value not in rule.actions or "power" in rule.actions:
                continue
            shaped = shape_of(state, piece, kind, holding.power) is not None
            use = UsePower(piece.seat, piece.id, holding.power)
            around = [verb for verb in rule.verbs if verb.is_action]
            fits = around and not any(around[0].violations(state, use))
            if fits or (shaped and legal_targets(state, piece, kind, holding.power)):
                yield holding.power


@dataclass(frozen=True, slots=True)
class AttackOnTheWay(Moving):
    """The whole speed, past opponents without stopping; on the way one close attack, or a ranged one at half range.

    The command names the square of the attack; where the move ends is asked for after it. An attack is no action: no
    power that needs one joins it (HC-ACT-17).
    """

    penalty: int = 0  # to its attack
    apart: bool = False  # not when it begins next to an opponent
    rolls: bool = False  # it rolls to break away
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether it may begin here, and the move may end there."""
        near = adjacent_opponents(state, state.piece(use.piece)) if self.apart else ()
        if near:
            yield violation("HC-ADJ-02", use.piece, waivable=False, piece=near[0].id)
        yield from Moving.violations(self, state, use)

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """Generate a use for each square from which the attack may be made."""
        if not (self.apart and adjacent_opponents(state, state.piece(use.piece))):
            yield from Moving.offers(self, state, use)

    def manner(self, power: str) -> Manner:
        """Away from everybody, and past everybody."""
        return Manner((), ("sprinter" if self.rolls else "runner",), own_gaits=False)

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The target, the attack, the rest of the way."""
        piece = t.state.piece(used.piece)
        halved = Contribution(Operation.HALVED, 0, used.power)
        half = reckoned_value(t.state, piece, "range", range_value(t.state, piece), (halved,)).value
        close = legal_targets(t.state, piece, AttackKind.CLOSE)
        targets = tuple(dict.fromkeys((*close, *legal_targets(t.state, piece, AttackKind.RANGED, within=half))))
        chosen = PieceId((yield from may(t, used, targets)) if targets else "")
        if chosen:
            kind = AttackKind.CLOSE if chosen in close else AttackKind.RANGED
            t.tell(*([self._weaker(t.state, used)] if self.penalty else []))
            yield from make_attack(t, piece, (chosen,), kind)
        piece = t.state.piece(used.piece)
        if not piece.spaces:
            return
        rest = rest_of(t.state, piece, self.manner(used.power), int(used.option))
        # one of the squares that are free, and no other (HC-VAL-11)
        to = yield from t.place(piece.seat, purpose_of(used.power), piece.id, tuple(rest.costs))
        if to not in piece.spaces:
            path = (piece.spaces[0], *rest.path_to(to))
            happen(t, FigureMoved(piece.id, path, (to,), rest.costs[to]))

    def _weaker(self, state: State, used: PowerUsed) -> EffectBegan:
        """Return the weakness of the attack on the way, until the action ends."""
        number, kind, until = next_number(state), LastingKind.MODIFIES, Until.ACTION_END
        effect = Lasting(number, kind, used.piece, "attack", until, self.penalty, by=used.piece, power=used.power)
        return EffectBegan(effect)


@dataclass(frozen=True, slots=True)
class MoveFreely(Moving):
    """A move with the speed locked at so many squares, for this move alone (HC-VAL-06, -07)."""

    speed: int

    def manner(self, power: str) -> Manner:
        """The locked speed."""
        return Manner((Contribution(Operation.LOCKED, self.speed, power),), own_gaits=False)
