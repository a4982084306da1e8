"""Range, lines and targets of the newer edition: ED-02..13 of the catalogue, numbers by hand."""

from __future__ import annotations

import pytest

from companion.board.spaces import Verdict
from companion.core.rules import Rejected
from companion.games.heroclix.commands import CloseAttack, RangedAttack, UsePower
from companion.games.heroclix.events.attack import AttackDeclared, AttackRolled, HitsSettled
from companion.games.heroclix.figures.figure import Symbols
from companion.games.heroclix.position.lines import line_between
from companion.storage.codec import digest_of
from tests.games.heroclix.newer.duels import CORE, NEWER, Fight, clicks_of, names_of, of
from tests.games.heroclix.scene import BLUE, RED, at

STRIKE = {"strike": {"action": "power", "verb": "make_attack"}}


@pytest.mark.rule("HX-ATK-01", "HX-TGT-02")
def test_ed_02_an_effect_makes_an_attack_of_the_kind_its_player_chooses() -> None:
    """Next to A a close attack may be made, a ranged one may not; the close one needs no line."""
    scene = Fight(effects=STRIKE, walls=())
    a, b = scene.stand("A", "red", (0, 0), "strike"), scene.stand("B", "blue", (1, 0))
    c = scene.stand("C", "blue", (4, 4))
    assert scene.refused(UsePower(RED, a, "strike", (b,), (), "ranged")) == {"HX-TGT-03"}
    assert scene.refused(UsePower(RED, a, "strike", (c,), (), "close")) == {"HX-TGT-02"}
    assert scene.refused(UsePower(RED, a, "strike", (b,))) == {"HX-TGT-01"}
    scene.do(UsePower(RED, a, "strike", (b,), (), "close"))
    scene.roll(5, 4)
    assert clicks_of(scene, b) == [4]


@pytest.mark.rule("HX-ATK-02")
def test_ed_03_only_characters_are_attacked() -> None:
    """Walls and squares are no targets here; the older rulebook lets them be attacked."""
    assert (CORE.attack_targets_terrain, NEWER.attack_targets_terrain) == (True, False)
    scene = Fight(walls=[((1, 0), (2, 0))])
    a, _ = scene.stand("A", "red", (0, 0)), scene.stand("B", "blue", (5, 5))
    wall = type(a)(f"{at(1, 0)}|{at(2, 0)}")
    assert scene.refused(RangedAttack(RED, a, (wall,))) == {"TW-PIECE-01"}
    assert scene.refused(CloseAttack(RED, a, wall)) == {"TW-PIECE-01"}


@pytest.mark.rule("HX-ATK-03", "HX-ATK-04")
@pytest.mark.parametrize(("among", "refused"), [("opponents", True), ("friends", False), ("all", False)])
def test_ed_04_a_friend_is_a_target_where_the_effect_says_so(among: str, refused: bool) -> None:
    scene = Fight(effects={"strike": {"action": "power", "verb": "make_attack", "attack": "close", "among": among}})
    a, f = scene.stand("A", "red", (0, 0), "strike"), scene.stand("F", "red", (1, 0))
    scene.stand("B", "blue", (5, 5))
    command = UsePower(RED, a, "strike", (f,))
    if refused:
        assert scene.refused(command) >= {"HX-ATK-03"}
        assert scene.refused(CloseAttack(RED, a, f)) >= {"HX-ATK-03"}
    else:
        scene.do(command)
        scene.roll(5, 4)
        assert clicks_of(scene, f) == [4]
    assert scene.game.edition.powers["strike"].verbs[0].among.value == among


