"""The steps of a mission with the hooks that may ask: each verb by its word."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.core.hooks import Steps
from companion.games.gotham.asked import after, free, healing, reactions
from companion.games.gotham.content.content import Content
from companion.games.gotham.content.words import Step, Verb
from companion.games.gotham.state import State
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.rows import VerbScript, hooks_of

VERBS: Mapping[Verb, VerbScript] = {
    Verb.ABSORB: reactions.absorb,
    Verb.BIND: reactions.bind,
    Verb.LAY_DOWN: after.lay_down,
    Verb.TOKENS: after.tokens,
    Verb.PASS_ON: free.pass_on,
    Verb.STRIKE_AGAIN: free.strike_again,
    Verb.STRIKE_BACK: free.strike_back,
    Verb.HEAL: healing.heal,
}


@lru_cache(maxsize=64)
def steps_of(content: Content) -> Steps[State, Deed]:
    """The hooks of this content's skills, by step."""
    return Steps(Step, hooks_of(content, VERBS))
