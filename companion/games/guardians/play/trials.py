"""Characteristic tests: at places of the board, with objects, demanded by a text (GC-TEST, GC-OBJ).

difficulty − failures ± tokens = test dice ─> sum ± tokens ≤ characteristic     lower is better (GC-TEST-14)
failed: a −1 token on the place, unless the test is DIRECT (GC-TEST-07, GC-TEST-13)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.pool import throw
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.guardians import events as ev
from companion.games.guardians.apply import failure_key
from companion.games.guardians.content.dice import TEST, chance_to_pass
from companion.games.guardians.content.kinds import ATTACK, ObjectKind, Test
from companion.games.guardians.play import ways
from companion.games.guardians.play.attack import (
    Moment,
    Strike,
    manner_of,
    owner_of,
    strike,
    target_violations,
)
from companion.games.guardians.play.values import RANGED, effects_on, forbidden, value
from companion.games.guardians.scenario import ObjectAt, Site
from companion.games.guardians.state import Figure, State

PLAIN, DIRECT = RuleId("GC-TEST-05"), RuleId("GC-TEST-13")
CLASSIC, AGGRESSIVE = "classic", "aggressive"


@dataclass(frozen=True, slots=True)
class Odds:
    """The demand of a test: dice, the limit to stay at or under, and the chance of that (GC-TEST-14)."""

    dice: int
    limit: int
    chance: Fraction


def test_of(site: Site, stat: str) -> Test | None:
    """The test of a place on that characteristic; the only one where none is named (GC-TEST-03)."""
    fitting = [test for test in site.tests if stat in ("", test.stat)]
    return fitting[0] if fitting and (stat or len(site.tests) == 1) else None


def difficulty(state: State, figure: Figure, test: Test, site: str = "") -> int:
    """The test dice: printed, less failures, with other tokens, never below 0 (GC-TEST-08)."""
    tokens = state.site(site)
    failures = figure.count(tokens.failures, failure_key(state, test.stat, figure.id))
    eased = sum(held.effect.amount for held in effects_on(state, figure, "ease") if held.effect.stat == test.stat)
    other = figure.count(tokens.tokens, "difficulty") + figure.count(tokens.tokens, f"difficulty {test.stat}")
    return max(0, test.difficulty - failures + other - eased)


def limit(state: State, figure: Figure, stat: str) -> int:
    """The characteristic as a test counts it, techniques as numbers (GC-TEST-12, GC-CARD-18, GC-CARD-19)."""
    more = (held.effect.amount for held in effects_on(state, figure, "test_bonus") if held.effect.stat == stat)
    return max(0, value(state, figure, stat) + sum(more))


def odds(state: State, figure: Figure, test: Test, site: str = "") -> Odds:
    """Return the odds that the figure would face."""
    dice, most = difficulty(state, figure, test, site), limit(state, figure, test.stat)
    on_sum = figure.count(state.site(site).tokens, "sum")
    return Odds(dice, most, chance_to_pass(state.content.dice[TEST], dice, most - on_sum) if dice else Fraction(1))


def roll_test(t: Teller[State], piece: PieceId, test: Test, site: str = "") -> Script[bool]:
    """Whether the figure passes; no dice pass at once (GC-TEST-04, GC-TEST-05, GC-TEST-09)."""
    figure = t.state.who(piece)
    dice, most = difficulty(t.state, figure, test, site), limit(t.state, figure, test.stat)
    rule = DIRECT if test.direct else PLAIN
    box = {TEST: t.state.content.options.box}
    thrown = yield from throw(
        t, (TEST,) * dice, owner_of(t.state, figure), "GC-TEST-04", t.state.content.dice, piece=piece, box=box
    )
    total = thrown.total(t.state.content.dice) + (figure.count(t.state.site(site).tokens, "sum") if dice else 0)
    passed = dice == 0 or total <= most
    t.tell(ev.TestRolled(piece, site, test.stat, dice, total, most, passed, rule))
    return passed


def test_violations(state: State, figure: Figure, site: Site | None, stat: str) -> Iterator[Violation]:
    """Why the figure may not take that test (GC-TEST-01..03, GC-TEST-11)."""
    if site is None:
        yield violation("GC-TEST-03", figure.id, waivable=False, tests=", ".join(state.scenario.sites) or "-")
        return
    test = test_of(site, stat)
    if test is None:
        yield violation("GC-TEST-03", SpaceId(site.at), waivable=False, tests=", ".join(one.stat for one in site.tests))
        return
    if state.site(site.id).passed and not site.stays:
        yield violation("GC-TEST-06", SpaceId(site.at), site=site.id)
    if site.side not in ("", figure.side):
        yield violation("GC-VILL-05", SpaceId(site.at), side=site.side)
    yield from forbidden(state, figure, "test")
    if state.sheet(figure).mental is None and test.stat == "mental":
        yield violation("GC-CHAR-04", figure.id)
    if figure.at != site.at:
        at_range = test.stat == ATTACK and any(effects_on(state, figure, "ranged"))
        if not at_range:
            yield violation("GC-TEST-02", SpaceId(site.at))
            return
        for rule, thing in ways.line_causes(state, figure, SpaceId(site.at), spared=site.id):
            yield violation(rule, SpaceId(site.at), thing=thing)
            yield violation("GC-TEST-11", SpaceId(site.at), thing=thing)


def take_test(t: Teller[State], figure: Figure, site: Site, stat: str) -> Script[tuple[bool, Test]]:
    """Roll the test of a place, with what its tokens become (GC-TEST-06..08, GC-TEST-10)."""
    test = test_of(site, stat)
    assert test is not None
    passed = yield from roll_test(t, figure.id, test, site.id)
    if passed:
        t.tell(ev.SitePassed(site.id, test.stat, figure.id, site.stays))
    elif not test.direct:
        t.tell(ev.FailureTokenPlaced(site.id, test.stat, figure.id))
    return passed, test


# objects


def object_of(state: State, name: str) -> tuple[ObjectAt, ObjectKind] | None:
    """An object on the board with its card."""
    here = next((one for one in state.scenario.objects if one.id == name and state.is_there(name)), None)
    return (here, state.content.objects[here.type]) if here is not None else None


def touches(state: State, figure: Figure, thing: ObjectAt) -> bool:
    """Whether the figure is adjacent to the object: on its orange space too (GC-OBJ-03, GC-AMB-49)."""
    if figure.at is None:
        return False
    near = state.ground.near(SpaceId(thing.at), state.open_doors)
    return figure.at == thing.at or figure.at in near or figure.at in thing.near


def object_violations(
    state: State, figure: Figure, name: PieceId, use: str, target: PieceId | None
) -> Iterator[Violation]:
    """Why the figure may not use that object so (GC-OBJ-02, GC-OBJ-03)."""
    there = object_of(state, name)
    if there is None:
        is_gone = any(one.id == name for one in state.scenario.objects)
        yield violation("GC-OBJ-06" if is_gone else "TW-PIECE-01", name, waivable=False)
        return
    thing, kind = there
    test = {CLASSIC: kind.classic, AGGRESSIVE: kind.aggressive}.get(use)
    if test is None:
        yield violation("GC-OBJ-01", name, waivable=False, use=use)
        return
    yield from forbidden(state, figure, "test")
    if use == CLASSIC:
        if figure.at != thing.at:
            yield violation("GC-OBJ-02", SpaceId(thing.at))
        if target:
            yield violation("TW-ORDER-01", name, waivable=False, found=target)
        return
    if not touches(state, figure, thing):
        yield violation("GC-OBJ-03", SpaceId(thing.at))
    foe = state.find(target) if target else None
    if not target:
        yield violation("GC-OBJ-01", name, waivable=False, use=use)
        return
    yield from target_violations(state, figure, foe, RANGED if kind.ranged else "", at_range=kind.ranged, spared=name)


def use_object(
    t: Teller[State], figure: Figure, name: PieceId, use: str, target: PieceId | None
) -> Script[tuple[bool, Test, tuple[Moment, ...]]]:
    """Roll the object's DIRECT test; an aggressive use attacks within the same action (GC-OBJ-03, GC-OBJ-07)."""
    there = object_of(t.state, name)
    assert there is not None
    _, kind = there
    test = kind.classic if use == CLASSIC else kind.aggressive
    assert test is not None
    t.tell(ev.ObjectTried(figure.id, name, use))
    moments: tuple[Moment, ...] = ()
    passed = yield from roll_test(t, figure.id, test, "")
    if passed and use == AGGRESSIVE:
        foe = t.state.who(target or "")
        manner = RANGED if kind.ranged else manner_of(t.state, t.state.who(figure.id), foe)
        moments = yield from strike(t, Strike(figure.id, foe.id, manner, kind.power_dice))
    if passed and use in kind.consumed:
        t.tell(ev.ObjectRemoved(name))
    return passed, test, moments
