"""The round: set-up, states, the heroes' turn, the villains' turn with its tiles, and what ages at its end.

setup ─> states (regeneration, standing up, recovering) ─> heroes ─> villains: tile, tile … ─> tokens age ─> states
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.commands import Concede
from companion.core.events import Conceded, GameEnded
from companion.core.flow import Outcome
from companion.core.ids import PieceId, RuleId, Seat, ZoneId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.gotham import commands as cm
from companion.games.gotham import events as ev
from companion.games.gotham.acting import acting_violations, activate_figure, end_movement, table_violations
from companion.games.gotham.asked.cards import lend
from companion.games.gotham.asked.hooks import steps_of
from companion.games.gotham.content.settings import ACTION_BOXES, ACTIVE, AVAILABLE, FATIGUE
from companion.games.gotham.content.sheets import Commanded
from companion.games.gotham.content.words import Step
from companion.games.gotham.figures import HEROES, VILLAINS, Figure
from companion.games.gotham.state import HERO_TURN, SETUP, STATES, VILLAIN_TURN, State
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.levels import level, skills_of
from companion.games.gotham.wounds import end_if_over

STATE, TILE, TURN = "GO-BASE-TURN-01", "GO-BASE-TURN-04", "GO-BASE-TURN-01"
FRIEND, COMMAND = "GO-IMAGFRIEND-01", "GO-COMMAND-01"


# set-up


def begin_violations(state: State, command: cm.BeginMission) -> Iterator[Violation]:
    yield from table_violations(state)
    if state.flow.phase != SETUP:
        yield violation(STATE, waivable=False)


def begin_mission(t: Teller[State], command: cm.BeginMission) -> Script[None]:
    """Commanded figures come first, Imaginary Friends last; then the first round (GO-COMMAND-01, GO-IMAGFRIEND-01)."""
    for figure in [figure.id for figure in t.state.figures]:
        for place, driven in enumerate(t.state.sheet(figure).commands):
            if place >= len(t.state.who(figure).drives):
                yield from _take_command(t, figure, driven)
    for figure in [figure.id for figure in t.state.figures]:
        if level(t.state, figure, "imaginary_friend") and not t.state.who(figure).friend:
            yield from _call_friend(t, figure)
    begin_round(t, 1)


def _take_command(t: Teller[State], piece: PieceId, driven: Commanded) -> Script[None]:
    """Ask its possessor for a tile of its side and of that kind (GO-COMMAND-01, -02, -12)."""
    state, figure = t.state, t.state.who(piece)
    taken = {tile for other in state.figures for tile in (*other.drives, *other.sheets)}
    options = [
        sheet.id
        for sheet in state.content.sheets.values()
        if sheet.kind == driven.kind and sheet.side == figure.side and sheet.id not in taken
    ]
    if not options:
        return
    answer = yield from t.choose(figure.seat, COMMAND, options, piece)
    tile = (answer or options)[0]
    names = tuple(PieceId(f"{tile}-{number}") for number in range(1, driven.figures + 1))
    t.tell(ev.CommandTaken(piece, tile, names))


def _call_friend(t: Teller[State], piece: PieceId) -> Script[None]:
    """A figure that is not used in the mission stands with it, of no side, no target (GO-IMAGFRIEND-01, -04, -05)."""
    state = t.state
    used = {sheet for figure in state.figures for sheet in figure.sheets}
    options = [name for name in state.content.sheets if name not in used] or ["friend"]
    answer: tuple[str, ...] | None = None
    if len(options) > 1:
        answer = yield from t.choose(state.who(piece).seat, FRIEND, options, piece)
    t.tell(ev.FriendPlaced(piece, (answer or options)[0]))


# sides and rounds


def begin_round(t: Teller[State], number: int) -> None:
    """A round begins with the side that the table says is first."""
    t.tell(ev.RoundBegan(number))
    end_if_over(t)
    if t.state.flow.outcome is None:
        _begin_side(t, t.state.settings.first_side)


def _begin_side(t: Teller[State], side: str) -> None:
    phase = STATES if side == HEROES else VILLAIN_TURN
    t.tell(ev.SideTurnBegan(phase, t.state.seats_of(side)))
    declared_by_all(t)


def end_turn_violations(state: State, command: cm.EndTurn) -> Iterator[Violation]:
    """Why the seat cannot end its turn now (GO-BASE-TURN-01)."""
    yield from table_violations(state)
    mine = state.flow.phase in (HERO_TURN, VILLAIN_TURN) and command.seat in state.flow.active
    if not mine or command.seat in state.ended:
        yield violation(TURN, waivable=False)
    elif state.commanding is not None:
        yield violation("GO-COMMAND-05", by=state.commanding.piece)
    elif state.moving is not None and state.moving.holds:
        yield violation("GO-TACTICIAN-01", state.moving.piece, moving=state.moving.piece)


def end_turn(t: Teller[State], command: cm.EndTurn) -> None:
    """End the seat's turn."""
    end_movement(t)
    t.tell(ev.SeatFinished(command.seat))


