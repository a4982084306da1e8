"""Levels of skills: printed on screen or tile, and lent by cards; and traits.

screen 1 + card 1 = 2 (GO-BASE-FIG-01, GO-GEN-04)        Neutralised, or set aside: 0 (GO-GEN-05, GO-GEN-02)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.ids import PieceId
from companion.games.gotham.content.sheets import Card, Sheet
from companion.games.gotham.content.words import Step, Verb
from companion.games.gotham.figures import Figure
from companion.games.gotham.state import State

MORAL_CODE = "moral_code"


def printed(state: State, piece: PieceId, skill: str) -> int:
    """Return the skill's level on the screen or tile alone: what makes immune (GO-AMB-35)."""
    sheet = state.sheet(piece)
    return dict(sheet.skills).get(skill, 0) or int(skill in sheet.traits)


def may_use(state: State, figure: Figure, card: Card) -> bool:
    """Whether it may use that card: a Moral Code bars lethal gear, not carrying it (GO-T-MORAL-01, -02)."""
    return not (card.lethal and MORAL_CODE in _own_traits(state, figure))


def _own_traits(state: State, figure: Figure) -> set[str]:
    carried = (state.card(card) for card in figure.cards)
    return {*state.sheet(figure.id).traits, *(trait for card in carried if _is_worn(card) for trait in card.traits)}


def _is_worn(card: Card) -> bool:
    """Whether using it costs nothing, so that its owner declares it wherever it helps (GO-AMB-39)."""
    return not card.single_use and not card.weapon


def lending(state: State, figure: Figure, cards: Sequence[str]) -> Iterator[Card]:
    """The cards whose skills count for it: those declared, also when they are used up by that, and those worn
    (GO-GEN-11, GO-AMB-39)."""
    declared = list(cards)
    for name in figure.cards:
        if name in declared:
            declared.remove(name)
        elif _is_worn(state.card(name)):
            yield from _usable(state, figure, name)
    for name in cards:
        yield from _usable(state, figure, name)


def _usable(state: State, figure: Figure, name: str) -> Iterator[Card]:
    card = state.card(name)
    if may_use(state, figure, card):
        yield card


def lends(card: Card, skill: str) -> int:
    """Return the level of a skill that comes with the use of the card; of a trait 1."""
    return dict(card.skills).get(skill, 0) or int(skill in card.traits)


def skills_of(state: State, piece: PieceId) -> dict[str, int]:
    """Every skill and trait that is printed for the figure, or that a card it carries can lend, with the level that
    all of it comes to."""
    figure = state.who(piece)
    sources: list[Sheet | Card] = [state.sheet(piece), *(state.card(card) for card in figure.cards)]
    named = {name for source in sources for name in (*dict(source.skills), *source.traits)}
    return {skill: _total(state, figure, skill, figure.cards) for skill in state.content.skills if skill in named}


def has(state: State, piece: PieceId, skill: str) -> int:
    """Return the level that it has, whether its player uses the skill or not (GO-GEN-02)."""
    return _total(state, state.who(piece), skill, ())


def level(state: State, piece: PieceId, skill: str, cards: Sequence[str] = ()) -> int:
    """X: the total level of its possessor, of a trait 1 (GO-GEN-01, GO-GEN-04, GO-T-GEN-01).

    A level that is a threshold is not made harder by cards nobody declared (GO-GEN-10, GO-AMB-03).
    """
    figure = state.who(piece)
    kind = state.content.skills[skill]
    if figure.neutralised or (skill in figure.aside and not kind.is_trait):  # traits always apply (GO-T-GEN-02)
        return 0
    return _total(state, figure, skill, cards)


def _total(state: State, figure: Figure, skill: str, cards: Sequence[str]) -> int:
    kind, own = state.content.skills[skill], printed(state, figure.id, skill)
    if kind.is_trait:
        return int(bool(own) or any(skill in card.traits for card in lending(state, figure, cards)))
    lent = [
        dict(card.skills)[skill]
        for card in lending(state, figure, cards)
        if skill in dict(card.skills) and (card.id in cards or not kind.threshold or not own)
    ]
    if kind.threshold and state.settings.threshold_skills_use_best:
        return min((found for found in (own, *lent) if found), default=0)
    return own + sum(lent)


def ignored_tokens(state: State, piece: PieceId, step: Step, cards: Sequence[str] = ()) -> frozenset[str]:
    """The kinds of tokens whose levels do not count for it (GO-BASE-ZONE-09): printed skills, or traits, also of the
    ``cards`` it declares."""
    cards = (*state.declared(piece), *cards)
    return frozenset(
        row.of
        for skill in state.content.skills.values()
        for row in skill.rows
        if row.step is step
        and row.verb is Verb.TOKENLESS
        and (printed(state, piece, skill.id) if "printed" in row.when else level(state, piece, skill.id, cards))
    )
