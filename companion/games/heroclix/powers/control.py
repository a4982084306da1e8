"""Pieces that change sides for one action (HC-TEAM-08).

attack that deals no damage ─hit─> each target is its attacker's friend ─> one action, or none ─> it goes back
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.core.reckoning import Contribution, Operation
from companion.core.rules import Violation
from companion.games.heroclix.attack.striking import make_attack
from companion.games.heroclix.attack.targeting import aiming_violations, legal_targets
from companion.games.heroclix.commands import UsePower, used
from companion.games.heroclix.damage.blow import deal_effect, deal_unavoidable
from companion.games.heroclix.events.attack import AttackShaped
from companion.games.heroclix.events.damage import EffectDealt, UnavoidableDealt
from companion.games.heroclix.events.play import FreeMoveBegan
from companion.games.heroclix.events.powers import ControlReturned, ControlTaken, PowerUsed
from companion.games.heroclix.moves.movement import MOVE_ACTION, Manner, go, legal_bases, move_of
from companion.games.heroclix.position.happening import happen
from companion.games.heroclix.position.holding import are_adjacent
from companion.games.heroclix.position.reckoning import range_value, within_of
from companion.games.heroclix.position.verb import Verb, may, purpose_of
from companion.games.heroclix.state.attack import ActionKind, AttackKind
from companion.games.heroclix.state.state import Piece, State

MOVE, ATTACK = "move", "attack"


@dataclass(frozen=True, slots=True)
class TakeControl(Verb):
    """An attack that deals no damage; who is hit carries out one action for its attacker.

    ``range`` is that of a user whose own is 0. The user is dealt 1 damage for every so many ``points`` of those hit; or
    ``once``, 1 unavoidable damage when they are worth so many together.
    """

    range: int
    points: int = 0  # none: it costs nothing
    minimum: bool = False  # ``range`` is a minimum range
    once: bool = False
    slow: bool = False  # each moves at half its speed and makes an attack, in whatever order, instead of an action
    is_action: ClassVar[bool] = True
    aims: ClassVar[int | None] = None
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether they may be attacked so."""
        piece = state.piece(use.piece)
        kind = self._kind(state, piece, use.targets)
        yield from aiming_violations(state, piece, use.targets, kind, use.power, self._within(state, piece))

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """Generate a use for each opponent that may be the only target."""
        piece = state.piece(use.piece)
        for other in state.on_map():
            if not state.is_friend(piece.seat, other.seat):
                yield used(use, (other.id,))

    def _within(self, state: State, piece: Piece) -> int | None:
        if self.minimum:
            return within_of(state, piece, self.range, minimum=True)
        return None if range_value(state, piece) else self.range

    def _kind(self, state: State, piece: Piece, targets: tuple[PieceId, ...]) -> AttackKind:
        """Close against a neighbour, else ranged."""
        found = state.find(targets[0]) if len(targets) == 1 else None
        near = found is not None and bool(found.spaces) and are_adjacent(state, piece, found)
        return AttackKind.CLOSE if near else AttackKind.RANGED

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The attack; those hit come over, and the user pays for them; each carries out its action and goes back."""
        user, shape = t.state.piece(used.piece), AttackShaped(used.power, harmless=True)
        kind = self._kind(t.state, user, used.targets)
        yield from make_attack(t, user, used.targets, kind, shape)
        attack = t.state.attack
        hits = attack.hits if attack is not None and attack.attacker == user.id else ()
        hits = tuple(name for name in hits if t.state.piece(name).spaces)
        if not hits or t.state.piece(user.id).ko:
            return
        price = sum(t.state.piece(name).points for name in hits) // self.points if self.points else 0
        dealt = EffectDealt(user.id, used.power, (user.id,), price)
        sure = UnavoidableDealt(user.id, 1, RuleId("HC-DMG-08"))
        happen(t, ControlTaken(hits, user.seat), *([sure if self.once else dealt] if price else []))
        if price:
            yield from deal_unavoidable(t, sure) if self.once else deal_effect(t, dealt, user.seat)
        for name in hits:
            if not t.state.piece(user.id).ko:
                yield from _act(t, used, name, slow=self.slow)
            happen(t, ControlReturned(name))


def _act(t: Teller[State], used: PowerUsed, name: PieceId, *, slow: bool = False, done: str = "") -> Script[None]:
    """Let the piece act for its new friend: ask for the action, then where or at whom, then do it; ``slow``: and then
    the other of the two, a move or an attack.
    """
    piece = t.state.piece(name)
    if not piece.spaces:
        return
    manner = Manner((Contribution(Operation.HALVED, 0, used.power),)) if slow else MOVE_ACTION
    aims = {kind.value: legal_targets(t.state, piece, kind) if done != ATTACK else () for kind in AttackKind}
    bases = {base[0]: base for base in legal_bases(t.state, piece, manner) if len(base) == 1} if done != MOVE else {}
    ways = [*([MOVE] if bases else []), *(kind for kind, targets in aims.items() if targets)]
    way = (yield from may(t, used, ways, piece=name)) if ways else ""
    if way == MOVE:
        to = yield from t.place(piece.seat, purpose_of(used.power), name, tuple(bases))
        given = move_of(t.state, piece, bases[to], ActionKind.MOVE, manner)
        began = FreeMoveBegan(name, given.path, given.to, given.cost, given.breaks_away)
        happen(t, began)
        yield from go(t, began)
    elif way:
        target = yield from may(t, used, aims[way], piece=name)
        if target:
            yield from make_attack(t, piece, (PieceId(target),), AttackKind(way))
    if slow and way and not done:
        yield from _act(t, used, name, slow=True, done=MOVE if way == MOVE else ATTACK)
