"""An evening by taps alone: from the first start to the rematch, and what is said when something is wrong."""

from __future__ import annotations

import json
import random
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.board.loading import format_map, parse_map
from companion.core.commands import Concede
from companion.core.opening import next_order
from companion.core.rules import Accepted
from companion.documents import Node
from companion.games.heroclix.commands import BeginGame
from companion.games.heroclix.face.opening import OPENING
from companion.games.heroclix.face.setup import MAPS, map_file
from companion.games.heroclix.sample import sample_setup
from companion.storage.sqlite import SqliteRecorder
from companion.system import DiceGenerator
from companion.text.wording import Wording
from tests.patience import PATIENCE_S, wait_until
from ui.cli.demo.playable import play_opening
from ui.cli.records import open_record
from ui.library import Library, Settings
from ui.presenters.pages import Page, Tile
from ui.presenters.table import TablePresenter
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig
from ui.tablet.navigation import Navigator


class Taps:
    """An evening under a finger: taps by what is written there, counted."""

    def __init__(self, library: Library) -> None:
        self.evening, self.count = Navigator(library), 0

    @property
    def page(self) -> Page:
        return self.evening.page()

    def tile(self, words: str) -> Tile:
        """The tile with these words in its title."""
        return next(tile for tile in (*self.page.covers, *self.page.tiles, *self.page.chips) if words in tile.title)

    def on(self, *words: str) -> Taps:
        """Tap tiles, small buttons in them (``tile|button``) and buttons, one after the other."""
        for word in words:
            title, _, label = word.partition("|")
            if label:
                action = next(action for action, words in self.tile(title).extra if words == label)
            else:
                actions = {words: action for action, words in self.page.buttons} | {self.page.back: "back"}
                action = actions[word] if word in actions else self.tile(word).action
            self.evening.press(action)
            self.count += 1
        return self

    def wish(self, wish: str) -> Taps:
        """Tap a button of the card at the end of a game; a rematch is confirmed."""
        table = self.evening.table
        assert table is not None
        card = table.presenter.model().card
        assert card is not None
        assert card.kind == "over"
        if f"pick:{wish}" in dict(card.buttons):
            table.presenter.press(f"pick:{wish}")
            self.count += 1
            card = table.presenter.model().card
            assert card is not None
        assert f"leave:{wish}" in dict(card.buttons)
        self.evening.leave_table(wish)
        self.count += 1
        return self


Opener = Callable[..., Taps]


def first(presenter: TablePresenter) -> Any:
    """The set-up of the game on that screen."""
    return presenter.session.records[0].event


@pytest.fixture
def start(tmp_path: Path) -> Opener:
    """A machine on which English was chosen; its own folder as another settings' one would be."""

    def opened(**settings: object) -> Taps:
        library = Library(tmp_path / "house")
        library.keep_settings(replace(Settings("en"), **settings))  # type: ignore[arg-type]
        return Taps(library)

    return opened


def begun(taps: Taps) -> Taps:
    return taps.on("New game", "HeroClix", "Red", "Lamplighters", "Blue", "Undertow", "Begin")


def test_nothing_but_the_language_is_asked_at_the_first_start(tmp_path: Path) -> None:
    taps = Taps(Library(tmp_path))
    assert [tile.title for tile in taps.page.tiles] == ["English", "Français"]
    assert taps.page.title == "Tablewright"
    assert [cover.action for cover in taps.page.covers] == [""] * 4, "the games, to be looked at"
    taps.on("Français")
    assert taps.page.tiles[0].title == "Nouvelle partie"
    assert Taps(Library(tmp_path)).page.tiles[0].title == "Nouvelle partie"


