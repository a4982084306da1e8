"""The demonstration: a whole evening, a record for each side that holds no secret of the other, both front pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.guardians.events import CardsRevealed
from tests.cli.command_line import companion
from tests.heads import counted_and_told
from ui.cli.records import open_record


@pytest.mark.long
@pytest.mark.rule("GC-PRESS-10", "GC-PRESS-11", "GC-CARD-28")
def test_an_evening(tmp_path: Path) -> None:
    answer = companion("demo", "--system", "guardians", "--headless", "--out", str(tmp_path), "--json")
    assert answer.status == 0, answer.err
    told = answer.document
    assert told["turns"] >= 2
    assert told["read"] + told["agreed"] >= 8 and told["corrected"] == 0  # moves of the first turn, and by the rules
    assert told["asked"] >= 1  # a figure half way between two spaces
    assert set(told["scores"]) == {"dawn", "dawn-2", "dusk", "dusk-2"}
    for page in ("report.html", "dawn/report.html", "dusk/report.html"):
        counted, said = counted_and_told(tmp_path / page)
        assert counted == said and counted["rolls"] == told["rolled"]
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "stands between" in report and "Hot Food Stands" not in report, "a piece's id is no part of a word"
    for side in ("dawn", "dusk"):
        game = open_record(tmp_path / side / "game.record")
        heard: list[Any] = [record.event for record in game.records]
        own = {"dawn": ("lantern", "mistral"), "dusk": ("anvil", "briar")}[side]
        stacks = [event.side for event in heard if type(event).__name__ == "StackLaid"]
        assert set(stacks) == {side}
        revealed = [event for event in heard if isinstance(event, CardsRevealed)]
        assert {event.piece for event in revealed} == {"lantern", "mistral", "anvil", "briar"}
        chosen = [event for event in heard if type(event).__name__ == "ChoiceMade" and ":" in "".join(event.options)]
        assert chosen
        assert all(option.partition(":")[2].startswith(own) for event in chosen for option in event.options)
        assert (tmp_path / f"front-{side}.png").read_bytes().startswith(b"\x89PNG")
        assert "svg" in (tmp_path / side / "report.html").read_text()
    assert companion("replay", str(tmp_path / "game.record"), "--verify").status == 0
