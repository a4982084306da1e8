"""Led games are led as a sensible player goes: what is paid for is used, danger is told, nothing is wasted unasked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from companion.core.ids import PieceId, ZoneId
from companion.games.gotham import commands as go
from companion.games.gotham.face.saving import saved
from companion.games.gotham.steps.base import dangerous_levels
from companion.games.heroquest import commands as quest
from companion.games.heroquest.face.leading import stays_back
from tests.ui.led import GAMES, Follower, evening
from tests.ui.walks import SETUPS
from ui.presenters.models import TableModel
from ui.presenters.table import TablePresenter
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig


def walked(
    folder: Path, game: str, rounds: int, seed: int = 4
) -> Iterator[tuple[TablePresenter, TableModel, str, str]]:
    """Generate the table at every step of a led game: what it shows, what is tapped there, the words on that."""
    with evening(folder, game, "en", seed) as made:
        assert made.table is not None
        table = made.table.presenter
        follower = Follower(table, seed)
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
    seen, places = False, list[str]()
    for table, shown, _, _ in walked(tmp_path, "gotham", 2):
        offers = table.game.menu(table.look) if shown.card and shown.card.kind == "begin" else None
        for offer in offers.entries if offers else ():
            order = getattr(offer, "command", None)
            if isinstance(order, go.ActivateTile):
                is_empty = not any(order.tile in figure.sheets for figure in table.state.standing())
                assert ("nobody is left to act" in offer.label) == is_empty
                seen |= is_empty
        orders = [getattr(one, "command", None) for one in offers.entries] if offers else []
        tiles = [one.tile for one in orders if isinstance(one, go.ActivateTile)]
        stay = [one for one in places if one in tiles]
        assert stay == [one for one in tiles if one in places], "their places do not change with who is left"
        places = tiles or places
    assert seen


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


def is_blow(shown: TableModel) -> bool:
    return shown.card is not None and any(word in shown.card.text for word in ("Attack", "Cast magic"))


def test_the_first_hero_goes_ahead_and_loses_no_steps(tmp_path: Path) -> None:
    """The quest begins with somebody who fights beside the foe; nobody gives thrown steps away for a search."""
    begins = ""
    for table, shown, does, _ in walked(tmp_path, "heroquest", 1):
        if not begins:
            assert table.state.active is not None
            begins = str(table.state.active)
            assert not stays_back(table.state, table.state.who(table.state.active))
        assert shown.card is None or does != "confirm" or "lost" not in shown.card.text or is_blow(shown)
    assert begins


@pytest.mark.rule("HC-ACT-11")
def test_who_rests_is_named_where_actions_are_left(tmp_path: Path) -> None:
    rests = 0
    for table, shown, does, _ in walked(tmp_path, "heroclix", 4):
        if does == "end_turn" and shown.ending_wastes:
            rests += 1
            assert "a second action token in a row" in shown.hint
            tired = [
                piece for piece in table.state.on_map() if piece.tokens == 1 and piece.seat in table.state.flow.active
            ]
            assert any(table.look.name(piece.id).casefold() in shown.hint.casefold() for piece in tired)
    assert rests


@pytest.mark.rule("GO-BASE-ATK-09", "GO-BASE-FIG-02")
def test_no_hero_is_led_to_spend_what_its_defense_can_use(tmp_path: Path) -> None:
    """A hero keeps the cubes that it may need for its Defense, ends its turn with them, and is not led again."""
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


@pytest.mark.rule("GO-BASE-ATK-09", "GO-BASE-TURN-04")
@pytest.mark.parametrize("seed", [1, 4])
def test_the_last_cubes_are_led_to_a_task_only_where_it_likely_succeeds_and_both_sides_are_told(
    tmp_path: Path, seed: int
) -> None:
    """By the first seed Jack-o'-Two stands beside, who leaves little of a hero without a Defense: 37 % are too few."""
    tried = 0
    for table, shown, does, label in walked(tmp_path, "gotham", 1, seed):
        if label.startswith("Think: The ledger") and does.startswith("do:") and table.pending is None:
            tried += 1
            if "no cube stays" in shown.hint:
                chance = re.search(r"(\d+) %", shown.hint)
                assert chance is not None and int(chance[1]) >= 50, shown.hint
                assert re.search("no cube stays for its Defense against (Mother|Jack|Kite)", shown.hint), shown.hint
    assert tried


@pytest.mark.rule("GO-BASE-FIG-02")
def test_another_number_of_cubes_is_called_wiser_and_never_more_in_one_action(tmp_path: Path) -> None:
    """The ledger is tried in the first round; fewer or more cubes for it lead back to those that gain most."""
    said = ""
    for table, shown, does, _ in walked(tmp_path, "gotham", 1):
        if does == "confirm" and isinstance(getattr(table.pending, "command", None), go.Think):
            assert shown.card is not None
            fewer = next(action for action, label in shown.card.buttons if label.startswith("with 2 cube"))
            table.press(fewer)
            said = table.model().hint
            break
    assert said == "Tap “with 3 cubes”: for what it costs, that gains more."


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


