"""Nothing hidden reaches the heroes: view, offers and what they hear are the same when hidden facts differ."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from companion.core.dice import DiceRequest, DiceResult
from companion.core.events import DiceReported, DiceRequested
from companion.core.face import Foretold
from companion.core.ids import PieceId, RequestId, RuleId, Seat, ZoneId
from companion.core.rules import Accepted
from companion.games.heroquest.events import AmbushLaid, Counted
from companion.games.heroquest.face.face import HeroQuestFace
from companion.games.heroquest.finds import MonsterRevealed
from companion.games.heroquest.sample import sample_setup
from companion.games.heroquest.setup import QuestSetUp
from companion.games.heroquest.state import DoorState, State
from tests.conformance.test_faces import Moment
from tests.games.heroquest.walks import SYSTEM, play
from tests.thinned import thinned

pytestmark = pytest.mark.slow

HEROES = tuple(map(Seat, ("warrior", "dwarf", "elf", "enchanter")))


def otherwise(state: State, rng: random.Random) -> State:
    """The state with other hidden facts: traps, monsters, doors and treasures nobody has found."""
    seen = set(state.seen)
    places = {space: place for place in state.dungeon.places for space in place.squares}
    unseen = [space for space in places if space not in seen]
    taken = {one.at for one in state.characters} | {space for piece in state.furniture for space in piece.squares}
    free = [space for space in unseen if space not in taken]
    rng.shuffle(free)
    characters = []
    for one in state.characters:
        if one.revealed:
            characters.append(one)
        elif rng.random() < 0.5 and free:
            characters.append(replace(one, at=free.pop(), body=max(1, one.body - 1), facing="N"))
    traps = tuple(
        replace(one, type=rng.choice(("lance", "darts")), squares=(rng.choice(list(places)),))
        if one.status == "hidden"
        else one
        for one in state.traps
        if one.status != "hidden" or rng.random() < 0.7
    )
    furniture = tuple(
        replace(one, contents=("gold 7",)) for one in state.furniture if set(one.squares) & seen or rng.random() < 0.7
    )
    quest = replace(state.quest, finds=((ZoneId("a"), ("gold 1",)),), wandering="zombie")
    table = replace(state.table, quest=quest)
    return replace(state, _table=table, characters=tuple(characters), traps=traps, furniture=furniture)


def shown(state: State, seat: Any) -> bytes:
    return msgspec.json.encode(SYSTEM.view_for(state, seat))


@pytest.mark.rule("HQ-GEN-03")
@pytest.mark.parametrize("seed", thinned(range(8), 2))
def test_view_and_offers_are_the_same_when_hidden_facts_differ(seed: int) -> None:
    compared, rng = 0, random.Random(seed)

    def look(state: State, events: tuple[Any, ...]) -> None:
        nonlocal compared
        if state.flow.open or state.work is not None or rng.random() < 0.8:
            return
        other = otherwise(state, rng)
        for seat in (*HEROES, None):
            assert shown(other, seat) == shown(state, seat), f"seed {seed}: the view of {seat}"
        for seat in HEROES:
            offers = [list(SYSTEM.legal_commands(one, seat)) for one in (state, other)]
            assert offers[0] == offers[1], f"seed {seed}: the offers of {seat}"
        compared += 1

    play(seed, 130, look)
    assert compared >= 4


def counted(state: State, now: State) -> list[Any]:
    """The roster of the heroes, what a roll that they hear of ``now`` decides, what each of their orders will do, and
    the advice.
    """
    face, found = HeroQuestFace(Moment(SYSTEM, state)), list[Any]()
    for seat in (*HEROES, None):
        found.append(face.roster(seat))
        for asked in state.flow.open:
            if isinstance(asked, DiceRequest) and SYSTEM.heard_by(now, DiceRequested(asked), seat) is not None:
                found.append(face.awaited(seat, asked, "en"))
    for seat in HEROES if not state.flow.open and state.work is None else ():
        found += [face.foretell(seat, command) for command in face.offers(seat)]
        found += [face.advice(seat, figure.id) for figure in state.characters if figure.seat == seat]
    return found


@pytest.mark.rule("HQ-GEN-03")
@pytest.mark.parametrize("seed", thinned(range(8), 4))
def test_roster_chances_and_advice_are_the_same_when_hidden_facts_differ(seed: int) -> None:
    compared, rng = 0, random.Random(seed)

    def look(state: State, events: tuple[Any, ...]) -> None:
        nonlocal compared
        if rng.random() < 0.7:
            return
        one, other = counted(state, state), counted(otherwise(state, rng), state)
        assert one == other, f"seed {seed}"
        compared += sum(isinstance(each, Foretold) and each != Foretold() for each in one)

    play(seed, 130, look)
    assert compared >= 10


@pytest.mark.rule("HQ-GEN-03")
def test_the_master_sees_what_the_heroes_do_not() -> None:
    state = SYSTEM.initial_state(sample_setup())
    state = SYSTEM.apply(state, SYSTEM.decide(state, _begin()).events[0])  # type: ignore[union-attr]
    master, heroes = SYSTEM.view_for(state, sample_setup().gm), SYSTEM.view_for(state, None)
    assert len(master.characters) == 14 and len(heroes.characters) == 4
    assert len(master.traps) == 9 and heroes.traps == ()
    assert any(one.now == DoorState.HIDDEN for one in master.doors)
    assert all(one.now != DoorState.HIDDEN for one in heroes.doors)


def _begin() -> Any:
    from companion.games.heroquest.commands import BeginQuest

    return BeginQuest(sample_setup().gm)


@pytest.mark.rule("HQ-GEN-03")
@pytest.mark.parametrize("seed", thinned(range(6), 2))
def test_what_heroes_hear_names_nothing_they_do_not_know(seed: int) -> None:
    """Every event of a game as the heroes hear it: no id of a hidden thing is in it at that moment."""
    heard, asked = 0, set[str]()

    state_before = [SYSTEM.initial_state(sample_setup())]

    def look(state: State, events: tuple[Any, ...]) -> None:
        nonlocal heard
        now = state_before[0]
        for event in events:
            after = SYSTEM.apply(now, event)
            told = SYSTEM.heard_by(now, event, None)
            if told is not None:
                heard += 1
                if hasattr(told, "request") and not isinstance(told.request, str):
                    asked.add(told.request.id)
                answered = getattr(getattr(told, "result", told), "request", None)
                if isinstance(answered, str):
                    assert answered in asked, f"seed {seed}: an answer to what they were not asked: {told}"
                text = json.dumps(msgspec.to_builtins(told))
                for secret in _secrets(after):
                    assert f'"{secret}"' not in text, f"seed {seed}: {secret} in {text}"
            now = after
        state_before[0] = now

    play(seed, 120, look)
    assert heard > 30


def _secrets(state: State) -> set[str]:
    hidden = {str(one.id) for one in state.characters if not one.revealed}
    hidden |= {str(one.id) for one in state.traps if one.status == "hidden"}
    return hidden | {str(door) for door, now in state.doors if now is DoorState.HIDDEN}


def test_the_set_up_they_hear_holds_no_quest() -> None:
    state = SYSTEM.initial_state(sample_setup())
    told = SYSTEM.heard_by(state, sample_setup(), None)
    assert isinstance(told, QuestSetUp)
    text = json.dumps(msgspec.to_builtins(told))
    assert "fimir-1" not in text and "trap-1" not in text and "secret-1" not in text


def test_the_master_hears_everything() -> None:
    setup = sample_setup()
    state = SYSTEM.initial_state(setup)
    decision = SYSTEM.decide(state, _begin())
    assert isinstance(decision, Accepted)
    assert [SYSTEM.heard_by(state, event, setup.gm) for event in decision.events] == list(decision.events)


@pytest.mark.rule("HQ-GEN-03", "HQ-COMBAT-AMBUSH-04")
@pytest.mark.parametrize(("piece", "is_told"), [("orc-1", False), ("elf", True)])
def test_an_ambush_is_announced_by_heroes_alone(piece: str, is_told: bool) -> None:
    """Of a monster they see, too, the heroes do not hear that it lies in wait."""
    state = SYSTEM.initial_state(sample_setup())
    one = state.who("orc-1")
    assert one.at is not None
    state = SYSTEM.apply(state, MonsterRevealed(one.id, one.kind, one.at, one.facing))
    laid = AmbushLaid(PieceId(piece), PieceId("door-1"))
    assert (SYSTEM.heard_by(state, laid, None) == laid) is is_told
    assert SYSTEM.heard_by(state, laid, sample_setup().gm) == laid


@pytest.mark.rule("HQ-GEN-03")
def test_dice_of_a_roll_they_were_not_told_of_they_are_not_told_of() -> None:
    state = SYSTEM.initial_state(sample_setup())
    roll = DiceRequest(RequestId("ask-1"), ("d6",), sample_setup().gm, RuleId("HQ-MOVE-01"), PieceId("orc-1"))
    asked = DiceRequested(roll)
    assert SYSTEM.heard_by(state, asked, None) is None
    state = SYSTEM.apply(state, asked)
    assert SYSTEM.heard_by(state, DiceReported(DiceResult(RequestId("ask-1"), ("4",))), None) is None


@pytest.mark.rule("HQ-GEN-03")
def test_what_a_monster_has_on_its_sheet_is_its_masters() -> None:
    state = SYSTEM.initial_state(sample_setup())
    one = state.who("chaos-1")
    assert one.at is not None
    state = SYSTEM.apply(state, MonsterRevealed(one.id, one.kind, one.at, one.facing))
    assert SYSTEM.heard_by(state, Counted(one.id, "shift", 2, RuleId("HQ-MON-CHAOS-02")), None) is None
    mine = Counted(PieceId("elf"), "gold", 2, RuleId("HQ-SEARCH-01"))
    assert SYSTEM.heard_by(state, mine, None) == mine
    shown = next(each for each in SYSTEM.view_for(state, None).characters if each.id == one.id)
    assert shown.sheet is None and shown.defense is None
