"""Records of older shapes: kept as they were written, replayed as they were played.

heroclix-core-before-tactics.record   the golden game, its set-up line without ``tactics``
"""

from __future__ import annotations

from companion.cli.records import open_record, summary_of
from tests.records.make import FOLDER


def test_a_set_up_without_tactics_replays_to_the_same_state() -> None:
    old = summary_of(open_record(FOLDER / "old" / "heroclix-core-before-tactics.record"))
    new = summary_of(open_record(FOLDER / "heroclix-core.record"))
    assert old["head"] != new["head"]
    assert {key: value for key, value in old.items() if key != "head"} == {
        key: value for key, value in new.items() if key != "head"
    }
