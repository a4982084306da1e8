"""The stakes of a test: where it is taken or who demands it, what passing brings, and what a failure does.

place      its deeds, what a villain does then, the objectives that count it, a −1 token (GC-TEST-06, GC-TEST-07)
object     its card's deeds; as a weapon, the attack (GC-OBJ-01..03)
demand     what its text lists for either outcome (GC-TEST-15)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, takewhile

from companion.core.ids import PieceId
from companion.core.phrases import Name, Phrase, Told
from companion.games.guardians import commands as cm
from companion.games.guardians import events as ev
from companion.games.guardians.content.kinds import Deed, Test
from companion.games.guardians.face.briefing import deeds_told
from companion.games.guardians.face.openings import shorter_ways
from companion.games.guardians.play.trials import AGGRESSIVE, object_of, test_of
from companion.games.guardians.scenario import Site
from companion.games.guardians.state import State


def where_of(state: State, event: ev.TestRolled) -> Told:
    """Tell the place or the object of a test, or the villain that demands it (GC-TEST-15)."""
    if state.find(PieceId(event.site)) is not None:
        return Phrase("test.demanded", {"who": Name(event.site)})
    tried = _tried(state, event)
    return Phrase("test.at", {"site": Name(tried.object)}) if tried is not None else event.told["where"]


def stakes_of(state: State, event: ev.TestRolled, *, passed: bool) -> Iterator[Told]:
    """Tell what the test brings when it is passed, or when it is failed."""
    if event.site in state.scenario.sites:
        yield from _at_place(state, event.site, event.stat, event.piece, passed=passed)
    elif (tried := _tried(state, event)) is not None:
        yield from _with_object(state, tried, passed=passed)
    elif (demand := _demand(state, event)) is not None:
        names = demand.success if passed else demand.failure
        yield from _deeds(state, chain.from_iterable(state.scenario.deeds[name] for name in names), event.piece)


def brought(state: State, command: cm.TakeTest | cm.UseObject) -> Iterator[Told]:
    """Tell what a test brings that is passed, before it is ordered, and what a door that opens is good for."""
    if isinstance(command, cm.TakeTest):
        yield from _at_place(state, command.site, command.stat, command.piece, passed=True)
        test = test_of(state.scenario.sites[command.site], command.stat)
        yield from shorter_ways(state, test.success if test is not None else (), state.who(command.piece).side)
    else:
        yield from _with_object(state, ev.ObjectTried(command.piece, command.object, command.use), passed=True)


def opens_in_vain(state: State, site: Site, side: str) -> bool:
    """Whether every test of a place brings nothing but doors that shorten no way of a side to what it is after."""
    deeds = [deed for test in site.tests for deed in test.success]
    counted = any(one.when.passed == site.id for one in state.scenario.objectives)
    reacted = any((one.when, one.who) == ("test_passed", site.id) for one in state.scenario.menace.reactions)
    if counted or reacted or any(deed.verb != "door" for deed in deeds):
        return False
    return not any(shorter_ways(state, deeds, side))


def _at_place(state: State, place: str, stat: str, piece: PieceId, *, passed: bool) -> Iterator[Told]:
    site = state.scenario.sites[place]
    test = test_of(site, stat)
    if test is None:
        return
    yield from _deeds(state, test.success if passed else test.failure, piece)
    moment = "test_passed" if passed else "test_failed"
    reactions = (one for one in state.scenario.menace.reactions if (one.when, one.who) == (moment, site.id))
    yield from _deeds(state, chain.from_iterable(one.do for one in reactions), piece)
    counted = (one.id for one in state.scenario.objectives if one.when.passed == site.id)
    yield from (Phrase("stake.objective", {"objective": Name(one)}) for one in counted if passed)
    if not passed and not test.direct:
        yield Phrase("stake.token")


def _with_object(state: State, tried: ev.ObjectTried, *, passed: bool) -> Iterator[Told]:
    used = _use(state, tried)
    if passed and tried.use == AGGRESSIVE:
        yield Phrase("stake.attack", {"object": Name(tried.object)})
    if used is not None:
        yield from _deeds(state, used.success if passed else used.failure, tried.piece)


def _deeds(state: State, deeds: Iterable[Deed], piece: PieceId) -> Iterator[Told]:
    """Tell deeds that befall whoever took the test."""
    own = [replace(deed, target=piece) if deed.target == "attacker" else deed for deed in deeds]
    return deeds_told(state, own)


def _tried(state: State, event: ev.TestRolled) -> ev.ObjectTried | None:
    """Return the use of the object that the test is of; ``None``: it is of none."""
    log = state.work.log if state.work is not None and not event.site else ()
    since = [*takewhile(lambda one: not isinstance(one, ev.ObjectTried), reversed(log))]
    tried = log[-1 - len(since)] if len(since) < len(log) else None
    is_first = all(one == event for one in since if isinstance(one, ev.TestRolled))
    return tried if isinstance(tried, ev.ObjectTried) and tried.piece == event.piece and is_first else None


def _use(state: State, tried: ev.ObjectTried) -> Test | None:
    there = object_of(state, tried.object)
    if there is None:
        return None
    return there[1].aggressive if tried.use == AGGRESSIVE else there[1].classic


def _demand(state: State, event: ev.TestRolled) -> Deed | None:
    """Return the deed that demands the test: of a reaction to whoever did something to that villain or came to where
    the hero stands, of the end of the turn, or of a list that another deed names.
    """
    menace, figure = state.scenario.menace, state.find(PieceId(event.site))
    if figure is not None:
        names: set[object] = {figure.id, figure.sheet, figure.kind.value}
    else:
        tested = state.who(event.piece)
        names = {tested.at, tested.zone}
    reactions = chain.from_iterable(one.do for one in menace.reactions if one.who in names)
    ends = menace.end_of_turn if figure is not None else ()
    deeds = chain(reactions, ends, *state.scenario.deeds.values())
    return next((one for one in deeds if (one.verb, one.stat) == ("test", event.stat)), None)