@pytest.mark.parametrize(("asked", "kept", "spoken"), [("", "fr", "fr"), ("fr", "en", "fr"), ("en", "fr", "en")])
def test_a_table_and_the_pages_over_it_speak_one_language(tmp_path: Path, asked: str, kept: str, spoken: str) -> None:
    """``asked`` on the command line that opened the table, ``kept`` in the settings of an evening before."""
    library = Library(tmp_path)
    library.keep_settings(Settings(kept))
    config = TableConfig(lang=asked)
    evening = Navigator(library, config, open_table(config, sample_setup()))
    evening.leave_table("more")
    assert evening.table_session is not None
    presenter = evening.table_session.table.presenter
    assert (presenter.wording.lang, evening.page().back) == (spoken, Wording(spoken).say("evening.back"))
    evening.press("back")
    presenter.press("language")
    evening.leave_table("more")
    other = "en" if spoken == "fr" else "fr"
    assert (presenter.wording.lang, evening.page().back) == (other, Wording(other).say("evening.back"))
    evening.leave_table("home")
    assert evening.page().tiles[0].title == Wording(other).say("evening.new_game")


@pytest.mark.rule("HC-SETUP-01")
def test_a_game_from_two_forces_begins_within_eight_taps(start: Opener) -> None:
    taps = begun(start())
    assert taps.count <= 8
    table = taps.evening.table
    assert table is not None
    state = table.presenter.state
    assert {piece.seat for piece in state.pieces} == {"red", "blue"}
    assert len(state.pieces) == 8
    assert [store.parent.name for store in taps.evening.library.stores()] == ["games"]
    taps.evening.leave_table("home")
    kept = taps.on("Continue").evening.table  # the newest game, by one tap
    assert kept is not None
    assert kept.presenter.session.records[0].event == table.presenter.session.records[0].event
    taps.evening.leave_table("home")


def test_the_next_evening_is_as_the_last_one_was_set(start: Opener) -> None:
    begun(start()).evening.leave_table("home")
    taps = start().on("New game", "HeroClix")
    assert "Lamplighters" in taps.tile("Red").text
    assert "Undertow" in taps.tile("Blue").text
    taps.on("Begin").evening.leave_table("home")
    assert taps.count == 3


@pytest.mark.rule("HC-END-06")
def test_the_end_says_who_won_and_a_rematch_is_two_taps(start: Opener) -> None:
    taps = begun(start())
    assert taps.evening.table is not None
    presenter = taps.evening.table.presenter
    presenter.may_leave = True  # as a window that has pages says it
    session = presenter.session
    assert isinstance(session.submit(BeginGame(session.seats[0])), Accepted)
    assert isinstance(session.submit(Concede(session.seats[0])), Accepted)
    card = presenter.model().card
    assert card is not None
    assert "Blue" in card.title
    assert "[TW-CONCEDE-01]" in card.text
    before = {one.piece: one.figure.id for one in first(presenter).forces}
    taps.count = 0
    taps.wish("swapped")
    assert taps.count == 2
    assert taps.evening.table is not None
    again = {one.piece: one.figure.id for one in first(taps.evening.table.presenter).forces}
    other = {"red": "blue", "blue": "red"}
    assert again == {f"{other[piece.split('-')[0]]}-{piece.split('-')[1]}": figure for piece, figure in before.items()}
    taps.evening.leave_table("home")
    assert len(taps.evening.library.stores()) == 2
    over = next(tile for tile in taps.on("Games on this machine").page.tiles if "Blue" in tile.title)
    assert [label for _, label in over.extra] == ["Look", "Rematch", "Rematch, forces swapped"]


@pytest.mark.rule("HC-TEAM-01", "HC-TEAM-05")
def test_a_legal_force_from_nothing_takes_few_taps(start: Opener) -> None:
    taps = start().on("Forces", "Build a force", "Add figures")
    taps.evening.enter("words", "undertow")
    for name in ("Rust Saint", "Rust Saint"):
        button = next(label for _, label in taps.tile(name).extra)
        taps.on(f"{name}|{button}")
    taps.on("Back")
    assert any(note.endswith(". [HC-TEAM-05]") for note in taps.page.notes), taps.page.notes
    taps.on("Rust Saint|−", "Add figures")
    taken = {"Rust Saint"}
    while True:
        left = int(taps.page.title.split()[0])
        offers = [(tile.title, label) for tile in taps.page.tiles for _, label in tile.extra if tile.title not in taken]
        fitting = [(name, label) for name, label in offers if int(label[2:]) <= left]
        if not fitting:
            break
        name, label = fitting[0]
        taps.on(f"{name}|{label}")
        taken.add(name)
    taps.on("Back")
    assert 200 <= int(taps.page.title.split()[0]) <= 300
    assert taps.page.notes == ()
    assert taps.count <= 25


