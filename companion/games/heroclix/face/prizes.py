"""The prize of an attack: the victory points of a knock-out, and the game.

attack ──does a plain hit knock out?──> the rules, with the least throw that hits ──> points · the end
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.dice import DiceRequest
from companion.core.ids import Seat
from companion.core.prizes import Prize, prize_of
from companion.core.rules import Command, RulesSystem
from companion.games.heroclix.attack.odds import FACES, odds
from companion.games.heroclix.damage.dial import is_out
from companion.games.heroclix.face.foretell import declared
from companion.games.heroclix.state.state import State


def prize(system: RulesSystem[State], state: State, command: Command) -> Prize:
    """Return what a hit wins before anybody answers it; nothing where its damage has still to be thrown or shared."""
    attacking = declared(system, state, command)
    found = odds(attacking) if attacking is not None else ()
    if attacking is None or len(found) != 1 or not found[0].hits or found[0].die:
        return Prize()
    piece = attacking.piece(found[0].target)
    if not found[0].taken or not is_out(attacking, piece, found[0].click):
        return Prize()
    plain = min(found[0].hits, key=lambda throw: (throw[0] == throw[1], sum(throw)))  # two sixes are more than a hit
    purpose, least = attacking.edition.rule("HC-ATK-05"), str(min(FACES))

    def throws(request: DiceRequest) -> Sequence[str]:
        """Throw the hit, and of every other die what helps its target least."""
        return tuple(map(str, plain)) if request.purpose == purpose else (least,) * len(request.dice)

    return prize_of(system, state, command, throws, _points)


def _points(state: State, seat: Seat) -> int:
    own = state.table.tactics.side_of(seat)
    return sum(points for one, points in state.scores if one in own)
