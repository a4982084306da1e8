"""From force files to a table: pieces, and everything else that the forces bring."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.dice import Source
from companion.core.events import Recorded
from companion.core.ids import CommandId, Seat
from companion.documents import Node
from companion.errors import InputError
from companion.games.heroclix.figures.collection import load_figures
from companion.games.heroclix.forces.cards import Weight
from companion.games.heroclix.forces.enlisting import enlist, tactics_of
from companion.games.heroclix.forces.files import parse_force
from companion.games.heroclix.forces.force import Force
from companion.games.heroclix.sample import sample_setup
from companion.storage.codec import JsonCodec
from tests.games.heroclix.scene import GAME

A, B = Seat("a"), Seat("b")


def force(**more: Any) -> Force:
    figures = [{"figure": "lq005", "count": 2}, {"figure": "lq003", "as": "wall"}, {"figure": "lq001"}]
    document = {"format": "tablewright/force@1", "figures": figures, **more}
    return parse_force(Node("force.json", "", document), load_figures())


FULL = force(
    theme="Lamplighters",
    objects=["light", "drowned-bell"],
    feats=[{"feat": "boat-hook", "to": ["wall"]}, {"feat": "paid-watch"}],
    alternates=[{"card": "harbour-oath", "to": ["wall", "lq001"]}],
)


@pytest.mark.rule("HC-TEAM-07", "HC-FEAT-02", "HC-THEME-05", "HC-THEME-10")
def test_everything_is_named_after_its_seat() -> None:
    found = tactics_of({A: FULL, B: force(conditions=["sea-fog"])})
    assert [one.piece for one in enlist(FULL, A)] == ["a-1", "a-2", "a-3", "a-4"]
    assert [(one.id, one.pieces, one.points) for one in found.feats] == [
        ("a-feat-1", ("a-3",), 10),
        ("a-feat-2", (), 8),
    ]
    assert found.alternates[0].pieces == ("a-3", "a-4")
    assert [(one.id, one.weight, one.points) for one in found.objects] == [
        ("a-object-1", Weight.LIGHT, 0),
        ("a-object-2", Weight.HEAVY, 12),
    ]
    assert [(one.id, one.seat) for one in found.conditions] == [("b-condition-1", B)]
    theme = found.theme_of(A)
    assert theme is not None
    assert (theme.count, theme.rerolls, found.theme_of(B)) == (4, 2, None)


@pytest.mark.rule("HC-EVENT-02", "HC-EVENT-05", "HC-EVENT-01")
def test_one_event_dial_for_everybody() -> None:
    flood = force(event="flood-night")
    event = tactics_of({A: flood, B: flood}).event
    assert event is not None
    assert (event.clicks, event.green, event.red) == (6, (1,), (5,))
    assert tactics_of({A: flood, B: force()}).event == event
    with pytest.raises(InputError, match="one event dial"):
        tactics_of({A: flood, B: force(event="long-bell")})
    with pytest.raises(InputError, match="none in a game with an event dial"):
        tactics_of({A: flood, B: force(conditions=["sea-fog"])})


def test_a_record_keeps_all_of_it() -> None:
    full = tactics_of({A: FULL, B: force(event="flood-night")}, sides=[(A,), (B,)])
    setup = replace(sample_setup(), tactics=full)
    codec = JsonCodec(GAME.event_types)
    line = codec.encode(Recorded(0, setup, CommandId("set-up"), 0, Source.HAND))
    assert codec.decode(line, "line 1").event == setup