def test_a_force_is_shared_as_text_and_read_the_same(start: Opener) -> None:
    taps = start().on("Forces", "Lamplighters|Copy", "Lamplighters 1|Edit", "Share")
    text = taps.page.fields[0].text
    assert taps.page.picture.startswith(b"\x89PNG")
    taps.on("Done", "Done", "Lamplighters 1|Delete", "Paste a force")
    taps.evening.enter("text", text)
    taps.on("Save")
    kept = taps.evening.library.forces()["Lamplighters 1"]
    assert text.splitlines()[:2] == ["# Lamplighters 1", "lq001 Wickmaster (60)"]
    assert [one["figure"] for one in kept["figures"]] == ["lq001", "lq002", "lq003", "lq006"]


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("lq001\nlq005 x2", [{"figure": "lq001"}, {"figure": "lq005", "count": 2}]),
        ("My crew\n2x lq005\nGull-Wing (75)", [{"figure": "lq005", "count": 2}, {"figure": "lq002", "points": 75}]),
        ("Breakwater 65\n2x Gull-Wing", [{"figure": "lq003", "points": 65}, {"figure": "lq002", "count": 2}]),
        ("75 Gull-Wing, lq001", [{"figure": "lq002", "points": 75}, {"figure": "lq001"}]),
    ],
)
def test_lists_as_players_write_them_are_read(start: Opener, text: str, figures: list[object]) -> None:
    taps = start().on("Forces", "Paste a force")
    taps.evening.enter("text", text)
    assert taps.page.notes == ()
    taps.on("Save")
    (kept,) = taps.evening.library.forces().values()
    assert kept["figures"] == figures


@pytest.mark.parametrize("text", ["what a lovely day\nand another line", "{not json", '{"format": "else"}', "99 x 99"])
def test_pasted_nonsense_is_told_and_nothing_is_kept(start: Opener, text: str) -> None:
    taps = start().on("Forces", "Paste a force")
    taps.evening.enter("text", text)
    (note,) = taps.page.notes
    assert "the pasted text" in note
    assert "\n" not in note
    assert "keep" not in dict(taps.page.buttons)
    assert taps.evening.library.forces() == {}


def test_a_force_with_an_unknown_figure_says_so_in_its_row(start: Opener) -> None:
    taps = start()
    taps.evening.library.keep_force("Old", {"format": "tablewright/force@1", "figures": [{"figure": "zz999"}]})
    taps.on("New game", "HeroClix", "Red")
    tile = taps.tile("Old")
    assert tile.tone == "bad"
    assert "zz999" in tile.text
    taps.on("Old")
    assert any("zz999" in note for note in taps.page.notes)
    assert all(label != "Begin" for _, label in taps.page.buttons)


def keep_map_of_three(library: Library) -> None:
    """A map of the player's own, with a third starting area."""
    field = json.loads(map_file(MAPS[0]).read_text(encoding="utf-8"))
    board = parse_map(Node("map", "", field))
    west = {index for index in range(len(board.tiles)) if index % board.columns == 0 and 160 <= index < 224}
    tiles = tuple(replace(tile, starting="west") if n in west else tile for n, tile in enumerate(board.tiles))
    folder = library.folder / "maps"
    folder.mkdir()
    (folder / "three.json").write_text(json.dumps(format_map(replace(board, name="Three Shores", tiles=tiles))))


