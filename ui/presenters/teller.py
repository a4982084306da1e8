"""The game's part in telling its events, as the log asks for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from companion.core.dice import DiceRequest
from companion.core.face import Cue, Meaning, Telling
from companion.core.ids import PieceId, Seat
from companion.core.phrases import Told
from companion.core.rules import GameState


class Teller(Protocol):
    """The game's part in telling its events."""

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """The seats that look together at one screen; several sides where some know what others do not.

        A screen may be of some of them (``Look.seats``), and of ``ONLOOKERS``, who are none of them.
        """

    @property
    def unspoken(self) -> frozenset[tuple[str, str]]:
        """The answers that change nothing, by the rule that asks, and so are no lines."""

    @property
    def sequels(self) -> Mapping[str, frozenset[str]]:
        """The events that are told in one line with the one before it, if that is of these."""

    def joins(self, first: object, event: object) -> bool:
        """Whether an event is of one cause with the one before it, where its kind is told in one line with that."""

    def owner(self, event: object) -> str | None:
        """Return the seat of the figure that an event is about; ``None``: it is about none on the table."""

    def telling(self, event: object) -> Telling:
        """Return how the log tells the event."""

    def words(
        self, event: object, before: GameState, after: GameState, lang: str, seat: Seat | None = None
    ) -> Told | None:
        """Return the game's own words for the event between those states as the seat hears it, where it has any."""

    def meaning(self, asked: DiceRequest, faces: Sequence[str], before: GameState) -> Meaning:
        """Return what dice needed, and came to where the lines that follow do not say it."""

    def why(self, after: GameState) -> Told:
        """Return why the game ended as it did; empty: the words of its rule are enough."""

    def parties(self, event: object) -> tuple[PieceId, ...]:
        """Return who attacks, then whom, of an event by which an attack begins."""

    def strikes(self, event: object) -> bool:
        """Whether an attack begins by the event, whose result is its own."""

    @property
    def yields(self) -> frozenset[str]:
        """The events of what the end of a turn brings: who arrives, what is counted, points."""

    @property
    def decisive(self) -> frozenset[str]:
        """The events by which a game is won, as far as any is."""

    def cue(self, event: object) -> Cue | None:
        """Return the event's cue for a ring of lights."""

    def harms(self, event: object) -> bool:
        """Whether somebody is hurt by the event."""