@pytest.mark.rule("HX-TGT-04", "HX-TGT-05", "HX-TGT-01")
def test_ed_05_four_bolts_four_targets_at_most_each_checked() -> None:
    scene = Fight()
    a = scene.stand("A", "red", (0, 0), targets=4, range=5)
    spots = [(5, 0), (0, 5), (5, 5), (3, 5), (5, 3)]
    b, c, d, e, f = (scene.stand(name, "blue", spot) for name, spot in zip("BCDEF", spots, strict=True))
    far = scene.stand("G", "blue", (6, 1))
    assert scene.refused(RangedAttack(RED, a, (b, c, d, e, f))) == {"HX-TGT-04"}
    assert scene.refused(RangedAttack(RED, a, (b, c, b))) == {"HX-TGT-01"}
    assert scene.refused(RangedAttack(RED, a, ())) == {"HX-TGT-01"}
    assert scene.refused(RangedAttack(RED, a, (b, far))) == {"HX-TGT-03"}
    declared = of(scene.do(RangedAttack(RED, a, (b, c, d, e))), AttackDeclared)[0]
    assert [one.piece for one in declared.targets] == [b, c, d, e]


@pytest.mark.rule("HX-RNG-01")
def test_ed_06_the_range_is_reckoned_like_other_values() -> None:
    """Range 3, perplexed to 4: the shot at four squares is on."""
    scene = Fight()
    a = scene.stand("A", "red", (0, 0), range=3, powers={"damage": "perplex"})
    b = scene.stand("B", "blue", (4, 0))
    assert scene.refused(RangedAttack(RED, a, (b,))) == {"HX-TGT-03"}
    scene.do(UsePower(RED, a, "perplex", (a,), (), "range+1"))
    assert of(scene.do(RangedAttack(RED, a, (b,))), AttackDeclared)


@pytest.mark.rule("HX-RNG-02", "HX-RNG-03", "HX-LOS-01", "HX-LOS-02")
def test_ed_07_squares_are_counted_alike_and_at_any_time() -> None:
    """(0,0) to (3,5): five squares in both; asking in the other player's turn changes nothing."""
    for edition in (CORE, NEWER):
        scene = Fight(edition)
        a, b = scene.stand("A", "red", (0, 0)), scene.stand("B", "blue", (3, 5))
        before = digest_of(scene.state)
        for one, other in ((a, b), (b, a)):
            line = line_between(scene.state, scene.piece(one), scene.piece(other))
            assert (line.range, line.verdict) == (5, Verdict.CLEAR)
        assert digest_of(scene.state) == before


@pytest.mark.rule("HX-TGT-03")
def test_ed_08_adjacency_then_line_then_range() -> None:
    """Blocked and too far: the newer edition names the line alone, the older one both."""
    found = {}
    for edition in (CORE, NEWER):
        scene = Fight(edition, walls=[((1, 0), (2, 0))])
        a, b = scene.stand("A", "red", (0, 0), range=2), scene.stand("B", "blue", (4, 0))
        decision = scene.decide(RangedAttack(RED, a, (b,)))
        assert isinstance(decision, Rejected)
        found[edition.id] = [(one.rule, dict(one.words).get("because", "")) for one in decision.violations]
    assert found == {"core": [("HC-LOS-04", "HC-LOS-03"), ("HC-RNG-02", "")], "newer": [("HX-TGT-03", "HX-LOS-04")]}


@pytest.mark.rule("HX-TGT-03")
def test_ed_09_next_to_an_opponent_no_shot_in_either() -> None:
    for edition, rule in ((CORE, "HC-RNG-01"), (NEWER, "HX-TGT-03")):
        scene = Fight(edition)
        a, _ = scene.stand("A", "red", (0, 0)), scene.stand("B", "blue", (1, 0))
        c = scene.stand("C", "blue", (0, 5))
        assert scene.refused(RangedAttack(RED, a, (c,))) == {rule}


@pytest.mark.rule("HX-LOS-03", "HX-LOS-04")
def test_ed_10_terrain_at_another_level_blocks_not_the_size_of_who_stands_below() -> None:
    """Roofs at both ends, a giant between on the ground (AMB-47); a character on the way at the same level blocks."""
    levels = {(0, 0): 2, (8, 0): 2}
    for edition, verdict in ((CORE, Verdict.BLOCKED), (NEWER, Verdict.CLEAR)):
        scene = Fight(edition, levels=levels)
        a, d = scene.stand("A", "red", (0, 0)), scene.stand("D", "blue", (8, 0))
        g = scene.stand("G", "blue", (4, 0), symbols=Symbols(damage="giant"))
        e, f = scene.stand("E", "red", (1, 2)), scene.stand("F", "blue", (9, 2))
        scene.stand("H", "blue", (5, 2))
        pieces = [scene.piece(one) for one in (a, d, e, f, g)]
        assert line_between(scene.state, pieces[0], pieces[1]).verdict is verdict
        assert line_between(scene.state, pieces[2], pieces[3]).verdict is Verdict.BLOCKED


