"""One tap says what an action will do before it is confirmed: way, number with its terms, answers, pushing damage."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest

from companion.core.ids import PieceId, SpaceId
from companion.table.follow import Follower
from tests.casebook.casebooks import session_of
from tests.games.heroclix.scene import at, figure
from tests.ui.test_powers import A, B, screen
from ui.presenters.table import TablePresenter


def words(made: TablePresenter) -> str:
    found = made.model().card
    assert found is not None
    assert found.kind == "proposal"
    return found.text


@pytest.mark.rule("HC-TOKEN-05")
def test_a_second_move_foretells_its_way_and_the_pushing_damage(clock: Any) -> None:
    made = screen(clock, figure("A", speed=8), ("B", "blue", (11, 11), figure("B")))
    version = made.session.version
    made.tap_piece(A)
    made.tap_space(at(3, 0))
    assert "3 of 8" in words(made)
    assert "pushing" not in words(made)
    (way,) = made.model().board.ways
    assert way.points == ((0.5, 0.5), (1.5, 0.5), (2.5, 0.5), (3.5, 0.5))
    assert made.session.version == version, "nothing is written"
    made.press("confirm")
    assert made.model().board.ways == ()
    made.press("end_turn")
    made.press("confirm")
    made.press("end_turn")
    made.press("confirm")
    made.tap_piece(A)
    made.tap_space(at(6, 0))
    assert "1 pushing damage will follow [HC-TOKEN-05]" in words(made)


@pytest.mark.rule("HC-POW-07")
def test_willpower_is_foretold_too(clock: Any) -> None:
    made = screen(clock, figure("A", speed=8, powers={"defense": "willpower"}), ("B", "blue", (11, 11), figure("B")))
    for column in (3, 6):
        made.tap_piece(A)
        made.tap_space(at(column, 0))
        if column == 3:
            made.press("confirm")
            made.press("end_turn")
            made.press("confirm")
            made.press("end_turn")
            made.press("confirm")
    assert "no pushing damage, thanks to Willpower" in words(made)


@pytest.mark.rule("HC-ATK-05")
def test_an_attack_foretells_its_number_its_terms_and_what_may_answer(clock: Any) -> None:
    """Attack 9 against defense 17: 8 or more. Super Senses may answer; Energy Shield makes 17 of 15 from afar."""
    made = screen(
        clock,
        figure("A", attack=9, range=8),
        ("B", "blue", (4, 0), figure("B", defense=15, powers={"defense": "energy_shield_deflection"})),
        ("C", "blue", (0, 1), figure("C", defense=16, powers={"defense": "super_senses"})),
        ("D", "blue", (9, 9), figure("D", powers={"damage": "probability_control"})),
    )
    made.tap_piece(A)
    made.tap_piece(PieceId("C"))
    assert "needs 7+ (attack 9, defense 16)" in words(made)
    assert "These may answer: Super Senses and Probability Control" in words(made)
    made.press("dismiss")
    scene = screen(
        clock,
        figure("A", attack=9, range=8),
        ("B", "blue", (4, 0), figure("B", defense=15, powers={"defense": "energy_shield_deflection"})),
    )
    scene.tap_piece(A)
    scene.tap_piece(B)
    assert "needs 8+ (attack 9, defense 17)" in words(scene)
    terms = "Defense: 17 (15, +2 Energy Shield/Deflection)"
    assert terms not in words(scene) and dict(scene.model().beside)["explain"] == "Details"
    scene.press("explain")
    assert terms in words(scene) and dict(scene.model().beside)["explain"] == "In short"
    assert "May answer" not in words(scene)
    assert SpaceId("A1") in scene.state.piece(A).spaces


CASES = {
    "throw": """
        setup.objects = [{ id = "safe", held_by = "A", weight = "heavy" }]
        setup.pieces.A = { side = "red", at = "A1", range = 0, powers = ["super_strength"] }
        setup.pieces.B = { side = "blue", at = "E1" }
    """,
    "expert": """
        setup.pieces.A = { side = "red", at = "A1", attack = 10, powers = ["close_combat_expert"] }
        setup.pieces.B = { side = "blue", at = "B1", defense = 15 }
    """,
    "wave": """
        setup.pieces.A = { side = "red", at = "A1", attack = 10, powers = ["pulse_wave"] }
        setup.pieces.B = { side = "blue", at = "B1", defense = 15 }
    """,
    "mind": """
        setup.pieces.A = { side = "red", at = "A1", attack = 8, powers = ["mind_control"] }
        setup.pieces.B = { side = "blue", at = "D1", defense = 17 }
    """,
}


def set_up(name: str) -> TablePresenter:
    """The table of a case, with somebody far off."""
    far = 'setup.pieces.Z = { side = "blue", at = "L5" }'
    head = '[[case]]\nid = "x"\ntitle = "x"\nrules = ["HC-ATK-05"]\nsetup.map = "12x5"\nexpect.over = false\n'
    session = session_of(head + textwrap.dedent(CASES[name]) + far)
    return TablePresenter(session, Follower(session, {}), lang="en")


@pytest.mark.rule("HC-ATK-05", "HC-OBJ-35", "HC-ACT-11")
@pytest.mark.parametrize(
    ("name", "button", "told"),
    [
        # 9 against 16: 7 or more, 21 of 36; a heavy thing that is thrown does 3, whatever the damage value
        ("throw", "Throw it → B", ("Throw it", "58 %", "needs 7+ (attack 9, defense 16)", "3 of 3 damage")),
        # 10 against 15: 5 or more, 30 of 36; the expert does two more
        ("expert", "Close Combat Expert · B", ("Close Combat Expert", "83 %", "needs 5+", "5 of 5 damage")),
        ("wave", "Pulse Wave", ("Pulse Wave", "83 %", "needs 5+", "3 of 3 damage")),
        # 8 against 17: 9 or more, 10 of 36; it does no damage
        ("mind", "Mind Control · B", ("Mind Control", "28 %", "needs 9+ (attack 8, defense 17)")),
    ],
)
def test_an_attack_by_throw_or_power_is_foretold_before_an_action_is_spent(
    name: str, button: str, told: tuple[str, ...]
) -> None:
    made = set_up(name)
    made.tap_piece(A)
    version, found = made.session.version, made.model().card
    assert found is not None
    made.press(next(action for action, said in found.buttons if said == button))
    assert all(part in words(made) for part in told), words(made)
    assert made.session.version == version, "nothing is written"
    made.press("confirm")
    assert made.model().dice is not None


@pytest.mark.rule("HC-OBJ-33")
def test_a_tap_that_means_a_throw_says_so_in_words() -> None:
    """Who can only throw throws at whom is tapped."""
    made = set_up("throw")
    made.tap_piece(A)
    made.tap_piece(B)
    assert words(made).startswith("Throw it\n→ B · 58 %")
    made.press("language")
    assert words(made).startswith("Lancer l'objet\n→ B · 58 %")


def attacked(clock: Any) -> TablePresenter:
    """A table where A attacks B, 9 against 16, for 3 damage of which Toughness takes one; the dice are in the hand."""
    made = screen(
        clock,
        figure("A", attack=9, damage=3, range=8),
        ("B", "blue", (0, 1), figure("B", defense=16, powers={"defense": "toughness"}, clicks=6)),
    )
    made.tap_piece(A)
    made.tap_piece(B)
    made.press("confirm")
    return made


@pytest.mark.rule("HC-ATK-05", "HC-DMG-01")
def test_beside_the_dice_stand_number_chance_and_what_a_hit_does(clock: Any) -> None:
    """Attack 9 against defense 16: 7 or more, 21 of 36; of 3 damage Toughness leaves 2: its dial goes from 1 to 3."""
    made = attacked(clock)
    dice = made.model().dice
    assert dice is not None
    assert dice.decides == (
        "B · 58 % · needs 7+ (attack 9, defense 16)",
        # 20 of 36 times 2 clicks, once 3: 43 of 36
        "a hit: 2 of 3 damage, click 1 → 3 · Toughness · 1.2 clicks on average",
    )
    made.press("language")
    french = made.model().dice
    assert french is not None and "si touché : 2 dégâts sur 3, clic 1 → 3" in french.decides[1]
    for face in ("6", "5"):
        made.press(f"face:{face}")
    assert made.model().dice is None


@pytest.mark.rule("HX-ROLL-08")
def test_who_may_have_dice_thrown_again_sees_what_they_do_as_they_lie(clock: Any) -> None:
    """Attack 9 against defense 16: 7 or more, 21 of 36."""
    for faces, said in ((("2", "3"), "a miss"), (("4", "3"), "a hit")):
        made = screen(
            clock,
            figure("A", attack=9, range=8, powers={"damage": "probability_control"}),
            ("B", "blue", (0, 1), figure("B", defense=16)),
        )
        made.tap_piece(A)
        made.tap_piece(B)
        made.press("confirm")
        for face in faces:
            made.press(f"face:{face}")
        card, total = made.model().card, sum(map(int, faces))
        assert card is not None and card.kind == "choice"
        assert f"B: {total} lies there, 7 is needed: {said}. Thrown again: 58 %" in card.text


@pytest.mark.rule("HC-VAL-02")
def test_whose_defense_is_used_is_asked_with_both_numbers(clock: Any) -> None:
    made = screen(
        clock,
        figure("A", attack=9, range=8),
        ("B", "blue", (4, 0), figure("B", defense=15)),
        ("D", "blue", (5, 0), figure("D", defense=18, powers={"defense": "defend"})),
    )
    made.tap_piece(A)
    made.tap_piece(B)
    made.press("confirm")
    card = made.model().card
    assert card is not None and "Its own defense: 15" in card.text
    assert ("choose:D", "D · Defense · 18") in card.buttons


@pytest.mark.rule("HC-ATK-05", "HC-DMG-01")
def test_a_result_stays_large_until_the_next_order(clock: Any) -> None:
    made = attacked(clock)
    assert made.model().result is None, "nothing is decided while the dice are in the hand"
    for face in ("6", "3"):
        made.press(f"face:{face}")
    result = made.model().result
    assert result is not None and (result.title, result.tone) == ("HIT", "hit")
    assert (result.faces, result.against) == (("6", "3"), "18 against B's defense 16")
    assert "B: click 1 → 3." in result.lines
    beside = made.model().dial
    assert beside is not None and (beside.name, beside.click) == ("B", "Click 3"), "who was struck stands beside it"
    made.press("result")
    assert made.model().result is None
    own = made.model().dial
    assert own is not None and own.name == "A"
    made.press("undo")
    assert made.model().result is None


def test_the_next_order_ends_a_result(clock: Any) -> None:
    made = screen(clock, figure("A", attack=9, range=8), ("B", "blue", (0, 1), figure("B", defense=16)))
    made.tap_piece(A)
    made.tap_piece(B)
    made.press("confirm")
    for face in ("1", "2"):
        made.press(f"face:{face}")
    missed = made.model().result
    assert missed is not None and (missed.title, missed.tone) == ("MISS", "miss")
    made.press("end_turn")
    made.press("confirm")
    assert made.model().result is None
