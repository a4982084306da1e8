"""Rounds: every hero's turn in the order the players like, then the master's, in which every monster has its own.

round ─> hero turns (mana, escape, disease first) ─> master: what was brewing, then monsters ─> round
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.commands import Concede
from companion.core.events import Conceded, GameEnded
from companion.core.flow import Outcome
from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import actions, reach
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.techniques import straighten, suffer_disease
from companion.games.heroquest.attack.toll import end_if_over
from companion.games.heroquest.commands import BeginQuest, EndPhase, EndTurn, GiveAward, TakeTurn
from companion.games.heroquest.seeing import look
from companion.games.heroquest.state import Phase, State
from companion.games.heroquest.traps import brew_over

LUCKY = tuple(map(str, range(1, 21)))  # numbers of a D20
MOST = 999  # experience that is given at once


def begin_violations(state: State, command: BeginQuest) -> Iterator[Violation]:
    if state.flow.phase != Phase.WAITING:
        yield violation("HQ-GEN-02", waivable=False)


def begin(t: Teller[State], command: BeginQuest) -> Script[None]:
    """Begin round 1 with the heroes, who see where they are."""
    for figure in t.state.characters:
        if figure.dodge == "extraordinary" and not figure.delta:  # chosen once, for good (HQ-DODGE-16, HQ-DODGE-18)
            chosen = yield from t.choose(figure.seat, "HQ-DODGE-18", LUCKY, figure.id)
            t.tell(ev.Counted(figure.id, "delta", int((chosen or LUCKY)[0]), RuleId("HQ-DODGE-18")))
    t.tell(ev.RoundBegan(1), ev.PhaseBegan(Phase.HEROES.value))
    for figure in t.state.characters:
        look(t, figure.id)


def take_turn_violations(state: State, command: TakeTurn) -> Iterator[Violation]:
    figure = state.find(command.piece)
    if figure is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif figure.seat != command.seat:
        yield violation("TW-ASK-02", command.piece, waivable=False, seat=command.seat, asked=figure.seat)
    elif state.flow.phase != Phase.HEROES or not figure.is_hero or figure.acted or state.active is not None:
        yield violation("HQ-ACT-01", command.piece, waivable=False)


def start_turn(t: Teller[State], piece: PieceId) -> Script[None]:
    """Begin a turn with what it owes: mana, the way out of a pit or a jaw, a disease's toll.

    A turn that is lost is a turn all the same: the gauge fills, and a disease goes on (HQ-MON-FIMIR-04).
    """
    figure = t.state.who(piece)
    near = tuple(other.id for other in t.state.enemies(figure) if reach.reaches(t.state, other, figure))
    t.tell(ev.TurnOpened(piece, near))
    if figure.mana < figure.mana_max:  # HQ-HERO-ENCH-01, HQ-AMB-15
        t.tell(ev.Counted(piece, "mana", figure.mana + 1, RuleId("HQ-HERO-ENCH-01")))
    if figure.hypnotised:  # HQ-MON-FIMIR-04, -09: the turn is lost, not the defense
        t.tell(ev.Marked(piece, "hypnotised", False, RuleId("HQ-MON-FIMIR-04")))
        if figure.diseased:
            yield from suffer_disease(t, piece)
        if t.state.find(piece) is not None:
            t.tell(ev.TurnClosed(piece))
        return
    if figure.in_pit:  # HQ-TRAP-03
        t.tell(ev.Marked(piece, "in_pit", False, RuleId("HQ-TRAP-03")))
    if figure.shifted_in == "power":  # HQ-MON-CHAOS-07
        straighten(t, piece, "rested")  # its defense stood low: no second power attack running
    if figure.held:  # by a jaw or by slime: a six frees for this very turn (HQ-TRAP-20)
        (face,) = yield from t.roll(("d6",), figure.seat, "HQ-TRAP-20", piece)
        if face == "6":
            t.tell(ev.Noted(piece, "held", "", RuleId("HQ-TRAP-20")))
    if figure.diseased:
        yield from suffer_disease(t, piece)
    look(t, piece)


def end_turn_violations(state: State, command: EndTurn) -> Iterator[Violation]:
    """Why the turn may not end now: only its own hero's can, when nothing is open."""
    figure = state.find(command.piece)
    if figure is not None and not figure.is_hero:
        yield violation("HQ-ACT-01", command.piece, waivable=False)
    for broken in actions.acting(state, command.seat, command.piece):
        if broken.rule != "HQ-DISARM-05":
            yield broken


def end_turn(t: Teller[State], command: EndTurn) -> None:
    """End the hero's turn; after the last one comes the master."""
    t.tell(ev.TurnClosed(command.piece))


def master_if_done(t: Teller[State]) -> Script[None]:
    """Begin the master's part when every hero has had its turn."""
    if t.state.flow.outcome is not None or t.state.flow.phase != Phase.HEROES or t.state.active is not None:
        return
    if all(figure.acted for figure in t.state.characters if figure.is_hero):
        t.tell(ev.PhaseBegan(Phase.MASTER.value))
        yield from brew_over(t)
        for monster in [figure.id for figure in t.state.characters if not figure.is_hero]:
            if t.state.find(monster) is not None and t.state.flow.outcome is None:
                yield from start_turn(t, monster)


def end_phase_violations(state: State, command: EndPhase) -> Iterator[Violation]:
    if command.seat != state.table.gm:
        yield violation("TW-ASK-02", waivable=False, seat=command.seat, asked=state.table.gm)
    elif state.flow.phase != Phase.MASTER or state.flow.outcome is not None:
        yield violation("HQ-ACT-01", waivable=False, seat=command.seat)
    elif state.is_busy:
        yield violation("TW-ASK-01", waivable=False, request="-")


def end_phase(t: Teller[State], command: EndPhase) -> None:
    """End the monsters' turns and begin the next round."""
    for figure in t.state.characters:
        if figure.turn is not None:
            if figure.shifted_in in ("stance", "rested"):  # the stance lasted until the end of this turn
                straighten(t, figure.id, "")
            t.tell(ev.TurnClosed(figure.id))
    t.tell(ev.RoundBegan(t.state.flow.round + 1), ev.PhaseBegan(Phase.HEROES.value))
    end_if_over(t)


def award_violations(state: State, command: GiveAward) -> Iterator[Violation]:
    """Why no experience can be given: the master gives it, to heroes (HQ-GEN-06)."""
    figure = state.find(command.piece)
    if command.seat != state.table.gm or figure is None or not figure.is_hero or not 0 < command.points <= MOST:
        yield violation("HQ-GEN-06", command.piece, waivable=False)


def award(t: Teller[State], command: GiveAward) -> None:
    """Add the experience (HQ-GEN-06, HQ-COMBAT-GROUP-05)."""
    experience = t.state.who(command.piece).experience + command.points
    t.tell(ev.Counted(command.piece, "experience", experience, RuleId("HQ-GEN-06")))


def concede_violations(state: State, command: Concede) -> Iterator[Violation]:
    if state.flow.outcome is not None:
        yield violation("HQ-GEN-02", waivable=False)


def concede(t: Teller[State], command: Concede) -> None:
    """A side gives up, and the other has won."""
    table = t.state.table
    winners = (table.gm,) if command.seat != table.gm else table.hero_seats
    t.tell(Conceded(command.seat), GameEnded(Outcome(winners, RuleId("TW-CONCEDE-01"))))
