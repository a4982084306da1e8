"""Lines of sight between pieces and squares, by what each can see through and who hides (HC-LOS, HX-LOS)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from companion.board.grid import GridBoard
from companion.board.lines import SightLine
from companion.board.meeting import PLAIN, Lens, SightRules
from companion.board.occupancy import Occupancy
from companion.board.sight import Sight
from companion.board.spaces import Verdict
from companion.board.view import View
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.games.heroclix.powers.holding import active, is_active
from companion.games.heroclix.powers.verbs.hide import Hide
from companion.games.heroclix.powers.verbs.sharpshoot import Sharpshoot
from companion.games.heroclix.powers.verbs.teamwork import SeeThroughHindering
from companion.games.heroclix.reckoning import range_value
from companion.games.heroclix.state import Piece, State

__all__ = [
    "is_in_sight",
    "is_in_the_open",
    "line_between",
    "passed_by",
    "seen_among",
    "sees_space",
    "sight_of",
    "spaces_seen",
]

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
        verb.counts(state, one, other) for _, verb in active(state, other, Hide)
    )
    passed = passed_by(state, one)
    sight, lens = sight_of(state), PLAIN
    through = is_active(state, one, SeeThroughHindering)
    if hides or passed or through:
        lens = Lens(pieces=passed, hidden_by=HIDDEN if hides else None, ignores_hindering=through)
    lines = [sight.between(a, b, lens) for a in one.spaces for b in other.spaces]
    return min(
        lines,
        key=lambda line: (line.verdict is Verdict.BLOCKED, line.range > reach, line.verdict.severity, line.range),
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
    """Those of some squares to which a line from the piece is not blocked; lines one by one, for squares nearby."""
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
