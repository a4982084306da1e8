"""Facts of a mission by name, for cases and summaries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.core.reckoning import Contribution
from companion.games.gotham.face.view import MissionView, levels_of
from companion.games.gotham.figures import Figure
from companion.games.gotham.moves import bonus_of
from companion.games.gotham.state import State

Find = Callable[[State, Figure], Any]

FACTS: Mapping[str, Find] = {
    "at": lambda state, who: who.zone,
    "seat": lambda state, who: who.seat,
    "side": lambda state, who: who.side,
    "kind": lambda state, who: state.sheet(who.id).kind,
    "name": lambda state, who: state.sheet(who.id).name,
    "sheet": lambda state, who: state.sheet(who.id).id,
    "size": lambda state, who: state.sheet(who.id).size,
    "threat": lambda state, who: state.sheet(who.id).threat,
    "life": lambda state, who: who.life,
    "lost": lambda state, who: state.sheet(who.id).life - who.life,
    "cubes": lambda state, who: dict(who.cubes),
    "state": lambda state, who: who.state,
    "lying": lambda state, who: who.lying,
    "neutralised": lambda state, who: who.neutralised,
    "binds": lambda state, who: who.binds,
    "cards": lambda state, who: list(who.cards),
    "skills": lambda state, who: dict(levels_of(state, who)),
    "aside": lambda state, who: list(who.aside),
    "bonus": bonus_of,
    "friend": lambda state, who: who.friend,
    "drives": lambda state, who: list(who.drives),
    "commander": lambda state, who: who.commander,
    "over": lambda state, who: who.over,
    "activated": lambda state, who: who.activated,
}
TERM_WORDS: Mapping[str, tuple[str, ...]] = {
    "hindrance": ("GO-BASE-ACT-04", "GO-BASE-MOVE-06"),
    "bind": ("GO-BIND-04",),
    "smoke": ("GO-SMOKE-03",),
    "difficult": ("GO-BASE-MOVE-05",),
    "level": ("GO-BASE-MOVE-07",),
    "fall": ("GO-BASE-MOVE-08",),
    "bonus": ("GO-BASE-MOVE-02",),
    "weapon": ("GO-BASE-ATK-04",),
    "sacrifice": ("GO-SACRIFICE-03",),
    "tactician": ("GO-TACTICIAN-03",),
}


def count_at(state: State, figure: Figure, place: str) -> int:
    """Cubes of a place; of a non-hero ``wounds`` are the Life Points it lost."""
    if place == "wounds" and not figure.is_hero:
        return state.sheet(figure.id).life - figure.life
    return figure.cubes_at(place)


def named_terms(state: State, parts: Iterable[Contribution]) -> dict[str, int]:
    """Amounts by rule, by skill, and by the word of a base rule; several of one name together."""
    skills: dict[str, str] = {row.rule: skill.id for skill in state.content.skills.values() for row in skill.rows}
    found: Counter[str] = Counter()
    for part in parts:
        names = {part.source, skills.get(part.source, part.source)}
        names |= {word for word, rules in TERM_WORDS.items() if part.source in rules}
        for name in names:
            found[name] += part.amount
    return dict(found)


def summary_of(view: MissionView) -> dict[str, Any]:
    """Return a mission in plain values, as a replay prints it."""
    return {
        "name": view.name,
        "round": view.round,
        "phase": view.phase,
        "figures": {
            figure.id: {
                "zone": figure.zone,
                "cubes": dict(figure.cubes),
                "life": figure.life,
                "neutralised": figure.neutralised,
            }
            for figure in view.figures
        },
        "tokens": [f"{token.kind} {token.zone}" for token in view.tokens],
        "broken": list(view.broken),
        "done": list(view.done),
        "winners": list(view.outcome.winners) if view.outcome else None,
    }
