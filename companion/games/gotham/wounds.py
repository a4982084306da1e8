"""Wounds: a hero's cubes go to its Wound zone, a Life track steps down; with nothing left, one is Neutralised.

suffer ──> Wounded ──nothing left──> Neutralised ──> is the mission over?
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.events import GameEnded
from companion.core.flow import Outcome
from companion.core.ids import PieceId, RuleId, ZoneId
from companion.core.pool import throw
from companion.core.procedure import Script, Teller
from companion.games.gotham import events as ev
from companion.games.gotham.asked.cards import declare
from companion.games.gotham.content.content import SUCCESS
from companion.games.gotham.content.settings import ACTION_BOXES, AVAILABLE, FATIGUE
from companion.games.gotham.figures import VILLAINS, Figure
from companion.games.gotham.state import End, State
from companion.games.gotham.steps.base import dangerous_levels
from companion.games.gotham.steps.declaring import Occasion
from companion.games.gotham.steps.deed import ARRIVAL, Deed

FROM = (AVAILABLE, *ACTION_BOXES, FATIGUE)  # GO-AMB-47
ENDS, CUBE, DANGER = "TW-END-01", "GO-BASE-FIG-05", "GO-BASE-ZONE-08"


def suffer(
    t: Teller[State],
    piece: PieceId,
    wounds: int,
    rule: str,
    by: PieceId | None = None,
    *,
    kept: int = 0,
    together: bool = False,
) -> Script[int]:
    """The wounds it suffered: as many as are dealt (GO-BASE-FIG-05, -06), though it may have less to lose.

    With nothing left it is Neutralised (GO-BASE-FIG-07). So many available cubes are ``kept``, to be spent next.
    ``together``: others suffer by the same, and only after them all is it seen whether the mission is over.
    """
    figure = t.state.who(piece)
    if wounds <= 0 or figure.neutralised:
        return 0
    taken = min(wounds, figure.endures)
    cubes = (yield from _cubes_from(t, figure, taken, kept)) if figure.is_hero else ()
    t.tell(ev.Wounded(piece, wounds, taken, RuleId(rule), cubes, by))
    if t.state.who(piece).endures == 0:
        t.tell(ev.Neutralised(piece, by))
        dismiss(t)
        if not together:
            end_if_over(t)
    return wounds


def dismiss(t: Teller[State]) -> None:
    """A commander that is gone commands nobody: the sub-turn of its figures is over (GO-GEN-05)."""
    leader = t.state.find(t.state.commanding.piece) if t.state.commanding is not None else None
    if leader is None or t.state.commanding is None or (not leader.neutralised and leader.zone is not None):
        return
    if t.state.moving is not None:
        t.tell(ev.MovementEnded(t.state.moving.piece, t.state.moving.points))
    t.tell(ev.CommandEnded(leader.id, t.state.commanding.tile))


def _cubes_from(t: Teller[State], figure: Figure, count: int, kept: int) -> Script[tuple[tuple[str, int], ...]]:
    """Choose the cubes to lose: available ones first, then boxes, then Fatigue, or as the player says (GO-AMB-47)."""
    held = {place: figure.cubes_at(place) - (kept if place == AVAILABLE else 0) for place in FROM}
    held = {place: cubes for place, cubes in held.items() if cubes}
    asks = t.state.settings.wounds_from == "ask" and len(held) > 1 and count < sum(held.values())
    found: dict[str, int] = {}
    for _ in range(count):
        places = [place for place in FROM if held.get(place, 0) > found.get(place, 0)]
        place = places[0]
        if asks and len(places) > 1:
            answer = yield from t.choose(figure.seat, CUBE, places, figure.id)
            place = (answer or (place,))[0]
        found[place] = found.get(place, 0) + 1
    return tuple(found.items())


def enter(t: Teller[State], piece: PieceId, zone: ZoneId) -> Script[None]:
    """Dangerous Terrain has its effect on who comes into the zone, however it came (GO-BASE-ZONE-08,
    GO-BASE-MOVE-11, GO-T-FLIGHT-03); a card that spares it the tokens there may be declared (GO-GEN-11).
    """
    cards = yield from declare(t, piece, Occasion((Deed(ARRIVAL, piece, zones=(zone,)),)))
    levels = dangerous_levels(t.state, piece, zone, cards)
    if levels:
        wounds = yield from rolled_wounds(t, piece, t.state.settings.danger_die, levels, DANGER)
        yield from suffer(t, piece, wounds, DANGER)


def rolled_wounds(t: Teller[State], piece: PieceId, die: str, levels: int, rule: str) -> Script[int]:
    """The wounds of so many levels: successes of as many dice, or where the table has no die for it a wound a level."""
    if not die:
        return levels
    thrown = yield from throw(t, (die,) * levels, t.state.who(piece).seat, rule, t.state.content.dice, piece=piece)
    return thrown.count(SUCCESS, t.state.content.dice)


def end_if_over(t: Teller[State]) -> None:
    """End the mission when one of its ends has come; the first that is told counts."""
    if t.state.flow.outcome is not None:
        return
    for end in t.state.table.ends:
        if has_come(t.state, end):
            t.tell(GameEnded(Outcome(t.state.seats_of(end.winner), RuleId(ENDS))))
            return


def has_come(state: State, end: End) -> bool:
    """Whether that end of the mission has come."""
    return all(done == needed for done, needed in steps_to(state, end))


def steps_to(state: State, end: End) -> Iterator[tuple[int, int]]:
    """Generate for each condition of an end how many of its steps are done, and of how many."""
    for word, about in end.when:
        yield _steps(state, word, about)


def _steps(state: State, word: str, about: str) -> tuple[int, int]:
    match word:
        case "task":
            return int(about in state.done), 1
        case "neutralised":
            return int(state.who(about).neutralised), 1
        case "round_over":
            return int(state.flow.round > int(about)), 1
        case _:
            members = [figure for figure in state.figures if figure.side == about]
            leaders = [figure for figure in members if about == VILLAINS or figure.is_hero]
            return sum(figure.neutralised for figure in leaders), len(leaders)
