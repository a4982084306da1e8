"""Taps, counted: what an evening asks most often costs no more of them than the table promises."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.ids import PieceId, SpaceId
from companion.system import DiceGenerator
from companion.table.follow import Follower
from tests.games.heroclix.scene import at, figure
from tests.ui.quest.players import quest_session
from tests.ui.test_powers import A, B, screen
from ui.library import Library
from ui.presenters.table import TablePresenter
from ui.tablet.navigation import Navigator


class Finger:
    """A finger that counts what it touches; it presses only what the screen shows."""

    def __init__(self, table: TablePresenter) -> None:
        self.table, self.taps = table, 0

    def piece(self, piece: str) -> None:
        self.taps += 1
        self.table.tap_piece(PieceId(piece))

    def space(self, space: str) -> None:
        self.taps += 1
        self.table.tap_space(SpaceId(space))

    def press(self, words: str) -> None:
        """The button of the card, of the dice row, or beside, that says so."""
        model = self.table.model()
        shown = [*(model.card.buttons if model.card else ()), *model.beside]
        if model.dice is not None:
            shown += [(f"face:{face}", face) for face in model.dice.faces] + [("roll", model.dice.roll_label)]
        action = next((action for action, label in shown if label == words), None)
        assert action is not None, f"no button says {words!r}: {[label for _, label in shown]}"
        self.taps += 1
        self.table.press(action)

    def lit(self) -> list[str]:
        """The squares that are lit and free, the nearest first."""
        board = self.table.model().board
        taken = {(int(token.column), int(token.row)) for token in board.tokens}
        free = [one for one in board.tiles if one.reach is not None and (one.column, one.row) not in taken]
        return [str(one.space) for one in sorted(free, key=lambda one: one.reach or 0)]

    def slot(self, slot: str) -> None:
        """A value of the sheet."""
        dial = self.table.model().dial
        assert dial is not None
        opens = next(value.opens for value in dial.slots if value.slot == slot)
        assert opens
        self.taps += 1
        self.table.press(opens)


@pytest.fixture
def duel(clock: Any) -> Callable[[], Finger]:
    """Two beside each other; the attacker has a token, so that attacking pushes it."""

    def opened() -> Finger:
        made = screen(
            clock,
            figure("A", attack=12, damage=4, speed=8, powers={"attack": "blades_claws_fangs"}),
            ("B", "blue", (3, 0), figure("B", defense=14, clicks=9)),
        )
        follower = Follower(made.session, {})
        return Finger(TablePresenter(made.session, follower, lang="en", roller=DiceGenerator(3)))

    return opened


def test_a_move_is_one_tap_and_a_drag(duel: Callable[[], Finger]) -> None:
    """The drag proposes the move, the tap confirms it."""
    finger = duel()
    hand = finger.table.hand
    assert hand.lift(A)
    hand.over(at(2, 0))
    hand.drop()
    finger.press("Confirm")
    assert finger.table.state.piece(A).spaces == (at(2, 0),)
    assert finger.taps == 1


@pytest.mark.rule("HC-TOKEN-05")
def test_an_attack_its_damage_and_pushing_are_four_taps_at_most(duel: Callable[[], Finger]) -> None:
    """Figure, target, Confirm, Roll: damage and pushing are dealt by the rules."""
    finger = duel()
    hand = finger.table.hand
    assert hand.lift(A)
    hand.over(at(2, 0))
    hand.drop()
    finger.press("Confirm")
    finger.table.press("end_turn")
    finger.table.press("confirm")
    finger.table.press("end_turn")
    finger.table.press("confirm")
    finger.taps = 0
    finger.piece("A")
    finger.piece("B")
    card = finger.table.model().card
    assert card is not None and "1 pushing damage will follow" in card.text
    finger.press("Confirm")
    finger.press("Roll for me")
    state = finger.table.state
    assert finger.table.model().dice is None
    assert state.piece(B).click > 1, "the seeded dice hit"
    assert state.piece(A).click == 2, "it pushed"
    assert finger.taps <= 4


def test_the_text_of_any_power_is_one_tap_away(duel: Callable[[], Finger]) -> None:
    finger = duel()
    finger.piece("A")
    finger.taps = 0
    finger.slot("attack")
    card = finger.table.model().card
    assert card is not None
    assert (card.kind, card.title) == ("about", "Attack 12 · Blades/Claws/Fangs")
    assert len(card.text) > 30
    assert finger.taps == 1
    finger.press("Close")
    after = finger.table.model().card
    assert after is None or after.kind != "about"


@pytest.mark.rule("HQ-ATK-05", "HQ-ATK-07")
def test_a_quest_attack_on_one_tablet_is_five_taps_and_throws_all_its_dice_without_handing_over() -> None:
    """Target, Confirm, the heroes' dice; the master's dice, and whatever is answered: no more than five."""
    session = quest_session()
    table = TablePresenter(session, Follower(session, {}), lang="en", roller=DiceGenerator(8))
    finger = Finger(table)
    for words in ("Begin the quest", "Play Silvane", "Move: throw the dice", "6", "5"):
        finger.press(words)
    for space in ("A4", "D4", "E4"):
        finger.space(space)
        finger.press("Confirm")
    finger.press("Open the door E4–F4")
    finger.space("F4")
    finger.press("Confirm")
    finger.press("Open the door F4–G4")
    finger.taps = handed = 0
    finger.space(str(session.state.who(PieceId("goblin-1")).at))
    finger.press("Confirm")
    finger.press("Roll for me")
    while session.state.flow.open or table.holder.side != "heroes":
        card, dice = table.model().card, table.model().dice
        if card is not None and card.buttons[0][0] == "uncover":
            handed += 1
            table.press("uncover")
        elif dice is not None:
            finger.press("Roll for me")
        elif session.state.flow.open and card is not None and card.kind == "choice":
            finger.press("No")
        else:
            handed += 1
            table.press("hand_over")
    struck = [record.event for record in session.records if type(record.event).__name__ == "StrikeRolled"]
    assert struck
    assert (finger.taps <= 5, handed) == (True, 0), f"{finger.taps} taps, {handed} for handing over"


@pytest.mark.parametrize("game", ["heroclix", "heroquest", "guardians", "gotham"])
def test_from_the_first_start_to_the_first_figure_moved_are_four_taps(tmp_path: Path, game: str) -> None:
    """Language, the game at Play now, what is lit, Confirm: all else stands there, what it is about beside it."""
    evening = Navigator(Library(tmp_path))
    evening.press("en")
    assert f"now:{game}" in [cover.action for cover in evening.page().covers]
    evening.press(f"now:{game}")
    assert evening.table is not None
    finger = Finger(evening.table.presenter)
    finger.taps = 2
    session = finger.table.session
    before = session.system.positions(session.state)
    if game == "gotham":  # the movement that costs nothing, as it is led, once what it is about was read
        finger.press("On to the table")
        finger.press("Move (without a cube)")
    finger.space(finger.lit()[0])
    if (card := finger.table.model().card) is not None and card.buttons[0][0] == "confirm":
        finger.press("Confirm")
    assert session.system.positions(session.state) != before
    assert finger.taps <= (5 if game == "gotham" else 4)
    evening.close()


def test_after_the_first_round_what_is_new_is_explained_once(tmp_path: Path) -> None:
    evening = Navigator(Library(tmp_path))
    for tap in ("en", "now:heroclix"):
        evening.press(tap)
    assert evening.table is not None
    table, finger = evening.table.presenter, Finger(evening.table.presenter)
    table.press("pick:")
    goal, far = table.model().hint, table.state.table.board.spaces[0]

    def pass_round() -> None:
        for _ in table.session.seats:
            table.press("end_turn")
            table.press("confirm")

    pass_round()
    assert table.state.flow.round == 2
    assert table.model().hint.startswith("Tap one of your figures"), "in the first round one was chosen already"
    table.tap_piece(next(token.piece for token in table.model().board.tokens if token.may_be_lifted))
    assert goal.startswith("Tap the outlined place") and finger.lit()
    assert table.model().hint.startswith("You know a turn now."), f"{goal!r} was told before"
    for hint in ("The rule says no.", "“Put it back”: the rule"):
        table.tap_space(far)
        assert table.model().card.kind == "refusal"  # type: ignore[union-attr]
        assert table.model().hint.startswith(hint), "once in full, then in a line"
        table.press("dismiss")
        table.model()
    pass_round()
    pass_round()
    table.tap_space(far)
    assert (table.state.flow.round, table.model().hint[:12]) == (4, "No gain is c"), "what is new is, in any round"
    table.press("dismiss")
    table.model()
    table.tap_space(far)
    assert table.model().hint.startswith("“Understood”: "), "the same is not explained again: a line is enough"
    evening.close()


def test_the_first_turn_is_led_by_the_hand_until_it_is_closed(tmp_path: Path) -> None:
    evening = Navigator(Library(tmp_path))
    for tap in ("en", "now:heroclix"):
        evening.press(tap)
    assert evening.table is not None
    table = evening.table.presenter
    assert table.model().hint.startswith("Read who you are and how you win")
    table.press("pick:")
    assert table.model().hint.startswith("Tap the outlined place, ")
    table.tap_space(SpaceId(Finger(table).lit()[0]))
    assert table.model().hint.startswith("This is what would happen. Tap “Confirm”")
    table.press("hint")
    assert table.model().hint == ""
    evening.close()