@pytest.mark.rule("HX-LOS-05", "HX-LOS-06")
def test_ed_11_a_line_to_oneself_crosses_the_own_square() -> None:
    for edition, verdict in ((CORE, Verdict.CLEAR), (NEWER, Verdict.HINDERED)):
        scene = Fight(edition, terrain={(3, 3): "hindering"})
        a = scene.piece(scene.stand("A", "red", (3, 3))) if scene.stand("B", "blue", (9, 9)) else None
        assert a is not None
        line = line_between(scene.state, a, a)
        assert (line.verdict, line.range) == (verdict, 0)


WORDS = {
    "any": {"within": 4},
    "direct": {"within": 4, "direct": True},
    "unseen": {"within": 4, "sight": False},
    "ranged": {},
}


@pytest.mark.rule("HX-TERM-01", "HX-TERM-02", "HX-TERM-03", "HX-TERM-04", "HX-TERM-05", "HX-TERM-06", "HX-TERM-08")
@pytest.mark.rule("HX-TGT-06")
@pytest.mark.parametrize(("effect", "met"), [("any", "BC"), ("direct", "B"), ("unseen", "BCW"), ("ranged", "BCR")])
def test_ed_12_the_words_for_targets_are_independent(effect: str, met: str) -> None:
    """B in the column, C off every line, W behind a wall, R six squares away; the range is 6."""
    row = {"action": "power", "verb": "attack_each", **WORDS[effect]}
    scene = Fight(effects={"volley": row}, walls=[((0, 3), (1, 3))])
    a = scene.stand("A", "red", (3, 3), "volley", range=6)
    for name, spot in {"B": (3, 6), "C": (5, 4), "W": (0, 3), "R": (9, 4)}.items():
        scene.stand(name, "blue", spot)
    declared = of(scene.do(UsePower(RED, a, "volley")), AttackDeclared)[0]
    assert "".join(one.piece for one in declared.targets) == "".join(sorted(met))
    assert {one.start for one in declared.targets} == {at(3, 3)}, "the source is the square the line is drawn from"


@pytest.mark.rule("HX-TERM-07")
@pytest.mark.parametrize(
    ("drops", "wanted"), [((), {"HX-TGT-03"}), (("line",), {"HX-TGT-03"}), (("line", "range"), None)]
)
def test_ed_12_regardless_of_one_requirement(drops: tuple[str, ...], wanted: set[str] | None) -> None:
    """C is behind a wall and too far: both must be dropped."""
    row = {"action": "power", "verb": "make_attack", "attack": "ranged", "regardless": list(drops)}
    scene = Fight(effects={"strike": row}, walls=[((1, 0), (2, 0))])
    a, c = scene.stand("A", "red", (0, 0), "strike", range=2), scene.stand("C", "blue", (5, 0))
    command = UsePower(RED, a, "strike", (c,))
    if wanted:
        assert scene.refused(command) == wanted
    else:
        assert of(scene.do(command), AttackDeclared)


@pytest.mark.rule("HX-TERM-09")
@pytest.mark.parametrize(("within", "is_met"), [(3, False), (4, True)])
def test_ed_12_range_and_line_from_the_same_square(within: int, is_met: bool) -> None:
    """A base on (0,2) and (1,2): from the near square blocking terrain on (2,2) bars the line, the other is 4 away."""
    row = {"action": "power", "verb": "attack_each", "within": within}
    scene = Fight(effects={"volley": row}, terrain={(2, 2): "blocking"})
    a = scene.stand("A", "red", [(0, 2), (1, 2)], "volley")
    scene.stand("B", "blue", (4, 4))
    command = UsePower(RED, a, "volley")
    if is_met:
        assert [one.start for one in of(scene.do(command), AttackDeclared)[0].targets] == [at(0, 2)]
    else:
        assert scene.refused(command) == {"HX-TGT-01"}


