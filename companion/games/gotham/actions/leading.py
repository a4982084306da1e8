"""Leading and drawing others: Attraction, Command, Tactician.

attract     a figure in sight is taken into one's zone (GO-ATTRACT-01..06)
command     the figures of a tile act, and nobody else until they have (GO-COMMAND-03..06)
tactician   an ally moves at once, with points that are a gift (GO-TACTICIAN-01..07)
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.answers import YES
from companion.core.ids import PieceId, RuleId
from companion.core.lasting import Per, used
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.gotham import commands as cm
from companion.games.gotham import events as ev
from companion.games.gotham.acting import (
    deed_violations,
    pay,
    paying_violations,
    room_of,
    start_activation,
)
from companion.games.gotham.actions.tasks import automatic, spend_used
from companion.games.gotham.asked.cards import declare
from companion.games.gotham.asked.reactions import numbers_to
from companion.games.gotham.asked.targets import sees
from companion.games.gotham.content.settings import ACTIVE, AVAILABLE, MANIPULATION, MOVEMENT, THOUGHT
from companion.games.gotham.figures import Figure
from companion.games.gotham.moves import is_full, set_out
from companion.games.gotham.occasions import is_barred, using_violations
from companion.games.gotham.rolling import payer_of
from companion.games.gotham.state import State
from companion.games.gotham.steps.declaring import Occasion
from companion.games.gotham.steps.deed import MOVE, Deed
from companion.games.gotham.steps.levels import level
from companion.games.gotham.wounds import enter

FAVOURED = "favoured"  # an ally by Tactician, this turn
Leading = cm.Attract | cm.UseTactician | cm.CommandTile


def _paid_violations(state: State, command: Leading, box: str) -> Iterator[Violation]:
    found = list(deed_violations(state, command.seat, command.piece))
    yield from found
    figure = state.find(command.piece)
    if not found and figure is not None:
        yield from using_violations(state, figure, command)
        cubes, cards = 0 if command.push else 1, command.using
        yield from paying_violations(state, figure.id, box, cubes, push=command.push, cards=cards)


def attract_violations(state: State, command: cm.Attract) -> Iterator[Violation]:
    """Why that figure cannot be drawn here: each of the conditions by its rule (GO-AMB-22)."""
    yield from _paid_violations(state, command, MANIPULATION)
    figure, other = state.find(command.piece), state.find(command.target)
    if is_barred(state, command) or figure is None or figure.zone is None:
        return
    high = level(state, figure.id, "attract", command.using)
    if not high:
        yield violation("GO-ATTRACT-01", figure.id)
    elif other is None:
        yield violation("TW-PIECE-01", command.target, waivable=False)
    elif other.zone is None or other.neutralised:
        yield violation("GO-BASE-FIG-07", other.id)
    elif other.zone == figure.zone:
        yield violation("GO-ATTRACT-01", other.id)
    else:
        yield from _out_of_pull(state, figure, other, high)


def _out_of_pull(state: State, figure: Figure, other: Figure, high: int) -> Iterator[Violation]:
    here, there = state.zone_of(figure.id), state.zone_of(other.id)
    distance = state.board.distance(here, there)
    if not sees(state, here, there):
        yield violation("GO-ATTRACT-01", other.id)
    if distance is None or distance > high:
        yield violation("GO-ATTRACT-02", other.id, most=high)
    if abs(state.zone(here).elevation - state.zone(there).elevation) > high:
        yield violation("GO-ATTRACT-03", other.id, most=high)
    if state.sheet(other.id).size > state.sheet(figure.id).size:
        yield violation("GO-ATTRACT-04", other.id, most=state.sheet(figure.id).size)
    if is_full(state, here):
        yield violation("GO-ATTRACT-05", other.id, zone=here)


def attract(t: Teller[State], command: cm.Attract) -> Script[None]:
    """Take it there: no Movement action, yet the zone has its effect (GO-ATTRACT-06, GO-HORROR-02)."""
    if not (yield from automatic(t, command, MANIPULATION, push=command.push, cards=command.using)):
        return
    start, here = t.state.zone_of(command.target), t.state.zone_of(command.piece)
    t.tell(ev.FigureWent(command.target, start, here, "attract", 0, RuleId("GO-ATTRACT-01")))
    yield from enter(t, command.target, here)
    spend_used(t, command)


def command_violations(state: State, command: cm.CommandTile) -> Iterator[Violation]:
    """Why that tile cannot be commanded now: one of its own, once a turn (GO-COMMAND-03, -10, -11)."""
    yield from _paid_violations(state, command, THOUGHT)
    figure = state.find(command.piece)
    if figure is not None and (
        command.tile not in figure.drives or used(figure.uses, _turn_of(command.tile), Per.TURN, state.flow)
    ):
        yield violation("GO-COMMAND-03" if command.tile not in figure.drives else "GO-COMMAND-10", figure.id)


def _turn_of(tile: str) -> str:
    return f"command {tile}"


def command_tile(t: Teller[State], command: cm.CommandTile) -> Script[None]:
    """Begin the sub-turn of its figures."""
    if (yield from automatic(t, command, THOUGHT, push=command.push, cards=command.using)):
        t.tell(ev.SkillUsed(command.piece, _turn_of(command.tile), RuleId("GO-COMMAND-03")))
        t.tell(ev.CommandBegan(command.piece, command.tile))
        spend_used(t, command)


def end_command_violations(state: State, command: cm.EndCommand) -> Iterator[Violation]:
    if state.is_busy:
        yield violation("TW-ASK-01", waivable=False, request="-")
    elif state.commanding is None or state.commanding.piece != command.piece:
        yield violation("GO-COMMAND-05", command.piece, by=state.commanding.piece if state.commanding else "-")
    elif state.who(command.piece).seat != command.seat:
        yield violation(
            "TW-ASK-02", command.piece, waivable=False, seat=command.seat, asked=state.who(command.piece).seat
        )


def end_command(t: Teller[State], command: cm.EndCommand) -> None:
    """The figures that did nothing forfeit it (GO-COMMAND-10)."""
    assert t.state.commanding is not None
    if t.state.moving is not None:
        t.tell(ev.MovementEnded(t.state.moving.piece, t.state.moving.points))
    t.tell(ev.CommandEnded(command.piece, t.state.commanding.tile))


def tactician_violations(state: State, command: cm.UseTactician) -> Iterator[Violation]:
    """Why that ally cannot be favoured (GO-TACTICIAN-02)."""
    yield from _paid_violations(state, command, THOUGHT)
    figure, ally = state.find(command.piece), state.find(command.ally)
    if is_barred(state, command) or figure is None:
        return
    if not level(state, figure.id, "tactician", command.using):
        yield violation("GO-TACTICIAN-01", figure.id)
    if ally is None:
        yield violation("TW-PIECE-01", command.ally, waivable=False)
    elif not state.are_allies(figure, ally) or ally.neutralised or ally.zone is None:
        yield violation("GO-TACTICIAN-01", ally.id)
    elif used(ally.uses, FAVOURED, Per.TURN, state.flow) or (ally.is_hero and ally.state != ACTIVE):
        yield violation("GO-TACTICIAN-02", ally.id)


def use_tactician(t: Teller[State], command: cm.UseTactician) -> Script[None]:
    """The ally decides whether it moves, and a hero whether it adds cubes (GO-TACTICIAN-07)."""
    gift = level(t.state, command.piece, "tactician", command.using)
    if not (yield from automatic(t, command, THOUGHT, push=command.push, cards=command.using)):
        return
    spend_used(t, command)
    ally = t.state.who(command.ally)
    payer, box = payer_of(t.state, ally, MOVEMENT)
    most = 0
    if payer is not None:
        most = max(0, min(payer.cubes_at(AVAILABLE), room_of(t.state, payer.id, box) - payer.cubes_at(box)))
    answer = yield from t.choose(ally.seat, "GO-TACTICIAN-07", numbers_to(most), ally.id, optional=True)
    if answer is None:  # it has not benefited from it
        return
    t.tell(ev.SkillUsed(ally.id, FAVOURED, RuleId("GO-TACTICIAN-02")))
    cards = yield from declare(t, ally.id, Occasion((Deed(MOVE, ally.id),)))
    if not ally.is_hero:  # a separate activation (GO-TACTICIAN-05, -08, GO-AMB-42)
        t.tell(ev.ActivationBegan(ally.id, apart=True))
        yield from start_activation(t, ally.id)
    cubes = int(answer[0])
    push = yield from _pushes(t, ally.id, cubes, cards)
    if payer is not None:
        cubes = yield from pay(t, payer.id, box, cubes, push=push, cards=cards, rule="GO-TACTICIAN-07")
    set_out(t, ally.id, cubes, gift, at_once=True, cards=cards)


def _pushes(t: Teller[State], piece: PieceId, cubes: int, cards: tuple[str, ...]) -> Script[bool]:
    """Whether a hero pushes its limits for the Movement action, before it spends cubes (GO-PUSHLIMITS-01)."""
    if any(paying_violations(t.state, piece, MOVEMENT, cubes, push=True, cards=cards)):
        return False
    answer = yield from t.choose(t.state.who(piece).seat, "GO-PUSHLIMITS-01", (YES,), piece, optional=True)
    return answer is not None
