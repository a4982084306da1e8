"""A line that brings a mission or an objective on says how far it is now, in every game that counts something."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.rules import GameState
from companion.core.session import Session
from companion.games.gotham import events as city
from companion.games.guardians import events as clash
from companion.games.guardians.content.kinds import Condition
from companion.games.heroclix.events.damage import KnockedOut, VictoryPointsScored
from companion.games.heroquest import events as dungeon
from companion.games.heroquest import finds
from companion.games.heroquest.quest import Goal
from companion.text.wording import Wording, told
from tests.ui.stories import lines, played
from ui.presenters.adapter import ONLOOKERS
from ui.presenters.games import game_of

BOTH = "the task “The ledger” is done and Mother-of-Pearl is Neutralised"
BOTH_FR = "la tâche « Le grand livre » est accomplie et Mère-de-Nacre est hors de combat"


@pytest.mark.parametrize(
    ("name", "lang", "ends"),
    [
        ("guardians", "en", "passed. A failure would have meant – Mistral: Speed -1. Mistral's mission: 1 of 2."),
        ("guardians", "en", "Clockwork 1 is knocked out. Objective “The clockwork swept up” (The Dawn Watch): 1 of 2."),
        ("guardians", "fr", "est KO. Objectif « Les automates balayés » (La Garde de l'Aube) : 2 sur 2."),
        ("gotham", "en", f"Tasks of the mission done: 1 of 1. Objective of the heroes ({BOTH}): 1 of 2."),
        ("gotham", "en", f" – Neutralised. Objective of the heroes ({BOTH}): 2 of 2."),
        ("gotham", "fr", f" Objectif des héros ({BOTH_FR}) : 1 sur 2."),
    ],
)
def test_a_line_that_brings_an_objective_on_says_how_far(name: str, lang: str, ends: str) -> None:
    assert any(line.endswith(ends) for line in lines(name, lang))


def said(
    session: Session, event: object, seat: Seat | None = None, *, state: GameState | None = None, lang: str = "en"
) -> str:
    """The line of an event that comes next."""
    game = game_of(session.system.id).adapter(session)
    before = state or session.state
    after = session.system.apply(before, event)
    wording = Wording(lang, game.names(ONLOOKERS, lang))
    own = game.words(event, before, after, lang, seat)
    return told(own, wording) if own is not None else wording.event(event)


@pytest.mark.rule("HC-VP-01", "HC-END-01")
def test_a_score_says_the_points_that_a_side_has_now_and_who_is_left_to_beat() -> None:
    session = played("heroclix")
    red, blue = (Seat(seat) for seat in ("red", "blue"))
    state = session.state
    assert not any(one.ko for one in state.pieces)
    for done, points in ((1, 75), (2, 140)):
        piece = [one for one in state.pieces if one.seat == red][done].id
        state = session.system.apply(state, KnockedOut(piece))
        event = VictoryPointsScored(blue, points - (75 if done == 2 else 0), piece)
        ends = f" Blue has {points} points now. Figures of Red knocked out: {done} of 4."
        assert said(session, event, state=state).endswith(ends)
        state = session.system.apply(state, event)


@pytest.mark.rule("HQ-GEN-02")
def test_a_dead_hero_is_told_with_how_many_are_left() -> None:
    session = played("heroquest")
    killed = dungeon.Killed(PieceId("elf"), RuleId("HQ-ATK-07"))
    assert said(session, killed) == "Silvane is dead. 3 heroes of 4 are left."
    assert said(session, killed, lang="fr").endswith(" Il reste 3 héros sur 4.")


@pytest.mark.rule("HQ-GEN-02")
def test_how_many_monsters_are_still_to_be_slain_is_the_masters_to_know() -> None:
    """And one that nobody saw is not counted for the heroes; where the goal is another, none is counted."""
    session = played("heroquest")
    quest = replace(session.state.quest, goal=Goal("clear"))
    state = replace(session.state, _table=replace(session.state._table, quest=quest))
    shown = next(one for one in state.characters if not one.is_hero and one.revealed)
    hidden = next(one for one in state.characters if not one.is_hero and not one.revealed)
    total = sum(not one.is_hero for one in (*state.characters, *state.dead))
    slain = sum(not one.is_hero for one in state.dead) + 1
    killed = dungeon.Killed(shown.id, RuleId("HQ-ATK-07"))
    assert said(session, killed, state.table.gm, state=state).endswith(f" Monsters slain: {slain} of {total}.")
    for seat in (None, Seat("heroes")):
        assert said(session, killed, seat, state=state).endswith(f" Monsters slain so far: {slain}.")
    in_the_dark = dungeon.Killed(hidden.id, RuleId("HQ-ATK-07"))
    assert said(session, in_the_dark, state=state).endswith(f" Monsters slain so far: {slain - 1}.")
    assert "slain" not in said(session, killed)


@pytest.mark.rule("GC-PRESS-02")
def test_an_objective_that_is_set_back_says_so() -> None:
    """Two heroes hold a zone, and one leaves it; nobody counts the turns that go by."""
    session = played("guardians")
    held = Condition(at="museum-hall", count=2, turn=9)
    one, *others = session.state.scenario.objectives
    scenario = replace(session.state.scenario, objectives=(replace(one, side="dawn", when=held), *others))
    state = replace(session.state, _table=replace(session.state._table, scenario=scenario))
    inside, outside = (SpaceId(f"museum-{zone}") for zone in ("hall.3", "north.1"))
    for piece, at in (("lantern", "museum-hall.4"), ("mistral", "museum-hall.6")):
        state = state.changed(PieceId(piece), at=SpaceId(at))
    away = clash.Moved(PieceId("mistral"), outside, 1, RuleId("GC-MOVE-01"))
    assert said(session, away, state=state).endswith("(The Dawn Watch): 1 of 2.")
    assert " of 2." not in said(session, replace(away, to=inside), state=state)


@pytest.mark.rule("GC-SETUP-09")
def test_how_far_a_hidden_mission_is_hears_its_own_side_alone() -> None:
    session = played("guardians")
    options = replace(session.state.content.options, missions_are_open=False)
    content = replace(session.state.content, options=options)
    state = replace(session.state, _table=replace(session.state._table, content=content))
    hit = clash.AttackResult(PieceId("briar"), PieceId("horologe"), 6, 5, True)
    heard = {seat: "mission: " in said(session, hit, seat, state=state) for seat in (*session.seats, None)}
    assert heard == {seat: seat == "dusk" or seat == "dusk-2" for seat in heard}


@pytest.mark.rule("GO-BASE-FIG-05")
def test_the_villains_hear_how_many_heroes_are_down() -> None:
    session = played("gotham")
    game, heroes = session.state, [one.id for one in session.state.figures if one.is_hero]
    down = sum(one.neutralised for one in game.figures if one.is_hero)
    event = city.Neutralised(next(one for one in heroes if not game.who(one).neutralised))
    assert f"(all of the heroes are Neutralised): {down + 1} of {len(heroes)}." in said(session, event)


@pytest.mark.rule("HQ-GEN-02")
@pytest.mark.parametrize(
    ("lang", "ends"), [("en", "To slay it wins the quest."), ("fr", "L'abattre fait gagner la quête.")]
)
def test_whom_the_quest_is_about_is_told_once_it_is_seen(lang: str, ends: str) -> None:
    session = played("heroquest")
    foe = next(one for one in session.state.characters if not one.is_hero)
    seen = finds.MonsterRevealed(foe.id, foe.kind, foe.square, foe.facing)
    for target, is_it in ((foe.id, True), (PieceId("another"), False)):
        quest = replace(session.state.quest, goal=Goal("slay", target))
        state = replace(session.state, _table=replace(session.state._table, quest=quest))
        assert said(session, seen, state=state, lang=lang).endswith(ends) is is_it
