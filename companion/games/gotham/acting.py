"""Turn order: whose turn it is, which activation is going on, what a figure has done in it and can pay.

a hero        in the heroes' turn, in a state that acts, with cubes for a box (GO-BASE-TURN-01, GO-BASE-FIG-04)
a tile's      in the activation of its tile, each figure once (GO-BASE-TURN-04)
commanded     in the sub-turn of its commander, and nobody else then (GO-COMMAND-05)
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId, RuleId, Seat
from companion.core.lasting import Per, used
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.gotham import events as ev
from companion.games.gotham.asked.cards import spend_cards
from companion.games.gotham.asked.hooks import steps_of
from companion.games.gotham.content.settings import AVAILABLE, REROLL
from companion.games.gotham.content.words import Step
from companion.games.gotham.figures import Figure
from companion.games.gotham.state import HERO_TURN, VILLAIN_TURN, State
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.numbers import number
from companion.games.gotham.wounds import suffer

MOVE, ACT = "move", "act"
NO_LIMIT = 99  # cubes: a box without a printed saturation


def table_violations(state: State) -> Iterator[Violation]:
    """Why nobody may give a command now."""
    if state.is_busy or state.flow.outcome is not None:
        yield violation("TW-ASK-01", waivable=False, request="-")


def acting_violations(state: State, seat: Seat, piece: PieceId, *, steps: bool = False) -> Iterator[Violation]:
    """Why that figure may not do anything now: of who must move at once, anything but a step of it (``steps``)."""
    figure = state.find(piece)
    if figure is None:
        yield violation("TW-PIECE-01", piece, waivable=False)
    elif figure.seat != seat:
        yield violation("TW-ASK-02", piece, waivable=False, seat=seat, asked=figure.seat)
    elif any(table_violations(state)):
        yield from table_violations(state)
    elif figure.neutralised or figure.zone is None:
        yield violation("GO-BASE-FIG-07", piece, waivable=False)
    elif state.moving is not None and state.moving.at_once and steps and state.moving.piece == piece:
        return  # it moves now, whoever's turn it is
    elif state.moving is not None and state.moving.holds:
        yield violation("GO-TACTICIAN-01", piece, moving=state.moving.piece)
    elif state.commanding is not None and figure.commander != state.commanding.piece:
        yield violation("GO-COMMAND-05", piece, by=state.commanding.piece)
    elif figure.commander is not None and state.commanding is None:
        yield violation("GO-COMMAND-03", piece)
    elif figure.is_hero:
        yield from _hero_violations(state, figure)
    else:
        if figure.commander is None and state.flow.phase != VILLAIN_TURN:
            yield violation("GO-BASE-TURN-01", piece)
        if not figure.activated or figure.over:
            yield violation("GO-BASE-TURN-04", piece)


def _hero_violations(state: State, figure: Figure) -> Iterator[Violation]:
    """Why it is not this hero's time (GO-BASE-TURN-01, -02)."""
    if state.flow.phase != HERO_TURN or figure.seat in state.ended:
        yield violation("GO-BASE-TURN-01", figure.id)
    elif not figure.state or not state.settings.states[figure.state].acts:
        yield violation("GO-BASE-TURN-02", figure.id, state=figure.state or "-")


def deed_violations(state: State, seat: Seat, piece: PieceId, what: str = ACT) -> Iterator[Violation]:
    """Why that figure may not begin an action: a Movement action, or another."""
    found = list(acting_violations(state, seat, piece))
    yield from found
    figure = state.find(piece)
    if found or figure is None or figure.is_hero:
        return
    most = 1 if what == MOVE else state.settings.tile_actions
    if figure.acted.count(what) >= most:
        yield violation("GO-BASE-TURN-04", piece)


def paying_violations(
    state: State,
    piece: PieceId,
    box: str,
    cubes: int,
    *,
    push: bool,
    cards: tuple[str, ...] = (),
    exactly: int | None = None,
) -> Iterator[Violation]:
    """Why it cannot pay that: too few cubes, too full a box (GO-BASE-FIG-04); tiles pay nothing (GO-AMB-31)."""
    figure = state.who(piece)
    if push:
        yield from _push_violations(state, figure, cubes, cards)
    if not figure.is_hero:
        if not 0 <= cubes <= 1:  # an order that says nothing of cubes says one
            yield violation("GO-BASE-FIG-02", piece, found=cubes, expected=0)
        return
    if exactly is not None and cubes != exactly:
        yield violation("GO-BASE-ACT-02", piece, found=cubes, expected=exactly)
    if cubes > figure.cubes_at(AVAILABLE) or cubes < 0:
        yield violation("GO-BASE-FIG-02", piece, found=cubes, expected=figure.cubes_at(AVAILABLE))
    elif figure.cubes_at(box) + cubes > room_of(state, piece, box):
        yield violation(
            "GO-BASE-FIG-04", piece, found=figure.cubes_at(box) + cubes, expected=room_of(state, piece, box)
        )


