"""An action keeps its place while a figure acts: nothing else ever comes under the thumb."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ui.presenters.button_places import Places

CARD = ("powers", "Odrun")


def test_what_opens_a_door_does_not_become_what_bars_it() -> None:
    places = Places()
    assert places.arranged(CARD, [("do:0", "Open the door"), ("do:1", "Search"), ("dismiss", "Close")]) == [
        ("do:0", "Open the door"),
        ("do:1", "Search"),
        ("dismiss", "Close"),
    ]
    after = [("do:0", "Barricade the door"), ("do:1", "Search"), ("dismiss", "Close")]
    assert places.arranged(CARD, after) == [
        ("", "Open the door"),
        ("do:1", "Search"),
        ("dismiss", "Close"),
        ("do:0", "Barricade the door"),
    ]
    assert places.arranged(CARD, after) == [("", "Open the door"), *after[1:], after[0]], "as long as nothing changes"
    assert places.arranged(CARD, after[1:]) == [("dismiss", "Close"), ("do:1", "Search")], "no hole stays"
    assert places.arranged(("powers", "Brakka"), after) == after


def test_another_page_of_a_menu_is_another_card() -> None:
    places = Places()
    places.arranged(CARD, [("do:0", "Strike A"), ("page:1", "More"), ("dismiss", "Close")])
    turned = [("do:9", "Strike J"), ("page:0", "More"), ("dismiss", "Close")]
    assert places.arranged(CARD, turned) == turned


def test_an_answer_that_is_picked_stays_where_it_is() -> None:
    places = Places()
    places.arranged(CARD, [("choose:die_1", "Throw red 0 again"), ("pass", "No")])
    picked = [("choose:die_1", "• Throw red 0 again"), ("pass", "No"), ("chosen", "Confirm")]
    assert places.arranged(CARD, picked) == picked


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1), min_size=2, max_size=6))
def test_no_place_ever_says_two_things_while_anything_stays(cards: list[list[str]]) -> None:
    places, before = Places(), list[str | None]()
    for labels in cards:
        buttons = [(f"do:{number}", label) for number, label in enumerate(labels)]
        now = [button[1] if button[0] else None for button in places.arranged(CARD, buttons)]
        assert sorted(filter(None, now)) == sorted(labels)
        if {label for label in before if label} & set(labels):
            assert all(a == b for a, b in zip(before, now, strict=False) if a and b)
        before = now
