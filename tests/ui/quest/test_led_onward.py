"""While a quest is not won, a door that is shut and ground that nobody has seen are what heroes are led to."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.core.face import AT_ONCE, IN_TURN
from companion.core.ids import PieceId, SpaceId
from companion.core.phrases import say
from companion.games.heroquest import commands as quest
from companion.games.heroquest.face.face import HeroQuestFace
from companion.games.heroquest.finds import TrapChanged
from tests.casebook.casebooks import session_of
from tests.conformance.test_faces import parts
from tests.ui.led import Follower, evening

NOTHING = ("nothing more to gain", "gains next to nothing", "Nothing more to gain")
STRAY = 0.25  # of the taps that go elsewhere than the screen leads to
TAPS = 200

GALLERY = """
system = "heroquest"
[[case]]
id = "x"
title = "x"
rules = ["HQ-MOVE-05"]
setup.squares = ["aaaaaaaaaab"]
setup.doors = [{{ id = "door", between = ["J1", "K1"] }}]
setup.turn = "elf"
setup.pieces.elf = {{ hero = "elf_4", at = "{elf}", facing = "E"{rolled} }}
setup.pieces.dwarf = {{ hero = "dwarf_4", at = "{dwarf}", facing = "E" }}
expect.over = false
"""


def _face(elf: str, dwarf: str, rolled: str = "") -> HeroQuestFace:
    return HeroQuestFace(session_of(GALLERY.format(elf=elf, dwarf=dwarf, rolled=rolled)))


@pytest.mark.rule("HQ-MOVE-05")
def test_who_shoots_is_led_to_the_door_where_nobody_else_goes_before() -> None:
    """The elf stands a step from the door that is still shut, the dwarf behind her: she throws for her move."""
    face = _face("I1", "G1")
    assert face.worth(quest.RollMovement(face.state.who(PieceId("elf")).seat, PieceId("elf")))
    lead = _face("I1", "G1", ", rolled = 4").onward(PieceId("elf"), [SpaceId("H1"), SpaceId("J1")])
    assert lead is not None and lead.space == "J1"


@pytest.mark.rule("HQ-MOVE-05")
@pytest.mark.parametrize(("dwarf", "worth"), [("G1", AT_ONCE), ("A1", IN_TURN)])
def test_a_door_is_opened_at_once_where_a_fighter_stands_by_else_when_nothing_is_left(dwarf: str, worth: int) -> None:
    face = _face("J1", dwarf, ", rolled = 4")
    door = next(one for one in face.orders(PieceId("elf")) if isinstance(one, quest.OpenDoor))
    assert face.worth(door) == worth


@pytest.mark.parametrize("seed", [1, 3])
def test_nobody_hears_that_nothing_is_left_while_a_door_or_the_dark_is_ahead(tmp_path: Path, seed: int) -> None:
    """In led quests whose players stray now and then to another lit square."""
    rng, said = random.Random(seed), 0
    with evening(tmp_path, "heroquest", "en", seed) as made:
        assert made.table is not None
        table, follower = made.table.presenter, Follower(made.table.presenter, seed)
        for _ in range(TAPS):
            if follower.round == 99:
                break
            shown = table.model()
            state, active = table.state, table.state.active
            hero = state.find(active) if active else None
            if hero is not None and hero.is_hero and any(one in shown.hint for one in NOTHING):
                said += 1
                face = HeroQuestFace(table.session)
                doors = [one for one in face.orders(hero.id) if isinstance(one, quest.OpenDoor | quest.BreakIn)]
                lit = [tile.space for tile in shown.board.tiles if tile.reach is not None]
                assert not doors, f"{hero.id} beside a door: {shown.hint}"
                ahead = {*lit} & {*face.beacons(hero.id)}
                assert not ahead, f"{hero.id} at {hero.at} before {ahead}: {shown.hint}"
            does = follower.does(shown)
            strays = [f"space:{tile.space}" for tile in shown.board.tiles if tile.reach is not None]
            follower.tap(rng.choice(strays) if strays and hero and hero.is_hero and rng.random() < STRAY else does)
    assert said


PIT = """
system = "heroquest"
[[case]]
id = "x"
title = "x"
rules = ["HQ-MOVE-01"]
setup.squares = ["......", "......"]
setup.traps = [{ id = "pit", type = "pit", squares = ["C1"] }]
setup.turn = "dwarf"
setup.pieces.dwarf = { hero = "dwarf_4", at = "B1", facing = "E" }
setup.pieces.o = { monster = "orc", at = "F1", facing = "W" }
expect.over = false
"""


@pytest.mark.rule("HQ-MOVE-01")
def test_who_stands_before_an_open_pit_is_led_around_it() -> None:
    """The other way is no longer than a throw of the dice: through the pit it would be four squares, around it six."""
    session = session_of(PIT)
    seen = session.system.apply(session.state, TrapChanged(PieceId("pit"), "revealed", "pit", (SpaceId("C1"),)))
    face = HeroQuestFace(SimpleNamespace(system=session.system, state=seen, version=0, records=session.records))
    dwarf = face.state.who(PieceId("dwarf"))
    assert face.worth(quest.RollMovement(dwarf.seat, dwarf.id))
    lead = face.onward(dwarf.id, [SpaceId("A1"), SpaceId("B2"), SpaceId("C1")])
    assert lead is not None and lead.space == "B2"


STAFF = """
system = "heroquest"
[[case]]
id = "x"
title = "x"
rules = ["HQ-HERO-ENCH-02"]
setup.squares = ["...."]
setup.turn = "mage"
setup.pieces.mage = {{ hero = "enchanter_4", at = "A1", facing = "E", weapon = "sceptre", attack = 2 }}
setup.pieces.o = {{ monster = "goblin", at = "{at}", facing = "W" }}
expect.over = false
"""


@pytest.mark.rule("HQ-HERO-ENCH-02")
@pytest.mark.parametrize(("at", "is_magic"), [("B1", False), ("C1", True)])
def test_magic_of_one_die_is_led_to_from_afar_and_the_staff_beside_a_foe(at: str, *, is_magic: bool) -> None:
    face = HeroQuestFace(session_of(STAFF.format(at=at)))
    orders = [one for one in face.orders(PieceId("mage")) if isinstance(one, quest.Attack | quest.Cast)]
    likely = max(orders, key=face.gain)
    assert isinstance(likely, quest.Cast) is is_magic, [(one, face.gain(one)) for one in orders]


@pytest.mark.rule("HQ-MOVE-05")
def test_of_two_places_that_lead_on_alike_the_nearer_is_led_to_and_who_stays_behind_reads_why() -> None:
    """A door is two squares off to one side, the dark three to the other."""
    text = GALLERY.format(elf="A1", dwarf="H1", rolled="").replace('setup.turn = "elf"', 'setup.turn = "dwarf"')
    face = HeroQuestFace(session_of(text))
    face.beacons = lambda piece: {SpaceId("J1"): say("lead_door"), SpaceId("E1"): say("lead_dark")}  # type: ignore[method-assign]
    lead = face.onward(PieceId("dwarf"), [SpaceId("E1"), SpaceId("G1"), SpaceId("I1"), SpaceId("J1")])
    assert lead is not None and lead.space == "J1"
    elf = face.onward(PieceId("elf"), [SpaceId("B1"), SpaceId("D1")])
    assert elf is not None and say("lead_behind") in parts(elf.why)
