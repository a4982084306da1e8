"""What a success wins is in the hint, on the card and in the order of the attacks: points, the game, in every game."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.core.by_hand import Adjust
from companion.core.ids import PieceId
from companion.core.prizes import Prize
from companion.core.session import Session
from companion.games.guardians.commands import Attack
from companion.games.guardians.face.face import GuardiansFace
from companion.games.guardians.face.prizes import prize
from companion.table.follow import Follower
from companion.text.wording import Wording, told
from tests.casebook.casebooks import session_of
from tests.ui.led import GAMES, evening
from tests.ui.led import Follower as Led
from tests.ui.test_guardians_plain import acting, put
from tests.ui.test_guardians_screen import begun
from ui.presenters.table import TablePresenter

HEAD = """
system = "{system}"
[[case]]
id = "x"
title = "x"
rules = ["{rule}"]
"""
# the last of blue, with a click left; it is hit by eleven or more: three throws of 36
LAST_OF_A_FORCE = (
    HEAD.format(system="heroclix", rule="HC-END-01")
    + """
setup.map = ["AB"]
setup.pieces.A = { side = "red", attack = 9, damage = 2, points = 50 }
setup.pieces.B = { side = "blue", defense = 20, clicks = 1, points = 40 }
"""
)
# the mission is won by it, which has a point of life left
LAST_LIFE = (
    HEAD.format(system="gotham", rule="TW-END-01")
    + """
setup.zones = ["a", "b"]
setup.turn = "heroes"
setup.ends = [{ winner = "heroes", when = { neutralised = "V" } }]
setup.pieces.A = { cubes = 3, melee = "yellow", at = "a" }
setup.pieces.V = { kind = "villain", life = 1, at = "a" }
"""
)
# the quest's monster, whose Body Points only its master knows
GOAL_OF_A_QUEST = (
    HEAD.format(system="heroquest", rule="HQ-GEN-02")
    + """
