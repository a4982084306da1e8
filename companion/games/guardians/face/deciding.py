"""Who decides for villains, and what is better for the side that is asked (GC-VILL-11, GC-AMB-38).

push      of one's own, no place nearer to what the side is after ──> No       of others ──> the place farthest from it
target    heroes of several sides ──> no one's own
"""

from __future__ import annotations

from companion.core.commands import Choose
from companion.core.consequences import step
from companion.core.face import Counsel
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, SpaceId
from companion.core.phrases import Name, Phrase, Told, say
from companion.core.rules import RulesSystem
from companion.games.guardians import events as ev
from companion.games.guardians.face.openings import goals_of, steps_from
from companion.games.guardians.play.attack import PUSH
from companion.games.guardians.play.menace import CHOICE, ENTRY, WAY
from companion.games.guardians.state import Figure, State

WHY = "asked.villain"


def pusher(system: RulesSystem[State], state: State, request: ChoiceRequest) -> PieceId | None:
    """Return who pushes the figure of a question; ``None``: it is of something else."""
    if request.purpose != PUSH:
        return None
    _, events, _ = step(system, state, Choose(request.seat, request.id, request.options[:1]))
    return next((one.by for one in events if isinstance(one, ev.Pushed)), None)


def why_asked(system: RulesSystem[State], state: State, request: ChoiceRequest) -> Told:
    """Say why that seat is asked what a villain does; empty: of a player's own hero."""
    piece = pusher(system, state, request) if request.purpose == PUSH else request.piece
    figure = state.find(piece) if piece is not None else None
    if request.purpose not in (PUSH, CHOICE, WAY, ENTRY) or piece is None or (figure is not None and figure.seat):
        return ""
    alone = (f"{WHY}.alone",) if state.table.is_solo else ()
    return Phrase(WHY, {"piece": Name(piece), "who": Name(request.seat)}, alone)


def decided(system: RulesSystem[State], state: State, request: ChoiceRequest) -> Counsel | None:
    """Return where a figure is better pushed, or whom a villain had better turn to; ``None``: nothing tells that, or
    the rules want the worst (GC-SOLO-11).
    """
    side = next((camp for camp, seats in state.table.seats_of.items() if request.seat in seats), "")
    if why_asked(system, state, request) and state.table.is_solo:
        return None
    if request.purpose == PUSH and request.piece is not None:
        return _pushed(state, state.who(request.piece), request, side)
    if request.purpose in (CHOICE, WAY):
        found = [state.find(PieceId(option)) for option in request.options]
        others = tuple(one.id for one in found if one is not None and one.side != side)
        return Counsel(others, say("of_others")) if 0 < len(others) < len(found) else None
    return None


def _pushed(state: State, victim: Figure, request: ChoiceRequest, side: str) -> Counsel | None:
    if victim.at is None or victim.seat is None:  # a villain is after nothing
        return None
    now, own = _left(state, victim.side, victim.at), victim.side == side
    left = {option: _left(state, victim.side, SpaceId(option)) for option in request.options}
    best = min(left.values()) if own else max(left.values())
    if best == now and not own:
        return None
    words, is_gain = {"piece": Name(victim.id)}, best < now if own else best > now
    if not is_gain:
        return Counsel((), say("push_own_stays" if own else "push_other_stays", **words))
    places = tuple(option for option, steps in left.items() if steps == best)
    return Counsel(places, say("push_own_nearer" if own else "push_other_farther", **words))


def _left(state: State, side: str, start: SpaceId) -> int:
    """Return how many steps are left from there to the nearest of what a side is after; as many as there are spaces
    where no way leads.
    """
    steps = steps_from(state, start, state.open_doors)
    none = len(state.ground.spaces)
    return min((steps.get(at, none) for _, at in goals_of(state, side)), default=none)
