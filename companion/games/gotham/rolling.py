"""A pool thrown and thrown again: extra free re-rolls, those the symbol marks, forced ones, paid ones; then counted.

throw ─> before the Free Rerolls ─> Free Rerolls ─> just after them ─> Paid Rerolls ─> successes (GO-BASE-ACT-05, -06)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.ids import PieceId
from companion.core.pool import Reroll, Thrown, reroll, throw
from companion.core.procedure import Script, Teller
from companion.core.reckoning import Contribution, Reckoning, reckon
from companion.games.gotham import events as ev
from companion.games.gotham.acting import room_of, spent
from companion.games.gotham.asked.cards import lend
from companion.games.gotham.content.content import SUCCESS
from companion.games.gotham.content.settings import AVAILABLE, REROLL, THOUGHT
from companion.games.gotham.content.words import Step
from companion.games.gotham.figures import Figure
from companion.games.gotham.state import State
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.numbers import number, weighed

FREE, PAID = "GO-BASE-FIG-09", "GO-BASE-ACT-05"
PURPOSES = {"defense": "GO-BASE-ATK-09", "manipulation": "GO-BASE-ACT-03", "thought": "GO-BASE-ACT-03"}


def rolled(t: Teller[State], deed: Deed) -> Script[Deed]:
    """The deed with its pool thrown, every re-roll had, and its dice counted."""
    if not deed.pool:
        return deed
    seat, dice = t.state.who(deed.piece).seat, t.state.content.dice
    purpose = PURPOSES.get(deed.kind, "GO-BASE-ATK-01")
    t.tell(ev.PoolBuilt(deed.piece, deed.kind, deed.pool))
    lying = yield from throw(t, deed.pool, seat, purpose, dice, piece=deed.piece)
    thrower = replace(deed, thrown=lying)
    for step in (Step.BEFORE_FREE, Step.AFTER_FREE):
        thrower = yield from lend(t, thrower, step)

    def offers(thrown: Thrown) -> list[Reroll]:
        return list(offers_of(t.state, thrower))

    lying = yield from reroll(t, lying, seat, purpose, offers, piece=deed.piece)
    return replace(thrower, thrown=lying, count=lying.count(SUCCESS, dice))


def offers_of(state: State, deed: Deed) -> Iterator[Reroll]:
    """Every re-roll in its order; a paid one as long as its player can pay (GO-BADLUCK-03)."""
    figure = state.who(deed.piece)
    yield from weighed(state, Step.BEFORE_FREE, replace(deed, rerolls=())).rerolls
    characteristic = state.sheet(deed.piece).dice.get(deed.kind)
    if characteristic is not None and characteristic.free:
        every = state.settings.free_rerolls == "all"
        places = tuple(n for n, die in enumerate(deed.pool) if every or die == characteristic.die)
        if places:
            yield Reroll(figure.seat, FREE, len(places), piece=figure.id, places=places)
    yield from weighed(state, Step.AFTER_FREE, replace(deed, rerolls=())).rerolls
    payer, box = payer_of(state, figure, REROLL)
    if payer is not None and payer.cubes_at(AVAILABLE) and payer.cubes_at(box) < room_of(state, payer.id, box):
        price = spent(payer, box, 1, PAID)
        yield Reroll(figure.seat, PAID, state.settings.paid_dice, (price,), piece=figure.id)


def payer_of(state: State, figure: Figure, box: str) -> tuple[Figure | None, str]:
    """Return the figure that pays and the box for the cubes: a commander's Thought box
    (GO-COMMAND-07); a tile pays nothing.
    """
    if figure.is_hero:
        return figure, box
    leader = state.find(figure.commander) if figure.commander is not None else None
    return (leader, THOUGHT) if leader is not None and leader.is_hero and not leader.neutralised else (None, box)


def counted(t: Teller[State], deed: Deed, step: Step, *more: Contribution) -> int:
    """Tell the number of successes with its terms, automatic ones and reductions too (GO-BASE-ACT-08, -09)."""
    found = number(t.state, step, deed, deed.count)
    if more:
        found = reckon(found.printed, (*found.parts, *more))
    show(t, deed.piece, deed.kind, found, carried=not deed.is_rolled)
    return found.value


def show(t: Teller[State], piece: PieceId, what: str, found: Reckoning, *, carried: bool = False) -> None:
    """Tell a number with its terms."""
    t.tell(ev.Reckoned(piece, what, found.value, found.printed, found.parts, carried))
