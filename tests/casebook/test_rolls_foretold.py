"""Every roll of every shipped case says beforehand what it decides, in both languages, to whoever may know it all."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.casebook import run_case
from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.ids import RuleId
from companion.core.scripted import ScriptedState, ScriptedSystem
from companion.text.wording import LANGUAGES, Wording, told
from tests.casebook.casebooks import WORKSHOP, shipped
from tests.conformance.test_faces import Moment, face_of


@pytest.mark.slow
@pytest.mark.parametrize("most", [3, pytest.param(1_000_000, marks=pytest.mark.long)], ids=["few", "all"])
@pytest.mark.parametrize("game", ["heroclix", "heroquest", "guardians"])
def test_every_roll_of_a_case_is_foretold(game: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each purpose the first so many rolls."""
    decide, purposes, silent, looks = ScriptedSystem.decide, Counter[str](), Counter[str](), False

    def look(system: object, state: object, request: DiceRequest) -> None:
        if purposes[request.purpose] >= most * len(LANGUAGES):
            return
        face = face_of(game, Moment(system, state))
        seat = getattr(getattr(state, "table", None), "gm", None)
        for lang in LANGUAGES:
            coming = face.awaited(seat, request, lang)
            lines = [told(line, Wording(lang)) for line in coming.lines]
            assert not any("{" in line or "screen." in line or "fate." in line for line in lines), lines
            assert coming.chance is None or 0 <= coming.chance <= 1
            (purposes if lines or coming.idle else silent)[request.purpose] += 1

    def watched(
        self: ScriptedSystem[Any], state: ScriptedState, command: object, *, waived: frozenset[RuleId] = frozenset()
    ) -> object:
        nonlocal looks
        asked = state.flow.find(command.result.request) if isinstance(command, ReportDice) else None
        if isinstance(asked, DiceRequest) and not looks and getattr(self, "id", "") == game:
            looks = True
            look(self, state, asked)
            looks = False
        return decide(self, state, command, waived=waived)

    monkeypatch.setattr(ScriptedSystem, "decide", watched)
    for case in shipped():
        if case.language.system == game:
            run_case(case, WORKSHOP)
    assert silent == {}
    assert len(purposes) >= {"heroclix": 12, "heroquest": 25, "guardians": 3}[game]