@pytest.mark.rule("HC-SETUP-06")
def test_only_as_many_players_are_offered_as_some_map_has_starting_areas_for(start: Opener) -> None:
    taps = start().on("New game", "HeroClix", "Players")
    offered = {tile.title: (tile.action, tile.text) for tile in taps.page.tiles}
    assert offered["Two players"] == ("2", "")
    three, four = offered["Three players"], offered["Four players, each alone"]
    assert three == ("", "Needs a map with 3 starting areas; none of your maps has as many.")
    assert four == ("", "Needs a map with 4 starting areas; none of your maps has as many.")
    taps.on("Two players")
    keep_map_of_three(taps.evening.library)
    taps.on("Players", "Three players")
    assert taps.tile("Map").text == "Three Shores", "a map that has room for them is taken"
    for seat in ("Red", "Blue", "Green"):
        taps.on(seat, "Lamplighters")
    assert [*taps.page.notes] == []
    taps.on("Map", "Harbour Market")
    (note,) = taps.page.notes
    assert "2 starting areas for 3 players" in note
    taps.on("Players", "Two players")
    assert taps.page.notes == ()


@pytest.mark.rule("HC-SETUP-06")
def test_players_whom_no_map_has_room_for_any_more_are_two_again(start: Opener) -> None:
    taps = start()
    taps.evening.library.keep_draft("heroclix", {"players": "3"})
    taps.on("New game", "HeroClix")
    assert taps.tile("Players").text == "Two players"


@pytest.mark.rule("HC-TEAM-01")
def test_points_say_which_forces_they_leave(start: Opener) -> None:
    taps = start().on("New game", "HeroClix", "Points each")
    said = {tile.title: tile.text for tile in taps.page.tiles}
    assert said["200"] == "None of your forces is this small: build one first."
    assert said["300"] == "2 forces to choose from"
    taps.on("200", "Red")
    told = taps.tile("Undertow").text.splitlines()[-1]
    assert told == "It costs 300: 100 over the limit of 200. [HC-TEAM-01]", "words first"


def test_a_broken_map_stands_in_the_gallery_with_its_fault(start: Opener) -> None:
    taps = start()
    folder = taps.evening.library.folder / "maps"
    folder.mkdir()
    (folder / "torn.json").write_text('{"name": "Torn"')
    taps.on("New game", "HeroClix", "Map")
    torn = taps.tile("torn")
    assert (torn.action, torn.tone) == ("", "bad")
    assert "torn.json" in torn.text


def test_settings_go_to_their_next_value_and_stay(start: Opener) -> None:
    taps = start().on("Settings", "Colours", "Buttons on the left", "Show the timer at the top")
    assert taps.tile("Colours").badge == "Light"
    settings = taps.evening.settings
    assert (settings.theme, settings.left_hand, settings.clock) == ("light", True, True)
    taps.on("Colours", "Colours")
    assert taps.tile("Colours").badge == "Dark"
    assert taps.evening.library.settings().left_hand


