"""ACTION powers: what each verb does when an action is spent on it (GC-CARD-21..23)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.guardians import events as ev
from companion.games.guardians.content.kinds import Effect, Prefix
from companion.games.guardians.content.verbs import ACTIVE
from companion.games.guardians.play import harm, ways
from companion.games.guardians.play.attack import (
    Moment,
    Strike,
    cannot_be_pushed,
    cannot_hit,
    entering,
    manner_of,
    out_of_play,
    push,
    pushed,
    strike,
    target_violations,
)
from companion.games.guardians.play.values import RANGED, forbidden, reaches
from companion.games.guardians.state import Figure, State

Moments = tuple[Moment, ...]
HEAL = RuleId("GC-CARD-21")
NEED_TARGET = ("strike", "shove", "pull", "wound")
NEED_SPACE = ("move",)


def power_violations(
    state: State, figure: Figure, card: str, target: PieceId | None, to: SpaceId | None
) -> Iterator[Violation]:
    """Why the hero may not use that power (GC-CARD-03, GC-CARD-21, GC-CARD-22)."""
    row = state.content.cards.get(card)
    if row is None and card in (*figure.hand, *figure.left, *figure.right, *figure.discard):
        yield violation("GC-CARD-12", figure.id, waivable=False)
        return
    if row is None or row.hero != figure.hero:
        yield violation("GC-CARD-01", figure.id, waivable=False, card=card)
        return
    if card not in figure.left:
        yield violation("GC-CARD-03", figure.id, waivable=False, card=card)
        if card in figure.right:
            yield violation("GC-CARD-04", figure.id, card=card)
        return
    special = row.special
    if special is None or special.prefix is Prefix.PERMANENT:
        yield violation("GC-CARD-20", figure.id, waivable=False, card=card)
        return
    if special.prefix is Prefix.SINGLE_ACTION and card in figure.used:
        yield violation("GC-CARD-22", figure.id, card=card)
    yield from forbidden(state, figure, "power")
    if target is not None and not any(map(_is_aimed, special.effects)):
        yield violation("TW-ORDER-01", figure.id, waivable=False, found=target)
    if to is not None and not any(effect.verb in NEED_SPACE for effect in special.effects):
        yield violation("TW-ORDER-01", figure.id, waivable=False, found=to)
    for effect in special.effects:
        yield from _aim_violations(state, figure, effect, target, to)


def _is_aimed(effect: Effect) -> bool:
    """Whether it needs a figure that is named."""
    return effect.verb in NEED_TARGET or (effect.verb in ("heal", "grant") and effect.whom == "target")


def _aim_violations(
    state: State, figure: Figure, effect: Effect, target: PieceId | None, to: SpaceId | None
) -> Iterator[Violation]:
    foe = state.find(target) if target else None
    if _is_aimed(effect):
        if target is None:
            yield violation("GC-CARD-21", figure.id, waivable=False)
            return
        if foe is None or foe.at is None:
            yield out_of_play(foe) if foe is not None else violation("TW-PIECE-01", target, waivable=False)
            return
        far = ways.zones_apart(state, figure, foe)
        if effect.verb != "strike" and (far is None or far > effect.zones):
            yield violation("GC-CARD-24", foe.id, zones=effect.zones)
        if effect.verb == "strike":
            at_range = effect.manner == RANGED
            yield from target_violations(state, figure, foe, RANGED if at_range else "", at_range=at_range)
        elif effect.verb in ("shove", "pull", "wound") and not state.are_enemies(figure.side, foe.side):
            yield violation("GC-ATK-15", foe.id)
    if effect.verb in NEED_SPACE:
        if to is None:
            yield violation("GC-CARD-21", figure.id, waivable=False)
        elif to not in state.ground.spaces or state.at(to) is not None:
            yield violation("GC-MAP-03", to, waivable=False)
        elif to not in _landing(state, figure, effect):
            yield violation("GC-CARD-24", to, zones=effect.zones)


def _landing(state: State, figure: Figure, effect: Effect) -> Iterator[SpaceId]:
    """The free spaces within so many zones, past whatever stands there."""
    if figure.zone is None:
        return
    steps, frontier = {figure.zone: 0}, [figure.zone]
    for zone in frontier:
        for other in state.ground.next_zones(zone, state.open_doors):
            if other not in steps and steps[zone] < effect.zones:
                steps[other] = steps[zone] + 1
                frontier.append(other)
    for zone in steps:
        yield from (space for space in state.ground.by_zone.get(zone, ()) if state.at(space) is None)


def use_power(
    t: Teller[State], figure: Figure, card: str, target: PieceId | None, to: SpaceId | None
) -> Script[Moments]:
    """Do what the power says, effect by effect; what is no deed counts from now on (GC-CARD-23)."""
    special = t.state.content.cards[card].special
    assert special is not None
    t.tell(ev.PowerPlayed(figure.id, card))
    moments: Moments = ()
    for effect in special.effects:
        now = t.state.who(figure.id)
        if now.out:
            break
        if effect.verb in ACTIVE:
            moments += yield from _DO[effect.verb](t, now, effect, target, to)
        else:
            t.tell(ev.PowerBegan(figure.id, card, effect))
    return moments


ONCE = ("ranged", "free_leave", "pass_enemies", "pass_doors", "pass_walls", "see_past", "no_push", "forbid")


def is_idle(state: State, figure: Figure, card: str, target: PieceId | None) -> bool:
    """Whether the power would bring about nothing now."""
    special = state.content.cards[card].special
    assert special is not None
    return all(_is_idle(state, figure, card, effect, target) for effect in special.effects)


def _is_idle(state: State, figure: Figure, card: str, effect: Effect, target: PieceId | None) -> bool:
    foe = state.find(target or "")
    match effect.verb:
        case "heal":
            return not any(other.damage for other in _reached(state, figure, effect, target))
        case "grant":
            return not effect.amount or not _reached(state, figure, effect, target)
        case "shove":
            return foe is None or cannot_be_pushed(state, foe) or not ways.push_spaces(state, foe)
        case "pull":
            return not ways.push_spaces(state, figure)
        case "blast":
            foes = [other for other in state.enemies(figure) if other.zone == figure.zone]
            return all(cannot_hit(state, figure, other, RANGED, effect.amount) for other in foes)
        case "strike":
            at_range = RANGED if effect.manner == RANGED else ""
            return foe is None or cannot_hit(state, figure, foe, at_range, effect.amount)
        case "open":
            return not _doors_near(state, figure)
        case "recover":
            return not any(one in state.content.cards for one in figure.discard)
    return effect.verb in ONCE and (card, effect) in figure.begun


def _reached(state: State, figure: Figure, effect: Effect, target: PieceId | None) -> list[Figure]:
    """Return the figures that an effect reaches: the target it names, or those its word says."""
    if effect.whom == "target":
        return [state.who(target)] if target else []
    return [other for other in state.in_play() if reaches(state, figure, effect.whom, other)]


def _heal(
    t: Teller[State], figure: Figure, effect: Effect, target: PieceId | None, to: SpaceId | None
) -> Script[Moments]:
    for other in _reached(t.state, figure, effect, target):
        if other.damage:
            t.tell(ev.Healed(other.id, min(other.damage, effect.amount), HEAL))
    return ()
    yield


def _move(
    t: Teller[State], figure: Figure, effect: Effect, target: PieceId | None, to: SpaceId | None
) -> Script[Moments]:
    assert to is not None
    t.tell(ev.Moved(figure.id, to, 0, HEAL))
    return entering(figure, to)
    yield


def _shove(
    t: Teller[State], figure: Figure, effect: Effect, target: PieceId | None, to: SpaceId | None
) -> Script[Moments]:
    assert target is not None
    return (yield from push(t, figure.id, target))


def _pull(
    t: Teller[State], figure: Figure, effect: Effect, target: PieceId | None, to: SpaceId | None
) -> Script[Moments]:
    assert target is not None
    options = ways.push_spaces(t.state, figure)
    if options:
        answer = yield from t.choose(figure.seat or t.state.captain(figure.side), "GC-CARD-24", options, target)
        return pushed(t, t.state.who(target), SpaceId((answer or options)[0]), figure.id)
    return ()


def _strike(
    t: Teller[State], figure: Figure, effect: Effect, target: PieceId | None, to: SpaceId | None
) -> Script[Moments]:
    foe = t.state.who(target or "")
    if foe.out:
        return ()
    manner = RANGED if effect.manner == RANGED else manner_of(t.state, figure, foe)
    return (yield from strike(t, Strike(figure.id, foe.id, manner, effect.amount)))


def _blast(
    t: Teller[State], figure: Figure, effect: Effect, target: PieceId | None, to: SpaceId | None
) -> Script[Moments]:
    moments: Moments = ()
    for foe in [other.id for other in t.state.enemies(figure) if other.zone == figure.zone]:
        if not t.state.who(foe).out and not t.state.who(figure.id).out:
            moments += yield from strike(t, Strike(figure.id, foe, RANGED, effect.amount))
    return moments


def _grant(
    t: Teller[State], figure: Figure, effect: Effect, target: PieceId | None, to: SpaceId | None
) -> Script[Moments]:
    for other in _reached(t.state, figure, effect, target):
        t.tell(ev.ModifierPlaced(other.id, effect.stat, effect.amount))
        yield from harm.check_health(t, other.id)
    return ()


def _wound(
    t: Teller[State], figure: Figure, effect: Effect, target: PieceId | None, to: SpaceId | None
) -> Script[Moments]:
    assert target is not None
    yield from harm.damage(t, target, effect.amount, figure.id, HEAL)
    return (Moment("knocked_out" if t.state.who(target).out else "damaged", target, figure.id),)


def _open(
    t: Teller[State], figure: Figure, effect: Effect, target: PieceId | None, to: SpaceId | None
) -> Script[Moments]:
    near = _doors_near(t.state, figure)
    if near:
        answer = yield from t.choose(figure.seat or t.state.captain(figure.side), "GC-MAP-09", near, figure.id)
        door = (answer or near)[0]
        t.tell(ev.DoorChanged(door, "closed" if t.state.open_doors[door] else "open"))
    return ()


def _doors_near(state: State, figure: Figure) -> list[str]:
    return [door for door, _ in state.doors if figure.zone in state.ground.door_zones(door)]


def _recover(
    t: Teller[State], figure: Figure, effect: Effect, target: PieceId | None, to: SpaceId | None
) -> Script[Moments]:
    for _ in range(effect.amount):
        options = [card for card in t.state.who(figure.id).discard if card in t.state.content.cards]
        if options:
            answer = yield from t.choose(figure.seat or t.state.captain(figure.side), "GC-CARD-24", options, figure.id)
            t.tell(ev.CardRecovered(figure.id, (answer or options)[0]))
    return ()


Doing = Callable[[Teller[State], Figure, Effect, PieceId | None, SpaceId | None], Script[Moments]]
_DO: Mapping[str, Doing] = {
    "heal": _heal,
    "move": _move,
    "shove": _shove,
    "pull": _pull,
    "strike": _strike,
    "blast": _blast,
    "grant": _grant,
    "wound": _wound,
    "open": _open,
    "recover": _recover,
}
