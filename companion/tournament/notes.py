"""Notes of the staff beside the games: words about a player, forces drawn to be checked, prizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.core.ids import Seat
from companion.core.procedure import Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.tournament.elimination import final_places
from companion.tournament.judging import Note
from companion.tournament.people import known, name_of
from companion.tournament.state import Prize, TournamentState, lot


@dataclass(frozen=True, slots=True)
class TakeNote:
    """Notes something about a player, for the staff alone."""

    seat: Seat
    player: str
    text: str
    by: str = ""
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class DrawChecks:
    """Draws players whose forces are checked at their tables, those who were not drawn yet first."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class GivePrize:
    """Gives a prize to the player of a place, or draws who gets it among those who have none (place 0)."""

    seat: Seat
    what: str
    place: int = 0


@dataclass(frozen=True, slots=True)
class NoteTaken:
    """Something was noted about a player."""

    note: Note


@dataclass(frozen=True, slots=True)
class ChecksDrawn:
    """The forces of these are checked in that round."""

    round: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrizeGiven:
    """A player has won something."""

    prize: Prize


EVENTS = (NoteTaken, ChecksDrawn, PrizeGiven)


def note_violations(state: TournamentState, command: TakeNote) -> Iterator[Violation]:
    """Why nothing is noted: nobody of that name (TW-EV-02), or no words (TW-EV-40)."""
    yield from known(state, command.player)
    if not command.text.strip():
        yield violation("TW-EV-40", waivable=False)


def take_note(t: Teller[TournamentState], command: TakeNote) -> None:
    t.tell(NoteTaken(Note(name_of(t.state, command.player), command.text, command.by or command.seat, command.at_ms)))


def checks_violations(state: TournamentState, command: DrawChecks) -> Iterator[Violation]:
    """Why nobody is drawn: fewer are there (TW-EV-07)."""
    if not 1 <= command.count <= len(state.active):
        yield violation("TW-EV-07", waivable=False, found=len(state.active), expected=max(1, command.count))


def draw_checks(t: Teller[TournamentState], command: DrawChecks) -> None:
    """By the event's seed and how often was drawn: everybody can draw it again."""
    state, turn = t.state, len(t.state.checked)
    often = [name for _, names in state.checked for name in names]
    order = sorted(
        state.active, key=lambda one: (often.count(one.name), lot(state.setup.seed, f"check {turn}", one.number))
    )
    t.tell(ChecksDrawn(state.flow.round, tuple(player.name for player in order[: command.count])))


def prize_violations(state: TournamentState, command: GivePrize) -> Iterator[Violation]:
    """Why it goes to nobody: no name (TW-EV-40), no such place, or everybody has one (TW-EV-07)."""
    if not command.what.strip():
        yield violation("TW-EV-40", waivable=False)
    found = len(state.players) if command.place else len(_without_prize(state))
    if not (1 <= command.place <= found if command.place else found):
        yield violation("TW-EV-07", waivable=False, found=found, expected=max(1, command.place))


def _without_prize(state: TournamentState) -> list[str]:
    won = {prize.player for prize in state.prizes}
    return [player.name for player in state.players if player.name not in won]


def give_prize(t: Teller[TournamentState], command: GivePrize) -> None:
    """Places are the final ones; lots are drawn by the seed among those who have nothing yet."""
    state = t.state
    if command.place:
        player = next(line.player for place, line in final_places(state) if place == command.place)
    else:
        numbers, turn = {one.name: one.number for one in state.players}, len(state.prizes)
        player = min(_without_prize(state), key=lambda name: lot(state.setup.seed, f"prize {turn}", numbers[name]))
    t.tell(PrizeGiven(Prize(command.what, player, command.place)))


def with_note(state: TournamentState, event: object) -> TournamentState:
    """Return the state after one of these events."""
    match event:
        case NoteTaken(note):
            return replace(state, notes=(*state.notes, note))
        case ChecksDrawn(number, players):
            return replace(state, checked=(*state.checked, (number, players)))
        case PrizeGiven(prize):
            return replace(state, prizes=(*state.prizes, prize))
    return state


VERBS: Mapping[type, Verb[TournamentState]] = {
    TakeNote: Verb(note_violations, take_note),
    DrawChecks: Verb(checks_violations, draw_checks),
    GivePrize: Verb(prize_violations, give_prize),
}
