"""Cards that their owners are asked about: for a Defense, a Free Action, and for a skill that counts for somebody else.

declare   which cards its owner declares for an occasion; the single-use ones are spent by that (GO-GEN-11)
lend      before a step: allies and enemies whose cards bring a skill that counts there (GO-SUPPORT-01, GO-COUNTER-01)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.core.ids import PieceId
from companion.core.lasting import Per, used
from companion.core.procedure import Script, Teller
from companion.games.gotham import events as ev
from companion.games.gotham.asked.targets import is_protected, target_violations
from companion.games.gotham.content.settings import WOUNDS
from companion.games.gotham.content.skills import Row, Skill
from companion.games.gotham.content.words import Step, Verb, Who
from companion.games.gotham.figures import Figure
from companion.games.gotham.state import State
from companion.games.gotham.steps.conditions import CONDITIONS
from companion.games.gotham.steps.declaring import Occasion, helpful, is_declared
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.levels import level, may_use
from companion.games.gotham.steps.rows import candidates, holders

CARDS = "GO-GEN-11"


def declare(t: Teller[State], piece: PieceId, occasion: Occasion) -> Script[tuple[str, ...]]:
    """The cards that their owner declares; nobody is asked who has none that helps (GO-GEN-11, GO-AMB-39)."""
    options = tuple(helpful(t.state, piece, occasion))
    if not options:
        return ()
    seat = t.state.who(piece).seat
    cards = (yield from t.choose(seat, CARDS, options, piece, optional=True, at_most=len(options))) or ()
    spend_cards(t, piece, cards)
    return cards


def protecting(state: State, piece: PieceId) -> tuple[str, ...]:
    """Return the cards that keep the figure from being designated where their owner declares them (GO-PROTECTED-01)."""
    figure = state.who(piece)
    usable = dict.fromkeys(_declarable(state, figure))
    return tuple(name for name in usable if is_protected(state, piece, (name,)))


def _declarable(state: State, figure: Figure) -> tuple[str, ...]:
    """Return the cards that the figure may declare for something."""
    declared = (name for name in figure.cards if is_declared(state.card(name)))
    return tuple(name for name in declared if may_use(state, figure, state.card(name)))


def spend_cards(t: Teller[State], piece: PieceId, cards: Iterable[str]) -> None:
    """Cards that are used once are gone when what they were declared for is done (GO-BASE-DICE-03, GO-AMB-39)."""
    for card in cards:
        if t.state.card(card).single_use and t.state.flow.outcome is None:
            t.tell(ev.CardSpent(piece, card))


def lend(t: Teller[State], deed: Deed, step: Step) -> Script[Deed]:
    """The deed with the cards that others declare for a skill of theirs that counts at the step."""
    if not any(figure.cards for figure in t.state.standing()):
        return deed
    for piece, skills in _lenders(t.state, deed, step).items():
        cards = yield from declare(t, piece, Occasion(uses=tuple(skills)))
        deed = replace(deed, lent=(*deed.lent, *((piece, card) for card in cards)))
    return deed


def _lenders(state: State, deed: Deed, step: Step) -> dict[PieceId, list[str]]:
    """The figures whose skills would count, with these skills."""
    found: dict[PieceId, list[str]] = {}
    for skill in state.content.skills.values():
        for row in skill.rows:
            if row.step is step and (row.who is not Who.SELF or row.verb is Verb.HEAL):
                for figure in _able(state, deed, skill, row):
                    found.setdefault(figure.id, []).extend((skill.id, *_reaching(state, deed, row, figure)))
    return found


def _able(state: State, deed: Deed, skill: Skill, row: Row) -> Iterator[Figure]:
    for figure in candidates(state, deed, row.who):
        holds = (
            figure.cards
            and not figure.neutralised
            and all(CONDITIONS[word](state, deed, figure.id) for word in row.when)
        )
        if holds and _is_possible(state, deed, skill, row, figure):
            yield figure


def _reaching(state: State, deed: Deed, row: Row, figure: Figure) -> Iterator[str]:
    """The skills of reach, where one of them must bring the attacker near enough to be struck back (GO-AMB-37)."""
    if row.verb is Verb.STRIKE_BACK and any(target_violations(state, Deed(deed.kind, figure.id, deed.piece))):
        for skill in state.content.skills.values():
            if any(one.step is Step.REACH for one in skill.rows):
                yield skill.id


def _is_possible(state: State, deed: Deed, skill: Skill, row: Row, figure: Figure) -> bool:
    """Whether using the skill there changes anything: a card is not spent for nothing."""
    match row.verb:
        case Verb.HEAL:
            healed = level(state, figure.id, skill.id)  # without a card
            return healed < figure.cubes_at(WOUNDS) and not used(figure.uses, skill.id, Per.TURN, state.flow)
        case Verb.STRIKE_BACK:
            attacker = state.who(deed.piece)
            back = Deed(deed.kind, figure.id, attacker.id, cards=_declarable(state, figure))
            return not attacker.neutralised and not any(target_violations(state, back))
        case Verb.ABSORB:
            return deed.is_rolled or deed.count > 0
        case Verb.BEST:  # one alone counts
            best = max((high for _, high in holders(state, deed, skill, row)), default=0)
            return level(state, figure.id, skill.id, _declarable(state, figure)) > best
        case Verb.REROLLS | Verb.FORCE:
            return bool(deed.pool)
        case _:
            return True