setup.squares = ["...."]
setup.goal = { slay = "o" }
setup.turn = "A"
setup.pieces.A = { hero = "warrior_4", at = "A1", facing = "E" }
setup.pieces.o = { monster = "orc", at = "B1", facing = "W" }
"""
)


def clash() -> Session:
    """A hero whose hit, of one throw in twenty, knocks out the super-villain; an automaton beside is hit far sooner."""
    session = begun()
    hero, seat = acting(session)
    put(session, **{hero.id: "museum-hall.1", "clock_1": "museum-hall.4"})
    session.submit(Adjust(seat, PieceId("horologe"), "damage", 5))
    for value in (1, 2):
        session.submit(Adjust(seat, PieceId("horologe"), "defense", value))
    return session


def led(session: Session, lang: str) -> TablePresenter:
    table = TablePresenter(session, Follower(session, {}), lang=lang)
    table.lead()
    if table.model().card is not None and table.model().card.kind == "aims":  # type: ignore[union-attr]
        table.press(table.model().leads)
    return table


WINS = {"en": "hit wins the game", "fr": "coup au but fait gagner la partie"}
POINTS = {"en": "{} points", "fr": "{} points"}


@pytest.mark.rule("GC-TURN-13", "HC-END-01", "TW-END-01", "HQ-GEN-02")
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", ["guardians", "heroclix", "gotham"])
def test_a_hit_that_wins_the_game_is_led_to_however_seldom_it_comes(game: str, lang: str) -> None:
    texts = {"heroclix": LAST_OF_A_FORCE, "gotham": LAST_LIFE}
    session = session_of(texts[game]) if game in texts else clash()
    points = {"guardians": 5, "heroclix": 40, "gotham": 0}[game]
    table = led(session, lang)
    says = [WINS[lang], *([POINTS[lang].format(points)] if points else [])]
    seen = list[str]()
    for _ in range(4):
        shown = table.model()
        seen.append(f"{shown.hint} -> {shown.leads}")
        if table.pending is not None:
            break
        assert shown.leads, seen
        assert shown.leads.startswith(("piece:", "do:", "pick:", "advise")), seen
        Led(table, 1).tap(shown.leads)
    shown = table.model()
    assert table.pending is not None and shown.card is not None, seen
    assert shown.leads == "confirm" == shown.card.likely, seen
    assert all(one in shown.hint for one in says), seen
    assert any(all(one in hint for one in says) for hint in seen[:-1]), seen


@pytest.mark.rule("HQ-GEN-02")
@pytest.mark.parametrize(("lang", "says"), [("en", "falls, the game is won"), ("fr", "tombe, la partie est gagnée")])
def test_heroes_are_told_what_a_goal_wins_and_not_how_near_it_is(lang: str, says: str) -> None:
    session = session_of(GOAL_OF_A_QUEST)
    table = led(session, lang)
    for _ in range(4):
        shown = table.model()
        if says in shown.hint:
            break
        assert shown.leads, shown
        Led(table, 1).tap(shown.leads)
    assert says in table.model().hint
    assert WINS[lang] not in table.model().hint


@pytest.mark.rule("GC-TURN-13", "GC-PRESS-03")
def test_one_of_several_hits_on_whose_fall_wins_comes_first_unless_it_is_hopeless() -> None:
    """Three points of HEALTH are left, of which each of three actions may take one; the arrest is worth five points and
    ends the game.
    """
    session = clash()
    system, state = session.system, session.state
    hero = next(one for one in state.figures if one.at == "museum-hall.1")
    attack = Attack(hero.seat, hero.id, PieceId("horologe"))
    for tokens, first in ((3, "clock-1"), (-3, "horologe")):
        whole = state.changed(PieceId("horologe"), damage=3, tokens=(("defense", tokens),))
        assert prize(system, whole, attack) == Prize(falls=PieceId("horologe"), weight=Fraction(5, 3))
        last = whole.changed(PieceId("horologe"), damage=5)
        assert prize(system, last, attack) == Prize(points=5, wins=True, weight=Fraction(5))
        assert prize(system, whole.changed(PieceId("horologe"), damage=2), attack) == Prize(weight=Fraction(5, 4)), (
            "out of its reach"
        )
        face = GuardiansFace(SimpleNamespace(system=system, state=whole, version=0, records=[]))
        assert face.advice(hero.seat, hero.id)[0].target == first
        best = max((one for one in face.offers(hero.seat, hero.id) if isinstance(one, Attack)), key=face.gain)
        assert best.target == first


@pytest.mark.rule("GC-TURN-13")
def test_a_hit_that_ends_the_game_for_the_others_says_so_and_is_never_led_to() -> None:
    """The super-villain falls, and the front page of the others is worth more."""
    session = clash()
    system, state = session.system, session.state
    hero = next(one for one in state.figures if one.at == "museum-hall.1")
    attack = Attack(hero.seat, hero.id, PieceId("horologe"))
    assert prize(system, state, attack).wins
    behind = state.side_changed("dusk", articles=("clock-stopped", "ferry-saved", "streets-swept-dusk"))
    lost = prize(system, behind, attack)
    assert (lost.wins, lost.loses) == (False, True)
    for lang, says in (("en", "ends the game, and you lose it"), ("fr", "met fin à la partie, et vous la perdez")):
        assert says in told(lost.told(attack), Wording(lang))
    face = GuardiansFace(SimpleNamespace(system=system, state=behind, version=0))
    assert face.is_poor(attack) and not face.worth(attack)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [4, 11])
def test_no_led_game_advises_against_what_may_win_at_once(tmp_path: Path, game: str, seed: int) -> None:
    with evening(tmp_path, game, "en", seed=seed) as made:
        assert made.table is not None
        table = made.table.presenter
        follower = Led(table, seed)
        while follower.round <= 4:
            shown, meant = table.model(), table.pending
            if meant is not None and "win" in told(table.game.prize(meant.command), table.wording):
                assert shown.leads != "dismiss", shown.hint
            follower.tap(follower.does(shown))