@pytest.mark.rule("GC-VILL-11", "GC-VILL-02")
def test_the_villains_of_a_clash_are_announced_and_move_before_they_act(tmp_path: Path) -> None:
    """The banner names who throws or chooses for a villain; its second line says that it plays by its sheet."""
    announced, thrown, moved = 0, 0, 0
    for table, shown, _, _ in walked(tmp_path, "guardians", 3):
        asked = table.state.flow.open[0] if table.state.flow.open else None
        villain = table.state.find(getattr(asked, "piece", None) or "")
        if villain is None or villain.seat is not None or table.holder.is_covered:
            continue
        if table.state.flow.phase != "end_of_turn" or not shown.now.words:
            continue
        announced += 1
        assert re.match("The D.* (throws|chooses)", shown.now.words)
        assert f"{shown.now.place} {shown.now.more}".count("The villains act by their sheet") == 1
        thrown += shown.dice is not None and f"throw for {table.look.name(villain.id)}" in shown.hint
        moved += shown.card is not None and " moves. " in shown.card.title
    assert announced > 2 and thrown and moved


@pytest.mark.rule("GC-TEST-05", "GC-DICE-06")
def test_a_test_that_is_passed_is_green_and_dice_that_follow_are_told_before(tmp_path: Path) -> None:
    tones, told = set[str](), 0
    for _, shown, _, _ in walked(tmp_path, "guardians", 3):
        if shown.result is not None and shown.result.title in ("PASSED", "FAILED"):
            tones.add(f"{shown.result.title} {shown.result.tone}")
        if shown.dice is not None and len(shown.dice.dice) == 5 and "test" in shown.dice.question:
            told += any("thrown after these" in line for line in shown.dice.decides)
    assert "PASSED hit" in tones and tones <= {"PASSED hit", "FAILED miss"}
    assert told


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_led_to_an_attack_that_nearly_never_succeeds(tmp_path: Path, game: str) -> None:
    for table, shown, does, _ in walked(tmp_path, game, 2):
        if does.startswith("piece:") and shown.hint.startswith("Somebody is in reach") and table.look.chosen:
            found = {one.target: one.foretold.likely for one in table.game.advice(table.look, table.look.chosen)}
            chance = found.get(PieceId(does[6:]))
            assert chance is None or chance >= Fraction(1, 6), shown.hint


def test_dice_on_which_nothing_hangs_say_why_they_are_thrown(tmp_path: Path) -> None:
    idle = 0
    for _, shown, _, _ in walked(tmp_path, "guardians", 3):
        if shown.dice is not None and any("Nothing hangs on" in line for line in shown.dice.decides):
            idle += 1
            assert "the rules have them thrown" in shown.hint or "Nothing hangs" in shown.hint
    assert idle


def test_heroes_are_led_to_doors_and_unknown_places_never_to_a_friend(tmp_path: Path) -> None:
    led = 0
    for table, shown, does, label in walked(tmp_path, "heroquest", 2):
        heroes = [table.look.name(one.id) for one in table.state.side("heroes")]
        if does.startswith("space:") and table.state.active and table.state.who(table.state.active).is_hero:
            led += 1
            assert not any(f"leads towards {hero}" in shown.hint for hero in heroes), shown.hint
        if label.startswith("Play ") and shown.card is not None and len(shown.card.buttons) == 1:
            assert "for one" not in shown.hint, shown.hint
    assert led > 4


VAGUE = ("that gains most just now", "something better", "had better rest")


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_says_what_is_gained_and_sends_nobody_to_look_for_more(tmp_path: Path, game: str) -> None:
    """What nobody gains anything by is not followed by a search for more; rest is no word for who has acted."""
    for _, shown, _, _ in walked(tmp_path, game, 2):
        assert not any(one in shown.hint for one in VAGUE), shown.hint


@pytest.mark.rule("GO-BASE-ATK-09", "GO-BASE-FIG-02")
def test_who_pays_is_told_what_is_left_for_its_defense(tmp_path: Path) -> None:
    """In the hint, and on the card to be confirmed, led or not; who is struck by nobody needs nothing."""
    told = 0
    for table, shown, does, _ in walked(tmp_path, "gotham", 1):
        command = getattr(table.pending, "command", None)
        if not isinstance(command, go.Paid) or shown.card is None or does != "confirm" or not command.cubes:
            continue
        hero = table.state.who(command.piece)
        if not hero.is_hero:
            continue
        left = hero.cubes_at("available") - command.cubes
        words = {0: "no cube stays for its Defense", 1: "1 cube stays"}.get(left, f"{left} cubes stay")
        assert (words in shown.card.text) == bool(saved(table.state, hero)), shown.card.text
        told += words in shown.card.text
    assert told > 2


@pytest.mark.rule("GC-TEST-06")
def test_a_test_is_advised_with_what_passing_it_brings_and_a_gate_only_to_whom_it_shortens_a_way(
    tmp_path: Path,
) -> None:
    hints = [shown.hint for _, shown, _, _ in walked(tmp_path, "guardians", 9, seed=2) if "“Test " in shown.hint]
    gates = [hint for hint in hints if "the museum's gate" in hint]
    assert hints and all("passing it brings: " in hint for hint in hints)
    assert gates and all("The museum's gate opens, for " in hint and " a shorter way to " in hint for hint in gates)


def test_what_corrects_the_table_is_nothing_to_choose_from_when_a_game_begins() -> None:
    """A figure is chosen, whose corrections stand beside the one order there is."""
    table = open_table(TableConfig(lang="en"), SETUPS["guardians"]()).presenter
    table.lead()
    table.press("pick:")
    table.chosen = next(one.piece for one in table.game.roster(table.look) if one.seat in table.seats)
    shown = table.model()
    assert shown.card is not None and len(shown.card.buttons) > 1
    assert shown.hint.endswith("Tap “Begin”: that comes next.")
