"""The end of a turn says beside its button what it brings: what happens then, who comes next."""

from __future__ import annotations

import pytest

from companion.games.gotham.events import SideTurnBegan, TokensAged
from companion.games.guardians.events import Activated
from companion.games.heroclix.events.play import TokensCleared, TurnBegan
from companion.games.heroquest.commands import EndPhase
from companion.games.heroquest.events import PhaseBegan
from tests.ui.walks import SETUPS, walk

ORDERS = 220


def ends(game: str, lang: str = "en") -> dict[str, list[object]]:
    """Return the words said of every end of a turn, with the events of that end."""
    found: dict[str, list[object]] = {}
    for table in walk(game, lang, ORDERS, seed=7):
        made, session = table.presenter, table.session
        if not (said := made.model().brings):
            continue
        before = session.version
        end = made.game.ending(made.look)
        assert end is not None and end.command is not None
        session.submit(end.command)
        while end.more is not None and (following := end.more()) is not None:  # as the tap does
            session.submit(following)
        found.setdefault(said, [record.event for record in session.records[before + 1 :]])
    return found


@pytest.mark.rule("HC-TURN-02")
@pytest.mark.rule("HC-TOKEN-04")
def test_the_player_who_comes_next_is_named_with_the_tokens_that_come_off() -> None:
    found = ends("heroclix")
    assert {"Next: Red's turn", "Next: Blue's turn"} <= {*found}
    for said, events in found.items():
        turn = next((one for one in events if isinstance(one, TurnBegan)), None)
        assert said.endswith(f"{turn.seat.capitalize()}'s turn" if turn else "the game is over")
        assert ("action tokens come off" in said) == any(isinstance(one, TokensCleared) for one in events)
    assert any("action tokens come off" in said for said in found)


def test_the_heroes_who_are_left_are_named_and_after_the_last_the_monsters() -> None:
    found = ends("heroquest")
    assert {
        "Next: Brakka, Odrun and Silvane, in the order they like",
        "Next: the master and the monsters",
    } <= {*found}
    for said, events in found.items():
        is_master = any(isinstance(one, PhaseBegan) and one.phase == "master" for one in events)
        assert (said == "Next: the master and the monsters") == is_master


def test_the_master_reads_that_the_next_round_begins_with_the_heroes() -> None:
    said = set[str]()
    for table in walk("heroquest", "en", ORDERS, seed=7):
        state, made = table.session.state, table.presenter
        if state.flow.phase == "master" and not state.flow.open and state.flow.outcome is None:
            said.add(made.game.brings(made.look, EndPhase(state.table.gm)))
    assert "Next: round 2: Brakka, Odrun, Silvane and Wend, in the order they like" in said


@pytest.mark.rule("GC-TURN-09")
def test_after_the_last_card_the_villains_act_and_are_named() -> None:
    found = ends("guardians")
    last = next(said for said in found if "villains" in said)
    assert last.startswith("Next: the villains act: ")
    assert all(name in last for name in ("The Horologe", "Captain Cog", "Clockwork"))
    for said, events in found.items():
        is_card = said in {f"Next: a card of the {side} is turned over" for side in ("Dawn Watch", "Dusk League")}
        assert is_card == any(isinstance(one, Activated) for one in events)
        assert is_card or "villains act" in said


@pytest.mark.rule("GO-BASE-TURN-04")
def test_the_villains_come_after_the_last_hero_with_their_tiles() -> None:
    found = ends("gotham")
    villains = "Next: the villains: 2 tiles of the River act [GO-BASE-TURN-04]"
    assert {villains, "Next: round 2", "Next: the game is over"} <= {*found}
    for said, events in found.items():
        is_last = "villains" in said or "round" in said
        assert is_last == any(isinstance(one, SideTurnBegan) for one in events)
        gone = [one for event in events if isinstance(event, TokensAged) for one in event.gone]
        assert ("gone: " in said) == bool(gone)


@pytest.mark.parametrize("game", SETUPS)
def test_it_is_said_in_french_as_well(game: str) -> None:
    found = ends(game, "fr")
    assert found and all("Ensuite : " in said for said in found)


def test_who_may_not_end_it_is_told_nothing() -> None:
    told = 0
    for table in walk("heroclix", "en", 60):
        shown = table.presenter.model()
        assert bool(shown.brings) == shown.can_end_turn
        told += bool(shown.brings)
    assert told
