"""The page of devices by radio: a switch, the way in, what stands in it, who is there; in both languages."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from companion.table.observation import LinkState
from companion.text.wording import LANGUAGES, Wording
from ui.presenters.notice import Notice
from ui.presenters.pages import Go, Leave
from ui.presenters.radio import Airing, AiringDesk, OnAir
from ui.presenters.signal import Supply, supply_words

TOWER = OnAir("tower-9f3a12c4", "Red tower", LinkState.ONLINE, firmware="0.3.0", supply=Supply(61, 3812))
MAT = OnAir("mat-9f3a12c4", "", LinkState.OFFLINE, "radio-gone")
OPEN = Airing(is_on=True, address="192.168.1.20", port=1883, name="table-3f2a9c", is_broker=True, devices=(TOWER, MAT))


@dataclass
class Standing:
    """A room that stands as it is told to."""

    now: Airing = field(default_factory=Airing)
    is_on: bool = False

    def start(self) -> None:
        self.is_on, self.now = True, OPEN

    def stop(self) -> None:
        self.is_on, self.now = False, Airing()

    def admit(self, node: str, card: str) -> str:
        return "" if (node, card) == ("tower-9f3a12c4", "word-on-the-card") else "card" if node else "node"

    def close(self) -> None:
        self.stop()


def test_the_switch_opens_and_closes_and_the_page_says_where_they_come_in() -> None:
    desk, say = AiringDesk(Standing()), Wording("en")
    page = desk.page(say)
    assert [(one.title, one.badge) for one in page.tiles] == [("Devices by radio", "off")]
    desk.press("switch")
    page = desk.page(say)
    assert page.is_waiting, "who comes and goes is seen without a tap"
    assert page.notes == (
        "They come in at 192.168.1.20, port 1883.",
        "Through Mosquitto, each with a password and rights of its own.",
        "Whoever was told a name looks for table-3f2a9c.",
    )
    assert [(one.title, one.text, one.badge, one.tone) for one in page.tiles[2:]] == [
        ("Red tower · tower-9f3a12c4", "firmware 0.3.0 · radio strong (-61 dBm) · cell 3.81 V", "online", "good"),
        (
            "mat-9f3a12c4",
            "its radio is not heard: check its power and the Wi-Fi; its readings wait with it",
            "gone",
            "bad",
        ),
    ]
    assert page.tiles[0].badge == "on"
    desk.press("switch")
    assert desk.page(say).notes == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_new_device_is_let_in_by_its_name_and_the_word_on_its_card(lang: str) -> None:
    room, say = Standing(OPEN, is_on=True), Wording(lang)
    assert AiringDesk(room).page(say).tiles[1].action == "admit"
    assert "admit" not in [one.action for one in AiringDesk(Standing()).page(say).tiles]
    gone = AiringDesk(room).press("admit")
    assert isinstance(gone, Go)
    desk = gone.desk
    assert "table-3f2a9c" in desk.page(say).text
    for key, text, wrong in (
        ("card", "short", "tower, mat"),
        ("node", " Tower-9f3a12c4 ", "8"),
        ("card", " word-on-the-card", ""),
    ):
        desk.enter(key, text)
        assert (desk.press("admit") is Leave.BACK) == (wrong == "")
        assert wrong in "".join(desk.page(say).notes)


def test_without_mosquitto_it_says_who_listens_and_where_nobody_was_told_that_nobody_comes() -> None:
    room = Standing(replace(OPEN, is_broker=False, devices=()), is_on=True)
    notes = AiringDesk(room).page(Wording("en")).notes
    assert "this app listens itself" in notes[1]
    assert notes[3] == "No device has been let in yet."


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("word", ["no-network", "port-taken", "port-closed"])
def test_what_stands_in_the_way_is_said_with_what_to_do(word: str, lang: str) -> None:
    figures = {"address": "192.168.1.20", "port": 1883}
    (note,) = AiringDesk(Standing(Airing(why=Notice(f"radio.{word}", figures)))).page(Wording(lang)).notes
    assert "{" not in note
    assert ("1883" in note) == (word != "no-network")


@pytest.mark.parametrize(
    ("supply", "words"),
    [
        (Supply(), ()),
        (Supply(67), ("radio strong (-67 dBm)",)),
        (Supply(68), ("radio fair (-68 dBm)",)),
        (Supply(80), ("radio fair (-80 dBm)",)),
        (Supply(81), ("radio weak (-81 dBm)",)),
        (Supply(0, 4195), ("cell 4.20 V",)),
        (Supply(0, 3650, is_low=True), ("cell 3.65 V, low",)),
    ],
)
def test_what_a_device_does_not_tell_is_not_shown(supply: Supply, words: tuple[str, ...]) -> None:
    assert supply_words(supply, Wording("en")) == words