def test_a_damaged_store_does_not_hide_the_others(start: Opener) -> None:
    taps = begun(start())
    taps.evening.leave_table("home")
    games = taps.evening.library.folder / "games"
    (games / "2099-01-01-000000.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 500)
    (games / "2099-01-02-000000.db").touch()
    assert taps.tile("Continue").text.startswith("HeroClix"), "a damaged one does not stand before the last evening"
    taps.on("Games on this machine")
    assert len(taps.page.tiles) == 3
    assert [tile.title.split(" · ")[0] for tile in taps.page.tiles][2] == "HeroClix"
    taps.evening.press(taps.page.tiles[0].action)
    assert taps.evening.table is None
    assert "an empty game store" in taps.evening.said


def test_a_full_disk_is_said_on_the_page_and_nothing_is_lost(start: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    taps = start().on("Forces", "Build a force", "Add figures")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ui.library.write_file", full)
    taps.evening.press(taps.page.tiles[0].extra[0][0])
    assert "No space left on device" in taps.page.notes[-1]
    taps.on("Back")
    assert len([tile for tile in taps.page.tiles if tile.action.startswith("figure:")]) == 1


def test_a_quest_is_begun_with_names_of_ones_own(start: Opener) -> None:
    taps = start().on("New game", "HeroQuest")
    taps.evening.enter("name:elf", "Ysra")
    taps.on("Level", "1", "Begin")
    table = taps.evening.table
    assert table is not None
    heroes = {hero.piece: (hero.name, hero.sheet) for hero in first(table.presenter).heroes}
    assert heroes["elf"] == ("Ysra", "elf_1")
    assert heroes["dwarf"] == ("Odrun", "dwarf_1")
    taps.evening.leave_table("home")


def test_a_kept_game_is_gone_through_line_by_line(start: Opener) -> None:
    taps = begun(start())
    assert taps.evening.table is not None
    session = taps.evening.table.presenter.session
    play_opening(session, DiceGenerator(5))
    taps.evening.leave_table("home")
    taps.on("Games on this machine", "HeroClix|Look")
    first = taps.page
    assert first.title.startswith("1 of ")
    assert first.picture.startswith(b"\x89PNG")
    taps.on("››")  # the first heading: round 1
    assert taps.page.text == "Round 1 · Turn 1: Blue"
    assert taps.page.picture != first.picture, "eight figures stand there now"
    before = taps.page
    taps.on("‹", "›")
    assert taps.page == before
    taps.on("‹‹", *["‹"] * 3)
    assert taps.page == first
    assert len(session.records) == taps_length(taps), "looking writes nothing"


def test_pages_over_a_table_lead_back_to_it(start: Opener) -> None:
    taps = begun(start())
    evening, table = taps.evening, taps.evening.table
    assert table is not None
    presenter = table.presenter
    play_opening(presenter.session, DiceGenerator(5))
    assert not evening.is_aside
    evening.leave_table("more")
    taps.on("The game, line by line", "››")
    assert taps.page.text == "Round 1 · Turn 1: Blue"
    taps.on("Back", "Settings", "Back")
    assert (evening.is_aside, evening.table) == (True, table)
    taps.on("End the game")
    card = presenter.model().card
    assert not evening.is_aside
    assert card is not None
    assert "Propose a draw" in dict(card.buttons).values()
    evening.leave_table("more")
    taps.on("Back")
    assert not evening.is_aside
    evening.leave_table("more")
    taps.on("Home")
    assert evening.table is None
    assert taps.page.title == "Tablewright"


def test_a_game_that_is_over_leaves_its_report_and_its_record(start: Opener) -> None:
    """The record can be opened anywhere and names the winner; the page and the paper tell the same story."""
    taps = begun(start())
    assert taps.evening.table is not None
    session = taps.evening.table.presenter.session
    play_opening(session, DiceGenerator(5))
    assert isinstance(session.submit(Concede(next(iter(session.state.flow.active)))), Accepted)
    winner = session.state.flow.outcome.winners
    taps.evening.table.presenter.may_leave = True
    taps.wish("keep")
    assert taps.page.is_waiting or taps.page.tiles
    wait_until(lambda: not taps.page.is_waiting)
    assert [tile.title for tile in taps.page.tiles] == ["Report", "Report on paper (PDF)", "Record", "Theatre"]
    folder = next(taps.evening.library.papers.iterdir())
    kept = open_record(folder / "game.record")
    assert kept.history.state.flow.outcome.winners == winner
    assert kept.head == session.ledger.head
    story = (folder / "report.html").read_text()
    assert "Round 1" in story
    assert "TW-CONCEDE-01" in story
    assert (folder / "report.pdf").read_bytes().startswith(b"%PDF")
    taps.on("Back")
    assert taps.evening.table is not None and not taps.evening.is_aside, "the table it was asked for at"
    taps.evening.leave_table("home")


def test_players_have_names_beside_the_record(start: Opener) -> None:
    taps = start().on("New game", "HeroClix", "Red", "Lamplighters", "Blue", "Undertow")
    taps.evening.enter("name:red", " Ada ")
    taps.on("Begin")
    evening, table = taps.evening, taps.evening.table
    assert table is not None
    presenter = table.presenter
    assert [word for _, word, _ in presenter.model().scores] == ["Ada", "Blue"]
    evening.leave_table("more")
    taps.on("Names and colours")
    evening.enter("blue", "Zoé")
    taps.on("Back", "Back")
    play_opening(presenter.session, DiceGenerator(5))
    model = presenter.model()
    assert [word for _, word, _ in model.scores] == ["Ada", "Zoé"]
    assert any("Zoé" in line.text for line in model.log)
    lines = b"".join(entry.line for entry in presenter.session.ledger.recorder.read())
    assert b"Ada" not in lines
    evening.leave_table("home")
    again = start()
    assert again.on("Games on this machine").page.tiles[0].text.startswith("Ada, Zoé")
    table = again.on(again.page.tiles[0].title).evening.table
    assert table is not None
    assert table.presenter.session.players == {"red": "Ada", "blue": "Zoé"}
    again.evening.leave_table("home")


def test_a_force_is_printed_with_its_dials_and_tokens(start: Opener) -> None:
    taps = start().on("Forces", "Lamplighters|Copy", "Lamplighters 1|Edit", "Share", "Print")
    (paper,) = taps.evening.library.papers.iterdir()
    assert str(paper) in taps.page.notes[0]
    data = paper.read_bytes()
    assert data.startswith(b"%PDF")
    assert data.count(b"/Subtype /Image") >= 5  # four dials and a row of tokens


def taps_length(taps: Taps) -> int:
    (store,) = taps.evening.library.stores()
    recorder = SqliteRecorder(store)
    try:
        return recorder.length()
    finally:
        recorder.close()


def test_a_switch_lets_everybodys_own_screen_in(start: Opener) -> None:
    pytest.importorskip("uvicorn")
    taps = start().on("Settings", "A screen for everybody", "Back")
    assert taps.evening.settings.share
    begun(taps)
    table, door = taps.evening.table, getattr(taps.evening.table_session, "door", None)
    assert table is not None
    assert door is not None
    assert len(door.code) == 4
    assert door.qr.startswith(b"\x89PNG")
    table.start()
    with ThreadPoolExecutor(1) as phone:
        asked = phone.submit(lambda: urllib.request.urlopen(f"{door.url}/", timeout=PATIENCE_S).read().decode())
        while not asked.done():
            table.step()  # as the window's loop does
        assert 'name="code"' in asked.result()
        assert door.code not in asked.result()
    taps.evening.leave_table("home")
    assert taps.evening.table_session is None


def test_rules_are_asked_for_at_home_and_over_a_table(start: Opener) -> None:
    taps = start().on("Help")
    assert [tile.title for tile in taps.page.tiles][:2] == ["How is a figure moved?", "Who shows me how a game goes?"]
    taps.evening.enter("ask", "can I shoot past my friend")
    every = [tile.title for tile in taps.page.tiles][:2]
    assert sorted(every) == ["Friends never block · Guardians' Chronicles", "Somebody in between · HeroClix"]
    taps.evening.press(next(chip.action for chip in taps.page.chips if chip.title == "HeroClix"))
    assert taps.page.tiles[0].title == "Somebody in between"
    assert taps.page.tiles[0].text.endswith("[HC-LOS-02]")
    taps.evening.enter("ask", "qwzx")
    assert taps.page.notes == ("No rule answers that. Try another word.",)


def test_every_word_of_the_pages_is_there_in_both_languages(start: Opener) -> None:
    taps = start().on("Settings")
    assert taps.tile("Language").badge == "English"
    taps.on("Language")
    assert taps.page.title == "Réglages"
    assert not any(tile.title.startswith(("evening.", "game.")) for tile in taps.page.tiles)
    taps.on("Taille du texte")
    assert taps.evening.settings.text == 1.3


def test_the_language_switched_on_the_table_is_the_one_of_the_next_start(start: Opener) -> None:
    taps = begun(start())
    evening, table = taps.evening, taps.evening.table
    assert evening.table_session is not None and table is not None
    table.presenter.press("language")
    evening.table_session.keep_language()  # as the window does at every step
    assert Navigator(evening.library).page().tiles[0].title == "Nouvelle partie"
    evening.leave_table("more")
    taps.on("Réglages", "Langue", "Back")
    assert table.presenter.wording.lang == "en", "chosen over the table, it speaks it too"
    evening.leave_table("home")


def test_a_table_is_shared_from_over_it_and_its_report_goes_to_a_phone(start: Opener, tmp_path: Path) -> None:
    """From the end to the report on a phone: the report's page, its QR code."""
    taps = begun(start())
    evening, table = taps.evening, taps.evening.table
    assert table is not None and evening.table_session is not None and evening.table_session.door is None
    table.start()
    evening.leave_table("share")
    taps.on("Share this table")
    door = evening.table_session.door
    assert door is not None and door.code in taps.page.text and taps.page.picture.startswith(b"\x89PNG")
    shared = evening.table
    assert shared is not None
    evening.press("back")
    evening.press("back")
    presenter = shared.presenter
    play_opening(presenter.session, DiceGenerator(5))
    presenter.session.submit(Concede(next(iter(presenter.session.state.flow.active))))
    presenter.may_leave = True
    card = presenter.model().card
    assert card is not None and "What decided it: Blue gives up." in card.text
    taps.count = 0
    taps.wish("keep")
    wait_until(lambda: not taps.page.is_waiting)
    taps.on("Report|On a phone")
    assert taps.count == 2
    assert taps.page.picture.startswith(b"\x89PNG")
    address = taps.page.text
    with ThreadPoolExecutor(1) as phone:
        answer = phone.submit(lambda: urllib.request.urlopen(address, timeout=PATIENCE_S).read())
        wait_until(answer.done, shared.step)
    assert b"Round 1" in answer.result()
    taps.on("Back")
    evening.enter("folder", str(tmp_path / "stick"))
    taps.on("Copy")
    assert sorted(path.name for path in (tmp_path / "stick").iterdir())[0] == "game.record"
    evening.leave_table("home")
    taps.on("Your last evening")  # its end, from where one goes on; nothing is begun by the way
    assert evening.table is not None and (card := evening.table.presenter.model().card) is not None
    assert card.kind == "over" and len(evening.library.stores()) == 1
    evening.leave_table("home")


@pytest.mark.rule("HC-SETUP-11")
def test_a_usual_game_is_set_up_as_last_time_by_a_tap_for_each(start: Opener) -> None:
    """The same forces on the same map: two taps, and every figure stands where it stood."""

    def begun_anew() -> TablePresenter:
        taps = begun(start())
        assert taps.evening.table is not None
        session = taps.evening.table.presenter.session
        dice = DiceGenerator(5)
        while session.state.flow.phase != "deployment":
            order = next_order(OPENING, session.system, session.state, session.seats, dice.roll)
            assert order is not None
            session.submit(order)
        return taps.evening.table.presenter

    def placed(table: TablePresenter) -> dict[str, object]:
        return {piece.id: piece.spaces for piece in table.state.on_map()}

    first = begun_anew()
    card = first.model().card
    assert card is not None and card.buttons[0][1] == "Place all in a line"
    rng = random.Random(3)
    while first.state.flow.phase == "deployment":
        seat = first.state.active_seat
        first.session.submit(rng.choice([*first.session.system.legal_commands(first.state, seat)]))
    stood = placed(first)
    first.session.ledger.recorder.close()
    again = begun_anew()
    for _ in range(2):
        card = again.model().card
        assert card is not None and card.buttons[0][1] == "Place all as last time"
        again.press(card.buttons[0][0])
    assert (again.state.flow.phase, placed(again)) == ("play", stood)
