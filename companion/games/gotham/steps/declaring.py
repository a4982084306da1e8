"""Cards that are declared for one occasion: an action, a Defense, a Free Action, a Movement (GO-GEN-11, GO-AMB-39).

worn            neither a weapon nor single-use: counts wherever it helps, nobody is asked
to be declared  single-use (spent by that), or a weapon with a skill; only where a skill of it can be of use
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.ids import PieceId
from companion.games.gotham.content.settings import DEFENSE, MANIPULATION, MELEE, RANGED, THOUGHT
from companion.games.gotham.content.sheets import Card
from companion.games.gotham.content.skills import Row, Skill
from companion.games.gotham.content.words import Step, Verb, Who
from companion.games.gotham.figures import Figure
from companion.games.gotham.state import State
from companion.games.gotham.steps.conditions import CONDITIONS
from companion.games.gotham.steps.deed import ACTION, ARRIVAL, EXPLOSION, MOVE, Deed
from companion.games.gotham.steps.levels import ignored_tokens, lends, level, may_use
from companion.games.gotham.steps.numbers import left_of, number

_ROLL = (Step.POOL, Step.BEFORE_FREE)
_STRIKE = (Step.REACH, Step.SUCCESSES, Step.INSTEAD, Step.EXTRA, Step.WOUNDS, Step.AFTER, Step.FALLEN)
STEPS = {  # of a deed of that kind, at which a card may help who does it
    MELEE: (*_ROLL, *_STRIKE),
    RANGED: (*_ROLL, *_STRIKE),
    MANIPULATION: (*_ROLL, Step.SUCCESSES),
    THOUGHT: (*_ROLL, Step.SUCCESSES),
    DEFENSE: (*_ROLL, Step.DEFENSE),
    EXPLOSION: (Step.AFTER,),
    MOVE: (Step.COST, Step.ARRIVE, Step.WALL, Step.DANGER, Step.ROUGH),
    ARRIVAL: (Step.DANGER,),
}
YET_TO_COME = {"success", "through", "would_wound", "successes_left"}  # nobody knows when the card is declared


@dataclass(frozen=True, slots=True)
class Occasion:
    """An occasion to declare cards: the deeds that come of it, the skills that it uses by name, whether limits are
    pushed for it, and the sizes of the weapons that are used together."""

    deeds: tuple[Deed, ...] = ()
    uses: tuple[str, ...] = ()
    push: bool = False
    sizes: tuple[int, ...] = ()


def is_declared(card: Card) -> bool:
    """Whether its owner must say that it is used."""
    return card.single_use or bool(card.weapon)


def helps(state: State, figure: Figure, card: Card, occasion: Occasion) -> bool:
    """Whether a skill of the card can be of use there; a weapon is used in an attack as a weapon, or not at all."""
    if card.weapon and any(deed.is_attack for deed in occasion.deeds):
        return False
    return any(
        lends(card, skill.id)
        and (skill.is_trait or skill.id not in figure.aside)
        and _counts(state, figure, skill, occasion)
        for skill in state.content.skills.values()
    )


def _counts(state: State, figure: Figure, skill: Skill, occasion: Occasion) -> bool:
    if skill.id in occasion.uses:
        return True
    steps = {row.step for row in skill.rows}
    if occasion.push and Step.PUSH in steps:
        return True
    if Step.CARDS in steps and len(occasion.sizes) > 1:  # the weapons are used without it where they are small enough
        return number(state, Step.CARDS, occasion.deeds[0]).value < max(1, *occasion.sizes)
    return any(
        row.who is Who.SELF
        and row.step in STEPS[deed.kind]
        and (deed.is_rolled or row.step not in _ROLL)
        and _may_hold(state, figure, deed, skill, row, occasion)
        for deed in occasion.deeds
        for row in skill.rows
    )


def _may_hold(state: State, figure: Figure, deed: Deed, skill: Skill, row: Row, occasion: Occasion) -> bool:
    """Whether the conditions of the row hold, or may come to hold."""
    if "printed" in row.when or ("named" in row.when and skill.id not in deed.skills):
        return False
    if row.step is Step.REACH and not (deed.kind == MELEE and _widens(state, deed)):
        return False
    if deed.binds and deed.way == ACTION and row.step in (Step.EXTRA, Step.FALLEN):  # nobody is wounded (GO-BIND-03)
        return False
    if row.verb is Verb.IGNORE and deed.kind != MOVE and not left_of(state, row.step, deed, row.of):
        return False
    if deed.kind == ARRIVAL and (
        not state.tokens_in(deed.zones[0], row.of) or row.of in ignored_tokens(state, figure.id, Step.DANGER)
    ):
        return False
    later = YET_TO_COME | ({"half_wounded"} if occasion.push else set())
    return all(CONDITIONS[word](state, deed, figure.id) for word in row.when if word not in later)


def _widens(state: State, deed: Deed) -> bool:
    """Whether more reach brings the target near enough, or may find others for the Free Actions to come (GO-AMB-37)."""
    start, end = state.zone_of(deed.piece), state.zone_of(deed.aim)
    distance = state.board.distance(start, end) or 0
    return number(state, Step.REACH, deed).value < distance or _goes_on(state, deed)


def _goes_on(state: State, deed: Deed) -> bool:
    """Whether its author may strike another when the target falls."""
    return any(
        row.step is Step.FALLEN
        and deed.kind in row.when
        and CONDITIONS["no_free_action"](state, deed, deed.piece)
        and level(state, deed.piece, skill.id, deed.cards)
        for skill in state.content.skills.values()
        for row in skill.rows
    )


def helpful(state: State, piece: PieceId, occasion: Occasion) -> Iterator[str]:
    """Generate the cards that the figure may declare there, each kind once."""
    figure = state.who(piece)
    for name in dict.fromkeys(figure.cards):
        card = state.card(name)
        if is_declared(card) and may_use(state, figure, card) and helps(state, figure, card, occasion):
            yield name


def free_action(deed: Deed) -> Occasion:
    """The occasion of an attack that was not ordered: Bind may be declared for it as well (GO-BIND-01)."""
    return Occasion((replace(deed, binds=deed.kind == MELEE),)) if deed.way != ACTION else Occasion()
