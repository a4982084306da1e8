"""Hints lead a hero to its mission while the actions left are enough to achieve it."""

from __future__ import annotations

import pytest

from companion.core.consequences import step
from companion.core.ids import PieceId
from companion.core.phrases import say
from companion.core.rules import RulesSystem
from companion.games.guardians import commands as cm
from companion.games.guardians.state import State
from tests.conformance.test_faces import Moment, face_of
from tests.ui.test_led_wisely import walked

Moved = tuple[RulesSystem[State], State, PieceId]
ZONES = "POW"  # the face of the die whose mission is to cross six zones


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory) -> list[Moved]:
    """The moments of a led game at which a hero is led to a space."""
    found: list[Moved] = []
    for table, shown, does, _ in walked(tmp_path_factory.mktemp("led"), "guardians", 3):
        if does.startswith("space:") and shown.hint and table.state.active:
            hero = table.state.who(table.state.active)
            if hero.seat is not None and hero.actions and not hero.article:
                found.append((table.session.system, table.state, hero.id))
    assert len(found) > 3
    return found


@pytest.mark.rule("GC-PRESS-05")
@pytest.mark.parametrize("missing", [1, 2, 99])
def test_a_mission_of_zones_is_led_to_as_long_as_the_actions_suffice(moments: list[Moved], missing: int) -> None:
    led = 0
    for system, state, hero in moments:
        now = state.changed(hero, mission=ZONES, achieved=False, tally=(("zones", 6 - missing),))
        face = face_of("guardians", Moment(system, now))
        steps = [one for one in face.offers(now.who(hero).seat, hero) if isinstance(one, cm.Move)]
        lead = face.onward(hero, [one.to for one in steps])
        if lead is None or lead.why != say("lead_mission"):
            continue
        led += 1
        (move,) = (one for one in steps if one.to == lead.space)
        after = step(system, now, move)[0].who(hero)
        crossed = after.count(after.tally, "zones") - (6 - missing)
        assert crossed * now.who(hero).actions >= missing
        done = face_of("guardians", Moment(system, now.changed(hero, achieved=True)))
        assert done.onward(hero, [lead.space]) != lead
    assert bool(led) == (missing < 99)
