"""The Defense of an attack: cubes or printed dice, re-rolls, automatic successes; its number of successes.

a hero        as many dice as it pays cubes for (GO-BASE-ATK-09)
a tile's      its printed dice
commanded     orange dice, for cubes of its commander's Thought box (GO-COMMAND-07, -09, GO-AMB-30)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.games.gotham import events as ev
from companion.games.gotham.acting import room_of
from companion.games.gotham.asked.reactions import numbers_to
from companion.games.gotham.content.settings import AVAILABLE, DEFENSE
from companion.games.gotham.content.sheets import Card, Characteristic
from companion.games.gotham.content.words import Step, Who
from companion.games.gotham.figures import Figure
from companion.games.gotham.rolling import counted, payer_of, rolled
from companion.games.gotham.state import State
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.levels import may_use

ORANGE = Characteristic("orange")
ASKED, CARDS = "GO-BASE-ATK-09", "GO-GEN-11"


def defended(t: Teller[State], attack: Deed) -> Script[int]:
    """The successes of the target's Defense; none are needed against none, and automatic ones need no dice
    (GO-BASE-ATK-11, GO-AMB-41)."""
    if attack.count <= 0:
        return 0
    figure = t.state.who(attack.aim)
    guard = Deed(DEFENSE, figure.id, attack.piece, against=attack.kind)
    guard = replace(guard, cards=(yield from _declared(t, figure)))
    guard = replace(guard, pool=(yield from _dice(t, figure)))
    guard = yield from rolled(t, guard)
    value = counted(t, guard, Step.DEFENSE)
    spend_cards(t, figure.id, guard.cards)
    return value


def _dice(t: Teller[State], figure: Figure) -> Script[tuple[str, ...]]:
    state = t.state
    payer, box = payer_of(state, figure, DEFENSE)
    dice = ORANGE if figure.commander is not None else state.sheet(figure.id).dice.get(DEFENSE)
    if dice is None:
        return ()
    if payer is None or (figure.commander is not None and state.settings.commanded_defense == "one"):
        return (dice.die,) * dice.count
    most = min(payer.cubes_at(AVAILABLE), room_of(state, payer.id, box) - payer.cubes_at(box))
    if most <= 0:
        return ()
    answer = yield from t.choose(payer.seat, ASKED, numbers_to(most), figure.id, optional=True)
    if cubes := int((answer or ("0",))[0]):
        t.tell(ev.CubesMoved(payer.id, AVAILABLE, box, cubes, RuleId(ASKED)))
    return (dice.die,) * dice.count * cubes


def _declared(t: Teller[State], figure: Figure) -> Script[tuple[str, ...]]:
    """Cards that are used up by helping this Defense: their owner says which (GO-GEN-11, GO-AMB-39)."""
    options = [card.id for card in _helpful(t.state, figure)]
    if not options:
        return ()
    answer = yield from t.choose(figure.seat, CARDS, options, figure.id, optional=True, at_most=len(options))
    return answer or ()


def _helpful(state: State, figure: Figure) -> Iterator[Card]:
    own = {
        skill.id
        for skill in state.content.skills.values()
        if any(row.step is Step.DEFENSE and row.who is Who.SELF for row in skill.rows)
    }
    for name in figure.cards:
        card = state.card(name)
        if card.single_use and not card.weapon and may_use(state, figure, card) and own & dict(card.skills).keys():
            yield card


def spend_cards(t: Teller[State], piece: PieceId, cards: tuple[str, ...]) -> None:
    """Cards that are used once are gone (GO-BASE-DICE-03, GO-AMB-39)."""
    for card in cards:
        if t.state.card(card).single_use:
            t.tell(ev.CardSpent(piece, card))