def follow_on(t: Teller[State]) -> None:
    """After the last seat of a side that can still do anything the other side follows, or the round is over.

    Who is Neutralised is not waited for, and when the last one who had a turn left fell in it, it has passed.
    """
    state = t.state
    is_held = state.commanding is not None or (state.moving is not None and state.moving.holds)
    if state.flow.phase not in (HERO_TURN, VILLAIN_TURN) or state.flow.outcome is not None or is_held:
        return
    playing = {seat for seat in state.flow.active if may_play(state, seat)}
    if playing - set(state.ended):
        return
    end_movement(t)
    if t.state.settings.token_ages == "turn":
        age_tokens(t)
    side = HEROES if t.state.flow.phase == HERO_TURN else VILLAINS
    if side == t.state.settings.first_side:
        _begin_side(t, VILLAINS if side == HEROES else HEROES)
    else:
        if t.state.settings.token_ages == "round":
            age_tokens(t)
        begin_round(t, t.state.flow.round + 1)
    follow_on(t)  # where no hero stands, their turn has passed before it began


def may_play(state: State, seat: Seat) -> bool:
    """Whether the seat can do anything in its turn: the villains, and who has a hero that is not Neutralised.

    Who was taken off the board in its turn may be put back in it.
    """
    heroes = (one for one in state.figures if one.seat == seat and one.is_hero and not one.neutralised)
    return seat == state.table.villain_seat or any(one.zone is not None or one.state for one in heroes)


def age_tokens(t: Teller[State]) -> None:
    """Tokens last so many turns (GO-BASE-TURN-06, GO-FLAME-04, GO-SMOKE-04, GO-FROST-02, GO-TOXGAS-02, GO-AMB-24)."""
    if t.state.tokens:
        t.tell(ev.TokensAged(tokens_over(t.state)))


def tokens_over(state: State) -> tuple[tuple[str, ZoneId], ...]:
    """Return the tokens that are gone when they age next, each with its zone."""
    last = state.settings.token_turns
    return tuple((token.kind, token.zone) for token in state.tokens if token.age + 1 >= last)


# heroes


def declare_violations(state: State, command: cm.DeclareState) -> Iterator[Violation]:
    """Why that state cannot be declared (GO-BASE-TURN-01, GO-BASE-TURN-02, GO-AMB-25)."""
    figure = state.find(command.piece)
    if figure is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif figure.seat != command.seat:
        yield violation("TW-ASK-02", command.piece, waivable=False, seat=command.seat, asked=figure.seat)
    elif any(table_violations(state)):
        yield from table_violations(state)
    elif command.state not in state.settings.states:
        yield violation("GO-BASE-TURN-02", figure.id, waivable=False, state=command.state)
    elif state.flow.phase != STATES or figure.state or not figure.is_hero or figure.neutralised:
        yield violation(STATE, figure.id)


def declare(t: Teller[State], command: cm.DeclareState) -> Script[None]:
    """Regeneration first; who is Active stands up; then cubes are recovered (GO-BASE-TURN-01..03, GO-IMMOB-04).

    Wounds are not recovered (GO-BASE-TURN-03). After the last hero the heroes' turn begins.
    """
    piece = command.piece
    resting = yield from lend(t, Deed("states", piece), Step.STATES)
    yield from steps_of(t.state.content).run(t, Step.STATES, resting)
    t.tell(ev.StateDeclared(piece, command.state))
    if t.state.who(piece).lying and command.state == ACTIVE:  # otherwise it stays down (GO-AMB-33)
        t.tell(ev.StoodUp(piece, RuleId("GO-IMMOB-04")))
    if t.state.settings.spent_cubes_tire:
        for box in ACTION_BOXES:
            if count := t.state.who(piece).cubes_at(box):
                t.tell(ev.CubesMoved(piece, box, FATIGUE, count, RuleId("GO-BASE-TURN-03")))
    if rest := recovered(t.state, piece, command.state):
        left = t.state.who(piece).cubes_at(AVAILABLE) + rest
        t.tell(ev.CubesMoved(piece, FATIGUE, AVAILABLE, rest, RuleId("GO-BASE-TURN-03"), left))
    declared_by_all(t)


def recovered(state: State, piece: PieceId, declared: str) -> int:
    """Return the cubes that a hero gets back in that state: those just used tire first (GO-BASE-TURN-02, -03)."""
    tired = (FATIGUE, *(ACTION_BOXES if state.settings.spent_cubes_tire else ()))
    return min(state.settings.states[declared].recovers, sum(map(state.who(piece).cubes_at, tired)))


def _is_silent(figure: Figure) -> bool:
    return figure.is_hero and not figure.state


