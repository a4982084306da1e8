"""Lines of sight between pieces and squares, by what each can see through and who hides (HC-LOS, HX-LOS).

Lines also lead to what is no character: a square, a wall section (HC-TERR-26, -34..38, HC-LOS-19).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from companion.board import Sight, line_to_wall
from companion.board.grid import GridBoard
from companion.board.lines import SightLine
from companion.board.meeting import PLAIN, Lens, SightRules
from companion.board.occupancy import Occupancy
from companion.board.spaces import Edge, Verdict
from companion.board.view import View
from companion.board.walls import may_reach_wall
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.games.heroclix.position.holding import active, are_adjacent, ignores, is_active
from companion.games.heroclix.position.reckoning import range_value
from companion.games.heroclix.position.verb import Verb
from companion.games.heroclix.state.state import Piece, State


@dataclass(frozen=True, slots=True)
class Hide(Verb):
    """A hindered line to the piece counts as blocked, in everybody's turn unless the card says otherwise."""

    others: bool = False  # only in the turns of others …
    adjacent: bool = True  # … and from pieces next to it too

    def counts(self, state: State, one: Piece, hidden: Piece) -> bool:
        """Whether it hides from that piece now."""
        in_turn = not self.others or state.active_seat is None or not state.is_friend(hidden.seat, state.active_seat)
        return in_turn and (self.adjacent or not are_adjacent(state, one, hidden))


@dataclass(frozen=True, slots=True)
class Sharpshoot(Verb):
    """Opponents stand in the way of none of its lines, and do not keep it from shooting when they are adjacent."""


@dataclass(frozen=True, slots=True)
class ShootPast(Verb):
    """Adjacent opponents do not keep it from shooting at others."""


@dataclass(frozen=True, slots=True)
class SeeThroughHindering(Verb):
    """Hindering terrain is clear for its lines."""


NOBODY = Occupancy(())
NO_PIECES = frozenset[PieceId]()
HIDDEN = RuleId("stealth")  # why a hindered line is blocked
BLOCKED = Verdict.BLOCKED.severity


def line_between(state: State, one: Piece, other: Piece, within: int | None = None) -> SightLine:
    """The line of sight from one piece to another, or to itself (HX-LOS-05), by their best squares (HC-MULTI-10).

    From centre to centre (HX-LOS-02), and whenever somebody wants to know, as the range (HX-LOS-01, HX-RNG-03).

    Range and line are between the same two squares (HC-MULTI-16): a pair that can be shot at goes before a better line
    that is too long. Who hides cannot be seen past what hinders.
    """
    reach = range_value(state, one) if within is None else within
    key = ("line", one.id, other.id, reach)
    known = state.kept.get(key)
    if known is None or known[0] is not one or known[1] is not other:
        known = state.kept[key] = (one, other, _line(state, one, other, reach))
    line: SightLine = known[2]
    return line


def _line(state: State, one: Piece, other: Piece, reach: int) -> SightLine:
    hides = one.id != other.id and any(
        verb.counts(state, one, other) and not ignores(state, one, power) for power, verb in active(state, other, Hide)
    )
    passed = passed_by(state, one)
    sight, lens = sight_of(state), PLAIN
    through = is_active(state, one, SeeThroughHindering)
    if hides or passed or through:
        lens = Lens(pieces=passed, hidden_by=HIDDEN if hides else None, ignores_hindering=through)
    lines = [sight.between(a, b, lens) for a in one.spaces for b in other.spaces]
    return min(
        lines, key=lambda line: (line.verdict is Verdict.BLOCKED, line.range > reach, line.verdict.severity, line.range)
    )


def sight_of(state: State) -> Sight:
    """The lines of this position; in a first game nobody stands in their way (HC-BASIC-08)."""
    known: Sight | None = state.kept.get("sight")
    if known is None:
        standing = state.occupancy() if state.table.parts.lines else NOBODY
        known = state.kept["sight"] = _sight(state.table.board, standing, state.edition.sight)
    return known


