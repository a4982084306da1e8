"""Records of older shapes: kept as they were written, replayed as they were played.

heroclix-core-before-tactics.record   the golden game, its set-up line without ``tactics``
heroclix-core-before-objects.record   the golden game, its actions without ``pick_up``
heroclix-*-before-scripts.record      the golden games, with steps of actions that are no events any more
heroclix-core-before-defenses.record  the golden game, its attacks without the defenses that they were compared with
gotham-chronicles-before-particulars.record   a golden game of fewer offers, its cubes without what is left; what it
                                      replays to stands beside it
heroquest-nextlevel-before-corners.record   likewise: nobody lay in ambush at a corner
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest, DiceResult
from companion.core.events import DiceReported, DiceRequested
from companion.core.ids import RequestId, RuleId
from companion.core.rules import Accepted, History
from tests.games.heroclix.scene import GAME, RED, Scene
from tests.records.make import FOLDER
from ui.cli.records import open_record, summary_of


@pytest.mark.parametrize("old", sorted((FOLDER / "old").glob("*.record")), ids=lambda path: path.stem)
def test_an_older_record_replays_to_the_same_state(old: Path) -> None:
    """All that is said of the game, but for its lines: how many there are, and their seal."""
    then = summary_of(open_record(old))
    if (told := old.with_suffix(".json")).exists():
        kept = json.loads(told.read_text(encoding="utf-8"))
        assert {key: json.loads(json.dumps(then[key])) for key in kept} == kept
        return
    new, *_ = old.stem.split("-before-")
    now = summary_of(open_record(FOLDER / f"{new}.record"))
    assert then["head"] != now["head"]
    lines = {"head", "events"}
    assert {key: value for key, value in then.items() if key not in lines} == {
        key: value for key, value in now.items() if key not in lines
    }


def test_a_mission_that_an_older_record_breaks_off_in_goes_on() -> None:
    """Wherever it was left at a roll: events that are told since then are not missed in what was told before."""
    game = open_record(FOLDER / "old" / "gotham-chronicles-before-particulars.record")
    system, events = game.system, [record.event for record in game.records]
    history, tried = History(system, events[0]), set[str]()
    for event in events[1:]:
        history.extend([event])
        if isinstance(event, DiceRequested) and history.state.work is not None:
            request = event.request
            faces = tuple(system.dice_of(history.state)[die].faces[0].label for die in request.dice)
            report = ReportDice(request.roller, DiceResult(request.id, faces))
            assert isinstance(system.decide(history.state, report), Accepted)
            tried.add(history.state.work.begun.verb)
    assert len(tried) > 2, tried


def test_an_action_that_an_older_record_breaks_off_in_is_left_to_the_players() -> None:
    """Its question is answered, and nothing follows by itself: what was to follow was written down nowhere."""
    scene = Scene()
    scene.put("A", "red", (0, 0))
    asked = DiceRequest(RequestId("ask-1"), ("d6", "d6"), RED, RuleId("HC-ATK-05"))
    scene.state = GAME.apply(scene.state, DiceRequested(asked))
    assert [type(event) for event in scene.roll(3, 4)] == [DiceReported]
    assert not scene.state.is_busy
