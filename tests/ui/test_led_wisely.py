"""Led games are led as a sensible player goes: what is paid for is used, danger is told, nothing is wasted unasked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.ids import ZoneId
from companion.games.gotham import commands as go
from companion.games.gotham.face.saving import saved
from companion.games.gotham.steps.base import dangerous_levels
from companion.games.heroquest import commands as quest
from companion.games.heroquest.face.leading import stays_back
from tests.ui.led import GAMES, Follower, evening
from ui.presenters.models import TableModel
from ui.presenters.table import TablePresenter


def walked(folder: Path, game: str, rounds: int) -> Iterator[tuple[TablePresenter, TableModel, str, str]]:
    """Generate the table at every step of a led game: what it shows, what is tapped there, the words on that."""
    with evening(folder, game, "en", seed=4) as made:
        assert made.table is not None
        table = made.table.presenter
        follower = Follower(table, 4)
        while follower.round <= rounds:
            shown = table.model()
            does = follower.does(shown)
            yield table, shown, does, dict(shown.card.buttons).get(does, "") if shown.card else ""
            follower.tap(does)


@pytest.mark.rule("GO-BASE-MOVE-01", "GO-BASE-ZONE-08", "GO-BASE-FIG-12", "GO-PUSHLIMITS-01")
def test_a_mission_is_led_sparingly(tmp_path: Path) -> None:
    """The villain and its heroes are led well: paid points are used first, danger is told, empty tiles do not act."""
    has_paid, gone, told = False, 0, list[str]()
    for table, shown, does, label in walked(tmp_path, "gotham", 3):
        state = table.state
        if does.startswith("space:"):
            has_paid, gone = False, gone + 1
            mover = state.moving.piece if state.moving else None
            if mover is not None and dangerous_levels(state, mover, ZoneId(does[6:])):
                told.append(shown.hint)
        is_free = table.pending is None and not state.is_busy and shown.result is None
        assert not (has_paid and is_free), f"{does} {label!r} while Movement Points are unused"
        if state.moving is None or not does.startswith(("space:", "confirm", "result")):
            has_paid = label.startswith("Move (") and "without a cube" not in label and table.pending is None
        assert "pushing" not in label and "nobody is left" not in label and "valve" not in label
        if table.picked and does.startswith("do:"):
            assert "%" in shown.hint or "nothing better" in shown.hint, f"why {label!r}?"
    assert gone > 5 and all("it costs" in hint for hint in told)


def test_what_a_mission_asks_for_is_told_with_its_place_and_counted(tmp_path: Path) -> None:
    told = False
    for number, (_, shown, _, _) in enumerate(walked(tmp_path, "gotham", 3)):
        if number == 0:
            assert (
                shown.card is not None
                and "the task “The ledger” is done (Office) and Mother-of-Pearl is Neutralised" in shown.card.text
            )
        told |= any("the task “The ledger”. Tasks of the mission done: 1 of 1." in line.text for line in shown.log)
    assert told


def test_a_turn_with_something_left_ends_only_when_that_is_said(tmp_path: Path) -> None:
    """Nobody is chosen and several could go on: the button names whose turn ends, the card what is left, and whose
    turn may end instead.
    """
    with evening(tmp_path, "gotham", "en", seed=4) as made:
        assert made.table is not None
        table = made.table.presenter
        table.press("pick:")
        assert table.chosen is not None
        table.tap_piece(table.chosen)
        assert table.chosen is None
        label, version = table.model().words["end_turn"], table.session.version
        table.press("end_turn")
        card = table.model().card
        assert table.session.version == version and card is not None
        assert label.startswith("End the turn: ") and card.title == label and "Cubes left: " in card.text
        assert sum(words.startswith("End the turn: ") for _, words in card.buttons) > 1
        table.press("confirm")
        assert table.session.version > version


@pytest.mark.rule("GO-BASE-FIG-12")
def test_a_tile_whose_figures_are_out_says_so(tmp_path: Path) -> None:
    seen = False
    for table, shown, _, _ in walked(tmp_path, "gotham", 2):
        offers = table.game.menu(table.look) if shown.card and shown.card.kind == "begin" else None
        for offer in offers.entries if offers else ():
            order = getattr(offer, "command", None)
            if isinstance(order, go.ActivateTile):
                is_empty = not any(order.tile in figure.sheets for figure in table.state.standing())
                assert ("nobody is left to act" in offer.label) == is_empty
                seen |= is_empty
        vain = [getattr(one, "label", "").count("nobody is left to act") for one in offers.entries] if offers else []
        acts = [many for many, one in zip(vain, offers.entries, strict=True) if is_tile(one)] if offers else []
        assert acts == sorted(acts), "those that do something stand first"
    assert seen


def is_tile(entry: object) -> bool:
    return isinstance(getattr(entry, "command", None), go.ActivateTile)


def test_steps_that_a_deed_ends_are_named_before_it(tmp_path: Path) -> None:
    """The dice of a move are thrown, then somebody searches: the card says how many steps are lost."""
    with evening(tmp_path, "heroquest", "en", seed=4) as made:
        assert made.table is not None
        table = made.table.presenter
        active = table.state.active
        assert active is not None
        hero = table.state.who(active)
        search = quest.SearchRoom(hero.seat, active)
        assert hero.turn is not None and hero.turn.left
        assert f"{hero.turn.left} steps are lost" in table.game.proposal(table.look, search).text


def test_the_first_hero_goes_ahead_and_loses_no_steps(tmp_path: Path) -> None:
    """The quest begins with somebody who fights beside the foe; nobody gives thrown steps away for a search."""
    begins = ""
    for table, shown, does, _ in walked(tmp_path, "heroquest", 1):
        if not begins:
            assert table.state.active is not None
            begins = str(table.state.active)
            assert not stays_back(table.state, table.state.who(table.state.active))
        assert shown.card is None or does != "confirm" or "lost" not in shown.card.text or "Attack" in shown.card.text
    assert begins


@pytest.mark.rule("HC-ACT-11")
def test_who_rests_is_named_where_actions_are_left(tmp_path: Path) -> None:
    rests = 0
    for table, shown, does, _ in walked(tmp_path, "heroclix", 4):
        if does == "end_turn" and shown.ending_wastes:
            rests += 1
            assert "a second action token in a row" in shown.hint
            tired = [piece for piece in table.state.on_map() if piece.tokens and piece.seat in table.state.flow.active]
            assert any(table.look.name(piece.id) in shown.hint for piece in tired)
    assert rests


@pytest.mark.rule("GO-BASE-ATK-09", "GO-BASE-FIG-02")
def test_no_hero_is_led_to_spend_what_its_defense_can_use(tmp_path: Path) -> None:
    """What may strike it in the villains' turn says how many cubes stay; its turn ends with them, and is not come
    back to.
    """
    kept, ended = 0, set[str]()
    before: dict[str, int] = {}
    for table, _, does, _ in walked(tmp_path, "gotham", 1):
        state = table.state
        if state.flow.phase != "heroes":
            continue
        cubes = {one.id: one.cubes_at("available") for one in state.figures if one.is_hero}
        spent = next((hero for hero in cubes if cubes[hero] < before.get(hero, 0)), None)
        if spent is not None and not state.is_busy:
            assert spent not in ended, f"{spent} is led again"
        before = cubes
        if does == "end_turn" and table.look.chosen is not None:
            hero = state.who(table.look.chosen)
            kept += hero.is_hero and hero.cubes_at("available") >= (saved(state, hero) or 1)
            ended.add(hero.id)
    assert kept >= 3, "somebody spent all"


def test_a_mission_begins_with_a_movement_in_few_taps_and_says_what_a_cube_is(tmp_path: Path) -> None:
    taps, said = 0, list[str]()
    for _, shown, does, _ in walked(tmp_path, "gotham", 1):
        taps += 1
        said.append(shown.hint)
        assert "Lay 0 cubes" not in str(shown.card)
        if does.startswith("space:"):
            break
    assert taps <= 4, said
    assert sum("Cubes pay for" in hint for hint in said) == 1 and "Cubes pay" in next(h for h in said if "ube" in h)


@pytest.mark.parametrize("game", GAMES)
def test_something_is_lit_in_every_state(tmp_path: Path, game: str) -> None:
    """Also where any answer will do, and in what the villains do by their sheet."""
    for table, shown, _, _ in walked(tmp_path, game, 2):
        assert shown.leads or table.holder.is_covered, f"{shown.now.words}: {shown.card}"
