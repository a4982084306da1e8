"""The Defense of an attack: cubes or printed dice, re-rolls, automatic successes; its number of successes.

a hero        as many dice as it pays cubes for (GO-BASE-ATK-09)
a tile's      its printed dice
commanded     orange dice, for cubes of its commander's Thought box (GO-COMMAND-07, -09, GO-AMB-30)
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.procedure import Script, Teller
from companion.games.gotham.acting import room_of, spent
from companion.games.gotham.asked.cards import declare, lend
from companion.games.gotham.asked.reactions import numbers_to
from companion.games.gotham.content.settings import AVAILABLE, DEFENSE
from companion.games.gotham.content.sheets import Characteristic
from companion.games.gotham.content.words import Step
from companion.games.gotham.figures import Figure
from companion.games.gotham.rolling import counted, payer_of, rolled
from companion.games.gotham.state import State
from companion.games.gotham.steps.declaring import Occasion
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.numbers import number

ORANGE = Characteristic("orange")
ASKED = "GO-BASE-ATK-09"


def defended(t: Teller[State], attack: Deed) -> Script[int]:
    """The successes of the target's Defense; none are needed against none, and automatic ones need no dice
    (GO-BASE-ATK-11, GO-AMB-41)."""
    if attack.count <= 0:
        return 0
    figure = t.state.who(attack.aim)
    guard = Deed(DEFENSE, figure.id, attack.piece, against=attack.kind)
    may_throw = bool(printed_of(t.state, figure)) and most_of(t.state, figure) != 0
    if may_throw or _may_hurt(t.state, guard, attack):
        occasion = Occasion((replace(guard, is_rolled=may_throw),))
        guard = replace(guard, cards=(yield from declare(t, figure.id, occasion)))
    guard = replace(guard, pool=(yield from _dice(t, figure)))
    guard = yield from rolled(t, guard)
    if _may_hurt(t.state, guard, attack):
        guard = yield from lend(t, guard, Step.DEFENSE)
    return counted(t, guard, Step.DEFENSE)


def _may_hurt(state: State, guard: Deed, attack: Deed) -> bool:
    """Whether the attack comes through the Defense as it is: else no card would change anything."""
    return number(state, Step.DEFENSE, guard, guard.count).value < attack.count


def _dice(t: Teller[State], figure: Figure) -> Script[tuple[str, ...]]:
    dice, most = printed_of(t.state, figure), most_of(t.state, figure)
    if dice is None or most == 0:
        return ()
    payer, box = payer_of(t.state, figure, DEFENSE)
    if most is None or payer is None:
        return (dice.die,) * dice.count
    answer = yield from t.choose(payer.seat, ASKED, numbers_to(most), figure.id, optional=True)
    if cubes := int((answer or ("0",))[0]):
        t.tell(spent(t.state.who(payer.id), box, cubes, ASKED))
    return (dice.die,) * dice.count * cubes


def printed_of(state: State, figure: Figure) -> Characteristic | None:
    """The dice of its Defense; of who is commanded always orange ones (GO-COMMAND-09)."""
    return ORANGE if figure.commander is not None else state.sheet(figure.id).dice.get(DEFENSE)


def most_of(state: State, figure: Figure) -> int | None:
    """The cubes that can be paid for its dice; ``None``: they need none."""
    payer, box = payer_of(state, figure, DEFENSE)
    if payer is None or (figure.commander is not None and state.settings.commanded_defense == "one"):
        return None
    return max(0, min(payer.cubes_at(AVAILABLE), room_of(state, payer.id, box) - payer.cubes_at(box)))
