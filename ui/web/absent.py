"""Seats that are left at home: their turns go by, what may be declined is, and the machine throws their dice.

What must be chosen for them is asked of whoever takes the seat.
"""

from __future__ import annotations

from companion.core.commands import Choose, Pass, ReportDice
from companion.core.dice import DiceRequest, Source
from companion.core.flow import ChoiceRequest, ConsentRequest, seat_of
from companion.core.ids import Seat
from companion.core.rules import Rejected
from companion.core.session import Session
from companion.text.wording import Wording
from ui.presenters.adapter import Command, GameAdapter, Look
from ui.presenters.questions import Roller

ORDERS = 64  # of absent seats in a row; as many as no round has


def pass_by(session: Session, game: GameAdapter, resting: set[Seat], roller: Roller | None) -> None:
    """Give the orders of the seats that are left at home, until somebody who is there is awaited."""
    for _ in range(ORDERS if resting else 0):
        orders = (order for seat in sorted(resting) if (order := _order(session, game, seat, roller)) is not None)
        if all(isinstance(session.submit(order, Source.MACHINE), Rejected) for order in (*orders,)[:1]):
            return


def _order(session: Session, game: GameAdapter, seat: Seat, roller: Roller | None) -> Command | None:
    """The order of an absent seat; ``None``: it has none to give, or somebody must choose for it."""
    flow = session.state.flow
    if flow.outcome is not None:
        return None
    for request in (one for one in flow.open if seat_of(one) == seat):
        match request:
            case DiceRequest() if roller is not None:
                return ReportDice(seat, roller.roll(request, session.system.dice_of(session.state)))
            case ChoiceRequest(drawn=True) if roller is not None:
                return Choose(seat, request.id, roller.draw(request))
            case ChoiceRequest(options=options, at_least=least) if least == len(options):  # there is nothing to choose
                return Choose(seat, request.id, options)
            case ChoiceRequest(optional=True):
                return Pass(seat, request.id)
            case ConsentRequest():
                return Choose(seat, request.id, ("yes",))
        return None
    side = next(side for side, seats in game.sides.items() if seat in seats)
    look = Look(side, (seat,), Wording())
    return game.passing(look) if flow.round and not flow.open and seat in game.acting(look) else None
