"""Action tokens that go, and one action more, by a die."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.core.ids import PieceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import UsePower
from companion.games.heroclix.events.play import ActionsAdded, TokenShed
from companion.games.heroclix.events.powers import PowerUsed
from companion.games.heroclix.position.happening import happen
from companion.games.heroclix.position.holding import adjacent_friends
from companion.games.heroclix.position.rolls import throw
from companion.games.heroclix.position.verb import Verb, may, purpose_of
from companion.games.heroclix.state.state import Piece, State


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
