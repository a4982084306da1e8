"""Corrections by hand in a game: checks, offers and words that all games share; each names its numbers and piles.

ranges, now    numbers of a figure or a thing     ──Adjust────> PutRight ─┐
spaces         where a figure may be put          ──Relocate──> PutThere ─┼─> follow: who is out then, the end …
piles          cards of a figure, and where to    ──MoveCard──> CardPut ──┘

What is put right is there, is another value than before, and nothing else is going on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Generic, TypeVar

from companion.core.by_hand import Adjust, CardPut, MoveCard, PutRight, PutThere, Relocate, number_words
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.phrases import Name, Phrase, Told, Word, joined
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import ScriptedState, Verb

S = TypeVar("S", bound=ScriptedState)
Correction = Adjust | Relocate | MoveCard
K = TypeVar("K", bound=Correction)
Range = tuple[int, int]  # the least and the most that a number may be
MOST = 99  # of a number without a limit of its own
YES_OR_NO = (0, 1)
LONG = 200  # so wide a range is also crossed by tens; lower it where tapping ones takes too long


class Corrections(ABC, Generic[S]):
    """The corrections of a game. Its scripts do no more than the correction unless the game adds to them."""

    rule = RuleId("TW-HAND-01")
    placing: type[Relocate] = Relocate  # a game's own may say more: where the figure looks

    @abstractmethod
    def figures(self, state: S) -> Collection[PieceId]:
        """Return the figures, on the board or off it."""

    @abstractmethod
    def things(self, state: S) -> Collection[PieceId]:
        """Return what else has numbers to put right."""

    @abstractmethod
    def ranges(self, state: S, piece: str) -> Mapping[str, Range]:
        """Return the numbers of a figure or a thing; nothing of what is not in the game."""

    @abstractmethod
    def now(self, state: S, piece: str, what: str) -> int:
        """Return one of these numbers as it stands."""

    @abstractmethod
    def spaces(self, state: S) -> Collection[SpaceId]:
        """Return the spaces that a figure may be put on."""

    def piles(self, state: S, piece: PieceId) -> Iterator[tuple[str, str]]:
        """Generate the cards that may be moved, each with the pile it goes to: none, unless a game has cards."""
        return iter(())

    def pile_of(self, state: S, piece: PieceId, card: str, to: str) -> str:
        """Return the pile from which the card goes to that one; empty: it was out of the game."""
        return ""

    # what forbids it

    def adjust_violations(self, state: S, command: Adjust) -> Iterator[Violation]:
        """Why that number cannot be put right so."""
        known = self.ranges(state, command.piece)
        if not known:
            yield violation("TW-PIECE-01", command.piece, waivable=False)
        elif command.what not in known:
            yield self.refusal(command.piece, *known)
        elif not known[command.what][0] <= command.value <= known[command.what][1]:
            least, most = known[command.what]
            yield self.refusal(command.piece, f"{command.what} {least}..{most}")
        elif self.now(state, command.piece, command.what) == command.value:
            yield self.refusal(command.piece, f"{command.what} {command.value}")

    @abstractmethod
    def relocate_violations(self, state: S, command: Relocate) -> Iterator[Violation]:
        """Why that figure, which is in the game, cannot be put there."""

    def card_violations(self, state: S, command: MoveCard) -> Iterator[Violation]:
        """Why that card cannot lie there."""
        yield violation("TW-PIECE-01", command.piece, waivable=False)

    def hindrances(self, state: S, command: Correction) -> Iterator[Violation]:
        """Why nothing may be put right now: something is asked or in progress, or the game is over."""
        if state.is_busy or state.flow.outcome is not None:
            yield violation("TW-ASK-01", waivable=False, request="-")

    def refusal(self, piece: PieceId, *known: str) -> Violation:
        """The refusal that names what there is."""
        return violation(self.rule, piece, waivable=False, known=", ".join(known) or "-")

    # what it does

    def adjust(self, t: Teller[S], command: Adjust) -> Script[None] | None:
        """Put the number right, and see to what follows."""
        t.tell(PutRight(command.seat, command.piece, command.what, command.value, command.note))
        return self.follow(t)

    def relocate(self, t: Teller[S], command: Relocate) -> Script[None] | None:
        """Put the figure there, or take it off the board."""
        t.tell(PutThere(command.seat, command.piece, command.to, command.note))
        return self.follow(t)

    def move_card(self, t: Teller[S], command: MoveCard) -> Script[None] | None:
        """Put the card there."""
        start = self.pile_of(t.state, command.piece, command.card, command.to)
        t.tell(CardPut(command.seat, command.piece, command.card, start, command.to, command.note))
        return self.follow(t)

    def follow(self, t: Teller[S]) -> Script[None] | None:
        """Carry out what follows from the game as it stands now."""
        return None

    @cached_property
    def verbs(self) -> Mapping[type, Verb[S]]:
        """The commands, each with what forbids it and its script."""
        return {
            Adjust: Verb(self._checked(self.adjust_violations), self.adjust),
            self.placing: Verb(self._checked(self._relocate_violations), self.relocate),
            MoveCard: Verb(self._checked(self.card_violations), self.move_card),
        }

    def _relocate_violations(self, state: S, command: Relocate) -> Iterator[Violation]:
        if command.piece in self.figures(state):
            yield from self.relocate_violations(state, command)
        else:
            yield violation("TW-PIECE-01", command.piece, waivable=False)

    def _checked(self, check: Callable[[S, K], Iterator[Violation]]) -> Callable[[S, K], Iterator[Violation]]:
        def violations(state: S, command: K) -> Iterator[Violation]:
            yield from check(state, command)
            yield from self.hindrances(state, command)

        return violations

    # what is offered, and in which words

    def offers(self, state: S, seat: Seat, piece: PieceId | None = None) -> Iterator[Correction]:
        """Generate what the seat may put right, of one figure or thing, or of all: numbers by one, every space."""
        for thing in [piece] if piece is not None else [*self.figures(state), *self.things(state)]:
            yield from self.listed(state, seat, thing)
            if thing in self.figures(state):
                places = (self.placing(seat, thing, to) for to in self.spaces(state))
                yield from (one for one in places if self.is_legal(state, one))

    def listed(self, state: S, seat: Seat, piece: PieceId) -> Iterator[Correction]:
        """Generate those of a figure or a thing that are no tap on the board."""
        yield from (one for one in self._of(state, seat, piece) if self.is_legal(state, one))

    def is_legal(self, state: S, command: Correction) -> bool:
        """Whether it may be put right so now."""
        return not any(self.verbs[type(command)].violations(state, command))

    def _of(self, state: S, seat: Seat, piece: PieceId) -> Iterator[Correction]:
        if piece in self.figures(state):
            yield self.placing(seat, piece)
        for what, (least, most) in self.ranges(state, piece).items():
            held, steps = self.now(state, piece, what), (-1, 1) if most - least <= LONG else (-10, -1, 1, 10)
            yield from (Adjust(seat, piece, what, held + step) for step in steps)
        yield from (MoveCard(seat, piece, card, to) for card, to in self.piles(state, piece))

    def variations(self, state: S, command: object) -> Iterator[Correction]:
        """Generate the correction with another value, one more or less."""
        if isinstance(command, Adjust):
            others = (replace(command, value=command.value + step) for step in (-1, 1))
            yield from (one for one in others if self.is_legal(state, one))

    def words(self, state: S, command: Correction) -> Told:
        """Tell a correction as its button says it: what stands there now, and what will."""
        match command:
            case Relocate(to=None):
                return Phrase("put.off")
            case Relocate():
                return joined("", "→ ", Name(str(command.to)))
            case MoveCard():
                piles = self.pile_of(state, command.piece, command.card, command.to), command.to
                figures = self.figures(state)
                shown = (Name(pile) if pile in figures else Word("pile", pile) for pile in piles)
                return Phrase("briefing.is", {"what": Name(command.card), "words": joined(" → ", *shown)})
            case Adjust():
                held = self.now(state, command.piece, command.what)
                return number_words(command.what, command.value, f"{held} → {command.value}")
