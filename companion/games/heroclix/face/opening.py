"""A first evening: the two shipped crews on a shipped map, each in a line in the middle of its area."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.board.squares import parse_square
from companion.core.commands import Place
from companion.core.face import Command
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.opening import Opening, first_of
from companion.core.rules import RulesSystem
from companion.games.heroclix import commands as cm
from companion.games.heroclix.events.play import FigureDeployed
from companion.games.heroclix.forces.setup import GameSetUp
from companion.games.heroclix.sample import sample_setup
from companion.games.heroclix.state.state import Phase, State

Places = Mapping[PieceId, tuple[SpaceId, ...]]
MAP = "lantern-vault"  # 16 x 16: its squares are large on a tablet
APART = 2  # squares between neighbours of a line, so that everybody may pass


def first_evening() -> GameSetUp:
    """The set-up of the game that is played at once."""
    return sample_setup(MAP)


def _pick(state: State, offers: Sequence[Command]) -> Command | None:
    return in_line(state, offers) or first_of(cm.BeginGame)(state, offers)


def in_line(state: State, offers: Sequence[Command]) -> Place | None:
    """Return the next figure's place: near the middle of its area, apart from its neighbours; ``None``: none waits."""
    places = [offer for offer in offers if isinstance(offer, Place)]
    mine = [place for place in places if place.piece == places[0].piece]
    middle, board = state.table.board.columns / 2, state.table.board
    taken = [space for other in state.on_map() for space in other.spaces]

    def spread(place: Place) -> tuple[float, str]:
        near = sum(board.distance(place.spaces[0], other) < APART for other in taken)
        return near * 4 + abs(parse_square(place.spaces[0])[0] + 0.5 - middle), place.spaces[0]

    return min(mine, key=spread, default=None)


def places_of(events: Iterable[object]) -> dict[PieceId, tuple[SpaceId, ...]]:
    """Return where every figure was set up."""
    return {event.piece: event.spaces for event in events if isinstance(event, FigureDeployed)}


def line_up(system: RulesSystem[State], state: State, seat: Seat) -> Place | None:
    """Return the next place of a seat that sets up its figures in a line; ``None``: none of them waits."""
    if state.flow.phase != Phase.DEPLOYMENT or seat not in state.flow.active:
        return None
    return in_line(state, [*system.legal_commands(state, seat)])


def as_before(system: RulesSystem[State], state: State, seat: Seat, places: Places) -> Place | None:
    """Return the next place of a seat that sets all its figures up as they stood last time; ``None``: one may not."""
    if state.flow.phase != Phase.DEPLOYMENT or seat not in state.flow.active or not places:
        return None
    offers = {
        (offer.piece, offer.spaces): offer for offer in system.legal_commands(state, seat) if isinstance(offer, Place)
    }
    waiting = dict.fromkeys(piece for piece, _ in offers)
    found = [offers.get((piece, places.get(piece, ()))) for piece in waiting]
    return found[0] if found and all(found) else None


OPENING = Opening(lambda state: state.flow.phase == Phase.PLAY, _pick)
