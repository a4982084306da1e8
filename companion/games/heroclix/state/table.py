"""The table of a game of HeroClix, which does not change: seats, figures, board, and what the forces brought."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.board.grid import GridBoard
from companion.core.ids import EditionId, FigureId, Seat
from companion.core.keeping import Keeping
from companion.games.heroclix.edition import FIGURES_EACH, WHOLE_BOOK, Edition, Parts, PowerRule
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.figures.hand import Hand
from companion.games.heroclix.forces.rules import action_total
from companion.games.heroclix.forces.setup import Tactics

NO_TACTICS = Tactics()


@dataclass(frozen=True, slots=True)
class Loan:
    """Powers that the holder of a power lets friends use: beside it, within so many squares, or anywhere."""

    source: str
    powers: tuple[str, ...]
    within: int | None  # squares; 0: adjacent, ``None``: anywhere on the map
    keywords: tuple[str, ...] = ()  # in plain letters; none: whatever theirs are
    own: bool = False  # the holder is one of them


@dataclass(frozen=True, slots=True)
class Table(Keeping):
    """The unchanging part of a game."""

    edition: EditionId
    build_total: int
    seats: tuple[Seat, ...]
    figures: tuple[Figure, ...]
    board: GridBoard
    round_limit: int | None
    printed: GridBoard | None = None  # the board without the markers that lie on it now
    grants: tuple[tuple[str, str], ...] = ()  # power -> the ability it gives a move, or ``standard``: plain symbols
    tactics: Tactics = NO_TACTICS
    parts: Parts = WHOLE_BOOK
    lets_use: tuple[tuple[str, tuple[str, ...]], ...] = ()  # what abilities and cards let use besides
    rows: frozenset[str] = frozenset()  # abilities of teams and cards that something here carries out
    inline: tuple[tuple[str, PowerRule], ...] = ()  # the rules of what cards say in rows, by id
    _hands: dict[str, dict[int, Hand]] = field(default_factory=dict, init=False, repr=False, compare=False)
    other_boards: tuple[GridBoard, ...] = ()  # maps that were brought and not chosen (HC-SETUP-05)
    _rules: Edition = field(kw_only=True, repr=False, compare=False)  # they follow from the id, and from the cards
    _lends: tuple[Loan, ...] = field(default=(), kw_only=True, repr=False, compare=False)  # they follow from the rules

    @property
    def rules(self) -> Edition:
        """The rules of the edition, with what the cards of this table say in rows besides."""
        return self._rules

    @property
    def lends(self) -> tuple[Loan, ...]:
        """Return what powers and cards let friends use."""
        return self._lends

    @property
    def actions(self) -> int:
        """The action total: one per full 100 points of the build total, all game long (HC-ACT-01, -02, AMB-05); in a
        first game one for each figure (HC-BASIC-04)."""
        return action_total(self.build_total) if self.parts.total else FIGURES_EACH

    @property
    def hands(self) -> dict[str, dict[int, Hand]]:
        """The hands of clicks worked out so far, by figure and click (``hands.py``)."""
        return self._hands

    def figure(self, name: FigureId) -> Figure:
        """The figure of that id, which is one of this table's."""
        try:
            found: Figure = self._by_id[name]
            return found
        except AttributeError:  # asked for the first time
            object.__setattr__(self, "_by_id", {figure.id: figure for figure in self.figures})
            return self.figure(name)
