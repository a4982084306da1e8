"""A row of a skill becomes a hook of its step: who holds the skill there, at which level, and the verb that acts.

row + verb ──> Hook(step, skill, applies: somebody holds it and its conditions hold, does: the verb, order)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.core.hooks import Hook
from companion.core.ids import PieceId
from companion.core.procedure import Script, Teller
from companion.games.gotham.content.content import Content
from companion.games.gotham.content.skills import Row, Skill
from companion.games.gotham.content.words import Verb, Who
from companion.games.gotham.figures import Figure
from companion.games.gotham.state import State
from companion.games.gotham.steps.conditions import CONDITIONS
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.levels import level

Holder = tuple[PieceId, int]


@dataclass(frozen=True, slots=True)
class Use:
    """A skill at a step: its row, and who has it there with which level (GO-GEN-03, GO-GEN-07)."""

    skill: Skill
    row: Row
    holders: tuple[Holder, ...]


VerbScript = Callable[[Teller[State], Deed, Use], Script[Deed]]


def candidates(state: State, deed: Deed, who: Who) -> Iterable[Figure]:
    """The figures whose skill may count at a step."""
    actor = state.who(deed.piece)
    target = state.who(deed.target) if deed.target is not None else None
    match who:
        case Who.SELF:
            return (actor,)
        case Who.TARGET:
            return (target,) if target else ()
        case Who.ALLIES:
            return state.allies(actor, actor.zone)
        case Who.ENEMIES:
            return state.enemies(actor, actor.zone)
        case Who.PROTECTORS:
            return state.allies(target, target.zone) if target else ()
        case Who.THERE:
            return state.enemies(actor, deed.zones[1])


def holders(state: State, deed: Deed, skill: Skill, row: Row) -> tuple[Holder, ...]:
    """Return the figures that have the skill at this step, with their levels, declared cards among them."""
    if "named" in row.when and skill.id not in deed.skills:  # GO-BOMBTECH-01, GO-LOCKPICK-01 and the like
        return ()
    found = []
    for figure in candidates(state, deed, row.who):
        high = level(state, figure.id, skill.id, deed.cards_of(figure.id))
        if high and all(CONDITIONS[word](state, deed, figure.id) for word in row.when):
            found.append((figure.id, high))
    return tuple(found)


def hooks_of(content: Content, verbs: Mapping[Verb, VerbScript]) -> Iterator[Hook[State, Deed]]:
    """The hooks of all rows whose verb is among these."""
    for skill in content.skills.values():
        for row in skill.rows:
            if row.verb in verbs:
                yield _hook(skill, row, verbs[row.verb])


def _hook(skill: Skill, row: Row, verb: VerbScript) -> Hook[State, Deed]:
    def applies(state: State, deed: Deed) -> bool:
        return bool(holders(state, deed, skill, row))

    def does(t: Teller[State], deed: Deed) -> Script[Deed]:
        return verb(t, deed, Use(skill, row, holders(t.state, deed, skill, row)))

    return Hook(row.step, skill.id, applies, does, row.order)
