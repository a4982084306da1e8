"""Dials that turn: the new click, the powers that come and go with it (HC-POW-05, HC-DMG-17).

Healing goes never past the starting line (HC-DMG-15, -16); a click may be the end of a piece.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.core.ids import Seat
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.events.damage import DialTurned, PowersChanged
from companion.games.heroclix.figures.figure import heal_to, is_ko, powers_at, turn_to
from companion.games.heroclix.position.holding import active
from companion.games.heroclix.position.verb import Forbid, Verb
from companion.games.heroclix.state.state import Piece, State


@dataclass(frozen=True, slots=True)
class StopDial(Verb):
    """The dial stops at a click that shows this, whatever damage is left (HX-SEQ-09)."""


@dataclass(frozen=True, slots=True)
class FallPast(Verb):
    """The piece is knocked out when its dial is turned past the starting line of this colour (HX-KO-02)."""

    line: str


def turned(state: State, piece: Piece, after: int, reason: str = "") -> tuple[DialTurned | PowersChanged, ...]:
    """The dial at another click, and what that changes in the window."""
    figure = state.figure(piece)
    before, now = powers_at(figure, piece.click).values(), powers_at(figure, after).values()
    gained, lost = tuple(sorted({*now} - {*before})), tuple(sorted({*before} - {*now}))
    changed = (PowersChanged(piece.id, gained, lost),) if gained or lost else ()
    return DialTurned(piece.id, piece.click, after, reason), *changed


def healed(state: State, piece: Piece, clicks: int, power: str, *, by_hand: bool = False) -> tuple[object, ...]:
    """The dial turned back so far, as far as it goes; not at all where something forbids it, but by hand."""
    if not by_hand and any(verb.healed for _, verb in active(state, piece, Forbid)):
        return ()
    after = heal_to(piece.click, clicks, piece.start_click)
    return turned(state, piece, after, power) if after != piece.click else ()


def clicks_taken(state: State, events: Iterable[object]) -> Mapping[Seat, int]:
    """Count the clicks taken by each seat's own pieces; healed ones were still taken."""
    owners = {piece.id: piece.owner or piece.seat for piece in state.pieces}
    taken: Counter[Seat] = Counter()
    for event in events:
        if isinstance(event, DialTurned) and event.piece in owners:
            taken[owners[event.piece]] += max(0, event.after - event.before)
    return taken


def turned_to(state: State, piece: Piece, damage: int) -> int:
    """The click after one turn for each point of damage, up to a KO click or to one that says stop (HX-SEQ-09)."""
    figure = state.figure(piece)
    for turns in range(1, damage + 1):
        click = turn_to(figure, piece.click, turns)
        if _has(state.edition, powers_at(figure, click).values(), StopDial):
            return click
    return turn_to(figure, piece.click, damage)


def _has(edition: Edition, powers: Iterable[str], kind: type) -> bool:
    rules = (edition.powers[power] for power in powers if power in edition.powers)
    return any(isinstance(verb, kind) for rule in rules for verb in rule.verbs)


def is_out(state: State, piece: Piece, after: int) -> bool:
    """Whether the piece is knocked out with its dial at that click: KO shows (HX-KO-01), or its card says so, as when
    the dial has turned past a starting line of some colour (HX-KO-02)."""
    figure = state.figure(piece)
    if is_ko(figure, after):
        return True
    fatal = {verb.line for _, verb in active(state, piece, FallPast)}
    return any(piece.click <= click.number < after for click in figure.dial if click.starting_line in fatal)
