"""Powers on everybody around, and powers that push or place: numbers by hand from the catalogue, ruleset 2010."""

from __future__ import annotations

import pytest

from companion.games.heroclix.commands import MoveFigure, RangedAttack, UsePower
from companion.games.heroclix.figures.figure import Symbols
from tests.games.heroclix.scene import RED, Scene, at, figure, scene_of


@pytest.mark.rule("HC-ATK-16", "HC-KB-02")
def test_quake() -> None:
    """One roll against every adjacent opponent, 2 to each that is hit, knocked back 2."""
    scene, a = scene_of("quake", "attack", spot=(5, 5), damage=4)
    b = scene.put("B", "blue", (6, 5), figure("B", clicks=9))
    c = scene.put("C", "blue", (4, 4), figure("C", clicks=9, defense=19))
    d = scene.put("D", "blue", (5, 6), figure("D", clicks=9))
    scene.do(UsePower(RED, a, "quake"))
    scene.roll(5, 4)
    assert [scene.piece(one).click for one in (b, c, d)] == [3, 1, 3]
    assert [scene.piece(one).spaces[0] for one in (b, c, d)] == [at(8, 5), at(4, 4), at(5, 8)]
    assert scene.piece(a).tokens == 1


@pytest.mark.rule("HC-KB-02", "HC-KB-11")
def test_force_blast() -> None:
    """A die of 3: three squares away, without damage; against a wall one point."""
    for wall, end, click in [(False, (4, 0), 1), (True, (2, 0), 2)]:
        scene = Scene(walls=[((2, 0), (3, 0))] if wall else [])
        a = scene.put("A", "red", (0, 0), figure("A", powers={"speed": "force_blast"}))
        b = scene.put("B", "blue", (1, 0))
        scene.do(UsePower(RED, a, "force_blast", (b,)))
        scene.roll(3)
        assert (scene.piece(b).spaces, scene.piece(b).click) == ((at(*end),), click)


@pytest.mark.rule("HC-MOVE-13", "HC-MULTI-14", "HC-VAL-10")
def test_telekinesis_on_a_friend() -> None:
    """From (3,1), beside an opponent, to (7,0): no roll; it has not acted, and may still."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", powers={"attack": "telekinesis"}))
    f = scene.put("F", "red", (3, 1))
    g = scene.put("G", "red", (0, 3), figure("G", symbols=Symbols(damage="giant")))
    scene.put("B", "blue", (4, 2))
    assert scene.refused(UsePower(RED, a, "telekinesis", (f,), (at(9, 0),))) == {"HC-RNG-05"}
    assert scene.refused(UsePower(RED, a, "telekinesis", (f,), (at(4, 2),))) >= {"HC-VAL-10"}
    assert scene.refused(UsePower(RED, a, "telekinesis", (g,), (at(1, 3),))) == {"HC-MULTI-14"}
    scene.do(UsePower(RED, a, "telekinesis", (f,), (at(7, 0),)))
    assert (scene.piece(f).spaces, scene.piece(a).tokens, scene.state.flow.open) == ((at(7, 0),), 1, ())
    scene.do(MoveFigure(RED, f, (at(8, 0),)))


@pytest.mark.rule("HC-MOVE-13", "HC-DMG-05")
@pytest.mark.parametrize(("faces", "end"), [((5, 4), (6, 4)), ((1, 2), (4, 0)), ((6, 6), (6, 4))])
def test_telekinesis_on_an_opponent(faces: tuple[int, int], end: tuple[int, int]) -> None:
    """Hit, it is placed and takes nothing, whatever the dice; missed, it stays."""
    scene, a = scene_of("telekinesis", "attack", range=6)
    b = scene.put("B", "blue", (4, 0))
    scene.do(UsePower(RED, a, "telekinesis", (b,), (at(6, 4),)))
    scene.roll(*faces)
    assert (scene.piece(b).spaces, scene.piece(b).click, scene.piece(a).tokens) == ((at(*end),), 1, 1)


@pytest.mark.rule("HC-ATK-16", "HC-TURN-11")
def test_pulse_wave() -> None:
    """Range 7 halved is 4: B, the friend F and C behind it are hit for 1 each, Toughness or not; D is too far off.

    A shoots though B is next to it; when the action ends their powers are in force again.
    """
    scene, a = scene_of("pulse_wave", "attack", range=7, damage=4)
    tough = {"defense": "toughness", "speed": "stealth"}
    b = scene.put("B", "blue", (1, 1), figure("B", defense=17, powers={"defense": "super_senses"}))
    f = scene.put("F", "red", (2, 0))
    c = scene.put("C", "blue", (4, 0), figure("C", powers=tough))
    d = scene.put("D", "blue", (5, 0))
    scene.do(UsePower(RED, a, "pulse_wave"))
    assert scene.state.powers(scene.piece(c)) == {}
    scene.roll(5, 4)
    assert [scene.piece(one).click for one in (b, f, c, d)] == [2, 2, 2, 1]
    assert scene.state.powers(scene.piece(c)) == tough
    assert (scene.piece(a).tokens, scene.state.work) == (1, None)


def test_pulse_wave_on_one() -> None:
    """One line: the whole damage of 4, which Impervious does nothing about. Without an opponent it is refused."""
    scene, a = scene_of("pulse_wave", "attack", range=7, damage=4)
    b = scene.put("B", "blue", (1, 1), figure("B", clicks=9, powers={"defense": "impervious"}))
    scene.do(UsePower(RED, a, "pulse_wave"))
    scene.roll(5, 4)
    assert scene.piece(b).click == 5
    scene, a = scene_of("pulse_wave", "attack", range=7)
    scene.put("F", "red", (2, 0))
    scene.put("B", "blue", (9, 9))
    assert scene.refused(UsePower(RED, a, "pulse_wave")) == {"HC-ATK-02"}


@pytest.mark.rule("HC-ATK-16")
def test_energy_explosion() -> None:
    """B and C, side by side, are the targets: 2 each. D beside both 2, the friend F beside C 1, E too well defended."""
    scene, a = scene_of("energy_explosion", "attack", range=8, targets=2, damage=4)
    b, c = scene.put("B", "blue", (4, 0)), scene.put("C", "blue", (4, 1))
    d, e = scene.put("D", "blue", (5, 0)), scene.put("E", "blue", (5, 1), figure("E", defense=19))
    f = scene.put("F", "red", (4, 2))
    far = scene.put("G", "blue", (6, 3))
    scene.do(RangedAttack(RED, a, (b, c), "energy_explosion"))
    scene.roll(5, 4)
    assert [scene.piece(one).click - 1 for one in (b, c, d, e, f, far)] == [2, 2, 2, 0, 1, 0]
    assert scene.piece(a).tokens == 1