def passed_by(state: State, one: Piece) -> frozenset[PieceId]:
    """The pieces that do not stand in the way of this one's lines."""
    if not is_active(state, one, Sharpshoot):
        return NO_PIECES
    return frozenset(foe.id for foe in state.on_map() if not state.is_friend(one.seat, foe.seat))


def is_in_sight(state: State, one: Piece, other: Piece, within: int) -> bool:
    """Whether the other piece is within so many squares and a line that is not blocked (HC-RNG-05)."""
    line = line_between(state, one, other, within)
    return line.verdict is not Verdict.BLOCKED and line.range <= within


def is_in_the_open(state: State, one: Piece, other: Piece, within: int) -> bool:
    """Whether only terrain, walls and heights count and the other piece is within so many squares."""
    sight = sight_of(state)
    lens = Lens(pieces=frozenset(piece.id for piece in state.on_map()), ignores_hindering=True)
    lines = (sight.between(a, b, lens) for a in one.spaces for b in other.spaces)
    return any(line.verdict is not Verdict.BLOCKED and line.range <= within for line in lines)


def sees_space(state: State, one: Piece, space: SpaceId) -> bool:
    """Whether a line from the piece to a square is not blocked."""
    sight = sight_of(state)
    return not all(sight.is_blocked(own, space) for own in one.spaces)


def seen_among(state: State, one: Piece, spaces: Collection[SpaceId]) -> frozenset[SpaceId]:
    """Return those of some squares to which a line from the piece is not blocked; line by line, for squares nearby."""
    sight = sight_of(state)
    return frozenset(space for own in one.spaces for space in spaces if not sight.is_blocked(own, space))


def spaces_seen(state: State, one: Piece) -> frozenset[SpaceId]:
    """All squares to which a line from the piece is not blocked: ``sees_space`` of the whole board at once."""
    view, spaces = _view(sight_of(state)), state.table.board.spaces

    def find(piece: Piece) -> frozenset[SpaceId]:
        fields = (zip(spaces, view.severities(own), strict=True) for own in piece.spaces)
        return frozenset(space for field in fields for space, severity in field if severity < BLOCKED)

    return state.once("spaces seen", one, find)


@lru_cache(maxsize=8)  # every line of one position is asked of the same Sight, which keeps what it has judged
def _sight(board: GridBoard, occupancy: Occupancy, rules: SightRules) -> Sight:
    return Sight(board, occupancy, rules)


@lru_cache(maxsize=8)  # a Sight is one position's, and equal to itself alone
def _view(sight: Sight) -> View:
    return View(sight)


def line_to_space(state: State, one: Piece, space: SpaceId, within: int) -> SightLine:
    """The line from the piece to the centre of a square, which does not block its own line (HC-TERR-26).

    Neither does who stands there; of several squares of a larger base the best within range counts (HC-MULTI-16).
    """
    sight, passed = sight_of(state), passed_by(state, one)
    lens = Lens(pieces=passed) if passed else PLAIN
    lines = [sight.between(own, space, lens) for own in one.spaces]
    return min(
        lines,
        key=lambda line: (line.verdict is Verdict.BLOCKED, line.range > within, line.verdict.severity, line.range),
    )


def line_to_terrain(state: State, one: Piece, target: SpaceId | Edge, within: int) -> SightLine:
    """The line by which a square or a wall is attacked; to a wall its range is the farther square's (HC-TERR-35).

    Only the section that is named does not block (HC-TERR-38), nor who stands behind it (HC-TERR-36).
    """
    if not isinstance(target, Edge):
        return line_to_space(state, one, target, within)
    return line_to_wall(sight_of(state), one.spaces, target)


def sees_terrain(state: State, one: Piece, target: SpaceId | Edge) -> bool:
    """Whether some line to a square or a wall is not blocked, however long: asked before the line itself."""
    sight, passed = sight_of(state), passed_by(state, one)
    if isinstance(target, Edge):
        return may_reach_wall(sight, one.spaces, target)
    lens = Lens(pieces=passed) if passed else PLAIN
    return not all(sight.is_blocked(own, target, lens) for own in one.spaces)