def undeclared(state: State) -> frozenset[Seat]:
    """Return the seats that have still to declare a state of a hero."""
    return frozenset(figure.seat for figure in state.standing() if state.flow.phase == STATES and _is_silent(figure))


def declared_by_all(t: Teller[State]) -> None:
    """Begin the heroes' turn when nobody is left who has not declared a state."""
    if t.state.flow.phase == STATES and not undeclared(t.state):
        begin_heroes(t)


def begin_heroes(t: Teller[State]) -> None:
    t.tell(ev.SideTurnBegan(HERO_TURN, t.state.seats_of(HEROES)))


# tiles


def activate_violations(state: State, command: cm.ActivateTile) -> Iterator[Violation]:
    """Why that tile cannot be activated (GO-BASE-TURN-04, GO-AMB-28)."""
    yield from table_violations(state)
    driven = {tile for figure in state.figures for tile in figure.drives}
    if command.seat != state.table.villain_seat or state.flow.phase != VILLAIN_TURN:
        yield violation(TURN, waivable=False)
    elif command.tile not in state.river or (command.tile in driven and not state.settings.commanded_elsewhere):
        yield violation("GO-BASE-FIG-12", tile=command.tile)
    elif state.tile or command.tile in state.activated or len(state.activated) >= state.settings.activations:
        yield violation(TILE, tile=command.tile)


def activate(t: Teller[State], command: cm.ActivateTile) -> Script[None]:
    """The tile goes to the right end of the River; its figures may act, each once (GO-BASE-FIG-12).

    The activation of a figure that is alone begins at once.
    """
    end_movement(t)
    own = [one for one in t.state.standing() if command.tile in one.sheets and one.commander is None]
    t.tell(ev.TileActivated(command.tile, command.seat, len(own)))
    members = [figure.id for figure in t.state.standing() if figure.activated]
    if len(members) == 1:
        yield from activate_figure(t, members[0])


def figure_violations(state: State, command: cm.ActivateFigure) -> Iterator[Violation]:
    """Why its activation cannot begin: it is no figure of the tile, or had it already (GO-BASE-TURN-04)."""
    yield from acting_violations(state, command.seat, command.piece)
    figure = state.find(command.piece)
    if figure is not None and (figure.is_hero or "begun" in figure.acted):
        yield violation(TILE, figure.id)


def activate_one(t: Teller[State], command: cm.ActivateFigure) -> Script[None]:
    """Begin its activation, before it does anything."""
    end_movement(t)
    yield from activate_figure(t, command.piece)


def end_activation_violations(state: State, command: cm.EndActivation) -> Iterator[Violation]:
    yield from table_violations(state)
    if command.seat != state.table.villain_seat or state.flow.phase != VILLAIN_TURN:
        yield violation(TURN, waivable=False)
    elif not state.tile:
        yield violation(TILE, waivable=False)
    elif state.moving is not None and state.moving.holds:
        yield violation("GO-TACTICIAN-01", state.moving.piece, moving=state.moving.piece)


def end_activation(t: Teller[State], command: cm.EndActivation) -> None:
    end_movement(t)
    t.tell(ev.TileActivationEnded())


# at any time


def set_aside_violations(state: State, command: cm.SetAside) -> Iterator[Violation]:
    """Why that skill cannot be left unused: traits always apply (GO-GEN-02, GO-T-GEN-02)."""
    figure = state.find(command.piece)
    skill = state.content.skills.get(command.skill)
    if figure is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif figure.seat != command.seat:
        yield violation("TW-ASK-02", command.piece, waivable=False, seat=command.seat, asked=figure.seat)
    elif any(table_violations(state)):
        yield from table_violations(state)
    elif skill is None or (command.skill in figure.aside) == command.aside:
        yield violation("GO-GEN-02", figure.id, waivable=False, skill=command.skill)
    elif skill.is_trait:
        yield violation("GO-T-GEN-02", figure.id, skill=command.skill)
    elif command.skill not in skills_of(state, figure.id):
        yield violation("GO-GEN-02", figure.id, waivable=False, skill=command.skill)


def set_aside(t: Teller[State], command: cm.SetAside) -> None:
    t.tell(ev.SkillSetAside(command.piece, command.skill, command.aside))


def concede_violations(state: State, command: Concede) -> Iterator[Violation]:
    if state.flow.outcome is not None:
        yield violation("TW-ASK-01", waivable=False, request="-")


def concede(t: Teller[State], command: Concede) -> None:
    """The other side has won."""
    t.tell(Conceded(command.seat))
    loser = VILLAINS if command.seat == t.state.table.villain_seat else HEROES
    winners = t.state.seats_of(HEROES if loser == VILLAINS else VILLAINS)
    t.tell(GameEnded(Outcome(winners, RuleId("TW-CONCEDE-01"))))
