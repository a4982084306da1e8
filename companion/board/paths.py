"""Reach of one move: the squares where it may end, at which cost, and by which way.

. . . 3 .       A move is a walk of counted squares: layer n holds all squares that can be entered as the n-th one.
. ░ 2 3 .       ``steps`` says what the board allows; opponents close squares and corners and stop the
A 1 2 3 B       move beside them. Larger bases count one leading square and are laid down at the end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import NamedTuple

from companion.board.grid import GridBoard
from companion.board.laying import is_layable
from companion.board.occupancy import Occupancy, Occupant
from companion.board.steps import MovePolicy, Steps, shifted, steps_of
from companion.core.ids import SpaceId

HOLDS = "holds"  # the ability beside which opponents stop, however they go; giants excepted


@dataclass(frozen=True, slots=True)
class Reach:
    """The squares where a move may end, with the least number of squares to each and a way there.

    For a larger base a square is the last counted one, which the base will cover.
    """

    costs: Mapping[SpaceId, int]
    _board: GridBoard = field(repr=False, compare=False)
    _taken: tuple[_Taken, ...] = field(repr=False, compare=False)
    _layers: tuple[int, ...] = field(repr=False, compare=False)  # after n squares: where the move may go on
    _ended: tuple[int, ...] = field(repr=False, compare=False)  # the n-th square: all that may be entered

    def within(self, speed: int) -> Reach:
        """The reach of the same move with so many squares and no more."""
        costs = {space: cost for space, cost in self.costs.items() if cost <= speed}
        return Reach(costs, self._board, self._taken, self._layers[: max(0, speed) + 1], self._ended[: max(0, speed)])

    def counts(self, space: SpaceId) -> tuple[int, ...]:
        """All numbers of squares after which a larger base may end with this one; a longer way lets it lie farther."""
        here = self._board.index(space)
        return tuple(counted for counted, entered in enumerate(self._ended, 1) if entered >> here & 1)

    def path_to(self, space: SpaceId, counted: int | None = None) -> tuple[SpaceId, ...]:
        """The squares entered one by one, the start not included; empty for a square it already covers.

        ``counted``: how many, one of ``counts``; else as few as can be.
        """
        here, path = self._board.index(space), list[SpaceId]()
        for after in range((self.costs[space] if counted is None else counted) - 1, -1, -1):
            path.append(self._board.spaces[here])
            here -= next(step.shift for step in self._taken if self._leads(step, after, here, is_last=len(path) == 1))
        return tuple(reversed(path))

    def goes_on(self, space: SpaceId) -> bool:
        """Whether a move that came there by the shortest way might go on, its speed aside: nothing stops it there."""
        counted = self.costs[space]
        return counted < len(self._layers) and bool(self._layers[counted] >> self._board.index(space) & 1)

    def _leads(self, step: _Taken, counted: int, to: int, *, is_last: bool) -> bool:
        """Whether a move that has counted so many squares may take this step to that square, and go on unless last."""
        starts = self._layers[counted] & (step.allowed if is_last else step.goes_on)
        return to >= step.shift and bool(starts >> (to - step.shift) & 1)


class _Taken(NamedTuple):
    """One direction with the opponents where they are: from where it may be taken, and from where the move goes on."""

    shift: int
    allowed: int
    goes_on: int


def halved(speed: int) -> int:
    """Return half a speed value, a half rounded up at once (HC-TERR-14, HC-VAL-05, AMB-02)."""
    return (speed + 1) // 2


def allowance(board: GridBoard, mover: Occupant, policy: MovePolicy) -> int:
    """The speed a move starts with: halved when any square of the base hinders movement (HC-TERR-14, HC-MULTI-08)."""
    return halved(mover.speed) if steps_of(board, policy).hinders & _bits(board, mover.spaces) else mover.speed


def reach(
    board: GridBoard,
    occupancy: Occupancy,
    mover: Occupant,
    policy: MovePolicy,
    *,
    broke_away: bool = True,
    is_halved: bool = False,
    began_on: tuple[SpaceId, ...] | None = None,
) -> Reach:
    """Every square in which a move of ``mover`` may end (HC-MOVE-05).

    ``broke_away`` matters only next to an opponent: yes means away from all of those (HC-MOVE-11), no leaves it where
    it is. ``is_halved``: the speed of ``mover`` is already what starting in hindering terrain leaves of it.
    ``began_on``: where the move began that goes on here; it broke away from the opponents beside those squares.
    """
    beside = _opponents_beside(board, occupancy, mover if began_on is None else replace(mover, spaces=began_on))
    costs, layer = dict.fromkeys(mover.spaces, 0), _bits(board, mover.spaces)
    if beside and not broke_away and not policy.breaks_away_freely:  # HC-MOVE-09
        return Reach(costs, board, (), (), ())
    speed = mover.speed if is_halved else allowance(board, mover, policy)
    steps = steps_of(board, policy)
    left = () if policy.stops_beside_all else beside
    taken = tuple(_taken(steps, *_opponents(board, occupancy, mover, policy, left)))
    ahead = [one for one in taken if one.shift > 0]
    back = [one._replace(shift=-one.shift) for one in taken if one.shift < 0]
    others = _bits(board, (space for other in occupancy if other.piece != mover.piece for space in other.spaces))
    free = ~(others | steps.blocking)
    is_small, layers, all_entered, seen, ended = len(mover.spaces) == 1, [layer], list[int](), layer, layer
    for counted in range(1, speed + 1):
        going = entered = 0
        for shift, allowed, goes_on in ahead:
            entered |= (layer & allowed) << shift
            going |= (layer & goes_on) << shift
        for shift, allowed, goes_on in back:
            entered |= (layer & allowed) >> shift
            going |= (layer & goes_on) >> shift
        if counted == 1:  # the first counted square is adjacent to the base (HC-MULTI-04), so none of its own
            entered, going = entered & ~layer, going & ~layer
        ends = tuple(_spaces(board, entered & free & ~ended))
        if is_small:  # a longer way round helps nobody but a base that must be laid down
            ended, layer = ended | entered, going & ~seen
            seen |= layer
        else:
            ends = tuple(space for space in ends if is_layable(board, occupancy, mover, space, counted))
            ended, layer = ended | _bits(board, ends), going
        costs.update(dict.fromkeys(ends, counted))
        layers.append(layer)
        all_entered.append(entered)
        if not layer:
            break
    return Reach(costs, board, taken, tuple(layers), tuple(all_entered))


def _opponents_beside(board: GridBoard, occupancy: Occupancy, mover: Occupant) -> tuple[Occupant, ...]:
    near = {space for own in mover.spaces for space in board.adjacent(own)}
    return tuple(o for o in occupancy if o.is_opposed_to(mover) and not near.isdisjoint(o.spaces))


def _opponents(
    board: GridBoard, occupancy: Occupancy, mover: Occupant, policy: MovePolicy, left: Collection[Occupant]
) -> tuple[int, int]:
    """The squares opponents hold (HC-MOVE-03), and those beside the ones not ``left`` behind (HC-MOVE-04, -12)."""
    others = [other for other in occupancy if other.is_opposed_to(mover)]
    stopping = [other for other in others if other not in left]
    if policy.passes_opponents or policy.passes_beside:  # but for those whom nobody passes: Plasticity
        stopping = [other for other in stopping if HOLDS in other.abilities and not mover.size.is_tall]
    held = _bits(board, (space for other in others for space in other.spaces)) if not policy.passes_opponents else 0
    new = {near for other in stopping for space in other.spaces for near in board.adjacent(space)}
    return held, _bits(board, new)


def _taken(steps: Steps, held: int, stoppers: int) -> Iterator[_Taken]:
    """The steps with opponents on those squares, and squares that stop the move beside others."""
    for shift, allowed, flanks in steps.each:
        may_go, is_rough = allowed & ~shifted(held, shift), shifted(steps.hinders, shift)
        if flanks:  # HC-TERR-51: the better flank counts, and an opponent closes one (AMB-18)
            one, other = (flank.closed | (shifted(held, flank.shift) & flank.counts) for flank in flanks)
            may_go &= ~(one & other)
            is_rough |= (one | flanks[0].hinders) & (other | flanks[1].hinders)
        # from terrain that does not hinder into terrain, or past a corner, that does (HC-TERR-13, -15, -19, AMB-19)
        stops = (is_rough & ~steps.hinders) | shifted(stoppers, shift)
        yield _Taken(shift, may_go, may_go & ~stops)


def _bits(board: GridBoard, spaces: Collection[SpaceId] | Iterator[SpaceId]) -> int:
    bits = 0
    for space in spaces:
        bits |= 1 << board.index(space)
    return bits


_DIGITS = bytes(digit == ord("1") for digit in range(256))  # "0" and "1" as what they say


def _spaces(board: GridBoard, bits: int) -> Iterator[SpaceId]:
    """The squares of a set, in reading order."""
    return compress(board.spaces, format(bits, "b")[::-1].encode().translate(_DIGITS))
