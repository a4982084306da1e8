"""What is wrong with what players bring is said on the page, in their language, with what to do; nothing is lost."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.core.ledger import Entry, seal_of
from companion.errors import InputError
from companion.storage.sqlite import SqliteRecorder
from companion.text.wording import LANGUAGES, Wording
from tests.ui.test_bringing import photograph, picture_png
from tests.ui.test_evening import Taps
from tests.ui.test_looks import photograph as photograph_of_a_map
from ui.library import Library, Settings
from ui.presenters.pages import Page
from ui.table.photographs import code_text

FORMAT = "tablewright/force@1"
STRANGER = {"format": FORMAT, "name": "Strangers", "figures": [{"figure": "zz999"}, {"figure": "lq001"}]}
ENGLISH = (" found ", " expected ", "Expecting", "No space", "database", "such key", "newer", "photograph")


class Host:
    """Somebody who taps what is written there, in one of the languages."""

    def __init__(self, folder: Path, lang: str) -> None:
        self.library, self.words = Library(folder, code_text), Wording(lang)
        self.library.keep_settings(Settings(lang))
        self.taps = Taps(self.library)

    @property
    def page(self) -> Page:
        return self.taps.page

    def on(self, *keys: str) -> Host:
        """Tap what these messages say; words with a letter in capitals are tapped as they are."""
        self.taps.on(*(self.words.say(key) if key.startswith("evening.") else key for key in keys))
        return self

    def begun(self) -> Host:
        red, blue = (self.words.word("seat", seat) for seat in ("red", "blue"))
        return self.on("evening.new_game", "HeroClix", red, "Lamplighters", blue, "Undertow", "evening.begin")

    def told(self, english: str, french: str) -> None:
        """The page says so; a French one has no English in it."""
        rows = (f"{tile.title} · {tile.text}" for tile in self.page.tiles if tile.tone == "bad")
        said = [*self.page.notes, *rows]
        expected = {"en": english, "fr": french}[self.words.lang]
        assert any(expected in line for line in said), said
        if self.words.lang == "fr":
            assert [line for line in said if any(word in line for word in ENGLISH)] == []


@pytest.fixture(params=LANGUAGES)
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Host]:
    there = Host(tmp_path / "house", request.param)
    yield there
    there.taps.evening.leave_table("home")


def test_a_force_with_unknown_figures_is_mended_where_it_is_changed(host: Host) -> None:
    host.library.keep_force("Strangers", STRANGER)
    host.on("evening.forces")
    host.told("zz999 is not on this machine. Import it", "zz999 : figurine absente de cette machine. Importez-la")
    host.on("Strangers")
    host.told("or take it out of the force", "ou retirez-la")
    assert [(tile.title, tile.tone) for tile in host.page.tiles] == [("zz999", "bad"), ("Wickmaster", "")]
    host.on("zz999|−")
    assert not [tile for tile in host.page.tiles if tile.tone == "bad"]
    assert host.library.forces()["Strangers"]["figures"] == [{"figure": "lq001"}]


def test_a_force_with_unknown_figures_does_not_begin(host: Host) -> None:
    host.library.keep_force("Strangers", STRANGER)
    host.on("evening.new_game", "HeroClix", host.words.word("seat", "red"), "Strangers")
    host.told("zz999 is not on this machine", "zz999 : figurine absente")
    assert not host.page.buttons


@pytest.mark.parametrize("text", ['{"format": 3', '{"format": "tablewright/force@9", "figures": 3}', "[]", ""])
def test_a_file_that_is_no_force_is_not_written_over(host: Host, text: str) -> None:
    host.library.keep_force("Odd", {})
    (host.library.folder / "forces" / "Odd.json").write_text(text)
    host.on("evening.forces")
    host.told("Odd", "Odd")
    host.on("Odd")
    assert host.page.notes
    assert [action for action, _ in host.page.buttons] == ["done"]
    host.on("evening.done", "evening.back")
    assert (host.library.folder / "forces" / "Odd.json").read_text() == text


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("eggs and milk, twelve of them", "line 1: found 'eggs and milk", "ligne 1 : 'eggs and milk"),
        ('{"a": ', "line 1 column 6: found nothing that can be read", "ligne 1 colonne 6 : rien de lisible"),
        ('{"a":' * 100_000, "lists nested too deep", "listes"),
        ("https://example.org/menu", "one figure a line", "une figurine par ligne"),
        (json.dumps(STRANGER), "zz999 is not on this machine", "zz999 : figurine absente de cette machine"),
        ('{"format": "tablewright/map@1"}', "tablewright/force@1", "tablewright/force@1"),
    ],
    ids=["list", "torn", "deep", "link", "strangers", "map"],
)
def test_pasted_nonsense_is_told_and_stays_to_be_mended(host: Host, text: str, english: str, french: str) -> None:
    host.on("evening.forces", "evening.paste")
    host.taps.evening.enter("text", text)
    host.told(english, french)
    assert host.page.fields[0].text == text
    assert "keep" not in dict(host.page.buttons)
    assert host.library.forces() == {}


def test_a_code_of_something_else_and_a_picture_without_one(host: Host) -> None:
    pytest.importorskip("cv2")
    host.library.papers.mkdir(parents=True)
    photograph("https://example.org/menu", host.library.papers / "menu.png")
    (host.library.papers / "cat.png").write_bytes(picture_png(Image.new("RGB", (300, 300), "white")))
    host.on("evening.forces", "evening.paste", "evening.paste_photograph", "cat.png")
    host.told("no code", "aucun code")
    host.on("menu.png")
    host.told("one figure a line", "une figurine par ligne")


@pytest.mark.parametrize("text", ['{"format": 3', '{"eggs": 12}', "\x00\x01", '{"rows": [], "width": 2}'])
def test_a_broken_map_is_told_in_the_gallery_and_where_it_is_brought_in(host: Host, text: str, tmp_path: Path) -> None:
    from ui.presenters.heroclix.imports import BringDesk
    from ui.presenters.pages import Go

    (host.library.folder / "maps").mkdir(parents=True)
    (host.library.folder / "maps" / "torn.json").write_text(text)
    host.on("evening.new_game", "HeroClix", "evening.map")
    host.told("torn.json", "torn.json")
    host.on("evening.back", "evening.back", "evening.back")
    (tmp_path / "downloads").mkdir()
    (tmp_path / "downloads" / "torn.json").write_text(text)
    desk = BringDesk(host.library, lambda: None, tmp_path / "downloads")
    host.taps.evening._turn(Go(desk))
    host.taps.evening.press("bring")
    assert desk._bringing is not None
    desk._bringing.outcome.exception(timeout=60)
    host.told("torn.json", "torn.json")
    assert (host.library.folder / "maps" / "torn.json").read_text() == text


def full(path: Path, *_: object) -> None:
    raise InputError(str(path), "", "No space left on device", "a place to write")


def test_a_full_disk_keeps_what_was_chosen_on_the_screen(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    host.library.keep_force("Mine", {"format": FORMAT, "name": "Mine", "figures": [{"figure": "lq001"}]})
    host.on("evening.forces", f"Mine|{host.words.say('evening.change')}")
    monkeypatch.setattr("ui.library.write_file", full)
    host.taps.evening.press("more:0")
    host.told("No space left on device", "un disque plein")
    assert host.page.tiles[0].badge == "2 ×"
    host.taps.evening.enter("name", "Yours")
    host.told("No space left on device", "un disque plein")
    assert host.library.forces() == {"Mine": {"format": FORMAT, "name": "Mine", "figures": [{"figure": "lq001"}]}}
    monkeypatch.undo()
    host.taps.evening.enter("name", "Yours")
    assert host.library.forces() == {
        "Yours": {"format": FORMAT, "name": "Yours", "figures": [{"figure": "lq001", "count": 2}]}
    }


Spoiler = Callable[[Path], None]


def newer(store: Path) -> None:
    """A line of it tells of what this version never heard."""
    recorder = SqliteRecorder(store)
    last = [*recorder.read()][-1]
    line: dict[str, Any] = json.loads(last.line) | {"type": "FigureTeleported", "version": last.version + 1}
    told = json.dumps(line).encode()
    recorder.append([Entry(last.version + 1, told, seal_of(last.seal, told))], expected=last.version + 1)
    recorder.close()


def changed(store: Path) -> None:
    """A letter of it is another one."""
    database = sqlite3.connect(store)
    database.execute("UPDATE entries SET line = CAST(line || ' ' AS BLOB) WHERE version = 0")
    database.commit()
    database.close()


def no_store(store: Path) -> None:
    store.write_bytes(b"not a database at all" * 50)


@pytest.mark.parametrize(
    ("spoil", "english", "french"),
    [
        (newer, "a newer Tablewright may know it", "une version plus récente de Tablewright le connaît peut-être"),
        (changed, "line 1: the seal does not fit the line", "ligne 1 : le sceau ne correspond pas à la ligne"),
        (no_store, "expected a game store", "un fichier qui n'est pas une partie"),
    ],
    ids=["newer", "changed", "no store"],
)
def test_a_store_that_cannot_be_opened_says_so_and_stays(host: Host, spoil: Spoiler, english: str, french: str) -> None:
    host.begun().taps.evening.leave_table("home")
    (store,) = host.library.stores()
    spoil(store)
    before = store.read_bytes()
    host = Host(host.library.folder, host.words.lang)
    host.on("evening.kept")
    (row,) = host.page.tiles
    said = f"{row.title} {row.text}"
    assert {"en": english, "fr": french}[host.words.lang] in said
    host.taps.evening.press(row.action)
    assert host.taps.evening.table is None
    assert store.read_bytes() == before
    host.on("evening.back").begun()
    assert len(host.library.stores()) == 2, "another game can be begun"
    host.taps.evening.leave_table("home")


def test_a_photograph_that_is_no_map(host: Host) -> None:
    host.begun()
    papers = photograph_of_a_map(host.library.papers).parent
    (papers / "letter.jpg").write_text("a letter")
    say = host.words.say
    host.taps.evening.leave_table("more")
    host.on(say("looks.title"), say("looks.ground"), "letter.jpg")
    assert host.page.notes == (say("looks.wrong.none"),)
