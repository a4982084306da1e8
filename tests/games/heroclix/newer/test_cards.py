"""The cards of 2011, 2013 and 2022 beside that of 2010: numbers from the powers catalogue, by hand."""

from __future__ import annotations

import pytest

from companion.games.heroclix.commands import CloseAttack, EndTurn, RangedAttack, TurnOff, UsePower
from companion.games.heroclix.edition import by_hand
from companion.games.heroclix.editions.basics import BASICS
from companion.games.heroclix.editions.cards import CORE_2011, NEWER_2013
from companion.games.heroclix.events.attack import AttackDeclared
from companion.games.heroclix.figures.powers_table import power_names
from tests.games.heroclix.newer.duels import CORE, NEWER, Fight, clicks_of, of, taken
from tests.games.heroclix.printings import CLIX
from tests.games.heroclix.scene import BLUE, RED, at
from ui.cli.game_options import EDITIONS

ALL = (CORE, CORE_2011, NEWER_2013, NEWER)


@pytest.mark.parametrize("edition", ALL, ids=lambda one: one.id)
def test_every_power_has_a_row(edition: object) -> None:
    rules = getattr(edition, "powers")  # noqa: B009
    assert {name for name in power_names() if name not in rules} == set()
    left = {name for name in power_names() if by_hand(rules, name)}
    assert left <= {"mind_control", "super_strength"}
    assert [one.edition for one in CLIX] == [CORE, NEWER, CORE_2011, NEWER_2013, BASICS]
    assert tuple(one.edition.id for one in CLIX) == EDITIONS


@pytest.mark.rule("HC-POW-07")
@pytest.mark.parametrize(("edition", "may"), list(zip(ALL, (True, False, False, False), strict=True)))
def test_turning_off_ended_in_2011(edition: object, may: bool) -> None:
    scene = Fight(edition)  # type: ignore[arg-type]
    a = scene.stand("A", "red", (0, 0), powers={"defense": "willpower"})
    scene.stand("B", "blue", (5, 5))
    offers = [one for one in scene.game.legal_commands(scene.state, RED) if isinstance(one, TurnOff)]
    assert offers == ([TurnOff(RED, a, "willpower")] if may else [])


@pytest.mark.parametrize(("edition", "own", "other"), list(zip(ALL, (0, 1, 1, 1), (0, 0, 0, 0), strict=True)))
def test_stealth(edition: object, own: int, other: int) -> None:
    """Behind a wood: hidden from opponents in every edition; from its own side in its own turn only in 2010."""
    scene = Fight(edition, terrain={(2, 0): "hindering"})  # type: ignore[arg-type]
    a = scene.stand("A", "red", (4, 0), powers={"speed": "stealth"})
    f = scene.stand("F", "red", (0, 0), powers={"damage": "perplex"})
    b = scene.stand("B", "blue", (0, 1))
    offers = [one for one in scene.game.legal_commands(scene.state, RED, piece=f) if isinstance(one, UsePower)]
    assert any(one.targets == (a,) for one in offers) == bool(own)
    scene.do(EndTurn(RED))
    shots = [one for one in scene.game.legal_commands(scene.state, BLUE, piece=b) if isinstance(one, RangedAttack)]
    assert len([one for one in shots if one.targets == (a,)]) == other


@pytest.mark.parametrize(("edition", "left"), list(zip(ALL, ([1], [1], [1], [1]), strict=True)))
def test_invincible(edition: object, left: list[int]) -> None:
    """3 damage: half ignored and rounded up by the card of 2013, 2 less by that of 2022: 1 either way; 5: 2 and 3."""
    for damage, wanted in ((3, left), (5, [3] if edition is NEWER else [2])):
        scene = Fight(edition)  # type: ignore[arg-type]
        a = scene.stand("A", "red", (0, 0), attack=12, damage=damage)
        b = scene.stand("B", "blue", (1, 0), powers={"defense": "invincible"}, clicks=12)
        scene.do(CloseAttack(RED, a, b))
        assert taken(scene.roll(5, 4)) == wanted


@pytest.mark.parametrize(("edition", "attack", "damage"), [(NEWER, 10, 4), (NEWER_2013, 9, 3), (CORE, 9, 3)])
def test_a_close_combat_expert_needs_no_action_in_2022(edition: object, attack: int, damage: int) -> None:
    scene = Fight(edition)  # type: ignore[arg-type]
    a, b = scene.stand("A", "red", (0, 0), powers={"damage": "close_combat_expert"}), scene.stand("B", "blue", (1, 0))
    declared = of(scene.do(CloseAttack(RED, a, b)), AttackDeclared)[0]
    assert (declared.attack, declared.damage) == (attack, damage)


@pytest.mark.parametrize(("damage", "face", "left"), [(5, 1, 4), (5, 6, 6), (2, 1, 1)])
def test_blades_are_never_less_than_printed_damage_less_one(damage: int, face: int, left: int) -> None:
    scene = Fight()
    a = scene.stand("A", "red", (0, 0), attack=12, damage=damage, powers={"attack": "blades_claws_fangs"})
    b = scene.stand("B", "blue", (1, 0), clicks=12)
    scene.do(CloseAttack(RED, a, b, "blades_claws_fangs"))
    scene.roll(5, 4)
    scene.choose("roll")
    assert taken(scene.roll(face)) == [left]


@pytest.mark.parametrize(("face", "tokens"), [(4, 1), (5, 0)])
def test_willpower_sheds_a_token(face: int, tokens: int) -> None:
    scene = Fight()
    a = scene.stand("A", "red", (0, 0), powers={"defense": "willpower"})
    scene.stand("B", "blue", (5, 5))
    assert scene.refused(UsePower(RED, a, "willpower")) == {"HC-TOKEN-01"}
    scene.state = scene.state.with_piece(type(scene.piece(a))(**_with(scene.piece(a), tokens=1)))
    scene.do(UsePower(RED, a, "willpower"))
    scene.roll(face)
    assert scene.piece(a).tokens == tokens


def _with(piece: object, **changed: object) -> dict[str, object]:
    fields = {name: getattr(piece, name) for name in type(piece).__dataclass_fields__}  # type: ignore[attr-defined]
    return fields | changed


def test_an_explosion_hits_everybody_for_two() -> None:
    """C is beside both targets, and is dealt 2 once."""
    scene = Fight()
    a = scene.stand("A", "red", (0, 0), attack=12, targets=2, powers={"attack": "energy_explosion"})
    b, d = scene.stand("B", "blue", (4, 0)), scene.stand("D", "blue", (4, 2))
    c = scene.stand("C", "blue", (5, 1))
    scene.do(RangedAttack(RED, a, (b, d), "energy_explosion"))
    scene.roll(5, 4)
    assert clicks_of(scene, b, c, d) == [3, 3, 3]


def test_stealing_energy_heals_once_when_the_attack_is_resolved() -> None:
    """Two opponents hit by a quake: one click."""
    powers = {"attack": "quake", "damage": "empower"}
    scene = Fight(effects={"drain": {"verb": "heal_by_hitting", "once": True}})
    a = scene.stand("A", "red", (5, 5), "drain", attack=12, powers=powers)
    b, c = scene.stand("B", "blue", (5, 6)), scene.stand("C", "blue", (6, 5))
    scene.state = scene.state.with_piece(type(scene.piece(a))(**_with(scene.piece(a), click=4)))
    scene.do(UsePower(RED, a, "quake"))
    scene.roll(5, 4)
    scene.choose()
    assert clicks_of(scene, a, b, c) == [3, 3, 3]
    assert scene.piece(b).spaces == (at(5, 6),)