def _push_violations(state: State, figure: Figure, cubes: int, cards: tuple[str, ...]) -> Iterator[Violation]:
    """Why it cannot push its limits: for actions alone (GO-PUSHLIMITS-01, -06, GO-AMB-27, GO-AMB-44)."""
    high = pushes(state, figure.id, cards)
    if not figure.is_hero or not high or used(figure.uses, "push_limits", Per.TURN, state.flow):
        yield violation("GO-PUSHLIMITS-01", figure.id)
    elif figure.endures < high + cubes:
        yield violation("GO-PUSHLIMITS-05", figure.id, found=figure.endures, expected=high + cubes)


def pushes(state: State, piece: PieceId, cards: tuple[str, ...] = ()) -> int:
    """X of Push Limits: exactly so many wounds (GO-PUSHLIMITS-05)."""
    return number(state, Step.PUSH, Deed("action", piece, cards=cards)).value


def room_of(state: State, piece: PieceId, box: str) -> int:
    """The Saturation Index of a box: as printed; where nothing is, any number, and no re-rolls (GO-BASE-FIG-04)."""
    return state.sheet(piece).saturation.get(box, 0 if box == REROLL else NO_LIMIT)


def pay(
    t: Teller[State],
    piece: PieceId,
    box: str,
    cubes: int,
    *,
    push: bool,
    cards: tuple[str, ...] = (),
    rule: str = "GO-BASE-FIG-02",
) -> Script[int]:
    """The cubes that count for the action: those spent into its box, and those its player took as wounds instead.

    Wounds come before cubes and leave those to be spent, and the box may be fuller than its index by them
    (GO-PUSHLIMITS-01..04), with ``cards`` that are declared for it. Who takes too many can do nothing more, and has
    used the cards up.
    """
    figure = t.state.who(piece)
    if not figure.is_hero:
        return 0
    wounds = 0
    if push:
        t.tell(ev.SkillUsed(piece, "push_limits", RuleId("GO-PUSHLIMITS-01")))
        wounds = yield from suffer(t, piece, pushes(t.state, piece, cards), "GO-PUSHLIMITS-01", piece, kept=cubes)
        if t.state.who(piece).neutralised:
            spend_cards(t, piece, cards)
    if cubes:
        t.tell(spent(t.state.who(piece), box, cubes, rule))
    return wounds + cubes


def spent(figure: Figure, box: str, cubes: int, rule: str) -> ev.CubesMoved:
    """Cubes that its player spends into a box."""
    return ev.CubesMoved(figure.id, AVAILABLE, box, cubes, RuleId(rule), figure.cubes_at(AVAILABLE) - cubes)


def begin(t: Teller[State], piece: PieceId, what: str = ACT) -> Script[None]:
    """Begin an action: a Movement action going on is over, an activation begins with it (GO-BASE-TURN-04).

    At its start Regeneration comes, and who lies stands up (GO-REGEN-02, GO-IMMOB-03).
    """
    end_movement(t)
    if t.state.who(piece).is_hero:
        return
    yield from activate_figure(t, piece)
    t.tell(ev.Acted(piece, what))


def activate_figure(t: Teller[State], piece: PieceId) -> Script[None]:
    """Begin its activation, unless it has begun: that of another figure of the tile is over then."""
    if "begun" in t.state.who(piece).acted:
        return
    for other in t.state.figures:
        if other.activated and "begun" in other.acted and not other.over and other.id != piece:
            t.tell(ev.TileActivationEnded(other.id))
    t.tell(ev.ActivationBegan(piece))
    yield from start_activation(t, piece)


def start_activation(t: Teller[State], piece: PieceId) -> Script[None]:
    """Begin an activation, whatever brought it about (GO-AMB-42)."""
    yield from steps_of(t.state.content).run(t, Step.ACTIVATION, Deed("activation", piece))
    if t.state.who(piece).lying:
        t.tell(ev.StoodUp(piece, RuleId("GO-IMMOB-03")))


def end_movement(t: Teller[State]) -> None:
    """Points that are left are lost (GO-BASE-MOVE-09)."""
    if t.state.moving is not None:
        t.tell(ev.MovementEnded(t.state.moving.piece, t.state.moving.points))
