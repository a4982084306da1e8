"""Records of older shapes: kept as they were written, replayed as they were played.

heroclix-core-before-tactics.record   the golden game, its set-up line without ``tactics``
heroclix-core-before-objects.record   the golden game, its actions without ``pick_up``
"""

from __future__ import annotations

import pytest

from companion.cli.records import open_record, summary_of
from tests.records.make import FOLDER


@pytest.mark.parametrize("since", ["tactics", "objects"])
def test_an_older_record_replays_to_the_same_state(since: str) -> None:
    old = summary_of(open_record(FOLDER / "old" / f"heroclix-core-before-{since}.record"))
    new = summary_of(open_record(FOLDER / "heroclix-core.record"))
    assert old["head"] != new["head"]
    assert {key: value for key, value in old.items() if key != "head"} == {
        key: value for key, value in new.items() if key != "head"
    }
