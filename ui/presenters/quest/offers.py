"""What a side's characters may do now, as buttons: asked of the rules once for every state, and kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.session import Session
from companion.games.heroquest import commands as cm

__all__ = ["Offers"]

_BY_TAP = (cm.Walk, cm.Teleport, cm.Jump)  # squares are tapped, not chosen from a list
_SELDOM = (cm.Turn, cm.ChangeWeapon)  # at the end of the list


class Offers:
    """The legal commands of some seats."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._kept: dict[Any, Any] = {}
        self._version = -1

    def of_piece(self, piece: PieceId) -> Sequence[Any]:
        """What that character may do."""
        kept: Sequence[Any] = self._keep(
            ("piece", piece), lambda: list(self._asked(self._state.who(piece).seat, piece))
        )
        return kept

    def of_table(self, seats: Sequence[Seat]) -> Sequence[Any]:
        """What concerns the quest as a whole: to begin it, to take a turn, to end one."""

        def found() -> list[Any]:
            offers = [one for seat in seats for one in self._asked(seat, None)]
            begin = [one for one in offers if isinstance(one, cm.BeginQuest)][:1]  # whoever says it
            return begin + [one for one in offers if isinstance(one, cm.TakeTurn | cm.EndTurn | cm.EndPhase)]

        kept: Sequence[Any] = self._keep(("table", tuple(seats)), found)
        return kept

    def listed(self, seats: Sequence[Seat], piece: PieceId | None, aimed: PieceId | None) -> list[Any]:
        """What a card lists: of that character what it may do, else what concerns the quest; ends have their button."""
        found = self.of_table(seats) if piece is None else self.as_buttons(piece, aimed)
        return [one for one in found if not isinstance(one, cm.EndTurn | cm.EndPhase)]

    def ending(self, seats: Sequence[Seat]) -> Any | None:
        """What the button for an end gives: the end of the turn under way, or of the phase."""
        ends = [one for one in self.of_table(seats) if isinstance(one, cm.EndTurn | cm.EndPhase)]
        return next((one for one in ends if getattr(one, "piece", None) in (self._state.active, None)), None)

    def as_buttons(self, piece: PieceId, aimed: PieceId | None) -> list[Any]:
        """What buttons offer: what has no square to tap; of somebody or something aimed at, what concerns it."""
        offers = [one for one in self.of_piece(piece) if not isinstance(one, _BY_TAP)]
        about = [one for one in offers if aimed is None or aimed in _about(one)]
        return sorted(about, key=lambda one: isinstance(one, _SELDOM))

    def targets(self, piece: PieceId) -> frozenset[PieceId]:
        """Whom it may attack, push, cast on."""
        return frozenset(PieceId(one) for command in self.of_piece(piece) for one in _about(command))

    def reach(self, piece: PieceId, spaces: Sequence[SpaceId]) -> dict[SpaceId, int]:
        """The squares of these where it may go at once, and the steps that takes."""

        def found() -> dict[SpaceId, int]:
            left = self._state.who(piece).turn
            if left is None or not left.moving or self._state.flow.open:
                return {}
            ways = ((space, self.to(piece, space)) for space in spaces)
            return {space: len(way.path) for space, way in ways if isinstance(way, cm.Walk)}

        kept: dict[SpaceId, int] = self._keep(("reach", piece), found)
        return kept

    def to(self, piece: PieceId, space: SpaceId) -> Any | None:
        """The command that takes it to that square, or ``None``."""
        return next(self._session.system.commands_placing(self._state, piece, (space,)), None)

    @property
    def _state(self) -> Any:
        return self._session.state

    def _asked(self, seat: Seat, piece: PieceId | None) -> Iterator[Any]:
        return self._session.system.legal_commands(self._state, seat, piece=piece)

    def _keep(self, key: Any, make: Any) -> Any:
        if self._version != self._session.version:
            self._kept, self._version = {}, self._session.version
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]


def _about(command: Any) -> Iterator[str]:
    """Whom and what a command is aimed at."""
    names = ("target", "friend", "furniture", "trap", "door")
    return (getattr(command, name) for name in names if getattr(command, name, None))
