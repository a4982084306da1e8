"""Particulars of a question that its request does not hold: the zone it is about, and whom its tokens spare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from companion.core.events import ChoiceRequested
from companion.core.flow import Request
from companion.core.ids import ZoneId
from companion.core.phrases import Name, Phrase, Told, listed
from companion.games.gotham.content.words import Step, Verb
from companion.games.gotham.events import Exploded, TargetDesignated
from companion.games.gotham.face.throwing import log_of
from companion.games.gotham.state import State
from companion.games.gotham.steps.levels import ignored_tokens

SUPPLY = "GO-GEN-06"


def particulars(state: State, request: Request) -> Mapping[str, Told]:
    """Return the words of a question about tokens, or about the one that is taken where the stock is out."""
    rows = (row for skill in state.content.skills.values() for row in skill.rows)
    kinds = {row.rule: row.of for row in rows if row.verb is Verb.TOKENS}
    log = log_of(state)
    asked = [event.request.purpose for event in log if isinstance(event, ChoiceRequested)]
    laid = [rule for rule in asked if rule in kinds]
    if request.purpose not in (*laid, SUPPLY) or not laid:
        return {}
    zones, since = _struck(state, log)
    turn = sum(isinstance(event, ChoiceRequested) and event.request.purpose == laid[-1] for event in since)
    return {"zone": Name(zones[(turn - 1) % len(zones)]), "spared": excepted(state, kinds[laid[-1]])}


def _struck(state: State, log: Sequence[object]) -> tuple[Sequence[ZoneId], Sequence[object]]:
    """Return the zones of the last blow, an attack or explosions, and what has happened since (GO-FLAME-01, -02)."""
    since = [*takewhile(lambda event: not isinstance(event, TargetDesignated | Exploded), reversed(log))]
    blow = log[: len(log) - len(since)]
    if isinstance(blow[-1], TargetDesignated):
        return (state.zone_of(blow[-1].target),), since
    return [event.zone for event in log if isinstance(event, Exploded)], since


def excepted(state: State, kind: str) -> Told:
    """Tell whom tokens of that kind do nothing; empty: nobody on the board."""
    steps = (Step.DANGER, Step.ROUGH)
    who = [one.id for one in state.standing() if any(kind in ignored_tokens(state, one.id, step) for step in steps)]
    return Phrase("token_spared", {"piece": listed(who)}) if who else ""
