"""Powers on the table screen: as buttons of the chosen figure, beside a move or an attack, as answers to questions."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.ids import PieceId
from companion.core.ledger import Ledger
from companion.core.session import Session
from companion.games.heroclix.events.attack import AttackDeclared
from companion.games.heroclix.events.damage import PowersChanged
from companion.games.heroclix.face.words import FAMILIES, power_words
from companion.games.heroclix.figures.figure import Figure
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.system import WallClock
from companion.table.follow import Follower
from companion.table.observation import PictureSeen, PieceSeen
from companion.text.wording import Wording, names_told
from tests.games.heroclix.scene import GAME, Scene, at, figure
from ui.presenters.table import TablePresenter

A, B = PieceId("A"), PieceId("B")


def screen(clock: Any, one: Figure, *others: tuple[str, str, tuple[int, int], Figure]) -> TablePresenter:
    scene = Scene(size=(12, 12))
    scene.put("A", "red", (0, 0), one)
    for name, seat, spot, printed in others:
        scene.put(name, seat, spot, printed)
    ledger = Ledger(MemoryRecorder(), JsonCodec(GAME.event_types))
    session = Session(GAME, ledger, clock, scene.setup, seats=scene.setup.seats)
    session._record(scene.opening, session.records[0].source)
    return TablePresenter(session, Follower(session, {10: A, 20: B}), lang="en")


BY_HAND = ("Correct this …",)  # under every figure's offers


def labels(made: TablePresenter) -> list[str]:
    found = made.model().card
    return [label for _, label in found.buttons if label not in BY_HAND] if found else []


def press(made: TablePresenter, label: str) -> None:
    found = made.model().card
    assert found is not None
    made.press(next(action for action, said in found.buttons if said == label))


def test_a_free_action_of_the_chosen_figure(clock: Any) -> None:
    """Perplex: the power, then whose value and which; the dial says the new value and why."""
    made = screen(clock, figure("A", powers={"damage": "perplex"}), ("B", "blue", (9, 9), figure("B")))
    made.tap_piece(A)
    assert labels(made) == ["Perplex …", "More …"]
    press(made, "Perplex …")
    assert "Perplex · Attack +1 · A" in labels(made)
    press(made, "Perplex · Attack +1 · A")
    dial = made.model().dial
    assert dial is not None
    assert [(slot.label, slot.value) for slot in dial.slots][1] == ("Attack +1", "10")
    assert labels(made) == ["More …"]


def test_a_move_that_could_be_a_charge(clock: Any) -> None:
    made = screen(clock, figure("A", powers={"speed": "charge"}), ("B", "blue", (3, 0), figure("B", clicks=9)))
    made.tap_piece(A)
    made.tap_space(at(2, 0))
    assert "Charge" in labels(made)
    press(made, "Charge")
    assert labels(made) == ["B · 58 % · 1.8 clicks on average", "No"]
    press(made, "B · 58 % · 1.8 clicks on average")
    assert made.model().dice is not None
    assert made.state.attack is not None


@pytest.mark.parametrize(("column", "is_near"), [(9, False), (1, True)])
def test_a_run_is_offered_at_the_square_where_it_strikes(clock: WallClock, column: int, is_near: bool) -> None:
    """From where it stands only if somebody can be struck from there: a run that strikes nobody is a move."""
    foe = ("B", "blue", (column, 0), figure("B", clicks=9))
    made = screen(clock, figure("A", powers={"speed": "hypersonic_speed"}), foe)
    made.tap_piece(A)
    assert ("Hypersonic Speed from here" in labels(made)) == is_near
    card = made.model().card
    assert card is not None and card.text.startswith("Hypersonic Speed: tap the square where it goes")
    if is_near:
        press(made, "Hypersonic Speed from here")
    else:
        made.tap_space(at(6, 0))
        press(made, "Hypersonic Speed")
    assert labels(made) == ["B · 58 % · 1.8 clicks on average", "No"]


def test_an_attack_with_a_power_and_one_that_is_countered(clock: Any) -> None:
    shown = {"damage": "outwit", "attack": "blades_claws_fangs"}
    foe = figure("B", clicks=9, powers={"defense": "toughness"})
    made = screen(clock, figure("A", powers=shown), ("B", "blue", (1, 0), foe))
    made.tap_piece(A)
    made.tap_piece(B)
    assert {"without a power", "Outwit · Toughness · B"} <= set(labels(made))
    press(made, "Outwit · Toughness · B")
    made.tap_piece(A)
    made.tap_piece(B)
    dial = made.model().dial
    assert dial is not None
    assert [slot.power for slot in dial.slots] == ["", "", "Toughness: off", ""]


def test_the_rest_of_a_way_is_tapped(clock: Any) -> None:
    made = screen(clock, figure("A", powers={"speed": "hypersonic_speed"}), ("B", "blue", (9, 9), figure("B")))
    made.tap_piece(A)
    made.tap_space(at(3, 0))
    press(made, "Hypersonic Speed")
    card = made.model().card
    assert card is not None and card.text == "Tap a lit place: that answers, without a confirmation."
    made.tap_space(at(5, 2))
    assert made.state.piece(A).spaces == (at(5, 2),)


def test_the_camera_sees_a_move_that_was_a_charge(clock: Any) -> None:
    """A stands elsewhere: the proposal is a move, its card also offers Charge; the rest of a way is seen too."""
    made = screen(clock, figure("A", powers={"speed": "charge"}), ("B", "blue", (9, 9), figure("B")))
    made.follower.see(PictureSeen("camera", 1.0, (PieceSeen(10, at(2, 0)), PieceSeen(20, at(9, 9)))))
    assert {"Charge"} <= set(labels(made))
    press(made, "Charge")
    card = made.model().card
    assert card is not None and "From C1 there is no target" in card.text
    press(made, "Confirm")
    assert (made.state.piece(A).spaces, made.follower.proposal) == ((at(2, 0),), None)
    made = screen(clock, figure("A", powers={"speed": "hypersonic_speed"}), ("B", "blue", (9, 9), figure("B")))
    made.tap_piece(A)
    made.tap_space(at(3, 0))
    press(made, "Hypersonic Speed")
    made.follower.see(PictureSeen("camera", 1.0, (PieceSeen(10, at(4, 4)), PieceSeen(20, at(9, 9)))))
    assert made.follower.proposal is not None
    made.press("confirm")
    assert made.state.piece(A).spaces == (at(4, 4),)


@pytest.mark.rule("HC-RNG-06")
def test_one_ranged_attack_on_several_targets(clock: Any) -> None:
    """A tap aims at one; the card offers the others one by one, and says each number before it is confirmed."""
    others = [(name, "blue", spot, figure(name)) for name, spot in (("B", (4, 0)), ("C", (4, 2)), ("D", (11, 11)))]
    made = screen(clock, figure("A", targets=2), *others)
    made.tap_piece(A)
    made.tap_piece(B)
    assert labels(made) == ["Confirm", "+ C", "No"], "D stands too far"
    press(made, "+ C")
    card = made.model().card
    assert card is not None
    assert [line.split(" ·")[0] for line in card.text.splitlines()[:2]] == ["→ B", "→ C"]
    assert labels(made) == ["Confirm", "No"], "two bolts"
    press(made, "Confirm")
    (declared,) = [one.event for one in made.session.records if isinstance(one.event, AttackDeclared)]
    assert [target.piece for target in declared.targets] == ["B", "C"]


def test_a_figure_with_one_bolt_is_offered_no_other_target(clock: Any) -> None:
    made = screen(clock, figure("A"), ("B", "blue", (4, 0), figure("B")), ("C", "blue", (4, 2), figure("C")))
    made.tap_piece(A)
    made.tap_piece(B)
    assert labels(made) == ["Confirm", "No"]


@pytest.mark.parametrize(("lang", "name"), [("en", "special power"), ("fr", "pouvoir spécial")])
def test_a_special_power_that_comes_and_goes_is_called_so(lang: str, name: str) -> None:
    wording = Wording(lang)
    wording.names = names_told(FAMILIES, power_words(lang), lang)
    assert name in wording.event(PowersChanged(A, ("special",), ("blades_claws_fangs", "special")))
    assert "special," not in wording.event(PowersChanged(A, ("special", "stealth"), ()))
