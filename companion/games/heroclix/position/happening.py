"""Consequences of an event, at once: effects that lapse, objects that fall or are used up.

a power is lost ──> what lasted by it is over (HC-POW-13)      an attack is rolled ──> its weapon is gone (HC-OBJ-37)
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.procedure import Script, Teller
from companion.games.heroclix.commands import ObjectId
from companion.games.heroclix.events.powers import EffectsEnded, PowerUsed
from companion.games.heroclix.events.tactics import ObjectDropped
from companion.games.heroclix.position.in_hand import may_hold
from companion.games.heroclix.position.scoring import leaving_events
from companion.games.heroclix.position.verb import Verb
from companion.games.heroclix.state.lasting import Lasting
from companion.games.heroclix.state.play import HeldObject
from companion.games.heroclix.state.state import State


def happen(t: Teller[State], *events: object) -> None:
    """Tell the events, then what follows from them at once."""
    t.tell(*events)
    while not t.state.flow.outcome and (due := (*_lapsed(t.state),) or _fallen(t.state)):
        t.tell(*due)


def next_number(state: State) -> int:
    """The number of the next effect that lasts."""
    return 1 + max((effect.number for effect in state.lasting), default=0)


def _lapsed(state: State) -> Iterator[EffectsEnded]:
    """The end of effects whose power is lost, countered or defeated (HC-POW-13), or whose piece clicked away."""
    over = tuple(effect for effect in state.lasting if _has_lapsed(state, effect))
    if over:
        yield EffectsEnded(tuple(effect.number for effect in over), over)


def _has_lapsed(state: State, effect: Lasting) -> bool:
    target = state.find(effect.piece)
    if target is None or target.ko or (effect.click is not None and target.click != effect.click):
        return True
    if effect.by is None:
        return False
    source, rule = state.piece(effect.by), state.edition.powers.get(effect.power)
    stays = rule is not None and any(verb.stays for verb in rule.verbs)
    return source.ko or not (stays or state.possesses(source, effect.power))


def _fallen(state: State) -> tuple[object, ...]:
    """Return what happens to held objects now: one is used up, hit or miss; another falls; mostly nothing."""
    attack = state.attack
    used = attack.weapon if attack is not None and attack.faces is not None else None
    if used is not None and used not in state.tactics.removed:
        return leaving_events(state, used, "HC-OBJ-37")
    for held in state.tactics.held:
        if held.falls is not None or not may_hold(state, state.piece(held.piece)):
            return _falling(state, held)
    return ()


def _falling(state: State, held: HeldObject) -> tuple[object, ...]:
    """The object falls where its holder stands or stood; out of the game where another one lies (HC-OBJ-28, -29)."""
    space = held.falls or state.piece(held.piece).spaces[0]
    if any(lying.space == space for lying in state.tactics.lying):
        return leaving_events(state, held.object, "HC-OBJ-29")
    return (ObjectDropped(held.piece, ObjectId(held.object), space),)


def resolve(t: Teller[State], used: PowerUsed) -> Script[None]:
    """Carry out the power in use, whether or not it still shows; a piece that is knocked out does no more."""
    if not t.state.piece(used.piece).ko:
        verbs = (verb for verb in t.state.edition.powers[used.power].verbs if verb.resolves)
        yield from next(verbs, Verb()).script(t, used)


def use(t: Teller[State], used: PowerUsed) -> Script[None]:
    """The power is used by its piece, and does what it does."""
    happen(t, used)
    yield from resolve(t, used)