@pytest.mark.rule("HX-TERM-10", "HX-TERM-08")
def test_ed_12_an_area_bonus_targets_nobody() -> None:
    """Three squares away behind a wall: +1, and nobody is asked whether it may be a target; four squares away not."""
    row = {"verb": "modify_value", "value": "attack", "amount": 1, "whom": "friends_within", "within": 3}
    for x, value in ((3, 10), (4, 9)):
        scene = Fight(effects={"cheer": row}, walls=[((1, 0), (2, 0))])
        a = scene.stand("A", "red", (0, 0), powers={"damage": "shape_change"})
        scene.stand("P", "red", (x, 0), "cheer")
        b = scene.stand("B", "blue", (0, 1))
        events = scene.do(CloseAttack(RED, a, b))
        assert of(events, AttackDeclared)[0].attack == value
        assert "PowerUsed" not in names_of(events)


@pytest.mark.rule("HX-TGT-07", "HX-TGT-08", "HX-TGT-09")
@pytest.mark.parametrize(("again", "asked"), [(True, "power.change"), (False, "")])
def test_ed_13_an_illegal_target_and_a_new_one_if_the_effect_allows(again: bool, asked: str) -> None:
    """B turns away; C may be attacked instead, where the effect says so; else no roll is made."""
    scene = Fight(effects={"change": {"verb": "refuse_target", "faces": [5, 6], "again": again}})
    a, b = scene.stand("A", "red", (0, 0)), scene.stand("B", "blue", (1, 0), "change")
    c = scene.stand("C", "blue", (0, 1))
    scene.do(CloseAttack(RED, a, b))
    events = scene.roll(5)
    assert scene.asked == asked
    if again:
        scene.choose(c)
        assert scene.asked == "HX-ROLL-01"
        events = scene.roll(5, 4)
        assert of(events, HitsSettled)[0].hits == (c,)
    else:
        assert "AttackDropped" in names_of(events)
        assert not of(events, AttackRolled)
    assert scene.piece(b).click == 1


@pytest.mark.rule("HX-KO-07", "HX-KO-06")
def test_a_knocked_out_piece_is_no_target_and_its_seat_has_lost_it() -> None:
    scene = Fight()
    a, b = scene.stand("A", "red", (0, 0), damage=6), scene.stand("B", "blue", (1, 0), clicks=2)
    c, f = scene.stand("C", "blue", (9, 9)), scene.stand("F", "red", (9, 0))
    scene.do(CloseAttack(RED, a, b))
    scene.roll(5, 4)
    assert scene.piece(b).ko
    assert scene.refused(RangedAttack(RED, f, (b,))) == {"HX-KO-07"}
    assert [one.id for one in scene.state.on_map(BLUE)] == [c]


@pytest.mark.rule("HX-TGT-02", "HX-TGT-06")
def test_everybody_adjacent_and_only_friends_where_the_effect_says_so() -> None:
    rows = {
        "sweep": {"action": "power", "verb": "attack_each", "attack": "close"},
        "slap": {"action": "power", "verb": "make_attack", "attack": "close", "among": "friends"},
    }
    scene = Fight(effects=rows)
    a = scene.stand("A", "red", (3, 3), "sweep", "slap", attack=12)
    b, c, d = (scene.stand(name, "blue", spot) for name, spot in (("B", (3, 4)), ("C", (2, 2)), ("D", (3, 6))))
    assert scene.refused(UsePower(RED, a, "slap", (b,))) == {"HX-TGT-01"}
    declared = of(scene.do(UsePower(RED, a, "sweep")), AttackDeclared)[0]
    assert {one.piece for one in declared.targets} == {b, c}
    scene.roll(5, 4)
    assert clicks_of(scene, b, c, d) == [4, 4, 1]
